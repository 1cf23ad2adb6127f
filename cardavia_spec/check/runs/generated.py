"""Play of one spec by generated engines, stage after stage; the reference sees what is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.check.runs.asking import Role
from cardavia_spec.check.runs.confirm import at_line, at_place, control, same
from cardavia_spec.check.runs.course import Tally
from cardavia_spec.check.runs.crew import Table
from cardavia_spec.check.runs.examples import Dropped, Examples, Tried, try_examples
from cardavia_spec.check.runs.parts import Part, rounds, whole
from cardavia_spec.check.runs.plan import MANY, SEVERAL, Plan, Stage, lots
from cardavia_spec.check.runs.played import (
    DEALS,
    EXAMPLES,
    RARE,
    RECORDED,
    Help,
    Played,
    Seen,
    refuted,
    watch_lot,
    watch_recorded,
)
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.runs.swift import play_piece

FEW: Final = 1000
"""For fewer deals than this nothing is compiled unless it is asked for."""
CONTROLLED: Final = 12
"""Under so many choices of options, at most, the reference plays a deal as well."""


class Generated:
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
        if help_.recorded:
            help_.progress("the deals of witnesses")
            self._take(watch_recorded(self.watch, help_.recorded), RECORDED)
            if refuted(self.at.spec, played.tally) and not self.plan.through:
                played.cut = True
                return self._told()
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
            watch_lot(self.watch, lot, tally)
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
