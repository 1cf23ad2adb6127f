"""`Apply`: an operator on its arguments.

The meaning is `core.ops.MEANING`; only AND, OR and IMPLIES (the right side where the left does
not decide) and GIVEN and FIT (their obligation) are written here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, assert_never

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import Code, Env, Frame
from cardavia_spec.back.interpret.gets import entry_by_local
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.ir import Apply, Expr, Get, Lit
from cardavia_spec.core.ops import MEANING, Op
from cardavia_spec.core.telling import tell_value
from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, SetOf, Sort, Type, values

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler


def apply(expr: Apply, compiler: Compiler, scope: Scope) -> Code:
    """Compile the use of an operator."""
    exprs = _conjuncts(expr, compiler, scope) if expr.op is Op.AND else expr.args
    args = [compiler.expr(arg, scope) for arg in exprs]
    match expr.op, args:
        case Op.AND, _:
            return _and(args)
        case Op.OR, [*lefts, last]:
            return reduce(_or, reversed(lefts), last)
        case Op.IMPLIES, [left, right]:
            return lambda frame, env: not left(frame, env) or right(frame, env)
        case Op.GIVEN, [arg]:
            return _given(expr, arg, scope)
        case Op.FIT, [arg]:
            return _fit(expr, arg, scope)
        case _:
            return _meaning(expr, args, compiler, scope)


def _meaning(expr: Apply, args: Sequence[Code], compiler: Compiler, scope: Scope) -> Code:
    meaning = MEANING[expr.op]
    match expr.op, args, expr.args:
        # The two that are asked most often are spared a call; a test holds them to MEANING.
        case Op.EQ, [one, _], [_, Lit(value=value)]:
            return lambda frame, env: one(frame, env) == value
        case Op.EQ, [one, other], [Get() as entry, _]:
            return _entry_is(entry, one, other, compiler, scope)
        case Op.EQ, [one, other], _:
            return lambda frame, env: one(frame, env) == other(frame, env)
        case Op.IN, [one, other], _:
            return lambda frame, env: one(frame, env) in other(frame, env)
        case _, [one, _], [_, Lit(value=value)]:
            return lambda frame, env: meaning(one(frame, env), value)
        case _, [_, other], [Lit(value=value), _]:
            return lambda frame, env: meaning(value, other(frame, env))
        case _, [one], _:
            return lambda frame, env: meaning(one(frame, env))
        case _, [one, other], _:
            return lambda frame, env: meaning(one(frame, env), other(frame, env))
        case _:
            return lambda frame, env: meaning(*[arg(frame, env) for arg in args])


def _entry_is(entry: Get, one: Code, other: Code, compiler: Compiler, scope: Scope) -> Code:
    """Compile `c.suit is ...` and its like, the commonest question of all, without a call."""
    found = entry_by_local(entry, compiler, scope)
    if found is None:
        return lambda frame, env: one(frame, env) == other(frame, env)
    entries, slot = found
    return lambda frame, env: entries[env[slot]] == other(frame, env)


def _conjuncts(expr: Apply, compiler: Compiler, scope: Scope) -> list[Expr]:
    """Return the parts of nested conjunctions, except of those that are found once a run."""
    found: list[Expr] = []
    for arg in expr.args:
        if isinstance(arg, Apply) and arg.op is Op.AND and compiler.outer(arg, scope) is None:
            found += _conjuncts(arg, compiler, scope)
        else:
            found.append(arg)
    return found


_MANY: Final = 40
"""More tests than this are asked in halves of halves: each pair of them is a call in a call."""


def conjunction(tests: Sequence[Code]) -> Code | None:
    """Return the code that asks one test after another until one does not hold; None for none."""
    return _and(tests) if tests else None


def _and(tests: Sequence[Code]) -> Code:
    match tests:
        case [only]:
            return only
        case [a, b]:
            return lambda frame, env: a(frame, env) and b(frame, env)
        case [a, b, c]:
            return lambda frame, env: a(frame, env) and b(frame, env) and c(frame, env)
        case _ if len(tests) > _MANY:
            half = len(tests) // 2
            first, second = _and(tests[:half]), _and(tests[half:])
            return lambda frame, env: first(frame, env) and second(frame, env)
        case [a, b, *others]:
            rest = _and(others)
            return lambda frame, env: a(frame, env) and b(frame, env) and rest(frame, env)
        case _:
            return lambda frame, env: True


def _or(right: Code, left: Code) -> Code:
    return lambda frame, env: left(frame, env) or right(frame, env)


def _given(expr: Apply, arg: Code, scope: Scope) -> Code:
    def given(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = arg(frame, env)
        if value is None:
            message = "this is none, where a value is needed"
            raise Broken("CV704", message, expr.span, scope.tell(env))
        return value

    return given


def _fit(expr: Apply, arg: Code, scope: Scope) -> Code:
    fits = fitting(expr.type)

    def fit(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = arg(frame, env)
        if not fits(value):
            told = tell_value(value, expr.args[0].type)
            message = f"this is {told}, which is no {expr.type}"
            raise Broken("CV705", message, expr.span, scope.tell(env))
        return value

    return fit


def fitting(type_: Type) -> Callable[[Any], bool]:
    """Return the test whether a value lies in a type."""
    match type_:
        case SetOf(member):
            return frozenset(values(member)).issuperset
        case Maybe(inner):
            return frozenset((*values(inner), None)).__contains__
        case Bool() | Int() | Sort() | Nothing():
            return frozenset(values(type_)).__contains__
        case _:
            assert_never(type_)
