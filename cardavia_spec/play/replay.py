"""Conformance: recorded play held against the rules, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity, SpecError
from cardavia_spec.play.codec import quoted
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay_match import Progress, Stop, open_match
from cardavia_spec.play.trace_read import TraceLine, read_line, read_trace
from cardavia_spec.play.watch import Watcher

MOST_FAULTS: Final = 50
"""After so many faults in one trace reading it ends."""

Games: TypeAlias = Callable[[str], Game | None]
"""Finds the game of a name; None if there is none, SpecError if its spec cannot be used."""


class Verdict(Enum):
    """What became of a trace, or of one match in it."""

    AGREES = "agrees with the rules"
    DISAGREES = "disagrees with the rules"
    UNUSABLE = "cannot be used"


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What became of one match: where it begins, how much was checked, and how it went.

    `deals` counts those begun, `moves` those found legal.  `ended` says how far the match went.
    """

    game: str
    line: int
    deals: int
    moves: int
    verdict: Verdict
    ended: str


@dataclass(frozen=True, slots=True)
class TraceReport:
    """What became of one trace: its matches, and everything that is wrong with it."""

    name: str
    lines: int
    matches: tuple[MatchReport, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst that was found."""
        codes = [d.code for d in self.diagnostics if d.severity is Severity.ERROR]
        if not codes:
            return Verdict.AGREES
        return Verdict.DISAGREES if all(map(disagrees, codes)) else Verdict.UNUSABLE

    @property
    def exit_code(self) -> int:
        """0: it agrees; 1: the play disagrees with the rules; 2: the trace cannot be used."""
        return {Verdict.AGREES: 0, Verdict.DISAGREES: 1, Verdict.UNUSABLE: 2}[self.verdict]

    @property
    def moves(self) -> int:
        """How many moves were found legal."""
        return sum(match.moves for match in self.matches)

    @property
    def deals(self) -> int:
        """How many deals were begun."""
        return sum(match.deals for match in self.matches)

    def summary(self) -> str:
        """Return one line for each match, and one for the whole."""
        told = [
            f"{self.name}:{match.line}: {match.game}: {_many(match.deals, 'deal')},"
            f" {_many(match.moves, 'move')}; {match.ended}"
            for match in self.matches
        ]
        whole = (
            f"{self.name}: {self.verdict.value}: {_many(len(self.matches), 'match')},"
            f" {_many(self.deals, 'deal')}, {_many(self.moves, 'move')} checked"
        )
        return "\n".join([*told, whole])


def _many(n: int, what: str) -> str:
    if n == 1:
        return f"1 {what}"
    return f"{n:,} {what}{'es' if what.endswith('ch') else 's'}"


def disagrees(code: str) -> bool:
    """Tell whether a code speaks of play against the rules, not of a trace that is none."""
    return "CV840" <= code <= "CV849"


def replay_file(
    path: Path,
    games: Games,
    *,
    name: str | None = None,
    strict: bool = False,
    watcher: Watcher | None = None,
) -> TraceReport:
    """Hold a trace file against the rules of the games in it.

    `name` is what people call the file; `strict` makes a differing digest of the spec an error.
    """
    name = str(path) if name is None else name
    return replay(name, read_trace(path, name), games, strict=strict, watcher=watcher)


def replay_lines(
    name: str,
    lines: Iterable[str],
    games: Games,
    *,
    strict: bool = False,
    watcher: Watcher | None = None,
) -> TraceReport:
    """Hold the lines of a trace, as texts, against the rules of the games in it."""
    read = (read_line(name, number, line + "\n") for number, line in enumerate(lines, 1))
    return replay(name, read, games, strict=strict, watcher=watcher)


def replay(
    name: str,
    lines: Iterable[TraceLine | Diagnostic],
    games: Games,
    *,
    strict: bool = False,
    watcher: Watcher | None = None,
) -> TraceReport:
    """Hold lines that were read against the rules of the games in them.

    After the first fault in a match the rest of this match is passed over, and the report says
    so; the next match is checked again.
    """
    found = _Trace(name, games, strict, watcher or Watcher())
    for line in lines:
        found.take(line)
        if found.faults >= MOST_FAULTS:
            found.give_up()
            break
    return found.report()


class _Trace:
    """One trace as far as it has been read."""

    def __init__(self, name: str, games: Games, strict: bool, watcher: Watcher) -> None:
        self.name = name
        self.games = games
        self.strict = strict
        self.watcher = watcher
        self.lines = 0
        self.matches: list[MatchReport] = []
        self.diagnostics: list[Diagnostic] = []
        self.faults = 0
        self.warned: set[tuple[str, str]] = set()
        self.match: Progress | None = None
        self.skipping = False

    def take(self, line: TraceLine | Diagnostic) -> None:
        """Check one line."""
        self.lines += 1
        if isinstance(line, Diagnostic):
            if not self.skipping:
                self.fault(line, line.span.line if line.span else self.lines)
            return
        if line.type == "match":
            self.close()
            self.open(line)
            return
        if self.skipping:
            return
        if self.match is None:
            fix = "a match begins with a line of the type 'match'"
            message = f"a '{line.type}' line stands before any match"
            self.fault(line.fault("CV820", message, "type", fix=fix), line.number)
            return
        try:
            self.match.take(line)
        except Stop as stop:
            self.fault(stop.diagnostic, line.number)

    def open(self, line: TraceLine) -> None:
        """Begin a match."""
        self.skipping = False
        try:
            game = self.games(str(line.keys["game"]))
            if game is None:
                message = f"there is no spec of a game {quoted(str(line.keys['game']))}"
                raise Stop(line.fault("CV814", message, "game"))
            self.match, warning = open_match(game, line, self.watcher, strict=self.strict)
        except SpecError as fault:
            self.diagnostics += fault.diagnostics
            self.faults += 1
            self.skipping = True
            return
        except Stop as stop:
            self.fault(stop.diagnostic, line.number)
            return
        told = (str(line.keys["game"]), str(line.keys.get("spec")))
        if warning is not None and told not in self.warned:  # once is enough
            self.warned.add(told)
            self.diagnostics.append(warning)

    def fault(self, diagnostic: Diagnostic, number: int) -> None:
        """Note a fault; the rest of its match is not checked."""
        match = self.match
        if match is not None:
            verdict = Verdict.DISAGREES if disagrees(diagnostic.code) else Verdict.UNUSABLE
            ended = f"a fault in line {number}, the rest of this match was not checked"
            report = MatchReport(
                match.game.spec.name, match.line, match.deals, match.moves, verdict, ended
            )
            self.matches.append(report)
            note = Note(f"the rest of the match that begins in line {match.line} is not checked")
            diagnostic = _noted(diagnostic, note)
        self.match = None
        self.skipping = True
        self.faults += 1
        self.diagnostics.append(diagnostic)

    def close(self) -> None:
        """End the match that is being read, if there is one."""
        match = self.match
        if match is not None:
            self.matches.append(
                MatchReport(
                    match.game.spec.name,
                    match.line,
                    match.deals,
                    match.moves,
                    Verdict.AGREES,
                    match.how_far(),
                )
            )
        self.match = None

    def give_up(self) -> None:
        """Say that nothing more is read."""
        last = self.diagnostics[-1]
        message = f"{MOST_FAULTS} faults: nothing after them has been read"
        self.diagnostics.append(Diagnostic("CV825", message, last.span))

    def report(self) -> TraceReport:
        """Return what was found."""
        self.close()
        return TraceReport(self.name, self.lines, tuple(self.matches), tuple(self.diagnostics))


def _noted(diagnostic: Diagnostic, note: Note) -> Diagnostic:
    return Diagnostic(
        diagnostic.code,
        diagnostic.message,
        diagnostic.span,
        diagnostic.fix,
        (*diagnostic.notes, note),
        diagnostic.severity,
    )
