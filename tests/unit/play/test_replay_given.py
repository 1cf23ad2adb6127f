"""The traces of the project are accepted; with one move changed each is rejected, and told why."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.core.rng import Random
from cardavia_spec.play.library import Library
from cardavia_spec.play.replay import replay_file, replay_lines
from tests.unit.play.play_games import SPECS, TRACES

LIBRARY = Library([SPECS])
FILES = sorted(
    path for path in TRACES.iterdir() if path.name.removesuffix(".gz").endswith(".jsonl")
)


def told(path: Path) -> list[str]:
    """Return the lines of a trace."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_given_traces_agree(path: Path) -> None:
    found = replay_file(path, LIBRARY)
    lines = list(map(json.loads, told(path)))
    assert found.diagnostics == ()
    assert found.exit_code == 0
    assert found.lines == len(lines)
    assert found.moves == sum(line["type"] == "move" for line in lines)
    assert found.deals == sum(line["type"] == "deal" for line in lines)
    assert len(found.matches) == sum(line["type"] == "match" for line in lines)


def changed(lines: list[dict[str, Any]], place: int, rng: Random) -> dict[str, Any] | None:
    """Return a move line with another card, or None where no other is sure to be wrong.

    A card that was played before in this deal cannot be played again: no rules are asked for it.
    """
    line = dict(lines[place])
    start = max(i for i in range(place) if lines[i]["type"] == "deal")
    gone = [
        c for move in lines[start + 1 : place] for c in move["cards"] if move["move"] != "exchange"
    ]
    if not line["cards"] or not gone:
        return None
    card = gone[rng.below(len(gone))]
    line["cards"] = [card, *line["cards"][1:]]
    return line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_changed_move_is_rejected(path: Path) -> None:
    """For many positions: line, rule and clause are named, and only this match is given up."""
    texts = told(path)
    lines = list(map(json.loads, texts))
    rng = Random(len(texts))
    places = [i for i, line in enumerate(lines) if line["type"] == "move"]
    tried = 0
    for _ in range(60):
        place = places[rng.below(len(places))]
        line = changed(lines, place, rng)
        if line is None:
            continue
        tried += 1
        start = max(i for i in range(place) if lines[i]["type"] == "match")
        end = next((i for i in range(place, len(lines)) if lines[i]["type"] == "match"), len(lines))
        found = replay_lines(
            "t.jsonl",
            [*texts[start:place], json.dumps(line), *texts[place + 1 : end]],
            LIBRARY,
        )
        assert found.exit_code == 1
        (diagnostic,) = found.diagnostics
        assert diagnostic.code == "CV840", str(diagnostic)
        assert str(diagnostic.span).startswith(f"t.jsonl:{place - start + 1}:")
        rule = diagnostic.notes[0].text
        assert f"the rule is '{line['move']}'" in rule
        assert "(clause" in rule, rule
        if tried == 12:
            break
    assert tried >= min(3, len(places) - 1)


@pytest.mark.parametrize("path", FILES[::6], ids=lambda path: path.name)
def test_another_seat_is_rejected(path: Path) -> None:
    texts = told(path)
    lines = list(map(json.loads, texts))
    places = [i for i, line in enumerate(lines) if line["type"] == "move"]
    seats = sorted({lines[i]["seat"] for i in places})
    for place in places[:: max(1, len(places) // 8)]:
        line = dict(lines[place])
        line["seat"] = seats[(seats.index(line["seat"]) + 1) % len(seats)]
        found = replay_lines(
            "t.jsonl", [*texts[:place], json.dumps(line), *texts[place + 1 :]], LIBRARY
        )
        diagnostic = found.diagnostics[0]
        assert (diagnostic.code, found.exit_code) == ("CV841", 1)
        assert str(diagnostic.span).startswith(f"t.jsonl:{place + 1}:")
        assert any("clause" in note.text for note in diagnostic.notes[:4])
