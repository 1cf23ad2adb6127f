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
from cardavia_spec.core.source import Source, Span
from cardavia_spec.front.nodes import in_quotes, shortened

_KEY: Final = re.compile(
    r"""(?:-[ ]+)*(?:"[^"\n]*"[ ]*:|'[^'\n]*'[ ]*:|[^\s"'#{\[][^#\n]*?:)(?:[ ]+|(?=\s)|\Z)"""
)
_STATEMENT: Final = re.compile(r"(?:for|if|else|repeat|move|draw|show|end)\b")
_TIGHT: Final = re.compile(r"(?:- +)*[\w ]+(:)\S")
_CLOSER: Final = {"{": "}", "[": "]"}


def syntax_fault(source: Source, error: yaml.MarkedYAMLError, loader: Any) -> Diagnostic:  # noqa: ANN401
    """Return the diagnostic for a syntax error that the parser found in `source`."""
    site = _Site(source, error, loader)
    said = f"{error.context or ''}; {error.problem or ''}"
    for words, explain in _EXPLANATIONS:
        if words in said:
            found = explain(site)
            if found is not None:
                return found
    return _general(site)


class _Site:
    """A place where the parser stopped, and what lies round it."""

    def __init__(self, source: Source, error: yaml.MarkedYAMLError, loader: Any) -> None:  # noqa: ANN401
        self.source = source
        self.text = source.text
        self.loader = loader
        size = len(self.text)
        mark = error.problem_mark or error.context_mark
        self.at = min(mark.index, size) if mark else 0
        outer = error.context_mark
        self.outer = min(outer.index, size) if outer else None
        """Where the list, mapping, text or key began that the parser was reading."""
        self.char = self.text[self.at : self.at + 1]
        self.line_start = self.text.rfind("\n", 0, self.at) + 1
        self.line = source.line_text(source.position(self.at)[0])
        self.before = self.text[self.line_start : self.at]

    def span(self, start: int, length: int = 1) -> Span:
        return self.source.span(start, min(start + length, len(self.text)))

    def here(self) -> Span:
        return self.span(self.at)

    def rest(self, start: int) -> Span:
        """Return the text from `start` to the end of its line, without a comment."""
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)]
        return self.span(start, len(re.split(r"(?:^|\s)#", line, maxsplit=1)[0].rstrip()))

    def line_of(self, offset: int) -> str:
        return self.source.line_text(self.source.position(offset)[0])

    def previous(self) -> int | None:
        """Return where the text of the last line above begins that is not blank or a comment."""
        start = self.line_start
        while start > 0:
            start = self.text.rfind("\n", 0, start - 1) + 1
            line = self.line_of(start)
            if line.strip() and not line.lstrip().startswith("#"):
                return start + len(line) - len(line.lstrip())
        return None

    def last_token(self) -> Any:  # noqa: ANN401
        """Return the last token that ends at or before the place, or None."""
        last = None
        try:
            for token in yaml.scan(self.text, Loader=self.loader):
                if token.end_mark.index > self.at:
                    break
                if token.end_mark.index > token.start_mark.index:
                    last = token
        except yaml.YAMLError:
            return last
        return last


def _quotes(text: str) -> str:
    suggestion = in_quotes(text)
    return f"write quotes round it: {suggestion}" if suggestion else "write quotes round the text"


def _general(site: _Site) -> Diagnostic:
    return Diagnostic(
        "CV106",
        "the structure of the file breaks off here",
        site.here(),
        "look for a missing quote, bracket, comma or colon in this line and the one above",
    )


def _second_colon(site: _Site) -> Diagnostic | None:
    """Explain a colon where no key can stand."""
    first = site.line_start + len(site.line) - len(site.line.lstrip())
    key = _KEY.match(site.text, first)
    if key and key.end() <= site.at:
        value = site.rest(key.end())
        return Diagnostic("CV116", "a ': ' inside a plain text", site.here(), _quotes(value.text))
    above = site.previous()
    if above is None:
        return _long_key(site)
    if _STATEMENT.match(site.text, above) and not _KEY.match(site.text, above):
        return Diagnostic(
            "CV116",
            "a ':' inside a text of several lines",
            site.here(),
            "write the statements as a block: a '|' after the name they belong to, and the lines"
            " below it",
        )
    if _KEY.match(site.text, above):
        return Diagnostic(
            "CV117",
            "this line stands further right than the one above it, which has its value already",
            site.rest(first),
            "let both begin in the same column",
        )
    return _no_colon(site, above)


def _long_key(site: _Site) -> Diagnostic | None:
    if len(site.before) < 1024:
        return None
    return Diagnostic(
        "CV116", "a name of more than 1024 characters", site.span(site.line_start), "shorten it"
    )


def _no_colon(site: _Site, start: int) -> Diagnostic:
    """Explain a line that should be an entry and is none."""
    line = site.rest(start)
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


def _simple_key(site: _Site) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    return _cut_by_comment(site, start) or _no_colon(site, start)


