"""Results of a deal or a match: fields of a spec, read in a state, as traces write them."""

from __future__ import annotations

from typing import Protocol

from cardavia_spec.back.interpret.binders import member_type
from cardavia_spec.back.interpret.expressions import Compiler
from cardavia_spec.back.interpret.frame import Env, Frame
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.spec import ResultField
from cardavia_spec.core.telling import Json, as_json
from cardavia_spec.core.types import Type, show


class Reading(Protocol):
    """A field, read in a state; `given` holds the value of `winners`, where there are any."""

    def __call__(self, frame: Frame, given: Env) -> Json: ...  # noqa: D102


def reading(field: ResultField, compiler: Compiler, winners: Type | None = None) -> Reading:
    """Compile a field of a result; `winners` is the type of that name, where it may be read."""
    scope = Scope() if winners is None else Scope().add("winners", winners)
    type_, layout = field.value.type, scope.layout
    if field.binder is None or field.domain is None:
        value_of = compiler.expr(field.value, scope)

        def one(frame: Frame, given: Env) -> Json:
            return as_json(value_of(frame, layout.filled(given)), type_)

        return one
    members = compiler.members(field.domain, scope, in_order=True)
    binds = member_type(field.domain)
    inner = scope.add(field.binder, binds)
    each_of, slot = compiler.expr(field.value, inner), inner.names[field.binder].slot

    def each(frame: Frame, given: Env) -> Json:
        env = layout.filled(given)
        found: dict[str, Json] = {}
        for member in members(frame, env):
            env[slot] = member
            found[show(member, binds)] = as_json(each_of(frame, env), type_)
        return found

    return each
