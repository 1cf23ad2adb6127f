"""Any deck with any choices, the package and an oracle side by side.

The oracle is told what was played and compared at every decision; a failure is shrunk by
Hypothesis and told in cards.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.state import StepKind
from tests import strategies
from tests.conformance.package import expected, game_of, listed
from tests.oracles import aluette, ganjifa, schnapsen
from tests.oracles.record import GAMES


def side_by_side(game: str, plain: Mapping[str, object], deck: strategies.Deck, data: bytes) -> int:
    """Play one deal on both sides; return how many decisions were compared."""
    package = game_of(game)
    engine, spec = package.engine, package.spec
    assert isinstance(engine, Interpreter)
    match = GAMES[game].match(plain)
    deal = match.deal([deck.names[card] for card in deck.order])
    state = package.match(options=plain, decks=[[deck.names[card] for card in deck.order]]).state
    source, compared = strategies.Choices(data), 0
    while not state.over:
        assert spec.seats.members[strategies.turn(spec, state)] == deal.turn
        assert listed(package, state) == expected(deal)
        move = strategies.choose(engine, state, source)
        cards = frozenset(spec.cards.members[card] for card in engine.cards_of(state, move))
        deal.apply(move.rule, cards)
        steps = engine.move_steps(state, move, deck.supply)
        assert steps[0].kind is StepKind.MOVE
        state = steps[-1].state
        compared += 1
    assert deal.over
    assert engine.result(state) == deal.result()
    return compared


def plain_options(game: str) -> st.SearchStrategy[dict[str, object]]:
    """A value for each option, as a trace writes it."""
    options = GAMES[game].options
    return st.fixed_dictionaries({name: st.sampled_from(v) for name, v in options.items()})


@pytest.mark.parametrize("game", GAMES)
def test_side_by_side(game: str) -> None:
    spec = game_of(game).spec

    @settings(max_examples=25 if game == "ganjifa" else 50)
    @given(plain_options(game), strategies.decks(spec), strategies.choices())
    def run(options: dict[str, object], deck: strategies.Deck, data: bytes) -> None:
        assert side_by_side(game, options, deck, data) > 0

    run()


def beat_is_no_duty(lead: str, hand: set[str], trump: str) -> set[str]:
    follow = {card for card in hand if schnapsen.suit_of(card) == schnapsen.suit_of(lead)}
    trumps = {card for card in hand if schnapsen.suit_of(card) == trump}
    return follow or trumps or hand


def first_of_equals_wins(table: list[tuple[str, str]]) -> str | None:
    return max(table, key=lambda play: aluette.STRENGTH[play[1]])[0]


def numerals_upside_down(card: str) -> int:
    return -ganjifa.CARDS.index(card)


WRONG = [
    ("schnapsen", schnapsen, "strict_answers", beat_is_no_duty),
    ("schnapsen", schnapsen, "scale", lambda tricks, points: 1 if points > 33 else 2),
    ("aluette", aluette, "trick_winner", first_of_equals_wins),
    ("ganjifa", ganjifa, "height", numerals_upside_down),
    ("ganjifa", ganjifa, "answers", lambda lead, hand, trump, skips: hand),
]


NAMES = [f"{game}-{name}" for game, _, name, _ in WRONG]


@pytest.mark.parametrize(("game", "module", "name", "wrong"), WRONG, ids=NAMES)
def test_a_wrong_rule_is_found(
    game: str, module: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: with one rule of the oracle broken the two part, and it is told."""
    monkeypatch.setattr(module, name, wrong)
    spec = game_of(game).spec

    # without shrinking, which takes its time
    @settings(phases=[Phase.generate], report_multiple_bugs=False)
    @given(plain_options(game), strategies.decks(spec), strategies.choices())
    def run(options: dict[str, object], deck: strategies.Deck, data: bytes) -> None:
        side_by_side(game, options, deck, data)

    with pytest.raises(AssertionError) as failure:
        run()
    told = "\n".join(failure.value.__notes__)
    assert "deck=[" in told
    assert ": play " in told
