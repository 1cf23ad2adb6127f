"""A whole round of cards laid one after the other, written out as straight lines.

Where all zones of a family are empty, the seats lay a card each, one seat after the other, and
then what lies there is taken up: what lies where is known through all of that, by local names.
So nobody has to ask for it, and nothing is put into the zones and taken out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardavia_spec.back.python.quick.folding import folded
from cardavia_spec.back.python.quick.laid import BEGINS, CLOSED, Laid, NotStraight, Telling
from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.taking import NotTold, Taking
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    names,
    own_codes,
    set_names,
    uses,
    with_blocks,
    with_own,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import Zone

Over = dict[tuple[tuple[int, ...], ...], tuple[str, int | None]]
"""Tables with their names and the variable that they depend on."""
MOST_SEATS = 4
"""For more seats who takes a trick is not asked card by card."""


class Round(Telling):
    """Follows plans through a round.  `taking` works out which cards take which."""

    def __init__(self, program: Program, effects: Effects, fresh: Fresh, home: Zone) -> None:
        super().__init__(program, effects, fresh, home)
        self.taking: Taking | None = None
        self.ends: Mapping[int, tuple[int, int]] = {}  # the least and greatest values of variables
        self.fixed: Mapping[str, Code] = {}  # names of what depends on options alone
        self.options: set[int] = set()  # the slots of options
        self.over_now: set[str] = set()  # tables that depend on an option
        self.over: Over = {}  # tables of what takes what

    def follow(self, acts: Acts, laid: Laid) -> tuple[Acts, Laid | None]:
        """Return what acts do, and what is known at their end (None: there is no way to it).

        Raises:
            NotStraight: they do something else.
        """
        out: list[Act] = []
        todo = list(acts)
        while todo:
            act = todo.pop(0)
            match act:
                case code.Let(name, old):
                    value = self.code(old, laid)
                    if (mask := self._holder(old)) is not None:
                        out = self._without_idle(out, self.code(mask, laid), todo)
                        if (told := self._told(mask, out, laid, value.kind)) is not None:
                            value = told
                            out = _without_unused(out, mask, (code.Let(name, value), *todo))
                    if value == laid.seats[-1]:
                        laid.named[name] = len(laid.seats) - 1
                    out.append(code.Let(name, value))
                case code.SetZone(Num(slot), value) if ("z", slot) in self.slots:
                    resets = todo[: self.home.size - 1]
                    self._taken_up([act, *resets])
                    del todo[: self.home.size - 1]
                    laid.cards = ()
                case code.SetZone(index, value) if self._laid_in(index):
                    out += self._lay(index, value, laid)
                case code.SetCell(Num(self.turn), value):
                    out += self._next(self.code(value, laid), laid)
                case code.Branch(cond, then, otherwise):
                    cond = folded(self.code(cond, laid))
                    if isinstance(cond, Num):
                        todo[:0] = then if cond.value else otherwise
                        continue
                    sides = [self.follow(side, laid.copy()) for side in (then, otherwise)]
                    ends = [end for _, end in sides if end is not None]
                    if any(end.told != ends[0].told or end is CLOSED for end in ends):
                        if any(not isinstance(rest, code.Note) for rest in todo):
                            raise NotStraight
                        closed = [self.closed(acts, end) for acts, end in sides]
                        out.append(code.Branch(cond, closed[0], closed[1]))
                        return tuple(out), CLOSED
                    out.append(code.Branch(cond, sides[0][0], sides[1][0]))
                    if not ends:
                        return tuple(out), None
                    laid = ends[0]
                case code.Return():
                    if laid.cards:
                        raise NotStraight
                    return (*self.ended(tuple(out), laid), act), None
                case _:
                    if isinstance(act, code.SetCell) and isinstance(act.index, Num):
                        laid.first -= {act.index.value}
                        if act.index.value in self.naming and not laid.cards:
                            laid.given[act.index.value] = act.value
                    out.append(self.other(act, laid))
        return tuple(out), laid

    def _without_idle(self, acts: list[Act], mask: Code, rest: list[Act]) -> list[Act]:
        """Return acts that do not ask whether a mask is one card: it is compared with such."""
        used = uses((*acts, *rest))
        asked = Op("place", (mask,))
        return [
            a
            for a in acts
            if not (isinstance(a, code.Let) and a.value == asked and not used[a.name])
        ]

    def _told(self, mask: Code, acts: list[Act], laid: Laid, kind: Kind) -> Code | None:
        """Return whose card comes out, by what comes out over the best one so far."""
        cards = [card for card in laid.cards if isinstance(card, Var)]
        if self.taking is None or not 2 <= len(cards) == self.home.size <= MOST_SEATS:
            return None
        lets = {act.name: act.value for act in acts if isinstance(act, code.Let)}
        varying, written = set_names(acts), self.effects.writes(acts)
        ends = {
            slot: high
            for slot, (low, high) in self.ends.items()
            if low >= 0 and ("c", slot) not in written
        }
        if varying & set(lets):
            return None
        try:
            slot, rows = self.taking.over(mask, {**self.fixed, **lets}, cards, ends)
        except NotTold:
            return None
        name, _ = self.over.setdefault(rows, (f"over_{len(self.over)}", slot))
        if slot in self.options:
            self.over_now.add(name)
        at = Num(0) if slot is None else code.Cell(Num(slot))

        def taker(best: int, i: int) -> Code:
            if i == len(cards):
                return laid.seats[best]
            over = Op("over", (Var(name), at, cards[best]), Kind.CARDS)
            asked = algebra.some(algebra.meet(cards[i], over))
            return code.Pick(asked, taker(i, i + 1), taker(best, i + 1), kind)

        return taker(0, 1)

    def other(self, act: Act, laid: Laid) -> Act:
        """Return an act that does nothing to the zones, nor to whose turn it is."""
        slots = self.effects.writes((act,))
        if slots & self.own or (isinstance(act, code.DrawFrom) and self._laid_in(act.zone)):
            raise NotStraight
        if not isinstance(act, code.SetCell) and any(("c", x) in slots for x in laid.first):
            raise NotStraight
        codes = own_codes(act)
        if codes:
            act = with_own(act, tuple([self.code(c, laid) for c in codes]))
        return with_blocks(act, lambda block: tuple(self.other(a, laid) for a in block))

    def ended(self, acts: Acts, laid: Laid) -> Acts:
        """Return acts with what was laid put into the zones, and whose turn it is told."""
        out = list(acts)
        for card, seat in zip(laid.cards, laid.seats, strict=False):
            index = Op("+", (Num(self.home.offset), seat))
            out.append(code.SetZone(index, card, True))
        if laid.seats[-1] != code.Cell(Num(self.turn)):
            out.append(code.SetCell(Num(self.turn), laid.seats[-1]))
        return tuple(out)

    def closed(self, acts: Acts, laid: Laid | None) -> Acts:
        """Return acts at whose end all is in its place, with a note where a round may begin."""
        if laid is None or laid is CLOSED:
            return acts
        acts = self.ended(acts, laid)
        given = laid.given.get(self.turn)
        begins = isinstance(given, Var | code.Cell) and all(
            laid.given.get(slot, code.Cell(Num(slot))) == given for slot in self.naming
        )
        return (*acts, BEGINS) if begins and not laid.cards else acts

    def _taken_up(self, acts: list[Act]) -> None:
        wanted = {self.home.offset + i for i in range(self.home.size)}
        for act in acts:
            match act:
                case code.SetZone(Num(slot), Num(0)) if slot in wanted:
                    wanted.remove(slot)
                case _:
                    raise NotStraight
        if wanted:
            raise NotStraight

    def _lay(self, index: Code, value: Code, laid: Laid) -> Acts:
        """Take in that a card is laid; give it a name if it has none."""
        at = self.seat(index, laid)
        value = folded(self.code(value, laid))
        named: Acts = ()
        if isinstance(value, Op) and value.op == "bit":
            named = (code.Let(self.fresh.name("one_2"), value),)
            self.effects.places.learn(named)
            value = Var(named[0].name, Kind.CARDS)
        made = self.effects.places.lets.get(value.name) if isinstance(value, Var) else None
        single = isinstance(made, Op) and made.op == "bit"
        if at != len(laid.cards) or at >= self.home.size or not single:
            raise NotStraight
        laid.cards = (*laid.cards, value)
        return named

    def _next(self, value: Code, laid: Laid) -> Acts:
        """Tell the next seat, by a name as long as cards lie there."""
        if not laid.cards:
            laid.seats = (code.Cell(Num(self.turn)),)
            laid.first, laid.named = frozenset(), {}
            laid.given[self.turn] = value
            return (code.SetCell(Num(self.turn), value),)
        match value:
            case code.At(array, index) if index == laid.seats[-1] and self._goes_round(array):
                if len(laid.seats) != len(laid.cards):
                    raise NotStraight
                name = self.fresh.name(f"{self.effects.places.variable(('c', self.turn))}_2")
                laid.seats = (*laid.seats, Var(name))
                return (code.Let(name, value),)
            case _:
                raise NotStraight

    def _goes_round(self, array: str) -> bool:
        """Whether from any seat all seats come one after the other."""
        values = self.program.arrays[array].values
        seats = range(self.home.size)
        for first in seats:
            seen, at = [], first
            for _ in seats:
                seen.append(at)
                at = values[at] if 0 <= at < len(values) else -1
            if sorted(seen) != list(seats):
                return False
        return True


def _without_unused(acts: list[Act], c: Code, rest: Iterable[Act]) -> list[Act]:
    """Return acts without declarations that led to a code, but for those still looked at."""
    lets = {act.name: act.value for act in acts if isinstance(act, code.Let)}
    led, todo = set(), names(c)
    while todo:
        name = todo.pop()
        if name in lets and name not in led:
            led.add(name)
            todo |= names(lets[name])
    kept = list(acts)
    for act in reversed(acts):
        if isinstance(act, code.Let) and act.name in led:
            others = [other for other in kept if other is not act]
            if not uses((*others, *rest))[act.name]:
                kept = others
    return kept
