"""What is known on a path: which `or none` values are surely there.

`holds(e)` gives what follows when `e` is true, `fails(e)` when it is false.
"""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.types import Maybe, Nothing
from cardavia_spec.core.walk import walk

Facts = frozenset[ir.Expr]
NO_FACTS: Facts = frozenset()


def holds(e: ir.Expr) -> Facts:
    """Return the expressions that are not none if `e` is true."""
    match e:
        case ir.Apply(Op.AND, args):
            return NO_FACTS.union(*map(holds, args))
        case ir.Apply(Op.OR, (a, b)):
            return holds(a) & holds(b)
        case ir.Apply(Op.NOT, (a,)):
            return fails(a)
        case ir.Apply(Op.EQ, (a, b)):
            found = set()
            if isinstance(a.type, Maybe) and not isinstance(b.type, Maybe):
                found.add(a)
            if isinstance(b.type, Maybe) and not isinstance(a.type, Maybe):
                found.add(b)
            return frozenset(found)
        case ir.Lit(False):
            return NO_FACTS
        case _:
            return NO_FACTS


def fails(e: ir.Expr) -> Facts:
    """Return the expressions that are not none if `e` is false."""
    match e:
        case ir.Apply(Op.OR, args):
            return NO_FACTS.union(*map(fails, args))
        case ir.Apply(Op.AND, (a, b)):
            return fails(a) & fails(b)
        case ir.Apply(Op.IMPLIES, (a, b)):
            return holds(a) | fails(b)
        case ir.Apply(Op.NOT, (a,)):
            return holds(a)
        case ir.Apply(Op.EQ, (a, b)):
            return frozenset(
                one
                for one, other in ((a, b), (b, a))
                if isinstance(other.type, Maybe)
                and isinstance(other.type.inner, Nothing)
                and isinstance(one.type, Maybe)
            )
        case _:
            return NO_FACTS


def lasting(facts: Facts) -> Facts:
    """Return the facts that a change of the state cannot undo."""

    def fixed(e: ir.Expr) -> bool:
        return not any(isinstance(x, ir.Get) and x.origin is not ir.Origin.TABLE for x in walk(e))

    return frozenset(f for f in facts if fixed(f))
