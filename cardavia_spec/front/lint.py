"""Warnings about texts that can be read in two ways, or said more plainly."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.source import Source
from cardavia_spec.front.faults import Faults
from cardavia_spec.front.nodes import MapNode, Node, SeqNode, TextNode
from cardavia_spec.front.parse import Start, parse

QUANTIFIERS = ("some", "every", "no")
EXPRESSIONS = (
    "is", "when", "then", "cards", "over", "winners", "start", "always", "at end", "each step",
    "possible", "possible in play", "theorem", "each deal", "at match end", "possible match",
    "lemma", "holds",
)  # fmt: skip
BLOCKS = ("do", "after deal", "deal")


def lint(top: MapNode, source: Source, faults: Faults) -> None:
    """Tell what could be misread in the texts of a spec."""
    for node, start in _texts(top, None):
        try:
            tree = parse(node, start)
        except SpecError:
            continue  # told already, by whoever reads this text for its meaning
        for part in tree.iter_subtrees():
            _greedy(part, source, faults)
            _emptiness(part, source, faults)


def _texts(node: Node, key: str | None) -> Iterator[tuple[TextNode, Start]]:
    match node:
        case MapNode(entries):
            for entry in entries:
                yield from _texts(entry.value, entry.key.text)
        case SeqNode(items):
            for item in items:
                yield from _texts(item, key)
        case TextNode():
            if key in EXPRESSIONS:
                yield node, "expr"
            elif key in BLOCKS:
                yield node, "block"


def _greedy(tree: Tree[Token], source: Source, faults: Faults) -> None:
    """`a and some c in h has b or d`: the quantifier takes the `or` too."""
    if str(tree.data) not in ("and_", "or_") or len(tree.children) < 2:
        return
    right = tree.children[1]
    if not isinstance(right, Tree) or str(right.data) not in QUANTIFIERS:
        return
    binder, body = right.children
    if not isinstance(body, Tree) or str(body.data) not in ("or_", "and_", "implies"):
        return
    if str(body.data) == str(tree.data):
        return  # a and some c has b and d: the same word, and rarely misread
    assert isinstance(binder, Tree)
    between = source.text[binder.meta.end_pos : body.meta.start_pos]
    if "(" not in between:
        faults.warning(
            "CV340",
            source.span(right.meta.start_pos, right.meta.end_pos),
            f"'{right.data} … has' takes everything up to the end, "
            f"'{str(body.data).rstrip('_')}' too",
            "put brackets round what it shall take: has (…), or round the whole of it",
        )


def _emptiness(tree: Tree[Token], source: Source, faults: Faults) -> None:
    """`size(x) is 0` says `empty(x)` in more words."""
    if str(tree.data) not in ("eq", "ne"):
        return
    left, right = tree.children
    if not isinstance(left, Tree) or not isinstance(right, Tree):
        return
    asked = str(left.data) == "call" and str(left.children[0]) == "size"
    if asked and str(right.data) == "number" and str(right.children[0]) == "0":
        span = source.span(tree.meta.start_pos, tree.meta.end_pos)
        inner = left.children[1]
        assert isinstance(inner, Tree)
        text = source.text[inner.meta.start_pos : inner.meta.end_pos]
        word = "empty" if str(tree.data) == "eq" else "not empty"
        faults.warning(
            "CV341", span, "this says in more words what 'empty' says", f"{word}({text})"
        )
