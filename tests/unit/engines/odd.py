"""Odd games: texts that use what the real ones do not, for holding the engines together."""

# ruff: noqa: E501 - parts of specs, in lines as they stand there

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_text

BASE = """\
cardavia: 1
game: odd
seats: {names: [south, west, north], direction: clockwise}
options:
  first_dealer: {in: seats, default: north, why: somebody has to}
  stake: {in: 1..3, default: 2, why: to see an option at work}
deck:
  suits: [red, black, blue]
  ranks: [1..5, king]
#deck
tables:
  power: {order: king > 5 > 4 > 3 > 2 > 1}
  points: {values: {king: 10, 5: 5, others: -1}}
zones:
  stock: {seen by: nobody, holds: deck}
  hand:  {each: seats, seen by: owner}
  table: {each: seats, seen by: everyone}
  won:   {each: seats, seen by: everyone}
  pile:  {each: suits, seen by: everyone}
  level: {each: -1..2, seen by: everyone}
#zones
deal: |
  for s in seats after dealer: draw 4 from stock to s.hand
state:
  turn:   {in: seats, start: dealer.next}
  leader: {in: seats, start: dealer.next}
  tricks: {each: seats, in: 0..9, start: 0}
  count:  {in: -50..50, start: 0}
  most:   {in: 0..9 or none, start: none}
  mark:   {each: [seats, suits], in: bool, start: false}
  named:  {in: suits or none, start: none}
  who:    {in: seats or none, start: none}
  odd:    {in: "{1, 3, 7}", start: 3}
  shift:  {each: -2..2, in: -3..3, start: 0}
#state
define:
  at_lead: empty(table)
  best: first c in (highest c in table by c.power) where true
  rich:
    with: {s: seats}
    is: size(s.hand) > 2
#define
moves:
  play:
    with: {card: me.hand}
    do: |
      move card from me.hand to me.table
#doing
      turn := me.next
#moves
events:
  trick:
    when: every s in seats has size(s.table) >= 1
    let: {winner: the s in seats where best in s.table}
    do: |
      move table to winner.won
      winner.tricks += 1
      leader := winner
      turn := winner
#events
  done:
    when: at_lead and some s in seats has empty(s.hand)
    do: end deal
result:
  tricks: {for: s in seats, is: s.tricks}
  count:  count
  most:   most
match:
  state:
    dealer: {in: seats, start: first_dealer}
    deals:  {in: 0..3, start: 0}
  after deal: |
    dealer := dealer.next
    deals += 1
  over: deals is 3
"""


