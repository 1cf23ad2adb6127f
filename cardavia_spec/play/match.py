"""One immutable state of a whole match: the position, the deck, what the seats know, the past."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import IllegalMove, Refusal, RuleFault
from cardavia_spec.core.state import Move, State, Step
from cardavia_spec.core.telling import Json, tell_move
from cardavia_spec.play.chance import Chance, supply
from cardavia_spec.play.engine import Family
from cardavia_spec.play.legal import entries, legal_moves
from cardavia_spec.play.options import dealer_cell, read_deck, seat_of, told_options
from cardavia_spec.play.spoken import Spoken, resolve, speak
from cardavia_spec.play.views import Knowledge, View, piles, public_cells

if TYPE_CHECKING:
    from cardavia_spec.play.game import Game

MOST_IDLE_DEALS = 1000
"""So many deals in a row may end before anybody has moved."""


class Stage(Enum):
    """Where a match stands."""

    PLAYING = "playing"  # a seat is to move
    BETWEEN = "between deals"  # a deck is needed: none was given and there is no seed
    OVER = "over"


@dataclass(frozen=True, slots=True)
class MatchState:
    """One state of a match.

    Two are equal when everything is equal that can make a difference to what may come, and the
    last results; how it came about (`past`, `move`, `steps`) does not count.
    """

    game: Game
    stage: Stage
    state: State = field(repr=False)
    """The position, as the engine has it."""
    deck: tuple[int, ...] | None = field(repr=False)
    """The order of draws in this deal, every card of the pack."""
    known: Knowledge = field(repr=False)
    deal_number: int
    """How many deals have been made, this one included."""
    chance: Chance = field(repr=False)
    deal_result: Mapping[str, Json] | None = field(default=None, hash=False)
    """The result of the latest deal that has ended, in this match."""
    outcome: Mapping[str, Json] | None = field(default=None, hash=False)
    """The result of the match when it is over, else None."""
    winning: frozenset[int] | None = None
    """The seats or teams that have won the match; None while it goes on, or if nobody can."""
    past: MatchState | None = field(default=None, compare=False, repr=False)
    """The state before the last move (or deck), None at the start."""
    last_move: Move | None = field(default=None, compare=False)
    steps: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """What happened since `past`: the move, events, the scoring, the next deal, in order."""
    dealt: tuple[tuple[int, ...], ...] = field(default=(), compare=False, repr=False)
    """The decks of the deals made since `past`."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.stage is Stage.OVER

    @property
    def seat(self) -> int | None:
        """The place of the seat that is to move; None if nobody is."""
        if self.stage is not Stage.PLAYING:
            return None
        seat = self.state.cells[self.game.turn_slot]
        assert isinstance(seat, int)
        return seat

    @property
    def turn(self) -> str | None:
        """The name of the seat that is to move; None if nobody is."""
        seat = self.seat
        return None if seat is None else self.game.spec.seats.members[seat]

    @property
    def dealer(self) -> str | None:
        """The name of the seat that deals; None in a game without a dealer."""
        spec = self.game.spec
        return seat_of(spec, self.state, dealer_cell(spec))

    @property
    def options(self) -> dict[str, Json]:
        """The options of the match, as a trace writes them."""
        return told_options(self.game.spec, self.state)

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The names of the seats or teams that have won the match, or None."""
        if self.winning is None:
            return None
        names = self.game.winner_sort.members
        return tuple(names[winner] for winner in sorted(self.winning))

    @property
    def legal_moves(self) -> Family:
        """The legal moves in canonical order: in, len, iter, [i], sample; none between deals."""
        playing = self.stage is Stage.PLAYING
        return self.game.engine.moves(self.state if playing else replace(self.state, over=True))

    def move(
        self,
        name: str,
        cards: Iterable[str] = (),
        value: object = None,
        values: Mapping[str, object] | None = None,
    ) -> Move:
        """Return the legal move of this name, with these cards and values, as in a trace.

        Raises:
            Misfit: there is no such move, card or value; a ValueError.
            IllegalMove: the rules do not allow it here.
        """
        rule = self.game.spec.moves.get(name)
        if values is None:
            one = rule is not None and len(rule.shown) == 1
            values = {rule.shown[0]: value} if rule is not None and one else {}
        return resolve(self.game.engine, self.state, self.game.spoken(name, cards, values))

    def speak(self, move: Move) -> Spoken:
        """Return how a trace writes a legal move."""
        return speak(self.game.engine, self.state, move)

    def tell(self, move: Move) -> str:
        """Return a move in words: its name and its parameters."""
        return tell_move(self.game.spec, move)

    def why_not(self, move: Move) -> Refusal | None:
        """Return why a move is not legal here, with the rule and its clauses; None if it is.

        Raises:
            ValueError: nobody is to move.
            TypeError: this is no move.
        """
        _want_move(move)
        if self.stage is not Stage.PLAYING:
            raise ValueError(f"nobody is to move: the match is {self.stage.value}")
        return self.game.engine.check(self.state, move)

    def apply(self, move: Move) -> MatchState:
        """Return the state after a move; one that ends the deal scores it and deals the next.

        Raises:
            IllegalMove: the rules do not allow it; the state is as it was.
            RuleFault: a rule of the spec fails.
            ValueError: nobody is to move.
            TypeError: this is no move.
        """
        refusal = self.why_not(move)
        if refusal is not None:
            raise IllegalMove(move, refusal)
        assert self.deck is not None
        steps = self.game.engine.move_steps(self.state, move, supply(self.deck))
        moved = replace(self, known=self.learn(steps), state=steps[-1].state)
        return replace(advance(moved, steps, self), last_move=move)

    def deal(self, deck: Sequence[str]) -> MatchState:
        """Return the state after the next deal, made from this deck order.

        Raises:
            ValueError: no deck is needed now, or this is none (Misfit).
        """
        if self.stage is not Stage.BETWEEN:
            raise ValueError(f"no deck is needed now: the match is {self.stage.value}")
        chance = Chance((read_deck(self.game.spec, deck), *self.chance.decks), self.chance.stream)
        return advance(replace(self, chance=chance), (), self)

    def undo(self) -> MatchState:
        """Return the state in which the last move was made.

        Raises:
            ValueError: no move has been made.
        """
        state = self
        while state.past is not None:
            if state.last_move is not None:
                return state.past
            state = state.past
        raise ValueError("there is no move to take back")

    def history(self) -> Iterator[MatchState]:
        """Yield the states of the match that are kept, the first one first, this one last."""
        states: list[MatchState] = []
        state: MatchState | None = self
        while state is not None:
            states.append(state)
            state = state.past
        yield from reversed(states)

    def view(self, seat: str) -> View:
        """Return all that a seat may know.

        Raises:
            Misfit: there is no such seat; a ValueError.
        """
        spec, place = self.game.spec, self.game.seat(seat)
        known = self.known[place]
        legal: tuple[tuple[Json, ...], ...] = ()
        if place == self.seat:
            found = entries(self.game.engine, legal_moves(self.game.engine, self.state))
            legal = tuple(tuple(one) for one in found if isinstance(one, list))
        return View(
            seat,
            self.deal_number,
            self.turn,
            piles(spec, self.state, known),
            public_cells(spec, self.state),
            tuple(name for card, name in enumerate(spec.cards.members) if card not in known),
            legal,
        )

    def learn(self, steps: Iterable[Step]) -> Knowledge:
        """Return what the seats know after these steps from here."""
        known, zones = self.known, self.state.zones
        for step in steps:
            known, zones = self.game.sight.learn(zones, known, step), step.state.zones
        return known


def advance(state: MatchState, steps: tuple[Step, ...], past: MatchState | None) -> MatchState:
    """Score the deal if it has ended and make the next, until a seat can move or nothing is left.

    `steps` are those that led from `past` to `state`; those made here are added.

    Raises:
        RuleFault: a rule of the spec fails, or deals end again and again without a move.
    """
    engine = state.game.engine
    dealt: list[tuple[int, ...]] = []
    for _ in range(MOST_IDLE_DEALS):
        if state.stage is Stage.PLAYING and state.state.over:
            state, step = _score(state)
            steps += (step,)
        if state.stage is Stage.BETWEEN:
            deck, chance = state.chance.next(len(state.game.spec.cards.members))
            if deck is not None:
                made = engine.deal_steps(state.state, supply(deck))
                steps += made
                dealt.append(deck)
                state = replace(
                    state,
                    stage=Stage.PLAYING,
                    state=made[-1].state,
                    deck=deck,
                    known=state.learn(made),
                    deal_number=state.deal_number + 1,
                    chance=chance,
                )
                if state.state.over:
                    continue
        return replace(state, past=past, last_move=None, steps=steps, dealt=tuple(dealt))
    diagnostic = Diagnostic(
        "CV791",
        f"{MOST_IDLE_DEALS} deals in a row ended before anybody could move",
        None,
        fix="let `match: over` end the match, or let the deal begin with a move",
    )
    raise RuleFault(diagnostic, "match", state.game.spec.match.cite, state.state)


def _score(state: MatchState) -> tuple[MatchState, Step]:
    engine = state.game.engine
    result = engine.result(state.state)
    step = engine.after_deal(state.state)
    after = replace(state, stage=Stage.BETWEEN, state=step.state, deal_result=result)
    if engine.match_over(step.state):
        outcome, winning = engine.match_result(step.state), engine.winners(step.state)
        after = replace(after, stage=Stage.OVER, outcome=outcome, winning=winning)
    return after, step


def _want_move(move: object) -> None:
    """Raise TypeError for what is no move: a name, or cards, as one may think of moves."""
    if not isinstance(move, Move):
        wanted = "one of legal_moves, or what move(name, cards) gives"
        raise TypeError(f"a move is wanted ({wanted}), not a {type(move).__name__}")
