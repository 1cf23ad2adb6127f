"""Expressions of the rule IR as symbolic values.

A value is remembered by what it reads: the free names, zones and cells of its expression.  So an
invariant that a step does not touch is the same term before and after it.
"""

from __future__ import annotations

from itertools import product
from typing import Final, assert_never

from cardavia_spec.back.smt.binders import best, fold, pick, those
from cardavia_spec.back.smt.context import Context, Env, Recorded
from cardavia_spec.back.smt.operators import ROWS, of_cards
from cardavia_spec.back.smt.reached import union, zone_at
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    Term,
    conj,
    disj,
    exactly_one,
    named,
    neg,
)
from cardavia_spec.back.smt.values import (
    Members,
    Symbolic,
    Table,
    as_set,
    as_term,
    coerce,
    constant,
    merge,
    slots,
)
from cardavia_spec.core.ir import (
    Apply,
    Best,
    Expr,
    Fold,
    Get,
    If,
    Lit,
    Origin,
    Pick,
    Ref,
    Settled,
    Those,
    Was,
)
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Body, Definition, Rows, Tiers, slot
from cardavia_spec.core.spec import Table as CardTable
from cardavia_spec.core.types import Type

CASES: Final = 2000
"""A set that depends on a few choices is looked at case by case up to so many cases."""


def evaluate(context: Context, node: Expr, env: Env) -> Symbolic:
    """Return the symbolic value of an expression; what it owes is recorded in the context."""
    match node:
        case Lit(value=value):
            return constant(value, node.type)
        case Ref(name=name):
            return env[name]
        case Get(origin=Origin.CELL | Origin.TABLE | Origin.ZONE):
            return _get(context, node, env)
        case Get() | Fold() | Those() | Pick() | Best():
            return _remembered(context, node, env)
        case Apply():
            return _apply(context, node, env)
        case If(cond=cond, then=then, other=other):
            return _if(context, node, cond, then, other, env)
        case Was(body=body):
            return _was(context, body, env)
        case Settled():
            return settled(context, env)
        case _:
            assert_never(node)


def truth_of(context: Context, node: Expr, env: Env) -> Term:
    """Return the symbolic value of a truth."""
    return as_term(evaluate(context, node, env))


def turn_of(context: Context, state: SymState) -> Symbolic:
    """Return whose turn it is."""
    return state.cells[context.spec.cells["turn"].offset]


# ---------------------------------------------------------------------------- memory


def _remembered(context: Context, node: Expr, env: Env) -> Symbolic:
    key = _key(context, node, env)
    if key is None:
        return _compute(context, node, env)
    shared = context.shared
    known = shared.common.get(key)
    if known is None:
        known = context.memo.get(key)
        if known is None:
            own = context.own
            recorded: Recorded = {}
            with context.relative(recorded):
                value = _compute(context, node, env)
            known = (value, recorded)
            context.memo[key] = known
            if context.own == own:
                context.free.add(key)
                # Sets get weights later on, by names made where they are asked for.
                if context.state is shared.opening and not isinstance(value, Members):
                    shared.common[key] = known
        elif key not in context.free:
            context.own += 1
    if known[1]:
        context.replay(known[1])
    return known[0]


def _key(context: Context, node: Expr, env: Env) -> object | None:
    plan = context.shared.readers.plan(node)
    if plan is None:
        return None
    parts: list[object] = [id(node), context.statement if context.forget else 0]
    for name in plan.names:
        value = env[name]
        parts.append(value.key if isinstance(value, Table) else value)
    state = context.state
    for place in plan.zones:
        parts.append(state.zones[place])
    for place in plan.cells:
        value = state.cells[place]
        parts.append(value.key if isinstance(value, Table) else value)
    return tuple(parts)


def _compute(context: Context, node: Expr, env: Env) -> Symbolic:
    match node:
        case Get(key=key, args=args):
            found = _definition(context, context.spec.definitions[key], args, env)
        case Fold():
            found = fold(context, node, env)
        case Those():
            found = those(context, node, env)
        case Pick():
            return pick(context, node, env)
        case Best():
            found = best(context, node, env)
        case _:
            raise AssertionError(node)
    return _with_cases(context, node, env, found)


