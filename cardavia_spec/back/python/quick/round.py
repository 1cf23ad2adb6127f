"""A whole round of cards laid one after the other, written out as straight lines.

Where all zones of a family are empty, the seats lay a card each, one seat after the other, and
then what lies there is taken up: what lies where is known through all of that, by local names.
So nobody has to ask for it, and nothing is put into the zones and taken out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cardavia_spec.back.python.quick.folding import fold, folded
from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.taking import NotTold, Taking
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_asked,
    all_codes,
    every,
    inside,
    joined,
    names,
    own_codes,
    rewritten,
    set_names,
    uses,
    with_blocks,
    with_own,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import Zone

Over = dict[tuple[tuple[int, ...], ...], tuple[str, int | None]]
"""Tables with their names and the variable that they depend on."""
MOST_SEATS = 4
"""For more seats who takes a trick is not asked card by card."""


class NotStraight(Exception):
    """What a plan does with the zones is not told by what was laid there."""


@dataclass
class Laid:
    """What was laid: the cards, and the seats, the last of them the one whose turn it is.

    `first` are the variables that name the first seat, `named` the places of seats with a name;
    `given` is what the turn and those variables got once the cards were taken up.
    """

    cards: tuple[Code, ...]
    seats: tuple[Code, ...]
    first: frozenset[int] = frozenset()
    named: dict[str, int] = field(default_factory=dict)
    given: dict[int, Code] = field(default_factory=dict)

    def copy(self) -> Laid:
        """Return a copy of its own."""
        return replace(self, named=dict(self.named), given=dict(self.given))

    @property
    def told(self) -> object:
        """What two ways to the same place have to have in common."""
        return self.cards, self.seats, self.first, self.given


CLOSED = Laid((), ())
"""Stands for what is known where acts went several ways, of which no more is told."""
BEGINS = code.Out(Num(-9), TRUE)
"""Notes that a round may begin: all zones are empty, and who names the first seat has the turn."""


class Round:
    """Follows plans through a round.  `slots` are the zones laid into, in order of the seats."""

    def __init__(self, program: Program, effects: Effects, fresh: Fresh, home: Zone) -> None:
        self.program = program
        self.effects = effects
        self.fresh = fresh
        self.home = home
        self.turn = program.spec.cells["turn"].offset
        self.slots: set[Slot] = {("z", home.offset + i) for i in range(home.size)}
        self.own = self.slots | {("c", self.turn)}
        self.naming: frozenset[int] = frozenset()
        self.taking: Taking | None = None
        self.ends: Mapping[int, tuple[int, int]] = {}  # the least and greatest values of variables
        self.fixed: Mapping[str, Code] = {}  # names of what depends on options alone
        self.options: set[int] = set()  # the slots of options
        self.over_now: set[str] = set()  # tables that depend on an option
        self.over: Over = {}  # tables of what takes what

    @property
    def union(self) -> Code:
        """All that lies in the zones."""
        whole: Code = code.Zone(Num(self.home.offset))
        for i in range(1, self.home.size):
            whole = algebra.join(whole, code.Zone(Num(self.home.offset + i)))
        return whole

    def learn(self, acts: Iterable[Act]) -> None:
        """Note by which variables, besides the turn, the zones are looked at."""
        found = set()
        for c in all_codes(acts):
            match c:
                case code.Zone(index) if not isinstance(index, Num) and self._laid_in(index):
                    match self.effects.places.family("z", index)[1]:
                        case code.Cell(Num(slot)) if slot != self.turn:
                            found.add(slot)
                        case _:
                            pass
                case _:
                    pass
        self.naming = frozenset(found)

    def looked_up(self, acts: Acts, card: Code) -> list[Code]:
        """Return what acts look up in tables by the card of the first seat, and by nothing else."""

        def first(c: Code) -> Code:
            match c:
                case Var(name) if first(lets.get(name, Num(0))) == card:
                    return card
                case code.Zone(Op("+", (Num(offset), code.Cell(Num(slot))))) if (
                    offset == self.home.offset and slot in self.naming
                ):
                    return card
                case _:
                    return c

        acts = tuple(acts)
        lets = {act.name: act.value for act in every(acts) if isinstance(act, code.Let)}
        found = [rewritten(c, first) for c in all_codes(acts) if isinstance(c, code.At)]
        others = (code.Zone, code.Cell, code.Call, code.Kept, Var)
        return [
            c
            for c in found
            if card in (those := inside(c))
            and all(x == card for x in those if isinstance(x, others))
        ]

    def begun(self) -> Laid:
        """Return what is known where all zones are empty."""
        return Laid((), (code.Cell(Num(self.turn)),), self.naming)

    def _laid_in(self, index: Code) -> bool:
        return bool(self.effects.places.slots("z", index) & self.slots)

    # ------------------------------------------------------------------ codes

    def seat(self, index: Code, laid: Laid) -> int:
        """Return which of the seats, counted from the first one, an index of a zone means."""
        if isinstance(index, Var) and index.name not in laid.named and index not in laid.seats:
            # What a name stands for may be of another time: only a seat's name is taken in it.
            index = self.effects.places.lets.get(index.name, index)
            if isinstance(index, Op) and not isinstance(index.args[-1], Var):
                raise NotStraight
        if isinstance(index, Op) and index.op == "+" and index.args[0] == Num(self.home.offset):
            index = index.args[1]
        match index:
            case Var(name) if name in laid.named:
                return laid.named[name]
            case code.Cell(Num(self.turn)):
                return len(laid.seats) - 1
            case code.Cell(Num(slot)) if slot in laid.first:
                return 0
            case _ if index in laid.seats:
                return laid.seats.index(index)
            case _:
                raise NotStraight

    def code(self, c: Code, laid: Laid) -> Code:
        """Return a code with what is known of the zones put in.

        Raises:
            NotStraight: it asks for something else.
        """
        match c:
            case Num() | Var() | code.Kept():
                return c
            case code.Cell(Num(self.turn), False):
                return laid.seats[-1]
            case code.Zone(index, False) if self._laid_in(index):
                return self.zone(index, laid)
            case Op("some", (mask,)) if self._whole(joined(mask)):
                return TRUE if laid.cards else FALSE
            case Op("|") if self._among(joined(c)):
                others = [self.code(x, laid) for x in joined(c) if not self._is_one(x)]
                whole: Code = Num(0, Kind.CARDS)
                for part in (*laid.cards, *others):
                    whole = algebra.join(whole, part)
                return whole
            case Op("and") if any(map(self._asked, all_asked(c))):
                return self.asked(all_asked(c), laid)
            case code.Pick() if (found := self._holder(c)) is not None:
                return self.holder(found, laid, c.kind)
            case Op(op, args, kind):
                return fold(Op(op, tuple(self.code(x, laid) for x in args), kind))
            case code.Pick(cond, then, other, kind):
                a, b = self.code(then, laid), self.code(other, laid)
                return fold(code.Pick(self.code(cond, laid), a, b, kind))
            case code.Call("is_over"):
                return c
            case code.Call():
                raise NotStraight
            case code.At(_, index) | code.Zone(index, False) | code.Cell(index, False):
                return replace(c, index=self.code(index, laid))
            case _:
                raise NotStraight

    def zone(self, index: Code, laid: Laid) -> Code:
        """Return what lies in a zone."""
        if not laid.cards:
            return Num(0, Kind.CARDS)
        at = self.seat(index, laid)
        return laid.cards[at] if at < len(laid.cards) else Num(0, Kind.CARDS)

    def asked(self, conds: list[Code], laid: Laid) -> Code:
        """Return conditions that all are to hold, where the zones are all asked for a card."""
        zones = {self._asked(c) for c in conds} - {None}
        if len(zones) < self.home.size and laid.cards:
            raise NotStraight
        if len(laid.cards) < self.home.size:
            return FALSE
        whole: Code = TRUE
        for c in conds:
            if self._asked(c) is None:
                whole = algebra.both(whole, self.code(c, laid))
        return folded(whole)

    def holder(self, mask: Code, laid: Laid, kind: Kind) -> Code:
        """Return the seat whose zone has a card, which is all that is in it."""
        mask = self.code(mask, laid)
        found: Code = Op("fail", ())
        for card, seat in reversed(list(zip(laid.cards, laid.seats, strict=False))):
            found = code.Pick(Op("==", (card, mask), Kind.BOOL), seat, found, kind)
        return found

    def _is_one(self, c: Code) -> bool:
        return isinstance(c, code.Zone) and isinstance(c.index, Num) and self._laid_in(c.index)

    def _among(self, masks: list[Code]) -> bool:
        """Whether all of the zones are among some masks."""
        found = {c.index for c in masks if isinstance(c, code.Zone) and self._is_one(c)}
        return len(found) == self.home.size

    def _whole(self, masks: list[Code]) -> bool:
        return len(masks) == self.home.size and self._among(masks)

    def _asked(self, c: Code) -> int | None:
        """Return the zone that is asked for a card, or for just one."""
        match c:
            case Op("some" | "one", (code.Zone(Num(slot)),)) if ("z", slot) in self.slots:
                return slot
            case _:
                return None

    def _holder(self, c: Code) -> Code | None:
        """Return the mask of which it is asked which zone has it."""
        mask, n = None, 0
        while isinstance(c, code.Pick):
            match c.cond:
                case Op("some", (Op("&", (code.Zone(Num(slot)), Var() as card)),)) | Op(
                    "==", (code.Zone(Num(slot)), Var() as card)
                ) if mask in (None, card) and slot == self.home.offset + n and c.then == Num(n):
                    mask, n, c = card, n + 1, c.other
                case _:
                    return None
        return mask if n == self.home.size and c == Op("fail", ()) else None

    # ------------------------------------------------------------------ acts

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
