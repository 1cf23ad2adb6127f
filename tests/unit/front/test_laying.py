"""Positions of examples: no card lies in two places, no place is filled twice."""

from __future__ import annotations

import pytest

from cardavia_spec.core.diagnostics import SpecError, render
from cardavia_spec.front.load import load_text
from tests.unit.front.marks import shown, unmarked

SPEC = """\
cardavia: 1
game: tiny
seats: {names: [south, north]}
deck: {suits: [clubs, hearts], ranks: [7..9, ace], copies: COPIES}
zones: {stock: {seen by: nobody, holds: deck}, hand: {each: seats, seen by: owner}}
deal: |
  for s in seats: draw 2 from stock to s.hand
state: {turn: {in: seats, start: south}}
moves:
  pass: {do: end deal}
examples:
  laid:
    given:
GIVEN
    holds: south is turn
"""

TWICE = [
    (1, ["south.hand: 7 of clubs", "north.hand: «7 of clubs»"],
     "clubs-7 is laid in north.hand and in south.hand"),
    (1, ['south.hand: "{8 of clubs, 7 of clubs}"', 'north.hand: "{7 of hearts, «7 of clubs»}"'],
     "clubs-7 is laid in north.hand and in south.hand"),
    (1, ["south.hand: ace of suits", "stock: «ranks of hearts - 7 of hearts»"],
     "hearts-ace is laid in stock and in south.hand"),
    (1, ["south.hand: ranks of clubs", "north.hand: ace of hearts + «(7..8) of clubs»"],
     "clubs-7 and 1 other card are laid in north.hand and in south.hand"),
    (2, ["south.hand: ace of hearts", "north.hand: «ace of hearts»"],
     "hearts-ace-1 and 1 other card are laid in north.hand and in south.hand"),
    (1, ['south.hand: "{7 of clubs, 8 of clubs, «7 of clubs»}"'], "clubs-7 stands here twice"),
    (1, ["south.hand: 7 of clubs", "«(south).hand»: 8 of clubs"],
     "'(south).hand' is the same as 'south.hand'"),
    (1, ["turn: south", "«(turn)»: north"], "'(turn)' is the same as 'turn'"),
]  # fmt: skip


def _spec(copies: int, given: list[str]) -> str:
    lines = "\n".join(f"      {line}" for line in given)
    return SPEC.replace("COPIES", str(copies)).replace("GIVEN", lines)


@pytest.mark.parametrize(("copies", "given", "words"), TWICE, ids=lambda x: str(x)[:40])
def test_no_card_lies_twice(copies: int, given: list[str], words: str) -> None:
    text, start, end = unmarked(_spec(copies, given))
    with pytest.raises(SpecError) as caught:
        load_text("tiny.yaml", text)
    (told,) = caught.value.diagnostics
    assert told.span is not None
    assert (told.code, told.span.start, told.span.end) == ("CV237", start, end), render(told)
    assert words in shown(told)
    assert told.fix
    (note,) = told.notes  # the first place, with its own line and carets
    assert note.span is not None
    assert note.span.end <= start
    assert render(told).count("^") == note.span.end - note.span.start + end - start


@pytest.mark.parametrize(
    ("copies", "given"),
    [
        (1, ["south.hand: 7 of clubs", "north.hand: 8 of clubs", "stock: ranks of hearts"]),
        (1, ["south.hand: 7 of clubs + (7..8) of clubs", 'north.hand: "{}"', "turn: north"]),
        (2, ["south.hand: the c in (ace of hearts) where c.copy is 1",
             "north.hand: the c in (ace of hearts) where c.copy is 2"]),
    ],
    ids=["apart", "a union", "two packs"],
)  # fmt: skip
def test_what_lies_apart_is_laid(copies: int, given: list[str]) -> None:
    (example,) = load_text("tiny.yaml", _spec(copies, given)).examples
    assert len(example.zones) + len(example.cells) == len(given)
