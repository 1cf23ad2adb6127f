"""Random play of the oracles, whole matches under every choice of options, replayed.

The oracles list the legal moves at every move, and the package compares the lists in full.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import TraceReport, replay_file, replay_lines
from tests.conformance.package import game_of
from tests.oracles.common import OracleError
from tests.oracles.make_data import option_traces, outcome_traces
from tests.oracles.record import GAMES, make_trace, read_lines, replay

TRACES = Path(__file__).parents[1] / "traces"


def find(name: str) -> Game | None:
    return game_of(name) if name in GAMES else None


def told(report: TraceReport) -> str:
    return "\n".join(str(diagnostic) for diagnostic in report.diagnostics)


def cases() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every choice of options of every game; all pairs of values are among them."""
    for game, rules in GAMES.items():
        for values in itertools.product(*rules.options.values()):
            yield game, dict(zip(rules.options, values, strict=True))


CASES = [pytest.param(*case, id=f"{case[0]}-{number}") for number, case in enumerate(cases())]


@pytest.mark.parametrize("path", sorted(TRACES.glob("*.jsonl*")), ids=lambda path: path.name)
def test_recorded_traces(path: Path) -> None:
    report = replay_file(path, find)
    assert report.exit_code == 0, told(report)
    assert report.moves == replay(read_lines(path))["moves"]


def test_recorded_traces_are_what_the_oracles_write() -> None:
    for file, lines in (*option_traces(), *outcome_traces()):
        assert read_lines(TRACES / file) == lines, file


def check(game: str, options: dict[str, object], seed: int, matches: int) -> None:
    lines = make_trace(game, seed, options, matches)
    report = replay_lines(f"{game}, seed {seed}", lines, find)
    assert report.exit_code == 0, told(report)
    moves = sum('"type": "move"' in line for line in lines)
    assert (len(report.matches), report.moves) == (matches, moves)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_choice_of_options(game: str, options: dict[str, object]) -> None:
    check(game, options, 100, {"aluette": 2, "schnapsen": 4, "ganjifa": 1}[game])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_choice_of_options_at_length(game: str, options: dict[str, object]) -> None:
    check(game, options, 200, {"aluette": 12, "schnapsen": 30, "ganjifa": 12}[game])


@pytest.mark.parametrize("game", GAMES)
def test_first_dealer_left_to_the_deal_line(game: str) -> None:
    check(game, {}, 300, 6 if game != "ganjifa" else 3)


def discards(full: bool, off: int = 0) -> list[str]:
    """Return a trace in which `legal` lists every discard, or one too few (`off`) of them."""
    row = next(row for row in counted_rows() if row["game"] == "ganjifa" and sequences(row))
    deal = GAMES["ganjifa"].match(row["options"]).deal(row["deck"].split())
    options = {"first_dealer": row["dealer"], **row["options"]}
    lines: list[dict[str, object]] = [
        {"type": "match", "trace": 1, "game": "ganjifa", "options": options},
        {"type": "deal", "deal": 1, "dealer": row["dealer"], "deck": row["deck"].split()},
    ]

    def move(name: str, cards: list[str], **more: object) -> None:
        lines.append({"type": "move", "seat": deal.turn, "move": name, "cards": cards, **more})
        deal.apply(name, frozenset(cards))

    for text in row["moves"]:
        name, *cards = text.split()
        move(name, cards)
    name, *cards = sequences(row)[0]
    move(name, cards)
    ways = itertools.combinations(sorted(deal.hands[deal.turn]), len(cards))
    entries: list[list[object]] = [["discard", *way] for way in ways]
    if not full:
        entries = [["discard", "any", len(cards) + off, len(deal.hands[deal.turn])]]
    elif off:
        entries.pop()
    move("discard", sorted(deal.hands[deal.turn])[: len(cards)], legal=entries)
    return [json.dumps(line) for line in lines]


def counted_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load((TRACES.parent / "data/perft.yaml").read_text())
    return rows


