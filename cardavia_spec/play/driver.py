"""Driving play: decks and choices from a seed, from bytes or from a line that was kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardavia_spec.core.rng import Random
from cardavia_spec.core.types import Value

LISTED = 400
"""Families with more moves are not listed when a move is chosen by its rule."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal.

    `deck` holds every card in the order in which cards are drawn, `choices` for each decision the
    place of the chosen move in its family.
    """

    deck: tuple[int, ...]
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A match from its start: the options that were given, and its deals."""

    options: tuple[tuple[str, Value], ...]
    deals: tuple[Deal, ...]

    @property
    def moves(self) -> int:
        """How many moves it has in all."""
        return sum(len(deal.choices) for deal in self.deals)


class Enough(Exception):
    """There is no need to play on."""


class ByRule(Protocol):
    """A move, as far as a source looks at it."""

    @property
    def rule(self) -> str:
        """The rule it is a member of."""


class Source(Protocol):
    """Gives a deck for each deal and a choice for each decision."""

    def deck(self) -> Sequence[int] | None:
        """Return the next deck order, or None when there shall be no further deal."""

    def choose(self, family: Iterable[ByRule], count: int) -> int:
        """Return the place of the chosen one of the `count` (at least one) moves of a family."""


class Uniform:
    """Shuffled decks and uniform choices, from one seed."""

    def __init__(self, seed: int, size: int, deals: int) -> None:
        self.rng = Random(seed)
        self.size = size
        self.deals = deals

    def deck(self) -> Sequence[int] | None:
        """Return a shuffled deck."""
        if self.deals <= 0:
            return None
        self.deals -= 1
        return self.rng.shuffled(self.size)

    def choose(self, family: Iterable[ByRule], count: int) -> int:
        """Return any of the moves, each as likely."""
        return self.rng.below(count)


class Biased(Uniform):
    """Decks that lie in clumps, and moves that uniform play makes seldom.

    Deals go round four ways of choosing: by rule first (by the weights of the spec, else each rule
    alike), mostly the first move, mostly the last, uniform.
    """

    def __init__(self, seed: int, size: int, deals: int, weights: Mapping[str, int]) -> None:
        super().__init__(seed, size, deals)
        self.weights = weights
        self.way = 0

    def deck(self) -> Sequence[int] | None:
        """Return a deck cut into equal blocks which were shuffled, or a shuffled one."""
        if self.deals <= 0:
            return None
        self.deals -= 1
        self.way = self.deals % 4
        block = 1 + self.rng.below(5)
        starts = self.rng.shuffled(-(-self.size // block))
        deck = [c for b in starts for c in range(b * block, min((b + 1) * block, self.size))]
        for _ in range(self.rng.below(4)):
            i, j = self.rng.below(self.size), self.rng.below(self.size)
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    def choose(self, family: Iterable[ByRule], count: int) -> int:
        """Return a move by the way of this deal."""
        if self.way == 1 and self.rng.below(8):
            return 0
        if self.way == 2 and self.rng.below(8):
            return count - 1
        if self.way == 0 and 1 < count <= LISTED:
            places: dict[str, list[int]] = {}
            for place, move in enumerate(family):
                places.setdefault(move.rule, []).append(place)
            if len(places) > 1:
                return self._by_rule(places)
        return self.rng.below(count)

    def _by_rule(self, places: Mapping[str, Sequence[int]]) -> int:
        weights = [max(0, self.weights.get(rule, 1)) for rule in places]
        at = self.rng.below(sum(weights) or 1)
        for rule, weight in zip(places, weights, strict=True):
            if at < weight:
                return places[rule][self.rng.below(len(places[rule]))]
            at -= weight
        return next(iter(places.values()))[0]


class Given:
    """The deals of a line; a choice that is too high is the last one, a missing one the first.

    With a `limit`, the choice after so many in the last deal raises `Enough`.
    """

    def __init__(self, deals: Sequence[Deal], limit: int | None = None) -> None:
        self.deals = list(reversed(deals))
        self.limit = limit
        self.choices: Sequence[int] = ()
        self.place = 0

    def deck(self) -> Sequence[int] | None:
        """Return the next deck of the line."""
        if not self.deals:
            return None
        deal = self.deals.pop()
        self.choices, self.place = deal.choices, 0
        return deal.deck

    def choose(self, family: Iterable[ByRule], count: int) -> int:
        """Return the next choice, cut to the moves there are."""
        if not self.deals and self.place == self.limit:
            raise Enough
        choice = self.choices[self.place] if self.place < len(self.choices) else 0
        self.place += 1
        return min(choice, count - 1)


class FromBytes:
    """One deal from a deck and a string of bytes; further deals of the match follow from it.

    Each decision with several moves takes as many bytes as it needs; when they are used up, the
    first move is made, so that shorter strings mean simpler play.
    """

    def __init__(self, deck: Sequence[int], choices: bytes, deals: int = 1) -> None:
        self.first = deck
        self.choices = choices
        self.place = 0
        self.deals = deals
        self.dealt = 0
        self.rng = Random(int.from_bytes(choices[:8], "big"))

    @property
    def later(self) -> bool:
        """Whether the given deal has been played."""
        return self.dealt > 1

    def deck(self) -> Sequence[int] | None:
        """Return the given deck, then shuffled ones."""
        if self.dealt == self.deals:
            return None
        self.dealt += 1
        return self.rng.shuffled(len(self.first)) if self.later else self.first

    def choose(self, family: Iterable[ByRule], count: int) -> int:
        """Return the move that the next bytes name."""
        if count == 1:
            return 0
        if self.later:
            return self.rng.below(count)
        width = 1 if count <= 256 else (count.bit_length() + 15) // 8
        part = self.choices[self.place : self.place + width].ljust(width, b"\0")
        self.place += width
        return int.from_bytes(part, "big") * count >> 8 * width


def deck_of(order: bytes, size: int) -> tuple[int, ...]:
    """Return the deck that a string of bytes names; the empty one names the deck in order."""
    deck = list(range(size))
    for i, byte in enumerate(order[: size - 1]):
        j = i + (byte * (size - i) >> 8)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
