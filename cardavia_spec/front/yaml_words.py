"""What a YAML parser complains about, in the words of somebody who writes rules."""

from __future__ import annotations

import yaml

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.source import Source


def syntax_fault(source: Source, error: yaml.MarkedYAMLError) -> Diagnostic:
    """Return the diagnostic for a syntax error that the parser found in `source`."""
    mark = error.problem_mark or error.context_mark
    place = min(mark.index if mark else 0, len(source.text))
    return Diagnostic(
        "CV106", "the structure of the file breaks off here", source.span(place, place)
    )
