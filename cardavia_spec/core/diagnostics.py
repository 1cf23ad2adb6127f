"""Diagnostics: what is wrong, where, in plain words, and what to do about it.

A diagnostic is a record; analyses return tuples of them.  `SpecError` carries all diagnostics of
one run to whoever asked for a result that cannot be given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from cardavia_spec.core.source import Span


class Severity(Enum):
    """How bad it is: an error makes the input unusable, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A further remark, with a place of its own or none."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault.

    `code` is stable and listed in `core.codes`; `message` is one sentence without a final stop;
    `fix` says what to do, or is None.
    """

    code: str
    message: str
    span: Span | None
    fix: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return render(self)


class CardaviaError(Exception):
    """Base of every error that a user of the package may want to catch.

    CardaviaError
    |- SpecError      a spec, trace or other input cannot be used
    |- RuleFault      a rule of a spec failed while it was played
    |- IllegalMove    a move that the rules do not allow here
    |- Misfit         an option, a deck, a card or a seat that is none of this game
    """


class SpecError(CardaviaError):
    """An input cannot be used; `diagnostics` says why, at least one of them an error."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(render, self.diagnostics)))


def render(diagnostic: Diagnostic) -> str:
    """Return the diagnostic as plain text: place, source line, carets, help, notes."""
    head = f"{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"
    lines = [f"{diagnostic.span}: {head}" if diagnostic.span else head]
    if diagnostic.span:
        lines += excerpt(diagnostic.span)
    if diagnostic.fix:
        lines.append(f"  = help: {diagnostic.fix}")
    for note in diagnostic.notes:
        lines.append(f"  = note: {note.text}" + (f" ({note.span})" if note.span else ""))
        if note.span:
            lines += excerpt(note.span)
    return "\n".join(lines)


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
"""Characters that would do something to a terminal, and not be seen there."""

WIDEST = 160
"""Source lines are cut to so many characters around the place."""


def excerpt(span: Span) -> list[str]:
    """Return the source line of `span` and a line of carets under it."""
    line, column = span.source.position(span.start)
    text = _CONTROL.sub(
        lambda m: " " if m[0] == "\t" else "\N{REPLACEMENT CHARACTER}", span.source.line_text(line)
    )
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    cut = max(0, column - 1 - WIDEST // 2) if len(text) > WIDEST else 0
    shown = text[cut : cut + WIDEST]
    width = max(1, min(width, len(shown) - (column - 1 - cut)))
    gutter = f"{line:>6} | "
    return [gutter + shown, " " * (len(gutter) - 2) + "| " + " " * (column - 1 - cut) + "^" * width]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` most likely stands for, or None."""
    known = list(known)
    folded = {k.casefold(): k for k in reversed(known)}
    close = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """Return a suggestion for a misspelt word, or `otherwise`."""
    found = nearest(word, known)
    return f"did you mean '{found}'?" if found else otherwise
