"""Verdicts on a small game: what is true is proved, what is false never is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.system import invariants
from cardavia_spec.check.prover.codec import Reader, Unreadable, write
from cardavia_spec.check.prover.proof import Budget, Interrupted, prove
from cardavia_spec.check.prover.records import read_lemmas
from cardavia_spec.check.prover.show import told
from cardavia_spec.check.prover.store import Proofs
from cardavia_spec.check.verdict import Outcome, Subject, Verdict
from cardavia_spec.core.spec import Spec
from tests.unit.prover.small import small

PATIENT = Budget(seconds=3600, goal=300, deals=40)
"""More time than anything here takes, so that no verdict depends on the machine."""


def proofs(spec: Spec, *, mine: bool = True, lemmas: Path | None = None) -> dict[str, Verdict]:
    found = prove(spec, budget=PATIENT, jobs=1, cached=False, mine=mine, lemmas=lemmas)
    return {verdict.name: verdict for verdict in found}


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Verdict], Path]:
    path = tmp_path_factory.mktemp("lemmas") / "small.json"
    return proofs(small(), lemmas=path), path


@pytest.mark.slow
def test_everything_true_is_proved(right: tuple[dict[str, Verdict], Path]) -> None:
    found, _ = right
    left = [(v.name, v.notes) for v in found.values() if v.outcome is not Outcome.PROVED]
    assert not left
    assert {"no rule fails while it is played", "a deal ends", "a match ends"} <= set(found)
    assert "the player to move always has a move" in found


@pytest.mark.slow
def test_lemmas_are_found_kept_and_read_again(right: tuple[dict[str, Verdict], Path]) -> None:
    _, path = right
    spec = small()
    lemmas = read_lemmas(path, spec, Shared.of(spec))
    assert lemmas
    again = proofs(spec, mine=False, lemmas=path)
    assert all(v.outcome is Outcome.PROVED for v in again.values())


@pytest.mark.slow
def test_expressions_are_written_and_read_back(right: tuple[dict[str, Verdict], Path]) -> None:
    spec = small()
    reader = Reader(spec)
    tests = [prop.test for prop in spec.properties]
    tests += [lemma.test for lemma in read_lemmas(right[1], spec, Shared.of(spec))]
    for test in tests:
        assert reader.read(write(test)) == test
    with pytest.raises(Unreadable):
        reader.read(["get", "bool", "CELL", "no_such_cell", []])


def test_expressions_are_told_in_the_rule_language() -> None:
    said = {prop.name: told(prop.test) for prop in small().properties}
    assert said["level at the lead"] == (
        "settled and empty(table) implies size(left.hand) is size(right.hand)"
    )
    assert said["two a trick"] == "every s in seats has size(s.won) is 2 * s.tricks"
    assert said["won stays won"] == "every s in seats has was(s.won) inside s.won"
    assert said["ten in the end"] == "(sum s.points for s in seats) is 10"


FALSE = """\
  false always:
    always: size(stock) >= 2
  follows from a false one:
    always: (size(stock) >= 2 implies size(stock) is 4 or size(stock) is 2) and size(stock) >= 1
  false at the end:
    at end: left.points > right.points
  false step:
    each step: was(size(hand)) - size(hand) <= 0
  false deal:
    each deal: dealer is left
  false match:
    at match end: deals is 2
