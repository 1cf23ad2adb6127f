"""Statements of the rule IR, run symbolically: one state in, one state out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from cardavia_spec.back.smt.context import Branch, Context, Env
from cardavia_spec.back.smt.encode import evaluate, truth_of
from cardavia_spec.back.smt.reached import recall
from cardavia_spec.back.smt.state import SymState, inside
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conj,
    disj,
    ite,
    lt,
    named,
    neg,
    number,
    sub,
)
from cardavia_spec.back.smt.values import (
    Members,
    Symbolic,
    Table,
    as_set,
    as_table,
    as_term,
    merge,
    single,
    slots,
)
from cardavia_spec.back.smt.zones import draw, move, move_all
from cardavia_spec.core.ir import (
    Assign,
    Draw,
    EndDeal,
    For,
    How,
    Move,
    MoveAll,
    Repeat,
    Show,
    Stmt,
    When,
)
from cardavia_spec.core.spec import slot
from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, SetOf, Sort, values


def run(context: Context, block: Iterable[Stmt], env: Env) -> None:
    """Run statements in order on the state of the context."""
    for statement in block:
        context.statement += 1
        if context.forgotten and not isinstance(statement, (Draw, For, Repeat)):
            recall(context)
        match statement:
            case Move():
                move(context, statement, env)
            case MoveAll():
                move_all(context, statement, env)
            case Draw():
                draw(context, statement, env)
            case Show(cards=cards):
                evaluate(context, cards, env)
            case Assign():
                _assign(context, statement, env)
            case EndDeal():
                state = context.state
                context.state = SymState(state.zones, state.cells, TRUE)
            case For():
                _for(context, statement, env)
            case Repeat():
                _repeat(context, statement, env)
            case When():
                _when(context, statement, env)
            case _:
                assert_never(statement)


# ---------------------------------------------------------------------------- cells


def _assign(context: Context, node: Assign, env: Env) -> None:
    cell = context.spec.cells[node.target.key]
    args = [evaluate(context, arg, env) for arg in node.target.args]
    value = evaluate(context, node.value, env)
    for index, guard in slots(args, cell.each):
        place = cell.offset + slot(cell.each, index)
        old = context.state.cells[place]
        new = value
        if node.how is How.ADD:
            new = add((as_term(old), as_term(value)))
        elif node.how is How.SUB:
            new = sub(as_term(old), as_term(value))
        new = normal(new, cell.type)
        with context.under(guard):
            context.oblige("the value is in range", node.span, in_domain(new, cell.domain))
        state = context.state
        merged = normal(merge([(guard, new), (neg(guard), old)], cell.type), cell.type)
        context.state = state.with_cell(place, merged)


def normal(value: Symbolic, type_: object) -> Symbolic:
    """Return a value in the form in which cells keep it: numbers as terms."""
    match type_:
        case Int() | Bool():
            return as_term(value) if isinstance(value, Table) and isinstance(type_, Int) else value
        case Maybe():
            return as_table(value, type_)
        case _:
            return value


def in_domain(value: Symbolic, domain: tuple[object, ...]) -> Term:
    """A value is one of a domain."""
    if isinstance(value, Table):
        if all(v in domain for v in value.guards):
            return TRUE
        return disj(guard for v, guard in value.guards.items() if v in domain)
    assert isinstance(value, Term)
    if value.boolean:
        return TRUE
    return inside(value, tuple(v for v in domain if isinstance(v, int)))


# ---------------------------------------------------------------------------- control


def _branch(context: Context, cond: Term, body: Iterable[Stmt], env: Env) -> None:
    """Run a block where a condition holds; elsewhere the state stays."""
    if cond is FALSE:
        return
    if cond is TRUE:
        run(context, body, env)
        return
    _either(context, cond, lambda: run(context, body, env), lambda: None)


def _either(
    context: Context, cond: Term, then: Callable[[], None], other: Callable[[], None]
) -> None:
    """Run one thing where a condition holds and another elsewhere, and join the two states."""
    if context.forgotten:
        recall(context)
    forget, context.forget = context.forget, False  # a branch must know what it draws from
    state, trust = context.state, context.trust
    context.trust = conj((trust, cond))
    with context.under(cond):
        then()
    a, trust_a = context.state, context.trust
    context.state, context.trust = state, conj((trust, neg(cond)))
    with context.under(neg(cond)):
        other()
    context.state = join(cond, a, context.state, context)
    if trust_a is conj((trust, cond)) and context.trust is conj((trust, neg(cond))):
        context.trust = trust
    else:
        context.trust = named(disj((trust_a, context.trust)))
    context.forget = forget


def join(cond: Term, a: SymState, b: SymState, context: Context) -> SymState:
    """Return the state that is `a` where a condition holds, else `b`."""
    zones = tuple(
        x if x is y else _join_zones(cond, x, y) for x, y in zip(a.zones, b.zones, strict=True)
    )
    cells = tuple(
        x
        if x is y
        else normal(
            merge([(cond, x), (neg(cond), y)], context.layout.cell_of[place].type),
            context.layout.cell_of[place].type,
        )
        for place, (x, y) in enumerate(zip(a.cells, b.cells, strict=True))
    )
    return SymState(zones, cells, ite(cond, a.over, b.over))


def _join_zones(cond: Term, a: Members, b: Members) -> Members:
    guards = {
        card: ite(cond, a.guards.get(card, FALSE), b.guards.get(card, FALSE))
        for card in sorted({**a.guards, **b.guards})
    }
    weights = {key: ite(cond, a.weights[key], b.weights[key]) for key in a.weights}
    return Members(guards, weights)


def _when(context: Context, node: When, env: Env) -> None:
    if not node.branches:
        run(context, node.otherwise, env)
        return
    (test, body), *rest = node.branches
    cond = truth_of(context, test, env)
    context.branches.append(Branch("if", test.span, conj((context.path, cond))))
    context.branches.append(Branch("else", test.span, conj((context.path, neg(cond)))))
    other = When(tuple(rest), node.otherwise, span=node.span)
    if cond is TRUE:
        run(context, body, env)
    elif cond is FALSE:
        _when(context, other, env)
    else:
        _either(
            context,
            cond,
            lambda: run(context, body, env),
            lambda: _when(context, other, env),
        )


def _for(context: Context, node: For, env: Env) -> None:
    domain = as_set(evaluate(context, node.domain, env), node.domain.type)
    assert isinstance(node.domain.type, SetOf)
    kind = node.domain.type.member
    if node.after is None:
        for member, guard in domain.guards.items():
            bound: Symbolic = (
                (TRUE if member else FALSE) if isinstance(kind, Bool) else single(member)
            )
            _branch(context, guard, node.body, {**env, node.name: bound})
        return
    assert isinstance(kind, (Bool, Int, Sort, Nothing))
    every = values(kind)
    after = as_table(evaluate(context, node.after, env), node.after.type)
    for step in range(1, len(every) + 1):
        found: dict[int | None, Term] = {}
        runs: list[Term] = []
        for start, guard in after.guards.items():
            if start is None:
                continue
            member = every[(every.index(start) + step) % len(every)]
            if member in domain.guards:
                found[member] = guard
                runs.append(conj((guard, domain.guards[member])))
        everywhere = len(found) == len(after.guards) and domain.constant
        cond = TRUE if everywhere else disj(runs)
        _branch(context, cond, node.body, {**env, node.name: Table(found)})


def _repeat(context: Context, node: Repeat, env: Env) -> None:
    times = as_term(evaluate(context, node.times, env))
    assert isinstance(node.times.type, Int)
    for done in range(node.times.type.high):
        _branch(context, lt(number(done), times), node.body, env)
