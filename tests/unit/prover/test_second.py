"""The second solver: it gets every goal, agrees, and would be heard if it did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.back.smt.emit import text
from cardavia_spec.back.smt.terms import bool_var, conj, neg
from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.prover.second import ask, digest, installed, refuse
from cardavia_spec.check.verdict import Outcome
from tests.unit.prover.small import small

pytestmark = pytest.mark.skipif(installed() is None, reason="cvc5 is not installed")


def test_answers() -> None:
    p, q = bool_var("p"), bool_var("q")
    assert ask("\n".join(text([p, neg(conj((p, q)))]))) == "sat"
    assert ask("\n".join(text([p, q, neg(conj((p, q)))]))) == "unsat"


@pytest.mark.slow
def test_every_goal_is_written_and_agreed(tmp_path: Path) -> None:
    found = prove(
        small(),
        budget=Budget(seconds=3600, goal=300, second=3600),
        jobs=1,
        cached=False,
        mine=False,
        second=True,
        smt=tmp_path,
    )
    rows = [v for v in found if v.outcome is Outcome.PROVED and v.name == "two a trick"]
    assert rows[0].solvers == ("z3", "cvc5")
    files = list(tmp_path.glob("small-*.smt2"))
    assert files
    for file in files:
        content = file.read_text(encoding="utf-8")
        assert file.stem == f"small-{digest(content)}"
        assert content.startswith("(set-logic")


def test_a_disagreement_is_kept(tmp_path: Path) -> None:
    error = refuse("a goal", "(check-sat)\n", tmp_path)
    assert "cvc5 refutes" in str(error)
    assert [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()] == ["(check-sat)\n"]
