"""The expression language: from a text node to a parse tree, in place.

Texts are parsed where they stand, inside the whole file, so every position in a tree or token is
an offset in the file.  The rules and aliases of `cardavia.lark` name the trees.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import Final

import lark
from lark.utils import TextSlice

from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.source import Source
from cardavia_spec.front.chains import balanced, sign_of_chain
from cardavia_spec.front.complaints import complaint
from cardavia_spec.front.grammar import STARTS, Start, parser
from cardavia_spec.front.layout import LayoutError
from cardavia_spec.front.nodes import TextNode

__all__ = ["DEEPEST", "STARTS", "Start", "parse"]

DEEPEST: Final = 100
"""A tree may have so many levels."""

_SHALLOW: Final = 150
"""A text of so few characters is never looked through for its depth."""

_LOCK: Final = Lock()  # parser and layout serve one text at a time
_FIRST: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ \t]*)")


def parse(node: TextNode, start: Start) -> lark.Tree[lark.Token]:
    """Return the tree of a text; `start` says what kind of text it is.

    Positions in the tree (`meta.start_pos`, `token.start_pos`, ...) are offsets in the whole file.
    Raises SpecError with one diagnostic (CV3xx) if the text cannot be understood.
    """
    fault = _rewritten(node) or (_lines_lost(node) if start == "block" else None)
    if fault:
        raise SpecError([fault])
    source = node.inner.source
    begin, end = node.inner.start, node.inner.end
    base = 0
    if start == "block":
        first = _FIRST.match(source.text, begin, end)
        if first:
            begin, base = first.end(), first.end() - first.start(1)
    lark_parser, layout = parser()
    try:
        with _LOCK:
            layout.begin(block=start == "block", base=base, end=end)
            tree = lark_parser.parse(TextSlice(source.text, begin, end), start=start)
    except (lark.UnexpectedInput, LayoutError) as error:
        raise SpecError([complaint(node, start, error)]) from None
    if end - begin > _SHALLOW and _too_deep(tree):
        tree = balanced(tree)
        _check_depth(source, tree)
    return tree


def _rewritten(node: TextNode) -> Diagnostic | None:
    """Return a fault if YAML reads other characters than stand there."""
    text = node.inner.source.text
    first = text[node.span.start : node.span.start + 1]
    if node.style == "block" and first == ">":
        return Diagnostic(
            "CV315",
            "a '>' block joins its lines, and a text of the rule language is read as it stands",
            node.inner.source.span(node.span.start, node.span.start + 1),
            "write '|' instead of '>'",
        )
    escape = {'"': "\\", "'": "''"}.get(first) if node.style == "quoted" else None
    place = text.find(escape, node.inner.start, node.inner.end) if escape else -1
    if escape is None or place < 0:
        return None
    return Diagnostic(
        "CV315",
        f"{escape} stands for another character here, and a text of the rule language is read"
        " as it stands",
        node.inner.source.span(place, place + len(escape)),
        "leave it out; if it is needed, write the text as a block: '|' after the colon",
    )


def _lines_lost(node: TextNode) -> Diagnostic | None:
    """Return a fault if YAML would join the lines of several statements."""
    if node.style == "block" or "\n" not in node.inner.text:
        return None
    return Diagnostic(
        "CV310",
        "statements on several lines, and YAML joins them",
        node.span,
        "write them as a block: a '|' after the colon, and the statements below it",
    )


def _too_deep(tree: lark.Tree[lark.Token]) -> lark.Tree[lark.Token] | None:
    """Return a part that lies deeper than a tree may be, or None."""
    level: list[lark.Tree[lark.Token]] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in node.children if isinstance(child, lark.Tree)]
        if not level:
            return None
    return level[0]


def _check_depth(source: Source, tree: lark.Tree[lark.Token]) -> None:
    """Raise SpecError if the tree is so deep that nobody can read it, nor a recursion walk it."""
    part = _too_deep(tree)
    if part is None:
        return
    span = source.span(part.meta.start_pos, part.meta.end_pos)
    sign = sign_of_chain(tree, DEEPEST)
    message = f"this is nested more than {DEEPEST} deep"
    fix = "give parts of it a name, under 'define' or 'let'"
    if sign is not None:
        message = (
            f"too much is joined by '{sign}' here: each counts as one level, {DEEPEST} at most"
        )
        fix = f"put brackets round some parts of the chain, or {fix}"
    raise SpecError([Diagnostic("CV316", message, span, fix)])
