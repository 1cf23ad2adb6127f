"""Where transitions are worked on: here, or in processes of their own.

Each transition belongs to one worker, which encodes it when it is first asked for and keeps its
solver.  Questions go out in batches and answers come back in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.system import Invariant, Role
from cardavia_spec.check.prover.alike import Alike
from cardavia_spec.check.prover.falls import Falls
from cardavia_spec.check.prover.live import Live, Result
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.children import serve, start


@dataclass(frozen=True, slots=True)
class Question:
    """Goals of one transition, and what they may assume."""

    transition: str
    goals: tuple[tuple[Role, str], ...]
    active: tuple[str, ...]
    unowed: frozenset[str]
    banned: frozenset[str]
    effort: float = 0.0
    """Seconds of work to take a goal apart with, where it is not settled as a whole."""
    hints: tuple[frozenset[str] | None, ...] = ()
    """For each goal, if known, what an earlier proof of it relied on: tried before all else."""
    exact: bool = False
    """Whether what fails is asked once more with exact counts."""


@dataclass(frozen=True, slots=True)
class Reply:
    """For each goal its result and the guesses that it took."""

    transition: str
    late: bool
    results: tuple[tuple[Result, tuple[str, ...]], ...]


Listing = tuple[tuple[Role, str], ...]
"""The goals of a transition that it has by itself: obligations, edges, structure, properties."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Numbers to be looked at in transitions, and what may be assumed."""

    transitions: tuple[str, ...]
    numbers: tuple[Expr, ...]
    active: tuple[str, ...]
    unowed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sinking:
    """On what the proofs rely that a step never raises a number, and that it always lowers it.

    None where there is no proof; what always lowers never raises, with the same proof.
    """

    rises: frozenset[str] | None
    lowers: frozenset[str] | None


Measured = dict[str, list[Sinking]]


Told = tuple[str, Role, str, frozenset[str]]
"""A proved goal: transition, role, name, and what its proof relied on."""


Falling = tuple[str, Expr, bool, frozenset[str]]
"""A proved goal about a number: transition, number, whether it sinks, what the proof relied on."""


class Bench(Protocol):
    """Something that answers questions about transitions."""

    def add(self, items: Mapping[str, Invariant], pool: Sequence[str]) -> None:
        """Make invariants known, and which of them are guesses."""

    def list(self, transitions: Sequence[str]) -> dict[str, Listing]:
        """Return the goals that transitions have by themselves."""

    def measure(self, asked: Measures) -> Measured:
        """Return for each transition and number whether it never rises, and whether it sinks."""

    def texts(self, asked: Sequence[Told]) -> dict[Told, str | None]:
        """Return proved goals as SMT-LIB; None for one that needs no solver."""

    def sunk(self, asked: Sequence[Falling]) -> dict[Falling, str | None]:
        """Return proved goals about numbers as SMT-LIB; None for one that needs no solver."""

    def send(self, question: Question) -> None:
        """Ask."""

    def idle(self, transition: str) -> bool:
        """Whether the worker of a transition waits for a question."""

    def spare(self) -> bool:
        """Whether any worker waits for a question."""

    def receive(self) -> Reply:
        """Return the next answer; something must have been asked."""

    def close(self) -> None:
        """Stop."""


