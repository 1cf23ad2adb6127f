"""Reading traces with an oracle, and writing them with seeded random players."""

from __future__ import annotations

import functools
import gzip
import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from tests.oracles import aluette, ganjifa, schnapsen
from tests.oracles.common import (
    Deal,
    Entry,
    Match,
    Options,
    OracleError,
    Rules,
    allowed,
    sort_cards,
)

Move: TypeAlias = tuple[str, Sequence[str]]  # a name and cards

GAMES = {rules.game: rules for rules in (aluette.RULES, schnapsen.RULES, ganjifa.RULES)}
POSITIONS = {
    "aluette": aluette.deal_positions,
    "schnapsen": schnapsen.deal_positions,
    "ganjifa": ganjifa.deal_positions,
}


def read_lines(path: Path) -> list[str]:
    """Return the lines of a trace file, plain or compressed."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    return data.decode("utf-8").splitlines()


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write a compressed trace; the same lines give the same bytes."""
    text = "".join(line + "\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def replay(lines: Sequence[str]) -> dict[str, int]:
    """Check a correct-looking trace with the oracle; return how much was compared.

    Raises OracleError at the first line that the rules do not allow.
    """
    seen = {"matches": 0, "deals": 0, "moves": 0, "legal": 0, "results": 0}
    rules: Rules | None = None
    options: Options = {}
    match: Match | None = None
    deal: Deal | None = None
    for number, text in enumerate(lines, 1):
        line = json.loads(text)

        def fail(what: str, number: int = number, text: str = text) -> OracleError:
            return OracleError(f"line {number}: {what}: {text[:300]}")

        match line["type"]:
            case "match":
                rules, options, match, deal = GAMES[line["game"]], line["options"], None, None
                seen["matches"] += 1
            case "deal":
                assert rules is not None
                if match is None:
                    match = rules.match({"first_dealer": line["dealer"], **options})
                if match.dealer != line["dealer"]:
                    raise fail(f"{match.dealer} deals")
                if sorted(line["deck"]) != sorted(rules.cards):
                    raise fail("no permutation of the pack")
                deal = match.deal(line["deck"])
                seen["deals"] += 1
            case "move":
                assert deal is not None
                if deal.over or deal.turn != line["seat"]:
                    raise fail(f"{deal.turn} is to move")
                legal = deal.legal()
                if "legal" in line:
                    listed = {normal(tuple(entry)) for entry in line["legal"]}
                    if listed != {normal(entry) for entry in legal}:
                        raise fail(f"legal moves are {sorted(map(str, legal))}")
                    seen["legal"] += 1
                cards = frozenset(line["cards"])
                if not allowed(deal, line["move"], cards):
                    raise fail("not legal")
                deal.apply(line["move"], cards)
                seen["moves"] += 1
            case "deal end":
                assert deal is not None
                assert match is not None
                if not deal.over or line["result"] != deal.result():
                    raise fail(f"result is {deal.result()}")
                match.finish(deal)
                seen["results"] += 1
            case "match end":
                assert match is not None
                if not match.over or line["result"] != match.result():
                    raise fail(f"result is {match.result()}")
                seen["results"] += 1
            case other:
                raise fail(f"unknown line {other}")
    return seen


def normal(entry: Entry) -> Entry:
    """Return an entry with its cards in one order."""
    if "any" in entry:
        return entry
    return (entry[0], *sorted(str(part) for part in entry[1:]))


def make_deck(rules: Rules, dealer: str, rng: random.Random) -> list[str]:
    """Return a deck: well shuffled, or with cards of a suit tending into the same hand."""
    deck = list(rules.cards)
    if rng.random() < 0.5:
        rng.shuffle(deck)
        return deck
    suits = sorted({card.split("-")[0] for card in deck})
    rng.shuffle(suits)
    deck.sort(key=lambda card: suits.index(card.split("-")[0]))  # hands of whole suits
    for _ in range(rng.choice((3, 10, 30))):
        one, two = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[one], deck[two] = deck[two], deck[one]
    hands = POSITIONS[rules.game](dealer)
    order = [place for seat in rng.sample(rules.seats, len(rules.seats)) for place in hands[seat]]
    rest = [place for place in range(len(deck)) if place not in set(order)]
    rng.shuffle(rest)
    laid = [""] * len(deck)
    for place, card in zip(order + rest, deck, strict=True):
        laid[place] = card
    return laid


def choose(rules: Rules, weights: dict[str, int], rng: random.Random, deal: Deal) -> Move:
    """Return a random legal move: its name and its cards in the order of the pack."""
    entries = sorted(deal.legal(), key=str)
    entry = rng.choices(entries, [weights.get(str(entry[0]), 1) for entry in entries])[0]
    move = str(entry[0])
    if len(entry) == 4 and entry[1] == "any":
        hand = sort_cards(rules.cards, deal.hands[deal.turn])
        return move, sort_cards(rules.cards, set(rng.sample(hand, int(entry[2]))))
    return move, sort_cards(rules.cards, {str(card) for card in entry[1:]})


def legal_list(deal: Deal) -> list[list[str | int]]:
    """Return the legal moves as a trace lists them."""
    return sorted((list(entry) for entry in deal.legal()), key=str)


def make_trace(game: str, seed: int, options: Options, matches: int) -> list[str]:
    """Return the lines of whole matches of random play, with the legal moves at every move.

    `options` stand in the `match` lines as they are; where they leave `first_dealer` out, the
    first `deal` line of a match names one at random.
    """
    rules, rng = GAMES[game], random.Random(seed)
    lines: list[str] = []
    for _ in range(matches):
        lines += make_match(rules, options, rng)
    return lines


def make_match(rules: Rules, options: Options, rng: random.Random) -> Iterator[str]:
    """Yield the lines of one match of random play."""
    dealer = rng.choice(rules.options["first_dealer"])
    match = rules.match({"first_dealer": dealer, **options})
    yield opening(rules, options)
    for number in itertools.count(1):
        if match.over:
            break
        deck = make_deck(rules, match.dealer, rng)
        # some deals hardly ever close, some often lead a sequence
        weights = {
            "play": 10,
            "marriage": rng.choice((5, 40)),
            "exchange": rng.choice((1, 40)),
            "close": rng.choice((0, 1, 1, 20)),
            "dukal": rng.choice((1, 10, 100)),
        }
        deal = match.deal(deck)
        at_random = functools.partial(choose, rules, weights, rng)
        yield from deal_lines(deal, match.dealer, number, deck, at_random)
        match.finish(deal)
    yield closing(match)


def scripted(
    game: str, options: Options, deals: Sequence[tuple[Sequence[str], Sequence[Move]]]
) -> list[str]:
    """Return the lines of a match of decks and moves thought out before.

    Raises OracleError at a move that is not legal.  The match may stop before its end.
    """
    rules = GAMES[game]
    match = rules.match(options)
    lines = [opening(rules, options)]
    for number, (deck, moves) in enumerate(deals, 1):
        deal, rest = match.deal(deck), iter(moves)

        def following(deal: Deal, rest: Iterator[Move] = rest) -> Move:
            move, cards = next(rest)
            if not allowed(deal, move, frozenset(cards)):
                raise OracleError(f"{deal.turn} may not {move} {cards}: {sorted(deal.legal())}")
            return move, sort_cards(rules.cards, frozenset(cards))

        lines += deal_lines(deal, match.dealer, number, deck, following)
        match.finish(deal)
    return [*lines, closing(match)] if match.over else lines


def opening(rules: Rules, options: Options) -> str:
    """Return the `match` line."""
    return json.dumps({"type": "match", "trace": 1, "game": rules.game, "options": dict(options)})


def deal_lines(
    deal: Deal, dealer: str, number: int, deck: Sequence[str], next_move: Callable[[Deal], Move]
) -> Iterator[str]:
    """Yield the lines of one deal, which is played to its end."""
    yield json.dumps({"type": "deal", "deal": number, "dealer": dealer, "deck": list(deck)})
    while not deal.over:
        seat, legal = deal.turn, legal_list(deal)
        move, cards = next_move(deal)
        deal.apply(move, frozenset(cards))
        yield json.dumps(
            {"type": "move", "seat": seat, "move": move, "cards": list(cards), "legal": legal}
        )
    yield json.dumps({"type": "deal end", "deal": number, "result": deal.result()})


def closing(match: Match) -> str:
    """Return the `match end` line."""
    return json.dumps({"type": "match end", "result": match.result()})
