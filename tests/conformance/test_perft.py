"""Positions by depth from fixed decks, counted by the oracles, against the package."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardavia_spec.play.game import MatchState
from tests.conformance.package import by_cards, make, start
from tests.oracles.make_data import counted
from tests.oracles.perft import perft
from tests.oracles.record import GAMES

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data/perft.yaml").read_text()
)
IDS = [f"{number:02}-{row['game']}" for number, row in enumerate(ROWS)]
WHOLE = [row for row in ROWS if "ends" in row]


def position(row: dict[str, Any]) -> MatchState:
    state = start(row["game"], row["options"], row["deck"].split())
    assert state.dealer == row["dealer"]
    for text in row["moves"]:
        move, *cards = text.split()
        state = make(state, move, cards)
    return state


def count(state: MatchState, depth: int) -> int:
    """Return how many sequences of so many moves there are within the deal."""
    if state.turn is None:
        return 0
    if depth == 1:
        return state.legal_moves.count()
    return sum(count(state.apply(move), depth - 1) for move in state.legal_moves)


def ends(state: MatchState) -> Counter[str]:
    """Return how many ways of playing on lead to each result of the deal."""
    if state.turn is None:
        return Counter([json.dumps(state.deal_result)])
    total: Counter[str] = Counter()
    for move in state.legal_moves:
        total += ends(state.apply(move))
    return total


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_counts(row: dict[str, Any]) -> None:
    state, numbers = position(row), [int(number) for number in row["counts"].split()]
    # the deepest count holds the shallower ones but for deals that end before it
    for depth in range(1, len(numbers) + 1) if "ends" in row else (1, 2, len(numbers)):
        assert count(state, depth) == numbers[depth - 1], f"depth {depth}"


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if "ends" in row],
    ids=[i for i, r in zip(IDS, ROWS, strict=True) if "ends" in r],
)
def test_ends(row: dict[str, Any]) -> None:
    found = {unordered(text): number for text, number in ends(position(row)).items()}
    assert found == {unordered(text): number for text, number in row["ends"].items()}


def unordered(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


@pytest.mark.slow
def test_counts_are_what_the_oracles_write() -> None:
    assert counted() == ROWS


def test_members_are_the_oracles() -> None:
    """Count move by move, with the oracle at the side: names and cards, not only numbers."""
    seen = 0
    for row in ROWS:
        if len(row["moves"]) % 2:
            continue
        deal = GAMES[row["game"]].match(row["options"]).deal(row["deck"].split())
        for text in row["moves"]:
            move, *cards = text.split()
            deal.apply(move, frozenset(cards))
        state = position(row)
        if state.legal_moves.count() > 60:
            continue
        for move, name, cards_of in by_cards(state):
            after = deal.clone()
            after.apply(name, cards_of)
            one_on = state.apply(move)
            below = 0 if one_on.turn is None else one_on.legal_moves.count()
            assert below == perft(after, 1)
            seen += 1
    assert seen > 100


def test_a_wrong_rule_changes_the_counts() -> None:
    """The negative control: the same position under another option counts otherwise."""
    row = next(row for row in ROWS if row["options"].get("marriage") == "optional")
    row = {**row, "options": {**row["options"], "marriage": "automatic"}, "moves": []}
    other = {**row, "options": {**row["options"], "marriage": "optional"}}
    decks = [r["deck"] for r in ROWS if r["game"] == "schnapsen"]
    counts = [
        (count(position({**row, "deck": deck}), 1), count(position({**other, "deck": deck}), 1))
        for deck in decks
    ]
    assert any(one != two for one, two in counts)
