"""A concrete step held against the symbolic one: the guard of the encoder.

Every name that an encoding makes is given its true value in the concrete step.  Then every axiom
must hold, every fact and obligation too, and the symbolic state after the step must be the
concrete one, counters and all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardavia_spec.back.smt.context import Chosen, Context, Recalled, Unseen, Weighed
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.system import Role, Transition
from cardavia_spec.back.smt.terms import Term
from cardavia_spec.back.smt.values import Members, Symbolic, Table
from cardavia_spec.back.smt.walks import evaluate
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Drawn, Moved, State, Step
from cardavia_spec.core.types import Value


@dataclass(slots=True)
class Valuation:
    """Values of the variables of an encoding, and of every term evaluated so far."""

    values: dict[Term, bool | int] = field(default_factory=dict)
    cache: dict[Term, int] = field(default_factory=dict)

    def set(self, term: Term, value: bool | int) -> None:
        """Give a variable its value."""
        if term.op == "var":
            self.values[term] = value

    def of(self, term: Term) -> int:
        """Return the value of a term; its variables must have theirs."""
        return evaluate(term, self.values, self.cache)

    def members(self, members: Members) -> frozenset[int]:
        """Return the members of a symbolic set."""
        return frozenset(m for m, guard in members.guards.items() if self.of(guard))

    def value(self, value: Symbolic) -> Value | tuple[int | None, ...]:
        """Return a symbolic value; a tuple where a table has not exactly one."""
        if isinstance(value, Members):
            return self.members(value)
        if isinstance(value, Table):
            found = tuple(v for v, guard in value.guards.items() if self.of(guard))
            return found[0] if len(found) == 1 else found
        return bool(self.of(value)) if value.boolean else self.of(value)


def lay(valuation: Valuation, context: Context, symbolic: SymState, state: State) -> None:
    """Give the variables of a symbolic state the values of a concrete one."""
    layout = context.layout
    for members, cards in zip(symbolic.zones, state.zones, strict=True):
        for card, guard in members.guards.items():
            valuation.set(guard, card in cards)
        for key, term in members.weights.items():
            valuation.set(term, sum(layout.weight_of(key, card) for card in cards))
    for known, plain in zip(symbolic.cells, state.cells, strict=True):
        bind(valuation, known, plain)
    valuation.set(symbolic.over, state.over)


def bind(valuation: Valuation, symbolic: Symbolic, plain: Value) -> None:
    """Give the variables of a symbolic value those of a plain one."""
    if isinstance(symbolic, Table):
        for v, guard in symbolic.guards.items():
            valuation.set(guard, v == plain)
    elif isinstance(symbolic, Members):
        assert isinstance(plain, frozenset)
        for m, guard in symbolic.guards.items():
            valuation.set(guard, m in plain)
    elif plain is not None and not isinstance(plain, frozenset):
        valuation.set(symbolic, plain)


def follow(transition: Transition, before: State, args: Sequence[Value], step: Step) -> Valuation:
    """Return the true values of everything that was made for a transition, in this step.

    `args` are the parameters of a move.
    """
    context = transition.context
    valuation = Valuation()
    if transition.before is not None:
        lay(valuation, context, transition.before, before)
    else:
        for known, plain in zip(transition.opened, before.cells, strict=True):
            bind(valuation, known, plain)
    chosen = [value for name, value in transition.parameters.items() if name != "me"]
    for symbolic, plain in zip(chosen, args, strict=False):
        bind(valuation, symbolic, plain)
        size = next(
            (s for n, s in transition.sizes.items() if transition.parameters[n] is symbolic), None
        )
        if size is not None and isinstance(plain, frozenset):
            bind(valuation, size, len(plain))
    effects = _Effects(step, [zone.holds for zone in context.layout.zone_of])
    for made in context.log:
        match made:
            case Weighed(term, key, members):
                cards = valuation.members(members)
                valuation.set(term, sum(context.layout.weight_of(key, c) for c in cards))
            case Chosen(path, members, name):
                if name is None:
                    cards = effects.draw() if valuation.of(path) else frozenset()
                    bind(valuation, members, cards)
                else:
                    cards = valuation.members(members)
                for key, term in members.weights.items():
                    valuation.set(term, sum(context.layout.weight_of(key, c) for c in cards))
            case Unseen(path, weights):
                cards = effects.draw() if valuation.of(path) else frozenset()
                for key, term in weights.items():
                    valuation.set(term, sum(context.layout.weight_of(key, c) for c in cards))
            case Recalled(place, members):
                bind(valuation, members, effects.zones[place])
    return valuation


class _Effects:
    """The effects of a step in order, and where the cards of the pack lie meanwhile."""

    def __init__(self, step: Step, zones: list[frozenset[int]]) -> None:
        self.left = [effect for effect in step.effects if isinstance(effect, (Moved, Drawn))]
        self.zones = zones

    def draw(self) -> frozenset[int]:
        """Go on to the next draw; return its cards."""
        while True:
            effect = self.left.pop(0)
            self.zones[effect.source] -= effect.cards
            self.zones[effect.target] |= effect.cards
            if isinstance(effect, Drawn):
                return effect.cards


def disagreements(
    spec: Spec, transition: Transition, valuation: Valuation, after: State
) -> Iterator[str]:
    """Yield in words what the symbolic step has otherwise than the concrete one."""
    layout = transition.context.layout
    for number, axiom in enumerate(transition.axioms):
        if not valuation.of(axiom):
            yield f"axiom {number} is false: {str(axiom)[:300]}"
    for name, fact in transition.facts:
        if not valuation.of(fact):
            yield f"fact is false: {name}"
    for goal in transition.goals:
        if goal.role in (Role.OBLIGATION, Role.STRUCTURE) and not valuation.of(goal.formula):
            yield f"goal is false: {goal.name}"
    for place, (members, cards) in enumerate(zip(transition.after.zones, after.zones, strict=True)):
        if valuation.members(members) != cards:
            yield f"zone {layout.zone_name(place)} differs"
        for key, term in members.weights.items():
            exact = sum(layout.weight_of(key, card) for card in cards)
            if valuation.of(term) != exact:
                yield f"counter {key or 'size'} of {layout.zone_name(place)} differs"
    for place, (known, plain) in enumerate(zip(transition.after.cells, after.cells, strict=True)):
        if valuation.value(known) != plain:
            yield f"cell {layout.cell_name(place)}: {valuation.value(known)} for {plain}"
    if bool(valuation.of(transition.after.over)) != after.over:
        yield "whether the deal is over differs"
