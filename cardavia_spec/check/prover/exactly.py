"""A goal that fails is looked at once more with exact counts, before it counts as failed.

Proofs do with bounds between the cards of a zone and its counters.  So a state that the solver
finds may have more cards in a zone than the zone's size says: no deal leads there, and it tells
nobody anything.  With exact sums the state can be laid on a table, or the goal is proved after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, assert_never

from cardavia_spec.back.smt.context import Chosen, Recalled, Unseen, Weighed
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    conj,
    disj,
    eq,
    iff,
    implies,
    ite,
    le,
    number,
)

if TYPE_CHECKING:
    from cardavia_spec.back.smt.state import Layout, SymState
    from cardavia_spec.back.smt.system import Transition
    from cardavia_spec.back.smt.values import Members

LIMIT: Final = 5.0
"""Seconds of work for one goal."""
FEW: Final = 48
"""Of more cards than this the plain sum is told."""


def exact_sums(layout: Layout, transition: Transition, begin: int = 0) -> list[Term]:
    """Return that every counter is the exact sum of its cards, before, in and after a step.

    What is true after it is so only where all that the step owes is met, as for every axiom: else
    an obligation would be shown by what is true once it is met.  Of what was made in the step only
    what was made from the place `begin` on is told.
    """
    context = transition.context
    met = context.trust
    found: dict[Term, None] = {}
    if not begin:
        if transition.before is not None:
            found.update(dict.fromkeys(_of_state(layout, transition.before)))
        found.update(dict.fromkeys(implies(met, t) for t in _of_state(layout, transition.after)))
    for made in context.log[begin:]:
        match made:
            case Weighed(term, key, members):
                found[_sum(layout, key, members, term)] = None
            case Chosen(members=members):
                sums = _sums(layout, members)
                found.update(dict.fromkeys(implies(members.exact, term) for term in sums))
            case Recalled(members=members):
                sums = _sums(layout, members)
                found.update(dict.fromkeys(implies(met, term) for term in sums))
            case Unseen():
                pass
            case _:
                assert_never(made)
    return list(found)


def _of_state(layout: Layout, state: SymState) -> Iterable[Term]:
    for zone in state.zones:
        if not zone.constant:
            yield from _sums(layout, zone)


def _sums(layout: Layout, members: Members) -> Iterable[Term]:
    for key, counter in members.weights.items():
        yield _sum(layout, key, members, counter)


def _sum(layout: Layout, key: str, members: Members, counter: Term) -> Term:
    """Return that a counter is the sum of its cards.

    Few cards are counted one by one, for each worth by itself: that tells a solver more than a sum.
    """
    by_worth: dict[int, list[Term]] = {}
    for card, guard in members.guards.items():
        by_worth.setdefault(layout.weight_of(key, card), []).append(guard)
    by_worth.pop(0, None)
    few = len(members.guards) <= FEW
    parts = []
    said = []
    for worth, guards in by_worth.items():
        counted = _least(guards) if few else guards
        parts += [ite(term, number(worth), ZERO) for term in counted]
        if few and len(by_worth) == 1 and worth == 1:
            said += [iff(term, le(number(n), counter)) for n, term in enumerate(counted, 1)]
    return conj((eq(add(parts), counter), *said))


def _least(guards: list[Term]) -> list[Term]:
    """Return that at least one of some truths holds, at least two, and so on to all of them."""
    least: list[Term] = []
    for guard in guards:
        longer = [*least, FALSE]
        for n in range(len(least), -1, -1):
            before = TRUE if n == 0 else least[n - 1]
            longer[n] = disj((longer[n], conj((before, guard))))
        least = longer
    return least


class Exactly:
    """A solver of one transition in which counters are exact sums."""

    def __init__(self, layout: Layout, transition: Transition) -> None:
        self.layout = layout
        self.transition = transition
        self.solver = Solver(timeout=LIMIT)
        self.added = 0
        self.told = 0

    def ask(self, given: list[Term], formula: Term) -> tuple[Answer, list[Term]]:
        """Ask whether a goal follows from what is given; return what of it was needed."""
        axioms, log = self.transition.axioms, self.transition.context.log
        if not self.told or len(log) > self.told:
            self.solver.add(exact_sums(self.layout, self.transition, self.told))
            self.told = len(log)
        self.solver.add(axioms[self.added :])
        self.added = len(axioms)
        self.solver.limit(LIMIT)
        answer = self.solver.check(given, formula)
        return answer, self.solver.core
