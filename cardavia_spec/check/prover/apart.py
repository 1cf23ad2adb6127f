"""A goal that is too hard as a whole: asked for each case of who is who, and part by part."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Final

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.terms import Term
from cardavia_spec.back.smt.values import Table
from cardavia_spec.check.prover.parts import split
from cardavia_spec.core.spec import Layer

if TYPE_CHECKING:
    from cardavia_spec.check.prover.live import Live

CASE: Final = 10.0
"""Seconds for one case of a goal, before that is taken apart."""


class Apart:
    """Takes goals of one transition apart, with so many seconds of work.

    `turned` says that the first seat is to move.
    """

    def __init__(self, live: Live, effort: float, *, turned: bool) -> None:
        self.live = live
        self.effort = effort
        self.turned = turned

    def ask(self, given: list[Term], formula: Term) -> tuple[Answer, list[Term]]:
        """Ask once for each case, and there, if need be, part by part; return what was needed."""
        solver = self.live.solver
        needed: dict[Term, None] = {}
        end = solver.spent + self.effort
        for case in self._cases():
            whole = (formula,) if case else ()
            for step in (whole, split(formula)):
                answer = Answer.UNKNOWN
                for part in step:
                    left = end - solver.spent
                    if left <= 0:
                        return Answer.UNKNOWN, []
                    solver.limit(min(left, CASE if step is whole else self.live.limit))
                    answer = solver.check([*given, *case], part)
                    needed.update(dict.fromkeys(solver.core))
                    if answer is not Answer.UNSAT:
                        break
                if answer is not Answer.UNKNOWN:
                    break
            if answer is not Answer.UNSAT:
                return answer, []
        return Answer.UNSAT, [term for term in needed if term in given]

    def _cases(self) -> Iterable[tuple[Term, ...]]:
        """Return conditions of which one holds: who is who before the step."""
        state, spec = self.live.transition.before, self.live.builder.spec
        if state is None:
            return ((),)
        parts: list[tuple[Term, ...]] = []
        for cell in spec.layer(Layer.DEAL):
            value = state.cells[cell.offset]
            if cell.type == spec.seats and not cell.each and isinstance(value, Table):
                first = self.turned and cell.name == "turn"
                seats = range(self.live.alike.turn if first else len(value.guards))
                parts.append(tuple(value.guards[s] for s in seats if s in value.guards))
        return product(*parts[:2])
