"""Generated engines play for the checks, and the reference has the last word."""

# ruff: noqa: E501 - parts of a spec, in lines as they stand there

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.back.c.engine import Counts
from cardavia_spec.back.c.engine import Engine as CEngine
from cardavia_spec.check.obligations import ENDLESS, STUCK
from cardavia_spec.check.runs import generated
from cardavia_spec.check.runs.asking import Asked, Role
from cardavia_spec.check.runs.campaign import run_properties
from cardavia_spec.check.runs.course import Tally, Watch
from cardavia_spec.check.runs.crew import Table, Threads
from cardavia_spec.check.runs.parts import Part, Piece, rounds
from cardavia_spec.check.runs.plan import Lot, Plan, choices_of_options
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Disagreement, Outcome, Verdict
from cardavia_spec.cli.main import main
from cardavia_spec.core.plan.program import Unsupported
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec, load_text
from cardavia_spec.play.driver import Biased, FromBytes, Source, Uniform, deck_of
from cardavia_spec.play.game import Game
from cardavia_spec.play.lots import LOT
from cardavia_spec.play.replay import Verdict as Replayed
from cardavia_spec.play.replay import replay_lines
from tests.needs import needs
from tests.unit.check.mutants import EDITS, SPECS
from tests.unit.check.tiny import edited, tiny

FEW = Plan(seed=3, deals=60, examples=0)
MANY = Plan(seed=5, examples=0)
NAMES = list(SPECS)
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))

# One deal in 20,160: each seat has all cards of a suit and plays them from the lowest to the highest.
RARE = (
    ("  tricks: {each: seats, in: 0..4, start: 0}\n",
     "  tricks: {each: seats, in: 0..4, start: 0}\n"
     "  apart:  {in: bool, start: some s in suits has ranks of s inside left.hand}\n"
     "  rising: {in: 0..8, start: 0}\n"),
    ("    do: |\n      move card from me.hand to me.table\n",
     "    do: |\n      if card is (the c in (lowest c in me.hand by (c.power, c.suit))): rising += 1\n"
     "      move card from me.hand to me.table\n"),
    ("  four tricks:", "  never in order: {at end: not (apart and rising is 8)}\n  four tricks:"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def table(spec: Spec) -> Table:
    rules, asked = rules_of(spec), Asked(spec)
    choices = tuple(tuple(c.items()) for c in choices_of_options(rules))
    return Table(asked, Swift(asked, rules), choices)


def verdicts(
    spec: Spec, plan: Plan, notes: list[str] | None = None, jobs: int = 2
) -> dict[str, Verdict]:
    told = [] if notes is None else notes
    with Workers(jobs) as workers:
        return {v.name: v for v in run_properties(spec, plan, workers, note=told.append)}


# ------------------------------------------------------------------- they say the same


@needs("cc")
@pytest.mark.parametrize("name", ["tiny", "schnapsen"])
def test_a_piece_says_the_same_by_either_engine(name: str) -> None:
    at = table(tiny() if name == "tiny" else load_spec(SPECS[name]))
    last = len(at.choices) - 1
    pieces = [Piece(0, 7, 0, 2, 20), Piece(last, 8, 3, 1, 15)]
    python = [at.play(piece) for piece in pieces]
    at.compile()
    assert [at.play(piece) for piece in pieces] == python
    assert python[0].deals == 40
    assert python[0].matches > 0
    assert any(python[0].counts)
    assert at.play(pieces[0]) != at.play(pieces[1])


@needs("cc")
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_piece_says_the_same_of_every_game_and_option(name: str) -> None:
    at = table(load_spec(SPECS[name]))
    pieces = [Piece(i, 70 + i, i, 1, 8 * MORE) for i in range(len(at.choices))]
    python = [at.play(piece) for piece in pieces]
    at.compile()
    assert [at.play(piece) for piece in pieces] == python


WRONG = [
    ("aluette", "the first trick is overwritten"),
    ("ganjifa", "discards are one too few"),
    ("schnapsen", "a pending bonus is scored at once"),
    ("schnapsen", "nothing may be played without suit or trump"),
]


@needs("cc")
@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), WRONG)
def test_a_piece_says_the_same_of_wrong_rules(game: str, name: str) -> None:
    mutant = next(m for m in EDITS if (m.game, m.name) == (game, name))
    at = table(load_text(f"{game}.yaml", mutant.text()))
    piece = Piece(0, 9, 0, 2, 40)
    python = at.play(piece)
    at.compile()
    assert at.play(piece) == python
    wrong = [
        number
        for number, _, _ in python.found()
        if number >= at.asked.first_fault or at.asked.questions[number].role is Role.REFUTES
    ]
    assert wrong


