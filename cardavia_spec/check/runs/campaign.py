"""One spec, all its properties: what is played, and the verdicts that come out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardavia_spec.check.obligations import ENDLESS, ENDLESS_MATCH, SOUND, STUCK
from cardavia_spec.check.runs.confirm import disagree_at, property_of, watch_of
from cardavia_spec.check.runs.course import WISHES, of_match
from cardavia_spec.check.runs.crew import Crew, Threads
from cardavia_spec.check.runs.evidence import evidence
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.runs.plan import Plan
from cardavia_spec.check.runs.played import Help, Played, Progress, watch_recorded
from cardavia_spec.check.runs.playing import play
from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.check.runs.shrink import replay, shrink
from cardavia_spec.check.runs.theorems import theorem
from cardavia_spec.check.runs.witness import Witnesses
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core.ir import Lit
from cardavia_spec.core.spec import Property, PropertyKind, Spec
from cardavia_spec.core.walk import free
from cardavia_spec.play.stats import condition_of

ALL_WORK: Final = 48_000
MOST_WORK: Final = 24_000
LEAST_WORK: Final = 3_000
"""Moves played to make all that was found small, one finding at most, and one at least."""
DEARER: Final = 8
"""Where sets of cards are tried one by one, a move counts for so many."""

SELDOM: Final = 100
"""A condition that held in less than one deal in so many is told."""

NO_MATCH: Final = "no match came to its end: play more deals (--deals)"
STOPPED: Final = "it was stopped before this was played"
CUT: Final = "play ended early, for there is something refuted to mend first (--through plays on)"


class PlayStopped(KeyboardInterrupt):
    """Ctrl-C while play is going on; `verdicts` has what was known by then, and what was not."""

    def __init__(self, verdicts: tuple[Verdict, ...]) -> None:
        self.verdicts = verdicts
        super().__init__()


def run_properties(
    spec: Spec,
    plan: Plan,
    workers: Workers,
    progress: Progress = lambda _: None,
    witnessed: Witnesses | None = None,
    crew: Crew | None = None,
    note: Progress = lambda _: None,
) -> tuple[Verdict, ...]:
    """Return the verdicts on the obligations and properties of a spec.

    `witnessed` is what witness files show: what is known by them is not looked for any more, and
    their play is held against all other properties.  `crew` plays the many deals (default: threads
    of this process), `note` is told why something is done in another way than wanted.  Where a
    theorem is refuted, only the first deals are played.

    Raises:
        Disagreement: the engines do not make the same of one deal.
        PlayStopped: somebody stopped it.
    """
    witnessed = witnessed or Witnesses()
    known = {verdict.name: verdict for verdict in witnessed.verdicts}
    lines = tuple(line for _, line in witnessed.lines)
    help_ = Help(workers, crew or Threads(workers.jobs), progress, note, lines)
    try:
        return _run(spec, plan, help_, witnessed, known)
    except KeyboardInterrupt:
        rest = (known.get(prop.name) or _unplayed(prop) for prop in spec.properties)
        raise PlayStopped(tuple(rest)) from None


def _unplayed(prop: Property) -> Verdict:
    return Verdict(
        subject=Subject.PROPERTY,
        name=prop.name,
        outcome=Outcome.UNKNOWN,
        kind=prop.kind.value,
        clauses=tuple(cite.clause for cite in prop.cite),
        span=prop.span,
        notes=(STOPPED,),
    )


def _run(
    spec: Spec,
    plan: Plan,
    help_: Help,
    witnessed: Witnesses,
    known: dict[str, Verdict],
) -> tuple[Verdict, ...]:
    """Return the verdicts; those that are settled without play are put into `known` on the way."""
    rules = rules_of(spec)
    progress = help_.progress
    for prop in spec.properties:
        if prop.kind is PropertyKind.THEOREM and prop.name not in known:
            progress(prop.name)
            known[prop.name] = theorem(rules, prop)
    broken = any(verdict.outcome is Outcome.REFUTED for verdict in known.values())
    played = play(spec, rules, plan, help_, known.keys(), broken=broken)
    shown = _shown(spec, rules, played, help_)
    verdicts = _obligations(spec, plan, played, shown)
    verdicts += [
        known.get(prop.name)
        or _property(prop, plan, played.of(prop.name), shown, witnessed.weak.get(prop.name))
        for prop in spec.properties
    ]
    together = sum(verdict.deals > 0 for verdict in verdicts) or 1
    return tuple(replace(v, seconds=played.seconds / together) if v.deals else v for v in verdicts)


# ---------------------------------------------------------------------------- what it shows


def show_finding(rules: Rules, task: tuple[Finding, int]) -> Counterexample:
    """Return a finding made small with so many moves (0: as it is) and told; in any process."""
    finding, work = task
    prop = property_of(rules.spec, finding.key)
    if work:
        finding = shrink(watch_of(rules, finding.key), finding, work)
    return evidence(rules, finding, prop)


def _show_swiftly(rules: Rules, played: Played, finding: Finding, work: int) -> Counterexample:
    """Return a finding made small by the generated Python, and told by the reference.

    To the generated Python several findings may be one (a wish that comes true, and a rule that
    fails while it is read).  Where it ends at another one the reference makes the finding small.
    """
    key = finding.key
    alias = played.alias.get(key)
    if work and played.swift is not None and alias is not None:
        small = shrink(played.swift.watch((alias,)), replace(finding, key=alias), work)
        if small.line != finding.line:
            again, _ = replay(watch_of(rules, key), small.line, key)
            if again is None:
                if not watch_recorded(watch_of(rules, alias), (small.line,)).findings:
                    raise disagree_at(small)
                return show_finding(rules, (finding, work))
            finding = again
    elif work:
        return show_finding(rules, (finding, work))
    return evidence(rules, finding, property_of(rules.spec, key))


def _wishes(spec: Spec) -> set[str]:
    return {prop.name for prop in spec.properties if prop.kind in WISHES}


def tries_sets(spec: Spec) -> bool:
    """Tell whether a condition of some move reads a set that is chosen for it."""
    for move in spec.moves.values():
        chosen = {choice.name for choice in move.choices if choice.size is not None}
        tests = [guard.test for guard in move.guards] + [let.value for let in move.lets]
        if any(chosen & free(test) for test in tests):
            return True
    return False


def _shown(spec: Spec, rules: Rules, played: Played, help_: Help) -> dict[str, Counterexample]:
    found = tuple(played.tally.findings.values())
    wishes = _wishes(spec)
    refuted = sum(finding.key not in wishes for finding in found)
    if refuted:
        help_.progress("making what was found small")
    work = max(LEAST_WORK, min(MOST_WORK, ALL_WORK // max(1, refuted)))
    if tries_sets(spec):
        work //= DEARER
    tasks = [(f, 0 if f.key in wishes else work) for f in found]
    if played.swift is None:
        shown = help_.workers.run(spec, show_finding, tasks)
    else:
        shown = [_show_swiftly(rules, played, finding, n) for finding, n in tasks]
    return {finding.key: example for finding, example in zip(found, shown, strict=True)}


# -------------------------------------------------------------------------------- verdicts


def _how(plan: Plan, played: Played) -> str:
    return f"{played.tally.deals:,} deals, seed {plan.seed}; {played.examples:,} examples"


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
    prop: Property,
    plan: Plan,
    played: Played,
    shown: dict[str, Counterexample],
    weak: str | None,
) -> Verdict:
    tally = played.tally
    verdict = replace(
        _base(plan, played, Subject.PROPERTY, prop.name),
        kind=prop.kind.value,
        clauses=tuple(cite.clause for cite in prop.cite),
        span=prop.span,
    )
    if prop.kind in WISHES:
        seen = played.seen.get(prop.name)
        if seen is None or prop.name not in shown:
            note = CUT if played.cut else _never(weak)
            return replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
        return replace(
            verdict,
            outcome=Outcome.WITNESSED,
            how=f"in {seen.count:,} of {seen.of:,} {seen.kind}, seed {plan.seed}",
            counterexample=shown[prop.name],
        )
    if prop.name in shown:
        return replace(verdict, outcome=Outcome.REFUTED, counterexample=shown[prop.name])
    if of_match(prop.kind) and prop.kind is not PropertyKind.EACH_DEAL and not tally.matches:
        note = CUT if played.cut else NO_MATCH
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
    if not tally.deals and not played.examples:
        return replace(verdict, outcome=Outcome.UNKNOWN, notes=("nothing was played",))
    if condition_of(prop.test) is None or played.cut:
        return verdict
    if prop.name not in tally.met:
        return replace(verdict, notes=("its condition never held",))
    met = played.met.get(prop.name, 0)
    if 0 < met * SELDOM < tally.deals:
        return replace(verdict, notes=(f"its condition held in {met:,} deals",))
    return verdict


def _never(weak: str | None) -> str:
    if weak is not None:
        return f"no play showed it: {weak}"
    return "no play showed it: name a trace that does (witness: FILE), or play more (--deals)"
