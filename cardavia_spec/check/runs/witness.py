"""Witnesses: recorded play that shows what a property says is possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from cardavia_spec.check.runs.rules import Rules, Test, rules_of
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Property, PropertyKind, Spec
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.telling import Json
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import disagrees, replay_file
from cardavia_spec.play.watch import Watcher

Shown: TypeAlias = tuple[tuple[Verdict, ...], tuple[Diagnostic, ...]]

ELSEWHERE = Path("spec")
"""Where else witnesses are looked for: a copy of a spec need not take them along.

A witness is played by the rules at hand, so it shows the same wherever it stands.
"""


def witnesses(spec: Spec, folder: Path) -> Shown:
    """Return the verdicts on the properties whose witness is there, and what is wrong with those.

    A witness stands in `witnesses/<game>/` beside the spec; `folder` is that of the spec.  Files
    that several properties name are played once.  One that is not there decides nothing.
    """
    named: dict[str, list[Property]] = {}
    for prop in spec.properties:
        if prop.witness is not None:
            named.setdefault(prop.witness, []).append(prop)
    verdicts: list[Verdict] = []
    faults: list[Diagnostic] = []
    if named:
        rules = rules_of(spec)
        for name, properties in named.items():
            path = witness_path(spec, folder, name)
            if path is None:
                continue
            found, wrong = _file(rules, path, name, properties)
            verdicts += found
            faults += wrong
    return tuple(verdicts), tuple(faults)


def witness_path(spec: Spec, folder: Path, name: str) -> Path | None:
    """Return where a witness stands, or None."""
    for place in (folder, ELSEWHERE):
        path = place / "witnesses" / spec.name / name
        if path.exists():
            return path
    return None


def _file(rules: Rules, path: Path, name: str, properties: list[Property]) -> Shown:
    start = perf_counter()
    seen = _Seen(rules, properties)
    game = Game(rules.spec, rules)
    report = replay_file(path, lambda _: game, name=str(path), watcher=seen)
    errors = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    seconds = (perf_counter() - start) / len(properties)
    verdicts, faults = [], []
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
            note = f"{name} no longer shows it, the rules do not agree with it: {_told(errors[0])}"
            verdict = replace(verdict, outcome=Outcome.UNKNOWN, notes=(note,))
        elif errors:
            wrong = _unusable(prop, name, errors[0])
            faults.append(wrong)
            verdict = replace(verdict, outcome=Outcome.FAILED, diagnostics=(wrong,))
        elif prop.name not in seen.at:
            note = seen.failed.get(prop.name, f"it holds nowhere in {path}")
            verdict = replace(verdict, outcome=Outcome.REFUTED, notes=(note,))
        else:
            told = (f"it holds in {path}, {seen.at[prop.name]}",)
            verdict = replace(verdict, counterexample=Counterexample((), told))
        verdicts.append(verdict)
    return tuple(verdicts), tuple(faults)


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


class _Seen(Watcher):
    """Reads properties wherever they may come true in the play of a trace."""

    def __init__(self, rules: Rules, properties: list[Property]) -> None:
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
        del deck, state
        self.deal, self.moves = number, 0

    def step(self, before: State | None, step: Step, /) -> None:
        """Read what may be true in play."""
        self.moves += step.kind.value == "move"
        self._read(PropertyKind.POSSIBLE_IN_PLAY, step.state, before)

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Read what may be true of a deal."""
        del result
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
