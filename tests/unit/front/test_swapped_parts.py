"""Each part of a spec in turn replaced by something of another make: told, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardavia_spec.core.diagnostics import SpecError, render
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.load import load_text
from cardavia_spec.front.nodes import MapNode, Node, SeqNode, read_yaml
from tests.unit.cli.cli_helpers import CORNERS


def values(root: Node) -> Iterator[Span]:
    """Yield the places of all values and items."""
    stack = [root]
    while stack:
        node = stack.pop()
        inner: tuple[Node, ...] = ()
        if isinstance(node, MapNode):
            inner = tuple(entry.value for entry in node.entries)
        elif isinstance(node, SeqNode):
            inner = node.items
        yield from (each.span for each in inner)
        stack += inner


PLACES = list(values(read_yaml(Source("corners.yaml", CORNERS))))


@pytest.mark.slow
@pytest.mark.parametrize("other", ["[x, y]", "{x: [y]}", "''"])
def test_nothing_but_a_spec_error_comes_of_it(other: str) -> None:
    told: list[str] = []
    for place in PLACES:
        rest = CORNERS[place.end :]
        between = "" if rest.startswith(("\n", ",", "}", "]", " ")) else "\n"
        try:
            load_text("corners.yaml", CORNERS[: place.start] + other + between + rest)
        except SpecError as error:
            told += map(render, error.diagnostics)
    assert len(told) > len(PLACES) // 2
    assert all("error[CV" in each or "warning[CV" in each for each in told)


@pytest.mark.parametrize("other", ["[x, y]", "x"])
@pytest.mark.parametrize(
    "section", ["zones", "state", "moves", "events", "define", "following", "scoring", "result",
                "match", "properties"],
)  # fmt: skip
def test_a_section_that_is_none_is_told_once(section: str, other: str) -> None:
    root = read_yaml(Source("corners.yaml", CORNERS))
    assert isinstance(root, MapNode)
    node = root.get(section)
    assert node is not None
    changed = f"{CORNERS[: node.span.start]}{other}\n{CORNERS[node.span.end :]}"
    with pytest.raises(SpecError) as caught:
        load_text("corners.yaml", changed)
    (found,) = caught.value.diagnostics
    assert found.code == "CV201"
    assert f"'{section}' wants a mapping" in found.message


def test_a_title_that_is_no_text() -> None:
    with pytest.raises(SpecError) as caught:
        load_text("corners.yaml", CORNERS.replace("en: Four Corners", "en: [Four, Corners]"))
    (found,) = caught.value.diagnostics
    assert "a title" in found.message
