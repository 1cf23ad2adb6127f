"""A run of many deals with any engine, and what came out of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.interpret.notes import Notes
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.program import Ask, Moment
from cardavia_spec.core.plan.records import Layout, layout
from cardavia_spec.core.plan.results import ABSENT, result_slots
from cardavia_spec.core.spec import ResultField, Row, Rows, Spec, Tier, Tiers
from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import SetOf
from cardavia_spec.play.children import undisturbed
from cardavia_spec.play.engines import Interrupted, Made, Order, Progress, Sums, raise_fault
from cardavia_spec.play.lots import LOT, PlayedDeal, as_number, play_lots
from cardavia_spec.play.processes import run_python
from cardavia_spec.play.stats import (
    SAMPLE,
    Adder,
    Advantage,
    Branch,
    advantages,
    branches,
    conditions,
    distributions,
)
from cardavia_spec.play.threads import run_c
from cardavia_spec.play.watch import Watcher

Test: TypeAlias = Callable[[State, State | None], bool]

ENGINES: Final = ("auto", "reference", "python", "c")
FEW: Final = 1000
"""For fewer deals than this nothing is compiled unless it is asked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of a run.

    `of_deals` and `of_matches` map each field of the results to how often it had each value.
    `interrupted`: it is what was played until Ctrl-C; `lost` says why play ended early else.
    `branches` are those that were counted.
    """

    engine: str
    deals: int
    moves: int
    matches: int
    longest: int
    hash: int
    seconds: float
    interrupted: bool
    of_deals: Mapping[str, Mapping[str, int]]
    of_matches: Mapping[str, Mapping[str, int]]
    branches: tuple[Branch, ...]
    advantages: tuple[Advantage, ...]
    lost: str = ""


def run(
    order: Order,
    engine: str = "auto",
    jobs: int = 1,
    progress: Progress = lambda _: None,
    watcher: Watcher | None = None,
    note: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Play and count.

    `note` is told in one line why another engine than the one asked for plays.  Only the
    reference has a `watcher`; `auto` takes the reference for few deals.

    Raises:
        RuleFault: a rule of the spec fails, nobody can move, or a deal does not end.
    """
    start = time.perf_counter()
    if watcher is not None or (engine == "auto" and order.deals < FEW and order.weights is None):
        engine = "reference"
    if engine == "reference":
        return _reference(order, progress, watcher, start)
    try:
        made = Made(order.spec, asks=order.conditions)
    except NoEngine as reason:
        note(f"{reason}; the reference plays")
        return _reference(order, progress, watcher, start)
    compiled = None
    if engine in ("auto", "c"):
        try:
            compiled = made.c(branches=order.branched)
        except NoEngine as reason:
            note(f"{reason}; the generated Python plays")
    name, interrupted = "python" if compiled is None else "c", False
    try:
        if compiled is not None:
            sums = run_c(order, made, compiled, jobs, progress)
            if sums.fault is not None and sums.fault[2] == made.too_many:
                note("more moves than the compiled engine counts; the generated Python plays")
                name, sums = "python", run_python(order, made, jobs, progress)
        else:
            sums = run_python(order, made, jobs, progress)
    except Interrupted as stopped:
        sums, interrupted = stopped.sums, True
    if sums.fault is not None:
        raise_fault(order, sums.fault)
    counted = order.branched or name == "python"
    taken = branches(made.program, made.layout, sums.stats, sums.deals) if counted else ()
    return outcome(
        order.spec, made.layout, sums, name, tuple(taken), time.perf_counter() - start, interrupted
    )


def outcome(
    spec: Spec,
    where: Layout,
    sums: Sums,
    engine: str,
    taken: tuple[Branch, ...],
    seconds: float,
    interrupted: bool,
) -> Outcome:
    """Return what came out, read from the sums."""
    return Outcome(
        engine=engine,
        deals=sums.deals,
        moves=sums.moves,
        matches=sums.matches,
        longest=sums.longest,
        hash=sums.hash,
        seconds=seconds,
        interrupted=interrupted,
        of_deals=distributions(where, sums.stats, of_deals=True),
        of_matches=distributions(where, sums.stats, of_deals=False),
        branches=taken,
        advantages=tuple(advantages(spec, where, sums.stats)),
    )


# ----------------------------------------------------------------------------- the reference


