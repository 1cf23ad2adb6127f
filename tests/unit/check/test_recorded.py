"""Moves are found again by their place among the legal ones, sets that are chosen included."""

from __future__ import annotations

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.runs.recorded import place_of
from cardavia_spec.core.rng import Random
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.chance import supply
from tests.unit.check.mutants import SPECS

CHOSEN = ("hearts", "president")
"""Games in which this play chooses sets of cards."""


@pytest.mark.parametrize("name", SPECS)
def test_a_move_is_found_at_its_place(name: str) -> None:
    spec = load_spec(SPECS[name])
    rules = Interpreter(spec)
    rng = Random(4)
    take = supply(rng.shuffled(len(spec.cards.members)))
    state = rules.deal_steps(rules.new_match({}), take)[-1].state
    several = sets = 0
    while not state.over:
        family = rules.moves(state)
        place = rng.below(family.count())
        move = family[place]
        assert place_of(rules, state, move) == place
        several += family.count() > 1
        sets += any(isinstance(arg, frozenset) for arg in move.args)
        state = rules.move_steps(state, move, take)[-1].state
    assert several > 3
    assert sets > 0 or name not in CHOSEN
