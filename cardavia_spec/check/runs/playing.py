"""Playing the deals of a spec: which stages there are, and what they show.

The generated Python plays the first deals, Hypothesis examples and deals with rare moves, the
compiled engine the many others, the reference whatever is shown.  A spec that is more than masks
can hold is played by the reference alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final, TypeAlias

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.check.runs.asking import Asked, Role
from cardavia_spec.check.runs.confirm import at_line, at_place, control, same
from cardavia_spec.check.runs.course import ENDLESS, WISHES, Tally, Watch
from cardavia_spec.check.runs.crew import Crew, Table, Threads
from cardavia_spec.check.runs.examples import Dropped, Examples, Tried, try_examples
from cardavia_spec.check.runs.parts import Part, rounds, whole
from cardavia_spec.check.runs.plan import (
    MANY,
    SEVERAL,
    Lot,
    Plan,
    Stage,
    choices_of_options,
    lots,
)
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.runs.swift import Swift, play_piece
from cardavia_spec.check.runs.watching import Watching
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.program import Unsupported
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.driver import Biased, Uniform

Progress: TypeAlias = Callable[[str], None]
"""Told what is being done now; also, by some, why something is done in another way."""

FEW: Final = 1000
"""For fewer deals than this nothing is compiled unless it is asked for."""
CONTROLLED: Final = 12
"""Under so many choices of options, at most, the reference plays a deal as well."""

DEALS: Final = "deals"
RARE: Final = "deals with rare moves"
EXAMPLES: Final = "deals of examples"


@dataclass(frozen=True, slots=True)
class Seen:
    """In how many of so many deals a wish came true, and what deals they were."""

    count: int
    of: int
    kind: str


@dataclass(slots=True)
class Played:
    """What was played for a spec, in all.

    `tally` has what was found and counts the seeded deals, `examples` those of Hypothesis; `seen`
    says for each wish where it came true, `met` in how many deals a condition held (where that is
    counted).  `cut` tells that play ended early, since the first deals refuted something.
    `swift` can play the same many times faster; `alias` maps keys to what it calls them.
    `slow` is what the reference played for the properties that only it can read.
    """

    tally: Tally
    examples: int = 0
    seconds: float = 0.0
    cut: bool = False
    seen: dict[str, Seen] = field(default_factory=dict)
    met: dict[str, int] = field(default_factory=dict)
    swift: Swift | None = None
    alias: dict[str, str] = field(default_factory=dict)
    slow: Played | None = None

    def of(self, key: str) -> Played:
        """Return what was played for one property."""
        if self.slow is not None and self.swift is not None and key in self.swift.asked.skipped:
            return self.slow
        return self


@dataclass(frozen=True, slots=True)
class Help:
    """Who helps: processes for the reference, a crew for the many deals, and who is told what."""

    workers: Workers
    crew: Crew
    progress: Progress = lambda _: None
    note: Progress = lambda _: None


def play(
    spec: Spec,
    rules: Rules,
    plan: Plan,
    help_: Help,
    settled: Collection[str] = (),
    *,
    broken: bool = False,
) -> Played:
    """Play the seeded lots and the examples of a spec.

    Where uniform play does not show what a property wishes for (those in `settled` excepted),
    further lots are played in which rare moves and clumped decks are common.  Where the first
    deals refute something, or the spec is known to be `broken`, no more are played: then there is
    something to mend first.

    Raises:
        Disagreement: the engines do not make the same of one deal.
    """
    start = perf_counter()
    at = _table(spec, rules, plan, help_)
    if at is None:
        played = _by_reference(spec, rules, plan, help_, settled, broken=broken)
    else:
        played = _Generated(rules, plan, at, help_, settled).play(broken=broken)
        skipped = at.asked.skipped
        if skipped and not played.cut:
            few = replace(spec, properties=tuple(p for p in spec.properties if p.name in skipped))
            played.slow = _by_reference(few, rules, plan, help_, settled)
            for finding in played.slow.tally.findings.values():
                played.tally.note(finding)
    played.seconds = perf_counter() - start
    return played


def _table(spec: Spec, rules: Rules, plan: Plan, help_: Help) -> Table | None:
    """Return the table at which generated engines play, None where the reference has to."""
    if plan.engine == "reference":
        return None
    choices = choices_of_options(rules)
    try:
        for options in choices:
            rules.new_match(options)
    except RuleFault:
        return None  # which the reference tells
    help_.progress("making the engine")
    try:
        asked = Asked(spec)
    except Unsupported as reason:
        help_.note(f"{spec.name}: the game cannot be generated: {reason}; the reference plays")
        return None
    for name in sorted(asked.skipped):
        help_.note(f"{spec.name}: generated engines cannot ask '{name}'; the reference reads it")
    return Table(asked, Swift(asked, rules), tuple(tuple(c.items()) for c in choices))


def refuted(spec: Spec, tally: Tally) -> bool:
    """Tell whether anything was found that should not be."""
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    return bool(tally.findings.keys() - wishes)


# ----------------------------------------------------------------------- generated engines


class _Generated:
    """Play of one spec by generated engines."""

    def __init__(
        self, rules: Rules, plan: Plan, at: Table, help_: Help, settled: Collection[str]
    ) -> None:
        self.rules = rules
        self.plan = plan
        self.at = at
        self.help = help_
        self.settled = settled
        self.watch = at.swift.watch()
        self.total = Part.empty(at.asked.size)
        self.first = whole(lots(rules, plan, Stage.FIRST))
        self.played = Played(Tally(), swift=at.swift)

    def play(self, *, broken: bool) -> Played:
        """Play all stages, if there is nothing to mend first."""
        help_, played = self.help, self.played
        help_.progress("the first deals")
        for piece in self.first:
            self.total += play_piece(self.watch, self.at.choices[piece.choice], piece)
        if self._settles(self.total) or (broken and not self.plan.through):
            played.cut = True
            return self._told()
        for piece in self.first[:CONTROLLED]:
            one = replace(piece, size=min(1, piece.size))
            control(self.rules, self.watch, one, self.at.choices[piece.choice])
        if help_.crew.beside:
            part, tried = self._both()
        else:
            part = self._rest()
            tried = None if self._settles(part) else self._examples()
        self.total += part
        if tried is not None and not self._settles(part):
            played.examples = tried.count
            self._take(tried.tally, EXAMPLES)
        self._rare()
        return self._told()

    def _both(self) -> tuple[Part, Tried | None]:
        """Play the many deals beside the examples; return what both show.

        Examples are dropped as soon as the many deals have refuted something.
        """
        with ThreadPoolExecutor(1) as beside:
            rest = beside.submit(self._rest)

            def dropped() -> bool:
                return rest.done() and rest.exception() is None and self._settles(rest.result())

            try:
                try:
                    tried = self._examples(dropped)
                except Dropped:
                    tried = None
                return _wait(rest), tried
            except BaseException:
                self.help.crew.stop()
                raise

    def _settles(self, part: Part) -> bool:
        """Tell whether that is enough: there is something to mend first."""
        return not self.plan.through and self._refutes(part)

    def _refutes(self, part: Part) -> bool:
        """Tell whether anything was noted that should not be."""
        asked = self.at.asked
        for number, _, _ in part.found():
            if number >= asked.first_fault or asked.questions[number].role is Role.REFUTES:
                return True
        return False

    # ------------------------------------------------------------------------ stages

    def _rest(self) -> Part:
        """Play the many deals with the fastest engine there is; return what is found."""
        plan, crew, at = self.plan, self.help.crew, self.at
        none = Part.empty(at.asked.size)
        many = plan.deals_of(at.spec, Stage.REST, MANY)
        compiled = plan.engine == "c" or (plan.engine == "auto" and many > FEW)
        if compiled and many and crew.compiles:
            try:
                self.help.progress("compiling the engine")
                at.compile()
                same(at.asked, self.total, crew.play(at, self.first))
                return self._rounds(MANY)
            except NoEngine as reason:
                if crew.stopped:
                    return none
                at.compiled = None
                self.help.note(f"{at.spec.name}: {reason}; the generated Python plays")
        elif compiled and many:
            same(at.asked, self.total, crew.play(at, self.first))
            return self._rounds(MANY)
        return self._rounds(SEVERAL) if many else none

    def _rounds(self, work: int) -> Part:
        """Play round after round; stop where one refutes something."""
        crew, at = self.help.crew, self.at
        part = Part.empty(at.asked.size)
        rest = lots(self.rules, self.plan, Stage.REST, work)
        deals = sum(lot.deals for lot in rest)
        for pieces in rounds(rest):
            before = part.deals

            def told(done: int, before: int = before) -> None:
                self.help.progress(f"{before + done:,} of {deals:,} seeded deals")

            part += crew.play(at, pieces, told)
            if self._settles(part):
                self.played.cut = part.deals < deals
                break
        return part

    def _examples(self, dropped: Callable[[], bool] = lambda: False) -> Tried:
        self.help.progress("Hypothesis examples")
        options = tuple(dict(choice) for choice in self.at.choices)
        task = Examples(options, self.plan.examples_of(self.at.spec), self.plan.seed)
        return try_examples(self.watch, task, dropped)

    def _rare(self) -> None:
        """Play deals with rare moves where a wish has not come true."""
        asked, found = self.at.asked, self.played.tally
        seen = {*self.settled, *self.played.seen}
        shown = {asked.questions[n].key for n, _, _ in self.total.found() if n < asked.first_fault}
        wishes = {q.key for q in asked.questions if q.key and q.role is Role.SHOWS}
        if not wishes - seen - shown or self.played.cut:
            return
        if self._settles(self.total) or (refuted(self.at.spec, found) and not self.plan.through):
            self.played.cut = True
            return
        self.help.progress("seeded deals with rare moves")
        tally = Tally()
        for lot in lots(self.rules, self.plan, Stage.RARE):
            _play_lot(self.watch, lot, tally)
        self._take(tally, RARE)

    # ----------------------------------------------------------------- what it all shows

    def _take(self, tally: Tally, kind: str) -> None:
        """Take over what was found in deals of some kind, as far as the reference finds it, too."""
        played, mine = self.played, self.played.tally
        for key, count in tally.wished.items():
            played.seen.setdefault(key, Seen(count, tally.deals, kind))
        for finding in tally.findings.values():
            if finding.key in self.settled:
                continue
            for found in at_line(self.rules, finding):
                played.alias[found.key] = finding.key
                mine.note(found)
        mine.met |= tally.met
        mine.matches += tally.matches

    def _told(self) -> Played:
        """Return what was played, with what the reference finds where something was noted."""
        played, tally, asked, total = self.played, self.played.tally, self.at.asked, self.total
        tally.deals += total.deals
        tally.moves += total.moves
        tally.matches += total.matches
        for number, count, place in total.found():
            key = asked.key(number)
            if number < asked.first_fault:
                role = asked.questions[number].role
                if role is Role.MEETS:
                    tally.met.add(key)
                    played.met[key] = count
                    continue
                if role is Role.SHOWS:
                    played.seen[key] = Seen(count, total.deals, DEALS)
                    if key in self.settled:
                        continue
                else:
                    tally.met.add(key)
            for found in at_place(self.rules, asked, self.at.choices, number, place):
                played.alias[found.key] = key
                tally.note(found)
        tally.wished = {key: seen.count for key, seen in played.seen.items()}
        return played


def _wait(rest: Future[Part]) -> Part:
    """Return the result; looked for little by little, so that Ctrl-C comes through."""
    while True:
        try:
            return rest.result(timeout=0.2)
        except TimeoutError:
            if rest.done():
                raise


# --------------------------------------------------------------------------- the reference


def _by_reference(
    spec: Spec,
    rules: Rules,
    plan: Plan,
    help_: Help,
    settled: Collection[str],
    *,
    broken: bool = False,
) -> Played:
    """Play with the reference alone, in several processes."""
    tally = Tally()
    played = Played(tally)
    workers, progress = help_.workers, help_.progress
    progress("the first deals")
    for part in workers.run(spec, play_lot, lots(rules, plan, Stage.FIRST)):
        tally.add(part)
    _see(played, tally.wished, tally.deals, DEALS)
    if (broken or refuted(spec, tally)) and not plan.through:
        played.cut = True
        return played
    progress("seeded deals and Hypothesis examples")
    task = Examples(choices_of_options(rules), plan.examples_of(spec), plan.seed)
    tasks: list[Lot | Examples] = [task, *lots(rules, plan, Stage.REST)]
    tried = Tally()
    for piece in workers.run(spec, _play_any, tasks):
        if isinstance(piece, Tried):
            played.examples = piece.count
            tried.add(piece.tally)
        else:
            tally.add(piece)
    _see(played, tally.wished, tally.deals, DEALS)
    _see(played, tried.wished, tried.deals, EXAMPLES)
    _merge(tally, tried)
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    if wishes - set(settled) - played.seen.keys():
        progress("seeded deals with rare moves")
        rare = Tally()
        for part in workers.run(spec, play_lot, lots(rules, plan, Stage.RARE)):
            rare.add(part)
        _see(played, rare.wished, rare.deals, RARE)
        _merge(tally, rare)
    return played


def _see(played: Played, wished: Mapping[str, int], deals: int, kind: str) -> None:
    """Note where wishes came true; what uniform play shows goes first."""
    for key, count in wished.items():
        if kind == DEALS or key not in played.seen:
            played.seen[key] = Seen(count, deals, kind)


def _merge(tally: Tally, other: Tally) -> None:
    """Add what was found in deals that are counted by themselves."""
    for finding in other.findings.values():
        tally.note(finding)
    tally.met |= other.met
    tally.matches += other.matches


def _play_any(rules: Rules, task: Lot | Examples) -> Tally | Tried:
    if isinstance(task, Lot):
        return play_lot(rules, task)
    return try_examples(Watch(rules, rules.spec.properties), task)


def play_lot(rules: Rules, lot: Lot) -> Tally:
    """Play the deals of one lot with the reference; runs in any process."""
    tally = Tally()
    _play_lot(Watch(rules, rules.spec.properties), lot, tally)
    return tally


def _play_lot(watch: Watching, lot: Lot, tally: Tally) -> None:
    size = len(watch.spec.cards.members)
    source: Uniform = (
        Biased(lot.seed, size, lot.deals, watch.spec.weights)
        if lot.biased
        else Uniform(lot.seed, size, lot.deals)
    )
    watch.course(tally, dict(lot.options)).run(source)


__all__ = ["ENDLESS", "Help", "Played", "Progress", "Threads", "play", "play_lot", "refuted"]
