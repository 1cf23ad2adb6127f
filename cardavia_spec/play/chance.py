"""Where chance comes from: deck orders, given or shuffled from a seed, and what draws take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from cardavia_spec.core.rng import Random
from cardavia_spec.play.engine import Supply


def supply(deck: Sequence[int]) -> Supply:
    """Return what draws take when the cards lie in this order: the first of those in the zone.

    `deck` lists every card once, in the order in which cards are drawn.
    """

    def take(cards: frozenset[int], n: int) -> frozenset[int]:
        if n == len(cards):
            return cards
        return frozenset(islice(filter(cards.__contains__, deck), n))

    return take


@dataclass(frozen=True, slots=True)
class Chance:
    """Deck orders to come: first those of `decks`, then shuffled from the stream `stream`.

    `stream` is the whole state of a random generator, or None: then there are no more decks
    than those given.
    """

    decks: tuple[tuple[int, ...], ...] = ()
    stream: int | None = None

    def next(self, size: int) -> tuple[tuple[int, ...] | None, Chance]:
        """Return the next order of `size` cards (None: there is none) and what is left."""
        if self.decks:
            return self.decks[0], Chance(self.decks[1:], self.stream)
        if self.stream is None:
            return None, self
        rng = Random(self.stream)
        return rng.shuffled(size), Chance((), rng.state)


def is_order(deck: Iterable[int], size: int) -> bool:
    """Tell whether `deck` lists each of `size` cards exactly once."""
    return sorted(deck) == list(range(size))
