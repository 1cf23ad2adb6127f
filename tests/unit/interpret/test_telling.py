"""States, moves and values in cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardavia_spec.core.state import Move
from cardavia_spec.core.telling import (
    Json,
    as_json,
    tell_cards,
    tell_move,
    tell_some,
    tell_state,
    tell_value,
)
from cardavia_spec.core.types import BOOL, Int, Maybe, SetOf, Type, Value
from tests.unit.interpret.hand_ir import SEATS, SET, spec, state
from tests.unit.interpret.small_game import more, small


@pytest.mark.parametrize(
    ("value", "type_", "told", "json"),
    [
        (True, BOOL, "true", True),
        (0, Int(0, 3), "0", 0),
        (0, SEATS, "south", "south"),
        (None, Maybe(SEATS), "none", None),
        (1, Maybe(SEATS), "north", "north"),
        (frozenset(), SET, "nothing", []),
        (frozenset({4, 0}), SET, "red-1, black-1", ["red-1", "black-1"]),
        (frozenset({2, 1}), SetOf(Int(0, 5)), "1, 2", [1, 2]),
        (1, BOOL, "true", True),
    ],
)
def test_values(value: Value, type_: Type, told: str, json: Json) -> None:
    assert tell_value(value, type_) == told
    assert as_json(value, type_) == json
    assert type(as_json(value, type_)) is type(json)


def test_a_long_list_is_cut() -> None:
    assert tell_some(range(20), Int(0, 19)).endswith("14, 15 and 4 more")
    assert tell_some(range(16), Int(0, 19)).endswith("14, 15")


def test_cards_stand_in_deck_order() -> None:
    assert tell_cards(spec(), [5, 0, 3]) == "red-1 red-4 black-2"


def test_a_state_tells_its_cards_and_what_left_its_start() -> None:
    here = state(
        south=frozenset({3, 0}),
        heaps=(frozenset(), frozenset({7}), frozenset()),
        mark=1,
        sums=(0, 2),
        grid=(0, 0, 0, 0, 0, 6),
    )
    assert tell_state(spec(), here) == (
        "stock: red-2 red-3 black-1 black-2 black-3",
        "hand of south: red-1 red-4",
        "heap of 4: black-4",
        "mark: north",
        "sum of north: 2",
        "grid of north, 4: 6",
    )
    assert tell_state(spec(), replace(state(), over=True)) == (
        "stock: the whole pack, 8 cards",
        "the deal is over",
    )


def test_before_the_deal_its_variables_are_not_told() -> None:
    engine = small()
    told = tell_state(engine.spec, engine.new_match({"stake": 2}))
    assert told == ("stock: the whole pack, 8 cards", "stake: 2", "dealer: north")


def test_moves() -> None:
    engine = small(
        more(
            "  stop: {do: end deal}\n"
            "  give:\n"
            "    with: {c: me.hand, loud: bool, s: seats, n: 0..2, cs: any 2 from me.hand}\n"
            "    do: bid := n\n"
        )
    )
    told = [
        (Move("play", (4,)), "play black-1"),
        (Move("stop"), "stop"),
        (
            Move("give", (0, True, 1, 0, frozenset({4, 1}))),
            "give red-1 loud s north n 0 red-2 black-1",
        ),
        (Move("give", (0, False, 1, 2, frozenset({2}))), "give red-1 s north n 2 red-3"),
        (Move("fly", (3,)), "fly"),
        (Move("play", ()), "play"),
    ]
    for move, text in told:
        assert tell_move(engine.spec, move) == text