"""


def test_nothing_false_is_proved() -> None:
    found = proofs(small(add=FALSE), mine=False)
    for name in FALSE.splitlines():
        label = name.strip().removesuffix(":")
        if label in found:
            assert found[label].outcome is Outcome.UNKNOWN, label


@pytest.mark.slow
def test_a_false_property_is_no_help_to_another() -> None:
    """What holds only if a false property held is not proved either."""
    add = "  wrong:\n    always: left.tricks is 0\n  leans:\n    always: left.tricks <= 1\n"
    found = proofs(small(add=add))
    assert found["wrong"].outcome is Outcome.UNKNOWN
    assert found["leans"].outcome is Outcome.UNKNOWN
    assert found["two a trick"].outcome is Outcome.PROVED
    for verdict in found.values():
        assert "wrong" not in verdict.relies_on


def test_too_many_cards_cannot_be_dealt() -> None:
    """An obligation must not see what is said of the cards drawn: here are only eight."""
    found = proofs(small(("draw 2 from stock", "draw 5 from stock")), mine=False)
    unknown = [name for name, v in found.items() if v.outcome is Outcome.UNKNOWN]
    assert any("there are enough cards" in name for name in unknown)
    assert found["no rule fails while it is played"].outcome is Outcome.UNKNOWN


def test_a_draw_in_a_branch_leaves_the_other_branch_possible() -> None:
    """Axioms of a branch that is not taken must not bind."""
    edit = (
        "      draw 1 from stock to leader.next.hand\n",
        "      if doubled: draw 1 from stock to leader.next.hand\n"
        "      else: draw 2 from stock to leader.next.hand\n",
    )
    add = "  never drawn unevenly:\n    always: size(stock) mod 2 is 0\n"
    found = proofs(small(edit, add=add), mine=False)
    assert found["never drawn unevenly"].outcome is Outcome.UNKNOWN
    assert found["all cards"].outcome is Outcome.PROVED


def test_the_right_side_is_defined_under_the_left() -> None:
    add = (
        "  guarded:\n    always: size(leader.table) is 1 implies led is led\n"
        "  unguarded:\n    always: led is led\n"
    )
    found = proofs(small(add=add), mine=False)
    assert found["guarded"].outcome is Outcome.PROVED
    assert found["unguarded"].outcome is Outcome.UNKNOWN


def test_what_is_not_defined_excludes_nothing() -> None:
    """Weights of a zone whose owner is not defined must not make the state impossible."""
    edit = ("let: {winner: the s in seats where best in s.table}", "let: {winner: the s in seats}")
    found = proofs(small(edit), mine=False)
    assert found["no rule fails while it is played"].outcome is Outcome.UNKNOWN
    assert any("it is the only one" in name for name in found)


def test_a_move_that_is_missing() -> None:
    edit = ("    with: {card: me.hand}\n", "    with: {card: all c in me.hand where c.worth > 0}\n")
    found = proofs(small(edit), mine=False)
    assert found["the player to move always has a move"].outcome is Outcome.UNKNOWN


def test_a_deal_without_end() -> None:
    add = ("events:\n", "  wait:\n    do: turn := me.next\nevents:\n")
    found = proofs(small(add), mine=False)
    assert found["a deal ends"].outcome is Outcome.UNKNOWN
    assert any("wait" in note for note in found["a deal ends"].notes)


def test_events_in_a_ring() -> None:
    ring = (
        "  done:\n",
        "  back:\n    when: empty(table) and leader is left and turn is left\n"
        "    do: turn := right\n"
        "  forth:\n    when: empty(table) and leader is left and turn is right\n"
        "    do: turn := left\n  done:\n",
    )
    found = proofs(small(ring), mine=False)
    assert found["the events after a move settle"].outcome is Outcome.UNKNOWN


@pytest.mark.slow
def test_kept_proofs_count_only_while_all_they_rely_on_is_the_same(tmp_path: Path) -> None:
    def run(spec: Spec) -> dict[str, Outcome]:
        found = prove(spec, budget=PATIENT, jobs=1, cache=tmp_path, mine=False)
        return {v.name: v.outcome for v in found}

    first = run(small())
    assert run(small()) == first
    wrong = small(("winner.tricks += 1\n      else", "winner.tricks += 2\n      else"))
    assert run(wrong)["two a trick"] is Outcome.UNKNOWN
    assert run(small()) == first

    spec = small()
    shared = Shared.of(spec)
    kept = Proofs(spec, shared, tmp_path / "small.json")
    kept.add(invariants(spec, shared))
    moved = Proofs(small(("cardavia: 1\n", "# moved by a line\ncardavia: 1\n")), shared, None)
    assert kept.transition("move play") == moved.transition("move play")
    changed = Proofs(wrong, Shared.of(wrong), None)
    assert kept.transition("move play") == changed.transition("move play")
    assert kept.transition("event trick") != changed.transition("event trick")


@pytest.mark.slow
def test_two_workers_find_the_same() -> None:
    one = proofs(small(), mine=False)
    two = prove(small(), budget=PATIENT, jobs=2, cached=False, mine=False)
    assert {v.name: v.outcome for v in two} == {n: v.outcome for n, v in one.items()}


def test_an_interruption_tells_what_is_known() -> None:
    seen = 0

    def progress(_: str) -> None:
        nonlocal seen
        seen += 1
        if seen == 6:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        prove(small(), budget=PATIENT, progress=progress, jobs=1, cached=False, mine=False)
    assert caught.value.verdicts
    assert any("it was stopped" in note for v in caught.value.verdicts for note in v.notes)


def test_no_time_is_no_proof() -> None:
    none = Budget(seconds=0, goal=1)
    found = prove(small(), budget=none, jobs=1, cached=False, mine=False)
    assert all(v.outcome is Outcome.UNKNOWN for v in found if v.subject is Subject.PROPERTY)


@pytest.mark.slow
def test_what_is_kept_of_ends_is_of_the_rules_as_they_were(tmp_path: Path) -> None:
    """A deal that ended ends no more once a card stays in hand; what is kept does not say so."""
    wrong = small(("      move card from me.hand to me.table\n", ""))
    for spec, ends in ((small(), True), (wrong, False), (small(), True)):
        rows = prove(spec, budget=PATIENT, jobs=1, cache=tmp_path, mine=False)
        found = {row.name: row.outcome for row in rows}
        assert (found["a deal ends"] is Outcome.PROVED) is ends
