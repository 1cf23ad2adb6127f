"""Zones that a card is mostly laid into alone: they are asked whether they are empty, not joined.

Where events wait for one card in each zone of a family, a zone that a move lays a card into is as
good as always empty.  Where one is not, the quick loop gives up, and play goes on step by step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    all_codes,
    blocks,
    changed,
    every,
    set_names,
    uses,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var


def asked_for_one(events: Acts, effects: Effects) -> set[Slot]:
    """Return the zones of families of which each zone is asked for a single card."""
    asked = {
        ("z", c.args[0].index.value)
        for c in all_codes(events)
        if isinstance(c, Op)
        and c.op == "one"
        and isinstance(c.args[0], code.Zone)
        and isinstance(c.args[0].index, Num)
    }
    found: set[Slot] = set()
    for home in effects.places.homes["z"]:
        slots: set[Slot] = {("z", home.offset + i) for i in range(home.size)}
        if len(slots) > 1 and slots <= asked:
            found |= slots
    return found


def laid_alone(acts: Acts, effects: Effects, alone: set[Slot]) -> Acts:
    """Return a move that gives up where the zone that its card comes into is not empty."""
    lets = {act.name: act.value for act in every(acts) if isinstance(act, code.Let)}
    out: list[Act] = []
    for act in acts:
        match act:
            case code.SetZone(index, Op("|", (code.Zone(same) as zone, Var(name) as card))) if (
                same == index and effects.places.slots("z", index) <= alone
            ):
                made = lets.get(name)
                if isinstance(made, Op) and made.op == "bit":
                    out += [code.Fault(algebra.some(zone), 0), replace(act, value=card)]
                    continue
            case _:
                pass
        out.append(act)
    return tuple(out)


def one_at_most(
    plays: Iterable[Acts | list[str]], others: Iterable[Acts], effects: Effects, alone: set[Slot]
) -> set[Slot]:
    """Return those of the zones laid into alone that never have more than one card.

    So it is where nothing but single cards, or none, ever comes into them; `others` is what the
    program does besides moves and the events after them.
    """
    found = set(alone)
    acts: list[Act] = [act for body in others for act in every(body)]
    for play in plays:
        if isinstance(play, list):
            return set()
        acts += every(play)
    lets = {act.name: act.value for act in acts if isinstance(act, code.Let)}
    changing = set_names(acts)
    for act in acts:
        if not isinstance(act, code.SetZone):
            continue
        value = act.value
        if isinstance(value, Var) and value.name not in changing:
            value = lets.get(value.name, value)
        if not (value == Num(0, value.kind) or (isinstance(value, Op) and value.op == "bit")):
            found -= effects.places.slots("z", act.index)
    return found


def asked_whether_any(acts: Acts, single: set[Slot]) -> Acts:
    """Return acts that ask zones of one card at most whether they have any, not whether one."""

    def change(c: Code) -> Code:
        match c:
            case Op("one", (code.Zone(Num(slot)) as zone,)) if ("z", slot) in single:
                return algebra.some(zone)
            case _:
                return c

    return changed(acts, change)


def told_by_card(acts: Acts, single: set[Slot]) -> Acts:
    """Return acts that find the zone of a card among zones of just one card each by the card.

    Where none of these is the mask that is looked for, that was not one card of theirs: then the
    quick loop gives up, as it does where it is asked whether the mask is one card.
    """
    used = uses(acts)

    def go(block: Acts, filled: frozenset[int]) -> Acts:
        out: list[Act] = []
        for old in block:
            act = old
            if isinstance(act, code.Branch):
                act = replace(
                    act,
                    then=go(act.then, filled | _asked(act.cond)),
                    otherwise=go(act.otherwise, filled),
                )
            elif isinstance(act, code.Let):
                found = _holder(act.value, single, filled)
                if found is not None:
                    card, value = found
                    idle = [
                        a
                        for a in out
                        if isinstance(a, code.Let)
                        and a.value == Op("place", (card,))
                        and not used[a.name]
                    ]
                    out = [a for a in out if a not in idle]
                    act = replace(act, value=value)
            elif isinstance(act, code.SetZone) or blocks(act):
                filled = frozenset()
            out.append(act)
        return tuple(out)

    return go(acts, frozenset())


def _asked(cond: Code) -> frozenset[int]:
    """Return the zones that a condition asks for cards."""
    match cond:
        case Op("and", (a, b)):
            return _asked(a) | _asked(b)
        case Op("some" | "one", (code.Zone(Num(slot)),)):
            return frozenset((slot,))
        case _:
            return frozenset()


def _holder(c: Code, single: set[Slot], filled: frozenset[int]) -> tuple[Code, Code] | None:
    """Return the card whose zone a code finds, and the code that finds it by the card itself."""
    match c:
        case code.Pick(
            Op("some", (Op("&", (code.Zone(Num(slot)) as zone, Var() as card)),)), Num() as n, other
        ) if ("z", slot) in single and slot in filled:
            if other == Op("fail", ()):
                rest: Code = other
            else:
                found = _holder(other, single, filled)
                if found is None or found[0] != card:
                    return None
                rest = found[1]
            return card, code.Pick(Op("==", (zone, card), Kind.BOOL), n, rest, c.kind)
        case _:
            return None
