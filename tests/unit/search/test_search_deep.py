"""Deep in a deal: what few deals show is come near to, and found."""

# ruff: noqa: E501 - parts of the specs, in lines as they stand there

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.runs.course import Watch
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.search import Budget, Clean, Result, refuted, rows, search
from cardavia_spec.check.search.climb import Climber
from cardavia_spec.check.search.distance import Distance
from cardavia_spec.check.search.exact import exact_shared
from cardavia_spec.check.search.near import Nearing
from cardavia_spec.check.search.path import Walker
from cardavia_spec.check.search.plays import every_option, played
from cardavia_spec.check.search.retell import Impossible, line_of, order
from cardavia_spec.check.search.target import Target, targets
from cardavia_spec.check.verdict import Disagreement, Outcome, Subject, Verdict
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.front.load import load_text
from cardavia_spec.play.driver import Line
from tests.unit.prover.small import small

SPEC = Path(__file__).parents[3] / "spec"


def with_false(game: str, prop: str) -> Spec:
    path = SPEC / f"{game}.yaml"
    text = path.read_text(encoding="utf-8")
    head, mark, rest = text.partition("\nexamples:\n")
    return load_text(str(path), f"{head}\n  false:\n    {prop}\n{mark}{rest}")


def target_of(spec: Spec) -> Target:
    (target,) = targets(spec, ["false"])
    return target


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "prop", "least"),
    [
        ("aluette", "always: every s in seats has s.tricks < 9", 36),
        ("schnapsen", "at end: deal_winner.points is not 105", 7),
        ("schnapsen", "at end: some s in seats has s.points < 60", 20),
        (
            "schnapsen",
            "at end: not (closer is not none and deal_winner is not closer and closer.late_tricks is 5)",
            11,
        ),
    ],
)
def test_climbing_finds_what_few_deals_show(game: str, prop: str, least: int) -> None:
    spec = with_false(game, prop)
    target = target_of(spec)
    rules = rules_of(spec)
    climber = Climber(rules, target, every_option(spec), 1)
    found = next(a for a in climber.climb(perf_counter() + 300) if a.distance == 0)
    assert found.place >= least
    assert target.prop is not None
    assert "false" in played(Watch(rules, (target.prop,)), found.line)


def nearing(spec: Spec, seconds: float) -> Nearing:
    target = target_of(spec)

    def walker() -> Walker:
        return Walker(spec, exact_shared(spec), [target], end=perf_counter() + seconds)

    return Nearing(rules_of(spec), target, walker, lambda _: None, 1)


@pytest.mark.slow
def test_the_nearest_paths_lead_to_it() -> None:
    spec = with_false("schnapsen", "always: every s in seats has s.points < 87")
    near = nearing(spec, 300)
    near.width = 1
    model, how = next(near.beam(perf_counter() + 300))
    assert how == "search of the nearest paths"
    assert not isinstance(model, Line)
    rules = rules_of(spec)
    assert near.target.prop is not None
    assert "false" in played(Watch(rules, (near.target.prop,)), line_of(rules, model))


@pytest.mark.slow
def test_cards_are_found_along_a_path() -> None:
    """The path of a deal that shows nothing, with other cards."""
    spec = small(add="  false:\n    at end: left.points < 9\n")
    near = nearing(spec, 300)
    rules = rules_of(spec)
    end = perf_counter() + 300
    for attempt in near.climber.climb(end):
        if attempt.distance > 0:
            for model in near._along(attempt, end):
                line = line_of(rules, model)
                assert near.target.prop is not None
                assert "false" in played(Watch(rules, (near.target.prop,)), line)
                assert line.deals != attempt.line.deals
                return
    raise AssertionError("no path led to it")


# ------------------------------------------------------------------------------ distances


def far(text: str, state: Callable[[State], State] = lambda s: s) -> float:
    spec = small(add=f"  false:\n    always: {text}\n")
    rules = Interpreter(spec)
    begun = rules.deal(rules.new_match({}), lambda pool, n: frozenset(sorted(pool)[:n])).state
    prop = target_of(spec).prop
    assert prop is not None
    return Distance(rules, state(begun), None).of(prop.test, False, {"me": 0})