def odd(suits: int = 3, changes: Mapping[str, str] | None = None, **parts: str) -> Spec:
    """Return the odd game with lines put in at its marks; `deck` stands for more of the deck.

    There may be more than three suits: `suit4`, `suit5` ...; `changes` replaces texts by others.
    """
    more = "".join(f", suit{n}" for n in range(4, suits + 1))
    text = BASE.replace("blue]", f"blue{more}]")
    for old, new in (changes or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    for mark, lines in parts.items():
        assert f"#{mark}\n" in text, mark
        indent = {
            "doing": 6,
            "moves": 2,
            "events": 2,
            "define": 2,
            "state": 2,
            "zones": 2,
            "deck": 2,
        }
        pad = " " * indent[mark]
        put = "".join(f"{pad}{line}\n" if line else "\n" for line in lines.strip("\n").split("\n"))
        text = text.replace(f"#{mark}\n", put)
    kept = [line for line in text.split("\n") if not line.startswith("#")]
    return load_text("odd.yaml", "\n".join(kept))


# Each row: a type for a variable, and an expression that it gets whenever a card is played.
VALUES = [
    ("-50..50", "count div 3 - 7 mod 4"),
    ("-50..50", "(0 - size(hand)) div 4"),
    ("-50..50", "(0 - size(hand)) mod 5"),
    ("-200..200", "sum c.points * c.points - 3 for c in me.hand"),
    ("-50..50", "min(size(table), 2) - max(me.tricks, 1)"),
    ("bool", "every s in seats has (some c in s.hand has c.suit is red) implies s.rich"),
    ("bool", "some u in suits has every s in seats has (no c in s.hand has c.suit is u)"),
    ("bool", "no s in seats - {me} has size(s.hand) < size(me.hand)"),
    ("0..20", "size(all c in hand where c.power > 3 and c.suit is not red or c.rank is 1)"),
    ("0..20", "size(all c in hand where not (c.suit is red implies c.power <= 2))"),
    ("0..20", "size(all c in stock + table where c.power < card.power)"),
    ("0..20", "size(all c in deck where card.power >= c.power and c.suit is card.suit)"),
    ("0..20", "size(all c in hand where (if c.suit is red then c.power > 2 else c in me.hand))"),
    ("0..20", "size(all n in 1..9 where n > size(table) and n <= 2 * size(me.hand))"),
    ("0..20", "size(all n in 0..9 where n is me.tricks or n in {2, 5, 7})"),
    ("0..20", "size(all r in ranks where size(1..r) >= 3)"),
    ("0..20", "size(all r in ranks where (2..r) of red inside hand + stock)"),
    ("0..20", "size(all r in ranks where (r..king) of card.suit inside stock + hand + table)"),
    ("bool", "{red, blue} inside (all u in suits where some c in hand has c.suit is u)"),
    ("0..20", "size(highest c in hand by (c.suit, c.power))"),
    ("0..20", "size(lowest c in hand + stock by (c.suit is red, 0 - c.power))"),
    ("0..20", "size(highest s in seats by (s.tricks, s.rich, 0 - size(s.hand)))"),
    ("0..20", "size(lowest u in suits by size(all c in stock where c.suit is u))"),
    ("suits or none", "if empty(me.hand) then none else (first c in me.hand where true).suit"),
    ("seats", "first s in seats after me where true"),
    ("seats", "first s in seats after me where s.rich or s is me"),
    ("suits", "first u in suits after card.suit where some c in stock + table has c.suit is u"),
    ("seats", "the s in seats where s.next is me"),
    ("0..9", "first n in 1..9 where n > size(table)"),
    ("suits", "first u in suits after card.suit where (some c in deck - me.hand has c.suit is u) and (me.rich implies u is not card.suit)"),
    ("suits", "first u in suits where some c in stock + hand has u is c.suit"),
    ("0..20", "size({1 of red}) + size({1, king} of black & stock)"),
    ("0..20", "size(ranks of card.suit & (stock + hand))"),
    ("0..200", "sum (sum c.power for c in s.hand) for s in seats"),
    ("0..20", "size(hand - me.hand)"),
    ("bool", "most is none or most > 2"),
    ("bool", "named is card.suit or who is me"),
    ("bool", "who is not none and who.rich"),
    ("0..9", "if most is none then 0 else most"),
    ("-3..3", "shift(size(table) - 1) + stake"),
    ("bool", "me.mark(card.suit) or some u in suits has me.mark(u)"),
    ("bool", "(all u in suits where me.mark(u)) is (all u in suits where some c in me.table has c.suit is u)"),
    ("bool", "size(table) in 1..stake"),
    ("bool", "size(table) in {1, 3} and card.power in {2, 4, 6}"),
    ("0..20", "size(1..size(hand))"),
    ("0..20", "size(size(table)..1)"),
    ("0..20", "size((all n in 1..6 where n mod 2 is 0) & (2..size(hand)))"),
    ("bool", "every n in 1..size(table) has some m in n..3 has m * n >= 2"),
    ("0..30", "size(all c in hand where some d in table has d.suit is c.suit and d.power > c.power)"),
    ("0..30", "size(all c in stock where every d in me.hand has d.suit is c.suit implies d.power < c.power)"),
    ("bool", "card in (highest c in me.table by c.power) and not (card in stock)"),
    ("0..9", "size(first_hand)"),
]  # fmt: skip
