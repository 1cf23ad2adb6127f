"""The records of a transition system: goals, invariants, transitions, and their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from cardavia_spec.back.smt.context import Branch, Context, Shared
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import TRUE, Term
from cardavia_spec.back.smt.values import Symbolic
from cardavia_spec.core.ir import Expr, Lit
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import Cite, Layer, PropertyKind, Spec


class Role(Enum):
    """What a goal is."""

    OBLIGATION = "obligation"  # owed by a construct
    INVARIANT = "invariant"  # holds in the state after the step, and is assumed before it
    PROPERTY = "property"  # holds at the step, and nothing assumes it
    STRUCTURE = "structure"  # each card in one zone: checked, though the kernel sees to it
    EDGE = "edge"  # this event cannot follow: used to see that events settle


@dataclass(slots=True)
class Goal:
    """Something to prove of a transition; the first `facts` facts were there before it."""

    role: Role
    name: str
    formula: Term
    facts: int
    span: Span = NOWHERE
    cite: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Invariant:
    """A statement about every state of a deal.

    `over` restricts it to ended deals (true) or to those that go on (false).
    `match_only` tells that it reads options and match variables only, so that it also speaks of
    the time between two deals.
    """

    name: str
    test: Expr
    over: bool | None = None
    match_only: bool = False
    lemma: bool = False
    negated: bool = False
    span: Span = NOWHERE
    cite: tuple[Cite, ...] = ()


@dataclass(slots=True)
class Transition:
    """One step of the system, encoded."""

    name: str
    kind: str
    context: Context
    before: SymState | None
    after: SymState
    facts: list[tuple[str, Term]] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    parameters: dict[str, Symbolic] = field(default_factory=dict)
    sizes: dict[str, Symbolic] = field(default_factory=dict)
    opened: tuple[Symbolic, ...] = ()
    again: Term = TRUE

    @property
    def axioms(self) -> list[Term]:
        """What is true by itself."""
        return self.context.axioms

    @property
    def branches(self) -> list[Branch]:
        """The branches of its statements."""
        return self.context.branches


def names(spec: Spec) -> tuple[str, ...]:
    """Return the names of all transitions of a spec, in order."""
    return (
        "start",
        "deal",
        "settled",
        *(f"move {name}" for name in spec.moves),
        *(f"event {name}" for name in spec.events),
        "after deal",
    )


def invariants(spec: Spec, shared: Shared) -> tuple[Invariant, ...]:
    """Return the invariants that a spec states by itself."""
    found = [
        Invariant(
            prop.name,
            prop.test,
            over=True if prop.kind is PropertyKind.AT_END else None,
            match_only=match_only(shared, prop.test),
            lemma=prop.kind is PropertyKind.LEMMA,
            span=prop.span,
            cite=prop.cite,
        )
        for prop in spec.properties
        if prop.kind in (PropertyKind.ALWAYS, PropertyKind.AT_END, PropertyKind.LEMMA)
    ]
    if match_only(shared, spec.match.over) and not isinstance(spec.match.over, Lit):
        found.append(Invariant(GOES_ON, spec.match.over, match_only=True, lemma=True, negated=True))
    return tuple(found)


SETTLED: Final = "settled / "
"""What begins the names of facts that are obligations of the states between steps."""

HAS_MOVE: Final = "settled: the player to move has a move"

GOES_ON: Final = "the match is not over before its last deal"


def match_only(shared: Shared, test: Expr) -> bool:
    """Whether an expression reads options and match variables only."""
    reads = shared.readers.of(test)
    layers = {shared.spec.cells[key].layer for key in reads.cells}
    return not (
        reads.zones or reads.settled or reads.was or "me" in reads.names or Layer.DEAL in layers
    )
