"""What is kept of numbers that sink: it counts while what it assumed is assumed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Role, invariants
from cardavia_spec.check.prover.bench import Sinking
from cardavia_spec.check.prover.ending import flow
from cardavia_spec.check.prover.live import Result
from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.prover.second import installed
from cardavia_spec.check.prover.store import Proofs
from cardavia_spec.check.verdict import Outcome
from tests.unit.prover.small import small

STEP = "move play"
OWED = f"{STEP} / it is owed"
NOTHING: frozenset[str] = frozenset()


@pytest.fixture
def proofs() -> Proofs:
    spec = small()
    shared = Shared.of(spec)
    kept = Proofs(spec, shared, None)
    kept.add(invariants(spec, shared))
    return kept


def recalled(
    proofs: Proofs,
    active: list[str],
    unowed: frozenset[str] = NOTHING,
    same: str = "same",
    *,
    hoped: bool = False,
) -> Sinking | None:
    return proofs.sunk(STEP, flow(proofs.spec), active, unowed, same, hoped)


def test_what_a_proof_assumed_must_be_assumed_again(proofs: Proofs) -> None:
    one, two, *_ = proofs.items
    found = Sinking(NOTHING, frozenset({one, OWED}))
    assert recalled(proofs, [one, two]) is None
    proofs.keep_sunk(STEP, flow(proofs.spec), found, "same")
    assert recalled(proofs, [one, two]) == found
    assert recalled(proofs, [one], same="other") == found
    assert recalled(proofs, [two]) is None
    assert recalled(proofs, [two], hoped=True) is None
    assert recalled(proofs, [one, two], frozenset({OWED})) is None


def test_what_was_not_shown_is_asked_again_under_other_assumptions(proofs: Proofs) -> None:
    one, *_ = proofs.items
    found = Sinking(NOTHING, None)
    proofs.keep_sunk(STEP, flow(proofs.spec), found, "same")
    assert recalled(proofs, [one]) == found
    assert recalled(proofs, [one], same="other") is None
    assert recalled(proofs, [one], same="other", hoped=True) == found


def test_a_kept_word_of_the_second_solver_falls_with_the_proof(proofs: Proofs) -> None:
    one, *_ = proofs.items
    number = flow(proofs.spec)
    proofs.keep_sunk(STEP, number, Sinking(NOTHING, frozenset({one})), "same")
    proofs.keep_second_sunk(STEP, number, "unsat", strict=True)
    assert proofs.second_sunk(STEP, number, strict=True) == "unsat"
    assert proofs.second_sunk(STEP, number, strict=False) is None
    proofs.keep_sunk(STEP, number, Sinking(NOTHING, NOTHING), "same")
    assert proofs.second_sunk(STEP, number, strict=True) is None


@pytest.mark.slow
@pytest.mark.skipif(installed() is None, reason="cvc5 is not installed")
def test_both_solvers_are_asked_of_ends(tmp_path: Path) -> None:
    patient = Budget(seconds=3600, goal=300, deals=40, second=3600)
    folder = tmp_path / "goals"
    for smt in (None, folder, None):
        rows = prove(
            small(), budget=patient, jobs=1, cache=tmp_path, mine=False, second=True, smt=smt
        )
        ends = {row.name: row for row in rows if row.name in ("a deal ends", "a match ends")}
        assert len(ends) == 2
        for row in ends.values():
            assert row.outcome is Outcome.PROVED
            assert row.solvers == ("z3", "cvc5")
    assert list(folder.glob("*.smt2"))


def test_the_second_solver_is_asked_anew_where_a_goal_is_shown_another_way(tmp_path: Path) -> None:
    spec = small()
    shared = Shared.of(spec)
    path = tmp_path / "small.json"
    kept = Proofs(spec, shared, path)
    kept.add(invariants(spec, shared))
    one, two, *_ = kept.items
    key = (STEP, Role.INVARIANT, one)
    result = Result(*key, Answer.UNSAT, frozenset({one}), 0.0)
    kept.keep({key: result}, {STEP: ()}, {key: "unsat"})
    again = Proofs(spec, shared, path)
    again.add(invariants(spec, shared))
    assert again.second(key, {one}) == "unsat"
    assert again.second(key, {one, two}) is None
