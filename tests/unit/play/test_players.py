"""Players that are no people, and the library in which replay finds specs."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.rng import Random
from cardavia_spec.play.library import Library
from cardavia_spec.play.match import MatchState
from cardavia_spec.play.opponents import KINDS, Chair, RandomPlayer, player
from tests.unit.play.play_games import REAL, SPECS, game


def played(name: str, seed: int, disturb: int) -> list[MatchState]:
    """Return a match in which every seat has a random player of its own."""
    state = game(name).match(seed=seed)
    players = {seat: player("random", i) for i, seat in enumerate(state.game.spec.seats.members)}
    states = [state]
    random.seed(disturb)
    while state.turn is not None:
        random.random()
        state = state.apply(players[state.turn].choose(Chair(state)))
        states.append(state)
    return states


@pytest.mark.parametrize("name", REAL)
def test_random_players_are_seeded(name: str) -> None:
    assert played(name, 1, 1) == played(name, 1, 2)


def test_one_draw_a_move() -> None:
    state = game("ganjifa").match(seed=1)
    assert len(state.legal_moves) == 1  # the first card is not free
    rng, other = Random(5), Random(5)
    RandomPlayer(rng).choose(Chair(state))
    other.next()
    assert rng.state == other.state


def test_a_chair_shows_what_its_seat_may_know() -> None:
    state = game("schnapsen").match(seed=1)
    chair = Chair(state)
    assert chair.seat == state.turn
    assert chair.view == state.view("south")
    assert list(chair.moves) == list(state.legal_moves)
    world = chair.world(Random(1))
    assert world.view("south") == chair.view
    assert world.state != state.state
    assert world.past is None
    assert set(dir(chair)) - set(dir(object)) >= {"game", "moves", "seat", "view", "world"}
    with pytest.raises(ValueError, match="nobody is to move"):
        Chair(game("schnapsen").match(decks=[]))


def test_kinds_of_players() -> None:
    assert all(player(kind, 1) for kind in KINDS)
    with pytest.raises(KeyError):
        player("perfect", 1)


def test_the_library_finds_specs_in_folders_and_files(tmp_path: Path) -> None:
    other = tmp_path / "any_name.yaml"
    shutil.copy(SPECS / "aluette.yaml", other)
    library = Library([other, SPECS])
    aluette = library("aluette")
    assert aluette is not None
    assert library("aluette") is aluette
    assert "any_name.yaml" in str(aluette.spec.moves["play"].span)
    schnapsen = library("schnapsen")
    assert schnapsen is not None
    assert schnapsen.spec.name == "schnapsen"
    for name in ("bridge", "", "../spec/aluette", "aluette.yaml", "a" * 100, "é", "con/aux"):
        assert library(name) is None


def test_a_library_tells_of_specs_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as fault:
        Library([tmp_path / "nowhere.yaml"])("schnapsen")
    assert fault.value.diagnostics[0].code == "CV100"
    (tmp_path / "broken.yaml").write_text("cardavia: 1\n")
    with pytest.raises(SpecError):
        Library([tmp_path])("broken")
    assert Library([tmp_path])("schnapsen") is None
    shutil.copy(SPECS / "aluette.yaml", tmp_path / "schnapsen.yaml")
    assert Library([tmp_path])("schnapsen") is None
    assert Library([])("schnapsen") is None
