"""Entries of mappings that are not what their writer meant: twice there, or without a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.core.source import Span
from cardavia_spec.front.nodes import Node, TextNode, in_quotes, shortened

MOST: Final = 100
"""So many faults of one file are collected."""

_LONGEST_CUT: Final = 20
"""A text cut in more parts than that is not put together again."""

_BELOW: Final = re.compile(r"\s*:[ ]*(?:#[^\n]*)?\n(?:[ ]*(?:#[^\n]*)?\n)*([ ]*)[^\s#]")
"""From the end of a key without a value to the next line that says something."""
_COMMENTED: Final = re.compile(r"\s*:[ ]+(#[^\n\r]*)")
_COLON: Final = re.compile(r"\s*:")
_KEYS: Final = re.compile(r"(cite|when|cards|then|start|each|seen by|holds|default|why|in) +(?=\S)")
"""How an entry begins whose colon is missing: the keys that often stand in braces."""
_TIGHT: Final = re.compile(r"(\w+):(?=\S)")


def is_nothing(node: Node) -> bool:
    """Whether nothing stands at the place of this node, or the `~` that YAML has for it."""
    return isinstance(node, TextNode) and node.style == "plain" and node.text in ("", "~")


def entry_faults(
    span: Span, keys: Sequence[TextNode], values: Sequence[Node], *, flow: bool
) -> list[Diagnostic]:
    """Return what is wrong with the entries of the mapping at `span`.

    `flow` tells that it is written in braces, where a comma may have cut a text in two.
    """
    text = span.source.text
    bare = [flow and is_nothing(value) and not _COLON.match(text, key.span.end)
            for key, value in zip(keys, values, strict=True)]  # fmt: skip
    if bare and all(bare):
        return [_names_only(span)]
    found: list[Diagnostic] = []
    first: dict[str, TextNode] = {}
    done = -1  # the last key that was told of
    for i, (key, value) in enumerate(zip(keys, values, strict=True)):
        if len(found) >= MOST:
            break
        if not bare[i]:
            other = first.setdefault(key.text, key)
            if other is not key:
                found.append(_twice(key, other))
        if not is_nothing(value) or i <= done:
            continue
        if bare[i]:
            cut = None if _KEYS.match(key.text) else _cut_text(keys, values, bare, i)
            if cut is not None:
                done = cut
                whole = Span(span.source, values[i - 1].span.start, keys[cut].span.end)
                found.append(_cut(whole, key))
            else:
                found.append(_no_colon(key))
        else:
            found.append(
                Diagnostic(
                    "CV108",
                    f"nothing stands after '{shortened(key.text)}:'",
                    key.span,
                    _fix_of_empty(key),
                    _comment_after(key),
                )
            )
    return found


def _comment_after(key: TextNode) -> tuple[Note, ...]:
    """Return the note that what stands after a key is a comment, if it looks like a text."""
    text = key.span.source.text
    comment = _COMMENTED.match(text, key.span.end)
    if not comment:
        return ()
    place = Span(key.span.source, comment.start(1), comment.end(1))
    return (Note("outside quotes # begins a comment, and this is one", place),)


def _fix_of_empty(key: TextNode) -> str:
    """Return what to do about an entry without a value."""
    text, start = key.span.source.text, key.span.start
    line = text.rfind("\n", 0, start) + 1
    below = _BELOW.match(text, key.span.end)
    if not below or start - line != len(below[1]):
        return "write its value, or leave it out"
    if text[line:start].strip() == "-":
        return "leave out the '-': what belongs to it stands on the lines below, further right"
    return "write its value; if the lines below belong to it, they stand further right"


def _cut_text(
    keys: Sequence[TextNode], values: Sequence[Node], bare: Sequence[bool], i: int
) -> int | None:
    """Return the last key of the text that begins with the value before key `i`, or None."""
    if i == 0 or not isinstance(values[i - 1], TextNode) or is_nothing(values[i - 1]):
        return None
    start = values[i - 1].span.start
    inside = not _balanced(values[i - 1].span.text)  # the comma stands between its brackets
    last = None
    for j in range(i, min(len(keys), i + _LONGEST_CUT)):
        if not bare[j]:
            break
        last = j
        if inside and _balanced(keys[j].span.source.text[start : keys[j].span.end]):
            break
    return last


def _balanced(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def _names_only(span: Span) -> Diagnostic:
    suggestion = in_quotes(span.text)
    return Diagnostic(
        "CV114",
        "YAML reads a mapping here, with names and no values",
        span,
        "a text that begins with { needs quotes"
        + (f": {suggestion}" if suggestion else " round it")
        + "; a list stands between [ ]",
    )


def _twice(key: TextNode, other: TextNode) -> Diagnostic:
    return Diagnostic(
        "CV107",
        f"'{shortened(key.text)}' stands here a second time",
        key.span,
        "keep one of the two, or give them different names",
        (Note("the first one", other.span),),
    )


def _cut(whole: Span, key: TextNode) -> Diagnostic:
    suggestion = in_quotes(whole.text)
    return Diagnostic(
        "CV108",
        f"a comma cuts this text in two: '{shortened(key.text)}' is left without a value",
        whole,
        "write quotes round the text" + (f": {suggestion}" if suggestion else ""),
    )


def _no_colon(key: TextNode) -> Diagnostic:
    tight = _TIGHT.match(key.text)
    known = _KEYS.match(key.text)
    if known:
        return Diagnostic(
            "CV118",
            f"a colon is missing after '{known[1]}'",
            Span(key.span.source, key.span.start, key.span.start + known.end(1)),
            f"write '{shortened(f'{known[1]}: {key.text[known.end() :]}')}'",
        )
    if tight:
        place = Span(
            key.span.source, key.span.start + tight.end() - 1, key.span.start + tight.end()
        )
        return Diagnostic(
            "CV118",
            "a blank is missing after this colon",
            place,
            f"write '{shortened(key.text.replace(':', ': ', 1))}'",
        )
    return Diagnostic(
        "CV118",
        f"a colon is missing in '{shortened(key.text)}'",
        key.span,
        "an entry is written 'name: value'; a text with a comma between braces needs quotes",
    )
