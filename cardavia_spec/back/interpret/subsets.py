"""The subsets of a set with given sizes, counted and found by number, never listed.

Their order: sizes ascending, and within a size the lexicographic order of the sorted members.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb


@dataclass(frozen=True, slots=True)
class Subsets:
    """All subsets of `members` (ascending) with one of `sizes` (ascending, each possible)."""

    members: tuple[int, ...]
    sizes: tuple[int, ...]

    def count(self) -> int:
        """Return how many there are."""
        return sum(comb(len(self.members), size) for size in self.sizes)

    def __bool__(self) -> bool:
        return bool(self.sizes)

    def __iter__(self) -> Iterator[frozenset[int]]:
        for size in self.sizes:
            yield from map(frozenset, combinations(self.members, size))

    def __getitem__(self, number: int) -> frozenset[int]:
        """Return the subset with this number, from 0."""
        for size in self.sizes:
            of_size = comb(len(self.members), size)
            if number < of_size:
                return frozenset(combination(self.members, size, number))
            number -= of_size
        raise IndexError(number)


def combination(members: tuple[int, ...], size: int, number: int) -> list[int]:
    """Return combination number `number` (from 0, lexicographic) of `size` of the members."""
    chosen: list[int] = []
    rest = len(members)
    for member in members:
        if len(chosen) == size:
            break
        rest -= 1
        with_it = comb(rest, size - len(chosen) - 1)
        if number < with_it:
            chosen.append(member)
        else:
            number -= with_it
    return chosen
