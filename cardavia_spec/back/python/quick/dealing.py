"""Dealing without loops: which places of the deck a draw takes is known ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    blocks,
    changed,
    every,
    joined,
    names,
    set_names,
    size,
    uses,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.plan.stock import most_drawn

MOST = 400
"""Loops are written out up to so many acts in all."""


def unrolled(acts: Acts, program: Program, fresh: Fresh) -> Acts:
    """Return acts where loops that draw a few times are written out, one round after the other."""
    written = _written_out(acts, fresh)
    if size(written) > max(MOST, size(acts)):
        return acts
    cycles = {array.values: name for name, array in program.arrays.items()}
    return _numbered(_assigned_once(written, fresh), cycles)


def _written_out(acts: Acts, fresh: Fresh) -> Acts:
    out: list[Act] = []
    for act in acts:
        match act:
            case code.Through(name, Num(low), Num(high), body) if _draws(body):
                numbers = tuple(range(low, min(high, low + MOST) + 1))
            case code.Each(name, Num(mask), body) if _draws(body):
                numbers = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
            case _:
                out.append(act)
                continue
        if len(numbers) > MOST:
            return acts
        inner = _written_out(body, fresh)
        for number in numbers:
            out += fresh.renamed(_given(inner, name, number))
    return tuple(out)


def _given(acts: Acts, name: str, number: int) -> Acts:
    def change(c: Code) -> Code:
        return Num(number, c.kind) if isinstance(c, Var) and c.name == name else c

    return changed(acts, change)


def _draws(acts: Acts) -> bool:
    """Whether acts draw, and do nothing that would leave a round early."""
    found = list(every(acts))
    jumps = (code.Break, code.Continue, code.Return)
    return any(isinstance(act, code.DrawFrom) for act in found) and not any(
        isinstance(act, jumps) for act in found
    )


def _assigned_once(acts: Acts, fresh: Fresh) -> Acts:
    """Return acts where a name that gets a new value right in this block is a new name."""
    declared = {act.name for act in acts if isinstance(act, code.Let)}
    now: dict[str, str] = {}
    out: list[Act] = []

    def change(c: Code) -> Code:
        return Var(now[c.name], c.kind) if isinstance(c, Var) and c.name in now else c

    inner = set_names([a for act in acts for block in blocks(act) for a in block])
    for old in acts:
        (act,) = changed((old,), change)
        if isinstance(act, code.Set) and act.name in declared and act.name not in inner:
            now[act.name] = fresh.name(act.name)
            act = code.Let(now[act.name], act.value)
        out.append(act)
    return tuple(out)


def _numbered(acts: Acts, cycles: Mapping[tuple[int, ...], str]) -> Acts:
    """Return acts where what is looked up in a table right in this block is looked up once."""
    varying = set_names(acts)
    same: dict[str, Code] = {}
    known: dict[Code, Code] = {}
    out: list[Act] = []

    def change(c: Code) -> Code:
        return _looked_up(same.get(c.name, c) if isinstance(c, Var) else c, cycles)

    for old in acts:
        (act,) = changed((old,), change)
        if any(isinstance(a, code.SetCell) for a in every((act,))):
            known = {c: name for c, name in known.items() if not isinstance(c, code.Cell)}
        match act:
            case code.Let(name, value) if name not in varying and not names(value) & varying:
                if isinstance(value, Var) or value in known:
                    same[name] = known.get(value, value)
                    continue
                if isinstance(value, code.At) and isinstance(value.index, Var):
                    known[value] = Var(name, value.kind)
                if isinstance(value, code.Cell) and isinstance(value.index, Num):
                    known[value] = Var(name, value.kind)
            case _:
                pass
        out.append(act)
    return tuple(out)


def _looked_up(c: Code, cycles: Mapping[tuple[int, ...], str]) -> Code:
    """Return the next one in a cycle looked up, not worked out."""
    match c:
        case code.Pick(Op("==", (x, Num(last))), Num(0), Op("+", (y, Num(1)))) if x == y:
            name = cycles.get((*range(1, last + 1), 0))
            return c if name is None else code.At(name, x, c.kind)
        case _:
            return c


def placed_draws(acts: Acts) -> tuple[Acts, dict[str, int]]:
    """Return acts, and the places of the deck where draws begin.

    From where these are not known ahead, `taken` says how many cards have been drawn.
    """
    places: dict[str, int] = {}
    taken = 0
    for i, act in enumerate(acts):
        match act:
            case code.DrawFrom(name, _, Num(count)) if count >= 0:
                places[name] = taken
                taken += count
            case code.Return() | code.Break():
                return (*acts[:i], code.Set("taken", Num(taken)), *acts[i:]), places
            case _ if any(isinstance(a, code.DrawFrom) for a in every((act,))) or _leaves(act):
                return (*acts[:i], code.Set("taken", Num(taken)), *acts[i:]), places
            case _:
                pass
    return (*acts, code.Set("taken", Num(taken))), places


def cards_needed(dealt: Acts, effects: Effects, program: Program, *, one_stock: bool) -> int:
    """Return how many cards of a deck are drawn at most, by the plan of a deal or later on."""
    others = [f for name, f in effects.functions.items() if name != "deal"]
    if one_stock and not any(
        isinstance(act, code.DrawFrom) for f in others for act in every(f.body)
    ):
        number = most_drawn(dealt)
        if number is not None:
            return min(number, program.cards)
    return program.cards


def _leaves(act: code.Act) -> bool:
    """Whether an act may leave what it stands in: the state has to be as it is by then."""
    jumps = (code.Break, code.Continue, code.Return)
    return any(isinstance(a, jumps) for a in every((act,)))


def gathered(acts: Acts, placed: Mapping[str, int], effects: Effects) -> Acts:
    """Return acts where all that comes into a zone by draws of known places comes at once.

    In which order cards come into a zone, or leave one, makes no difference to what is there.
    """
    out: list[Act] = []
    coming: dict[Code, list[code.SetZone]] = {}

    def flush() -> None:
        for those in coming.values():
            first = those[0].value
            assert isinstance(first, Op)
            whole = first.args[1]
            for act in those[1:]:
                assert isinstance(act.value, Op)
                whole = Op("|", (whole, act.value.args[1]), whole.kind)
            out.append(replace(those[0], value=Op(first.op, (first.args[0], whole), first.kind)))
        coming.clear()

    for act in acts:
        match act:
            case code.SetZone(index, Op("|" | "^", (code.Zone(same), Var(name)))) if (
                index == same and name in placed
            ):
                coming.setdefault(index, []).append(act)
                continue
            case code.SetZone(index, Op("|" | "^", (Num(), Var(name)))) if name in placed:
                coming.pop(index, None)
                coming[index] = [act]
                continue
            case code.DrawFrom(name) if name in placed:
                pass
            case _:
                touched = effects.reads((act,)) | effects.writes((act,))
                if _leaves(act) or any(
                    effects.places.slots("z", index) & touched for index in coming
                ):
                    flush()
        out.append(act)
    flush()
    return tuple(out)


MANY = 8
"""So many cards are sooner added up than joined one by one."""
SHORT = 30
"""Masks of so few cards are joined as fast as they are added up."""


def added_up(acts: Acts, placed: Mapping[str, int], fresh: Fresh, cards: int) -> Acts:
    """Return acts where the cards that come into a zone by many draws are one sum.

    What leaves a zone for others is put together of what comes into these; where all `cards` of a
    deck are dealt, the last sum is what is left by the others.
    """
    counts = {a.name: a.count.value for a in acts if _is_placed(a, placed)}  # type: ignore[union-attr]
    moved: dict[int, list[str]] = {}
    for i, act in enumerate(acts):
        if isinstance(act, code.SetZone) and isinstance(act.value, Op):
            drawn = joined(act.value.args[-1])
            some = [c.name for c in drawn if isinstance(c, Var) and c.name in counts]
            if len(some) == len(drawn) and sum(counts[name] for name in some) >= MANY:
                moved[i] = some
    if not moved:
        return acts
    ready: dict[int, Acts] = {}
    sums: list[tuple[set[str], Var]] = []
    for i in sorted(moved, key=lambda i: len(moved[i])):
        left = list(moved[i])
        parts: list[Code] = []
        for those, name in sums:
            if those <= set(left):
                left = [x for x in left if x not in those]
                parts.append(name)
        lets: list[Act] = []
        if sum(counts[name] for name in left) >= MANY:
            name = Var(fresh.name("dealt_1"), Kind.CARDS)
            spots = tuple(Num(placed[x] + n) for x in left for n in range(counts[x]))
            whole: Code = Op("dealt", spots, Kind.CARDS)
            others = set().union(*(those for those, _ in sums))
            dealt = sum(counts[x] for x in others | set(left))
            if sums and dealt == cards and not others & set(left):
                taken: list[Code] = [other for _, other in sums]
                full = Num((1 << cards) - 1, Kind.CARDS)
                whole = Op("^", (full, reduce(algebra.join, taken)), Kind.CARDS)
            lets.append(code.Let(name.name, whole))
            sums.append((set(left), name))
            parts.append(name)
            left = []
        parts += [Var(x, Kind.CARDS) for x in left]
        act = acts[i]
        assert isinstance(act, code.SetZone)
        assert isinstance(act.value, Op)
        parts_ = reduce(algebra.join, parts)
        new = replace(act, value=replace(act.value, args=(act.value.args[0], parts_)))
        ready[i] = (*lets, new)
    # Sums are declared before the first of them is looked at.
    first = min(ready)
    lets = [act for those in ready.values() for act in those[:-1]]
    out: list[Act] = []
    for i, act in enumerate(acts):
        out += lets if i == first else ()
        out.append(ready[i][-1] if i in ready else act)
    used = uses(out)
    return tuple(a for a in out if not (_is_placed(a, placed) and not used[a.name]))  # type: ignore[union-attr]


def _is_placed(act: Act, placed: Mapping[str, int]) -> bool:
    return isinstance(act, code.DrawFrom) and act.name in placed and isinstance(act.count, Num)


def told_once(acts: Acts, fresh: Fresh, effects: Effects) -> Acts:
    """Return acts where what several variables begin with is worked out once."""
    counted = Counter(
        act.value
        for act in acts
        if isinstance(act, code.SetCell) and isinstance(act.value, Op | code.Pick)
    )
    names_ = {
        c: Var(fresh.name("first_1"), c.kind)
        for c, n in counted.items()
        if n > 1 and not names(c) & set_names(acts)
    }
    out: list[Act] = []
    known: dict[Code, Var] = {}
    for act in acts:
        if isinstance(act, code.SetCell) and act.value in names_:
            name = names_[act.value]
            if act.value not in known:
                out.append(code.Let(name.name, act.value))
            known[act.value] = name
            out.append(replace(act, value=name))
        else:
            out.append(act)
        written = effects.writes((act,))
        if any(effects.reads((code.Return(c),)) & written for c in known):
            return acts
    return tuple(out)
