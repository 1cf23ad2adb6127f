"""Statements of the rule IR, run symbolically: one state in, one state out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from cardavia_spec.back.smt.context import Branch, Context, Env, Unseen
from cardavia_spec.back.smt.encode import evaluate, recall, truth_of, zone_at
from cardavia_spec.back.smt.state import SIZE, SymState, inside
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    conj,
    disj,
    exactly_one,
    implies,
    ite,
    le,
    lt,
    mul,
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
from cardavia_spec.core.ir import (
    Assign,
    Draw,
    EndDeal,
    For,
    How,
    Move,
    MoveAll,
    Place,
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
                _move(context, statement, env)
            case MoveAll():
                _move_all(context, statement, env)
            case Draw():
                _draw(context, statement, env)
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


# ---------------------------------------------------------------------------- zones


def places(context: Context, place: Place, env: Env) -> list[tuple[int, Term]]:
    """Return the zone slots that a place may mean, with the guard of each."""
    zone = context.spec.zones[place.key]
    if zone.each is None:
        return [(zone.offset, TRUE)]
    if not place.args:
        return [(zone.offset + i, TRUE) for i in range(zone.size)]
    args = [evaluate(context, arg, env) for arg in place.args]
    return [
        (zone.offset + slot((zone.each,), index), guard)
        for index, guard in slots(args, (zone.each,))
    ]


def _take(members: Members, cards: Members, guard: Term, weights: dict[str, Term]) -> Members:
    left = {
        card: conj((inner, neg(conj((guard, cards.guards[card])))))
        if card in cards.guards
        else inner
        for card, inner in members.guards.items()
    }
    known = {
        key: sub(term, ite(guard, weights[key], ZERO)) for key, term in members.weights.items()
    }
    return Members(left, known)


def _put(members: Members, cards: Members, guard: Term, weights: dict[str, Term]) -> Members:
    found = dict(members.guards)
    for card, inner in cards.guards.items():
        found[card] = disj((found.get(card, FALSE), conj((guard, inner))))
    known = {
        key: add((term, ite(guard, weights[key], ZERO))) for key, term in members.weights.items()
    }
    return Members(dict(sorted(found.items())), known)


def _set_zone(context: Context, place: int, members: Members) -> None:
    context.state = context.state.with_zone(place, members)
    for part in context.layout.link(members, at_most=place in context.layout.small):
        context.axiom(implies(context.trust, part))


def _weights(context: Context, cards: Members) -> dict[str, Term]:
    return {key: as_term(context.weight(cards, key, cards=True)) for key in context.layout.weights}


def _sure(place: Place, listed: list[tuple[int, Term]]) -> Term:
    """It is defined which zone is meant: exactly one of these, or by its name a whole family."""
    if not place.args:
        return TRUE
    return exactly_one(here for _, here in listed)


def _rely(context: Context, cond: Term) -> None:
    """From here on the counters are exact only if this held."""
    context.trust = named(conj((context.trust, implies(context.path, cond))))


def _move(context: Context, node: Move, env: Env) -> None:
    cards = as_set(evaluate(context, node.cards, env), node.cards.type)
    sources, targets = places(context, node.source, env), places(context, node.target, env)
    there = conj(
        implies(
            guard,
            disj(
                conj((here, zone_at(context, place).guards.get(card, FALSE)))
                for place, here in sources
            ),
        )
        for card, guard in cards.guards.items()
    )
    context.oblige("the cards lie there", node.span, there)
    whole = len(sources) > 1 and not node.source.args
    sure = (_sure(node.source, sources), _sure(node.target, targets))
    _rely(context, conj((there, cards.exact, *sure)))
    weights = _weights(context, cards)
    rest = dict(weights)
    for place, here in sources:
        zone = zone_at(context, place)
        if not whole:
            _set_zone(context, place, _take(zone, cards, here, weights))
            continue
        part = Members(
            {c: conj((g, zone.guards[c])) for c, g in cards.guards.items() if c in zone.guards},
            parents=(cards, zone),
        )
        if place == sources[-1][0]:
            part.weights.update(rest)
        own = _weights(context, part)
        rest = {key: sub(term, own[key]) for key, term in rest.items()}
        _set_zone(context, place, _take(zone, part, TRUE, own))
    for place, here in targets:
        _set_zone(context, place, _put(zone_at(context, place), cards, here, weights))


def _move_all(context: Context, node: MoveAll, env: Env) -> None:
    sources, targets = places(context, node.source, env), places(context, node.target, env)
    _rely(context, _sure(node.target, targets))
    moved: list[tuple[Term, Members]] = []
    for place, here in sources:
        zone = zone_at(context, place)
        moved.append((here, zone))
        left = {card: conj((guard, neg(here))) for card, guard in zone.guards.items()}
        weights = {key: ite(here, ZERO, term) for key, term in zone.weights.items()}
        _set_zone(context, place, Members(left, weights))
    guards: dict[int, list[Term]] = {}
    for here, zone in moved:
        for card, guard in zone.guards.items():
            guards.setdefault(card, []).append(conj((here, guard)))
    cards = Members({card: disj(parts) for card, parts in sorted(guards.items())})
    sums = {
        key: add(ite(here, zone.weights[key], ZERO) for here, zone in moved)
        for key in context.layout.weights
    }
    for place, here in targets:
        _set_zone(context, place, _put(zone_at(context, place), cards, here, sums))


def _draw(context: Context, node: Draw, env: Env) -> None:
    count = as_term(evaluate(context, node.count, env))
    sources, targets = places(context, node.source, env), places(context, node.target, env)
    state = context.state
    known = {
        key: add(ite(here, state.zones[place].weights[key], ZERO) for place, here in sources)
        for key in context.layout.weights
    }
    enough = conj((le(ZERO, count), le(count, known[SIZE])))
    context.oblige("there are enough cards", node.span, enough)
    sure = conj((enough, _sure(node.source, sources), _sure(node.target, targets)))
    possible = conj((context.path, sure))
    if context.forget:
        _draw_unseen(context, count, known, possible, sources, targets)
    else:
        guards: dict[int, list[Term]] = {}
        for place, here in sources:
            for card, guard in zone_at(context, place).guards.items():
                guards.setdefault(card, []).append(conj((here, guard)))
        pool = Members({card: disj(parts) for card, parts in sorted(guards.items())}, known)
        cards = context.any_of(pool, count, possible, "drawn", drawn=True)
        _rely(context, sure)
        weights = _weights(context, cards)
        for place, here in sources:
            _set_zone(context, place, _take(zone_at(context, place), cards, here, weights))
        for place, here in targets:
            _set_zone(context, place, _put(zone_at(context, place), cards, here, weights))
        return
    _rely(context, sure)


def _draw_unseen(
    context: Context,
    count: Term,
    known: dict[str, Term],
    possible: Term,
    sources: list[tuple[int, Term]],
    targets: list[tuple[int, Term]],
) -> None:
    """Draw and forget which cards: only the counters of the touched zones go on."""
    layout = context.layout
    may = {place: _possible(context, place) for place, _ in (*sources, *targets)}
    pool = frozenset().union(*(may[place] for place, _ in sources))
    weights = {SIZE: count}
    sound = conj((possible, context.trust))
    for key in layout.weights[1:]:
        term = context.fresh_int(f"drawn#{key}")
        worth = [layout.weight_of(key, card) for card in pool] or [0]
        context.axiom(implies(sound, le(mul(number(min(worth)), count), term)))
        context.axiom(implies(sound, le(term, mul(number(max(worth)), count))))
        if min(worth) >= 0:
            context.axiom(implies(sound, le(term, known[key])))
        weights[key] = term
    context.log.append(Unseen(context.path, weights))
    for place, here in sources:
        zone = context.state.zones[place]
        terms = {k: sub(t, ite(here, weights[k], ZERO)) for k, t in zone.weights.items()}
        context.state = context.state.with_zone(place, Members({}, terms))
        context.forgotten[place] = may[place]
    for place, here in targets:
        zone = context.state.zones[place]
        terms = {k: add((t, ite(here, weights[k], ZERO))) for k, t in zone.weights.items()}
        context.state = context.state.with_zone(place, Members({}, terms))
        context.forgotten[place] = may[place] | pool


def _possible(context: Context, place: int) -> frozenset[int]:
    known = context.forgotten.get(place)
    return frozenset(context.state.zones[place].guards) if known is None else known


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
