"""Hypothesis strategies for a whole deal of any spec: a deck and one string of choices.

A choice takes as many bytes as its number of moves needs, most significant first, and is scaled
to that number; when the bytes are used up, the first legal move is made.  So every deck with
every byte string is a deal, and shrinking leads to the deck in order and to first moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import Move, State, Step
from cardavia_spec.core.telling import tell_move
from cardavia_spec.core.types import Value

Supply = Callable[[frozenset[int], int], frozenset[int]]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck, the card drawn first in front; printed in cards."""

    order: tuple[int, ...]
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return "[" + " ".join(self.names[card] for card in self.order) + "]"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(repr(self))  # Hypothesis would print the fields

    def supply(self, cards: frozenset[int], n: int) -> frozenset[int]:
        """Return the first n of these cards in deck order."""
        return frozenset(itertools.islice((card for card in self.order if card in cards), n))


class Choices:
    """Reads bounded numbers from a byte string; an empty one gives noughts for ever."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, every one of which some bytes give."""
        width = max(1, -(-(n - 1).bit_length() // 8))
        piece = self._data[self._at : self._at + width].ljust(width, b"\0")
        self._at += width
        return int.from_bytes(piece, "big") * n >> (8 * width)


@st.composite
def _decks(draw: st.DrawFn, names: tuple[str, ...]) -> Deck:
    # composite, so that Hypothesis prints the deck and not the call that made it
    return Deck(tuple(draw(st.permutations(range(len(names))))), names)


def decks(spec: Spec) -> st.SearchStrategy[Deck]:
    """Decks of a spec; shrinks to the pack in order."""
    return _decks(spec.cards.members)


def choices(max_size: int = 256) -> st.SearchStrategy[bytes]:
    """The choices of a whole deal."""
    return st.binary(max_size=max_size)


def options(spec: Spec) -> st.SearchStrategy[dict[str, Value]]:
    """A value for each option; shrinks to the first ones."""
    cells = spec.layer(Layer.OPTION)
    return st.fixed_dictionaries({cell.name: st.sampled_from(cell.domain) for cell in cells})


def option_cases(spec: Spec) -> list[dict[str, Value]]:
    """Return each option value with the others at their defaults, and all pairs of values."""
    cells = spec.layer(Layer.OPTION)
    singles = [{cell.name: value} for cell in cells for value in cell.domain]
    pairs = [
        {one.name: first, two.name: second}
        for one, two in itertools.combinations(cells, 2)
        for first, second in itertools.product(one.domain, two.domain)
    ]
    return singles + pairs


def play(
    engine: Interpreter,
    given: Mapping[str, Value],
    deck: Deck,
    data: bytes,
) -> Iterator[Step]:
    """Yield every step of one deal: dealing, each move, each event, until it is over.

    Within a Hypothesis test each move is noted in cards, so a failure tells the deal.
    """
    yield from play_on(engine, engine.new_match(given), deck, Choices(data))


def play_on(engine: Interpreter, state: State, deck: Deck, source: Choices) -> Iterator[Step]:
    """Yield the steps of the next deal of a match that stands in `state`."""
    for step in engine.deal_steps(state, deck.supply):
        state = step.state
        yield step
    while not state.over:
        move = choose(engine, state, source)
        for step in engine.move_steps(state, move, deck.supply):
            state = step.state
            yield step


def choose(engine: Interpreter, state: State, source: Choices) -> Move:
    """Return the legal move that the next bytes choose; noted within a Hypothesis test."""
    family = engine.require_moves(state)
    move = family[source.below(family.count())]
    if currently_in_test_context():
        seat = engine.spec.seats.members[turn(engine.spec, state)]
        note(f"{seat}: {tell_move(engine.spec, move)}")
    return move


def turn(spec: Spec, state: State) -> int:
    """Return whose turn it is."""
    value = state.cells[spec.cells["turn"].offset]
    assert isinstance(value, int)
    return value
