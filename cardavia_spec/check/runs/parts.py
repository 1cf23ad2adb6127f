"""Pieces of seeded play, and what is found in them: parts that add up in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardavia_spec.check.runs.plan import Lot
from cardavia_spec.play.lots import LOT

PIECE: Final = 8
"""At most so many lots make a piece."""
ROUNDS: Final = (16, 4, 1)
"""Play stops after this part (one in so many) of all deals if it has refuted something."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Lots `first` to `first + lots - 1`, `size` deals each, of the seed of one choice of options.

    `choice` is the number of the choice among those of the spec.
    """

    choice: int
    seed: int
    first: int
    lots: int
    size: int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in seeded play something was noted; the smallest one has least to follow.

    `moves` were made in the deal, which is number `of_match` (from 1) of its match and number
    `deal` (from 0) of its lot.  `stream` is the random stream with which the match begins.
    """

    moves: int
    of_match: int
    choice: int
    lot: int
    deal: int
    seed: int
    stream: int


@dataclass(frozen=True, slots=True)
class Part:
    """What was found in some pieces: for each number in how many deals, and the smallest place."""

    deals: int
    moves: int
    matches: int
    counts: tuple[int, ...]
    places: tuple[Place | None, ...]

    @classmethod
    def empty(cls, size: int) -> Part:
        """Return what is found where nothing is played; `size` things could be noted."""
        return cls(0, 0, 0, (0,) * size, (None,) * size)

    def __add__(self, other: Part) -> Part:
        """Return what was found in both together."""
        return Part(
            self.deals + other.deals,
            self.moves + other.moves,
            self.matches + other.matches,
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            tuple(_smaller(a, b) for a, b in zip(self.places, other.places, strict=True)),
        )

    def found(self) -> Iterator[tuple[int, int, Place]]:
        """Yield each number that was noted, in how many deals, and the smallest place."""
        for number, (count, place) in enumerate(zip(self.counts, self.places, strict=True)):
            if place is not None:
                yield number, count, place


def _smaller(a: Place | None, b: Place | None) -> Place | None:
    return min(a, b) if a is not None and b is not None else a or b


def whole(lots: Sequence[Lot]) -> list[Piece]:
    """Return the first deals: one piece for each choice of options, however many deals it has."""
    return [Piece(i, lot.seed, 0, 1, lot.deals) for i, lot in enumerate(lots)]


def rounds(lots: Sequence[Lot]) -> list[list[Piece]]:
    """Return the pieces of each round: a part of the deals of every choice of options."""
    found: list[list[Piece]] = []
    ends = [0] * len(lots)
    for share in ROUNDS:
        pieces: list[Piece] = []
        for i, lot in enumerate(lots):
            full = lot.deals // LOT
            many = full + (lot.deals > full * LOT)
            begin, ends[i] = ends[i], -(-many // share)
            for first in range(begin, min(ends[i], full), PIECE):
                n = min(PIECE, min(ends[i], full) - first)
                pieces.append(Piece(i, lot.seed, first, n, LOT))
            if begin <= full < ends[i]:
                pieces.append(Piece(i, lot.seed, full, 1, lot.deals - full * LOT))
        found.append(pieces)
    return found
