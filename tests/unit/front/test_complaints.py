"""Every way in which an expression or statement can go wrong, told in plain words at its place."""

from __future__ import annotations

import re

import pytest

from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.complaints import SIGNS
from cardavia_spec.front.grammar import Start
from cardavia_spec.front.nodes import MapNode, TextNode, read_yaml
from cardavia_spec.front.parse import parse
from tests.unit.front.marks import shown, unmarked, whole

EXPRESSIONS = [
    # signs of other languages
    ("a «=» b", "CV303", "write `is` to compare, `:=` to set"),
    ("a «==» b", "CV303", "write `is`"),
    ("a «===» b", "CV303", "write `is`"),
    ("a «!=» b", "CV303", "write `is not`"),
    ("a «<>» b", "CV303", "write `is not`"),
    ("a «≠» b", "CV303", "write `is not`"),
    ("a «:=» b", "CV303", "no place for that"),
    ("a «+=» 1", "CV303", "no place for that"),
    ("a «&&» b", "CV304", "write `and`"),
    ("a «||» b", "CV304", "write `or`"),
    ("a «|» b", "CV304", "`+` between sets"),
    ("«!»a", "CV304", "write `not`"),
    ("hand«[»me]", "CV304", "`x.y` or `x.y(z)`"),
    ("«[»a, b]", "CV304", "`{a, b}` for a set"),
    ("a «=>» b", "CV304", "write `>=` for 'at least'"),
    ("a«=>»b", "CV304", "write `>=` for 'at least'"),
    ("a «=<» b", "CV304", "write `<=`"),
    ("a «≥» b", "CV304", "write `>=`"),
    ("a «≤» b", "CV304", "write `<=`"),
    ("a «->» b", "CV304", "write `implies`"),
    ("a «**» 2", "CV304", "multiply"),
    ("a «%» 2", "CV304", "write `mod`"),
    ("a «//» 2", "CV304", "write `div`"),
    ("a «−» b", "CV304", "ordinary `-`"),
    ("a «∈» b", "CV304", "write `in`"),
    ("a «?» b : c", "CV304", "`if a then b else c`"),
    ("0«...»9", "CV304", "write `..`"),
    ("a «;» b", "CV304", "a line of its own"),
    ("x«++»", "CV304", "`+= 1`"),
    # words of other languages
    ("f(a) «contains» b", "CV304", "`c in hand`"),
    ("a «equals» b", "CV304", "`is`"),
    ("a «greater» than b", "CV304", "`>`"),
    ("if a then b «elif» c then d else e", "CV308", "`else if`"),
    # characters
    ("c «@» d", "CV302", "'@' has no meaning"),
    ("a«\u00a0»b", "CV302", "type a blank"),
    ("a «\u200b» b", "CV302", "type a blank"),
    ("c.suit is «könig»", "CV302", "`koenig`"),
    ("«_x»", "CV302", "begins with no letter"),
    ("«2x» + 1", "CV302", "neither a number nor a name"),
    ("a «☃» b", "CV302", "U+2603"),
    ("c.«Suit» is trump", "CV305", "`suit`"),
    ("«myHand»", "CV305", "`my_hand`"),
    ("c.suit is «König»", "CV305", "`koenig`"),
    ("c.suit «IS» trump", "CV305", "write `is`"),
    ("a «And» b", "CV305", "write `and`"),
    ("«1.5» * x", "CV313", "whole numbers only"),
    ("«.5»", "CV313", "whole numbers only"),
    ('c.suit is «"hearts"»', "CV314", "`hearts` without quotes"),
    ("c.suit is «'hearts'»", "CV314", "`hearts` without quotes"),
    ("c.suit is «“Hearts”»", "CV314", "`hearts` without quotes"),
    ("c.suit is «'»hearts", "CV314", "without quotes"),
    # binders
    ("some c in hand«:» p", "CV307", "stands 'has', not ':'"),
    ("some c in hand «where» p", "CV307", "stands 'has', not 'where'"),
    ("some c in hand «that» p", "CV307", "stands 'has', not 'that'"),
    ("some c in hand«»", "CV307", "stands 'has'"),
    ("every c in hand«:» p", "CV307", "`every c in hand has ...`"),
    ("all c in hand «has» p", "CV307", "stands 'where', not 'has'"),
    ("all c in hand«»", "CV307", "`all c in hand where ...`"),
    ("the c in hand «has» p", "CV307", "stands 'where', not 'has'"),
    ("first c in hand «by» k", "CV307", "stands 'where', not 'by'"),
    ("highest c in hand «where» p by k", "CV307", "(all c in hand where ...)"),
    ("highest c in hand«»", "CV307", "stands 'by'"),
    ("sum(c.points «for» c in hand)", "CV307", "`(sum c.points for c in hand)`"),
    ("«forall» c in hand: c.good", "CV304", "`every c in hand has ...`"),
    ("«exists» s in seats: s.good", "CV304", "`some s in seats has ...`"),
    ("sum c in hand«:» c.points", "CV307", "`sum c.points for c in deck`"),
    ("sum c.points«»", "CV307", "stands 'for'"),
    ("some c «of» hand has p", "CV307", "'in' is missing after 'c'"),
    ("some c«»", "CV307", "'in' is missing after 'c'"),
    ("«those» c in hand where p", "CV307", "`all` for a set"),
    ("x «has» y", "CV307", "belongs to no 'some', 'every' or 'no'"),
    ("«{c in» hand where p}", "CV309", "`all c in deck where ...`"),
    ("«{c for» c in hand}", "CV309", "`all c in deck where ...`"),
    # if
    ("if a then b«»", "CV308", "'else' is missing"),
    ("(if a then b«)» + 1", "CV308", "'else' is missing"),
    ("if a«:» b else c", "CV308", "'then' is missing"),
    ("if a «b» else c", "CV308", "'then' is missing"),
    ("if a«»", "CV308", "'then' is missing"),
    ("a «then» b", "CV308", "belongs to no 'if'"),
    ("if a then b else c «else» d", "CV308", "belongs to no 'if'"),
    # brackets
    ("«(»a + b", "CV312", "this ( is not closed"),
    ("size«(»x", "CV312", "write )"),
    ("«{»a, b", "CV312", "this { is not closed"),
    ("{a, b«)»", "CV312", "} should stand here, not )"),
    ("a«)»", "CV312", "this ) closes nothing"),
    ("a«}»", "CV312", "this } closes nothing"),
    ("f«()»", "CV300", "stands without brackets"),
    ("(a«,» b)", "CV300", "`{a, b}`"),
    ("x is «the» c in hand", "CV300", "write `(the ...)`"),
    ("a + «all» c in s where p", "CV300", "write `(all ...)`"),
    ("x is «if» a then b else c", "CV300", "needs brackets"),
    # names
    ("every «first» in hand has p", "CV306", "cannot name anything"),
    ("x.«first»", "CV306", "cannot name anything"),
    ("x is «deal»", "CV306", "cannot name anything"),
    ("«deal».x", "CV306", "cannot name anything"),
    ("x is «first»", "CV306", "cannot name anything"),
    ("x.«»", "CV301", "a name is missing after '.'"),
    ("c.«9»", "CV300", "a name is missing after '.'"),
    # values and operators
    ("a and«»", "CV301", "missing after 'and'"),
    ("a +«»", "CV301", "missing after '+'"),
    ("«and» a", "CV300", "missing before 'and'"),
    ("a and «or» b", "CV300", "between 'and' and 'or'"),
    ("a > «>» b", "CV300", "missing after '>'"),
    ("f(a,«)»", "CV300", "between ',' and ')'"),
    ("a «b»", "CV300", "between 'a' and 'b'"),
    ("if a then b «elze» c", "CV300", "did you mean `else`?"),
    ("some c in me.hand «hass» p", "CV300", "did you mean `has`?"),
    ("a «adn» b", "CV300", "did you mean `and`?"),
    ("me «hand»", "CV300", "a dot"),
    ("«size» x", "CV300", "write `size(x)`"),
    ("hand «x»", "CV300", "between 'hand' and 'x'"),
    ("«the lowest» s in seats by s.tricks", "CV306", "write `the c in (lowest c"),
    ("«the first» s in seats where a", "CV306", "write `first` without `the`"),
    ("x «not» b", "CV300", "`is not` or `not in`"),
    ("a«,» b", "CV300", "between brackets only"),
    ("highest c in hand by k«,» l", "CV300", "`by (first key, second key)`"),
    ("a..b«..»c", "CV300", "no place here"),
    ("a«:» b", "CV300", "no place here"),
    ("«move» x to y", "CV300", "begins a statement"),
    ("a <= b «<=» c", "CV318", "compare twice"),
    ("sum s.tricks «of» s in seats is 5", "CV307", "write `sum … for s in …`"),
    ("1 is 1 and sum 2 * s.tricks «of» s in seats > 5", "CV307", "`sum … for s in …`"),
    ("x is a «is» b", "CV318", "compare twice"),
    # nothing
    ("«# a note»", "CV317", "nothing is said"),
]