def sources(size: int, weights: Mapping[str, int]) -> list[Source]:
    order = bytes((37 * i + 11) % 256 for i in range(size - 1))
    choices = bytes((91 * i + 5) % 256 for i in range(160))
    return [
        Uniform(4, size, 5),
        Biased(5, size, 8, weights),
        FromBytes(deck_of(order, size), choices, 3),
        FromBytes(deck_of(order, size), b"", 1),
    ]


def summary(tally: Tally) -> object:
    found = {key: (f.size, f.line) for key, f in tally.findings.items()}
    return tally.deals, tally.moves, tally.matches, tally.wished, tally.met, found


@pytest.mark.parametrize("name", ["tiny", "schnapsen", "hearts"])
def test_a_line_says_the_same_by_the_reference_and_the_generated_python(name: str) -> None:
    spec = tiny() if name == "tiny" else load_spec(SPECS[name])
    rules = rules_of(spec)
    size = len(spec.cards.members)
    told = []
    for watch in (Watch(rules, spec.properties), table(spec).swift.watch()):
        tally = Tally()
        for source in sources(size, spec.weights):
            watch.course(tally, {}).run(source)
        told.append(summary(tally))
    assert told[0] == told[1]


# ---------------------------------------------------------------------- what is rare


@needs("cc")
def test_one_deal_in_twenty_thousand_is_found_and_told() -> None:
    spec = tiny(*RARE)
    assert verdicts(spec, FEW)["never in order"].outcome is Outcome.TESTED  # the control
    found = verdicts(spec, MANY)
    verdict = found["never in order"]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.deals > 1_000
    assert [v.name for v in found.values() if v.outcome is Outcome.REFUTED] == ["never in order"]
    example = verdict.counterexample
    assert example is not None
    assert example.moves == 8
    told = "\n".join(example.telling)
    assert "hand of left: reds-1 reds-2 reds-3 reds-4" in told
    assert "here 'never in order' does not hold" in told
    game = Game(spec)
    assert replay_lines("trace", example.trace, lambda _: game).verdict is Replayed.AGREES


@needs("cc")
def test_a_rule_that_seldom_fails_is_found_and_told() -> None:
    fails = ("      winner.tricks += 1\n",
             "      winner.tricks += 1\n      if apart and rising is 8: left.tricks += 4\n")  # fmt: skip
    spec = tiny(*RARE[:2], fails)
    assert all(v.outcome is not Outcome.REFUTED for v in verdicts(spec, FEW).values())
    found = [v for v in verdicts(spec, MANY).values() if v.outcome is Outcome.REFUTED]
    owed = [v for v in found if v.name.startswith("trick: ")]
    assert len(owed) == 1
    assert owed[0].counterexample is not None
    assert owed[0].counterexample.moves == 8
    assert "it fails: event 'trick'" in "\n".join(owed[0].counterexample.telling)


