"""Questions that begin with the same condition: it is asked once for all of them."""

from __future__ import annotations

from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_asked,
    changed,
    inside,
    set_names,
    size,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import TRUE, Act, Code, Kind, Op, Var

MOST = 12
"""So many acts may be written twice, where the condition holds and where it does not."""


def grouped(acts: Acts, fresh: Fresh) -> Acts:
    """Return acts where branches, one after the other, that all ask for one truth first are in one.

    What they all work out in their next conditions is worked out once.
    """
    out: list[Act] = []
    todo = list(acts)
    varying = set_names(acts)
    while todo:
        first = _first(todo[0])
        found: list[Act] = []
        if first is not None and first.name not in varying:
            for act in todo:
                if not isinstance(act, code.Note) and _first(act) != first:
                    break
                found.append(act)
        while found and isinstance(found[-1], code.Note):
            found.pop()
        branches = [act for act in found if isinstance(act, code.Branch)]
        again = sum(size(act.otherwise) for act in branches)
        if len(branches) < 2 or again > MOST or first is None:
            out.append(todo.pop(0))
            continue
        inner = tuple(_without_first(act) if isinstance(act, code.Branch) else act for act in found)
        no = tuple(act for branch in branches for act in branch.otherwise)
        out.append(code.Branch(first, _worked_out_once(inner, fresh), fresh.renamed(no)))
        del todo[: len(found)]
    return tuple(out)


def _first(act: Act) -> Var | None:
    """Return the name of a truth that a branch asks for first, before others."""
    if isinstance(act, code.Branch):
        match all_asked(act.cond):
            case [Var(_, Kind.BOOL) as first, _, *_]:
                return first
            case _:
                pass
    return None


def _without_first(act: code.Branch) -> code.Branch:
    rest: Code = TRUE
    for cond in all_asked(act.cond)[1:]:
        rest = algebra.both(rest, cond)
    return code.Branch(rest, act.then, act.otherwise)


def _worked_out_once(acts: Acts, fresh: Fresh) -> Acts:
    """Return branches with a name for the sum that they all ask for first."""
    asked = [set(_sums(all_asked(act.cond)[0])) for act in acts if isinstance(act, code.Branch)]
    found = sorted(set.intersection(*asked), key=str)
    if len(found) != 1:
        return acts
    name = Var(fresh.name("sum_1"), found[0].kind)
    new = changed(acts, lambda c: name if c == found[0] else c)
    return (code.Let(name.name, found[0]), *new)


def _sums(c: Code) -> list[Op]:
    return [x for x in inside(c) if isinstance(x, Op) and x.op == "+" and len(inside(x)) > 3]
