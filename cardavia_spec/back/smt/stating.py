"""Statements by themselves: that a truth is defined and holds, in a state or of tables alone."""

from __future__ import annotations

from cardavia_spec.back.smt.context import Context, Env, Recorded, Shared
from cardavia_spec.back.smt.encode import truth_of
from cardavia_spec.back.smt.terms import Term, conj, neg
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Layer


def defined(context: Context, test: Expr, env: Env, negated: bool = False) -> Term:
    """Return that a truth is defined and holds (or, negated, does not)."""
    owed: Recorded = {}
    with context.relative(owed):
        term = truth_of(context, test, env)
    parts = [item.formula for item in owed.values()]
    return conj((*parts, neg(term) if negated else term))


def theorem(shared: Shared, test: Expr) -> tuple[Context, Term]:
    """Encode a statement about tables and definitions alone, options free."""
    layout = shared.layout
    context = Context(shared, layout.fresh(""))
    for place, cell in enumerate(layout.cell_of):
        if cell.layer is Layer.OPTION:
            context.axiom(layout.domain(place, context.state.cells[place]))
    return context, defined(context, test, {})
