"""Every transition and every branch can happen: no proof is for want of a state."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.system import Builder, invariants, names
from cardavia_spec.back.smt.terms import neg
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec
from tests.unit.prover.small import small

ROOT = Path(__file__).parents[3]


def dead(spec: Spec) -> list[str]:
    shared = Shared.of(spec)
    builder = Builder(spec, shared)
    stated = invariants(spec, shared)
    found = []
    for name in names(spec):
        transition = builder.build(name)
        given = [t for item in stated if (t := builder.before(transition, item)) is not None]
        solver = Solver(timeout=60)
        solver.add(transition.axioms)
        solver.add(given)
        solver.add(fact for _, fact in transition.facts)
        if solver.check(()) is not Answer.SAT:
            found.append(name)
        found += [
            f"{name}: {branch.name} {branch.span}"
            for branch in transition.branches
            if solver.check((), neg(branch.cond)) is not Answer.SAT
        ]
    return found


def test_the_small_game() -> None:
    assert dead(small()) == []


def test_an_impossible_branch_is_seen() -> None:
    edit = ("      if doubled: winner", "      if doubled and not doubled: winner")
    assert len(dead(small(edit))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["schnapsen", "aluette", "ganjifa"])
def test_whole_games(game: str) -> None:
    spec = load_spec(ROOT / "spec" / f"{game}.yaml")
    unreachable = dead(spec)
    assert not [name for name in unreachable if ":" not in name]
