"""Where a path has got to, and what a walk comes upon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardavia_spec.back.smt.context import Made
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import Term
from cardavia_spec.back.smt.values import Symbolic
from cardavia_spec.check.search.retell import Model
from cardavia_spec.core.types import Kind, Maybe, Sort, Type, Value


class OutOfTime(Exception):
    """There is no time for a further question."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move on a path: its rule, and its parameters, which are open."""

    rule: str
    parameters: tuple[Symbolic, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """Where a path has got to: a state in which a player is to move.

    `facts` hold of all plays along it; `steps` names what happened, rules and seats.
    """

    state: SymState
    facts: tuple[Term, ...]
    log: tuple[Made, ...]
    made: int
    options: Mapping[str, Symbolic]
    moves: tuple[Chosen, ...]
    steps: tuple[str, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Block:
    """What a path is led along: a rule, what its lets named, and the cells after it."""

    name: str
    lets: Mapping[str, Value]
    cells: tuple[Value, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A play that refutes a target; None: it is not known whether the path has one."""

    name: str
    model: Model | None


def names_seat(type_: Type) -> bool:
    """Whether values of a type name a seat or a team."""
    inner = type_.inner if isinstance(type_, Maybe) else type_
    return isinstance(inner, Sort) and inner.kind in (Kind.SEAT, Kind.TEAM)
