"""Nodes of a YAML file: texts, lists and mappings, each with its exact place.

Only structure comes from YAML.  A text is the text that stands there: `no`, `on`, `010` and `null`
are ordinary texts, never truths, numbers or nothing.  What YAML offers beyond texts, lists and
mappings (anchors, aliases, merge keys, tags, several documents) is refused, and so is every key
without a value, which is how YAML reads a text that a comma has cut in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.reading import read_source

__all__ = [
    "Entry",
    "MapNode",
    "Node",
    "SeqNode",
    "TextNode",
    "expect_text",
    "in_quotes",
    "read_source",
    "read_yaml",
    "shortened",
]

Style: TypeAlias = Literal["plain", "quoted", "block"]


@dataclass(frozen=True, slots=True)
class TextNode:
    """A text.

    `text` is what YAML makes of it; `span` covers quotes or the `|` too; `inner` covers the
    characters themselves, without quotes, block header and surrounding blanks.
    """

    text: str
    span: Span
    style: Style
    inner: Span


@dataclass(frozen=True, slots=True)
class SeqNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping and its value."""

    key: TextNode
    value: Node


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping, in the order of the file; keys differ."""

    entries: tuple[Entry, ...]
    span: Span

    def entry(self, key: str) -> Entry | None:
        """Return the entry of `key`, or None."""
        return next((entry for entry in self.entries if entry.key.text == key), None)

    def get(self, key: str) -> Node | None:
        """Return the value of `key`, or None."""
        entry = self.entry(key)
        return entry.value if entry else None

    def keys(self) -> tuple[str, ...]:
        """Return the keys in the order of the file."""
        return tuple(entry.key.text for entry in self.entries)

    def __contains__(self, key: str) -> bool:
        return self.entry(key) is not None


Node: TypeAlias = TextNode | SeqNode | MapNode


def read_yaml(source: Source) -> Node:
    """Return the root of a YAML text.  Raises SpecError with every fault of the file at once."""
    from cardavia_spec.front.compose import compose  # compose builds what stands here

    return compose(source)


def expect_text(node: Node, what: str) -> TextNode:
    """Return `node` if it is a text; `what` names what should stand there ("the guard").

    Raises SpecError (CV114) saying how to write a text that YAML reads as something else.
    """
    if isinstance(node, TextNode):
        return node
    read_as = "a list" if isinstance(node, SeqNode) else "a mapping"
    first = node.span.text[:1]
    fix = f"write {what} as one text"
    if first in ("{", "["):
        fix = f"a text that begins with {first} needs quotes"
        suggestion = in_quotes(node.span.text)
        fix += f": {suggestion}" if suggestion else " round it"
    raise SpecError(
        [Diagnostic("CV114", f"{what} must be a text, and YAML reads {read_as}", node.span, fix)]
    )


def in_quotes(text: str, longest: int = 70) -> str | None:
    """Return a short text of one line in quotes that change nothing in it, or None."""
    if len(text) > longest or "\n" in text:
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def shortened(text: str, longest: int = 40) -> str:
    """Return a text on one line, cut to `longest` characters, as messages quote it."""
    line = " ".join(text[: 2 * longest].split())
    return line if len(line) <= longest else line[: longest - 3] + "..."
