"""Properties checked by play: right rules pass, each wrong rule is refuted with a small deal."""

# ruff: noqa: E501 - parts of a spec, in lines as they stand there

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardavia_spec.check.obligations import ENDLESS, ENDLESS_MATCH, SOUND, STUCK
from cardavia_spec.check.runs.campaign import run_properties, tries_sets
from cardavia_spec.check.runs.course import LONGEST_DEAL
from cardavia_spec.check.runs.plan import Plan, Stage, choices_of_options, lots
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Outcome, Subject, Verdict
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import Verdict as Replayed
from cardavia_spec.play.replay import replay_lines
from tests.unit.check.tiny import tiny

PLAN = Plan(seed=3, deals=60, examples=10, through=True)
Edit = tuple[str, str]


def verdicts(spec: Spec, plan: Plan = PLAN, jobs: int = 1) -> dict[str, Verdict]:
    with Workers(jobs) as workers:
        return {v.name: v for v in run_properties(spec, plan, workers)}


def replays(spec: Spec, verdict: Verdict) -> bool:
    assert verdict.counterexample is not None
    game = Game(spec)
    report = replay_lines("trace", verdict.counterexample.trace, lambda _: game)
    return report.verdict is Replayed.AGREES


def test_right_rules_pass_everything() -> None:
    found = verdicts(tiny())
    assert [v.name for v in found.values() if not v.passes] == []
    assert found["eight cards"].outcome is Outcome.EXHAUSTIVE
    assert found["two cards a trick"].outcome is Outcome.TESTED
    assert found["all four can be won"].outcome is Outcome.WITNESSED
    assert found["a match of two deals"].outcome is Outcome.WITNESSED
    assert {STUCK, ENDLESS, ENDLESS_MATCH, SOUND} <= found.keys()


def test_what_was_played_is_told() -> None:
    verdict = verdicts(tiny())["two cards a trick"]
    assert verdict.how == f"{verdict.deals} deals, seed 3; 10 examples"
    assert (verdict.seed, verdict.examples) == (3, 10)
    assert verdict.deals >= 60


