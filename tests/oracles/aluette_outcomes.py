"""A deal and a play of it for any wanted sequence of trick winners.

Nine tricks are laid from the nine groups of four equal cards, so that each is spoiled.  Whoever
shall win one gets, in place of his card of the group, one of the eight cards that stand alone at
the top; a ninth win takes a nine of Batons or Swords in the trick of the eights.  Since every
card of a hand may always be played, it does not matter who leads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.oracles.aluette import CARDS, GROUPS, SEATS, Deal, deal_positions
from tests.oracles.common import next_in

LETTERS = {"N": "north", "E": "east", "S": "south", "W": "west", "X": None}
FOURS = tuple(group for group in GROUPS if len(group) == 4)
ALONE = tuple(group[0] for group in GROUPS if len(group) == 1)
NINES = ("batons-9", "swords-9")
EIGHTS = next(group for group in FOURS if "coins-8" in group)


def read(letters: str) -> list[str | None]:
    """Return the trick winners that nine letters stand for."""
    return [LETTERS[letter] for letter in letters]


def construct(
    outcome: Sequence[str | None], dealer: str, rng: random.Random
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return a deck and the plays (seat, card), in order, that bring this outcome about."""
    groups = list(FOURS)
    rng.shuffle(groups)
    # nine wins: one of them takes a nine, against the eights
    nine_in = -1 if None in outcome else groups.index(EIGHTS)
    alone = rng.sample(ALONE, len(ALONE))
    hands: dict[str, list[str]] = {}
    tricks: list[dict[str, str]] = []
    for trick, (winner, group) in enumerate(zip(outcome, groups, strict=True)):
        cards = dict(zip(SEATS, rng.sample(group, 4), strict=True))
        if winner is not None:
            cards[winner] = rng.choice(NINES) if trick == nine_in else alone.pop()
        tricks.append(cards)
    for seat in SEATS:
        hands[seat] = [cards[seat] for cards in tricks]
        rng.shuffle(hands[seat])

    deck = [""] * len(CARDS)
    for seat, places in deal_positions(dealer).items():
        for place, card in zip(places, hands[seat], strict=True):
            deck[place] = card
    unused = [card for card in CARDS if card not in set(deck)]
    rng.shuffle(unused)
    deck = [card or unused.pop() for card in deck]

    plays: list[tuple[str, str]] = []
    leader = next_in(SEATS, dealer)
    for winner, cards in zip(outcome, tricks, strict=True):
        order = [next_in(SEATS, leader, step) for step in range(4)]
        plays += [(seat, cards[seat]) for seat in order]
        leader = winner or leader
    return deck, plays


def as_moves(
    outcome: Sequence[str | None], dealer: str, rng: random.Random
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Return the constructed deck and plays as (move, cards)."""
    deck, plays = construct(outcome, dealer, rng)
    return deck, [("play", [card]) for _, card in plays]


def played(outcome: Sequence[str | None], dealer: str, rng: random.Random) -> Deal:
    """Return the constructed deal, played out by the oracle."""
    deck, plays = construct(outcome, dealer, rng)
    deal = Deal(deck, dealer, sweep_counts=True)
    for seat, card in plays:
        assert deal.turn == seat
        deal.apply("play", frozenset([card]))
    return deal
