"""Every state goes through text and comes back equal; texts that are none are told why."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.play.match import MatchState, Stage
from cardavia_spec.play.snapshot import dump, load
from tests.unit.play.play_games import OTHER, REAL, SMALL, game, walk


@pytest.mark.parametrize("name", [*REAL, *OTHER, *SMALL])
def test_every_state_comes_back_equal(name: str) -> None:
    loaded = game(name)
    for seed in (1, 2):
        for state in walk(loaded.match(seed=seed), seed, 240):
            text = dump(state)
            again = load(loaded, text)
            assert again == state
            assert dump(again) == text
            for field in MatchState.__dataclass_fields__.values():
                if field.compare:
                    assert getattr(again, field.name) == getattr(state, field.name), field.name


@pytest.mark.parametrize("name", REAL)
def test_play_goes_on_alike(name: str) -> None:
    loaded = game(name)
    for number, state in enumerate(walk(loaded.match(seed=3), 3)):
        if number % 7 == 0:
            again = load(loaded, dump(state))
            assert list(walk(again, number)) == list(walk(state, number))


def test_what_counts_as_nothing_comes_back() -> None:
    loaded = game("parlour")
    seen: set[object] = set()
    for state in walk(loaded.match(seed=1, options={"strict": False, "deals": 3}), 1):
        again = load(loaded, dump(state))
        assert [type(value) for value in again.state.cells] == [
            type(value) for value in state.state.cells
        ]
        seen |= {(type(value), value) for value in again.state.cells}
        if again.seat == 0:
            assert again.turn == "south"
            seen.add("seat 0")
    assert {(bool, False), (int, 0), (type(None), None), "seat 0"} <= seen


def test_states_without_a_deck() -> None:
    loaded = game("schnapsen")
    names = list(loaded.spec.cards.members)
    empty = loaded.match(decks=[])
    assert load(loaded, dump(empty)) == empty
    several = loaded.match(decks=[names, names[::-1]])
    assert load(loaded, dump(several)) == several
    *_, waiting = walk(loaded.match(decks=[names]), 1)
    assert waiting.stage is Stage.BETWEEN
    assert load(loaded, dump(waiting)) == waiting
    assert load(loaded, dump(waiting)).deal(names) == waiting.deal(names)


def test_a_state_that_lost_something_is_not_equal() -> None:
    """A negative control: each part that is dropped or changed shows."""
    loaded = game("schnapsen")
    state = list(walk(loaded.match(seed=3), 3))[9]
    whole = json.loads(dump(state))
    changes: dict[str, Callable[[dict[str, Any]], object]] = {
        "turn": lambda s: s["cells"].update(turn="north" if state.turn == "south" else "south"),
        "pending": lambda s: s["cells"]["pending"].update(south=20),
        "known": lambda s: s["known"].update(south=[]),
        "deck": lambda s: s["deck"].reverse(),
        "stream": lambda s: s.update(stream="0" * 16),
        "deal": lambda s: s.update(deal=5),
        "result": lambda s: s.update(deal_result={"points": 1}),
    }
    for name, change in changes.items():
        other = json.loads(json.dumps(whole))
        change(other)
        assert load(loaded, json.dumps(other)) != state, name


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ('"snapshot": 1', '"snapshot": 2', "CV850", "no snapshot of a format"),
        ('"snapshot": 1, ', "", "CV850", "'snapshot' is missing"),
        ('"game": "schnapsen"', '"game": "aluette"', "CV850", "another game"),
        ('"spec": "sha256:', '"spec": "sha256:0', "CV850", "another text of the spec"),
        ('"stage": "playing"', '"stage": "dreaming"', "CV850", "no match can stand there"),
        ('"over": false', '"over": true', "CV850", "does not fit"),
        ('"over": false', '"over": 0', "CV850", "does not fit"),
        ('"deal": 1', '"deal": -1', "CV850", "number of the deal"),
        ('"trump": "', '"trump": "x', "CV816", "there is no suit 'x"),
        ('"tricks": {"south": 0', '"tricks": {"south": 11', "CV816", "from 0 to 10"),
        ('"tricks": {"south": 0', '"tricks": {"south": false', "CV810", "where a number belongs"),
        ('"tricks": {"south": 0', '"tricks": {"east": 0', "CV850", "tricks south is missing"),
        ('"stock": ["', '"stock": ["x', "CV811", "there is no card 'x"),
        ('"indicator": ["', '"indicator": ["spades-bube", "', "CV850", "not every card lies"),
        ('"known": {', '"knowns": {', "CV850", "no key 'knowns'"),
        ('"deck": ["', '"deck": ["x', "CV811", "there is no card 'x"),
        ('"decks": []', '"decks": [], "x": []', "CV850", "no key 'x'"),
        ('"stream": "', '"stream": "z', "CV850", "sixteen hexadecimal digits"),
        ('"decks": []', '"decks": [1]', "CV850", "a list of cards belongs here"),
        ('"deal_result": null', '"deal_result": 3', "CV850", "a result is an object"),
        ('"over": false', '"over": false, "over": false', "CV806", "stands twice"),
        ('"over": false', '"over": ', "CV803", ""),
        ('{"snapshot"', '["snapshot"', "CV803", ""),
    ],
)
def test_snapshots_that_are_none(old: str, new: str, code: str, said: str) -> None:
    loaded = game("schnapsen")
    text = dump(loaded.match(seed=11))
    assert old in text
    with pytest.raises(SpecError) as fault:
        load(loaded, text.replace(old, new, 1), "saved.json")
    (diagnostic,) = fault.value.diagnostics
    assert diagnostic.code == code
    assert said in diagnostic.message
    assert str(diagnostic.span).startswith("saved.json:1:")


def test_a_dealt_state_has_a_deck() -> None:
    loaded = game("schnapsen")
    whole = json.loads(dump(loaded.match(seed=11)))
    whole["deck"] = None
    with pytest.raises(SpecError, match="a deal has a deck"):
        load(loaded, json.dumps(whole))


def test_a_snapshot_of_nothing_at_all() -> None:
    loaded = game("schnapsen")
    for text in ("", "null", "[]", "3", "{", "[" * 100_000):
        with pytest.raises(SpecError):
            load(loaded, text)
