"""One transition in front of the solver: its goals under the invariants assumed just now.

Invariants, facts of the step and obligations that came before a goal are assumptions with names
of their own, so an unsatisfiable core tells what a proof relies on.  Where a goal fails, the state
before the step that the solver found is held against guesses: those that are false in it would
exclude it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from time import perf_counter
from typing import Final

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.emit import text as smt_text
from cardavia_spec.back.smt.system import SETTLED, Builder, Goal, Invariant, Role
from cardavia_spec.back.smt.terms import (
    TRUE,
    Term,
    conj,
    evaluate,
    implies,
    le,
    lt,
    neg,
    variables,
)
from cardavia_spec.back.smt.values import Table
from cardavia_spec.check.prover.parts import skeleton, split
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_state
from cardavia_spec.core.types import Bool, Value

FIRST: Final = 1.5
"""Seconds (of work) for a goal as a whole, before it is taken apart."""
CASE: Final = 10.0
"""Seconds for one case of a goal, before that is taken apart."""
EDGE: Final = 1.0
"""Seconds for the question whether an event can follow another: most can, and it matters little."""
BLOCKERS: Final = 2
"""So many guesses are taken at a time to exclude one state."""
TRIES: Final = 40
"""A goal is given up after so many states were excluded in vain."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one goal of one transition.

    `relies` names the invariants and obligations that the proof assumed.  For a goal that failed
    `state` tells, in cards, the state before the step that nothing assumed excludes.
    """

    transition: str
    role: Role
    name: str
    answer: Answer
    relies: frozenset[str]
    seconds: float
    state: tuple[str, ...] = ()
    span: Span | None = None


Told = Callable[[str], None]


class Live:
    """A transition with its solver, ready for questions."""

    def __init__(
        self,
        spec: Spec,
        shared: Shared,
        name: str,
        items: Mapping[str, Invariant],
        pool: Mapping[str, None],
        limit: float,
    ) -> None:
        self.items = items
        self.pool = pool
        self.limit = limit
        self.builder = Builder(spec, shared)
        self.transition = self.builder.build(name)
        self.solver = Solver(timeout=limit)
        self.added = 0
        self.slicer: Solver | None = None
        self.hypotheses: dict[str, Term | None] = {}
        self.names: dict[Term, dict[str, None]] = {}
        self.facts = [
            (n, self._name(n, term)) if n.startswith(SETTLED) else ("", self._name(f"~{n}", term))
            for n, term in self.transition.facts
        ]
        self.owed: list[tuple[str, Term]] = []
        self.goals: dict[tuple[Role, str], Goal] = {}
        for goal in self.transition.goals:
            key = (goal.role, goal.name)
            known = self.goals.get(key)
            if known is not None:  # the same construct again: one row, both must hold
                goal.formula = conj((known.formula, goal.formula))
                goal.facts = min(goal.facts, known.facts)
            self.goals[key] = goal

    def _name(self, name: str, term: Term) -> Term:
        self.names.setdefault(term, {})[name] = None
        return term

    def _catch_up(self) -> None:
        axioms = self.transition.axioms
        self.solver.add(axioms[self.added :])
        self.added = len(axioms)

    def hypothesis(self, name: str) -> Term | None:
        """Return an invariant on the state before the step."""
        if name not in self.hypotheses:
            term = self.builder.before(self.transition, self.items[name])
            self.hypotheses[name] = None if term is TRUE else term
            if term is not None and term is not TRUE:
                self._name(name, term)
        return self.hypotheses[name]

    def goal_of(self, name: str) -> Goal | None:
        """Return the goal that an invariant holds after the step, if it says anything there."""
        key = (Role.INVARIANT, name)
        if key not in self.goals:
            item = self.items[name]
            term = self.builder.after(self.transition, item)
            if term is None:
                return None
            facts = len(self.transition.facts)
            self.goals[key] = Goal(Role.INVARIANT, name, term, facts, item.span, item.cite)
        return self.goals[key]

    def obligations(self) -> frozenset[str]:
        """Return the names of its obligations among assumptions."""
        return frozenset(
            obligation(self.transition.name, goal.name)
            for goal in self.goals.values()
            if goal.role is Role.OBLIGATION
        )

    def owing(self) -> frozenset[str]:
        """Return the names of all obligations that its goals may assume."""
        return self.obligations() | {name for name, _ in self.facts if name}

    # ------------------------------------------------------------------ questions

    def assumed(self, goal: Goal, active: Iterable[str], owed: frozenset[str]) -> list[Term]:
        """Return what a goal may assume; `owed` names the obligations that may be."""
        found = [term for n in active if (term := self.hypothesis(n)) is not None]
        found += [term for n, term in self.facts[: goal.facts] if not n or n in owed]
        for other in self.goals.values():
            if other is goal:
                break
            if other.role is Role.OBLIGATION and other.formula is not TRUE:
                name = obligation(self.transition.name, other.name)
                if name in owed and (goal.role is not Role.OBLIGATION or other.facts <= goal.facts):
                    found.append(self._name(name, other.formula))
        return found

    def prove(
        self,
        goal: Goal,
        active: dict[str, None],
        owed: frozenset[str],
        banned: frozenset[str],
        wanted: list[str],
        effort: float = 0.0,
    ) -> Result:
        """Try a goal; take guesses from the pool as needed, naming them in `wanted`.

        With some `effort` (seconds of work) it is taken apart where it is too hard as a whole.
        """
        start = perf_counter()
        answer, core = Answer.UNSAT, list[Term]()
        if goal.formula is not TRUE:
            for _ in range(TRIES):
                given = self.assumed(goal, active, owed)
                if goal.formula in given:
                    answer, core = Answer.UNSAT, [goal.formula]
                    break
                self._catch_up()
                if effort and goal.role is not Role.EDGE:
                    answer, core = self._apart(given, goal.formula, effort)
                else:
                    self.solver.limit(EDGE if goal.role is Role.EDGE else FIRST)
                    answer = self.solver.check(given, goal.formula)
                    core = self.solver.core
                if answer is not Answer.SAT:
                    break
                blockers = self._blockers(active, banned)
                if not blockers:
                    break
                for name in blockers:
                    active[name] = None
                    wanted.append(name)
        failed = answer is not Answer.UNSAT
        return Result(
            self.transition.name,
            goal.role,
            goal.name,
            answer,
            self._relies(core, {*active, *owed}),
            perf_counter() - start,
            self._tell() if answer is Answer.SAT and goal.role is not Role.EDGE else (),
            goal.span if failed else None,
        )

    def _apart(self, given: list[Term], formula: Term, effort: float) -> tuple[Answer, list[Term]]:
        """Ask once for each case of who is who, and there, if need be, part by part."""
        needed: dict[Term, None] = {}
        end = self.solver.spent + effort
        for case in self._cases():
            whole = (formula,) if case else ()
            for step in (whole, split(formula)):
                answer = Answer.UNKNOWN
                for part in step:
                    left = end - self.solver.spent
                    if left <= 0:
                        return Answer.UNKNOWN, []
                    self.solver.limit(min(left, CASE if step is whole else self.limit))
                    answer = self.solver.check([*given, *case], part)
                    needed.update(dict.fromkeys(self.solver.core))
                    if answer is not Answer.UNSAT:
                        break
                if answer is not Answer.UNKNOWN:
                    break
            if answer is not Answer.UNSAT:
                return answer, []
        return Answer.UNSAT, [term for term in needed if term in given]

    def _cases(self) -> Iterable[tuple[Term, ...]]:
        """Return conditions of which one holds: who is who before the step."""
        state, spec = self.transition.before, self.builder.spec
        if state is None:
            return ((),)
        seats = [
            state.cells[cell.offset]
            for cell in spec.layer(Layer.DEAL)
            if cell.type == spec.seats and not cell.each
        ]
        return product(*(tuple(t.guards.values()) for t in seats[:2] if isinstance(t, Table)))

    def _tell(self) -> tuple[str, ...]:
        """Tell the state before the step (of a deal: after it) in the model at hand."""
        state = self.transition.before
        if state is None and self.transition.kind == "deal":
            state = self.transition.after
        if state is None:
            return ()
        zones = tuple(
            frozenset(c for c, term in zone.guards.items() if self._model((term,))[term])
            for zone in state.zones
        )
        cells: list[Value] = []
        for value, cell in zip(state.cells, self.builder.shared.layout.cell_of, strict=True):
            if isinstance(value, Table):
                model = self._model(value.guards.values())
                cells.append(next((v for v, term in value.guards.items() if model[term]), None))
            elif isinstance(value, Term):
                found = self._model((value,))[value]
                cells.append(bool(found) if isinstance(cell.type, Bool) else int(found))
        over = bool(self._model((state.over,))[state.over])
        return tell_state(self.builder.spec, State(zones, tuple(cells), over))

    def _model(self, terms: Iterable[Term]) -> dict[Term, bool | int]:
        return self.solver.model(terms)

    def _relies(self, core: Iterable[Term], allowed: set[str]) -> frozenset[str]:
        """Return the names of what a proof assumed; a fact of the step itself is no assumption."""
        found = set()
        for term in core:
            names = self.names[term]
            if not any(name.startswith("~") for name in names):
                found.add(next(name for name in names if name in allowed))
        return frozenset(found)

    def _blockers(self, active: dict[str, None], banned: frozenset[str]) -> list[str]:
        """Return guesses that are false in the state the solver has just found."""
        found: list[str] = []
        model: dict[Term, bool | int] = {}
        cache: dict[Term, int] = {}
        for name in self.pool:
            if name in active or name in banned:
                continue
            term = self.hypothesis(name)
            if term is None:
                continue
            missing = [v for v in self._variables(term) if v not in model]
            model.update(self.solver.model(missing))
            if not evaluate(term, model, cache):
                found.append(name)
                if len(found) == BLOCKERS:
                    break
        return found

    _known_variables: dict[Term, tuple[Term, ...]] | None = None

    def _variables(self, term: Term) -> tuple[Term, ...]:
        if self._known_variables is None:
            self._known_variables = {}
        found = self._known_variables.get(term)
        if found is None:
            found = tuple(variables((term,)))
            self._known_variables[term] = found
        return found

    def text(self, role: Role, name: str, relies: frozenset[str]) -> str | None:
        """Return a proved goal as SMT-LIB, with what its proof needed; None if it needs no proof.

        Axioms that the first solver does without are left out.
        """
        goal = self.goal_of(name) if role is Role.INVARIANT else self.goals[role, name]
        assert goal is not None
        given = self.assumed(goal, [n for n in relies if n in self.items], relies)
        if goal.formula is TRUE or goal.formula in given:
            return None
        if self.slicer is None:
            self.slicer = Solver(timeout=min(FIRST, self.limit))
        every = dict.fromkeys([*self.transition.axioms, *given])
        answer = self.slicer.check(every, goal.formula)
        needed = self.slicer.core if answer is Answer.UNSAT else list(every)
        return "\n".join(smt_text([*needed, neg(goal.formula)])) + "\n"

    def measure(self, expr: Expr, active: Iterable[str], owed: frozenset[str]) -> tuple[bool, bool]:
        """Return whether the step never raises a number, and whether it always lowers it."""
        transition = self.transition
        before = transition.before
        assert before is not None
        context = transition.context
        old = self.builder.value(context, expr, before, TRUE)
        new = self.builder.value(context, expr, transition.after, context.trust)
        facts = len(transition.facts)
        found: list[bool] = []
        for term in (le(new, old), lt(new, old)):
            goal = Goal(Role.PROPERTY, "measure", implies(transition.again, term), facts)
            if found and not found[0]:
                found.append(False)
                continue
            self._catch_up()
            if goal.formula is TRUE:
                found.append(True)
            else:
                given = self.assumed(goal, active, owed)
                found.append(self.solver.check(given, goal.formula) is Answer.UNSAT)
        return found[0], found[1]

    # ------------------------------------------------------------------ structure

    def structure(self, asked: set[tuple[Role, str]]) -> list[Result]:
        """Check card by card that each lies in one place, without the counters.

        A step leads to a state only where all its obligations were met, so they may be used here
        whether proved or not: this holds the encoding of statements against the sum laws.
        """
        goals = [g for key, g in self.goals.items() if key in asked]
        solver = Solver(timeout=self.limit)
        known: dict[Term, Term] = {}
        solver.add(skeleton(term, known) for term in self.transition.axioms)
        thin: dict[Term, Term] = {}
        for term in self.assumed(goals[0], (), self.owing()):
            thin[skeleton(term, known)] = term
        results = []
        for goal in goals:
            start = perf_counter()
            answer = Answer.UNSAT
            if goal.formula is not TRUE:
                answer = solver.check(thin, skeleton(goal.formula, known))
            results.append(
                Result(
                    self.transition.name,
                    goal.role,
                    goal.name,
                    answer,
                    frozenset(),
                    perf_counter() - start,
                )
            )
        return results


def obligation(transition: str, name: str) -> str:
    """Return the name of an obligation among assumptions."""
    return f"{transition} / {name}"
