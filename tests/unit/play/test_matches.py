"""The public face of play: matches are immutable, lawful, seeded, and can be taken back."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest

import cardavia_spec as cs
from cardavia_spec.core.rng import Random
from cardavia_spec.core.state import StepKind
from cardavia_spec.front.load import load_text
from cardavia_spec.play.chance import Chance, supply
from cardavia_spec.play.codec import Misfit
from cardavia_spec.play.game import Game, Stage
from cardavia_spec.play.spoken import resolve
from tests.unit.play.play_games import LONELY, REAL, SMALL, SPECS, game, walk


def test_the_public_face() -> None:
    loaded = cs.load(SPECS / "schnapsen.yaml")
    assert isinstance(loaded, cs.Game)
    state = loaded.match(seed=7, options={"marriage": "optional"})
    assert state.turn == "south"
    assert state.options["marriage"] == "optional"
    assert not state.is_over
    assert state.outcome is None
    assert state.deal_result is None
    after = state.apply(state.legal_moves[0])
    assert after != state
    assert after.past is state
    assert set(cs.__all__) <= set(dir(cs))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = cs.nonsense


def test_importing_the_package_costs_nothing() -> None:
    code = (
        "import sys, cardavia_spec;"
        "print(sorted(m for m in sys.modules if m.startswith('cardavia_spec')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "['cardavia_spec']\n"


@pytest.mark.parametrize("name", [*REAL, *SMALL])
def test_a_match_goes_through_its_deals(name: str) -> None:
    states = list(walk(game(name).match(seed=1), 2))
    last = states[-1]
    assert last.is_over
    assert last.turn is None
    assert last.outcome is not None
    assert not len(last.legal_moves)
    deals = 0
    for before, state in pairwise(states):
        assert state.past is before
        assert state.steps[0].kind is StepKind.MOVE
        kinds = [step.kind for step in state.steps]
        if StepKind.AFTER_DEAL in kinds:
            deals += 1
            assert state.deal_result is not None
            assert (StepKind.DEAL in kinds) is not state.is_over
        else:
            assert state.deal_number == before.deal_number
            assert state.deal_result == before.deal_result
    assert deals == last.deal_number
    with pytest.raises(ValueError, match="nobody is to move"):
        last.apply(next(iter(states[0].legal_moves)))
    with pytest.raises(FrozenInstanceError):
        last.stage = Stage.PLAYING  # type: ignore[misc]


def test_what_is_no_move_is_told() -> None:
    state = game("aluette").match(seed=1)
    for wrong in ("play", 3, ("play", 4), None):
        for ask in (state.apply, state.why_not):
            with pytest.raises(
                TypeError, match=f"a move is wanted .* not a {type(wrong).__name__}"
            ):
                ask(wrong)  # type: ignore[arg-type]


def test_what_the_game_has_not_is_an_error_of_the_package() -> None:
    with pytest.raises(cs.Misfit, match="no option 'foo'") as fault:
        game("aluette").match(options={"foo": 1})
    assert isinstance(fault.value, cs.CardaviaError)
    assert isinstance(fault.value, ValueError)


def test_an_illegal_move_tells_its_rule_and_clause() -> None:
    state = game("aluette").match(seed=1)
    assert state.seat is not None
    hand = state.state.zones[state.game.spec.zones["hand"].offset + state.seat]
    foreign = min(frozenset(range(48)) - hand)
    move = cs.Move("play", (foreign,))
    refusal = state.why_not(move)
    assert refusal is not None
    assert (refusal.rule, refusal.label) == ("play", "any card of the hand")
    with pytest.raises(cs.IllegalMove) as fault:
        state.apply(move)
    assert fault.value.move == move
    assert fault.value.refusal == refusal
    assert [cite.clause for cite in refusal.cite] == ["A17"]
    assert str(fault.value).endswith("(A17)")
    assert state.why_not(state.legal_moves[0]) is None


@pytest.mark.parametrize("name", [*REAL, *SMALL])
def test_undo_is_replay(name: str) -> None:
    states = list(walk(game(name).match(seed=5), 6))
    state = states[-1]
    for before in reversed(states[:-1]):
        again = state.undo()
        assert again == before
        assert state.last_move is not None
        assert again.apply(state.last_move) == state
        state = again
    with pytest.raises(ValueError, match="no move to take back"):
        state.undo()
    assert list(states[-1].history()) == states


@pytest.mark.parametrize("name", REAL)
def test_seeds_are_pure(name: str) -> None:
    random.seed(1)
    one = list(walk(game(name).match(seed=9), 10))
    random.seed(2)
    random.random()
    two = list(walk(game(name).match(seed=9), 10))
    assert one == two
    other = game(name).match(seed=8)
    assert other != one[0]


def test_play_leaves_the_global_generator_alone() -> None:
    random.seed(3)
    before = random.getstate()
    list(walk(game("schnapsen").match(seed=9), 10))
    assert random.getstate() == before


def test_options_do_not_change_the_shuffle() -> None:
    loaded = game("schnapsen")
    decks = {
        loaded.match(seed=3, options={"marriage": marriage, "first_dealer": dealer}).deck
        for marriage in ("automatic", "optional")
        for dealer in ("south", "north")
    }
    assert len(decks) == 1


def test_seeds_are_one_stream_of_decks() -> None:
    rng = Random(12)
    decks = [rng.shuffled(48) for _ in range(5)]
    seen = [s.deck for s in walk(game("aluette").match(seed=12), 1)]
    assert list(dict.fromkeys(seen)) == decks


def test_decks_then_a_seed_then_nothing() -> None:
    loaded = game("schnapsen")
    names = list(loaded.spec.cards.members)
    state = loaded.match(decks=[names])
    assert state.deck == tuple(range(20))
    *_, waiting = walk(state, 4)
    assert waiting.stage is Stage.BETWEEN
    assert waiting.turn is None
    assert waiting.deal_result is not None
    assert waiting.view("south").legal == ()
    with pytest.raises(ValueError, match="between deals"):
        waiting.apply(cs.Move("close"))
    second = waiting.deal(names[::-1])
    assert second.deal_number == 2
    assert second.deck == tuple(range(19, -1, -1))
    assert second.past is waiting
    with pytest.raises(ValueError, match="no move to take back"):
        state.undo()
    assert second.undo() == waiting.undo()
    with pytest.raises(ValueError, match="no deck is needed"):
        second.deal(names)
    seeded = loaded.match(decks=[names], seed=4)
    *_, after = (s for s in walk(seeded, 4) if s.deal_number <= 2)
    assert after.deck == loaded.match(seed=4).deck
    empty = loaded.match(decks=[])
    assert empty.stage is Stage.BETWEEN
    assert list(empty.legal_moves) == list(waiting.legal_moves) == []
    assert empty.view("south").pile("stock").size == 20
    assert empty.deal(names) == state


@pytest.mark.parametrize(
    ("kept", "more", "code"),
    [
        (19, [], "CV813"),
        (19, ["clubs-bube"], "CV812"),
        (19, ["hearts-as"], "CV811"),
        (20, ["clubs-bube"], "CV812"),
        (0, [], "CV813"),
    ],
)
def test_decks_that_are_none(kept: int, more: list[str], code: str) -> None:
    names = list(game("schnapsen").spec.cards.members)
    with pytest.raises(Misfit) as fault:
        game("schnapsen").match(decks=[[*names[:kept], *more]])
    assert fault.value.code == code


@pytest.mark.parametrize(
    ("card", "fix"),
    [
        ("hearts-as", "did you mean 'hearts-ass'?"),
        ("queen", "a card is written like 'clubs-dame'"),
        ("", "a card is written like 'clubs-dame'"),
    ],
)
def test_a_card_that_is_none_has_its_help(card: str, fix: str) -> None:
    names = list(game("schnapsen").spec.cards.members)
    with pytest.raises(Misfit, match="there is no card") as fault:
        game("schnapsen").match(decks=[[card, *names[1:]]])
    assert fault.value.fix == fix.replace("clubs-dame", names[0])


def test_options_that_are_none() -> None:
    loaded = game("schnapsen")
    with pytest.raises(Misfit, match="no option 'mariage'") as fault:
        loaded.match(options={"mariage": "optional"})
    assert fault.value.fix == "did you mean 'marriage'?"
    with pytest.raises(Misfit, match="there is no marriage 'optionl'"):
        loaded.match(options={"marriage": "optionl"})
    with pytest.raises(Misfit, match="cannot be 3") as fault:
        loaded.match(options={"close_min_stock": 3})
    assert fault.value.fix == "it is 2 or 4"
    with pytest.raises(Misfit, match="true stands where a number belongs"):
        loaded.match(options={"close_min_stock": True})
    with pytest.raises(Misfit, match="1 stands where true or false belongs"):
        game("aluette").match(options={"sweep_is_mordienne": 1})
    assert game("aluette").match(options={"sweep_is_mordienne": False}).options == {
        "first_dealer": "east",
        "sweep_is_mordienne": False,
    }


def test_moves_from_names() -> None:
    loaded = game("parlour")
    assert loaded.move("bid", n=0) == cs.Move("bid", (0,))
    assert loaded.move("call", u="moons", r="4", loud=False) == cs.Move("call", (1, 3, False))
    assert loaded.move("lay", cards=["suns-1-1", "suns-1-2"]).args == (frozenset({0, 8}),)
    assert loaded.move("bury", cards=["suns-1-1"], u="suns") == cs.Move("bury", (0, frozenset({0})))
    aluette = game("aluette")
    assert aluette.move("play", cards=["coins-1"]) == aluette.move("play", card="coins-1")
    wrong_moves: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: loaded.move("bidd", n=0), "CV818"),
        (lambda: loaded.move("bid", n=4), "CV816"),
        (lambda: loaded.move("call", u="moons", r=4, loud=False), "CV810"),
        (lambda: loaded.move("call", u="moons", r="4"), "CV819"),
        (lambda: loaded.move("swap", cards=["suns-1-1", "suns-2-1"]), "CV823"),
        (lambda: aluette.move("play", cards=["coins-11"]), "CV811"),
        (lambda: aluette.move("play", cards=["coins-1", "coins-2"]), "CV823"),
    )
    for wrong, code in wrong_moves:
        with pytest.raises(Misfit) as fault:
            wrong()
        assert fault.value.code == code


def test_moves_told_in_a_position() -> None:
    state = game("schnapsen").match(seed=1)
    move = state.legal_moves[-1]
    spoken = state.speak(move)
    names = [state.game.spec.cards.members[card] for card in spoken.cards]
    assert state.move(spoken.move, names) == move
    assert state.tell(move) == f"{move.rule} {' '.join(names)}"
    with pytest.raises(cs.IllegalMove, match="S20"):
        state.move("exchange", ["clubs-ass"])


@pytest.mark.parametrize("name", [*REAL, *SMALL])
def test_every_move_is_told_by_how_it_is_written(name: str) -> None:
    for state in walk(game(name).match(seed=2), 3, 60):
        if state.turn is None:
            break
        family = state.legal_moves
        rng = Random(len(family) & 0xFFFF)
        for move in [family.sample(rng) for _ in range(10)]:
            spoken = state.speak(move)
            assert resolve(state.game.engine, state.state, spoken) == move


def test_deals_that_never_begin() -> None:
    text = LONELY.replace("empty(stock)", "size(pile) is 1") + "match: {over: size(pile) is 3}\n"
    with pytest.raises(cs.RuleFault, match="1000 deals in a row") as fault:
        Game(load_text("idle.yaml", text)).match(seed=1)
    assert fault.value.diagnostic.code == "CV791"
    assert len(Game(load_text("idle.yaml", LONELY)).match(seed=1).legal_moves) == 1


def test_draws_take_the_first_in_order() -> None:
    take = supply((3, 1, 2, 0))
    assert take(frozenset({0, 1, 2}), 1) == {1}
    assert take(frozenset({0, 1, 2}), 2) == {1, 2}
    assert take(frozenset({0, 2}), 2) == {0, 2}
    assert take(frozenset({0, 2}), 0) == frozenset()
    deck, rest = Chance(((1, 0),), 5).next(2)
    assert (deck, rest) == ((1, 0), Chance((), 5))
    assert Chance().next(3) == (None, Chance())
