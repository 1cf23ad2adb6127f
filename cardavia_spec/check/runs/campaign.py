"""One spec, all its properties: what is played, and the verdicts that come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, TypeAlias

from cardavia_spec.check.runs.course import (
    ENDLESS,
    ENDLESS_MATCH,
    STUCK,
    WISHES,
    Course,
    Tally,
    Watch,
    of_match,
)
from cardavia_spec.check.runs.evidence import evidence
from cardavia_spec.check.runs.examples import Examples, Tried, try_examples
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.runs.plan import Lot, Plan, Stage, choices_of_options, lots
from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.check.runs.shrink import shrink
from cardavia_spec.check.runs.theorems import theorem
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core.ir import Lit
from cardavia_spec.core.spec import Property, PropertyKind, Spec
from cardavia_spec.core.walk import free
from cardavia_spec.play.driver import Biased, Uniform

SOUND: Final = "no rule fails while it is played"
"""The name of the obligation that every construct keeps what it owes."""

ALL_WORK: Final = 48_000
MOST_WORK: Final = 24_000
LEAST_WORK: Final = 3_000
"""Moves played to make all that was found small, one finding at most, and one at least."""
DEARER: Final = 8
"""Where sets of cards are tried one by one, a move counts for so many."""

NO_MATCH: Final = "no match came to its end: play more deals (--deals)"
CUT: Final = "play ended early, for there is something refuted to mend first (--through plays on)"

Progress: TypeAlias = Callable[[str], None]
"""Told what is being done now."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played for a spec, in all: the tally, the examples, the time in seconds.

    `cut` tells that it ended after the first deals, since these refuted something.
    """

    tally: Tally
    examples: int
    seconds: float
    cut: bool = False


def run_properties(
    spec: Spec,
    plan: Plan,
    workers: Workers,
    progress: Progress = lambda _: None,
    witnessed: Sequence[Verdict] = (),
) -> tuple[Verdict, ...]:
    """Return the verdicts on the obligations and properties of a spec.

    `witnessed` are verdicts that are known already (from witness files); their properties are not
    searched for any more.
    """
    rules = rules_of(spec)
    known = {verdict.name: verdict for verdict in witnessed}
    played = play(spec, rules, plan, workers, progress, set(known))
    shown = _shown(spec, played.tally, workers, progress)
    verdicts = _obligations(spec, plan, played, shown)
    for prop in spec.properties:
        if prop.name in known:
            verdicts.append(known[prop.name])
        elif prop.kind is PropertyKind.THEOREM:
            progress(prop.name)
            verdicts.append(theorem(rules, prop))
        else:
            verdicts.append(_property(prop, plan, played, shown))
    together = sum(verdict.deals > 0 for verdict in verdicts) or 1
    return tuple(replace(v, seconds=played.seconds / together) if v.deals else v for v in verdicts)


# ------------------------------------------------------------------------------- playing


def play(
    spec: Spec,
    rules: Rules,
    plan: Plan,
    workers: Workers,
    progress: Progress,
    settled: Iterable[str] = (),
) -> Played:
    """Play the seeded lots and the examples of a spec.

    Where uniform play does not show what a property wishes for (those in `settled` excepted),
    further lots are played in which rare moves and clumped decks are common.  Where the first
    deals refute something, no more are played: then there is something to mend first.
    """
    start = perf_counter()
    choices = choices_of_options(rules)
    tally = Tally()
    progress("the first deals")
    for part in workers.run(spec, play_lot, lots(rules, plan, Stage.FIRST)):
        tally.add(part)
    if _refuted(spec, tally) and not plan.through:
        return Played(tally, 0, perf_counter() - start, cut=True)
    progress("seeded deals and Hypothesis examples")
    examples = 0
    task = Examples(choices, plan.examples_of(spec), plan.seed)
    tasks: list[Lot | Examples] = [task, *lots(rules, plan, Stage.REST)]
    for piece in workers.run(spec, _play_any, tasks):
        if isinstance(piece, Tried):
            examples = piece.count
            piece.tally.deals = 0  # examples are counted by themselves
            tally.add(piece.tally)
        else:
            tally.add(piece)
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    if wishes - set(settled) - tally.wished.keys():
        progress("seeded deals with rare moves")
        for part in workers.run(spec, play_lot, lots(rules, plan, Stage.RARE)):
            tally.add(part)
    return Played(tally, examples, perf_counter() - start)


def _refuted(spec: Spec, tally: Tally) -> bool:
    """Tell whether anything was found that should not be."""
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    return bool(tally.findings.keys() - wishes)


def _play_any(rules: Rules, task: Lot | Examples) -> Tally | Tried:
    return play_lot(rules, task) if isinstance(task, Lot) else try_examples(rules, task)


def play_lot(rules: Rules, lot: Lot) -> Tally:
    """Play the deals of one lot; runs in any process."""
    tally = Tally()
    size = len(rules.spec.cards.members)
    source: Uniform = (
        Biased(lot.seed, size, lot.deals, rules.spec.weights)
        if lot.biased
        else Uniform(lot.seed, size, lot.deals)
    )
    Course(Watch(rules, rules.spec.properties), tally, dict(lot.options)).run(source)
    return tally


# ---------------------------------------------------------------------------- what it shows


@dataclass(frozen=True, slots=True)
class _Showing:
    """A finding to be made small with so many moves of play, then told; 0: as it is."""

    finding: Finding
    work: int


def show_finding(rules: Rules, task: _Showing) -> Counterexample:
    """Return a finding made small and told; runs in any process."""
    finding = task.finding
    prop = next((p for p in rules.spec.properties if p.name == finding.key), None)
    if task.work:
        finding = shrink(Watch(rules, () if prop is None else (prop,)), finding, task.work)
    return evidence(rules, finding, prop)


def tries_sets(spec: Spec) -> bool:
    """Tell whether a condition of some move reads a set that is chosen for it."""
    for move in spec.moves.values():
        chosen = {choice.name for choice in move.choices if choice.size is not None}
        tests = [guard.test for guard in move.guards] + [let.value for let in move.lets]
        if any(chosen & free(test) for test in tests):
            return True
    return False


def _shown(
    spec: Spec, tally: Tally, workers: Workers, progress: Progress
) -> dict[str, Counterexample]:
    found = tuple(tally.findings.values())
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    refuted = sum(finding.key not in wishes for finding in found)
    if refuted:
        progress("making what was found small")
    work = max(LEAST_WORK, min(MOST_WORK, ALL_WORK // max(1, refuted)))
    if tries_sets(spec):
        work //= DEARER
    tasks = [_Showing(f, 0 if f.key in wishes else work) for f in found]
    shown = workers.run(spec, show_finding, tasks)
    return {finding.key: example for finding, example in zip(found, shown, strict=True)}


# -------------------------------------------------------------------------------- verdicts


def _deals(played: Played) -> str:
    return f"{played.tally.deals} deals"


def _how(plan: Plan, played: Played) -> str:
    return f"{_deals(played)}, seed {plan.seed}; {played.examples} examples"


def _base(plan: Plan, played: Played, subject: Subject, name: str) -> Verdict:
    return Verdict(
        subject=subject,
        name=name,
        outcome=Outcome.TESTED,
        how=_how(plan, played),
        deals=played.tally.deals,
        examples=played.examples,
        seed=plan.seed,
    )


def _obligations(
    spec: Spec, plan: Plan, played: Played, shown: dict[str, Counterexample]
) -> list[Verdict]:
    names = [STUCK, ENDLESS]
    if not (isinstance(spec.match.over, Lit) and spec.match.over.value is True):
        names.append(ENDLESS_MATCH)
    labels = {p.name for p in spec.properties}
    broken = [key for key in played.tally.findings if key not in labels | {*names, ENDLESS_MATCH}]
    verdicts = []
    for name in [*names, *(broken or [SOUND])]:
        verdict = _base(plan, played, Subject.OBLIGATION, name)
        if name in shown:
            verdict = replace(verdict, outcome=Outcome.REFUTED, counterexample=shown[name])
        elif name == ENDLESS_MATCH and not played.tally.matches:
            note = CUT if played.cut else NO_MATCH
            verdict = replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
        verdicts.append(verdict)
    return verdicts


def _property(
    prop: Property, plan: Plan, played: Played, shown: dict[str, Counterexample]
) -> Verdict:
    tally = played.tally
    verdict = replace(
        _base(plan, played, Subject.PROPERTY, prop.name),
        kind=prop.kind.value,
        clauses=tuple(cite.clause for cite in prop.cite),
        span=prop.span,
    )
    if prop.kind in WISHES:
        if prop.name not in tally.wished:
            note = CUT if played.cut else _never(prop)
            return replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
        return replace(
            verdict,
            outcome=Outcome.WITNESSED,
            how=f"in {tally.wished[prop.name]} of {_how(plan, played)}",
            counterexample=shown[prop.name],
        )
    if prop.name in shown:
        return replace(verdict, outcome=Outcome.REFUTED, counterexample=shown[prop.name])
    if of_match(prop.kind) and prop.kind is not PropertyKind.EACH_DEAL and not tally.matches:
        note = CUT if played.cut else NO_MATCH
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
    if not tally.deals and not played.examples:
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=("nothing was played",))
    if _conditional(prop) and prop.name not in tally.met and not played.cut:
        return replace(verdict, notes=("its condition never held",))
    return verdict


def _conditional(prop: Property) -> bool:
    from cardavia_spec.check.runs.course import condition_of

    return condition_of(prop.test) is not None


def _never(prop: Property) -> str:
    if prop.witness is not None:
        return f"no play showed it, and its witness '{prop.witness}' is not there"
    return "no play showed it: name a trace that does (witness: FILE), or play more (--deals)"
