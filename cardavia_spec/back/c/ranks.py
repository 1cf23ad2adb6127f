"""How high cards rank, as numbers: tables for rules that narrow cards down step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

LARGEST: Final = 4096
"""So many entries at most are put into one table."""
Lets = dict[str, tuple[int, Code]]
"""The values of local names, and the places of the acts that give them."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that keeps the members of one of several masks, or those that are not in it."""

    masks: tuple[int, ...]
    index: Code
    inside: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """The steps that narrow cards down, and how high each card stands among those left."""

    steps: tuple[Step, ...]
    levels: tuple[int, ...]
    whole: Code
    """All the cards that are ranked."""
    acts: frozenset[int]
    """The places of the acts that take the steps."""


def ranking(program: Program, lets: Lets, best: code.Unbeaten) -> Ranking | None:
    """Return how the best cards are found, if numbers can tell how high each ranks."""
    steps = _steps(program, lets, best.mask)
    levels = _levels(program.arrays[best.array].values[: program.cards])
    if steps is None or levels is None:
        return None
    taken, acts, whole = steps
    sizes = [max(len(s.masks), len(set(s.masks)) * program.cards) for s in taken]
    if max(sizes, default=0) > LARGEST:
        return None
    return Ranking(taken, levels, whole, frozenset(acts))


def ranks(
    program: Program, name: str, how: Ranking, zones: Sequence[code.Zone], low: int
) -> tuple[list[Act], list[Code]]:
    """Return acts that tell how high the lone card of each zone ranks, and where that is told.

    With `low` greater than 1 the last bits tell the zones apart.
    """
    tables, rows, made = _tables(program, name, how, low)
    found: list[Code] = []
    for i, zone in enumerate(zones):
        card = Op("lone", (zone,))
        rank: Code = Num(i if low > 1 else 0)
        for table, row in zip(tables, rows, strict=True):
            at = card if row is None else Op("+", (row, card))
            entry = code.At(table, at)
            rank = entry if rank == Num(0) else Op("+", (entry, rank))
        made.append(code.Let(f"{name}_rank_{i}", rank))
        found.append(Var(f"{name}_rank_{i}"))
    left = found
    while len(left) > 1:  # two by two: one after the other takes longer
        pairs: list[Code] = [Op("max", (a, b)) for a, b in zip(left[::2], left[1::2], strict=False)]
        left = pairs + left[len(pairs) * 2 :]
    made.append(code.Let(f"{name}_top", left[0]))
    return made, found


def highest(name: str, found: list[Code]) -> Code:
    """Return which zones have the highest rank."""
    top = Var(f"{name}_top")
    equal = [
        Op("when", (Op("==", (rank, top), Kind.BOOL), Num(1 << i, Kind.SMALL)), Kind.SMALL)
        for i, rank in enumerate(found)
    ]
    which: Code = equal[0]
    for one in equal[1:]:
        which = Op("|", (which, one), Kind.SMALL)
    return which


def _tables(
    program: Program, name: str, how: Ranking, low: int
) -> tuple[list[str], list[Code | None], list[Act]]:
    """Return tables whose entries add up to how high a card ranks, and where to look in each."""
    cards = program.cards
    weight = low << max(how.levels).bit_length()
    weights = [weight << i for i in range(len(how.steps))][::-1]
    names: list[str] = []
    rows: list[Code | None] = []
    made: list[Act] = []
    level = [low * n for n in how.levels]
    for step, digit in zip(how.steps, weights, strict=True):
        distinct = list(dict.fromkeys(step.masks))
        entries = [
            digit * ((mask >> c & 1) == step.inside) + level[c]
            for mask in distinct
            for c in range(cards)
        ]
        level = [0] * cards  # counted once
        starts = tuple(distinct.index(mask) * cards for mask in step.masks)
        start = Var(f"{name}_row_{len(rows)}")
        made.append(code.Let(start.name, program.tabulated(starts, Kind.INT, step.index)))
        rows.append(start)
        names.append(_table(program, tuple(entries)))
    if not how.steps:
        names.append(_table(program, tuple(level)))
        rows.append(None)
    return names, rows, made


def _table(program: Program, entries: tuple[int, ...]) -> str:
    at = program.tabulated(entries, Kind.INT, Var("any"))
    assert isinstance(at, code.At)
    return at.array


def _steps(
    program: Program, lets: Lets, mask: Code
) -> tuple[tuple[Step, ...], set[int], Code] | None:
    """Return the steps that narrow a mask down, first things first, their acts, and what of."""
    steps: list[Step] = []
    places: set[int] = set()
    while isinstance(mask, Var) and mask.name in lets:
        at, value = lets[mask.name]
        places.add(at)
        match value:
            case code.Pick(Op("some", (Var(some),)), Var(then), Var() as other) if (
                some == then and then in lets
            ):
                pass
            case _:
                return tuple(steps[::-1]), places, value
        place, part = lets[then]
        places.add(place)
        step = _step(program, part, other)
        if step is None:
            return None
        steps.append(step)
        mask = other
    return None


def _step(program: Program, part: Code, of: Var) -> Step | None:
    """Return which members of a mask a part of it has."""
    match part:
        case Op("&" | "&~" as op, (whole, code.At(array, index))) if whole == of:
            return Step(program.arrays[array].values, index, op == "&")
        case Op("&" | "&~" as op, (whole, Num(mask))) if whole == of:
            return Step((mask,), Num(0), op == "&")
        case Op("&~", (whole, rest)) if whole == of:
            left = _step(program, rest, of)
            return left and replace(left, inside=not left.inside)
        case _:
            return None


def _levels(below: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return how high each member stands, given which ones it beats; None: they have no levels."""
    counts = [mask.bit_count() for mask in below]
    distinct = sorted(set(counts))
    levels = tuple(map(distinct.index, counts))
    for mask, level in zip(below, levels, strict=True):
        if mask != sum(1 << c for c, other in enumerate(levels) if other < level):
            return None
    return levels