WRONG: list[tuple[str, list[Edit]]] = [
    ("every card lies somewhere", [("size(hand) + size(table)", "size(table)")]),
    ("two cards a trick", [("move table to winner.won", "move left.table to winner.won\n"
                            "      move right.table to winner.next.won")]),
    ("four tricks", [("winner.tricks += 1", "if winner is left: winner.tricks += 1")]),
    ("won cards stay won", [("move table to winner.won",
                             "move winner.next.won to winner.won\n      move table to winner.won")]),
    ("holding the suit you follow it", [("follow suit: {cards: all c in me.hand where c.suit is led, cite: T3}",
                                         "follow suit: {when: left.tricks < 2, cards: all c in me.hand"
                                         " where c.suit is led, cite: T3}")]),
    ("the deal goes round", [("dealer := dealer.next", "dealer := deal_winner")]),
    ("one winner", [("deal_winner.score += deal_points",
                     "for s in seats: s.score += deal_points")]),
    ("eight cards", [("{theorem: size(deck) is 8", "{theorem: size(deck) is 9")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "edits"), WRONG, ids=[name for name, _ in WRONG])
def test_each_wrong_rule_is_refuted_and_told(name: str, edits: list[Edit]) -> None:
    spec = tiny(*edits)
    verdict = verdicts(spec)[name]
    assert verdict.outcome is Outcome.REFUTED
    example = verdict.counterexample
    assert example is not None
    assert any(name in line for line in example.telling)
    if name != "eight cards":
        assert replays(spec, verdict)
        assert any("hand of left" in line for line in example.telling)


WISHES = ["all four can be won", "two can be level", "a match of two deals"]


@pytest.mark.parametrize("name", WISHES)
def test_a_wish_that_never_comes_true_is_unknown(name: str) -> None:
    impossible: dict[str, Edit] = {
        "all four can be won": ("{possible: deal_winner.tricks is 4}",
                                "{possible: deal_winner.tricks is 1}"),
        "two can be level": ("left.tricks is 1 and right.tricks is 1",
                             "left.tricks is 3 and right.tricks is 2"),
        "a match of two deals": ("left.score >= 3 and right.score is 0",
                                 "left.score >= 3 and right.score >= 3"),
    }  # fmt: skip
    verdict = verdicts(tiny(impossible[name]))[name]
    assert verdict.outcome is Outcome.UNKNOWN
    assert "witness" in verdict.notes[0]


def test_a_rule_that_fails_is_an_obligation_refuted() -> None:
    spec = tiny(("winner.tricks += 1", "winner.tricks += 2"))
    broken = [v for v in verdicts(spec).values() if v.outcome is Outcome.REFUTED]
    owed = [v for v in broken if v.subject is Subject.OBLIGATION]
    assert len(owed) == 1
    assert owed[0].name.startswith("trick: ")
    assert replays(spec, owed[0])
    assert owed[0].counterexample is not None
    told = "\n".join(owed[0].counterexample.telling)
    assert "it fails: event 'trick'" in told
    assert "the state:" not in told  # it has been told step by step


def test_rules_that_fail_before_anybody_has_moved() -> None:
    for edit, words in [
        (("draw 4 from stock", "draw 5 from stock"), "it fails: the deal: 5 cards"),
        (("  trick:\n", "  never ends:\n    when: at_lead\n    do: turn := turn.next\n  trick:\n"),
         "it fails: event 'never ends'"),
        (("    with: {card: playable}", "    with: {card: playable, more: any 5 from me.hand}"),
         "5 are to be chosen from 4"),
    ]:  # fmt: skip
        found = [v for v in verdicts(tiny(edit)).values() if v.subject is Subject.OBLIGATION]
        (broken,) = (v for v in found if v.outcome is Outcome.REFUTED)
        assert broken.counterexample is not None
        told = "\n".join(broken.counterexample.telling)
        assert words in told
        assert ": reds-1" in told or "the whole pack" in told  # what lay where


def test_sets_that_are_tried_one_by_one() -> None:
    played = "    with: {card: playable}\n"
    assert not tries_sets(tiny())
    assert not tries_sets(tiny((played, played + "    when: {any: size(playable) > 0}\n")))
    sets = "    with: {card: playable, more: any 1..2 from me.hand}\n"
    assert not tries_sets(tiny((played, sets)))
    assert tries_sets(tiny((played, sets + "    when: {not it: card not in more}\n")))


def test_a_player_without_a_move_is_found() -> None:
    spec = tiny(("      any card:    {cards: me.hand}\n", ""))
    verdict = verdicts(spec)[STUCK]
    assert verdict.outcome is Outcome.REFUTED
    assert replays(spec, verdict)
    assert verdict.counterexample is not None
    assert verdict.counterexample.moves == 1  # the first answer, with no card of the suit
    told = "\n".join(verdict.counterexample.telling)
    assert "has no legal move" in told
    assert "'play' finds no values that it may have" in told


@pytest.mark.slow
def test_a_deal_without_end_is_found() -> None:
    spec = tiny(("moves:\n", "moves:\n  wait: {do: turn := me.next}\n"))
    verdict = verdicts(spec, Plan(3, 3, 3, through=True))[ENDLESS]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert verdict.counterexample.moves == LONGEST_DEAL


def test_a_property_that_cannot_be_read_is_refuted_with_the_reason() -> None:
    spec = tiny(("{at end: left.tricks + right.tricks is 4}", "{at end: led is reds}"))
    verdict = verdicts(spec)["four tricks"]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert "cannot be read" in "\n".join(verdict.counterexample.telling)


def test_a_condition_that_never_holds_is_told() -> None:
    spec = tiny(("{at end: left.tricks + right.tricks is 4}",
                 "{at end: left.tricks + right.tricks is 3 implies left.tricks is 0}"))  # fmt: skip
    verdict = verdicts(spec)["four tricks"]
    assert verdict.outcome is Outcome.TESTED
    assert verdict.notes == ("its condition never held",)
    assert verdicts(tiny())["holding the suit you follow it"].notes == ()


def test_without_any_play_nothing_is_tested() -> None:
    verdict = verdicts(tiny(), Plan(1, 0, 0))["two cards a trick"]
    assert verdict.outcome is Outcome.UNKNOWN


def test_a_theorem_is_refuted_by_its_values() -> None:
    theorem = "eight cards: {theorem: size(deck) is 8"
    spec = tiny((theorem, f"low: {{theorem: every c in deck has c.power < 4}}\n  {theorem}"))
    example = verdicts(spec, Plan(1, 0, 0))["low"].counterexample
    assert example is not None
    assert "for c = reds-4:" in "\n".join(example.telling)


# ------------------------------------------------------------------------------ smallness


def test_counterexamples_are_small() -> None:
    spec = tiny(("winner.tricks += 1", "if winner.tricks < 2: winner.tricks += 1"))
    verdict = verdicts(spec)["two cards a trick"]
    example = verdict.counterexample
    assert example is not None
    assert example.moves == 6  # three tricks, the fewest there can be
    lines = [json.loads(line) for line in example.trace]
    assert [line["type"] for line in lines] == ["match", "deal", *["move"] * 6]
    assert lines[0]["options"] == {"first_dealer": "right", "prize": 1}
    told = "\n".join(example.telling)
    assert "size(s.won) is 6" in told
    assert "2 * s.tricks is 4" in told


def test_a_property_of_the_deal_needs_no_match() -> None:
    spec = tiny(("winner.tricks += 1", "if left.score is 0: winner.tricks += 1"))
    example = verdicts(spec)["four tricks"].counterexample
    assert example is not None
    deals = [line for line in example.trace if '"deal"' in line and '"deck"' in line]
    assert len(deals) == 2  # the first deal scores, the second goes wrong


# ---------------------------------------------------------------------------------- plans


def test_options_are_tried_alone_and_in_pairs() -> None:
    rules = rules_of(tiny())
    left, right = 0, 1
    assert choices_of_options(rules) == (
        {},
        {"first_dealer": left},
        {"prize": 2},
        {"first_dealer": left, "prize": 2},
    )
    assert right == rules.new_match({}).cells[0]


def test_lots_have_seeds_of_their_own() -> None:
    rules = rules_of(tiny())
    stages = [lots(rules, PLAN, stage) for stage in Stage]
    seeds = [lot.seed for stage in stages for lot in stage]
    assert len(set(seeds)) == len(seeds)
    assert [sum(lot.deals for lot in stage) for stage in stages] == [16, 50, 60]
    assert [stage[0].biased for stage in stages] == [False, False, True]


def test_the_first_deals_suffice_when_they_refute_something() -> None:
    spec = tiny(("winner.tricks += 1", "if winner is left: winner.tricks += 1"))
    soon, through = verdicts(spec, Plan(3, 600, 5)), verdicts(spec, Plan(3, 90, 5, through=True))
    assert soon["four tricks"].outcome is through["four tricks"].outcome is Outcome.REFUTED
    assert soon["four tricks"].deals < 150
    assert through["four tricks"].deals >= 90


@pytest.mark.slow
def test_the_same_seed_says_the_same_however_many_processes() -> None:
    spec = tiny(("move table to winner.won", "move table to left.won"))

    def bare(jobs: int) -> list[object]:
        return [
            (v.name, v.outcome, v.how, v.counterexample) for v in verdicts(spec, jobs=jobs).values()
        ]

    assert bare(1) == bare(1)
    assert bare(1) == bare(2)


def test_an_option_value_under_which_a_rule_is_wrong_is_found() -> None:
    spec = tiny(("winner.tricks += 1", "if prize is 1 or winner is left: winner.tricks += 1"))
    verdict = verdicts(spec)["four tricks"]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert "prize 2" in verdict.counterexample.telling[0]


def test_nothing_is_written_beside_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    verdicts(tiny())
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_cannot_begin_is_told_and_not_raised() -> None:
    spec = tiny(
        (
            "  score:  {each: seats",
            "  heir:   {in: seats, start: the s in seats where s is not s}\n    score:  {each: seats",
        )
    )
    found = verdicts(spec)
    (broken,) = [v for v in found.values() if v.outcome is Outcome.REFUTED]
    assert broken.subject is Subject.OBLIGATION
    assert broken.counterexample is not None
    assert broken.counterexample.moves == 0


def test_a_match_without_end_is_no_pass() -> None:
    spec = tiny(("over: some s in seats has s.score >= 3", "over: some s in seats has s.score > 8"))
    assert verdicts(spec)[ENDLESS_MATCH].outcome is not Outcome.TESTED
