"""The numbers of results that a program gives out."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import NONE, Code, Kind, Num
from cardavia_spec.core.plan.forms import constant_members
from cardavia_spec.core.plan.functions import add, told
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import (
    ResultField,
)
from cardavia_spec.core.types import SetOf, values

ABSENT = NONE - 1
"""What is given out for a member that a result field has no value for."""


def results(program: Program, name: str, fields: tuple[ResultField, ...]) -> None:
    """Write the function that gives out the numbers of a result, field after field."""
    w = Lowerer(program, name)
    at = 0
    for field in fields:
        w.block.append(code.Note(told(field)))
        if field.binder is None:
            w.block.append(code.Out(Num(at), _number_of(w.ex(field.value, {}))))
            at += 1
            continue
        assert field.domain is not None
        known = constant_members(field.domain) is not None
        domain = code.TRUE if known else w.temp(w.ex(field.domain, {}), "domain")
        for member in _spread(field.domain):
            with w.inner() as body:
                one = w.ex(field.value, {field.binder: Num(member)})
                body.append(code.Out(Num(at), _number_of(one)))
            inside = code.TRUE if known else code.Op("has", (domain, Num(member)), Kind.BOOL)
            absent = code.Out(Num(at), Num(ABSENT))
            w.block.append(code.Branch(inside, tuple(body), (absent,)))
            at += 1
    add(program, name, (), None, w, note="the numbers of a result")


def _number_of(value: Code) -> Code:
    """Return what is given out: of a set of cards, how many they are."""
    return algebra.pop(value) if value.kind is Kind.CARDS else value


def _spread(domain: ir.Expr) -> list[int]:
    members = constant_members(domain)
    assert isinstance(domain.type, SetOf)
    return members if members is not None else list(values(domain.type.member))


def result_slots(fields: tuple[ResultField, ...]) -> list[tuple[ResultField, int | None]]:
    """Return what each number of a result stands for: a field, and a member or None."""
    found: list[tuple[ResultField, int | None]] = []
    for field in fields:
        if field.binder is None or field.domain is None:
            found.append((field, None))
        else:
            found += [(field, member) for member in _spread(field.domain)]
    return found
