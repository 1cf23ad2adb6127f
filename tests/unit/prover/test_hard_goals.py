"""Goals that are too hard as a whole: they wait for all others and are then taken apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Invariant, Role
from cardavia_spec.back.smt.terms import FALSE, bool_var, conj, given, neg
from cardavia_spec.check.prover.bench import (
    Farm,
    Listing,
    Lost,
    Measured,
    Measures,
    Question,
    Reply,
)
from cardavia_spec.check.prover.live import Result
from cardavia_spec.check.prover.strengthen import Strengthener
from cardavia_spec.core.ir import Lit
from cardavia_spec.core.types import BOOL

STEP = "move play"
EASY, HARD, LEANS = "easy", "hard", "leans on what is hard"


@dataclass
class Stub:
    """A bench that settles `HARD` only with effort, as `verdict`."""

    verdict: Answer
    asked: list[tuple[str, bool]] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)

    def add(self, items: Mapping[str, Invariant], pool: Sequence[str]) -> None:
        raise NotImplementedError

    def list(self, transitions: Sequence[str]) -> dict[str, Listing]:
        raise NotImplementedError

    def measure(self, asked: Measures) -> Measured:
        raise NotImplementedError

    def texts(self, asked: object) -> dict[object, str | None]:
        raise NotImplementedError

    def sunk(self, asked: object) -> dict[object, str | None]:
        raise NotImplementedError

    def send(self, question: Question) -> None:
        results = []
        for role, name in question.goals:
            self.asked.append((name, question.effort > 0))
            answer = Answer.UNSAT
            if name == HARD:
                answer = self.verdict if question.effort else Answer.UNKNOWN
            relies = frozenset({HARD}) & set(question.active) if name == LEANS else frozenset()
            if name == LEANS and not relies:
                answer = Answer.SAT
            results.append((Result(STEP, role, name, answer, frozenset(relies), 0.0), ()))
        self.replies.append(Reply(STEP, question.effort > 0, tuple(results)))

    def idle(self, transition: str) -> bool:
        return bool(transition) and not self.replies

    def spare(self) -> bool:
        return not self.replies

    def receive(self) -> Reply:
        return self.replies.pop(0)

    def close(self) -> None:
        raise NotImplementedError


def test_a_goal_that_was_hard_before_is_taken_apart_at_once() -> None:
    stub = Stub(Answer.UNSAT)
    items = {name: Invariant(name, Lit(value=True, type=BOOL)) for name in (HARD, EASY)}
    known = [(STEP, Role.INVARIANT, HARD)]
    strengthener = Strengthener(stub, items, {STEP: ()}, seconds=1000.0, hard=known)  # type: ignore[arg-type]
    strengthener.start(items)
    assert strengthener.run().proved == {HARD, EASY}
    assert stub.asked == [(EASY, False), (HARD, True)]


def search(verdict: Answer) -> tuple[Stub, frozenset[str]]:
    stub = Stub(verdict)
    items = {name: Invariant(name, Lit(value=True, type=BOOL)) for name in (HARD, LEANS, EASY)}
    strengthener = Strengthener(stub, items, {STEP: ()}, seconds=1000.0)  # type: ignore[arg-type]
    strengthener.start(items)
    return stub, strengthener.run().proved


def test_a_hard_goal_comes_last_and_with_effort() -> None:
    stub, proved = search(Answer.UNSAT)
    assert stub.asked[-1] == (HARD, True)
    assert [name for name, effort in stub.asked if effort] == [HARD]
    assert proved == {EASY, HARD, LEANS}


@pytest.mark.parametrize("verdict", [Answer.UNKNOWN, Answer.SAT])
def test_what_leans_on_a_hard_goal_falls_with_it(verdict: Answer) -> None:
    _, proved = search(verdict)
    assert proved == {EASY}


def test_a_truth_is_shortened_by_what_holds() -> None:
    a, b, c = bool_var("a"), bool_var("b"), bool_var("c")
    assert given(conj((a, b)), a) is b
    assert given(conj((neg(a), b)), a) is FALSE
    assert given(conj((b, c)), a) is conj((b, c))


@pytest.mark.parametrize("gone", [False, True])
def test_a_worker_that_ends_by_itself_is_told(gone: bool) -> None:
    """Before it is asked, when there is nobody to write to, or while it should answer."""
    from cardavia_spec.front.load import load_text
    from tests.unit.prover.small import SMALL

    farm = Farm(load_text("small.yaml", SMALL), 5.0, 1, ["settled"])
    try:
        assert farm.connections
        farm.processes[0].kill()
        if gone:
            farm.processes[0].join()
        with pytest.raises(Lost, match="memory"):
            farm.list(["settled"])
    finally:
        farm.close()
