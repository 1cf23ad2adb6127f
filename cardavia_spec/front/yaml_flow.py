"""What a YAML parser complains about between brackets, and behind a closing bracket or quote."""

from __future__ import annotations

import re
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.front.nodes import in_quotes
from cardavia_spec.front.yaml_site import YamlSite, key_column, quotes

_CLOSER: Final = {"{": "}", "[": "]"}


def between_brackets(site: YamlSite) -> Diagnostic | None:
    """Explain what stands between brackets where a comma or the closing one should."""
    if site.outer is None:
        return None
    opened = site.text[site.outer : site.outer + 1]
    closer = _CLOSER.get(opened)
    if closer is None:
        return None
    if not site.text[site.at :].strip() or _entry_below(site, site.outer):
        return never_closed(site, site.outer)
    if site.char in ("}", "]"):
        return Diagnostic(
            "CV115",
            f"{closer} should stand here, not {site.char}",
            site.here(),
            None,
            (Note(f"this {opened} is open", site.span(site.outer)),),
        )
    if site.char == ":":
        return _colon_between_brackets(site)
    if site.char in ("{", "["):
        start = _value_start(site, site.at)
        text = site.text[start : _value_end(site.text, start)].rstrip()
        return Diagnostic(
            "CV116",
            f"a text between brackets cannot hold {site.char}",
            site.span(start, len(text)),
            quotes(text),
        )
    return after_closing(site)


def never_closed(site: YamlSite, place: int) -> Diagnostic:
    """Return the diagnostic for the bracket at `place`, which nothing closes."""
    opened = site.text[place]
    return Diagnostic(
        "CV115", f"this {opened} is never closed", site.span(place), f"write {_CLOSER[opened]}"
    )


def _entry_below(site: YamlSite, opened: int) -> bool:
    """Whether the place is in an entry of a later line that begins no further right."""
    start = site.text.rfind("\n", 0, opened) + 1
    if site.line_start == start:
        return False
    column = key_column(site.line)
    first = site.line_of(opened)
    return 0 <= column <= len(first) - len(first.lstrip())


def _value_start(site: YamlSite, at: int) -> int:
    """Return where the text between brackets begins that goes on to `at`."""
    found = max(
        (m.end() for m in re.finditer(r"[{\[,]\s*|:\s+", site.text[site.line_start : at])),
        default=0,
    )
    return site.line_start + found


def _value_end(text: str, start: int) -> int:
    """Return the end of a text between brackets, as its writer meant it."""
    depth = 0
    for i in range(start, len(text)):
        char = text[i]
        if char in "([{":
            depth += 1
        elif char in ")]}":
            if depth == 0:
                return i
            depth -= 1
        elif char == "\n" or (char == "," and depth == 0):
            return i
    return len(text)


def _colon_between_brackets(site: YamlSite) -> Diagnostic:
    start = _value_start(site, site.at)
    text = site.text[start : _value_end(site.text, start)].rstrip()
    word = re.search(r"(\w+)\s*$", site.before[-80:])
    place = site.at - len(site.before[-80:]) + word.start() if word else start
    if word and site.text[start:place].strip():
        return Diagnostic(
            "CV116",
            f"a second ':' in one entry, after '{word[1]}'",
            site.here(),
            f"if '{word[1]}' is a new entry, write a comma before it; else "
            + quotes(text).replace("it:", "the text:"),
            (Note("a comma here?", site.span(place, len(word[1]))),),
        )
    return Diagnostic("CV116", "a second ':' in one entry", site.here(), quotes(text))


def after_closing(site: YamlSite) -> Diagnostic | None:
    """Explain what follows a closing bracket or quote on its line."""
    before = site.before.rstrip()
    if not before or before[-1] not in "}]\"'":
        return None
    rest = site.rest(site.at)
    if re.match(r"[\w ]+:\s", site.text[site.at :][:200]) and site.in_brackets:
        return Diagnostic("CV116", "a comma is missing before this entry", rest, "write a comma")
    token = site.last_token()
    begun = token.start_mark.index if token is not None else site.at
    if before[-1] in "\"'":
        quote = before[-1]
        if site.source.position(begun)[0] != site.source.position(site.at)[0]:
            if re.search(r"\n[^\n]*:\s", site.text[begun : site.at]):  # it swallowed entries
                last = site.source.position(site.at)[0]
                return Diagnostic(
                    "CV115",
                    f"this {quote} is not closed before line {last}",
                    site.span(begun),
                    f"write {quote} where the text ends",
                    (Note("here it is closed, and more follows", site.span(site.at - 1)),),
                )
            return Diagnostic(
                "CV115",
                f"a text in quotes ends with this {quote}, and more follows",
                rest,
                "is a closing quote missing above?",
                (Note("the text in quotes begins here", site.span(begun)),),
            )
        whole = site.rest(begun).text
        if quote == '"' and not whole.endswith(quote):
            fix = f"quotes go round the whole text: {in_quotes(whole) or chr(39) + '...' + chr(39)}"
        else:
            fix = f"a {quote} inside a text stands in quotes of the other kind"
        return Diagnostic("CV116", "the text goes on after its closing quote", rest, fix)
    opened = _opening(site.text, site.line_start, site.line_start + len(before) - 1)
    if opened is None:
        return None
    return Diagnostic(
        "CV116",
        f"the text goes on after its closing {before[-1]}",
        rest,
        f"a text that begins with {site.text[opened]} needs quotes: "
        + (in_quotes(site.rest(opened).text) or '"..."'),
    )


def _opening(text: str, start: int, closing: int) -> int | None:
    """Return the place of the bracket that the one at `closing` closes, not before `start`."""
    depth = 0
    for i in range(closing, start - 1, -1):
        depth += (text[i] in "}]") - (text[i] in "{[")
        if depth == 0:
            return i
    return None
