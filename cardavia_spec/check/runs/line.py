"""A line of play as data: options, decks and choices; enough to play it again."""

from __future__ import annotations

from dataclasses import dataclass

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Cite
from cardavia_spec.core.types import Value


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal.

    `deck` holds every card in the order in which cards are drawn, `choices` for each decision the
    place of the chosen move in its family.
    """

    deck: tuple[int, ...]
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A match from its start: the options that were given, and its deals."""

    options: tuple[tuple[str, Value], ...]
    deals: tuple[Deal, ...]

    @property
    def moves(self) -> int:
        """How many moves it has in all."""
        return sum(len(deal.choices) for deal in self.deals)


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
