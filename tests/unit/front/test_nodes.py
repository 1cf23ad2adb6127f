"""Nodes: what stands in a file, and exactly where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.source import Source
from cardavia_spec.front.compose import DEEPEST, LARGEST, compose
from cardavia_spec.front.nodes import (
    MapNode,
    Node,
    SeqNode,
    TextNode,
    expect_text,
    in_quotes,
    read_source,
    read_yaml,
    shortened,
)
from tests.work import at_most

LOADERS = [pytest.param(yaml.SafeLoader, id="python")]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(pytest.param(yaml.CSafeLoader, id="c"))

SAMPLE = """\
# a comment 𝄞
plain: all c in hand   # not part of it
𝄞 key: ä𝄞ö and x
double: "a + b"
single: 'a + b'
long: first
      second   third
  # no comment ends it, and this one does
quoted: "first
    second"
block: |  # a note
  one
    two

  three

kept: |+
  one

folded: >-
  one
  two
flow: {a: b c, "d e": [f, 'g', {h: i}]}
items:
- x
-   y z
- - inner
"""


def get(node: Node, *path: str | int) -> Node:
    for step in path:
        if isinstance(step, int):
            assert isinstance(node, SeqNode)
            node = node.items[step]
        else:
            assert isinstance(node, MapNode)
            found = node.get(step)
            assert found is not None, step
            node = found
    return node


EXPECTED = [
    (("plain",), "plain", "all c in hand", "all c in hand", "all c in hand"),
    (("𝄞 key",), "plain", "ä𝄞ö and x", "ä𝄞ö and x", "ä𝄞ö and x"),
    (("double",), "quoted", "a + b", '"a + b"', "a + b"),
    (("single",), "quoted", "a + b", "'a + b'", "a + b"),
    (
        ("long",),
        "plain",
        "first second   third",
        "first\n      second   third",
        "first\n      second   third",
    ),
    (("quoted",), "quoted", "first second", '"first\n    second"', "first\n    second"),
    (
        ("block",),
        "block",
        "one\n  two\n\nthree\n",
        "|  # a note\n  one\n    two\n\n  three",
        "  one\n    two\n\n  three",
    ),
    (("kept",), "block", "one\n\n", "|+\n  one", "  one"),
    (("folded",), "block", "one two", ">-\n  one\n  two", "  one\n  two"),
    (("flow", "a"), "plain", "b c", "b c", "b c"),
    (("flow", "d e", 0), "plain", "f", "f", "f"),
    (("flow", "d e", 1), "quoted", "g", "'g'", "g"),
    (("flow", "d e", 2, "h"), "plain", "i", "i", "i"),
    (("items", 0), "plain", "x", "x", "x"),
    (("items", 1), "plain", "y z", "y z", "y z"),
    (("items", 2, 0), "plain", "inner", "inner", "inner"),
]


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_texts_and_their_places(loader: type[object], line_end: str) -> None:
    source = Source("a.yaml", SAMPLE.replace("\n", line_end))
    root = compose(source, loader)
    for path, style, text, span, inner in EXPECTED:
        node = get(root, *path)
        assert isinstance(node, TextNode)
        assert (node.style, node.text) == (style, text), path
        assert node.span.text == span.replace("\n", line_end), path
        assert node.inner.text == inner.replace("\n", line_end), path


def test_lines_and_columns_do_not_depend_on_line_ends() -> None:
    def places(text: str) -> list[tuple[int, int]]:
        root = read_yaml(Source("a.yaml", text))
        nodes = [get(root, *path) for path, *_ in EXPECTED]
        return [(node.span.line, node.span.column) for node in nodes]

    assert places(SAMPLE) == places(SAMPLE.replace("\n", "\r\n"))
    assert places(SAMPLE)[:3] == [(2, 8), (3, 8), (4, 9)]


def test_a_byte_order_mark_moves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: b\nc: d\n".encode())
    root = read_yaml(read_source(path))
    assert [(e.key.text, e.key.span.line, e.key.span.column) for e in _entries(root)] == [
        ("a", 1, 1),
        ("c", 2, 1),
    ]


def _entries(node: Node) -> tuple[Any, ...]:
    assert isinstance(node, MapNode)
    return node.entries


def test_lists_and_mappings_end_where_their_last_member_does() -> None:
    source = Source("a.yaml", "a:\n  b: 1\n  c: [2, 3 ]\n\n# end\nd:\n- 4\n- 5\n\n")
    root = read_yaml(source)
    assert get(root, "a").span.text == "b: 1\n  c: [2, 3 ]"
    assert get(root, "a", "c").span.text == "[2, 3 ]"
    assert get(root, "d").span.text == "- 4\n- 5"
    assert root.span.text == source.text.rstrip()


@pytest.mark.parametrize(
    "text",
    ["no", "on", "yes", "true", "010", "0x1F", "1_000", "1:30", "1e3", ".5", "null", "2001-01-01"],
)
@pytest.mark.parametrize("loader", LOADERS)
def test_texts_stay_what_they_are(text: str, loader: type[object]) -> None:
    root = compose(Source("a.yaml", f"{text}: {text}\n"), loader)
    (entry,) = _entries(root)
    assert (entry.key.text, entry.value.text) == (text, text)


def test_a_mapping_is_asked_by_key() -> None:
    root = read_yaml(Source("a.yaml", "a: 1\nb: 2\n"))
    assert isinstance(root, MapNode)
    assert root.keys() == ("a", "b")
    assert "a" in root
    assert "c" not in root
    assert root.get("c") is None
    assert root.entry("b") == root.entries[1]


def test_one_text_may_be_all() -> None:
    root = read_yaml(Source("a.yaml", "just words\n"))
    assert isinstance(root, TextNode)
    assert root.text == "just words"


@pytest.mark.parametrize("loader", LOADERS)
def test_as_deep_as_allowed(loader: type[object]) -> None:
    compose(Source("a.yaml", "[" * DEEPEST + "x" + "]" * DEEPEST), loader)


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        "a: " + "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a": ' * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "\n".join(" " * depth + "a:" for depth in range(1400)),
    ],
    ids=["[", "{", "a: [", "[]", "{a", "-", "?", "blocks"],
)
def test_nested_too_deep_is_told_at_once(loader: type[object], text: str) -> None:
    with pytest.raises(SpecError) as caught, at_most(200_000):
        compose(Source("a.yaml", text), loader)
    assert [d.code for d in caught.value.diagnostics] == ["CV112"]


def test_expect_text() -> None:
    root = read_yaml(Source("a.yaml", "a: x\nb: {c: d}\nc: [d]\ne:\n  f: g\n"))
    assert expect_text(get(root, "a"), "the guard").text == "x"
    for key, read_as, fix in [
        ("b", "a mapping", '"{c: d}"'),
        ("c", "a list", '"[d]"'),
        ("e", "a mapping", "one text"),
    ]:
        with pytest.raises(SpecError) as caught:
            expect_text(get(root, key), "the guard")
        (found,) = caught.value.diagnostics
        assert found.code == "CV114"
        assert found.message == f"the guard must be a text, and YAML reads {read_as}"
        assert fix in (found.fix or "")


def test_quotes_that_change_nothing() -> None:
    assert in_quotes("{a, b}") == '"{a, b}"'
    assert in_quotes('say "x"') == "'say \"x\"'"
    assert in_quotes("a \\ b") == "'a \\ b'"
    assert in_quotes("\"'") is None
    assert in_quotes("a\nb") is None
    assert in_quotes("x" * 100) is None


def test_shortened() -> None:
    assert shortened("a\n  b") == "a b"
    assert shortened("x" * 50) == "x" * 37 + "..."


def test_too_many_parts() -> None:
    with pytest.raises(SpecError) as caught:
        read_yaml(Source("a.yaml", "- a\n" * (LARGEST + 1)))
    (found,) = caught.value.diagnostics
    assert found.code == "CV103"
    assert found.span is not None
    assert found.span.line > LARGEST - 10
