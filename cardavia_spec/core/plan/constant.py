"""What can be known of an expression before anything is played: its value, and its dangers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardavia_spec.core import ir
from cardavia_spec.core.ops import MEANING, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Rows, Spec, Tiers, slot
from cardavia_spec.core.types import Int
from cardavia_spec.core.walk import body_parts, walk


class NotConstant(Exception):
    """The expression reads the state, or an obligation fails in it."""


def value(spec: Spec, e: ir.Expr, env: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return the value of an expression that reads nothing but tables and the names in `env`.

    Raises:
        NotConstant: it reads more than that, or an obligation fails.
    """

    def go(x: ir.Expr) -> Any:  # noqa: ANN401
        return value(spec, x, env)

    match e:
        case ir.Lit(known):
            return known
        case ir.Ref(name):
            if name not in env:
                raise NotConstant
            return env[name]
        case ir.Get(ir.Origin.TABLE, key, args):
            table = spec.tables[key]
            return table.values[slot(table.domain, tuple(map(go, args)))]
        case ir.Get(ir.Origin.DEFINITION, key, args):
            definition = spec.definitions[key]
            if definition.uses_me or isinstance(definition.body, Tiers | Rows):
                raise NotConstant
            names = (p.name for p in definition.params)
            return value(spec, definition.body, dict(zip(names, map(go, args), strict=True)))
        case ir.Apply(op, args):
            return _apply(spec, e, op, args, env)
        case ir.If(cond, then, other):
            return go(then) if go(cond) else go(other)
        case ir.Fold(op, name, domain, body):
            each = (value(spec, body, {**env, name: m}) for m in sorted(go(domain)))
            if op is FoldOp.SOME:
                return any(each)
            if op is FoldOp.EVERY:
                return all(each)
            return sum(each) if op is FoldOp.SUM else frozenset().union(*each)
        case ir.Those(name, domain, guard):
            return frozenset(m for m in go(domain) if value(spec, guard, {**env, name: m}))
        case ir.Pick(PickOp.THE, name, domain, guard, None):
            found = [m for m in go(domain) if guard is None or value(spec, guard, {**env, name: m})]
            if len(found) != 1:
                raise NotConstant
            return found[0]
        case _:
            raise NotConstant


def _apply(
    spec: Spec, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], env: Mapping[str, Any]
) -> Any:  # noqa: ANN401
    first = value(spec, args[0], env) if args else None
    if op is Op.AND and not first:
        return False
    if op is Op.OR and first:
        return True
    if op is Op.IMPLIES and not first:
        return True
    rest = [value(spec, a, env) for a in args[1:]]
    if op in (Op.AND, Op.OR, Op.IMPLIES):
        return bool(rest[0])
    if op is Op.GIVEN and first is None:
        raise NotConstant
    if op is Op.FIT:
        assert isinstance(e.type, Int)
        if not e.type.low <= first <= e.type.high:  # type: ignore[operator]
            raise NotConstant
    return MEANING[op](first, *rest) if args else MEANING[op]()


class Facts:
    """Facts about the expressions of one spec, each found out once."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._fails: dict[int, tuple[ir.Expr, bool]] = {}
        self._reads: dict[int, tuple[ir.Expr, bool]] = {}
        self._definitions: dict[tuple[str, str], bool] = {}

    def can_fail(self, e: ir.Expr) -> bool:
        """Whether an obligation may fail when `e` is evaluated."""
        known = self._fails.get(id(e))
        if known is None:
            known = self._fails[id(e)] = (e, any(map(self._fails_here, walk(e))))
        return known[1]

    def _fails_here(self, part: ir.Expr) -> bool:
        match part:
            case ir.Pick() | ir.Apply(Op.GIVEN | Op.FIT):
                return True
            case ir.Get(ir.Origin.DEFINITION, key):
                return self._of_definition("fails", key)
            case _:
                return False

    def reads_state(self, e: ir.Expr) -> bool:
        """Whether `e` reads a zone or a cell, or who moves."""
        known = self._reads.get(id(e))
        if known is None:
            known = self._reads[id(e)] = (e, any(map(self._reads_here, walk(e))))
        return known[1]

    def _reads_here(self, part: ir.Expr) -> bool:
        match part:
            case ir.Get(ir.Origin.ZONE | ir.Origin.CELL) | ir.Settled() | ir.Was():
                return True
            case ir.Get(ir.Origin.DEFINITION, key):
                return self._of_definition("reads", key)
            case _:
                return False

    def _of_definition(self, what: str, key: str) -> bool:
        if (what, key) not in self._definitions:
            self._definitions[what, key] = True  # until it is found out
            definition = self.spec.definitions[key]
            parts = body_parts(definition.body)
            if what == "fails":
                found = isinstance(definition.body, Rows) or any(map(self.can_fail, parts))
            else:
                found = definition.uses_me or any(map(self.reads_state, parts))
            self._definitions[what, key] = found
        return self._definitions[what, key]


def size(e: ir.Expr) -> int:
    """Return how many nodes an expression has."""
    return sum(1 for _ in walk(e))
