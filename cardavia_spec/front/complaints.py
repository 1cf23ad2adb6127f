"""Why an expression or statement cannot be read, in the words of somebody who plays cards.

The parser tells where it stopped and what could have stood there.  Each function of `_LOOKS` knows
one kind of mistake and returns a diagnostic, or None if it is not that one; the first that knows
speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import lark

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.front.grammar import Start
from cardavia_spec.front.layout import LayoutError
from cardavia_spec.front.nodes import TextNode
from cardavia_spec.front.site import QUANTIFIERS, Site
from cardavia_spec.front.spelling import misspelt, unknown
from cardavia_spec.front.statement_complaints import (
    STATEMENT_LOOKS,
    layout_complaint,
    unfinished_line,
)
from cardavia_spec.front.value_complaints import (
    chain,
    comma,
    name_missing,
    needs_brackets,
    operator_missing,
    setting,
    value_missing,
)
from cardavia_spec.front.word_complaints import (
    any_binder,
    binder,
    brackets,
    if_value,
    reserved_name,
    set_with_condition,
    sole_word,
    stray,
)


def complaint(
    node: TextNode, start: Start, error: lark.UnexpectedInput | LayoutError
) -> Diagnostic:
    """Return the one diagnostic for a text that the parser could not read."""
    if isinstance(error, LayoutError):
        return layout_complaint(node, error)
    site = Site(node, start, error)
    if not site.words:
        return Diagnostic(
            "CV317",
            "nothing is said here",
            node.span,
            "write a statement" if start == "block" else "write an expression",
        )
    looks = STATEMENT_LOOKS + _LOOKS if start == "block" else _LOOKS
    return next(found for look in looks if (found := look(site)) is not None)


def _spelling(site: Site) -> Diagnostic | None:
    if site.at_end or (site.word == "=" and site.accepts == {"EQUAL"}):
        return None
    if site.word == "=" and "SETS" in site.accepts:
        place = site.place()
        if site.peek(1) == "=" and site.place(1).start == place.end:
            place = site.place(0, 1)
        return site.fault(
            "CV303", f"'{place.text}' sets nothing", place, "write `:=` to set, `is` to compare"
        )
    found = misspelt(site.source, site.begin, site.end, site.at)
    if found is None and not site.token:
        return unknown(site.source.span(site.at, site.at + 1))
    return found


def _general(site: Site) -> Diagnostic:
    could = _could(site.accepts)
    fix = f"here could stand {could}" if could else None
    if site.at_end:
        return site.fault("CV301", "the text ends too early", site.after(), fix)
    return site.fault("CV300", f"'{site.word}' has no place here", site.place(), fix)


SIGNS: Final = {
    "MORETHAN": ">", "EQUAL": "=", "SETS": ":=", "ADDS": "+=", "TAKES": "-=", "COLON": ":",
    "COMMA": ",", "LPAR": "(", "RPAR": ")", "LESSTHAN": "<", "ATMOST": "<=", "ATLEAST": ">=",
    "UPTO": "..", "PLUS": "+", "MINUS": "-", "STAR": "*", "AMPERSAND": "&", "DOT": ".",
    "LBRACE": "{", "RBRACE": "}",
}  # fmt: skip
"""The terminals that are signs; those that are words are named by the word, in capitals."""


def _terminals(names: str) -> frozenset[str]:
    return frozenset(names.split())


_GROUPS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("a value", _terminals("NAME INT LPAR LBRACE NONE TRUE FALSE MINUS")),
    (
        "an operator",
        _terminals(
            "OR AND IMPLIES IS LESSTHAN ATMOST ATLEAST INSIDE UPTO PLUS MINUS STAR AMPERSAND DIV"
            " MOD OF DOT MORETHAN EQUAL"
        ),
    ),
    ("a statement", _terminals("MOVE DRAW SHOW REPEAT END")),
)


def _could(accepts: set[str]) -> str:
    """Return in words what could stand at the place."""
    left = {name for name in accepts if name[0] != "_" and name != "$END"}
    parts: list[str] = []
    for words, members in _GROUPS:
        if len(left & members) > 2:
            parts.append(words)
            left -= members
            if words == "a value":
                left -= {word.upper() for word in QUANTIFIERS} | {"IF", "NOT"}
    parts += sorted(f"`{SIGNS.get(name, name.lower())}`" for name in left)
    return " or ".join([", ".join(parts[:-1][:6]), parts[-1]] if len(parts) > 1 else parts)


_LOOKS: Final[tuple[Callable[[Site], Diagnostic | None], ...]] = (
    set_with_condition,
    _spelling,
    any_binder,
    binder,
    if_value,
    brackets,
    unfinished_line,
    reserved_name,
    name_missing,
    needs_brackets,
    value_missing,
    chain,
    comma,
    sole_word,
    setting,
    stray,
    operator_missing,
    _general,
)
