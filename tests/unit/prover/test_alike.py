"""Seats that are alike: where a rule names none, a state turned by a seat behaves the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Final

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Role, invariants, names
from cardavia_spec.check.prover import Budget, prove
from cardavia_spec.check.prover.alike import Alike
from cardavia_spec.check.prover.bench import Question, Worker
from cardavia_spec.check.prover.samples import states
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Layer, Spec, slot
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import Scalar, values
from cardavia_spec.front.load import load_spec, load_text
from cardavia_spec.play.chance import supply
from tests.unit.prover.small import small

ROOT: Final = Path(__file__).resolve().parents[3]
GAMES: Final = (
    *sorted((ROOT / "spec").glob("*.yaml")),
    *sorted((ROOT / "tests" / "games").glob("*.yaml")),
)
NAMING: Final = {
    "briscola": {"after deal"},
    "hearts": {"event the passed cards change hands"},
    "pinochle": {"event melds go back to the hand"},
}
"""The steps of these games in which the order of the seats could be seen."""


# ------------------------------------------------------------------------ turning the table


def turned(spec: Spec, alike: Alike, state: State) -> State:
    """Return a state with everything one turn further round the table."""
    zones, cells = list(state.zones), list(state.cells)
    for zone in spec.zones.values():
        if zone.each is not None:
            for member in values(zone.each):
                there = alike.moved(member, zone.each)
                assert isinstance(there, int)
                zones[zone.offset + there] = state.zones[zone.offset + member]
    for cell in spec.cells.values():
        for place in range(cell.size):
            there = place
            if cell.each:
                args = arguments(cell.each, place)
                moved = [alike.moved(a, t) for a, t in zip(args, cell.each, strict=True)]
                there = slot(cell.each, tuple(int(a) for a in moved if isinstance(a, int)))
            old = state.cells[cell.offset + place]
            cells[cell.offset + there] = alike.moved(old, cell.type)
    return replace(state, zones=tuple(zones), cells=tuple(cells))


def arguments(each: tuple[Scalar, ...], place: int) -> tuple[int, ...]:
    """Return the indices of a place in a family."""
    return list(product(*map(values, each)))[place]


def turned_move(spec: Spec, alike: Alike, move: Move) -> Move:
    """Return a move with the seats that it names turned."""
    rule = spec.moves[move.rule]
    pairs = zip(rule.choices, move.args, strict=True)
    return replace(move, args=tuple(alike.moved(value, choice.type) for choice, value in pairs))


def garbled(spec: Spec, state: State, rng: Random) -> State:
    """Return a state with some cards and values elsewhere: hardly a reachable one."""
    zones, cells = [set(cards) for cards in state.zones], list(state.cells)
    for _ in range(rng.below(6)):
        card = rng.below(len(spec.cards.members))
        for zone in zones:
            zone.discard(card)
        zones[rng.below(len(zones))].add(card)
    deal = spec.layer(Layer.DEAL)
    for _ in range(rng.below(4)):
        cell = deal[rng.below(len(deal))]
        cells[cell.offset + rng.below(cell.size)] = cell.domain[rng.below(len(cell.domain))]
    return replace(state, zones=tuple(map(frozenset, zones)), cells=tuple(cells))


def outcome(
    interpreter: Interpreter, state: State, move: Move | None
) -> list[tuple[str, State]] | None:
    """Return the steps of a move (of none: of the end of a deal); None if a rule fails."""
    try:
        if move is None:
            step = interpreter.after_deal(state)
            return [("after deal", step.state)]
        draws = supply(range(len(interpreter.spec.cards.members)))
        steps = interpreter.move_steps(state, move, draws)
    except RuleFault:
        return None
    return [(f"{step.kind.value} {step.name}", step.state) for step in steps]


def family(interpreter: Interpreter, state: State) -> frozenset[Move] | None:
    """Return the legal moves, no more than a few hundred; None if a rule fails."""
    try:
        return frozenset(islice(interpreter.moves(state), 400))
    except RuleFault:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_what_names_no_seat_does_the_same_for_every_seat(path: Path) -> None:
    """In states of play and in garbled ones: the same moves, outcomes, faults, truths, turned."""
    spec = load_spec(path)
    alike, interpreter, rng = Alike(spec), Interpreter(spec), Random(5)
    good = {name for name in names(spec) if alike.step(name)}
    assert set(names(spec)) - good == {"start", "deal", *NAMING.get(spec.name, ())}
    said = [item.test for item in invariants(spec, Shared.of(spec)) if alike.invariant(item)]
    compared = 0
    seen = [s for s, between in states(spec, interpreter, deals=12, seed=3) if not between]
    for state in seen[:: max(1, len(seen) // 25)]:
        for one in (state, garbled(spec, state, rng)):
            other = turned(spec, alike, one)
            for test in said:
                assert truth(interpreter, test, one) == truth(interpreter, test, other)
            if one.over:
                if "after deal" in good:
                    compared += same(interpreter, alike, good, one, None)
                continue
            moves = family(interpreter, one)
            there = family(interpreter, other)
            assert (moves is None) == (there is None)
            if moves and there:
                if len(moves) < 400:
                    assert {turned_move(spec, alike, move) for move in moves} == there
                move = sorted(moves, key=repr)[rng.below(len(moves))]
                compared += same(interpreter, alike, good, one, move)
    assert compared >= 15


def truth(interpreter: Interpreter, test: Expr, state: State) -> bool:
    """Whether a statement exists and holds."""
    try:
        return bool(interpreter.evaluate(test, state))
    except RuleFault:
        return False


def same(
    interpreter: Interpreter, alike: Alike, good: set[str], state: State, move: Move | None
) -> int:
    """Hold a step against the same step of the turned table; return how many were compared."""
    spec = interpreter.spec
    here = outcome(interpreter, state, move)
    other = None if move is None else turned_move(spec, alike, move)
    there = outcome(interpreter, turned(spec, alike, state), other)
    if here is None or there is None:
        assert here is there
        return 1
    for (rule, after), (rule_there, after_there) in zip(here, there, strict=True):
        if rule not in good:
            return 0
        assert rule == rule_there
        assert turned(spec, alike, after) == after_there, rule
    return 1


# ------------------------------------------------------------------------ what names a seat

NAMED: Final = {
    "a seat": (
        "      turn := me.next\n",
        "      if me is right: leader := leader\n      turn := me.next\n",
    ),
    "a comparison": (
        "when: empty(table) and empty(hand)",
        "when: empty(table) and empty(hand) and leader in {left}",
    ),
    "the first of all": ("let: {winner: the s in", "let: {winner: first s in"),
    "an order of rounds": (
        "      leader := winner\n      turn := winner\n",
        "      for s in seats:\n        leader := s\n      turn := winner\n",
    ),
    "leaving off before what fails": (
        "when: every s in seats has size(s.table) is 1",
        "when: every s in seats has size(s.table) is 1 and (the c in s.table).power > 0",
    ),
}


def test_what_names_a_seat_is_known() -> None:
    """By a literal, by picking the first, by going through them, by leaving off."""
    for what, edit in NAMED.items():
        spec = small(edit)
        alike = Alike(spec)
        kept = {name for name in names(spec) if alike.step(name)}
        assert kept != {n for n in names(small()) if Alike(small()).step(n)}, what


def test_partners_stay_together() -> None:
    """Where partners sit side by side the table is turned by two seats, or not at all."""
    whist = (ROOT / "tests" / "games" / "whist.yaml").read_text(encoding="utf-8")
    assert Alike(load_text("whist.yaml", whist)).turn == 1
    lines = [line for line in whist.splitlines() if line.startswith("  teams:")]
    assert len(lines) == 1
    beside = whist.replace(
        lines[0], "  teams: {south_north: [north, east], west_east: [south, west]}"
    )
    alike = Alike(load_text("whist.yaml", beside))
    assert (alike.turn, alike.teams) == (2, (1, 0))


ONE_SIDED: Final = (
    "      turn := me.next\n",
    "      if me is right and me.points < 9: me.points += 1\n      turn := me.next\n",
)
"""A rule that spoils the points of one seat when it plays, and of no other."""


def test_a_rule_for_one_seat_is_not_proved_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor would the wrong answer here pass unseen: with it, the false statement is proved."""
    wanted = "points are won"

    def verdict() -> Outcome:
        budget = Budget(seconds=600, goal=60, deals=10)
        found = prove(small(ONE_SIDED), budget=budget, jobs=1, cached=False, mine=False)
        return next(row.outcome for row in found if row.name == wanted)

    assert verdict() is not Outcome.PROVED
    monkeypatch.setattr(Alike, "step", lambda *_: True)
    assert verdict() is Outcome.PROVED


