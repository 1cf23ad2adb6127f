"""Which tiers bind and which rows apply, written down while a spec is run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Taken: TypeAlias = tuple[str, str]
"""The key of a definition, and the name of its tier or row."""
T = TypeVar("T")


class Notes:
    """What was taken since the last look: each tier or row once.

    `closed` are the looks that the interpreter itself had to take: after the cards were dealt.
    """

    def __init__(self) -> None:
        self.taken: set[Taken] = set()
        self.closed: list[frozenset[Taken]] = []

    def close(self) -> None:
        """Look at what was taken until now."""
        self.closed.append(frozenset(self.taken))
        self.taken.clear()

    def forget(self) -> None:
        """Take nothing of it for play: a move has been chosen, or a question was asked."""
        self.taken.clear()

    def kept(self, run: Callable[[], T]) -> tuple[T, frozenset[Taken]]:
        """Return a value that will be looked at again, and what was taken to find it."""
        outer, self.taken = self.taken, set()
        try:
            value = run()
            return value, frozenset(self.taken)
        finally:
            self.taken |= outer

    def again(self, kept: tuple[T, frozenset[Taken]]) -> T:
        """Return a kept value; what was taken to find it is taken once more."""
        value, taken = kept
        self.taken |= taken
        return value
