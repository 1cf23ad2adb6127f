"""Parsing in place: trees with the offsets of the whole file, and blocks by their columns."""

from __future__ import annotations

import re

import lark
import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.source import Source
from cardavia_spec.front.grammar import STARTS, Start, grammar_text
from cardavia_spec.front.nodes import MapNode, TextNode, read_yaml
from cardavia_spec.front.parse import DEEPEST, parse
from tests.unit.front.marks import whole
from tests.work import at_most

EXPRESSIONS = """\
closed
closed is none and not empty(turned)
size(stock) + size(turned)
the c in (highest c in table by (c.suit is trump, c.suit is led.suit, c.power))
(the c in turned).suit
if c.rank is king then queen of c.suit else king of c.suit
c.rank in {king, queen} and c.partner_card in me.hand
all c in me.hand where c.suit is led.suit and c.power > led.power
declare implies at_lead and card.paired
open and lead implies every c in playable has (c in playable) is (no d in me.hand has d.beats(c))
some s in seats has s.points >= 66 or s.points <= -1
(sum c.points for c in table) + winner.pending * 2 div 3 mod 5 - 1
first s in suits after led where not empty(s.heap)
lowest c in hand by c.power
the s in seats where best in s.table
all c in deck where c.suit is not trump
a < b
{}
ranks of trump & hand
3 of coins
{a, b} of s inside deck
c not in 1..9
not some c in hand has not true
p implies q implies false
(a)
x.y.z(a, b.c)
max(0, min(a, -1))
"""

SORTS = "bool\n0..9\nseats\nseats or none\n{0, 20}\nranks of hearts"
DOMAINS = "playable\n{1, 2}\nany 2 from me.hand\nany 1..3 from hand - {c}"
ORDERS = "ace > 10 > king\n3 of coins > 9 of batons = 9 of swords > 1\n1 = 2 = 3"

BLOCK = """\
for s in seats after dealer: draw 3 from stock to s.hand
repeat 2 times:
  draw 1 from stock to turned
move table to winner.won
if declare:
  show card
  me.declared(card.suit) := true
  if me.tricks > 0: me.points += bonus
  else: me.pending += (sum c.points
      for c in table)
else if no s in seats has empty(s.hand):
  end deal
else:
  left -= 1
move card from me.hand to me.table
"""

SAMPLES: dict[Start, list[str]] = {
    "expr": EXPRESSIONS.splitlines(),
    "sort": SORTS.splitlines(),
    "domain": DOMAINS.splitlines(),
    "order": ORDERS.splitlines(),
    "block": [BLOCK],
}

Tree = lark.Tree[lark.Token]


def texts(tree: Tree, source: str) -> list[tuple[str, str]]:
    """Return each subtree's name and the text it covers."""
    found = [(str(tree.data), source[tree.meta.start_pos : tree.meta.end_pos])]
    for child in tree.children:
        if isinstance(child, lark.Tree):
            found += texts(child, source)
    return found


@pytest.mark.parametrize("start", STARTS)
def test_every_sample_parses(start: Start) -> None:
    for text in SAMPLES[start]:
        parse(whole(text, start), start)


def test_the_samples_show_every_construct() -> None:
    shown = {
        str(sub.data)
        for start, samples in SAMPLES.items()
        for text in samples
        for sub in parse(whole(text, start), start).iter_subtrees()
    }
    rules = re.sub(r"//.*", "", grammar_text().split("SETS:")[0])
    aliases = set(re.findall(r"-> *(\w+)", rules))
    kept = {"block", "body", "order", "tier", "args", "binder"}
    assert shown == aliases | kept


def test_what_stands_where_in_an_expression() -> None:
    text = "(a + b) * c.d(e) is {f}"
    assert texts(parse(whole(text, "expr"), "expr"), text) == [
        ("eq", "(a + b) * c.d(e) is {f}"),
        ("times", "(a + b) * c.d(e)"),
        ("plus", "a + b"),
        ("name", "a"),
        ("name", "b"),
        ("dot", "c.d(e)"),
        ("name", "c"),
        ("args", "e"),
        ("name", "e"),
        ("set", "{f}"),
        ("name", "f"),
    ]


def test_what_stands_where_in_a_block() -> None:
    tree = parse(whole(BLOCK, "block"), "block")
    statements = [
        BLOCK[child.meta.start_pos : child.meta.end_pos]
        for child in tree.children
        if isinstance(child, lark.Tree)
    ]
    assert "\n".join(statements) == BLOCK.rstrip()
    assert [s.splitlines()[0].split()[0] for s in statements] == [
        "for", "repeat", "move", "if", "move",
    ]  # fmt: skip
    (if_,) = (child for child in tree.find_data("if_") if len(child.children) == 5)
    parts = [(str(part.data), part.meta) for part in if_.children if isinstance(part, lark.Tree)]
    assert [name for name, _ in parts] == ["name", "body", "no", "body", "body"]
    assert BLOCK[parts[3][1].start_pos : parts[3][1].end_pos].strip() == "end deal"
    assert BLOCK[parts[4][1].start_pos : parts[4][1].end_pos].strip() == "left -= 1"


