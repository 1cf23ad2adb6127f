"""Random play by the thousand: lots of deals, each with a seed of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.rng import Random, lot_seed
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.watch import Watcher

LOT: Final = 1000
"""So many deals make a lot."""
LONGEST_DEAL: Final = 10_000
"""A deal with more moves is taken for one that never ends."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal that was played to its end.

    `outcome` is the result of the match if this deal ended it, else None.
    """

    moves: int
    result: Mapping[str, Json]
    outcome: Mapping[str, Json] | None


def play_lots(
    engine: Engine,
    seed: int,
    deals: int,
    options: Mapping[str, Value],
    watcher: Watcher | None = None,
) -> Iterator[PlayedDeal]:
    """Yield `deals` deals of random play: every legal move is as likely as any other.

    Each lot begins a match of its own from its own seed; the last match of a lot may break off.

    Raises:
        RuleFault: a rule of the spec fails, nobody can move, or a deal does not end.
    """
    for lot in range(-(-deals // LOT)):
        rng = Random(lot_seed(seed, lot))
        yield from islice(_matches(engine, rng, options, watcher), min(LOT, deals - lot * LOT))


def _matches(
    engine: Engine, rng: Random, options: Mapping[str, Value], watcher: Watcher | None
) -> Iterator[PlayedDeal]:
    """Yield the deals of match after match, without end."""
    while True:
        state = engine.new_match(options)
        if watcher is not None:
            watcher.match_begins(state)
        number = 0
        over = False
        while not over:
            number += 1
            state, moves = _deal(engine, rng, state, number, watcher)
            result = engine.result(state)
            step = engine.after_deal(state)
            over = engine.match_over(step.state)
            outcome = engine.match_result(step.state) if over else None
            if watcher is not None:
                watcher.deal_ended(state, result)
                watcher.deal_scored(state, step)
                if outcome is not None:
                    watcher.match_ended(step.state, outcome)
            state = step.state
            yield PlayedDeal(moves, result, outcome)


def _deal(
    engine: Engine, rng: Random, state: State, number: int, watcher: Watcher | None
) -> tuple[State, int]:
    """Play one deal; return the state in which it has ended and how many moves it took."""
    deck = rng.shuffled(len(engine.spec.cards.members))
    take = supply(deck)
    if watcher is not None:
        watcher.deal_begins(number, deck, state)
    steps = engine.deal_steps(state, take)
    if watcher is not None:
        for place, step in enumerate(steps):
            watcher.step(steps[place - 1].state if place else None, step)
    state = steps[-1].state
    moves = 0
    while not state.over:
        if moves >= LONGEST_DEAL:
            raise endless(state)
        move = engine.require_moves(state).sample(rng)
        steps = engine.move_steps(state, move, take)
        if watcher is not None:
            watcher.move(state, move)
            for before, step in zip((state, *(s.state for s in steps)), steps, strict=False):
                watcher.step(before, step)
        state = steps[-1].state
        moves += 1
    return state, moves


def endless(state: State) -> RuleFault:
    """Return the fault of a deal that has gone on for too long."""
    message = f"the deal goes on after {LONGEST_DEAL:,} moves"
    fix = "an event or a move must end the deal: `end deal`"
    return RuleFault(Diagnostic("CV714", message, None, fix), "the deal", (), state)
