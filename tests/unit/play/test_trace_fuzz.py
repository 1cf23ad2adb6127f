"""Broken traces: a report and an exit code, whatever is in them.

`make fuzz` tries many more: CARDAVIA_FUZZ says how many times as many, and other ones each time.
"""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import TraceReport, Verdict, replay_file, replay_lines
from cardavia_spec.play.snapshot import dump as snapshot
from cardavia_spec.play.snapshot import load
from cardavia_spec.play.trace import dump, lines
from tests.unit.play.play_games import game, walk
from tests.work import at_most

FACTOR = int(os.environ.get("CARDAVIA_FUZZ", "0"))
CALLS = 20_000_000
"""No input of this size may take more calls."""
NAMES = ("schnapsen", "aluette", "ganjifa", "parlour", "lonely")
TEXTS: dict[str, list[str]] = {}

pytestmark = pytest.mark.slow


def games(name: str) -> Game | None:
    """Find a game, or none."""
    return game(name) if name in NAMES else None


def rng(name: str) -> random.Random:
    """Return the same numbers in every run of the suite, others in every `make fuzz`."""
    return random.Random(None if FACTOR else name)


def texts(name: str) -> list[str]:
    """Return the lines of a short trace."""
    if name not in TEXTS:
        state = list(walk(game(name).match(seed=1), 1, 40))[-1]
        TEXTS[name] = [dump(line) for line in lines(state, legal=True)]
    return TEXTS[name]


def sound(report: TraceReport) -> None:
    """Check what must hold of a report, whatever the trace."""
    assert report.exit_code in (0, 1, 2)
    assert (report.verdict is Verdict.AGREES) is (report.exit_code == 0)
    assert (report.exit_code == 0) is all(d.severity.value == "warning" for d in report.diagnostics)
    for diagnostic in report.diagnostics:
        assert diagnostic.code in CODES
        assert diagnostic.span is not None
        assert diagnostic.span.line >= 1
        told = str(diagnostic)
        told.encode()
        assert all(c.isprintable() or c == "\n" for c in told)
        assert max(map(len, told.splitlines())) < 2000
    assert report.summary()


def other_value(numbers: random.Random, value: Any) -> Any:  # noqa: ANN401
    """Return another JSON value, of the same kind or not."""
    odd: list[Any] = [
        None,
        True,
        False,
        0,
        -1,
        10**17,
        1.5,
        "",
        "x",
        [],
        {},
        [[]],
        {"a": None},
        "hearts-ass",
    ]
    if isinstance(value, list) and value and numbers.random() < 0.7:
        value = list(value)
        at = numbers.randrange(len(value))
        how = numbers.randrange(4)
        if how == 0:
            value[at] = other_value(numbers, value[at])
        elif how == 1:
            value.append(value[at])
        elif how == 2:
            value.pop(at)
        else:
            numbers.shuffle(value)
        return value
    if isinstance(value, dict) and value and numbers.random() < 0.7:
        value = dict(value)
        key = numbers.choice(list(value))
        if numbers.random() < 0.3:
            value[numbers.choice(["x", key + "s", ""])] = value.pop(key)
        else:
            value[key] = other_value(numbers, value[key])
        return value
    return numbers.choice(odd)


def values_changed(numbers: random.Random, trace: list[str]) -> list[str]:
    """Return a trace in which values are others."""
    found = list(trace)
    for _ in range(numbers.choice((1, 1, 2))):
        at = numbers.randrange(len(found))
        found[at] = json.dumps(other_value(numbers, json.loads(found[at])))
    return found


def values_moved(numbers: random.Random, trace: list[str]) -> list[str]:
    """Return a trace in which a line has a value of another line."""
    whole = [json.loads(line) for line in trace]
    one, other = numbers.choice(whole), numbers.choice(whole)
    key = numbers.choice(list(other))
    one[key] = other[key]
    return list(map(json.dumps, whole))


def lines_moved(numbers: random.Random, trace: list[str]) -> list[str]:
    """Return a trace with lines left out, repeated or elsewhere."""
    found = list(trace)
    for _ in range(numbers.choice((1, 1, 3))):
        line = found.pop(numbers.randrange(len(found)))
        if numbers.random() < 0.6 or not found:
            found.insert(numbers.randrange(len(found) + 1), line)
        if numbers.random() < 0.3:
            found.insert(numbers.randrange(len(found) + 1), line)
    return found


@pytest.mark.parametrize("change", [values_changed, values_moved, lines_moved])
@pytest.mark.parametrize("name", NAMES)
def test_fuzz_lines(name: str, change: Callable[[random.Random, list[str]], list[str]]) -> None:
    numbers = rng(name + change.__name__)
    codes = set()
    for _ in range(40 * (1 + FACTOR)):
        changed = change(numbers, texts(name))
        with at_most(CALLS):
            report = replay_lines("t.jsonl", changed, games)
        sound(report)
        codes.add(report.exit_code)
    assert 2 in codes


@pytest.mark.parametrize("packed", [False, True])
def test_fuzz_bytes(tmp_path: Path, packed: bool) -> None:
    numbers = rng(f"bytes{packed}")
    path = tmp_path / "t.jsonl"
    for number in range(100 * (1 + FACTOR)):
        name = NAMES[number % len(NAMES)]
        data = bytearray("".join(line + "\n" for line in texts(name)).encode())
        if packed:
            data = bytearray(gzip.compress(bytes(data), 1, mtime=0))
        for _ in range(numbers.choice((1, 1, 2, 10))):
            at = numbers.randrange(len(data))
            match numbers.randrange(4):
                case 0:
                    data[at] = numbers.randrange(256)
                case 1:
                    data[at : at + numbers.randrange(40)] = b""
                case 2:
                    data[at:at] = bytes(numbers.choices(b'{}[]",:0n\n\xff', k=3))
                case _:
                    data[at:] = b"" if numbers.random() < 0.2 else data[at:]
            data = data or bytearray(b" ")
        path.write_bytes(data)
        with at_most(CALLS):
            report = replay_file(path, games)
        sound(report)


@pytest.mark.parametrize("name", NAMES)
def test_fuzz_snapshots(name: str) -> None:
    numbers = rng("snapshot" + name)
    loaded = game(name)
    whole = snapshot(list(walk(loaded.match(seed=1), 1, 7))[-1])
    refused: set[str] = set()
    for _ in range(40 * (1 + FACTOR)):
        text = json.dumps(other_value(numbers, json.loads(whole)))
        try:
            again = load(loaded, text)
        except SpecError as fault:
            refused.update(d.code for d in fault.diagnostics)
        else:
            assert load(loaded, snapshot(again)) == again
    assert refused
    assert refused <= CODES.keys()
