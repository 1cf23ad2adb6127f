"""Aluette by brute force, from the page (pages' clauses A1..A33) and the rulings alone."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracles.common import Deal as AnyDeal
from tests.oracles.common import Entry, Options, Result, Rules, copied, next_in

SEATS = ("south", "west", "north", "east")  # clockwise
TEAMS = {"south_north": ("south", "north"), "west_east": ("west", "east")}
SUITS = ("coins", "cups", "batons", "swords")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "valet", "cavaliere", "roi")
CARDS = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)

# Highest first; the cards of one line are equal (A12, A13, A14).
GROUPS = (
    ("coins-3",),
    ("cups-3",),
    ("coins-2",),
    ("cups-2",),
    ("cups-9",),
    ("coins-9",),
    ("batons-2",),
    ("swords-2",),
    ("coins-1", "cups-1", "batons-1", "swords-1"),
    ("coins-roi", "cups-roi", "batons-roi", "swords-roi"),
    ("coins-cavaliere", "cups-cavaliere", "batons-cavaliere", "swords-cavaliere"),
    ("coins-valet", "cups-valet", "batons-valet", "swords-valet"),
    ("batons-9", "swords-9"),
    ("coins-8", "cups-8", "batons-8", "swords-8"),
    ("coins-7", "cups-7", "batons-7", "swords-7"),
    ("coins-6", "cups-6", "batons-6", "swords-6"),
    ("coins-5", "cups-5", "batons-5", "swords-5"),
    ("coins-4", "cups-4", "batons-4", "swords-4"),
    ("batons-3", "swords-3"),
)
STRENGTH = {card: -place for place, group in enumerate(GROUPS) for card in group}


def deal_positions(dealer: str) -> dict[str, list[int]]:
    """Return the places in the deck from which each seat gets its cards (A8, AQ4)."""
    places: dict[str, list[int]] = {seat: [] for seat in SEATS}
    place = 0
    for _ in range(3):
        for step in (1, 2, 3, 4):
            places[next_in(SEATS, dealer, step)] += [place, place + 1, place + 2]
            place += 3
    return places


def trick_winner(table: Sequence[tuple[str, str]]) -> str | None:
    """Return who wins a trick of (seat, card), or None for a spoiled one (A19, A20)."""
    best = max(STRENGTH[card] for _, card in table)
    winners = [seat for seat, card in table if STRENGTH[card] == best]
    return winners[0] if len(winners) == 1 else None


def settle(outcome: Sequence[str | None], sweep_counts: bool) -> tuple[str | None, int]:
    """Return the deal's winner and points from who won each of the nine tricks (A23..A28)."""
    totals = {seat: outcome.count(seat) for seat in SEATS}
    most = max(totals.values())
    if most == 0:
        return None, 0
    winner = None
    running = dict.fromkeys(SEATS, 0)
    for who in outcome:  # the first to have `most` tricks
        if who is not None:
            running[who] += 1
            if running[who] == most:
                winner = who
                break
    assert winner is not None
    lasts = outcome[9 - most :]
    all_the_last = all(who == winner for who in lasts)
    mordienne = most >= 2 and all_the_last and (most < 9 or sweep_counts)
    return winner, 2 if mordienne else 1


class Deal:
    """One deal: nine tricks of four cards, every card in hand legal at any time (A17)."""

    def __init__(self, deck: Sequence[str], dealer: str, sweep_counts: bool) -> None:
        self.hands = {
            seat: {deck[place] for place in places}
            for seat, places in deal_positions(dealer).items()
        }
        self.sweep_counts = sweep_counts
        self.leader = self.turn = next_in(SEATS, dealer)
        self.table: list[tuple[str, str]] = []
        self.outcome: list[str | None] = []
        self.over = False

    def legal(self) -> set[Entry]:
        return set() if self.over else {("play", card) for card in self.hands[self.turn]}

    def apply(self, move: str, cards: frozenset[str]) -> None:
        assert move == "play"
        (card,) = cards
        self.hands[self.turn].remove(card)
        self.table.append((self.turn, card))
        if len(self.table) < 4:
            self.turn = next_in(SEATS, self.turn)
            return
        winner = trick_winner(self.table)
        self.outcome.append(winner)
        self.table = []
        if winner is not None:  # after a spoiled trick its leader leads again
            self.leader = winner
        self.turn = self.leader
        self.over = len(self.outcome) == 9

    def result(self) -> Result:
        winner, points = settle(self.outcome, self.sweep_counts)
        team = next((name for name, seats in TEAMS.items() if winner in seats), None)
        tricks = {seat: self.outcome.count(seat) for seat in SEATS}
        return {"winner": winner, "team": team, "points": points, "tricks": tricks}

    def clone(self) -> Deal:
        return copied(self)


class Match:
    """Five deals; the dealer moves left; the higher total wins, equal totals are a draw."""

    def __init__(self, options: Options) -> None:
        settled = RULES.settled(options)
        self.sweep_counts = bool(settled["sweep_is_mordienne"])
        self.dealer = str(settled["first_dealer"])
        self.score = dict.fromkeys(TEAMS, 0)
        self.deals = 0
        self.over = False

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(deck, self.dealer, self.sweep_counts)

    def finish(self, deal: AnyDeal) -> None:
        assert isinstance(deal, Deal)
        winner, points = settle(deal.outcome, self.sweep_counts)
        for team, seats in TEAMS.items():
            if winner in seats:
                self.score[team] += points
        self.dealer = next_in(SEATS, self.dealer)
        self.deals += 1
        self.over = self.deals == 5

    def result(self) -> Result:
        best = max(self.score.values())
        winners = [team for team in TEAMS if self.score[team] == best]
        return {"score": dict(self.score), "winners": winners}


RULES = Rules(
    game="aluette",
    seats=SEATS,
    cards=CARDS,
    options={
        "first_dealer": ("east", "south", "west", "north"),
        "sweep_is_mordienne": (True, False),
    },
    match=Match,
)