OTHERS: list[tuple[Start, str, str, str]] = [
    ("sort", "seats or «nothing»", "CV300", "'none' is missing before 'nothing'"),
    ("sort", "seats or«»", "CV301", "'none' is missing"),
    ("sort", "seats «none»", "CV300", "`or none`"),
    ("sort", "«[»a, b]", "CV304", "`{a, b}` for a set"),
    ("domain", "any 2 of hand«»", "CV301", "`any n from hand`"),
    ("domain", "2 «from» hand", "CV300", "`any n from`"),
    ("order", "a«,» b", "CV300", "write `>` between"),
    ("order", "a «<» b", "CV300", "from the highest down"),
    ("order", "a «>=» b", "CV300", "equals with `=`"),
    ("order", "a «b»", "CV300", "write `>` between"),
    ("order", "a >«»", "CV301", "missing after '>'"),
    ("order", "a > «Bube»", "CV305", "`bube`"),
]

BLOCKS = [
    ("x «=» 3", "CV303", "`:=` to set"),
    ("x «is» 3", "CV303", "write `:=`"),
    ("x«:» 3", "CV303", "write `:=`"),
    ("if a «=» b: x := 1", "CV303", "`is` to compare"),
    ("x := y «:=» 3", "CV303", "no place for that"),
    ("«x.y»", "CV300", "says nothing to do"),
    ("«x» + 1", "CV300", "says nothing to do"),
    ("x := a +«»\n  b", "CV310", "only inside brackets"),
    ("x := a\n  «+» b", "CV310", "only inside brackets"),
    ("x := a\n«and» b", "CV310", "only inside brackets"),
    ("x := «(»a + b\ny := 2", "CV312", "this ( is not closed"),
    ("x := f«(»a,\ny := 2", "CV312", "this ( is not closed"),
    ("move «{»a, b from x to y", "CV312", "this { is not closed"),
    ("if a «then» x := 1", "CV308", "'if' goes with ':'"),
    ("if a«»\n  x := 1", "CV300", "':' is missing at the end of this 'if'"),
    ("repeat 3 times «x» += 1", "CV300", "':' is missing before 'x'"),
    ("for s in seats «x» += 1", "CV300", "':' is missing before 'x'"),
    ("if a:\n«x» := 1", "CV311", "the body of 'if' stands further right"),
    ("if a:«»", "CV301", "the body of 'if' is missing"),
    ("if a: x := 1 «else»: x := 2", "CV310", "a line of its own"),
    ("if a: x := 1\n«elif» b: x := 2", "CV300", "`else if`"),
    ("«else»: x := 1", "CV308", "belongs to no 'if'"),
    ("if a: «for» s in t: x := 1", "CV310", "a line of its own"),
    ("for s in t: x := 1\n  «y» := 1", "CV311", "which opens no body"),
    ("for s in t:\n    x := 1\n  «y := 2»", "CV311", "a column of its own"),
    ("x := 1\n  «y» := 2", "CV311", "further right than the one above"),
    ("x := 1«;» y := 2", "CV310", "a line of its own"),
    ("x := 1«;»", "CV310", "ends with its line"),
    ("move table «into» won", "CV304", "`to`"),
    ("«moves» table to won", "CV300", "did you mean `move`?"),
    ("x := 1 «y» := 2", "CV310", "a second statement"),
    ("end deal «end» deal", "CV310", "a second statement"),
    ("x := 1 «if» a else 2", "CV308", "`if a then b else c`"),
    ("x := if a then 1«»", "CV308", "'else' is missing"),
    ("end«»", "CV301", "`end deal`"),
    ("end «game»", "CV300", "`end deal`"),
    ("draw 3 «cards» from stock to hand", "CV300", "'from' is missing before 'cards'"),
    ("draw 3 from stock«»", "CV301", "'to' is missing"),
    ("draw «from» stock to hand", "CV300", "between 'draw' and 'from'"),
    ("move c«»", "CV301", "`from` or `to`"),
    ("show«»", "CV310", "missing after 'show'"),
    ("repeat 3«:» x += 1", "CV300", "`repeat n times:`"),
    ("for «each» s in seats: x += 1", "CV307", "`for s in`"),
    ("for s «of» seats: x += 1", "CV307", "'in' is missing"),
    ("«let» x := 1", "CV300", "key of its own"),
    ("«while» a: x := 1", "CV300", "no statement begins with 'while'"),
    ("«deal» 3 from stock to hand", "CV300", "no statement begins with 'deal'"),
    ("«first» := 3", "CV306", "cannot name anything"),
    ("«X» := 1", "CV305", "`x`"),
    ("x«++»", "CV304", "`+= 1`"),
    ("move c from hand to table«,»", "CV300", "no place here"),
    ("if some c in hand«:» x := 1", "CV307", "stands 'has'"),
]

