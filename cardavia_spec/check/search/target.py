"""What a search looks for, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardavia_spec.check.runs.campaign import SOUND
from cardavia_spec.check.runs.course import STUCK
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.verdict import Counterexample
from cardavia_spec.core.spec import Property, PropertyKind, Spec

SEARCHED = frozenset(
    {
        PropertyKind.ALWAYS,
        PropertyKind.LEMMA,
        PropertyKind.EACH_STEP,
        PropertyKind.AT_END,
        PropertyKind.EACH_DEAL,
        PropertyKind.AT_MATCH_END,
    }
)
"""The kinds of properties that one deal can refute."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that may fail: a property, or without one an obligation of every game."""

    name: str
    prop: Property | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A play that refutes a target, as the reference interpreter saw it.

    `moves` counts its moves, `seconds` the time until it was found, `how` says by what.
    """

    name: str
    finding: Finding
    example: Counterexample
    moves: int
    seconds: float
    how: str


@dataclass(frozen=True, slots=True)
class Clean:
    """How far there is no play that refutes a target.

    No play of at most `moves` moves of the first deal of a match does, under any options.
    `whole` tells that no deal is longer.
    """

    name: str
    moves: int
    whole: bool = False


def targets(spec: Spec, names: Sequence[str]) -> tuple[Target, ...]:
    """Return what of these names can be looked for, in the order of the spec."""
    wanted = set(names)
    found = [Target(name) for name in (STUCK, SOUND) if name in wanted]
    found += [
        Target(prop.name, prop)
        for prop in spec.properties
        if prop.name in wanted and prop.kind in SEARCHED
    ]
    return tuple(found)
