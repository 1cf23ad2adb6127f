"""Plans made straight: what is cheap and harmless is worked out without asking first whether to.

Whether somebody has a card is as good as chance: a branch on it is mostly taken wrongly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardavia_spec.back.c.places import parts
from cardavia_spec.back.c.ranges import Ranges
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var

Acts = tuple[Act, ...]
MOST: Final = 14
"""So many operators at most are worth less than a branch."""


def straight(acts: Acts, ranges: Ranges | None = None) -> Acts:
    """Return a block where a part of a mask is worked out even where the mask is empty."""
    found: list[Act] = []
    for act in acts:
        match act:
            case code.Branch(cond, then, otherwise):
                branch = code.Branch(cond, straight(then, ranges), straight(otherwise, ranges))
                whole: Acts | None = None
                if found and isinstance(found[-1], code.Let):
                    whole = _without_asking(found[-1], branch, ranges)
                if whole is None:
                    found.append(branch)
                else:
                    found[-1:] = whole
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                found.append(replace(act, body=straight(body, ranges)))
            case _:
                found.append(act)
    return tuple(found)


def _without_asking(let: code.Let, act: code.Branch, ranges: Ranges | None) -> Acts | None:
    """Return what gives a name its value without asking, if it is empty where it is not asked."""
    match act:
        case code.Branch(
            Op("some", (Var() as mask,)),
            (*before, code.Set(name, Op("&" | "&~", (part, _)) as value)),
            (code.Set(other, Num(0)),),
        ) if name == other == let.name and isinstance(let.value, Num) and part == mask:
            pass
        case _:
            return None
    left = MOST
    for each in (*before, code.Let(name, value)):
        if not isinstance(each, code.Let):
            return None
        size = _size(each.value, own=True, ranges=ranges)
        left -= size
        if size == 0 or left < 0:
            return None
    return (*before, code.Let(name, value))


def unasked(acts: Acts, ranges: Ranges) -> Acts:
    """Return the body of a function where what only parts of a mask are told by is not asked for.

    Where the mask is empty such a value may be anything, and no obligation is asked.
    """
    found: list[Act] = []
    for act in acts:
        match act:
            case code.Branch(
                Op("some", (Var() as mask,)) as some,
                (*before, code.Set(name, value)),
                (code.Set(other, Num()),),
            ) if (
                name == other
                and found
                and isinstance(found[-1], code.Let)
                and found[-1].name == name
                and _only_parts(acts, name, mask)
            ):
                steps = [*before, code.Let(name, value)]
                cost = sum(_step(step, ranges) for step in steps)
                if all(_step(step, ranges) for step in steps) and cost <= MOST:
                    found.pop()
                    for step in steps:
                        if isinstance(step, code.Fault):
                            cond = Op("and", (step.cond, some), Kind.BOOL)
                            found.append(replace(step, cond=cond))
                        else:
                            found.append(step)
                    continue
            case _:
                pass
        found.append(act)
    return tuple(found)


def _step(act: Act, ranges: Ranges) -> int:
    """Return how many operators an act takes that is harmless if not asked for; 0: it is not."""
    match act:
        case code.Let(_, value):
            return _size(value, own=True, ranges=ranges)
        case code.Fault(cond, fix=None):
            return _size(cond, own=True, ranges=ranges)
        case _:
            return 0


def _only_parts(acts: Acts, name: str, mask: Var) -> bool:
    """Whether a name is read only where it tells a part of a mask."""
    every = list(parts(acts))
    reads = sum(isinstance(x, Var) and x.name == name for x in every)
    inside = [
        x.args[1] for x in every if isinstance(x, Op) and x.op in ("&", "&~") and x.args[0] == mask
    ]
    counted = sum(isinstance(x, Var) and x.name == name for x in parts(inside))
    return reads == counted


def chained(acts: Acts, ranges: Ranges) -> Acts:
    """Return the body of a function with the last masks it tries worked out and one chosen.

    Which one is the first that is not empty is as good as chance.
    """
    if not acts or not isinstance(acts[-1], code.Return) or not isinstance(acts[-1].value, Num):
        return acts
    if acts[-1].value.value:
        return acts
    tried: list[Var] = []
    between: list[Act] = []
    at, left = len(acts) - 1, MOST
    while at > 0:
        act = acts[at - 1]
        match act:
            case code.Branch(
                Op("some", (Var() as mask,)),
                (*hits, code.Return(Var() as value)),
                (),
            ) if value == mask and all(isinstance(hit, code.Hit) for hit in hits):
                tried.append(mask)
            case code.Let(_, value) if 0 < (size := _size(value, own=True, ranges=ranges)) <= left:
                left -= size
                between.append(act)
            case code.Note():
                between.append(act)
            case _:
                break
        at -= 1
    if len(tried) < 2:
        return acts
    chosen: list[Act] = []
    rest = tried[0]
    for mask in tried[1:]:
        name = Var(f"{mask.name}_or", mask.kind)
        some = Op("some", (mask,), Kind.BOOL)
        chosen.append(code.Let(name.name, code.Pick(some, mask, rest, mask.kind)))
        rest = name
    return (*acts[:at], *reversed(between), *chosen, code.Return(rest))


def flat(c: Code, most: int = 10) -> bool:
    """Whether it is cheap, and safe to look at even where it is not asked for."""
    return 0 < _size(c) <= most


def _size(c: Code, *, own: bool = False, ranges: Ranges | None = None) -> int:
    """Return how many operators a flat code has (1 at least), 0 if it is not flat.

    With `own` what belongs to whose turn it is counts as flat, too, with `ranges` an entry of an
    array that is surely there.
    """
    match c:
        case Num() | code.Var() | code.Kept():
            return 1
        case code.Zone() if ranges is not None and ranges.is_zone(c):
            return 1
        case code.Zone(index) | code.Cell(index):
            return 1 if isinstance(index, Num) or (own and _is_own(index)) else 0
        case code.At(_, index) if ranges is not None and ranges.inside(c):
            inner = _size(index, own=own, ranges=ranges)
            return inner and inner + 1
        case code.Op(
            "//" | "%" | "nth" | "kth" | "ways" | "waysof" | "subset" | "ranked" | "field"
        ):
            return 0
        case code.Op("bit" | "upto" | "has", args) if not isinstance(args[-1], Num):
            return 0
        case code.Op(_, args):
            sizes = [_size(a, own=own, ranges=ranges) for a in args]
            return 1 + sum(sizes) if all(sizes) else 0
        case _:
            return 0


def _is_own(index: Code) -> bool:
    """Whether an index is that of whose turn it is, who is always somebody."""
    match index:
        case Var("me") | Op("+", (Num(), Var("me"))):
            return True
        case _:
            return False
