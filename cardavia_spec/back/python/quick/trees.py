"""Going through plans: their parts, what stands in them, and putting other parts in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import is_
from typing import Final

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Num, Var

Rewrite = Callable[[Code], Code]
Acts = tuple[Act, ...]


_LEAVES = frozenset((Num, Var, code.Kept))


def parts(c: Code) -> tuple[Code, ...]:
    """Return the codes right inside a code."""
    kind = type(c)
    if kind in _LEAVES:
        return ()
    if kind is code.Op or kind is code.Call:
        return c.args  # type: ignore[union-attr]
    if kind is code.Pick:
        return (c.cond, c.then, c.other)  # type: ignore[union-attr]
    return (c.index,)  # type: ignore[union-attr]


def rewritten(c: Code, change: Rewrite) -> Code:
    """Return a code with `change` made to each part of it, the innermost first, and to itself.

    What does not change stays the same object.
    """
    if isinstance(c, (Num, Var, code.Kept)):
        return change(c)
    if isinstance(c, code.Op):
        some = _all(c.args, change)
        return change(c if some is c.args else code.Op(c.op, some, c.kind))
    if isinstance(c, code.Call):
        some = _all(c.args, change)
        return change(c if some is c.args else replace(c, args=some))
    if isinstance(c, code.Pick):
        three = (c.cond, c.then, c.other)
        some = _all(three, change)
        return change(c if some is three else code.Pick(some[0], some[1], some[2], c.kind))
    new = rewritten(c.index, change)
    return change(c if new is c.index else replace(c, index=new))


def _all(args: tuple[Code, ...], change: Rewrite) -> tuple[Code, ...]:
    new = [rewritten(a, change) for a in args]
    return args if all(map(is_, new, args)) else tuple(new)


def inside(c: Code) -> list[Code]:
    """Return a code and all codes in it."""
    found = [c]
    for x in found:
        found += parts(x)
    return found


def own_codes(act: Act) -> tuple[Code, ...]:
    """Return the codes right in an act, not those of acts in it."""
    kind = type(act)
    if kind is code.Let or kind is code.Set:
        return (act.value,)  # type: ignore[union-attr, return-value]
    if kind is code.Branch or kind is code.Fault:
        return (act.cond,)  # type: ignore[union-attr]
    match act:
        case code.SetCell(index, value) | code.SetZone(index, value) | code.Out(index, value):
            return (index, value)
        case code.Keep(_, mask, count):
            return (mask, count)
        case code.DrawFrom(_, zone, count):
            return (zone, count)
        case code.Each(_, mask):
            return (mask,)
        case code.Through(_, low, high):
            return (low, high)
        case code.Return(value):
            return () if value is None else (value,)
        case _:
            return ()


def blocks(act: Act) -> tuple[Acts, ...]:
    """Return the blocks of acts in an act."""
    kind = type(act)
    if kind is code.Branch:
        return (act.then, act.otherwise)  # type: ignore[union-attr]
    if kind in _LOOPS:
        return (act.body,)  # type: ignore[union-attr]
    return ()


_LOOPS = (code.Each, code.Through, code.Loop)


def with_codes(act: Act, change: Rewrite) -> Act:
    """Return an act with `change` made to the codes right in it."""
    old = own_codes(act)
    if not old:
        return act
    return with_own(act, _all(old, change))


def with_own(act: Act, new: tuple[Code, ...]) -> Act:
    """Return an act with other codes in the places of those right in it."""
    if all(map(is_, new, own_codes(act))):
        return act
    match act:
        case code.Let() | code.Set() | code.Return():
            return replace(act, value=new[0])
        case code.SetCell() | code.SetZone() | code.Out():
            return replace(act, index=new[0], value=new[1])
        case code.Keep():
            return replace(act, mask=new[0], count=new[1])
        case code.DrawFrom():
            return replace(act, zone=new[0], count=new[1])
        case code.Branch() | code.Fault():
            return replace(act, cond=new[0])
        case code.Each():
            return replace(act, mask=new[0])
        case code.Through():
            return replace(act, low=new[0], high=new[1])
        case _:
            raise AssertionError(act)


def with_blocks(act: Act, change: Callable[[Acts], Acts]) -> Act:
    """Return an act with `change` made to the blocks in it."""
    match act:
        case code.Branch(cond, then, otherwise):
            a, b = change(then), change(otherwise) if otherwise else ()
            return act if a is then and b is otherwise else code.Branch(cond, a, b)
        case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
            new = change(body)
            return act if new is body else replace(act, body=new)
        case _:
            return act


def changed(acts: Acts, change: Rewrite) -> Acts:
    """Return acts with `change` made to every code in them."""
    new = tuple(
        [with_blocks(with_codes(act, change), lambda block: changed(block, change)) for act in acts]
    )
    return acts if all(map(is_, new, acts)) else new


def every(acts: Iterable[Act]) -> list[Act]:
    """Return acts and all acts in them, the outer ones before the inner ones."""
    found: list[Act] = []
    for act in acts:
        found.append(act)
        for block in blocks(act):
            if block:
                found += _whole(block)
    return found


_WHOLE: dict[int, tuple[Acts, list[Act]]] = {}
"""Blocks, by their identity, with all acts in them: most are gone through again and again."""
_MOST: Final = 1 << 14


def _whole(block: Acts) -> list[Act]:
    known = _WHOLE.get(id(block))
    if known is None:
        if len(_WHOLE) >= _MOST:
            _WHOLE.clear()
        known = _WHOLE[id(block)] = (block, every(block))
    return known[1]


def all_codes(acts: Iterable[Act]) -> Iterator[Code]:
    """Yield every code in acts, with the codes in it."""
    for act in every(acts):
        for c in own_codes(act):
            yield from inside(c)


def uses(acts: Iterable[Act]) -> Counter[str]:
    """Return how often each local name is looked at."""
    return Counter(c.name for c in all_codes(acts) if isinstance(c, Var))


def names(c: Code) -> set[str]:
    """Return the local names in a code."""
    if isinstance(c, Num):
        return set()
    return {x.name for x in inside(c) if isinstance(x, Var)}


def declared(act: Act) -> str | None:
    """Return the name that an act declares."""
    match act:
        case code.Let(name) | code.DrawFrom(name) | code.Each(name) | code.Through(name):
            return name
        case _:
            return None


def set_names(acts: Iterable[Act]) -> set[str]:
    """Return the names that acts give a new value."""
    return {act.name for act in every(acts) if isinstance(act, code.Set)}


def size(acts: Iterable[Act]) -> int:
    """Return how many acts there are in all."""
    return sum(1 for _ in every(acts))


def has_return(acts: Iterable[Act]) -> bool:
    """Whether some act returns."""
    return any(isinstance(act, code.Return) for act in every(acts))


def joined(c: Code) -> list[Code]:
    """Return the masks that are joined, in order."""
    if isinstance(c, code.Op) and c.op == "|":
        return [part for arg in c.args for part in joined(arg)]
    return [c]


def all_asked(c: Code) -> list[Code]:
    """Return the conditions that are all to hold, in order."""
    if isinstance(c, code.Op) and c.op == "and":
        return [part for arg in c.args for part in all_asked(arg)]
    return [c]


class Fresh:
    """Gives out names that nothing else has."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self._last: dict[str, int] = {}

    def name(self, hint: str) -> str:
        """Return a name like the hint."""
        base = hint.rstrip("0123456789").rstrip("_") or "t"
        new, n = hint, self._last.get(base, 1)
        while new in self.taken:
            n += 1
            new = f"{base}_{n}"
        self._last[base] = n
        self.taken.add(new)
        return new

    def renamed(self, acts: Acts, known: dict[str, str] | None = None) -> Acts:
        """Return acts with names of their own for all that they declare."""
        known = dict(known or {})

        def change(c: Code) -> Code:
            if isinstance(c, Var) and c.name in known:
                return replace(c, name=known[c.name])
            return c

        out: list[Act] = []
        for old in acts:
            act = with_codes(old, change)
            if isinstance(act, code.Set):
                act = replace(act, name=known.get(act.name, act.name))
            if isinstance(act, code.Each | code.Through):
                new = self.name(act.name)
                inner = {**known, act.name: new}
                out.append(replace(act, name=new, body=self.renamed(act.body, inner)))
                continue
            if isinstance(act, code.Let | code.DrawFrom):
                new = self.name(act.name)
                known[act.name] = new
                out.append(replace(act, name=new))
                continue
            out.append(with_blocks(act, lambda block: self.renamed(block, known)))
        return tuple(out)
