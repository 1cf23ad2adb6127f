"""Reading traces: strictly, line by line, in bounded memory, and never with an exception.

What a line says is checked here as far as it can be without the spec: JSON, keys, types.  Names
and rules are for `replay`.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note, did_you_mean
from cardavia_spec.core.source import Source, Span
from cardavia_spec.play.codec import Misfit, describe, listed, quoted
from cardavia_spec.play.json_text import Broken, Place, place_of, read_json
from cardavia_spec.play.json_text import Path as Way

LONGEST_LINE: Final = 1 << 24
"""Bytes in a line; the longest that a correct trace could need is far shorter."""
_GZIP: Final = b"\x1f\x8b"
_ANEW: Final = "write or copy the trace anew"


class _Misshapen(Exception):
    """A line that is JSON but no line of a trace."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message)


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a trace: its place, its type, its other keys, each with a value of its JSON type.

    Keys that begin with `x-` stand in `extra`, on the lines that may have them.
    """

    name: str
    number: int
    text: str = field(repr=False)
    type: str
    keys: Mapping[str, object]
    extra: Mapping[str, object] = field(default_factory=dict)

    def span(self, *path: int | str, of_key: bool = False) -> Span:
        """Return the place of the value at `path`, or that of its key."""
        place = place_of(self.text, path)
        start, end = place.key if of_key and place.key is not None else (place.start, place.end)
        return _source(self.name, self.number, self.text).span(start, end)

    def fault(
        self,
        code: str,
        message: str,
        *path: int | str,
        fix: str | None = None,
        notes: tuple[Note, ...] = (),
        of_key: bool = False,
    ) -> Diagnostic:
        """Return what is wrong with the value at `path`, or with its key."""
        return Diagnostic(code, message, self.span(*path, of_key=of_key), fix, notes)

    def misfit(self, fault: Misfit) -> Diagnostic:
        """Return what is wrong with a name or a value of this line."""
        return self.fault(
            fault.code, fault.message, *fault.path, fix=fault.fix, of_key=fault.of_key
        )


def read_trace(path: Path, name: str | None = None) -> Iterator[TraceLine | Diagnostic]:
    """Yield the lines of a trace file, or what is wrong with one; the last fault may end it.

    `name` is what people call the file.  The file is read as it is asked for, so that its size
    does not matter.  Nothing is raised but for faults of this program.
    """
    name = str(path) if name is None else name
    number = 0
    try:
        with path.open("rb") as raw:
            for number, line in enumerate(_raw_lines(raw, name), 1):
                if isinstance(line, Diagnostic):
                    yield line
                    return
                yield read_line(name, number, line)
    except OSError as fault:
        message = f"the file cannot be read: {fault.strerror or fault}"
        yield Diagnostic("CV100", message, _source(name, number + 1, "").span(0, 0))
        return
    if number == 0:
        message = "the trace is empty"
        fix = "a trace begins with a line of the type 'match'"
        yield Diagnostic("CV820", message, _source(name, 1, "").span(0, 0), fix)


def _raw_lines(raw: BufferedReader, name: str) -> Iterator[bytes | Diagnostic]:
    """Yield the lines of an open file, unpacked if need be; a diagnostic is the last."""
    file: BufferedReader | gzip.GzipFile = raw
    if raw.peek(2)[:2] == _GZIP:
        file = gzip.GzipFile(fileobj=raw)
    elif name.endswith(".gz"):
        message = "the name ends in .gz, but the file is not compressed"
        fix = "take .gz off its name, or compress it"
        yield Diagnostic("CV802", message, _source(name, 1, "").span(0, 0), fix)
        return
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(LONGEST_LINE + 1)
        except EOFError:
            message = "the compressed file is cut off"
            yield Diagnostic("CV802", message, _source(name, number, "").span(0, 0), _ANEW)
            return
        except (gzip.BadGzipFile, zlib.error) as fault:
            message = f"the compressed file is damaged ({fault})"
            yield Diagnostic("CV802", message, _source(name, number, "").span(0, 0), _ANEW)
            return
        if not line:
            return
        if len(line) > LONGEST_LINE:
            message = f"the line is longer than {LONGEST_LINE >> 20} MiB, which no trace needs"
            start = line[:200].decode("utf-8", "replace")
            fix = "a trace has one JSON object a line: is this one?"
            yield Diagnostic("CV805", message, _source(name, number, start).span(0, 1), fix)
            return
        yield line


def read_line(name: str, number: int, line: bytes | str) -> TraceLine | Diagnostic:
    """Return one line of a trace, or what is wrong with it; `number` counts from 1."""
    if isinstance(line, bytes):
        try:
            text = line.decode()
        except UnicodeDecodeError as fault:
            shown = line.decode("utf-8", "replace")
            column = len(line[: fault.start].decode("utf-8", "replace"))
            span = _source(name, number, shown).span(column, column + 1)
            return Diagnostic("CV801", "this is not UTF-8", span, "write traces in UTF-8")
    else:
        text = line
    whole, text = text.endswith("\n"), text.rstrip("\r\n")
    try:
        return _shaped(name, number, text)
    except Broken as fault:
        if not text.strip():
            span = _source(name, number, text).span(0, 0)
            return Diagnostic("CV803", "the line is empty", span, "every line is a JSON object")
        fix = fault.fix
        if fault.code == "CV804" and not whole:
            fix = "it is the last line of the file: perhaps the writer was stopped in the middle"
        if text.startswith("\ufeff"):
            fix = "the file begins with a byte order mark: take it out"
        span = _source(name, number, text).span(fault.start, fault.end)
        return Diagnostic(fault.code, fault.message, span, fix)
    except _Misshapen as fault:
        return fault.diagnostic


def _source(name: str, number: int, text: str) -> Source:
    """Return a line as a source text that can be shown to people."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return Source(name, text, number)


