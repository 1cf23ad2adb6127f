"""Cards whose partner, always as many places away, lies in the same set: found pair by pair."""

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    every,
    set_names,
    uses,
    with_blocks,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var


def paired(acts: Acts, fresh: Fresh) -> Acts:
    """Return acts that look for the lower cards of pairs, and mostly find that there are none."""
    used, changing = uses(acts), set_names(acts)
    lets = {act.name: act.value for act in every(acts) if isinstance(act, code.Let)}
    lets = {name: value for name, value in lets.items() if name not in changing}

    def go(block: Acts) -> Acts:
        out: list[Act] = []
        for old in block:
            act = with_blocks(old, go)
            found = _pair(act, lets, changing) if isinstance(act, code.Let) else None
            if found is None or not isinstance(act, code.Let):
                out.append(act)
                continue
            part, hand, away, lower = found
            if used[part] == 2:
                out = [a for a in out if not (isinstance(a, code.Let) and a.name == part)]
            pair = Var(fresh.name("pair"), Kind.CARDS)
            moved = Op("shift", (hand, Num(-away)), Kind.CARDS)
            low: Code = Op("&", (Op("&", (hand, moved), Kind.CARDS), lower), Kind.CARDS)
            both = Op("|", (pair, Op("shift", (pair, Num(away)), Kind.CARDS)), Kind.CARDS)
            whole = code.Pick(algebra.some(pair), both, Num(0, Kind.CARDS), Kind.CARDS)
            out += [code.Let(pair.name, low), code.Let(act.name, whole)]
        return tuple(out)

    return go(acts)


def _pair(
    let: code.Let, lets: Mapping[str, Code], changing: set[str]
) -> tuple[str, Code, int, Num] | None:
    """Return the name of the part of a set, the set, how far partners are, and the lower ones."""
    match let.value:
        case code.Pick(
            Op("some", (Var(part),)), Op("&", (Var(again), Op("|", (one, other)))), Num(0)
        ) if part == again:
            pass
        case _:
            return None
    match lets.get(part), _moved(one), _moved(other):
        case Op("&", (hand, Num(all_))), (there, away, those), (there_, away_, those_):
            pass
        case _:
            return None
    if (
        not isinstance(hand, Var)
        or hand.name in changing
        or not hand == there == there_
        or away + away_ != 0
        or not away
    ):
        return None
    upper, lower = (those, those_) if away > 0 else (those_, those)
    away = abs(away)
    upper, lower = upper & all_, lower & all_
    return (part, hand, away, Num(lower, Kind.CARDS)) if upper == lower << away else None


def _moved(c: Code) -> tuple[Code, int, int] | None:
    match c:
        case Op("&", (Op("shift", (there, Num(away))), Num(those))):
            return there, away, those
        case _:
            return None