def test_a_distance_goes_down_to_nought() -> None:
    assert far("left.tricks < 4") == 4
    assert far("left.tricks < 3") == 3
    assert far("left.tricks <= 3") == 4
    assert far("left.tricks is not 2") == 2
    assert far("not (left.tricks is 2 and right.tricks is 1)") == pytest.approx(2 / 3 + 1 / 2)
    assert far("left.tricks < 4 and right.tricks < 2") == 2
    assert far("left.tricks < 4 or right.tricks < 2") == pytest.approx(4 / 5 + 1 / 2)
    assert far("every s in seats has s.tricks < 3") == 3
    assert far("some s in seats has s.tricks < 3") == pytest.approx(2 * 3 / 4)
    assert far("not empty(stock)") == 4
    assert far("size(stock) is 4 implies left.tricks is 1") == 0
    assert far("if left.tricks is 0 then right.tricks < 2 else true") == 2


# ------------------------------------------------------------------------------ decks, rows


def test_one_order_of_the_deck_gives_all_draws_or_none_does() -> None:
    pools = [(frozenset(range(6)), frozenset({4, 5})), (frozenset(range(4)), frozenset({2}))]
    assert order(6, pools) == (4, 5, 2, 0, 1, 3)
    with pytest.raises(Impossible) as error:
        order(3, [(frozenset({0, 1}), frozenset({0})), (frozenset({0, 1}), frozenset({1}))])
    assert error.value.order


def row(name: str, outcome: Outcome = Outcome.UNKNOWN) -> Verdict:
    return Verdict(subject=Subject.PROPERTY, name=name, outcome=outcome, how="not inductive")


@pytest.mark.slow
def test_rows_that_are_unknown_are_searched() -> None:
    spec = small(add="  false:\n    always: size(stock) >= 1\n")
    known = [row("false"), row("won stays won"), row("all cards", Outcome.PROVED)]
    told = refuted(spec, known, Budget(seconds=60, moves=5, near=False))
    assert [v.outcome for v in told] == [Outcome.REFUTED, Outcome.UNKNOWN, Outcome.PROVED]
    assert told[0].how == "bounded search: a deal of 4 moves"
    assert told[0].counterexample is not None
    assert told[1].notes == (
        "bounded search: no play of at most 5 moves from the first deal refutes it",
    )
    assert told[2] is known[2]


@pytest.mark.slow
def test_what_is_possible_is_shown() -> None:
    spec = small(
        add="""\
  at once:
    possible in play: "{4 of red, 4 of blue} inside left.hand"
  in the end:
    possible: left.tricks is 4
  never:
    possible: left.tricks is 3 and right.tricks is 3
"""
    )
    known = [replace(row(p.name), kind=p.kind.value) for p in spec.properties[-3:]]
    told = refuted(spec, known, Budget(seconds=240, near=False))
    assert [v.outcome for v in told] == [Outcome.WITNESSED, Outcome.WITNESSED, Outcome.UNKNOWN]
    assert [v.counterexample.moves for v in told if v.counterexample] == [0, 8]
    assert told[2].notes == (
        "bounded search: no first deal of a match shows it, however it is played",
    )


@pytest.mark.slow
def test_climbing_shows_what_is_possible() -> None:
    spec = small(add="  false:\n    possible: left.tricks is 4\n")
    climber = Climber(rules_of(spec), target_of(spec), every_option(spec), 3)
    found = next(a for a in climber.climb(perf_counter() + 300) if a.distance == 0)
    assert found.place == 8


def test_a_deal_against_what_was_proved_stops_everything() -> None:
    spec = small(add="  false:\n    always: not ({4 of red, 4 of blue} inside left.hand)\n")
    result = search(spec, ["false"], Budget(seconds=60, moves=0, near=False))
    assert set(result.found) == {"false"}
    with pytest.raises(Disagreement):
        rows._told((row("false", Outcome.PROVED),), result)


def test_ctrl_c_gives_what_is_known() -> None:
    spec = small(add="  false:\n    always: not ({4 of red, 4 of blue} inside left.hand)\n")
    seen: list[str] = []

    def stop(work: str) -> None:
        seen.append(work)
        if "of 3 moves" in work:
            raise KeyboardInterrupt

    with pytest.raises(rows.Interrupted) as stopped:
        refuted(spec, [row("false"), row("won stays won")], Budget(near=False), stop)
    told = stopped.value.verdicts
    assert [v.outcome for v in told] == [Outcome.REFUTED, Outcome.UNKNOWN]
    assert "at most 2 moves" in told[1].notes[-1]
    assert seen[0] == "0 of 2 paths of 1 moves"


def test_without_time_rows_stay_as_they_are() -> None:
    known = (row("all cards"),)
    assert refuted(small(), known, Budget(seconds=0)) == known
    told = rows._told(known, Result(clean={"all cards": Clean("all cards", 8, whole=True)}))
    assert told[0].outcome is Outcome.UNKNOWN
    assert "no first deal" in told[0].notes[-1]
