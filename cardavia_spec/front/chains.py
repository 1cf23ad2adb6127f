"""Long chains of `and` and of `or`: as deep as they are long when they are parsed.

They are put together anew as balanced trees.  What they say stays the same, and so does the order
in which their parts are asked.
"""

from __future__ import annotations

from typing import Final

from lark import Token, Tree
from lark.tree import Meta

_JOINED: Final = ("and_", "or_")
_SIGNS: Final = {"plus": "+", "minus": "-", "times": "*", "both": "&"}


def balanced(tree: Tree[Token]) -> Tree[Token]:
    """Return the tree with every chain of `and` or of `or` in it balanced; `tree` is used up."""
    whole: Tree[Token] = Tree("whole", [tree], tree.meta)
    todo = [whole]
    made: dict[int, Tree[Token]] = {}
    while todo:
        part = todo.pop()
        for i, child in enumerate(part.children):
            if not isinstance(child, Tree):
                continue
            if str(child.data) in _JOINED and id(child) not in made:
                part.children[i] = _joined(str(child.data), _links(child), made)
        todo += [child for child in part.children if isinstance(child, Tree)]
    found = whole.children[0]
    assert isinstance(found, Tree)
    return found


def sign_of_chain(tree: Tree[Token], deepest: int) -> str | None:
    """Return the sign that stands more than half of `deepest` times in one chain, if one does."""
    for part in tree.iter_subtrees():
        sign = _SIGNS.get(str(part.data))
        if sign is not None and len(_links(part)) > deepest // 2:
            return sign
    return None


def _links(tree: Tree[Token]) -> list[Tree[Token]]:
    """Return what a chain joins, from left to right."""
    found: list[Tree[Token]] = []
    node = tree
    while node.data == tree.data:
        left, right = node.children
        assert isinstance(left, Tree)
        assert isinstance(right, Tree)
        found.append(right)
        node = left
    return [node, *reversed(found)]


def _joined(data: str, links: list[Tree[Token]], made: dict[int, Tree[Token]]) -> Tree[Token]:
    """Return the balanced tree of `links`; every node that is new is entered into `made`."""
    while len(links) > 1:
        pairs = [_pair(data, a, b) for a, b in zip(links[::2], links[1::2], strict=False)]
        made |= {id(pair): pair for pair in pairs}
        links = pairs + links[len(pairs) * 2 :]
    return links[0]


def _pair(data: str, left: Tree[Token], right: Tree[Token]) -> Tree[Token]:
    meta = Meta()  # type: ignore[no-untyped-call]
    meta.start_pos, meta.end_pos = left.meta.start_pos, right.meta.end_pos
    meta.empty = False
    return Tree(data, [left, right], meta)
