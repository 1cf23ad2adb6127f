"""Verdicts: what is known of one property or obligation, and how it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.source import Span

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"


class Subject(Enum):
    """What a verdict speaks of; the order is that of the rows in a report."""

    STATIC = "static"  # the spec as a text: names, rows, clauses
    EXAMPLE = "example"  # a position laid by hand
    OBLIGATION = "obligation"  # what the constructs of the language owe by themselves
    PROPERTY = "property"  # what the author states


class Outcome(Enum):
    """What is known."""

    PROVED = "proved"  # for every reachable state
    EXHAUSTIVE = "exhaustive"  # every case was enumerated
    WITNESSED = "witnessed"  # a deal shows it
    BOUNDED = "bounded"  # for every state up to a depth
    TESTED = "tested"  # no deal that was played speaks against it
    PASSED = "passed"  # a check of the text found nothing
    UNKNOWN = "unknown"  # neither shown nor refuted: never a pass
    REFUTED = "refuted"  # a deal speaks against it
    FAILED = "failed"  # the input is wrong, so that there is nothing to say


EXIT: Final[Mapping[Outcome, int]] = {
    Outcome.PROVED: 0,
    Outcome.EXHAUSTIVE: 0,
    Outcome.WITNESSED: 0,
    Outcome.BOUNDED: 0,
    Outcome.TESTED: 0,
    Outcome.PASSED: 0,
    Outcome.UNKNOWN: 1,
    Outcome.REFUTED: 1,
    Outcome.FAILED: 2,
}
"""The exit code that each outcome asks for."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A line of play as evidence.

    `trace` holds the lines of a trace file (without line ends) that `replay` accepts; it is empty
    where no play can be given (a theorem).  `telling` says the same in cards, line by line.
    `moves` counts the moves up to the state in question, `saved` names the file it was written to.
    """

    trace: tuple[str, ...]
    telling: tuple[str, ...]
    moves: int = 0
    saved: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is known of one property, obligation, example or static check.

    `how` says the method in words.  `deals` and `examples` count seeded deals and Hypothesis
    examples, `seconds` is the time it took (shared by properties that were tried together).
    `notes` are further lines for the reader, `diagnostics` faults with their place.  `relies_on`
    names the lemmas and obligations a proof assumed, `solvers` who agreed to it.
    """

    subject: Subject
    name: str
    outcome: Outcome
    how: str = ""
    kind: str | None = None
    clauses: tuple[str, ...] = ()
    span: Span | None = None
    deals: int = 0
    examples: int = 0
    seed: int | None = None
    seconds: float = 0.0
    counterexample: Counterexample | None = None
    notes: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    relies_on: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """Whether this counts as a pass."""
        return EXIT[self.outcome] == 0

    def as_json(self) -> dict[str, JSON]:
        """Return the verdict as JSON; keys without content are left out."""
        record: dict[str, JSON] = {
            "subject": self.subject.value,
            "name": self.name,
            "verdict": self.outcome.value,
            "how": self.how,
            "kind": self.kind,
            "clauses": list(self.clauses),
            "place": str(self.span) if self.span else None,
            "deals": self.deals,
            "examples": self.examples,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "notes": list(self.notes),
            "relies_on": list(self.relies_on),
            "solvers": list(self.solvers),
        }
        if self.counterexample:
            record["counterexample"] = {
                "moves": self.counterexample.moves,
                "telling": list(self.counterexample.telling),
                "trace": list(self.counterexample.trace),
                "saved": self.counterexample.saved,
            }
        return {k: v for k, v in record.items() if v not in (None, [], "")}


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """Return the highest exit code that any of the verdicts asks for; 0 without any."""
    return max((EXIT[verdict.outcome] for verdict in verdicts), default=0)


class Disagreement(Exception):
    """One method proved what another refuted: a fault of the tool, never of a spec."""


def merge(played: Iterable[Verdict], proved: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Return one row for each subject and name out of those of play and of proof.

    Rows keep the order of `played`; those only proof speaks of come after the others of their
    subject.  A proof takes the place of a test, a deal that refutes takes the place of everything
    but a proof, and a proof against such a deal is a `Disagreement`.  A passing row of play is
    never put over `unknown`: what could not be proved is told, with the deals that were tried.
    """
    rows = {(v.subject, v.name): v for v in played}
    for new in proved:
        key = (new.subject, new.name)
        old = rows.get(key)
        rows[key] = new if old is None else _join(old, new)
    order = list(Subject)
    return tuple(sorted(rows.values(), key=lambda v: order.index(v.subject)))


def _join(played: Verdict, proved: Verdict) -> Verdict:
    if played.outcome is Outcome.REFUTED:
        if proved.outcome in (Outcome.PROVED, Outcome.EXHAUSTIVE):
            raise Disagreement(
                f"'{played.name}' is both {proved.outcome.value} and refuted by play"
            )
        return replace(played, notes=played.notes + proved.notes)
    if proved.outcome is Outcome.UNKNOWN and played.outcome in (
        Outcome.WITNESSED,
        Outcome.EXHAUSTIVE,
    ):
        return played
    return replace(
        proved,
        kind=proved.kind or played.kind,
        clauses=proved.clauses or played.clauses,
        span=proved.span or played.span,
        deals=proved.deals or played.deals,
        examples=proved.examples or played.examples,
        seed=proved.seed if proved.seed is not None else played.seed,
        seconds=proved.seconds + played.seconds,
        # What play had to say of a thing it did not decide is no more so once a deal decides it.
        notes=proved.notes if proved.outcome is Outcome.REFUTED else played.notes + proved.notes,
    )
