"""Putting definitions into the places that use them, so that filters can see through them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import replace
from itertools import count

from cardavia_spec.core import ir
from cardavia_spec.core.spec import Definition, Rows, Tiers

_numbers: ContextVar[Iterator[int] | None] = ContextVar("numbers", default=None)


def begin() -> None:
    """Begin a plan: its new names are numbered from 1 on, whatever was planned before."""
    _numbers.set(count(1))


def _number() -> int:
    if _numbers.get() is None:
        begin()
    numbers = _numbers.get()
    assert numbers is not None
    return next(numbers)


def rename(e: ir.Expr, names: Mapping[str, ir.Expr]) -> ir.Expr:
    """Return `e` with bound names replaced; names it binds itself are made new."""

    def go(x: ir.Expr) -> ir.Expr:
        return rename(x, names)

    match e:
        case ir.Lit() | ir.Settled():
            return e
        case ir.Ref(name):
            return names.get(name, e)
        case ir.Get(args=args) | ir.Apply(args=args):
            return replace(e, args=tuple(map(go, args)))
        case ir.If(cond, then, other):
            return replace(e, cond=go(cond), then=go(then), other=go(other))
        case ir.Was(body):
            return replace(e, body=go(body))
        case ir.Fold(name=name, domain=domain, body=body):
            new, inner = _new(name, names, e)
            return replace(e, name=new, domain=go(domain), body=rename(body, inner))
        case ir.Those(name=name, domain=domain, guard=guard):
            new, inner = _new(name, names, e)
            return replace(e, name=new, domain=go(domain), guard=rename(guard, inner))
        case ir.Pick(name=name, domain=domain, guard=guard, after=after):
            new, inner = _new(name, names, e)
            return replace(
                e,
                name=new,
                domain=go(domain),
                guard=None if guard is None else rename(guard, inner),
                after=None if after is None else go(after),
            )
        case ir.Best(name=name, domain=domain, keys=keys):
            new, inner = _new(name, names, e)
            return replace(
                e, name=new, domain=go(domain), keys=tuple(rename(k, inner) for k in keys)
            )


def _new(
    name: str, names: Mapping[str, ir.Expr], binder: ir.Fold | ir.Those | ir.Pick | ir.Best
) -> tuple[str, Mapping[str, ir.Expr]]:
    member = getattr(binder.domain.type, "member")  # noqa: B009 - a set has a member type
    new = f"{name.rsplit(' ', maxsplit=1)[-1]} {_number()}"
    return new, {**names, name: ir.Ref(new, type=member)}


def inlined(definition: Definition, args: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """Return the body of a definition with its parameters replaced, if that is no loss.

    Tables of tiers and rows stay functions, and so does a body whose argument would have to be
    computed more than once.
    """
    body = definition.body
    if isinstance(body, Tiers | Rows) or not definition.params:
        return None
    if not all(_cheap(a) for a in args):
        return None
    names = dict(zip((p.name for p in definition.params), args, strict=True))
    return rename(body, names)


def _cheap(e: ir.Expr) -> bool:
    if isinstance(e, ir.Get) and e.origin is ir.Origin.TABLE:
        return all(_cheap(a) for a in e.args)
    return isinstance(e, ir.Ref | ir.Lit)
