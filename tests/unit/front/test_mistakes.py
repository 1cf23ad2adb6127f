"""Mistakes of people who write rules, in the games that come along: one message, at its place.

Each is one edit of a spec.  `«…»` stands round what the one message points at.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.front.load import load_text
from tests.unit.front.marks import shown, unmarked

SPEC = Path(__file__).parents[3] / "spec"

MISTAKES = [
    # names
    ("schnapsen", "> led.power\n", "> led.«pover»\n", "CV412", "did you mean 'power'?"),
    ("schnapsen", "when: at_lead, cards", "when: «atlead», cards", "CV401", "'at_lead'?"),
    ("schnapsen", "  deal_winner:\n", "  «deal winner»:\n", "CV204", ": 'deal_winner'"),
    ("schnapsen", "moves:\n", "«move»:\n", "CV202", "did you mean 'moves'?"),
    ("schnapsen", "bube of trump in", "«Bube» of trump in", "CV305", "write `bube`"),
    ("schnapsen", "bube of trump in me", "bube of trump in «my»", "CV401", "write `me`"),
    ("schnapsen", "is none and not", "is «null» and not", "CV401", "write `none`"),
    ("schnapsen", "default: 2\n", "default: «two»\n", "CV401", "write `2`"),
    ("schnapsen", "tables:\n  power:", "tables:\n  strength:", "CV412", "the same on lines"),
    ("schnapsen", "  turn:          {in: seats, start: dealer.next, cite: S8}\n", "", "CV401",
     "declare it under 'state'"),
    ("aluette", "default: true\n", "default: «yes»\n", "CV401", "write `true`"),
    ("aluette", "start: dealer.next, cite: A10}\n  turn",
     "start: dealer.«left», cite: A10}\n  turn", "CV412", "'.next' for who plays after"),
    ("aluette", "    let:\n      winner: the s in seats where top",
     "    «lets»:\n      winner: the s in seats where top", "CV202", "did you mean 'let'?"),
    ("aluette", "match:\n  state:", "match:\n  «states»:", "CV202", "did you mean 'state'?"),
    ("aluette", "    always: size(stock)", "    «alway»: size(stock)", "CV202", "'always'?"),
    ("aluette", "title: {en: Aluette, fr: Aluette}", "title: «Aluette»", "CV201", "{en: Aluette}"),
    # lists and values
    ("aluette", "[south, west, north, east]  ", "«south, west, north, east»  ", "CV204",
     "[south, west, north, east]"),
    ("aluette", "[coins, cups, batons, swords]", "[coins, cups, batons, «coins»]", "CV209", "once"),
    ("schnapsen", "in: 0..105, start: 0, cite: S2}", "in: «0-105», start: 0, cite: S2}", "CV516",
     "'1..9'"),
    ("schnapsen", "in: 0..105, start: 0, cite: S2}", "in: «105..0», start: 0, cite: S2}", "CV512",
     "'0..105'"),
    ("aluette", "in: 0..9, start: 0, cite", "in: 0..9, start: «10», cite", "CV215", "are 0..9"),
    ("aluette", "default: east", "default: «4»", "CV517", "one of south, west, north, east"),
    ("schnapsen", "in: seats or none, start: none", "in: seats, start: «none»", "CV517",
     "declared with 'or none'"),
    ("schnapsen", "cite: S20\n    when", "cite: «S20, S21»\n    when", "CV206", "[S20, S21]"),
    ("schnapsen", "clauses: S1..S37", "clauses: «S37..S1»", "CV206", "'S1..S37'"),
    # kinds of things
    ("schnapsen", "  at_lead:    empty(table)", "  at_lead:    table", "CV501",
     "'at_lead' is defined here"),
    ("schnapsen", "is led.suit and c.power", "is led and c.power", "CV502", "'.suit'"),
    ("schnapsen", "      reached 66:    {when: reached is not none, then: reached,",
     "      reached 66:    {when: reached is not none, then: «1»,", "CV515", "the other rows"),
    ("aluette", "else the s in (lowest s in leaders by s.last_won)",
     "else «lowest s in leaders by s.last_won»", "CV515", "'the x in (…)'"),
    ("aluette", "always: size(stock) is 12", "always: «stock is 12»", "CV502", "'size(…)'"),
    ("aluette", "size(spoiled) is 48", "spoiled is 48", "CV504", "'size(spoiled)'"),
    ("aluette", "2 of coins > 2 of cups >", "«coins»-2 > 2 of cups >", "CV503", "'2 of coins'"),
    ("aluette", "cards: me.hand, cite", "cards: «hand» of me, cite", "CV521", "'me.hand'"),
    ("ganjifa", "cards: raja of trump", "cards: «trump» of raja", "CV521", "'raja of trump'"),
    ("aluette", "with: {w: seats}", "with: {w: deck}", "CV407", "belongs to a seat"),
    ("aluette", "  tricks:    {each: seats, in: 0..9", "  tricks:    {in: 0..9", "CV407",
     "'tricks' is declared here"),
    # signs and words
    ("schnapsen", "closer := me\n", "closer «=» me\n", "CV303", "`:=` to set"),
    ("schnapsen", "closer := me\n", "closer «==» me\n", "CV303", "`:=` to set"),
    ("schnapsen", "c.power > led.power\n", "«c.power > led.suit»\n", "CV506",
     "'>' cannot compare a number with a suit"),
    ("aluette", "size(top) is 1\n    let", "«size» top is 1\n    let", "CV300", "`size(top)`"),
    ("aluette", "size(top) is 1\n    let", "top.«size» is 1\n    let", "CV408", "'size(top)'"),
    ("aluette", "size(top) is 1\n    let", "«count»(top) is 1\n    let", "CV411", "'size(top)'"),
    ("aluette", "is was(stock)", "is «old»(stock)", "CV411", "'was(stock)'"),
    ("aluette", "turn := leader\n", "turn := «leader's next»\n", "CV314", "`leader.next`"),
    ("aluette", "move table to spoiled", "move «the» table to spoiled", "CV306", "leave it out"),
    ("aluette", "move table to spoiled", "move table «spoiled»", "CV300", "`move table to won`"),
    ("aluette", "w.tricks >= 2 and w", "w.tricks «at» least 2 and w", "CV304", "'at least'"),
    ("aluette", "always: trick is 1 implies leader is dealer.next",
     "always: if trick is 1 then leader is dealer.next«»", "CV308", "`a implies b`"),
    ("ganjifa", "first u in suits after led", "«the first» u in suits after led", "CV306",
     "without `the`"),
    ("schnapsen", "      else: draw 1", "      «elif» open: draw 1", "CV300", "`else if`"),
    # the structure of the file
    ("schnapsen", "      record_points := me.next.points",
     "    «record_points := me.next.points»", "CV117", "begin in the same column"),
    ("schnapsen", 'hand: "{ass of clubs, koenig of clubs, ass of diamonds}"',
     'hand: «"»{ass of clubs, koenig of clubs, ass of diamonds}', "CV115", "write \" where"),
    ("schnapsen", "{when: at_lead, cards: me.hand}", "{«when» at_lead, cards: me.hand}", "CV118",
     "'when: at_lead'"),
    ("schnapsen", "{when: at_lead, cards: me.hand}", "when«:» at_lead, cards: me.hand}", "CV116",
     "write { before 'when'"),
    ("aluette", "start: dealer.next, cite: A10}\n  turn",
     "start: dealer.next, «cite» A10}\n  turn", "CV118", "'cite: A10'"),
    ("aluette", "      any card of the hand: {cards: me.hand, cite: A17}",
     "      any card of the hand: «me.hand»", "CV201", "'{cards: me.hand}'"),
    ("aluette", "tiers:\n      any card of the hand: {cards: me.hand, cite: A17}",
     "tiers: {«cards»: me.hand, cite: A17}", "CV201", "a label of its own"),
    ("aluette", "      winner: the s in seats where top inside s.table",
     "      «winner := the s in seats where top inside s.table»", "CV201", "'winner: the s"),
    ("ganjifa", "moves:\n  play:", "moves:\n  - «play»:", "CV108", "leave out the '-'"),
    ("ganjifa", "events:\n  trick:", "events:\n  - «trick»:", "CV108", "leave out the '-'"),
    ("ganjifa", "define:\n  numerals:", "«define»:\nnumerals:", "CV108", "further right"),
    ("ganjifa", "zones:\n", "«zones»\n", "CV118", "a colon is missing"),
    ("aluette", "score:   {for: t in teams, is", "score:   {for: «teams», is", "CV228",
     "'for: s in seats'"),
    # further slips
    ("aluette", "result:\n  winner: deal_winner", "result:\n- winner: deal_winner", "CV201",
     "leave out the '-'"),
    ("aluette", "    cite: A19\n    when: complete", "    cite: A19\n    «if»: complete", "CV202",
     "'when:' must be there"),
    ("aluette", "{is: highest t in teams by t.score", "{is: highest t in teams by «score»", "CV407",
     "belongs to a team"),
    ("aluette", "stock is was(stock)", "stock is was(«was(stock)»)", "CV405", "and no earlier one"),
    ("aluette", "{in: 1..10, start: 1}", "{in: [«1..10»], start: 1}", "CV204", "'in: 1..10'"),
    ("aluette", "{in: 1..10, start: 1}", "{in: «int», start: 1}", "CV401", "write `0..9`"),
    ("aluette", "taker(trick) := winner", "«taker»(trick, 1) := winner", "CV404", "one thing"),
    ("aluette", "taker(trick) := winner", "«taker»(winner) := trick", "CV407", "'taker(n)'"),
    ("aluette", "is: some c in s.table has every d in table - {c} has c.strength",
     "is: some c in s.table«:» every d in table - {c}: c.strength", "CV116", "stands `has`"),
    ("aluette", "is: some c in s.table has every", "is: «any» c in s.table has every", "CV307",
     "write `some c in"),
    ("aluette", "when: trick is 10\n", "when: max(c.strength «for» c in table) is 10\n", "CV307",
     "write `highest c in hand"),
    ("aluette", "when: trick is 10\n", "when: 3 «coins» in table\n", "CV300", "`3 of coins`"),
    ("aluette", "when: trick is 10\n", "when: «roi in table»\n", "CV509",
     "'some c in table has c.rank is roi'"),
]  # fmt: skip


def told(game: str, old: str, new: str) -> tuple[tuple[Diagnostic, ...], str]:
    text = (SPEC / f"{game}.yaml").read_text(encoding="utf-8")
    assert old in text, "the mistake is made nowhere"
    changed = text.replace(old, new, 1)
    with pytest.raises(SpecError) as caught:
        load_text(f"{game}.yaml", changed)
    return caught.value.diagnostics, changed


@pytest.mark.parametrize(("game", "old", "marked", "code", "words"), MISTAKES)
def test_one_message_at_its_place(game: str, old: str, marked: str, code: str, words: str) -> None:
    new, start, end = unmarked(marked) if "«" in marked else (marked, None, None)
    (found,), changed = told(game, old, new)
    assert (found.code, words in shown(found)) == (code, True), render(found)
    assert found.span is not None
    if start is not None and end is not None:
        at = changed.index(new)
        assert (found.span.start, found.span.end) == (at + start, at + end), render(found)


def test_two_causes_are_told_both() -> None:
    found, _ = told("aluette", "size(stock) is 12", "size(stok) is twelf")
    assert [d.code for d in found] == ["CV401"]  # the first one of an expression
    found, _ = told(
        "aluette",
        "    always: size(stock) is 12\n  the cards left out never move:\n    cite: A9\n"
        "    each step: stock is was(stock)",
        "    always: size(stok) is 12\n  the cards left out never move:\n    cite: A9\n"
        "    each step: stuck is was(stock)",
    )
    assert [d.message for d in found] == ["nothing is called 'stok'", "nothing is called 'stuck'"]


def test_one_member_stands_for_its_set_beside_inside() -> None:
    text = (SPEC / "aluette.yaml").read_text(encoding="utf-8")
    claim = "always: size(stock) is 12"
    load_text(
        "aluette.yaml", text.replace(claim, "always: leaders inside leader or leader in seats")
    )
    with pytest.raises(SpecError) as caught:
        load_text("aluette.yaml", text.replace(claim, "always: leader inside dealer"))
    assert [d.code for d in caught.value.diagnostics] == ["CV504"]
