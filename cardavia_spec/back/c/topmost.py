"""Who has laid the best card of a trick, where each of its zones holds one: by comparing numbers.

A rule that narrows the cards down (to trumps if there are any, then to the suit led, then to those
that no other one beats) ranks them: each step is a digit of a number, and so tables tell how high
each card ranks.  The zone with the highest number is looked for directly, without masks.  Where
there is not one card in each zone, or two are equally high, the rule itself is followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardavia_spec.back.c.again import renamed
from cardavia_spec.back.c.facts import Families, Known, union_of
from cardavia_spec.back.c.lone import changes, singles
from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.algebra import both
from cardavia_spec.core.plan.code import TRUE, Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

Acts = tuple[Act, ...]
MOST: Final = 8
"""So many zones at most are compared."""
LARGEST: Final = 4096
"""So many entries at most are put into one table."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that keeps the members of one of several masks, or those that are not in it."""

    masks: tuple[int, ...]
    index: Code
    inside: bool


@dataclass(frozen=True, slots=True)
class _Chain:
    """What finds the zone of the best card: its acts, and what it depends on."""

    first: int
    """The first slot of the family of zones."""
    size: int
    steps: tuple[_Step, ...]
    levels: tuple[int, ...]
    """How high each card stands among those that all steps leave."""
    winner: str
    acts: frozenset[int]
    """The places of the acts of the chain."""


def compared(
    program: Program, laid: frozenset[int], acts: Acts, families: Families, known: Known | None
) -> Acts:
    """Return the body of a function where the zone of the best card is found by comparing.

    `known` is what is known where the function begins.
    """
    acts = _plain(acts)
    chain = _chain(program, families, laid, acts)
    if chain is None:
        return acts
    start, end = min(chain.acts), max(chain.acts)
    own = tuple(act for i, act in enumerate(acts) if i in chain.acts)
    between = [(i, act) for i, act in enumerate(acts[:end]) if i > start and i not in chain.acts]
    faults = [i for i in chain.acts if isinstance(acts[i], code.Fault)]
    names = {act.name for act in own if isinstance(act, code.Let | code.Unbeaten)}
    if not all(
        isinstance(act, code.Let | code.Note | code.Hit)
        or (isinstance(act, code.Fault) and act.fix is None and i < min(faults, default=end))
        for i, act in between
    ) or any(isinstance(x, Var) and x.name in names for _, act in between for x in parts(act)):
        return acts
    if any(isinstance(x, Var) and x.name in names - {chain.winner} for x in parts(acts[end + 1 :])):
        return acts
    fast, condition = _fast(program, chain, acts, None if changes(acts[:end]) else known)
    # The rule itself: who wins is declared before.
    last = own[-1]
    assert isinstance(last, code.Let)
    slow = (*own[:-1], code.Set(last.name, last.value))
    return (
        *acts[:start],
        *(act for _, act in between),
        code.Note("who has laid the best card: where each has laid one, by what they rank"),
        *fast[:-1],
        *_chosen(chain.winner, condition, fast[-1], slow),
        *acts[end + 1 :],
    )


def _chosen(winner: str, condition: Code, fast: Act, slow: Acts) -> Acts:
    """Return acts that find who it is in one way or the other."""
    assert isinstance(fast, code.Set)
    if condition == TRUE:
        return (code.Let(winner, fast.value),)
    return (code.Let(winner, Num(0)), code.Branch(condition, (fast,), slow))


