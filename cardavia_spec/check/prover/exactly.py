"""A goal that fails is looked at once more with exact counts, before it counts as failed.

Proofs do with bounds between the cards of a zone and its counters.  So a state that the solver
finds may have more cards in a zone than the zone's size says: no deal leads there, and it tells
nobody anything.  With exact sums the state can be laid on a table, or the goal is proved after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import ZERO, Term, add, eq, implies, ite, number

if TYPE_CHECKING:
    from cardavia_spec.back.smt.state import Layout
    from cardavia_spec.back.smt.system import Transition

LIMIT: Final = 5.0
"""Seconds of work for one goal."""


def exact_sums(layout: Layout, transition: Transition) -> list[Term]:
    """Return that every counter is the exact sum of its cards, before and after a step.

    After it only where all that the step owes is met, as for every axiom: else an obligation would
    be shown by what is true once it is met.
    """
    found: dict[Term, None] = {}
    if transition.before is not None:
        found.update(dict.fromkeys(_sums(layout, transition.before)))
    met = transition.context.trust
    found.update(dict.fromkeys(implies(met, term) for term in _sums(layout, transition.after)))
    return list(found)


def _sums(layout: Layout, state: SymState) -> Iterable[Term]:
    for zone in state.zones:
        if zone.constant:
            continue
        for key, counter in zone.weights.items():
            weights = {card: layout.weight_of(key, card) for card in zone.guards}
            yield eq(
                add(ite(guard, number(weights[card]), ZERO) for card, guard in zone.guards.items()),
                counter,
            )


class Exactly:
    """A solver of one transition in which counters are exact sums."""

    def __init__(self, layout: Layout, transition: Transition) -> None:
        self.transition = transition
        self.solver = Solver(timeout=LIMIT)
        self.solver.add(exact_sums(layout, transition))
        self.added = 0

    def ask(self, given: list[Term], formula: Term) -> tuple[Answer, list[Term]]:
        """Ask whether a goal follows from what is given; return what of it was needed."""
        axioms = self.transition.axioms
        self.solver.add(axioms[self.added :])
        self.added = len(axioms)
        self.solver.limit(LIMIT)
        answer = self.solver.check(given, formula)
        return answer, self.solver.core
