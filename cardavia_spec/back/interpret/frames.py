"""Frames of the states that were read last, so that their memos serve again."""

from __future__ import annotations

from cardavia_spec.back.interpret.frame import Frame
from cardavia_spec.core.state import State

KEPT = 4
"""Play asks of one state again and again, and of the one before it."""


class Frames:
    """The last few states with their frames; `apart`: states with a past share no memo."""

    __slots__ = ("_apart", "_frames", "_pair")

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._frames: dict[int, tuple[State, Frame]] = {}
        self._pair: tuple[State, State, Frame] | None = None

    def of(self, state: State, before: State | None = None) -> Frame:
        """Return the frame to read a state with, and the one before it for `was`."""
        if before is not None:
            return self._with_past(state, before)
        kept = self._frames.get(id(state))
        if kept is not None:
            return kept[1]
        frame = Frame(state.zones, state.cells, state.over)
        self._keep(state, frame)
        return frame

    def keep(self, state: State, work: Frame) -> None:
        """Keep the working copy that a step left in `state`: nothing changes it any more."""
        work.supply = None
        self._keep(state, work)

    def _keep(self, state: State, frame: Frame) -> None:
        # While a state is kept here nothing else has its identity.
        self._frames[id(state)] = (state, frame)
        if len(self._frames) > KEPT:
            del self._frames[next(iter(self._frames))]

    def _with_past(self, state: State, before: State) -> Frame:
        pair = self._pair
        if pair is not None and pair[0] is state and pair[1] is before:
            return pair[2]
        frame = Frame(state.zones, state.cells, state.over, self.of(before))
        if not self._apart:
            frame.memo = self.of(state).memo
        self._pair = (state, before, frame)
        return frame