KEPT: Final = "      leader := winner\n      turn := winner\n"
ROUNDS: Final = {
    "each its own": ("for s in seats: s.points := s.points", "", True),
    "another's": ("for s in seats: s.points := s.next.points", "", False),
    "all of them, by a definition": (
        "for s in seats: s.points := most",
        "  most: if some s in seats has s.points > 3 then 3 else 0\n",
        False,
    ),
    "another's, under the name of the round": (
        "for s in seats: s.points := s.beside",
        "  beside: {with: {x: seats}, is: x.next.the_other}\n"
        "  the_other: {with: {s: seats}, is: s.points}\n",
        False,
    ),
}
"""What the rounds of a loop touch; further definitions; whether their order does not matter."""


@pytest.mark.parametrize("what", ROUNDS)
def test_rounds_of_a_loop_that_touch_one_another(what: str) -> None:
    """What a round reads through a definition may be what another round has changed."""
    loop, further, apart = ROUNDS[what]
    edits = [(KEPT, f"{KEPT}      {loop}\n")]
    if further:
        edits.append(("define:\n", f"define:\n{further}"))
    assert Alike(small(*edits)).step("event trick") is apart


def test_an_invariant_that_says_what_is_looked_at_is_an_assumption_all_the_same() -> None:
    """The first seat is to move: where that is an invariant, what follows from it leans on it."""
    stated = (
        "  left plays:\n    always: turn is left\n  it did:\n    each step: was(turn is left)\n"
    )
    spec = small(add=stated)
    worker = Worker(spec, 60.0)
    worker.add({item.name: item for item in invariants(spec, worker.shared)}, [])
    asked = ((Role.PROPERTY, "it did"),)
    question = Question("move play", asked, ("left plays",), frozenset(), frozenset())
    ((result, _),) = worker.answer(question).results
    assert result.answer is Answer.UNSAT
    assert result.relies == {"left plays"}
