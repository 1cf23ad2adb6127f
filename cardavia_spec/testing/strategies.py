"""Hypothesis strategies: decks, options, deals, positions and matches of a game.

A deal is drawn as one deck and one string of bytes, whatever its length: drawing move by move
would cost more than the play.  It shrinks to the deck in order and the first legal moves.

Generated Python plays, for it is quick.  Whatever is more than plain states is the reference's: it
plays the same line as soon as that is asked for, so too before an example that failed is shown.
Where the two are not of one mind, `Disagree` is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final
from weakref import WeakKeyDictionary

from hypothesis import strategies as st

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.spec import Layer
from cardavia_spec.core.state import State, StepKind
from cardavia_spec.core.telling import tell_move, tell_state
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.driver import FromBytes, deck_of
from cardavia_spec.play.game import Game
from cardavia_spec.play.match import MatchState, Stage
from cardavia_spec.play.swiftly import Course, Snapshot, Swift, swift
from cardavia_spec.play.trace import dump, lines

CHOICES: Final = 160
"""Bytes drawn for the choices of a deal; when they are used up, the first move is made."""

LONGEST: Final = 2_000
"""A deal or match with more moves is cut there."""


class Disagree(AssertionError):
    """Generated Python and the reference reached different states: a fault of ours."""


class Played:
    """A line of play: where it began, and every state of the match up to where it was left.

    No dataclass, for Hypothesis would print its fields; what it prints is the play in cards.
    """

    def __init__(
        self,
        game: Game,
        replay: Callable[[], tuple[MatchState, ...]],
        engine: Swift | None = None,
        course: Course | None = None,
        length: int | None = None,
    ) -> None:
        """Keep a line; `replay` lets the reference play all of it.

        `course` is what `engine`, if one has, has played; `length` cuts the line to so many states.
        """
        self.game = game
        self._replay = replay
        self._engine = engine
        self._course = course
        self._length = length

    def __len__(self) -> int:
        """Return how many states of the match there are: one more than decks and moves."""
        whole = len(self._whole if self._course is None else self._course.marks)
        return whole if self._length is None else min(whole, self._length)

    def until(self, length: int) -> Played:
        """Return the play cut to so many states of the match, one at least."""
        return Played(self.game, self._replay, self._engine, self._course, length)

    @cached_property
    def _whole(self) -> tuple[MatchState, ...]:
        states = self._replay()
        if self._engine is not None and self._course is not None:
            told = [self._engine.state(snapshot) for snapshot in self._course.reached]
            marks, known = [], []
            for state in states:
                known += _reached(state)
                marks.append(len(known))
            if told != known or tuple(marks) != self._course.marks:
                raise Disagree(_difference(self.game, known, told))
        return states

    @cached_property
    def states(self) -> tuple[MatchState, ...]:
        """Every state of the match, first the one before any deal, as the reference plays it."""
        return self._whole[: self._length]

    @property
    def last(self) -> MatchState:
        """The state in which it was left: its deal may just have ended."""
        return self.states[-1]

    @cached_property
    def reached(self) -> tuple[State, ...]:
        """Every state that was reached within a deal: after deals, moves and single events."""
        if self._engine is None or self._course is None:
            return tuple(one for state in self.states for one in _reached(state))
        return tuple(map(self._engine.state, self._snapshots()))

    def steps(self) -> Iterator[tuple[State, State]]:
        """Yield every state reached and the one before it, within a deal."""
        if self._course is None:
            dealt = [
                step.kind is StepKind.DEAL
                for state in self.states
                for step in state.steps
                if step.kind is not StepKind.AFTER_DEAL
            ]
        else:
            dealt = [snapshot.dealt for snapshot in self._snapshots()]
        for (before, after), first in zip(pairwise(self.reached), dealt[1:], strict=False):
            if not first:
                yield before, after

    def _snapshots(self) -> tuple[Snapshot, ...]:
        assert self._course is not None
        return self._course.reached[: self._course.marks[len(self) - 1]]

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
    return played.until((len(played) * where >> 8) + 1)


@st.composite
def _played(draw: st.DrawFn, game: Game, chosen: Mapping[str, Value] | None, deals: int) -> Played:
    given = draw(options(game)) if chosen is None else chosen
    choices = draw(st.binary(min_size=CHOICES, max_size=CHOICES))
    deck = draw(decks(game))

    def replay() -> tuple[MatchState, ...]:
        return _play(game, given, deck, choices, deals)

    engine = engine_of(game)
    if engine is not None:
        course = engine.play(given, FromBytes(deck, choices, deals), LONGEST)
        if course is not None:
            return Played(game, replay, engine, course)
    # What fails in play fails here, and not where somebody looks at it.
    states = replay()
    return Played(game, lambda: states)


def engine_of(game: Game) -> Swift | None:
    """Return what plays a game quickly; None for one with an engine of its own."""
    if not isinstance(game.engine, Interpreter):
        return None
    if game not in _ENGINES:
        _ENGINES[game] = swift(game.spec)
    return _ENGINES[game]


_ENGINES: Final[WeakKeyDictionary[Game, Swift | None]] = WeakKeyDictionary()


def _reached(state: MatchState) -> list[State]:
    """Return the states within deals that a state of a match came about by."""
    return [step.state for step in state.steps if step.kind is not StepKind.AFTER_DEAL]


def _difference(game: Game, known: Sequence[State], told: Sequence[State]) -> str:
    """Return where the engines part, in cards."""
    at = next((i for i, (a, b) in enumerate(zip(known, told, strict=False)) if a != b), None)
    lines = ["the engines disagree; please report this: generated Python is wrong"]
    if at is None:
        lines.append(f"the reference reaches {len(known)} states, generated Python {len(told)}")
        return "\n".join(lines)
    for name, states in (("the reference", known), ("generated Python", told)):
        lines.append(f"state {at + 1} as {name} has it:")
        lines += [f"  {line}" for line in tell_state(game.spec, states[at])]
    return "\n".join(lines)


def _play(
    game: Game, chosen: Mapping[str, Value], deck: tuple[int, ...], choices: bytes, deals: int
) -> tuple[MatchState, ...]:
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
    return tuple(states)


__all__ = ["Disagree", "Played", "deals", "decks", "matches", "options", "positions"]
