"""A game small enough for a proof in a second, and its edits."""

from __future__ import annotations

from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text

SMALL = """\
cardavia: 1
game: small
title: {en: Small}
seats: {names: [left, right], direction: clockwise}
options:
  first_dealer: {in: seats, default: left, why: nobody says}
  doubled:      {in: bool, default: false, why: a matter of taste}
deck: {suits: [red, blue], ranks: [1..4]}
tables:
  worth: {values: {4: 3, 3: 2, others: 0}}
  power: {order: 4 > 3 > 2 > 1}
zones:
  stock: {seen by: nobody, holds: deck}
  hand:  {each: seats, seen by: owner}
  table: {each: seats, seen by: everyone}
  won:   {each: seats, seen by: everyone}
deal: |
  for s in seats after dealer: draw 2 from stock to s.hand
state:
  leader: {in: seats, start: dealer.next}
  turn:   {in: seats, start: dealer.next}
  tricks: {each: seats, in: 0..4, start: 0}
  points: {each: seats, in: 0..10, start: 0}
define:
  led:  (the c in leader.table).suit
  best: the c in (highest c in table by (c.suit is led, c.power))
moves:
  play:
    with: {card: me.hand}
    do: |
      move card from me.hand to me.table
      turn := me.next
events:
  trick:
    when: every s in seats has size(s.table) is 1
    let: {winner: the s in seats where best in s.table}
    do: |
      winner.points += sum c.worth for c in table
      move table to winner.won
      if doubled: winner.tricks += 1
      else:
        winner.tricks += 1
      leader := winner
      turn := winner
  draw:
    when: empty(table) and not empty(stock) and size(leader.hand) < 2
    do: |
      draw 1 from stock to leader.hand
      draw 1 from stock to leader.next.hand
  done:
    when: empty(table) and empty(hand)
    do: end deal
scoring:
  deal_winner: highest s in seats by s.points
result:
  points: {for: s in seats, is: s.points}
match:
  state:
    dealer: {in: seats, start: first_dealer}
    deals:  {in: 0..3, start: 0}
  after deal: |
    dealer := dealer.next
    deals += 1
  over: deals is 3
  winners: deal_winner
  result: {winners: winners}
properties:
  all cards:
    always: size(stock) + size(hand) + size(table) + size(won) is 8
  two a trick:
    always: every s in seats has size(s.won) is 2 * s.tricks
  points are won:
    always: every s in seats has s.points is (sum c.worth for c in s.won)
  level at the lead:
    always: settled and empty(table) implies size(left.hand) is size(right.hand)
  ten in the end:
    at end: (sum s.points for s in seats) is 10
  won stays won:
    each step: every s in seats has was(s.won) inside s.won
  the deal passes:
    each deal: dealer is not was(dealer)
  three deals:
    at match end: deals is 3
  the pack is worth ten:
    theorem: (sum c.worth for c in deck) is 10
"""


def small(*edits: tuple[str, str], add: str = "") -> Spec:
    """Return the small game, with texts replaced and properties added."""
    text = SMALL
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return load_text("small.yaml", text + add)