ALL = [
    *(("expr", *row) for row in EXPRESSIONS),
    *OTHERS,
    *(("block", *row) for row in BLOCKS),
]


def fault(node: TextNode, start: Start) -> Diagnostic:
    with pytest.raises(SpecError) as caught:
        parse(node, start)
    (found,) = caught.value.diagnostics
    return found


@pytest.mark.parametrize(("start", "marked", "code", "words"), ALL)
def test_each_complaint(start: Start, marked: str, code: str, words: str) -> None:
    text, begin, end = unmarked(marked)
    found = fault(whole(text, start), start)
    assert (found.code, words in shown(found)) == (code, True), render(found)
    assert found.span is not None
    assert (found.span.start, found.span.end) == (begin, end), render(found)


@pytest.mark.parametrize(("start", "marked", "code", "words"), ALL)
def test_what_to_do_is_said_and_in_plain_words(
    start: Start, marked: str, code: str, words: str
) -> None:
    found = fault(whole(unmarked(marked)[0], start), start)
    assert found.fix or found.notes, render(found)
    jargon = {*SIGNS, "NAME", "INT", "_NL", "_INDENT", "_DEDENT", "$END", "ANON", "token", "lark"}
    assert not jargon & set(re.findall(r"[\w$]+", shown(found))), render(found)


