"""Zones that mostly hold one card: whether they do, and which one it is, is kept in mind.

The card somebody leads with is asked for by each who follows, and the trick asks for all of them;
to find it in a mask of cards takes longer than to remember where it was laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from cardavia_spec.back.c.facts import Families, Known, union_of
from cardavia_spec.back.c.places import changed, parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import TRUE, Act, Code, Function, Kind, Num, Op, Var

Acts = tuple[Act, ...]
ONE_CARD: Final = ("kth", "bit")
"""Operators that give the mask of one card."""
_CHANGING: Final = (code.SetZone, code.SetCell, code.DrawFrom, code.Run)


def single_cards(every: Iterable[object]) -> set[str]:
    """Return the names that stand for one card among the parts of a plan."""
    return {
        x.name
        for x in every
        if isinstance(x, code.Let) and isinstance(x.value, Op) and x.value.op in ONE_CARD
    }


def laid_singly(functions: Iterable[Function], families: Families) -> frozenset[int]:
    """Return the families of zones that moves put a single card into, by their first slots."""
    found: set[int] = set()
    for f in functions:
        if not f.name.startswith("play_"):
            continue
        every = list(parts(f.body))
        single = single_cards(every)
        for x in every:
            if isinstance(x, code.SetZone) and single & _names(x.value):
                family = families.family("z", x.index, x.first)
                if len(family) > 1 and not _taken(x.value):
                    found.add(family[0])
    return frozenset(found)


def _names(c: Code) -> set[str]:
    return {x.name for x in parts(c) if isinstance(x, Var)}


def _taken(c: Code) -> bool:
    """Whether a mask has lost cards, rather than won some."""
    return isinstance(c, Op) and c.op == "&~"


def remembered(
    acts: Acts, laid: frozenset[int], families: Families, known: Known | None = None
) -> Acts:
    """Return a block where the only card of a zone is asked for as `lone`, not looked for.

    That is so where an obligation says that there is just one card (else any card may be told), or
    where that is known at the start.
    """
    out: list[Act] = []
    todo = list(acts)
    while todo:
        act = todo.pop(0)
        match act:
            case code.Let(name, code.Zone(_, False) as zone) if _fits(
                name, zone, todo, laid, families, sure=known is not None and _has_one(known, zone)
            ):
                todo = list(_put(tuple(todo), Var(name, Kind.CARDS), zone))
                continue
            case code.Branch(cond, then, otherwise):
                act = code.Branch(
                    cond, remembered(then, laid, families), remembered(otherwise, laid, families)
                )
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                act = replace(act, body=remembered(body, laid, families))
            case _:
                pass
        if changes((act,)):
            known = None
        out.append(act)
    return tuple(out)


def _has_one(known: Known, zone: code.Zone) -> bool:
    """Whether a zone is known to have just one card."""
    return all(
        known.says("one", slot) for slot in known.families.slots("z", zone.index, zone.first)
    )


def _fits(
    name: str,
    zone: code.Zone,
    later: list[Act],
    laid: frozenset[int],
    families: Families,
    *,
    sure: bool,
) -> bool:
    """Whether a name is read only for the one card of a zone, which has not changed by then.

    `sure`: it has one.
    """
    if families.family("z", zone.index, zone.first)[0] not in laid:
        return False
    var, asked = Var(name, Kind.CARDS), Op("one", (Var(name, Kind.CARDS),), Kind.BOOL)
    every = list(parts(later))
    if any(isinstance(x, code.Set) and x.name in _names(zone.index) | {name} for x in every):
        return False
    last = max((i for i, act in enumerate(later) if var in parts(act)), default=-1)
    before = later[: last + 1]
    if changes(tuple(before)):
        return False
    obliged = sure
    for act in before:
        found = list(parts(act))
        reads = sum(x == var for x in found)
        ones = sum(x == asked for x in found)
        lows = sum(isinstance(x, Op) and x.op == "low" and x.args == (var,) for x in found)
        if reads != ones + lows or (lows and not obliged):
            return False
        obliged = obliged or (isinstance(act, code.Fault) and ones > 0)
    return obliged


def _put(acts: Acts, var: Var, zone: code.Zone) -> Acts:
    """Return acts with what is asked of a name asked of the zone itself."""

    def change(part: object) -> object | None:
        match part:
            case Op("low", (Var() as of,)) if of == var:
                return Op("lone", (zone,), Kind.INT)
            case Op("one", (Var() as of,)) if of == var:
                return Op("one", (zone,), Kind.BOOL)
            case _:
                return None

    return changed(acts, change)


def added(acts: Acts, laid: frozenset[int], families: Families, known: Known | None = None) -> Acts:
    """Return a block where what one card of each zone is worth is added without looking for it."""
    out: list[Act] = []
    for act in acts:
        match act:
            case code.Each(
                name,
                mask,
                (code.Set(total, Op("+", (Var(old), code.At(_, Var(card)) as worth))) as one,),
            ) if total == old and card == name and _family(mask, laid, families):
                zones = [code.Zone(Num(slot)) for slot in _family(mask, laid, families)]
                value: Code = Var(old)
                for zone in zones:
                    lone = Op("lone", (zone,))
                    value = Op("+", (value, replace(worth, index=lone)))
                once = (replace(one, value=value),)
                if known is not None and all(_has_one(known, zone) for zone in zones):
                    out += once
                else:
                    out.append(code.Branch(singles(zones), once, (act,)))
            case code.Branch(cond, then, otherwise):
                then, otherwise = (
                    added(then, laid, families),
                    added(otherwise, laid, families),
                )
                out.append(code.Branch(cond, then, otherwise))
            case _:
                out.append(act)
        if changes((act,)):
            known = None
    return tuple(out)


def _family(mask: Code, laid: frozenset[int], families: Families) -> tuple[int, ...]:
    """Return the zones whose union a mask is, if they are all of a family that is laid singly."""
    slots = sorted(union_of(mask))
    if not slots or slots[0] not in laid:
        return ()
    family = families.family("z", Num(slots[0]), None)
    return family if slots == list(family) else ()


def singles(zones: Sequence[code.Zone], known: Known | None = None) -> Code:
    """Return whether each zone has just one card."""
    if known is not None and all(_has_one(known, zone) for zone in zones):
        return TRUE
    found: Code = Op("one", (zones[0],), Kind.BOOL)
    for zone in zones[1:]:
        found = Op("and", (found, Op("one", (zone,), Kind.BOOL)), Kind.BOOL)
    return found


def changes(acts: Acts) -> bool:
    """Whether acts change the state."""
    return any(isinstance(x, _CHANGING) for x in parts(acts))
