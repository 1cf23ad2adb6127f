"""How many zones of a family have cards: kept up where zones change, in place of looking at all.

Only for decks of more than 64 cards, whose masks take two looks each.
"""

from __future__ import annotations

from typing import Final

from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Num, Op
from cardavia_spec.core.plan.program import Program

Asked = tuple[int, str]
"""The first slot of a family, and what its number of zones with cards is compared with."""
_SINGLE: Final = ("kth", "bit")
"""Operators that give the mask of one card."""


class Filled:
    """The families of one program of which it is asked whether all, none or some have cards."""

    def __init__(self, program: Program) -> None:
        zones = program.spec.zones.values()
        self.sizes = {z.offset: z.size for z in zones if z.each is not None and z.size > 1}
        self.of = {first + i: first for first, size in self.sizes.items() for i in range(size)}
        self.used: set[int] = set()
        self.single: set[str] = set()
        if program.cards > 64:
            functions = [f.body for f in program.functions.values()]
            found = (self.asked(x) for x in parts(functions) if isinstance(x, Op))
            self.used = {asked[0] for asked in found if asked is not None}

    def asked(self, c: Op) -> Asked | None:
        """Return how a truth is told by the number of zones with cards, if it is."""
        match c:
            case Op("some", (union,)):
                slots, holds = _union(union), {True}
            case Op("and" | "or", _):
                tests = [_test(x) for x in _chain(c, c.op)]
                slots, holds = [slot for slot, _ in tests], {some for _, some in tests}
            case _:
                return None
        first = min(slots)
        size = self.sizes.get(first)
        if size is None or sorted(slots) != list(range(first, first + size)) or len(holds) > 1:
            return None
        match c.op, holds == {True}:
            case "and", True:
                return first, f"== {size}"
            case "and", False:
                return first, "== 0"
            case "or", False:
                return first, f"!= {size}"
            case _:
                return first, "!= 0"

    def enter(self, acts: tuple[Act, ...]) -> None:
        """Get to know the single cards of a function."""
        self.single = {
            x.name
            for x in parts(acts)
            if isinstance(x, code.Let) and isinstance(x.value, Op) and x.value.op in _SINGLE
        }

    def whole(self, acts: tuple[Act, ...]) -> tuple[int, int] | None:
        """Return the first slot of a family all of which is set to constants at once.

        With it, how many of these have cards.
        """
        match acts:
            case (code.SetZone(Num(first), Num()), *_) if first in self.used:
                several = acts[: self.sizes[first]]
                values = [
                    act.value.value
                    for i, act in enumerate(several)
                    if isinstance(act, code.SetZone)
                    and act.index == Num(first + i)
                    and isinstance(act.value, Num)
                ]
                if len(values) == self.sizes[first]:
                    return first, sum(value != 0 for value in values)
        return None

    def change(self, act: code.SetZone, first: int) -> tuple[str, str] | None:
        """Return what is to be done before and after a zone changes; {} stands for the zone."""
        if first not in self.used:
            return None
        # Taken from one zone a card surely lies there; it may be taken from all of a family too.
        one = not isinstance(act.index, Num)
        match act.value:
            case Op("|", (code.Zone(), code.Var(name))) if name in self.single:
                return "+= {} == 0", ""
            case Op("&~", (code.Zone(), code.Var(name))) if one and name in self.single:
                return "", "-= {} == 0"
            case _:
                return "-= {} != 0", "+= {} != 0"


def _union(c: Code) -> list[int]:
    """Return the zone slots whose union this is; [-1] if it is something else."""
    found = []
    for x in _chain(c, "|"):
        if not isinstance(x, code.Zone) or x.before or not isinstance(x.index, Num):
            return [-1]
        found.append(x.index.value)
    return found


def _test(c: Code) -> tuple[int, bool]:
    """Return the slot of which this asks whether it has cards, or (False) none; -1: neither."""
    match c:
        case Op("some", (code.Zone(Num(slot), False),)):
            return slot, True
        case Op("not", (Op("some", (code.Zone(Num(slot), False),)),)):
            return slot, False
        case _:
            return -1, True


def _chain(c: Code, op: str) -> list[Code]:
    if isinstance(c, Op) and c.op == op:
        return [x for arg in c.args for x in _chain(arg, op)]
    return [c]
