"""A spec encoded once, and what can be asked of the encoding besides proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cardavia_spec.back.smt.context import Chosen, Shared
from cardavia_spec.back.smt.emit import Answer, Solver
from cardavia_spec.back.smt.state import Layout, SymState
from cardavia_spec.back.smt.system import Builder, Invariant, Role, Transition, invariants, names
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, eq, iff, neg, number
from cardavia_spec.back.smt.values import Members, Symbolic, Table
from cardavia_spec.check.prover.concrete import Valuation, disagreements, follow
from cardavia_spec.core.ir import Apply, Expr
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Layer, Rows, Spec, Tiers
from cardavia_spec.core.state import State
from cardavia_spec.core.types import BOOL
from tests.unit.prover.play import Taken

LONG: Final = 600
"""Seconds for a question; more than any takes, so that no answer depends on the machine."""

Feature: TypeAlias = tuple[object, ...]
"""A transition; with a value of an option; with a branch of its statements."""


class Encoded:
    """All transitions of a spec, and what it states before and after each."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.shared = Shared.of(spec)
        self.builder = Builder(spec, self.shared)
        self.built = {name: self.builder.build(name) for name in names(spec)}
        self.given: dict[str, list[tuple[str, Term]]] = {}
        self.stated: dict[str, list[tuple[str, Term]]] = {}
        for name, transition in self.built.items():
            self.given[name] = []
            self.stated[name] = [
                (g.name, g.formula) for g in transition.goals if g.role is Role.PROPERTY
            ]
            for prop in self.builder.steps(transition):
                goal = self.builder.step(transition, prop)
                self.stated[name].append((goal.name, goal.formula))
            for item in invariants(spec, self.shared):
                before = self.builder.before(transition, item)
                if before is not None:
                    self.given[name].append((item.name, before))
                after = self.builder.after(transition, item)
                if after is not None:
                    self.stated[name].append((item.name, after))

    def solver(self, name: str) -> Solver:
        """Return a solver that knows a transition, without what is stated."""
        transition = self.built[name]
        solver = Solver(timeout=LONG)
        solver.add(transition.axioms)
        solver.add(fact for _, fact in transition.facts)
        return solver


# ------------------------------------------------------------------------- played steps


@dataclass(slots=True)
class Coverage:
    """How often each transition was held, under each value of an option, on each branch."""

    encoded: Encoded
    seen: Counter[Feature] = field(default_factory=Counter)

    def wanted(self, name: str) -> set[Feature]:
        """Return all there is to cover of a transition."""
        found: set[Feature] = {(name,)}
        if name != "after deal":
            found |= {
                (name, option.name, value)
                for option in self.encoded.spec.layer(Layer.OPTION)
                for value in option.domain
            }
        branches = self.encoded.built[name].branches
        return found | {(name, branch.name, branch.span.start) for branch in branches}

    def features(self, name: str, before: State, valuation: Valuation) -> set[Feature]:
        """Return what a step is an example of."""
        options = self.encoded.spec.layer(Layer.OPTION)
        found: set[Feature] = {(name,)}
        found |= {(name, option.name, before.cells[option.offset]) for option in options}
        found |= {
            (name, branch.name, branch.span.start)
            for branch in self.encoded.built[name].branches
            if valuation.of(branch.cond)
        }
        return found & self.wanted(name)

    def missing(self, each: int = 1) -> set[Feature]:
        """Return what fewer steps were an example of."""
        steps = set(self.encoded.built) - {"start", "settled"}
        return {f for name in steps for f in self.wanted(name) if self.seen[f] < each}


def agree(encoded: Encoded, taken: Iterable[Taken], *, each: int) -> Coverage:
    """Hold steps against the encoding, until there are so many of each kind; return what they are.

    A step that is an example of nothing new is passed over.
    """
    coverage = Coverage(encoded)
    missing = coverage.missing(each)
    for name, before, args, step in taken:
        if not missing:
            break
        if not any(feature[0] == name for feature in missing):
            continue
        transition = encoded.built[name]
        valuation = follow(transition, before, args, step)
        features = coverage.features(name, before, valuation)
        if not features & missing:
            continue
        coverage.seen.update(features)
        missing -= {feature for feature in features if coverage.seen[feature] >= each}
        wrong = list(disagreements(encoded.spec, transition, valuation, step.state))
        assert not wrong, (name, wrong[:3])
        for said, term in (*encoded.given[name], *encoded.stated[name]):
            assert valuation.of(term), (name, said)
    return coverage


