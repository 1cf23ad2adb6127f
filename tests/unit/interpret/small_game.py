"""A small trick game as a spec text, for tests of whole rules; parts of it can be exchanged."""

from __future__ import annotations

from functools import cache

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.front.load import load_text

TEXT = """\
cardavia: 1
game: small
title: {en: Small}
page: {file: small.txt, clauses: M1..M9}
seats: {names: [south, north], direction: clockwise}
options:
  first_dealer: {in: seats, default: north, why: somebody has to}
  stake: {in: 1..3, default: 1, why: to see an option at work}
deck: {suits: [red, black], ranks: [1..4]}
tables:
  power: {order: 4 > 3 > 2 > 1}
zones:
  stock: {seen by: nobody, holds: deck}
  hand:  {each: seats, seen by: owner}
  table: {each: seats, seen by: everyone}
  won:   {each: seats, seen by: everyone}
deal: |
  for s in seats after dealer: draw 3 from stock to s.hand
state:
  leader: {in: seats, start: dealer.next}
  turn:   {in: seats, start: dealer.next}
  tricks: {each: seats, in: 0..3, start: 0}
  bid:    {in: 0..9, start: 0}
  marked: {in: seats or none, start: none}
define:
  at_lead: empty(table)
  led:     {is: (the c in leader.table).suit, cite: M2}
  best:    {is: "the c in (highest c in table by (c.suit is led, c.power))", cite: M3}
following:
  playable:
    tiers:
      on the lead: {when: at_lead, cards: me.hand}
      follow suit: {cards: all c in me.hand where c.suit is led, cite: M4}
      any card:    {cards: me.hand}
moves:
  play:
    cite: M5
    with: {card: playable}
    do: |
      move card from me.hand to me.table
      turn := me.next
# more moves
events:
  trick:
    cite: M6
    when: every s in seats has size(s.table) is 1
    let: {winner: the s in seats where best in s.table}
    do: |
      move table to winner.won
      winner.tricks += 1
      leader := winner
      turn := winner
  last:
    when: at_lead and empty(hand)
    do: end deal
scoring:
  ahead:
    rows:
      south more: {when: south.tricks > north.tricks, then: south}
      north more: {when: north.tricks > south.tricks, then: north}
result:
  tricks: {for: s in seats, is: s.tricks}
  winner: ahead
  marked: marked
  left:   stock
match:
  state:
    dealer: {in: seats, start: first_dealer}
    score:  {each: seats, in: 0..9, start: 0}
  after deal:
    cite: M7
    do: |
      ahead.score += stake
      dealer := dealer.next
  over:    some s in seats has s.score >= 3
  winners: all s in seats where s.score >= 3
  result:
    score:   {for: s in seats, is: s.score}
    winners: winners
"""


def small(*exchanged: tuple[str, str]) -> Interpreter:
    """Return the game with each of these texts exchanged for another; each must be there."""
    text = TEXT
    for old, new in exchanged:
        assert old in text, old
        text = text.replace(old, new)
    return Interpreter(_load(text))


@cache
def _load(text: str) -> Spec:
    return load_text("small.yaml", text)


def more(moves: str) -> tuple[str, str]:
    """Return the exchange that adds moves."""
    return ("# more moves\n", moves)


def doing(name: str, *lines: str) -> tuple[str, str]:
    """Return the exchange that adds a move without parameters that does these lines."""
    return more(f"  {name}:\n    do: |\n" + "".join(f"      {line}\n" for line in lines))


class Deck:
    """A deck in a known order; card 0 is drawn first."""

    def __init__(self, order: tuple[int, ...] = (0, 1, 4, 2, 3, 5, 6, 7)) -> None:
        self.order = order

    def __call__(self, cards: frozenset[int], number: int) -> frozenset[int]:
        return frozenset([card for card in self.order if card in cards][:number])


def dealt(engine: Interpreter, deck: Deck | None = None, **options: int) -> State:
    """Return the state after the first deal: south gets red-1 red-2 black-1."""
    return engine.deal_steps(engine.new_match(options), deck or Deck())[-1].state


def played(engine: Interpreter, state: State, *moves: Move) -> State:
    """Return the state after these moves, each of which must be legal."""
    for move in moves:
        assert engine.check(state, move) is None
        state = engine.move_steps(state, move, Deck())[-1].state
    return state


def ended(engine: Interpreter, seed: int = 1) -> State:
    """Return the state in which a deal of random moves has ended."""
    rng = Random(seed)
    state = dealt(engine)
    while not state.over:
        state = played(engine, state, engine.moves(state).sample(rng))
    return state
