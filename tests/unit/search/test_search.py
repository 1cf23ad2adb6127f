"""What the search finds is there, as early as it can be; and where nothing is, it finds nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardavia_spec.check.obligations import SOUND, STUCK
from cardavia_spec.check.search import Budget, Found, search
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import replay_lines
from tests.unit.prover.small import small

SPEC = Path(__file__).parents[3] / "spec"
AMPLE = Budget(seconds=240, near=False)
"""Much more time than is needed: where something is to be found, the search ends when it is."""


def only(spec: Spec, *names: str, budget: Budget = AMPLE) -> Found:
    result = search(spec, names, budget)
    (found,) = result.found.values()
    return found


FALSE = """\
  false:
    {}
"""

SMALL = [
    # name, edits, property, moves it takes at least
    ("as dealt", (), "always: not ({4 of red, 4 of blue} inside left.hand)", 0),
    ("a step", (), "each step: left.points - was(left.points) < 6", 2),
    ("a state", (), "always: size(stock) >= 1", 4),
    ("in the middle", (), "always: not (settled and left.tricks is 2 and right.tricks is 1)", 6),
    ("the end", (), "at end: left.points > right.points", 8),
    ("the match", (), "each deal: left.points < 10", 8),
    (
        "an option",
        (("if doubled: winner.tricks += 1", "if doubled: winner.tricks += 2"),),
        "always: every s in seats has size(s.won) is 2 * s.tricks",
        2,
    ),
    (
        "the loser leads",
        (
            (
                "      leader := winner\n      turn := winner\n",
                "      leader := winner.next\n      turn := winner.next\n",
            ),
        ),
        "each step: every s in seats has s.tricks > was(s.tricks) implies turn is s",
        2,
    ),
    (
        "one draws alone",
        (("      draw 1 from stock to leader.next.hand\n", ""),),
        "always: settled and empty(table) implies size(left.hand) is size(right.hand)",
        2,
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "prop", "moves"), [row[1:] for row in SMALL], ids=[r[0] for r in SMALL]
)
def test_what_is_false_is_found_as_early_as_can_be(
    edits: tuple[tuple[str, str], ...], prop: str, moves: int
) -> None:
    found = only(small(*edits, add=FALSE.format(prop)), "false")
    assert found.moves == moves
    assert found.how == "bounded search"
    assert found.example.moves == moves
    assert found.example.telling[-1]
    assert any("does not hold" in line for line in found.example.telling)


@pytest.mark.slow
def test_what_is_found_is_a_trace_that_replays() -> None:
    spec = small(add=FALSE.format("always: size(stock) >= 1"))
    found = only(spec, "false")
    kinds = [json.loads(line)["type"] for line in found.example.trace]
    assert kinds == ["match", "deal", *["move"] * 4]
    report = replay_lines("found", found.example.trace, lambda _: Game(spec))
    assert report.exit_code == 0
    assert report.moves == 4


@pytest.mark.slow
def test_a_rule_that_fails_is_found() -> None:
    edit = (
        "winner.points += sum c.worth for c in table",
        "winner.points += sum 2 * c.worth for c in table",
    )
    found = only(small(edit), SOUND)
    assert found.moves == 2
    assert found.finding.fault is not None


def test_a_player_without_a_move_is_found() -> None:
    edit = ("with: {card: me.hand}", "with: {card: (all c in me.hand where c.rank is not 4)}")
    found = only(small(edit), STUCK)
    assert found.moves == 0


@pytest.mark.slow
def test_nothing_is_found_where_nothing_is() -> None:
    """The negative control: what is true of the sound game is refuted by no play of any depth."""
    true = ("won stays won", "the deal passes")
    result = search(small(), true, AMPLE)
    assert not result.found
    assert {
        name: (clean.moves, clean.whole) for name, clean in result.clean.items()
    } == dict.fromkeys(true, (8, True))


SCHNAPSEN = [
    (
        "pending",
        ("      else: me.pending += card.suit.bonus", "      else: me.points += card.suit.bonus"),
        "no trick, no points",
        1,
    ),
    (
        "cards",
        ("      move table to winner.won\n", "      move table to leader.won\n"),
        "the taker gets both cards",
        2,
    ),
    (
        "leads",
        (
            "      leader := winner\n      turn := winner\n",
            "      leader := winner.next\n      turn := winner.next\n",
        ),
        "the taker gets both cards",
        2,
    ),
    (
        "beat",
        (
            "cards: all c in me.hand where c.suit is led.suit and c.power > led.power",
            "cards: all c in me.hand where c.suit is led.suit",
        ),
        "a strict answer leaves no better one in the hand",
        3,
    ),
]
"""Faults of a whole game: the edit, the property it breaks, the moves that takes."""


def schnapsen(*edits: tuple[str, str]) -> Spec:
    path = SPEC / "schnapsen.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return load_text(str(path), text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "name", "moves"), [row[1:] for row in SCHNAPSEN], ids=[r[0] for r in SCHNAPSEN]
)
def test_faults_of_a_game_are_found(edit: tuple[str, str], name: str, moves: int) -> None:
    assert only(schnapsen(edit), name).moves == moves


@pytest.mark.slow
def test_nothing_is_found_in_the_game_without_faults() -> None:
    names = [row[2] for row in SCHNAPSEN]
    result = search(schnapsen(), names, Budget(seconds=240, moves=3, near=False))
    assert not result.found
    assert {name: clean.moves for name, clean in result.clean.items()} == dict.fromkeys(names, 3)
    assert not any(clean.whole for clean in result.clean.values())
