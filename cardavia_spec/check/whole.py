"""Checking one spec file, or several: everything that can be said of them, as records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from cardavia_spec.check.runs.campaign import PlayStopped, run_properties
from cardavia_spec.check.runs.crew import Crew
from cardavia_spec.check.runs.plan import Plan
from cardavia_spec.check.runs.played import Progress
from cardavia_spec.check.runs.positions import try_examples_of
from cardavia_spec.check.runs.witness import witnesses
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.static import check_spec
from cardavia_spec.check.verdict import Outcome, Subject, Verdict, exit_code, merge
from cardavia_spec.core.diagnostics import Diagnostic, Severity, SpecError
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_with_warnings
from cardavia_spec.rulebook.clauses import load_register, register_path
from cardavia_spec.rulebook.coverage import coverage

STATIC = "static checks"
"""The name of the row of the static checks."""

Prover: TypeAlias = Callable[[Spec, Sequence[Verdict], Progress], tuple[Verdict, ...]]
"""Given a spec and the verdicts of play, proves what it can; its rows take the place of tests.

It sees what play refuted and may leave proofs until that is mended.
"""


class Stopped(KeyboardInterrupt):
    """Ctrl-C during a proof; `verdicts` has what was known by then."""

    def __init__(self, verdicts: tuple[Verdict, ...]) -> None:
        self.verdicts = verdicts
        super().__init__()


@dataclass(frozen=True, slots=True)
class Report:
    """What is known of one spec file.

    `game` is None where the file is no spec; then `diagnostics` says why.  `labels` are those of
    all its properties, also where only some were looked at.
    """

    path: Path
    game: str | None
    title: str
    verdicts: tuple[Verdict, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    labels: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def code(self) -> int:
        """The exit code it asks for."""
        if any(d.severity is Severity.ERROR for d in self.diagnostics):
            return 2
        return exit_code(self.verdicts)


def check_file(
    path: Path,
    plan: Plan,
    workers: Workers,
    *,
    wanted: Iterable[str] = (),
    strict: bool = False,
    progress: Progress = lambda _: None,
    prover: Prover | None = None,
    standing: Callable[[Spec], bool] = lambda _: False,
    crew: Crew | None = None,
    note: Progress = lambda _: None,
) -> Report:
    """Check one spec file.

    `wanted` are the labels of the only properties to look at (none: all of them); `strict` makes
    warnings errors.  `standing` tells whether the rules were proved as they are: then what is
    refuted speaks against a property alone, and the others are looked at all the same.  `crew`
    plays the many deals, `note` is told why something is done in another way than wanted.  A file
    that is no spec gives a report with its diagnostics.
    """
    start = perf_counter()
    progress("reading")
    try:
        spec, warnings = load_with_warnings(path)
    except SpecError as error:
        return Report(path, None, path.name, (), error.diagnostics, perf_counter() - start)
    wanted = frozenset(wanted)
    interrupted = False
    static, diagnostics = _static(spec, path, warnings, strict)
    verdicts = [static, *try_examples_of(spec)]
    if not any(d.severity is Severity.ERROR for d in diagnostics):
        chosen = _only(spec, wanted)
        shown = witnesses(chosen, path.parent)
        told = shown.diagnostics
        if strict:
            told = tuple(replace(d, severity=Severity.ERROR) for d in told)
        diagnostics += told
        if not plan.through and standing(spec):
            plan = replace(plan, through=True)
        try:
            played = run_properties(chosen, plan, workers, progress, shown, crew, note)
        except PlayStopped as stop:
            played, interrupted = stop.verdicts, True
        if prover is not None and not interrupted:
            try:
                played = merge(played, prover(spec, played, progress))
            except Stopped as stop:
                played, interrupted = merge(played, stop.verdicts), True
        verdicts += played
    if wanted:
        verdicts = [v for v in verdicts if v.subject is Subject.STATIC or v.name in wanted]
    title = spec.title.get("en", next(iter(spec.title.values()), spec.name))
    seconds = perf_counter() - start
    labels = tuple(p.name for p in spec.properties)
    return Report(
        path, spec.name, title, tuple(verdicts), diagnostics, seconds, labels, interrupted
    )


def _only(spec: Spec, wanted: frozenset[str]) -> Spec:
    if not wanted:
        return spec
    return replace(spec, properties=tuple(p for p in spec.properties if p.name in wanted))


def _static(
    spec: Spec, path: Path, warnings: tuple[Diagnostic, ...], strict: bool
) -> tuple[Verdict, tuple[Diagnostic, ...]]:
    start = perf_counter()
    register = register_path(path, spec.name)
    found = [*warnings, *check_spec(spec)]
    told = []
    if spec.page is not None:
        told.append(f"{len(spec.page.clauses)} clauses")
        if register.exists():
            try:
                sentences = load_register(register)
                found += coverage(spec, sentences)
                told.append(f"{len(sentences.sentences)} sentences")
            except SpecError as error:
                found += error.diagnostics
        else:
            told.append("no register of sentences")
    if strict:
        found = [replace(d, severity=Severity.ERROR) for d in found]
    errors = sum(d.severity is Severity.ERROR for d in found)
    rest = len(found) - errors
    if errors:
        told.append(f"{errors} error{'s' * (errors > 1)}")
    if rest:
        told.append(f"{rest} warning{'s' * (rest > 1)}")
    verdict = Verdict(
        subject=Subject.STATIC,
        name=STATIC,
        outcome=Outcome.FAILED if errors else Outcome.PASSED,
        how=", ".join(["types, names, tables", *told]),
        diagnostics=tuple(found),
        seconds=perf_counter() - start,
    )
    return verdict, tuple(found)
