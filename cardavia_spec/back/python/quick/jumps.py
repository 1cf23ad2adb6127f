"""Leaving the loop of a deal from within another loop; loops of one round without a loop."""

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


def unlooped(acts: Acts) -> Acts | None:
    """Return the body of a loop of one round without the breaks that end it, or None."""
    for i, act in enumerate(acts):
        rest = acts[i + 1 :]
        match act:
            case code.Break():
                return acts[:i]
            case code.Return():
                return acts[: i + 1]
            case code.Branch(cond, then, otherwise) if _breaks(then) or _breaks(otherwise):
                sides = []
                for side in (then, otherwise):
                    if _breaks(side) and not _leaves(side):
                        return None
                    sides.append(unlooped(side if _leaves(side) else (*side, *rest)))
                if not _leaves(then) and not _leaves(otherwise):
                    return None
                if sides[0] is None or sides[1] is None:
                    return None
                return (*acts[:i], code.Branch(cond, sides[0], sides[1]))
            case _ if _breaks((act,)):
                return None
            case _:
                pass
    return None


def _breaks(acts: Acts) -> bool:
    """Whether acts may leave the loop they stand in, or begin its next round."""
    for act in acts:
        if isinstance(act, code.Break | code.Continue):
            return True
        if isinstance(act, code.Branch) and (_breaks(act.then) or _breaks(act.otherwise)):
            return True
    return False


def _leaves(acts: Acts) -> bool:
    """Whether acts leave the loop in any case, at their end."""
    if not acts:
        return False
    match acts[-1]:
        case code.Break() | code.Return():
            return True
        case code.Branch(_, then, otherwise):
            return _leaves(then) and _leaves(otherwise)
        case _:
            return False
