"""JSON read strictly, and where in a text a value stands.

The standard decoder reads; it is strict where JSON leaves a choice (a key twice, NaN, numbers
beyond any use).  Only when something is wrong does the scanner here go over the text once more,
to say where.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

DEEPEST: Final = 20
"""No value of a trace is nested deeper."""
LONGEST_NUMBER: Final = 18
"""No number of a trace has more digits."""

Path: TypeAlias = tuple[int | str, ...]
"""The keys and indices that lead from a line's object to a value in it."""


@dataclass(frozen=True, slots=True)
class Place:
    """The characters of one value (or, in `key`, of the key before it)."""

    start: int
    end: int
    key: tuple[int, int] | None = None


class Broken(ValueError):
    """A text that is no JSON, or not such as a trace has; `start` to `end` is where."""

    def __init__(
        self, code: str, message: str, start: int, end: int, fix: str | None = None
    ) -> None:
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.fix = fix
        super().__init__(message)


class _Refused(ValueError):
    """The decoder met something that only the scanner can place."""


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused
    return found


def _constant(word: str) -> object:
    raise _Refused(word)


def _int(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Refused
    return int(digits)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_int
)


def read_json(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        Broken: it is none, or has a key twice, a huge number, or values nested absurdly deep.
    """
    try:
        value: object = _DECODER.decode(text)
    except (ValueError, RecursionError) as fault:
        _Scanner(text, ()).whole()
        start = fault.pos if isinstance(fault, json.JSONDecodeError) else 0
        raise Broken("CV803", "this is no JSON", start, start + 1) from None
    return value


def place_of(text: str, path: Path) -> Place:
    """Return where the value at `path` stands in a JSON text, or the nearest one around it.

    Raises:
        Broken: the text is not such as `read_json` reads.
    """
    return _Scanner(text, path).whole()


_TOKEN: Final = re.compile(
    r"""[ \t\n\r]*+(?:
      (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")
    | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![0-9A-Za-z.]))
    | (?P<word>true|false|null)(?![0-9A-Za-z_])
    | (?P<sign>[{}\[\],:])
    | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_WRONG: Final = re.compile(r"[ \t\n\r]*+(?:\"[^\"]{0,40}|'[^']{0,40}'?|[^\s,:{}\[\]\"]{1,40}|.)")


class _Scanner:
    """Goes over a JSON text once and remembers where one value in it stands."""

    def __init__(self, text: str, wanted: Path) -> None:
        self.text = text
        self.wanted = wanted
        self.position = 0
        self.best = Place(0, len(text))
        self.best_length = -1

    def whole(self) -> Place:
        """Read the whole text and return the place that was wanted."""
        self.value(self.next(), (), None)
        if self.next().kind != "end":
            raise self.wrong("something stands after the object")
        return self.best

    def next(self) -> _Token:
        """Return the next token and step over it."""
        found = _TOKEN.match(self.text, self.position)
        if found is None:
            raise _no_token(self.text, self.position)
        kind = found.lastgroup or ""
        self.position = found.end()
        self.token = _Token(kind, found[kind], found.start(kind), found.end())
        return self.token

    def wrong(self, message: str, code: str = "CV803", fix: str | None = None) -> Broken:
        """Return what is wrong with the last token; at the end of the text it is cut off."""
        token = self.token
        if token.kind == "end":
            return Broken(
                "CV804", "the line is cut off: its object does not end", token.start, token.end
            )
        return Broken(code, message, token.start, token.end, fix)

    def value(self, token: _Token, path: Path, key: tuple[int, int] | None) -> None:
        """Read a value that begins with `token`."""
        if token.word in ("{", "["):
            if len(path) == DEEPEST:
                raise self.wrong("values are nested too deep", "CV805")
            (self.members if token.word == "{" else self.items)(path)
        elif token.kind in ("sign", "end"):
            raise self.wrong("a value is missing here")
        elif token.kind == "number" and len(token.word) > LONGEST_NUMBER:
            raise self.wrong("a number with too many digits", "CV805")
        if len(path) > self.best_length and path == self.wanted[: len(path)]:
            self.best = Place(token.start, self.position, key)
            self.best_length = len(path)

    def members(self, path: Path) -> None:
        """Read an object after its brace."""
        keys: set[str] = set()
        token = self.next()
        if token.word == "}":
            return
        while True:
            if token.kind != "string":
                raise self.wrong("a key in double quotes is missing here")
            key: str = json.loads(token.word)
            if key in keys:
                message = f"the key {token.word[:60]} stands twice in one object"
                raise self.wrong(message, "CV806", "take one of the two out")
            keys.add(key)
            place = (token.start, token.end)
            if self.next().word != ":":
                raise self.wrong("a colon is missing after the key")
            self.value(self.next(), (*path, key), place)
            if self.ended("}"):
                return
            token = self.next()

    def items(self, path: Path) -> None:
        """Read a list after its bracket."""
        token, index = self.next(), 0
        if token.word == "]":
            return
        while True:
            self.value(token, (*path, index), None)
            if self.ended("]"):
                return
            token, index = self.next(), index + 1

    def ended(self, bracket: str) -> bool:
        """Step over a comma (false) or the closing bracket (true)."""
        token = self.next()
        if token.word not in (",", bracket) or token.kind != "sign":
            raise self.wrong("a comma is missing between two values, or a bracket is wrong")
        return token.word == bracket


@dataclass(frozen=True, slots=True)
class _Token:
    """One word of JSON: a string, a number, a word, a sign or the end."""

    kind: str
    word: str
    start: int
    end: int


def _no_token(text: str, position: int) -> Broken:
    """Explain what stands where no word of JSON does."""
    found = _WRONG.match(text, position)
    if found is None:
        return Broken("CV804", "the line is cut off", position, position)
    word = found[0].lstrip(" \t\n\r")
    start, end = found.end() - len(word), found.end()
    if word.startswith('"'):
        rest = text[start + 1 :]
        if re.fullmatch(r"(?:[^\"\\\x00-\x1f]|\\.)*+\\?", rest):
            return Broken("CV804", "the line is cut off inside a text", start, len(text))
        message = "a text with a control character or a wrong escape in it"
        return Broken("CV803", message, start, end)
    if word in ("NaN", "Infinity", "-Infinity"):
        return Broken("CV803", f"{word} is no value of JSON", start, end)
    if word[0] == "'":
        return Broken("CV803", "a text stands in double quotes", start, end)
    prefixes = {word_[:n] for word_ in ("true", "false", "null") for n in range(1, len(word_))}
    if end == len(text) and (word in prefixes or word == "-"):
        return Broken("CV804", "the line is cut off", start, end)
    return Broken("CV803", "this is no JSON", start, end)
