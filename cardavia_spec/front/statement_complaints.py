"""Why a block of statements cannot be read: its lines, its bodies, what begins a statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, nearest
from cardavia_spec.front.layout import DEEPEST, INDENT, LayoutError
from cardavia_spec.front.nodes import TextNode
from cardavia_spec.front.site import Site
from cardavia_spec.front.spelling import RESERVED

_STARTERS: Final = frozenset(("move", "draw", "show", "end", "for", "repeat", "if"))
_HOLDERS: Final = frozenset(("for", "repeat", "if", "else"))
_SETTERS: Final = frozenset((":=", "+=", "-="))
_CONTINUES: Final = frozenset(
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
        "then",
        "else",
        "to",
        "from",
        "has",
        "where",
        "by",
        ",",
        ")",
        "}",
    ]
)
_ALL: Final = (
    "a statement begins with move, draw, show, for, repeat, if or end deal, or sets something:"
    " `x := 1`"
)
_LINE_FIX: Final = "a statement ends with its line; only inside brackets it may go on in the next"


def layout_complaint(node: TextNode, error: LayoutError) -> Diagnostic:
    """Return the diagnostic for a fault that was found before the grammar had its say."""
    source = node.inner.source
    if error.kind == "deep":
        return Diagnostic(
            "CV316",
            f"brackets or bodies are nested more than {DEEPEST} deep",
            source.span(error.start, error.end),
            "give parts of it a name, under 'define' or 'let'",
        )
    end = source.text.find("\n", error.end)
    line = source.text[error.end : end if 0 <= end < node.inner.end else node.inner.end]
    return Diagnostic(
        "CV311",
        "this line stands in a column of its own",
        source.span(error.end, error.end + len(line.rstrip())),
        "statements that belong together begin in the same column",
    )


def _body(site: Site) -> Diagnostic | None:
    """No body under `for ...:` and the like."""
    if site.accepts != {INDENT}:
        return None
    line = site.line_words()
    first = line[0].text if line else ""
    if site.index >= len(site.words):
        return site.fault(
            "CV301",
            f"the body of '{first}' is missing",
            site.after(),
            "write a statement after ':'",
        )
    return site.fault(
        "CV311",
        f"the body of '{first}' stands further right than '{first}'",
        site.place(),
        "indent this line, or write one statement behind the ':'",
    )


def _indented(site: Site) -> Diagnostic | None:
    if site.token != INDENT:
        return None
    if site.peek(0) in _CONTINUES:
        return site.fault(
            "CV310", f"a statement cannot go on with '{site.peek(0)}'", site.place(), _LINE_FIX
        )
    return site.fault(
        "CV311",
        "this line stands further right than the one above, which opens no body",
        site.place(),
        "let both begin in the same column",
    )


def _only_value(site: Site) -> Diagnostic:
    line = site.line_words()
    span = site.source.span(line[0].start, line[-1].end) if line else site.after()
    return site.fault("CV300", "this is a value and says nothing to do", span, _ALL)


def unfinished_line(site: Site) -> Diagnostic | None:
    """A line ends and its statement does not."""
    if not site.line_end:
        return None
    line = site.line_words()
    first = line[0].text if line else ""
    last = line[-1].text if line else ""
    if "COLON" in site.accepts and first in _HOLDERS and not site.wants_value:
        return site.fault(
            "CV300", f"':' is missing at the end of this '{first}'", site.after(), "write ':'"
        )
    if "SETS" in site.accepts and not site.wants_value:
        return _only_value(site)
    if site.wants_value:
        return site.fault(
            "CV310",
            f"something is missing after '{last}', where the line ends",
            site.after(),
            _LINE_FIX,
        )
    return None


def _no_statement(site: Site) -> Diagnostic | None:
    """A line begins with something that begins no statement."""
    word = site.word
    if "MOVE" not in site.accepts or site.at_end:
        return None
    if word == "else":
        return site.fault(
            "CV308",
            "this 'else' belongs to no 'if'",
            site.place(),
            "it stands in the same column as its 'if', just below the body",
        )
    if word in RESERVED and site.peek(1) in _SETTERS | {"."}:
        return site.fault(
            "CV306",
            f"'{word}' is a word of the rule language and cannot name anything",
            site.place(),
            "choose another name",
        )
    if word in _CONTINUES and site.index > 0:
        return site.fault(
            "CV310", f"a statement cannot begin with '{word}'", site.place(), _LINE_FIX
        )
    if word in ("for", "if", "repeat"):  # behind the colon of another one
        instead = "write `else if`, or" if site.peek(-2) == "else" else "write"
        return site.fault(
            "CV310",
            f"'{word}' needs a line of its own",
            site.place(),
            f"{instead} it below this line and further right",
        )
    if word in RESERVED or word[0].isdigit():
        return site.fault("CV300", f"no statement begins with '{word}'", site.place(), _ALL)
    return None


def _unset(site: Site) -> Diagnostic | None:
    """A statement that should set something and uses another word."""
    if "SETS" not in site.accepts or site.wants_value or site.at_end:
        return None
    word = site.word
    if word in ("is", ":", "to"):
        return site.fault("CV303", f"'{word}' sets nothing", site.place(), "write `:=` to set")
    if word in _CONTINUES - {","} and site.peek(1) != word:
        return _only_value(site)
    line = site.line_words()
    if len(line) == 1 and word[0].isalnum():
        first = line[0].text
        meant = nearest(first, _STARTERS)
        fix = f"did you mean `{meant}`?" if meant else _ALL
        fix = {"let": "`let` is a key of its own, beside 'do'", "elif": "write `else if`"}.get(
            first, fix
        )
        return site.fault("CV300", f"no statement begins with '{first}'", site.place(-1), fix)
    return None


def _second_statement(site: Site) -> Diagnostic | None:
    if "_NL" not in site.accepts or site.at_end or site.wants_value:
        return None
    word = site.word
    if word == "else":
        return site.fault(
            "CV310",
            "'else' needs a line of its own",
            site.place(),
            "write it below its 'if', in the same column",
        )
    if word == "if" and "else" in {later.text for later in site.words[site.index :]}:
        return site.fault(
            "CV308", "'if' stands before both values", site.place(), "write `if a then b else c`"
        )
    if word == ";":
        return site.fault(
            "CV310",
            "';' ends no statement",
            site.place(),
            "a statement ends with its line; the next one has a line of its own",
        )
    if word in _STARTERS or site.peek(1) in _SETTERS:
        return site.fault(
            "CV310", "a second statement on one line", site.place(), "give it a line of its own"
        )
    return None


def _if_then(site: Site) -> Diagnostic | None:
    if site.word == "then" and "COLON" in site.accepts and not site.at_end:
        return site.fault(
            "CV308",
            "as a statement, 'if' goes with ':'",
            site.place(),
            "write `if a:` and the statement behind it, or below it and further right",
        )
    return None


def _colon_missing(site: Site) -> Diagnostic | None:
    line = site.line_words()
    if "COLON" not in site.accepts or site.at_end or not line or site.wants_value:
        return None
    if line[0].text in _HOLDERS and (site.word in _STARTERS or site.peek(1) in _SETTERS):
        return site.fault(
            "CV300", f"':' is missing before '{site.word}'", site.place(), "write ':'"
        )
    return None


STATEMENT_LOOKS: Final[tuple[Callable[[Site], Diagnostic | None], ...]] = (
    _body,
    _indented,
    _no_statement,
    _if_then,
    _unset,
    _second_statement,
    _colon_missing,
)
"""What is looked for first in a block of statements."""
