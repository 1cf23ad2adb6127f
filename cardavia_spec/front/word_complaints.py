"""Words and brackets that go together, and the ones that do not here."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.front.nodes import shortened
from cardavia_spec.front.site import OPENERS, OPERATORS, QUANTIFIERS, Site
from cardavia_spec.front.spelling import RESERVED


def set_with_condition(site: Site) -> Diagnostic | None:
    """`{c in S where p}`, which YAML and this language both read otherwise."""
    i = site.opener()
    if i is None or site.words[i].text != "{" or site.word not in ("in", "for", "where"):
        return None
    return site.fault(
        "CV309",
        "between { } stand members, no condition",
        site.source.span(site.words[i].start, site.place().end),
        "write `all c in deck where ...`, without braces",
    )


def binder(site: Site) -> Diagnostic | None:
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
        fix = f"write `{site.peek(-2)} {name} in`, and then a set"
        if site.peek(-2) == "the":
            fix += f"; the name of one thing stands without `the`: `{name}`"
        return site.fault(
            "CV307",
            f"'in' is missing after '{name}'",
            site.after() if site.at_end else site.place(),
            fix,
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


def if_value(site: Site) -> Diagnostic | None:
    """`if` as a value without its `then` or `else`."""
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
            "a value is written `if a then b else c`, all three parts; a truth that holds only"
            " under a condition `a implies b`",
        )
    return None


def brackets(site: Site) -> Diagnostic | None:
    """A bracket that is not closed, closes nothing, or holds nothing."""
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


def reserved_name(site: Site) -> Diagnostic | None:
    """A word of the language where a name should stand."""
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
    if word == "the":
        return site.fault(
            "CV306",
            "'the' has no place before the name of a thing",
            site.place(),
            "leave it out; it stands before a name and a set: `the c in hand`",
        )
    if site.peek(-1) == "the" and word in QUANTIFIERS:
        fix = {
            "highest": "write `the c in (highest c in deck by ...)`",
            "lowest": "write `the c in (lowest c in deck by ...)`",
        }.get(word, f"write `{word}` without `the`")
        return site.fault("CV306", f"`{word}` cannot follow `the`", site.place(-1, 0), fix)
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


def stray(site: Site) -> Diagnostic | None:
    """A word that goes with another, and that other one is not there."""
    if site.at_end or site.word not in _PARTNERS:
        return None
    partners = _PARTNERS[site.word]
    i = site.opener()
    called = site.words[i - 1].text if i else ""
    if site.word == "for" and called in ("max", "min"):
        best = "highest" if called == "max" else "lowest"
        return site.fault(
            "CV307",
            f"'{called}' takes numbers, not a set of them",
            site.place(),
            f"write `{best} c in hand by c.points` for the cards with the {best} number",
        )
    if site.word == "for" and called in _AROUND:
        return site.fault(
            "CV307", f"the brackets after '{called}' part it from its 'for'", site.place(),
            f"write {_AROUND[called]}",
        )  # fmt: skip
    return site.fault(
        "CV308" if partners == "'if'" else "CV307",
        f"'{site.word}' belongs to no {partners} here",
        site.place(),
        "a part before it may need brackets, or the word has no place here",
    )


_AROUND: Final = {
    "sum": "the brackets around the whole: `(sum c.points for c in hand)`",
    "all": "`every c in hand has ...` for a truth, `all c in hand where ...` for a set",
    "some": "`some c in hand has ...`",
    "any": "`some c in hand has ...`",
    "every": "`every c in hand has ...`",
}

_PARTNERS: Final = {
    "then": "'if'",
    "else": "'if'",
    "has": "'some', 'every' or 'no'",
    "where": "'all', 'the' or 'first'",
    "by": "'highest' or 'lowest'",
    "for": "'sum'",
}


def any_binder(site: Site) -> Diagnostic | None:
    """`any c in S`, which is for the choices of a move."""
    if site.word != "any" or site.at_end or site.peek(2) != "in":
        return None
    return site.fault(
        "CV307",
        "`any` is for the cards chosen in a move: `any 2 from me.hand`",
        site.place(),
        f"write `some {site.peek(1)} in ... has ...`",
    )


def sole_word(site: Site) -> Diagnostic | None:
    """One certain word must stand here."""
    must = {"FROM": "from", "TO": "to", "TIMES": "times", "DEAL": "deal", "NONE": "none"}
    found = [word for terminal, word in must.items() if terminal in site.accepts]
    if len(found) != 1 or site.wants_value or site.word in OPERATORS:
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
