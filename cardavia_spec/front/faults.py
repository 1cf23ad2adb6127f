"""Collecting the diagnostics of one run, so that all of them are told at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity, SpecError
from cardavia_spec.core.source import Span

LISTED: Final = 5
"""So many further lines with the same fault are named."""


class Stop(Exception):
    """A part cannot be read further; why has been told to the collector."""


class Faults:
    """The diagnostics of one run, in the order in which they were found."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        fix: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Stop:
        """Record an error; return a `Stop` to raise where reading cannot go on."""
        self._add(Diagnostic(code, message, span, fix, notes))
        return Stop()

    def warning(
        self,
        code: str,
        span: Span,
        message: str,
        fix: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Record a warning."""
        self._add(Diagnostic(code, message, span, fix, notes, Severity.WARNING))

    def take(self, error: SpecError) -> Stop:
        """Record everything another reader found."""
        for diagnostic in error.diagnostics:
            self._add(diagnostic)
        return Stop()

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(d.severity is Severity.ERROR for d in self.found)

    def ordered(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics by place in the file.

        What is said of the same words in several places (a name that is not declared, mostly) has
        one cause: it is told at the first, which names the others.
        """
        ordered = sorted(
            self.found, key=lambda d: (d.span.source.name, d.span.start) if d.span else ("", 0)
        )
        alike: dict[tuple[object, ...], list[Diagnostic]] = {}
        for d in ordered:
            words = d.span.text if d.span else None
            alike.setdefault((d.code, d.message, d.fix, d.severity, words), []).append(d)
        return tuple(_told_once(group) for group in alike.values())

    def check(self) -> None:
        """Raise `SpecError` with everything found, if there is an error."""
        if self.failed:
            raise SpecError(self.ordered())


def _told_once(group: list[Diagnostic]) -> Diagnostic:
    first, *others = group
    lines = list(dict.fromkeys(d.span.line for d in others if d.span))
    if not lines:
        return first
    told = ", ".join(map(str, lines[:LISTED]))
    if len(lines) > LISTED:
        told += f" and {len(lines) - LISTED} more"
    note = Note(f"the same on line{'s' * (len(lines) > 1)} {told}")
    return replace(first, notes=(*first.notes, note))