def _with_cases(context: Context, node: Expr, env: Env, found: Symbolic) -> Symbolic:
    """Let the weights of a set that depends on a few choices be found case by case."""
    if not isinstance(found, Members) or found.weights or not of_cards(node.type):
        return found
    reads = context.shared.readers.of(node)
    if reads.zones or reads.cells or reads.was or reads.settled:
        return found
    names = sorted(reads.names)
    tables = [env[name] for name in names]
    if all(isinstance(t, Table) and t.constant for t in tables) or found.constant:
        return found

    def cases() -> dict[str, Term] | None:
        choices = [list(t.guards.items()) for t in tables if isinstance(t, Table)]
        number_of = 1
        for choice in choices:
            number_of *= len(choice)
        if len(choices) < len(tables) or number_of > CASES:
            return None
        sums: dict[str, dict[int | None, list[Term]]] = {k: {} for k in context.layout.weights}
        for combination in product(*choices):
            inner = {n: Table({v: TRUE}) for n, (v, _) in zip(names, combination, strict=True)}
            with context.relative({}):
                members = evaluate(context, node, inner)
            if not isinstance(members, Members) or not members.constant:
                return None
            guard = conj(g for _, g in combination)
            for key, table in sums.items():
                worth = sum(context.layout.weight_of(key, card) for card in members.guards)
                table.setdefault(worth, []).append(guard)
        return {
            key: as_term(Table({w: disj(parts) for w, parts in sorted(table.items(), key=_first)}))
            for key, table in sums.items()
        }

    found.cases = cases
    found.exact = conj(exactly_one(t.guards.values()) for t in tables if isinstance(t, Table))
    return found


def _first(item: tuple[int | None, object]) -> int:
    return item[0] or 0


# ---------------------------------------------------------------------------- reading


def _get(context: Context, node: Get, env: Env) -> Symbolic:
    spec, state = context.spec, context.state
    args = [evaluate(context, arg, env) for arg in node.args]
    if node.origin is Origin.ZONE:
        zone = spec.zones[node.key]
        if zone.each is None:
            return zone_at(context, zone.offset)
        if not args:
            return union(context, zone.offset, zone.size)
        choices: list[tuple[Term, Symbolic]] = [
            (guard, zone_at(context, zone.offset + slot((zone.each,), place)))
            for place, guard in slots(args, (zone.each,))
        ]
        return _merge_known(context, choices, node.type)
    if node.origin is Origin.CELL:
        cell = spec.cells[node.key]
        if not args:
            return coerce(state.cells[cell.offset], node.type)
        choices = [
            (guard, state.cells[cell.offset + slot(cell.each, place)])
            for place, guard in slots(args, cell.each)
        ]
        return merge(choices, node.type)
    table = spec.tables[node.key]
    if all(isinstance(arg, Table) and arg.constant for arg in args):
        return _entry(context, node, table, args)
    found: dict[object, list[Term]] = {}
    for place, guard in slots(args, table.domain):
        found.setdefault(table.values[slot(table.domain, place)], []).append(guard)
    rows = [(disj(parts), constant(v, node.type)) for v, parts in found.items()]  # type: ignore[arg-type]
    return merge(rows, node.type)


def _entry(context: Context, node: Get, table: CardTable, args: list[Symbolic]) -> Symbolic:
    """Return the entry of a table for constant arguments."""
    index = []
    for arg in args:
        value = arg.only if isinstance(arg, Table) else None
        if value is None:
            return merge([], node.type)
        index.append(int(value))
    key = ("entry", node.key, tuple(index))
    known = context.memo.get(key)
    if known is None:
        place = slot(table.domain, tuple(index))
        known = (constant(table.values[place], node.type), {})
        context.memo[key] = known
    return known[0]


def _merge_known(context: Context, choices: list[tuple[Term, Symbolic]], type_: Type) -> Symbolic:
    if len(choices) == 1:
        return choices[0][1]
    place = ("merged", *choices)
    known = context.memo.get(place)
    if known is None:
        known = (merge(choices, type_), {})
        context.memo[place] = known
    return known[0]