@needs("cc")
def test_the_number_of_deals_is_told() -> None:
    found = verdicts(tiny(), Plan(seed=5, deals=5_000, examples=10, through=True))
    verdict = found["two cards a trick"]
    assert verdict.outcome is Outcome.TESTED
    assert verdict.deals >= 5_000
    assert verdict.how == f"{verdict.deals:,} deals, seed 5; 10 examples"
    for wish in ("all four can be won", "two can be level", "a match of two deals"):
        head, _, kind = found[wish].how.removesuffix(", seed 5").rpartition(" of ")
        seen, of = int(head.split()[-1].replace(",", "")), int(kind.split()[0].replace(",", ""))
        assert 0 < seen < of == verdict.deals


def test_a_wish_is_counted_among_the_deals_that_show_it() -> None:
    # Uniform play does not show it here: then the other deals are told, counted by themselves.
    rare = "{possible: apart and rising is 8}"
    spec = tiny(*RARE[:2], ("{possible: deal_winner.tricks is 4}", rare))
    for examples, told in ((0, "of 900 deals with rare moves"), (40, "of 62 deals of examples")):
        found = verdicts(spec, Plan(seed=8, deals=900, examples=examples))
        kind = found["all four can be won"]
        assert kind.outcome is Outcome.WITNESSED
        assert kind.how.endswith(f" {told}, seed 8")
        assert 0 < int(kind.how.split()[1]) < 40
        assert found["two can be level"].how.endswith(" of 900 deals, seed 8")


def test_a_condition_that_seldom_holds_is_told() -> None:
    condition = (*RARE[:2], ("  four tricks:", "  in order: {at end: apart and rising is 8 implies true}\n  four tricks:"))  # fmt: skip
    (note,) = verdicts(tiny(*condition), MANY)["in order"].notes
    assert note.startswith("its condition held in ")
    assert verdicts(tiny(), MANY)["holding the suit you follow it"].notes == ()


def test_nothing_is_played_where_a_theorem_is_refuted() -> None:
    spec = tiny(("{theorem: size(deck) is 8", "{theorem: size(deck) is 9"))
    found = verdicts(spec, MANY)
    assert found["eight cards"].outcome is Outcome.REFUTED
    assert found["two cards a trick"].deals < 1_000
    assert verdicts(spec, Plan(5, 300, 5, through=True))["two cards a trick"].deals >= 300


# ------------------------------------------------------------------------- who plays


def test_rounds_are_all_deals_and_none_twice() -> None:
    rest = [Lot((), 5, 40_350, False), Lot((("prize", 1),), 6, 2_000, False), Lot((), 7, 30, False)]
    pieces = [piece for one in rounds(rest) for piece in one]
    for i, lot in enumerate(rest):
        mine = [piece for piece in pieces if piece.choice == i]
        assert sum(piece.lots * piece.size for piece in mine) == lot.deals
        numbers = [n for p in mine for n in range(p.first, p.first + p.lots)]
        assert numbers == list(range(len(numbers)))
        assert {piece.seed for piece in mine} == {lot.seed}
    assert len(rounds(rest)[0]) == 3
    assert sum(p.lots for p in rounds(rest)[0]) < len(pieces)


@needs("cc")
def test_the_answer_does_not_depend_on_how_many_play() -> None:
    at = table(tiny(*RARE))
    at.compile()
    pieces = [Piece(0, 1, first, 2, 500) for first in range(0, 20, 2)]
    one = Threads(1).play(at, pieces)
    assert Threads(3).play(at, list(reversed(pieces))) == one
    assert one == Threads(2).play(at, [Piece(0, 1, 0, 20, 500)])
    assert one.deals == 10_000
    assert one != Threads(1).play(at, pieces[1:])
    stopped = Threads(1)
    stopped.stop()
    assert stopped.play(at, pieces) == Part.empty(at.asked.size)


def test_without_a_compiler_the_generated_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc")
    notes: list[str] = []
    verdict = verdicts(tiny(), MANY, notes)["two cards a trick"]
    assert notes == ["tiny: CC names '/nowhere/cc', which is not there; the generated Python plays"]
    assert verdict.outcome is Outcome.TESTED
    assert verdict.deals < 10_000


