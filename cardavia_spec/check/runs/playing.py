"""Playing the deals of a spec: which stages there are, and what they show.

The generated Python plays the first deals, Hypothesis examples and deals with rare moves, the
compiled engine the many others, the reference whatever is shown.  A spec that is more than masks
can hold is played by the reference alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from time import perf_counter

from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.byreference import by_reference
from cardavia_spec.check.runs.crew import Table
from cardavia_spec.check.runs.generated import Generated
from cardavia_spec.check.runs.plan import Plan, choices_of_options
from cardavia_spec.check.runs.played import Help, Played
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.program import Unsupported
from cardavia_spec.core.spec import Spec


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
        played = by_reference(spec, rules, plan, help_, settled, broken=broken)
    else:
        played = Generated(rules, plan, at, help_, settled).play(broken=broken)
        skipped = at.asked.skipped
        if skipped and not played.cut:
            few = replace(spec, properties=tuple(p for p in spec.properties if p.name in skipped))
            played.slow = by_reference(few, rules, plan, help_, settled)
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
