"""Which card takes a trick: looked up, by the best card so far, among all that come out over it.

A plan keeps of the cards laid those of some masks, one mask after the other, where there are any,
and of these the highest.  So cards have an order, which is worked out here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardavia_spec.back.python.quick.trees import inside, joined
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Array, Code, Num, Op, Var

MOST = 64
"""A variable that counts may have so many values at most."""


class NotTold(Exception):
    """It depends on more, or there is no such order."""


@dataclass(frozen=True)
class Taking:
    """Works such tables out."""

    arrays: Mapping[str, Array]
    levels: Mapping[str, tuple[int, ...]]
    cards: int

    def over(
        self, c: Code, lets: Mapping[str, Code], laid: Sequence[Var], ends: Mapping[int, int]
    ) -> tuple[int | None, tuple[tuple[int, ...], ...]]:
        """Return for each value of a variable and each card the cards that come out over it.

        `c` is the mask that comes out of the cards `laid`, `ends` the greatest values of variables.

        Raises:
            NotTold: this depends on something else, or two cards may be alike.
        """
        masks, levels = self.order(self.whole(c, lets, laid), laid)
        slots = {
            x.index.value
            for mask in masks
            for x in inside(mask)
            if isinstance(x, code.Cell) and isinstance(x.index, Num)
        }
        if len(slots) > 1 or not slots <= set(ends):
            raise NotTold
        slot = next(iter(slots), None)
        values = range(ends[slot] + 1) if slot is not None else range(1)
        if len(values) > MOST:
            raise NotTold
        return slot, tuple(self.row(masks, levels, laid[0], {slot: value}) for value in values)

    def order(self, c: Code, laid: Sequence[Var]) -> tuple[list[Code], tuple[int, ...]]:
        """Return the masks that count, the first ones more, and the levels within them."""
        match c:
            case Op("highest", (left, Var(array))):
                pass
            case _:
                raise NotTold
        masks: list[Code] = []
        while isinstance(left, code.Pick):
            match left:
                case code.Pick(Op("some", (some,)), Op("&", (whole, mask)) as then, other) if (
                    some == then and whole == other
                ):
                    masks.insert(0, mask)
                    left = other
                case _:
                    raise NotTold
        if sorted(map(str, joined(left))) != sorted(map(str, laid)):
            raise NotTold
        return masks, self.levels[array]

    def row(
        self,
        masks: Sequence[Code],
        levels: Sequence[int],
        first: Var,
        cells: Mapping[int | None, int],
    ) -> tuple[int, ...]:
        """Return for each card, as the best so far, which ones come out over it."""
        led: dict[tuple[int, ...], list[int]] = {}
        for card in range(self.cards):
            known = tuple(self.value(mask, {first.name: 1 << card}, cells) for mask in masks)
            led.setdefault(known, []).append(card)
        over: dict[int, int] = {}
        for known, firsts in led.items():
            place = {card: self.place(card, known, levels) for card in range(self.cards)}
            least = min(place[card] for card in firsts)
            above = 0
            reached = sorted((x for x in place if place[x] >= least), key=place.__getitem__)
            if len({place[x] for x in reached}) < len(reached):
                raise NotTold
            for card in reversed(reached):
                if over.setdefault(card, above) != above:
                    raise NotTold
                above |= 1 << card
        return tuple(over.get(card, 0) for card in range(self.cards))

    def place(
        self, card: int, masks: Sequence[int], levels: Sequence[int]
    ) -> tuple[tuple[bool, ...], int]:
        """Return what says how high a card is."""
        level = next((i for i, level in enumerate(levels) if level >> card & 1), None)
        if level is None:
            raise NotTold
        return tuple(mask >> card & 1 == 1 for mask in masks), -level

    def whole(self, c: Code, lets: Mapping[str, Code], laid: Sequence[Var]) -> Code:
        """Return a code with all names but those of the cards put in."""
        match c:
            case Var(name) if c in laid or name in self.levels:
                return c
            case Var(name) if name in lets:
                return self.whole(lets[name], lets, laid)
            case Num():
                return c
            case Op(op, args, kind):
                return Op(op, tuple(self.whole(x, lets, laid) for x in args), kind)
            case code.Pick(cond, then, other, kind):
                a, b = self.whole(then, lets, laid), self.whole(other, lets, laid)
                return code.Pick(self.whole(cond, lets, laid), a, b, kind)
            case code.At(array, index, kind):
                return code.At(array, self.whole(index, lets, laid), kind)
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
                if name not in masks:
                    raise NotTold
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
