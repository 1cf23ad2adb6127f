"""Writing down what is played, line by line, while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardavia_spec.play.options import told_options
from cardavia_spec.play.trace import (
    deal_end_line,
    deal_line,
    match_end_line,
    match_line,
    move_line,
)
from cardavia_spec.play.watch import Watcher

if TYPE_CHECKING:
    from cardavia_spec.core.state import Move, State, Step
    from cardavia_spec.core.telling import Json
    from cardavia_spec.play.engine import Engine
    from cardavia_spec.play.trace import Writer


class Recorder(Watcher):
    """Writes a trace of the play it watches."""

    def __init__(self, engine: Engine, file: Writer) -> None:
        self.engine = engine
        self.file = file
        self.number = 0

    def match_begins(self, state: State) -> None:
        """Write the line of a match."""
        self.file.write(match_line(self.engine.spec, told_options(self.engine.spec, state)))

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State) -> None:
        """Write the line of a deal."""
        self.number = number
        self.file.write(deal_line(self.engine.spec, number, state, deck))

    def move(self, state: State, move: Move) -> None:
        """Write the line of a move."""
        self.file.write(move_line(self.engine, state, move))

    def deal_ended(self, state: State, result: Mapping[str, Json]) -> None:
        """Write the line that ends a deal."""
        self.file.write(deal_end_line(self.number, result))

    def match_ended(self, state: State, result: Mapping[str, Json]) -> None:
        """Write the line that ends a match."""
        self.file.write(match_end_line(result))

    def step(self, before: State | None, step: Step) -> None:
        """Steps are not written: they follow from the moves."""
