"""What is known of zones and variables right after they were given a constant."""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.python.quick.folding import fold, folded
from cardavia_spec.back.python.quick.places import Effects, Places, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    changed,
    parts,
    rewritten,
    set_names,
    with_codes,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import FALSE, NONE, TRUE, Act, Code, Num
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import Layer

Known = dict[Slot, Num]
SHORTEST = 64
"""So many bits have places in the tables of bits, or as many as there are cards."""


def with_constants(acts: Acts, effects: Effects, known: Known | None = None) -> Acts:
    """Return acts with the values put in that zones and variables surely have there."""
    known = {} if known is None else known
    out: list[Act] = []

    def change(c: Code) -> Code:
        match c:
            case code.Zone(Num(slot), False):
                return known.get(("z", slot), c)
            case code.Cell(Num(slot), False):
                return known.get(("c", slot), c)
            case _:
                return c

    for old in acts:
        act = with_codes(old, lambda c: folded(rewritten(c, change)))
        match act:
            case code.Branch(_, then, otherwise):
                a, b = dict(known), dict(known)
                then = with_constants(then, effects, a)
                otherwise = with_constants(otherwise, effects, b)
                act = replace(act, then=then, otherwise=otherwise)
                both = {slot: v for slot, v in a.items() if b.get(slot) == v}
                known.clear()
                known.update(both)
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                _forget(known, effects.writes(body))
                act = replace(act, body=with_constants(body, effects, dict(known)))
            case code.SetZone(index, value):
                _forget(known, effects.writes((act,)))
                if isinstance(index, Num) and isinstance(value, Num):
                    known["z", index.value] = value
            case code.SetCell(index, value):
                _forget(known, effects.writes((act,)))
                if isinstance(index, Num) and isinstance(value, Num):
                    known["c", index.value] = value
            case _:
                pass
        out.append(act)
    new = tuple(out)
    return acts if new == acts else new


class Bounds:
    """Between which numbers a value lies, as far as variables and tables tell."""

    def __init__(self, program: Program, places: Places) -> None:
        self.program = program
        self.places = places
        self.varying: set[str] = set()
        self.cells: dict[int, tuple[int, int]] = {}
        for cell in program.spec.cells.values():
            numbers = [NONE if v is None else v for v in cell.domain]
            if all(isinstance(v, int) for v in numbers):
                ends = min(map(int, numbers)), max(map(int, numbers))  # type: ignore[arg-type]
                for i in range(cell.size):
                    self.cells[cell.offset + i] = ends

    def of(self, c: Code, depth: int = 8) -> tuple[int, int] | None:
        """Return the least and the greatest number that a code may be, or None."""
        if depth == 0:
            return None
        match c:
            case Num(value):
                return value, value
            case code.Var(name) if name in self.places.lets and name not in self.varying:
                return self.of(self.places.lets[name], depth - 1)
            case code.Cell(index, False):
                ends = [self.cells.get(slot) for _, slot in self.places.slots("c", index)]
                known = [e for e in ends if e is not None]
                if len(known) < len(ends):
                    return None
                return min(a for a, _ in known), max(b for _, b in known)
            case code.At(array):
                values = self.program.arrays[array].values
                return min(values), max(values)
            case code.Pick(_, a, b):
                return _spanned(self.of(a, depth - 1), self.of(b, depth - 1))
            case code.Op("+" | "-" as op, (a, b)):
                x, y = self.of(a, depth - 1), self.of(b, depth - 1)
                if x is None or y is None:
                    return None
                return (x[0] + y[0], x[1] + y[1]) if op == "+" else (x[0] - y[1], x[1] - y[0])
            case code.Op("total", (_, code.Var(array))):
                values = self.program.arrays[array].values
                return sum(v for v in values if v < 0), sum(v for v in values if v > 0)
            case code.Op("pop"):
                return 0, max(64, self.program.cards)
            case code.Op("low" | "place" | "nth" | "has" | "some"):
                return 0, max(64, self.program.cards)
            case _:
                return None

    def decided(self, c: Code) -> Code:
        """Return a comparison's truth where the bounds tell it."""
        if not isinstance(c, code.Op) or c.op not in ("<=", "<", "=="):
            return c
        a, b = (self.of(x) for x in c.args)
        if a is None or b is None:
            return c
        match c.op:
            case "<=":
                return TRUE if a[1] <= b[0] else FALSE if a[0] > b[1] else c
            case "<":
                return TRUE if a[1] < b[0] else FALSE if a[0] >= b[1] else c
            case _:
                return FALSE if a[1] < b[0] or b[1] < a[0] else c

    def put(self, acts: Acts) -> Acts:
        """Return acts with the comparisons decided that the bounds decide."""
        self.varying = set_names(acts)
        self.places.learn(acts)
        return changed(acts, lambda c: fold(self.decided(c)))


class Fixed:
    """What depends on options alone: worked out once a match."""

    def __init__(self, places: Places, fresh: Fresh, bounds: Bounds) -> None:
        self.places = places
        self.fresh = fresh
        self.bounds = bounds
        self.options = {
            slot
            for cell in places.spec.layer(Layer.OPTION)
            for slot in range(cell.offset, cell.offset + cell.size)
        }
        self.known: dict[Code, code.Var] = {}

    def put(self, c: Code) -> Code:
        """Return the name of a value that depends on options alone, or what was given."""
        if isinstance(c, code.Op | code.Pick | code.At) and self._fixed(c):
            if c not in self.known:
                self.known[c] = name = code.Var(self.fresh.name("fixed_1"), c.kind)
                self.places.lets[name.name] = c
            return self.known[c]
        return c

    def _fixed(self, c: Code) -> bool:
        match c:
            case Num():
                return True
            case code.Var():
                return c in self.known.values()
            case code.Cell(Num(slot), False):
                return slot in self.options
            case code.Op(op) if op in ("place", "fail", "nth", "total", "unbeaten"):
                return False
            case code.Op() | code.Pick() | code.At():
                return all(map(self._fixed, parts(c))) and self._there(c)
            case _:
                return False

    def _there(self, c: Code) -> bool:
        """Whether a value can be worked out wherever it is: it may be asked for only where it can.

        What is looked up has to be there, also where play would not look.
        """
        match c:
            case code.At(array, index):
                size = len(self.bounds.program.arrays[array].values)
            case code.Op("bit" | "upto" | "kth" | "field", (*_, index)) | code.Op(
                "has", (_, index)
            ):
                size = max(SHORTEST, self.bounds.program.cards)
            case _:
                return True
        ends = self.bounds.of(index)
        return ends is not None and ends[0] >= 0 and ends[1] < size

    @property
    def lets(self) -> tuple[code.Let, ...]:
        """The declarations of these names, each after those it needs."""
        return tuple(code.Let(name.name, c) for c, name in self.known.items())


def _spanned(a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


def _forget(known: Known, slots: set[Slot]) -> None:
    for slot in slots:
        known.pop(slot, None)
