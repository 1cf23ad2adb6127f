"""Formulas taken apart, into parts and bare bones; and models put together, into states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.system import Builder
from cardavia_spec.back.smt.terms import (
    TRUE,
    Term,
    bool_var,
    conj,
    disj,
    iff,
    ite,
    named,
    neg,
    postorder,
)
from cardavia_spec.back.smt.values import Table
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_state
from cardavia_spec.core.types import Bool, Value


def split(formula: Term, most: int = 128) -> list[Term]:
    """Return truths that hold together just where one holds; no more than about so many."""
    found: list[Term] = []
    stack = [formula]
    while stack:
        term = stack.pop()
        if term.op == "named":
            stack.append(term.args[0])
            continue
        room = most - len(found) - len(stack)
        parts = _parts(term)
        if len(parts) > 1 and len(parts) <= room:
            stack += parts
        else:
            found.append(term)
    return found


def _parts(term: Term) -> list[Term]:
    """Return the parts of a conjunction, or of one that stands under conditions."""
    if term.op == "named":
        return _parts(term.args[0])
    if term.op == "and":
        return list(term.args)
    if term.op == "not" and term.args[0].op == "or":
        return [neg(arg) for arg in term.args[0].args]
    if term.op == "or":
        many = [(arg, parts) for arg in term.args if len(parts := _parts(arg)) > 1]
        if len(many) == 1:
            whole, parts = many[0]
            rest = [arg for arg in term.args if arg is not whole]
            return [disj([*rest, part]) for part in parts]
    return [term]


def skeleton(term: Term, known: dict[Term, Term]) -> Term:
    """Return a truth with comparisons of numbers made opaque: what holds so holds all the more."""
    for part in postorder((term,)):
        if part in known or not part.boolean:
            continue
        args = tuple(known.get(arg, arg) for arg in part.args)
        match part.op:
            case "=" | "<=":
                known[part] = bool_var(f"~{len(known)}")
            case "not":
                known[part] = neg(args[0])
            case "and":
                known[part] = conj(args)
            case "or":
                known[part] = disj(args)
            case "iff":
                known[part] = iff(*args)
            case "ite":
                known[part] = ite(*args)
            case "named":
                known[part] = named(args[0])
            case _:
                known[part] = part
    return known[term]


def bare(
    solver: Solver, axioms: Iterable[Term], given: Sequence[Term], formulas: Sequence[Term]
) -> list[Answer]:
    """Ask of each formula whether its bones follow from those of axioms and of what is given."""
    known: dict[Term, Term] = {}
    solver.add(skeleton(term, known) for term in axioms)
    thin = [skeleton(term, known) for term in given]
    goals = [skeleton(term, known) for term in formulas]
    return [Answer.UNSAT if g is TRUE else solver.check(thin, g) for g in goals]


def modelled(
    builder: Builder,
    state: SymState,
    model: Callable[[Iterable[Term]], Mapping[Term, bool | int]],
) -> tuple[str, ...]:
    """Return the lines that tell a state as it is in a model."""
    zones = tuple(
        frozenset(c for c, term in zone.guards.items() if model((term,))[term])
        for zone in state.zones
    )
    cells: list[Value] = []
    for value, cell in zip(state.cells, builder.shared.layout.cell_of, strict=True):
        if isinstance(value, Table):
            found = model(value.guards.values())
            cells.append(next((v for v, term in value.guards.items() if found[term]), None))
        elif isinstance(value, Term):
            one = model((value,))[value]
            cells.append(bool(one) if isinstance(cell.type, Bool) else int(one))
    over = bool(model((state.over,))[state.over])
    return tell_state(builder.spec, State(zones, tuple(cells), over))
