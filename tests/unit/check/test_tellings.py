"""What a refutation says: the parts that fail, each in words that are true of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.report import print_report
from cardavia_spec.check.runs.blame import blame
from cardavia_spec.check.runs.campaign import run_properties
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


def refuted(name: str, moves: int) -> Verdict:
    lines = (*(f"{name} {n}" for n in range(20)), f"here '{name}' does not hold:", "  x is 3")
    example = Counterexample(("{}",), lines, moves)
    return Verdict(
        subject=Subject.PROPERTY, name=name, outcome=Outcome.REFUTED, counterexample=example
    )


def test_positions_that_were_laid_take_the_place_of_no_deal() -> None:
    rows = (*(refuted(f"laid{n}", 0) for n in range(5)), refuted("played", 12))
    out = io.StringIO()
    print_report(Report(Path("x"), "x", "X", rows), out, bright=False)
    assert "played 7" in out.getvalue()
    assert all(f"laid{n} 7" in out.getvalue() for n in range(5))


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
