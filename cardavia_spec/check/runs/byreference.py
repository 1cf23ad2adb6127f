"""Play by the reference alone: of specs and properties that are more than masks can hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardavia_spec.check.runs.course import WISHES, Tally, Watch
from cardavia_spec.check.runs.examples import Examples, Tried, try_examples
from cardavia_spec.check.runs.plan import Lot, Plan, Stage, choices_of_options, lots
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
from cardavia_spec.core.spec import Spec


def by_reference(
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
    if help_.recorded:
        progress("the deals of witnesses")
        shown = watch_recorded(Watch(rules, spec.properties), help_.recorded)
        _see(played, shown.wished, shown.deals, RECORDED)
        _merge(tally, shown)
        if refuted(spec, tally) and not plan.through:
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
    watch_lot(Watch(rules, rules.spec.properties), lot, tally)
    return tally
