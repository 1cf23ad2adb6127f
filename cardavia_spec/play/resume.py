"""A match saved as a trace and taken up again, with all that came before."""

from __future__ import annotations

from pathlib import Path

from cardavia_spec.core.diagnostics import Diagnostic, Severity, SpecError
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.codec import Misfit
from cardavia_spec.play.match import MatchState
from cardavia_spec.play.options import read_deck
from cardavia_spec.play.replay import Games, replay
from cardavia_spec.play.snapshot import read_stream
from cardavia_spec.play.trace import lines, write_trace
from cardavia_spec.play.trace_read import TraceLine, read_trace
from cardavia_spec.play.watch import Watcher


def save_match(path: Path, state: MatchState) -> None:
    """Write a match as a trace that `load_match` takes up again; whole or not at all.

    Raises:
        OSError: the file cannot be written.
        ValueError: the beginning of the match is not kept (it was loaded from a snapshot).
    """
    write_trace(path, lines(state, chance=True))


def load_match(path: Path, games: Games, *, name: str | None = None) -> MatchState:
    """Return the last state of the last match of a trace, with all states before it.

    Decks after those of the trace are shuffled as they would have been, if the trace says so;
    else the match waits for a deck when its deal ends.

    Raises:
        SpecError: the file cannot be read, or is no correct play.
    """
    name = str(path) if name is None else name
    read = list(read_trace(path, name))
    kept = _Kept()
    report = replay(name, read, games, watcher=kept)
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    if errors:
        raise SpecError(report.diagnostics)
    opening = [line for line in read if isinstance(line, TraceLine) and line.type == "match"][-1]
    game = games(str(opening.keys["game"]))
    assert game is not None
    if kept.start is None or not report.matches[-1].deals:
        message = "the last match has no deal yet, so there is nothing to take up"
        raise SpecError(
            [Diagnostic("CV820", message, opening.span(), "begin a match without --resume")]
        )
    options = {cell.name: kept.start.cells[cell.offset] for cell in game.spec.layer(Layer.OPTION)}
    deals = [line for line in read if isinstance(line, TraceLine) and line.type == "deal"]
    later, stream = _chance(game.spec, deals[-1])
    state = game.begin(options, Chance((*kept.decks, *later), stream))
    for move in kept.moves:
        state = state.apply(move)
    return state


def _chance(spec: Spec, line: TraceLine) -> tuple[tuple[tuple[int, ...], ...], int | None]:
    """Return the decks after a deal: those given, and the stream from which others come."""
    try:
        stream = read_stream(line.extra.get("x-stream"), "x-stream")
        decks = line.extra.get("x-decks", [])
        if not isinstance(decks, list) or not all(isinstance(deck, list) for deck in decks):
            raise Misfit("CV810", "a list of decks belongs here", path=("x-decks",))
        return tuple(read_deck(spec, deck) for deck in decks), stream
    except Misfit as fault:
        raise SpecError([line.misfit(fault)]) from None


class _Kept(Watcher):
    """Keeps the decks and moves of the last match."""

    def __init__(self) -> None:
        self.start: State | None = None
        self.decks: list[tuple[int, ...]] = []
        self.moves: list[Move] = []

    def match_begins(self, state: State, /) -> None:
        """Begin anew."""
        self.start, self.decks, self.moves = state, [], []

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        """Keep a deck."""
        del number, state
        self.decks.append(deck)

    def move(self, state: State, move: Move, /) -> None:
        """Keep a move."""
        del state
        self.moves.append(move)
