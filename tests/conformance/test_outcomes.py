"""Aluette: deals constructed for an outcome, and facts about all the outcomes there are."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conformance.package import make, start
from tests.oracles.aluette import SEATS, TEAMS, settle
from tests.oracles.aluette_outcomes import as_moves, construct, played, read

GOLDEN: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data/golden.yaml").read_text()
)
SPECIAL = [
    *[row["outcome"] for row in GOLDEN["aluette"]],
    *[letter * 9 for letter in "NESW"],
    *["X" * 8 + letter for letter in "NESW"],
    *[letter + "X" * 8 for letter in "NESW"],
    "XXXXXXXSS",
    "XXXXXXSSX",
    "XSSSSSSSS",
    "SSSSSSSSX",
    "SXXXXXXSS",
    "XXNNEESSW",
    "NNEEWWSSS",
    "NNNEEESSS",
]
LETTER = {"north": "N", "east": "E", "south": "S", "west": "W", None: "X"}


def package_result(outcome: Sequence[str | None], seed: int, sweep: bool) -> object:
    """Return the package's result of a deal constructed for an outcome."""
    rng = random.Random(seed)
    dealer = rng.choice(SEATS)
    deck, moves = as_moves(outcome, dealer, rng)
    state = start("aluette", {"first_dealer": dealer, "sweep_is_mordienne": sweep}, deck)
    for move, cards in moves:
        state = make(state, move, cards)
    return state.deal_result


def oracle_result(outcome: Sequence[str | None], sweep: bool) -> object:
    winner, points = settle(outcome, sweep)
    team = next((name for name, seats in TEAMS.items() if winner in seats), None)
    tricks = {seat: outcome.count(seat) for seat in SEATS}
    return {"winner": winner, "team": team, "points": points, "tricks": tricks}


@pytest.mark.parametrize("letters", sorted(set(SPECIAL)))
def test_special_outcomes(letters: str) -> None:
    for sweep in (True, False):
        outcome = read(letters)
        assert package_result(outcome, 3, sweep) == oracle_result(outcome, sweep)


def test_sample_of_outcomes() -> None:
    rng = random.Random(11)
    for number in range(150):
        outcome = [rng.choice((*SEATS, None)) for _ in range(9)]
        assert package_result(outcome, number, True) == oracle_result(outcome, True), outcome


def test_sample_of_doubled_outcomes() -> None:
    """Runs of wins up to the end, and the same with one trick changed."""
    rng = random.Random(12)
    for number in range(100):
        k = rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 7, 8))
        others = [seat for seat in SEATS if seat != "west"]
        outcome = [rng.choice((*others, None, None)) for _ in range(9 - k)] + ["west"] * k
        near = list(outcome)
        near[rng.randrange(9)] = rng.choice((*SEATS, None))
        for one in (outcome, near):
            assert package_result(one, number, True) == oracle_result(one, True), one


def test_construction_gives_what_was_asked() -> None:
    rng = random.Random(13)
    for _ in range(500):
        outcome = [rng.choice((*SEATS, None)) for _ in range(9)]
        dealer = rng.choice(SEATS)
        assert played(outcome, dealer, rng).outcome == outcome
        deck, plays = construct(outcome, dealer, rng)
        assert len(set(deck)) == 48
        assert len(plays) == 36


def test_a_wrong_settlement_is_seen() -> None:
    """The negative control: settle ties for the last to come to the total."""
    outcome = read("XXXEENWSS")
    wrong = settle(outcome[::-1], True)
    assert wrong != settle(outcome, True)
    assert package_result(outcome, 1, True) == oracle_result(outcome, True)
    assert package_result(outcome, 1, True) != oracle_result(outcome[::-1], True)


@pytest.mark.slow
def test_facts_about_all_outcomes() -> None:
    """Every one of 5^9 sequences of trick winners, by the plain evaluator."""
    results: Counter[tuple[str | None, int]] = Counter()
    doubles: Counter[int] = Counter()
    spoils: dict[int, set[int]] = {}
    at_least_two = sweep_only = fewer_together = 0
    for outcome in itertools.product((*SEATS, None), repeat=9):
        winner, points = settle(outcome, True)
        results[winner, points] += 1
        if winner is None:
            continue
        spoiled, won = outcome.count(None), outcome.count(winner)
        assert won >= -(-(9 - spoiled) // 4)
        if points == 2:
            doubles[won] += 1
            spoils.setdefault(won, set()).add(spoiled)
            assert all(outcome.count(seat) < won for seat in SEATS if seat != winner)
            if won == 9:
                sweep_only += settle(outcome, False)[1] == 1
        elif won == 1 and outcome[8] == winner:
            at_least_two += 1
        side = next(seats for seats in TEAMS.values() if winner in seats)
        together = sum(map(outcome.count, side))
        fewer_together += 2 * together < 9 - spoiled
    wanted: Counter[tuple[str | None, int]] = Counter({(None, 0): 1})
    for seat in SEATS:
        wanted[seat, 1], wanted[seat, 2] = 484_532, 3_749
    assert results == wanted
    assert doubles == {2: 1432, 3: 8296, 4: 3904, 5: 1024, 6: 256, 7: 64, 8: 16, 9: 4}
    for k, counts in spoils.items():
        assert (min(counts), max(counts)) == (max(0, 12 - 4 * k), 9 - k)
    assert (at_least_two, sweep_only, fewer_together) == (4, 4, 161_672)
