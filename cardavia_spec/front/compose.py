"""From the events of a YAML parser to nodes, with all faults of the file collected on the way.

Working on events and not on PyYAML's own nodes keeps three things simple: no recursion on nested
input, no anchors expanded, and what was read before a syntax error still counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from cardavia_spec.core.diagnostics import Diagnostic, Note, SpecError
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.entries import MOST, entry_faults, is_nothing
from cardavia_spec.front.nodes import Entry, MapNode, Node, SeqNode, TextNode, shortened
from cardavia_spec.front.reading import hidden_faults
from cardavia_spec.front.yaml_words import syntax_fault

DEEPEST: Final = 50
"""Lists and mappings may be nested so deep."""

LARGEST: Final = 100_000
"""A file may have so many texts, lists and mappings, their ends counted too."""

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def compose(source: Source, loader: Any = _LOADER) -> Node:  # noqa: ANN401
    """Return the root node of `source`.

    Raises SpecError with all faults found: CV102..CV118.
    """
    hidden = hidden_faults(source)
    if hidden:  # the structure read from such a text would be another one than is seen
        raise SpecError(hidden)
    composer = _Composer(source)
    try:
        composer.run(yaml.parse(source.text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        composer.check_open()
        fault = syntax_fault(source, error, loader)
        if fault.code == "CV117" and any(f.code == "CV108" for f in composer.faults):
            # an entry without a value, and what should be its value stands in another column
            raise SpecError(composer.faults) from None
        # what was found before in the line that breaks off came of its being broken
        line = fault.span.line if fault.span else 0
        composer.faults = [f for f in composer.faults if not f.span or f.span.line != line]
        composer.faults.append(fault)
    if composer.faults:
        raise SpecError(
            sorted(composer.faults, key=lambda fault: fault.span.start if fault.span else 0)
        )
    if composer.root is None:
        raise SpecError(
            [
                Diagnostic(
                    "CV102",
                    f"{source.name} is empty",
                    None,
                    "a file begins with a line like 'name: value'",
                )
            ]
        )
    return composer.root


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is not complete yet."""

    mapping: bool
    flow: bool
    start: int
    nodes: list[Node] = field(default_factory=list)
    """The items; for a mapping, values only."""
    keys: list[TextNode] = field(default_factory=list)
    key: TextNode | None = None


class _TooDeep(Exception):
    pass


