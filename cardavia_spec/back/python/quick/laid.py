"""What lies in the zones of a round, and what plans ask of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cardavia_spec.back.python.quick.folding import fold, folded
from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_asked,
    all_codes,
    every,
    inside,
    joined,
    rewritten,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import Zone


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


class Telling:
    """Puts what was laid into what asks for it.  `home` is the family of zones."""

    def __init__(self, program: Program, effects: Effects, fresh: Fresh, home: Zone) -> None:
        self.program = program
        self.effects = effects
        self.fresh = fresh
        self.home = home
        self.turn = program.spec.cells["turn"].offset
        self.slots: set[Slot] = {("z", home.offset + i) for i in range(home.size)}
        self.own = self.slots | {("c", self.turn)}
        self.naming: frozenset[int] = frozenset()

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