class Worker:
    """Answers questions in this process."""

    def __init__(self, spec: Spec, limit: float, shared: Shared | None = None) -> None:
        self.spec = spec
        self.shared = shared or Shared.of(spec)
        self.alike = Alike(spec)
        self.limit = limit
        self.items: dict[str, Invariant] = {}
        self.pool: dict[str, None] = {}  # shared with the transitions: guesses may come later
        self.lives: dict[str, Live] = {}
        self.falling: dict[str, Falls] = {}
        self.replies: list[Reply] = []

    def live(self, name: str) -> Live:
        """Return a transition, encoded when it is first asked for."""
        if name not in self.lives:
            self.lives[name] = Live(
                self.spec, self.shared, name, self.items, self.pool, self.limit, self.alike
            )
        return self.lives[name]

    def falls(self, name: str) -> Falls:
        """Return a transition for questions about numbers."""
        if name not in self.falling:
            self.falling[name] = Falls(self.live(name))
        return self.falling[name]

    def add(self, items: Mapping[str, Invariant], pool: Sequence[str]) -> None:
        """Make invariants known, and which of them are guesses."""
        self.items.update(items)
        self.pool.update(dict.fromkeys(pool))

    def list(self, transitions: Sequence[str]) -> dict[str, Listing]:
        """Return the goals that transitions have by themselves."""
        return {name: self.live(name).listing() for name in transitions}

    def measure(self, asked: Measures) -> Measured:
        """Return for each transition and number whether it never rises, and whether it sinks."""
        found: Measured = {}
        for name in asked.transitions:
            live = self.live(name)
            owed = live.owing() - asked.unowed
            falls = self.falls(name)
            found[name] = [
                Sinking(*falls.measure(expr, asked.active, owed)) for expr in asked.numbers
            ]
        return found

    def texts(self, asked: Sequence[Told]) -> dict[Told, str | None]:
        """Return proved goals as SMT-LIB; None for one that needs no solver."""
        return {key: self.live(key[0]).text(key[1], key[2], key[3]) for key in asked}

    def sunk(self, asked: Sequence[Falling]) -> dict[Falling, str | None]:
        """Return proved goals about numbers as SMT-LIB; None for one that needs no solver."""
        return {key: self.falls(key[0]).text(key[1], key[2], key[3]) for key in asked}

    def answer(self, question: Question) -> Reply:
        """Answer one question."""
        live = self.live(question.transition)
        active = dict.fromkeys(question.active)
        results: list[tuple[Result, tuple[str, ...]]] = []
        owed = live.owing() - question.unowed
        structure = {goal for goal in question.goals if goal[0] is Role.STRUCTURE}
        hints = question.hints or (None,) * len(question.goals)
        for (role, name), hint in zip(question.goals, hints, strict=True):
            if role is Role.STRUCTURE:
                continue
            goal = live.goal(role, name)
            assert goal is not None
            before = dict(active)
            asked: list[str] = []
            result = live.prove(
                goal,
                active,
                owed,
                question.banned,
                asked,
                question.effort,
                hint,
                exact=question.exact,
            )
            if result.answer.value != "unsat":
                active, asked = before, []  # taken in vain
            results.append((result, tuple(asked)))
        if structure:
            results += [(result, ()) for result in live.structure(structure)]
        return Reply(question.transition, question.effort > 0, tuple(results))

    def send(self, question: Question) -> None:
        """Answer at once; `receive` hands it over."""
        self.replies.append(self.answer(question))

    def idle(self, transition: str) -> bool:
        """Whether nothing waits to be fetched."""
        assert transition
        return not self.replies

    def spare(self) -> bool:
        """Whether nothing waits to be fetched."""
        return not self.replies

    def receive(self) -> Reply:
        """Return the answer."""
        return self.replies.pop(0)

    def close(self) -> None:
        """Nothing to stop."""


def _serve(connection: Connection, spec: Spec, limit: float) -> None:
    serve()
    worker = Worker(spec, limit)
    try:
        while True:
            match connection.recv():
                case ("add", items, pool):
                    worker.add(items, pool)
                case ("list", transitions):
                    connection.send(worker.list(transitions))
                case Measures() as asked:
                    connection.send(worker.measure(asked))
                case ("texts", keys):
                    connection.send(worker.texts(keys))
                case ("sunk", keys):
                    connection.send(worker.sunk(keys))
                case Question() as question:
                    connection.send(worker.answer(question))
                case _:
                    return
    except (EOFError, BrokenPipeError):
        return


LOST: Final = "a process that proves has ended by itself (was memory short?)"


class Lost(RuntimeError):
    """A worker is gone."""


