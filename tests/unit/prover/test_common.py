"""What encodings of one spec have in common changes none of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from cardavia_spec.back.smt.context import Recorded, Shared
from cardavia_spec.back.smt.system import Builder, invariants, names
from cardavia_spec.back.smt.values import Symbolic
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec
from tests.unit.prover.small import small

ROOT: Final = Path(__file__).resolve().parents[3]
EVERY: Final = (
    *sorted((ROOT / "spec").glob("*.yaml")),
    *sorted((ROOT / "tests" / "games").glob("*.yaml")),
)
SHORT: Final = ("schnapsen", "briscola", "hearts")
GAMES: Final = [p for p in EVERY if p.stem in SHORT or "CARDAVIA_MORE" in os.environ]
"""The longer ones take half a minute: `make agree`."""


class Nothing(dict[object, tuple[Symbolic, Recorded]]):
    """A memory that keeps nothing."""

    def __setitem__(self, key: object, value: object) -> None:
        """Forget at once."""


def encoded(spec: Spec, *, common: bool) -> dict[str, object]:
    """Return all formulas of all transitions; terms are equal where they are the same."""
    shared = Shared.of(spec)
    if not common:
        shared.common = Nothing()
    found: dict[str, object] = {}
    items = [*invariants(spec, shared)]
    for name in names(spec):
        builder = Builder(spec, shared)
        transition = builder.build(name)
        before = [builder.before(transition, item) for item in items]
        after = [builder.after(transition, item) for item in items]
        steps = [builder.step(transition, prop) for prop in builder.steps(transition)]
        goals = [*transition.goals, *steps]
        found[name] = (
            [(goal.role, goal.name, goal.formula, goal.facts) for goal in goals],
            list(transition.facts),
            before,
            after,
            list(transition.axioms),
        )
    return found


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow) for path in GAMES],
    ids=lambda path: path.stem,
)
def test_games_are_encoded_the_same(path: Path) -> None:
    """With what is common remembered, and with nothing of it."""
    spec = load_spec(path)
    one, other = encoded(spec, common=True), encoded(spec, common=False)
    for name in one:
        assert one[name] == other[name], name


def test_a_small_game_is_encoded_the_same_and_something_is_common() -> None:
    """The same formulas, and not for want of anything in common."""
    spec = small()
    assert encoded(spec, common=True) == encoded(spec, common=False)
    shared = Shared.of(spec)
    for name in names(spec):
        Builder(spec, shared).build(name)
    assert shared.common