def _fast(program: Program, chain: _Chain, acts: Acts, known: Known | None) -> tuple[Acts, Code]:
    """Return the acts that find the winner; the last one is taken under a condition only."""
    zones = [code.Zone(Num(chain.first + i), first=chain.first) for i in range(chain.size)]
    alone = _unique(chain, acts, range(chain.first, chain.first + chain.size))
    low = 1 << (chain.size - 1).bit_length() if alone else 1
    tables, rows, made = _tables(program, chain, low)
    ranks: list[Code] = []
    for i, zone in enumerate(zones):
        card = Op("lone", (zone,))
        rank: Code = Num(i if alone else 0)
        for name, row in zip(tables, rows, strict=True):
            at = card if row is None else Op("+", (row, card))
            entry = code.At(name, at)
            rank = entry if rank == Num(0) else Op("+", (entry, rank))
        made.append(code.Let(f"{chain.winner}_rank_{i}", rank))
        ranks.append(Var(f"{chain.winner}_rank_{i}"))
    top = Var(f"{chain.winner}_top")
    highest = ranks[0]
    for rank in ranks[1:]:
        highest = Op("max", (highest, rank))
    made.append(code.Let(top.name, highest))
    if alone:
        made.append(code.Set(chain.winner, Op("&", (top, Num(low - 1)))))
        return tuple(made), singles(zones, known)
    equal = [
        Op("when", (Op("==", (rank, top), Kind.BOOL), Num(1 << i, Kind.SMALL)), Kind.SMALL)
        for i, rank in enumerate(ranks)
    ]
    which: Code = equal[0]
    for one in equal[1:]:
        which = Op("|", (which, one), Kind.SMALL)
    found = Var(f"{chain.winner}_which", Kind.SMALL)
    made.append(code.Let(found.name, which))
    made.append(code.Set(chain.winner, Op("low", (found,))))
    return tuple(made), both(singles(zones, known), Op("one", (found,), Kind.BOOL))


def _tables(
    program: Program, chain: _Chain, low: int
) -> tuple[list[str], list[Code | None], list[Act]]:
    """Return tables whose entries add up to how high a card ranks, and where to look in each."""
    cards = program.cards
    weight = low << max(chain.levels).bit_length()
    weights = [weight << i for i in range(len(chain.steps))][::-1]
    names: list[str] = []
    rows: list[Code | None] = []
    made: list[Act] = []
    level = [low * n for n in chain.levels]
    for step, digit in zip(chain.steps, weights, strict=True):
        distinct = list(dict.fromkeys(step.masks))
        entries = [
            digit * ((mask >> c & 1) == step.inside) + level[c]
            for mask in distinct
            for c in range(cards)
        ]
        level = [0] * cards  # counted once
        starts = tuple(distinct.index(mask) * cards for mask in step.masks)
        name = Var(f"{chain.winner}_row_{len(rows)}")
        made.append(code.Let(name.name, program.tabulated(starts, Kind.INT, step.index)))
        rows.append(name)
        names.append(_table(program, tuple(entries)))
    if not chain.steps:
        names.append(_table(program, tuple(level)))
        rows.append(None)
    return names, rows, made


def _table(program: Program, entries: tuple[int, ...]) -> str:
    at = program.tabulated(entries, Kind.INT, Var("any"))
    assert isinstance(at, code.At)
    return at.array


def _unique(chain: _Chain, acts: Acts, zones: Sequence[int]) -> bool:
    """Whether no two cards can be the highest, if there is one card in each zone.

    So it is if one of them, the one led, say, surely stands any step, and no two that stand a step
    are equally high.
    """
    for step in chain.steps:
        for mask in step.masks:
            found = [n for c, n in enumerate(chain.levels) if (mask >> c & 1) == step.inside]
            if len(set(found)) < len(found):
                return False
    lets = {act.name: act.value for act in acts if isinstance(act, code.Let)}
    for step in chain.steps:
        index = lets.get(step.index.name) if isinstance(step.index, Var) else step.index
        match index:
            case Op("lone", (code.Zone(place, first=first),)) if first == zones[0] or (
                isinstance(place, Num) and place.value in zones
            ):
                if all((m >> c & 1) == step.inside for c, m in enumerate(step.masks)):
                    return True
            case _:
                pass
    return False


# ------------------------------------------------------------------------- finding the chain


