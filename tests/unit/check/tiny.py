"""A tiny game for the tests of the checks, and a way to change its text."""

# ruff: noqa: E501 - parts of a spec, in lines as they stand there

from __future__ import annotations

from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text

TEXT = """\
cardavia: 1
game: tiny
page:
  file: tiny.txt
  clauses: T1..T5
  not rules: {T5: a remark}

seats: {names: [left, right], cite: T1}

options:
  first_dealer: {in: seats, default: right, why: nobody says}
  prize: {in: 1..2, default: 1, cite: T4, why: nobody says}

deck:
  suits: [reds, blacks]
  ranks: [1, 2, 3, 4]

tables:
  power: {order: 4 > 3 > 2 > 1}

zones:
  stock: {seen by: nobody, holds: deck}
  hand:  {each: seats, seen by: owner}
  table: {each: seats, seen by: everyone}
  won:   {each: seats, seen by: everyone}

deal:
  cite: T2
  do: |
    for s in seats after dealer: draw 4 from stock to s.hand

state:
  leader: {in: seats, start: dealer.next}
  turn:   {in: seats, start: dealer.next}
  tricks: {each: seats, in: 0..4, start: 0}

define:
  at_lead: empty(table)
  led:     (the c in leader.table).suit
  best:    the c in (highest c in table by (c.suit is led, c.power))

following:
  playable:
    tiers:
      on the lead: {when: at_lead, cards: me.hand}
      follow suit: {cards: all c in me.hand where c.suit is led, cite: T3}
      any card:    {cards: me.hand}

moves:
  play:
    with: {card: playable}
    do: |
      move card from me.hand to me.table
      turn := me.next

events:
  trick:
    when: every s in seats has size(s.table) is 1
    let: {winner: the s in seats where best in s.table}
    do: |
      move table to winner.won
      leader := winner
      turn := winner
      winner.tricks += 1
  hands empty:
    when: at_lead and every s in seats has empty(s.hand)
    do: end deal

scoring:
  deal_winner: if left.tricks > right.tricks then left else right
  deal_points:
    rows:
      all of them: {when: deal_winner.tricks is 4, then: 2}
      some:        {when: deal_winner.tricks < 4, then: prize}

result:
  tricks: {for: s in seats, is: s.tricks}
  winner: deal_winner

match:
  state:
    dealer: {in: seats, start: first_dealer}
    score:  {each: seats, in: 0..8, start: 0}
  after deal: |
    deal_winner.score += deal_points
    dealer := dealer.next
  over: some s in seats has s.score >= 3
  winners: all s in seats where s.score >= 3
  result:
    score: {for: s in seats, is: s.score}

properties:
  eight cards: {theorem: size(deck) is 8, cite: T1}
  every card lies somewhere: {always: size(stock) + size(hand) + size(table) + size(won) is 8}
  two cards a trick: {always: every s in seats has size(s.won) is 2 * s.tricks}
  four tricks: {at end: left.tricks + right.tricks is 4}
  won cards stay won: {each step: every s in seats has was(s.won) inside s.won}
  holding the suit you follow it:
    cite: T3
    always: not at_lead and (some c in me.hand has c.suit is led) implies every c in playable has c.suit is led
  the deal goes round: {each deal: dealer is was(dealer).next}
  one winner: {at match end: size(all s in seats where s.score >= 3) is 1}
  all four can be won: {possible: deal_winner.tricks is 4}
  two can be level: {possible in play: left.tricks is 1 and right.tricks is 1}
  a match of two deals: {possible match: left.score >= 3 and right.score is 0}
"""


def edited(*edits: tuple[str, str]) -> str:
    """Return the text with some parts changed; each must stand there exactly once."""
    text = TEXT
    for old, new in edits:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


def tiny(*edits: tuple[str, str]) -> Spec:
    """Return the checked spec of the text with some parts changed."""
    return load_text("tiny.yaml", edited(*edits))
