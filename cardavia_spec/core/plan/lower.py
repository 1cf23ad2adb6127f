"""From IR expressions to plans: laziness becomes branches, binders become masks and loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from cardavia_spec.core import ir
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.best import best
from cardavia_spec.core.plan.binders import folded, picked
from cardavia_spec.core.plan.code import NONE, Code, Kind, Num
from cardavia_spec.core.plan.constant import NotConstant, size, value
from cardavia_spec.core.plan.filters import filtered
from cardavia_spec.core.plan.forms import INLINED, costly, loops, surely
from cardavia_spec.core.plan.inline import inlined
from cardavia_spec.core.plan.operators import applied
from cardavia_spec.core.plan.program import safe
from cardavia_spec.core.plan.writer import Env, Writer
from cardavia_spec.core.spec import Cell, Rows, Tiers, Zone
from cardavia_spec.core.types import BOOL, Bool, Int, SetOf, Sort, Type, count, values
from cardavia_spec.core.walk import binder, children, free, walk


class Lowerer(Writer):
    """Writes one function: expressions give codes, what they need first goes to the block."""

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
        at = env[name] if members[0] == 0 else algebra.arithmetic("-", env[name], Num(members[0]))
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
                return applied(self, e, env)
            case ir.If(cond, then, other):
                return self.either(
                    self.ex(cond, env),
                    lambda: self.ex(then, env),
                    lambda: self.ex(other, env),
                    self.program.kind(e.type),
                )
            case ir.Fold():
                return folded(self, e, env)
            case ir.Those(name, domain, guard):
                mask = self.temp(self.ex(domain, env), "those")
                return self.filter(mask, name, e.type, guard, env)
            case ir.Pick():
                return picked(self, e, env)
            case ir.Best():
                return best(self, e, env)
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
                return algebra.both(cond, a)
            if kind is Kind.BOOL and a == code.TRUE:
                return algebra.either(cond, b)
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
                at = algebra.arithmetic("-", at, Num(index.low))
            size = count(index)  # type: ignore[arg-type]
            place = algebra.arithmetic("+", algebra.arithmetic("*", place, Num(size)), at)
        return place

    def cell(self, cell: Cell, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the value of a cell."""
        kind = self.program.kind(cell.type)
        return code.Cell(self.cell_slot(cell, args, env), self.before, kind, cell.offset)

    def cell_slot(self, cell: Cell, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the slot of a cell."""
        return algebra.arithmetic("+", Num(cell.offset), self.slot(cell.each, args, env))

    def zone_slot(self, zone: Zone, args: tuple[ir.Expr, ...], env: Env) -> Code:
        """Return the slot of one zone."""
        each = () if zone.each is None else (zone.each,)
        return algebra.arithmetic("+", Num(zone.offset), self.slot(each, args, env))

    def _zone(self, zone: Zone, args: tuple[ir.Expr, ...], env: Env) -> Code:
        if zone.each is None or args:
            return code.Zone(self.zone_slot(zone, args, env), self.before, zone.offset)
        whole: Code = Num(0, Kind.CARDS)
        for i in range(zone.size):
            whole = algebra.join(whole, code.Zone(Num(zone.offset + i), self.before))
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

    def at_once(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> Code | None:
        """Return the members for which a guard holds if no loop is needed to find them."""
        with self.inner() as trial:
            found = self.filter(mask, name, set_, guard, env)
        if loops(trial):
            return None
        self.block += trial
        return found

    def at_once_ok(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> bool:
        """Whether no loop is needed to find the members for which a guard holds."""
        with self.inner():
            return self.at_once(mask, name, set_, guard, env) is not None

    def look_ahead(self, domain: ir.Expr | Code, body: ir.Expr, env: Env) -> None:
        """Compute what each member's turn would compute anew, if there surely is a member.

        Definitions without parameters that the body surely looks at do not depend on the member.
        """
        if isinstance(domain, ir.Lit) and domain.value:
            for e in surely(body):
                self.ex(e, env)

    def filter(self, mask: Code, name: str, set_: object, guard: ir.Expr, env: Env) -> Code:
        """Return the members of `mask` for which `guard` holds."""
        assert isinstance(set_, SetOf)
        return filtered(self, mask, name, set_.member, guard, env)


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
