"""Dashavatara Ganjifa by brute force, from the page (clauses G1..G29) and the rulings alone."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracles.common import Deal as AnyDeal
from tests.oracles.common import Entry, Options, Result, Rules, copied, next_in, sort_cards

SEATS = ("south", "east", "west")  # counter-clockwise: the order of dealing and of play
SUITS = (
    "matsya",
    "kurma",
    "varaha",
    "narasimha",
    "vamana",
    "parashurama",
    "rama",
    "krishna",
    "buddha",
    "kalki",
)
NUMERALS = tuple(str(n) for n in range(1, 11))
RANKS = (*NUMERALS, "mantri", "raja")
CARDS = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)
DESCENDING = ("raja", "mantri", *NUMERALS)  # first five suits: 1 is the best numeral
ASCENDING = ("raja", "mantri", *reversed(NUMERALS))  # last five suits: 10 is
TRUMP = {"day": "rama", "night": "krishna"}


def suit_of(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def rank_of(card: str) -> str:
    return card.split("-")[1]


def height(card: str) -> int:
    """Return a number that is greater for a better card of the same suit (G15, G16)."""
    first_five = SUITS.index(suit_of(card)) < 5
    order = DESCENDING if first_five else ASCENDING
    return len(order) - order.index(rank_of(card))


def deal_positions(dealer: str) -> dict[str, list[int]]:
    """Return the places in the deck from which each seat gets its cards (G6)."""
    places: dict[str, list[int]] = {seat: [] for seat in SEATS}
    place = 0
    for _ in range(10):
        for step in (1, 2, 3):
            places[next_in(SEATS, dealer, step)] += range(place, place + 4)
            place += 4
    return places


def answers(lead: str, hand: set[str], trump: str, skips_trump: bool) -> set[str]:
    """Return the cards that may answer a single card (G12, G13, G14)."""
    led = suit_of(lead)
    following = {card for card in hand if suit_of(card) == led}
    if following:
        return following
    trumps = {card for card in hand if suit_of(card) == trump}
    for step in range(1, 10):
        suit = SUITS[(SUITS.index(led) + step) % 10]
        if suit == trump and skips_trump:
            continue
        held = {card for card in hand if suit_of(card) == suit}
        if held:
            return trumps | held
    return trumps


def trick_winner(table: Sequence[tuple[str, str]], trump: str) -> str:
    """Return who wins a trick of single cards, led by the first (G17)."""
    trumps = [(height(card), seat) for seat, card in table if suit_of(card) == trump]
    led = suit_of(table[0][1])
    of_led = [(height(card), seat) for seat, card in table if suit_of(card) == led]
    return max(trumps or of_led)[1]


def is_dukal(cards: frozenset[str]) -> bool:
    """Tell whether these cards make a sequence that wins by itself (G19, GQ11..GQ14)."""
    if len({suit_of(card) for card in cards}) != 1:
        return False
    ranks = {rank_of(card) for card in cards}
    numerals = sorted(int(rank) for rank in ranks if rank in NUMERALS)
    return (
        {"raja", "mantri"} <= ranks
        and len(numerals) >= 3
        and numerals == list(range(numerals[0], numerals[0] + len(numerals)))
    )


def dukals(hand: set[str]) -> set[frozenset[str]]:
    """Return every such sequence in a hand."""
    found: set[frozenset[str]] = set()
    for suit in SUITS:
        if not {f"{suit}-raja", f"{suit}-mantri"} <= hand:
            continue
        for low in range(1, 11):
            for high in range(low, 11):
                numerals = [f"{suit}-{n}" for n in range(low, high + 1)]
                cards = frozenset([f"{suit}-raja", f"{suit}-mantri", *numerals])
                if cards <= hand and is_dukal(cards):
                    found.add(cards)
    return found


class Deal:
    """The one deal of a match."""

    def __init__(self, deck: Sequence[str], dealer: str, settled: Options) -> None:
        self.hands = {
            seat: {deck[place] for place in places}
            for seat, places in deal_positions(dealer).items()
        }
        self.trump = TRUMP[str(settled["period"])]
        self.skips_trump = bool(settled["void_skips_trump"])
        self.opener = f"{self.trump}-raja"
        (self.turn,) = (seat for seat in SEATS if self.opener in self.hands[seat])
        self.opened = False
        self.table: list[tuple[str, str]] = []
        self.sequence: frozenset[str] | None = None  # the Dukal that is being answered
        self.replies = 0
        self.captured = dict.fromkeys(SEATS, 0)
        self.over = False

    def legal(self) -> set[Entry]:
        if self.over:
            return set()
        hand = self.hands[self.turn]
        if self.sequence is not None:
            return {("discard", "any", len(self.sequence), len(hand))}
        if not self.opened:
            return {("play", self.opener)}
        if self.table:
            cards = answers(self.table[0][1], hand, self.trump, self.skips_trump)
            return {("play", card) for card in cards}
        moves: set[Entry] = {("play", card) for card in hand}
        for cards_of in dukals(hand):
            moves.add(("dukal", *sort_cards(CARDS, cards_of)))
        return moves

    def apply(self, move: str, cards: frozenset[str]) -> None:
        assert cards <= self.hands[self.turn]
        self.hands[self.turn] -= cards
        self.opened = True
        if move == "dukal":
            self.sequence, self.replies = cards, 0
            self.turn = next_in(SEATS, self.turn)
        elif move == "discard":
            assert self.sequence is not None
            self.replies += 1
            self.turn = next_in(SEATS, self.turn)  # after two replies: the leader again
            if self.replies == 2:
                self.take(self.turn, 3 * len(self.sequence))
                self.sequence = None
        else:
            (card,) = cards
            self.table.append((self.turn, card))
            self.turn = next_in(SEATS, self.turn)
            if len(self.table) == 3:
                self.take(trick_winner(self.table, self.trump), 3)
                self.table = []

    def take(self, seat: str, cards: int) -> None:
        self.captured[seat] += cards
        self.turn = seat
        self.over = not any(self.hands.values())

    def result(self) -> Result:
        best = max(self.captured.values())
        winners = [seat for seat in SEATS if self.captured[seat] == best]
        return {"captured": dict(self.captured), "winners": winners}

    def clone(self) -> Deal:
        return copied(self)


class Match:
    """One deal is the whole match."""

    def __init__(self, options: Options) -> None:
        self.settled = RULES.settled(options)
        self.dealer = str(self.settled["first_dealer"])
        self.over = False
        self.last: Result = {}

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(deck, self.dealer, self.settled)

    def finish(self, deal: AnyDeal) -> None:
        self.last = deal.result()
        self.over = True

    def result(self) -> Result:
        return self.last


RULES = Rules(
    game="ganjifa",
    seats=SEATS,
    cards=CARDS,
    options={
        "first_dealer": ("west", "south", "east"),
        "period": ("day", "night"),
        "void_skips_trump": (False, True),
    },
    match=Match,
)
