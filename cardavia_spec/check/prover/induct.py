"""One transition put to the solver: each of its goals, and what each proof needed.

Hypotheses, facts and the obligations that came before a goal are assumptions with names of their
own, so an unsatisfiable core tells what a proof relies on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.system import Goal, Role, Transition
from cardavia_spec.back.smt.terms import (
    TRUE,
    Term,
    bool_var,
    conj,
    disj,
    iff,
    ite,
    named,
    neg,
    postorder,
)

LIMIT: Final = 20.0
"""Seconds for one goal."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one goal of one transition.

    `relies` names the hypotheses, facts and obligations that the proof assumed.
    """

    transition: str
    role: Role
    name: str
    answer: Answer
    relies: frozenset[str]
    seconds: float
    digest: str = ""


Told = Callable[[str, Goal, int, int], None]
"""Called with the transition, the goal in hand, its number and how many there are."""


def owed(transition: Transition, goal: Goal) -> str:
    """Return the name of an obligation among assumptions."""
    return f"{transition.name} / {goal.name}"


def solve(
    transition: Transition,
    active: Iterable[str],
    *,
    limit: float = LIMIT,
    told: Told | None = None,
    wanted: Callable[[Goal], bool] | None = None,
) -> list[Result]:
    """Try every goal of a transition under the active hypotheses."""
    solver = Solver(timeout=limit)
    given = Assumptions(transition, frozenset(active))
    done = 0
    answers: dict[tuple[Term, int], Result] = {}
    results: list[Result] = []
    goals = sorted(
        (g for g in transition.goals if g.role is not Role.STRUCTURE), key=lambda g: g.mark
    )
    for number, goal in enumerate(goals):
        if told is not None:
            told(transition.name, goal, number, len(goals))
        if wanted is not None and not wanted(goal):
            if goal.role is Role.OBLIGATION:
                given.take(owed(transition, goal), goal.formula)
            continue
        solver.add(transition.axioms[done : goal.mark])
        done = max(done, goal.mark)
        key = (goal.formula, goal.facts)
        known = answers.get(key)
        if known is not None:
            result = Result(transition.name, goal.role, goal.name, known.answer, known.relies, 0.0)
        else:
            result = _try(solver, transition, goal, given)
            answers[key] = result
        results.append(result)
        if goal.role is Role.OBLIGATION:
            given.take(owed(transition, goal), goal.formula)
    structure = [g for g in transition.goals if g.role is Role.STRUCTURE]
    if structure and wanted is None:
        results += _structure(transition, structure, given, limit)
    return results


class Assumptions:
    """The named assumptions of a transition that a goal may use."""

    def __init__(self, transition: Transition, active: frozenset[str]) -> None:
        self.names: dict[Term, list[str]] = {}
        self.hypotheses = [
            self._name(name, term)
            for name, term in transition.hypotheses.items()
            if name in active and term is not TRUE
        ]
        self.facts = [self._name(f"~{name}", term) for name, term in transition.facts]
        self.owed: list[Term] = []

    def _name(self, name: str, term: Term) -> Term:
        self.names.setdefault(term, []).append(name)
        return term

    def take(self, name: str, term: Term) -> None:
        """From now on an obligation may be used."""
        if term is not TRUE:
            self.owed.append(self._name(name, term))

    def before(self, facts: int) -> list[Term]:
        """Return what a goal with so many facts before it may use."""
        return [*self.hypotheses, *self.facts[:facts], *self.owed]

    def relies(self, core: Iterable[Term]) -> frozenset[str]:
        """Return the names of assumed terms; a fact of the step itself is no assumption."""
        return frozenset(
            self.names[term][0] for term in core if not self.names[term][0].startswith("~")
        )


def _try(solver: Solver, transition: Transition, goal: Goal, given: Assumptions) -> Result:
    start = perf_counter()
    assumed = given.before(goal.facts)
    if goal.formula is TRUE:
        answer, core = Answer.UNSAT, []
    elif goal.formula in given.names and goal.formula in assumed:
        answer, core = Answer.UNSAT, [goal.formula]
    else:
        answer = solver.check(assumed, goal.formula)
        core = solver.core
    seconds = perf_counter() - start
    return Result(transition.name, goal.role, goal.name, answer, given.relies(core), seconds)


# ---------------------------------------------------------------------------- structure


def skeleton(term: Term, known: dict[Term, Term]) -> Term:
    """Return a truth with comparisons of numbers made opaque: what holds so holds all the more."""
    for part in postorder((term,)):
        if part in known or not part.boolean:
            continue
        args = tuple(known.get(arg, arg) for arg in part.args)
        match part.op:
            case "=" | "<=":
                known[part] = bool_var(f"~{len(known)}")
            case "not":
                known[part] = neg(args[0])
            case "and":
                known[part] = conj(args)
            case "or":
                known[part] = disj(args)
            case "iff":
                known[part] = iff(*args)
            case "ite":
                known[part] = ite(*args)
            case "named":
                known[part] = named(args[0])
            case _:
                known[part] = part
    return known[term]


def _structure(
    transition: Transition, goals: Sequence[Goal], given: Assumptions, limit: float
) -> list[Result]:
    """Check card by card that each lies in one place, by the cards alone without counters."""
    solver = Solver(timeout=limit)
    known: dict[Term, Term] = {}
    solver.add(skeleton(term, known) for term in transition.axioms)
    thin = {skeleton(term, known): term for term in (*given.facts, *given.owed)}
    results = []
    for goal in goals:
        start = perf_counter()
        if goal.formula is TRUE:
            answer, core = Answer.UNSAT, []
        else:
            answer = solver.check(thin, skeleton(goal.formula, known))
            core = [thin[term] for term in solver.core]
        results.append(
            Result(
                transition.name,
                goal.role,
                goal.name,
                answer,
                given.relies(core),
                perf_counter() - start,
            )
        )
    return results
