"""Line ends and indentation of statement blocks, for the parser.

In an expression a line end is a blank.  In a block it ends the statement, unless a bracket is
open, and the indentation of the next line opens and closes bodies.  The block's own indentation
is where its first statement begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from lark import Token
from lark.lark import PostLex

NEWLINE: Final = "_NL"
INDENT: Final = "_INDENT"
DEDENT: Final = "_DEDENT"
DEEPEST: Final = 40
"""Brackets, and bodies of statements, may be nested so deep."""

_OPEN: Final = frozenset(("LPAR", "LBRACE"))
_CLOSE: Final = frozenset(("RPAR", "RBRACE"))


class LayoutError(Exception):
    """A line of a block stands where none can, or brackets or bodies are nested too deep.

    `kind` is "dedent" or "deep"; `start` and `end` are offsets in the text.
    """

    def __init__(self, kind: Literal["dedent", "deep"], start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        super().__init__(kind)


class Layout(PostLex):
    """Stands between lexer and parser; `begin` tells it about the text to come."""

    # NAME everywhere, or the lexer would cut `has` off the word `hassle` where no name can stand.
    always_accept = (NEWLINE, "NAME")

    def __init__(self) -> None:
        self._block = False
        self._base = 0
        self._end = 0

    def begin(self, *, block: bool, base: int, end: int) -> None:
        """Prepare for one text: whether it is a block, its indentation, the offset of its end."""
        self._block = block
        self._base = base
        self._end = end

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Return the tokens with line ends dropped, or kept and followed by INDENT, DEDENT."""
        brackets = 0
        levels = [self._base]
        last: Token | None = None
        for token in stream:
            if token.type == NEWLINE:
                if self._block and not brackets and last is not None:
                    yield from self._line_end(token, last, levels)
                    last = None
                continue
            if token.type in _OPEN:
                brackets += 1
                if brackets > DEEPEST:
                    raise LayoutError("deep", token.start_pos or 0, token.end_pos or 0)
            elif token.type in _CLOSE:
                brackets -= 1
            last = token
            yield token
        if self._block and last is not None:
            yield _mark(NEWLINE, last)
            yield from (_mark(DEDENT, last) for _ in levels[1:])

    def _line_end(self, token: Token, last: Token, levels: list[int]) -> Iterator[Token]:
        end = token.end_pos or 0
        yield _mark(NEWLINE, last)
        if end >= self._end:
            yield from (_mark(DEDENT, last) for _ in levels[1:])
            return
        depth = len(token.rsplit("\n", 1)[1])
        if depth > levels[-1]:
            if len(levels) > DEEPEST:
                raise LayoutError("deep", end, end)
            levels.append(depth)
            yield _mark(INDENT, last)
            return
        while depth < levels[-1]:
            if levels[-2:-1] and depth <= levels[-2]:
                levels.pop()
                yield _mark(DEDENT, last)
            else:
                raise LayoutError("dedent", end, end)


def _mark(kind: str, after: Token) -> Token:
    """Return a token without width behind `after`, so that trees do not grow by line ends."""
    return Token(
        kind,
        "",
        after.end_pos,
        after.end_line,
        after.end_column,
        after.end_line,
        after.end_column,
        after.end_pos,
    )
