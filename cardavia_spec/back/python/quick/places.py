"""Where zones and cells are kept: one local name each, a list for a family."""

from __future__ import annotations

import keyword
from collections.abc import Iterable

from cardavia_spec.back.python.quick.trees import (
    Acts,
    all_codes,
    every,
    own_codes,
    parts,
    with_blocks,
    with_codes,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function, Num, Var
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.spec import Cell, Zone

Slot = tuple[str, int]
"""'z' or 'c', and the number of a slot."""


class Places:
    """The zones and cells of one program.

    Where a family begins at slot 0, an index does not tell which family it means: then all slots
    are kept in one list.
    """

    def __init__(self, program: Program, taken: set[str]) -> None:
        self.spec = program.spec
        self.homes: dict[str, list[Zone | Cell]] = {
            "z": list(self.spec.zones.values()),
            "c": list(self.spec.cells.values()),
        }
        self.flat = {kind: bool(all_) and all_[0].size > 1 for kind, all_ in self.homes.items()}
        self.names: dict[Slot, str] = {}
        for kind, all_ in self.homes.items():
            if self.flat[kind]:
                name = "zones" if kind == "z" else "cells"
                taken.add(name)
                for home in all_:
                    for i in range(home.size):
                        self.names[kind, home.offset + i] = f"{name}[{home.offset + i}]"
                continue
            for home in all_:
                name = safe(home.name)
                while name in taken or keyword.iskeyword(name) or keyword.issoftkeyword(name):
                    name += "_"
                taken.add(name)
                if home.size == 1:
                    self.names[kind, home.offset] = name
                for i in range(home.size if home.size > 1 else 0):
                    self.names[kind, home.offset + i] = f"{name}[{i}]"
        self.lets: dict[str, Code] = {}

    def learn(self, acts: Iterable[Act]) -> None:
        """Remember what local names stand for."""
        for act in every(acts):
            if isinstance(act, code.Let):
                self.lets[act.name] = act.value

    def family(self, kind: str, index: Code) -> tuple[Zone | Cell, Code]:
        """Return the family that an index lies in, and the place in it."""
        while isinstance(index, Var) and index.name in self.lets:
            index = self.lets[index.name]
        all_ = self.homes[kind]
        if isinstance(index, Num):
            home = next(h for h in all_ if h.offset <= index.value < h.offset + h.size)
            return home, Num(index.value - home.offset)
        match index:
            case code.Op("+", (Num(offset), place)):
                return next(h for h in all_ if h.offset == offset), place
            case _:
                raise LookupError(index)

    def slots(self, kind: str, index: Code) -> set[Slot]:
        """Return the slots that an index may mean."""
        if isinstance(index, Num):
            return {(kind, index.value)}
        if self.flat[kind]:
            return {slot for slot in self.names if slot[0] == kind}
        home, place = self.family(kind, index)
        if isinstance(place, Num):
            return {(kind, home.offset + place.value)}
        return {(kind, home.offset + i) for i in range(home.size)}

    def home(self, kind: str, slot: int) -> Zone | Cell:
        """Return what a slot belongs to."""
        return next(h for h in self.homes[kind] if h.offset <= slot < h.offset + h.size)

    def variable(self, slot: Slot) -> str:
        """Return the local name that holds a slot: of the slot itself or of its list."""
        return self.names[slot].split("[")[0]

    def is_list(self, slot: Slot) -> bool:
        """Whether a slot is kept in a list."""
        return "[" in self.names[slot]

    def beginnings(self) -> list[str]:
        """Return how the lists of families begin."""
        lines = []
        for kind, homes in self.homes.items():
            if self.flat[kind]:
                number = sum(home.size for home in homes)
                lines.append(f"{self.variable((kind, 0))} = [0] * {number}")
                continue
            for home in homes:
                name = self.variable((kind, home.offset))
                value = f"[0] * {home.size}" if home.size > 1 else "0"
                lines.append(f"{name} = {value}")
        return lines

    def numbers(self) -> list[str]:
        """Return what holds the slots, zones first, each list once with a star."""
        found = []
        for slot in sorted(self.names, key=lambda s: (s[0] != "z", s[1])):
            text = f"*{self.variable(slot)}" if self.is_list(slot) else self.names[slot]
            if text not in found:
                found.append(text)
        return found


class Effects:
    """What codes and acts read and write, functions looked into."""

    def __init__(self, functions: dict[str, Function], places: Places) -> None:
        self.functions = functions
        self.places = places
        self.noting = {  # functions that note branches taken
            name
            for name, f in functions.items()
            if any(isinstance(act, code.Hit) for act in every(f.body))
        }
        self._functions: dict[str, tuple[set[Slot], set[Slot]]] = {}

    def of_code(self, c: Code) -> set[Slot]:
        """Return the slots that a code, not the codes in it, reads."""
        match c:
            case code.Zone(index):
                return self.places.slots("z", index)
            case code.Cell(index):
                return self.places.slots("c", index)
            case code.Call("is_over"):
                return {("over", 0)}
            case code.Call(function):
                return self.of_function(function)[0]
            case _:
                return set()

    def reads(self, acts: Iterable[Act]) -> set[Slot]:
        """Return the slots that acts may read."""
        found: set[Slot] = set()
        acts = tuple(acts)
        for c in all_codes(acts):
            found |= self.of_code(c)
        for act in every(acts):
            if isinstance(act, code.DrawFrom):
                found |= self.places.slots("z", act.zone) | {("deck", 0)}
        return found

    def writes(self, acts: Iterable[Act]) -> set[Slot]:
        """Return the slots that acts may write."""
        found: set[Slot] = set()
        for act in every(acts):
            match act:
                case code.SetZone(index):
                    found |= self.places.slots("z", index)
                case code.SetCell(index):
                    found |= self.places.slots("c", index)
                case code.SetOver():
                    found.add(("over", 0))
                case code.DrawFrom():
                    found.add(("deck", 0))
                case _:
                    pass
        return found

    def of_function(self, name: str) -> tuple[set[Slot], set[Slot]]:
        """Return what a function reads and writes."""
        if name not in self._functions:
            body = self.functions[name].body
            self._functions[name] = (self.reads(body), self.writes(body))
        return self._functions[name]


def placed(acts: Acts) -> Acts:
    """Return acts where a name stands for the place in a family, not for a slot."""
    offsets: dict[str, Num] = {}
    whole: set[str] = set()
    for act in every(acts):
        match act:
            case code.Let(name, code.Op("+", (Num() as offset, _))):
                offsets[name] = offset
            case _:
                pass
    for act in every(acts):
        if isinstance(act, code.Set):
            whole.add(act.name)
        codes = own_codes(act)
        index = codes[0] if codes else None
        if isinstance(act, code.SetCell | code.SetZone | code.DrawFrom) and isinstance(index, Var):
            codes = codes[1:]
        for c in codes:
            whole |= _beside_indices(c)
    offsets = {name: offset for name, offset in offsets.items() if name not in whole}

    def change(c: Code) -> Code:
        if isinstance(c, Var) and c.name in offsets:
            return code.Op("+", (offsets[c.name], c))
        return c

    def go(block: Acts) -> Acts:
        out: list[Act] = []
        for old in block:
            act = with_blocks(with_codes(old, change), go)
            if isinstance(act, code.Let) and act.name in offsets:
                assert isinstance(act.value, code.Op)
                act = code.Let(act.name, act.value.args[1])
            out.append(act)
        return tuple(out)

    return go(acts)


def _beside_indices(c: Code) -> set[str]:
    """Return the names in a code that are no index of a zone or cell."""
    match c:
        case Var(name):
            return {name}
        case code.Zone(Var()) | code.Cell(Var()):
            return set()
        case _:
            return {name for part in parts(c) for name in _beside_indices(part)}
