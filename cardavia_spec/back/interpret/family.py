"""The legal moves of a state as a family: asked, counted and drawn from, not listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import Frame
from cardavia_spec.back.interpret.groups import Group
from cardavia_spec.back.interpret.legality import Legality
from cardavia_spec.core.faults import Refusal, RuleFault
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import MoveRule
from cardavia_spec.core.state import Move, State

KEPT = 2000
"""Where subsets have to be tried, at most so many that are legal are kept for the next question."""


class Judge(Protocol):
    """Who says why a move is refused, and turns what broke in a rule into a fault."""

    def check(self, state: State, move: Move) -> Refusal | None: ...  # noqa: D102

    def broke(self, broken: Broken, rule: MoveRule, state: State) -> RuleFault: ...  # noqa: D102


class MoveFamily:
    """All legal moves of one state, in canonical order.

    `move in family`, `len(family)` (`count()` where it may pass `sys.maxsize`), iteration,
    `family[number]`, `family.sample(rng)`.  Every one of them may raise `RuleFault`.
    """

    __slots__ = ("_count", "_frame", "_groups", "_judge", "_me", "_rules", "_state")

    def __init__(
        self, rules: Sequence[Legality], frame: Frame, me: int, state: State, judge: Judge
    ) -> None:
        self._rules = rules
        self._frame = frame
        self._me = me
        self._state = state
        self._judge = judge
        self._groups: list[Group] | None = None
        self._count: int | None = None

    def groups(self) -> Iterable[Group]:
        """Return the members in canonical order, free choices together."""
        if self._groups is None:
            kept: list[Group] = []
            for rule in self._rules:
                try:
                    found = rule.groups(self._frame, self._me)
                    if rule.subsets_tried:
                        found = list(islice(found, KEPT + 1))
                        if len(found) > KEPT:
                            return self._one_by_one()
                    kept += found
                except Broken as broken:
                    raise self._judge.broke(broken, rule.rule, self._state) from None
            self._groups = kept
        return self._groups

    def _one_by_one(self) -> Iterator[Group]:
        for rule in self._rules:
            try:
                yield from rule.groups(self._frame, self._me)
            except Broken as broken:
                raise self._judge.broke(broken, rule.rule, self._state) from None

    def count(self) -> int:
        """Return how many members there are, of any size."""
        if self._count is None:
            self._count = sum([group.count() for group in self.groups()])
        return self._count

    def by_rule(self) -> dict[str, int]:
        """Return how many members there are of each rule that has any."""
        found: dict[str, int] = {}
        for group in self.groups():
            count = group.count()
            if count:
                found[group.rule] = found.get(group.rule, 0) + count
        return found

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return next((True for group in self.groups() if group.count()), False)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._judge.check(self._state, move) is None

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
        groups = self.groups()
        if not isinstance(groups, list):
            return self[rng.below(self.count())]
        sizes = [group.count() for group in groups]
        rest = rng.below(sum(sizes))
        for group, size in zip(groups, sizes, strict=True):
            if rest < size:
                return Move(group.rule, group[rest])
            rest -= size
        raise IndexError("there is no legal move")

    def __repr__(self) -> str:
        return f"<MoveFamily of {self.count()}>"
