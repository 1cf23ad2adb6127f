"""Play and questions by the generated Python engine, many times faster than the reference.

It plays the same lines as the reference does, from the same sources.  Nothing it finds is told as
it stands: the reference plays what is to be shown once more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from cardavia_spec.back.python.module import module
from cardavia_spec.check.runs.asking import Asked, Role
from cardavia_spec.check.runs.course import LONGEST_DEAL, Tally
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.runs.parts import Part, Piece, Place
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.program import Moment
from cardavia_spec.core.rng import lot_seed
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Deal, Line, Source, Uniform
from cardavia_spec.play.swiftly import draw_given

Options: TypeAlias = tuple[tuple[str, Value], ...]
Test: TypeAlias = Callable[[Any, Any], object]

_WHEN: Final = {
    0: (Moment.STATE,),
    1: (Moment.STATE, Moment.STEP),
    2: (Moment.END,),
    3: (Moment.SCORED,),
    4: (Moment.MATCH_END,),
}
"""What is asked after the deal (0), after a step, when the deal has ended, when it is scored, and
when that ends the match."""


class Swift:
    """The generated Python engine of a spec."""

    def __init__(self, asked: Asked, rules: Rules) -> None:
        self.asked = asked
        self.rules = rules
        self.spec: Spec = asked.spec
        names = module(asked.program, counts=True, quick=False)
        # Cards come from a deck that is given, and what is seen goes to a course.
        names["draw"] = draw_given
        names["observe"] = _observe
        self.names = names
        self._numbers: dict[Options, list[int]] = {}

    def watch(self, keys: Collection[str] | None = None) -> SwiftWatch:
        """Return what reads these properties (None: all of them)."""
        return SwiftWatch(self, keys)

    def numbers(self, options: Options) -> list[int]:
        """Return the numbers of the option cells, slot by slot.

        Raises:
            RuleFault: no match can be begun.
        """
        known = self._numbers.get(options)
        if known is None:
            slots = sum(cell.size for cell in self.spec.layer(Layer.OPTION))
            cells = self.rules.new_match(dict(options)).cells[:slots]
            known = [NONE if v is None else int(v) for v in cells]  # type: ignore[arg-type]
            self._numbers[options] = known
        return known


def _observe(s: Any, when: int) -> None:  # noqa: ANN401
    s.watch.observe(s, when)


class Sink(Protocol):
    """Takes what is found."""

    def begins(self, course: SwiftCourse) -> None:
        """A match begins."""

    def mark(self, course: SwiftCourse, number: int) -> None:
        """Something is found for the first time in a deal."""

    def played(self, course: SwiftCourse, *, over: bool) -> None:
        """A deal has been played; `over`: it ended the match."""


class SwiftWatch:
    """The questions of some properties, ready to be asked."""

    def __init__(self, swift: Swift, keys: Collection[str] | None) -> None:
        self.swift = swift
        tests: list[tuple[Moment, int, Test]] = [
            (question.moment, number, swift.names[f"asks_{number}"])
            for number, question in enumerate(swift.asked.questions)
            if question.key and (keys is None or question.key in keys)
        ]
        self.asks = {
            when: [(number, ask) for moment, number, ask in tests if moment in moments]
            for when, moments in _WHEN.items()
        }

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.swift.spec

    @property
    def of_match(self) -> bool:
        """Whether any property is read after `after deal`."""
        return bool(self.asks[3] or self.asks[4])

    def course(self, tally: Tally, options: Mapping[str, Value]) -> SwiftCourse:
        """Return what plays under one choice of options and adds to a tally."""
        return SwiftCourse(self, Findings(tally), options)


class SwiftCourse:
    """Plays matches under one choice of options; what it finds goes to a sink."""

    def __init__(self, watch: SwiftWatch, sink: Sink, options: Mapping[str, Value]) -> None:
        self.watch = watch
        self.sink = sink
        self.options: Options = tuple(options.items())
        self.asked = watch.swift.asked
        self.played: list[Deal] = []
        self.deck: Sequence[int] = ()
        self.choices: list[int] = []
        self.asks = watch.asks  # what has not been found in this deal
        self.done: set[int] = set()  # what need not be asked any more
        self.before: Any = watch.swift.names["State"]()
        self.deals = self.moves = self.matches = 0
        self.endless = False

    def run(self, source: Source) -> None:
        """Play match after match until the source gives no further deck."""
        while self.match(source) and not self.endless:
            pass  # one deal without end says enough, and the others would take as long

    def match(self, source: Source) -> bool:
        """Play one match; return whether there may be another one."""
        names = self.watch.swift.names
        self.played, self.deck, self.choices = [], (), []
        s = names["State"]()
        s.watch = self
        s.made = names["CARDS"]
        try:
            s.c[: names["OPTIONS"]] = self.watch.swift.numbers(self.options)
        except RuleFault:
            return False  # the reference tells that
        self.sink.begins(self)
        names["start_match"](s)
        while True:
            deck = source.deck()
            if deck is None:
                return False
            self.deck, self.choices = tuple(deck), []
            self.asks = self._open()
            self.deals += 1
            over = self._deal(s, source)
            self.moves += len(self.choices)
            self.sink.played(self, over=over)
            if s.fault:
                self.mark(self.asked.first_fault + s.fault - 1)
                self.endless = self.endless or s.fault == names["TOO_LONG"]
                return True
            self.played.append(Deal(tuple(deck), tuple(self.choices)))
            if over:
                self.matches += 1
                return True

    def _open(self) -> dict[int, list[tuple[int, Test]]]:
        """Return what is still to be asked."""
        if not self.done:
            return self.watch.asks
        return {
            when: [one for one in asks if one[0] not in self.done]
            for when, asks in self.watch.asks.items()
        }

    def _deal(self, s: Any, source: Source) -> bool:  # noqa: ANN401
        """Play one deal; return whether it ends the match."""
        names = self.watch.swift.names
        settle, moves, plays, counts = names["settle"], names["moves"], names["PLAYS"], s.count
        s.over = False
        s.deck = self.deck
        names["deal"](s)
        self.observe(s, 0)
        family = _Rules(self.watch.spec, counts)
        while True:
            settle(s)
            if s.over or s.fault:
                break
            total = moves(s)
            if total == 0 or len(self.choices) == LONGEST_DEAL:
                long = len(self.choices) == LONGEST_DEAL
                s.fault = names["TOO_LONG"] if long else names["NO_MOVE"]
                break
            member = source.choose(family, total)
            self.choices.append(member)
            rule = 0
            while member >= counts[rule]:
                member -= counts[rule]
                rule += 1
            plays[rule](s, member)
            self.observe(s, 1)
        return not s.fault and self._score(s)

    def _score(self, s: Any) -> bool:  # noqa: ANN401
        names = self.watch.swift.names
        self.observe(s, 2)
        names["results"](s, [0] * names["RESULTS"])
        if not s.fault:
            names["after_deal"](s)
        self.observe(s, 3)
        over = not s.fault and bool(names["match_over"](s))
        if over and not s.fault:
            names["match_results"](s, [0] * names["MATCH_RESULTS"])
        if over:
            self.observe(s, 4)
        return over

    def observe(self, s: Any, when: int) -> None:  # noqa: ANN401
        """Ask what is asked at such a moment; what cannot be told is found, too."""
        if s.fault:
            return
        before = self.before
        found = [number for number, ask in self.asks[when] if ask(s, before)]
        if s.fault or found:
            self._note(s, when)
        if when <= 2:  # the end of the deal is what was before
            before.z[:], before.c[:], before.over = s.z, s.c, s.over

    def _note(self, s: Any, when: int) -> None:  # noqa: ANN401
        """Ask once more, one by one, and note what is found."""
        found = set()
        for number, ask in self.asks[when]:
            s.fault = 0
            if ask(s, self.before) or s.fault:
                found.add(number)
        s.fault = 0
        self.asks = {
            moment: [one for one in asks if one[0] not in found]
            for moment, asks in self.asks.items()
        }
        for number in sorted(found):
            self.mark(number)

    def mark(self, number: int) -> None:
        """Pass on what is found."""
        self.sink.mark(self, number)


class _Rules:
    """The legal moves of a state, as far as a source looks at them: by which rule each is."""

    def __init__(self, spec: Spec, counts: Sequence[int]) -> None:
        self._moves = [_Move(name) for name in spec.moves]
        self._counts = counts

    def __iter__(self) -> Iterator[_Move]:
        for move, count in zip(self._moves, self._counts, strict=True):
            for _ in range(count):
                yield move


@dataclass(frozen=True, slots=True)
class _Move:
    rule: str


class Findings:
    """Makes findings of what is found: the smallest of each key."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def begins(self, course: SwiftCourse) -> None:
        """Nothing to do."""

    def played(self, course: SwiftCourse, *, over: bool) -> None:
        """Count a deal."""
        self.tally.deals += 1
        self.tally.moves += len(course.choices)
        self.tally.matches += over

    def mark(self, course: SwiftCourse, number: int) -> None:
        """Keep a finding if none as small is known."""
        tally, asked = self.tally, course.asked
        key = asked.key(number)
        if number < asked.first_fault:
            match asked.questions[number].role:
                case Role.MEETS:
                    tally.met.add(key)
                    course.done.add(number)
                    return
                case Role.SHOWS:
                    tally.wished[key] = tally.wished.get(key, 0) + 1
                case Role.REFUTES:
                    tally.met.add(key)
        known = tally.findings.get(key)
        if known is None or known.size > (len(course.choices), len(course.played) + 1):
            deal = Deal(tuple(course.deck), tuple(course.choices))
            line = Line(course.options, (*course.played, deal))
            tally.note(Finding(key, line))


