"""Zones that a card is mostly laid into alone: they are asked whether they are empty, not joined.

Where events wait for one card in each zone of a family, a zone that a move lays a card into is as
good as always empty.  Where one is not, the quick loop gives up, and play goes on step by step.
"""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import Acts, all_codes, every
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Num, Op, Var


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
