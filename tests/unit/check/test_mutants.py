"""Every property is refuted by some wrong rule; the checks find each wrong rule and tell a deal."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.byreference import play_lot
from cardavia_spec.check.runs.confirm import at_line
from cardavia_spec.check.runs.course import WISHES, Course, Tally, Watch
from cardavia_spec.check.runs.plan import Lot, choices_of_options
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.check.runs.theorems import theorem
from cardavia_spec.cli.main import main
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.front.load import load_spec, load_text
from cardavia_spec.play.driver import Biased, Uniform
from cardavia_spec.play.options import read_options
from tests.unit.check.controls import CONTROLS
from tests.unit.check.mutants import EDITS, NAMED, SPECS, Mutant

BY_NAME = {(m.game, m.name): m for m in EDITS}
SEED = 11
FEW = 12
"""Deals that the reference plays."""
MORE_DEALS = 8
"""Times the deals of a wrong rule: play ends where it has shown what is wanted."""


def refuted(mutant: Mutant, wanted: set[str]) -> set[str]:
    """Return what play under a wrong rule refutes, until all that is wanted has been.

    The reference plays a few deals, for most wrong rules show at once; then the generated Python
    plays many, and the reference has to see each wanted property fail as well.
    """
    spec = load_text(f"{mutant.game}.yaml", mutant.text())
    rules = rules_of(spec)
    size = len(spec.cards.members)
    theorems = (p for p in spec.properties if p.kind is PropertyKind.THEOREM)
    found = {p.name for p in theorems if not theorem(rules, p).passes}
    options = read_options(spec, mutant.options)
    slow = Course(Watch(rules, spec.properties), seen := Tally(), options)
    for source in (Uniform(SEED, size, FEW), Biased(SEED, size, FEW, spec.weights)):
        more = True
        while more and not (found and wanted <= found):
            more = slow.match(source)
            found |= seen.findings.keys() - seen.wished.keys()
    if found and wanted <= found:
        return found
    tally = Tally()
    course = Swift(Asked(spec), rules).watch().course(tally, options)
    deals = MORE_DEALS * mutant.deals
    for source in (Uniform(SEED, size, deals), Biased(SEED, size, deals, spec.weights)):
        more = True
        while more and not (found and wanted <= found):
            more = course.match(source)
            found |= tally.findings.keys() - tally.wished.keys()
    for key in wanted & tally.findings.keys():
        assert key in {finding.key for finding in at_line(rules, tally.findings[key])}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mutant", EDITS, ids=lambda m: f"{m.game}: {m.name}")
def test_each_wrong_rule_is_seen_by_the_properties_it_controls(mutant: Mutant) -> None:
    controlled = {p for p, name in CONTROLS[mutant.game].items() if name == mutant.name}
    found = refuted(mutant, controlled)
    assert controlled <= found, f"not refuted: {sorted(controlled - found)}"
    assert found, "nothing sees this wrong rule"


@cache
def right(game: str) -> Spec:
    return load_spec(SPECS[game])


@pytest.mark.parametrize("game", SPECS)
def test_every_property_has_its_negative_control(game: str) -> None:
    labels = {p.name for p in right(game).properties if p.kind not in WISHES}
    assert labels == CONTROLS[game].keys()
    assert {(game, name) for name in CONTROLS[game].values()} <= BY_NAME.keys()


def test_names_of_wrong_rules_differ() -> None:
    assert len(BY_NAME) == len(EDITS)


@pytest.mark.slow
@pytest.mark.parametrize("game", SPECS)
def test_no_wish_is_true_of_every_deal(game: str) -> None:
    # The control of what is possible: there is play in which it is not so.
    rules = rules_of(right(game))
    tally = Tally()
    for options in choices_of_options(rules):
        tally.add(play_lot(rules, Lot(tuple(options.items()), SEED, 6, biased=False)))
    wishes = {p.name for p in right(game).properties if p.kind in WISHES}
    assert {name for name in wishes if tally.wished.get(name, 0) == tally.deals} == set()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), NAMED)
def test_check_ends_with_1_and_tells_a_deal_in_cards(
    game: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    mutant = BY_NAME[game, name]
    wrong = tmp_path / f"{game}.yaml"
    wrong.write_text(mutant.text(), encoding="utf-8")
    right_file = SPECS[game].parent
    (tmp_path / "witnesses").symlink_to(right_file / "witnesses")
    (tmp_path / "clauses").symlink_to(right_file / "clauses")
    play = ["--deals", str(6 * mutant.deals), "--examples", "10", "--jobs", "1", "--no-prove"]
    code = main(["check", str(wrong), *play])
    out = capsys.readouterr().out
    assert code == 1
    assert "refuted: " in out
    saved = sorted((tmp_path / "counterexamples").glob("*.jsonl"))
    if saved:
        assert main(["replay", "--spec", str(wrong), *map(str, saved)]) == 0
        moves = [json.loads(line) for line in saved[0].read_text().splitlines()]
        assert moves[0]["type"] == "match"
    else:
        # A fault of dealing has no play; a theorem has none either.
        assert "fails" in out or "does not hold" in out
