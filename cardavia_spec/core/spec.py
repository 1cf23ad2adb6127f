"""A checked spec: what the front end makes and every other floor reads.

Zones and cells are laid out flat.  A zone family has one slot for each member of its index type,
a cell family one for each combination of index values in row-major order; `slot` computes them.
Cells of all three layers (options, match, deal) share one vector, in this order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from cardavia_spec.core.ir import Expr, Stmt
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.types import Int, Scalar, Sort, Type, Value, count


class Layer(Enum):
    """How long a cell keeps its value."""

    OPTION = "option"  # fixed for the match
    MATCH = "match"  # changed by `after deal` only
    DEAL = "deal"  # set anew at the start of each deal


class Visibility(Enum):
    """Who sees the cards of a zone."""

    EVERYONE = "everyone"
    OWNER = "owner"  # the seat it belongs to; for a team's zone, its members
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Cite:
    """A reference to a clause of the rule page, where the spec makes it."""

    clause: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What every named part of a spec carries."""

    name: str
    cite: tuple[Cite, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


def slot(indices: tuple[Scalar, ...], args: tuple[int, ...]) -> int:
    """Return the place of `args` in a family with these index types, from 0."""
    place = 0
    for index, arg in zip(indices, args, strict=True):
        place = place * count(index) + (arg - index.low if isinstance(index, Int) else int(arg))
    return place


@dataclass(frozen=True, slots=True)
class Zone(Named):
    """A set of cards, or a family of them: one for each member of `each`.

    `offset` is its first slot; `holds` what lies in it before the deal.
    """

    each: Scalar | None
    seen_by: Visibility
    offset: int
    holds: frozenset[int] = frozenset()

    @property
    def size(self) -> int:
        """How many slots it takes."""
        return 1 if self.each is None else count(self.each)


@dataclass(frozen=True, slots=True)
class Cell(Named):
    """An option or a variable, or a family of variables.

    `domain` lists the values it may take, in canonical order, None last if it may be none.
    `start` is its first value, evaluated where its layer starts (an option: its default).
    """

    layer: Layer
    each: tuple[Scalar, ...]
    type: Type
    domain: tuple[Value, ...]
    start: Expr
    offset: int
    why: str | None = None

    @property
    def size(self) -> int:
        """How many slots it takes."""
        size = 1
        for index in self.each:
            size *= count(index)
        return size


@dataclass(frozen=True, slots=True)
class Table(Named):
    """A constant function: `values[slot(domain, args)]`; built-in ones have no place.

    `order` marks a rank order: higher numbers beat lower ones, equal ones tie.
    """

    domain: tuple[Scalar, ...]
    type: Type
    values: tuple[Value, ...]
    order: bool = False
    builtin: bool = False


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a definition."""

    name: str
    type: Scalar


@dataclass(frozen=True, slots=True)
class Tier(Named):
    """One tier of a following rule: its cards bind if `when` holds and they are not empty."""

    when: Expr | None
    cards: Expr


@dataclass(frozen=True, slots=True)
class Tiers:
    """The cards of the first tier that applies and is not empty; empty if there is none."""

    tiers: tuple[Tier, ...]


@dataclass(frozen=True, slots=True)
class Row(Named):
    """One row of a decision table."""

    when: Expr
    then: Expr


@dataclass(frozen=True, slots=True)
class Rows:
    """A decision table: the value of the one row that applies; obliged: exactly one does."""

    rows: tuple[Row, ...]


Body: TypeAlias = Expr | Tiers | Rows


@dataclass(frozen=True, slots=True)
class Definition(Named):
    """A named value, read in the current state.

    `key` is its key in `Spec.definitions`; `title` the YAML section it stands in (define,
    following, scoring).  `uses_me` tells that it (or a definition it uses) reads `me`: such a
    one is evaluated for a seat and takes `me` along besides its parameters.
    """

    key: str
    title: str
    params: tuple[Param, ...]
    type: Type
    body: Body
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Let:
    """A value fixed at the start of a move or an event."""

    name: str
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Guard(Named):
    """A condition of a move, told by its label.

    A gate names no parameter and no let: gates are checked first, and parameters, lets and the
    other guards are evaluated only under them.
    """

    test: Expr
    gate: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A parameter of a move: one member of `domain`, or any `size` members of it.

    `size` is None for one member; else a number, or a set of numbers any of which will do; only
    sizes from 1 to the size of the domain count.  `type` is the type of the parameter.
    """

    name: str
    domain: Expr
    size: Expr | None
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MoveRule(Named):
    """A guarded move.  Its members: all parameter values under which every guard holds.

    `cards` is the set that stands for the move in a trace.  `shown` names the parameters a trace
    carries as `value` or `values`: those `cards` does not tell.
    """

    choices: tuple[Choice, ...]
    lets: tuple[Let, ...]
    guards: tuple[Guard, ...]
    cards: Expr
    shown: tuple[str, ...]
    do: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class EventRule(Named):
    """What happens by itself, after a move, as soon as `when` holds."""

    when: Expr
    lets: tuple[Let, ...]
    do: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ResultField(Named):
    """A field of a result: one value, or one for each member `binder` of `domain`."""

    binder: str | None
    domain: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Match:
    """The loop over deals.  `over` and `winners` are read after `after_deal`."""

    after_deal: tuple[Stmt, ...]
    over: Expr
    winners: Expr | None
    result: tuple[ResultField, ...]
    cite: tuple[Cite, ...] = ()


class PropertyKind(Enum):
    """What a property speaks of; the values are the YAML keys."""

    ALWAYS = "always"  # every reachable state of a deal
    AT_END = "at end"  # every state in which a deal has ended, before `after deal`
    EACH_STEP = "each step"  # every reachable state and the one before it, within a deal
    POSSIBLE = "possible"  # some state in which a deal has ended
    POSSIBLE_IN_PLAY = "possible in play"  # some reachable state of a deal
    THEOREM = "theorem"  # tables and definitions alone
    EACH_DEAL = "each deal"  # after `after deal`; `was` reads the state before it
    AT_MATCH_END = "at match end"  # after the `after deal` that ends the match
    POSSIBLE_MATCH = "possible match"  # some match has such an end
    LEMMA = "lemma"  # like `always`; meant as a help for proofs


@dataclass(frozen=True, slots=True)
class Property(Named):
    """A statement about the rules that can be checked."""

    kind: PropertyKind
    test: Expr
    witness: str | None = None
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example(Named):
    """A row a rules author reads: a position laid by hand, and what must hold in it.

    `zones` says which cards lie where (slot -> cards), `cells` which cells differ from their
    start (slot -> value).  Every other card lies in the zone that holds the pack.  `test` must
    then be true.
    """

    zones: tuple[tuple[int, frozenset[int]], ...]
    cells: tuple[tuple[int, Value], ...]
    test: Expr


@dataclass(frozen=True, slots=True)
class Page:
    """The rule page a spec is made from: its name, its clauses, those that are no rules."""

    file: str
    clauses: tuple[str, ...]
    not_rules: tuple[tuple[str, str, Span], ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Spec:
    """One game, checked: every name resolved, every expression typed."""

    name: str
    title: Mapping[str, str]
    digest: str
    page: Page | None
    seats: Sort
    suits: Sort
    ranks: Sort
    cards: Sort
    teams: Sort | None
    direction: str | None
    enums: tuple[Sort, ...]
    zones: Mapping[str, Zone]
    cells: Mapping[str, Cell]
    tables: Mapping[str, Table]
    definitions: Mapping[str, Definition]
    deal: tuple[Stmt, ...]
    moves: Mapping[str, MoveRule]
    events: Mapping[str, EventRule]
    result: tuple[ResultField, ...]
    match: Match
    properties: tuple[Property, ...]
    examples: tuple[Example, ...] = ()
    cites: tuple[Cite, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)

    @property
    def zone_slots(self) -> int:
        """How many zone slots a state has."""
        return sum(zone.size for zone in self.zones.values())

    @property
    def cell_slots(self) -> int:
        """How many cell slots a state has."""
        return sum(cell.size for cell in self.cells.values())

    def layer(self, layer: Layer) -> tuple[Cell, ...]:
        """Return the cells of one layer in order of declaration."""
        return tuple(cell for cell in self.cells.values() if cell.layer is layer)
