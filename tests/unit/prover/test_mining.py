"""What lemmas are guessed from: the states of deals, and the sums that hold in them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover.features import views
from cardavia_spec.check.prover.mining import Miner, Space, rows
from cardavia_spec.check.prover.samples import states
from cardavia_spec.check.prover.show import told
from cardavia_spec.front.load import load_spec

ROOT: Final = Path(__file__).resolve().parents[3]
SCHNAPSEN: Final = ROOT / "spec" / "schnapsen.yaml"


def test_a_column_that_never_changes_is_said_as_a_number() -> None:
    """In rows (1, x, y, z) with x always 1 and z = 2y + 1, the one is used and not x."""
    space = Space(4, [[1, 1, y, 2 * y + 1] for y in range(9)])
    found = {tuple(v) for v in space.short()}
    assert all(v[1] == 0 or v[2] == v[3] == 0 for v in found)
    assert len(found) == 2
    assert all(v[0] + v[1] + v[2] * 5 + v[3] * 11 == 0 for v in found)


def test_deals_are_seen_with_rare_rules_followed_and_without() -> None:
    """The stock runs out in some of the deals, and is closed in others."""
    spec = load_spec(SCHNAPSEN)
    stock = spec.zones["stock"].offset
    closer = spec.cells["closer"].offset
    ends = [s for s, between in states(spec, Interpreter(spec), deals=40, seed=20) if s.over]
    assert any(not s.zones[stock] for s in ends)
    assert any(s.cells[closer] is not None for s in ends)


@pytest.mark.slow
def test_what_the_level_hands_need_is_guessed() -> None:
    """The lemma by which the hands are level at the lead is among the guesses."""
    spec = load_spec(SCHNAPSEN)
    interpreter = Interpreter(spec)
    view = views(spec, interpreter, Shared.of(spec))[0]
    seen = [s for s, between in states(spec, interpreter, deals=60, seed=20) if not between]
    said = {told(c.test) for c in Miner(spec, view, rows(view, seen)).candidates()}
    assert "turn is not leader implies 2 * size(leader.hand) + 1 is size(hand)" in said
