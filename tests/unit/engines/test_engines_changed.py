"""Games with a rule changed at random: all engines agree, also where the new rules make no sense.

`make agree` changes many more.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text
from tests.needs import needs
from tests.unit.engines.agree import GAMES, Played, Three

MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
"""How many times as many games are tried: the suite tries a part of what `make agree` tries."""
SLOW = {"ganjifa", "president", "pinochle", "belote"}
"""Games of many moves a deal: fewer deals of them."""
HEAD = 8
"""So many lines of text stay as they are: what the game is called, who plays it."""
pytestmark = needs("cc")


def _swap(line: str, words: str, rng: Random) -> str:
    """Return a line with the first of some words made another of them."""
    every = words.split()
    found = re.search(rf"(?<![\w.])({'|'.join(map(re.escape, every))})(?![\w.])", line)
    if found is None:
        return line
    others = [word for word in every if word != found[0]]
    return line[: found.start()] + others[rng.below(len(others))] + line[found.end() :]


def _number(line: str, rng: Random) -> str:
    step = 1 if rng.below(2) else -1
    return re.sub(r"\b\d+\b", lambda m: str(max(0, int(m[0]) + step)), line, count=1)


def _left_out(line: str, _: Random) -> str:
    return "" if re.search(r":=|\+=|^\s*move ", line) else line


CHANGES: tuple[Callable[[str, Random], str], ...] = (
    _number,
    _left_out,
    lambda line, rng: _swap(line, "highest lowest", rng),
    lambda line, rng: _swap(line, "and or", rng),
    lambda line, rng: _swap(line, ">= <= > <", rng),
    lambda line, rng: _swap(line, "every some no", rng),
    lambda line, rng: _swap(line, "leader me dealer winner", rng),
    lambda line, _: re.sub(r"\bis\b(?! not)", "is not", line, count=1),
)


def rules(path: Path) -> list[str]:
    """Return the lines of a game without its properties and examples."""
    text = path.read_text(encoding="utf-8")
    return re.split(r"\n(?=properties:|examples:|witnesses:|test:)", text)[0].split("\n")


def changed(path: Path, rng: Random) -> Spec:
    """Return a game with one to three lines changed, of which the language has nothing to say."""
    for _ in range(1000):
        lines = rules(path)
        before = list(lines)
        for _ in range(1 + rng.below(3)):
            at = HEAD + rng.below(len(lines) - HEAD)
            lines[at] = CHANGES[rng.below(len(CHANGES))](lines[at], rng)
        if lines == before:
            continue
        try:
            return load_text(path.name, "\n".join([*lines, ""]))
        except SpecError:
            continue
    raise AssertionError(path)


def told(played: Played) -> Played | tuple[int, bool]:
    """Return what has to be the same; where a rule fails, in which deal it is."""
    return played if played.fault is None else (played.deals, True)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6 if MORE == 1 else 9 * MORE))
def test_a_changed_game(number: int) -> None:
    path = GAMES[number * 4 % len(GAMES)]
    spec = changed(path, Random(number))
    engines = Three(spec, ("-O1",))
    quick = engines.only_playing(("-O1", "-march=native"))
    few, many = (4, 40) if path.stem in SLOW else (25, 150)
    for deals in (few, many):
        wanted = engines.python(number, deals, {})
        ours = [engines.c(number, deals, {}), engines.c(number, deals, {}, quick)]
        if deals == few:
            ours.append(engines.reference(number, deals, {}))
        for found in ours:
            if told(found) != told(wanted):
                pytest.fail(f"{wanted} {found} {engines.parting(number, deals, {})}")


FOUND = [
    # What is asked only of what is there was looked up in advance, once a match.
    ("president", "best is not none and not empty(pile)", "best is not none or not empty(pile)"),
    ("belote", "takers: if taker is none then none", "takers: if taker is not none then none"),
    # Draws of no card began at a place that was not known yet.
    ("whist", "after dealer: draw 1 from", "after dealer: draw 0 from"),
    # Cards were dealt behind the question whether the deal is over.
    ("aluette", "when: trick is 10\n", "when: trick is not 10\n"),
]
"""Changes under which one engine went another way, or stopped."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "old", "new"), FOUND, ids=[row[0] for row in FOUND])
def test_what_was_found_before(game: str, old: str, new: str) -> None:
    text = "\n".join([*rules(next(p for p in GAMES if p.stem == game)), ""])
    assert old in text
    engines = Three(load_text(f"{game}.yaml", text.replace(old, new, 1)), ("-O0",))
    wanted = engines.reference(3, 8, {})
    assert told(engines.python(3, 8, {})) == told(engines.c(3, 8, {})) == told(wanted)


def test_games_are_changed() -> None:
    """What is changed is another game, most often one that plays."""
    hashes = set()
    path = next(p for p in GAMES if p.stem == "whist")
    for seed in range(4):
        spec = changed(path, Random(seed))
        hashes.add(Three(spec, ("-O0",)).c(1, 20, {}).hash)
    assert len(hashes) > 1
