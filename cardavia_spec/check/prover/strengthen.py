"""The greatest set of invariants that is inductive, with as many guesses as the goals need.

Begun with the properties of a spec: where a goal fails, guesses that exclude the state found are
assumed and become goals themselves.  What cannot be proved is taken back, and every proof that
relied on it is tried again, until nothing moves.  So in the end each proof relies on proofs only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Role
from cardavia_spec.check.prover.live import Live, Result, Told, obligation

Key = tuple[str, Role, str]
"""A goal: transition, role, name."""


@dataclass(slots=True)
class Outcome:
    """What is known at the end: a result for each goal, what still stands, and why the rest fell.

    `finished` is false if time ran out; then nothing that is not settled counts as proved.
    """

    results: dict[Key, Result]
    alive: list[str]
    fallen: dict[str, Key]
    seconds: float
    finished: bool = True
    lemmas: list[str] = field(default_factory=list)


class Strengthener:
    """Runs the search over the transitions of one system, in one process."""

    def __init__(
        self,
        lives: Mapping[str, Live],
        stated: Sequence[str],
        *,
        seconds: float,
        told: Told = lambda _: None,
        wanted: Callable[[Role, str], bool] = lambda _role, _name: True,
    ) -> None:
        self.lives = lives
        self.told = told
        self.wanted = wanted
        self.end = perf_counter() + seconds
        self.active: dict[str, None] = dict.fromkeys(stated)
        self.banned: set[str] = set()
        self.unowed: set[str] = set()
        self.results: dict[Key, Result] = {}
        self.fallen: dict[str, Key] = {}
        self.pending: dict[Key, None] = {}
        self.goals: list[Key] = [
            (name, goal.role, goal.name)
            for name, live in lives.items()
            for goal in live.goals.values()
            if goal.role is not Role.STRUCTURE
        ]

    def run(self) -> Outcome:
        """Search until everything is settled or time is out."""
        start = perf_counter()
        for key in self.goals:
            if self.wanted(key[1], key[2]):
                self.pending[key] = None
        for name in list(self.active):
            self._ask_everywhere(name)
        finished = True
        while self.pending:
            if perf_counter() > self.end:
                finished = False
                break
            key = next(iter(self.pending))
            del self.pending[key]
            self._one(key)
        if finished:
            for live in self.lives.values():
                self.told(f"{live.transition.name}: one place for each card")
                for result in live.structure(self._owed(live)):
                    self.results[result.transition, result.role, result.name] = result
        lemmas = self._used()
        return Outcome(
            self.results,
            list(self.active),
            self.fallen,
            perf_counter() - start,
            finished,
            lemmas,
        )

    # ------------------------------------------------------------------ one goal

    def _ask_everywhere(self, name: str) -> None:
        for transition, live in self.lives.items():
            if live.goal_of(name) is not None:
                self.pending[transition, Role.INVARIANT, name] = None

    def _owed(self, live: Live) -> frozenset[str]:
        names = (
            obligation(live.transition.name, g.name)
            for g in live.goals.values()
            if g.role is Role.OBLIGATION
        )
        return frozenset(n for n in names if n not in self.unowed)

    def _one(self, key: Key) -> None:
        transition, role, name = key
        if role is Role.INVARIANT and name not in self.active:
            return
        live = self.lives[transition]
        self.told(f"{transition}: {name} ({len(self.pending)} to go)")
        asked: list[str] = []
        goal = live.goals[role, name]
        banned = frozenset(self.banned)
        before = dict(self.active)
        result = live.prove(goal, self.active, self._owed(live), banned, asked)
        if result.answer is not Answer.UNSAT:
            # guesses taken in vain are not kept for this goal's sake
            for extra in asked:
                if extra not in before:
                    self.active.pop(extra, None)
            asked = []
        self.results[key] = result
        for extra in asked:
            self._ask_everywhere(extra)
        if result.answer is not Answer.UNSAT:
            self._fall(key)

    def _fall(self, key: Key) -> None:
        """Take back what failed, and everything that was proved with it."""
        transition, role, name = key
        if role is Role.INVARIANT:
            self.active.pop(name, None)
            self.banned.add(name)
            self.fallen[name] = key
            lost = name
        elif role is Role.OBLIGATION:
            lost = obligation(transition, name)
            self.unowed.add(lost)
            self.fallen[lost] = key
        else:
            return
        for other, result in list(self.results.items()):
            if result.answer is Answer.UNSAT and lost in result.relies and other != key:
                del self.results[other]
                self.pending[other] = None

    # ------------------------------------------------------------------ what was needed

    def _used(self) -> list[str]:
        """Return the invariants that the proofs of goals rely on, directly or through others."""
        relies: dict[str, set[str]] = {}
        for (_, role, name), result in self.results.items():
            if role is Role.INVARIANT:
                relies.setdefault(name, set()).update(result.relies)
        seen: set[str] = set()
        stack = [
            n
            for (_, role, _), result in self.results.items()
            if role is not Role.INVARIANT
            for n in result.relies
        ]
        stack += [n for n in self.active if n not in self._pool()]
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += relies.get(name, ())
        return [n for n in self.active if n in seen]

    def _pool(self) -> frozenset[str]:
        live = next(iter(self.lives.values()))
        return frozenset(live.pool)


def closure(start: Iterable[str], relies: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Return all that names rely on, directly or through others, themselves included."""
    seen: set[str] = set()
    stack = list(start)
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            stack += relies.get(name, ())
    return frozenset(seen)
