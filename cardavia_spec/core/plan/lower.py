"""From IR expressions to plans: laziness becomes branches, binders become masks and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from cardavia_spec.core import ir
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import NONE, Act, Code, Kind, Num, Var
from cardavia_spec.core.plan.inline import inlined
from cardavia_spec.core.plan.program import Program, Unsupported, safe
from cardavia_spec.core.spec import Cell, Zone
from cardavia_spec.core.types import Int, Maybe, SetOf, Sort, count
from cardavia_spec.core.walk import free

Env = dict[str, Code]
UNROLLED = 8
"""Constant domains of so many members or fewer are written out."""


class Lowerer:
    """Writes one function: expressions give codes, what they need first goes to the block."""

    def __init__(self, program: Program, rule: str) -> None:
        self.program = program
        self.spec = program.spec
        self.rule = rule
        self.block: list[Act] = []
        self.before = False
        self.memo: dict[tuple[bool, ir.Expr], Code] = {}
        self.counter = 0

    # ------------------------------------------------------------------ writing

    def fresh(self, hint: str) -> str:
        """Return a new local name."""
        self.counter += 1
        return f"{safe(hint)}_{self.counter}"

    def temp(self, value: Code, hint: str = "t") -> Code:
        """Return a code that can be looked at twice."""
        if code.simple(value):
            return value
        name = self.fresh(hint)
        self.block.append(code.Let(name, value))
        return Var(name, value.kind)

    def variable(self, value: Code, hint: str) -> Var:
        """Declare a local name that will change."""
        name = self.fresh(hint)
        self.block.append(code.Let(name, value))
        return Var(name, value.kind)

    @contextmanager
    def inner(self) -> Iterator[list[Act]]:
        """Write into a block of its own; what is computed there is not known outside."""
        outer, memo = self.block, self.memo
        self.block, self.memo = [], dict(memo)
        try:
            yield self.block
        finally:
            self.block, self.memo = outer, memo

    def oblige(self, holds: Code, what: str, e: ir.Expr | ir.Place | ir.Statement) -> None:
        """Note an obligation; play goes on with any value where it fails."""
        if holds != code.TRUE:
            number = self.program.obligation(self.rule, what, e.span)
            self.block.append(code.Fault(code.deny(holds), number))

    def changed(self) -> None:
        """Forget what was computed: the state has changed."""
        self.memo = {}

    # ------------------------------------------------------------------ expressions

    def ex(self, e: ir.Expr, env: Env) -> Code:
        """Return the code of an expression."""
        match e:
            case ir.Lit(value):
                return self.program.number(value, e.type)
            case ir.Ref(name):
                return env[name]
            case ir.Get():
                return self._get(e, env)
            case ir.Apply():
                return self._apply(e, env)
            case ir.If(cond, then, other):
                return self.either(
                    self.ex(cond, env),
                    lambda: self.ex(then, env),
                    lambda: self.ex(other, env),
                    self.program.kind(e.type),
                )
            case ir.Fold():
                return self._fold(e, env)
            case ir.Those(name, domain, guard):
                mask = self.temp(self.ex(domain, env), "those")
                return self.filter(mask, name, e.type, guard, env)
            case ir.Pick():
                return self._pick(e, env)
            case ir.Best():
                return self._best(e, env)
            case ir.Was(body):
                before, self.before = self.before, True
                try:
                    me = code.Cell(Num(self.turn), before=True)
                    return self.ex(body, {**env, "me": me})
                finally:
                    self.before = before
            case ir.Settled():
                return code.Call("settled", (), Kind.BOOL, self.before)
            case _:
                assert_never(e)

    @property
    def turn(self) -> int:
        """The cell slot of `turn`."""
        return self.spec.cells["turn"].offset

    def either(
        self, cond: Code, then: Callable[[], Code], other: Callable[[], Code], kind: Kind
    ) -> Code:
        """Return one of two values; only the one taken is computed."""
        if isinstance(cond, Num):
            return then() if cond.value else other()
        with self.inner() as first:
            a = then()
        with self.inner() as second:
            b = other()
        if not first and not second:
            if kind is Kind.BOOL and b == code.FALSE:
                return code.both(cond, a)
            if kind is Kind.BOOL and a == code.TRUE:
                return code.either(cond, b)
            return a if a == b else code.Pick(cond, a, b, kind)
        result = self.variable(Num(0, kind), "v")
        first.append(code.Set(result.name, a))
        second.append(code.Set(result.name, b))
        self.block.append(code.Branch(cond, tuple(first), tuple(second)))
        return result

    def _get(self, e: ir.Get, env: Env) -> Code:
        match e.origin:
            case ir.Origin.TABLE:
                table = self.spec.tables[e.key]
                return self.program.entry(e.key, table, self.slot(table.domain, e.args, env))
            case ir.Origin.CELL:
                return self.cell(self.spec.cells[e.key], e.args, env)
            case ir.Origin.ZONE:
                return self._zone(self.spec.zones[e.key], e.args, env)
            case ir.Origin.DEFINITION:
                return self._definition(e, env)

    def slot(self, domain: tuple[object, ...], args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the place of arguments in a family, from 0."""
        place: Code = Num(0)
        for index, arg in zip(domain, args, strict=True):
            at = self.ex(arg, env)
            if isinstance(index, Int) and index.low:
                at = arithmetic("-", at, Num(index.low))
            size = count(index)  # type: ignore[arg-type]
            place = arithmetic("+", arithmetic("*", place, Num(size)), at)
        return place

    def cell(self, cell: Cell, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the value of a cell."""
        kind = self.program.kind(cell.type)
        return code.Cell(self.cell_slot(cell, args, env), self.before, kind)

    def cell_slot(self, cell: Cell, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the slot of a cell."""
        return arithmetic("+", Num(cell.offset), self.slot(cell.each, args, env))

    def zone_slot(self, zone: Zone, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the slot of one zone."""
        each = () if zone.each is None else (zone.each,)
        return arithmetic("+", Num(zone.offset), self.slot(each, args, env))

    def _zone(self, zone: Zone, args: tuple[ir.Expr, ...], env: Env) -> Code:
        if zone.each is None or args:
            return code.Zone(self.zone_slot(zone, args, env), self.before)
        whole: Code = Num(0, Kind.CARDS)
        for i in range(zone.size):
            whole = code.join(whole, code.Zone(Num(zone.offset + i), self.before))
        return whole

    def _definition(self, e: ir.Get, env: Env) -> Code:
        definition = self.spec.definitions[e.key]
        body = inlined(definition, e.args)
        if body is not None:
            return self.ex(body, env)
        self.program.ensure(e.key)
        key = (self.before, e)
        closed = not definition.params  # its only argument is `me`, which does not change
        if closed and key in self.memo:
            return self.memo[key]
        args = tuple(self.ex(a, env) for a in e.args)
        if definition.uses_me:
            args = (env["me"], *args)
        call = code.Call(
            f"get_{safe(e.key)}", args, self.program.kind(definition.type), self.before
        )
        if not closed:
            return call
        value = self.temp(call, definition.name)
        self.memo[key] = value
        return value

    # ------------------------------------------------------------------ operators

    def _apply(self, e: ir.Apply, env: Env) -> Code:
        op, args = e.op, e.args
        match op:
            case Op.AND:
                return self.either(
                    self.ex(args[0], env),
                    lambda: self.ex(args[1], env),
                    lambda: code.FALSE,
                    Kind.BOOL,
                )
            case Op.OR:
                return self.either(
                    self.ex(args[0], env),
                    lambda: code.TRUE,
                    lambda: self.ex(args[1], env),
                    Kind.BOOL,
                )
            case Op.IMPLIES:
                return self.either(
                    code.deny(self.ex(args[0], env)),
                    lambda: code.TRUE,
                    lambda: self.ex(args[1], env),
                    Kind.BOOL,
                )
            case Op.IN | Op.SIZE if isinstance(args[-1], ir.Apply) and args[-1].op is Op.INTERVAL:
                return self._in_interval(op, args, env)
            case Op.IN if isinstance(args[1].type, SetOf) and isinstance(args[1].type.member, Int):
                members = constant_members(args[1])
                if members is None:
                    return self._plain(e, [self.ex(a, env) for a in args])
                return among(self.temp(self.ex(args[0], env), "x"), members)
            case Op.GIVEN:
                value = self.temp(self.ex(args[0], env), "given")
                self.oblige(code.deny(equal(value, Num(NONE))), "this is none", e)
                return value
            case Op.FIT:
                value = self.temp(self.ex(args[0], env), "fit")
                assert isinstance(e.type, Int)
                low, high = Num(e.type.low), Num(e.type.high)
                holds = code.both(
                    code.Op("<=", (low, value), Kind.BOOL), code.Op("<=", (value, high), Kind.BOOL)
                )
                self.oblige(holds, f"this is outside {e.type.low}..{e.type.high}", e)
                # Play goes on after a fault: any value inside will do, so nothing is overrun.
                return code.Op("max", (low, code.Op("min", (value, high))))
            case _:
                return self._plain(e, [self.ex(a, env) for a in args])

    def _in_interval(self, op: Op, args: tuple[ir.Expr, ...], env: Env) -> Code:
        interval = args[-1]
        assert isinstance(interval, ir.Apply)
        if op is Op.SIZE:
            low, high = (self.ex(a, env) for a in interval.args)
            span = arithmetic("+", arithmetic("-", high, low), Num(1))
            return code.Op("max", (Num(0), span))
        value = self.temp(self.ex(args[0], env), "x")
        low, high = (self.ex(a, env) for a in interval.args)
        return code.both(
            code.Op("<=", (low, value), Kind.BOOL), code.Op("<=", (value, high), Kind.BOOL)
        )

    def _plain(self, e: ir.Apply, args: list[Code]) -> Code:
        kind = self.program.kind(e.type)
        match e.op:
            case Op.NOT:
                return code.deny(args[0])
            case Op.EQ:
                return equal(args[0], args[1])
            case Op.LT | Op.LE:
                return code.Op(e.op.value, tuple(args), Kind.BOOL)
            case Op.ADD | Op.SUB | Op.MUL:
                return arithmetic(e.op.value, args[0], args[1])
            case Op.DIV:
                return code.Op("//", tuple(args))
            case Op.MOD:
                return code.Op("%", tuple(args))
            case Op.MIN | Op.MAX:
                return code.Op(e.op.value, (args[0], self.temp(args[1])))
            case Op.IN:
                return code.Op("has", (args[1], args[0]), Kind.BOOL)
            case Op.INSIDE:
                return code.deny(code.some(code.without(args[0], args[1])))
            case Op.UNION:
                return code.join(args[0], args[1])
            case Op.MINUS:
                return code.without(args[0], args[1])
            case Op.BOTH:
                return code.meet(args[0], args[1])
            case Op.SIZE:
                return code.Op("pop", (args[0],))
            case Op.EMPTY:
                return code.deny(code.some(args[0]))
            case Op.SETOF:
                whole: Code = Num(0, kind)
                for arg in args:
                    one = (
                        Num(1 << arg.value, kind)
                        if isinstance(arg, Num)
                        else code.Op("bit", (arg,), kind)
                    )
                    whole = code.join(whole, one)
                return whole
            case Op.INTERVAL:
                low, high = self.temp(args[0], "low"), self.temp(args[1], "high")
                inside = code.without(
                    code.Op("upto", (high,), kind),
                    code.Op("upto", (arithmetic("-", low, Num(1)),), kind),
                )
                return code.Pick(code.Op("<=", (low, high), Kind.BOOL), inside, Num(0, kind), kind)
            case _:
                raise AssertionError(e.op)

    # ------------------------------------------------------------------ binders

    def _fold(self, e: ir.Fold, env: Env) -> Code:
        match e.op:
            case FoldOp.SOME | FoldOp.EVERY:
                return self._quantifier(e, env)
            case FoldOp.SUM | FoldOp.UNION:
                return self._gather(e, env)

    def _quantifier(self, e: ir.Fold, env: Env) -> Code:
        some = e.op is FoldOp.SOME
        members = constant_members(e.domain)
        if members is not None and len(members) <= UNROLLED:
            return self._written_out(members, e.name, e.body, env, some=some)
        if is_interval(e.domain):
            return self._search(e, env, some=some)
        mask = self.temp(self.ex(e.domain, env), "each")
        found = self.filter(mask, e.name, e.domain.type, e.body, env)
        return code.some(found) if some else equal(found, mask)

    def _written_out(
        self, members: list[int], name: str, body: ir.Expr, env: Env, *, some: bool
    ) -> Code:
        first, rest = members[:1], members[1:]
        if not first:
            return code.FALSE if some else code.TRUE
        one = self.ex(body, {**env, name: Num(first[0])})
        if not rest:
            return one

        def others() -> Code:
            return self._written_out(rest, name, body, env, some=some)

        if some:
            return self.either(one, lambda: code.TRUE, others, Kind.BOOL)
        return self.either(one, others, lambda: code.FALSE, Kind.BOOL)

    def _search(self, e: ir.Fold, env: Env, *, some: bool) -> Code:
        """Go through a range of numbers until the answer is known."""
        assert isinstance(e.domain, ir.Apply)
        low, high = (self.temp(self.ex(a, env), "end") for a in e.domain.args)
        result = self.variable(code.FALSE if some else code.TRUE, "found")
        name = self.fresh(e.name)
        with self.inner() as body:
            one = self.ex(e.body, {**env, e.name: Var(name)})
            stop = (
                code.Set(result.name, code.TRUE if some else code.FALSE),
                code.Break(),
            )
            body.append(code.Branch(one if some else code.deny(one), stop))
        self.block.append(code.Through(name, low, high, tuple(body)))
        return result

    def _gather(self, e: ir.Fold, env: Env) -> Code:
        kind = self.program.kind(e.type)
        members = constant_members(e.domain)
        combine = code.join if e.op is FoldOp.UNION else lambda a, b: arithmetic("+", a, b)
        if members is not None and len(members) <= UNROLLED:
            whole: Code = Num(0, kind)
            for member in members:
                whole = combine(whole, self.ex(e.body, {**env, e.name: Num(member)}))
            return whole
        total = self.variable(Num(0, kind), "sum")
        name = self.fresh(e.name)
        self.look_ahead(e.domain, e.body, env)
        if is_interval(e.domain):
            assert isinstance(e.domain, ir.Apply)
            low, high = (self.temp(self.ex(a, env), "end") for a in e.domain.args)
            with self.inner() as body:
                one = self.ex(e.body, {**env, e.name: Var(name)})
                body.append(code.Set(total.name, combine(total, one)))
            self.block.append(code.Through(name, low, high, tuple(body)))
            return total
        mask = self.ex(e.domain, env)
        with self.inner() as body:
            one = self.ex(e.body, {**env, e.name: Var(name)})
            body.append(code.Set(total.name, combine(total, one)))
        self.block.append(code.Each(name, mask, tuple(body)))
        return total

    def members_where(self, e: ir.Pick, env: Env) -> Code:
        """Return the mask of the members that a pick may take."""
        mask = self.temp(self.ex(e.domain, env), "among")
        if e.guard is None:
            return mask
        return self.temp(self.filter(mask, e.name, e.domain.type, e.guard, env), "which")

    def _pick(self, e: ir.Pick, env: Env) -> Code:
        after = None if e.after is None else self.temp(self.ex(e.after, env), "after")
        mask = self.members_where(e, env)
        match e.op:
            case PickOp.THE:
                one = equal(code.Op("pop", (mask,)), Num(1))
                self.oblige(one, "'the' wants exactly one", e)
                return code.Op("low", (mask,))
            case PickOp.FIRST:
                self.oblige(code.some(mask), "'first' found none", e)
                if after is None:
                    return code.Op("low", (mask,))
                later = self.temp(code.without(mask, code.Op("upto", (after,), mask.kind)), "later")
                start = code.Pick(code.some(later), later, mask, mask.kind)
                return code.Op("low", (start,))

    def _best(self, e: ir.Best, env: Env) -> Code:
        mask: Code = self.temp(self.ex(e.domain, env), "best")
        for key in e.keys:
            mask = self.temp(self._narrowed(e, key, mask, env), "best")
        return mask

    def _narrowed(self, e: ir.Best, key: ir.Expr, mask: Code, env: Env) -> Code:
        highest = e.op is BestOp.HIGHEST
        if self.program.kind(key.type) is Kind.BOOL:
            wanted = key if highest else ir.Apply(Op.NOT, (key,), type=key.type, span=key.span)
            found = self.temp(self.filter(mask, e.name, e.domain.type, wanted, env), "those")
            return code.Pick(code.some(found), found, mask, mask.kind)
        if e.name not in free(key):
            return mask
        self.look_ahead(mask, key, env)
        top = self.variable(Num(-(1 << 40) if highest else 1 << 40), "top")
        kept = self.variable(Num(0, mask.kind), "kept")
        name = self.fresh(e.name)
        with self.inner() as body:
            value = self.temp(self.ex(key, {**env, e.name: Var(name)}), "key")
            one = code.Op("bit", (Var(name),), mask.kind)
            better = code.Op("<", (top, value) if highest else (value, top), Kind.BOOL)
            body.append(
                code.Branch(
                    better,
                    (code.Set(top.name, value), code.Set(kept.name, one)),
                    (code.Branch(equal(value, top), (code.Set(kept.name, code.join(kept, one)),)),),
                )
            )
        self.block.append(code.Each(name, mask, tuple(body)))
        return kept

    def look_ahead(self, domain: ir.Expr | Code, body: ir.Expr, env: Env) -> None:
        """Compute what each member's turn would compute anew, if there surely is a member.

        Definitions without parameters that the body surely looks at do not depend on the member.
        """
        if isinstance(domain, ir.Lit) and domain.value:
            for e in surely(body):
                self.ex(e, env)

    def filter(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> Code:
        """Return the members of `mask` for which `guard` holds."""
        from cardavia_spec.core.plan.filters import filtered

        assert isinstance(set_, SetOf)
        return filtered(self, mask, name, set_.member, guard, env)


def surely(e: ir.Expr) -> Iterator[ir.Get]:
    """Yield the definitions without parameters that are looked at whenever `e` is."""
    match e:
        case ir.Get(ir.Origin.DEFINITION, args=()):
            yield e
        case ir.Get(args=args):
            for a in args:
                yield from surely(a)
        case ir.Apply(Op.AND | Op.OR | Op.IMPLIES, args):
            yield from surely(args[0])
        case ir.Apply(args=args):
            for a in args:
                yield from surely(a)
        case ir.If(cond=cond):
            yield from surely(cond)
        case ir.Fold(domain=domain) | ir.Those(domain=domain) | ir.Pick(domain=domain):
            yield from surely(domain)
        case _:
            return


def arithmetic(op: str, a: Code, b: Code) -> Code:
    """Return a sum, difference or product; constants are computed now."""
    if isinstance(a, Num) and isinstance(b, Num):
        return Num({"+": a.value + b.value, "-": a.value - b.value, "*": a.value * b.value}[op])
    if op in "+-" and isinstance(b, Num) and b.value == 0:
        return a
    if op == "+" and isinstance(a, Num) and a.value == 0:
        return b
    if op == "*" and isinstance(a, Num) and a.value in (0, 1):
        return Num(0) if a.value == 0 else b
    return code.Op(op, (a, b))


def among(value: Code, members: list[int]) -> Code:
    """Return whether a number is one of these (ascending): ranges are compared by their ends."""
    found: Code = code.FALSE
    while members:
        n = 1
        while n < len(members) and members[n] == members[0] + n:
            n += 1
        low, high = Num(members[0]), Num(members[n - 1])
        one = (
            equal(value, low)
            if n == 1
            else code.both(
                code.Op("<=", (low, value), Kind.BOOL), code.Op("<=", (value, high), Kind.BOOL)
            )
        )
        found, members = code.either(found, one), members[n:]
    return found


def equal(a: Code, b: Code) -> Code:
    """Return whether two numbers are the same."""
    if isinstance(a, Num) and isinstance(b, Num):
        return code.TRUE if a.value == b.value else code.FALSE
    return code.Op("==", (a, b), Kind.BOOL)


def constant_members(e: ir.Expr) -> list[int] | None:
    """Return the members of a constant set, in order, or None."""
    if isinstance(e, ir.Lit) and isinstance(e.value, frozenset):
        return sorted(e.value)
    return None


def is_interval(e: ir.Expr) -> bool:
    """Whether the set is a range of numbers that need not be made as a set."""
    return isinstance(e, ir.Apply) and e.op is Op.INTERVAL


__all__ = ["Env", "Lowerer", "Maybe", "Sort", "Unsupported", "arithmetic", "equal"]
