"""Reading a file into a `Source`: everything that can be wrong before its structure matters."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note, SpecError, nearest
from cardavia_spec.core.source import Source, Span

LIMIT: Final = 2_000_000
"""The largest file that is read, in bytes."""

MOST_BESIDE: Final = 1000
"""So many names of a folder are looked at for one that was meant."""

SHOWN: Final = 5
"""So many places of one repeated fault are reported, the others are counted."""

_BOM: Final = "\ufeff"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_HIDDEN: Final = re.compile(
    "([\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufffe\\uffff"
    "\\ud800-\\udfff]"
    "|\\r(?!\\n))"
)
_TAB: Final = re.compile(r"^ *(\t)[ \t]*[^\s#]", re.MULTILINE)
_ODD_BLANK: Final = re.compile(
    # What is taken is never given back (+): a line is looked at once, however long it is.
    r"^[ ]*+(?:[\w-][\w -]*+:)?+[ ]*+([\u00a0\u2000-\u200b\u202f\u3000])",
    re.MULTILINE,
)


def read_source(path: str | Path, limit: int = LIMIT) -> Source:
    """Return the text of a UTF-8 file of at most `limit` bytes; a byte order mark is dropped.

    Raises SpecError (CV100, CV101, CV103) when there is no such text.
    """
    name = str(path)
    raw = _read_bytes(Path(path), name, limit)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SpecError([_not_utf8(name, raw, error.start)]) from None
    return Source(name, text.removeprefix(_BOM))


def _read_bytes(path: Path, name: str, limit: int) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise _unreadable(name, "it is a folder", "name a file inside it")
        if not stat.S_ISREG(status.st_mode):
            raise _unreadable(name, "it is no ordinary file", "name a file of text")
        with path.open("rb") as file:
            raw = file.read(limit + 1)
    except FileNotFoundError:
        raise _unreadable(name, "there is no such file", _beside(path)) from None
    except PermissionError:
        raise _unreadable(name, "you may not read it") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = (error.strerror if isinstance(error, OSError) else None) or "its name is no name"
        raise _unreadable(name, reason[:1].lower() + reason[1:]) from None
    if len(raw) > limit:
        size = max(status.st_size, len(raw))
        raise SpecError(
            [
                Diagnostic(
                    "CV103",
                    f"{name} is too large: {size / 1e6:.1f} MB, and at most {limit / 1e6:g} MB"
                    " are read",
                    None,
                    "a spec has some hundred lines; is this the right file?",
                )
            ]
        )
    return raw


def _beside(path: Path) -> str | None:
    """Return the name of a file that is there and may have been meant."""
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), MOST_BESIDE)]
    except OSError:
        return f"there is no folder '{path.parent}' either" if str(path.parent) != "." else None
    found = nearest(path.name, sorted(names))
    return None if found is None else f"did you mean '{path.parent / found}'?"


def _unreadable(name: str, reason: str, fix: str | None = None) -> SpecError:
    return SpecError([Diagnostic("CV100", f"cannot read {name!r}: {reason}", None, fix)])


def _not_utf8(name: str, raw: bytes, offset: int) -> Diagnostic:
    if raw.startswith(_UTF16):
        return Diagnostic(
            "CV101", f"{name} is written in UTF-16", None, "save it in the encoding UTF-8"
        )
    line = raw.count(b"\n", 0, offset) + 1
    source = Source(name, raw.decode("utf-8", "replace").removeprefix(_BOM))
    place = len(raw[:offset].decode("utf-8").removeprefix(_BOM))
    return Diagnostic(
        "CV101",
        f"the byte 0x{raw[offset]:02x} (line {line}, byte {offset} of the file) is not UTF-8",
        source.span(place, place + 1),
        "save the file in the encoding UTF-8",
    )


def hidden_faults(source: Source) -> list[Diagnostic]:
    """Return what no editor shows: control characters, tabs and odd blanks before a line."""
    found: list[Diagnostic] = []
    for pattern, describe in _SCANS:
        places = islice(pattern.finditer(source.text), SHOWN + 1)
        for match in islice(places, SHOWN):
            found.append(describe(source.span(*match.span(1))))
            if match[1] == "\r":
                break  # all lines of the file will end like that
        if next(places, None) is not None:
            last = found[-1]
            found[-1] = replace(last, notes=(*last.notes, Note("there are more of this kind")))
    return found


def _hidden(span: Span) -> Diagnostic:
    char = span.text
    if char == "\r":
        return Diagnostic(
            "CV104",
            "a line ends the way of very old systems (a carriage return alone)",
            span,
            "let your editor save the file with the line ends of Unix or of Windows",
        )
    known = {
        "\x85": "a next-line character",
        "\u2028": "a line separator",
        "\ufeff": "an invisible mark",
        "\u2029": "a paragraph separator",
        "\x00": "a zero byte",
    }
    turns = "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    other = "a mark that turns the direction of text" if turns else "a control character"
    name = known.get(char, other)
    return Diagnostic(
        "CV104",
        f"{name} (U+{ord(char):04X}) stands here, invisible",
        span,
        "delete it and type the line anew",
    )


def _tab(span: Span) -> Diagnostic:
    return Diagnostic(
        "CV105",
        "a tab stands before the text of this line",
        span,
        "indent with blanks: YAML counts them, and knows no tabs",
    )


def _odd_blank(span: Span) -> Diagnostic:
    return Diagnostic(
        "CV104",
        f"YAML counts only ordinary blanks, and this is none (U+{ord(span.text):04X})",
        span,
        "type ordinary blanks",
    )


_SCANS: Final[tuple[tuple[re.Pattern[str], Callable[[Span], Diagnostic]], ...]] = (
    (_HIDDEN, _hidden),
    (_TAB, _tab),
    (_ODD_BLANK, _odd_blank),
)
