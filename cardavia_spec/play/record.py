"""Recording what is watched: the lines of a trace, as play goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.legal import legal_moves
from cardavia_spec.play.options import told_options
from cardavia_spec.play.trace import (
    Line,
    deal_end_line,
    deal_line,
    match_end_line,
    match_line,
    move_line,
)
from cardavia_spec.play.watch import Watcher


class Recorder(Watcher):
    """Gives every line of the trace to `write`; with the legal moves at every move if `legal`."""

    def __init__(
        self, engine: Engine, write: Callable[[Line], object], *, legal: bool = False
    ) -> None:
        self._engine = engine
        self._write = write
        self._legal = legal
        self._number = 0
        self._deck: tuple[int, ...] = ()

    def match_begins(self, state: State, /) -> None:
        """Record the options."""
        spec = self._engine.spec
        self._write(match_line(spec, told_options(spec, state)))

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        """Keep the deck until the deal has been made."""
        del state
        self._number, self._deck = number, deck

    def move(self, state: State, move: Move, /) -> None:
        """Record a move."""
        legal = legal_moves(self._engine, state) if self._legal else None
        self._write(move_line(self._engine, state, move, legal))

    def step(self, before: State | None, step: Step, /) -> None:
        """Record a deal; other steps follow from the moves."""
        del before
        if step.kind is StepKind.DEAL:
            self._write(deal_line(self._engine.spec, self._number, step.state, self._deck))

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Record the result of a deal."""
        del state
        self._write(deal_end_line(self._number, result))

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Record the result of a match."""
        del state
        self._write(match_end_line(result))
