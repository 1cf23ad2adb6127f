"""Zones as they are read: open ones, which draws have touched, are made anew at the first look."""

from __future__ import annotations

from cardavia_spec.back.smt.context import Context, Recalled
from cardavia_spec.back.smt.terms import FALSE, add, disj, implies
from cardavia_spec.back.smt.values import Members


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
        whole = Members(guards, weights)
        whole.parts = tuple(zones)
        known = (whole, {})
        context.memo[place] = known
    found = known[0]
    assert isinstance(found, Members)
    return found