def fixed(known: Symbolic, plain: object) -> list[Term]:
    """Say that a symbolic value is a plain one."""
    if isinstance(known, Table):
        return [g if v == plain else neg(g) for v, g in known.guards.items()]
    if isinstance(known, Members):
        assert isinstance(plain, frozenset)
        return [g if m in plain else neg(g) for m, g in known.guards.items()]
    assert isinstance(plain, int)
    return [iff(known, TRUE if plain else FALSE) if known.boolean else eq(known, number(plain))]


def fixed_state(symbolic: SymState, state: State) -> list[Term]:
    """Say that a symbolic state is a concrete one, counters aside."""
    found: list[Term] = []
    for zone, cards in zip(symbolic.zones, state.zones, strict=True):
        found += fixed(zone, cards)
    for cell, value in zip(symbolic.cells, state.cells, strict=True):
        found += fixed(cell, value)
    return found


def fixed_counters(layout: Layout, symbolic: SymState, state: State) -> list[Term]:
    """Say that the counters of a state are the exact sums."""
    return [
        eq(term, number(sum(layout.weight_of(key, card) for card in cards)))
        for zone, cards in zip(symbolic.zones, state.zones, strict=True)
        for key, term in zone.weights.items()
    ]


def unique(encoded: Encoded, taken: Iterable[Taken], *, each: int) -> None:
    """Let the solver look for another successor than the concrete one, in so many steps of a kind.

    Fixed are the state before with its counters, the parameters and the draws, and nothing else.
    The sums of what is drawn are not exact, so counters are left out of the state after.
    """
    left = {
        name: each
        for name, transition in encoded.built.items()
        if transition.before is not None and name != "settled"
    }
    for name, before, args, step in taken:
        if not left:
            break
        if name not in left:
            continue
        left[name] -= 1
        left = {name: times for name, times in left.items() if times}
        transition = encoded.built[name]
        assert transition.before is not None
        valuation = follow(transition, before, args, step)
        given = fixed_state(transition.before, before)
        given += fixed_counters(encoded.shared.layout, transition.before, before)
        chosen: list[Symbolic] = [v for n, v in transition.parameters.items() if n != "me"]
        chosen += [made.members for made in transition.context.log if isinstance(made, Chosen)]
        for value in chosen:
            given += fixed(value, valuation.value(value))
        solver = encoded.solver(name)
        solver.add(given)
        assert solver.check(()) is Answer.SAT, name
        after = conj(fixed_state(transition.after, step.state))
        assert solver.check((), after) is Answer.UNSAT, name
    assert not left, left


# ------------------------------------------------------------------------- what can happen


def dead(encoded: Encoded) -> list[str]:
    """Return what cannot happen under all that is stated: transitions, branches, tiers, rows."""
    found = []
    for name, transition in encoded.built.items():
        solver = encoded.solver(name)
        solver.add(term for _, term in encoded.given[name])
        if solver.check(()) is not Answer.SAT:
            found.append(name)
        found += [
            f"{name}: {branch.name} {branch.span}"
            for branch in transition.branches
            if solver.check((), neg(branch.cond)) is not Answer.SAT
        ]
        found += [
            f"{name}: {item.name}"
            for item in _alternatives(encoded.spec, name)
            if (term := encoded.builder.before(transition, item)) is not None
            and solver.check((), neg(term)) is not Answer.SAT
        ]
    return found


def _alternatives(spec: Spec, name: str) -> Iterator[Invariant]:
    """Yield when each row and tier of a definition without parameters is the one that counts."""
    for definition in spec.definitions.values():
        if definition.params:
            continue
        match definition.body:
            case Rows(rows) if name == "after deal":
                for row in rows:
                    yield Invariant(f"row {row.name}", row.when)
            case Tiers(tiers) if name == "settled":
                earlier: list[Expr] = []
                for tier in tiers:
                    some = _not(Apply(Op.EMPTY, (tier.cards,), type=BOOL))
                    binds = some if tier.when is None else _and((tier.when, some))
                    yield Invariant(f"tier {tier.name}", _and((*map(_not, earlier), binds)))
                    earlier.append(binds)
            case _:
                pass


def _and(tests: tuple[Expr, ...]) -> Expr:
    return tests[0] if len(tests) == 1 else Apply(Op.AND, tests, type=BOOL)


def _not(test: Expr) -> Expr:
    return Apply(Op.NOT, (test,), type=BOOL)


__all__ = ["LONG", "Coverage", "Encoded", "Transition", "agree", "dead", "unique"]
