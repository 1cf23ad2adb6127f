"""Hypothesis strategies: decks, options, deals, positions and matches of a game.

A deal is drawn as one deck and one string of bytes, whatever its length: drawing move by move
would cost more than the play.  It shrinks to the deck in order and the first legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from hypothesis import strategies as st

from cardavia_spec.core.spec import Layer
from cardavia_spec.core.state import State, StepKind
from cardavia_spec.core.telling import tell_move, tell_state
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.driver import FromBytes, deck_of
from cardavia_spec.play.game import Game
from cardavia_spec.play.match import MatchState, Stage
from cardavia_spec.play.trace import dump, lines

CHOICES: Final = 160
"""Bytes drawn for the choices of a deal; when they are used up, the first move is made."""

LONGEST: Final = 2_000
"""A deal or match with more moves is cut there."""


class Played:
    """A line of play: where it began, and every state of the match up to where it was left.

    No dataclass, for Hypothesis would print its fields; what it prints is the play in cards.
    """

    def __init__(self, game: Game, states: tuple[MatchState, ...]) -> None:
        self.game = game
        self.states = states

    @property
    def last(self) -> MatchState:
        """The state in which it was left: its deal may just have ended."""
        return self.states[-1]

    @cached_property
    def reached(self) -> tuple[State, ...]:
        """Every state that was reached within a deal: after deals, moves and single events."""
        return tuple(
            step.state
            for state in self.states
            for step in state.steps
            if step.kind is not StepKind.AFTER_DEAL
        )

    def steps(self) -> Iterator[tuple[State, State]]:
        """Yield every state reached and the one before it, within a deal."""
        before: State | None = None
        for state in self.states:
            for step in state.steps:
                if step.kind is StepKind.AFTER_DEAL:
                    continue
                if step.kind is not StepKind.DEAL and before is not None:
                    yield before, step.state
                before = step.state

    def trace(self) -> str:
        """Return the play as the text of a trace."""
        return "".join(dump(line) + "\n" for line in lines(self.last))

    def __repr__(self) -> str:
        spec = self.game.spec
        told = [f"{spec.name}, options {self.states[0].options}"]
        for state in self.states:
            if state.past is not None and state.last_move is not None:
                told.append(f"  {state.past.turn}: {tell_move(spec, state.last_move)}")
            for step in state.steps:
                if step.kind is StepKind.DEAL:
                    told += [f"  {line}" for line in tell_state(spec, step.state)]
                elif step.kind is not StepKind.MOVE:
                    told.append(f"    {step.name}")
        return "\n".join(told)


def decks(game: Game) -> st.SearchStrategy[tuple[int, ...]]:
    """Orders of the pack, as places of cards; the first card is drawn first."""
    size = len(game.spec.cards.members)
    return st.binary(min_size=size - 1, max_size=size - 1).map(lambda order: deck_of(order, size))


def options(game: Game) -> st.SearchStrategy[dict[str, Value]]:
    """Values for every option of the game; the defaults come first."""
    default = game.engine.new_match({})
    chosen = {}
    for cell in game.spec.layer(Layer.OPTION):
        first = default.cells[cell.offset]
        chosen[cell.name] = st.sampled_from([first, *(v for v in cell.domain if v != first)])
    return st.fixed_dictionaries(chosen)


def deals(game: Game, chosen: Mapping[str, Value] | None = None) -> st.SearchStrategy[Played]:
    """Whole deals, each the first of its match, under `chosen` options (None: any)."""
    return _played(game, chosen, 1)


def matches(
    game: Game, chosen: Mapping[str, Value] | None = None, deals: int = 40
) -> st.SearchStrategy[Played]:
    """Whole matches, cut after so many deals; the decks after the first follow from the draw."""
    return _played(game, chosen, deals)


def positions(game: Game, chosen: Mapping[str, Value] | None = None) -> st.SearchStrategy[Played]:
    """Play that was left somewhere in a first deal, before, between or after its moves."""
    return _cut(_played(game, chosen, 1))


# Composite strategies, for what `.map` gives is printed by Hypothesis as the call that made it.


@st.composite
def _cut(draw: st.DrawFn, whole: st.SearchStrategy[Played]) -> Played:
    played, where = draw(whole), draw(st.integers(0, 255))
    last = len(played.states) * where >> 8
    return Played(played.game, played.states[: last + 1])


@st.composite
def _played(draw: st.DrawFn, game: Game, chosen: Mapping[str, Value] | None, deals: int) -> Played:
    given = draw(options(game)) if chosen is None else chosen
    choices = draw(st.binary(min_size=CHOICES, max_size=CHOICES))
    return _play(game, given, draw(decks(game)), choices, deals)


def _play(
    game: Game, chosen: Mapping[str, Value], deck: tuple[int, ...], choices: bytes, deals: int
) -> Played:
    source = FromBytes(deck, choices, deals)
    state = game.begin(chosen, Chance())
    states = [state]
    while True:
        if state.stage is Stage.BETWEEN:
            order = source.deck()
            if order is None:
                break
            state = state.deal([game.spec.cards.members[card] for card in order])
        elif state.stage is Stage.PLAYING and len(states) < LONGEST:
            family = state.legal_moves
            count = family.count()
            assert count, "the player to move has no move"
            state = state.apply(family[source.choose(family, count)])
        else:
            break
        states.append(state)
    return Played(game, tuple(states))


__all__ = ["Played", "deals", "decks", "matches", "options", "positions"]
