"""Examples of a spec: a position laid by hand, and what must hold in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from time import perf_counter

from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.evidence import fault_lines
from cardavia_spec.check.runs.finding import Fault
from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core import ir
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Cell, Example, Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_state
from cardavia_spec.core.types import show, values
from cardavia_spec.core.walk import reads


class _Open(Exception):
    """A start is made of a variable that is itself open."""


def try_examples_of(spec: Spec) -> tuple[Verdict, ...]:
    """Return a verdict on each example of a spec."""
    if not spec.examples:
        return ()
    rules = rules_of(spec)
    return tuple(_verdict(rules, example) for example in spec.examples)


def position(rules: Rules, example: Example) -> tuple[State, frozenset[int]]:
    """Return the state of an example, and the cell slots whose start cannot be found in it."""
    spec = rules.spec
    given = dict(example.cells)
    options = {
        cell.name: given[cell.offset] for cell in spec.layer(Layer.OPTION) if cell.offset in given
    }
    start = rules.new_match(options)
    laid = dict(example.zones)
    placed = frozenset[int]().union(*laid.values())
    zones = tuple(
        laid.get(slot, frozenset()) | (cards - placed) for slot, cards in enumerate(start.zones)
    )
    cells = list(start.cells)
    for slot, value in given.items():
        cells[slot] = value
    open_slots: set[int] = set()
    open_keys: set[str] = set()
    for key, cell in spec.cells.items():
        if cell.layer is not Layer.DEAL:
            continue
        slots = [s for s in range(cell.offset, cell.offset + cell.size) if s not in given]
        if not slots:
            continue
        read = {k for o, k in reads([cell.start], spec.definitions) if o is ir.Origin.CELL}
        try:
            if read & open_keys:
                raise _Open
            value = rules.evaluate(cell.start, State(zones, tuple(cells), False))
            for slot in slots:
                cells[slot] = value
        except (RuleFault, _Open):
            # A start that has no value in this position is told when the test reads it.
            open_slots.update(slots)
            open_keys.add(key)
    return State(zones, tuple(cells), False), frozenset(open_slots)


def _verdict(rules: Rules, example: Example) -> Verdict:
    begin = perf_counter()
    spec = rules.spec
    verdict = Verdict(
        subject=Subject.EXAMPLE,
        name=example.name,
        outcome=Outcome.EXHAUSTIVE,
        how="the position was laid and read",
        clauses=tuple(cite.clause for cite in example.cite),
        span=example.span,
        seconds=perf_counter() - begin,
    )

    def refuted(*lines: str) -> Verdict:
        shown = Counterexample((), lines)
        return replace(verdict, outcome=Outcome.REFUTED, counterexample=shown)

    try:
        state, missing = position(rules, example)
    except RuleFault as error:
        return refuted("no match can be begun:", *fault_lines(Fault.of(error)))
    open_cells = [
        name
        for name in _open_names(spec, missing)
        if (ir.Origin.CELL, name[0]) in reads([example.test], spec.definitions)
    ]
    if open_cells:
        told = ", ".join(label for _, label in open_cells)
        return refuted(f"its test reads {told}, whose start cannot be found in this position")
    try:
        if rules.evaluate(example.test, state):
            return verdict
        lines = blame(rules, example.test, state)
    except RuleFault as error:
        lines = tuple(fault_lines(Fault.of(error)))
    position_lines = (f"  {line}" for line in tell_state(spec, state))
    return refuted(f"'{example.name}' does not hold:", *lines, "the position:", *position_lines)


def _open_names(spec: Spec, missing: frozenset[int]) -> list[tuple[str, str]]:
    found = []
    for key, cell in spec.cells.items():
        for slot, label in _slots(cell):
            if slot in missing:
                found.append((key, label))
    return found


def _slots(cell: Cell) -> list[tuple[int, str]]:
    found = []
    for place, indices in enumerate(product(*map(values, cell.each))):
        owners = [show(i, each) for i, each in zip(indices, cell.each, strict=True)]
        found.append((cell.offset + place, ".".join([*owners, cell.name])))
    return found
