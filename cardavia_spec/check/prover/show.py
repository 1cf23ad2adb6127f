"""Expressions written in the rule language: how lemmas are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from cardavia_spec.core.ir import (
    Apply,
    Best,
    Expr,
    Fold,
    Get,
    If,
    Lit,
    Pick,
    Ref,
    Settled,
    Those,
    Was,
)
from cardavia_spec.core.ops import FoldOp, Op, PickOp
from cardavia_spec.core.types import Int, Maybe, SetOf, Sort, Type, show

# How tightly a text binds: what stands inside a tighter one gets parentheses.
OPEN, IMPLIES, OR, AND, NOT, COMPARE, SUM, PRODUCT, TIGHT = range(9)

_INFIX: Final = {
    Op.IMPLIES: (IMPLIES, "implies"),
    Op.OR: (OR, "or"),
    Op.AND: (AND, "and"),
    Op.EQ: (COMPARE, "is"),
    Op.LT: (COMPARE, "<"),
    Op.LE: (COMPARE, "<="),
    Op.IN: (COMPARE, "in"),
    Op.INSIDE: (COMPARE, "inside"),
    Op.INTERVAL: (COMPARE, ".."),
    Op.ADD: (SUM, "+"),
    Op.SUB: (SUM, "-"),
    Op.UNION: (SUM, "+"),
    Op.MINUS: (SUM, "-"),
    Op.BOTH: (PRODUCT, "&"),
    Op.MUL: (PRODUCT, "*"),
    Op.DIV: (PRODUCT, "div"),
    Op.MOD: (PRODUCT, "mod"),
}
_HIDDEN: Final = ("a rank", "a suit")
"""Names that no author can bind: sets of ranks or suits before or after `of`."""
_CALLS: Final = {Op.SIZE: "size", Op.EMPTY: "empty", Op.MIN: "min", Op.MAX: "max"}


def told(expr: Expr) -> str:
    """Return an expression in the rule language."""
    return _at(expr, OPEN)


def _at(expr: Expr, least: int) -> str:
    text, level = _write(expr)
    return f"({text})" if level < least else text


def _write(expr: Expr) -> tuple[str, int]:
    match expr:
        case Lit(value=value):
            return _literal(value, expr.type)
        case Ref(name=name):
            return name, TIGHT
        case Get(key=key, args=args):
            return _get(key.split("/", maxsplit=1)[0], args)
        case Apply():
            return _apply(expr)
        case If(cond=cond, then=then, other=other):
            return f"if {told(cond)} then {told(then)} else {told(other)}", OPEN
        case Fold(op=op, name=name, domain=domain, body=body):
            inside = _at(domain, SUM)
            if op is FoldOp.SUM:
                return f"sum {_at(body, OR)} for {name} in {inside}", OPEN
            if op is FoldOp.UNION and isinstance(body, Get) and name in _HIDDEN:
                filled = tuple(domain if a == Ref(name, type=a.type) else a for a in body.args)
                return _get(body.key, filled)
            if op is FoldOp.UNION and isinstance(body, Fold) and name in _HIDDEN:
                inner = body.body
                if isinstance(inner, Get):
                    filled = tuple(domain if a == Ref(name, type=a.type) else a for a in inner.args)
                    return _write(replace(body, body=replace(inner, args=filled)))
            if op is FoldOp.UNION:
                return f"{_at(body, TIGHT)} for {name} in {inside}", OPEN
            return f"{op.value} {name} in {inside} has {told(body)}", OPEN
        case Those(name=name, domain=domain, guard=guard):
            return f"all {name} in {_at(domain, SUM)} where {told(guard)}", OPEN
        case Pick(op=op, name=name, domain=domain, guard=guard, after=after):
            text = f"{'the' if op is PickOp.THE else 'first'} {name} in {_at(domain, SUM)}"
            text += f" after {_at(after, SUM)}" if after is not None else ""
            return text + (f" where {told(guard)}" if guard is not None else ""), OPEN
        case Best(op=op, name=name, domain=domain, keys=keys):
            by = ", ".join(told(key) for key in keys)
            by = f"({by})" if len(keys) > 1 else by
            return f"{op.value} {name} in {_at(domain, SUM)} by {by}", OPEN
        case Was(body=body):
            return f"was({told(body)})", TIGHT
        case Settled():
            return "settled", TIGHT
        case _:
            assert_never(expr)


def _literal(value: object, type_: Type) -> tuple[str, int]:
    if isinstance(value, frozenset) and isinstance(type_, SetOf):
        member = type_.member
        if isinstance(member, Sort) and len(value) == len(member.members):
            return ("deck" if member.name == "card" else f"{member.name}s"), TIGHT
        if isinstance(member, Int) and len(value) > 2 and max(value) - min(value) < len(value):
            return f"{min(value)}..{max(value)}", COMPARE
    assert value is None or isinstance(value, (int, frozenset))
    return show(value, type_), TIGHT


def _get(name: str, args: tuple[Expr, ...]) -> tuple[str, int]:
    if not args:
        return name, TIGHT
    if name == "cards_of":
        return f"{_at(args[0], TIGHT)} of {_at(args[1], TIGHT)}", PRODUCT
    first, *rest = args
    inner = first.type.inner if isinstance(first.type, Maybe) else first.type
    if isinstance(inner, Int):
        return f"{name}({', '.join(map(told, args))})", TIGHT
    text = f"{_at(first, TIGHT)}.{name}"
    return text + (f"({', '.join(map(told, rest))})" if rest else ""), TIGHT


def _apply(expr: Apply) -> tuple[str, int]:
    op, args = expr.op, expr.args
    if op is Op.NOT:
        inner = args[0]
        if isinstance(inner, Apply) and inner.op is Op.EQ:
            return f"{_at(inner.args[0], SUM)} is not {_at(inner.args[1], SUM)}", COMPARE
        if isinstance(inner, Apply) and inner.op is Op.IN:
            return f"{_at(inner.args[0], SUM)} not in {_at(inner.args[1], SUM)}", COMPARE
        return f"not {_at(inner, NOT)}", NOT
    if op in _INFIX:
        level, word = _INFIX[op]
        if op is Op.IMPLIES:
            return f"{_at(args[0], OR)} implies {_at(args[1], IMPLIES)}", level
        left = _at(args[0], level if level not in (COMPARE,) else SUM)
        texts = [left, *(_at(arg, level + 1) for arg in args[1:])]
        join = word if op is Op.INTERVAL else f" {word} "
        return join.join(texts), level
    if op is Op.SETOF:
        return f"{{{', '.join(map(told, args))}}}", TIGHT
    if op in (Op.GIVEN, Op.FIT):
        return _write(args[0])
    return f"{_CALLS[op]}({', '.join(map(told, args))})", TIGHT