@pytest.mark.parametrize("marked", [marked for start, marked, _, _ in ALL if start == "block"])
def test_the_column_is_right_inside_a_file(marked: str) -> None:
    file = "a: 1\r\ndeal:\r\n  do: |\r\n" + "".join(
        f"    {line}\r\n" for line in marked.split("\n")
    )
    text, begin, end = unmarked(file)
    root = read_yaml(Source("a.yaml", text))
    assert isinstance(root, MapNode)
    deal = root.get("deal")
    assert isinstance(deal, MapNode)
    block = deal.get("do")
    assert isinstance(block, TextNode)
    found = fault(block, "block")
    assert found.span is not None
    assert (found.span.start, found.span.end) == (begin, end), render(found)


def value(text: str) -> TextNode:
    root = read_yaml(Source("a.yaml", text))
    assert isinstance(root, MapNode)
    node = root.entries[0].value
    while not isinstance(node, TextNode):
        node = node.entries[0].value if isinstance(node, MapNode) else node.items[0]
    return node


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ('a: "c.suit is «\\»"hearts\\""\n', "\\ stands for another character"),
        ("a: 'it«''»s'\n", "'' stands for another character"),
        ("a: «>»\n  b\n  and c\n", "write '|' instead"),
        ("a: «>»-\n  b\n", "write '|' instead"),
    ],
)
def test_texts_that_yaml_rewrites(marked: str, words: str) -> None:
    text, begin, end = unmarked(marked)
    found = fault(value(text), "expr")
    assert found.code == "CV315"
    assert words in shown(found)
    assert found.span is not None
    assert (found.span.start, found.span.end) == (begin, end)


