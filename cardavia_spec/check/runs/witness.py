"""Witnesses: recorded play that shows what a property says is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Final

from cardavia_spec.check.runs.recorded import Recorder
from cardavia_spec.check.runs.rules import Rules, Test, rules_of
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Property, PropertyKind, Spec
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.telling import Json
from cardavia_spec.play.driver import Line
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import disagrees, replay_file

TOLD: Final = 5
"""Of so many witnesses that show nothing is said why."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What recorded play shows.

    `verdicts` has what is settled by it; `weak` says of other properties why their witness does
    not show them; `lines` is the play itself, by the name of its file.
    """

    verdicts: tuple[Verdict, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    weak: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, Line], ...] = ()


ELSEWHERE = Path("spec")
"""Where else witnesses are looked for: a copy of a spec need not take them along.

A witness is played by the rules at hand, so it shows the same wherever it stands.
"""


def witnesses(spec: Spec, folder: Path) -> Witnesses:
    """Return what the witnesses show that properties name.

    A witness stands in `witnesses/<game>/` beside the spec; `folder` is that of the spec.  Files
    that several properties name are played once.  One that is not there decides nothing, nor does
    one that does not show what its property says: other play may.
    """
    named: dict[str, list[Property]] = {}
    for prop in spec.properties:
        if prop.witness is not None:
            named.setdefault(prop.witness, []).append(prop)
    verdicts: list[Verdict] = []
    faults: list[Diagnostic] = []
    lines: list[tuple[str, Line]] = []
    weak: dict[str, str] = {}
    missing: list[Property] = []
    if named:
        rules = rules_of(spec)
        for name, properties in named.items():
            path = witness_path(spec, folder, name)
            if path is None:
                missing += properties
                weak |= {prop.name: f"its witness '{name}' is not there" for prop in properties}
                continue
            found = _file(rules, path, name, properties)
            verdicts += found.verdicts
            faults += found.diagnostics
            weak |= found.weak
            lines += found.lines
    if missing:
        faults.append(_missing(spec, missing))
    stale = [p for p in spec.properties if p.name in weak and p not in missing]
    if stale:
        faults.append(_stale(stale, weak))
    return Witnesses(tuple(verdicts), tuple(faults), weak, tuple(lines))


def _stale(properties: Sequence[Property], weak: Mapping[str, str]) -> Diagnostic:
    """Return the warning that witnesses do not show what they should: one for all of them."""
    first = properties[0]
    what = f"the witness '{first.witness}' does not show what its property says"
    if len(properties) > 1:
        what = f"the witnesses of {len(properties)} properties do not show what these say"
    notes = [Note(f"'{prop.name}': {weak[prop.name]}") for prop in properties[:TOLD]]
    if len(properties) > TOLD:
        notes.append(Note(f"and {len(properties) - TOLD} more"))
    return Diagnostic(
        "CV662",
        what,
        first.span,
        "put traces there that show it under these rules, or take the lines out",
        tuple(notes),
        Severity.WARNING,
    )


def _missing(spec: Spec, properties: Sequence[Property]) -> Diagnostic:
    """Return the warning that witnesses are not there: one for all of them."""
    files = dict.fromkeys(prop.witness for prop in properties)
    first = properties[0]
    what = f"the witness '{first.witness}' is"
    if len(files) > 1:
        what = f"{len(files)} witnesses, '{first.witness}' the first of them, are"
    return Diagnostic(
        "CV661",
        f"{what} not there",
        first.span,
        f"put the trace into witnesses/{spec.name}/ beside the spec, or take the line out",
        severity=Severity.WARNING,
    )


def witness_path(spec: Spec, folder: Path, name: str) -> Path | None:
    """Return where a witness stands, or None."""
    for place in (folder, ELSEWHERE):
        path = place / "witnesses" / spec.name / name
        if path.exists():
            return path
    return None


def _file(rules: Rules, path: Path, name: str, properties: list[Property]) -> Witnesses:
    start = perf_counter()
    seen = _Seen(rules, properties)
    game = Game(rules.spec, rules)
    report = replay_file(path, lambda _: game, name=str(path), watcher=seen)
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    seconds = (perf_counter() - start) / len(properties)
    verdicts: list[Verdict] = []
    faults: list[Diagnostic] = []
    weak: dict[str, str] = {}
    for prop in properties:
        verdict = Verdict(
            subject=Subject.PROPERTY,
            name=prop.name,
            kind=prop.kind.value,
            clauses=tuple(cite.clause for cite in prop.cite),
            span=prop.span,
            outcome=Outcome.WITNESSED,
            how=f"the play in {name}",
            seconds=seconds,
        )
        if errors and all(disagrees(d.code) or d.code.startswith("CV7") for d in errors):
            # Other rules than those it was made under: the spec is not wrong input for that.
            weak[prop.name] = (
                f"{name} no longer shows it, the rules do not agree with it: {_told(errors[0])}"
            )
        elif errors:
            wrong = _unusable(prop, name, errors[0])
            faults.append(wrong)
            verdicts.append(replace(verdict, outcome=Outcome.FAILED, diagnostics=(wrong,)))
        elif prop.name not in seen.at:
            weak[prop.name] = seen.failed.get(prop.name, f"it holds nowhere in {path}")
        else:
            told = (f"it holds in {path}, {seen.at[prop.name]}",)
            verdicts.append(replace(verdict, counterexample=Counterexample((), told)))
    lines = () if errors else tuple((name, line) for line in seen.lines)
    return Witnesses(tuple(verdicts), tuple(faults), weak, lines)


def _unusable(prop: Property, name: str, reason: Diagnostic) -> Diagnostic:
    return Diagnostic(
        "CV660",
        f"the witness '{name}' of '{prop.name}' cannot be used",
        prop.span,
        "put a trace there that shows it",
        (Note(_told(reason)),),
    )


def _told(reason: Diagnostic) -> str:
    return reason.message + (f" ({reason.span})" if reason.span else "")


@dataclass(frozen=True, slots=True)
class _Wish:
    name: str
    kind: PropertyKind
    test: Test


class _Seen(Recorder):
    """Reads properties wherever they may come true in the play of a trace, which it notes."""

    def __init__(self, rules: Rules, properties: list[Property]) -> None:
        super().__init__(rules)
        self.wishes = [
            _Wish(p.name, p.kind, rules.compile_test(p.test, p.name)) for p in properties
        ]
        self.at: dict[str, str] = {}
        self.failed: dict[str, str] = {}
        self.deal = 0
        self.moves = 0
        self.before: State | None = None

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        """Count deals."""
        super().deal_begins(number, deck, state)
        self.deal, self.moves = number, 0

    def step(self, before: State | None, step: Step, /) -> None:
        """Read what may be true in play."""
        self.moves += step.kind.value == "move"
        self._read(PropertyKind.POSSIBLE_IN_PLAY, step.state, before)

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Read what may be true of a deal."""
        super().deal_ended(state, result)
        self._read(PropertyKind.POSSIBLE, state, None)
        self.before = state

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Read what may be true of a match."""
        del result
        self._read(PropertyKind.POSSIBLE_MATCH, state, self.before)

    def _read(self, kind: PropertyKind, state: State, before: State | None) -> None:
        for wish in self.wishes:
            if wish.kind is not kind or wish.name in self.at:
                continue
            try:
                if wish.test(state, before):
                    self.at[wish.name] = f"deal {self.deal}, after {self.moves} moves"
            except RuleFault as error:
                self.failed.setdefault(wish.name, error.diagnostic.message)
