"""What the three oracles share: the form of a deal and of a match, and nothing of any rule.

Cards, seats and moves are the words of a trace.  An `Entry` is one entry of a `legal` list:
`(move, card, ...)`, or `(move, "any", n, size)` for any n of the `size` cards of the hand.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

Entry: TypeAlias = tuple[str | int, ...]
Result: TypeAlias = dict[str, object]
T = TypeVar("T")
Options: TypeAlias = Mapping[str, object]


class OracleError(Exception):
    """A move, a deck or a trace line that the rules do not allow."""


class Deal(Protocol):
    """One deal in play.  `hands` are the cards each seat still holds."""

    turn: str
    over: bool
    hands: dict[str, set[str]]

    def legal(self) -> set[Entry]:
        """Return every legal move; empty when the deal is over."""

    def apply(self, move: str, cards: frozenset[str]) -> None:
        """Make a legal move (legality is not checked here)."""

    def result(self) -> Result:
        """Return the result of an ended deal."""

    def clone(self) -> Deal:
        """Return an independent copy."""


class Match(Protocol):
    """A match: who deals next, what the deals have brought."""

    dealer: str
    over: bool

    def deal(self, deck: Sequence[str]) -> Deal:
        """Deal the cards; `deck[0]` is drawn first."""

    def finish(self, deal: Deal) -> None:
        """Book an ended deal."""

    def result(self) -> Result:
        """Return the result of an ended match."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One game.  `options` lists the values of each option, the default first."""

    game: str
    seats: tuple[str, ...]
    cards: tuple[str, ...]
    options: Mapping[str, tuple[object, ...]]
    match: Callable[[Options], Match]

    def settled(self, given: Options) -> dict[str, object]:
        """Return a value for every option: the given one or the default."""
        for name, value in given.items():
            if name not in self.options or value not in self.options[name]:
                raise OracleError(f"{self.game} has no option {name}: {value}")
        return {name: given.get(name, values[0]) for name, values in self.options.items()}


def copied(deal: T) -> T:
    """Return a copy of a deal whose hands, lists and counts are its own."""
    twin = copy.copy(deal)
    for name, value in vars(deal).items():
        if isinstance(value, dict):
            fresh: object = {
                key: set(part) if isinstance(part, set) else part for key, part in value.items()
            }
        elif isinstance(value, list | set):
            fresh = copy.copy(value)
        else:
            continue
        setattr(twin, name, fresh)
    return twin


def next_in(order: Sequence[str], seat: str, steps: int = 1) -> str:
    """Return the seat so many places on in playing order."""
    return order[(order.index(seat) + steps) % len(order)]


def sort_cards(cards: Sequence[str], some: frozenset[str] | set[str]) -> list[str]:
    """Return some of the cards in the order in which `cards` lists the pack."""
    return [card for card in cards if card in some]


def same_entry(entry: Entry, move: str, cards: frozenset[str], hand: set[str]) -> bool:
    """Tell whether a move with these cards is the one an entry means, or one of those."""
    if entry[0] != move:
        return False
    if len(entry) == 4 and entry[1] == "any":
        return len(cards) == entry[2] and cards <= hand
    return frozenset(entry[1:]) == cards


def allowed(deal: Deal, move: str, cards: frozenset[str]) -> bool:
    """Tell whether the seat to move may make this move."""
    hand = deal.hands[deal.turn]
    return any(same_entry(entry, move, cards, hand) for entry in deal.legal())
