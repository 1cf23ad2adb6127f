"""Source texts and places in them.

A place (`Span`) is a half-open range of character offsets in one source text.  Lines and columns
count from 1 and columns count characters, as editors show them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """One text that was read: its name for people and its characters.

    `first` is the number of its first line: not 1 where the text is a part of a longer file.
    """

    name: str
    text: str = field(repr=False)
    first: int = 1

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts = [0]
        starts += [i + 1 for i, char in enumerate(self.text) if char == "\n"]
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return (line, column), both from 1, of a character offset."""
        line = bisect_right(self._starts, offset)
        return line + self.first - 1, offset - self._starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return the text of line `line` (as `position` counts) without its line end."""
        line -= self.first - 1
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """Return the place of the characters `start` to `end` (exclusive)."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters of one source text."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


NOWHERE = Span(Source("(nowhere)", ""), 0, 0)
"""The place of what the tool made by itself."""
