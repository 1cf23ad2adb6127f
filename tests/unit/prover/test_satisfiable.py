"""Every transition, branch, tier and row can happen: no proof is for want of a state.

The three games are asked in test_steps_agree.py, where they are encoded anyway.
"""

from __future__ import annotations

from tests.unit.prover.encoded import Encoded, dead
from tests.unit.prover.small import small


def test_the_small_game() -> None:
    assert dead(Encoded(small())) == []


def test_an_impossible_branch_is_seen() -> None:
    edit = ("      if doubled: winner", "      if doubled and not doubled: winner")
    (found,) = dead(Encoded(small(edit)))
    assert found.startswith("event trick: if")


def test_an_impossible_rule_is_seen() -> None:
    found = dead(
        Encoded(small(add="  never tricks:\n    always: no s in seats has empty(s.hand)\n"))
    )
    assert "event done" in found
    wrong = small(add="  never complete:\n    always: size(table) < 2\n")
    assert "event trick" in dead(Encoded(wrong))


def test_an_impossible_tier_and_row_are_seen() -> None:
    edits = (
        (
            "    with: {card: me.hand}\n",
            "    with: {card: playable}\n",
        ),
        (
            "scoring:\n",
            "following:\n  playable:\n    tiers:\n      on the lead: {cards: me.hand}\n"
            "      never: {cards: me.hand}\nscoring:\n  worth_of:\n    rows:\n"
            "      low: {when: left.points < 11, then: 1}\n"
            "      high: {when: left.points > 10, then: 2}\n",
        ),
    )
    found = dead(Encoded(small(*edits)))
    assert found == ["settled: tier never", "after deal: row high"]