class _Composer:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Diagnostic] = []
        self.root: Node | None = None
        self._stack: list[_Frame] = []

    def run(self, events: Iterator[Any]) -> None:
        documents = 0
        for number, event in enumerate(events):
            if number > LARGEST:
                self._fault(
                    "CV103",
                    self._span(event),
                    f"the file goes on after {LARGEST} texts, lists and mappings",
                    "a spec has some thousand; is this the right file?",
                )
                return
            match event:
                case yaml.ScalarEvent():
                    self._properties(event)
                    self._scalar(event)
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    self._properties(event)
                    span = self._span(event)
                    if len(self._stack) >= DEEPEST:
                        self._fault(
                            "CV112",
                            span,
                            f"lists and mappings are nested more than {DEEPEST} deep here",
                            "nothing in a spec or a trace is nested so deep",
                        )
                        return
                    mapping = isinstance(event, yaml.MappingStartEvent)
                    self._stack.append(_Frame(mapping, bool(event.flow_style), span.start))
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close(self._span(event).end)
                case yaml.AliasEvent():
                    span = self._span(event)
                    self._fault(
                        "CV109",
                        span,
                        f"'{shortened(span.text)}' stands for a text from elsewhere in the file",
                        "write the text out; a text that begins with * needs quotes",
                    )
                    self._add(TextNode(span.text, span, "plain", span))
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self._fault(
                            "CV111",
                            self._span(event),
                            "a second document begins here",
                            "one file holds one spec: delete the line '---', or make two files",
                        )
                        return
                    if event.version or event.tags:
                        self._fault(
                            "CV111",
                            self._span(event),
                            "this line speaks to the YAML reader",
                            "delete it",
                        )
                case _:  # the ends of documents, and of the stream
                    pass
            if len(self.faults) >= MOST:
                return

    def check_open(self) -> None:
        """Look through the mappings that were begun, when nothing more can be read."""
        for frame in self._stack:
            if frame.mapping and not frame.flow:
                span = self.source.span(frame.start, frame.start)
                found = entry_faults(span, frame.keys, frame.nodes, flow=False)
                self.faults += found[: MOST - len(self.faults)]

    def _span(self, event: Any) -> Span:  # noqa: ANN401
        return self.source.span(event.start_mark.index, event.end_mark.index)

    def _fault(self, code: str, span: Span, message: str, fix: str, *notes: Note) -> None:
        self.faults.append(Diagnostic(code, message, span, fix, notes))

    def _properties(self, event: Any) -> None:  # noqa: ANN401
        """Refuse an anchor or a tag."""
        start = event.start_mark.index
        if event.anchor is not None:
            self._fault(
                "CV109",
                self._word(start, "&"),
                f"'&{shortened(event.anchor)}' gives a name to a place of the file",
                "write texts out where they are needed; a text that begins with & needs quotes",
            )
        if event.tag is not None:
            self._fault(
                "CV110",
                self._word(start, "!"),
                "a word with ! in front tells YAML a type",
                "delete it; `not` is how a condition is denied, and a text that begins"
                " with ! needs quotes",
            )

    def _word(self, start: int, first: str) -> Span:
        """Return the span of the word that begins with `first`, at or soon after `start`."""
        text = self.source.text
        while text[start : start + 1] not in (first, ""):
            start += 1
        end = start
        while end < len(text) and not text[end].isspace():
            end += 1
        return self.source.span(start, end)

    def _scalar(self, event: Any) -> None:  # noqa: ANN401
        text = self.source.text
        start, end = event.start_mark.index, event.end_mark.index
        match event.style:
            case "'" | '"':
                node = TextNode(
                    event.value,
                    self.source.span(start, end),
                    "quoted",
                    self.source.span(start + 1, end - 1),
                )
            case "|" | ">":
                newline = text.find("\n", start, end)
                inner = newline + 1 if newline >= 0 else end
                end = max(_trimmed(text, inner, end), inner)
                node = TextNode(
                    event.value, self.source.span(start, end), "block", self.source.span(inner, end)
                )
            case _:
                span = self.source.span(start, _trimmed(text, start, end))
                spoilt = event.tag is not None or event.anchor is not None  # told of already
                node = TextNode(event.value or ("?" if spoilt else ""), span, "plain", span)
        self._add(node)

    def _add(self, node: Node) -> None:
        if not self._stack:
            if not is_nothing(node):
                self.root = node
            return
        frame = self._stack[-1]
        if not frame.mapping:
            if is_nothing(node):
                self._fault(
                    "CV108",
                    node.span,
                    "nothing stands in this item of the list",
                    "write something, or leave the item out",
                )
            frame.nodes.append(node)
        elif frame.key is None:
            frame.key = self._as_key(node)
        else:
            frame.keys.append(frame.key)
            frame.nodes.append(node)
            frame.key = None

    def _as_key(self, node: Node) -> TextNode:
        if not isinstance(node, TextNode):
            self._fault(
                "CV113",
                node.span,
                "a key must be a text, and YAML reads "
                + ("a list" if isinstance(node, SeqNode) else "a mapping"),
                "write quotes round it",
            )
            return TextNode(node.span.text, node.span, "quoted", node.span)
        if node.style == "plain" and node.text == "<<":
            self._fault(
                "CV109",
                node.span,
                "'<<' pours another mapping into this one",
                "write the entries out",
            )
        elif is_nothing(node):
            self._fault(
                "CV113",
                node.span,
                "there is no key before this ':'",
                "write a name before it; a text that begins with : needs quotes",
            )
        return node

    def _close(self, end: int) -> None:
        frame = self._stack.pop()
        if not frame.flow:  # YAML ends a block only where the next thing begins
            last = frame.nodes[-1].span.end if frame.nodes else frame.start
            end = max(last, frame.keys[-1].span.end if frame.keys else last)
        span = self.source.span(frame.start, end)
        if not frame.mapping:
            self._add(SeqNode(tuple(frame.nodes), span))
            return
        found = entry_faults(span, frame.keys, frame.nodes, flow=frame.flow)
        self.faults += found[: MOST - len(self.faults)]
        self._add(MapNode(tuple(map(Entry, frame.keys, frame.nodes)), span))


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
