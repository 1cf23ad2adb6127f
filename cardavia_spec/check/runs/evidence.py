"""Telling a line of play in cards, step by step, and writing it as a trace.

The line is played once more by the given rules, so that what is told has been seen to happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.course import WISHES
from cardavia_spec.check.runs.finding import Fault, Finding
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.verdict import Counterexample
from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Cite, Property, PropertyKind, Spec
from cardavia_spec.core.state import Drawn, Moved, Shown, State, Step, StepKind
from cardavia_spec.core.telling import tell_cards, tell_move, tell_state, tell_value
from cardavia_spec.core.types import show, values
from cardavia_spec.play.chance import supply
from cardavia_spec.play.driver import Deal
from cardavia_spec.play.options import TURN, told_options
from cardavia_spec.play.trace import (
    Line as TraceLine,
)
from cardavia_spec.play.trace import (
    deal_end_line,
    deal_line,
    dump,
    match_end_line,
    match_line,
    move_line,
    mover,
)


def evidence(rules: Rules, finding: Finding, prop: Property | None) -> Counterexample:
    """Return a finding as a trace and as lines in cards.

    `prop` is the property it decides, None for an obligation.
    """
    return _Teller(rules, finding, prop).run()


class _Decided(Exception):
    """Ends the telling."""


class _Teller:
    def __init__(self, rules: Rules, finding: Finding, prop: Property | None) -> None:
        self.rules = rules
        self.spec = rules.spec
        self.finding = finding
        self.prop = prop
        self.trace: list[TraceLine] = []
        self.told: list[str] = []
        self.last = False

    def run(self) -> Counterexample:
        line = self.finding.line
        moves = line.moves
        try:
            state = self.rules.new_match(dict(line.options))
            self.open(state)
            for number, deal in enumerate(line.deals, 1):
                self.last = number == len(line.deals)
                if len(line.deals) > 1 and not self.last:
                    state = self.earlier(number, deal, state)
                else:
                    state = self.deal(number, deal, state)
            self.stopped(state)
        except RuleFault as error:
            self.told += fault_lines(Fault.of(error))
        except _Decided:
            pass
        return Counterexample(tuple(map(dump, self.trace)), tuple(self.told), moves)

    def stopped(self, state: State) -> None:
        """Say what is wrong where the play of the line went well, but cannot go on."""
        if self.finding.fault is None and self.prop is None:
            self.told.append(f"here it is not so that {self.finding.key}")
        if self.prop is not None or state.over:
            return
        self.told.append("the state there:")
        self.told += [f"  {line}" for line in tell_state(self.spec, state)]
        try:
            self.rules.require_moves(state)
        except RuleFault as error:
            self.told += fault_lines(Fault.of(error))

    def open(self, state: State) -> None:
        options = told_options(self.spec, state)
        self.trace.append(match_line(self.spec, options))
        if options:
            told = ", ".join(
                f"{cell.name} {tell_value(state.cells[cell.offset], cell.type)}"
                for cell in self.spec.cells.values()
                if cell.name in options
            )
            self.told.append(f"options: {told}")

    # ------------------------------------------------------------------------------ deals

    def earlier(self, number: int, deal: Deal, state: State) -> State:
        """Play a deal before the last one: its result is all that is told."""
        kept = len(self.told)
        state = self.deal(number, deal, state)
        result = self.trace[-1].get("result") if self.trace else None
        del self.told[kept:]
        self.told.append(f"deal {number} ends with {_plain(result)}")
        return state

    def deal(self, number: int, deal: Deal, state: State) -> State:
        take = supply(deal.deck)
        try:
            steps = self.rules.deal_steps(state, take)
        except RuleFault as error:  # what lies where when it fails is the best there is to tell
            self.dealt(number, error.state)
            raise
        state = steps[0].state
        self.trace.append(deal_line(self.spec, number, state, deal.deck))
        self.dealt(number, state)
        self.decide(PropertyKind.ALWAYS, state, None, final=not deal.choices)
        before = state
        for step in steps[1:]:
            self.event(step, before)
            state = self.step(step, before, final=not deal.choices)
            before = state
        for place, choice in enumerate(deal.choices):
            final = place == len(deal.choices) - 1
            move = self.rules.moves(state)[choice]
            seat = mover(self.spec, state)
            self.told.append(f"{seat}: {tell_move(self.spec, move)}{_cited(self._rule(move.rule))}")
            spoken = move_line(self.rules, state, move)
            steps = self.rules.move_steps(state, move, take)
            self.trace.append(spoken)
            self.told += [f"    {line}" for line in _cells(self.spec, state, steps[0].state)]
            for step in steps:
                if step.kind is StepKind.EVENT:
                    self.event(step, state)
                state = self.step(step, state, final=final)
        if not state.over:
            return state
        return self.end(number, state)

    def dealt(self, number: int, state: State) -> None:
        self.told.append(f"deal {number}:")
        self.told += [f"  {line}" for line in tell_state(self.spec, state)]

    def end(self, number: int, state: State) -> State:
        result = self.rules.result(state)
        self.trace.append(deal_end_line(number, result))
        self.told.append(f"the deal ends with {_plain(result)}")
        self.decide(PropertyKind.AT_END, state, None, final=True)
        after = self.rules.after_deal(state).state
        over = self.rules.match_over(after)
        self.told += [f"    {line}" for line in _cells(self.spec, state, after)]
        if over:
            outcome = self.rules.match_result(after)
            self.trace.append(match_end_line(outcome))
            self.told.append(f"the match ends with {_plain(outcome)}")
        self.decide(PropertyKind.EACH_DEAL, after, state, final=True)
        if over:
            self.decide(PropertyKind.AT_MATCH_END, after, state, final=True)
        return after

    def step(self, step: Step, before: State, *, final: bool) -> State:
        self.decide(PropertyKind.ALWAYS, step.state, None, final=final)
        self.decide(PropertyKind.EACH_STEP, step.state, before, final=final)
        return step.state

    def event(self, step: Step, before: State) -> None:
        self.told.append(f"  {step.name}{_cited(self._rule(step.name))}")
        self.told += [f"    {line}" for line in _effects(self.spec, step)]
        self.told += [f"    {line}" for line in _cells(self.spec, before, step.state)]

    def _rule(self, name: str) -> tuple[Cite, ...]:
        rule = self.spec.moves.get(name) or self.spec.events.get(name)
        return rule.cite if rule else ()

    # --------------------------------------------------------------------- the property

    def decide(
        self, where: PropertyKind, state: State, before: State | None, *, final: bool
    ) -> None:
        """Stop the telling where the property is decided, and say by what."""
        prop = self.prop
        if prop is None or not (final and self.last) or _place(prop.kind) is not where:
            return
        wish = prop.kind in WISHES
        head = f"here '{prop.name}'{_cited(prop.cite)}"
        try:
            if bool(self.rules.evaluate(prop.test, state, before)) is not wish:
                return
        except RuleFault as error:
            self.told += [f"{head} cannot be read:", *fault_lines(Fault.of(error))]
            raise _Decided from None
        if wish:
            self.told.append(f"{head} holds")
            raise _Decided
        self.told.append(f"{head} does not hold:")
        self.told += [f"  {line}" for line in blame(self.rules, prop.test, state, before)]
        if not state.over:
            self.told.append("the state there:")
            self.told += [f"  {line}" for line in tell_state(self.spec, state)]
        raise _Decided


def _place(kind: PropertyKind) -> PropertyKind:
    """Return the kind that is read where this one is."""
    match kind:
        case PropertyKind.LEMMA | PropertyKind.POSSIBLE_IN_PLAY:
            return PropertyKind.ALWAYS
        case PropertyKind.POSSIBLE:
            return PropertyKind.AT_END
        case PropertyKind.POSSIBLE_MATCH:
            return PropertyKind.AT_MATCH_END
        case _:
            return kind


def fault_lines(fault: Fault) -> list[str]:
    """Return what to say of a rule that failed."""
    diagnostic: Diagnostic = fault.diagnostic
    place = f" ({diagnostic.span})" if diagnostic.span else ""
    lines = [f"  it fails: {diagnostic.message.removeprefix('this expression: ')}{place}"]
    for note in diagnostic.notes:
        if not note.text.startswith("the state:"):  # that has been told step by step
            lines.append(f"    {note.text}" + (f" ({note.span})" if note.span else ""))
    if diagnostic.fix:
        lines.append(f"  {diagnostic.fix}")
    return lines


def _cited(cites: Iterable[Cite]) -> str:
    clauses = list(dict.fromkeys(cite.clause for cite in cites))
    return f" ({', '.join(clauses)})" if clauses else ""


def _plain(value: object) -> str:
    """Return a result in words."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case dict():
            return ", ".join(f"{key} {_nested(x)}" for key, x in value.items()) or "nothing"
        case list() | tuple():
            return " ".join(map(_plain, value)) or "nobody"
        case _:
            return str(value)


