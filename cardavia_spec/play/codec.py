"""Reading values that stand in JSON, the other way round than `core.telling.as_json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import assert_never

from cardavia_spec.core.diagnostics import CardaviaError, did_you_mean
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Nothing, SetOf, Sort, Type, Value

LONGEST_WORD = 60
"""Words taken from a file are cut to so many characters before they are repeated to people."""


class Misfit(CardaviaError, ValueError):
    """A JSON value that is no value of the type; `path` leads to the part that does not fit.

    `code` is that of the diagnostic; `message` and `fix` are its sentences.  `of_key` tells that
    the key at the end of the path is to blame, not its value.
    """

    def __init__(
        self,
        code: str,
        message: str,
        fix: str | None = None,
        path: tuple[int | str, ...] = (),
        *,
        of_key: bool = False,
    ) -> None:
        self.code = code
        self.message = message
        self.fix = fix
        self.path = path
        self.of_key = of_key
        super().__init__(message)

    def inside(self, *path: int | str) -> Misfit:
        """Return the same fault, found at `path` of something larger."""
        path = (*path, *self.path)
        return Misfit(self.code, self.message, self.fix, path, of_key=self.of_key)


def decode(json: object, type_: Type) -> Value:
    """Return the value that `json` stands for.

    Raises:
        Misfit: it stands for no value of this type.
    """
    match type_:
        case Maybe(inner):
            return None if json is None else decode(json, inner)
        case SetOf(member):
            return _decode_set(json, member)
        case Sort():
            return _decode_member(json, type_)
        case Bool():
            if isinstance(json, bool):
                return json
            raise Misfit("CV810", f"{describe(json)} stands where true or false belongs")
        case Int(low, high):
            if isinstance(json, int) and not isinstance(json, bool):
                if low <= json <= high:
                    return json
                raise Misfit(
                    "CV816", f"{describe(json)} is no number from {low} to {high}", "take one"
                )
            raise Misfit("CV810", f"{describe(json)} stands where a number belongs")
        case Nothing():
            raise Misfit("CV810", f"{describe(json)} stands where only null can")
        case _:
            assert_never(type_)


def _decode_member(json: object, sort: Sort) -> int:
    if not isinstance(json, str):
        fix = None
        if isinstance(json, int) and str(json) in sort.members:
            fix = f'a {sort} is written in quotes: "{json}"'
        raise Misfit("CV810", f"{describe(json)} stands where the name of a {sort} belongs", fix)
    try:
        return index(sort)[json]
    except KeyError:
        code = "CV811" if sort.kind is Kind.CARD else "CV816"
        raise Misfit(code, f"there is no {sort} {quoted(json)}", suggest(json, sort)) from None


def _decode_set(json: object, member: Bool | Int | Sort | Nothing) -> frozenset[int]:
    if not isinstance(json, list):
        raise Misfit("CV810", f"{describe(json)} stands where a list belongs")
    found: set[int] = set()
    for place, item in enumerate(json):
        try:
            value = decode(item, member)
        except Misfit as fault:
            raise fault.inside(place) from None
        assert isinstance(value, int)
        if value in found:
            raise Misfit("CV812", f"{describe(item)} stands twice", path=(place,))
        found.add(value)
    return frozenset(found)


def suggest(word: str, sort: Sort) -> str | None:
    """Return what may have been meant by a wrong name of a member of `sort`."""
    few = len(sort.members) <= 12
    listed = ("one of " if len(sort.members) > 1 else "only ") + ", ".join(sort.members)
    card = sort.kind is Kind.CARD
    if card:
        listed = f"a card is written like '{sort.members[0]}'"
    return did_you_mean(word[:LONGEST_WORD], sort.members, listed if few or card else None)


@lru_cache(maxsize=256)
def index(sort: Sort) -> Mapping[str, int]:
    """Return the places of the members of a sort by name."""
    return {name: place for place, name in enumerate(sort.members)}


def quoted(word: str) -> str:
    """Return a word of a file as it can be repeated to people: cut, without control characters."""
    cut = word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + "…"
    return "'" + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut) + "'"


def describe(json: object) -> str:
    """Return a JSON value in a few words."""
    match json:
        case None:
            return "null"
        case bool():
            return "true" if json else "false"
        case int():
            return str(json) if abs(json) < 10**18 else "a huge number"
        case float():
            told = f"{json:.6g}"
            return f"{told}.0" if told.lstrip("-").isdigit() else told  # 1.0 is not the number 1
        case str():
            return quoted(json)
        case list():
            return "a list" if json else "an empty list"
        case dict():
            return "an object" if json else "an empty object"
        case _:
            return "something"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a sentence lists them: 'a, b and c'."""
    *most, end = list(words) or ["nothing"]
    return f"{', '.join(most)} {last} {end}" if most else end