BIG_RULE = ("    with: {card: playable}\n",
            "    with: {card: playable}\n    when: {big: size(all n in 0..99 where n >= me.tricks) > 9}\n")  # fmt: skip
BIG_PROPERTY = ("{always: every s in seats has size(s.won) is 2 * s.tricks}",
                "{always: size(all n in 0..99 where n >= left.tricks) is 100 - left.tricks}")  # fmt: skip


def test_a_spec_that_masks_cannot_hold_is_played_by_the_reference() -> None:
    notes: list[str] = []
    found = verdicts(tiny(BIG_RULE), FEW, notes, jobs=1)
    assert notes == [
        "tiny: the game cannot be generated: a set of numbers from 0 to 99; the reference plays"
    ]
    assert found["two cards a trick"].deals >= 60
    wrong = verdicts(
        tiny(
            BIG_RULE, ("deal_winner.score += deal_points", "left.score += 1\n    right.score += 1")
        ),
        FEW,
    )
    assert wrong["one winner"].outcome is Outcome.REFUTED


def test_a_property_that_masks_cannot_hold_is_read_by_the_reference() -> None:
    notes: list[str] = []
    plan = Plan(seed=5, deals=90, examples=5, through=True)
    found = verdicts(tiny(BIG_PROPERTY), plan, notes, jobs=1)
    assert len(notes) == 1
    assert "cannot ask 'two cards a trick'; the reference reads it" in notes[0]
    assert found["two cards a trick"].outcome is Outcome.TESTED
    wrong = (BIG_PROPERTY[0], BIG_PROPERTY[1].replace("is 100", "is 99"))
    assert verdicts(tiny(wrong), plan, jobs=1)["two cards a trick"].outcome is Outcome.REFUTED


@pytest.mark.parametrize("engine", ["reference", "python", "c"])
def test_every_engine_finds_a_wrong_rule(engine: str) -> None:
    spec = tiny(("winner.tricks += 1", "if winner.tricks < 2: winner.tricks += 1"))
    plan = Plan(3, 60, 5, engine=engine)
    verdict = verdicts(spec, plan, jobs=1)["two cards a trick"]
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert verdict.counterexample.moves == 6
    assert verdicts(tiny(), plan, jobs=1)["two cards a trick"].outcome is Outcome.TESTED


def test_a_player_without_a_move_and_a_deal_without_end() -> None:
    stuck = tiny(("      any card:    {cards: me.hand}\n", ""))
    at = table(stuck)
    keys = {at.asked.key(number) for number, _, _ in at.play(Piece(0, 1, 0, 1, 30)).found()}
    assert STUCK in keys
    endless = table(tiny(("moves:\n", "moves:\n  wait: {do: turn := me.next}\n")))
    endless.choices = ((),)
    part = endless.play(Piece(0, 1, 0, 1, 3))
    found = {endless.asked.key(number): place for number, _, place in part.found()}
    assert (ENDLESS in found) is (part.moves > 2_000)


@needs("cc")
def test_more_moves_than_the_compiled_engine_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table(tiny())
    part = at.play(Piece(0, 3, 0, 1, 5))
    at.compile()
    true = CEngine.search

    def search(self: CEngine, *given: Any) -> tuple[Counts, list[tuple[int, ...]]]:  # noqa: ANN401
        counts, marks = true(self, *given)
        return counts, [*[(0,) * 6 for _ in marks[1:]], (1, 0, 1, 0, 0, 0)]

    monkeypatch.setattr(CEngine, "search", search)
    assert at.play(Piece(0, 3, 0, 1, 5)) == part


@needs("cc")
def test_who_gives_up_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(generated, "try_examples", stop)
    crew = Threads(2)
    with Workers(2) as workers, pytest.raises(KeyboardInterrupt):
        run_properties(tiny(), Plan(5, 1_000_000), workers, crew=crew)
    assert crew.stopped
    assert threading.active_count() == 1