def _definition(
    context: Context, definition: Definition, args: tuple[Expr, ...], env: Env
) -> Symbolic:
    inner: dict[str, Symbolic] = {
        param.name: evaluate(context, arg, env)
        for param, arg in zip(definition.params, args, strict=True)
    }
    if definition.uses_me:
        inner["me"] = env["me"]
    return _body(context, definition.body, definition.type, inner, definition)


def _body(context: Context, body: Body, type_: Type, env: Env, definition: Definition) -> Symbolic:
    match body:
        case Tiers(tiers=tiers):
            none = TRUE
            found: dict[int, list[Term]] = {}
            sets: list[tuple[Term, Members]] = []
            for tier in tiers:
                with context.under(none):
                    applies = TRUE if tier.when is None else truth_of(context, tier.when, env)
                    with context.under(applies):
                        cards = as_set(evaluate(context, tier.cards, env), type_)
                here = conj((none, applies))
                for card, guard in cards.guards.items():
                    found.setdefault(card, []).append(conj((here, guard)))
                some = conj((applies, named(cards.nonempty())))
                sets.append((conj((none, some)), cards))
                none = named(conj((none, neg(some))))
            result = Members({card: disj(parts) for card, parts in sorted(found.items())})
            result.choices = tuple(sets)
            result.exact = conj(part.exact for _, part in sets)
            return result
        case Rows(rows=rows):
            whens = [truth_of(context, row.when, env) for row in rows]
            context.oblige(
                f"exactly one row of {definition.name} applies", definition.span, exactly_one(whens)
            )
            choices: list[tuple[Term, Symbolic]] = []
            for row, when in zip(rows, whens, strict=True):
                with context.under(when):
                    choices.append((when, evaluate(context, row.then, env)))
            return merge(choices, type_)
        case _:
            return evaluate(context, body, env)


def _was(context: Context, body: Expr, env: Env) -> Symbolic:
    assert context.before is not None, "no state before this one"
    state = context.state
    context.state = context.before
    try:
        return evaluate(context, body, {**env, "me": turn_of(context, context.before)})
    finally:
        context.state = state


def settled(context: Context, _: Env) -> Term:
    """The deal is over, or no event applies."""
    none = neg(context.state.over)
    for event in context.spec.events.values():
        with context.under(none):
            none = conj((none, neg(truth_of(context, event.when, {}))))
    return disj((context.state.over, none))


# ---------------------------------------------------------------------------- operators


def _apply(context: Context, node: Apply, env: Env) -> Symbolic:
    if node.op in (Op.AND, Op.OR, Op.IMPLIES):
        parts: list[Term] = []
        path = TRUE
        around = context.path
        for place, arg in enumerate(node.args):
            context.path = conj((around, path))
            try:
                part = truth_of(context, arg, env)
            finally:
                context.path = around
            last = place == len(node.args) - 1
            if node.op is Op.AND:
                decides = FALSE
            else:
                decides = TRUE
                part = neg(part) if node.op is Op.IMPLIES and not last else part
            parts.append(part)
            if part is decides:
                break
            path = conj((path, neg(part) if decides is TRUE else part))
        return conj(parts) if node.op is Op.AND else disj(parts)
    args = tuple(evaluate(context, arg, env) for arg in node.args)
    found = ROWS[node.op](context, node, args)
    if isinstance(found, Members) and not found.weights and of_cards(node.type):
        return _with_cases(context, node, env, found)
    return found


def _if(context: Context, node: If, cond: Expr, then: Expr, other: Expr, env: Env) -> Symbolic:
    test = truth_of(context, cond, env)
    if test is TRUE:
        return coerce(evaluate(context, then, env), node.type)
    if test is FALSE:
        return coerce(evaluate(context, other, env), node.type)
    with context.under(test):
        a = evaluate(context, then, env)
    with context.under(neg(test)):
        b = evaluate(context, other, env)
    return merge([(test, a), (neg(test), b)], node.type)
