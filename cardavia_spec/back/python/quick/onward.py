"""What comes after a branch, written in both of its sides where that makes one of them short.

Where one side of a branch but gives constants to names, much of what follows comes to nothing in
that side: a rule that allows no card here adds nothing, takes nothing away, has nothing to count.
"""

from __future__ import annotations

from dataclasses import replace

from cardavia_spec.back.python.quick.knowing import knowing
from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.tidy import tidied
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    blocks,
    every,
    has_return,
    names,
    own_codes,
    set_names,
    size,
    uses,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Num, Var

MOST = 80
"""So many acts may be written twice."""
LEAST = 4
"""So many acts at least have to come to nothing."""


def onward(acts: Acts, effects: Effects, fresh: Fresh, wanted: set[str]) -> Acts:
    """Return acts that end in a return, with what comes after a branch in both of its sides.

    `wanted` are names that others look at: what declares them stays where it is.
    """
    for at, act in enumerate(acts[:-1]):
        if not isinstance(act, code.Branch) or not any(map(_constant, blocks(act))):
            continue
        new = _apart(acts, at, effects, fresh, wanted)
        if new is not None and size(new) <= size(acts) + size(acts[at + 1 : -1]) - LEAST:
            return new
    return acts


def _constant(block: Acts) -> bool:
    """Whether a block gives names constants and does nothing else."""
    sets = [act for act in block if isinstance(act, code.Set)]
    kinds = (code.Set, code.Note, code.Hit)
    return bool(sets) and all(
        isinstance(act, kinds) and (not isinstance(act, code.Set) or isinstance(act.value, Num))
        for act in block
    )


def _apart(acts: Acts, at: int, effects: Effects, fresh: Fresh, wanted: set[str]) -> Acts | None:
    """Return acts with those after one branch in both of its sides, or None."""
    *asking, last = acts
    branch = asking[at]
    rest = tuple(asking[at + 1 :])
    if not rest or size(rest) > MOST or has_return(rest) or not isinstance(last, code.Return):
        return None
    if _declared(rest) & wanted or not isinstance(branch, code.Branch) or last.value is None:
        return None
    before = list(asking[:at])
    if names(last.value) & _declared(rest):
        total = Var(fresh.name("total"), last.value.kind)
        before.append(code.Let(total.name, Num(0, total.kind)))
        rest = (*rest, code.Set(total.name, last.value))
        last = code.Return(total)
    assert last.value is not None
    # What begins as a constant and is given its value in the branch belongs to its sides.
    kept = names(last.value) | wanted | set(names(branch.cond))
    moved: list[Act] = []
    for act in tuple(before):
        if isinstance(act, code.Let) and isinstance(act.value, Num) and act.name not in kept:
            others = [other for other in before if other is not act]
            if act.name not in uses(others) and act.name not in set_names(others):
                moved.append(act)
                before.remove(act)
    then = (*moved, *branch.then, *rest)
    otherwise = fresh.renamed((*moved, *branch.otherwise, *rest))
    new: Acts = (*before, replace(branch, then=then, otherwise=otherwise), last)
    for _ in range(2):
        effects.places.learn(new)
        new = tidied(knowing(new, effects), effects)
    return new


def _declared(acts: Acts) -> set[str]:
    return {act.name for act in every(acts) if isinstance(act, code.Let | code.DrawFrom)}


# ------------------------------------------------------------------ first values


def without_first_values(acts: Acts) -> Acts:
    """Return acts where no name gets a constant that is never looked at.

    For the last thing before they are written: a name may then have no declaration.
    """
    out: list[Act] = []
    for i, old in enumerate(acts):
        act: Act = old
        if isinstance(act, code.Let) and isinstance(act.value, Num):
            if _sure_to_set(acts[i + 1 :], act.name):
                continue
        elif isinstance(act, code.Branch):
            act = replace(
                act,
                then=without_first_values(act.then),
                otherwise=without_first_values(act.otherwise),
            )
        out.append(act)
    return tuple(out)


def _sure_to_set(acts: Acts, name: str) -> bool:
    """Whether a name gets a value in any case before it is looked at."""
    for act in acts:
        if any(name in names(c) for c in own_codes(act)):
            return False
        if isinstance(act, code.Set) and act.name == name:
            return True
        if isinstance(act, code.Branch) and all(_sure_to_set(b, name) for b in blocks(act)):
            return True
        if isinstance(act, code.Return | code.Break | code.Continue):
            return False
        if blocks(act) and (name in uses((act,)) or name in set_names((act,))):
            return False
    return False
