"""What is read more than once is read ahead."""

from __future__ import annotations

from collections import Counter

from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_codes,
    changed,
    every,
    joined,
    names,
    uses,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Num, Op, Var


def often_read(acts: Acts, effects: Effects, fresh: Fresh) -> tuple[Acts, dict[Code, Var]]:
    """Return acts that change nothing with what they read more than once read ahead, and that."""
    counted: Counter[Code] = Counter()
    for c in all_codes(acts):
        match c:
            case code.Zone(index) if not isinstance(index, Num) and not names(index):
                counted[c] += 1
            case Op("some", (mask,)) if not names(mask) and len(joined(mask)) > 1:
                counted[c] += 1
            case _:
                pass
    looked_at = uses(acts)
    for act in every(acts):
        match act:
            case code.Let(name, Op("not", (Op("some", (mask,)) as asked,))):
                if asked in counted and looked_at[name] > 1:
                    counted[asked] += looked_at[name]
            case _:
                pass
    found: dict[Code, Var] = {}
    for c, n in counted.items():
        if n > 1:
            slot = min(effects.reads((code.Return(c),)))
            word = "in" if isinstance(c, code.Zone) else "any"
            name = fresh.name(f"{word}_{effects.places.variable(slot)}")
            found[c] = Var(name, c.kind)
    lets = tuple(code.Let(var.name, c) for c, var in found.items())
    return (*lets, *changed(acts, lambda c: found.get(c, c))), found
