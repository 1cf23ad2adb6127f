"""Schnapsen by brute force, from the page (clauses S1..S37) and the rulings alone."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracles.common import Deal as AnyDeal
from tests.oracles.common import Entry, Options, Result, Rules, copied

SEATS = ("south", "north")
SUITS = ("clubs", "spades", "hearts", "diamonds")
RANKS = ("ass", "10", "koenig", "dame", "bube")  # highest first
POINTS = {"ass": 11, "10": 10, "koenig": 4, "dame": 3, "bube": 2}
CARDS = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)
COUNTERPART = {"koenig": "dame", "dame": "koenig"}


def suit_of(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def rank_of(card: str) -> str:
    return card.split("-")[1]


def points_of(card: str) -> int:
    return POINTS[rank_of(card)]


def other(seat: str) -> str:
    return "north" if seat == "south" else "south"


def deal_positions(dealer: str) -> dict[str, list[int]]:
    """Return the deck places of each hand; 6 is the indicator, 11 to 19 the stock over it."""
    return {other(dealer): [0, 1, 2, 7, 8], dealer: [3, 4, 5, 9, 10]}


def higher(card: str, than: str) -> bool:
    """Tell whether a card outranks another one of its own suit."""
    assert suit_of(card) == suit_of(than)
    return RANKS.index(rank_of(card)) < RANKS.index(rank_of(than))


def answer_wins(lead: str, answer: str, trump: str) -> bool:
    """Tell whether the second card takes the trick (S11)."""
    if suit_of(answer) == suit_of(lead):
        return higher(answer, lead)
    return suit_of(answer) == trump


def strict_answers(lead: str, hand: set[str], trump: str) -> set[str]:
    """Return the cards that may answer when the stock is closed or exhausted (S16..S19)."""
    follow = {card for card in hand if suit_of(card) == suit_of(lead)}
    beat = {card for card in follow if higher(card, lead)}
    trumps = {card for card in hand if suit_of(card) == trump}
    for tier in (beat, follow, trumps):
        if tier:
            return tier
    return set(hand)


def scale(tricks: int, points: int) -> int:
    """Return the game points won against someone with so many tricks and points (S30..S32)."""
    if tricks == 0:
        return 3
    return 1 if points >= 33 else 2


class Deal:
    """One deal.  `stock` holds the cards over the indicator, next one first."""

    def __init__(self, deck: Sequence[str], dealer: str, settled: Options) -> None:
        places = deal_positions(dealer)
        self.hands = {seat: {deck[place] for place in places[seat]} for seat in SEATS}
        self.indicator: str | None = deck[6]
        self.trump = suit_of(deck[6])
        self.stock = list(deck[11:])
        self.optional = settled["marriage"] == "optional"
        self.exchange_min_stock = int(str(settled["exchange_min_stock"]))
        self.close_min_stock = int(str(settled["close_min_stock"]))
        self.turn = other(dealer)
        self.lead: str | None = None
        self.points = dict.fromkeys(SEATS, 0)
        self.tricks = dict.fromkeys(SEATS, 0)
        self.pending = dict.fromkeys(SEATS, 0)
        self.declared: set[tuple[str, str]] = set()
        self.closer: str | None = None
        self.record = (0, 0)  # tricks and points of the closer's opponent at closure
        self.over = False
        self.winner: str | None = None
        self.game_points = 0

    def left(self) -> int:
        """Return how many cards the stock has, the indicator included."""
        return len(self.stock) + (self.indicator is not None)

    def strict(self) -> bool:
        return self.closer is not None or self.left() == 0

    def legal(self) -> set[Entry]:
        if self.over:
            return set()
        hand = self.hands[self.turn]
        if self.lead is not None:
            cards = strict_answers(self.lead, hand, self.trump) if self.strict() else hand
            return {("play", card) for card in cards}
        moves: set[Entry] = set()
        for card in hand:
            suit, rank = suit_of(card), rank_of(card)
            marriage = (
                rank in COUNTERPART
                and f"{suit}-{COUNTERPART[rank]}" in hand
                and (self.turn, suit) not in self.declared
            )
            if marriage:
                moves.add(("marriage", card))
            if not marriage or self.optional:
                moves.add(("play", card))
        if self.closer is None:  # the stock is open
            left = self.left()
            if f"{self.trump}-bube" in hand and left > 0 and left >= self.exchange_min_stock:
                moves.add(("exchange", f"{self.trump}-bube"))
            if len(hand) == 5 and left > 0 and left >= self.close_min_stock:
                moves.add(("close",))
        return moves

    def apply(self, move: str, cards: frozenset[str]) -> None:
        me, hand = self.turn, self.hands[self.turn]
        if move == "close":
            self.closer = me
            self.record = (self.tricks[other(me)], self.points[other(me)])
            return
        (card,) = cards
        hand.remove(card)
        if move == "exchange":
            assert self.indicator is not None
            hand.add(self.indicator)
            self.indicator = card
            return
        if self.lead is not None:
            self.finish_trick(self.lead, card)
            return
        self.lead = card
        if move == "marriage":
            suit = suit_of(card)
            self.declared.add((me, suit))
            bonus = 40 if suit == self.trump else 20
            if self.tricks[me] == 0:
                self.pending[me] += bonus
            else:
                self.points[me] += bonus
                if self.points[me] >= 66:
                    self.reached(me)
                    return
        self.turn = other(me)

    def finish_trick(self, lead: str, answer: str) -> None:
        """Settle a trick of which the seat to move gave the second card."""
        me = self.turn
        winner = me if answer_wins(lead, answer, self.trump) else other(me)
        loser = other(winner)
        self.lead = None
        self.tricks[winner] += 1
        self.points[winner] += points_of(lead) + points_of(answer) + self.pending[winner]
        self.pending[winner] = 0
        self.turn = winner
        if self.points[winner] >= 66:
            self.reached(winner)
            return
        if self.closer is None and self.left() > 0:
            self.hands[winner].add(self.stock.pop(0))
            if self.stock:
                self.hands[loser].add(self.stock.pop(0))
            else:
                assert self.indicator is not None
                self.hands[loser].add(self.indicator)
                self.indicator = None
        if not self.hands[winner] and not self.hands[loser]:
            if self.closer is None:
                self.end(winner, 1)  # S35
            else:
                self.end(other(self.closer), self.price_of_failure())  # S37

    def price_of_failure(self) -> int:
        return 3 if self.record[0] == 0 else 2  # S34, SQ23

    def reached(self, seat: str) -> None:
        """Settle the deal for the seat that has come to 66."""
        if self.closer is None:
            self.end(seat, scale(self.tricks[other(seat)], self.points[other(seat)]))
        elif self.closer == seat:
            self.end(seat, scale(*self.record))
        else:
            self.end(seat, self.price_of_failure())

    def end(self, winner: str, game_points: int) -> None:
        self.over, self.winner, self.game_points = True, winner, game_points

    def result(self) -> Result:
        return {
            "winner": self.winner,
            "points": self.game_points,
            "card_points": dict(self.points),
            "tricks": dict(self.tricks),
        }

    def clone(self) -> Deal:
        return copied(self)


class Match:
    """Counters from seven down; the dealer alternates; the first at nought wins."""

    def __init__(self, options: Options) -> None:
        self.settled = RULES.settled(options)
        self.dealer = str(self.settled["first_dealer"])
        self.counter = dict.fromkeys(SEATS, 7)
        self.over = False

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(deck, self.dealer, self.settled)

    def finish(self, deal: AnyDeal) -> None:
        assert isinstance(deal, Deal)
        assert deal.winner is not None
        left = self.counter[deal.winner] - deal.game_points
        self.counter[deal.winner] = max(0, left)
        self.dealer = other(self.dealer)
        self.over = left <= 0

    def result(self) -> Result:
        winners = [seat for seat in SEATS if self.counter[seat] == 0]
        return {"counter": dict(self.counter), "winners": winners}


RULES = Rules(
    game="schnapsen",
    seats=SEATS,
    cards=CARDS,
    options={
        "first_dealer": ("north", "south"),
        "marriage": ("automatic", "optional"),
        "exchange_min_stock": (2, 4),
        "close_min_stock": (2, 4),
    },
    match=Match,
)
