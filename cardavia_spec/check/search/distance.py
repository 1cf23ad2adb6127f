"""How far a truth is from failing in a state: nought where it fails, else a number to go down.

`points is 105` with 97 points is 8 away; of the parts of an `and` the nearest counts, those of an
`or` are added up.  So a search can tell a better play from a worse one before any refutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core import ir
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.spec import Row, Rows, Tiers
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Bool, Int, Value

Env = Mapping[str, Value]

FAR: Final = 1.0
"""Of a part that is either so or not."""


@dataclass(slots=True)
class Distance:
    """Distances in one state (and the one before it)."""

    rules: Rules
    state: State
    before: State | None

    def of(self, expr: ir.Expr, wish: bool, env: Env) -> float:
        """Return how far an expression is from being `wish`; what cannot be read is FAR."""
        try:
            return self._of(expr, wish, env)
        except RuleFault:
            return FAR

    def value(self, expr: ir.Expr, env: Env) -> Value:
        """Return the value of an expression here."""
        return self.rules.evaluate(expr, self.state, self.before, env)

    def _of(self, e: ir.Expr, wish: bool, env: Env) -> float:
        match e:
            case ir.Apply(op=op, args=args):
                return self._apply(e, op, args, wish, env)
            case ir.If():
                return self._is(e, wish, True, env)
            case ir.Fold(op=op, name=name, domain=domain, body=body) if op in (
                FoldOp.SOME,
                FoldOp.EVERY,
            ):
                members = self.value(domain, env)
                assert isinstance(members, frozenset)
                parts = [self.of(body, wish, {**env, name: m}) for m in sorted(members)]
                one = (op is FoldOp.SOME) is wish
                return min(parts, default=FAR) if one else _all(parts)
            case ir.Get(origin=ir.Origin.DEFINITION):
                return self._is(e, wish, True, env)
            case ir.Was(body=body) if self.before is not None:
                names = {name: value for name, value in env.items() if name != "me"}
                return Distance(self.rules, self.before, None).of(body, wish, names)
            case _:
                return self._plain(e, wish, env)

    def _is(self, e: ir.Expr, value: Value, wish: bool, env: Env) -> float:
        """Return how far an expression is from having a value (or, unwished, another)."""
        match e:
            case ir.Get(origin=ir.Origin.DEFINITION, key=key, args=args):
                definition = self.rules.spec.definitions[key]
                inner = {
                    p.name: self.value(a, env) for p, a in zip(definition.params, args, strict=True)
                }
                if definition.uses_me and "me" in env:
                    inner["me"] = env["me"]
                match definition.body:
                    case Tiers():
                        return self._flat(e, value, wish, env)
                    case Rows(rows=rows):
                        return self._rows(rows, value, wish, inner)
                    case body:
                        return self._is(body, value, wish, inner)
            case ir.If(cond=cond, then=then, other=other):
                # The branch that is not taken need not be defined here.
                taken = bool(self.value(cond, env))
                here = self._is(then if taken else other, value, wish, env)
                left = other if taken else then
                if isinstance(left, ir.Lit) and (left.value == value) is not wish:
                    return here
                away = 0.0 if isinstance(left, ir.Lit) else FAR
                return min(here, _all((self.of(cond, not taken, env), away)))
            case _ if isinstance(e.type, Bool) and isinstance(value, bool):
                return self.of(e, value is wish, env)
            case _:
                return self._flat(e, value, wish, env)

    def _rows(self, rows: Sequence[Row], value: Value, wish: bool, env: Env) -> float:
        near = []
        for row in rows:
            when = self.of(row.when, True, env)
            if when == 0:
                then = self._is(row.then, value, wish, env)
            elif isinstance(row.then, ir.Lit):
                if (row.then.value == value) is not wish:
                    continue
                then = 0.0
            else:
                then = FAR
            near.append(_all((when, then)))
        return min(near, default=FAR)

    def _flat(self, e: ir.Expr, value: Value, wish: bool, env: Env) -> float:
        numbers = isinstance(e.type, Int)
        return _compared(Op.EQ, [self.value(e, env), value], wish, numbers=numbers)

    def _plain(self, e: ir.Expr, wish: bool, env: Env) -> float:
        return 0.0 if bool(self.value(e, env)) is wish else FAR

    def _apply(self, e: ir.Expr, op: Op, args: tuple[ir.Expr, ...], wish: bool, env: Env) -> float:
        match op:
            case Op.NOT:
                return self.of(args[0], not wish, env)
            case Op.AND | Op.OR:
                return self._in_turn([(arg, wish) for arg in args], (op is Op.OR) is wish, env)
            case Op.IMPLIES:
                return self._in_turn([(args[0], not wish), (args[1], wish)], wish, env)
            case Op.EQ if isinstance(args[1], ir.Lit) and _splits(args[0]):
                return self._is(args[0], args[1].value, wish, env)
            case Op.EQ | Op.LE | Op.LT | Op.IN | Op.EMPTY | Op.INSIDE:
                values = [self.value(arg, env) for arg in args]
                numbers = isinstance(args[0].type, Int)
                return _compared(op, values, wish, numbers=numbers)
            case _:
                return self._plain(e, wish, env)

    def _in_turn(self, parts: list[tuple[ir.Expr, bool]], one: bool, env: Env) -> float:
        """Return the distance from one part, or from all of them.

        A later one counts only while the earlier ones leave it open: elsewhere it need not be
        defined.
        """
        found: list[float] = []
        for expr, wish in parts:
            found.append(self.of(expr, wish, env))
            if (found[-1] == 0) is one:
                break
        if one:
            return min(found)
        return _all([*found, *[FAR] * (len(parts) - len(found))])


def _splits(e: ir.Expr) -> bool:
    """Whether a value is made of cases, each of which can be further or nearer."""
    return isinstance(e, ir.If) or (isinstance(e, ir.Get) and e.origin is ir.Origin.DEFINITION)


def _all(parts: Iterable[float]) -> float:
    """Return the distance from several things at once: each counts less than one."""
    return sum(part / (part + 1) for part in parts)


def _compared(op: Op, values: list[Value], wish: bool, *, numbers: bool) -> float:
    match op, values:
        case Op.EQ, [frozenset() as a, frozenset() as b]:
            return float(len(a ^ b)) if wish else float(a == b)
        case Op.EQ, [a, b] if isinstance(a, bool) and isinstance(b, bool):
            return float((a == b) is not wish)
        case Op.EQ, [int() as a, int() as b] if numbers:
            return float(abs(a - b)) if wish else float(a == b)
        case Op.EQ, [a, b]:
            return float((a == b) is not wish)
        case Op.LE, [int() as a, int() as b]:
            return float(max(0, a - b if wish else b - a + 1))
        case Op.LT, [int() as a, int() as b]:
            return float(max(0, a - b + 1 if wish else b - a))
        case Op.IN, [int() as a, frozenset() as b] if numbers and wish:
            return float(min((abs(a - x) for x in b), default=FAR))
        case Op.IN, [a, frozenset() as b]:
            return float((a in b) is not wish)
        case Op.EMPTY, [frozenset() as a]:
            return float(len(a)) if wish else float(not a)
        case Op.INSIDE, [frozenset() as a, frozenset() as b]:
            return float(len(a - b)) if wish else float(a <= b)
        case _:
            raise AssertionError(op, values)
