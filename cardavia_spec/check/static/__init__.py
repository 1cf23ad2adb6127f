"""Static checks: what can be said of a checked spec without playing it.

That names resolve, expressions have types and tables cover each member once, the front end has
seen to.  Here stand the checks of the spec as a whole: names that nothing uses, rules that are
never reached, clauses of the page, properties that say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from cardavia_spec.check.static.clauses import clause_coverage
from cardavia_spec.check.static.idle import idle_rules
from cardavia_spec.check.static.unreachable import empty_properties, unreachable
from cardavia_spec.check.static.unused import unused_names
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.core.spec import Spec

__all__ = ["CHECKS", "check_spec"]

Check: TypeAlias = Callable[[Spec], tuple[Diagnostic, ...]]

CHECKS: Final[tuple[Check, ...]] = (
    clause_coverage,
    unused_names,
    unreachable,
    idle_rules,
    empty_properties,
)
"""Every static check; each returns what it finds."""


def check_spec(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return what the static checks find: errors first, each in order of place."""
    found = [diagnostic for check in CHECKS for diagnostic in check(spec)]

    def rank(diagnostic: Diagnostic) -> tuple[bool, int]:
        place = diagnostic.span.start if diagnostic.span else -1
        return diagnostic.severity is not Severity.ERROR, place

    return tuple(sorted(found, key=rank))
