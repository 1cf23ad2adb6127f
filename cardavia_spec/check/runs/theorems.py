"""Theorems: every case is enumerated, under every value of the options they read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod

from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.evidence import fault_lines
from cardavia_spec.check.runs.finding import Fault
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core import ir
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Cell, Layer, Property, Spec
from cardavia_spec.core.types import Value, show
from cardavia_spec.core.walk import reads

MOST = 10_000
"""More choices of options than this are not enumerated."""


def theorem(rules: Rules, prop: Property) -> Verdict:
    """Return the verdict on a theorem: exhaustive, or refuted with the values that speak against.

    It is unknown where its options have too many values to be enumerated.
    """
    spec = rules.spec
    options = options_read(spec, prop.test)
    choices = prod(len(cell.domain) for cell in options)
    verdict = Verdict(
        subject=Subject.PROPERTY,
        name=prop.name,
        kind=prop.kind.value,
        clauses=tuple(cite.clause for cite in prop.cite),
        span=prop.span,
        outcome=Outcome.EXHAUSTIVE,
    )
    if choices > MOST:
        how = f"its options have {choices} choices of values"
        return replace(verdict, outcome=Outcome.UNKNOWN, how=how)
    for chosen in _choices(options):
        try:
            state = rules.new_match(chosen)
            if rules.evaluate(prop.test, state):
                continue
            lines = blame(rules, prop.test, state)
        except RuleFault as error:
            lines = tuple(fault_lines(Fault.of(error)))
        told = ", ".join(f"{cell.name} {show(chosen[cell.name], cell.type)}" for cell in options)
        head = (f"options: {told}",) if told else ()
        shown = Counterexample((), (*head, f"'{prop.name}' does not hold:", *lines))
        return replace(verdict, outcome=Outcome.REFUTED, how="by enumeration", counterexample=shown)
    how = "every case enumerated"
    if options:
        how += f", under {choices} choices of {', '.join(cell.name for cell in options)}"
    return replace(verdict, how=how)


def options_read(spec: Spec, expr: ir.Expr) -> tuple[Cell, ...]:
    """Return the options that an expression reads, through definitions too."""
    read = reads([expr], spec.definitions)
    return tuple(
        cell
        for key, cell in spec.cells.items()
        if cell.layer is Layer.OPTION and (ir.Origin.CELL, key) in read
    )


def _choices(options: tuple[Cell, ...]) -> Iterator[Mapping[str, Value]]:
    for chosen in product(*(cell.domain for cell in options)):
        yield {cell.name: value for cell, value in zip(options, chosen, strict=True)}
