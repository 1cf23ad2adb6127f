"""A game as a transition system: what is known before each step, what it owes, what it leads to.

One transition for the start of a match, the deal, each move, each single event, the end of a deal
and the states in which nothing happens by itself.  Every option is a free constant, so one proof
speaks of all its values.
"""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.smt.choices import choose, exists
from cardavia_spec.back.smt.context import Context, Obligation, Recorded, Shared
from cardavia_spec.back.smt.encode import evaluate, truth_of, turn_of
from cardavia_spec.back.smt.reached import recall
from cardavia_spec.back.smt.records import (
    HAS_MOVE,
    SETTLED,
    Goal,
    Invariant,
    Role,
    Transition,
    invariants,
    match_only,
    names,
)
from cardavia_spec.back.smt.run import in_domain, normal, run
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.stating import defined
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, disj, implies, neg
from cardavia_spec.back.smt.values import (
    Members,
    Symbolic,
    as_set,
    as_term,
    single,
)
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import (
    EventRule,
    Layer,
    MoveRule,
    Property,
    PropertyKind,
    Spec,
)


class Builder:
    """Encodes the transitions of one spec, and invariants before and after them."""

    def __init__(self, spec: Spec, shared: Shared) -> None:
        self.spec = spec
        self.shared = shared

    def before(self, transition: Transition, item: Invariant) -> Term | None:
        """Return an invariant as a hypothesis on the state before a step; None: it says nothing."""
        between = transition.kind == "deal" and item.match_only and item.over is None
        context = transition.context
        state, trust = context.state, context.trust
        if transition.before is not None:
            context.state = transition.before
        elif between:
            context.state = replace(transition.after, cells=transition.opened)
        else:
            return None
        context.trust = TRUE
        try:
            return self.holds(context, item)
        finally:
            context.state, context.trust = state, trust

    def after(self, transition: Transition, item: Invariant) -> Term | None:
        """Return that an invariant holds after a step; None: it says nothing there."""
        context = transition.context
        if transition.kind in ("start", "after deal"):
            if not item.match_only or item.over is not None:
                return None
            return implies(transition.again, self.holds(context, item))
        if transition.kind == "settled":
            return None
        return self.holds(context, item)

    def steps(self, transition: Transition) -> tuple[Property, ...]:
        """Return the properties of single steps that speak of a transition."""
        if transition.kind not in ("move", "event"):
            return ()
        return tuple(p for p in self.spec.properties if p.kind is PropertyKind.EACH_STEP)

    def step(self, transition: Transition, prop: Property) -> Goal:
        """Return the goal that a property of single steps holds of a move or an event.

        It is made when it is asked for: to encode it may take longer than the step itself.
        """
        context = transition.context
        context.before = transition.before
        env = {"me": turn_of(context, context.state)}
        try:
            term = defined(context, prop.test, env)
        finally:
            context.before = None
        return Goal(Role.PROPERTY, prop.name, term, len(transition.facts), prop.span, prop.cite)

    def value(self, context: Context, expr: Expr, state: SymState, trust: Term) -> Term:
        """Return a number in a state of a transition."""
        kept, believed = context.state, context.trust
        context.state, context.trust = state, trust
        try:
            with context.relative({}):
                return as_term(evaluate(context, expr, {"me": turn_of(context, state)}))
        finally:
            context.state, context.trust = kept, believed

    def build(self, name: str) -> Transition:
        """Encode the transition of this name."""
        kind, _, rule = name.partition(" ")
        if name == "after deal":
            return self._after_deal()
        match kind:
            case "start":
                return self._start()
            case "deal":
                return self._deal()
            case "settled":
                return self._settled()
            case "move":
                return self._move(self.spec.moves[rule])
            case _:
                return self._event(self.spec.events[rule])

    # ------------------------------------------------------------------ before

    def _open(self, name: str, kind: str) -> Transition:
        """Begin with any reachable state: the invariants are hypotheses."""
        layout = self.shared.layout
        state = self.shared.opening
        context = Context(self.shared, state)
        for part in (
            *layout.domains(state),
            *layout.links(state),
            *layout.totals(state),
            *layout.partition(state),
        ):
            context.axiom(part)
        return Transition(name, kind, context, state, state)

    def holds(self, context: Context, item: Invariant) -> Term:
        """Return that an invariant is defined and holds in the state of the context."""
        term = defined(context, item.test, {"me": turn_of(context, context.state)}, item.negated)
        if item.over is None:
            return term
        over = context.state.over
        return implies(over if item.over else neg(over), term)

    def _assume_events(self, transition: Transition, until: str | None) -> None:
        """Assume that no event before `until` applies; what their guards owe is owed elsewhere."""
        context = transition.context
        for event in self.spec.events.values():
            recorded = self._guard(transition, event)
            when = recorded
            if event.name == until:
                self._fact(transition, f"event {event.name} applies", when)
                return
            self._fact(transition, f"event {event.name} does not apply", neg(when))
        assert until is None, context

    def _guard(self, transition: Transition, event: EventRule) -> Term:
        context = transition.context
        owed: Recorded = {}
        with context.relative(owed):
            when = truth_of(context, event.when, {})
        for item in owed.values():
            # It is owed where the guard is read (`settled`), and assumed under that name.
            self._fact(
                transition, f"{SETTLED}{_owed_name(f'event {event.name}', item)}", item.formula
            )
        return when

    def _fact(self, transition: Transition, name: str, term: Term) -> None:
        if term is not TRUE:
            transition.facts.append((name, term))

    def _owed(self, transition: Transition, rule: str) -> None:
        """Turn the obligations recorded since the last call into goals."""
        context = transition.context
        for item in context.obligations.values():
            name = _owed_name(rule, item)
            goal = Goal(Role.OBLIGATION, name, item.formula, len(transition.facts), item.span)
            transition.goals.append(goal)
        context.obligations = {}

    # ------------------------------------------------------------------ after

    def _close(self, transition: Transition, rule: str, *, steps: bool) -> Transition:
        """End the step."""
        context = transition.context
        if context.forgotten:
            recall(context)
        self._owed(transition, rule)
        transition.after = context.state
        context.statement += 1
        for part in self.shared.layout.totals(context.state):
            context.axiom(implies(context.trust, part))
        if steps:
            for card, part in enumerate(self.shared.layout.partition(context.state)):
                name = f"one place for {self.spec.cards.members[card]}"
                transition.goals.append(Goal(Role.STRUCTURE, name, part, len(transition.facts)))
        return transition

    def _say(self, transition: Transition, prop: Property, term: Term) -> None:
        goal = Goal(Role.PROPERTY, prop.name, term, len(transition.facts), prop.span, prop.cite)
        transition.goals.append(goal)

    # ------------------------------------------------------------------ transitions

    def _blank(self, name: str) -> Transition:
        """Begin with the pack as it lies, options and match variables open, no deal yet."""
        layout = self.shared.layout
        open_state = layout.fresh("")
        pack = tuple(zone.holds for zone in layout.zone_of)
        zones = tuple(
            Members(dict.fromkeys(sorted(cards), TRUE), layout.constant_weights(cards))
            for cards in pack
        )
        state = SymState(zones, open_state.cells, FALSE)
        context = Context(self.shared, state)
        for place, cell in enumerate(layout.cell_of):
            if cell.layer is not Layer.DEAL:
                context.axiom(layout.domain(place, state.cells[place]))
        return Transition(name, name, context, None, state, opened=open_state.cells)

    def _start_cells(self, transition: Transition, layer: Layer) -> None:
        context = transition.context
        for cell in self.spec.layer(layer):
            context.statement += 1
            for place in range(cell.offset, cell.offset + cell.size):
                value = normal(evaluate(context, cell.start, {}), cell.type)
                context.oblige(
                    f"the start of {cell.name} is in range",
                    cell.span,
                    in_domain(value, cell.domain),
                )
                context.state = context.state.with_cell(place, value)

    def _start(self) -> Transition:
        transition = self._blank("start")
        context = transition.context
        self._start_cells(transition, Layer.MATCH)
        self._owed(transition, "start of a match")
        transition.after = context.state
        return transition

    def _deal(self) -> Transition:
        transition = self._blank("deal")
        context = transition.context
        context.forget = True
        run(context, self.spec.deal, {})
        if context.forgotten:
            recall(context)
        context.forget = False
        self._start_cells(transition, Layer.DEAL)
        return self._close(transition, "deal", steps=False)

    def _settled(self) -> Transition:
        """A state in which the deal goes on: guards are defined, and some move exists."""
        transition = self._open("settled", "settled")
        context = transition.context
        self._fact(transition, "the deal goes on", neg(context.state.over))
        for event in self.spec.events.values():
            context.statement += 1
            when = truth_of(context, event.when, {})
            self._owed(transition, f"event {event.name}")
            self._fact(transition, f"event {event.name} does not apply", neg(when))
        env = {"me": turn_of(context, context.state)}
        with context.relative({}):
            enabled = [exists(context, move, env) for move in self.spec.moves.values()]
        goal = Goal(Role.OBLIGATION, HAS_MOVE, disj(enabled), len(transition.facts))
        transition.goals.append(goal)
        return transition

    def _move(self, move: MoveRule) -> Transition:
        transition = self._open(f"move {move.name}", "move")
        context = transition.context
        self._fact(transition, "the deal goes on", neg(context.state.over))
        self._assume_events(transition, None)
        context.statement += 1
        env: dict[str, Symbolic] = {"me": turn_of(context, context.state)}
        path = TRUE
        for guard in move.guards:
            if guard.gate:
                with context.under(path):
                    path = conj((path, truth_of(context, guard.test, env)))
        for choice in move.choices:
            with context.under(path):
                path = conj((path, choose(transition, choice, env)))
        for let in move.lets:
            with context.under(path):
                env[let.name] = evaluate(context, let.value, env)
        for guard in move.guards:
            if not guard.gate:
                with context.under(path):
                    path = conj((path, truth_of(context, guard.test, env)))
        with context.under(path):
            context.statement += 1
            evaluate(context, move.cards, env)
        rule = f"move {move.name}"
        self._owed(transition, rule)
        self._fact(transition, f"the move {move.name} is allowed", path)
        transition.parameters = env
        run(context, move.do, env)
        return self._close(transition, rule, steps=True)

    def _event(self, event: EventRule) -> Transition:
        transition = self._open(f"event {event.name}", "event")
        context = transition.context
        self._fact(transition, "the deal goes on", neg(context.state.over))
        self._assume_events(transition, event.name)
        env: dict[str, Symbolic] = {}
        rule = f"event {event.name}"
        for let in event.lets:
            context.statement += 1
            env[let.name] = evaluate(context, let.value, env)
        self._owed(transition, rule)
        run(context, event.do, env)
        self._owed(transition, rule)
        none = neg(context.state.over)
        context.statement += 1
        with context.relative({}):
            for other in self.spec.events.values():
                when = truth_of(context, other.when, {})
                follows = conj((none, when))
                name = f"{event.name} -> {other.name}"
                goal = Goal(Role.EDGE, name, neg(follows), len(transition.facts), event.span)
                transition.goals.append(goal)
                none = conj((none, neg(when)))
        return self._close(transition, rule, steps=True)

    def _after_deal(self) -> Transition:
        transition = self._open("after deal", "after deal")
        context = transition.context
        spec = self.spec
        before = context.state
        env = {"me": turn_of(context, before)}
        self._fact(transition, "the deal is over", before.over)
        for field_ in spec.result:
            context.statement += 1
            self._field(context, field_.binder, field_.domain, field_.value)
        run(context, spec.match.after_deal, {})
        self._owed(transition, "after deal")
        context.statement += 1
        over = truth_of(context, spec.match.over, {})
        if spec.match.winners is not None:
            with context.under(over):
                winners = evaluate(context, spec.match.winners, {})
        for field_ in spec.match.result:
            with context.under(over):
                self._field(context, field_.binder, field_.domain, field_.value)
        self._owed(transition, "match")
        transition.after = context.state
        context.before = before
        for prop in spec.properties:
            if prop.kind in (PropertyKind.EACH_DEAL, PropertyKind.AT_MATCH_END):
                inner: dict[str, Symbolic] = dict(env)
                if spec.match.winners is not None:
                    inner["winners"] = winners
                inner["me"] = turn_of(context, context.state)
                term = defined(context, prop.test, inner)
                if prop.kind is PropertyKind.AT_MATCH_END:
                    term = implies(over, term)
                self._say(transition, prop, term)
        context.before = None
        transition.again = neg(over)
        return transition

    def _field(
        self, context: Context, binder: str | None, domain: Expr | None, value: Expr
    ) -> None:
        if binder is None or domain is None:
            evaluate(context, value, {})
            return
        members = as_set(evaluate(context, domain, {}), domain.type)
        for member, guard in members.guards.items():
            with context.under(guard):
                evaluate(context, value, {binder: single(member)})


def _owed_name(rule: str, item: Obligation) -> str:
    """Return the name of an obligation: the rule, what is owed, the construct."""
    text = " ".join(item.span.text.split())
    return f"{rule}: {item.construct}" + (f": {text}" if text else "")


__all__ = [
    "HAS_MOVE",
    "SETTLED",
    "Builder",
    "Goal",
    "Invariant",
    "Role",
    "Transition",
    "invariants",
    "match_only",
    "names",
]