def _nested(value: object) -> str:
    return f"({_plain(value)})" if isinstance(value, dict) else _plain(value)


def _zone_names(spec: Spec) -> Sequence[str]:
    names = []
    for zone in spec.zones.values():
        if zone.each is None:
            names.append(zone.name)
        else:
            names += [f"{zone.name} of {show(x, zone.each)}" for x in values(zone.each)]
    return names


def _effects(spec: Spec, step: Step) -> list[str]:
    zones = _zone_names(spec)
    told = []
    for effect in step.effects:
        match effect:
            case Shown(cards):
                told.append(f"everybody sees {tell_cards(spec, cards)}")
            case Moved(cards, source, target) | Drawn(cards, source, target) if cards:
                told.append(f"{tell_cards(spec, cards)}: {zones[source]} -> {zones[target]}")
            case _:
                pass
    return told


def _cells(spec: Spec, before: State, after: State) -> list[str]:
    """Return the variables that changed, but whose turn it is: `points of south: 0 -> 21`."""
    told = []
    for cell in spec.cells.values():
        if cell.name == TURN:
            continue
        for place, indices in enumerate(product(*map(values, cell.each))):
            old, new = before.cells[cell.offset + place], after.cells[cell.offset + place]
            if old == new:
                continue
            owners = [show(i, each) for i, each in zip(indices, cell.each, strict=True)]
            of = f" of {', '.join(owners)}" if owners else ""
            told.append(
                f"{cell.name}{of}: {tell_value(old, cell.type)} -> {tell_value(new, cell.type)}"
            )
    return told
