"""Why an expression or statement cannot be read, in the words of somebody who plays cards.

The parser tells where it stopped and what could have stood there.  Each function of `_LOOKS` knows
one kind of mistake and returns a diagnostic, or None if it is not that one; the first that knows
speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import lark

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.front.grammar import Start
from cardavia_spec.front.layout import LayoutError
from cardavia_spec.front.nodes import TextNode, shortened
from cardavia_spec.front.site import COMPARISONS, OPENERS, QUANTIFIERS, Site
from cardavia_spec.front.spelling import RESERVED, misspelt, unknown
from cardavia_spec.front.statement_complaints import (
    STATEMENT_LOOKS,
    layout_complaint,
    unfinished_line,
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
        return site.fault(
            "CV303", "'=' sets nothing", site.place(), "write `:=` to set, `is` to compare"
        )
    found = misspelt(site.source, site.begin, site.end, site.at)
    if found is None and not site.token:
        return unknown(site.source.span(site.at, site.at + 1))
    return found


def _set_with_condition(site: Site) -> Diagnostic | None:
    i = site.opener()
    if i is None or site.words[i].text != "{" or site.word not in ("in", "for", "where"):
        return None
    return site.fault(
        "CV309",
        "between { } stand members, no condition",
        site.source.span(site.words[i].start, site.place().end),
        "write `all c in deck where ...`, without braces",
    )


def _binder(site: Site) -> Diagnostic | None:
    """`some c in S: p`, `all c in deck has p` and the like."""
    if site.accepts == {"IN"} and site.word != "in":
        name = site.peek(-1)
        if name == "each":
            fix = f"write `{site.peek(-2)} {site.word} in`"
            return site.fault("CV307", "'each' is no word here", site.place(-1), fix)
        if name == "not":
            return site.fault(
                "CV300",
                "'not' stands before what it denies",
                site.place(-1),
                "write `is not` or `not in`",
            )
        return site.fault(
            "CV307",
            f"'in' is missing after '{name}'",
            site.after() if site.at_end else site.place(),
            f"write `{site.peek(-2)} {name} in`, and then a set",
        )
    wanted = {"HAS": "has", "WHERE": "where", "BY": "by", "FOR": "for"}
    could = [word for terminal, word in wanted.items() if terminal in site.accepts]
    i = site.back(frozenset(QUANTIFIERS))
    if len(could) != 1 or i is None or site.wants_value:
        return None
    opener = site.words[i].text
    wrong = site.word in ("has", "where", "by", "for", ":", "|", "if", "with") or (
        site.word in ("that", "such", "who", "which", "whose", "having", "holds", "from")
    )
    if opener == "the" and (site.at_end or not wrong):
        return None
    if not site.at_end and not wrong and not (could == ["by"] and site.word == ","):
        return None
    instead = "" if site.at_end else f", not '{site.word}'"
    binder = _from(site, i + 1) if i + 1 < site.index else "c in deck"
    truth = opener if opener in ("some", "every", "no") else "every"
    fixes = {
        "has": f"a truth is `{truth} {binder} has ...`, a set `all {binder} where ...`",
        "where": f"a set is `{opener} {binder} where ...`, a truth `every {binder} has ...`",
        "by": f"write `{opener} {binder} by ...`; a condition stands before:"
        f" `{opener} c in (all {binder} where ...) by ...`",
        "for": "write `sum c.points for c in deck`",
    }
    return site.fault(
        "CV307",
        f"after '{_from(site, i)}' stands '{could[0]}'{instead}",
        site.after() if site.at_end else site.place(),
        fixes[could[0]],
    )


def _from(site: Site, first: int) -> str:
    """Return the text from word `first` to the place, shortened."""
    return shortened(site.source.text[site.words[first].start : site.after().end])


def _if(site: Site) -> Diagnostic | None:
    if "THEN" in site.accepts and site.word != "then":
        later = {word.text for word in site.words[site.index :]}
        if site.at_end or site.word in (":", "else", ",", ")", "}") or "then" not in later:
            return site.fault(
                "CV308",
                "'then' is missing after 'if'",
                site.after() if site.at_end else site.place(),
                "a value is written `if a then b else c`",
            )
    if "ELSE" not in site.accepts or "MOVE" in site.accepts or site.word == "else":
        return None
    if site.word in ("elif", "elsif", "elseif", "otherwise"):
        instead = "else" if site.word == "otherwise" else "else if"
        return site.fault(
            "CV308", f"'{site.word}' is no word here", site.place(), f"write `{instead}`"
        )
    if site.at_end or site.word in (")", "}", ",", ":"):
        return site.fault(
            "CV308",
            "'else' is missing after 'if' and 'then'",
            site.after() if site.at_end else site.place(),
            "a value is written `if a then b else c`, all three parts",
        )
    return None


def _brackets(site: Site) -> Diagnostic | None:
    i = site.opener()
    opened = site.words[i] if i is not None else None
    if opened is not None and site.accepts & {"RPAR", "RBRACE"}:
        word = site.word
        line = site.start == "block" and site.starts_line() and word not in (")", "}", ",")
        if site.at_end or line or word in _OUTSIDE:
            return site.fault(
                "CV312",
                f"this {opened.text} is not closed",
                site.source.span(opened.start, opened.end),
                f"write {OPENERS[opened.text]} where it ends",
            )
    if site.word not in (")", "}") or site.at_end:
        return None
    if opened is None:
        return site.fault("CV312", f"this {site.word} closes nothing", site.place(), "delete it")
    if OPENERS[opened.text] != site.word:
        return site.fault(
            "CV312",
            f"{OPENERS[opened.text]} should stand here, not {site.word}",
            site.place(),
            None,
            Note(f"this {opened.text} is open", site.source.span(opened.start, opened.end)),
        )
    if site.peek(-1) == "(":
        return site.fault(
            "CV300",
            "nothing stands between these brackets",
            site.place(-1, 0),
            "a name that needs nothing more stands without brackets",
        )
    return None


_OUTSIDE: Final = frozenset(
    ("from", "to", "then", "else", "has", "where", "by", "times", ":", ":=", "+=", "-=")
)
"""Words that go with something outside the brackets in which they stand."""


def _reserved_name(site: Site) -> Diagnostic | None:
    word = site.word
    if site.at_end or word not in RESERVED:
        return None
    begins_value = site.peek(1)[:1].isalnum() or site.peek(1) in OPENERS
    as_name = site.accepts == {"NAME"} or (
        site.wants_value
        and (
            (word in _NOUNS and not begins_value)
            or (word in QUANTIFIERS and not _opens_binder(site))
        )
    )
    if not as_name:
        return None
    return site.fault(
        "CV306",
        f"'{word}' is a word of the rule language and cannot name anything",
        site.place(),
        "choose another name",
    )


_NOUNS: Final = frozenset(
    ("after", "any", "by", "deal", "draw", "end", "from", "move", "repeat", "show", "times", "to")
)


def _opens_binder(site: Site) -> bool:
    return site.word == "sum" or site.peek(2) == "in" or site.peek(1) in QUANTIFIERS


def _needs_brackets(site: Site) -> Diagnostic | None:
    word = site.word
    if not site.wants_value or site.at_end or not (word in QUANTIFIERS or word in ("if", "not")):
        return None
    what = "if ... then ... else ..." if word == "if" else f"{word} ..."
    return site.fault("CV300", f"`{what}` needs brackets here", site.place(), f"write `({what})`")


_STARTERS: Final = frozenset(("move", "draw", "show", "end", "repeat", "for"))
_VALUE: Final = "write what belongs there: a name, a number, something in brackets"


def _value_missing(site: Site) -> Diagnostic | None:
    if not site.wants_value:
        return None
    if site.index == 0 and site.start == "expr" and site.peek(1) and site.word in _STARTERS:
        return site.fault(
            "CV300",
            f"'{site.word}' begins a statement, and a value is wanted here",
            site.place(),
            "statements stand under 'do'",
        )
    before = site.peek(-1)
    if site.at_end:
        where = f"after '{before}'" if before else "here"
        return site.fault(
            "CV301", f"something is missing {where}, where the text ends", site.after(), _VALUE
        )
    if before in ("is", "<", ">", "and", "or") and site.word in ("than", "equal", "equals"):
        return None
    where = f"between '{before}' and '{site.word}'" if before else f"before '{site.word}'"
    if before == "=" or (before in ("<", ">") and site.word in ("<", ">")):
        where = f"after '{before}'"
    return site.fault("CV300", f"something is missing {where}", site.place(), _VALUE)


def _name_missing(site: Site) -> Diagnostic | None:
    if site.accepts != {"NAME"}:
        return None
    before = site.peek(-1)
    fix = {".": "write `x.y` for the y of x"}.get(before, f"write `{before} c in deck`")
    span = site.after() if site.at_end else site.place()
    code = "CV301" if site.at_end else "CV300"
    return site.fault(code, f"a name is missing after '{before}'", span, fix)


def _chain(site: Site) -> Diagnostic | None:
    if site.word not in COMPARISONS or site.at_end or site.wants_value:
        return None
    if site.start == "order":
        return site.fault(
            "CV300",
            f"'{site.word}' does not put cards in order",
            site.place(),
            "write the order from the highest down with `>`, equals with `=`",
        )
    if not site.compared():
        return None
    return site.fault(
        "CV318",
        f"a second comparison, '{site.word}', in one",
        site.place(),
        "compare twice: `a <= b and b <= c`; or write brackets round the first: `(a <= b) is c`",
    )


def _comma(site: Site) -> Diagnostic | None:
    if site.word != "," or site.at_end:
        return None
    if site.start == "order":
        return site.fault(
            "CV300", "a comma in an order", site.place(), "write `>` between higher and lower"
        )
    if site.back(frozenset(("by",))) is not None:
        return site.fault(
            "CV300",
            "several keys stand in brackets",
            site.place(),
            "write `by (first key, second key)`",
        )
    i = site.opener()
    if i is not None:
        message, fix = "these brackets hold one value", "a set is written `{a, b}`"
        return site.fault("CV300", message, site.place(), fix)
    return site.fault(
        "CV300", "a comma has no place here", site.place(), "commas stand between brackets only"
    )


def _setting(site: Site) -> Diagnostic | None:
    if site.at_end or site.word not in (":=", "+=", "-=", ":"):
        return None
    if site.word == ":":
        return site.fault(
            "CV300",
            "':' has no place here",
            site.place(),
            "after `some c in deck` stands `has`; after `if a` stands `then`",
        )
    return site.fault(
        "CV303",
        f"'{site.word}' sets something, and here is no place for that",
        site.place(),
        "write `is` to compare; statements that set stand under 'do', one on a line",
    )


def _stray(site: Site) -> Diagnostic | None:
    """A word that goes with another, and that other one is not there."""
    if site.at_end or site.word not in _PARTNERS:
        return None
    partners = _PARTNERS[site.word]
    return site.fault(
        "CV308" if partners == "'if'" else "CV307",
        f"'{site.word}' belongs to no {partners} here",
        site.place(),
        "a part before it may need brackets, or the word has no place here",
    )


_PARTNERS: Final = {
    "then": "'if'",
    "else": "'if'",
    "has": "'some', 'every' or 'no'",
    "where": "'all', 'the' or 'first'",
    "by": "'highest' or 'lowest'",
    "for": "'sum'",
}


def _sole_word(site: Site) -> Diagnostic | None:
    """One certain word must stand here."""
    must = {"FROM": "from", "TO": "to", "TIMES": "times", "DEAL": "deal", "NONE": "none"}
    found = [word for terminal, word in must.items() if terminal in site.accepts]
    if len(found) != 1 or site.wants_value or site.word in _OPERATORS:
        return None
    fixes = {
        "from": "write `any n from hand`"
        if site.start == "domain"
        else "write `draw n from stock to hand`, `move c from hand to table`",
        "to": "write `draw n from stock to hand`, `move c from hand to table`",
        "times": "write `repeat n times:`",
        "deal": "write `end deal`",
        "none": "write `seats or none`, for example",
    }
    if site.at_end:
        return site.fault(
            "CV301", f"'{found[0]}' is missing at the end", site.after(), fixes[found[0]]
        )
    return site.fault(
        "CV300", f"'{found[0]}' is missing before '{site.word}'", site.place(), fixes[found[0]]
    )


_OPERATORS: Final = frozenset(
    [
        "and",
        "or",
        "implies",
        "is",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "inside",
        "..",
        "+",
        "-",
        "*",
        "&",
        "div",
        "mod",
        "of",
        ".",
    ]
)

_FOREIGN_WORDS: Final = {
    "equals": "`is`", "equal": "`is`", "eq": "`is`", "iff": "`is`", "isnt": "`is not`",
    "contains": "`c in hand`", "includes": "`c in hand`", "between": "`in 1..9`",
    "xor": "`(a) is not (b)`", "nor": "`and not`", "unless": "`if not`",
    "when": "`if a then b else c`", "elif": "`else if`", "elsif": "`else if`",
    "elseif": "`else if`", "otherwise": "`else`",
    "union": "`+`", "plus": "`+`", "minus": "`-`", "without": "`-`", "intersect": "`&`",
    "than": "`<` or `>`", "greater": "`>`", "more": "`>`", "less": "`<`", "fewer": "`<`",
}  # fmt: skip


def _operator_missing(site: Site) -> Diagnostic | None:
    before, word = site.peek(-1), site.word
    if site.at_end or not before:
        return None
    for offset, candidate in ((0, word), (-1, before)):
        if candidate in _FOREIGN_WORDS and word not in _OPERATORS:
            return site.fault(
                "CV304",
                f"'{candidate}' is no word of the rule language",
                site.place(offset),
                f"write {_FOREIGN_WORDS[candidate]}",
            )
    starts_value = word in ("(", "{") or word[0].isalnum()
    if site.start in ("sort", "domain", "order") and starts_value:
        fix = {
            "sort": "write a set, like `suits` or `0..9`, and `or none` if it may be missing",
            "domain": "write a set, or `any n from` a set",
            "order": "write `>` between higher and lower, `=` between equals",
        }[site.start]
        return site.fault("CV300", f"'{word}' has no place here", site.place(), fix)
    if not starts_value or (word in RESERVED and word not in QUANTIFIERS | {"none": ""}):
        return None
    return site.fault(
        "CV300",
        f"something is missing between '{before}' and '{word}'",
        site.place(),
        "for example `and`, `is`, `+`, or a dot: `x.y` is the y of x",
    )


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
    _set_with_condition,
    _spelling,
    _binder,
    _if,
    _brackets,
    unfinished_line,
    _reserved_name,
    _name_missing,
    _needs_brackets,
    _value_missing,
    _chain,
    _comma,
    _sole_word,
    _setting,
    _stray,
    _operator_missing,
    _general,
)
