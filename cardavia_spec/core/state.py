"""States, moves and steps: plain immutable records without any rule in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from cardavia_spec.core.types import Value


@dataclass(frozen=True, slots=True)
class State:
    """One state of a deal within a match.

    `zones[i]` is the set of cards in zone slot i, `cells[i]` the value of cell slot i (options,
    match, deal, in this order; deal cells are None until the deal is made).  `over` is true once
    the deal has ended.
    """

    zones: tuple[frozenset[int], ...]
    cells: tuple[Value, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Move:
    """One member of a move family: the rule's name and a value for each parameter, in order."""

    rule: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one zone slot to another by a rule."""

    cards: frozenset[int]
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards went from one zone slot to another by chance."""

    cards: frozenset[int]
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Everybody learned where these cards lie."""

    cards: frozenset[int]


Effect: TypeAlias = Moved | Drawn | Shown


class StepKind(Enum):
    """What made a step."""

    DEAL = "deal"
    MOVE = "move"
    EVENT = "event"
    AFTER_DEAL = "after deal"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what made it, the state it led to, and what happened to cards on the way."""

    kind: StepKind
    name: str
    state: State
    effects: tuple[Effect, ...] = ()
