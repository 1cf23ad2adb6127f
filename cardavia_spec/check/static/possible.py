"""What an expression can be at all, by the types of its parts alone."""

from __future__ import annotations

from typing import TypeAlias

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, SetOf, Sort, Type, values

Truth: TypeAlias = bool | None


def truth(e: ir.Expr, *, ranges: bool = True) -> Truth:
    """Return True or False where `e` is that in every state, None where it may be either.

    A cautious guess: None is always right.  Without `ranges` the declared ranges of variables do
    not count: that they are kept is an obligation of the rules, and so may be stated.
    """
    if not ranges:
        return _plain(e)
    match e:
        case ir.Lit(value):
            return bool(value)
        case ir.Apply(Op.NOT, (inner,)):
            found = truth(inner)
            return None if found is None else not found
        case ir.Apply(Op.AND, args):
            return _all([truth(a) for a in args])
        case ir.Apply(Op.OR, args):
            return _any([truth(a) for a in args])
        case ir.Apply(Op.IMPLIES, (left, right)):
            before = truth(left)
            return _any([None if before is None else not before, truth(right)])
        case ir.Apply(Op.LT, (left, right)):
            return _below(left.type, right.type, strict=True)
        case ir.Apply(Op.LE, (left, right)):
            return _below(left.type, right.type, strict=False)
        case ir.Apply(Op.EQ, (left, right)):
            return _equal(left, right)
        case ir.Apply(Op.IN, (member, ir.Apply(Op.SETOF, args))) if args:
            return _any([_equal(member, a) for a in args])
        case ir.Apply(Op.IN, (member, domain)):
            inside = members(domain)
            own = _members(member.type)
            if inside is None or own is None:
                return None
            return True if own <= inside else False if not own & inside else None
        case ir.Apply(Op.EMPTY, (inner,)) if (some := nonempty(inner)) is not None:
            return not some
        case ir.If(cond, then, other):
            found = truth(cond)
            if found is not None:
                return truth(then if found else other)
            first, second = truth(then), truth(other)
            return first if first == second else None
        case ir.Fold(FoldOp.SOME, body=body):
            return False if truth(body) is False else None
        case ir.Fold(FoldOp.EVERY, body=body):
            return True if truth(body) is True else None
        case ir.Was(body):
            return truth(body)
        case _:
            return None


def _plain(e: ir.Expr) -> Truth:
    """Return what is known of a truth by its form alone."""
    match e:
        case ir.Lit(value):
            return bool(value)
        case ir.Apply(Op.NOT, (inner,)):
            found = _plain(inner)
            return None if found is None else not found
        case ir.Apply(Op.AND, args):
            return _all([_plain(a) for a in args])
        case ir.Apply(Op.OR, args):
            return _any([_plain(a) for a in args])
        case ir.Apply(Op.IMPLIES, (left, right)):
            before = _plain(left)
            return _any([None if before is None else not before, _plain(right)])
        case ir.Apply(Op.EQ | Op.LE | Op.INSIDE, (left, right)) if left == right:
            return True
        case ir.Apply(Op.LT, (left, right)) if left == right:
            return False
        case ir.Fold(FoldOp.EVERY, body=body):
            return True if _plain(body) is True else None
        case ir.Fold(FoldOp.SOME, body=body):
            return False if _plain(body) is False else None
        case _:
            return None


def nonempty(e: ir.Expr) -> Truth:
    """Return whether a set certainly has a member (True) or none (False); None: may be either."""
    match e:
        case ir.Lit(value):
            return bool(value)
        case ir.Apply(Op.SETOF, args):
            return bool(args)
        case ir.Apply(Op.UNION, args):
            return _any([nonempty(a) for a in args])
        case ir.Those(domain=domain, guard=guard):
            return False if nonempty(domain) is False or truth(guard) is False else None
        case _:
            return None


def members(e: ir.Expr) -> frozenset[int] | None:
    """Return the members of a constant set, or None."""
    return e.value if isinstance(e, ir.Lit) and isinstance(e.value, frozenset) else None


def _all(parts: list[Truth]) -> Truth:
    if False in parts:
        return False
    return None if None in parts else True


def _any(parts: list[Truth]) -> Truth:
    if True in parts:
        return True
    return None if None in parts else False


def _below(left: Type, right: Type, *, strict: bool) -> Truth:
    if not (isinstance(left, Int) and isinstance(right, Int)):
        return None
    if left.high < right.low or (not strict and left.high == right.low):
        return True
    if left.low > right.high or (strict and left.low == right.high):
        return False
    return None


def _equal(left: ir.Expr, right: ir.Expr) -> Truth:
    if isinstance(left, ir.Lit) and isinstance(right, ir.Lit):
        return left.value == right.value
    first, second = _members(left.type), _members(right.type)
    if first is None or second is None:
        return None
    nothing = _may_be_none(left.type) and _may_be_none(right.type)
    return False if not first & second and not nothing else None


def _may_be_none(type_: Type) -> bool:
    return isinstance(type_, Maybe)


def _members(type_: Type) -> frozenset[int] | None:
    """Return the members of a type of at most a thousand, or None."""
    match type_:
        case Int(low, high) if high - low < 1000:
            return frozenset(range(low, high + 1))
        case Bool() | Sort() | Nothing():
            return frozenset(values(type_))
        case Maybe(inner):
            return _members(inner)
        case Int() | SetOf():
            return None
