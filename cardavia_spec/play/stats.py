"""Statistics of many deals: how often each thing happens, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.program import Ask, Moment, Program
from cardavia_spec.core.plan.records import ROLES, Layout, Role, Slot
from cardavia_spec.core.plan.results import ABSENT
from cardavia_spec.core.rng import MASK
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.core.telling import Json, as_json
from cardavia_spec.core.types import BOOL, Bool, Maybe, SetOf, Type, show

Z: Final = 1.959963984540054
"""So many standard deviations take in 95 %."""
SAMPLE: Final = 16
"""Conditions of properties are looked at in every so manieth lot: they take long."""

_MOMENTS: Final[Mapping[PropertyKind, Moment]] = {
    PropertyKind.ALWAYS: Moment.STATE,
    PropertyKind.LEMMA: Moment.STATE,
    PropertyKind.EACH_STEP: Moment.STEP,
    PropertyKind.AT_END: Moment.END,
    PropertyKind.EACH_DEAL: Moment.SCORED,
    PropertyKind.AT_MATCH_END: Moment.MATCH_END,
}


def interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a frequency (Wilson's), (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    middle = share + Z * Z / (2 * trials)
    half = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    scale = 1 + Z * Z / trials
    low = 0.0 if hits == 0 else max(0.0, (middle - half) / scale)
    return low, 1.0 if hits == trials else min(1.0, (middle + half) / scale)


def condition_of(e: ir.Expr) -> ir.Expr | None:
    """Return the truth that what stands before `implies` holds (for some member), or None."""
    if isinstance(e, ir.Apply) and e.op is Op.IMPLIES:
        return e.args[0]
    if isinstance(e, ir.Fold) and e.op is FoldOp.EVERY:
        inner = condition_of(e.body)
        if inner is not None:
            return ir.Fold(FoldOp.SOME, e.name, e.domain, inner, type=BOOL, span=e.span)
    return None


def _each_condition(e: ir.Expr) -> list[ir.Expr]:
    """Return the conditions of all parts that are joined by `and`, each on its own."""
    if isinstance(e, ir.Apply) and e.op is Op.AND:
        return [found for arg in e.args for found in _each_condition(arg)]
    if isinstance(e, ir.Fold) and e.op is FoldOp.EVERY:
        return [
            ir.Fold(FoldOp.SOME, e.name, e.domain, found, type=BOOL, span=e.span)
            for found in _each_condition(e.body)
        ]
    found = condition_of(e)
    return [] if found is None else [found]


def conditions(spec: Spec) -> tuple[Ask, ...]:
    """Return the questions whether the conditions of the properties hold.

    Those of a property that has several are numbered.
    """
    asks = []
    for prop in spec.properties:
        moment, tests = _MOMENTS.get(prop.kind), _each_condition(prop.test)
        if moment is None:
            continue
        for n, test in enumerate(tests, 1):
            name = prop.name if len(tests) == 1 else f"{prop.name} ({n})"
            asks.append(Ask(name, test, moment))
    return tuple(asks)


class Adder:
    """Adds up in Python what the compiled engine adds up by itself: the same numbers."""

    def __init__(self, spec: Spec, layout: Layout) -> None:
        self.layout = layout
        self.stats = [0] * layout.size
        self._seen = 0
        team = spec.tables.get("team")
        seats = range(len(spec.seats.members))
        known = team is not None and spec.teams is not None
        self._team = dict.fromkeys(seats, 0)
        if known and team is not None:
            found = {s: team.values[s] for s in seats}
            self._team = {s: t if isinstance(t, int) else 0 for s, t in found.items()}

    def taken(self, s: Any) -> None:  # noqa: ANN401 - a state of a generated engine
        """Count the branches taken since the last time."""
        hits = s.hits
        if not hits:
            return
        s.hits = 0
        self._seen |= hits
        for number in _bits(hits):
            self.stats[self.layout.times_at + number] += 1

    def deal(self, s: Any, numbers: list[int], opener: int, dealer: int | None) -> None:  # noqa: ANN401
        """Count a deal that has ended and was scored."""
        self.taken(s)
        for number in _bits(self._seen):
            self.stats[self.layout.deals_at + number] += 1
        self._seen = 0
        self._results(self.layout.slots[: self.layout.deals], 0, numbers, opener, dealer)

    def counted(self, times: Mapping[int, int], deals: Mapping[int, int]) -> None:
        """Count branches by the masks of those taken together: in steps, and in deals."""
        for counts, at in ((times, self.layout.times_at), (deals, self.layout.deals_at)):
            for mask, n in counts.items():
                for number in _bits(mask):
                    self.stats[at + number] += n

    def match(self, numbers: list[int], opener: int, dealer: int | None) -> None:
        """Count a match that is over."""
        first = self.layout.deals
        self._results(self.layout.slots[first:], first, numbers, opener, dealer)

    def asked(self, seen: int) -> None:
        """Count what the questions said in a deal."""
        for number in _bits(seen):
            self.stats[self.layout.asks_at + number] += 1
        self.stats[self.layout.asked_at] += 1

    def _results(
        self,
        slots: tuple[Slot, ...],
        first: int,
        numbers: list[int],
        opener: int,
        dealer: int | None,
    ) -> None:
        for place, (slot, v) in enumerate(zip(slots, numbers, strict=True), first):
            if v == ABSENT:
                continue
            shown = int(v).bit_count() if slot.sized and v != NONE else int(v)
            bin_ = slot.size if v == NONE else (shown - slot.low) // slot.width
            self.stats[slot.at + bin_] += 1
            if v == NONE or slot.role is Role.NONE:
                continue
            at = self.layout.roles_at + ROLES * place
            self.stats[at] += 1
            self.stats[at + 3] += _of_all(slot, int(v))
            for j, seat in enumerate((opener, dealer), 1):
                if seat is not None:
                    self.stats[at + j] += self._speaks(slot, int(v), seat)

    def _speaks(self, slot: Slot, v: int, seat: int) -> int:
        who = self._team[seat] if slot.teams else seat
        if slot.role is Role.IS:
            return int(v == who)
        if slot.role is Role.HOLDS:
            return v >> who & 1
        return v if slot.member == who else 0


def _of_all(slot: Slot, v: int) -> int:
    """Return what a value says of all seats together."""
    if slot.role is Role.IS:
        return 1
    return v.bit_count() if slot.role is Role.HOLDS else v


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


# ----------------------------------------------------------------------------- reading them


@dataclass(frozen=True, slots=True)
class Branch:
    """How often a named branch was taken: in so many steps, in so many of `of` deals."""

    kind: str
    name: str
    times: int | None
    deals: int
    of: int

    @property
    def share(self) -> float:
        """The share of the deals in which it happened, 0 without deals."""
        return self.deals / self.of if self.of else 0.0

    @property
    def ends(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return interval(self.deals, self.of)


def branches(program: Program, layout: Layout, stats: list[int], deals: int) -> list[Branch]:
    """Return how often each named branch was taken."""
    found = []
    rules = len(program.branches)

    def row(kind: str, name: str, number: int) -> None:
        times = stats[layout.times_at + number]
        found.append(Branch(kind, name, times, stats[layout.deals_at + number], deals))

    for number, name in enumerate(program.spec.moves):
        row("move", program.spec.moves[name].name, rules + number)
    for kind in ("event", "tier", "row"):
        for number, taken in enumerate(program.branches):
            if taken.kind == kind:
                of = "" if taken.of is None else f"{program.spec.definitions[taken.of].name}: "
                row(kind, of + taken.name, number)
    asked = stats[layout.asked_at]
    for number, ask in enumerate(program.asks):
        seen = stats[layout.asks_at + number]
        found.append(Branch("condition", ask.name, None, seen, asked))
    return found


def distributions(layout: Layout, stats: list[int], of_deals: bool) -> dict[str, dict[str, int]]:
    """Return for each field of the results how often it had each value, in words."""
    slots = layout.slots[: layout.deals] if of_deals else layout.slots[layout.deals :]
    found: dict[str, dict[str, int]] = {}
    for slot in slots:
        bins = stats[slot.at : slot.at + slot.size + 1]
        if not any(bins):
            continue
        told = found.setdefault(title(slot), {})
        for place, n in enumerate(bins):
            if n:
                told[word(slot, place)] = n
    return found


def title(slot: Slot) -> str:
    """Return the name of a slot: `points`, `tricks of south`."""
    if slot.member is None or slot.field.domain is None:
        return slot.field.name
    assert isinstance(slot.field.domain.type, SetOf)
    return f"{slot.field.name} of {show(slot.member, slot.field.domain.type.member)}"


def word(slot: Slot, place: int) -> str:
    """Return what a bin stands for."""
    if place == slot.size:
        return tell_json(None)
    low = slot.low + place * slot.width
    if slot.width > 1:
        return f"{low}..{low + slot.width - 1}"
    if slot.counted:
        return f"{low} of them"
    return tell_json(as_json(_value(low, slot.field.value.type), slot.field.value.type))


def _value(number: int, type_: Type) -> Any:  # noqa: ANN401
    match type_:
        case Maybe(inner):
            return _value(number, inner)
        case SetOf():
            return frozenset(_bits(number))
        case Bool():
            return bool(number)
        case _:
            return number


def tell_json(value: Json) -> str:
    """Return a value of a result as one word or a few."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(tell_json, value)) or "nobody"
    return str(value)


