"""Expressions that bind a name, as symbolic values: folds, filters, picks and best members.

What is said of many members is said once for each group of which it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardavia_spec.back.smt import encode
from cardavia_spec.back.smt.context import Context, Env
from cardavia_spec.back.smt.operators import of_cards
from cardavia_spec.back.smt.pieces import Piece
from cardavia_spec.back.smt.state import SIZE
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at_most_one,
    conj,
    disj,
    given,
    implies,
    ite,
    mul,
    named,
    neg,
)
from cardavia_spec.back.smt.values import (
    Members,
    Symbolic,
    Table,
    as_set,
    as_table,
    as_term,
    below,
    coerce,
    constant,
    single,
    total,
)
from cardavia_spec.core.ir import Apply, Best, Expr, Fold, Get, Lit, Origin, Pick, Ref, Those
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.types import Bool, Int, Nothing, SetOf, Sort, Type, values


def _member_type(domain: Expr) -> Type:
    assert isinstance(domain.type, SetOf)
    return domain.type.member


def _bind(member: int, type_: Type) -> Symbolic:
    if isinstance(type_, Bool):
        return TRUE if member else FALSE
    return single(member)


def fold(context: Context, node: Fold, env: Env) -> Symbolic:
    """Some, every, sum or union over a domain."""
    domain = as_set(encode.evaluate(context, node.domain, env), node.domain.type)
    if node.op is FoldOp.SUM:
        return _sum(context, node, domain, node.body, env)
    kind = _member_type(node.domain)
    if node.op is FoldOp.UNION:
        return _union(context, node, domain, kind, env)
    groups: dict[Term, list[Term]] = {}  # by body: what is said of many members is said once
    for member, guard in domain.guards.items():
        with context.under(guard):
            body = encode.truth_of(context, node.body, {**env, node.name: _bind(member, kind)})
        groups.setdefault(given(body, guard), []).append(guard)
    if node.op is FoldOp.SOME:
        return disj(conj((_any(guards), body)) for body, guards in groups.items())
    return conj(implies(_any(guards), body) for body, guards in groups.items())


def _any(guards: Iterable[Term]) -> Term:
    """One of these, under a name of its own."""
    return named(disj(guards))


def _union(context: Context, node: Fold, domain: Members, kind: Type, env: Env) -> Members:
    found: dict[int, list[Term]] = {}
    for member, guard in domain.guards.items():
        with context.under(guard):
            inner = {**env, node.name: _bind(member, kind)}
            body = as_set(encode.evaluate(context, node.body, inner), node.type)
        for m, inside in body.guards.items():
            found.setdefault(m, []).append(conj((guard, inside)))
    return Members({m: disj(parts) for m, parts in sorted(found.items())})


def _sum(context: Context, node: Fold, domain: Members, body: Expr, env: Env) -> Symbolic:
    cards = of_cards(node.domain.type)
    match body:
        case Lit(value=int(value)):
            size = context.weight(domain, SIZE, cards=cards)
            return mul(as_term(constant(value, Int(value, value))), as_term(size))
        case Get(origin=Origin.TABLE, key=key, args=(Ref(name=name),)) if (
            cards and name == node.name and key in context.layout.weights
        ):
            return context.weight(domain, key, cards=True)
        case Get(origin=Origin.DEFINITION, key=key, args=(Ref(name=name),)) if (
            cards and name == node.name and key in context.layout.pieces
        ):
            return _by_reading(context, context.layout.pieces[key], domain)
        case Apply(op=Op.ADD, args=(a, b)) if cards:
            left = as_term(_sum(context, node, domain, a, env))
            return add((left, as_term(_sum(context, node, domain, b, env))))
        case Apply(op=Op.MUL, args=(Lit(value=int(by)), rest)) if cards:
            inner = as_term(_sum(context, node, domain, rest, env))
            return mul(as_term(constant(by, Int(by, by))), inner)
        case _:
            pass
    kind = _member_type(node.domain)
    rows: list[tuple[Term, Symbolic]] = []
    for member, guard in domain.guards.items():
        with context.under(guard):
            rows.append(
                (guard, encode.evaluate(context, body, {**env, node.name: _bind(member, kind)}))
            )
    return total(rows) if rows else ZERO


def _by_reading(context: Context, piece: Piece, domain: Members) -> Term:
    """The sum of what a definition says of cards: that of the reading that applies."""
    cells = [context.spec.cells[name] for name in piece.cells]
    parts: dict[str, list[Term]] = {}
    for values_, key in piece.readings:
        here = conj(
            _has(context.state.cells[cell.offset], value)
            for cell, value in zip(cells, values_, strict=True)
        )
        parts.setdefault(key, []).append(here)
    return add(
        ite(disj(here), as_term(context.weight(domain, key, cards=True)), ZERO)
        for key, here in parts.items()
    )


def _has(value: Symbolic, wanted: int | None) -> Term:
    if isinstance(value, Table):
        return value.guards.get(wanted, FALSE)
    assert isinstance(value, Term)
    return value if wanted else neg(value)


def those(context: Context, node: Those, env: Env) -> Symbolic:
    """The members of a domain that pass a test."""
    domain = as_set(encode.evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    found: dict[int, Term] = {}
    for member, guard in domain.guards.items():
        with context.under(guard):
            test = encode.truth_of(context, node.guard, {**env, node.name: _bind(member, kind)})
        found[member] = conj((guard, test))
    return Members(found, parents=(domain,) if of_cards(node.type) else ())


def pick(context: Context, node: Pick, env: Env) -> Symbolic:
    """The only member that passes a test, or the first."""
    domain = as_set(encode.evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    after = None
    if node.after is not None:
        after = as_table(encode.evaluate(context, node.after, env), node.after.type)
    good: dict[int, Term] = {}
    none = TRUE
    for member, guard in domain.guards.items():
        test = TRUE
        if node.guard is not None:
            early = none if node.op is PickOp.FIRST and after is None else TRUE
            with context.under(conj((early, guard))):
                test = encode.truth_of(context, node.guard, {**env, node.name: _bind(member, kind)})
        good[member] = conj((guard, test))
        none = conj((none, neg(good[member])))
    some = disj(good.values())
    if node.op is PickOp.THE:
        context.oblige("there is one", node.span, some)
        context.oblige("it is the only one", node.span, at_most_one(good.values()))
        return coerce(Table(good), node.type)
    context.oblige("there is one", node.span, some)
    if after is None:
        order = [(TRUE, list(good))]
    else:
        assert isinstance(kind, (Bool, Int, Sort, Nothing))
        every = values(kind)
        order = []
        for start, guard in after.guards.items():
            place = every.index(start) + 1 if start in every else 0
            order.append((guard, [m for m in (*every[place:], *every[:place]) if m in good]))
    found: dict[int | None, list[Term]] = {}
    for guard, members in order:
        left = guard
        for member in members:
            found.setdefault(member, []).append(conj((left, good[member])))
            left = named(conj((left, neg(good[member]))))
    return coerce(Table({m: disj(parts) for m, parts in found.items()}), node.type)


def best(context: Context, node: Best, env: Env) -> Symbolic:
    """The members with the highest or lowest keys, the first key counting most."""
    domain = as_set(encode.evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    left = {member: (guard, TRUE) for member, guard in domain.guards.items()}
    rows: dict[int, list[Symbolic]] = {}
    for member, guard in domain.guards.items():
        with context.under(guard):
            inner = {**env, node.name: _bind(member, kind)}
            rows[member] = [encode.evaluate(context, key, inner) for key in node.keys]
    numbers, keyed = False, list[Term]()
    for place, key in enumerate(node.keys):
        column = {member: row[place] for member, row in rows.items()}
        if all(
            isinstance(v, Table) or (isinstance(v, Term) and v.boolean) for v in column.values()
        ):
            tables = {member: as_table(v, key.type) for member, v in column.items()}
            left = _best_by_table(left, tables, highest=node.op is BestOp.HIGHEST)
            keyed += (
                implies(domain.guards[member], disj(table.guards.values()))
                for member, table in tables.items()
            )
        else:
            left = _best_by_number(left, column, highest=node.op is BestOp.HIGHEST)
            numbers = True
    best = {member: conj(pair) for member, pair in left.items()}
    if numbers:  # of numbers there is a highest, which takes long to see pair by pair
        context.axiom(implies(conj((domain.nonempty(), *keyed)), disj(best.values())))
    return Members(best, parents=(domain,) if of_cards(node.type) else ())


def _best_by_table(
    left: dict[int, tuple[Term, Term]], tables: dict[int, Table], *, highest: bool
) -> dict[int, tuple[Term, Term]]:
    """Keep the members with the best key; each has its guard and the condition on its keys."""
    levels: dict[int, dict[Term, list[Term]]] = {}
    for member, (guard, cond) in left.items():
        for value, inner in tables[member].guards.items():
            if value is not None:
                levels.setdefault(int(value), {}).setdefault(conj((cond, inner)), []).append(guard)
    none = TRUE
    best: dict[int, Term] = {}
    for value in sorted(levels, reverse=highest):
        best[value] = none
        some = (conj((_any(guards), cond)) for cond, guards in levels[value].items())
        none = named(conj((none, neg(disj(some)))))
    found = {}
    for member, (guard, cond) in left.items():
        rows = tables[member].guards.items()
        ways = (conj((best[int(value)], inner)) for value, inner in rows if value is not None)
        found[member] = (guard, named(conj((cond, disj(ways)))))
    return found


def _best_by_number(
    left: dict[int, tuple[Term, Term]], column: dict[int, Symbolic], *, highest: bool
) -> dict[int, tuple[Term, Term]]:
    found: dict[int, tuple[Term, Term]] = {}
    for member, (guard, cond) in left.items():
        beats = [
            implies(
                conj(other),
                below(column[rival], column[member], strict=False)
                if highest
                else below(column[member], column[rival], strict=False),
            )
            for rival, other in left.items()
            if rival != member
        ]
        found[member] = (guard, conj((cond, *beats)))
    return found
