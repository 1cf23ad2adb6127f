"""From IR expressions to plans: laziness becomes branches, binders become masks and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import assert_never

from cardavia_spec.core import ir
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import NONE, Act, Code, Kind, Num, Var
from cardavia_spec.core.plan.constant import NotConstant, size, value
from cardavia_spec.core.plan.inline import inlined
from cardavia_spec.core.plan.program import Program, Unsupported, safe
from cardavia_spec.core.spec import Cell, Rows, Tiers, Zone
from cardavia_spec.core.types import BOOL, Bool, Int, Maybe, SetOf, Sort, Type, count, values
from cardavia_spec.core.walk import binder, children, free, walk

Env = dict[str, Code]
INLINED = 16
"""Definitions without parameters of so many nodes or fewer are written where they are used."""
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
        self.memo: dict[tuple[object, ...], Code] = {}
        self.counter = 0
        self.bounds: dict[str, int] = {}  # masks that surely lie inside a constant one

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
        if isinstance(value, code.Op) and value.op == "&":
            for part in value.args:
                if isinstance(part, Num):
                    self.bounds[name] = part.value
        return Var(name, value.kind)

    def own(self, value: Code) -> Code:
        """Return a local name of its own for a value that may have to be put right."""
        return value if isinstance(value, Num) else self.variable(value, "fit")

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

    def oblige(
        self,
        holds: Code,
        what: str,
        e: ir.Expr | ir.Place | ir.Statement,
        fix: Code | None = None,
        value: Code | None = None,
    ) -> None:
        """Note an obligation; where it fails play goes on, with `value` in place of `fix`."""
        if holds == code.TRUE:
            return
        number = self.program.obligation(self.rule, what, e.span)
        name = fix.name if isinstance(fix, Var) else None
        self.block.append(code.Fault(code.deny(holds), number, name, value if name else None))

    def changed(self) -> None:
        """Forget what was computed: the state has changed."""
        self.memo = {}

    # ------------------------------------------------------------------ expressions

    def ex(self, e: ir.Expr, env: Env) -> Code:
        """Return the code of an expression; what is costly is computed once in a block."""
        if isinstance(e, ir.Lit | ir.Ref):
            return self.written(e, env)
        known = self._constant(e, env)
        if known is not None:
            return known
        if not costly(e):
            return self.written(e, env)
        key = self._key(e, env)
        if key not in self.memo:
            hint = e.key if isinstance(e, ir.Get) else "t"
            self.memo[key] = self.temp(self.written(e, env), hint)
        return self.memo[key]

    def _key(self, e: ir.Expr, env: Env) -> tuple[object, ...]:
        names = sorted(free(e) | {"me"})
        if isinstance(e, ir.Get):  # a type may be narrowed: the value is the same
            return (self.before, e.origin, e.key, e.args, *(env.get(name) for name in names))
        return (self.before, e, *(env.get(name) for name in names))

    def knows(self, e: ir.Expr, env: Env) -> bool:
        """Whether an expression has been computed."""
        return self._key(e, env) in self.memo

    def _constant(self, e: ir.Expr, env: Env) -> Code | None:
        """Return a constant, or an entry of a table made for the purpose, if that will do."""
        if self.program.facts.reads_state(e):
            return None
        names = free(e)
        unknown = [n for n in names if not isinstance(env.get(n), Num)]
        if len(unknown) > 1 or (len(unknown) == 1 and not _worth_a_table(e)):
            return None
        types = {x.name: x.type for x in walk(e) if isinstance(x, ir.Ref)}
        try:
            given = {n: _plain(env[n], types[n]) for n in names if n not in unknown}
            if not unknown:
                return self.program.number(value(self.spec, e, given), e.type)
            (name,) = unknown
            type_ = types[name]
            if not isinstance(type_, Sort | Int) or count(type_) > 128:
                return None
            members = values(type_)
            entries = tuple(value(self.spec, e, {**given, name: m}) for m in members)
        except NotConstant:
            return None
        at = env[name] if members[0] == 0 else arithmetic("-", env[name], Num(members[0]))
        numbers = tuple(self.program.number(v, e.type).value for v in entries)
        return self.program.tabulated(numbers, self.program.kind(e.type), at)

    def hoist(self, e: ir.Expr, names: frozenset[str], env: Env) -> None:
        """Compute what `e` asks for over and over in a loop that binds `names`, ahead of it."""
        if isinstance(e, ir.Lit | ir.Ref | ir.Was):
            return
        fixed = not free(e) & names
        if fixed and costly(e) and not self.program.facts.can_fail(e):
            self.ex(e, env)
            return
        bound = binder(e)
        inner = names if bound is None else names | {bound}
        for part in children(e):
            self.hoist(part, inner, env)

    def written(self, e: ir.Expr, env: Env) -> Code:
        """Return the code of an expression, computed here and now."""
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
        whole = definition.body
        if not isinstance(whole, Tiers | Rows) and not definition.params and size(whole) <= INLINED:
            rule, self.rule = self.rule, definition.name
            try:
                return self.ex(whole, {"me": env["me"]} if definition.uses_me else {})
            finally:
                self.rule = rule
        self.program.ensure(e.key)
        args = tuple(self.ex(a, env) for a in e.args)
        if definition.uses_me:
            args = (env["me"], *args)
        return code.Call(
            f"get_{safe(e.key)}", args, self.program.kind(definition.type), self.before
        )

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
                there = code.deny(equal(value, Num(NONE)))
                # Play goes on after a fault: some value of the type will do, nothing is overrun.
                value = self.own(value)
                self.oblige(there, "this is none", e, value, self.program.least(e.type))
                return value
            case Op.FIT:
                value = self.temp(self.ex(args[0], env), "fit")
                assert isinstance(e.type, Int)
                low, high = Num(e.type.low), Num(e.type.high)
                holds = code.both(code.at_most(low, value), code.at_most(value, high))
                value = self.own(value)
                self.oblige(holds, f"this is outside {e.type.low}..{e.type.high}", e, value, low)
                return value
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
                return compared(e.op.value, args[0], args[1])
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
                return code.pop(args[0])
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
        found = None
        if not self.program.facts.can_fail(e.body):
            found = self.at_once(mask, e.name, e.domain.type, e.body, env)
        if found is None:
            return self._ask_each(e, mask, env, some=some)
        return code.some(found) if some else equal(found, mask)

    def at_once(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> Code | None:
        """Return the members for which a guard holds if no loop is needed to find them."""
        with self.inner() as trial:
            found = self.filter(mask, name, set_, guard, env)
        if loops(trial):
            return None
        self.block += trial
        return found

    def _ask_each(self, e: ir.Fold, mask: Code, env: Env, *, some: bool) -> Code:
        """Ask the members one after the other until the answer is known."""
        result = self.variable(code.FALSE if some else code.TRUE, "found")
        name = self.fresh(e.name)
        with self.inner() as body:
            one = self.ex(e.body, {**env, e.name: Var(name)})
            answer = code.Set(result.name, code.TRUE if some else code.FALSE)
            body.append(code.Branch(one if some else code.deny(one), (answer, code.Break())))
        self.block.append(code.Each(name, mask, tuple(body)))
        return result

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
        if not self.program.facts.can_fail(e.body):
            self.hoist(e.body, frozenset({e.name}), env)
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

    def _first(self, e: ir.Pick, after: Code | None, env: Env) -> Code | None:
        """Go through the members in their order until one fits; None if no loop is needed."""
        if e.guard is None:
            return None
        mask = self.temp(self.ex(e.domain, env), "among")
        if not self.program.facts.can_fail(e.guard) and (
            self.at_once_ok(mask, e.name, e.domain.type, e.guard, env)
        ):
            return None
        found = self.variable(Num(-1), "first")
        name = self.fresh(e.name)
        with self.inner() as body:
            holds = self.ex(e.guard, {**env, e.name: Var(name)})
            body.append(code.Branch(holds, (code.Set(found.name, Var(name)), code.Break())))
        parts: list[Code] = [mask]
        if after is not None:
            last = self.temp(code.Op("upto", (after,), mask.kind), "past")
            parts = [code.without(mask, last), code.meet(mask, last)]
        self.block.append(code.Each(name, parts[0], tuple(body)))
        if len(parts) > 1:
            again = code.Each(name, parts[1], tuple(body))
            self.block.append(code.Branch(compared("<", found, Num(0)), (again,)))
        self.oblige(
            compared("<=", Num(0), found), "'first' found none", e, found,
            self.program.least(e.type),
        )  # fmt: skip
        return found

    def at_once_ok(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> bool:
        """Whether no loop is needed to find the members for which a guard holds."""
        with self.inner():
            return self.at_once(mask, name, set_, guard, env) is not None

    def _pick(self, e: ir.Pick, env: Env) -> Code:
        after = None if e.after is None else self.temp(self.ex(e.after, env), "after")
        if e.op is PickOp.FIRST:
            found = self._first(e, after, env)
            if found is not None:
                return found
        mask = self.members_where(e, env)
        match e.op:
            case PickOp.THE:
                self.oblige(code.one(mask), "'the' wants exactly one", e)
                return self.lowest(mask, e)
            case PickOp.FIRST:
                self.oblige(code.some(mask), "'first' found none", e)
                if after is None:
                    return self.lowest(mask, e)
                later = self.temp(code.without(mask, code.Op("upto", (after,), mask.kind)), "later")
                start = code.Pick(code.some(later), later, mask, mask.kind)
                return self.lowest(start, e)

    def lowest(self, mask: Code, e: ir.Pick) -> Code:
        """Return the lowest member; if there is none, a number of the type all the same."""
        found = code.Op("low", (mask,))
        if isinstance(e.type, Int) and e.type.low > 0:
            return code.Op("max", (Num(e.type.low), found))
        return found

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
        above = self._above(e, key)
        if above is not None:
            return self._none_above(above, mask, e.name)
        self.hoist(key, frozenset({e.name}), env)
        top = self.variable(Num(-(1 << 40) if highest else 1 << 40), "top")
        kept = self.variable(Num(0, mask.kind), "kept")
        name = self.fresh(e.name)
        with self.inner() as body:
            value = self.temp(self.ex(key, {**env, e.name: Var(name)}), "key")
            one = code.Op("bit", (Var(name),), mask.kind)
            better = code.Op("<", (top, value) if highest else (value, top), Kind.BOOL)
            level = code.Op("<=", (top, value) if highest else (value, top), Kind.BOOL)
            # No branch: which card is better is as good as chance.
            new = code.join(
                code.Op("when", (code.deny(better), kept), mask.kind),
                code.Op("when", (level, one), mask.kind),
            )
            body.append(code.Set(kept.name, new))
            body.append(code.Set(top.name, code.Op("max" if highest else "min", (top, value))))
        self.block.append(code.Each(name, mask, tuple(body)))
        return kept

    def _above(self, e: ir.Best, key: ir.Expr) -> str | None:
        """Return the array that tells for each member which ones beat it, if the key is fixed."""
        assert isinstance(e.domain.type, SetOf)
        member = e.domain.type.member
        if free(key) != {e.name} or self.program.facts.reads_state(key) or count(member) > 128:
            return None
        members = values(member)
        try:
            keys = {m: int(value(self.spec, key, {e.name: m})) for m in members}
        except (NotConstant, TypeError):
            return None
        sign = 1 if e.op is BestOp.HIGHEST else -1
        low = members[0]
        beaten = tuple(
            sum(1 << m for m in members if sign * keys[m] > sign * keys[n]) for n in members
        )
        kind = self.program.kind(e.domain.type)
        return self.program.beating((0,) * low + beaten, kind)

    def _none_above(self, array: str, mask: Code, hint: str) -> Code:
        """Return the members that no other one beats."""
        kept = self.variable(Num(0, mask.kind), "kept")
        name = self.fresh(hint)
        alone = code.deny(code.some(code.meet(mask, code.At(array, Var(name), mask.kind))))
        one = code.Op("when", (alone, code.Op("bit", (Var(name),), mask.kind)), mask.kind)
        self.block.append(code.Each(name, mask, (code.Set(kept.name, code.join(kept, one)),)))
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


def costly(e: ir.Expr) -> bool:
    """Whether an expression is worth being computed once."""
    return isinstance(e, ir.Fold | ir.Those | ir.Pick | ir.Best) or (
        isinstance(e, ir.Get) and e.origin is ir.Origin.DEFINITION
    )


def loops(acts: Iterable[Act]) -> bool:
    """Whether there is a loop in a block."""
    for act in acts:
        match act:
            case code.Each() | code.Through() | code.Loop():
                return True
            case code.Branch(_, then, otherwise) if loops(then) or loops(otherwise):
                return True
            case _:
                pass
    return False


def _worth_a_table(e: ir.Expr) -> bool:
    """Whether an expression of one name takes more than one look into a table."""
    if not isinstance(e, ir.If | ir.Get | ir.Apply | ir.Fold | ir.Those) or e.type == BOOL:
        return False
    return isinstance(e, ir.Fold | ir.Those | ir.If) or any(
        isinstance(x, ir.Get) for part in children(e) for x in walk(part)
    )


def _plain(c: Code, type_: Type) -> object:
    """Return the value that a constant stands for."""
    assert isinstance(c, Num)
    if isinstance(type_, SetOf) or c.value == NONE:
        raise NotConstant
    return bool(c.value) if isinstance(type_, Bool) else c.value


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


def compared(op: str, a: Code, b: Code) -> Code:
    """Return `a < b` or `a <= b`; sizes against 0 and 1 are asked of the mask."""
    if isinstance(a, Num) and isinstance(b, Num):
        return code.TRUE if (a.value < b.value if op == "<" else a.value <= b.value) else code.FALSE
    strict = op == "<"
    if isinstance(b, code.Op) and b.op == "pop" and isinstance(a, Num):
        least = a.value + strict  # the size is at least this
        if least <= 0:
            return code.TRUE
        if least == 1:
            return code.some(b.args[0])
    if isinstance(a, code.Op) and a.op == "pop" and isinstance(b, Num):
        most = b.value - strict
        if most < 0:
            return code.FALSE
        if most == 0:
            return code.deny(code.some(a.args[0]))
    return code.Op(op, (a, b), Kind.BOOL)


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
    for counted, number in ((a, b), (b, a)):
        if isinstance(counted, code.Op) and counted.op == "pop" and isinstance(number, Num):
            if number.value == 0:
                return code.deny(code.some(counted.args[0]))
            if number.value == 1:
                return code.one(counted.args[0])
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
