"""What user tests are given is played on generated Python, and shown as the reference has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.state import State, StepKind
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.game import Game
from cardavia_spec.play.match import MatchState
from cardavia_spec.testing import Disagree, Played, deals, matches, positions
from cardavia_spec.testing.strategies import engine_of
from tests.unit.engines.odd import odd

ROOT = Path(__file__).resolve().parents[3]
SPECS = {p.stem: p for p in sorted([*ROOT.glob("spec/*.yaml"), *ROOT.glob("tests/games/*.yaml")])}
PHASES = (Phase.explicit, Phase.generate)


@cache
def game_of(name: str) -> Game:
    return Game(load_spec(SPECS[name]))


def by_hand(states: tuple[MatchState, ...]) -> Iterator[tuple[State, State]]:
    """Yield the steps of a play as the reference tells them."""
    before: State | None = None
    for state in states:
        for step in state.steps:
            if step.kind is StepKind.AFTER_DEAL:
                continue
            if step.kind is not StepKind.DEAL and before is not None:
                yield before, step.state
            before = step.state


def held_to_reference(played: Played) -> None:
    reached, steps = played.reached, list(played.steps())
    assert "states" not in vars(played)  # the reference has not been asked
    assert len(played) == len(played.states)
    assert steps == list(by_hand(played.states))
    assert list(reached) == [
        step.state
        for state in played.states
        for step in state.steps
        if step.kind is not StepKind.AFTER_DEAL
    ]
    types = [[type(v) for v in state.cells] for state in reached]
    assert types == [
        [type(v) for v in step.state.cells]
        for state in played.states
        for step in state.steps
        if step.kind is not StepKind.AFTER_DEAL
    ]


@pytest.mark.parametrize("name", SPECS)
def test_the_states_are_those_of_the_reference(name: str) -> None:
    game = game_of(name)
    long = len(game.spec.cards.members) > 60
    assert engine_of(game) is not None

    @settings(max_examples=2 if long else 4)
    @given(deals(game), positions(game))
    def agrees(deal: Played, position: Played) -> None:
        held_to_reference(deal)
        held_to_reference(position)

    agrees()


def test_the_deals_of_a_match_are_held_apart() -> None:
    game = game_of("schnapsen" if "schnapsen" in SPECS else next(iter(SPECS)))

    @settings(max_examples=3)
    @given(matches(game))
    def agrees(match: Played) -> None:
        held_to_reference(match)
        assert match.last.is_over
        assert sum(s.kind is StepKind.DEAL for m in match.states for s in m.steps) > 1

    agrees()


def lying() -> Game:
    """Return a game whose generated engine now and then has a card in two places."""
    game = Game(load_spec(SPECS["whist"]))
    engine = engine_of(game)
    assert engine is not None
    plays = engine.names["PLAYS"]

    def lie(s: Any, k: int, play: Callable[[Any, int], None]) -> None:  # noqa: ANN401
        play(s, k)
        if s.z[2].bit_count() == 9:
            s.z[0] |= 1

    engine.names["PLAYS"] = tuple(lambda s, k, play=play: lie(s, k, play) for play in plays)
    return game


def whole(deal: Played) -> bool:
    return all(sum(map(len, state.zones)) == 52 for state in deal.reached)


def test_an_engine_that_lies_is_found_out_before_its_example_is_shown() -> None:
    @settings(max_examples=5, database=None, phases=PHASES)
    @given(deals(lying()))
    def stays_whole(deal: Played) -> None:
        if not whole(deal):
            raise ValueError("a card more")

    with pytest.raises(Disagree) as found:
        stays_whole()
    assert "state 18 as the reference has it:" in str(found.value)
    assert "state 18 as generated Python has it:" in str(found.value)


def test_with_an_honest_engine_the_same_test_passes() -> None:
    @settings(max_examples=5, database=None)
    @given(deals(game_of("whist")))
    def stays_whole(deal: Played) -> None:
        assert whole(deal)

    stays_whole()


def test_an_engine_that_lies_is_found_out_where_the_match_is_looked_at() -> None:
    game = lying()

    @settings(max_examples=3, database=None, phases=PHASES)
    @given(deals(game))
    def looks(deal: Played) -> None:
        assert deal.last.game is game

    with pytest.raises(Disagree):
        looks()


def test_a_rule_that_fails_is_told_by_the_reference() -> None:
    game = Game(odd(doing="count += 9"))

    @settings(max_examples=20, database=None)
    @given(deals(game))
    def plays(deal: Played) -> None:
        assert deal.reached

    with pytest.raises(RuleFault):
        plays()
