"""Walking over the IR: children, all parts, names, and what an expression reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from cardavia_spec.core import ir
from cardavia_spec.core.spec import Body, Definition, Rows, Tiers


def children(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the direct parts of an expression, in order of evaluation."""
    match e:
        case ir.Lit() | ir.Ref() | ir.Settled():
            return ()
        case ir.Get(args=args) | ir.Apply(args=args):
            return args
        case ir.If(cond, then, other):
            return (cond, then, other)
        case ir.Fold(domain=domain, body=body):
            return (domain, body)
        case ir.Those(domain=domain, guard=guard):
            return (domain, guard)
        case ir.Pick(domain=domain, guard=guard, after=after):
            return tuple(x for x in (domain, after, guard) if x is not None)
        case ir.Best(domain=domain, keys=keys):
            return (domain, *keys)
        case ir.Was(body):
            return (body,)
        case _:
            assert_never(e)


def walk(e: ir.Expr) -> Iterator[ir.Expr]:
    """Yield `e` and everything in it, parents first."""
    yield e
    for child in children(e):
        yield from walk(child)


def binder(e: ir.Expr) -> str | None:
    """Return the name that `e` binds in its body, guard or keys, or None."""
    match e:
        case ir.Fold(name=name) | ir.Those(name=name) | ir.Pick(name=name) | ir.Best(name=name):
            return name
        case _:
            return None


def free(e: ir.Expr) -> frozenset[str]:
    """Return the bound names that `e` reads and does not bind itself."""
    if isinstance(e, ir.Ref):
        return frozenset({e.name})
    parts = children(e)
    bound = binder(e)
    if bound is None:
        return frozenset().union(*map(free, parts))
    outside = [e.domain] if isinstance(e, ir.Fold | ir.Those | ir.Pick | ir.Best) else []
    if isinstance(e, ir.Pick) and e.after is not None:
        outside.append(e.after)
    inside = [x for x in parts if all(x is not y for y in outside)]
    return frozenset().union(*map(free, outside), *(free(x) - {bound} for x in inside))


def body_parts(body: Body) -> tuple[ir.Expr, ...]:
    """Return the expressions of a definition's body, in order of evaluation."""
    match body:
        case Tiers(tiers):
            return tuple(x for t in tiers for x in (t.when, t.cards) if x is not None)
        case Rows(rows):
            return tuple(x for r in rows for x in (r.when, r.then))
        case _:
            return (body,)


def statements(block: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Yield every statement of a block, those inside others too, in order."""
    for s in block:
        yield s
        match s:
            case ir.For(body=body) | ir.Repeat(body=body):
                yield from statements(body)
            case ir.When(branches, otherwise):
                for _, body in branches:
                    yield from statements(body)
                yield from statements(otherwise)
            case _:
                pass


def statement_parts(s: ir.Stmt) -> tuple[ir.Expr, ...]:
    """Return the expressions of one statement itself, not of statements inside it."""
    match s:
        case ir.Move(cards=cards, source=source, target=target):
            return (cards, *source.args, *target.args)
        case ir.MoveAll(source=source, target=target):
            return (*source.args, *target.args)
        case ir.Draw(count=count, source=source, target=target):
            return (count, *source.args, *target.args)
        case ir.Show(cards=cards):
            return (cards,)
        case ir.Assign(target=target, value=value):
            return (*target.args, value)
        case ir.EndDeal():
            return ()
        case ir.For(domain=domain, after=after):
            return (domain,) if after is None else (domain, after)
        case ir.Repeat(times=times):
            return (times,)
        case ir.When(branches=branches):
            return tuple(cond for cond, _ in branches)
        case _:
            assert_never(s)


def reads(
    parts: Iterable[ir.Expr], definitions: Mapping[str, Definition]
) -> dict[tuple[ir.Origin, str], ir.Get]:
    """Return what the expressions read, through definitions too: (origin, key) -> a place.

    The place is a `Get` in `parts` themselves by which the thing is (perhaps indirectly) read.
    """
    found: dict[tuple[ir.Origin, str], ir.Get] = {}

    def visit(e: ir.Expr, at: ir.Get | None) -> None:
        for part in walk(e):
            if not isinstance(part, ir.Get):
                continue
            where = at or part
            if (part.origin, part.key) in found:
                continue
            found[part.origin, part.key] = where
            if part.origin is ir.Origin.DEFINITION and part.key in definitions:
                for inner in body_parts(definitions[part.key].body):
                    visit(inner, where)

    for e in parts:
        visit(e, None)
    return found