@pytest.mark.parametrize("text", ["a: end deal\n   show c\n", "a: 'end deal\n   show c'\n"])
def test_statements_whose_lines_yaml_joins(text: str) -> None:
    found = fault(value(text), "block")
    assert found.code == "CV310"
    assert "'|' after the colon" in shown(found)


def test_a_text_that_a_comment_cuts() -> None:
    found = fault(value("a: b and # the rest\n"), "expr")
    assert found.code == "CV301"
    assert "begins a comment" in found.notes[0].text
    assert found.notes[0].span is not None
    assert found.notes[0].span.column == 10


def test_a_text_that_a_comma_cuts() -> None:
    found = fault(value("a: [f(b, c), d]\n"), "expr")
    assert found.code == "CV312"
    assert "a comma ends a text" in found.notes[0].text


@pytest.mark.parametrize(
    "text", ["a: ''\n", 'a: "  "\n', "a: |\n\nb: c\n", "a: |\n  # note\n\nb: c\n"]
)
@pytest.mark.parametrize("start", ["expr", "block", "sort"])
def test_nothing_at_all(text: str, start: Start) -> None:
    found = fault(value(text), start)
    assert found.code == "CV317"
    assert found.span is not None
    assert found.span.line == 1


def test_every_code_of_the_family_is_shown_here_or_in_the_tests_of_parsing() -> None:
    here = {code for _, _, code, _ in ALL} | {"CV315", "CV316"}
    assert here == {code for code in CODES if "CV300" <= code < "CV320"}


def test_names_with_reserved_words_in_them_are_names() -> None:
    for name in ("android", "is_led", "handy", "note", "in_trumps", "then_1", "some1", "ofx"):
        assert str(parse(whole(name, "expr"), "expr").data) == "name"


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expr", "a orb"),
        ("expr", "a andb"),
        ("expr", "a isb"),
        ("expr", "some c in hand hasp"),
        ("expr", "some c inhand has p"),
        ("expr", "if a thenb else c"),
        ("expr", "sum c.points forc in hand"),
        ("expr", "1and 2"),
        ("expr", "3of coins"),
        ("expr", "10x"),
        ("sort", "seats or nonesuch"),
        ("domain", "any 2 fromhand"),
        ("block", "end dealing"),
        ("block", "move a tob"),
        ("block", "repeat 2 timesx: a := 1"),
    ],
)
def test_a_word_ends_where_it_ends(start: Start, text: str) -> None:
    assert fault(whole(text, start), start).code.startswith("CV3")
