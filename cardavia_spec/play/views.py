"""Who knows which card where, and the view a seat has of the table.

Knowledge is derived, never written in a spec.  A card that was seen at either end of a move or a
draw, or that was shown, is known to whoever saw it, until cards of its zone go unseen: then it
could be one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from cardavia_spec.core.spec import Spec, Visibility, Zone
from cardavia_spec.core.state import Drawn, Effect, Moved, Shown, State, Step, StepKind
from cardavia_spec.core.telling import Json, as_json
from cardavia_spec.core.types import Kind, Sort, show, values

Knowledge: TypeAlias = tuple[frozenset[int], ...]
"""For each seat the cards whose place it knows."""


class Sight:
    """Who sees which zone of one spec, and what the seats learn from steps."""

    __slots__ = ("_before", "_gathered", "watchers")

    def __init__(self, spec: Spec) -> None:
        self.watchers = _watchers(spec)
        """For each zone slot the seats that see its cards."""
        self._gathered = tuple(zone.holds for zone in spec.zones.values() for _ in range(zone.size))
        self._before = tuple(
            frozenset[int]().union(
                *(cards for slot, cards in enumerate(self._gathered) if seat in self.watchers[slot])
            )
            for seat in range(len(spec.seats.members))
        )

    @property
    def before(self) -> Knowledge:
        """What the seats know before a deal: the cards that lie where they can see them."""
        return self._before

    def learn(self, zones: Sequence[frozenset[int]], known: Knowledge, step: Step) -> Knowledge:
        """Return what the seats know after a step; `zones` and `known` are those before it."""
        if step.kind is StepKind.DEAL:
            zones, known = self._gathered, self._before
        if not step.effects:
            return known
        return _fold(self.watchers, list(zones), list(known), step.effects)


def _watchers(spec: Spec) -> tuple[frozenset[int], ...]:
    everyone = frozenset(range(len(spec.seats.members)))
    slots: list[frozenset[int]] = []
    for zone in spec.zones.values():
        owners: Sequence[int | None] = (None,) if zone.each is None else values(zone.each)
        for owner in owners:
            match zone.seen_by:
                case Visibility.EVERYONE:
                    slots.append(everyone)
                case Visibility.NOBODY:
                    slots.append(frozenset())
                case Visibility.OWNER:
                    slots.append(_owners(spec, zone, owner))
                case _:
                    assert_never(zone.seen_by)
    return tuple(slots)


def _owners(spec: Spec, zone: Zone, owner: int | None) -> frozenset[int]:
    kind = zone.each.kind if isinstance(zone.each, Sort) else None
    if owner is not None and kind is Kind.SEAT:
        return frozenset({owner})
    if owner is not None and kind is Kind.TEAM:
        teams = spec.tables["team"].values
        return frozenset(seat for seat, team in enumerate(teams) if team == owner)
    return frozenset()  # nobody owns the zone of a suit


def _fold(
    seen: Sequence[frozenset[int]],
    zones: list[frozenset[int]],
    known: list[frozenset[int]],
    effects: Iterable[Effect],
) -> Knowledge:
    for effect in effects:
        match effect:
            case Shown(cards):
                known = [mine | cards for mine in known]
            case Moved(cards, source, target) | Drawn(cards, source, target):
                held = zones[source]
                eyes = seen[source] | seen[target]
                for seat, mine in enumerate(known):
                    if seat in eyes:
                        known[seat] = mine | cards
                    elif cards and cards != held:
                        known[seat] = mine - held
                zones[source] = held - cards
                zones[target] |= cards
            case _:
                assert_never(effect)
    return tuple(known)


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone as one seat sees it: how many cards lie in it, and those it knows, in deck order."""

    name: str
    owner: str | None
    size: int
    cards: tuple[str, ...]

    @property
    def hidden(self) -> int:
        """How many of its cards the seat does not know."""
        return self.size - len(self.cards)


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know: nothing else of the state can be told from it.

    `turn` is None when nobody is to move.  `cells` are the options and variables, which are
    public, as `core.telling.as_json` writes them; those of a family stand under the names of
    their indices.  `unseen` are the cards whose place the seat does not know.  `legal` are its
    own legal moves as the `legal` list of a trace has them, empty when another seat is to move.
    """

    seat: str
    deal: int
    turn: str | None
    piles: tuple[Pile, ...]
    cells: Mapping[str, Json]
    unseen: tuple[str, ...]
    legal: tuple[tuple[Json, ...], ...]

    def pile(self, name: str, owner: str | None = None) -> Pile:
        """Return the zone `name` (of `owner`).

        Raises:
            KeyError: there is no such zone.
        """
        for pile in self.piles:
            if pile.name == name and pile.owner == owner:
                return pile
        raise KeyError(name if owner is None else f"{name} of {owner}")


def piles(spec: Spec, state: State, known: frozenset[int]) -> tuple[Pile, ...]:
    """Return the zones as one sees them who knows the place of the cards `known`."""
    names = spec.cards.members
    found = []
    for zone in spec.zones.values():
        owners: Sequence[str | None] = (None,)
        if zone.each is not None:
            owners = [show(owner, zone.each) for owner in values(zone.each)]
        for place, owner in enumerate(owners):
            cards = state.zones[zone.offset + place]
            told = tuple(names[card] for card in sorted(cards & known))
            found.append(Pile(zone.name, owner, len(cards), told))
    return tuple(found)


def public_cells(spec: Spec, state: State) -> dict[str, Json]:
    """Return options and variables by key, families as objects keyed by their indices."""
    found: dict[str, Json] = {}
    for key, cell in spec.cells.items():
        slots = state.cells[cell.offset : cell.offset + cell.size]
        told: list[Json] = [as_json(value, cell.type) for value in slots]
        for index in reversed(cell.each):
            keys = [show(value, index) for value in values(index)]
            rows = [told[i : i + len(keys)] for i in range(0, len(told), len(keys))]
            told = [dict(zip(keys, row, strict=True)) for row in rows]
        found[key] = told[0]
    return found
