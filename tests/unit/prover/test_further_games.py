"""Games beyond the three: what the documents say is proved of them, by the lemmas that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.spec import PropertyKind
from cardavia_spec.front.load import load_spec, load_text

ROOT = Path(__file__).parents[2]
PATIENT = Budget(seconds=3600.0)
"""More time than anything here takes, so that no verdict depends on the machine."""


@pytest.mark.slow
def test_pinochle_is_proved_whole_by_the_lemmas_that_are_kept() -> None:
    """All that it states and owes, and that deals and matches end."""
    rows = prove(
        load_spec(ROOT / "games" / "pinochle.yaml"),
        lemmas=ROOT / "generated" / "lemmas" / "pinochle.json",
        budget=PATIENT,
        jobs=1,
        cached=False,
        mine=False,
    )
    assert [row.name for row in rows if row.outcome is not Outcome.PROVED] == []
    assert "a match ends" in {row.name for row in rows}


@pytest.mark.slow
def test_with_a_card_too_many_drawn_it_is_not() -> None:
    """The negative control: the same lemmas do not prove a game with a fault in it."""
    text = (ROOT / "games" / "briscola.yaml").read_text(encoding="utf-8")
    wrong = text.replace("size(leader.hand) < 3\n", "size(leader.hand) < 4\n", 1)
    assert wrong != text
    unproved = [
        {
            row.name
            for row in prove(
                load_text("briscola.yaml", game),
                lemmas=ROOT / "generated" / "lemmas" / "briscola.json",
                budget=PATIENT,
                jobs=1,
                cached=False,
                mine=False,
            )
            if row.outcome is not Outcome.PROVED
        }
        for game in (text, wrong)
    ]
    assert unproved == [
        set(),
        {
            "no rule fails while it is played",
            "the events after a move settle",
            "three in the hand while cards can be drawn",
        },
    ]


@pytest.mark.parametrize("game", ["briscola", "whist", "hearts", "president", "pinochle", "belote"])
def test_what_is_written_by_hand_is_what_the_documents_say(game: str) -> None:
    """One lemma, of Pinochle; and the lemmas of every game are kept."""
    spec = load_spec(ROOT / "games" / f"{game}.yaml")
    lemmas = [prop.name for prop in spec.properties if prop.kind is PropertyKind.LEMMA]
    assert lemmas == (["melds are paid for by what is marked"] if game == "pinochle" else [])
    assert (ROOT / "generated" / "lemmas" / f"{game}.json").is_file()
