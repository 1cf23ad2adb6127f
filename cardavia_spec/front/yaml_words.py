"""What a YAML parser complains about, in the words of somebody who writes rules.

The parser says where it could not go on and, mostly, inside what.  The line itself tells the rest:
a missing colon, a text that needs quotes, a bracket left open, lines that do not stand under one
another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import yaml

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.core.source import Source
from cardavia_spec.front.nodes import shortened
from cardavia_spec.front.yaml_flow import after_alias, after_closing, between_brackets, never_closed
from cardavia_spec.front.yaml_site import KEY, YamlSite, key_column, quotes

_STATEMENT: Final = re.compile(r"(?:for|if|else|repeat|move|draw|show|end)\b")
_SETS: Final = re.compile(r"[\w.]+(?:\([^\n]*\))?\s*(?::=|\+=|-=)")
_MOVES: Final = re.compile(r"move .+ to |draw .+ from .+ to |show \w|end deal\s*$", re.MULTILINE)
_BINDS: Final = re.compile(r"\b(?:some|every|no|all|the|first|any|each|exists) \w+ in [^:]*:\s")
_LONGEST_KEY: Final = 1024
"""YAML looks so far for the colon of a key."""
_TIGHT: Final = re.compile(r"(?:- +)*[\w ]+(:)\S")


def syntax_fault(source: Source, error: yaml.MarkedYAMLError, loader: Any) -> Diagnostic:  # noqa: ANN401
    """Return the diagnostic for a syntax error that the parser found in `source`."""
    site = YamlSite(source, error, loader)
    said = f"{error.context or ''}; {error.problem or ''}"
    for words, explain in _EXPLANATIONS:
        if words in said:
            found = explain(site)
            if found is not None:
                return found
    return _general(site)


def _general(site: YamlSite) -> Diagnostic:
    return Diagnostic(
        "CV106",
        "the structure of the file breaks off here",
        site.here(),
        "look for a missing quote, bracket, comma or colon in this line and the one above",
    )


def _second_colon(site: YamlSite) -> Diagnostic | None:
    """Explain a colon where no key can stand."""
    if len(site.before) > _LONGEST_KEY:
        return _long_key(site, site.line_start)
    first = site.line_start + len(site.line) - len(site.line.lstrip())
    key = KEY.match(site.text, first)
    if key and key.end() <= site.at:
        value = site.rest(key.end())
        fix = quotes(value.text)
        name = site.text[key.end() : site.at]
        if _BINDS.search(value.text):
            fix = "after `some c in hand` stands `has`, after `all c in hand` `where`; no colon"
        elif value.text.count("}") > value.text.count("{"):
            fix = f"write {{ before '{shortened(name)}', or quotes round the whole text"
        elif re.fullmatch(r"\w+", name):
            fix += "; an entry of its own stands on a line below and further right"
        return Diagnostic("CV116", "a ': ' inside a plain text", site.here(), fix)
    above = site.previous()
    if above is None:
        return None
    if _STATEMENT.match(site.text, above) and not KEY.match(site.text, above):
        return Diagnostic(
            "CV116",
            "a ':' inside a text of several lines",
            site.here(),
            "write the statements as a block: a '|' after the name they belong to, and the lines"
            " below it",
        )
    if KEY.match(site.text, above):
        return Diagnostic(
            "CV117",
            "this line stands further right than the one above it, which has its value already",
            site.rest(first),
            "let both begin in the same column",
        )
    return _no_colon(site, above)


def _long_key(site: YamlSite, start: int) -> Diagnostic:
    return Diagnostic(
        "CV116",
        f"a name of more than {_LONGEST_KEY} characters",
        site.span(start, _LONGEST_KEY),
        "shorten it",
    )


def _no_colon(site: YamlSite, start: int) -> Diagnostic:
    """Explain a line that should be an entry and is none."""
    line = site.rest(start)
    if _SETS.match(site.text, start) or _MOVES.match(site.text, start):
        return Diagnostic(
            "CV117",
            "this statement stands further left than the block it belongs to",
            line,
            "the statements of a block begin in the same column, behind a line such as 'do: |'",
        )
    tight = _TIGHT.match(site.text, start, line.end)
    if tight:
        return Diagnostic(
            "CV118",
            "a blank is missing after this colon",
            site.span(tight.start(1)),
            f"write '{shortened(line.text).replace(':', ': ', 1)}'",
        )
    return Diagnostic(
        "CV118",
        "a colon is missing in this line",
        line,
        "an entry is written 'name: value'; a text over several lines stands further right than"
        " its name, and has no comment in it",
    )


def _simple_key(site: YamlSite) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    if KEY.match(site.text, start):  # there is a colon, too far for YAML
        return _long_key(site, start)
    return _cut_by_comment(site, start) or _no_colon(site, start)


def _cut_by_comment(site: YamlSite, start: int) -> Diagnostic | None:
    """Explain a text of several lines that a comment has ended."""
    line_start = site.text.rfind("\n", 0, start) + 1
    indent = start - line_start
    above = site.text.rfind("\n", 0, max(line_start - 1, 0)) + 1
    line = site.line_of(above)
    comment = re.search(r"\s#", line)
    if line_start == 0 or not comment or site.text[line_start:start].strip():
        return None
    code = line[: comment.start()].rstrip()
    if not code or code.endswith((":", "|")) or indent <= key_column(line):
        return None
    place = above + comment.end() - 1
    return Diagnostic(
        "CV116",
        "a comment ends the text, and the text goes on in the next line",
        site.span(place, len(line) - comment.end() + 1),
        "put the comment above the whole entry, or write the text as a block: '|' after the colon",
        (Note("the text goes on here", site.rest(start)),),
    )


def _block(site: YamlSite) -> Diagnostic | None:
    """Explain what stands where an entry or item of a block should begin."""
    if site.char in ("}", "]"):
        return Diagnostic("CV115", f"this {site.char} closes nothing", site.here(), "delete it")
    if site.char == ":" and not site.before.strip(" -"):
        return Diagnostic(
            "CV113",
            "there is no key before this ':'",
            site.here(),
            "write a name before it; a text that begins with : needs quotes",
        )
    if site.before.strip(" -"):
        return after_closing(site) or after_alias(site)
    cut = _cut_by_comment(site, site.at)
    if cut:
        return cut
    token = site.last_token()
    if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
        return Diagnostic(
            "CV117",
            "this line stands further left than the first line of the block above it",
            site.rest(site.at),
            "all lines of a block stand at least as far right as its first",
        )
    if site.char == "-" and site.text[site.at + 1 : site.at + 2].isspace():
        message = "an item of a list stands between the entries of a mapping"
        fix = "a list stands further right than the name it belongs to, all its '-' in one column"
    elif site.outer is not None and site.text.startswith("-", site.outer):
        message = "this line stands between the items of a list and is none"
        fix = "an item begins with '- '; what belongs to it stands further right"
    else:
        message = "this line stands under nothing it could belong to"
        fix = "what belongs together begins in the same column"
    outer = site.source.position(site.outer or 0)[1]
    notes = (Note(f"what is open here begins in column {outer}", site.span(site.outer or 0)),)
    return Diagnostic("CV117", message, site.rest(site.at), fix, notes)


def _open_quote(site: YamlSite) -> Diagnostic | None:
    if site.outer is None:
        return None
    quote = site.text[site.outer : site.outer + 1]
    return Diagnostic(
        "CV115",
        f"this {quote} is never closed",
        site.span(site.outer),
        f"write {quote} where the text ends",
    )


def _bad_start(site: YamlSite) -> Diagnostic | None:
    """Explain a text that begins with a character YAML keeps for itself."""
    start = site.at if site.outer is None else min(site.at, site.outer)
    char = site.text[start : start + 1]
    if char == "\t":
        return Diagnostic(
            "CV105", "a tab stands where YAML counts blanks", site.span(start), "type blanks"
        )
    if not char:
        opened = site.open_bracket()
        return None if opened is None else never_closed(site, opened)
    if char == ",":
        return Diagnostic(
            "CV116",
            "nothing stands before this comma",
            site.span(start),
            "write something, or delete it",
        )
    closed = after_closing(site, start)
    if closed is not None:
        return closed
    message = f"a text cannot begin with {char}"
    if char in "|>":
        message += ", which opens a block of lines below it"
    return Diagnostic("CV116", message, site.span(start), quotes(site.meant(start).text))


def _bare_colon(site: YamlSite) -> Diagnostic | None:
    """Explain a ':' between brackets that another sign follows."""
    after = site.text[site.at + 1 : site.at + 2]
    if after in ("{", "["):
        return Diagnostic("CV118", "a blank is missing after this colon", site.here(), "write it")
    return Diagnostic(
        "CV108", "nothing stands after this colon", site.here(), "write a value, or delete the ':'"
    )


def _escape(site: YamlSite) -> Diagnostic | None:
    return Diagnostic(
        "CV116",
        "a \\ in double quotes changes the character after it, and this one it cannot change",
        site.here(),
        "put the text in single quotes, or leave the \\ out",
    )


def _documents(site: YamlSite) -> Diagnostic | None:
    if site.text.startswith("%", site.line_start):
        return Diagnostic(
            "CV111",
            "a line that begins with % speaks to the YAML reader",
            site.rest(site.line_start),
            "delete it, or write quotes round the name",
        )
    end = re.compile(r"^\.\.\.", re.MULTILINE).search(site.text)
    return Diagnostic(
        "CV111",
        "the document ends before this line",
        site.rest(site.at),
        "one file holds one document: delete the line '...'",
        (Note("it ends here", site.span(end.start(), 3)),) if end else (),
    )


def _anchor(site: YamlSite) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    return after_closing(site, start) or Diagnostic(
        "CV109",
        f"a text cannot begin with {site.text[start : start + 1]}",
        site.span(start),
        quotes(site.meant(start).text),
    )


def _tag(site: YamlSite) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    return Diagnostic(
        "CV110",
        "a word with ! in front tells YAML a type",
        site.span(start),
        "delete it; `not` is how a condition is denied, and a text that begins with ! needs quotes",
    )


def _deep(site: YamlSite) -> Diagnostic | None:
    return Diagnostic(
        "CV112",
        "lists and mappings are nested far too deep here",
        site.here(),
        "nothing in a spec or a trace is nested so deep",
    )


_EXPLANATIONS: Final[tuple[tuple[str, Callable[[YamlSite], Diagnostic | None]], ...]] = (
    ("mapping values are not allowed", _second_colon),
    ("<document start>", _documents),
    ("simple key", _simple_key),
    ("unexpected ':'", _bare_colon),
    ("quoted scalar; found unexpected", _open_quote),
    ("quoted scalar", _escape),
    ("flow mapping", between_brackets),
    ("flow sequence", between_brackets),
    ("block mapping", _block),
    ("block collection", _block),
    ("scanning a block scalar", _bad_start),
    ("cannot start any token", _bad_start),
    ("node content", _bad_start),
    ("mapping keys are not allowed", _bad_start),
    ("sequence entries are not allowed", _bad_start),
    ("anchor", _anchor),
    ("alias", _anchor),
    ("directive", _documents),
    ("YAML document", _documents),
    ("tag", _tag),
    ("nesting depth", _deep),
)
"""Words of the parser and what explains them, the first that fits."""
