"""Rewriting guards into what filters do well; the value stays the same in every state.

Only what cannot fail is moved: no obligation is met that the rules do not meet.
"""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.plan.constant import Facts
from cardavia_spec.core.types import BOOL, Int, SetOf, Sort, values
from cardavia_spec.core.walk import free


def simplified(facts: Facts, e: ir.Expr) -> ir.Expr:
    """Return an expression of the same value, its logic taken further apart."""
    match e:
        case ir.Apply(Op.AND | Op.OR | Op.NOT | Op.IMPLIES, args):
            return replace(e, args=tuple(simplified(facts, a) for a in args))
        case ir.Apply(Op.INSIDE, (part, whole)):
            return _inside(facts, e, part, whole)
        case ir.Apply(Op.LE | Op.LT as op, (ir.Lit(int() as n), ir.Apply(Op.SIZE, (range_,)))) if (
            isinstance(range_, ir.Apply) and range_.op is Op.INTERVAL
        ):
            low, high = range_.args
            more = n - 1 + (op is Op.LT)  # at least n numbers: the last is n - 1 after the first
            ends = _ends(low)
            if more < 0 or ends is None:
                return e
            type_ = Int(ends[0] + more, ends[1] + more)
            step = ir.Lit(more, type=Int(more, more))
            first = ir.Apply(Op.ADD, (low, step), type=type_, span=e.span)
            return replace(e, op=Op.LE, args=(first, high))
        case _:
            return e


def _ends(e: ir.Expr) -> tuple[int, int] | None:
    """Return the least and the greatest number that may stand for a value."""
    match e.type:
        case Int(low, high):
            return low, high
        case Sort(members=members):
            return 0, len(members) - 1
        case _:
            return None


def _inside(facts: Facts, e: ir.Apply, part: ir.Expr, whole: ir.Expr) -> ir.Expr:
    match part:
        case ir.Apply(Op.UNION, (a, b)):
            both = tuple(_inside(facts, replace(e, args=(x, whole)), x, whole) for x in (a, b))
            return ir.Apply(Op.AND, both, type=BOOL, span=e.span)
        case ir.Fold(FoldOp.UNION, name, domain, body) if (
            not isinstance(domain, ir.Lit)
            and name not in free(whole)
            and not facts.can_fail(body)
            and not facts.can_fail(whole)
        ):
            # All bodies lie inside where each member is one of those whose body does.
            assert isinstance(domain.type, SetOf)
            member = domain.type.member
            every = ir.Lit(frozenset(values(member)), type=domain.type)
            test = ir.Apply(Op.INSIDE, (body, whole), type=BOOL, span=e.span)
            good = ir.Those(name, every, test, type=domain.type, span=e.span)
            return ir.Apply(Op.INSIDE, (domain, good), type=BOOL, span=e.span)
        case _:
            return e
