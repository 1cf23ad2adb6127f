"""The typed rule IR: eleven expression kinds and nine statement kinds, and nothing else.

Every back end is one `match` over `Expr` and one over `Stmt`.  Operators are data (`ops`), so a
new operator is a row in each back end's table and never a node kind.  Values are as `core.types`
says: members of sorts are indices, sets are frozensets, none is None.

What can fail carries its obligation by its kind: `Pick` (there is one; THE: only one), GIVEN (not
none), FIT (inside the node's type), `Rows` (exactly one applies), `Move` (the cards are there),
`Draw` (there are enough), `Assign` (inside the variable's domain).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.types import Type, Value


class Origin(Enum):
    """Where `Get` reads from."""

    ZONE = "zone"  # a zone; with no argument for a zone family: the union of its members
    CELL = "cell"  # an option or a variable of the match or of the deal
    TABLE = "table"  # a constant table, the spec's own or a built-in one (suit, next, team, ...)
    DEFINITION = "definition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every expression carries: its checked type and its place."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Lit(Node):
    """A constant."""

    value: Value


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A bound name: a parameter, a let, a binder, or `me`."""

    name: str


@dataclass(frozen=True, slots=True)
class Get(Node):
    """The `name` of `args`: a zone, cell, table entry or definition.

    `key` names it in the spec's mapping of that origin (names may be shared between, say, the
    `points` of a card and the `points` of a seat; keys are not).
    """

    origin: Origin
    key: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """An operator on its arguments."""

    op: Op
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`then` when `cond`, else `other`."""

    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`op` of `body` over the members `name` of the set `domain`."""

    op: FoldOp
    name: str
    domain: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Those(Node):
    """The members `name` of `domain` for which `guard` holds."""

    name: str
    domain: Expr
    guard: Expr


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """The only, or the first, member `name` of `domain` for which `guard` holds.

    With `after`, FIRST goes round: from the member of the sort after that one, back to it last.
    """

    op: PickOp
    name: str
    domain: Expr
    guard: Expr | None = None
    after: Expr | None = None


@dataclass(frozen=True, slots=True)
class Best(Node):
    """The members of `domain` whose `keys` are highest (lowest); the first key counts most.

    A set with one member or several; empty only when the domain is.  False counts below true,
    members of sorts by their place.
    """

    op: BestOp
    name: str
    domain: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Was(Node):
    """`body` read in the state before the step; in it `me` is whose turn it was."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Settled(Node):
    """True where the deal is over or no event applies; only in properties."""


Expr: TypeAlias = Lit | Ref | Get | Apply | If | Fold | Those | Pick | Best | Was | Settled


# ---------------------------------------------------------------------------- statements


class How(Enum):
    """How `Assign` makes the new value out of the old one and its expression."""

    SET = ":="
    ADD = "+="
    SUB = "-="


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a cell that a statement changes: its key and the expressions of its indices.

    A zone family without indices, allowed as the source of a move, means all its zones.
    """

    key: str
    args: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What every statement carries: its place."""

    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Move the set `cards` from `source` to `target`; obliged: they are all there."""

    cards: Expr
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class MoveAll(Statement):
    """Move everything in `source` to `target`."""

    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """Move any `count` cards of `source` to `target`: the one chance step; obliged: enough."""

    count: Expr
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Show(Statement):
    """Every seat learns where the set `cards` lies."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """Give the cell `target` a new value; obliged: the value lies in its domain."""

    target: Place
    how: How
    value: Expr


@dataclass(frozen=True, slots=True)
class EndDeal(Statement):
    """The deal is over when the block is done."""


@dataclass(frozen=True, slots=True)
class For(Statement):
    """Run `body` for each member `name` of `domain`, in order, or round from after `after`."""

    name: str
    domain: Expr
    body: tuple[Stmt, ...]
    after: Expr | None = None


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """Run `body` `times` times (fixed before the first)."""

    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class When(Statement):
    """Run the body of the first branch whose condition holds; else `otherwise`."""

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...] = ()


Stmt: TypeAlias = Move | MoveAll | Draw | Show | Assign | EndDeal | For | Repeat | When
