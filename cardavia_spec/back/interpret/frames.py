"""Frames of the states that were read last, so that their memos serve again."""

from __future__ import annotations

from cardavia_spec.back.interpret.frame import Frame
from cardavia_spec.core.state import State


class Frames:
    """The last two states with their frames: play asks of a state and of the one before it.

    `apart` tells that definitions read `was`: then a state with a past shares no memo with the
    state alone.
    """

    __slots__ = ("_apart", "_frame", "_older", "_older_frame", "_pair", "_state")

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._state: State | None = None
        self._frame: Frame | None = None
        self._older: State | None = None
        self._older_frame: Frame | None = None
        self._pair: tuple[State, State, Frame] | None = None

    def of(self, state: State, before: State | None = None) -> Frame:
        """Return the frame to read a state with, and the one before it for `was`."""
        if before is not None:
            return self._with_past(state, before)
        frame = self._frame if state is self._state else None
        if frame is None:
            frame = self._older_frame if state is self._older else None
        if frame is None:
            frame = Frame(state.zones, state.cells, state.over)
            self._keep(state, frame)
        return frame

    def keep(self, state: State, work: Frame) -> None:
        """Keep the working copy that a step left in `state`: nothing changes it any more."""
        work.supply = None
        self._keep(state, work)

    def _keep(self, state: State, frame: Frame) -> None:
        if state is not self._state:
            self._older, self._older_frame = self._state, self._frame
        self._state, self._frame = state, frame

    def _with_past(self, state: State, before: State) -> Frame:
        pair = self._pair
        if pair is not None and pair[0] is state and pair[1] is before:
            return pair[2]
        frame = Frame(state.zones, state.cells, state.over, self.of(before))
        if not self._apart:
            frame.memo = self.of(state).memo
        self._pair = (state, before, frame)
        return frame
