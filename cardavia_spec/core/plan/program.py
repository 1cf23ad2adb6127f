"""A program: the functions, constant arrays and obligations of one spec, while and when made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from cardavia_spec.core import ir
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import NONE, Array, At, Code, Function, Kind, Num
from cardavia_spec.core.plan.constant import Facts
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Spec, Table
from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, Scalar, SetOf, Sort, Type, Value

SMALL_BITS: Final = 64


class Unsupported(Exception):
    """The spec needs something that generated engines do not have; the message says what."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a `Fault` number stands for."""

    rule: str
    what: str
    span: Span


class Moment(Enum):
    """When a question is asked of a deal that is played."""

    STATE = "state"  # in each reachable state
    STEP = "step"  # in each reachable state that has one before it
    END = "end"  # when the deal has ended
    SCORED = "scored"  # after the score is kept; the state before is the end of the deal
    MATCH_END = "match end"  # after the score is kept, where that ends the match


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: whether `test` holds at such a moment of a deal."""

    name: str
    test: ir.Expr
    moment: Moment


@dataclass(frozen=True, slots=True)
class Taken:
    """What a `Hit` number stands for: an event, a tier or a row, and the definition it is of."""

    kind: str
    name: str
    of: str | None = None


@dataclass
class Program:
    """Everything generated for one spec."""

    spec: Spec
    arrays: dict[str, Array] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    obligations: list[Obligation] = field(default_factory=list)
    branches: list[Taken] = field(default_factory=list)
    facts: Facts = field(init=False)
    asks: list[Ask] = field(default_factory=list)
    settles: dict[str, str | None] = field(default_factory=dict)  # what to call after each move
    skipped: dict[str, str] = field(default_factory=dict)  # questions, and why not asked
    refused: dict[str, str] = field(default_factory=dict)
    define: Callable[[Program, str], None] | None = None

    def __post_init__(self) -> None:
        self.facts = Facts(self.spec)

    def ensure(self, key: str) -> None:
        """Make the function of a definition, unless it is there.  Raises Unsupported."""
        if key not in self.refused and f"get_{_safe(key)}" not in self.functions:
            assert self.define is not None
            self.refused[key] = "it is defined by itself"  # until it is done
            try:
                self.define(self, key)
            except Unsupported as reason:
                self.refused[key] = str(reason)
                raise
            del self.refused[key]
        if key in self.refused:
            raise Unsupported(self.refused[key])

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.spec.cards.members)

    def obligation(self, rule: str, what: str, span: Span) -> int:
        """Return the number (from 1) of an obligation."""
        known = Obligation(rule, what, span)
        if known not in self.obligations:
            self.obligations.append(known)
        return self.obligations.index(known) + 1

    def branch(self, kind: str, name: str, of: str | None = None) -> code.Hit:
        """Return what notes that a named branch is taken."""
        known = Taken(kind, name, of)
        if known not in self.branches:
            self.branches.append(known)
        return code.Hit(self.branches.index(known))

    def array(self, name: str, kind: Kind, values: tuple[int, ...], note: str = "") -> str:
        """Return the name of a constant array with these values."""
        known = self.arrays.setdefault(name, Array(name, kind, values, note))
        assert known.values == values, name
        return name

    # ------------------------------------------------------------------ types

    def kind(self, type_: Type) -> Kind:
        """Return what numbers of a type stand for."""
        match type_:
            case Bool():
                return Kind.BOOL
            case Int() | Sort() | Maybe() | Nothing():
                return Kind.INT
            case SetOf(Sort() as sort) if sort == self.spec.cards:
                return Kind.CARDS
            case SetOf(member):
                self.fits(member)
                return Kind.SMALL

    def fits(self, member: Scalar) -> None:
        """Refuse sets whose members do not fit a mask."""
        if isinstance(member, Int) and not 0 <= member.low <= member.high < SMALL_BITS:
            raise Unsupported(f"a set of numbers from {member.low} to {member.high}")
        if isinstance(member, Sort) and len(member.members) > SMALL_BITS:
            raise Unsupported(f"a set of more than {SMALL_BITS} members of '{member.name}'")

    def number(self, value: Value, type_: Type) -> Num:
        """Return the number that stands for a value."""
        kind = self.kind(type_)
        if value is None:
            return Num(NONE)
        if isinstance(value, frozenset):
            return Num(sum(1 << int(member) for member in value), kind)
        return Num(int(value), kind)

    def everything(self, member: Scalar) -> int:
        """Return the mask of all members of a type."""
        match member:
            case Sort(members=members):
                return (1 << len(members)) - 1
            case Bool():
                return 3
            case Int(low, high):
                return (1 << (high + 1)) - (1 << low)
            case Nothing():
                return 0

    def least(self, type_: Type) -> Num:
        """Return some value of a type: what stands in for one after a failed obligation."""
        match type_:
            case Maybe(inner):
                return self.least(inner)
            case Int(low, _):
                return Num(low)
            case _:
                return Num(0, self.kind(type_))

    # ------------------------------------------------------------------ tables

    def entry(self, key: str, table: Table, index: Code) -> Code:
        """Return an entry of a table of the spec; the index is a slot."""
        kind = self.kind(table.type)
        values = tuple(self.number(v, table.type).value for v in table.values)
        if isinstance(index, Num):
            return Num(values[index.value], kind)
        name = self.array(f"table_{_safe(key)}", kind, values, f"{table.name}")
        return At(name, index, kind)

    def column(self, key: str, table: Table, relation: str, low: int, high: int) -> str:
        """Return the array of the members whose entry is v, for each v from low to high.

        `relation` is eq (is v), lt (is below v) or le (is at most v).
        """
        member = table.domain[0]
        kind = self.kind(SetOf(member))
        base = member.low if isinstance(member, Int) else 0
        values = [self.number(v, table.type).value for v in table.values]
        tests = {
            "eq": lambda x, v: x == v,
            "lt": lambda x, v: x < v,
            "le": lambda x, v: x <= v,
        }
        masks = tuple(
            sum(1 << (i + base) for i, x in enumerate(values) if tests[relation](x, v))
            for v in range(low, high + 1)
        )
        note = f"the members whose {table.name} is {relation} each number from {low}"
        return self.array(f"{relation}_{_safe(key)}_{_safe(str(low))}_{high}", kind, masks, note)

    def tabulated(self, values: tuple[int, ...], kind: Kind, index: Code) -> Code:
        """Return an entry of an array that holds a function of one member."""
        if isinstance(index, Num):
            return Num(values[index.value], kind)
        for array in self.arrays.values():
            if array.values == values and array.kind is kind:
                return At(array.name, index, kind)
        name = f"map_{len(self.arrays)}"
        return At(self.array(name, kind, values, "worked out from the tables"), index, kind)

    def beating(self, order: str, masks: tuple[int, ...], kind: Kind) -> str:
        """Return the name of an array that tells which ones are above or below each member."""
        for array in self.arrays.values():
            if array.values == masks and array.kind is kind and array.name.startswith(f"{order}_"):
                return array.name
        note = "that beat each one" if order == "above" else "that each one beats"
        return self.array(f"{order}_{len(self.arrays)}", kind, masks, f"the members {note}")

    def places(self) -> Mapping[str, int]:
        """Return the first cell slot of each cell."""
        return {key: cell.offset for key, cell in self.spec.cells.items()}


def _safe(key: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in key)


safe = _safe
