"""What the functions of a program have in common."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.acts import Actor
from cardavia_spec.core.plan.code import Code, Function, Kind, Var
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import (
    Named,
)

ME = Var("me")


def told(named: Named) -> str:
    """Return a label with its clauses, for a comment."""
    clauses = ", ".join(c.clause for c in named.cite)
    return named.name + (f" ({clauses})" if clauses else "")


def add(
    program: Program,
    name: str,
    params: tuple[Var, ...],
    result: Kind | None,
    w: Lowerer,
    value: Code | None = None,
    note: str = "",
) -> None:
    """Add what was written as a function of the program."""
    body = list(w.block)
    if value is not None:
        body.append(code.Return(value))
    program.functions[name] = Function(
        name, params, result, tuple(body), pure=not isinstance(w, Actor), note=note
    )


def conjuncts(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the parts of a condition that are all asked, in order."""
    if isinstance(e, ir.Apply) and e.op is Op.AND:
        return tuple(part for arg in e.args for part in conjuncts(arg))
    return (e,)