def _cut_by_comment(site: _Site, start: int) -> Diagnostic | None:
    """Explain a text of several lines that a comment has ended."""
    line_start = site.text.rfind("\n", 0, start) + 1
    indent = start - line_start
    above = site.text.rfind("\n", 0, max(line_start - 1, 0)) + 1
    line = site.line_of(above)
    comment = re.search(r"\s#", line)
    if line_start == 0 or not comment or site.text[line_start:start].strip():
        return None
    code = line[: comment.start()].rstrip()
    if not code or code.endswith((":", "|")) or indent <= _key_column(line):
        return None
    place = above + comment.end() - 1
    return Diagnostic(
        "CV116",
        "a comment ends the text, and the text goes on in the next line",
        site.span(place, len(line) - comment.end() + 1),
        "put the comment above the whole entry, or write the text as a block: '|' after the colon",
        (Note("the text goes on here", site.rest(start)),),
    )


def _key_column(line: str) -> int:
    """Return the column, from 0, in which an entry of this line begins; -1 if there is none."""
    blanks = len(line) - len(line.lstrip())
    return blanks if _KEY.match(line, blanks) else -1


def _flow(site: _Site) -> Diagnostic | None:
    """Explain what stands between brackets where a comma or the closing one should."""
    if site.outer is None:
        return None
    opened = site.text[site.outer : site.outer + 1]
    closer = _CLOSER.get(opened)
    if closer is None:
        return None
    if not site.text[site.at :].strip() or _entry_below(site, site.outer):
        return Diagnostic(
            "CV115", f"this {opened} is never closed", site.span(site.outer), f"write {closer}"
        )
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
            _quotes(text),
        )
    return _after_closing(site)


def _entry_below(site: _Site, opened: int) -> bool:
    """Whether the place is in an entry of a later line that begins no further right."""
    start = site.text.rfind("\n", 0, opened) + 1
    if site.line_start == start:
        return False
    column = _key_column(site.line)
    first = site.line_of(opened)
    return 0 <= column <= len(first) - len(first.lstrip())


def _value_start(site: _Site, at: int) -> int:
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


def _colon_between_brackets(site: _Site) -> Diagnostic:
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
            + _quotes(text).replace("it:", "the text:"),
            (Note("a comma here?", site.span(place, len(word[1]))),),
        )
    return Diagnostic("CV116", "a second ':' in one entry", site.here(), _quotes(text))


def _after_closing(site: _Site) -> Diagnostic | None:
    """Explain what follows a closing bracket or quote on its line."""
    before = site.before.rstrip()
    if not before or before[-1] not in "}]\"'":
        return None
    rest = site.rest(site.at)
    if re.match(r"[\w ]+:\s", site.text[site.at :][:200]) and site.outer is not None:
        return Diagnostic("CV116", "a comma is missing before this entry", rest, "write a comma")
    token = site.last_token()
    begun = token.start_mark.index if token is not None else site.at
    if before[-1] in "\"'":
        quote = before[-1]
        if site.source.position(begun)[0] != site.source.position(site.at)[0]:
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


def _block(site: _Site) -> Diagnostic | None:
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
        return _after_closing(site)
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


def _open_quote(site: _Site) -> Diagnostic | None:
    if site.outer is None:
        return None
    quote = site.text[site.outer : site.outer + 1]
    return Diagnostic("CV115", f"this {quote} is never closed", site.span(site.outer), None)


def _bad_start(site: _Site) -> Diagnostic | None:
    """Explain a text that begins with a character YAML keeps for itself."""
    start = site.at if site.outer is None else min(site.at, site.outer)
    char = site.text[start : start + 1]
    if char == "\t":
        return Diagnostic(
            "CV105", "a tab stands where YAML counts blanks", site.span(start), "type blanks"
        )
    if char == "," or char == "":
        message = "nothing stands before this comma" if char else "the file ends too early"
        return Diagnostic("CV116", message, site.span(start), "write something, or delete it")
    text = site.rest(start).text
    message = f"a text cannot begin with {char}"
    if char in "|>":
        message += ", which opens a block of lines below it"
    return Diagnostic("CV116", message, site.span(start), _quotes(text))


def _escape(site: _Site) -> Diagnostic | None:
    return Diagnostic(
        "CV116",
        "a \\ in double quotes changes the character after it, and this one it cannot change",
        site.here(),
        "put the text in single quotes, or leave the \\ out",
    )


def _documents(site: _Site) -> Diagnostic | None:
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


def _anchor(site: _Site) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    return Diagnostic(
        "CV109",
        f"a text cannot begin with {site.text[start : start + 1]}",
        site.span(start),
        _quotes(site.rest(start).text),
    )


def _tag(site: _Site) -> Diagnostic | None:
    start = site.at if site.outer is None else site.outer
    return Diagnostic(
        "CV110",
        "a word with ! in front tells YAML a type",
        site.span(start),
        "delete it; `not` is how a condition is denied, and a text that begins with ! needs quotes",
    )


def _deep(site: _Site) -> Diagnostic | None:
    return Diagnostic(
        "CV112",
        "lists and mappings are nested far too deep here",
        site.here(),
        "nothing in a spec or a trace is nested so deep",
    )


_EXPLANATIONS: Final[tuple[tuple[str, Callable[[_Site], Diagnostic | None]], ...]] = (
    ("mapping values are not allowed", _second_colon),
    ("<document start>", _documents),
    ("simple key", _simple_key),
    ("quoted scalar; found unexpected", _open_quote),
    ("quoted scalar", _escape),
    ("flow mapping", _flow),
    ("flow sequence", _flow),
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