# -------------------------------------------------------------------- an engine that lies


def number_of(spec: Spec, key: str, role: Role) -> int:
    asked = Asked(spec)
    return next(i for i, q in enumerate(asked.questions) if (q.key, q.role) == (key, role))


def lying(monkeypatch: pytest.MonkeyPatch, number: int, *, rest: bool, hides: bool = False) -> None:
    """Make the compiled engine note what is not so, or hide what is, in some lots."""
    true = CEngine.search

    def search(
        self: CEngine,
        seed: int,
        first: int,
        lots: int,
        size: int,
        *further: Any,  # noqa: ANN401
    ) -> tuple[Counts, list[tuple[int, ...]]]:
        counts, marks = true(self, seed, first, lots, size, *further)
        if (size == LOT) is rest:
            marks[number] = (0, 0, 0, 0, 0, 0) if hides else (1, 2, 1, first, 0, seed)
        return counts, marks

    monkeypatch.setattr(CEngine, "search", search)


@needs("cc")
def test_a_compiled_engine_that_lies_about_the_first_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tiny()
    lying(monkeypatch, number_of(spec, "two cards a trick", Role.REFUTES), rest=False)
    with pytest.raises(Disagreement, match="disagree about 'two cards a trick' in the first"):
        verdicts(spec, MANY)


@needs("cc")
def test_a_compiled_engine_that_hides_something(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tiny()
    lying(monkeypatch, number_of(spec, "two can be level", Role.SHOWS), rest=False, hides=True)
    with pytest.raises(Disagreement, match="disagree about 'two can be level' in the first"):
        verdicts(spec, MANY)


@needs("cc")
def test_a_compiled_engine_that_lies_later(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tiny()
    lying(monkeypatch, number_of(spec, "two cards a trick", Role.REFUTES), rest=True)
    with pytest.raises(Disagreement, match="notes 'two cards a trick' after 2 moves of deal 1"):
        verdicts(spec, MANY, jobs=1)


def with_answer(monkeypatch: pytest.MonkeyPatch, number: int, answer: bool) -> None:
    true = Swift.__init__

    def init(self: Swift, *given: Any) -> None:  # noqa: ANN401
        true(self, *given)
        self.names[f"asks_{number}"] = lambda s, b: answer

    monkeypatch.setattr(Swift, "__init__", init)


def test_a_generated_engine_that_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tiny()
    with_answer(monkeypatch, number_of(spec, "two cards a trick", Role.REFUTES), answer=True)
    with pytest.raises(Disagreement, match="notes 'two cards a trick' after 0 moves"):
        verdicts(spec, FEW)


def test_a_generated_engine_that_hides_something(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = tiny(("winner.tricks += 1", "if winner.tricks < 2: winner.tricks += 1"))
    for key in ("two cards a trick", "four tricks"):
        with_answer(monkeypatch, number_of(spec, key, Role.REFUTES), answer=False)
    with pytest.raises(Disagreement, match=r"the reference makes .* of them, the generated Python"):
        verdicts(spec, FEW)


def test_it_is_told_as_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(edited())
    with_answer(monkeypatch, number_of(tiny(), "two cards a trick", Role.REFUTES), answer=True)
    assert main(["check", "tiny.yaml", "--deals", "40", "--jobs", "1", "--no-prove"]) == 3
    err = capsys.readouterr().err
    assert "error[CV990]: this is a fault of cardavia" in err
    assert "a generated engine notes 'two cards a trick'" in err
    assert "the reference finds nothing there" in err


def test_masks_that_do_not_hold_a_game() -> None:
    with pytest.raises(Unsupported, match="a set of numbers from 0 to 99"):
        Asked(tiny(BIG_RULE))
    assert Asked(tiny(BIG_PROPERTY)).skipped == {"two cards a trick"}
