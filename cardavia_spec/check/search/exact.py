"""The encoding without its weak links: every counter is the exact sum of its cards.

A proof does with bounds, for it asks about any state.  A search wants plays that can be played,
and begins with a state that is known: there the kernel's counters are mostly constants, and a sum
over cards is made only where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardavia_spec.back.smt.context import COUNTED, Chosen, Context, Shared, Unseen
from cardavia_spec.back.smt.reached import recall
from cardavia_spec.back.smt.reads import Readers, small_zones, walk, weights
from cardavia_spec.back.smt.run import run
from cardavia_spec.back.smt.state import SIZE, Layout, SymState
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    bool_var,
    conj,
    disj,
    eq,
    exactly_one,
    implies,
    ite,
    neg,
    number,
)
from cardavia_spec.back.smt.values import Members, Symbolic, as_term, counted
from cardavia_spec.core.ir import Draw, For, Repeat, Stmt
from cardavia_spec.core.spec import Spec

UNARY: Final = 48
"""So many cards that are drawn at once are counted one by one, more by a sum."""


class ExactLayout(Layout):
    """The slots of a spec; nothing is said of counters, for they are exact by themselves."""

    def link(self, members: Members, *, at_most: bool = False) -> Iterator[Term]:
        """Nothing."""
        return iter(())

    def totals(self, state: SymState) -> Iterator[Term]:
        """Nothing."""
        return iter(())

    def partition(self, state: SymState) -> Iterator[Term]:
        """Each card lies in one zone, and each zone has as many as its size says.

        That is all that is known of zones whose cards were dealt unseen.
        """
        yield from super().partition(state)
        for zone in state.zones:
            if not zone.constant:
                yield so_many(zone.guards.values(), zone.weights[SIZE])


def exact_shared(spec: Spec) -> Shared:
    """Look through a spec once."""
    layout = ExactLayout(spec, weights(spec), small_zones(spec))
    return Shared(spec, layout, Readers(spec))


class Exact(Context):
    """An encoding in which the weights of sets are exact."""

    def weight(self, members: Members, key: str, *, cards: bool) -> Symbolic:
        """Return the size (key "") of a set, or the sum of a card table over it."""
        known = members.weights.get(key)
        if known is not None:
            return known
        if not cards:
            return counted(members.guards.values())
        layout = self.layout
        if members.constant:
            return number(sum(layout.weight_of(key, card) for card in members.guards))
        if members.cases is not None:
            found = members.cases()
            members.cases = None
            if found is not None:
                members.weights.update(found)
                return members.weights[key]
        if len(members.guards) <= COUNTED:
            return self._counted(members, key)
        if members.choices:
            result = ZERO
            for guard, part in reversed(members.choices):
                result = ite(guard, as_term(self.weight(part, key, cards=True)), result)
            members.weights[key] = result
            return result
        term = add(
            ite(guard, number(layout.weight_of(key, card)), ZERO)
            for card, guard in members.guards.items()
        )
        members.weights[key] = term
        return term

    def any_of(
        self, members: Members, size: Term, possible: Term, name: str, *, drawn: bool
    ) -> Members:
        """Return any so many members of a set of cards; nothing is said where impossible."""
        self.made += 1
        guards = {card: bool_var(f"{name}!{self.made}.{card}") for card in members.guards}
        chosen = Members(guards, {SIZE: size}, (members,))
        self.log.append(Chosen(self.path, chosen, None if drawn else name))
        chosen.exact = conj((possible, members.exact))
        for card, guard in guards.items():
            self.axiom(implies(possible, implies(guard, members.guards[card])))
        self.axiom(implies(possible, so_many(guards.values(), size)))
        return chosen


def plain_deal(block: tuple[Stmt, ...]) -> bool:
    """Whether a deal does nothing but draw, and draws nothing out of where it has drawn to."""
    draws = [n for part in block for n in walk(part) if isinstance(n, Draw)]
    sources = {draw.source.key for draw in draws}
    targets = {draw.target.key for draw in draws}
    return not sources & targets and _only_draws(block)


def _only_draws(block: Iterable[Stmt]) -> bool:
    for statement in block:
        match statement:
            case Draw():
                pass
            case For(body=body) | Repeat(body=body):
                if not _only_draws(body):
                    return False
            case _:
                return False
    return True


def deal(context: Exact, block: tuple[Stmt, ...]) -> None:
    """Deal the cards; where nothing is but draws, what lies where in the end is all that counts."""
    begun, axioms, logged = context.state, len(context.axioms), len(context.log)
    if plain_deal(block):
        context.forget = True
        run(context, block, {})
        context.forget = False
        del context.axioms[axioms:]  # of the weights of what was drawn: they are made anew
        unseen = all(isinstance(made, Unseen) for made in context.log[logged:])
        if unseen and context.forgotten:
            recall(context)
        else:  # some draw hangs on a choice: then each is taken by itself
            context.state = begun
            context.asserted.clear()
            context.forgotten.clear()
            del context.log[logged:]
            run(context, block, {})
    else:
        run(context, block, {})
    for slot, zone in enumerate(context.state.zones):
        if not zone.constant:
            exact = Members(zone.guards, {SIZE: zone.weights[SIZE]})
            for key in context.layout.weights:
                context.weight(exact, key, cards=True)
            context.state = context.state.with_zone(slot, exact)


def so_many(guards: Iterable[Term], size: Term) -> Term:
    """So many of the truths hold."""
    listed = list(guards)
    if size.op == "const" and isinstance(size.value, int):
        many = int(size.value)
        if many < 0 or many > len(listed):
            return FALSE
        if many == 0:
            return conj(map(neg, listed))
        if many == len(listed):
            return conj(listed)
        if many == 1:
            return exactly_one(listed)
        if many <= UNARY:
            return _unary(listed, many)
    return eq(add(ite(guard, number(1), ZERO) for guard in listed), size)


def _unary(listed: list[Term], many: int) -> Term:
    """Exactly `many` hold: `least[n]` tells that at least n + 1 of those so far do."""
    least = [FALSE] * (many + 1)
    for place, guard in enumerate(listed):
        for n in range(min(place, many), -1, -1):
            before = TRUE if n == 0 else least[n - 1]
            least[n] = disj((least[n], conj((before, guard))))
    return conj((least[many - 1], neg(least[many])))


class Filled(Members):
    """A set that is known to have a member."""

    def nonempty(self) -> Term:
        """There is a member."""
        return TRUE


def with_sizes(context: Exact, state: SymState) -> SymState:
    """Return a state in which zones are empty, or not, or full, where their sizes say so."""
    layout = context.layout
    for slot, zone in enumerate(state.zones):
        size = zone.weights[SIZE]
        if size.op != "const" or isinstance(zone, Filled):
            continue
        if size is ZERO:
            if zone.guards:
                none = Members({}, layout.constant_weights(frozenset()))
                state = state.with_zone(slot, none)
        elif size is number(len(zone.guards)):
            whole = frozenset(zone.guards)
            full = Filled(dict.fromkeys(zone.guards, TRUE), layout.constant_weights(whole))
            state = state.with_zone(slot, full)
        else:
            state = state.with_zone(slot, Filled(zone.guards, zone.weights))
    for family in context.spec.zones.values():
        zones = state.zones[family.offset : family.offset + family.size]
        key = ("union", *zones)
        if key in context.memo or family.each is None:
            continue
        live = [zone for zone in zones if zone.guards]
        make = Filled if any(isinstance(zone, Filled) for zone in live) else Members
        guards: dict[int, list[Term]] = {}
        for zone in live:
            for card, guard in zone.guards.items():
                guards.setdefault(card, []).append(guard)
        known = {key: add(zone.weights[key] for zone in zones) for key in layout.weights}
        union = make({card: disj(parts) for card, parts in sorted(guards.items())}, known)
        context.memo[key] = (union, {})
    return state
