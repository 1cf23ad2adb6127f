"""Why a move is refused: the first rule that does not let it through, with its clause."""

from __future__ import annotations

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.state import Move, State
from tests.unit.interpret.small_game import Deck, dealt, ended, more, played, small

RED_1, RED_2, RED_3, RED_4, BLACK_1, BLACK_2 = range(6)

GIVE = """\
  give:
    cite: M8
    when:
      behind: {is: size(me.won) is 0, cite: M9}
      at the lead: at_lead
      suits alike: {is: every c in cs has c.suit is u, cite: M1}
      not the low one: "{red_1} & cs is {}"
    with: {u: suits, cs: any 1..2 from me.hand}
    do: move cs from me.hand to me.next.won
""".replace('"{red_1} & cs is {}"', "not (1 of red in cs)")


@pytest.fixture(scope="module")
def engine() -> Interpreter:
    return small(more(GIVE))


def why(engine: Interpreter, state: State, move: Move) -> tuple[str, str, list[str], str]:
    """Return label, reason, clauses and the words at the place."""
    refusal = engine.check(state, move)
    assert refusal is not None
    assert refusal.rule == move.rule
    return (
        refusal.label,
        refusal.reason,
        [cite.clause for cite in refusal.cite],
        refusal.span.text,
    )


def give(suit: int, *cards: int) -> Move:
    return Move("give", (suit, frozenset(cards)))


def test_a_legal_move_is_not_refused(engine: Interpreter) -> None:
    state = dealt(engine)
    assert engine.check(state, Move("play", (RED_1,))) is None
    assert engine.check(state, give(0, RED_2)) is None


def test_the_tier_that_binds_is_named_with_its_clause(engine: Interpreter) -> None:
    lead = played(engine, dealt(engine), Move("play", (RED_2,)))
    label, reason, clauses, _ = why(engine, lead, Move("play", (BLACK_2,)))
    assert (label, clauses) == ("follow suit", ["M4"])
    assert reason == (
        "black-2 is not allowed as 'card' of 'play': 'follow suit' binds and allows red-3, red-4"
    )


def test_without_a_clause_of_its_own_a_tier_has_those_of_the_move(engine: Interpreter) -> None:
    label, reason, clauses, _ = why(engine, dealt(engine), Move("play", (RED_3,)))
    assert (label, clauses) == ("on the lead", ["M5"])
    assert reason.endswith("'on the lead' binds and allows red-1, red-2, black-1")


def test_a_tier_is_found_through_a_definition() -> None:
    engine = small(
        ("with: {card: playable}", "with: {card: mine}"),
        ("  at_lead: empty(table)\n", "  at_lead: empty(table)\n  mine: playable\n"),
    )
    lead = played(engine, dealt(engine), Move("play", (RED_2,)))
    assert why(engine, lead, Move("play", (BLACK_2,)))[0] == "follow suit"


def test_gates_come_first(engine: Interpreter) -> None:
    lead = played(engine, dealt(engine), Move("play", (RED_2,)))
    label, reason, clauses, place = why(engine, lead, give(1, RED_1, BLACK_2))
    assert (label, clauses, place) == ("at the lead", ["M8"], "at the lead")
    assert reason == "no 'give' is possible here: it needs 'at the lead'"


def test_then_the_choices_in_their_order(engine: Interpreter) -> None:
    state = dealt(engine)
    label, reason, clauses, _ = why(engine, state, give(5, RED_3))
    assert (label, clauses) == ("u", ["M8"])
    assert reason == "this is not allowed as 'u' of 'give': allowed is red, black"
    label, reason, _, _ = why(engine, state, give(0, RED_3))
    assert label == "cs"
    assert reason == "red-3 is not allowed as 'cs' of 'give': allowed is red-1, red-2, black-1"
    label, reason, _, _ = why(engine, state, give(0, RED_1, RED_2, BLACK_1))
    assert reason.endswith("'cs' of 'give': it has 3 members, and allowed are 1, 2")


def test_then_the_other_guards_in_their_order(engine: Interpreter) -> None:
    state = dealt(engine)
    label, reason, clauses, _ = why(engine, state, give(0, RED_1, BLACK_1))
    assert (label, clauses) == ("suits alike", ["M1"])
    assert reason == "'give u red red-1 black-1' is not allowed: it needs 'suits alike'"
    label, _, clauses, _ = why(engine, state, give(0, RED_1))
    assert (label, clauses) == ("not the low one", ["M8"])


def test_what_is_no_move_at_all(engine: Interpreter) -> None:
    state = dealt(engine)
    assert why(engine, state, Move("pass"))[1] == (
        "there is no move 'pass'; the moves are play, give"
    )
    assert (
        why(engine, state, Move("play"))[1]
        == "'play' needs a value for card, and 0 values are given"
    )
    assert why(engine, state, Move("play", (None,)))[0] == "on the lead"
    assert why(engine, state, Move("play", (frozenset({RED_1}),)))[0] == "on the lead"
    assert why(engine, state, Move("give", (0, RED_1)))[0] == "cs"


def test_when_the_deal_is_over(engine: Interpreter) -> None:
    assert why(engine, ended(engine), Move("play", (RED_1,)))[:2] == ("the deal is over",) * 2


def test_asking_why_changes_nothing(engine: Interpreter) -> None:
    lead = played(engine, dealt(engine), Move("play", (RED_2,)))
    before = list(engine.moves(lead))
    for card in range(8):
        for _ in range(3):
            engine.check(lead, Move("play", (card,)))
    assert list(engine.moves(lead)) == before
    assert engine.move_steps(lead, Move("play", (RED_3,)), Deck())


def test_the_cards_of_a_move() -> None:
    engine = small(
        more(
            "  run:\n    with: {low: 1..4, high: 1..4}\n"
            "    let: {run: all c in me.hand where c.power in low..high}\n"
            "    cards: run\n    do: move run from me.hand to me.won\n"
        )
    )
    state = dealt(engine)
    assert engine.cards_of(state, Move("run", (2, 4))) == frozenset({RED_2})
    assert engine.cards_of(state, Move("run", (1, 1))) == frozenset({RED_1, BLACK_1})
    assert engine.cards_of(state, Move("play", (RED_2,))) == frozenset({RED_2})
