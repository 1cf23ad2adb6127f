"""Readings of a state: what lemmas may speak of, as expressions and as functions of a state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from cardavia_spec.check.prover import making as make
from cardavia_spec.core.ir import Expr, If, Lit
from cardavia_spec.core.spec import Cell
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Int, Maybe, Sort

Read: TypeAlias = Callable[[State, int], int | None]
"""Value of a feature in a state, for a seat (0 in the global view); None: not defined here."""

PHASES: Final = 12
"""So many atoms are combined into phases, if nothing else is said."""

FEW: Final = 8
"""Numbers of a wider range than this are not told one by one."""

SEAT: Final = "s"
"""The name that lemmas about every seat bind."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number or a truth of a state, as an expression and as a function.

    `phase` marks truths that part a deal into phases, `faint` those of them that count only where
    there are few; `owner` numbers that may be compared.
    """

    expr: Expr
    read: Read
    phase: bool = False
    owner: str | None = None
    faint: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What one kind of lemma may speak of; with a `sort` it is about every member of it.

    `phases` tells how many atoms are combined into phases; with `staged` a variable names the
    stage that a deal is in, and what is seen seldom counts too.
    """

    terms: tuple[Feature, ...]
    atoms: tuple[Feature, ...]
    sort: Sort | Int | None
    match: bool = False
    phases: int = PHASES
    staged: bool = False


def of_seat(cell: Cell, seats: Sort) -> bool:
    """Whether a variable names a seat, or none."""
    return (cell.type.inner if isinstance(cell.type, Maybe) else cell.type) == seats


def counted(truth: Expr) -> Expr:
    """Return one for a truth, and nought where it does not hold."""
    return If(cond=truth, then=make.integer(1), other=make.integer(0), type=Int(0, 1))


def valued(offset: int) -> Read:
    """Read the value of a slot, as a number."""

    def read(state: State, _: int) -> int | None:
        value = state.cells[offset]
        return None if value is None or isinstance(value, frozenset) else int(value)

    return read


def indexed(first: int, seat: Read) -> Read:
    """Read the value of a family for a seat."""

    def read(state: State, s: int) -> int | None:
        place = seat(state, s)
        value = None if place is None else state.cells[first + place]
        return int(value) if isinstance(value, int) else None

    return read


def is_value(offset: int, wanted: int | None) -> Read:
    """Whether a slot has a value."""
    return lambda state, _: int(state.cells[offset] == wanted)


def same(a: Read, b: Read) -> Read:
    """Whether two readings agree."""
    return lambda state, s: int(a(state, s) == b(state, s))


def alike(one: int, two: int) -> Read:
    """Whether two slots have the same value."""
    return lambda state, _: int(state.cells[one] == state.cells[two])


def equals(number: Read, value: int) -> Read:
    """Whether a reading is a number."""
    return lambda state, s: int(number(state, s) == value)


def reaches(number: Read) -> Read:
    """Whether a number is at least the one that is looked at."""

    def read(state: State, n: int) -> int | None:
        high = number(state, n)
        return None if high is None else int(n <= high)

    return read


def lies(card: Expr, first: int, last: int) -> Read:
    """Whether a card lies in one of some zones."""
    value = card.value if isinstance(card, Lit) else None
    return lambda state, _: int(any(value in zone for zone in state.zones[first:last]))


def lies_at(card: Expr, first: int, seat: Read) -> Read:
    """Whether a card lies in the zone of a seat."""
    value = card.value if isinstance(card, Lit) else None

    def read(state: State, s: int) -> int | None:
        place = seat(state, s)
        return None if place is None else int(value in state.zones[first + place])

    return read


def nought(read: Read) -> Read:
    """Whether a reading is nought."""

    def inner(state: State, s: int) -> int | None:
        value = read(state, s)
        return None if value is None else int(value == 0)

    return inner


def distinct(features: list[Feature]) -> tuple[Feature, ...]:
    """Return features, each once."""
    found: dict[Expr, Feature] = {}
    for feature in features:
        known = found.get(feature.expr)
        if known is None or (feature.phase and not known.phase):
            found[feature.expr] = feature
    return tuple(found.values())
