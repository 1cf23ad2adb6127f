"""Operators applied to expressions, as codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import NONE, Code, Kind, Num, Var
from cardavia_spec.core.plan.forms import constant_members
from cardavia_spec.core.types import Int, SetOf

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env


def applied(w: Lowerer, e: ir.Apply, env: Env) -> Code:
    """Return what an operator makes of its arguments."""
    op, args = e.op, e.args
    match op:
        case Op.AND:
            return w.either(
                w.ex(args[0], env),
                lambda: w.ex(args[1], env),
                lambda: code.FALSE,
                Kind.BOOL,
            )
        case Op.OR:
            return w.either(
                w.ex(args[0], env),
                lambda: code.TRUE,
                lambda: w.ex(args[1], env),
                Kind.BOOL,
            )
        case Op.IMPLIES:
            return w.either(
                algebra.deny(w.ex(args[0], env)),
                lambda: code.TRUE,
                lambda: w.ex(args[1], env),
                Kind.BOOL,
            )
        case Op.IN | Op.SIZE if isinstance(args[-1], ir.Apply) and args[-1].op is Op.INTERVAL:
            return _in_interval(w, op, args, env)
        case Op.IN if isinstance(args[1].type, SetOf) and isinstance(args[1].type.member, Int):
            members = constant_members(args[1])
            if members is None:
                return _plain(w, e, [w.ex(a, env) for a in args])
            return algebra.among(w.temp(w.ex(args[0], env), "x"), members)
        case Op.GIVEN:
            value = w.temp(w.ex(args[0], env), "given")
            there = algebra.deny(algebra.equal(value, Num(NONE)))
            # Play goes on after a fault: some value of the type will do, nothing is overrun.
            value = w.own(value)
            w.oblige(there, "this is none", e, value, w.program.least(e.type))
            return value
        case Op.FIT:
            value = w.temp(w.ex(args[0], env), "fit")
            assert isinstance(e.type, Int)
            low, high = Num(e.type.low), Num(e.type.high)
            holds = algebra.both(algebra.at_most(low, value), algebra.at_most(value, high))
            value = w.own(value)
            w.oblige(holds, f"this is outside {e.type.low}..{e.type.high}", e, value, low)
            return value
        case _:
            return _plain(w, e, [w.ex(a, env) for a in args])


def _in_interval(w: Lowerer, op: Op, args: tuple[ir.Expr, ...], env: Env) -> Code:
    interval = args[-1]
    assert isinstance(interval, ir.Apply)
    if op is Op.SIZE:
        low, high = (w.ex(a, env) for a in interval.args)
        span = algebra.arithmetic("+", algebra.arithmetic("-", high, low), Num(1))
        return code.Op("max", (Num(0), span))
    value = w.temp(w.ex(args[0], env), "x")
    low, high = (w.ex(a, env) for a in interval.args)
    return algebra.both(
        code.Op("<=", (low, value), Kind.BOOL), code.Op("<=", (value, high), Kind.BOOL)
    )


def _plain(w: Lowerer, e: ir.Apply, args: list[Code]) -> Code:
    kind = w.program.kind(e.type)
    match e.op:
        case Op.NOT:
            return algebra.deny(args[0])
        case Op.EQ:
            return algebra.equal(args[0], args[1])
        case Op.LT | Op.LE:
            return algebra.compared(e.op.value, args[0], args[1])
        case Op.ADD | Op.SUB | Op.MUL:
            return algebra.arithmetic(e.op.value, args[0], args[1])
        case Op.DIV:
            return code.Op("//", tuple(args))
        case Op.MOD:
            return code.Op("%", tuple(args))
        case Op.MIN | Op.MAX:
            return code.Op(e.op.value, (args[0], w.temp(args[1])))
        case Op.IN:
            return code.Op("has", (args[1], args[0]), Kind.BOOL)
        case Op.INSIDE:
            return algebra.deny(algebra.some(algebra.without(args[0], args[1])))
        case Op.UNION:
            return algebra.join(args[0], args[1])
        case Op.MINUS:
            return algebra.without(args[0], args[1])
        case Op.BOTH:
            return algebra.meet(args[0], args[1])
        case Op.SIZE:
            return algebra.pop(args[0])
        case Op.EMPTY:
            return algebra.deny(algebra.some(args[0]))
        case Op.SETOF:
            whole: Code = Num(0, kind)
            for arg in args:
                whole = algebra.join(whole, _one(w, arg, kind))
            return whole
        case Op.INTERVAL:
            low, high = w.temp(args[0], "low"), w.temp(args[1], "high")
            inside = algebra.without(
                code.Op("upto", (high,), kind),
                code.Op("upto", (algebra.arithmetic("-", low, Num(1)),), kind),
            )
            return code.Pick(code.Op("<=", (low, high), Kind.BOOL), inside, Num(0, kind), kind)
        case _:
            raise AssertionError(e.op)


def _one(w: Lowerer, member: Code, kind: Kind) -> Code:
    """Return the mask of one member."""
    if isinstance(member, Num):
        return Num(1 << member.value, kind)
    known = w.ones.get(member.name) if isinstance(member, Var) else None
    return known or code.Op("bit", (member,), kind)
