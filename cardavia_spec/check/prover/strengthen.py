"""The greatest set of invariants that is inductive, with as many guesses as the goals need.

Begun with the properties of a spec: where a goal fails, guesses that exclude the state found are
assumed and become goals themselves.  What cannot be proved is taken back, and every proof that
relied on it is tried again, until nothing moves.  In the end `audit` goes over all results once
more and keeps what relies on kept things only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Invariant, Role
from cardavia_spec.check.prover.bench import Bench, Listing, Question
from cardavia_spec.check.prover.live import Result, obligation

Key = tuple[str, Role, str]
"""A goal: transition, role, name."""

BATCH: Final = 6
"""Goals of one transition that go out together."""
WORTH: Final = 10
"""For more goals than this a second worker encodes a transition."""
EFFORT: Final = 120.0
"""Seconds of work for a goal that is taken apart."""


@dataclass(slots=True)
class Found:
    """What is known at the end.

    `proved` names the invariants and obligations that hold, each by proofs that rely on such
    only.  `results` has the last result of each goal; `finished` is false if time ran out.
    """

    results: dict[Key, Result]
    proved: frozenset[str]
    active: tuple[str, ...]
    finished: bool


def speaks(transition: str, item: Invariant) -> bool:
    """Whether an invariant is a goal of a transition."""
    if transition == "settled":
        return False
    if transition in ("start", "after deal"):
        return item.match_only and item.over is None
    return True


class Strengthener:
    """Runs the search.

    `recall` may answer a goal from what was proved before; `hard` names goals that were too hard
    as a whole then; `hints` tells what earlier proofs relied on, so that it is tried first.
    """

    def __init__(
        self,
        bench: Bench,
        items: Mapping[str, Invariant],
        listings: Mapping[str, Listing],
        *,
        seconds: float,
        told: Callable[[str], None] = lambda _: None,
        recall: Callable[[Key, Mapping[str, None]], Result | None] = lambda _key, _active: None,
        hard: Iterable[Key] = (),
        hints: Mapping[Key, frozenset[str]] | None = None,
    ) -> None:
        self.bench = bench
        self.items = dict(items)
        self.listings = listings
        self.told = told
        self.recall = recall
        self.hints = hints or {}
        self.end = perf_counter() + seconds
        self.active: dict[str, None] = {}
        self.banned: set[str] = set()
        self.unowed: set[str] = set()
        self.results: dict[Key, Result] = {}
        self.pending: dict[str, dict[tuple[Role, str], None]] = {name: {} for name in listings}
        self.exact = False
        self.known = frozenset(hard)
        self.hard = dict.fromkeys(hard)  # those, and what turns out so
        self.late: dict[Key, None] = {}  # too hard as a whole: taken apart when all else is settled

    def start(self, stated: Iterable[str]) -> None:
        """Ask for all goals of the system, and for these invariants."""
        for transition, listing in self.listings.items():
            for role, name in listing:
                self.pending[transition][role, name] = None
        for name in stated:
            self.take(name)

    def take(self, name: str) -> None:
        """Assume an invariant from now on, and ask for it everywhere."""
        if name in self.active or name in self.banned:
            return
        self.active[name] = None
        for transition, wanted in self.pending.items():
            if speaks(transition, self.items[name]):
                wanted[Role.INVARIANT, name] = None

    def retry(self, names: Iterable[str]) -> None:
        """Give invariants that fell, and all that failed, another try (with new guesses)."""
        self.banned.clear()
        self.unowed.clear()
        for key, result in list(self.results.items()):
            if result.answer is not Answer.UNSAT and key[1] is not Role.INVARIANT:
                del self.results[key]
                self.pending[key[0]][key[1], key[2]] = None
        for name in names:
            if name not in self.active:
                for key in [k for k in self.results if k[1] is Role.INVARIANT and k[2] == name]:
                    del self.results[key]
                self.take(name)

    def look_closer(self, names: Iterable[str]) -> None:
        """Try what failed, and these invariants that fell, once more with exact counts."""
        self.exact = True
        self.unowed.clear()
        for key, result in list(self.results.items()):
            failed = result.answer is not Answer.UNSAT
            if failed and key[1] not in (Role.INVARIANT, Role.EDGE, Role.STRUCTURE):
                self._again(key)
        for name in names:
            self.banned.discard(name)
            if name not in self.active:
                for key in [k for k in self.results if k[1] is Role.INVARIANT and k[2] == name]:
                    del self.results[key]
                self.take(name)

    def run(self) -> Found:
        """Search until everything is settled or time is out."""
        asked = 0
        finished = True
        while any(self.pending.values()) or asked or self.late:
            if perf_counter() > self.end:
                finished = False
                break
            asked += self._send()
            if asked:
                asked -= 1
                self._take_in()
        for _ in range(asked):  # time is out: answers under way are not waited for in vain
            self._take_in()
        return self.so_far(finished=finished)

    def so_far(self, *, finished: bool = False) -> Found:
        """Return what is known by now."""
        proved = audit(self.items, self.active, self.listings, self.results)
        return Found(dict(self.results), proved, tuple(self.active), finished)

    # ------------------------------------------------------------------ asking and answers

    def _send(self) -> int:
        sent = 0
        for transition in self.pending:
            if self.bench.idle(transition):
                sent += self._send_batch(transition)
        settled = not any(self.pending.values())
        for key in [key for key in self.late if settled or key in self.known]:
            sent += self._send_late(key)
        for transition in sorted(self.pending, key=lambda t: -len(self.pending[t])):
            # Its own worker is busy: one that waits may take some, if they are worth encoding.
            while self.bench.spare() and len(self.pending[transition]) > WORTH:
                sent += self._send_batch(transition)
        return sent

    def _send_batch(self, transition: str) -> int:
        """Send some goals of a transition, if there are any that nothing is known of."""
        wanted = self.pending[transition]
        batch: list[tuple[Role, str]] = []
        while wanted:
            role, name = next(iter(wanted))
            if batch and (role is Role.STRUCTURE) != (batch[0][0] is Role.STRUCTURE):
                break  # cards are looked at all at once
            if len(batch) >= BATCH and role is not Role.STRUCTURE:
                break
            del wanted[role, name]
            key = (transition, role, name)
            if role is Role.INVARIANT and name not in self.active:
                continue
            known = self.recall(key, self.active)
            if known is not None and not (known.relies & self.unowed):
                self.results[key] = known
            elif key in self.known:
                self.late[key] = None
            else:
                batch.append((role, name))
        if not batch:
            return 0
        self._ask(transition, batch, 0.0)
        return 1

    def _send_late(self, key: Key) -> int:
        """Send a hard goal, to any worker that has nothing else to do."""
        transition, role, name = key
        if not self.bench.spare():
            return 0
        del self.late[key]
        if role is Role.INVARIANT and name not in self.active:
            return 0
        effort = max(1.0, min(EFFORT, self.end - perf_counter()))
        self._ask(transition, [(role, name)], effort)
        return 1

    def _ask(self, transition: str, batch: list[tuple[Role, str]], effort: float) -> None:
        done = len(self.results)
        every = done + len(batch) + len(self.late) + sum(map(len, self.pending.values()))
        self.told(f"{done} of {every} goals: {transition}: {batch[0][1]}")
        self.bench.send(
            Question(
                transition,
                tuple(batch),
                tuple(self.active),
                frozenset(self.unowed),
                frozenset(self.banned),
                effort,
                tuple(self.hints.get((transition, role, name)) for role, name in batch),
                self.exact,
            )
        )

    def _take_in(self) -> None:
        reply = self.bench.receive()
        for result, asked in reply.results:
            key = (result.transition, result.role, result.name)
            if result.role is Role.INVARIANT and result.name not in self.active:
                continue
            for extra in asked:
                self.take(extra)
            hard = result.answer is Answer.UNKNOWN and result.role is not Role.EDGE
            if hard and not reply.late:
                self.late[key] = None
                self.hard[key] = None
                continue
            self.results[key] = result
            if result.answer is Answer.UNSAT:
                if any(self._gone(name) for name in result.relies):
                    self._again(key)
            else:
                self._fall(key)

    def _gone(self, name: str) -> bool:
        if name in self.items:
            return name not in self.active
        return name in self.unowed

    def _again(self, key: Key) -> None:
        self.results.pop(key, None)
        self.pending[key[0]][key[1], key[2]] = None

    def _fall(self, key: Key) -> None:
        """Take back what failed, and try again everything that was proved with it."""
        transition, role, name = key
        if role is Role.INVARIANT:
            self.active.pop(name, None)
            self.banned.add(name)
            lost = name
        elif role is Role.OBLIGATION:
            lost = obligation(transition, name)
            self.unowed.add(lost)
        else:
            return
        for other, result in list(self.results.items()):
            if result.answer is Answer.UNSAT and lost in result.relies:
                self._again(other)


def audit(
    items: Mapping[str, Invariant],
    active: Iterable[str],
    listings: Mapping[str, Listing],
    results: Mapping[Key, Result],
) -> frozenset[str]:
    """Return the invariants and obligations all of whose goals are proved by such alone.

    This is the one place that says `proved`: the greatest set in which each member has, for every
    transition that it speaks of, an unsatisfiable goal that relies on members only.
    """
    goals: dict[str, list[Key]] = {}
    for name in active:
        goals[name] = [(t, Role.INVARIANT, name) for t in listings if speaks(t, items[name])]
    for transition, listing in listings.items():
        for role, name in listing:
            if role is Role.OBLIGATION:
                goals[obligation(transition, name)] = [(transition, role, name)]
    kept = set(goals)
    while True:
        lost = {
            name for name in kept if not all(_stands(results, key, kept) for key in goals[name])
        }
        if not lost:
            return frozenset(kept)
        kept -= lost


def _stands(results: Mapping[Key, Result], key: Key, kept: set[str]) -> bool:
    result = results.get(key)
    return result is not None and result.answer is Answer.UNSAT and result.relies <= kept


def stands(found: Found, key: Key) -> bool:
    """Whether a single goal is proved by proved things."""
    return _stands(found.results, key, set(found.proved))


def closure(start: Iterable[str], found: Found) -> tuple[str, ...]:
    """Return all that names rely on, directly or through others, themselves included."""
    relies: dict[str, set[str]] = {}
    for (transition, role, name), result in found.results.items():
        if role is Role.INVARIANT:
            relies.setdefault(name, set()).update(result.relies)
        elif role is Role.OBLIGATION:
            relies.setdefault(obligation(transition, name), set()).update(result.relies)
    seen: dict[str, None] = {}
    stack = list(start)
    while stack:
        name = stack.pop()
        if name not in seen:
            seen[name] = None
            stack += sorted(relies.get(name, ()))
    return tuple(seen)
