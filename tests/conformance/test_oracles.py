"""The oracles themselves: against the given traces, the checked vectors and themselves."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.oracles import aluette, aluette_outcomes, ganjifa, schnapsen
from tests.oracles.common import OracleError
from tests.oracles.record import GAMES, make_trace, read_lines, replay

TESTS = Path(__file__).parents[1]
TRACES = sorted((TESTS / "traces").glob("*.jsonl*"))
GOLDEN: dict[str, list[dict[str, Any]]] = yaml.safe_load((TESTS / "data/golden.yaml").read_text())


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_recorded_traces(path: Path) -> None:
    seen = replay(read_lines(path))
    assert seen["moves"] > 0
    assert seen["results"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_trace_is_refused(game: str) -> None:
    """The negative control: take one legal move away, or change a result."""
    lines = make_trace(game, 5, {}, 1)
    assert replay(lines)["legal"] > 20
    for at, change in ((8, ("legal", [])), (-1, ("result", {})), (1, ("dealer", "nobody"))):
        line = json.loads(lines[at])
        assert change[0] in line
        line[change[0]] = change[1]
        broken = list(lines)
        broken[at] = json.dumps(line)
        with pytest.raises(OracleError):
            replay(broken)


@pytest.mark.parametrize("game", GAMES)
def test_writing_is_a_function_of_the_seed(game: str) -> None:
    first = make_trace(game, 3, {}, 1)
    random.seed(99)
    assert first == make_trace(game, 3, {}, 1)
    assert first != make_trace(game, 4, {}, 1)


@pytest.mark.parametrize("row", GOLDEN["aluette"], ids=lambda row: row["outcome"])
def test_aluette_outcomes(row: dict[str, Any]) -> None:
    outcome = aluette_outcomes.read(row["outcome"])
    winner = row["winner"] and aluette_outcomes.LETTERS[row["winner"]]
    assert aluette.settle(outcome, True) == (winner, row["points"])
    assert aluette_outcomes.played(outcome, "north", random.Random(1)).outcome == outcome


RANK = {"A": "ass", "T": "10", "K": "koenig", "Q": "dame", "J": "bube"}
SUIT = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}


def long(short: str) -> str:
    return f"{SUIT[short[1]]}-{RANK[short[0]]}"


@pytest.mark.parametrize("row", GOLDEN["schnapsen_strict"], ids=lambda row: row["lead"])
def test_schnapsen_strict(row: dict[str, Any]) -> None:
    hand, legal = ({long(card) for card in row[key]} for key in ("hand", "legal"))
    assert schnapsen.strict_answers(long(row["lead"]), hand, "diamonds") == legal


@pytest.mark.parametrize("row", GOLDEN["ganjifa_void"], ids=lambda row: row["led"])
def test_ganjifa_void(row: dict[str, Any]) -> None:
    def card(short: str) -> str:
        name = short.rstrip("0123456789")
        return f"{name.lower()}-{short[len(name) :]}"

    hand, legal = ({card(short) for short in row[key]} for key in ("hand", "legal"))
    for rank in ganjifa.RANKS:
        lead = f"{row['led'].lower()}-{rank}"
        assert ganjifa.answers(lead, hand, "rama", skips_trump=False) == legal


@pytest.mark.parametrize("number", range(1, len(GOLDEN["schnapsen_score"]) + 1))
def test_schnapsen_scores(number: int) -> None:
    """Each row of the vectors has a recorded deal that shows it."""
    row = dict(GOLDEN["schnapsen_score"][number - 1])
    head, dealt, *moves, end = map(
        json.loads, read_lines(TESTS / "traces" / f"schnapsen_score_{number}.jsonl.gz")
    )
    match = schnapsen.Match(head["options"])
    deal = match.deal(dealt["deck"])
    for line in moves:
        deal.apply(line["move"], frozenset(line["cards"]))
    winner, loser = deal.winner, schnapsen.other(str(deal.winner))
    found: dict[str, Any] = {
        "closed": {None: None, winner: "winner", loser: "loser"}[deal.closer],
        "loser_tricks": deal.tricks[loser],
        "loser_points": deal.points[loser],
        "loser_points_now": deal.points[loser],
        "loser_pending": deal.pending[loser],
        "record_tricks": deal.record[0],
        "record_points": deal.record[1],
        "game": end["result"]["points"],
    }
    assert end["result"] == deal.result()
    if row.pop("end", None) == "last_trick":
        assert sorted(deal.points.values()) == row.pop("points")
        assert row.pop("last") == row.pop("winner")
        assert deal.turn == winner  # took the last trick
        assert all(points < 66 for points in deal.points.values())
    assert row == {key: found[key] for key in row}


def test_facts_about_the_packs() -> None:
    assert [len(GAMES[game].cards) for game in GAMES] == [48, 20, 120]
    ranked = [card for group in aluette.GROUPS for card in group]
    assert sorted(ranked) == sorted(aluette.CARDS)
    assert sorted(map(len, aluette.GROUPS)) == [1] * 8 + [2] * 2 + [4] * 9
    assert sum(map(schnapsen.points_of, schnapsen.CARDS)) == 120
    full = {card for card in ganjifa.CARDS if card.startswith("kurma-")}
    assert len(ganjifa.dukals(full)) == 36