class Farm:
    """Several workers, each in a process of its own; a transition mostly goes to the same one.

    Where that one is busy, another that waits may help: it encodes the transition once more.  The
    processes start when there is something to do.
    """

    def __init__(self, spec: Spec, limit: float, jobs: int, transitions: Iterable[str]) -> None:
        self.spec = spec
        self.limit = limit
        self.jobs = jobs
        self.items: dict[str, Invariant] = {}
        self.pool: dict[str, None] = {}
        self._connections: list[Connection] = []
        self.processes: list[BaseProcess] = []
        self.place = {name: i % jobs for i, name in enumerate(transitions)}
        self.busy = [0] * jobs

    @property
    def connections(self) -> list[Connection]:
        """The lines to the workers, which are started if need be."""
        if not self._connections:
            context = get_context("spawn")
            for _ in range(self.jobs):
                here, there = context.Pipe()
                process = context.Process(
                    target=_serve, args=(there, self.spec, self.limit), daemon=True
                )
                start(process)
                there.close()
                self._connections.append(here)
                self.processes.append(process)
                self._sent(here, ("add", self.items, list(self.pool)))
        return self._connections

    def add(self, items: Mapping[str, Invariant], pool: Sequence[str]) -> None:
        """Make invariants known, and which of them are guesses."""
        self.items.update(items)
        self.pool.update(dict.fromkeys(pool))
        for connection in self._connections:
            self._sent(connection, ("add", dict(items), list(pool)))

    def list(self, transitions: Sequence[str]) -> dict[str, Listing]:
        """Return the goals that transitions have by themselves."""
        found: dict[str, Listing] = {}
        for number, connection in enumerate(self.connections):
            own = [name for name in transitions if self.place[name] == number]
            # Of so few each worker will be asked something, and meanwhile has nothing to do.
            self._sent(connection, ("list", own if len(transitions) > self.jobs else transitions))
        for connection in self.connections:
            found.update(self._received(connection))
        return {name: found[name] for name in transitions}

    def measure(self, asked: Measures) -> Measured:
        """Return for each transition and number whether it never rises, and whether it sinks."""
        found: Measured = {}
        for number, connection in enumerate(self.connections):
            own = tuple(name for name in asked.transitions if self.place[name] == number)
            self._sent(connection, replace(asked, transitions=own))
        for connection in self.connections:
            found.update(self._received(connection))
        return found

    def texts(self, asked: Sequence[Told]) -> dict[Told, str | None]:
        """Return proved goals as SMT-LIB; None for one that needs no solver."""
        found: dict[Told, str | None] = self._shared("texts", asked)
        return found

    def sunk(self, asked: Sequence[Falling]) -> dict[Falling, str | None]:
        """Return proved goals about numbers as SMT-LIB; None for one that needs no solver."""
        found: dict[Falling, str | None] = self._shared("sunk", asked)
        return found

    def _shared(self, what: str, asked: Sequence[Any]) -> dict[Any, Any]:
        """Return what the workers of the transitions, which keys begin with, say of them."""
        found: dict[Any, Any] = {}
        if not asked:
            return found
        for number, connection in enumerate(self.connections):
            self._sent(connection, (what, [key for key in asked if self.place[key[0]] == number]))
        for connection in self.connections:
            found.update(self._received(connection))
        return found

    def send(self, question: Question) -> None:
        """Ask the worker of the transition, or one that waits if that is busy."""
        number = self.place[question.transition]
        if self.busy[number] and self.spare():
            number = self.busy.index(0)
        self.busy[number] += 1
        self._sent(self.connections[number], question)

    def idle(self, transition: str) -> bool:
        """Whether the worker of a transition waits for a question."""
        return self.busy[self.place[transition]] == 0

    def spare(self) -> bool:
        """Whether any worker waits for a question."""
        return 0 in self.busy

    def receive(self) -> Reply:
        """Return the next answer of any worker."""
        ready = wait([c for c, busy in zip(self.connections, self.busy, strict=True) if busy])
        connection = ready[0]
        assert isinstance(connection, Connection)
        reply = self._received(connection)
        assert isinstance(reply, Reply)
        self.busy[self.connections.index(connection)] -= 1
        return reply

    def _sent(self, connection: Connection, asked: object) -> None:
        """Send something to a worker."""
        try:
            connection.send(asked)
        except (BrokenPipeError, ConnectionResetError):
            raise Lost(LOST) from None

    def _received(self, connection: Connection) -> Any:  # noqa: ANN401
        """Return what a worker sends."""
        try:
            return connection.recv()
        except (EOFError, ConnectionResetError):
            raise Lost(LOST) from None

    def close(self) -> None:
        """Stop the workers, whatever they are at."""
        for connection in self._connections:
            connection.close()
        for process in self.processes:
            process.terminate()
            process.join()
