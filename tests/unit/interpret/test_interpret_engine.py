"""Matches, deals, moves and events: states, steps and effects of a small game."""

from __future__ import annotations

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.rng import Random
from cardavia_spec.core.state import Drawn, Move, Moved, Shown, State, StepKind
from tests.unit.interpret.small_game import Deck, dealt, doing, ended, more, played, small

SOUTH, NORTH = 0, 1
RED_1, RED_2, RED_3, RED_4, BLACK_1, BLACK_2 = range(6)
NOTHING: frozenset[int] = frozenset()


def cell(engine: Interpreter, state: State, name: str, index: int = 0) -> object:
    return state.cells[engine.spec.cells[name].offset + index]


def zone(engine: Interpreter, state: State, name: str, index: int = 0) -> frozenset[int]:
    return state.zones[engine.spec.zones[name].offset + index]


def play(card: int) -> Move:
    return Move("play", (card,))


def test_a_match_starts_with_options_and_match_variables_alone() -> None:
    engine = small()
    state = engine.new_match({"stake": 2, "first_dealer": SOUTH})
    assert state.cells == (SOUTH, 2, SOUTH, 0, 0, *(None,) * 6)
    assert state.zones == (frozenset(range(8)), *(NOTHING,) * 6)
    assert not state.over
    assert engine.new_match({}).cells[:3] == (NORTH, 1, NORTH)


def test_options_are_checked() -> None:
    engine = small()
    with pytest.raises(ValueError, match="stake"):
        engine.new_match({"stake": 4})
    with pytest.raises(ValueError, match="steak"):
        engine.new_match({"steak": 1})
    with pytest.raises(ValueError, match="dealer"):
        engine.new_match({"dealer": 1})


def test_the_deal_draws_in_deck_order_and_starts_its_variables() -> None:
    engine = small()
    (step,) = engine.deal_steps(engine.new_match({}), Deck())
    assert (step.kind, step.name) == (StepKind.DEAL, "deal")
    south, north = frozenset({RED_1, RED_2, BLACK_1}), frozenset({RED_3, RED_4, BLACK_2})
    assert step.effects == (Drawn(south, 0, 1), Drawn(north, 0, 2))
    assert zone(engine, step.state, "hand", NORTH) == north
    assert zone(engine, step.state, "stock") == frozenset({6, 7})
    assert [cell(engine, step.state, name) for name in ("leader", "turn", "marked", "bid")] == [
        SOUTH,
        SOUTH,
        None,
        0,
    ]


def test_a_move_and_the_events_after_it_are_steps() -> None:
    engine = small()
    state = dealt(engine)
    (lead,) = engine.move_steps(state, play(RED_2), Deck())
    assert (lead.kind, lead.name) == (StepKind.MOVE, "play")
    assert lead.effects == (Moved(frozenset({RED_2}), 1, 3),)
    assert cell(engine, lead.state, "turn") == NORTH
    answer, trick = engine.move_steps(lead.state, play(RED_3), Deck())
    assert (trick.kind, trick.name) == (StepKind.EVENT, "trick")
    assert zone(engine, answer.state, "table", NORTH) == frozenset({RED_3})
    assert trick.effects == (
        Moved(frozenset({RED_2}), 3, 6),
        Moved(frozenset({RED_3}), 4, 6),
    )
    assert cell(engine, trick.state, "tricks", NORTH) == 1
    assert cell(engine, trick.state, "leader") == NORTH


def test_states_that_went_in_are_as_they_were() -> None:
    engine = small()
    state = dealt(engine)
    zones, cells = state.zones, state.cells
    after = played(engine, state, play(RED_2), play(RED_3))
    assert (state.zones, state.cells) == (zones, cells)
    assert after != state
    assert played(engine, state, play(RED_2), play(RED_3)) == after


def test_what_one_state_is_asked_tells_nothing_about_another() -> None:
    """Values kept for a state serve neither the states before nor those after it."""
    engine, fresh = small(), small()
    rng = Random(5)
    seen = [dealt(engine)]
    while not seen[-1].over:
        seen.append(played(engine, seen[-1], engine.moves(seen[-1]).sample(rng)))
    for state in [*reversed(seen), *seen]:
        again = Interpreter(fresh.spec)
        assert list(engine.moves(state)) == list(again.moves(state))
        for name in ("at_lead", "playable"):
            assert engine.define(name, state) == again.define(name, state)


def test_end_deal_lets_the_block_finish_and_no_event_follows() -> None:
    engine = small(doing("stop", "end deal", "bid := 7"))
    (step,) = engine.move_steps(dealt(engine), Move("stop"), Deck())
    assert step.state.over
    assert cell(engine, step.state, "bid") == 7
    assert engine.moves(step.state).count() == 0
    assert list(engine.moves(step.state)) == []


def test_the_first_event_that_applies_happens() -> None:
    twice = (
        "  one: {when: bid is 1, do: 'bid := 2'}\n  also one: {when: bid is 1, do: 'bid := 9'}\n"
    )
    then = "  two: {when: bid is 2, do: 'bid := 3'}\n"
    engine = small(more("  call: {do: 'bid := 1'}\n"), ("events:\n", "events:\n" + then + twice))
    steps = engine.move_steps(dealt(engine), Move("call"), Deck())
    assert [step.name for step in steps] == ["call", "one", "two"]
    assert cell(engine, steps[-1].state, "bid") == 3


