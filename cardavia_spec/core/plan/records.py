"""What is counted of a run: the numbers of results, in bins that every engine shares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from cardavia_spec.core.plan.results import result_slots
from cardavia_spec.core.spec import ResultField, Spec
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Nothing, SetOf, Sort, Type, count

MOST_BINS: Final = 2048
"""A number of a wider range is counted by ranges, so many at most."""
ROLES: Final = 4
"""Numbers kept of each slot that speaks of seats: how many results do, what they say of the seat
that moves first, of the dealer, and of all seats together (a number below 0 may be kept as what it
is in 64 bits)."""
SET_BITS: Final = 8
"""Sets of more possible members than this are counted by their size."""


class Role(IntEnum):
    """How a slot speaks of a seat, or of its team."""

    NONE = 0
    IS = 1  # its value is the seat
    HOLDS = 2  # its value is a set of seats
    OWN = 3  # it is the seat's own number


@dataclass(frozen=True, slots=True)
class Slot:
    """One number of a result: of which field, for which member, and how it is counted.

    Value v falls in bin (v - low) // width, none in bin `size`.  Of a `counted` set only the size
    is kept: the engine is to count the members of a `sized` one, of others it gives out the size.
    `at` is the place of the first bin in the counts of a run.
    """

    field: ResultField
    member: int | None
    low: int
    width: int
    size: int
    sized: bool
    counted: bool
    role: Role
    teams: bool
    at: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands in the counts of a run: one flat list of numbers, added up.

    `deals` first slots are of deals, the rest of matches.
    """

    slots: tuple[Slot, ...]
    deals: int
    roles_at: int
    times_at: int
    deals_at: int
    asks_at: int
    asked_at: int
    size: int


def layout(spec: Spec, branches: int, asks: int) -> Layout:
    """Return the layout for a spec whose engine counts so many branches and questions."""
    slots: list[Slot] = []
    at = 0
    for fields in (spec.result, spec.match.result):
        for field, member in result_slots(fields):
            slot = _slot(spec, field, member, at)
            slots.append(slot)
            at += slot.size + 1
    words = -(-(branches + len(spec.moves)) // 64) * 64
    roles_at = at
    times_at = roles_at + ROLES * len(slots)
    deals_at = times_at + words
    asks_at = deals_at + words
    asked_at = asks_at + -(-asks // 64) * 64
    of_deals = len(result_slots(spec.result))
    return Layout(
        tuple(slots), of_deals, roles_at, times_at, deals_at, asks_at, asked_at, asked_at + 1
    )


def _slot(spec: Spec, field: ResultField, member: int | None, at: int) -> Slot:
    type_ = field.value.type
    low, high, counted = _range(type_)
    inner = type_.inner if isinstance(type_, Maybe) else type_
    sized = counted and not (isinstance(inner, SetOf) and inner.member == spec.cards)
    width = -(-(high - low + 1) // MOST_BINS)
    size = -(-(high - low + 1) // width)
    role, teams = _role(spec, field, type_)
    return Slot(field, member, low, width, size, sized, counted, role, teams, at)


def _range(type_: Type) -> tuple[int, int, bool]:
    match type_:
        case Maybe(inner):
            return _range(inner)
        case Int(low, high):
            return low, high, False
        case SetOf(Sort(Kind.CARD, _, members)):
            return 0, len(members), True
        case SetOf(member):
            n = _places(member)
            return (0, n, True) if n > SET_BITS else (0, (1 << n) - 1, False)
        case Bool() | Sort() | Nothing():
            return 0, max(1, count(type_)) - 1, False


def _places(member: Type) -> int:
    match member:
        case Int(_, high):
            return high + 1
        case Bool() | Sort() | Nothing():
            return count(member)
        case _:
            raise AssertionError(member)


def _role(spec: Spec, field: ResultField, type_: Type) -> tuple[Role, bool]:
    if field.binder is not None and field.domain is not None:
        assert isinstance(field.domain.type, SetOf)
        owner = field.domain.type.member
        numbers = isinstance(type_, Int) or (
            isinstance(type_, Maybe) and isinstance(type_.inner, Int)
        )
        if numbers and _of(owner, Kind.SEAT, Kind.TEAM):
            return Role.OWN, _of(owner, Kind.TEAM)
        return Role.NONE, False
    inner = type_.inner if isinstance(type_, Maybe) else type_
    if _of(inner, Kind.SEAT, Kind.TEAM):
        return Role.IS, _of(inner, Kind.TEAM)
    if isinstance(inner, SetOf) and _of(inner.member, Kind.SEAT, Kind.TEAM):
        return Role.HOLDS, _of(inner.member, Kind.TEAM)
    return Role.NONE, False


def _of(type_: Type, *kinds: Kind) -> bool:
    return isinstance(type_, Sort) and type_.kind in kinds