@dataclass(frozen=True, slots=True)
class Advantage:
    """What a field says of the seat that moves first (and of the dealer).

    Of `of` results: how many name the seat, or what its own number adds up to.  `even` is what any
    seat has if all have the same: the share of the results, or what its number adds up to.
    """

    field: str
    own: bool
    of: int
    opener: int
    dealer: int | None
    even: float


def advantages(spec: Spec, layout: Layout, stats: list[int]) -> list[Advantage]:
    """Return what the deals say of the first seat and of the dealer, field by field."""
    found: dict[str, Advantage] = {}
    dealer = "dealer" in spec.cells
    for place, slot in enumerate(layout.slots[: layout.deals]):
        if slot.role is Role.NONE:
            continue
        at = layout.roles_at + ROLES * place
        of, first, second, together = map(_signed, stats[at : at + ROLES])
        parts = len(spec.teams.members) if slot.teams and spec.teams else len(spec.seats.members)
        name = slot.field.name
        own = slot.role is Role.OWN
        even = together / parts if own else together / (parts * of) if of else 1 / parts
        known = found.get(name)
        if known is not None:
            of, first, even = max(of, known.of), first + known.opener, even + known.even
            second += known.dealer or 0
        found[name] = Advantage(name, own, of, first, second if dealer else None, even)
    return list(found.values())


def _signed(number: int) -> int:
    """Return a sum as it is: the compiled engine adds up in 64 bits."""
    rest = number & MASK
    return rest - (1 << 64) if rest >> 63 else rest


__all__ = [
    "Adder",
    "Advantage",
    "Branch",
    "advantages",
    "branches",
    "conditions",
    "distributions",
    "interval",
    "title",
    "word",
]
