"""Leaving the loop of a deal from within another loop."""

from __future__ import annotations

from cardavia_spec.back.python.quick.trees import Acts, blocks, every, has_return
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act


class NotQuick(Exception):
    """The plan has a form that this does not take; the slower loop plays it."""


def left_loops(acts: Acts) -> Acts:
    """Return acts where a return in a loop leaves the loop first."""
    out: list[Act] = []
    for act in acts:
        if isinstance(act, code.Loop) and has_return(act.body):
            body = _over(act.body)
            over = code.Call("is_over", (), code.Kind.BOOL)
            out += [code.Loop(body), code.Branch(over, (code.Return(),))]
        elif any(isinstance(a, code.Loop) and has_return((a,)) for a in every((act,))):
            raise NotQuick("a loop in a branch that returns")
        else:
            out.append(act)
    return tuple(out)


def _over(acts: Acts) -> Acts:
    out: list[Act] = []
    for act in acts:
        match act:
            case code.Return():
                out += [code.SetOver(), code.Break()]
            case code.Branch(cond, then, otherwise):
                out.append(code.Branch(cond, _over(then), _over(otherwise)))
            case _ if blocks(act) and has_return((act,)):
                raise NotQuick("a loop in a loop that returns")
            case _:
                out.append(act)
    return tuple(out)
