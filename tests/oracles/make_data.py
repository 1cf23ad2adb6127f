"""Writes the recorded data that the oracles made: `python -m tests.oracles.make_data`.

A test holds the files equal to what this writes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tests.oracles import aluette_outcomes
from tests.oracles.common import Deal, Options
from tests.oracles.perft import TooMany, ends, perft
from tests.oracles.record import GAMES, choose, make_deck, make_trace, scripted, write_lines

TESTS = Path(__file__).parents[1]
PERFT = TESTS / "data" / "perft.yaml"


def option_traces() -> Iterator[tuple[str, list[str]]]:
    """Yield (file name, lines): random matches under each option value, the others left out."""
    for game, rules in GAMES.items():
        for name, values in rules.options.items():
            for value in values:
                told = json.dumps(value).strip('"')
                file = f"random_{game}_{name}_{told}.jsonl.gz"
                seed = sum(map(ord, file))
                matches = 8 if game == "schnapsen" else 1
                yield file, make_trace(game, seed, {name: value}, matches)


OUTCOMES = {
    "sweeps": ("SSSSSSSSS", "WWWWWWWWW", "NNNNNNNNN", "EEEEEEEEE", "XSSSSSSSS"),
    "few_wins": ("XXXXXXXXX", "XXXXXXXXS", "SXXXXXXXX", "XXXXXXXNN", "XXXXXXNNX"),
    "last_wins": ("XXXXENWSS", "XXXEENWSS", "NEWNEWSSS", "NEWNEWSSX", "NEWSENWSS"),
    "drawn": ("NNNEEEXXX", "ESWNESWNN", "XXXXXXXXX", "XXXXXXXEE", "SENWENWNW"),
}


def outcome_traces() -> Iterator[tuple[str, list[str]]]:
    """Yield (file name, lines): matches of constructed deals with rare outcomes."""
    for name, rows in OUTCOMES.items():
        for sweep in (True, False):
            rng = random.Random(f"{name} {sweep}")
            dealers = ("west", "north", "east", "south", "west")
            deals = [
                aluette_outcomes.as_moves(aluette_outcomes.read(row), dealer, rng)
                for row, dealer in zip(rows, dealers, strict=True)
            ]
            options: Options = {"first_dealer": "west", "sweep_is_mordienne": sweep}
            told = json.dumps(sweep)
            file = f"aluette_{name}_sweep_{told}.jsonl.gz"
            yield file, scripted("aluette", options, deals)


# (game, options, moves left, a move that must be possible there); -1 left: the deal's first move
Position: TypeAlias = tuple[str, dict[str, object], int, str | None]


def positions() -> Iterator[Position]:
    """Yield what kinds of positions are counted."""
    for sweep in (True, False):
        yield "aluette", {"sweep_is_mordienne": sweep}, 12, None
        yield "aluette", {"sweep_is_mordienne": sweep}, 10, None
    yield "aluette", {"first_dealer": "south"}, -1, None
    for marriage in ("automatic", "optional"):
        for stock in (2, 4):
            least = {"exchange_min_stock": stock, "close_min_stock": 6 - stock}
            options: dict[str, object] = {"marriage": marriage, **least}
            yield "schnapsen", options, -1, None
            yield "schnapsen", options, -1, "marriage"
            yield "schnapsen", options, -1, "exchange"
            yield "schnapsen", options, 12, "close"
            yield "schnapsen", options, 8, None
            yield "schnapsen", options, 8, "marriage"
    for period in ("day", "night"):
        for skips in (False, True):
            options = {"period": period, "void_skips_trump": skips}
            yield "ganjifa", options, -1, None
            yield "ganjifa", options, 18, "dukal"
            yield "ganjifa", options, 21, "dukal"
            yield "ganjifa", options, 9, None


def count(number: int, position: Position) -> dict[str, Any]:
    """Return one row: a position, the counts by depth from there, the ends of a small tree."""
    game, options, left, wanted = position
    rules, rng = GAMES[game], random.Random(number)
    while True:
        match = rules.match(options)
        deck = make_deck(rules, match.dealer, rng)
        deal = match.deal(deck)
        held = whole_suit(deal) if wanted == "dukal" else frozenset()
        if held is None:
            continue
        moves: list[str] = []
        trail = [deal.clone()]
        weights = {"play": 100, "marriage": 20, "exchange": 20, "close": 2, "dukal": 1}
        while not deal.over:
            for _ in range(20 if wanted == "dukal" else 1):
                move, cards = choose(rules, weights, rng, deal)
                if not held & set(cards):
                    break
            moves.append(" ".join([move, *cards]))
            deal.apply(move, frozenset(cards))
            trail.append(deal.clone())
        at = 0 if left < 0 else len(moves) - left
        if at >= 0 and (wanted is None or wanted in {entry[0] for entry in trail[at].legal()}):
            break
    numbers, whole = counts(trail[at], 2500 if left < 0 else 1000)
    row: dict[str, Any] = {
        "game": game,
        "options": dict(options),
        "dealer": match.dealer,
        "deck": " ".join(deck),
        "moves": moves[:at],
        "counts": " ".join(map(str, numbers)),
    }
    if whole:
        row["ends"] = dict(sorted(ends(trail[at]).items()))
    return row


def whole_suit(deal: Deal) -> frozenset[str] | None:
    """Return a suit that lies whole in one hand, to be kept for the end, or None."""
    for hand in deal.hands.values():
        for suit in sorted({card.split("-")[0] for card in hand} - {"rama", "krishna"}):
            cards = frozenset(card for card in hand if card.startswith(suit))
            if len(cards) == 12:
                return cards
    return None


def counts(start: Deal, budget: int) -> tuple[list[int], bool]:
    """Return the counts of positions by depth, and whether the last one is the deal's end."""
    found: list[int] = []
    while sum(found) < budget:
        try:
            number = perft(start, len(found) + 1)
        except TooMany:
            return found, False
        if number == 0:
            return found, True
        found.append(number)
    return found, False


def counted() -> list[dict[str, Any]]:
    return [count(number, position) for number, position in enumerate(positions(), 1)]


def main() -> None:
    for file, lines in (*option_traces(), *outcome_traces()):
        write_lines(TESTS / "traces" / file, lines)
    head = "# Written by `python -m tests.oracles.make_data`: see tests/data/README.md.\n"
    PERFT.write_text(head + yaml.safe_dump(counted(), sort_keys=False, width=100))


if __name__ == "__main__":
    main()
