"""Players that are no people: each sees what its seat may know, and chooses a legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cardavia_spec.core.rng import Random
from cardavia_spec.core.state import Move
from cardavia_spec.play.engine import Family
from cardavia_spec.play.game import Game
from cardavia_spec.play.match import MatchState
from cardavia_spec.play.views import View
from cardavia_spec.play.worlds import resampled


class Chair:
    """The place of the seat that is to move: all it may know of the match, and no more.

    Raises:
        ValueError: nobody is to move.
    """

    __slots__ = ("_state", "seat")

    def __init__(self, state: MatchState) -> None:
        if state.turn is None:
            raise ValueError("nobody is to move")
        self._state = state
        self.seat: str = state.turn

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    @property
    def view(self) -> View:
        """What the seat sees and knows."""
        return self._state.view(self.seat)

    @property
    def moves(self) -> Family:
        """Its legal moves."""
        return self._state.legal_moves

    def world(self, rng: Random) -> MatchState:
        """Return a state that looks the same to the seat, its hidden cards drawn at random."""
        return resampled(self._state, self.seat, rng)


class Player(Protocol):
    """Chooses moves."""

    def choose(self, chair: Chair, /) -> Move:
        """Return one of the legal moves."""


@dataclass(slots=True)
class RandomPlayer:
    """Makes every legal move with the same chance; takes one draw a move from its own stream."""

    rng: Random

    def choose(self, chair: Chair, /) -> Move:
        """Return one of the legal moves."""
        return chair.moves.sample(self.rng)


def player(name: str, seed: int) -> Player:
    """Return a player of a kind by name, seeded.

    Raises:
        KeyError: there is no such kind; `KINDS` lists them.
    """
    if name not in KINDS:
        raise KeyError(name)
    return RandomPlayer(Random(seed))


KINDS = ("random",)
"""The kinds of players there are."""
