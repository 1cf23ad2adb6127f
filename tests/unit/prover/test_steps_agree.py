"""Concrete against symbolic: every step of play is the one model of its symbolic step.

The names that the encoding makes get their true values; then every axiom, fact and obligation
must hold, and the state after must be the concrete one.  A wrong axiom, a branch that is silently
impossible, a counter that is off: each shows here.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.system import Builder, Role, invariants, names
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, eq, iff, neg, number, variables
from cardavia_spec.back.smt.values import Members, Table
from cardavia_spec.check.prover.concrete import disagreements, follow
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.front.load import load_spec
from tests.unit.prover.play import steps
from tests.unit.prover.small import small

ROOT = Path(__file__).parents[3]


def agree(
    spec: Spec, *, deals: int, seed: int
) -> tuple[Counter[str], Counter[tuple[str, int, str]]]:
    shared = Shared.of(spec)
    builder = Builder(spec, shared)
    built = {name: builder.build(name) for name in names(spec)}
    stated = invariants(spec, shared)
    seen: Counter[str] = Counter()
    branches: Counter[tuple[str, int, str]] = Counter()
    for name, before, args, step in steps(spec, deals=deals, seed=seed):
        transition = built[name]
        valuation = follow(transition, before, args, step)
        wrong = list(disagreements(spec, transition, valuation, step.state))
        assert not wrong, (name, wrong[:3])
        seen[name] += 1
        for branch in transition.branches:
            place = (name, branch.span.start, branch.name)
            branches[place] += bool(valuation.of(branch.cond))
        for item in stated:
            old, new = builder.before(transition, item), builder.after(transition, item)
            assert old is None or valuation.of(old), (name, item.name)
            assert new is None or valuation.of(new), (name, item.name)
        for goal in transition.goals:
            if goal.role is Role.PROPERTY:
                assert valuation.of(goal.formula), (name, goal.name)
    return seen, branches


def test_the_small_game_all_rules_and_branches() -> None:
    spec = small()
    seen, branches = agree(spec, deals=40, seed=3)
    assert set(seen) == set(names(spec)) - {"start", "settled"}
    assert all(branches.values()), branches


def test_a_wrong_encoding_is_seen() -> None:
    """The negative control: a step of one rule held against the encoding of another one."""
    right, wrong = (
        small(),
        small(("winner.tricks += 1\n      else", "winner.tricks += 2\n      else")),
    )
    builder = Builder(wrong, Shared.of(wrong))
    found: list[str] = []
    for name, before, args, step in steps(right, deals=20, seed=3):
        if name == "event trick":
            transition = builder.build(name)
            valuation = follow(transition, before, args, step)
            found += disagreements(wrong, transition, valuation, step.state)
    assert any("tricks" in line for line in found)


def fixed(known: object, plain: object) -> list[Term]:
    """Say that a symbolic value is a plain one."""
    if isinstance(known, Table):
        return [g if v == plain else neg(g) for v, g in known.guards.items()]
    if isinstance(known, Members):
        assert isinstance(plain, frozenset)
        return [g if m in plain else neg(g) for m, g in known.guards.items()]
    assert isinstance(known, Term)
    assert isinstance(plain, int)
    return [iff(known, TRUE if plain else FALSE) if known.boolean else eq(known, number(plain))]


def fixed_state(symbolic: SymState, state: State) -> list[Term]:
    """Say that a symbolic state is a concrete one, counters aside."""
    found: list[Term] = []
    for zone, cards in zip(symbolic.zones, state.zones, strict=True):
        found += fixed(zone, cards)
    for cell, value in zip(symbolic.cells, state.cells, strict=True):
        found += fixed(cell, value)
    return found


def test_the_successor_is_unique() -> None:
    """With the state before, the parameters and the draws fixed, the solver finds one successor."""
    spec = small()
    builder = Builder(spec, Shared.of(spec))
    built = {name: builder.build(name) for name in names(spec)}
    done: Counter[str] = Counter()
    for name, before, args, step in steps(spec, deals=12, seed=9):
        transition = built[name]
        if transition.before is None or done[name] >= 6:
            continue
        done[name] += 1
        valuation = follow(transition, before, args, step)
        given: list[Term] = []
        given += fixed_state(transition.before, before)
        free = [t for t in variables(t for _, t in transition.facts) if "!" in str(t)]
        drawn = [t for t in variables(transition.axioms) if str(t).startswith("drawn!")]
        given += [t if valuation.of(t) else neg(t) for t in (*free, *drawn)]
        after = fixed_state(transition.after, step.state)
        solver = Solver(timeout=10)
        solver.add(transition.axioms)
        solver.add(fact for _, fact in transition.facts)
        sizes = [
            eq(zone.weights[""], number(len(cards)))
            for zone, cards in zip(transition.before.zones, before.zones, strict=True)
        ]
        worth = [
            eq(zone.weights["worth"], number(sum(spec.tables["worth"].values[c] for c in cards)))  # type: ignore[misc]
            for zone, cards in zip(transition.before.zones, before.zones, strict=True)
        ]
        solver.add([*given, *sizes, *worth])
        assert solver.check(()) is Answer.SAT, name
        assert solver.check((), conj(after)) is Answer.UNSAT, name
    assert len(done) >= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "deals"),
    [
        ("spec/schnapsen.yaml", 16),
        ("spec/aluette.yaml", 8),
        ("spec/ganjifa.yaml", 1),
        ("tests/games/briscola.yaml", 6),
        ("tests/games/hearts.yaml", 2),
        ("tests/games/whist.yaml", 2),
        ("tests/games/belote.yaml", 4),
    ],
)
def test_whole_games(path: str, deals: int) -> None:
    seen, _ = agree(load_spec(ROOT / path), deals=deals, seed=1000)
    assert sum(seen.values()) > 30
