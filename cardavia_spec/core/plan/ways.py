"""Programs with one of two ways taken throughout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act
from cardavia_spec.core.plan.program import Program


def taking(program: Program, *, masks: bool) -> Program:
    """Return a program in which every `Ways` is one way: with mask instructions, or with loops."""
    other = replace(program)
    other.functions = {
        name: replace(f, body=_taken(f.body, masks=masks)) for name, f in program.functions.items()
    }
    return other


def _taken(acts: Iterable[Act], *, masks: bool) -> tuple[Act, ...]:
    found: list[Act] = []
    for act in acts:
        match act:
            case code.Ways(first, second):
                found += _taken(first if masks else second, masks=masks)
            case code.Branch(cond, then, otherwise):
                found.append(
                    code.Branch(cond, _taken(then, masks=masks), _taken(otherwise, masks=masks))
                )
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                found.append(replace(act, body=_taken(body, masks=masks)))
            case _:
                found.append(act)
    return tuple(found)
