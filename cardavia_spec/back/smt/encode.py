"""Expressions of the rule IR as symbolic values.

A value is remembered by what it reads: the free names, zones and cells of its expression.  So an
invariant that a step does not touch is the same term before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final, assert_never

from cardavia_spec.back.smt.context import Context, Env, Recalled, Recorded
from cardavia_spec.back.smt.operators import ROWS, of_cards
from cardavia_spec.back.smt.state import SIZE, SymState
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at_most_one,
    conj,
    disj,
    exactly_one,
    given,
    implies,
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
    merge,
    single,
    slots,
    total,
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
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Body, Definition, Rows, Tiers, slot
from cardavia_spec.core.spec import Table as CardTable
from cardavia_spec.core.types import Bool, Int, Nothing, SetOf, Sort, Type, values

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
    known = context.memo.get(key)
    if known is None:
        recorded: Recorded = {}
        with context.relative(recorded):
            value = _compute(context, node, env)
        known = (value, recorded)
        context.memo[key] = known
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
            found = _fold(context, node, env)
        case Those():
            found = _those(context, node, env)
        case Pick():
            return _pick(context, node, env)
        case Best():
            found = _best(context, node, env)
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


def zone_at(context: Context, place: int) -> Members:
    """Return the set in a zone slot, made anew if draws have left it open."""
    if context.forgotten:
        recall(context)
    return context.state.zones[place]


def recall(context: Context) -> None:
    """Name the cards of every zone that draws have touched: any that fit the counters."""
    state = context.state
    for place, possible in sorted(context.forgotten.items()):
        context.made += 1
        fresh = context.layout.fresh_zone(f"z{context.made}", place)
        known = Members(
            {card: guard for card, guard in fresh.guards.items() if card in possible},
            state.zones[place].weights,
        )
        state = state.with_zone(place, known)
        context.log.append(Recalled(place, known))
        for part in context.layout.link(known, at_most=place in context.layout.small):
            context.axiom(implies(context.trust, part))
    context.forgotten.clear()
    context.state = state
    for part in context.layout.partition(state):
        context.axiom(implies(context.trust, part))


def union(context: Context, offset: int, size: int) -> Members:
    """Return the union of the zones of a family, whose cards are never in two of them."""
    zones = [zone_at(context, place) for place in range(offset, offset + size)]
    place = ("union", *zones)
    known = context.memo.get(place)
    if known is None:
        guards = {
            card: disj(zone.guards.get(card, FALSE) for zone in zones)
            for card in range(context.layout.cards)
        }
        weights = {key: add(zone.weights[key] for zone in zones) for key in context.layout.weights}
        known = (Members(guards, weights), {})
        context.memo[place] = known
    found = known[0]
    assert isinstance(found, Members)
    return found


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
        for place, arg in enumerate(node.args):
            with context.under(path):
                part = truth_of(context, arg, env)
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


# ---------------------------------------------------------------------------- binders


def _member_type(domain: Expr) -> Type:
    assert isinstance(domain.type, SetOf)
    return domain.type.member


def _bind(member: int, type_: Type) -> Symbolic:
    if isinstance(type_, Bool):
        return TRUE if member else FALSE
    return single(member)


def _fold(context: Context, node: Fold, env: Env) -> Symbolic:
    domain = as_set(evaluate(context, node.domain, env), node.domain.type)
    if node.op is FoldOp.SUM:
        return _sum(context, node, domain, node.body, env)
    kind = _member_type(node.domain)
    if node.op is FoldOp.UNION:
        return _union(context, node, domain, kind, env)
    groups: dict[Term, list[Term]] = {}  # by body: what is said of many members is said once
    for member, guard in domain.guards.items():
        with context.under(guard):
            body = truth_of(context, node.body, {**env, node.name: _bind(member, kind)})
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
            body = as_set(evaluate(context, node.body, inner), node.type)
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
            rows.append((guard, evaluate(context, body, {**env, node.name: _bind(member, kind)})))
    return total(rows) if rows else ZERO


def _those(context: Context, node: Those, env: Env) -> Symbolic:
    domain = as_set(evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    found: dict[int, Term] = {}
    for member, guard in domain.guards.items():
        with context.under(guard):
            test = truth_of(context, node.guard, {**env, node.name: _bind(member, kind)})
        found[member] = conj((guard, test))
    return Members(found, parents=(domain,) if of_cards(node.type) else ())


def _pick(context: Context, node: Pick, env: Env) -> Symbolic:
    domain = as_set(evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    after = None
    if node.after is not None:
        after = as_table(evaluate(context, node.after, env), node.after.type)
    good: dict[int, Term] = {}
    none = TRUE
    for member, guard in domain.guards.items():
        test = TRUE
        if node.guard is not None:
            early = none if node.op is PickOp.FIRST and after is None else TRUE
            with context.under(conj((early, guard))):
                test = truth_of(context, node.guard, {**env, node.name: _bind(member, kind)})
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


def _best(context: Context, node: Best, env: Env) -> Symbolic:
    domain = as_set(evaluate(context, node.domain, env), node.domain.type)
    kind = _member_type(node.domain)
    left = {member: (guard, TRUE) for member, guard in domain.guards.items()}
    rows: dict[int, list[Symbolic]] = {}
    for member, guard in domain.guards.items():
        with context.under(guard):
            inner = {**env, node.name: _bind(member, kind)}
            rows[member] = [evaluate(context, key, inner) for key in node.keys]
    for place, key in enumerate(node.keys):
        column = {member: row[place] for member, row in rows.items()}
        if all(
            isinstance(v, Table) or (isinstance(v, Term) and v.boolean) for v in column.values()
        ):
            tables = {member: as_table(v, key.type) for member, v in column.items()}
            left = _best_by_table(left, tables, highest=node.op is BestOp.HIGHEST)
        else:
            left = _best_by_number(left, column, highest=node.op is BestOp.HIGHEST)
    best = {member: conj(pair) for member, pair in left.items()}
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