class Recorder:
    """Writes down what is found as a part, as the compiled engine does."""

    def __init__(self, size: int, piece: Piece) -> None:
        self.piece = piece
        self.counts = [0] * size
        self.places: list[Place | None] = [None] * size
        self.lot = self.before = self.stream = 0
        self.source: Uniform | None = None

    def begins(self, course: SwiftCourse) -> None:
        """Remember the random stream with which the match begins."""
        assert self.source is not None
        self.stream = self.source.rng.state

    def played(self, course: SwiftCourse, *, over: bool) -> None:
        """Nothing to do: the course counts."""

    def mark(self, course: SwiftCourse, number: int) -> None:
        """Count it, and keep the place if none as small is known."""
        self.counts[number] += 1
        piece = self.piece
        place = Place(
            len(course.choices), len(course.played) + 1, piece.choice, self.lot,
            course.deals - 1 - self.before, piece.seed, self.stream,
        )  # fmt: skip
        known = self.places[number]
        if known is None or place < known:
            self.places[number] = place


def play_piece(watch: SwiftWatch, options: Options, piece: Piece) -> Part:
    """Play a piece with the generated Python: the same part as the compiled engine gives."""
    cards = len(watch.spec.cards.members)
    sink = Recorder(watch.swift.asked.size, piece)
    course = SwiftCourse(watch, sink, dict(options))
    for lot in range(piece.first, piece.first + piece.lots):
        sink.source = Uniform(lot_seed(piece.seed, lot), cards, piece.size)
        sink.lot, sink.before = lot, course.deals
        course.endless = False
        course.run(sink.source)
    return Part(
        course.deals, course.moves, course.matches, tuple(sink.counts), tuple(sink.places)
    )  # fmt: skip