class _Eye(Watcher):
    """Notes moves, events and conditions that hold, and passes on what it sees.

    Tiers and rows are those of `notes`: looked at after the deal and what follows it, when the
    legal moves have been counted, after what follows a move, when the score has been kept.
    """

    def __init__(
        self, engine: Interpreter, notes: Notes, asks: Sequence[Ask], further: Watcher | None
    ) -> None:
        self.further = further
        self.notes = notes
        self.steps: list[tuple[str, str]] = []
        self.asked: dict[Moment, list[tuple[str, Test]]] = {moment: [] for moment in Moment}
        for ask in asks:
            self.asked[ask.moment].append((ask.name, engine.compile_test(ask.test)))
        self.asking = bool(asks)
        self.held: set[str] = set()
        self.ended: State | None = None

    def ask(self, moment: Moment, state: State, before: State | None) -> None:
        """Note which conditions hold; one that cannot be told does not."""
        if not self.asking:
            return
        for name, test in self.asked[moment]:
            try:
                if name not in self.held and test(state, before):
                    self.held.add(name)
            except RuleFault:
                continue
        self.notes.forget()

    def match_begins(self, state: State, /) -> None:
        if self.further is not None:
            self.further.match_begins(state)

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        if self.further is not None:
            self.further.deal_begins(number, deck, state)

    def counted(self, state: State, /) -> None:
        self.notes.close()
        if self.further is not None:
            self.further.counted(state)

    def move(self, state: State, move: Move, /) -> None:
        self.notes.close()
        self.steps.append(("move", move.rule))
        if self.further is not None:
            self.further.move(state, move)

    def step(self, before: State | None, step: Step, /) -> None:
        if step.kind is StepKind.DEAL:
            self.notes.close()
        if step.kind is StepKind.EVENT:
            self.steps.append(("event", step.name))
        self.ask(Moment.STATE, step.state, before)
        if before is not None:
            self.ask(Moment.STEP, step.state, before)
        if self.further is not None:
            self.further.step(before, step)

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        self.notes.close()
        self.ended = state
        self.ask(Moment.END, state, None)
        if self.further is not None:
            self.further.deal_ended(state, result)

    def deal_scored(self, before: State, step: Step, /) -> None:
        self.ask(Moment.SCORED, step.state, before)
        if self.further is not None:
            self.further.deal_scored(before, step)

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        self.ask(Moment.MATCH_END, state, self.ended)
        if self.further is not None:
            self.further.match_ended(state, result)


def _reference(order: Order, progress: Progress, watcher: Watcher | None, start: float) -> Outcome:
    """Play with the interpreter; where conditions are looked at, so are tiers and rows."""
    spec = order.spec
    notes = Notes()
    engine = Interpreter(spec, notes if order.conditions else None)
    where = layout(spec, 0, 0)
    asks = conditions(spec) if order.conditions else ()
    adder, eye = Adder(spec, where), _Eye(engine, notes, asks, watcher)
    held: Counter[str] = Counter()
    asked = 0
    sums = Sums([])
    times: Counter[tuple[str, ...]] = Counter()
    in_deals: Counter[tuple[str, ...]] = Counter()
    interrupted = False
    try:
        for deal in play_lots(engine, order.seed, order.deals, order.options, eye, order.weights):
            with undisturbed():  # a deal counts whole or not at all
                sums.hashes[sums.deals // LOT] = deal.hash
                sums.deals += 1
                sums.moves += deal.moves
                sums.longest = max(sums.longest, deal.moves)
                _add(adder, engine, spec, deal)
                sums.matches += deal.outcome is not None
                taken = [*eye.steps, *chain.from_iterable(notes.closed)]
                times.update(taken)
                in_deals.update(set(taken))
                eye.steps.clear()
                notes.closed.clear()
                notes.forget()
                held.update(eye.held)
                eye.held.clear()
                asked += eye.asking
                eye.asking = bool(asks) and sums.deals // LOT % SAMPLE == 0
            progress(sums.deals)
    except KeyboardInterrupt:
        interrupted = True
    sums.stats = adder.stats
    rows = [
        Branch(kind, told, times[place], in_deals[place], sums.deals)
        for kind, told, place in _named(order)
    ]
    rows += [Branch("condition", ask.name, None, held[ask.name], asked) for ask in asks]
    seconds = time.perf_counter() - start
    return outcome(spec, where, sums, "reference", tuple(rows), seconds, interrupted)


def _named(order: Order) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the branches that the reference counts: kind, what they are called, how noted."""
    spec = order.spec
    named: list[tuple[str, str, tuple[str, ...]]]
    named = [("move", m.name, ("move", m.name)) for m in spec.moves.values()]
    named += [("event", e.name, ("event", e.name)) for e in spec.events.values()]
    if not order.conditions:
        return named
    for kind in ("tier", "row"):
        for key, definition in spec.definitions.items():
            body, parts = definition.body, tuple[Tier | Row, ...]()
            if isinstance(body, Tiers) and kind == "tier":
                parts = body.tiers
            elif isinstance(body, Rows) and kind == "row":
                parts = body.rows
            named += [(kind, f"{definition.name}: {p.name}", (key, p.name)) for p in parts]
    return named


def _add(adder: Adder, engine: Interpreter, spec: Spec, deal: PlayedDeal) -> None:
    class _NoHits:
        hits = 0

    numbers = _numbers(engine, spec, spec.result, deal.ended)
    adder.deal(_NoHits, numbers, deal.opener, deal.dealer)
    if deal.outcome is not None:
        numbers = _numbers(engine, spec, spec.match.result, deal.scored)
        adder.match(numbers, deal.opener, deal.dealer)


def _numbers(
    engine: Interpreter, spec: Spec, fields: tuple[ResultField, ...], state: State
) -> list[int]:
    """Return the numbers of a result, slot by slot."""
    found = []
    for field, member in result_slots(fields):
        env = {} if member is None or field.binder is None else {field.binder: member}
        if member is not None and field.domain is not None:
            domain = engine.evaluate(field.domain, state)
            if isinstance(domain, frozenset) and member not in domain:
                found.append(ABSENT)
                continue
        value = engine.evaluate(field.value, state, None, env)
        cards = isinstance(field.value.type, SetOf) and field.value.type.member == spec.cards
        counted = cards and isinstance(value, frozenset)
        found.append(len(value) if counted else as_number(value))  # type: ignore[arg-type]
    return found


__all__ = ["ENGINES", "FEW", "Outcome", "outcome", "run"]
