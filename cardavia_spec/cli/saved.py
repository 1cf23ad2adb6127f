"""Matches that were put aside: saved as traces, and taken up again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.core.rng import Random
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.match import Stage

if TYPE_CHECKING:
    from cardavia_spec.play.game import Game
    from cardavia_spec.play.match import MatchState


def save(state: MatchState, path: Path) -> None:
    """Write the match so far as a trace, whole or not at all.

    Raises:
        OSError: it cannot be written there.
    """
    from cardavia_spec.play.resume import save_match

    save_match(path, state)


def resume(game: Game, path: Path, seed: int) -> MatchState:
    """Return the state in which the last match of a trace stops.

    Chance goes on as it would have; from `seed` if the trace does not say how.

    Raises:
        SpecError: the trace is none of this game, or goes wrong.
    """
    from cardavia_spec.play.resume import load_match

    state = load_match(path, lambda name: game if name == game.spec.name else None)
    if state.chance.stream is not None:
        return state
    chance = Random(seed)
    if state.stage is Stage.BETWEEN:
        names = game.spec.cards.members
        state = state.deal([names[card] for card in chance.shuffled(len(names))])
    return replace(state, chance=Chance(state.chance.decks, chance.state))
