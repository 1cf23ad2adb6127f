"""What must stay the same when seats or equal cards change places, and when order changes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.conformance.package import make, start
from tests.oracles import aluette, schnapsen
from tests.oracles.common import next_in
from tests.oracles.record import GAMES, make_trace


def recorded(game: str, seed: int) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """Return options, the first deal line and its moves, of a random match."""
    lines = [json.loads(line) for line in make_trace(game, seed, {}, 1)]
    end = next(n for n, line in enumerate(lines) if line["type"] == "deal end")
    return lines[0]["options"], lines[1], lines[2:end]


def result(game: str, options: dict[str, object], deck: list[str], moves: list[Any]) -> Any:  # noqa: ANN401
    state = start(game, options, deck)
    for line in moves:
        assert state.turn == line["seat"]
        state = make(state, line["move"], line["cards"])
    assert state.deal_result is not None
    return state.deal_result


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_alike(game: str) -> None:
    """Let every seat move on by one, with its cards: the result moves on with them."""
    if game == "aluette":
        teams = {"south_north": "west_east", "west_east": "south_north", None: None}
    rules = GAMES[game]
    on = {seat: next_in(rules.seats, seat) for seat in rules.seats}
    for seed in range(30, 38):
        _, deal, moves = recorded(game, seed)
        before = result(game, {"first_dealer": deal["dealer"]}, deal["deck"], moves)
        turned = [{**line, "seat": on[line["seat"]]} for line in moves]
        after = result(game, {"first_dealer": on[deal["dealer"]]}, deal["deck"], turned)
        for key, value in before.items():
            wanted = value
            if key == "team":
                wanted = teams[value]
            elif isinstance(value, dict):
                wanted = {on[seat]: number for seat, number in value.items()}
            elif isinstance(value, list):
                wanted = {on[seat] for seat in value}
                assert wanted == set(after[key])
                continue
            elif value in on:
                wanted = on[value]
            assert after[key] == wanted, key


def test_equal_cards_are_alike() -> None:
    """Let cards of one group change places all over: the result does not change."""
    rng = random.Random(31)
    for seed in range(40, 52):
        _, deal, moves = recorded("aluette", seed)
        to: dict[str, str] = {}
        for group in aluette.GROUPS:
            to |= dict(zip(group, rng.sample(group, len(group)), strict=True))
        options = {"first_dealer": deal["dealer"]}
        before = result("aluette", options, deal["deck"], moves)
        other = [{**line, "cards": [to[card] for card in line["cards"]]} for line in moves]
        assert result("aluette", options, [to[c] for c in deal["deck"]], other) == before


def test_suits_are_alike() -> None:
    """Let whole suits change places: the deal is the same in other colours."""
    rng = random.Random(32)
    for seed in range(40, 60):
        _, deal, moves = recorded("schnapsen", seed)
        to = dict(zip(schnapsen.SUITS, rng.sample(schnapsen.SUITS, 4), strict=True))

        def new(cards: list[str], to: dict[str, str] = to) -> list[str]:
            return [f"{to[schnapsen.suit_of(c)]}-{schnapsen.rank_of(c)}" for c in cards]

        options = {"first_dealer": deal["dealer"]}
        before = result("schnapsen", options, deal["deck"], moves)
        other = [{**line, "cards": new(line["cards"])} for line in moves]
        assert result("schnapsen", options, new(deal["deck"]), other) == before


def test_other_groups_are_not_alike() -> None:
    """The negative control: change the places of two cards of different groups."""
    changed = 0
    for seed in range(40, 52):
        _, deal, moves = recorded("aluette", seed)
        to = {"coins-3": "batons-3", "batons-3": "coins-3"}
        other = [{**line, "cards": [to.get(c, c) for c in line["cards"]]} for line in moves]
        options = {"first_dealer": deal["dealer"]}
        before = result("aluette", options, deal["deck"], moves)
        try:
            after = result("aluette", options, [to.get(c, c) for c in deal["deck"]], other)
        except AssertionError:  # another seat is to move
            changed += 1
        else:
            changed += after != before
    assert changed > 3