# ---------------------------------------------------------------------------- shapes


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_anything(value: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Key:
    """What may stand under a key: a word for it, a test, and whether the key must be there."""

    what: str
    test: Callable[[object], bool]
    needed: bool = True


_TEXT = _Key("a text", _is_text)
_NUMBER = _Key("a number", _is_number)
_LIST = _Key("a list", _is_list)
_OBJECT = _Key("an object", _is_object)

_SHAPES: Final[Mapping[str, Mapping[str, _Key]]] = {
    "match": {
        "trace": _NUMBER,
        "game": _TEXT,
        "options": _Key("an object", _is_object, needed=False),
        "spec": _Key("a text or null", lambda value: value is None or _is_text(value), False),
    },
    "deal": {
        "deal": _NUMBER,
        "dealer": _Key("the name of a seat", _is_text, needed=False),
        "deck": _LIST,
    },
    "move": {
        "seat": _TEXT,
        "move": _TEXT,
        "cards": _LIST,
        "value": _Key("a value", _is_anything, needed=False),
        "values": _Key("an object", _is_object, needed=False),
        "legal": _Key("a list", _is_list, needed=False),
    },
    "deal end": {"deal": _NUMBER, "result": _Key("an object", _is_object, needed=False)},
    "match end": {"result": _Key("an object", _is_object, needed=False)},
}
"""For each type of line its keys but `type`."""
_OPEN: Final = ("match", "deal")
"""The types of lines on which keys that begin with `x-` are passed over."""


def _shaped(name: str, number: int, text: str) -> TraceLine:
    """Return the line that `text` is; raises _Misshapen or Broken."""
    value = read_json(text)

    def wrong(
        code: str, message: str, way: Way = (), fix: str | None = None, of_key: bool = False
    ) -> _Misshapen:
        place: Place = place_of(text, way)
        start, end = place.key if of_key and place.key else (place.start, place.end)
        span = _source(name, number, text).span(start, end)
        return _Misshapen(Diagnostic(code, message, span, fix))

    if not isinstance(value, dict):
        raise wrong("CV803", f"the line is {describe(value)}, not an object")
    if "type" not in value:
        raise wrong("CV808", "the key 'type' is missing", fix=f"it is {listed(_SHAPES, 'or')}")
    kind = value["type"]
    if not isinstance(kind, str):
        raise wrong("CV810", f"{describe(kind)} is no type of line", ("type",))
    if kind not in _SHAPES:
        fix = did_you_mean(kind[:60], _SHAPES, f"the types are {listed(_SHAPES)}")
        raise wrong("CV807", f"there is no type of line {quoted(kind)}", ("type",), fix)
    shape = _SHAPES[kind]
    keys: dict[str, object] = {}
    extra: dict[str, object] = {}
    for key, inner in value.items():
        if key == "type":
            continue
        if kind in _OPEN and key.startswith("x-"):
            extra[key] = inner
            continue
        if key not in shape:
            fix = did_you_mean(key[:60], shape, f"it may have {listed(shape)}")
            message = f"a line of the type '{kind}' has no key {quoted(key)}"
            raise wrong("CV809", message, (key,), fix, True)
        if not shape[key].test(inner):
            message = f"'{key}' is {describe(inner)}, not {shape[key].what}"
            raise wrong("CV810", message, (key,))
        keys[key] = inner
    for key, allowed in shape.items():
        if allowed.needed and key not in keys:
            raise wrong("CV808", f"the key '{key}' is missing on a line of the type '{kind}'")
    return TraceLine(name, number, text, kind, keys, extra)
