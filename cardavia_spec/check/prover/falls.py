"""Numbers in one step: that it never raises them, that it lowers them."""

from __future__ import annotations

from collections.abc import Iterable

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Goal, Role
from cardavia_spec.back.smt.terms import TRUE, Term, implies, le, lt, neg
from cardavia_spec.check.prover.live import Live
from cardavia_spec.core.ir import Expr


class Falls:
    """Questions about numbers, put to one transition."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.numbers: dict[Expr, tuple[Term, Term]] = {}

    def measure(
        self, expr: Expr, active: Iterable[str], owed: frozenset[str]
    ) -> tuple[frozenset[str] | None, frozenset[str] | None]:
        """Return on what it relies that the step never raises a number, and that it lowers it.

        None where it is not shown.
        """
        active = tuple(active)
        rises = self._shown(expr, active, owed, strict=False)
        if rises is None:
            return None, None
        return rises, self._shown(expr, active, owed, strict=True)

    def text(self, expr: Expr, strict: bool, relies: frozenset[str]) -> str | None:
        """Return a proved goal about a number as SMT-LIB; None if it needs no proof."""
        goal = self._goal(expr, strict=strict)
        return self.live.smt(goal, self.live.alike.number(expr), relies)

    def _shown(
        self, expr: Expr, active: tuple[str, ...], owed: frozenset[str], *, strict: bool
    ) -> frozenset[str] | None:
        goal = self._goal(expr, strict=strict)
        if goal.formula is TRUE:
            return frozenset()
        live = self.live
        for names, turned in live.ways(live.alike.number(expr), active):
            given = [*turned, *live.assumed(goal, names, owed)]
            answer, core = live.ask(goal, given, 0.0, turned=bool(turned))
            if answer is Answer.UNSAT:
                return live.relies((t for t in core if t not in turned), {*active, *owed})
        return None

    def _goal(self, expr: Expr, *, strict: bool) -> Goal:
        """Return the goal that the step never raises a number, or (`strict`) that it lowers it.

        A step that ends the deal need do neither: no other follows.
        """
        transition, builder = self.live.transition, self.live.builder
        before = transition.before
        assert before is not None
        if expr not in self.numbers:
            context = transition.context
            old = builder.value(context, expr, before, TRUE)
            new = builder.value(context, expr, transition.after, context.trust)
            self.numbers[expr] = (old, new)
        old, new = self.numbers[expr]
        steps = transition.kind in ("move", "event")
        goes_on = neg(transition.after.over) if steps else transition.again
        term = lt(new, old) if strict else le(new, old)
        return Goal(Role.PROPERTY, "number", implies(goes_on, term), len(transition.facts))
