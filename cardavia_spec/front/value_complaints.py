"""Values and operators that are missing, or that stand where none can."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, nearest
from cardavia_spec.front.site import COMPARISONS, OPERATORS, QUANTIFIERS, Site
from cardavia_spec.front.spelling import RESERVED


def needs_brackets(site: Site) -> Diagnostic | None:
    """A quantifier or `if` stands where only a closed value can."""
    word = site.word
    if not site.wants_value or site.at_end or not (word in QUANTIFIERS or word in ("if", "not")):
        return None
    what = "if ... then ... else ..." if word == "if" else f"{word} ..."
    return site.fault("CV300", f"`{what}` needs brackets here", site.place(), f"write `({what})`")


STARTERS: Final = frozenset(("move", "draw", "show", "end", "repeat", "for"))
_VALUE: Final = "write what belongs there: a name, a number, something in brackets"


def value_missing(site: Site) -> Diagnostic | None:
    """A value should begin here, and none does."""
    if not site.wants_value:
        return None
    if site.index == 0 and site.start == "expr" and site.peek(1) and site.word in STARTERS:
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


def name_missing(site: Site) -> Diagnostic | None:
    """A name should stand here, and none does."""
    if site.accepts != {"NAME"}:
        return None
    before = site.peek(-1)
    fix = {".": "write `x.y` for the y of x"}.get(before, f"write `{before} c in deck`")
    span = site.after() if site.at_end else site.place()
    code = "CV301" if site.at_end else "CV300"
    return site.fault(code, f"a name is missing after '{before}'", span, fix)


def chain(site: Site) -> Diagnostic | None:
    """A second comparison, or one in an order of cards."""
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
    return _sum_of(site) or site.fault(
        "CV318",
        f"a second comparison, '{site.word}', in one",
        site.place(),
        "compare twice: `a <= b and b <= c`; or write brackets round the first: `(a <= b) is c`",
    )


def _sum_of(site: Site) -> Diagnostic | None:
    """`sum s.tricks of s in seats is 5`, where `of` stands for `for`."""
    begun = site.back(frozenset(("sum",)), frozenset(("for",)))
    if begun is None:
        return None
    words = site.words[begun : site.index]
    for i in range(len(words) - 2):
        of, name, in_ = words[i : i + 3]
        if of.text == "of" and name.is_name and in_.text == "in":
            place = site.place(begun + i - site.index)
            fix = f"write `sum … for {name.text} in …`"
            return site.fault("CV307", "'sum' goes with 'for'", place, fix)
    return None


def comma(site: Site) -> Diagnostic | None:
    """A comma where none can stand."""
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


def setting(site: Site) -> Diagnostic | None:
    """Something is set where only a value can stand."""
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


_FOREIGN_WORDS: Final = {
    "equals": "`is`", "equal": "`is`", "eq": "`is`", "iff": "`is`", "isnt": "`is not`",
    "contains": "`c in hand`", "includes": "`c in hand`", "between": "`in 1..9`",
    "xor": "`(a) is not (b)`", "nor": "`and not`", "unless": "`if not`",
    "when": "`a implies b`, or `if a then b else c`", "elif": "`else if`", "elsif": "`else if`",
    "elseif": "`else if`", "otherwise": "`else`",
    "union": "`+`", "plus": "`+`", "minus": "`-`", "without": "`-`", "intersect": "`&`",
    "into": "`to`", "onto": "`to`",
    "at": "`>=` for 'at least', `<=` for 'at most'",
    "than": "`<` or `>`", "greater": "`>`", "more": "`>`", "less": "`<`", "fewer": "`<`",
}  # fmt: skip


_CALLED: Final = frozenset(("size", "empty", "min", "max", "was"))
"""Names that come with the language and go with brackets."""


_QUANTIFIED: Final = {"forall": "every", "foreach": "every", "each": "every", "exists": "some"}
"""What other languages call these."""


def operator_missing(site: Site) -> Diagnostic | None:
    """Two values follow one another, or a word of another language joins them."""
    before, word = site.peek(-1), site.word
    if site.at_end or not before:
        return None
    for offset, candidate in ((0, word), (-1, before)):
        if candidate in _FOREIGN_WORDS and word not in OPERATORS:
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
    if before in _CALLED:
        return site.fault(
            "CV300",
            f"'{before}' wants brackets",
            site.place(-1),
            f"write `{before}({word})`" if word[0].isalnum() else f"write `{before}(...)`",
        )
    if site.peek(1) == "in" and before[0].isalpha() and before not in RESERVED:
        if before in _QUANTIFIED:
            return site.fault(
                "CV304",
                f"'{before}' is no word of the rule language",
                site.place(-1),
                f"write `{_QUANTIFIED[before]} {word} in {site.peek(2)} has ...`",
            )
        return site.fault(
            "CV307",
            f"'{before}' cannot stand before `{word} in`",
            site.place(-1),
            "there stand `some`, `every`, `no` for a truth, `all` for a set, `the`, `first` for one"
            " member, `highest`, `lowest`",
        )
    meant = nearest(word, (w for w in RESERVED if w[0] == word[0] and w.upper() in site.accepts))
    if site.start == "block" and site.line_words()[0].text in ("move", "draw") and not meant:
        return site.fault(
            "CV300",
            f"something is missing between '{before}' and '{word}'",
            site.place(),
            "write `draw n from stock to hand`, `move c from hand to table`, `move table to won`",
        )
    return site.fault(
        "CV300",
        f"something is missing between '{before}' and '{word}'",
        site.place(),
        f"did you mean `{meant}`?"
        if meant and len(word) > 2
        else f"between a rank and a suit stands `of`: `{before} of {word}`"
        if before.isdigit() and word[0].isalpha()
        else "for example `and`, `is`, `+`, `of`, or a dot: `x.y` is the y of x",
    )