FILE = """\
# a comment with 𝄞 before everything
plain: a and b   # note
deep:
  - {is: a and b, cite: [A1]}
  - {is: "a and b"}
  - {is: 'a and b'}
long: a
   and
     b
quoted: "a
  and  b"
block: |
  # first a note
  a    # then 𝄞
    and

  b
kept: |+
  a and
   b

stripped: |2-
   a
   and b
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("bom", ["", "\ufeff"], ids=["", "bom"])
def test_offsets_are_those_of_the_file(line_end: str, bom: str) -> None:
    text = (bom + FILE.replace("\n", line_end)).removeprefix("\ufeff")
    source = Source("a.yaml", text)
    root = read_yaml(source)
    assert isinstance(root, MapNode)
    seen = []
    stack: list[object] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, MapNode):
            stack += [entry.value for entry in node.entries if entry.key.text != "cite"]
        elif isinstance(node, TextNode):
            tree = parse(node, "expr")
            assert str(tree.data) == "and_"
            first, second = (t for t in tree.scan_values(lambda _: True))
            assert (str(first), text[first.start_pos : first.end_pos]) == ("a", "a")
            assert (str(second), text[second.start_pos : second.end_pos]) == ("b", "b")
            span = source.span(tree.meta.start_pos, tree.meta.end_pos)
            assert " ".join(re.sub("#.*", "", span.text).split()) == "a and b"
            seen.append((span.line, span.column, *source.position(second.start_pos or 0)))
        else:
            stack += getattr(node, "items", ())
    assert sorted(seen) == [
        (2, 8, 2, 14),
        (4, 10, 4, 16),
        (5, 11, 5, 17),
        (6, 11, 6, 17),
        (7, 7, 9, 6),
        (10, 10, 11, 8),
        (14, 3, 17, 3),
        (19, 3, 20, 4),
        (23, 4, 24, 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "do: end deal\n",
        "do: end deal",
        "do: 'end deal'\n",
        "do: |\n  end deal\n",
        "do: |-\n  end deal",
        "do: |+\n  end deal\n\n\n",
        "do: |\n      # note\n      end deal   # and so on\n\n      # the end\n",
        "do: |4\n      end deal\n",
        "a:\n   do: |\n       \n       end deal\n\nb: c\n",
        "do: |\r\n  # note\r\n  end deal # x\r\n\r\n",
    ],
)
def test_one_statement(text: str) -> None:
    source = Source("a.yaml", text)
    node = read_yaml(source)
    while isinstance(node, MapNode):
        node = node.entries[0].value
    assert isinstance(node, TextNode)
    tree = parse(node, "block")
    assert [str(child.data) for child in tree.children if isinstance(child, lark.Tree)] == [
        "end_deal"
    ]
    assert texts(tree, text) == [("block", "end deal"), ("end_deal", "end deal")]


def shape(text: str) -> str:
    """Return the nesting of the assignments of a block: one letter each, bodies in brackets."""

    def walk(tree: Tree) -> str:
        out = ""
        for child in tree.children:
            if isinstance(child, lark.Tree):
                if child.data == "assign":
                    out += str(next(child.scan_values(lambda _: True)))
                elif child.data == "body":
                    out += f"({walk(child)})"
                elif child.data in ("if_", "for_", "repeat"):
                    out += walk(child)
        return out

    return walk(parse(whole(text, "block"), "block"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a := 1\nb := 2", "ab"),
        ("if x: a := 1\nb := 2", "(a)b"),
        ("if x:\n  a := 1\n  b := 2\nc := 3\n", "(ab)c"),
        ("if x:\n  a := 1\nelse:\n    b := 2\nc := 3\n", "(a)(b)c"),
        ("if x:\n if y:\n  a := 1\n b := 2\nelse: c := 3", "((a)b)(c)"),
        ("if x:\n  if y:\n    a := 1\nelse: c := 3", "((a))(c)"),
        ("if x:\n  if y:\n    a := 1\n  else: c := 3", "((a)(c))"),
        ("if x:\n\n  # note\n      # note\n  a := 1\n# note\n  b := 2\n\nc := 3", "(ab)c"),
        ("if x:\n  a := (1 +\n2)\n  b := f(3,\n         4)", "(ab)"),
        ("repeat 2 times:\n  for s in t:\n      a := 1\n", "((a))"),
        ("  a := 1\n  if x:\n    b := 2", "a(b)"),
        ("\n\n# note\n  a := 1\n  b := 2\n", "ab"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_bodies_by_columns(text: str, expected: str, line_end: str) -> None:
    assert shape(text.replace("\n", line_end)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "(" * 100_000 + "a" + ")" * 100_000,
        "{" * 100_000,
        "not " * 5_000 + "a",
        "-" * 10_000 + "a",
        "a implies " * 5_000 + "a",
        "if a then b else " * 2_000 + "c",
        "a + " * 5_000 + "a",
        "f(" * 5_000 + "a" + ")" * 5_000,
        "x" + ".y" * 5_000,
    ],
    ids=lambda text: text[:6],
)
def test_too_deep_is_told_and_soon(text: str) -> None:
    with pytest.raises(SpecError) as caught, at_most(10_000_000):
        parse(whole(text, "expr"), "expr")
    (found,) = caught.value.diagnostics
    assert found.code == "CV316"


def test_bodies_too_deep() -> None:
    text = "\n".join(" " * depth + "if a:" for depth in range(200)) + "\n" + " " * 200 + "a := 1"
    with pytest.raises(SpecError) as caught:
        parse(whole(text, "block"), "block")
    assert [d.code for d in caught.value.diagnostics] == ["CV316"]


def test_long_and_shallow_is_fine() -> None:
    parse(whole("{" + ", ".join(f"c{i}" for i in range(5000)) + "}", "expr"), "expr")
    parse(whole("a := 1\n" * 3000, "block"), "block")
    parse(whole(" and ".join(["a"] * (DEEPEST - 2)), "expr"), "expr")
