"""Random properties of an odd game: every engine makes the same of each of them."""

from __future__ import annotations

import os

import pytest

from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.course import Tally, Watch
from cardavia_spec.check.runs.crew import Table
from cardavia_spec.check.runs.parts import Piece
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text
from cardavia_spec.play.driver import Biased, Uniform
from tests.needs import needs
from tests.unit.engines.odd import BASE
from tests.unit.engines.test_engines_fuzz import Writer

KINDS = (
    "always", "each step", "at end", "each deal", "at match end", "possible", "possible in play",
    "possible match",
)  # fmt: skip
EACH = 40
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))


def wrote(seed: int, depth: int) -> list[str]:
    writer = Writer(seed)
    writer.cards = ["(king of red)", "(1 of blue)", "best"]
    writer.suits, writer.numbers = ["red", "blue"], ["stake", "size(table)", "count"]
    rows = []
    for n in range(EACH):
        kind, truth = KINDS[n % len(KINDS)], writer.truth(depth)
        if kind in ("each step", "each deal"):
            truth = f"was({truth}) {writer.pick('is', 'implies', 'or')} ({writer.truth(1)})"
        elif kind in ("always", "at end", "at match end") and writer.rng.below(2):
            truth = f"({truth}) implies ({writer.truth(1)})"
        rows.append(f'  p{n}: {{{kind}: "{truth}"}}')
    return rows


def game(seed: int, depth: int) -> tuple[Spec, int]:
    """Return a game with random properties, and how many the language let pass."""
    rows = wrote(seed, depth)
    rules = "\n".join(line for line in BASE.split("\n") if not line.startswith("#"))
    while True:
        try:
            text = rules + "properties:\n" + "\n".join(rows) + "\n"
            return load_text("odd.yaml", text), len(rows)
        except SpecError as error:
            # What can only be true, say, the language refuses: it is left out.
            bad = {d.span.line for d in error.diagnostics if d.span is not None}
            first = rules.count("\n") + 2
            kept = [row for n, row in enumerate(rows, first) if n not in bad]
            if len(kept) == len(rows):
                raise
            rows = kept


def told(tally: Tally, unread: set[str]) -> object:
    """Return what was found; not of wishes that could not be read: they go by other names."""
    found = {
        k: (f.size, f.line) for k, f in tally.findings.items() if k.split(": ")[0] not in unread
    }
    wished = {key: n for key, n in tally.wished.items() if key not in unread}
    met = tally.met - tally.findings.keys()
    return tally.deals, tally.moves, tally.matches, found, wished, met


def hold(seed: int, depth: int) -> None:
    spec, asked = game(seed, depth)
    assert asked >= EACH // 3
    rules = rules_of(spec)
    at = Table(Asked(spec), Swift(Asked(spec), rules), ((),))
    assert not at.asked.skipped
    size = len(spec.cards.members)
    slow, swift = Tally(), Tally()
    for watch, tally in ((Watch(rules, spec.properties), slow), (at.swift.watch(), swift)):
        for source in (Uniform(seed, size, 12 * MORE), Biased(seed, size, 8 * MORE, {})):
            watch.course(tally, {}).run(source)
    unread = {key.split(": ")[0] for key in slow.findings if ": " in key}
    assert unread <= swift.findings.keys()
    assert told(swift, unread) == told(slow, unread)
    piece = Piece(0, seed, 0, 2, 30 * MORE)
    python = at.play(piece)
    at.compile()
    assert at.play(piece) == python


@needs("cc")
@pytest.mark.parametrize("seed", range(2))
def test_fuzz_of_properties(seed: int) -> None:
    hold(seed, 2)


@needs("cc")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 106 if "CARDAVIA_MORE" in os.environ else 103))
def test_fuzz_of_deep_properties(seed: int) -> None:
    hold(seed, 3)
