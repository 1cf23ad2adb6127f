"""The four binders: fold, those, pick, best.

Each blanks, as it begins, the slots of what its body needs to find only once a run.  Members are
gone through in canonical order, except where neither the value nor a fault can tell.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame
from cardavia_spec.core.ir import Best, Expr, Fold, Pick, Those
from cardavia_spec.core.ops import BestOp, FoldOp, PickOp
from cardavia_spec.core.telling import tell_some
from cardavia_spec.core.types import Scalar, SetOf

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler
    from cardavia_spec.back.interpret.scope import Scope


def fold(expr: Fold, compiler: Compiler, scope: Scope) -> Code:
    """Compile some, every, sum or union."""
    members = compiler.members(expr.domain, scope, not compiler.analysis.total(expr.body))
    inner = scope.bind(expr.name, member_type(expr.domain))
    body = compiler.expr(expr.body, inner)
    slot, blanks = inner.names[expr.name].slot, inner.blanks()

    def some(frame: Frame, env: Env) -> bool:
        for blank in blanks:
            env[blank] = UNSET
        for member in members(frame, env):
            env[slot] = member
            if body(frame, env):
                return True
        return False

    def every(frame: Frame, env: Env) -> bool:
        for blank in blanks:
            env[blank] = UNSET
        for member in members(frame, env):
            env[slot] = member
            if not body(frame, env):
                return False
        return True

    def sum_(frame: Frame, env: Env) -> int:
        for blank in blanks:
            env[blank] = UNSET
        total = 0
        for member in members(frame, env):
            env[slot] = member
            total += body(frame, env)
        return total

    def union(frame: Frame, env: Env) -> frozenset[int]:
        for blank in blanks:
            env[blank] = UNSET
        found: set[int] = set()
        for member in members(frame, env):
            env[slot] = member
            found |= body(frame, env)
        return frozenset(found)

    match expr.op:
        case FoldOp.SOME:
            return some
        case FoldOp.EVERY:
            return every
        case FoldOp.SUM:
            return sum_
        case FoldOp.UNION:
            return union
        case _:
            assert_never(expr.op)


def those(expr: Those, compiler: Compiler, scope: Scope) -> Code:
    """Compile the members for which a guard holds."""
    return _filter(expr, expr.guard, compiler, scope, frozenset)


def pick(expr: Pick, compiler: Compiler, scope: Scope) -> Code:
    """Compile the only member, or the first one, for which a guard holds."""
    match expr.op:
        case PickOp.THE:
            return _the(expr, compiler, scope)
        case PickOp.FIRST:
            return _first(expr, compiler, scope)
        case _:
            assert_never(expr.op)


def _the(expr: Pick, compiler: Compiler, scope: Scope) -> Code:
    if expr.guard is None:
        found = compiler.expr(expr.domain, scope)
    else:
        found = _filter(expr, expr.guard, compiler, scope, tuple)
    type_, span = member_type(expr.domain), expr.span

    def the(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        members = found(frame, env)
        if len(members) == 1:
            (only,) = members
            return only
        if not members:
            message = "'the' finds no member, where there must be exactly one"
            raise Broken("CV701", message, span, scope.tell(env))
        message = f"'the' finds {len(members)} members, where there must be exactly one"
        raise Broken("CV702", f"{message}: {tell_some(members, type_)}", span, scope.tell(env))

    return the


def _first(expr: Pick, compiler: Compiler, scope: Scope) -> Code:
    members = compiler.members(expr.domain, scope, in_order=True)
    after = None if expr.after is None else compiler.expr(expr.after, scope)
    inner = scope.bind(expr.name, member_type(expr.domain))
    guard = None if expr.guard is None else compiler.expr(expr.guard, inner)
    slot, blanks, span = inner.names[expr.name].slot, inner.blanks(), expr.span

    def first(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        for blank in blanks:
            env[blank] = UNSET
        ordered = members(frame, env)
        if after is not None:
            ordered = rotated(ordered, after(frame, env))
        for member in ordered:
            env[slot] = member
            if guard is None or guard(frame, env):
                return member
        message = "'first' finds no member, where there must be one"
        raise Broken("CV703", message, span, scope.tell(env))

    return first


def rotated(ordered: Sequence[int] | frozenset[int], last: int) -> Sequence[int]:
    """Return ascending members in the order that begins after `last` and ends with it."""
    members = tuple(ordered)
    at = bisect_right(members, last)
    return members[at:] + members[:at]


def best(expr: Best, compiler: Compiler, scope: Scope) -> Code:
    """Compile the members with the highest, or lowest, keys."""
    total = all(map(compiler.analysis.total, expr.keys))
    members = compiler.members(expr.domain, scope, in_order=not total)
    inner = scope.bind(expr.name, member_type(expr.domain))
    keys = [compiler.expr(key, inner) for key in expr.keys]
    slot, blanks = inner.names[expr.name].slot, inner.blanks()
    match expr.op:
        case BestOp.HIGHEST:
            end = max
        case BestOp.LOWEST:
            end = min
        case _:
            assert_never(expr.op)

    def found(frame: Frame, env: Env) -> frozenset[int]:
        for blank in blanks:
            env[blank] = UNSET
        ranked = []
        for member in members(frame, env):
            env[slot] = member
            ranked.append((tuple([key(frame, env) for key in keys]), member))
        if not ranked:
            return frozenset()
        kept = end([rank for rank, _ in ranked])
        return frozenset([member for rank, member in ranked if rank == kept])

    return found


def _filter(
    expr: Those | Pick,
    guard_expr: Expr,
    compiler: Compiler,
    scope: Scope,
    make: Callable[[list[int]], Any],
) -> Code:
    members = compiler.members(expr.domain, scope, not compiler.analysis.total(guard_expr))
    inner = scope.bind(expr.name, member_type(expr.domain))
    guard = compiler.expr(guard_expr, inner)
    slot, blanks = inner.names[expr.name].slot, inner.blanks()

    def found(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        for blank in blanks:
            env[blank] = UNSET
        kept = []
        for member in members(frame, env):
            env[slot] = member
            if guard(frame, env):
                kept.append(member)
        return make(kept)

    return found


def member_type(domain: Expr) -> Scalar:
    """Return the type of the members of a set expression."""
    assert isinstance(domain.type, SetOf)
    return domain.type.member
