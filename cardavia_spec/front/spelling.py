"""Signs and words of other languages, and what to write instead of them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.nodes import shortened

RESERVED: Final = frozenset(
    [
        "after",
        "all",
        "and",
        "any",
        "by",
        "deal",
        "div",
        "draw",
        "else",
        "end",
        "every",
        "false",
        "first",
        "for",
        "from",
        "has",
        "highest",
        "if",
        "implies",
        "in",
        "inside",
        "is",
        "lowest",
        "mod",
        "move",
        "no",
        "none",
        "not",
        "of",
        "or",
        "repeat",
        "show",
        "some",
        "sum",
        "the",
        "then",
        "times",
        "to",
        "true",
        "where",
    ]
)
"""The words of the rule language, which name nothing else."""

_SIGNS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"===?", "CV303", "write `is` to compare, `:=` to set"),
    (r"!==?|<>|≠", "CV303", "write `is not`"),
    (r"=>", "CV304", "write `>=` for 'at least', `implies` for 'then also'"),
    (r"->|⇒|→", "CV304", "write `implies`"),
    (r"=<|≤", "CV304", "write `<=`"),
    (r"≥", "CV304", "write `>=`"),
    (r"=", "CV303", "write `is` to compare, `:=` to set"),
    (r"&&|∧", "CV304", "write `and`"),
    (r"\|\||∨", "CV304", "write `or`"),
    (r"\|", "CV304", "write `or` between conditions, `+` between sets"),
    (r"!|¬", "CV304", "write `not`"),
    (r"\*\*|\^", "CV304", "there are no powers; multiply with `*`"),
    (r"//?|÷", "CV304", "write `div`, which gives the whole part"),
    (r"%", "CV304", "write `mod`"),
    (r"×|·|∙", "CV304", "write `*`"),
    (r"−|–|—", "CV304", "write the ordinary `-`"),
    (r"\+\+|--", "CV304", "write `+= 1` or `-= 1`"),
    (r"∈", "CV304", "write `in`"),
    (r"∉", "CV304", "write `not in`"),
    (r"∩", "CV304", "write `&`"),
    (r"∪", "CV304", "write `+`"),
    (r"⊆|⊂", "CV304", "write `inside`"),
    (r"∅", "CV304", "write `{}`"),
    (r"∀", "CV304", "write `every c in deck has ...`"),
    (r"∃", "CV304", "write `some c in deck has ...`"),
    (r"\.\.\.|…|‥", "CV304", "write `..`"),
    (r"\[|\]", "CV304", "write `x.y` or `x.y(z)` for the y of x, `{a, b}` for a set"),
    (r";", "CV304", "give each statement a line of its own"),
    (r"\?", "CV304", "write `if a then b else c`"),
)  # fmt: skip
_SIGN: Final = re.compile("|".join(f"({pattern})" for pattern, _, _ in _SIGNS))

_QUOTED: Final = re.compile(r"""["'“”„‘’‚«»`]([^"'“”„‘’‚«»`\n]{0,60})(["'“”„‘’‚«»`]?)""")
_NUMBER: Final = re.compile(r"\d+\.\d+|(?<![.\w])\.\d+")
_WORD: Final = re.compile(r"\w+")
_UMLAUTS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ı": "i"}
)


def misspelt(source: Source, begin: int, end: int, at: int) -> Diagnostic | None:
    """Return what is wrong with the sign or word at offset `at` of the text `begin` to `end`.

    None if it belongs to the rule language (and stands in a wrong place, perhaps).
    """
    text = source.text
    char = text[at : at + 1]
    if not char or at >= end:
        return None
    for match in _near(_NUMBER, text, begin, end, at):
        return Diagnostic(
            "CV313",
            f"'{shortened(match[0])}' is not a whole number",
            source.span(*match.span()),
            "there are whole numbers only; multiply everything that is counted",
        )
    for match in _near(_SIGN, text, begin, end, at):
        _, code, fix = _SIGNS[(match.lastindex or 1) - 1]
        return Diagnostic(
            code, f"'{match[0]}' is no sign of the rule language", source.span(*match.span()), fix
        )
    if char in "\"'“”„‘’‚«»`":
        return _in_quotes(source, end, at)
    for match in _near(_WORD, text, begin, end, at):
        found = _word(source.span(*match.span()))
        if found:
            return found
    return None


def unknown(span: Span) -> Diagnostic:
    """Return the diagnostic for a character that nothing better is known about."""
    char = span.text
    number = f"U+{ord(char):04X}"
    if char.isspace() or unicodedata.category(char) in ("Cf", "Zs"):
        return Diagnostic(
            "CV302", f"a blank or mark that is no ordinary one ({number})", span, "type a blank"
        )
    name = f"'{char}'" if char.isascii() else f"'{char}' ({number})"
    return Diagnostic("CV302", f"the character {name} has no meaning here", span, "leave it out")


def _near(
    pattern: re.Pattern[str], text: str, begin: int, end: int, at: int
) -> list[re.Match[str]]:
    """Return the match of `pattern` that covers the offset `at`, if there is one."""
    start = at
    while start > begin and at - start < 60 and not text[start - 1].isspace():
        start -= 1
    covering = (m for m in pattern.finditer(text, start, end) if m.end() > at)
    match = next(covering, None)
    return [match] if match is not None and match.start() <= at else []


_WHOSE: Final = re.compile(r"(\w+)['’]s?\s+(\w+)")
"""`leader's hand`, and the `players' hand`."""


def _in_quotes(source: Source, end: int, at: int) -> Diagnostic:
    start = at
    while start and (source.text[start - 1].isalnum() or source.text[start - 1] == "_"):
        start -= 1
    whose = _WHOSE.match(source.text, start, end)
    if whose and start < at:
        return Diagnostic(
            "CV314",
            "what belongs to something is written with a dot",
            source.span(*whose.span()),
            f"write `{_name(whose[1])}.{_name(whose[2])}`",
        )
    match = _QUOTED.match(source.text, at, end)
    inside = match[1] if match and match[2] else ""
    fix = "write names without quotes"
    if source.text[at] in "“”„‘’‚«»":
        fix += '; quotes round a whole text are the plain ones: "'
    if inside.isidentifier():
        fix = f"write `{_name(inside)}` without quotes"
    width = len(match[0]) if match and match[2] else 1
    return Diagnostic("CV314", "quotes inside an expression", source.span(at, at + width), fix)


def _word(span: Span) -> Diagnostic | None:
    word = span.text
    said = shortened(word)
    if word.lower() != word:
        if word.lower() in RESERVED:
            return Diagnostic(
                "CV305",
                f"'{said}' is written with small letters",
                span,
                f"write `{word.lower()}`",
            )
        return Diagnostic(
            "CV305", f"a capital letter in the name '{said}'", span, f"write `{_name(word)}`"
        )
    if not word.isascii():
        return Diagnostic(
            "CV302",
            f"'{said}' has a letter that is none of a to z",
            span,
            f"write `{_name(word)}`, or another name",
        )
    if word[0] == "_":
        return Diagnostic("CV302", f"the name '{said}' begins with no letter", span, "drop the _")
    if word[0].isdigit() and not word.isdigit():
        return Diagnostic(
            "CV302",
            f"'{said}' is neither a number nor a name",
            span,
            "a name begins with a letter; between a number and a name stands an operator",
        )
    return None


def _name(word: str) -> str:
    """Return a word as a name of the rule language: small letters, digits, underscores."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().translate(_UMLAUTS)
    plain = unicodedata.normalize("NFKD", parts).encode("ascii", "ignore").decode()
    return shortened(plain.strip("_")) or "another name"
