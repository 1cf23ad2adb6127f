"""What can be seen of expressions and of plans by their form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act

INLINED = 16
"""Definitions without parameters of so many nodes or fewer are written where they are used."""
UNROLLED = 8
"""Constant domains of so many members or fewer are written out."""


def costly(e: ir.Expr) -> bool:
    """Whether an expression is worth being computed once."""
    return isinstance(e, ir.Fold | ir.Those | ir.Pick | ir.Best) or (
        isinstance(e, ir.Get) and e.origin is ir.Origin.DEFINITION
    )


def surely(e: ir.Expr) -> Iterator[ir.Get]:
    """Yield the definitions without parameters that are looked at whenever `e` is."""
    match e:
        case ir.Get(ir.Origin.DEFINITION, args=()):
            yield e
        case ir.Get(args=args):
            for a in args:
                yield from surely(a)
        case ir.Apply(Op.AND | Op.OR | Op.IMPLIES, args):
            yield from surely(args[0])
        case ir.Apply(args=args):
            for a in args:
                yield from surely(a)
        case ir.If(cond=cond):
            yield from surely(cond)
        case ir.Fold(domain=domain) | ir.Those(domain=domain) | ir.Pick(domain=domain):
            yield from surely(domain)
        case _:
            return


def constant_members(e: ir.Expr) -> list[int] | None:
    """Return the members of a constant set, in order, or None."""
    if isinstance(e, ir.Lit) and isinstance(e.value, frozenset):
        return sorted(e.value)
    return None


def is_interval(e: ir.Expr) -> bool:
    """Whether the set is a range of numbers that need not be made as a set."""
    return isinstance(e, ir.Apply) and e.op is Op.INTERVAL


def loops(acts: Iterable[Act]) -> bool:
    """Whether there is a loop in a block."""
    for act in acts:
        match act:
            case code.Each() | code.Through() | code.Loop():
                return True
            case code.Ways(masks, _) if loops(masks):
                return True
            case code.Branch(_, then, otherwise) if loops(then) or loops(otherwise):
                return True
            case _:
                pass
    return False
