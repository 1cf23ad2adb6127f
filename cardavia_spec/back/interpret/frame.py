"""What compiled code runs on: a frame (one state, being read or changed) and an environment.

An expression becomes a `Code`, a statement an `Action`: closures over places that are known when
the spec is compiled.  Zones and cells are read by slot, locals by their slot in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from cardavia_spec.core.state import Effect, State
from cardavia_spec.core.types import Value

Supply: TypeAlias = Callable[[frozenset[int], int], frozenset[int]]
"""Says which n cards of a zone a draw takes."""


class Frame:
    """One state while code reads it, or a working copy of it while a step changes it.

    `memo` holds values of definitions in this very state; every change replaces it.  `before` is
    the state before the step, for `was`.
    """

    __slots__ = ("before", "cells", "effects", "memo", "over", "supply", "zones")

    def __init__(
        self,
        zones: Sequence[frozenset[int]],
        cells: Sequence[Value],
        over: bool,
        before: Frame | None = None,
    ) -> None:
        self.zones: Any = zones
        self.cells: Any = cells
        self.over = over
        self.before = before
        self.memo: dict[Any, Any] = {}
        self.effects: list[Effect] = []
        self.supply: Supply | None = None

    def copy(self, supply: Supply | None) -> Frame:
        """Return a working copy: lists that statements may change."""
        work = Frame(list(self.zones), list(self.cells), self.over)
        work.memo = self.memo
        work.supply = supply
        return work

    def freeze(self) -> State:
        """Return the state it holds now."""
        return State(tuple(self.zones), tuple(self.cells), self.over)


Env: TypeAlias = list[Any]
"""The values of locals, by slot."""

Code: TypeAlias = Callable[[Frame, Env], Any]
"""An expression, compiled."""

Action: TypeAlias = Callable[[Frame, Env], None]
"""A statement, compiled."""

Members: TypeAlias = Callable[[Frame, Env], "Sequence[int] | frozenset[int]"]
"""The members of a set expression, compiled for a binder to go through."""


class _Unset:
    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()
"""Stands in a slot that has no value yet."""