def test_events_are_tried_after_the_deal_too() -> None:
    at_once = "  at once: {when: bid is 0, do: 'bid := 5'}\n"
    engine = small(("events:\n", "events:\n" + at_once))
    steps = engine.deal_steps(engine.new_match({}), Deck())
    assert [step.name for step in steps] == ["deal", "at once"]
    assert [step.name for step in engine.settle(steps[0].state)] == ["at once"]
    assert engine.settle(steps[1].state) == ()


def test_me_stays_while_the_turn_goes_on() -> None:
    engine = small(doing("shift", "turn := me.next", "me.tricks := 2", "turn.tricks := 1"))
    state = engine.move_steps(dealt(engine), Move("shift"), Deck())[-1].state
    assert [cell(engine, state, "tricks", seat) for seat in (SOUTH, NORTH)] == [2, 1]


def test_a_let_is_fixed_and_a_definition_is_read_anew() -> None:
    grow = (
        "  grow:\n    let: {old: size(me.hand)}\n    do: |\n"
        "      move me.hand to me.won\n      bid := old * 2 + held\n"
    )
    engine = small(
        more(grow),
        ("  at_lead: empty(table)\n", "  at_lead: empty(table)\n  held: size(me.hand)\n"),
    )
    state = engine.move_steps(dealt(engine), Move("grow"), Deck())[-1].state
    assert cell(engine, state, "bid") == 6


STATEMENTS = [
    ("bid := 3", 3),
    ("bid += 2 * 2", 4),
    ("repeat 3 times: bid += 1", 3),
    ("repeat 0 times: bid += 1", 0),
    ("repeat bid + 2 times: bid += 2", 4),
    ("for n in 2..4: bid := bid * 2 + n - bid", 2 + 3 + 4),
    ("for s in seats after south: bid := bid * 3 + (if s is south then 1 else 2)", 7),
    ("for s in seats after north: bid := bid * 3 + (if s is south then 1 else 2)", 5),
    ("if bid is 0: bid := 1\nelse: bid := 2", 1),
    ("if bid is 1: bid := 1\nelse if bid is 0: bid := 2\nelse: bid := 3", 2),
    ("if bid is 1: bid := 1\nelse: bid := 3", 3),
    ("if bid is 1: bid := 1", 0),
    ("draw 1 from stock to me.won\nbid := size(stock) + 2 * size(me.won)", 3),
    ("draw 0 from stock to me.won\nbid := size(stock)", 2),
    ("move hand to me.won\nbid := size(me.won)", 6),
    ("move me.hand to me.hand\nbid := size(me.hand)", 3),
    ("move red.cards_in from hand to me.won\nbid := size(me.won)", 4),
]


@pytest.mark.parametrize(("block", "bid"), STATEMENTS)
def test_statements(block: str, bid: int) -> None:
    cards_in = "  cards_in: {with: {u: suits}, is: all c in hand where c.suit is u}\n"
    engine = small(
        doing("try_it", *block.split("\n")),
        ("  at_lead: empty(table)\n", "  at_lead: empty(table)\n" + cards_in),
    )
    state = engine.move_steps(dealt(engine), Move("try_it"), Deck())[0].state
    assert cell(engine, state, "bid") == bid
    assert sum(map(len, state.zones)) == 8


def test_effects_name_each_zone_that_cards_left() -> None:
    block = ["move hand to south.won", "      show red-1_and_2", "      show {c in deck}"][0]
    engine = small(more(f"  all_in: {{do: '{block}'}}\n  tell: {{do: 'show me.hand'}}\n"))
    state = dealt(engine)
    (step,) = engine.move_steps(state, Move("tell"), Deck())
    assert step.effects == (Shown(frozenset({RED_1, RED_2, BLACK_1})),)
    first = engine.move_steps(state, Move("all_in"), Deck())[0]
    assert first.effects == (
        Moved(frozenset({RED_1, RED_2, BLACK_1}), 1, 5),
        Moved(frozenset({RED_3, RED_4, BLACK_2}), 2, 5),
    )


def test_the_result_of_a_deal_and_of_a_match() -> None:
    engine = small()
    state = ended(engine)
    result = engine.result(state)
    tricks = result["tricks"]
    assert isinstance(tricks, dict)
    assert sum(value for value in tricks.values() if isinstance(value, int)) == 3
    assert result["winner"] in {"south", "north"}
    assert result["marked"] is None
    assert result["left"] == ["black-3", "black-4"]
    assert list(result) == ["tricks", "winner", "marked", "left"]


def test_a_match_goes_on_until_it_is_over() -> None:
    engine = small()
    state = engine.new_match({"stake": 2})
    rng = Random(3)
    deals = 0
    while True:
        state = engine.deal_steps(state, Deck(rng.shuffled(8)))[-1].state
        while not state.over:
            state = played(engine, state, engine.moves(state).sample(rng))
        dealer = cell(engine, state, "dealer")
        after = engine.after_deal(state)
        assert (after.kind, after.name, after.effects) == (StepKind.AFTER_DEAL, "after deal", ())
        state = after.state
        deals += 1
        assert cell(engine, state, "dealer") != dealer
        if engine.match_over(state):
            break
    assert deals in {2, 3}
    winners = engine.winners(state)
    assert winners is not None
    (winner,) = winners
    name = engine.spec.seats.members[winner]
    result = engine.match_result(state)
    assert result["winners"] == [name]
    assert isinstance(result["score"], dict)
    assert result["score"][name] == 4
