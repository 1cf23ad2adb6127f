"""What a YAML parser complains about between brackets, and behind a closing bracket or quote."""

from __future__ import annotations

import re
from typing import Final

import yaml

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.core.source import Span
from cardavia_spec.front.nodes import in_quotes
from cardavia_spec.front.yaml_site import YamlSite, key_column, quotes, value_end

_CLOSER: Final = {"{": "}", "[": "]"}


def between_brackets(site: YamlSite) -> Diagnostic | None:
    """Explain what stands between brackets where a comma or the closing one should."""
    if site.outer is None:
        return None
    opened = site.text[site.outer : site.outer + 1]
    closer = _CLOSER.get(opened)
    if closer is None:
        return None
    swallowed = _in_a_comment(site, site.outer, closer)
    if swallowed is not None:
        return swallowed
    if not site.text[site.at :].strip() or _entry_below(site, site.outer):
        return never_closed(site, site.outer)
    if site.char in ("}", "]"):
        return Diagnostic(
            "CV115",
            f"{closer} should stand here, not {site.char}",
            site.here(),
            f"write {closer} first",
            (Note(f"this {opened} is open", site.span(site.outer)),),
        )
    if site.char == ":":
        return _colon_between_brackets(site)
    if site.char in ("{", "["):
        start = _value_start(site, site.at)
        text = site.text[start : value_end(site.text, start)].rstrip()
        return Diagnostic(
            "CV116",
            f"a text between brackets cannot hold {site.char}",
            site.span(start, len(text)),
            quotes(text),
        )
    return after_closing(site) or after_alias(site)


_COMMENT: Final = re.compile(r"(?:^|\s)(#)[^\n]*", re.MULTILINE)


def _in_a_comment(site: YamlSite, opened: int, closer: str) -> Diagnostic | None:
    """Explain a closing bracket that stands in a comment, and closes nothing there."""
    for comment in _COMMENT.finditer(site.text, opened, site.at):
        if closer in comment[0]:
            start = comment.start(1)
            begun = _value_start(site, start)
            text = site.text[begun : value_end(site.text, begun)].rstrip()
            return Diagnostic(
                "CV115",
                f"a comment begins here, and the {closer} after it belongs to the comment",
                site.span(start, len(site.text[start : comment.end()].rstrip())),
                f"a text with ' #' in it needs quotes: {in_quotes(text) or '...'}",
                (Note(f"this {site.text[opened]} is open", site.span(opened)),),
            )
    return None


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
    line = site.text.rfind("\n", 0, at) + 1
    found = max((m.end() for m in re.finditer(r"[{\[,]\s*|:\s+", site.text[line:at])), default=0)
    return line + found


def _colon_between_brackets(site: YamlSite) -> Diagnostic:
    start = _value_start(site, site.at)
    text = site.text[start : value_end(site.text, start)].rstrip()
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


def after_closing(site: YamlSite, at: int | None = None) -> Diagnostic | None:
    """Explain what follows a closing bracket or quote on its line; `at` is where it begins."""
    at = site.at if at is None else at
    line = site.text.rfind("\n", 0, at) + 1
    before = site.text[line:at].rstrip()
    if not before or before[-1] not in "}]\"'":
        return None
    rest = site.meant(at)
    if re.match(r"[\w ]+:\s", site.text[at:][:200]) and site.in_brackets:
        return Diagnostic(
            "CV116", "a comma is missing before this entry", site.rest(at), "write a comma"
        )
    if before[-1] in "\"'":
        return _after_quote(site, at, rest)
    closing = line + len(before) - 1
    opened = _opening(site.text, closing)
    if opened is None:
        return None
    char = site.text[opened]
    whole = site.text[opened : rest.end]
    written = in_quotes(whole) or "'...', or stands under '|'"
    fix = f"a text that begins with {char} needs quotes: {written}"
    if re.search(r"\w:\s", site.text[opened:closing]):
        fix += f"; where {char} begins a {'mapping' if char == '{' else 'list'}, nothing follows"
    return Diagnostic("CV116", f"the text goes on after its closing {before[-1]}", rest, fix)


def _after_quote(site: YamlSite, at: int, rest: Span) -> Diagnostic:
    """Explain what follows a closing quote."""
    token = site.last_token(at)
    begun = token.start_mark.index if token is not None else at
    end = len(site.text[:at].rstrip()) - 1
    quote = site.text[end]
    if site.source.position(begun)[0] != site.source.position(at)[0]:
        if re.search(r"\n[^\n]*:\s", site.text[begun:at]):  # it swallowed entries
            last = site.source.position(at)[0]
            return Diagnostic(
                "CV115",
                f"this {quote} is not closed before line {last}",
                site.span(begun),
                f"write {quote} where the text ends",
                (Note("here it is closed, and more follows", site.span(end)),),
            )
        return Diagnostic(
            "CV115",
            f"a text in quotes ends with this {quote}, and more follows",
            rest,
            "is a closing quote missing above?",
            (Note("the text in quotes begins here", site.span(begun)),),
        )
    inside = site.text[begun + 1 : rest.end]
    if rest.text.endswith(quote):
        fix = f"a {quote} inside a text stands in quotes of the other kind"
    else:
        whole = in_quotes(inside[: end - begun - 1] + inside[end - begun :])
        fix = f"quotes go round the whole text: {whole or f'{quote}...{quote}'}"
    return Diagnostic("CV116", "the text goes on after its closing quote", rest, fix)


def after_alias(site: YamlSite) -> Diagnostic | None:
    """Explain what follows a word with `*` in front, which YAML takes for a text by itself."""
    token = site.last_token()
    if not isinstance(token, yaml.AliasToken):
        return None
    start = token.start_mark.index
    return Diagnostic(
        "CV109",
        "a text cannot begin with *",
        site.span(start),
        quotes(site.meant(start).text),
    )


def _opening(text: str, closing: int) -> int | None:
    """Return the place of the bracket that the one at `closing` closes."""
    depth = 0
    for i in range(closing, -1, -1):
        depth += (text[i] in "}]") - (text[i] in "{[")
        if depth == 0:
            return i
    return None
