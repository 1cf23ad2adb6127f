"""Warnings about texts that can be read in two ways, or said more plainly."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token, Tree

from cardavia_spec.core.source import Source
from cardavia_spec.front.faults import Faults

QUANTIFIERS = ("some", "every", "no")


def lint(trees: Iterable[Tree[Token]], source: Source, faults: Faults) -> None:
    """Tell what could be misread in the texts of a spec."""
    for tree in trees:
        for part in tree.iter_subtrees():
            _greedy(part, source, faults)
            _emptiness(part, source, faults)


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
