"""How types meet: joining two types, and the few coercions the language has.

A numeral stands for a rank where a rank is wanted, one member for the set of it, a value for
`value or none`.  Nothing else is converted.
"""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.types import (
    Bool,
    Int,
    Kind,
    Maybe,
    Nothing,
    Scalar,
    SetOf,
    Sort,
    Type,
    count,
)

SET_OPS = frozenset({Op.UNION, Op.MINUS, Op.BOTH})


def tell(type_: Type) -> str:
    """Return a type as a card player would name it, with its article."""
    match type_:
        case Bool():
            return "a truth (true or false)"
        case Int():
            return "a number"
        case Sort(kind=Kind.ENUM, name=name):
            return f"one of the names of '{name}'"
        case Sort(name=name):
            return f"a {name}"
        case Nothing():
            return "nothing"
        case Maybe(Nothing()):
            return "none"
        case Maybe(inner):
            return f"{tell(inner)} or none"
        case SetOf(Nothing()):
            return "an empty set"
        case SetOf(Bool()):
            return "a set of truths"
        case SetOf(Sort(kind=Kind.ENUM, name=name)):
            return f"a set of names of '{name}'"
        case SetOf(member):
            return f"a set of {tell(member).removeprefix('a ')}s"


def instead(found: Type, wanted: Type) -> str | None:
    """Return what to write where something of another kind is wanted: the commonest slips."""
    match found, wanted:
        case Maybe(Nothing()), _:
            return "what may be none is declared with 'or none'"
        case Maybe(inner), _:
            return instead(inner, wanted)
        case _, Maybe(inner) if not isinstance(inner, Nothing):
            return instead(found, inner)
        case Sort(kind=Kind.CARD), Sort(kind=(Kind.SUIT | Kind.RANK) as kind):
            return f"a card has a {kind.value}: '.{kind.value}'"
        case Sort(kind=Kind.SEAT), Sort(kind=Kind.TEAM):
            return "a seat has a team: '.team'"
        case Sort(kind=Kind.SEAT), SetOf(Sort(kind=Kind.CARD)):
            return "a seat has cards in its zones: '.hand', …"
        case SetOf(member), _ if member == wanted:
            return "one member of a set: 'the x in …', 'first x in … where …'"
        case SetOf(Sort(kind=Kind.CARD)), Int():
            return "how many cards there are: 'size(…)'; what they count: 'sum c.… for c in …'"
        case _:
            return None


def join(a: Type, b: Type) -> Type | None:
    """Return the smallest type that holds the values of both, or None."""
    match a, b:
        case _ if a == b:
            return a
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high))
        case Nothing(), (Bool() | Int() | Sort()):
            return b
        case ((Bool() | Int() | Sort()), Nothing()):
            return a
        case Maybe(x), Maybe(y):
            return _maybe(join(x, y))
        case Maybe(x), (Bool() | Int() | Sort()):
            return _maybe(join(x, b))
        case ((Bool() | Int() | Sort()), Maybe(y)):
            return _maybe(join(a, y))
        case SetOf(x), SetOf(y):
            inner = join(x, y)
            return SetOf(inner) if isinstance(inner, Bool | Int | Sort | Nothing) else None
        case _:
            return None


def _maybe(inner: Type | None) -> Type | None:
    return Maybe(inner) if isinstance(inner, Bool | Int | Sort | Nothing) else None


def same(a: Type, b: Type) -> bool:
    """Whether two types are one but for the bounds of numbers."""
    match a, b:
        case Int(), Int():
            return True
        case SetOf(x), SetOf(y):
            return same(x, y)
        case Maybe(x), Maybe(y):
            return same(x, y)
        case _:
            return a == b


def coerce(e: ir.Expr, target: Type) -> ir.Expr | None:
    """Return `e` as a value of `target`, or None; bounds of numbers are not looked at."""
    found = e.type
    match target:
        case _ if same(found, target):
            return e
        case Sort(kind=Kind.RANK):
            return _numeral(e, target)
        case Maybe(inner):
            if isinstance(found, Maybe):
                return e if isinstance(found.inner, Nothing) or same(found.inner, inner) else None
            return coerce(e, inner)
        case SetOf(member):
            if isinstance(found, SetOf):
                if isinstance(found.member, Nothing):
                    return replace(e, type=target)
                return _members(e, member)
            one = coerce(e, member)
            return None if one is None else ir.Apply(Op.SETOF, (one,), type=target, span=e.span)
        case _:
            return None


def _numeral(e: ir.Expr, rank: Sort) -> ir.Expr | None:
    match e:
        case ir.Lit(int() as value, type=Int()) if str(value) in rank.members:
            return ir.Lit(rank.members.index(str(value)), type=rank, span=e.span)
        case ir.If(then=then, other=other):
            a, b = coerce(then, rank), coerce(other, rank)
            return None if a is None or b is None else replace(e, then=a, other=b, type=rank)
        case _:
            return None


def _members(e: ir.Expr, member: Scalar) -> ir.Expr | None:
    """Coerce the members of a set expression (numerals to ranks)."""
    if not isinstance(member, Sort) or member.kind is not Kind.RANK:
        return None
    target = SetOf(member)
    match e:
        case ir.Lit(frozenset() as found, type=SetOf(Int())):
            if all(str(v) in member.members for v in found):
                ranks = frozenset(member.members.index(str(v)) for v in found)
                return ir.Lit(ranks, type=target, span=e.span)
            return None
        case ir.Apply(Op.SETOF | Op.INTERVAL, args):
            parts = [coerce(a, member) for a in args]
        case ir.Apply(op, args) if op in SET_OPS:
            parts = [coerce(a, target) for a in args]
        case ir.If(then=then, other=other):
            a, b = coerce(then, target), coerce(other, target)
            return None if a is None or b is None else replace(e, then=a, other=b, type=target)
        case _:
            return None
    if any(p is None for p in parts):
        return None
    return replace(e, args=tuple(p for p in parts if p is not None), type=target)


def fitting(e: ir.Expr, target: Scalar) -> ir.Expr:
    """Return `e`, obliged to lie inside `target` where that is not plain from its type."""
    if isinstance(target, Int) and isinstance(e.type, Int):
        inside = target.low <= e.type.low and e.type.high <= target.high
        return e if inside else ir.Apply(Op.FIT, (e,), type=target, span=e.span)
    return e


def most(e: ir.Expr) -> int:
    """Return a bound on how many members a set expression can have."""
    assert isinstance(e.type, SetOf)
    every = count(e.type.member)
    match e:
        case ir.Lit(frozenset() as found):
            return len(found)
        case ir.Those(domain=domain) | ir.Best(domain=domain):
            return min(every, most(domain))
        case ir.Apply(Op.MINUS, (left, _)):
            return min(every, most(left))
        case ir.Apply(Op.BOTH, (left, right)):
            return min(every, most(left), most(right))
        case ir.Apply(Op.UNION, (left, right)):
            return min(every, most(left) + most(right))
        case ir.Apply(Op.SETOF, args):
            return min(every, len(args))
        case ir.If(_, then, other):
            return min(every, max(most(then), most(other)))
        case _:
            return every
