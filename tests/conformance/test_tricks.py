"""Who wins a trick: every pair of cards, held against the oracles."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from tests.conformance.package import game_of, laid, lead, make, start, where
from tests.oracles import aluette, ganjifa, schnapsen
from tests.oracles.common import next_in


def schnapsen_turn(first: str, second: str, trump: str) -> str | None:
    """Return who leads after a first trick of these two cards."""
    indicator = next(
        card
        for card in reversed(schnapsen.CARDS)
        if card.startswith(trump) and card not in (first, second)
    )
    rest = [card for card in schnapsen.CARDS if card not in (first, second, indicator)]
    deck = [first, *rest[:2], second, *rest[2:4], indicator, *rest[4:]]
    return lead(lead(start("schnapsen", {}, deck), first), second).turn


@pytest.mark.parametrize("trump", schnapsen.SUITS)
def test_schnapsen_pairs(trump: str) -> None:
    for first, second in itertools.permutations(schnapsen.CARDS, 2):
        winner = "north" if schnapsen.answer_wins(first, second, trump) else "south"
        assert schnapsen_turn(first, second, trump) == winner, (first, second)


def test_schnapsen_control() -> None:
    """The negative control: with another trump some pairs fall otherwise."""
    pairs = [("hearts-10", "clubs-bube"), ("hearts-10", "hearts-koenig")]
    turns = [schnapsen_turn(*pair, trump) for pair in pairs for trump in ("clubs", "spades")]
    assert turns == ["north", "south", "south", "south"]


def aluette_turn(cards: tuple[str, ...]) -> str | None:
    """Return who leads after a first trick of these four cards, led by west."""
    deck = [card for card in aluette.CARDS if card not in cards]
    for place, card in zip((0, 3, 6, 9), cards, strict=True):
        deck.insert(place, card)
    state = start("aluette", {"first_dealer": "south"}, deck)
    for card in cards:
        state = make(state, "play", [card])
    return state.turn


def aluette_expected(cards: tuple[str, ...]) -> str:
    seats = [next_in(aluette.SEATS, "south", step) for step in (1, 2, 3, 4)]
    return aluette.trick_winner(list(zip(seats, cards, strict=True))) or "west"


def test_aluette_groups() -> None:
    """For each two groups a card of each, with two cards below both, from every seat."""
    rng = random.Random(21)
    for one, two in itertools.product(aluette.GROUPS, repeat=2):
        first = rng.choice(one)
        others = [card for card in two if card != first]
        if not others:
            continue
        second = rng.choice(others)
        low = [
            card
            for card in reversed(aluette.CARDS)
            if card not in (first, second)
            and aluette.STRENGTH[card]
            <= min(aluette.STRENGTH[first], aluette.STRENGTH[second], -17)
        ]
        if len(low) < 2:
            low = ["batons-3", "swords-3", "coins-4", "cups-4"]
            low = [card for card in low if card not in (first, second)]
        cards = [first, second, *low[:2]]
        rng.shuffle(cards)
        assert aluette_turn(tuple(cards)) == aluette_expected(tuple(cards)), cards


def test_aluette_any_four() -> None:
    rng = random.Random(22)
    spoiled = 0
    for _ in range(400):
        group = rng.sample(aluette.CARDS, rng.choice((4, 12)))
        group.sort(key=aluette.STRENGTH.__getitem__)  # neighbours: many ties
        cards = group[-4:]
        rng.shuffle(cards)
        expected = aluette_expected(tuple(cards))
        spoiled += aluette.trick_winner(list(zip(aluette.SEATS, cards, strict=True))) is None
        assert aluette_turn(tuple(cards)) == expected, cards
    assert spoiled > 20


def ganjifa_pairs(rng: random.Random) -> list[tuple[str, ...]]:
    """Return threes of cards: neighbours in a suit, a suit and trump, any."""
    threes: list[tuple[str, ...]] = []
    for suit in ganjifa.SUITS:
        cards = [card for card in ganjifa.CARDS if card.startswith(suit)]
        for first, second in itertools.permutations(cards, 2):
            threes.append((first, second, rng.choice(ganjifa.CARDS)))
    threes += [tuple(rng.sample(ganjifa.CARDS, 3)) for _ in range(1500)]
    return [three for three in threes if len(set(three)) == 3]


@pytest.mark.parametrize("period", ["day", "night"])
def test_ganjifa_threes(period: str) -> None:
    """Tricks laid by hand after the opening one: who takes the three cards, and so leads?"""
    trump = ganjifa.TRUMP[period]
    opener = f"{trump}-raja"
    rest = [card for card in ganjifa.CARDS if card != opener]
    game = game_of("ganjifa")
    spec, engine = game.spec, game.engine
    state = start("ganjifa", {"period": period}, [opener, *rest])
    hands = [where(spec, state.state, card) for card in (opener, *rest[3:11:4])]
    assert len(set(hands)) == 3
    for _ in range(3):
        state = state.apply(state.legal_moves[0])
    assert state.turn == "south"
    captured = where(spec, state.state, opener)
    wins = Counter[str]()
    for three in ganjifa_pairs(random.Random(23)):
        if opener in three:
            continue
        spare = [card for card in rest if card not in three]
        piles = {
            slot: frozenset([card, more])
            for slot, card, more in zip(hands, three, spare, strict=False)
        }
        at = laid(spec, state.state, piles, captured)
        for card in three:
            at = engine.move_steps(at, game.move("play", [card]), no_chance)[-1].state
        table = list(zip(ganjifa.SEATS, three, strict=True))
        seat = at.cells[game.turn_slot]
        assert isinstance(seat, int)
        winner = spec.seats.members[seat]
        assert winner == ganjifa.trick_winner(table, trump), three
        wins[winner] += 1
    assert min(wins[seat] for seat in ganjifa.SEATS) > 100


def no_chance(cards: frozenset[int], n: int) -> frozenset[int]:
    raise AssertionError("nothing is drawn here")
