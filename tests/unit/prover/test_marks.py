"""Guesses about marks: a suit that a seat has called has a card that lies in its hand or won."""

from __future__ import annotations

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover.marks import marked
from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.prover.samples import states
from cardavia_spec.check.prover.show import told
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.spec import Spec
from tests.unit.prover.small import small

CALL = (
    (
        "  tricks: {each",
        "  called: {each: [seats, suits], in: bool, start: false}\n  tricks: {each",
    ),
    (
        "      move card from me.hand to me.table\n",
        "      if 1 of card.suit in me.hand: me.called(card.suit) := true\n"
        "      move card from me.hand to me.table\n",
    ),
)
SAYS = (
    "  all cards:\n",
    "  a called suit has an ace in play:\n"
    "    always: every u in suits has (some s in seats has s.called(u)) implies"
    " {1} of u inside hand + table + won\n  all cards:\n",
)


def calling(*more: tuple[str, str]) -> Spec:
    return small(*CALL, SAYS, *more)


@pytest.fixture(scope="module")
def guesses() -> list[str]:
    spec = calling()
    interpreter = Interpreter(spec)
    seen = [s for s, between in states(spec, interpreter, deals=30, seed=3) if not between]
    return [told(guess.test) for guess in marked(spec, interpreter, Shared.of(spec), seen)]


def said(place: str) -> str:
    return (
        "every s in seats has every u in suits has s.called(u) implies"
        f" (every x in {{1}} of u has x not in {place})"
    )


def test_where_the_cards_of_a_mark_never_lie_is_guessed(guesses: list[str]) -> None:
    assert said("stock") in guesses


def test_where_they_were_seen_is_not(guesses: list[str]) -> None:
    for place in ("hand", "s.hand", "table", "s.table", "won", "s.won", "s.next.won"):
        assert said(place) not in guesses


def test_a_mark_that_is_never_made_tells_nothing() -> None:
    spec = calling(("me.called(card.suit) := true", "me.called(card.suit) := false"))
    interpreter = Interpreter(spec)
    seen = [s for s, between in states(spec, interpreter, deals=30, seed=3) if not between]
    assert not list(marked(spec, interpreter, Shared.of(spec), seen))


def test_the_state_that_is_told_can_be_laid_on_a_table() -> None:
    """Two cards a trick is an invariant on counters; the cards that are told agree with them."""
    spec = small(("  all cards:", "  few cards: {always: size(left.won) <= 4}\n  all cards:"))
    patient = Budget(seconds=3600, goal=300, deals=40)
    rows = prove(spec, budget=patient, jobs=1, cached=False, mine=False)
    row = next(row for row in rows if row.name == "few cards")
    assert row.outcome is Outcome.UNKNOWN
    lines = [line.strip() for line in row.notes]
    assert any("a state before it" in line for line in lines)
    told_of = dict(line.split(": ", 1) for line in lines if ": " in line and "'" not in line)
    for seat in ("left", "right"):
        cards = told_of.get(f"won of {seat}", "").split()
        assert len(cards) == 2 * int(told_of.get(f"tricks of {seat}", "0"))
    lying = [card for name, text in told_of.items() for card in text.split() if "-" in card if name]
    assert len(lying) == len(set(lying)) == len(spec.cards.members)


def test_the_parts_of_what_is_not_proved_make_guesses() -> None:
    """It follows from what is the other way round, too, which nothing else in the game says."""
    parity = small(add="  parity:\n    always: dealer is first_dealer implies deals mod 2 is 0\n")
    patient = Budget(seconds=3600, goal=300, deals=40)
    for mine, known in ((True, Outcome.PROVED), (False, Outcome.UNKNOWN)):
        rows = prove(parity, budget=patient, jobs=1, cached=False, mine=mine)
        assert next(row for row in rows if row.name == "parity").outcome is known
