"""The members of a move rule, kept in groups that are counted and numbered without listing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from cardavia_spec.back.interpret.subsets import Subsets
from cardavia_spec.core.types import Value

Tail: TypeAlias = "Sequence[int] | Subsets"
"""What a choice chooses from, ascending."""


class Listed:
    """Members that were found one by one."""

    __slots__ = ("members", "rule")

    def __init__(self, rule: str, members: Sequence[tuple[Value, ...]]) -> None:
        self.rule = rule
        self.members = members

    def count(self) -> int:
        """Return how many there are."""
        return len(self.members)

    def __getitem__(self, number: int) -> tuple[Value, ...]:
        """Return the parameters of member number `number`, from 0."""
        return self.members[number]

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        return iter(self.members)


class Free:
    """The members that begin with `prefix` and go on in any way with members of `tails`.

    In canonical order: the last tail changes fastest.
    """

    __slots__ = ("prefix", "rule", "tails")

    def __init__(self, rule: str, prefix: tuple[Value, ...], tails: Sequence[Tail]) -> None:
        self.rule = rule
        self.prefix = prefix
        self.tails = tails

    def count(self) -> int:
        """Return how many there are."""
        number = 1
        for tail in self.tails:
            number *= tail.count() if isinstance(tail, Subsets) else len(tail)
        return number

    def __getitem__(self, number: int) -> tuple[Value, ...]:
        """Return the parameters of member number `number`, from 0."""
        if len(self.tails) == 1:
            return (*self.prefix, self.tails[0][number])
        last: list[Value] = []
        for tail in reversed(self.tails):
            size = tail.count() if isinstance(tail, Subsets) else len(tail)
            number, place = divmod(number, size)
            last.append(tail[place])
        return (*self.prefix, *reversed(last))

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        # Not `product`: it would list the subsets first.
        if not self.tails:
            yield self.prefix
        else:
            first, *others = self.tails
            for value in first:
                yield from Free(self.rule, (*self.prefix, value), others)


Group: TypeAlias = Listed | Free
