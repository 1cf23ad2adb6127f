"""Who has laid the best card of a trick, where each of its zones holds one: by comparing numbers.

A rule that narrows the cards down (to trumps if there are any, then to the suit led, then to those
that no other one beats) ranks them: each step is a digit of a number, and so tables tell how high
each card ranks.  The zone with the highest number is looked for directly, without masks.  Where
there is not one card in each zone, or two are equally high, the rule itself is followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardavia_spec.back.c.again import renamed
from cardavia_spec.back.c.facts import Families, Known, union_of
from cardavia_spec.back.c.lone import changes, singles
from cardavia_spec.back.c.places import changed, parts
from cardavia_spec.back.c.ranks import Ranking, highest, ranking, ranks
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.algebra import both
from cardavia_spec.core.plan.code import TRUE, Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

Acts = tuple[Act, ...]
MOST: Final = 8
"""So many zones at most are compared."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """What finds the zone of the best card: its acts, and what it depends on."""

    first: int
    """The first slot of the family of zones."""
    size: int
    how: Ranking
    winner: str
    acts: frozenset[int]
    """The places of the acts of the chain."""


def compared(
    program: Program, laid: frozenset[int], acts: Acts, families: Families, known: Known | None
) -> Acts:
    """Return the body of a function where the zone of the best card is found by comparing.

    `known` is what is known where the function begins.
    """
    acts = _plain(acts)
    chain = _chain(program, families, laid, acts)
    if chain is None:
        return acts
    start, end = min(chain.acts), max(chain.acts)
    own = tuple(act for i, act in enumerate(acts) if i in chain.acts)
    between = [(i, act) for i, act in enumerate(acts[:end]) if i > start and i not in chain.acts]
    names = {act.name for act in own if isinstance(act, code.Let | code.Unbeaten)}
    asked = min((i for i in chain.acts if isinstance(acts[i], code.Fault)), default=end)
    if any(
        not _waits(act, may_fail=i < asked)
        or any(isinstance(x, Var) and x.name in names for x in parts(act))
        for i, act in between
    ):
        return acts
    if any(isinstance(x, Var) and x.name in names - {chain.winner} for x in parts(acts[end + 1 :])):
        return acts
    fast, condition = _fast(program, chain, acts, None if changes(acts[:end]) else known)
    # The rule itself: who wins is declared before.
    last = own[-1]
    assert isinstance(last, code.Let)
    slow = (*own[:-1], code.Set(last.name, last.value))
    return (
        *acts[:start],
        *(act for _, act in between),
        code.Note("who has laid the best card: where each has laid one, by what they rank"),
        *fast[:-1],
        *_chosen(chain.winner, condition, fast[-1], slow),
        *acts[end + 1 :],
    )


def _waits(act: Act, *, may_fail: bool) -> bool:
    """Whether it makes no difference if an act stands before the chain that it stands in."""
    match act:
        case code.Fault(fix=None):
            return may_fail
        case code.Let():
            return may_fail or not any(isinstance(x, code.Call) for x in parts(act))
        case _:
            return isinstance(act, code.Note | code.Hit)


def _chosen(winner: str, condition: Code, fast: Act, slow: Acts) -> Acts:
    """Return acts that find who it is in one way or the other."""
    assert isinstance(fast, code.Set)
    if condition == TRUE:
        return (code.Let(winner, fast.value),)
    return (code.Let(winner, Num(0)), code.Branch(condition, (fast,), slow))


def _fast(program: Program, chain: _Chain, acts: Acts, known: Known | None) -> tuple[Acts, Code]:
    """Return the acts that find the winner; the last one is taken under a condition only."""
    zones = [code.Zone(Num(chain.first + i), first=chain.first) for i in range(chain.size)]
    alone = _unique(chain, acts, range(chain.first, chain.first + chain.size))
    low = 1 << (chain.size - 1).bit_length() if alone else 1
    made, found = ranks(program, chain.winner, chain.how, zones, low)
    if alone:
        top = Var(f"{chain.winner}_top")
        made.append(code.Set(chain.winner, Op("&", (top, Num(low - 1)))))
        return tuple(made), singles(zones, known)
    which = Var(f"{chain.winner}_which", Kind.SMALL)
    made.append(code.Let(which.name, highest(chain.winner, found)))
    made.append(code.Set(chain.winner, Op("low", (which,))))
    return tuple(made), both(singles(zones, known), Op("one", (which,), Kind.BOOL))


def _unique(chain: _Chain, acts: Acts, zones: Sequence[int]) -> bool:
    """Whether no two cards can be the highest, if there is one card in each zone.

    So it is if one of them, the one led, say, surely stands any step, and no two that stand a step
    are equally high.
    """
    for step in chain.how.steps:
        for mask in step.masks:
            found = [n for c, n in enumerate(chain.how.levels) if (mask >> c & 1) == step.inside]
            if len(set(found)) < len(found):
                return False
    lets = {act.name: act.value for act in acts if isinstance(act, code.Let)}
    for step in chain.how.steps:
        index = lets.get(step.index.name) if isinstance(step.index, Var) else step.index
        match index:
            case Op("lone", (code.Zone(place, first=first),)) if first == zones[0] or (
                isinstance(place, Num) and place.value in zones
            ):
                if all((m >> c & 1) == step.inside for c, m in enumerate(step.masks)):
                    return True
            case _:
                pass
    return False


# ------------------------------------------------------------------------- finding the chain


def _plain(acts: Acts) -> Acts:
    """Return a block with masks of cards called by one name each."""
    every = list(parts(acts))
    varying = {x.name for x in every if isinstance(x, code.Set)}
    names = {
        act.name: act.value.name
        for act in acts
        if isinstance(act, code.Let)
        and isinstance(act.value, Var)
        and act.value.kind is Kind.CARDS
        and not {act.name, act.value.name} & varying
    }
    kept = tuple(act for act in acts if not (isinstance(act, code.Let) and act.name in names))
    for name, first in names.items():
        other = first
        while other in names:
            other = names[other]
        kept = renamed(kept, {name: other})
    return kept


def _chain(program: Program, families: Families, laid: frozenset[int], acts: Acts) -> _Chain | None:
    """Return what finds the zone of the best card in the body of a function, if it does."""
    lets = {act.name: (i, act.value) for i, act in enumerate(acts) if isinstance(act, code.Let)}
    beaten = {act.name: (i, act) for i, act in enumerate(acts) if isinstance(act, code.Unbeaten)}
    if any(isinstance(x, code.Set) and x.name in lets for act in acts for x in parts(act)):
        lets = {
            name: found
            for name, found in lets.items()
            if not any(isinstance(x, code.Set) and x.name == name for x in parts(acts))
        }
    for winner, (end, value) in lets.items():
        match value:
            case Op("low", (Var(which),)) if which in lets:
                pass
            case _:
                continue
        held, zones = _holders(lets[which][1])
        inner = {held}
        if held in lets:
            match lets[held][1]:
                case Op("low", (Var(kept),)):
                    inner.add(kept)
                    held = kept
                case _:
                    continue
        if held not in beaten or not zones:
            continue
        family = families.family("z", Num(zones[0]), None)
        at, best = beaten[held]
        how = ranking(program, lets, best)
        if (
            tuple(zones) != family
            or family[0] not in laid
            or len(family) > MOST
            or how is None
            or sorted(union_of(how.whole)) != list(family)
        ):
            continue
        places = {at, end, lets[which][0], *how.acts}
        places |= {lets[name][0] for name in inner if name in lets}
        asked = {held, which}
        places |= {i for i, act in enumerate(acts) if _asks(act, asked)}
        if max(places) != end:
            continue
        return _Chain(family[0], len(family), how, winner, frozenset(places))
    return None


def _asks(act: Act, names: set[str]) -> bool:
    """Whether an act is the obligation that there is one member of a mask."""
    match act:
        case code.Fault(Op("not", (Op("one", (Var(name),)),)), fix=None):
            return name in names
        case _:
            return False


def _holders(which: Code) -> tuple[str, list[int]]:
    """Return what is held, and the zones in order, of a mask that tells which zones hold it.

    What is held is one card, or all cards of a mask.
    """
    held, zones = "", []
    for i, one in enumerate(_terms(which)):
        match one:
            case code.Pick(cond, Num(bit), Num(0)) | Op("when", (cond, Num(bit))) if bit == 1 << i:
                pass
            case _:
                return "", []
        match cond:
            case Op("has", (code.Zone(Num(slot), False), Var(name))) | Op(
                "not", (Op("some", (Op("&~", (Var(name), code.Zone(Num(slot), False))),)),)
            ) if held in ("", name):
                held = name
                zones.append(slot)
            case _:
                return "", []
    return held, zones


def _terms(c: Code) -> Iterator[Code]:
    if isinstance(c, Op) and c.op == "|":
        for arg in c.args:
            yield from _terms(arg)
    else:
        yield c


# ------------------------------------------------------------------------- how many are the best


def counted(
    program: Program, laid: frozenset[int], acts: Acts, families: Families, known: Known
) -> Acts:
    """Return a block where it is counted by numbers how many cards are the best of a trick.

    That is so where each zone is known to hold one card, and nothing else is asked of the best.
    """
    out: list[Act] = []
    known, todo = known.copy(), list(acts)
    while todo:
        act = todo.pop(0)
        match act:
            case code.Let(name, value) if value.kind is Kind.BOOL:
                known.lets[name] = value
            case code.Branch(cond, then, otherwise):
                yes, no = known.copy(), known.copy()
                yes.learn(cond, holds=True)
                no.learn(cond, holds=False)
                then = counted(program, laid, then, families, yes)
                otherwise = counted(program, laid, otherwise, families, no)
                act = code.Branch(cond, then, otherwise)
            case code.Unbeaten(name):
                places = enumerate(out)
                lets = {x.name: (i, x.value) for i, x in places if isinstance(x, code.Let)}
                how = ranking(program, lets, act)
                slots = sorted(union_of(how.whole)) if how is not None else []
                if how is None or not slots or slots[0] not in laid or len(slots) > MOST:
                    pass
                elif singles([code.Zone(Num(slot)) for slot in slots], known) == TRUE and (
                    slots == list(families.family("z", Num(slots[0]), None))
                ):
                    zones = [code.Zone(Num(slot), first=slots[0]) for slot in slots]
                    later = _asked_of(tuple(todo), Var(name, Kind.CARDS))
                    if later is not None:
                        made, found = ranks(program, name, how, zones, 1)
                        tied = code.Let(f"{name}_tied", highest(name, found))
                        out += (*made, tied)
                        todo = list(later)
                        continue
            case _:
                pass
        if changes((act,)):
            return (*out, act, *todo)
        out.append(act)
    return tuple(out)


def _asked_of(acts: Acts, best: Var) -> Acts | None:
    """Return acts that ask how many are the best of the zones; None: they ask something else."""
    tied = Var(f"{best.name}_tied", Kind.SMALL)
    codes: dict[object, Code] = {
        Op("one", (best,), Kind.BOOL): Op("one", (tied,), Kind.BOOL),
        Op("pop", (best,)): Op("pop", (tied,)),
    }
    asked = changed(acts, codes.get)
    return None if best in parts(asked) else asked
