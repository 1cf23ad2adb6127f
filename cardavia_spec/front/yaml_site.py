"""The place where a YAML parser stopped, and what stands round it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import yaml

from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.nodes import in_quotes

KEY: Final = re.compile(
    r"""(?:-[ ]+)*(?:"[^"\n]*"[ ]*:|'[^'\n]*'[ ]*:|[^\s"'#{\[][^#\n]*?:)(?:[ ]+|(?=\s)|\Z)"""
)
"""The key of an entry, with its colon and the blanks after it."""


class YamlSite:
    """A place where the parser stopped, and what lies round it."""

    def __init__(self, source: Source, error: yaml.MarkedYAMLError, loader: Any) -> None:  # noqa: ANN401
        self.source = source
        self.text = source.text
        self.loader = loader
        size = len(self.text)
        mark = error.problem_mark or error.context_mark
        self.at = min(mark.index, size) if mark else 0
        outer = error.context_mark
        self.outer = min(outer.index, size) if outer else None
        """Where the list, mapping, text or key began that the parser was reading."""
        self.char = self.text[self.at : self.at + 1]
        self.line_start = self.text.rfind("\n", 0, self.at) + 1
        self.line = source.line_text(source.position(self.at)[0])
        self.before = self.text[self.line_start : self.at]

    def span(self, start: int, length: int = 1) -> Span:
        """Return the span of `length` characters from `start` on."""
        return self.source.span(start, min(start + length, len(self.text)))

    def here(self) -> Span:
        """Return the span of the character the parser stopped at."""
        return self.span(self.at)

    def rest(self, start: int) -> Span:
        """Return the text from `start` to the end of its line, without a comment."""
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)]
        return self.span(start, len(re.split(r"(?:^|\s)#", line, maxsplit=1)[0].rstrip()))

    def meant(self, start: int) -> Span:
        """Return the text from `start` on, to its end in its line as its writer meant it."""
        if self.open_bracket(start) is None:
            return self.rest(start)
        return self.span(start, len(self.text[start : value_end(self.text, start)].rstrip()))

    def line_of(self, offset: int) -> str:
        """Return the line in which an offset lies."""
        return self.source.line_text(self.source.position(offset)[0])

    def previous(self) -> int | None:
        """Return where the text of the last line above begins that is not blank or a comment."""
        start = self.line_start
        while start > 0:
            start = self.text.rfind("\n", 0, start - 1) + 1
            line = self.line_of(start)
            if line.strip() and not line.lstrip().startswith("#"):
                return start + len(line) - len(line.lstrip())
        return None

    @property
    def in_brackets(self) -> bool:
        """Whether the parser was reading between brackets."""
        return self.outer is not None and self.text.startswith(("{", "["), self.outer)

    def last_token(self, before: int | None = None) -> Any:  # noqa: ANN401
        """Return the last token that ends at or before the place (or `before` it), or None."""
        last = None
        for token in self._tokens():
            if before is not None and token.end_mark.index > before:
                break
            if token.end_mark.index > token.start_mark.index:
                last = token
        return last

    def open_bracket(self, before: int | None = None) -> int | None:
        """Return where the innermost bracket begins that is open at the place, or None.

        `before` stands for the place, if it is given, and lies no further on.
        """
        opened: list[int] = []
        for token in self._tokens():
            if before is not None and token.end_mark.index > before:
                break
            if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
                opened.append(token.start_mark.index)
            elif opened and isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
                opened.pop()
        return opened[-1] if opened else None

    def _tokens(self) -> Iterator[Any]:
        """Yield the tokens before the place, as far as there are any."""
        with suppress(yaml.YAMLError):
            for token in yaml.scan(self.text, Loader=self.loader):
                if token.end_mark.index > self.at:
                    return
                yield token


def quotes(text: str) -> str:
    """Return the advice to write quotes round a text."""
    suggestion = in_quotes(text)
    return f"write quotes round it: {suggestion}" if suggestion else "write quotes round the text"


def value_end(text: str, start: int) -> int:
    """Return the end of a text between brackets, as its writer meant it."""
    depth = 0
    for i in range(start, len(text)):
        char = text[i]
        if char in "([{":
            depth += 1
        elif char in ")]}":
            if depth == 0:
                return i
            depth -= 1
        elif char == "\n" or (char == "," and depth == 0):
            return i
    return len(text)


def key_column(line: str) -> int:
    """Return the column, from 0, in which an entry of this line begins; -1 if there is none."""
    blanks = len(line) - len(line.lstrip())
    return blanks if KEY.match(line, blanks) else -1
