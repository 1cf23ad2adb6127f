"""What is looked up by a single card: in tables by the length of its bit, which is quicker.

The bits of cards are powers of two, which lie badly in dicts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardavia_spec.back.python.quick.trees import Acts, changed, every, set_names, with_blocks
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Array, Code, Num, Op, Var


def card_of(c: Code, single: Collection[str]) -> str | None:
    """Return the name of the single card that a code depends on and on nothing else, or None."""
    match c:
        case Op("place", (Var(name),)):
            return name if name in single else None
        case code.At(_, index):
            return card_of(index, single)
        case Op("upto", (part,)) | Op("&" | "&~" | "|", (Num(), part) | (part, Num())):
            return card_of(part, single)
        case _:
            return None


def values(c: Code, arrays: Mapping[str, Array], cards: int) -> tuple[int, ...] | None:
    """Return what a code that depends on one card is for each card; None where it is nothing."""
    try:
        found = [_value(c, card, arrays) for card in range(cards)]
    except LookupError:
        return None
    return tuple(found) if min(found) >= 0 else None


def _value(c: Code, card: int, arrays: Mapping[str, Array]) -> int:
    match c:
        case Num(value):
            return value
        case Op("place"):
            return card
        case code.At(array, index):
            at = _value(index, card, arrays)
            if at < 0:
                raise LookupError(at)
            return arrays[array].values[at]
        case Op("upto", (index,)):
            return (2 << _value(index, card, arrays)) - 1
        case Op("&" | "&~" | "|" as op, (a, b)):
            x, y = _value(a, card, arrays), _value(b, card, arrays)
            return x & y if op == "&" else x | y if op == "|" else x & ~y
        case _:
            raise LookupError(c)


def put_in(acts: Acts, single: Collection[str]) -> Acts:
    """Return acts where names of what depends on a single card are replaced by that in loops."""
    lets = {
        act.name: act.value
        for act in every(acts)
        if isinstance(act, code.Let) and card_of(act.value, single)
    }
    looped = {
        c.name
        for act in every(acts)
        if isinstance(act, code.Each) and isinstance(act.mask, Op)
        for c in act.mask.args
        if isinstance(c, Var)
    }
    wanted = {name: value for name, value in lets.items() if name in looped}
    if not wanted:
        return acts
    acts = changed(acts, lambda c: wanted.get(c.name, c) if isinstance(c, Var) else c)
    return without(acts, wanted)


def without(acts: Acts, names: Collection[str]) -> Acts:
    """Return acts without the declarations of some names."""
    kept = [act for act in acts if not (isinstance(act, code.Let) and act.name in names)]
    return tuple(with_blocks(act, lambda block: without(block, names)) for act in kept)


def taken_off(acts: Acts) -> Acts:
    """Return acts where a part of a mask is taken off it in the quicker way."""
    varying = set_names(acts)
    parts = {
        act.name: act.value.args
        for act in every(acts)
        if isinstance(act, code.Let) and isinstance(act.value, Op) and act.value.op == "&"
    }

    def change(c: Code) -> Code:
        match c:
            case Op("&~", (Var(whole) as mask, Var(part) as some)) if (
                mask in parts.get(part, ()) and not {whole, part} & varying
            ):
                return Op("^", (mask, some), c.kind)
            case _:
                return c

    return changed(acts, change)
