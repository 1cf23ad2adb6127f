"""Random play by the thousand: seeds, lots, and what a watcher is told."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from cardavia_spec.core.rng import Random, lot_seed
from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.play.lots import LOT, play_lots
from cardavia_spec.play.record import Recorder
from cardavia_spec.play.trace import Line
from cardavia_spec.play.watch import Watcher
from tests.unit.play.play_games import REAL, game


def recorded(name: str, seed: int, deals: int) -> list[Line]:
    """Return the trace of random play."""
    told: list[Line] = []
    engine = game(name).engine
    played = list(play_lots(engine, seed, deals, {}, Recorder(engine, told.append)))
    assert len(played) == deals
    return told


@pytest.mark.parametrize("name", REAL)
def test_the_seed_alone_decides(name: str) -> None:
    random.seed(1)
    one = recorded(name, 3, 4)
    random.seed(2)
    assert recorded(name, 3, 4) == one
    assert recorded(name, 4, 4) != one
    assert recorded(name, 3, 6)[: len(one) - 1] == one[:-1]


def test_each_lot_begins_anew_from_a_seed_of_its_own() -> None:
    told = recorded("lonely", 9, LOT + 2)
    decks = [line["deck"] for line in told if line["type"] == "deal"]
    names = game("lonely").spec.cards.members
    for lot, place in ((0, 0), (1, LOT)):
        order = Random(lot_seed(9, lot)).shuffled(3)
        assert decks[place] == [names[card] for card in order]
    assert recorded("lonely", 9, LOT - 3) == told[: 6 * (LOT - 3)]


def test_one_stream_runs_through_decks_and_moves() -> None:
    told = recorded("schnapsen", 5, 1)
    rng = Random(5)
    state = game("schnapsen").match(decks=[[str(c) for c in told[1]["deck"] or ()]])  # type: ignore[union-attr]
    assert state.deck == rng.shuffled(20)
    for line in told[2:-1]:
        move = state.legal_moves.sample(rng)
        names = [state.game.spec.cards.members[c] for c in sorted(state.speak(move).cards)]
        assert (line["move"], line["cards"], line["seat"]) == (move.rule, names, state.turn)
        state = state.apply(move)


class Everything(Watcher):
    """Checks the order in which things are told, and that each state follows from the last."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.now: State | None = None

    def match_begins(self, state: State, /) -> None:
        self.told.append("match")
        self.now = state

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        assert state == self.now
        assert sorted(deck) == list(range(len(deck)))
        self.told.append(f"deal {number}")
        self.now = None

    def move(self, state: State, move: Move, /) -> None:
        assert state == self.now
        self.told.append("move")

    def step(self, before: State | None, step: Step, /) -> None:
        assert before == self.now
        assert (before is None) is (step.kind is StepKind.DEAL)
        self.told.append(step.kind.value)
        self.now = step.state

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        assert state == self.now
        assert state.over
        self.told.append("ended")

    def deal_scored(self, before: State, step: Step, /) -> None:
        assert before == self.now
        self.now = step.state
        self.told.append("scored")

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        assert state == self.now
        self.told.append("over")


@pytest.mark.parametrize("name", [*REAL, "parlour", "lonely"])
def test_what_a_watcher_is_told(name: str) -> None:
    watcher = Everything()
    played = list(play_lots(game(name).engine, 1, 8, {}, watcher))
    told = watcher.told
    assert told[:3] == ["match", "deal 1", "deal"]
    assert told.count("move") == 2 * sum(deal.moves for deal in played)
    assert told.count("ended") == told.count("scored") == 8
    assert told.count("over") == sum(deal.outcome is not None for deal in played)
    after = {told[i + 1] for i, word in enumerate(told[:-1]) if word == "over"}
    assert after <= {"match"}
