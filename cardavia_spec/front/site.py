"""The place where the parser stopped, and what stands round it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import lark

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.grammar import Start
from cardavia_spec.front.layout import DEDENT, INDENT, NEWLINE
from cardavia_spec.front.nodes import TextNode, shortened
from cardavia_spec.front.spelling import RESERVED

_WORDS: Final = re.compile(r"#[^\n]*|\w+|:=|\+=|-=|\.\.|<=|>=|\S")

OPENERS: Final = {"(": ")", "{": "}"}
QUANTIFIERS: Final = {
    "some": "has", "every": "has", "no": "has", "all": "where", "the": "where", "first": "where",
    "highest": "by", "lowest": "by", "sum": "for",
}  # fmt: skip
"""The words that open an expression with a binder, and the word that follows the binder."""
COMPARISONS: Final = frozenset(("is", "<", "<=", ">", ">=", "in", "inside", "not"))
OPERATORS: Final = frozenset(
    (
        *COMPARISONS - {"not"},
        "and",
        "or",
        "implies",
        "..",
        "+",
        "-",
        "*",
        "&",
        "div",
        "mod",
        "of",
        ".",
    )
)
_BREAKS: Final = frozenset(
    ("and", "or", "implies", "then", "else", "has", "where", "by", "if", ",", ":=", "+=", "-=", ":")
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or sign of the text, shortened as messages quote it, with its offsets."""

    text: str
    start: int
    end: int

    @property
    def is_name(self) -> bool:
        """Whether it can name something."""
        return self.text[0].isalpha() and self.text not in RESERVED

    @property
    def is_operand(self) -> bool:
        """Whether a value can end with it."""
        return self.text[0].isalnum() and (
            self.text not in RESERVED or self.text in ("none", "true", "false")
        )


class Site:
    """Where an expression could not be read on.

    `words` are those of the text without comments; `index` is the one the parser stopped at,
    `len(words)` at the end of the text.  `line_end` tells that it stopped at the end of a line of
    statements, before `index`.
    """

    def __init__(self, node: TextNode, start: Start, error: lark.UnexpectedInput) -> None:
        self.node = node
        self.start = start
        self.source: Source = node.inner.source
        self.begin = node.inner.start
        self.end = node.inner.end
        token = error.token if isinstance(error, lark.UnexpectedToken) else None
        self.token = str(token.type) if token is not None else ""
        self.line_end = self.token in (NEWLINE, INDENT, DEDENT)
        self.words = [
            Word(shortened(match[0]), *match.span())
            for match in _WORDS.finditer(self.source.text, self.begin, self.end)
            if match[0][0] != "#"
        ]
        size = len(self.words)
        stopped: int | None = getattr(error, "pos_in_stream", None)
        at = self.end if self.token == "$END" or stopped is None else stopped
        self.index = next((i for i, word in enumerate(self.words) if word.end > at), size)
        self.at = at
        self._stopped: Any = error.interactive_parser  # its methods have no types

    @cached_property
    def accepts(self) -> set[str]:
        """The terminals that could stand here."""
        accepts: set[str] = self._stopped.accepts()
        return accepts

    @property
    def word(self) -> str:
        """The word the parser stopped at; empty at the end of the text or of a line."""
        return "" if self.line_end else self.peek(0)

    @property
    def at_end(self) -> bool:
        """Whether the text ends here, or its line does."""
        return self.line_end or self.index >= len(self.words)

    @property
    def wants_value(self) -> bool:
        """Whether a value should begin here."""
        return "NAME" in self.accepts and "INT" in self.accepts

    def peek(self, offset: int) -> str:
        """Return the word so many places further on, or empty."""
        i = self.index + offset
        return self.words[i].text if 0 <= i < len(self.words) else ""

    def place(self, first: int = 0, last: int | None = None) -> Span:
        """Return the span of the words `first` to `last`, counted from the one stopped at."""
        last = first if last is None else last
        i, j = self.index + first, self.index + last
        if not 0 <= i <= j < len(self.words):
            return self.after()
        return self.source.span(self.words[i].start, self.words[j].end)

    def after(self) -> Span:
        """Return the place just behind the last word before this one."""
        end = self.words[self.index - 1].end if self.index > 0 else self.begin
        return self.source.span(end, end)

    def opener(self) -> int | None:
        """Return the index of the bracket that is open here, or None."""
        depth = 0
        for i in range(self.index - 1, -1, -1):
            text = self.words[i].text
            if text in (")", "}"):
                depth += 1
            elif text in OPENERS:
                if depth == 0:
                    return i
                depth -= 1
        return None

    def back(self, wanted: frozenset[str], stop: frozenset[str] = frozenset()) -> int | None:
        """Return the index of the nearest of some words before this one, in the same brackets."""
        depth = 0
        for i in range(self.index - 1, -1, -1):
            text = self.words[i].text
            if text in (")", "}"):
                depth += 1
            elif text in OPENERS:
                if depth == 0:
                    return None
                depth -= 1
            elif depth == 0 and text in wanted:
                return i
            elif depth == 0 and text in stop:
                return None
        return None

    def compared(self) -> bool:
        """Whether a comparison stands just before, on the same level."""
        return self.back(COMPARISONS, _BREAKS | QUANTIFIERS.keys()) is not None

    def starts_line(self) -> bool:
        """Whether the word is the first of its line."""
        if self.index == 0 or self.index >= len(self.words):
            return self.index == 0
        between = self.source.text[self.words[self.index - 1].end : self.words[self.index].start]
        return "\n" in between

    def line_words(self) -> list[Word]:
        """Return the words of the line before the one stopped at."""
        i = self.index
        while i > 0 and (i == self.index or not self._breaks_before(i)):
            i -= 1
        return self.words[i : self.index]

    def _breaks_before(self, i: int) -> bool:
        return "\n" in self.source.text[self.words[i - 1].end : self.words[i].start]

    def fault(
        self, code: str, message: str, span: Span, fix: str | None = None, *notes: Note
    ) -> Diagnostic:
        """Return a diagnostic, with a note where YAML has cut the text off."""
        return Diagnostic(code, message, span, fix, (*notes, *self._cut()))

    def _cut(self) -> tuple[Note, ...]:
        """Return a note if the text ends too early because YAML ends it."""
        if self.node.style != "plain" or not self.at_end:
            return ()
        text = self.source.text
        rest = text[self.end : text.find("\n", self.end) % (len(text) + 1)]
        tail = rest.lstrip()
        place = self.source.span(
            self.end + len(rest) - len(tail), self.end + len(rest) - len(tail) + 1
        )
        if tail.startswith("#"):
            return (Note("outside quotes ' #' begins a comment, and the text ends there", place),)
        if tail.startswith(","):
            return (Note("between YAML brackets a comma ends a text without quotes", place),)
        return ()
