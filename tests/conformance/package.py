"""The package seen from outside, in the words of a trace, to hold it against the oracles.

Nothing here knows how a spec names its zones or variables: positions are reached by decks and
moves, and changed only by letting cards change places.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import Maybe, SetOf, Value
from cardavia_spec.play.game import Game, MatchState, load
from cardavia_spec.play.legal import entries, legal_moves
from tests.oracles.common import Deal, Entry
from tests.oracles.record import normal

SPECS = Path(__file__).parents[2] / "spec"


@functools.cache
def game_of(name: str) -> Game:
    """Return the game of one of the three specs."""
    return load(SPECS / f"{name}.yaml")


def start(name: str, options: Mapping[str, object], *decks: Sequence[str]) -> MatchState:
    """Return a match dealt from these decks; the first dealer is an option like the others."""
    return game_of(name).match(options=options, decks=decks)


def legal(state: MatchState) -> set[Entry]:
    """Return the legal moves as a trace lists them; none when nobody is to move."""
    if state.turn is None:
        return set()
    return listed(state.game, state.state)


def listed(game: Game, state: State) -> set[Entry]:
    """Return the legal moves of a position as a trace lists them."""
    found: set[Entry] = set()
    for one in entries(game.engine, legal_moves(game.engine, state)):
        assert isinstance(one, list)
        found.add(normal(tuple(part if isinstance(part, int) else str(part) for part in one)))
    return found


def expected(deal: Deal) -> set[Entry]:
    """Return the oracle's legal moves in the same form."""
    return {normal(entry) for entry in deal.legal()}


def make(state: MatchState, move: str, cards: Sequence[str] | frozenset[str]) -> MatchState:
    """Return the state after a move told by its name and cards."""
    return state.apply(state.move(move, sorted(cards)))


def lead(state: MatchState, card: str) -> MatchState:
    """Return the state after leading or playing a card, by whichever move has this card alone."""
    names = [entry[0] for entry in legal(state) if entry[1:] == (card,) and entry[0] != "exchange"]
    return make(state, str(names[0]), [card])


def by_cards(state: MatchState) -> Iterator[tuple[Move, str, frozenset[str]]]:
    """Yield every legal move, subset moves listed: the move, its name and its cards."""
    names = state.game.spec.cards.members
    for move in state.legal_moves:
        cards = state.game.engine.cards_of(state.state, move)
        yield move, move.rule, frozenset(names[card] for card in cards)


def swapped(spec: Spec, state: State, to: Mapping[str, str]) -> State:
    """Return a position in which cards have changed places: each key becomes its value.

    Variables that hold cards follow.  Raises AssertionError if `to` is no permutation.
    """
    assert set(to) == set(to.values())
    number = {name: card for card, name in enumerate(spec.cards.members)}
    turn = {number[one]: number[other] for one, other in to.items()}

    def moved(value: Value, is_card: bool) -> Value:
        if isinstance(value, frozenset) and is_card:
            return frozenset(turn.get(card, card) for card in value)
        return turn.get(value, value) if is_card and isinstance(value, int) else value

    cells = list(state.cells)
    for cell in spec.cells.values():
        base = cell.type.inner if isinstance(cell.type, Maybe) else cell.type
        base = base.member if isinstance(base, SetOf) else base
        for at in range(cell.offset, cell.offset + cell.size):
            cells[at] = moved(cells[at], base == spec.cards)
    zones = tuple(frozenset(turn.get(card, card) for card in zone) for zone in state.zones)
    return State(zones, tuple(cells), state.over)


def where(spec: Spec, state: State, card: str) -> int:
    """Return the zone slot in which a card lies."""
    number = spec.cards.members.index(card)
    (slot,) = (slot for slot, cards in enumerate(state.zones) if number in cards)
    return slot


def laid(spec: Spec, state: State, piles: Mapping[int, frozenset[str]], rest: int) -> State:
    """Return a position with exactly these cards in these zone slots, others moved to `rest`.

    Only zones change: for rules that read nothing else.
    """
    number = {name: card for card, name in enumerate(spec.cards.members)}
    wanted = {slot: frozenset(number[card] for card in cards) for slot, cards in piles.items()}
    placed = frozenset().union(*wanted.values())
    zones = []
    loose: frozenset[int] = frozenset()
    for slot, cards in enumerate(state.zones):
        if slot in wanted:
            loose |= cards - placed
            zones.append(wanted[slot])
        else:
            zones.append(cards - placed)
    zones[rest] |= loose
    return State(tuple(zones), state.cells, state.over)
