"""The legal moves of a state as a family: asked, counted and drawn from, not listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias

from cardavia_spec.back.interpret.frame import Frame
from cardavia_spec.back.interpret.rules import Group, Legality
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import MoveRule
from cardavia_spec.core.state import Move

Watch: TypeAlias = Callable[[MoveRule], AbstractContextManager[None]]
"""Turns what breaks while a rule is asked into a `RuleFault`."""


class MoveFamily:
    """All legal moves of one state, in canonical order.

    `move in family`, `len(family)` (`count()` where it may pass `sys.maxsize`), iteration,
    `family[number]`, `family.sample(rng)`.  Every one of them may raise `RuleFault`.
    """

    __slots__ = ("_count", "_frame", "_judge", "_kept", "_me", "_rules", "_watch")

    def __init__(
        self,
        rules: Sequence[Legality],
        frame: Frame,
        me: int,
        judge: Callable[[Move], bool],
        watch: Watch,
    ) -> None:
        self._rules = rules
        self._frame = frame
        self._me = me
        self._judge = judge
        self._watch = watch
        self._kept: dict[str, tuple[Group, ...]] = {}
        self._count: int | None = None

    def groups(self) -> Iterator[Group]:
        """Yield the members in canonical order, free choices together."""
        for rule in self._rules:
            yield from self._groups_of(rule)

    def _groups_of(self, rule: Legality) -> Iterator[Group] | tuple[Group, ...]:
        if rule.subsets_tried:  # there may be too many to keep
            return self._found(rule)
        kept = self._kept.get(rule.rule.name)
        if kept is None:
            kept = self._kept[rule.rule.name] = tuple(self._found(rule))
        return kept

    def _found(self, rule: Legality) -> Iterator[Group]:
        with self._watch(rule.rule):
            yield from rule.groups(self._frame, self._me)

    def count(self) -> int:
        """Return how many members there are, of any size."""
        if self._count is None:
            self._count = sum(group.count() for group in self.groups())
        return self._count

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return any(group.count() for group in self.groups())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._judge(move)

    def __iter__(self) -> Iterator[Move]:
        for group in self.groups():
            for args in group:
                yield Move(group.rule, args)

    def __getitem__(self, number: int) -> Move:
        rest = number if number >= 0 else number + self.count()
        if rest >= 0:
            for group in self.groups():
                size = group.count()
                if rest < size:
                    return Move(group.rule, group[rest])
                rest -= size
        raise IndexError(f"there is no move number {number} among {self.count()}")

    def sample(self, rng: Random) -> Move:
        """Return a member, each as likely as the others: one draw, also where there is but one.

        Raises IndexError if there is none (`Interpreter.require_moves` tells a spec's fault).
        """
        return self[rng.below(self.count())]

    def __repr__(self) -> str:
        return f"<MoveFamily of {self.count()}>"
