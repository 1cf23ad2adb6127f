"""Whatever is read, nothing but a `SpecError` comes out of it, and not after endless work."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.grammar import STARTS
from cardavia_spec.front.nodes import MapNode, Node, TextNode, read_yaml
from cardavia_spec.front.parse import parse
from tests.unit.front.marks import unmarked, whole
from tests.unit.front.test_complaints import ALL
from tests.unit.front.test_nodes import SAMPLE
from tests.unit.front.test_parse import BLOCK, FILE
from tests.unit.front.test_yaml_faults import FAULTS
from tests.work import at_most

CALLS = 20_000_000
"""No text of this size may take more calls to read."""
SPECS = sorted((Path(__file__).parents[3] / "spec").glob("*.yaml"))
FILES = [SAMPLE, FILE, *(path.read_text(encoding="utf-8") for path in SPECS)]

SIGNS = "{ } [ ] ( ) : , # \" ' | > & * ! - . .. = == && || \\ % ~ ? @ ` << --- ... := += 1 x X ä 𝄞"
WORDS = (
    "is not and or implies in inside of some every all the first highest sum where has by for then"
    " else if move draw show end deal"
)
BLANKS = ("\n", "\n  ", "\n    ", "\t", "\r\n", "\r", "\ufeff", "\0", "\u2028", "\u00a0")
PIECES = [*SIGNS.split(" "), *WORDS.split(" "), *BLANKS, ": ", " #", "- ", "for s in t:\n"]


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a few pieces put in, cut out, moved or repeated."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        kind = rng.random()
        if kind < 0.35:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind < 0.7:
            text = text[:at] + text[at + rng.choice((1, 1, 2, 3, 8, 40)) :]
        elif kind < 0.9:
            other = rng.randrange(len(text) + 1)
            text = text[:at] + text[other : other + rng.randint(1, 40)] + text[at:]
        else:
            text = text[:at] + rng.choice(PIECES) * rng.randint(2, 80) + text[at:]
    return text


def texts(root: Node) -> Iterator[TextNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, TextNode):
            yield node
        elif isinstance(node, MapNode):
            for entry in node.entries:
                stack += (entry.key, entry.value)
        else:
            stack += node.items


def told(error: SpecError) -> None:
    """Check that every diagnostic of an error can be shown and points into the text."""
    assert error.diagnostics
    for found in error.diagnostics:
        assert len(found.message) < 300
        assert render(found)
        if found.span:
            assert 0 <= found.span.start <= found.span.end <= len(found.span.source.text)


@pytest.mark.parametrize("seed", range(6))
def test_mutated_files(seed: int) -> None:
    rng = random.Random(seed)
    read = 0
    for _ in range(25):
        source = Source("fuzz.yaml", mutated(rng, rng.choice(FILES)))
        try:
            with at_most(CALLS):
                root = read_yaml(source)
        except SpecError as error:
            told(error)
            continue
        read += 1
        nodes = list(texts(root))
        for node in rng.sample(nodes, min(20, len(nodes))):
            try:
                with at_most(CALLS):
                    parse(node, "block" if node.style == "block" else rng.choice(STARTS))
            except SpecError as error:
                told(error)
    assert read > 0


@pytest.mark.parametrize("seed", range(6))
def test_mutated_texts(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(250):
        start, marked, _, _ = rng.choice(ALL)
        text = mutated(rng, rng.choice((unmarked(marked)[0], BLOCK)))
        try:
            parse(whole(text, start), start)
        except SpecError as error:
            told(error)


def test_mutated_faults() -> None:
    rng = random.Random(1)
    for _ in range(1500):
        marked, _, _ = rng.choice(FAULTS)
        try:
            read_yaml(Source("fuzz.yaml", mutated(rng, unmarked(marked)[0])))
        except SpecError as error:
            told(error)


@pytest.mark.parametrize(
    "text",
    [
        "a: {" + "b, " * 200_000 + "}",
        "a: {x: f(" + "b, " * 200_000 + "}",
        "a: " + "b " * 400_000 + ": c",
        "a" * 900_000,
        "a:" + " " * 900_000 + "b\nc",
        " " * 900_000 + "\t",
        "a: '" + "''" * 400_000,
        "a: b\n" + " #\n" * 300_000 + "  c: d",
        "a\n" * 300_000,
        ("a: 1\n" * 100_000) + "b",
        'a: "' + "\n" * 400_000,
        "{" + "a: b, " * 100_000 + "c: d: e}",
    ],
    ids=lambda text: text[:8].replace("\n", "/"),
)
@pytest.mark.slow
def test_large_and_odd_files(text: str) -> None:
    try:
        with at_most(CALLS):
            root = read_yaml(Source("fuzz.yaml", text))
            for node in list(texts(root))[:3]:
                parse(node, "expr")
    except SpecError as error:
        told(error)
