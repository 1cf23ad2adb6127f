"""Reading keys: which may stand where, which must, and texts with their clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lark import Token, Tree

from cardavia_spec.core.diagnostics import SpecError, did_you_mean, nearest
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cite
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.nodes import (
    Entry,
    MapNode,
    Node,
    SeqNode,
    TextNode,
    expect_text,
    shortened,
)
from cardavia_spec.front.parse import Start, parse

Result = TypeVar("Result")
NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
CLAUSE = re.compile(r"([A-Z]+)([0-9]+)\Z")
_SETS = re.compile(r"([a-z]\w*)\s*:?=\s*(\S.*)\Z")
_LIST = re.compile(r"[^,\[\]{}]+(,[^,\[\]{}]+)+\Z")
"""A text that was meant as a list, without its brackets."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the rule language and the clauses it cites."""

    node: TextNode
    cite: tuple[Cite, ...]


class Schema:
    """Reads the parts of a spec that are plain YAML."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.cites: list[Cite] = []
        self._trees: dict[tuple[int, Start], Tree[Token]] = {}

    def attempt(self, read: Callable[[], Result]) -> Result | None:
        """Run a reader; None where it had to stop (why has been told)."""
        try:
            return read()
        except Stop:
            return None
        except SpecError as error:
            self.faults.take(error)
            return None

    def mapping(self, node: Node, what: str) -> MapNode:
        """Return a node that must be a mapping."""
        if isinstance(node, MapNode):
            return node
        raise self.faults.error(
            "CV201",
            node.span,
            f"{what} wants a mapping: lines of the form 'name: …'",
            _as_mapping(node),
        )

    def keys(
        self, node: Node, what: str, allowed: Iterable[str], required: Iterable[str] = ()
    ) -> MapNode:
        """Return a mapping after telling its unknown and missing keys.

        What has an unknown key is read no further: what it says would not be what was meant.
        """
        mapping = self.mapping(node, what)
        known = tuple(allowed)
        unknown = False
        for entry in mapping.entries:
            if entry.key.text not in known:
                unknown = True
                fix = did_you_mean(entry.key.text, known)
                self.faults.error(
                    "CV202",
                    entry.key.span,
                    f"{what} has no key '{entry.key.text}'",
                    fix or _has(known, [key for key in required if key not in mapping]),
                )
        if unknown:
            raise Stop
        missing = [key for key in required if key not in mapping]
        if missing:
            listed = " and ".join(f"'{key}:'" for key in missing)
            raise self.faults.error(
                "CV203", self.head(mapping), f"{what} lacks {listed}", f"add {listed}"
            )
        return mapping

    def misspelt(self, mapping: MapNode, key: str, allowed: Iterable[str]) -> Node | None:
        """Return what stands under `key`, or under an unknown key that is most like it."""
        known = tuple(allowed)
        near = (e.value for e in mapping.entries if nearest(e.key.text, known) == key)
        return mapping.get(key) or next(near, None)

    def head(self, node: Node) -> Span:
        """Return the first line of a node, for messages about all of it."""
        text = node.span.text
        end = text.find("\n")
        return (
            node.span if end < 0 else Span(node.span.source, node.span.start, node.span.start + end)
        )

    def text(self, node: Node, what: str) -> TextNode:
        """Return a node that must be a text."""
        try:
            return expect_text(node, what)
        except SpecError as error:
            raise self.faults.take(error) from None

    def word(self, node: Node, what: str) -> str:
        """Return a text of letters, digits and underscores, as names are."""
        text = self.text(node, what)
        self.name(text, what)
        return text.text

    def name(self, node: TextNode, what: str) -> None:
        """Tell if a key is no name that an expression could mention."""
        if not NAME.match(node.text):
            raise self.faults.error(
                "CV204",
                node.span,
                f"'{shortened(node.text)}' is no name for {what}",
                f"a list stands in square brackets: [{shortened(node.text)}]"
                if _LIST.match(node.text)
                else "names are small letters, digits and underscores and begin with a letter"
                + (f": '{as_name(node.text)}'" if as_name(node.text) else ""),
            )
        try:
            parsed = parse(TextNode(node.text, node.span, "plain", node.inner), "expr")
        except SpecError:
            parsed = None
        if parsed is None or str(parsed.data) != "name":
            raise self.faults.error(
                "CV205",
                node.span,
                f"'{node.text}' is a word of the rule language and cannot name {what}",
                f"choose another name, for instance '{node.text}_'",
            )

    def syntax(self, node: Node, start: Start, what: str) -> Tree[Token]:
        """Return the syntax tree of a text of the rule language."""
        known = self._trees.get((node.span.start, start))
        if known is not None:
            return known
        try:
            tree = parse(expect_text(node, what), start)
        except SpecError as error:
            raise self.faults.take(error) from None
        self._trees[node.span.start, start] = tree
        return tree

    @property
    def trees(self) -> tuple[Tree[Token], ...]:
        """The syntax tree of every text that was read."""
        return tuple(self._trees.values())

    def expression(self, node: Node, what: str) -> Text:
        """Return a text that may stand by itself or as `{is: text, cite: …}`."""
        if isinstance(node, MapNode) and "is" in node:
            self.keys(node, what, ("is", "cite"), ("is",))
            inner = node.get("is")
            assert inner is not None
            return Text(self.text(inner, what), self.cite(node))
        return Text(self.text(node, what), ())

    def statements(self, node: Node, what: str) -> Text:
        """Return a block of statements that may stand by itself or as `{do: block, cite: …}`."""
        if isinstance(node, MapNode) and "do" in node:
            self.keys(node, what, ("do", "cite"), ("do",))
            inner = node.get("do")
            assert inner is not None
            return Text(self.text(inner, what), self.cite(node))
        return Text(self.text(node, what), ())

    def entries(self, node: Node | None, what: str) -> tuple[Entry, ...]:
        """Return the entries of a mapping that may be missing."""
        return () if node is None else self.mapping(node, what).entries

    def items(self, node: Node, what: str) -> tuple[TextNode, ...]:
        """Return the texts of a list; one text stands for a list of one."""
        if isinstance(node, SeqNode):
            return tuple(self.text(item, what) for item in node.items)
        return (self.text(node, what),)

    def cite(self, mapping: MapNode) -> tuple[Cite, ...]:
        """Return the clauses that a mapping cites."""
        node = mapping.get("cite")
        if node is None:
            return ()
        found = []
        for item in self.items(node, "a clause"):
            if not CLAUSE.match(item.text):
                self.faults.error(
                    "CV206",
                    item.span,
                    f"'{shortened(item.text)}' is no clause",
                    f"several clauses stand in square brackets: [{shortened(item.text)}]"
                    if _LIST.match(item.text)
                    else "a clause is capital letters and a number: A12",
                )
                continue
            found.append(Cite(item.text, item.span))
        self.cites += found
        return tuple(found)

    def clauses(self, node: Node) -> tuple[str, ...]:
        """Return the clauses of a page: a list of clauses and ranges `A1..A33`."""
        found: list[str] = []
        for item in self.items(node, "a range of clauses"):
            ends = [CLAUSE.match(end.strip()) for end in item.text.split("..")]
            first, last = ends[0], ends[-1]
            if len(ends) > 2 or first is None or last is None or first[1] != last[1]:
                raise self.faults.error(
                    "CV206", item.span, f"'{item.text}' is no range of clauses", "write A1..A33"
                )
            low, high = int(first[2]), int(last[2])
            if not 0 <= high - low < 10_000:
                raise self.faults.error(
                    "CV206",
                    item.span,
                    f"'{shortened(item.text)}' is an empty range",
                    f"write '{last[0]}..{first[0]}'" if high < low else "it is too long",
                )
            found += [f"{first[1]}{n}" for n in range(low, high + 1)]
        return tuple(found)


def _has(known: Iterable[str], missing: Sequence[str]) -> str:
    """Return which keys there are, and which of them is still to be written."""
    wants = " and ".join(f"'{key}:'" for key in missing)
    return "it has: " + ", ".join(known) + (f"; {wants} must be there" if missing else "")


def _as_mapping(node: Node) -> str:
    """Return what to do about something that is no mapping and should be one."""
    if isinstance(node, SeqNode) and node.span.text.startswith("-"):
        return "leave out the '-': names stand one below the other, each with its colon"
    sets = _SETS.match(node.text) if isinstance(node, TextNode) else None
    if sets:
        return f"write '{sets[1]}: {shortened(sets[2])}'"
    return "put each name on a line of its own, further to the right, with its colon"


def as_name(text: str) -> str | None:
    """Return the name that was most likely meant by a text that is none."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return name if NAME.match(name) else None
