"""What is proved of tiny random games is true in each of their states, all of which are visited.

The games have faults as often as not; what is stated of them is random, and mostly false.
"""

from __future__ import annotations

import os

import pytest

from cardavia_spec.check.obligations import ENDLESS, SOUND, STUCK
from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.prover.telling import SETTLE
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.spec import Spec
from tests.unit.prover.worlds import World, endless, explore, false_in, world_of

MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
SEEDS = (6, 39) if MORE == 1 else range(8 * MORE)
STATEMENTS = 12


def lies(spec: Spec, world: World, proved: set[str]) -> set[str]:
    """Return what counts as proved and is not true."""
    wrong = false_in(spec, world)
    if world.faults:
        wrong.add(SOUND)
    if any("a second time between two moves" in fault for fault in world.faults):
        wrong.add(SETTLE)
    if world.stuck:
        wrong.add(STUCK)
    if endless(world):
        wrong.add(ENDLESS)
    return wrong & proved


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_proved_is_true_in_every_state(seed: int) -> None:
    spec = world_of(seed, STATEMENTS)
    budget = Budget(seconds=10 * MORE, goal=5, deals=40)
    found = prove(spec, budget=budget, jobs=1, cached=False)
    proved = {verdict.name for verdict in found if verdict.outcome is Outcome.PROVED}
    assert not lies(spec, explore(spec), proved)


@pytest.mark.slow
def test_a_prover_that_believes_everything_is_found_out() -> None:
    """The negative control."""
    spec = world_of(26, STATEMENTS)
    world = explore(spec)
    assert len(world.states) > 1000
    assert any(over for _, _, over in world.ends)
    assert len(lies(spec, world, {prop.name for prop in spec.properties})) >= 4


def test_what_fails_in_play_is_in_the_world() -> None:
    world = explore(world_of(39, 1))
    assert world.faults
    assert world.stuck
    assert endless(world)
