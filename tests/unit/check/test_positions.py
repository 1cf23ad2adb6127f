"""Examples of a spec: positions laid by hand, right, wrong and left open."""

from __future__ import annotations

from cardavia_spec.check.runs.positions import try_examples_of
from cardavia_spec.check.verdict import Outcome, Verdict
from cardavia_spec.front.load import load_text
from tests.unit.check.tiny import TEXT

GIVEN = """
examples:
  the higher card takes the trick:
    cite: T3
    given: {left.table: 2 of reds, right.table: 4 of reds, leader: left}
    holds: best in right.table
  the lower card takes the trick:
    cite: T3
    given: {left.table: 2 of reds, right.table: 4 of reds, leader: left}
    holds: best in left.table
"""


def examples(text: str) -> dict[str, Verdict]:
    return {v.name: v for v in try_examples_of(load_text("tiny.yaml", TEXT + text))}


def test_an_example_holds_in_its_position() -> None:
    found = examples(GIVEN)
    assert found["the higher card takes the trick"].outcome is Outcome.EXHAUSTIVE


def test_an_example_that_fails_is_refuted_with_its_position() -> None:
    wrong = examples(GIVEN)["the lower card takes the trick"]
    assert wrong.outcome is Outcome.REFUTED
    assert wrong.counterexample is not None
    told = "\n".join(wrong.counterexample.telling)
    assert "best is reds-4" in told
    assert "table of left: reds-2" in told


def test_a_variable_whose_start_cannot_be_found_has_to_be_given() -> None:
    state = "state:\n  leader: {in: seats, start: dealer.next}"
    start = "state:\n  leader: {in: seats, start: the s in seats where 1 of reds in s.hand}"
    assert TEXT.count(state) == 1
    text = TEXT.replace(state, start)
    without = GIVEN.replace(", leader: left", "")
    (first, _) = try_examples_of(load_text("tiny.yaml", text + without))
    assert first.outcome is Outcome.REFUTED
    assert first.counterexample is not None
    assert "its test reads leader" in first.counterexample.telling[0]
    (given, _) = try_examples_of(load_text("tiny.yaml", text + GIVEN))
    assert given.outcome is Outcome.EXHAUSTIVE
