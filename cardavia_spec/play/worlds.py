"""What could be where, for all that a seat knows: states that look the same to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardavia_spec.core.rng import Random
from cardavia_spec.play.match import MatchState


def resampled(state: MatchState, seat: str, rng: Random) -> MatchState:
    """Return a state in which the cards that `seat` does not know have changed places at random.

    Every card it knows stays, every zone keeps its size, and the undealt cards change with them;
    what other seats know changes along.  What follows from rules or from earlier play (a suit
    that somebody was out of) is not respected.  The states before this one are left out.
    """
    place = state.game.seat(seat)
    hidden = [c for c in range(len(state.game.spec.cards.members)) if c not in state.known[place]]
    order = rng.shuffled(len(hidden))
    to = dict(zip(hidden, (hidden[i] for i in order), strict=True))

    def moved(cards: frozenset[int]) -> frozenset[int]:
        return frozenset(to.get(card, card) for card in cards)

    deck: Sequence[int] | None = state.deck
    return replace(
        state,
        state=replace(state.state, zones=tuple(map(moved, state.state.zones))),
        deck=None if deck is None else tuple(to.get(card, card) for card in deck),
        known=tuple(map(moved, state.known)),
        past=None,
        last_move=None,
        steps=(),
        dealt=(),
    )
