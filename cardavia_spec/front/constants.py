"""Constant expressions: what can be known when the spec is read."""

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.core import ir
from cardavia_spec.core.ops import MEANING, BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Table, slot
from cardavia_spec.core.types import Value

LARGEST = 100_000
"""No constant set has more members than this, so a typing error cannot eat the memory."""


class NotConstant(Exception):
    """The expression depends on the state of play; `part` is what does."""

    def __init__(self, part: ir.Expr) -> None:
        self.part = part
        super().__init__()


Env = Mapping[str, Value]


def constant(e: ir.Expr, tables: Mapping[str, Table], env: Env | None = None) -> Value:
    """Return the value of a constant expression.

    Raises `NotConstant` where it reads the state, or where it has no value (a division by zero,
    `the` without exactly one).
    """
    env = env or {}

    def ev(x: ir.Expr) -> Value:
        return constant(x, tables, env)

    def members(x: ir.Expr) -> list[int]:
        found = ev(x)
        assert isinstance(found, frozenset)
        return sorted(found)

    def within(name: str, value: int, x: ir.Expr) -> Value:
        return constant(x, tables, {**env, name: value})

    match e:
        case ir.Lit(value):
            return value
        case ir.Ref(name) if name in env:
            return env[name]
        case ir.Get(ir.Origin.TABLE, key, args) if key in tables:
            table = tables[key]
            return table.values[slot(table.domain, tuple(int(ev(a)) for a in args))]  # type: ignore[arg-type]
        case ir.Apply(Op.AND, args):
            return all(ev(a) for a in args)
        case ir.Apply(Op.OR, args):
            return any(ev(a) for a in args)
        case ir.Apply(Op.IMPLIES, (left, right)):
            return not ev(left) or bool(ev(right))
        case ir.Apply(Op.DIV | Op.MOD, (_, right)) if ev(right) == 0:
            raise NotConstant(e)
        case ir.Apply(Op.INTERVAL, (low, high)):
            first, last = ev(low), ev(high)
            assert isinstance(first, int)
            assert isinstance(last, int)
            if last - first > LARGEST:
                raise NotConstant(e)
            return MEANING[Op.INTERVAL](first, last)  # type: ignore[no-any-return]
        case ir.Apply(Op.GIVEN | Op.FIT, _):
            raise NotConstant(e)
        case ir.Apply(op, args):
            return MEANING[op](*(ev(a) for a in args))  # type: ignore[no-any-return]
        case ir.If(cond, then, other):
            return ev(then) if ev(cond) else ev(other)
        case ir.Those(name, domain, guard):
            return frozenset(x for x in members(domain) if within(name, x, guard))
        case ir.Fold(op, name, domain, body):
            parts = (within(name, x, body) for x in members(domain))
            match op:
                case FoldOp.SOME:
                    return any(parts)
                case FoldOp.EVERY:
                    return all(parts)
                case FoldOp.SUM:
                    return sum(x for x in parts if isinstance(x, int))
                case FoldOp.UNION:
                    sets: list[frozenset[int]] = [x for x in parts if isinstance(x, frozenset)]
                    return frozenset().union(*sets)
        case ir.Pick(op, name, domain, guard, None):
            found = [x for x in members(domain) if guard is None or within(name, x, guard)]
            if not found or (op is PickOp.THE and len(found) > 1):
                raise NotConstant(e)
            return found[0]
        case ir.Best(op, name, domain, keys):
            ranked = {x: tuple(within(name, x, k) for k in keys) for x in members(domain)}
            if not ranked:
                return frozenset()
            pick = max if op is BestOp.HIGHEST else min
            best = pick(ranked.values())
            return frozenset(x for x, key in ranked.items() if key == best)
        case _:
            raise NotConstant(e)
