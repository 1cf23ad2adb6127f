"""The control of the whole suite: specs with one rule made wrong disagree with recorded play.

Each edit is made in the text of the real spec, which must still load; then some recorded trace
must be refused, or run into a fault of the wrong spec.  An edit whose text is no longer there
fails, so that none goes stale.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeAlias

import pytest

from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import replay_file
from tests.conformance.package import SPECS

TRACES = Path(__file__).parents[1] / "traces"
Edits: TypeAlias = tuple[tuple[str, str], ...]

WRONG: dict[str, tuple[str, Edits]] = {
    "no duty to beat": (
        "schnapsen",
        (
            (
                "where c.suit is led.suit and c.power > led.power",
                "where c.suit is led.suit and c.power > led.power and c.power < led.power",
            ),
        ),
    ),
    "no duty to trump": (
        "schnapsen",
        (
            (
                "in me.hand where c.suit is trump",
                "in me.hand where c.suit is trump and not open and c.suit is led.suit",
            ),
        ),
    ),
    "one may trump instead of following": (
        "schnapsen",
        (
            (
                "in me.hand where c.suit is led.suit",
                "in me.hand where (c.suit is led.suit or c.suit is trump)",
            ),
        ),
    ),
    "a waiting bonus counts at once": (
        "schnapsen",
        (("else: me.pending += card.suit.bonus", "else: me.points += card.suit.bonus"),),
    ),
    "a closer's record is taken at the end": (
        "schnapsen",
        (
            (
                "closer is deal_winner and record_points >= 33",
                "closer is deal_winner and loser.points >= 33",
            ),
            (
                "closer is deal_winner and record_points < 33 and record_tricks > 0",
                "closer is deal_winner and loser.points < 33 and record_tricks > 0",
            ),
        ),
    ),
    "33 points are too few": (
        "schnapsen",
        (("loser.points >= 33", "loser.points > 33"), ("loser.points < 33", "loser.points <= 33")),
    ),
    "the König over the Ten": (
        "schnapsen",
        (("ass > 10 > koenig > dame", "ass > koenig > 10 > dame"),),
    ),
    "a closer who fails gives one": (
        "schnapsen",
        (
            (
                "closer is loser and record_tricks > 0, then: 2",
                "closer is loser and record_tricks > 0, then: 1",
            ),
        ),
    ),
    "the loser draws first": (
        "schnapsen",
        (
            (
                "size(leader.hand) < 5\n    do: draw 1 from stock to leader.hand",
                "size(leader.next.hand) < 5 and size(stock) > 1\n"
                "    do: draw 1 from stock to leader.next.hand",
            ),
            (
                "size(leader.next.hand) < 5\n    do: |\n      if empty(stock): move indicator to "
                "leader.next.hand\n      else: draw 1 from stock to leader.next.hand",
                "size(leader.hand) < 5\n    do: |\n      if empty(stock): move indicator to "
                "leader.hand\n      else: draw 1 from stock to leader.hand",
            ),
        ),
    ),
    "the last two may always be exchanged for": (
        "schnapsen",
        (("stock_size >= exchange_min_stock", "stock_size >= 2"),),
    ),
    "the same seat always deals": ("schnapsen", (("      dealer := dealer.next\n", ""),)),
    "one suit's numerals the other way round": (
        "ganjifa",
        (
            (
                "    - for: ranks of (parashurama..kalki)\n",
                "    - for: ranks of kalki\n"
                "      order: raja > mantri > 1 > 2 > 3 > 4 > 5 > 6 > 7 > 8 > 9 > 10\n"
                "    - for: ranks of (parashurama..buddha)\n",
            ),
        ),
    ),
    "trumps do not beat": (
        "ganjifa",
        (("(c.suit is trump, c.suit is led, c.power)", "(c.suit is led, c.power)"),),
    ),
    "a void seat plays anything": (
        "ganjifa",
        (("in me.hand where c.suit is trump or c.suit is next_held", "in me.hand where true"),),
    ),
    "a void seat skips trump": (
        "ganjifa",
        (("(void_skips_trump implies u is not trump or", "(u is not trump or"),),
    ),
    "two numerals make a sequence": (
        "ganjifa",
        (("size(low..high) >= 3", "size(low..high) >= 2"),),
    ),
    "a sequence may open": ("ganjifa", (("trick > 1", "trick > 0"),)),
    "the first of equal cards wins": (
        "aluette",
        (
            ("complete and size(top) is 1", "complete"),
            (
                "the s in seats where top inside s.table",
                "first s in seats where some c in top has c in s.table",
            ),
        ),
    ),
    "after a spoiled trick the next seat leads": (
        "aluette",
        (
            (
                "      move table to spoiled\n",
                "      move table to spoiled\n      leader := leader.next\n",
            ),
        ),
    ),
    "ties go to the last to get there": (
        "aluette",
        (("lowest s in leaders by s.last_won", "highest s in leaders by s.last_won"),),
    ),
    "three tricks for a double": ("aluette", (("w.tricks >= 2 and", "w.tricks >= 3 and"),)),
    "all nine always double": (
        "aluette",
        ((" and (sweep_is_mordienne or w.tricks < 9)", ""),),
    ),
    "a spoil does not break the double": (
        "aluette",
        (("w.first_won + w.tricks is 10", "w.first_won + w.tricks >= 9"),),
    ),
    "Eights over the low Nines": ("aluette", (("> 9 > 8 > 7", "> 8 > 9 > 7"),)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_spec_is_found(name: str) -> None:
    game_name, edits = WRONG[name]
    text = (SPECS / f"{game_name}.yaml").read_text(encoding="utf-8")
    for old, new in edits:
        pattern = r"\s+".join(map(re.escape, old.split()))
        text, found = re.subn(pattern, new.strip(), text)
        assert found, f"not in the spec any more: {old}"
    game = Game(load_text(f"{game_name}.yaml", text))
    files = sorted(TRACES.glob(f"*{game_name}*"))
    assert any(replay_file(path, lambda wanted: game).exit_code for path in files)


@pytest.mark.parametrize("game_name", sorted({game for game, _ in WRONG.values()}))
def test_an_edit_that_changes_nothing_passes(game_name: str) -> None:
    """The control of the control."""
    text = (SPECS / f"{game_name}.yaml").read_text(encoding="utf-8") + "\n# nothing changed\n"
    game = Game(load_text(f"{game_name}.yaml", text))
    for path in sorted(TRACES.glob(f"*{game_name}*")):
        assert replay_file(path, lambda wanted: game).exit_code == 0
