"""Counts of positions by depth, and of whole trees by result, from fixed positions."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator

from tests.oracles.common import Deal, Entry


class TooMany(Exception):
    """Too many moves to list them."""


LISTED = 1000  # subset moves with more members than this are only counted, never listed


def size(entry: Entry) -> int:
    """Return how many moves an entry of a legal list stands for."""
    if len(entry) == 4 and entry[1] == "any":
        return math.comb(int(entry[3]), int(entry[2]))
    return 1


def moves(deal: Deal) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every legal move, subset moves listed."""
    for entry in sorted(deal.legal(), key=str):
        if size(entry) > 1 or "any" in entry:
            if size(entry) > LISTED:
                raise TooMany
            hand = sorted(deal.hands[deal.turn])
            for cards in itertools.combinations(hand, int(entry[2])):
                yield str(entry[0]), frozenset(cards)
        else:
            yield str(entry[0]), frozenset(str(card) for card in entry[1:])


def perft(deal: Deal, depth: int) -> int:
    """Return how many sequences of so many moves there are within the deal."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(map(size, deal.legal()))
    return sum(perft(after(deal, *move), depth - 1) for move in moves(deal))


def ends(deal: Deal) -> Counter[str]:
    """Return how many ways of playing on lead to each result of the deal (JSON text)."""
    if deal.over:
        return Counter([json.dumps(deal.result())])
    total: Counter[str] = Counter()
    for move in moves(deal):
        total += ends(after(deal, *move))
    return total


def after(deal: Deal, move: str, cards: frozenset[str]) -> Deal:
    """Return the deal after a move."""
    copy = deal.clone()
    copy.apply(move, cards)
    return copy
