"""Which cards may answer: hands laid by hand, held against the oracles, card by card."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardavia_spec.core.state import State
from cardavia_spec.play.game import Game
from tests.conformance.package import game_of, laid, lead, listed, make, start, swapped, where
from tests.oracles import ganjifa, schnapsen
from tests.oracles.common import Entry

GOLDEN: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data/golden.yaml").read_text()
)


class Strict:
    """A closed stock and a card led: any lead against any hand of the other seat."""

    def __init__(self, trump: str) -> None:
        self.game = game_of("schnapsen")
        cards = [card for card in schnapsen.CARDS if card != f"{trump}-bube"]
        self.led = cards[0]
        deck = [*cards[:6], f"{trump}-bube", *cards[6:]]
        state = start("schnapsen", {}, deck)
        spec = self.game.spec
        self.hand = where(spec, state.state, deck[3])
        self.others = where(spec, state.state, deck[1])
        state = lead(make(state, "close", []), self.led)
        assert state.turn == "north"
        self.state = state.state
        self.cards = cards

    def legal(self, led: str, hand: frozenset[str]) -> set[Entry]:
        state = self.state
        if led != self.led:
            state = swapped(self.game.spec, state, {led: self.led, self.led: led})
        state = laid(self.game.spec, state, {self.hand: hand}, self.others)
        return listed(self.game, state)

    def check(self, led: str, hand: frozenset[str], trump: str) -> None:
        wanted = {("play", card) for card in schnapsen.strict_answers(led, set(hand), trump)}
        assert self.legal(led, hand) == wanted, (led, sorted(hand))


@pytest.mark.parametrize("trump", schnapsen.SUITS)
def test_schnapsen_every_small_hand(trump: str) -> None:
    """Every lead against every hand of one or two cards."""
    table = Strict(trump)
    for led in table.cards:
        rest = [card for card in table.cards if card != led]
        for size in (1, 2):
            for hand in itertools.combinations(rest, size):
                table.check(led, frozenset(hand), trump)


@pytest.mark.parametrize("trump", schnapsen.SUITS)
def test_schnapsen_larger_hands(trump: str) -> None:
    table, rng = Strict(trump), random.Random(f"hands {trump}")
    for _ in range(500):
        led, *hand = rng.sample(table.cards, rng.choice((4, 5, 6)))
        table.check(led, frozenset(hand), trump)


RANK = {"A": "ass", "T": "10", "K": "koenig", "Q": "dame", "J": "bube"}
SUIT = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}


@pytest.mark.parametrize("row", GOLDEN["schnapsen_strict"], ids=lambda row: row["lead"])
def test_schnapsen_vectors(row: dict[str, Any]) -> None:
    """The checked vectors; the indicator is a diamond that the vector does not name."""

    def long(short: str) -> str:
        return f"{SUIT[short[1]]}-{RANK[short[0]]}"

    hand, legal = (frozenset(map(long, row[key])) for key in ("hand", "legal"))
    table = Strict("diamonds")
    used = {long(row["lead"]), *hand}
    if "diamonds-bube" in used:  # let the indicator change places with a trump not named
        free = next(c for c in schnapsen.CARDS if c.startswith("diamonds") and c not in used)
        swap = {free: "diamonds-bube", "diamonds-bube": free}
        table.state = swapped(table.game.spec, table.state, swap)
    assert table.legal(long(row["lead"]), hand) == {("play", card) for card in legal}


def test_schnapsen_control() -> None:
    """The negative control: without the duty to beat, some answers would differ."""
    table = Strict("hearts")
    hand = frozenset(["clubs-ass", "clubs-dame"])
    follow = {("play", card) for card in hand}
    assert table.legal("clubs-10", hand) == {("play", "clubs-ass")} != follow


class Second:
    """A trick after the opening one, one card led: any lead against any hand."""

    def __init__(self, period: str, skips: bool) -> None:
        self.game: Game = game_of("ganjifa")
        self.trump = ganjifa.TRUMP[period]
        self.skips = skips
        opener = f"{self.trump}-raja"
        self.cards = [card for card in ganjifa.CARDS if card != opener]
        options = {"period": period, "void_skips_trump": skips}
        state = start("ganjifa", options, [opener, *self.cards])
        self.hand = where(self.game.spec, state.state, self.cards[3])
        for _ in range(3):
            state = state.apply(state.legal_moves[0])
        self.done = where(self.game.spec, state.state, opener)
        play = next(move for move in state.legal_moves if move.rule == "play")
        (number,) = state.game.engine.cards_of(state.state, play)
        self.led = self.game.spec.cards.members[number]
        state = state.apply(play)
        assert state.turn == "east"
        self.state: State = state.state

    def legal(self, led: str, hand: frozenset[str]) -> set[Entry]:
        state = self.state
        if led != self.led:
            state = swapped(self.game.spec, state, {led: self.led, self.led: led})
        return listed(self.game, laid(self.game.spec, state, {self.hand: hand}, self.done))

    def expected(self, led: str, hand: frozenset[str]) -> set[Entry]:
        cards = ganjifa.answers(led, set(hand), self.trump, self.skips)
        return {("play", card) for card in cards}


TABLES = list(itertools.product(("day", "night"), (False, True)))


def hands(rng: random.Random, cards: list[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield leads and hands: few suits, so that voids and long ways round are common."""
    for _ in range(1200):
        suits = rng.sample(ganjifa.SUITS, rng.choice((1, 2, 2, 3, 5)))
        held = [card for card in cards if card.split("-")[0] in suits]
        hand = rng.sample(held, min(len(held), rng.choice((1, 2, 3, 6, 12))))
        led = rng.choice([card for card in cards if card not in hand])
        yield led, frozenset(hand)


@pytest.mark.parametrize(("period", "skips"), TABLES)
def test_ganjifa_followers(period: str, skips: bool) -> None:
    table, rng = Second(period, skips), random.Random(f"{period} {skips}")
    for led, hand in hands(rng, table.cards):
        assert table.legal(led, hand) == table.expected(led, hand), (led, sorted(hand))


def test_ganjifa_control() -> None:
    """The negative control: the other value of the option gives other answers."""
    table, rng = Second("day", False), random.Random(7)
    table.skips = True
    wrong = sum(
        table.legal(led, hand) != table.expected(led, hand) for led, hand in hands(rng, table.cards)
    )
    assert wrong > 5


@pytest.mark.parametrize("row", GOLDEN["ganjifa_void"], ids=lambda row: row["led"])
def test_ganjifa_vectors(row: dict[str, Any]) -> None:
    def long(short: str) -> str:
        name = short.rstrip("0123456789")
        return f"{name.lower()}-{short[len(name) :]}"

    hand, legal = (frozenset(map(long, row[key])) for key in ("hand", "legal"))
    table = Second("day", False)
    for rank in ("mantri", "1", "10"):
        led = f"{row['led'].lower()}-{rank}"
        assert table.legal(led, hand) == {("play", card) for card in legal}
