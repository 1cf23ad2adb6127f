"""Watching play: what is told of every state that a match goes through."""

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.core.state import Move, State, Step
from cardavia_spec.core.telling import Json


class Watcher:
    """Is told what happens; every method does nothing until a subclass makes use of it.

    A state is reachable after the deal, after every move and after every single event: `step` is
    told each of them once, in order.
    """

    def match_begins(self, state: State, /) -> None:
        """Take note of a new match: the state before its first deal."""

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        """Take note of deal `number`: its deck, and the state in which it was made."""

    def counted(self, state: State, /) -> None:
        """Take note that the legal moves of `state` have been counted."""

    def move(self, state: State, move: Move, /) -> None:
        """Take note of a legal move that is going to be made in `state`."""

    def step(self, before: State | None, step: Step, /) -> None:
        """Take note of a step within a deal; `before` is None when the step is the deal."""

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Take note of a deal that has ended in `state`."""

    def deal_scored(self, before: State, step: Step, /) -> None:
        """Take note of what `after deal` did."""

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Take note of the end of the match; `state` is that after `after deal`."""
