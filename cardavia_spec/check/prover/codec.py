"""Expressions as JSON and back: how lemmas are kept in files.

Only what is closed and of the present spec can be read back; anything else is refused, so a lemma
that speaks of a zone that is gone falls away by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from cardavia_spec.core.ir import (
    Apply,
    Best,
    Expr,
    Fold,
    Get,
    If,
    Lit,
    Origin,
    Pick,
    Ref,
    Settled,
    Those,
    Was,
)
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.types import BOOL, Bool, Int, Maybe, Nothing, SetOf, Sort, Type, Value

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"


class Unreadable(ValueError):
    """A record that is no expression of the spec at hand."""


def write(expr: Expr) -> JSON:
    """Return an expression as JSON."""
    type_ = write_type(expr.type)
    match expr:
        case Lit(value=value):
            plain: JSON = (
                sorted(value) if isinstance(value, frozenset) else value  # type: ignore[assignment]
            )
            return ["lit", type_, plain]
        case Ref(name=name):
            return ["ref", type_, name]
        case Get(origin=origin, key=key, args=args):
            return ["get", type_, origin.name, key, [write(a) for a in args]]
        case Apply(op=op, args=args):
            return ["apply", type_, op.name, [write(a) for a in args]]
        case If(cond=cond, then=then, other=other):
            return ["if", type_, write(cond), write(then), write(other)]
        case Fold(op=op, name=name, domain=domain, body=body):
            return ["fold", type_, op.name, name, write(domain), write(body)]
        case Those(name=name, domain=domain, guard=guard):
            return ["those", type_, name, write(domain), write(guard)]
        case Pick(op=op, name=name, domain=domain, guard=guard, after=after):
            rest = [None if part is None else write(part) for part in (guard, after)]
            return ["pick", type_, op.name, name, write(domain), *rest]
        case Best(op=op, name=name, domain=domain, keys=keys):
            return ["best", type_, op.name, name, write(domain), [write(k) for k in keys]]
        case Was(body=body):
            return ["was", type_, write(body)]
        case Settled():
            return ["settled", type_]
        case _:
            assert_never(expr)


def write_type(type_: Type) -> str:
    """Return a type as a short text."""
    match type_:
        case Bool():
            return "bool"
        case Int(low=low, high=high):
            return f"int {low} {high}"
        case Sort(name=name):
            return f"sort {name}"
        case Nothing():
            return "nothing"
        case Maybe(inner=inner):
            return "maybe " + write_type(inner)
        case SetOf(member=member):
            return "set " + write_type(member)
        case _:
            assert_never(type_)


class Reader:
    """Reads the expressions of one spec."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        sorts = (spec.seats, spec.suits, spec.ranks, spec.cards, *spec.enums)
        self.sorts = {sort.name: sort for sort in sorts}
        if spec.teams is not None:
            self.sorts[spec.teams.name] = spec.teams
        self.keys: Mapping[Origin, Mapping[str, object]] = {
            Origin.ZONE: spec.zones,
            Origin.CELL: spec.cells,
            Origin.TABLE: spec.tables,
            Origin.DEFINITION: spec.definitions,
        }

    def read(self, record: JSON) -> Expr:
        """Return the expression of a record.  Raises Unreadable."""
        try:
            return self._read(record)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise Unreadable(str(error)) from error

    def type(self, text: str) -> Type:
        """Return the type that a text stands for."""
        word, _, rest = text.partition(" ")
        match word:
            case "bool":
                return BOOL
            case "int":
                low, high = map(int, rest.split())
                return Int(low, high)
            case "sort":
                return self.sorts[rest]
            case "nothing":
                return Nothing()
            case "maybe":
                inner = self.type(rest)
                assert not isinstance(inner, (Maybe, SetOf))
                return Maybe(inner)
            case "set":
                member = self.type(rest)
                assert not isinstance(member, (Maybe, SetOf))
                return SetOf(member)
            case _:
                raise Unreadable(text)

    def _list(self, record: JSON) -> tuple[Expr, ...]:
        assert isinstance(record, list)
        return tuple(map(self._read, record))

    def _read(self, record: JSON) -> Expr:
        assert isinstance(record, list)
        assert isinstance(record[1], str)
        kind, type_, rest = record[0], self.type(record[1]), record[2:]
        text = [part if isinstance(part, str) else "" for part in rest]
        match kind:
            case "lit":
                value = rest[0]
                plain: Value = None
                if isinstance(value, list):
                    plain = frozenset(int(v) for v in value if isinstance(v, int))
                elif value is None or isinstance(value, int):
                    plain = value
                return Lit(value=plain, type=type_)
            case "ref":
                return Ref(name=text[0], type=type_)
            case "get":
                origin = Origin[text[0]]
                self.keys[origin][text[1]]
                return Get(origin=origin, key=text[1], args=self._list(rest[2]), type=type_)
            case "apply":
                return Apply(op=Op[text[0]], args=self._list(rest[1]), type=type_)
            case "if":
                cond, then, other = map(self._read, rest)
                return If(cond=cond, then=then, other=other, type=type_)
            case "fold":
                return Fold(
                    op=FoldOp[text[0]],
                    name=text[1],
                    domain=self._read(rest[2]),
                    body=self._read(rest[3]),
                    type=type_,
                )
            case "those":
                return Those(
                    name=text[0], domain=self._read(rest[1]), guard=self._read(rest[2]), type=type_
                )
            case "pick":
                return Pick(
                    op=PickOp[text[0]],
                    name=text[1],
                    domain=self._read(rest[2]),
                    guard=None if rest[3] is None else self._read(rest[3]),
                    after=None if rest[4] is None else self._read(rest[4]),
                    type=type_,
                )
            case "best":
                return Best(
                    op=BestOp[text[0]],
                    name=text[1],
                    domain=self._read(rest[2]),
                    keys=self._list(rest[3]),
                    type=type_,
                )
            case "was":
                return Was(body=self._read(rest[0]), type=type_)
            case "settled":
                return Settled(type=type_)
            case _:
                raise Unreadable(str(kind))
