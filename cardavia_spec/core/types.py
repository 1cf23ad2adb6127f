"""Types of the rule language: every one of them a finite set.

Values stand as plain Python objects: a truth is a bool, a number an int, a member of a sort its
index (an int), `none` is None, a set a frozenset of members.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, assert_never


class Kind(Enum):
    """What a sort is a sort of."""

    CARD = "card"
    SUIT = "suit"
    RANK = "rank"
    SEAT = "seat"
    TEAM = "team"
    ENUM = "enum"


@dataclass(frozen=True, slots=True)
class Bool:
    """Truth values."""

    def __str__(self) -> str:
        return "truth"


@dataclass(frozen=True, slots=True)
class Int:
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"number {self.low}..{self.high}" if self.low != self.high else f"number {self.low}"


@dataclass(frozen=True, slots=True)
class Sort:
    """A finite, ordered sort: its kind, its name (`card`, `suit`, an enum's name), its members."""

    kind: Kind
    name: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type without members: the member type of `{}` and of the literal `none`."""

    def __str__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class Maybe:
    """A member of `inner`, or none."""

    inner: Bool | Int | Sort | Nothing

    def __str__(self) -> str:
        return "none" if isinstance(self.inner, Nothing) else f"{self.inner} or none"


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set of members of `member`."""

    member: Bool | Int | Sort | Nothing

    def __str__(self) -> str:
        return f"set of {self.member}s"


Scalar: TypeAlias = Bool | Int | Sort | Nothing
Type: TypeAlias = Bool | Int | Sort | Nothing | Maybe | SetOf
Value: TypeAlias = bool | int | frozenset[int] | None

BOOL = Bool()


def count(type_: Scalar) -> int:
    """Return how many members a scalar type has."""
    match type_:
        case Bool():
            return 2
        case Int(low, high):
            return max(0, high - low + 1)
        case Sort(members=members):
            return len(members)
        case Nothing():
            return 0
        case _:
            assert_never(type_)


def values(type_: Scalar) -> tuple[int, ...]:
    """Return the members of a scalar type in canonical order."""
    match type_:
        case Bool():
            return (False, True)
        case Int(low, high):
            return tuple(range(low, high + 1))
        case Sort(members=members):
            return tuple(range(len(members)))
        case Nothing():
            return ()
        case _:
            assert_never(type_)


def show(value: Value, type_: Type) -> str:
    """Return a value as people write it in the rule language."""
    if value is None:
        return "none"
    match type_:
        case Maybe(inner):
            return show(value, inner)
        case SetOf(member):
            assert isinstance(value, frozenset)
            return "{" + ", ".join(show(x, member) for x in sorted(value)) + "}"
        case Bool():
            return "true" if value else "false"
        case Sort(members=members):
            assert isinstance(value, int)
            return members[value]
        case Int() | Nothing():
            return str(value)
        case _:
            assert_never(type_)
