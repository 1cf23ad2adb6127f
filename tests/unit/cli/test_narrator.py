"""How moves are told: what was chosen first, then what came of it."""

from __future__ import annotations

import pytest

from cardavia_spec.cli.cards import Cards
from cardavia_spec.cli.narrator import Narrator
from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game

PILES = """\
cardavia: 1
game: piles
seats: {names: [ann, bob]}
deck: {suits: [clubs, hearts], ranks: [1, 2, 3]}
zones:
  stock: {seen by: nobody, holds: deck}
  heap:  {seen by: everyone}
  top:   {seen by: everyone}
  hand:  {each: seats, seen by: owner}
deal: |
  draw 1 from stock to top
  for s in seats: draw 2 from stock to s.hand
state:
  turn: {in: seats, start: ann}
  turns: {in: 0..9, start: 0}
moves:
  lay:
    with: {card: me.hand}
    do: |
      move top to heap
      move card from me.hand to top
      turns += 1
      turn := me.next
  ask:
    with: {s: seats, r: ranks}
    do: |
      move s.hand & r of suits from s.hand to heap
      turn := me.next
  swap:
    with: {cards: any 2 from me.hand}
    do: |
      draw 1 from stock to me.hand
      move cards from me.hand to top
      turn := me.next
  fetch:
    do: |
      move top to me.hand
      turn := me.next
events:
  done:
    when: turns is 9
    do: end deal
"""
DECK = ["clubs-1", "clubs-2", "clubs-3", "hearts-1", "hearts-2", "hearts-3"]


def told(what: str, observer: int | None = None) -> str:
    game = Game(load_text("piles.yaml", PILES))
    state = game.match(decks=[DECK])  # ann: clubs 2, 3; bob: hearts 1, 2; on top: clubs 1
    lines: list[str] = []
    cards = Cards(game.spec, signs=False)
    narrator = Narrator(game.spec, cards, lambda text: lines.append(text.plain), observer)
    (chosen,) = (move for move in state.legal_moves if state.tell(move) == what)
    narrator.tell(state.apply(chosen))
    narrator.flush()
    (line,) = lines
    return line


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("lay clubs-2", "ann lay 2 clubs"),  # and not the card that it covers
        ("ask s bob r 2", "ann ask bob 2: 2 hearts"),
        ("ask s bob r 3", "ann ask bob 3"),
        ("swap clubs-2 clubs-3", "ann swap 2 clubs 3 clubs: 3 hearts"),
        ("fetch", "ann fetch 1 clubs"),
    ],
)
def test_what_was_chosen_comes_first(what: str, line: str) -> None:
    assert told(what) == line


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("lay clubs-2", "ann lay 2 clubs"),
        ("swap clubs-2 clubs-3", "ann swap 2 clubs 3 clubs: 1 card"),
    ],
)
def test_what_an_opponent_does_not_see(what: str, line: str) -> None:
    assert told(what, observer=1) == line
