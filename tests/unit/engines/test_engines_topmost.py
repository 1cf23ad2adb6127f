"""Who has laid the best card is found by comparing numbers: the C engine agrees, tie or no tie."""

# ruff: noqa: E501 - parts of specs, in lines as they stand there

from __future__ import annotations

import re

import pytest

from cardavia_spec.back.c.engine import Counts, Engine
from cardavia_spec.back.c.source import source
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.engines import Order
from tests.needs import needs
from tests.unit.engines.odd import odd
from tests.unit.engines.test_engines_odd import agree

pytestmark = needs("cc")

LED = "(the l in leader.table)"
LET = "    let: {winner: the s in seats where best in s.table}\n"
TRICK = "every s in seats has size(s.table) >= 1"


def trick(
    best: str,
    *,
    when: str = TRICK,
    after: str = "",
    doing: str = "",
    deck: str = "",
    events: str = "",
) -> Spec:
    """Return an odd game whose tricks go to whoever has laid the card that `best` says."""
    text = f"    let:\n      top: {best}\n      winner: the s in seats where top in s.table\n"
    return odd(
        define=DEFINE,
        changes={
            LET: text,
            TRICK: when,
            "      winner.tricks += 1\n": f"      winner.tricks += 1\n{after}",
        },
        doing=doing,
        deck=deck,
        events=events,
    )


def by_numbers(spec: Spec) -> bool:
    return "_rank_0" in source(plan(spec))


DEFINE = """\
led: (first l in leader.table where true).suit
full: every s in seats has size(s.table) is 1"""
MARKED = """\
for u in suits: dealer.mark(u) := false
if size(hand) mod 3 is 1: dealer.mark(blue) := true
else: dealer.mark(red) := true"""
SURE = {
    "trumps, then the suit led": f"the c in (highest c in table by (c.suit is red, c.suit is {LED}.suit, c.power))",
    "the suit led alone": f"the c in (highest c in table by (c.suit is {LED}.suit, c.power))",
    "a trump that changes": f"the c in (highest c in table by (c.suit is (the u in suits where dealer.mark(u)), c.suit is {LED}.suit, c.power))",
    "the lowest": f"the c in (lowest c in table by (c.suit is not {LED}.suit, c.power))",
}


@pytest.mark.parametrize("name", SURE)
def test_no_two_are_equally_high(name: str) -> None:
    """Then the highest number tells who it is by its last digits."""
    spec = trick(SURE[name], doing=MARKED)
    text = source(plan(spec))
    assert "_rank_0" in text
    assert "_which" not in text
    agree(spec, 40, faults=False)


def test_two_may_be_equally_high() -> None:
    """Then the rule is followed, here to its obligation; the suit alone does not tell."""
    for best in (
        f"the c in (highest c in table by (c.suit is red, c.suit is {LED}.suit, c.points))",
        "the c in (highest c in table by c.power)",
    ):
        spec = trick(best)
        assert "_which" in source(plan(spec))
        agree(spec, 40, faults=True)


@pytest.mark.parametrize("deck", ["", "copies: 4"])
def test_zones_with_more_cards(deck: str) -> None:
    """Where a zone has several cards, and with equal cards of several packs."""
    best = "first c in (highest c in table by (c.suit is red, c.suit is led, c.power)) where true"
    for doing in (
        "move me.won to me.table",
        "if count mod 3 is 1: draw 1 from stock to me.table\ncount += 1",
    ):
        agree(trick(best, doing=doing, deck=deck), 25, faults=None)


def test_the_card_is_looked_for_again_after_other_changes() -> None:
    """What is remembered of a zone follows every way in which its cards change."""
    changes = (
        "move me.table to me.next.table",
        "move card from me.table to me.next.hand\nmove card from me.next.hand to me.table",
        "if size(me.next.table) is 1: move me.next.table to me.table",
        "move table to me.won\nmove card from me.won to me.next.table",
    )
    best = f"the c in (highest c in table by (c.suit is {LED}.suit, c.power))"
    for doing in changes:
        agree(trick(best, doing=doing), 25, faults=None)


def test_what_else_the_chain_finds_is_needed() -> None:
    """If the best card itself is read later, the rule is followed as it stands."""
    best = f"the c in (highest c in table by (c.suit is {LED}.suit, c.power))"
    spec = trick(best, after="      if top in winner.won: count += 1\n")
    agree(spec, 25, faults=None)


def test_an_order_without_levels() -> None:
    """An order that is no number of the card alone is left as it is."""
    spec = trick(
        "first c in (highest c in table by (if c.suit is red then count else c.power)) where true"
    )
    assert not by_numbers(spec)
    agree(spec, 25)


def test_another_table_plays_another_game() -> None:
    """The numbers are what is played by: with others in their place it is seen."""
    spec = trick(SURE["the suit led alone"])
    text = source(plan(spec))
    ranks = re.findall(r"rank_0 = \(?(map_\d+)\[", text)
    assert ranks
    table = re.search(rf"{ranks[0]}\[\d+\] = \{{(.*)\}};", text)
    assert table is not None
    entries = table[1].split(", ")
    wrong = text.replace(table[1], ", ".join(reversed(entries)))
    assert wrong != text

    def played(c: str) -> list[int]:
        options = Order(spec, 3, 0).option_numbers()
        return Engine(c, ("-O1",)).run(3, 0, 1, 60, options, Counts())[0]

    assert played(text) == played(text)
    assert played(wrong) != played(text)


def test_how_many_are_the_best_is_counted_by_numbers() -> None:
    """Where an event waits for one card in each zone, and another one for a tie."""
    tops = "(highest c in table by (c.suit is red, c.points))"
    spec = trick(
        "first c in table where true",
        when=f"full and size({tops}) is 1",
        events=f"tie:\n  when: full and size({tops}) > 1\n  do: |\n    move table to dealer.won\n    count += 1",
    )
    assert "_tied" in source(plan(spec))
    agree(spec, 40)
    other = trick("first c in table where true", when=f"full and not 3 of red in {tops}")
    assert "_tied" not in source(plan(other))
    agree(other, 25, faults=None)
