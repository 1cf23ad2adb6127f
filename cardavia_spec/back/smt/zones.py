"""Statements that move cards: what leaves one zone comes into another, and counters go along."""

from __future__ import annotations

from cardavia_spec.back.smt.context import Context, Env, Unseen
from cardavia_spec.back.smt.encode import evaluate
from cardavia_spec.back.smt.reached import zone_at
from cardavia_spec.back.smt.state import SIZE
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
    mul,
    named,
    neg,
    number,
    sub,
)
from cardavia_spec.back.smt.values import Members, as_set, as_term, slots
from cardavia_spec.core.ir import Draw, Move, MoveAll, Place
from cardavia_spec.core.spec import slot


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


def move(context: Context, node: Move, env: Env) -> None:
    """Move cards; that they lie in the source is owed."""
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


def move_all(context: Context, node: MoveAll, env: Env) -> None:
    """Move all cards of a zone, or of all zones of a family."""
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


def draw(context: Context, node: Draw, env: Env) -> None:
    """Draw any so many cards; that there are enough is owed."""
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
