"""The expression language: from a text node to a parse tree, in place.

Texts are parsed where they stand, inside the whole file, so every position in a tree or token is
an offset in the file.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Final, Literal, TypeAlias

import lark
from lark.utils import TextSlice

from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.source import Span
from cardavia_spec.front.layout import Layout, LayoutError
from cardavia_spec.front.nodes import TextNode

Start: TypeAlias = Literal["expr", "sort", "domain", "order", "block"]
STARTS: Final[tuple[Start, ...]] = ("expr", "sort", "domain", "order", "block")

_LOCK: Final = Lock()  # one layout serves all texts


def parse(node: TextNode, start: Start) -> lark.Tree[lark.Token]:
    """Return the tree of a text; `start` says what kind of text it is.

    Positions in the tree (`meta.start_pos`, `token.start_pos`, ...) are offsets in the whole file.
    Raises SpecError with one diagnostic (CV3xx) if the text cannot be understood.
    """
    text = node.span.source.text
    begin, end = node.inner.start, node.inner.end
    block = start == "block"
    base = 0
    if block:
        begin, base = _first_statement(text, begin, end)
    parser, layout = _parser()
    with _LOCK:
        layout.begin(block=block, base=base, end=end)
        try:
            return parser.parse(TextSlice(text, begin, end), start=start)
        except (lark.UnexpectedInput, LayoutError) as error:
            raise SpecError([_explain(node, error)]) from None


_FIRST: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ \t]*)")


def _first_statement(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the first statement of a block begins, and its indentation."""
    match = _FIRST.match(text, start, end)
    assert match
    return match.end(), match.end() - match.start(1)


def _explain(node: TextNode, error: lark.UnexpectedInput | LayoutError) -> Diagnostic:
    if isinstance(error, LayoutError):
        return Diagnostic("CV311", "wrong layout", Span(node.span.source, error.start, error.end))
    pos = min(getattr(error, "pos_in_stream", None) or node.inner.end, node.inner.end)
    return Diagnostic("CV300", "not understood", Span(node.span.source, pos, pos))


@cache
def _parser() -> tuple[lark.Lark, Layout]:
    layout = Layout()
    return lark.Lark(
        files(__package__).joinpath("cardavia.lark").read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        postlex=layout,
        propagate_positions=True,
        maybe_placeholders=False,
    ), layout