def sequences(row: dict[str, Any]) -> list[list[str]]:
    """Return the sequences that may be led in a counted position with few cards."""
    deal = GAMES["ganjifa"].match(row["options"]).deal(row["deck"].split())
    for text in row["moves"]:
        move, *cards = text.split()
        deal.apply(move, frozenset(cards))
    few = len(deal.hands[deal.turn]) < 9
    found = [[str(part) for part in entry] for entry in deal.legal() if entry[0] == "dukal"]
    return sorted(found) if few else []


@pytest.mark.parametrize(
    ("full", "off", "code"),
    [(True, 0, 0), (False, 0, 0), (True, 1, 1), (False, 1, 1)],
    ids=["full", "any", "one missing", "other number"],
)
def test_subset_moves_listed_in_full_or_in_one_entry(full: bool, off: int, code: int) -> None:
    report = replay_lines("discards", discards(full, off), find)
    assert report.exit_code == code, told(report)


@pytest.mark.parametrize("value", [3, 0, "2", True, None])
def test_options_have_the_values_named_and_no_others(value: object) -> None:
    for name in ("exchange_min_stock", "close_min_stock"):
        lines = make_trace("schnapsen", 1, {}, 1)
        head = json.loads(lines[0])
        lines[0] = json.dumps({**head, "options": {name: value}})
        assert replay_lines("options", lines, find).exit_code == 2


def spoilt(lines: list[str], rng: random.Random) -> list[str]:
    """Return a trace with one thing changed that leaves every line well formed."""
    at = rng.choice([n for n, line in enumerate(lines) if '"type": "move"' in line])
    changed = [json.loads(line) for line in lines]
    if rng.random() < 0.7:  # mostly without the lists, so that other faults come first
        for line in changed:
            line.pop("legal", None)
    line = changed[at]
    deal = next(line for line in reversed(changed[:at]) if line["type"] == "deal")
    kind = rng.choice(("cards", "cards", "near", "seat", "leave out", "legal", "result", "name"))
    match kind:
        case "cards" if line["cards"]:
            line["cards"] = rng.sample(deal["deck"], len(line["cards"]))
        case "near":  # a move of the same seat from elsewhere in the deal
            same = [one for one in changed[at:] if one.get("seat") == line["seat"]]
            twin = rng.choice(same[:4])
            line["move"], line["cards"] = twin["move"], twin["cards"]
        case "seat":
            line["seat"] = rng.choice([other["seat"] for other in changed if "seat" in other])
        case "leave out":
            del changed[at]
        case "legal" if line.get("legal"):
            del line["legal"][rng.randrange(len(line["legal"]))]
        case "result":
            end = next(one for one in changed[at:] if one["type"] == "deal end")
            key = rng.choice([key for key, value in end["result"].items() if value])
            value = end["result"][key]
            if isinstance(value, dict):
                seat = rng.choice(sorted(value))
                value[seat] += rng.choice((-1, 1))
            elif isinstance(value, int):
                end["result"][key] = value % 3 + 1
        case "name":
            moves = [one["move"] for one in changed if "move" in one]
            line["move"] = rng.choice(moves)
        case _:
            pass
    return [json.dumps(line) for line in changed]


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_traces(game: str) -> None:
    """The negative control: a trace with one change is refused in the line the oracle names."""
    rng = random.Random(f"spoilt {game}")
    outcomes: Counter[int] = Counter()
    for number in range(60):
        lines = spoilt(make_trace(game, 400 + number % 6, {}, 1), rng)
        try:
            replay(lines)
            line = None
        except OracleError as fault:
            line = int(str(fault).split()[1].rstrip(":"))
        report = replay_lines("spoilt", lines, find)
        outcomes[report.exit_code] += 1
        if line is None:
            assert report.exit_code == 0, (lines[0], told(report))
        else:
            assert report.exit_code == 1, (line, lines[line - 1], told(report))
            span = report.diagnostics[0].span
            assert span is not None
            assert span.line == line, (lines[line - 1], told(report))
    assert outcomes[1] > 20
