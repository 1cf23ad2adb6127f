"""Broken specs and traces through the commands: an exit code and a message, whatever is in them.

`make fuzz` tries many more: CARDAVIA_FUZZ says how many times as many, and other ones each time.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.cli.cli_helpers import CORNERS, Cli, Told
from tests.work import at_most

FACTOR = int(os.environ.get("CARDAVIA_FUZZ", "0"))
ROOT = Path(__file__).resolve().parents[3]
SPECS = sorted([*ROOT.glob("spec/*.yaml"), *ROOT.glob("tests/games/*.yaml")])
TEXTS = [CORNERS, *(path.read_text(encoding="utf-8") for path in SPECS)]
WORD = re.compile(r"[a-z_][a-z0-9_]*|[0-9]+|[-+<>:=&*]+|\S")
CALLS = 100_000_000
"""No input of this size may take more calls."""

pytestmark = pytest.mark.slow


def rng(name: str) -> random.Random:
    """Return the same numbers in every run of the suite, others in every `make fuzz`."""
    return random.Random(None if FACTOR else name)


def fine(told: Told, text: str) -> None:
    """Check what must hold whatever the input: no traceback was looked for by the runner."""
    assert told.code in (0, 1, 2), f"{told.err}\n---\n{text}"
    assert "CV990" not in told.err, f"{told.err}\n---\n{text}"
    if told.code == 2:
        assert "error[CV" in told.err + told.out, text


def words_moved(numbers: random.Random, text: str) -> str:
    """Return a text in which some words stand in another's place: mostly well-formed."""
    found = list(WORD.finditer(text))
    for _ in range(numbers.choice((1, 1, 1, 2, 4))):
        at, other = numbers.choice(found), numbers.choice(found)
        text = text[: at.start()] + other.group() + text[at.end() :]
        found = list(WORD.finditer(text))
    return text


def lines_moved(numbers: random.Random, text: str) -> str:
    """Return a text with lines left out, repeated or elsewhere."""
    lines = text.splitlines()
    for _ in range(numbers.choice((1, 1, 2, 5))):
        at = numbers.randrange(len(lines))
        line = lines.pop(at)
        if numbers.random() < 0.5:
            lines.insert(numbers.randrange(len(lines) + 1), line)
        if numbers.random() < 0.2:
            lines.insert(at, line)
    return "\n".join(lines) + "\n"


def signs_changed(numbers: random.Random, text: str) -> str:
    """Return a text with some characters changed."""
    for _ in range(numbers.choice((1, 1, 2, 8))):
        at = numbers.randrange(len(text))
        text = text[:at] + numbers.choice("{}[]():,#'\"|>&*!-=<.\t\n x0é") + text[at + 1 :]
    return text


@pytest.mark.parametrize("change", [words_moved, lines_moved, signs_changed])
def test_fuzz_specs(cli: Cli, change: Callable[[random.Random, str], str]) -> None:
    numbers = rng(change.__name__)
    for _ in range(8 * (1 + FACTOR)):
        text = change(numbers, numbers.choice(TEXTS))
        cli.write("x.yaml", text)
        for command in (["run", "x.yaml", "--deals", "2"], ["explain", "x.yaml"]):
            with at_most(CALLS):
                told = cli(*command)
            fine(told, text)


def test_fuzz_checks(cli: Cli) -> None:
    numbers = rng("checks")
    for _ in range(4 * (1 + FACTOR)):
        text = words_moved(numbers, CORNERS)
        cli.write("x.yaml", text)
        with at_most(CALLS):
            told = cli(
                "check", "x.yaml", "--deals", "8", "--examples", "2", "--jobs", "1", "--no-prove"
            )
        fine(told, text)


def keys_changed(numbers: random.Random, lines: list[str]) -> list[str]:
    """Return a trace in which some values are of other types, or some keys of other names."""
    odd: tuple[object, ...] = (
        None,
        True,
        0,
        -1,
        1e300,
        "",
        "x",
        [],
        {},
        ["clubs-7", 3],
        {"a": None},
        "clubs-7",
    )
    for _ in range(numbers.choice((1, 1, 3))):
        at = numbers.randrange(len(lines))
        try:
            line = json.loads(lines[at])
        except ValueError:
            continue
        if not isinstance(line, dict) or not line:
            continue
        key = numbers.choice(list(line))
        if numbers.random() < 0.3:
            line[numbers.choice(("seat", "deck", "x-y", "value", "legal", "type"))] = line.pop(key)
        else:
            line[key] = numbers.choice(odd)
        lines[at] = json.dumps(line)
    return lines


def test_fuzz_traces(cli: Cli) -> None:
    cli("run", "spec/corners.yaml", "--deals", "3", "--seed", "1", "--trace", "good.jsonl")
    good = (cli.folder / "good.jsonl").read_text()
    numbers = rng("traces")
    for round_ in range(25 * (1 + FACTOR)):
        if round_ % 4 == 0:
            text = "\n".join(keys_changed(numbers, good.splitlines())) + "\n"
        else:
            text = (words_moved, lines_moved, signs_changed)[round_ % 4 - 1](numbers, good)
        cli.write("x.jsonl", text)
        for command in (
            ["replay", "x.jsonl"],
            ["explain", "spec/corners.yaml", "--trace", "x.jsonl", "--at", "9"],
        ):
            with at_most(CALLS):
                told = cli(*command)
            fine(told, text)


def test_fuzz_what_is_typed(cli: Cli) -> None:
    numbers = rng("typed")
    said = ["1", "2", "9", "?", "? clubs-7", "undo", "table", "help", "save", "save a/b", "x" * 999,
            "clubs-7", "ace of hearts", "0", "-1", "", " ", "…", "back", "why", "\0",
            "save x"]  # fmt: skip
    for _ in range(3 * (1 + FACTOR)):
        path = numbers.choice(SPECS)
        typed = "\n".join(numbers.choice(said) for _ in range(40))
        seed = str(numbers.randrange(99))
        with at_most(CALLS):
            told = cli("play", str(path), "--seed", seed, typed=typed)
        fine(told, typed)
        assert told.code == 0
