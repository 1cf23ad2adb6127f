"""The rows of a report that a search can say more of: what is unknown is searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cardavia_spec.check.obligations import SOUND
from cardavia_spec.check.runs.course import WISHES
from cardavia_spec.check.search.search import Budget, Result, search
from cardavia_spec.check.search.target import Clean, Found
from cardavia_spec.check.verdict import Disagreement, Outcome, Subject, Verdict
from cardavia_spec.core.spec import Spec

WISHED: Final = frozenset(kind.value for kind in WISHES)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `verdicts` has what was known by then."""

    def __init__(self, known: tuple[Verdict, ...]) -> None:
        self.verdicts = known
        super().__init__()


def refuted(
    spec: Spec,
    rows: Iterable[Verdict],
    budget: Budget,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[Verdict, ...]:
    """Search for deals that decide the rows that are unknown; return all rows again.

    A row that stays unknown says how far no deal does.  Raises Interrupted, and
    Disagreement where a deal refutes what was proved.
    """
    known = tuple(rows)
    names = [row.name for row in known if row.outcome is Outcome.UNKNOWN]
    if not names or budget.seconds <= 0:
        return known
    result = Result()
    try:
        search(spec, names, budget, progress, result=result)
    except KeyboardInterrupt:
        raise Interrupted(_told(known, result)) from None
    return _told(known, result)


def _told(known: tuple[Verdict, ...], result: Result) -> tuple[Verdict, ...]:
    told = tuple(_row(row, result) for row in known)
    sound = result.found.get(SOUND)
    if sound is not None and not any(row.name == SOUND for row in known):
        base = Verdict(subject=Subject.OBLIGATION, name=SOUND, outcome=Outcome.UNKNOWN)
        told = (*told, _refuted(base, sound))
    return told


def _row(row: Verdict, result: Result) -> Verdict:
    found = result.found.get(row.name)
    if found is not None and row.kind in WISHED:
        return replace(_refuted(row, found), outcome=Outcome.WITNESSED)
    if found is not None:
        if row.outcome in (Outcome.PROVED, Outcome.EXHAUSTIVE):
            raise Disagreement(f"'{row.name}' is both {row.outcome.value} and refuted by a deal")
        return _refuted(row, found)
    clean = result.clean.get(row.name)
    if clean is None or row.outcome is not Outcome.UNKNOWN:
        return row
    return replace(row, notes=(*row.notes, _how_far(clean, wish=row.kind in WISHED)))


def _refuted(row: Verdict, found: Found) -> Verdict:
    moves = f"{found.moves} move{'s' * (found.moves != 1)}"
    return replace(
        row,
        outcome=Outcome.REFUTED,
        how=f"{found.how}: a deal of {moves}" if found.moves else f"{found.how}: as dealt",
        seconds=row.seconds + found.seconds,
        counterexample=found.example,
        notes=(),
        relies_on=(),
        solvers=(),
    )


def _how_far(clean: Clean, *, wish: bool) -> str:
    """Say how far there is nothing, and no more than that."""
    does = "shows" if wish else "refutes"
    if clean.whole:
        return f"bounded search: no first deal of a match {does} it, however it is played"
    moves = f"{clean.moves} move{'s' * (clean.moves != 1)}"
    return f"bounded search: no play of at most {moves} from the first deal {does} it"
