"""What play shows of a property or obligation, as records that can go between processes."""

from __future__ import annotations

from dataclasses import dataclass

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Cite
from cardavia_spec.play.driver import Line


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that failed, as a record that can be sent between processes."""

    rule: str
    diagnostic: Diagnostic
    cite: tuple[Cite, ...]

    @classmethod
    def of(cls, error: RuleFault) -> Fault:
        """Return the record of an error."""
        return cls(error.rule, error.diagnostic, error.cite)


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a line of play decides a property or obligation.

    `key` is a property's label or an obligation's name.  The line ends with the last move before
    the state in question.  `fault` is set where a rule failed instead of a property.
    """

    key: str
    line: Line
    fault: Fault | None = None

    @property
    def size(self) -> tuple[int, int]:
        """How much a reader has to follow: moves of the last deal, then deals."""
        return (len(self.line.deals[-1].choices) if self.line.deals else 0, len(self.line.deals))
