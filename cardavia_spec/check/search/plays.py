"""Plays as the search needs them: one line, and the choices of options to begin with."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

from cardavia_spec.check.runs.course import Course, Tally, Watch
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Enough, Given, Line


def played(watch: Watch, line: Line) -> dict[str, Finding]:
    """Return what a line shows when it is played to its end and no further."""
    tally = Tally()
    course = Course(watch, tally, dict(line.options))
    limit = len(line.deals[-1].choices) if line.deals else 0
    with suppress(Enough):
        course.match(Given(line.deals, limit))
    return tally.findings


def seats_fixed(spec: Spec) -> list[dict[str, Value]]:
    """Return every choice of the options that name a seat, defaults first; the rest stays open."""
    cells = [c for c in spec.layer(Layer.OPTION) if c.type == spec.seats]
    return [
        {cell.name: value for cell, value in zip(cells, chosen, strict=True)}
        for chosen in product(*(cell.domain for cell in cells))
    ]


def every_option(spec: Spec) -> list[dict[str, Value]]:
    """Return choices of all options, so that each value has its turn."""
    cells = spec.layer(Layer.OPTION)
    most = max((len(cell.domain) for cell in cells), default=1)
    return [
        {
            cell.name: cell.domain[(n + n // most * i) % len(cell.domain)]
            for i, cell in enumerate(cells)
        }
        for n in range(most * max(1, len(cells)))
    ]