def _plain(acts: Acts) -> Acts:
    """Return a block with masks of cards called by one name each."""
    every = list(parts(acts))
    varying = {x.name for x in every if isinstance(x, code.Set)}
    names = {
        act.name: act.value.name
        for act in acts
        if isinstance(act, code.Let)
        and isinstance(act.value, Var)
        and act.value.kind is Kind.CARDS
        and not {act.name, act.value.name} & varying
    }
    kept = tuple(act for act in acts if not (isinstance(act, code.Let) and act.name in names))
    for name, first in names.items():
        other = first
        while other in names:
            other = names[other]
        kept = renamed(kept, {name: other})
    return kept


def _chain(program: Program, families: Families, laid: frozenset[int], acts: Acts) -> _Chain | None:
    """Return what finds the zone of the best card in the body of a function, if it does."""
    lets = {act.name: (i, act.value) for i, act in enumerate(acts) if isinstance(act, code.Let)}
    beaten = {act.name: (i, act) for i, act in enumerate(acts) if isinstance(act, code.Unbeaten)}
    if any(isinstance(x, code.Set) and x.name in lets for act in acts for x in parts(act)):
        lets = {
            name: found
            for name, found in lets.items()
            if not any(isinstance(x, code.Set) and x.name == name for x in parts(acts))
        }
    for winner, (end, value) in lets.items():
        match value:
            case Op("low", (Var(which),)) if which in lets:
                pass
            case _:
                continue
        card, zones = _holders(lets[which][1])
        if card not in lets or not zones:
            continue
        match lets[card][1]:
            case Op("low", (Var(kept),)) if kept in beaten:
                pass
            case _:
                continue
        family = families.family("z", Num(zones[0]), None)
        at, best = beaten[kept]
        steps = _steps(program, lets, best.mask)
        levels = _levels(program.arrays[best.array].values[: program.cards])
        if (
            tuple(zones) != family
            or family[0] not in laid
            or len(family) > MOST
            or steps is None
            or levels is None
            or sorted(union_of(steps[2])) != list(family)
            or any(len(s.masks) > LARGEST or len(set(s.masks)) * program.cards > LARGEST
                   for s in steps[0])
        ):  # fmt: skip
            continue
        places = {at, end, lets[which][0], lets[card][0], *steps[1]}
        asked = {kept, which}
        places |= {i for i, act in enumerate(acts) if _asks(act, asked)}
        if max(places) != end:
            continue
        return _Chain(family[0], len(family), steps[0], levels, winner, frozenset(places))
    return None


def _asks(act: Act, names: set[str]) -> bool:
    """Whether an act is the obligation that there is one member of a mask."""
    match act:
        case code.Fault(Op("not", (Op("one", (Var(name),)),)), fix=None):
            return name in names
        case _:
            return False


def _holders(which: Code) -> tuple[str, list[int]]:
    """Return the card, and the zones in order, of a mask that tells which ones hold it."""
    card, zones = "", []
    for i, one in enumerate(_terms(which)):
        match one:
            case code.Pick(
                Op("has", (code.Zone(Num(slot), False), Var(name))), Num(bit), Num(0)
            ) | Op("when", (Op("has", (code.Zone(Num(slot), False), Var(name))), Num(bit))) if (
                bit == 1 << i and card in ("", name)
            ):
                card = name
                zones.append(slot)
            case _:
                return "", []
    return card, zones


def _terms(c: Code) -> Iterator[Code]:
    if isinstance(c, Op) and c.op == "|":
        for arg in c.args:
            yield from _terms(arg)
    else:
        yield c


def _steps(
    program: Program, lets: dict[str, tuple[int, Code]], mask: Code
) -> tuple[tuple[_Step, ...], set[int], Code] | None:
    """Return the steps that narrow a mask down, first things first, their acts, and what of."""
    steps: list[_Step] = []
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


def _step(program: Program, part: Code, of: Var) -> _Step | None:
    """Return which members of a mask a part of it has."""
    match part:
        case Op("&" | "&~" as op, (whole, code.At(array, index))) if whole == of:
            return _Step(program.arrays[array].values, index, op == "&")
        case Op("&" | "&~" as op, (whole, Num(mask))) if whole == of:
            return _Step((mask,), Num(0), op == "&")
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
