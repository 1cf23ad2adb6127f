"""Playing lines and watching them: every state that a property speaks of is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from cardavia_spec.check.obligations import ENDLESS, ENDLESS_MATCH, STUCK
from cardavia_spec.check.runs.finding import Fault, Finding
from cardavia_spec.check.runs.rules import Rules, Test
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Property, PropertyKind, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.driver import Deal, Enough, Line, Source
from cardavia_spec.play.stats import condition_of

OBLIGED: Final = (STUCK, ENDLESS, ENDLESS_MATCH)
"""What every game owes besides the obligations of its constructs."""

LONGEST_DEAL: Final = 2_000
"""A deal with more moves counts as one that never ends."""

LONGEST_MATCH: Final = 2_000
"""So does a match with more deals."""

_EACH_STATE = (PropertyKind.ALWAYS, PropertyKind.LEMMA, PropertyKind.POSSIBLE_IN_PLAY)
_AT_END = (PropertyKind.AT_END, PropertyKind.POSSIBLE)
_MATCH_END = (PropertyKind.AT_MATCH_END, PropertyKind.POSSIBLE_MATCH)
WISHES: Final = (
    PropertyKind.POSSIBLE,
    PropertyKind.POSSIBLE_IN_PLAY,
    PropertyKind.POSSIBLE_MATCH,
)
"""The kinds that ask for one state instead of forbidding one."""


def of_match(kind: PropertyKind) -> bool:
    """Tell whether a property is read after `after deal`."""
    return kind is PropertyKind.EACH_DEAL or kind in _MATCH_END


@dataclass(slots=True)
class Tally:
    """What was seen: the smallest finding for each key, and how much was played.

    `wished` counts the deals in which a wish came true, `met` the properties whose condition (what
    stands before `implies`) held at least once.  The first finding of `stop_at` raises `Enough`.
    """

    findings: dict[str, Finding] = field(default_factory=dict)
    wished: dict[str, int] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    deals: int = 0
    matches: int = 0
    moves: int = 0
    stop_at: str | None = None

    def note(self, finding: Finding) -> None:
        """Keep a finding if none as small is known."""
        known = self.findings.get(finding.key)
        if known is None or finding.size < known.size:
            self.findings[finding.key] = finding
        if finding.key == self.stop_at:
            raise Enough

    def add(self, other: Tally) -> None:
        """Add what was seen elsewhere."""
        for finding in other.findings.values():
            self.note(finding)
        for key, n in other.wished.items():
            self.wished[key] = self.wished.get(key, 0) + n
        self.met |= other.met
        self.deals += other.deals
        self.matches += other.matches
        self.moves += other.moves


class Watch:
    """The properties of a spec, compiled and sorted by where they are read."""

    def __init__(self, rules: Rules, properties: Iterable[Property]) -> None:
        self.rules = rules
        self.states: list[tuple[str, Test, bool]] = []
        self.steps: list[tuple[str, Test, bool]] = []
        self.ends: list[tuple[str, Test, bool]] = []
        self.deals: list[tuple[str, Test, bool]] = []
        self.match_ends: list[tuple[str, Test, bool]] = []
        self.conditions: dict[str, Test] = {}
        for p in properties:
            place = self._place(p.kind)
            if place is None:
                continue
            wish = p.kind in WISHES
            place.append((p.name, rules.compile_test(p.test, p.name), wish))
            condition = None if wish else condition_of(p.test)
            if condition is not None:
                self.conditions[p.name] = rules.compile_test(condition)

    def _place(self, kind: PropertyKind) -> list[tuple[str, Test, bool]] | None:
        if kind in _EACH_STATE:
            return self.states
        if kind in _AT_END:
            return self.ends
        if kind in _MATCH_END:
            return self.match_ends
        if kind is PropertyKind.EACH_STEP:
            return self.steps
        if kind is PropertyKind.EACH_DEAL:
            return self.deals
        return None

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.rules.spec

    @property
    def of_match(self) -> bool:
        """Whether any property is read after `after deal`."""
        return bool(self.deals or self.match_ends)

    def course(self, tally: Tally, options: Mapping[str, Value]) -> Course:
        """Return what plays under one choice of options and adds to a tally."""
        return Course(self, tally, options)


class Course:
    """Plays matches under one choice of options and reads the properties on the way."""

    def __init__(self, watch: Watch, tally: Tally, options: Mapping[str, Value]) -> None:
        self.watch = watch
        self.rules = watch.rules
        self.tally = tally
        self.options = tuple(options.items())
        self.waiting = {k: t for k, t in watch.conditions.items() if k not in tally.met}
        self.played: list[Deal] = []
        self.deck: tuple[int, ...] = ()
        self.choices: list[int] = []
        self.seen: set[str] = set()

    def run(self, source: Source) -> None:
        """Play match after match until the source gives no further deck."""
        while self.match(source) and ENDLESS not in self.tally.findings:
            pass  # one deal without end says enough, and the others would take as long

    def match(self, source: Source) -> bool:
        """Play one match; return whether there may be another one."""
        self.played = []
        try:
            state = self.rules.new_match(dict(self.options))
        except RuleFault as error:
            self.deck, self.choices = (), []
            self._fault(error)
            return False
        while True:
            deck = source.deck()
            if deck is None:
                return False
            self.deck, self.choices = tuple(deck), []
            self.seen = set()
            self.tally.deals += 1
            try:
                after = self._deal(state, source)
            except RuleFault as error:
                self._fault(error)
                after = None
            self.tally.moves += len(self.choices)
            if after is None:
                return True
            self.played.append(Deal(self.deck, tuple(self.choices)))
            if after.over:
                self.tally.matches += 1
                return True
            state = after.state
            if len(self.played) >= LONGEST_MATCH:
                self._found(ENDLESS_MATCH)
                return True

    def _deal(self, state: State, source: Source) -> _After | None:
        rules = self.rules
        take = supply(self.deck)
        before: State | None = None
        for step in rules.deal_steps(state, take):
            state = step.state
            self._read(state, before)
            before = state
        while not state.over:
            family = rules.moves(state)
            count = family.count()
            if not count:
                self._found(STUCK)
                return None
            if len(self.choices) == LONGEST_DEAL:
                self._found(ENDLESS)
                return None
            choice = source.choose(family, count)
            move = family[choice]
            self.choices.append(choice)
            for step in rules.move_steps(state, move, take):
                state = step.state
                self._read(state, before)
                before = state
        for key, test, wish in self.watch.ends:
            self._test(key, test, wish, state, None)
        rules.result(state)
        after = rules.after_deal(state).state
        for key, test, wish in self.watch.deals:
            self._test(key, test, wish, after, state)
        over = rules.match_over(after)
        if over:
            rules.match_result(after)
            for key, test, wish in self.watch.match_ends:
                self._test(key, test, wish, after, state)
        return _After(after, over)

    def _read(self, state: State, before: State | None) -> None:
        for key, test, wish in self.watch.states:
            self._test(key, test, wish, state, None)
        if before is not None:
            for key, test, wish in self.watch.steps:
                self._test(key, test, wish, state, before)

    def _test(self, key: str, test: Test, wish: bool, state: State, before: State | None) -> None:
        try:
            if bool(test(state, before)) is not wish:
                if not wish and key in self.waiting:
                    self._condition(key, state, before)
                return
        except RuleFault as error:
            self._found(f"{key}: {_failed(error)}" if wish else key, Fault.of(error))
            return
        if not wish:
            self.tally.met.add(key)
        elif key not in self.seen:
            self.seen.add(key)
            self.tally.wished[key] = self.tally.wished.get(key, 0) + 1
        self._found(key)

    def _condition(self, key: str, state: State, before: State | None) -> None:
        if self.waiting[key](state, before):
            self.tally.met.add(key)
            del self.waiting[key]

    def _fault(self, error: RuleFault) -> None:
        self._found(obligation(error), Fault.of(error))

    def _found(self, key: str, fault: Fault | None = None) -> None:
        known = self.tally.findings.get(key)
        if known is not None and known.size <= (len(self.choices), len(self.played) + 1):
            return
        deals = list(self.played)
        if self.deck:
            deals.append(Deal(self.deck, tuple(self.choices)))
        self.tally.note(Finding(key, Line(self.options, tuple(deals)), fault))


@dataclass(frozen=True, slots=True)
class _After:
    """The state after `after deal`, and whether the match is over."""

    state: State
    over: bool


def obligation(error: RuleFault) -> str:
    """Return the name of the obligation that failed: the same for every state it fails in."""
    place = error.diagnostic.span
    return f"{error.rule}: {_failed(error)}" + (f" (line {place.line})" if place else "")


def _failed(error: RuleFault) -> str:
    code = CODES.get(error.diagnostic.code)
    return code.title if code else error.diagnostic.message
