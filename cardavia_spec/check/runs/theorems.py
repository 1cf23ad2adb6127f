"""Theorems: what tables and definitions say by themselves; evaluating one enumerates its cases."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.evidence import fault_lines
from cardavia_spec.check.runs.finding import Fault
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Property
from cardavia_spec.core.state import State


def theorem(rules: Rules, prop: Property) -> Verdict:
    """Return the verdict on a theorem: exhaustive, or refuted with the values that speak against.

    The front end lets a theorem read no option and no variable, so one evaluation tells all.
    """
    start = perf_counter()
    verdict = Verdict(
        subject=Subject.PROPERTY,
        name=prop.name,
        kind=prop.kind.value,
        clauses=tuple(cite.clause for cite in prop.cite),
        span=prop.span,
        outcome=Outcome.EXHAUSTIVE,
        how="every case enumerated",
    )
    spec = rules.spec
    zones = tuple(zone.holds for zone in spec.zones.values() for _ in range(zone.size))
    state = State(zones, (None,) * spec.cell_slots, False)
    try:
        if rules.evaluate(prop.test, state):
            return replace(verdict, seconds=perf_counter() - start)
        lines = blame(rules, prop.test, state)
    except RuleFault as error:
        lines = tuple(fault_lines(Fault.of(error)))
    return replace(
        verdict,
        outcome=Outcome.REFUTED,
        counterexample=Counterexample((), (f"'{prop.name}' does not hold:", *lines)),
        seconds=perf_counter() - start,
    )
