"""Which of two cards takes a trick: looked up, by the first card, among all that would.

What a plan works out from the two cards, and from a variable or none, is worked out here for all
cards there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardavia_spec.back.python.quick.trees import inside
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Array, Code, Num, Op, Var

MOST = 8000
"""So many pairs of cards, times values of a variable, are gone through at most."""


class NotTold(Exception):
    """It depends on more, or neither card is what comes out."""


@dataclass(frozen=True)
class Taking:
    """Works such tables out."""

    arrays: Mapping[str, Array]
    levels: Mapping[str, tuple[int, ...]]
    cards: int

    def over(
        self, c: Code, lets: Mapping[str, Code], pair: tuple[Var, Var], ends: Mapping[int, int]
    ) -> tuple[int | None, tuple[tuple[int, ...], ...]]:
        """Return for each value of a variable and each first card the cards that come out over it.

        `c` is the mask that comes out, `ends` the greatest values of variables.

        Raises:
            NotTold: this depends on something else.
        """
        c = self.whole(c, lets, pair)
        slots = {x.index.value for x in inside(c) if isinstance(x, code.Cell) and _plain(x)}  # type: ignore[union-attr]
        if len(slots) > 1 or not slots <= set(ends):
            raise NotTold
        slot = next(iter(slots), None)
        values = range(ends[slot] + 1) if slot is not None else range(1)
        if len(values) * self.cards**2 > MOST:
            raise NotTold
        return slot, tuple(
            tuple(self.row(c, pair, {slot: value}, first) for first in range(self.cards))
            for value in values
        )

    def row(
        self, c: Code, pair: tuple[Var, Var], cells: Mapping[int | None, int], first: int
    ) -> int:
        """Return the cards that come out over a first one."""
        found = 0
        for second in range(self.cards):
            if second != first:
                masks = {pair[0].name: 1 << first, pair[1].name: 1 << second}
                mask = self.value(c, masks, cells)
                if mask not in masks.values():
                    raise NotTold
                found |= mask & 1 << second
        return found

    def whole(self, c: Code, lets: Mapping[str, Code], pair: Sequence[Var]) -> Code:
        """Return a code with all names but those of the cards put in."""
        match c:
            case Var(name) if c in pair or name in self.levels:
                return c
            case Var(name) if name in lets:
                return self.whole(lets[name], lets, pair)
            case Num():
                return c
            case Op(op, args, kind):
                return Op(op, tuple(self.whole(x, lets, pair) for x in args), kind)
            case code.Pick(cond, then, other, kind):
                a, b = self.whole(then, lets, pair), self.whole(other, lets, pair)
                return code.Pick(self.whole(cond, lets, pair), a, b, kind)
            case code.At(array, index, kind):
                return code.At(array, self.whole(index, lets, pair), kind)
            case code.Cell() if _plain(c):
                return c
            case _:
                raise NotTold

    def value(self, c: Code, masks: Mapping[str, int], cells: Mapping[int | None, int]) -> int:
        """Return what a code comes to."""
        match c:
            case Num(value):
                return value
            case Var(name):
                return masks[name]
            case code.Cell(Num(slot)):
                return cells[slot]
            case code.At(array, index):
                at, values = self.value(index, masks, cells), self.arrays[array].values
                if not 0 <= at < len(values):
                    raise NotTold
                return values[at]
            case code.Pick(cond, then, other):
                return self.value(then if self.value(cond, masks, cells) else other, masks, cells)
            case Op("highest", (mask, Var(array))):
                m = self.value(mask, masks, cells)
                return next((m & level for level in self.levels[array] if m & level), 0)
            case Op(op, args):
                numbers = [self.value(x, masks, cells) for x in args]
                return _worked_out(op, numbers)
            case _:
                raise NotTold


def _plain(c: Code) -> bool:
    return isinstance(c, code.Cell) and isinstance(c.index, Num) and not c.before


def _worked_out(op: str, numbers: list[int]) -> int:
    match op, numbers:
        case "|", [a, b]:
            return a | b
        case "&", [a, b]:
            return a & b
        case "&~", [a, b]:
            return a & ~b
        case "some", [a]:
            return int(a != 0)
        case "place", [a] if a.bit_count() == 1:
            return a.bit_length() - 1
        case "==", [a, b]:
            return int(a == b)
        case "not", [a]:
            return int(not a)
        case _:
            raise NotTold
