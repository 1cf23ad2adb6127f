"""Events that happen as soon as one of a family is so: only the one that changed is asked.

Before a move no event applies, so none of the family was so then.
"""

from __future__ import annotations

from collections.abc import Collection

from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import Acts, blocks, names, rewritten, set_names
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Num, Op


class OfOne:
    """Walks through what a move does.  `whens` are the conditions of events."""

    def __init__(self, effects: Effects, whens: Collection[Code], acts: Acts) -> None:
        self.effects = effects
        self.whens = whens
        self.varying = set_names(acts)

    def block(self, acts: Acts, changed: dict[Slot, set[Code]]) -> Acts:
        """Return acts; `changed` are the places of variables that were given values."""
        out: list[Act] = []
        for old in acts:
            act = old
            match act:
                case code.Branch(cond, then, otherwise):
                    cond = self.asked(cond, changed)
                    sides = [{s: set(c) for s, c in changed.items()} for _ in range(2)]
                    act = code.Branch(
                        cond, self.block(then, sides[0]), self.block(otherwise, sides[1])
                    )
                    for side in sides:
                        for slot, those in side.items():
                            changed.setdefault(slot, set()).update(those)
                case code.SetCell(index):
                    for slot in self.effects.writes((act,)):
                        changed.setdefault(slot, set()).add(index)
                case _ if blocks(act):
                    for slot in self.effects.writes((act,)):
                        changed.setdefault(slot, set()).update((Num(0), Num(1)))
                case _:
                    pass
            out.append(act)
        return tuple(out)

    def asked(self, cond: Code, changed: dict[Slot, set[Code]]) -> Code:
        """Return a condition that asks for the one place that was given a value."""
        parts = _any_asked(cond)
        if cond not in self.whens or len(parts) < 2:
            return cond
        slots = [_slot(part) for part in parts]
        if None in slots or len(set(slots)) < len(slots):
            return cond
        places = [changed.get(("c", slot), set()) for slot in slots if slot is not None]
        if len(set().union(*places)) != 1 or not all(places):
            return cond
        ((index,),) = {tuple(those) for those in places}
        home, _ = self.effects.places.family("c", index)
        if isinstance(index, Num) or names(index) & self.varying or self._reads(index):
            return cond
        if home.size != len(slots):
            return cond
        whole = [_put(part, slot, index) for part, slot in zip(parts, slots, strict=True)]
        return whole[0] if all(part == whole[0] for part in whole) else cond

    def _reads(self, c: Code) -> set[Slot]:
        return self.effects.reads((code.Return(c),))


def _slot(c: Code) -> int | None:
    """Return the only slot that a condition looks at, and nothing else does."""
    match c:
        case Op(
            "<=" | "<" | "==",
            (Num(), code.Cell(Num(slot), False)) | (code.Cell(Num(slot), False), Num()),
        ):
            return slot
        case _:
            return None


def _put(c: Code, slot: int | None, index: Code) -> Code:
    def change(x: Code) -> Code:
        if isinstance(x, code.Cell) and x.index == Num(slot or 0):
            return code.Cell(index, False, x.kind)
        return x

    return rewritten(c, change)


def _any_asked(c: Code) -> list[Code]:
    """Return the conditions of which one is to hold, in order."""
    if isinstance(c, Op) and c.op == "or":
        return [part for arg in c.args for part in _any_asked(arg)]
    return [c]


def asked_of_one(acts: Acts, effects: Effects, whens: Collection[Code]) -> Acts:
    """Return what a move does with all that happens after it, asking for what has changed."""
    return OfOne(effects, whens, acts).block(acts, {})
