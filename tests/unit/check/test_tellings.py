"""What a refutation says: the parts that fail, each in words that are true of it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.report import print_report
from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.campaign import CUT, STOPPED, PlayStopped, run_properties
from cardavia_spec.check.runs.plan import Plan
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Counterexample, Outcome, Subject, Verdict
from cardavia_spec.check.whole import Report
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import Verdict as Replayed
from cardavia_spec.play.replay import replay_lines
from tests.unit.check.tiny import tiny


def why(test: str) -> list[str]:
    """Return why a truth fails in the first state of a deal: left, on the lead, has four cards."""
    spec = tiny(("  eight cards:", f"  asked: {{always: {test}}}\n  eight cards:"))
    rules = Interpreter(spec)
    state = rules.deal_steps(rules.new_match({}), lambda zone, n: frozenset(sorted(zone)[:n]))[-1]
    prop = next(p for p in spec.properties if p.name == "asked")
    assert not rules.evaluate(prop.test, state.state)
    return list(blame(rules, prop.test, state.state))


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("leader is not left", ["leader is not left: fails", "  leader is left"]),
        (
            "leader is not right implies turn is right",
            [
                "this holds: leader is not right",
                "  leader is not right: holds",
                "    leader is left",
                "but this does not: turn is right",
                "  turn is right: fails",
                "    turn is left",
            ],
        ),
        (
            "no s in seats has s.tricks is 0",
            [
                "no s in seats has s.tricks is 0: fails",
                "  for s = left:",
                "    s.tricks is 0: holds",
                "      s.tricks is 0",
            ],
        ),
        (
            "not at_lead",
            [
                "this holds, and should not: at_lead",
                "  at_lead is true",
                "    table is empty",
            ],
        ),
    ],
)
def test_what_fails_is_said_in_true_words(test: str, told: list[str]) -> None:
    assert why(test) == told


def refuted(name: str, moves: int, trace: str = "{}") -> Verdict:
    lines = (*(f"{name} {n}" for n in range(20)), f"here '{name}' does not hold:", "  x is 3")
    example = Counterexample((trace,), lines, moves)
    return Verdict(
        subject=Subject.PROPERTY, name=name, outcome=Outcome.REFUTED, counterexample=example
    )


def test_positions_that_were_laid_take_the_place_of_no_deal() -> None:
    rows = (*(refuted(f"laid{n}", 0) for n in range(5)), refuted("played", 12))
    out = io.StringIO()
    print_report(Report(Path("x"), "x", "X", rows), out, bright=False)
    assert "played 7" in out.getvalue()
    assert all(f"laid{n} 7" in out.getvalue() for n in range(5))


def test_the_same_play_is_told_once() -> None:
    rows = (refuted("one", 12), refuted("two", 12), refuted("other", 14, '{"other": 1}'))
    out = io.StringIO()
    print_report(Report(Path("x"), "x", "X", rows), out, bright=False)
    told = out.getvalue()
    assert "one 7" in told
    assert "two 7" not in told
    assert "other 7" in told
    assert told.count("does not hold") == 3


def test_what_is_unknown_since_play_ended_early_is_told_in_one_line() -> None:
    rows = [replace(refuted(f"r{n}", 1), outcome=Outcome.UNKNOWN, notes=(CUT,)) for n in range(3)]
    out = io.StringIO()
    print_report(Report(Path("x"), "x", "X", tuple(rows)), out, bright=False)
    assert f"3 rows are unknown: {CUT}" in out.getvalue()
    assert "unknown: r1" not in out.getvalue()


def test_a_play_that_is_saved_is_seen_again_by_one_command(tmp_path: Path) -> None:
    row = refuted("one", 12)
    assert row.counterexample is not None
    saved = replace(row, counterexample=replace(row.counterexample, saved="deals/one.jsonl"))
    out = io.StringIO()
    print_report(Report(tmp_path / "a b.yaml", "x", "X", (saved,)), out, bright=False)
    assert f"cardavia replay deals/one.jsonl --spec '{tmp_path}/a b.yaml'" in out.getvalue()


def test_play_that_is_stopped_tells_what_is_known() -> None:
    theorem = ("  eight cards:", "  nine cards: {theorem: size(deck) is 8}\n  eight cards:")
    spec = tiny(theorem)

    def stop(text: str) -> None:
        if "deals" in text:
            raise KeyboardInterrupt

    with Workers(1) as workers, pytest.raises(PlayStopped) as caught:
        run_properties(spec, Plan(seed=5, deals=300), workers, stop)
    rows = {row.name: row for row in caught.value.verdicts}
    assert rows["nine cards"].outcome is Outcome.EXHAUSTIVE
    assert rows["two cards a trick"].outcome is Outcome.UNKNOWN
    assert rows["two cards a trick"].notes == (STOPPED,)
    assert set(rows) == {prop.name for prop in spec.properties}


def test_a_rule_that_fails_while_a_wish_is_read_is_told() -> None:
    """In one deal the wish comes true, in another a rule fails while it is read."""
    fails = (
        "deal_winner: if left.tricks > right.tricks then left else right",
        "deal_winner: if left.tricks is right.tricks then (the s in seats where s.tricks is 2)"
        " else if left.tricks > right.tricks then left else right",
    )
    wish = "{possible: deal_winner.tricks is 4}"
    level = "{possible: left.tricks is right.tricks and deal_winner in seats}"
    spec = tiny(
        fails, (wish, f"{wish}\n  any: {{possible: deal_winner in seats}}\n  level: {level}")
    )
    plan = Plan(seed=2, deals=300, examples=0, through=True)
    with Workers(1) as workers:
        rows = {v.name: v for v in run_properties(spec, plan, workers)}
    game = Game(spec)
    for name in ("any", "level"):
        found = next(row for key, row in rows.items() if key.startswith(f"{name}: "))
        assert found.outcome is Outcome.REFUTED
        assert found.counterexample is not None
        assert "'the' finds 2 members" in "\n".join(found.counterexample.telling)
        trace = found.counterexample.trace
        assert replay_lines("trace", trace, lambda _: game).verdict is Replayed.AGREES
