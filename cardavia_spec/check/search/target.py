"""What a search looks for, and what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardavia_spec.check.obligations import SOUND, STUCK
from cardavia_spec.check.runs.course import WISHES
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
        PropertyKind.POSSIBLE,
        PropertyKind.POSSIBLE_IN_PLAY,
    }
)
"""The kinds of properties that one deal can decide."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that a play may decide: a property, or else an obligation of every game.

    Most are refuted by a play; one that says what is possible (`wish`) is shown by it.
    """

    name: str
    prop: Property | None = None

    @property
    def wish(self) -> bool:
        """Whether a play is looked for in which it holds, not one in which it fails."""
        return self.prop is not None and self.prop.kind in WISHES


@dataclass(frozen=True, slots=True)
class Found:
    """A play that decides a target, as the reference interpreter saw it.

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
    """How far there is no play that decides a target.

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
