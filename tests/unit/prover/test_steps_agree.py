"""Concrete against symbolic: every step of play is the one model of its symbolic step.

The names that the encoding makes get their true values; then every axiom, fact and obligation
must hold, and the state after must be the concrete one.  A wrong axiom, a branch that is silently
impossible, a counter that is off: each shows here.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.system import Builder
from cardavia_spec.check.prover.concrete import disagreements, follow
from cardavia_spec.core.spec import PropertyKind
from cardavia_spec.front.load import load_spec
from tests.unit.prover.encoded import Encoded, agree, dead, unique
from tests.unit.prover.play import recorded, steps
from tests.unit.prover.small import small

ROOT = Path(__file__).parents[3]
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
"""So many times as much is held: `make agree` asks for ten times."""


def test_the_small_game_all_rules_and_branches() -> None:
    encoded = Encoded(small())
    coverage = agree(encoded, steps(encoded.spec, deals=60, seed=3), each=15)
    assert not coverage.missing(15)


def test_what_was_not_covered_is_told() -> None:
    """The negative control: one deal has not everything in it."""
    encoded = Encoded(small())
    missing = agree(encoded, steps(encoded.spec, deals=1, seed=3), each=1).missing()
    assert ("deal", "doubled", True) in missing
    assert ("move play",) not in missing


def test_a_wrong_encoding_is_seen() -> None:
    """The negative control: a step of one rule held against the encoding of another one."""
    right, wrong = (
        small(),
        small(("winner.tricks += 1\n      else", "winner.tricks += 2\n      else")),
    )
    builder = Builder(wrong, Shared.of(wrong))
    transition = builder.build("event trick")
    found: list[str] = []
    for name, before, args, step in steps(right, deals=20, seed=3):
        if name == transition.name:
            valuation = follow(transition, before, args, step)
            found += disagreements(wrong, transition, valuation, step.state)
    assert any("tricks" in line for line in found)


def test_the_successor_is_unique() -> None:
    """With the state before, the parameters and the draws fixed, the solver finds one successor."""
    encoded = Encoded(small())
    unique(encoded, steps(encoded.spec, deals=30, seed=9), each=6)


def test_another_successor_would_be_seen() -> None:
    """The negative control: an encoding that says nothing of the step."""
    encoded = Encoded(small())
    encoded.built["move play"].after = encoded.shared.layout.fresh("loose ")
    with pytest.raises(AssertionError, match="move play"):
        unique(encoded, steps(encoded.spec, deals=30, seed=9), each=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["schnapsen", "ganjifa", "aluette"][: 1 + MORE])
def test_whole_games(game: str) -> None:
    """Each move, event and branch under each value of each option; nothing is impossible."""
    spec = load_spec(ROOT / "spec" / f"{game}.yaml")
    if MORE == 1:  # what is said of single steps takes longest to encode, and play looks at it too
        kept = (prop for prop in spec.properties if prop.kind is not PropertyKind.EACH_STEP)
        spec = replace(spec, properties=tuple(kept))
    encoded = Encoded(spec)
    rare = list(recorded(spec, ROOT / "spec" / "witnesses" / game))
    coverage = agree(encoded, chain(rare, steps(spec, deals=40 * MORE, seed=1000)), each=2 * MORE)
    assert not coverage.missing()
    unique(encoded, chain(rare, steps(spec, deals=40, seed=9)), each=1)
    assert not dead(encoded)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["briscola", "hearts", "whist", "belote"][: 2 * MORE])
def test_other_games(game: str) -> None:
    spec = load_spec(ROOT / "tests" / "games" / f"{game}.yaml")
    coverage = agree(Encoded(spec), steps(spec, deals=40 * MORE, seed=1000), each=MORE)
    assert not [feature for feature in coverage.missing() if len(feature) == 1]
