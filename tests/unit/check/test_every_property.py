"""Every property of every spec as a Hypothesis test over a deck and one string of choices.

The properties are read here once more, apart from the checks, over play by the public interface;
a deal that fails is made small by Hypothesis and printed in cards.  Each property's negative
control stands in `controls`, and is tried in `test_mutants`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.runs.blame import blame
from cardavia_spec.core.spec import Property, PropertyKind
from cardavia_spec.core.state import State, StepKind
from cardavia_spec.front.load import load_spec, load_text
from cardavia_spec.play.game import Game
from cardavia_spec.testing import Played, deals, matches
from tests.unit.check.mutants import EDITS, SPECS

Pair = tuple[State, State | None]

OF_MATCHES = (PropertyKind.EACH_DEAL, PropertyKind.AT_MATCH_END)
SEEN_IN_PLAY = (
    PropertyKind.ALWAYS,
    PropertyKind.LEMMA,
    PropertyKind.EACH_STEP,
    PropertyKind.AT_END,
    *OF_MATCHES,
)


@cache
def game_of(name: str) -> Game:
    return Game(load_spec(SPECS[name]))


PROPERTIES = [
    (name, prop.name)
    for name in SPECS
    for prop in load_spec(SPECS[name]).properties
    if prop.kind in SEEN_IN_PLAY
]


def places(prop: Property, played: Played) -> Iterator[Pair]:
    """Yield the states in which a property of this kind is read, each with the one before it."""
    match prop.kind:
        case PropertyKind.ALWAYS | PropertyKind.LEMMA:
            yield from ((state, None) for state in played.reached)
        case PropertyKind.EACH_STEP:
            yield from ((after, before) for before, after in played.steps())
        case PropertyKind.AT_END:
            yield from ((state, None) for state in ends(played))
        case PropertyKind.EACH_DEAL:
            yield from scored(played)
        case PropertyKind.AT_MATCH_END:
            yield from list(scored(played))[-1:] if played.last.is_over else ()
        case _:
            raise AssertionError(prop.kind)


def ends(played: Played) -> Iterator[State]:
    """Yield the states in which deals ended."""
    return (before for _, before in scored(played) if before is not None)


def scored(played: Played) -> Iterator[Pair]:
    """Yield the states after `after deal`, each with that in which its deal had ended."""
    before: State | None = None
    for state in played.states:
        for step in state.steps:
            if step.kind is StepKind.AFTER_DEAL:
                yield step.state, before
            before = step.state


def check(game: Game, prop: Property, played: Played) -> int:
    """Read a property wherever it speaks of this play; return in how many states."""
    engine = game.engine
    assert isinstance(engine, Interpreter)
    read = 0
    for state, before in places(prop, played):
        read += 1
        if not engine.evaluate(prop.test, state, before):
            raise AssertionError("\n".join(blame(engine, prop.test, state, before)))
    return read


@pytest.mark.slow
@pytest.mark.parametrize(("name", "label"), PROPERTIES, ids=[f"{n}: {p}" for n, p in PROPERTIES])
def test_every_property_holds_in_play(name: str, label: str) -> None:
    game = game_of(name)
    prop = next(p for p in game.spec.properties if p.name == label)
    whole = prop.kind in OF_MATCHES
    few = 3 if whole or len(game.spec.cards.members) > 100 else 8

    @settings(max_examples=few)
    @given(matches(game) if whole else deals(game))
    def holds(played: Played) -> None:
        check(game, prop, played)

    holds()


def test_a_wrong_rule_fails_such_a_test_and_the_deal_is_printed_in_cards() -> None:
    wrong = next(m for m in EDITS if m.name == "the loser of a trick leads")
    game = Game(load_text("wrong.yaml", wrong.text()))
    label = "the taker gets both cards"
    prop = next(p for p in game.spec.properties if p.name == label)

    @settings(max_examples=10)
    @given(deals(game))
    def holds(played: Played) -> None:
        check(game, prop, played)

    with pytest.raises(AssertionError) as failed:
        holds()
    assert "leader is s" in str(failed.value)
    notes = "\n".join(failed.value.__notes__)
    assert "hand of south: clubs-bube" in notes  # the pack in order: nothing smaller is possible
    assert "south: play" in notes


def test_every_kind_is_read_somewhere() -> None:
    game = game_of("schnapsen")

    @settings(max_examples=2)
    @given(matches(game))
    def reads(played: Played) -> None:
        assert played.last.is_over
        for prop in game.spec.properties:
            if prop.kind in SEEN_IN_PLAY:
                assert check(game, prop, played)

    reads()
