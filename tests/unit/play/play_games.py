"""Small games for the tests of play, each with the corners of play that real games spare us."""

# ruff: noqa: E501 - parts of specs, in lines as they stand there

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from cardavia_spec.core.rng import Random
from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game, load
from cardavia_spec.play.match import MatchState

ROOT = Path(__file__).parents[3]
SPECS = ROOT / "spec"
OTHERS = ROOT / "tests" / "games"
TRACES = ROOT / "tests" / "traces"

PARLOUR = """\
cardavia: 1
game: parlour
page: {file: parlour.txt, clauses: P1..P9}

seats:
  cite: P1
  names: [south, west, north, east]
  teams: {south_north: [south, north], west_east: [west, east]}

options:
  first_dealer: {in: seats, default: east, cite: P2, why: nobody says}
  deals:        {in: 1..3, default: 2, cite: P3, why: nobody says}
  strict:       {in: bool, default: false, why: nobody says}
  mood:         {in: [calm, wild], default: calm, why: nobody says}

deck: {suits: [suns, moons], ranks: [1..4], copies: 2, cite: P1}

zones:
  stock:  {seen by: nobody, holds: deck}
  turned: {seen by: everyone}
  hand:   {each: seats, seen by: owner}
  shared: {each: teams, seen by: owner}
  crib:   {seen by: nobody}
  cellar: {seen by: nobody}

deal:
  cite: P2
  do: |
    for s in seats after dealer: draw 3 from stock to s.hand
    draw 1 from stock to turned

state:
  phase:  {in: [bidding, calling, giving, laying], start: bidding}
  turn:   {in: seats, start: dealer.next, cite: P2}
  bids:   {each: seats, in: 0..3, start: 0}
  bidder: {in: seats or none, start: none}
  suit_called: {in: suits or none, start: none}
  rank_called: {in: ranks or none, start: none}
  moved:  {in: 0..8, start: 0}
  laid:   {each: [teams, suits], in: 0..20, start: 0}

moves:
  bid:
    cite: P4
    when: {bidding: phase is bidding}
    with: {n: 0..3}
    do: |
      me.bids := n
      if n > 0: bidder := me
      moved += 1
      if me is dealer: phase := calling
      turn := me.next
  call:
    cite: P5
    when: {calling: phase is calling}
    with: {u: suits, r: ranks, loud: bool}
    do: |
      suit_called := u
      rank_called := r
      if loud: show (the c in turned)
      phase := giving
      move turned to cellar
      draw 1 from stock to crib
      turn := me.next
  swap:
    cite: P6
    when: {giving: phase is giving, in order: a <= b}
    with: {a: me.hand, b: me.hand}
    let: {both: "{a, b}"}
    cards: both
    do: |
      move both from me.hand to me.team.shared
      phase := laying
      moved := 0
      turn := me.next
  pair:
    cite: P6
    when: {giving: phase is giving, two cards: a < b}
    with: {a: me.hand, b: me.hand}
    do: |
      move {a, b} from me.hand to me.team.shared
      show {b}
      phase := laying
      moved := 0
      turn := me.next
  lay:
    cite: P7
    when:
      laying:         phase is laying
      all one suit:   {is: "size(all u in suits where some c in cards has c.suit is u) is 1", cite: P8}
    with: {cards: "any {1, 2} from me.hand"}
    do: |
      for c in cards: me.team.laid(c.suit) += 1
      move cards from me.hand to crib
      moved += 1
      turn := me.next
  bury:
    cite: P7
    when: {laying: phase is laying}
    with: {u: suits, cards: any 1..2 from me.hand}
    do: |
      move cards from me.hand to cellar
      moved += 1
      turn := me.next

events:
  all is laid:
    cite: P9
    when: phase is laying and moved is 4
    do: |
      show crib
      end deal

result:
  bidder: bidder
  called: suit_called
  called_rank: rank_called
  bids:  {for: s in seats, is: s.bids}
  suns:  {for: t in teams, is: t.laid(suns)}
  crib:  {for: u in suits, is: ranks_of_crib(u)}

define:
  ranks_of_crib: 0

match:
  cite: P3
  state:
    dealer: {in: seats, start: first_dealer}
    played: {in: 0..3, start: 0}
    score:  {each: teams, in: 0..60, start: 0}
  after deal: |
    for t in teams: t.score += t.laid(suns)
    played += 1
    dealer := dealer.next
  over:    played is deals
  winners: highest t in teams by t.score
  result:
    score: {for: t in teams, is: t.score}
    winners: winners
"""
PARLOUR = PARLOUR.replace(
    "  crib:  {for: u in suits, is: ranks_of_crib(u)}\n\ndefine:\n  ranks_of_crib: 0\n",
    "  left:  size(hand)\n",
)

LONELY = """\
cardavia: 1
game: lonely
seats: {names: [me_alone]}
deck: {suits: [dots], ranks: [1..3]}
zones:
  stock: {seen by: nobody, holds: deck}
  pile:  {seen by: everyone}
deal: draw 1 from stock to pile
state:
  turn: {in: seats, start: me_alone}
moves:
  take: {do: "draw 1 from stock to pile"}
events:
  all taken: {when: empty(stock), do: end deal}
result:
  pile: size(pile)
"""


@functools.cache
def game(name: str) -> Game:
    """Return one of the real games, or one of those above."""
    text = {"parlour": PARLOUR, "lonely": LONELY}.get(name)
    if text is not None:
        return Game(load_text(f"{name}.yaml", text))
    return load((SPECS if name in REAL else OTHERS) / f"{name}.yaml")


REAL = ("aluette", "schnapsen", "ganjifa")
OTHER = ("hearts", "belote", "briscola", "whist")
SMALL = ("parlour", "lonely")


def walk(state: MatchState, seed: int, moves: int = 1_000_000) -> Iterator[MatchState]:
    """Yield a state and those after it, in random play, to the end of the match."""
    rng = Random(seed)
    yield state
    for _ in range(moves):
        if state.turn is None:
            return
        state = state.apply(state.legal_moves.sample(rng))
        yield state
