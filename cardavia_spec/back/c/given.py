"""Functions that are told what their caller has worked out already.

Whoever won the deal is asked for by the points of it, say, and by the score.  Since nothing has
changed in between the value is handed on, and every obligation on the way has been met or noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardavia_spec.back.c.again import DECLARING, put, renamed
from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Function, Var

_CHANGING = (code.SetZone, code.SetCell, code.SetOver, code.DrawFrom, code.Run)


def handed_on(f: Function, functions: Mapping[str, Function]) -> tuple[Function, list[Function]]:
    """Return a function that hands on values to those that it calls, and these, written anew."""
    known: dict[str, Var] = {}
    made: list[Function] = []
    body: list[Act] = []
    changed = {x.name for x in parts(f.body) if isinstance(x, code.Set)}
    changed |= {x.fix for x in parts(f.body) if isinstance(x, code.Fault) and x.fix is not None}
    for act in f.body:
        new = act
        match act:
            case code.Let(name, code.Call(function, args, kind, False) as call) if (
                function in functions and functions[function].pure
            ):
                target = functions[function]
                told = {g: var for g, var in known.items() if _calls(target, g)}
                if not args and function in known:
                    new = code.Let(name, known[function])
                elif told:
                    params = {g: Var(f"given_{g}", var.kind) for g, var in told.items()}
                    other = replace(
                        target,
                        name=f"{function}_in_{f.name}",
                        params=(*target.params, *params.values()),
                        body=put(target.body, params),
                    )
                    made.append(other)
                    new = code.Let(
                        name, replace(call, function=other.name, args=(*args, *told.values()))
                    )
                elif not args and name not in changed:
                    known[function] = Var(name, kind)
            case _:
                pass
        body.append(new)
        if any(isinstance(x, _CHANGING) for x in parts(act)):
            known = {}
    return replace(f, body=tuple(body)), made


def one_after_the_other(name: str, first: Function, second: Function) -> Function:
    """Return a function that does what two do that have no arguments."""
    names = {x.name for x in parts(second.body) if isinstance(x, DECLARING)}
    there = {x.name for x in parts(first.body) if isinstance(x, DECLARING)}
    later = renamed(second.body, {n: f"{n}_then" for n in names & there})
    return replace(first, name=name, body=(*first.body, *later), pure=False, note=second.note)


def _calls(f: Function, name: str) -> bool:
    """Whether a function calls another one, without arguments."""
    return any(
        isinstance(x, code.Call) and x.function == name and not x.args and not x.before
        for x in parts(f.body)
    )
