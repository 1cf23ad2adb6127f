"""Between which numbers a value surely lies, so that a table may be looked into without asking."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Final, cast

from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

Acts = tuple[code.Act, ...]
Range = tuple[int, int]
MOST: Final = 256
"""So many entries at most are put into a table of their own."""
_DEEP: Final = 8
"""So many names may stand for one another."""


class Ranges:
    """The values of the local names of one function, and of the variables of its spec."""

    def __init__(self, program: Program, acts: Acts) -> None:
        self.program = program
        self.values: dict[str, list[Code | None]] = {}
        for x in parts(acts):
            match x:
                case code.Let(name, value) | code.Set(name, value):
                    self.values.setdefault(name, []).append(value)
                case code.Fault(_, _, str() as name, value):
                    self.values.setdefault(name, []).append(value)
                case code.Each(name) | code.Through(name) | code.DrawFrom(name):
                    self.values.setdefault(name, []).append(None)
                case _:
                    pass

    def of(self, c: Code | None, depth: int = 0) -> Range | None:
        """Return the least and the greatest number that a code may stand for, if that is known."""
        match c:
            case Num(value):
                return value, value
            case Var(name) if name in self.values and depth < _DEEP:
                found = [self.of(value, depth + 1) for value in self.values[name]]
                known = [each for each in found if each is not None]
                if len(known) < len(found):
                    return None
                return min(low for low, _ in known), max(high for _, high in known)
            case code.At(array, _, Kind.INT):
                values = self.program.arrays[array].values
                return min(values), max(values)
            case code.Cell(Num(slot)):
                return self._cell(slot)
            case Op("+", (a, b)):
                left, right = self.of(a, depth + 1), self.of(b, depth + 1)
                if left is None or right is None:
                    return None
                return left[0] + right[0], left[1] + right[1]
            case Op("low", (mask,)) if mask.kind is Kind.CARDS:
                return 0, self.program.cards - 1
            case _:
                return None

    def _cell(self, slot: int) -> Range | None:
        for cell in self.program.spec.cells.values():
            if cell.offset <= slot < cell.offset + cell.size:
                ends = [int(v) for v in cell.domain if isinstance(v, int)]
                return (min(ends), max(ends)) if len(ends) == len(cell.domain) else None
        return None

    def inside(self, c: code.At) -> bool:
        """Whether an array surely has the entry that is looked up."""
        found = self.of(c.index)
        size = len(self.program.arrays[c.array].values)
        return found is not None and found[0] >= 0 and found[1] < size

    def is_zone(self, c: code.Zone) -> bool:
        """Whether an index surely means a zone of the family that it points into."""
        if isinstance(c.index, Num):
            return True
        found = self.of(c.index)
        sizes = {zone.offset: zone.size for zone in self.program.spec.zones.values()}
        if found is None or c.first is None:
            return False
        return c.first <= found[0] and found[1] < c.first + sizes[c.first]


def composed(program: Program, acts: Acts) -> Acts:
    """Return a block where entries that another table tells are in a table of their own."""
    ranges = Ranges(program, acts)

    def change(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(change(x) for x in part)
        if not is_dataclass(part) or isinstance(part, Kind | Num | Var):
            return part
        changed = {}
        for each in fields(part):
            old = getattr(part, each.name)
            new = change(old)
            if new is not old and new != old:
                changed[each.name] = new
        whole = replace(part, **changed) if changed else part  # type: ignore[type-var]
        return _composed(program, ranges, whole) if isinstance(whole, code.At) else whole

    return cast(Acts, change(acts))


def _composed(program: Program, ranges: Ranges, c: code.At) -> Code:
    inner = c.index
    if isinstance(inner, Var):
        values = ranges.values.get(inner.name, [])
        first = values[0] if len(values) == 1 else None
        inner = first if isinstance(first, code.At) else inner
    if not isinstance(inner, code.At) or not _fixed(ranges, inner.index):
        return c
    entries = program.arrays[inner.array].values
    table = program.arrays[c.array].values
    if len(entries) > MOST or not all(0 <= n < len(table) for n in entries):
        return c
    return program.tabulated(tuple(table[n] for n in entries), c.kind, inner.index)


def _fixed(ranges: Ranges, index: Code) -> bool:
    """Whether an index is a name that gets one value, so that it can be read again later."""
    return isinstance(index, Var) and len(ranges.values.get(index.name, [])) == 1
