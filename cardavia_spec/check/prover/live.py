"""One transition in front of the solver: its goals under the invariants assumed just now.

Invariants, facts of the step and obligations that came before a goal are assumptions with names
of their own, so an unsatisfiable core tells what a proof relies on.  Where a goal fails, the state
before the step that the solver found is held against guesses: those that are false in it would
exclude it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Final, assert_never

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.emit import text as smt_text
from cardavia_spec.back.smt.system import SETTLED, Builder, Goal, Invariant, Role
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, disj, neg
from cardavia_spec.back.smt.values import Table
from cardavia_spec.back.smt.walks import evaluate, variables
from cardavia_spec.check.prover.alike import Alike
from cardavia_spec.check.prover.apart import Apart
from cardavia_spec.check.prover.exactly import Exactly, exact_sums
from cardavia_spec.check.prover.parts import bare, modelled
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Spec

FIRST: Final = 1.5
"""Seconds (of work) for a goal as a whole, before it is taken apart."""
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
        alike: Alike,
    ) -> None:
        self.alike = alike
        self.items = items
        self.pool = pool
        self.limit = limit
        self.builder = Builder(spec, shared)
        self.transition = self.builder.build(name)
        self.solver = Solver(timeout=limit)
        self.added = 0
        self.slicer: Solver | None = None
        self.exactly: Exactly | None = None
        self.hypotheses: dict[str, Term | None] = {}
        self.names: dict[Term, dict[str, None]] = {}
        self.facts = [
            (n, self._name(n, term)) if n.startswith(SETTLED) else ("", self._name(f"~{n}", term))
            for n, term in self.transition.facts
        ]
        self.first = self._first_seats()
        self.goals: dict[tuple[Role, str], Goal] = {}
        for goal in self.transition.goals:
            key = (goal.role, goal.name)
            known = self.goals.get(key)
            if known is not None:  # the same construct again: one row, both must hold
                goal.formula = conj((known.formula, goal.formula))
                goal.facts = min(goal.facts, known.facts)
            self.goals[key] = goal
        self.steps = {prop.name: prop for prop in self.builder.steps(self.transition)}

    def listing(self) -> tuple[tuple[Role, str], ...]:
        """Return the goals that the transition has by itself."""
        own = (key for key in self.goals if key[0] is not Role.INVARIANT)
        return tuple(dict.fromkeys([*own, *((Role.PROPERTY, name) for name in self.steps)]))

    def goal(self, role: Role, name: str) -> Goal | None:
        """Return a goal; None for an invariant that says nothing there."""
        if role is Role.INVARIANT:
            return self.goal_of(name)
        if (role, name) not in self.goals:
            self.goals[role, name] = self.builder.step(self.transition, self.steps[name])
        return self.goals[role, name]

    def _first_seats(self) -> Term | None:
        """Return that the first seat is to move, where every state can be turned to be such."""
        state, name = self.transition.before, self.transition.name
        if state is None or not self.alike.step(name):
            return None
        turn = state.cells[self.builder.spec.cells["turn"].offset]
        assert isinstance(turn, Table)
        return disj(turn.guards.get(s, FALSE) for s in range(self.alike.turn))

    def ways(self, blind: bool, active: Iterable[str]) -> Iterator[tuple[list[str], list[Term]]]:
        """Yield which invariants to assume, and what else: one way after the other.

        A statement that names no seat is shown for the first seat to move, from invariants that
        name none.  If that does not do, or can't be, it is shown for all from all.
        """
        every = list(active)
        kept = [n for n in every if self.alike.invariant(self.items[n])]
        if blind and self.first is not None:
            yield kept, [self.first]
            if len(kept) == len(every):
                return
        yield every, []

    def _hinted(
        self, blind: bool, names: list[str], owed: frozenset[str]
    ) -> tuple[list[str], list[Term], frozenset[str]]:
        """Return the way of an earlier proof, of which is known what it relied on."""
        kept, turned = next(self.ways(blind, names))
        if len(kept) < len(names):  # an invariant that names a seat
            kept, turned = names, []
        return kept, turned, owed

    def _blind(self, goal: Goal) -> bool:
        """Whether a goal of a step that names no seat names none itself."""
        match goal.role:
            case Role.INVARIANT:
                return self.alike.invariant(self.items[goal.name])
            case Role.PROPERTY:
                props = self.builder.spec.properties
                return all(self.alike.says(p.test) for p in props if p.name == goal.name)
            case Role.OBLIGATION | Role.EDGE | Role.STRUCTURE:
                return True
            case _:
                assert_never(goal.role)

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
        hint: frozenset[str] | None = None,
        *,
        exact: bool = False,
    ) -> Result:
        """Try a goal; take guesses from the pool as needed, naming them in `wanted`.

        With some `effort` (seconds of work) it is taken apart where it is too hard as a whole.  A
        `hint` names what an earlier proof relied on: from so little it may be shown sooner.  Where
        the goal fails, it is asked once more with `exact` counts.
        """
        start = perf_counter()
        answer, core = Answer.UNSAT, list[Term]()
        speaker = self.solver
        if goal.formula is not TRUE:
            blind = self._blind(goal)
            for round_ in range(TRIES):
                ways = [(names, turned, owed) for names, turned in self.ways(blind, active)]
                if hint is not None and round_ == 0:
                    ways.insert(
                        0, self._hinted(blind, [n for n in active if n in hint], owed & hint)
                    )
                for names, turned, may in ways:
                    given = [*turned, *self.assumed(goal, names, may)]
                    answer, core = self.ask(goal, given, effort, turned=bool(turned))
                    # Not by a name of its own: an invariant may say the very same, and is then
                    # one that names a seat, assumed in the other way only.
                    core = [term for term in core if term not in turned]
                    if answer is Answer.UNSAT:
                        break
                if answer is not Answer.SAT:
                    break
                speaker = self.solver
                blockers = self._blockers(active, banned, speaker)
                if not blockers and exact and goal.role is not Role.EDGE:
                    again = self._exactly()
                    told, needed = again.ask(self.assumed(goal, active, owed), goal.formula)
                    if told is Answer.UNKNOWN:
                        break
                    answer, core, speaker = told, needed, again.solver
                    if answer is Answer.UNSAT:
                        break
                    blockers = self._blockers(active, banned, speaker)
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
            self.relies(core, {*active, *owed}),
            perf_counter() - start,
            self._tell(speaker) if answer is Answer.SAT and goal.role is not Role.EDGE else (),
            goal.span if failed else None,
        )

    def ask(
        self, goal: Goal, given: list[Term], effort: float, *, turned: bool
    ) -> tuple[Answer, list[Term]]:
        """Ask whether a goal follows from what is given; return what of it was needed."""
        if goal.formula in given:
            return Answer.UNSAT, [goal.formula]
        self._catch_up()
        if effort and goal.role is not Role.EDGE:
            return Apart(self, effort, turned=turned).ask(given, goal.formula)
        self.solver.limit(EDGE if goal.role is Role.EDGE else FIRST)
        answer = self.solver.check(given, goal.formula)
        return answer, self.solver.core

    def _exactly(self) -> Exactly:
        if self.exactly is None:
            self.exactly = Exactly(self.builder.shared.layout, self.transition)
        return self.exactly

    def _tell(self, solver: Solver) -> tuple[str, ...]:
        """Tell the state before the step (of a deal: after it) in the model of a solver."""
        state = self.transition.before
        if state is None and self.transition.kind == "deal":
            state = self.transition.after
        return () if state is None else modelled(self.builder, state, solver.model)

    def relies(self, core: Iterable[Term], allowed: set[str]) -> frozenset[str]:
        """Return the names of what a proof assumed; a fact of the step itself is no assumption."""
        found = set()
        for term in core:
            names = self.names[term]
            if not any(name.startswith("~") for name in names):
                found.add(next(name for name in names if name in allowed))
        return frozenset(found)

    def _blockers(
        self, active: dict[str, None], banned: frozenset[str], solver: Solver
    ) -> list[str]:
        """Return guesses that are false in the state a solver has just found."""
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
            model.update(solver.model(missing))
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
        goal = self.goal(role, name)
        assert goal is not None
        return self.smt(goal, self._blind(goal), relies)

    def smt(self, goal: Goal, blind: bool, relies: frozenset[str]) -> str | None:
        """Return a proved goal as SMT-LIB; `blind` if it names no seat."""
        assumed = [n for n in relies if n in self.items]
        names, turned, owed = self._hinted(blind, assumed, relies)
        given = [*turned, *self.assumed(goal, names, owed)]
        if goal.formula is TRUE or goal.formula in given:
            return None
        if self.slicer is None:
            self.slicer = Solver(timeout=min(FIRST, self.limit))
        every = dict.fromkeys([*self.transition.axioms, *given])
        answer = self.slicer.check(every, goal.formula)
        needed = self.slicer.core
        if answer is not Answer.UNSAT:  # it may be one that was proved with exact counts
            needed = [*every, *exact_sums(self.builder.shared.layout, self.transition)]
        return "\n".join(smt_text([*needed, neg(goal.formula)])) + "\n"

    def structure(self, asked: set[tuple[Role, str]]) -> list[Result]:
        """Check that each card lies in one place, without the counters.

        A step leads to a state only where all its obligations were met, so they may be used here
        whether proved or not: this holds the encoding of statements against the sum laws.
        """
        goals = [g for key, g in self.goals.items() if key in asked]
        turned = [] if self.first is None else [self.first]
        given = [*turned, *self.assumed(goals[0], (), self.owing())]
        solver = Solver(timeout=self.limit)
        start = perf_counter()
        answers = bare(solver, self.transition.axioms, given, [g.formula for g in goals])
        taken = (perf_counter() - start) / len(goals)
        return [
            Result(self.transition.name, goal.role, goal.name, answer, frozenset(), taken)
            for goal, answer in zip(goals, answers, strict=True)
        ]


def obligation(transition: str, name: str) -> str:
    """Return the name of an obligation among assumptions."""
    return f"{transition} / {name}"
