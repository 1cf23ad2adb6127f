"""Filters: `all c in S where ...` as mask algebra wherever the guard allows it.

A guard is taken apart along its logic.  What asks a column of the member (`c.suit is led`) is one
look into an array of masks, what does not depend on the member is computed once, and only the
rest is asked member by member.  Each part is computed only where the IR would compute it for some
member, so no obligation is met that the reference would not meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.constant import NotConstant, value
from cardavia_spec.core.plan.forms import UNROLLED, surely
from cardavia_spec.core.plan.inline import inlined
from cardavia_spec.core.plan.simplify import simplified
from cardavia_spec.core.plan.spread import in_blocks, spread
from cardavia_spec.core.types import Int, Maybe, Scalar, SetOf, Sort, count, values
from cardavia_spec.core.walk import free

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env


FEW_DISTANCES = 4


def filtered(w: Lowerer, mask: Code, name: str, member: Scalar, guard: ir.Expr, env: Env) -> Code:
    """Return the members of `mask` (looked at often) for which `guard` holds."""
    if isinstance(mask, Num) and mask.value == 0:
        return mask

    def go(part: Code, g: ir.Expr) -> Code:
        return filtered(w, w.temp(part, "part"), name, member, g, env)

    def if_any(part: Code, g: ir.Expr) -> Code:
        """Filter `part`, looking at the guard only if there is anything in it."""
        part = w.temp(part, "part")
        return w.either(
            algebra.some(part), lambda: go(part, g), lambda: Num(0, part.kind), part.kind
        )

    guard = simplified(w.program.facts, _open(w, guard))
    if free(guard) == {name}:
        known = _known(w, mask, name, member, guard)
        if known is not None:
            return algebra.meet(mask, known)
    if name not in free(guard):
        return _same_for_all(w, mask, guard, env)
    match guard:
        case ir.Apply(Op.AND, (a, b)):
            return if_any(go(mask, a), b)
        case ir.Apply(Op.OR, (a, b)):
            yes = w.temp(go(mask, a), "yes")
            return algebra.join(yes, if_any(algebra.without(mask, yes), b))
        case ir.Apply(Op.IMPLIES, (a, b)):
            yes = w.temp(go(mask, a), "yes")
            return algebra.join(algebra.without(mask, yes), if_any(yes, b))
        case ir.Apply(Op.NOT, (a,)):
            return algebra.without(mask, go(mask, a))
        case ir.If(cond, then, other):
            yes = w.temp(go(mask, cond), "yes")
            first = w.temp(if_any(yes, then), "first")
            return algebra.join(first, if_any(algebra.without(mask, yes), other))
        case ir.Apply(Op.EQ | Op.LT | Op.LE, (a, b)):
            found = _column(w, mask, name, guard, a, b, env)
        case ir.Apply(Op.INSIDE, (ir.Apply(Op.INTERVAL, (low, ir.Ref(high))), whole)) if (
            high == name and name not in free(low) | free(whole)
        ):
            found = _run(w, mask, low, whole, env)
        case ir.Apply(Op.IN | Op.INSIDE, (a, b)) if name in free(a) and name not in free(b):
            found = _membership(w, mask, name, a, b, env) if guard.op is Op.IN else None
            if found is None:
                found = _both_ways(w, mask, name, member, guard, env)
        case ir.Fold(FoldOp.SOME, inner, domain, body) if w.blocks and name not in free(domain):
            found = in_blocks(w, mask, name, inner, domain, body, env)
        case _:
            found = None
    return found if found is not None else _one_by_one(w, mask, name, guard, env)


def _known(w: Lowerer, mask: Code, name: str, member: Scalar, guard: ir.Expr) -> Num | None:
    """Return the members for which a guard that reads no state holds."""
    if w.program.facts.reads_state(guard) or count(member) > 512:
        return None
    try:
        those = [m for m in values(member) if value(w.spec, guard, {name: m})]
    except NotConstant:
        return None
    return Num(sum(1 << m for m in those), mask.kind)


def _run(w: Lowerer, mask: Code, low: ir.Expr, whole: ir.Expr, env: Env) -> Code:
    """Return the numbers up to which every number from `low` on lies in `whole`."""
    least = w.temp(w.ex(low, env), "low")
    kind = w.program.kind(whole.type)
    gaps = algebra.without(code.Op("~", (w.ex(whole, env),), kind), code.Op(
        "upto", (code.Op("-", (least, Num(1))),), kind
    ))  # fmt: skip
    return algebra.meet(mask, code.Op("under", (gaps,), kind))


def _open(w: Lowerer, guard: ir.Expr) -> ir.Expr:
    while isinstance(guard, ir.Get) and guard.origin is ir.Origin.DEFINITION:
        body = inlined(w.spec.definitions[guard.key], guard.args)
        if body is None:
            return guard
        guard = body
    return guard


def _same_for_all(w: Lowerer, mask: Code, guard: ir.Expr, env: Env) -> Code:
    return w.either(
        algebra.both(algebra.some(mask), code.TRUE),
        lambda: w.either(
            w.ex(guard, env), lambda: mask, lambda: Num(0, mask.kind), mask.kind
        ),
        lambda: Num(0, mask.kind),
        mask.kind,
    ) if _may_fail(w, guard) else w.either(
        w.ex(guard, env), lambda: mask, lambda: Num(0, mask.kind), mask.kind
    )  # fmt: skip


def _may_fail(w: Lowerer, e: ir.Expr) -> bool:
    return w.program.facts.can_fail(e)


def same(w: Lowerer, mask: Code, e: ir.Expr, env: Env) -> Code:
    """Return a value that is the same for all members; looked at only if there are any."""
    if mask in w.full or not _may_fail(w, e):
        return w.temp(w.ex(e, env), "x")
    kind = w.program.kind(e.type)
    return w.temp(
        w.either(algebra.some(mask), lambda: w.ex(e, env), lambda: Num(0, kind), kind), "x"
    )


def _column(
    w: Lowerer, mask: Code, name: str, guard: ir.Apply, a: ir.Expr, b: ir.Expr, env: Env
) -> Code | None:
    """`T(c) is e`, `T(c) < e` and their like, and `c is e`."""
    a, b = _open(w, a), _open(w, b)
    for asked, other, flipped in ((a, b, False), (b, a, True)):
        if name in free(other):
            continue
        if isinstance(asked, ir.Ref) and asked.name == name and guard.op is Op.EQ:
            if isinstance(other.type, SetOf):
                return None
            value = same(w, mask, other, env)
            one: Code = code.Op("bit", (value,), mask.kind)
            if isinstance(other.type, Maybe) or not _inside(w, other, asked):
                there = code.Op("<=", (Num(0), value), Kind.BOOL)
                small = code.Op("<", (value, Num(_bits(w, mask))), Kind.BOOL)
                one = code.Pick(algebra.both(there, small), one, Num(0, mask.kind), mask.kind)
            return algebra.meet(mask, one)
        if isinstance(asked, ir.Ref) and asked.name == name:
            return _beyond(w, mask, other, guard.op, flipped, env)
        if not _is_column(asked, name):
            continue
        assert isinstance(asked, ir.Get)
        found = _compared(w, mask, asked, other, guard.op, flipped, env)
        if found is not None:
            return found
    return None


def _beyond(w: Lowerer, mask: Code, other: ir.Expr, op: Op, flipped: bool, env: Env) -> Code | None:
    """`n < e`, `n <= e`, `e < n`, `e <= n` of the numbers themselves."""
    match other.type:
        case Int(low, high) if -1 <= low <= high <= _bits(w, mask) - 2:
            pass
        case Sort(members=members) if len(members) < _bits(w, mask):
            pass
        case _:
            return None
    limit = same(w, mask, other, env)
    # The numbers up to `limit`, or below it; those beyond are the rest.
    include = (op is Op.LE) != flipped
    last = limit if include else code.Op("-", (limit, Num(1)))
    up = code.Op("upto", (last,), mask.kind)
    return algebra.without(mask, up) if flipped else algebra.meet(mask, up)


def _bits(w: Lowerer, mask: Code) -> int:
    return w.program.cards if mask.kind is Kind.CARDS else 64


def _inside(w: Lowerer, other: ir.Expr, asked: ir.Expr) -> bool:
    """Whether the other side is surely a member that a mask has a bit for."""
    if isinstance(other.type, Int):
        return 0 <= other.type.low <= other.type.high < 64
    return isinstance(other.type, Sort)


def _is_column(e: ir.Expr, name: str) -> bool:
    return (
        isinstance(e, ir.Get)
        and e.origin is ir.Origin.TABLE
        and len(e.args) == 1
        and isinstance(e.args[0], ir.Ref)
        and e.args[0].name == name
        and not isinstance(e.type, SetOf | Maybe)
    )


def _compared(
    w: Lowerer, mask: Code, asked: ir.Get, other: ir.Expr, op: Op, flipped: bool, env: Env
) -> Code | None:
    table = w.spec.tables[asked.key]
    numbers = [w.program.number(v, table.type).value for v in table.values]
    low, high = min(numbers), max(numbers)
    if high - low > 512:
        return None
    relation = {Op.EQ: "eq", Op.LT: "lt", Op.LE: "le"}[op]
    complement = False
    if flipped and op is not Op.EQ:  # e < T(c) is not (T(c) <= e)
        relation = "le" if op is Op.LT else "lt"
        complement = True
    value = same(w, mask, other, env)
    if relation == "eq":
        array = w.program.column(asked.key, table, relation, low, high)
        inside = algebra.both(
            code.Op("<=", (Num(low), value), Kind.BOOL),
            code.Op("<=", (value, Num(high)), Kind.BOOL),
        )
        sure = isinstance(other.type, Int) and low <= other.type.low <= other.type.high <= high
        sure = sure or (isinstance(other.type, Sort) and low == 0 and high == _last(other.type))
        at = _entry(array, mask.kind, value, low)
        there: Code = at if sure else code.Pick(inside, at, Num(0, mask.kind), mask.kind)
        return algebra.meet(mask, there)
    # Below the lowest entry nothing compares, above the highest everything does.
    array = w.program.column(asked.key, table, relation, low - 1, high + 1)
    sure = isinstance(other.type, Int) and low - 1 <= other.type.low <= other.type.high <= high + 1
    sure = sure or (isinstance(other.type, Sort) and low >= 0 and high + 1 >= _last(other.type))
    if not sure:
        value = code.Op("max", (Num(low - 1), code.Op("min", (value, Num(high + 1)))))
    at = _entry(array, mask.kind, value, low - 1)
    return algebra.without(mask, at) if complement else algebra.meet(mask, at)


def _last(sort: Sort) -> int:
    return len(sort.members) - 1


def _entry(array: str, kind: Kind, value: Code, low: int) -> Code:
    return code.At(array, algebra.arithmetic("-", value, Num(low)), kind)


def _membership(w: Lowerer, mask: Code, name: str, a: ir.Expr, b: ir.Expr, env: Env) -> Code | None:
    """`c in S`, and `T(c) in {...}` with a constant set."""
    if name in free(b):
        return None
    a = _open(w, a)
    if isinstance(a, ir.Ref) and a.name == name:
        if isinstance(b, ir.Apply) and b.op is Op.INTERVAL and isinstance(a.type, Int):
            return None
        kind = w.program.kind(b.type)
        if kind is not mask.kind:
            return None
        return algebra.meet(mask, same(w, mask, b, env))
    moved = _moved(w, mask, name, a, b, env)
    if moved is not None:
        return moved
    if _is_column(a, name) and isinstance(b, ir.Lit) and isinstance(b.value, frozenset):
        assert isinstance(a, ir.Get)
        table = w.spec.tables[a.key]
        member = table.domain[0]
        base = member.low if isinstance(member, Int) else 0
        those = sum(
            1 << (i + base)
            for i, v in enumerate(table.values)
            if v is not None and not isinstance(v, frozenset) and int(v) in b.value
        )
        return algebra.meet(mask, Num(those, mask.kind))
    return None


def _moved(w: Lowerer, mask: Code, name: str, a: ir.Expr, b: ir.Expr, env: Env) -> Code | None:
    """`f(c) in S` where f moves members by few distances: S moved back, distance by distance."""
    facts = w.program.facts
    if free(a) != {name} or facts.reads_state(a) or not isinstance(mask, Var):
        return None
    if w.program.kind(b.type) is not mask.kind or isinstance(b, ir.Lit):
        return None
    bound = w.bounds.get(mask.name)
    if bound is None:
        return None
    distances: dict[int, int] = {}
    try:
        for m in range(bound.bit_length()):
            if bound >> m & 1:
                away = int(value(w.spec, a, {name: m})) - m
                distances[away] = distances.get(away, 0) | 1 << m
    except (NotConstant, TypeError):
        return None
    if len(distances) > FEW_DISTANCES:
        return None
    there = same(w, mask, b, env)
    whole: Code = Num(0, mask.kind)
    for away, those in sorted(distances.items()):
        back = there if away == 0 else code.Op("shift", (there, Num(-away)), mask.kind)
        whole = algebra.join(whole, algebra.meet(back, Num(those, mask.kind)))
    return algebra.meet(mask, whole)


def _one_by_one(w: Lowerer, mask: Code, name: str, guard: ir.Expr, env: Env) -> Code:
    """Ask each member; few constant ones are written out."""
    if isinstance(mask, Num) and mask.value.bit_count() <= UNROLLED:
        whole: Code = Num(0, mask.kind)
        for i in range(mask.value.bit_length()):
            if mask.value >> i & 1:
                holds = w.ex(guard, {**env, name: Num(i)})
                bit = code.Pick(holds, Num(1 << i, mask.kind), Num(0, mask.kind), mask.kind)
                whole = algebra.join(whole, bit)
        return whole
    if not _may_fail(w, guard):
        w.hoist(guard, frozenset({name}), env)
    ahead = [e for e in surely(guard) if not w.knows(e, env)]
    if ahead and not isinstance(mask, Num):
        # Computed once, before the first member: there must be one.
        def loop() -> Code:
            for e in ahead:
                w.ex(e, env)
            return _loop(w, mask, name, guard, env)

        return w.either(algebra.some(mask), loop, lambda: Num(0, mask.kind), mask.kind)
    return _loop(w, mask, name, guard, env)


def _both_ways(
    w: Lowerer, mask: Code, name: str, member: Scalar, guard: ir.Apply, env: Env
) -> Code | None:
    """Return the members whose own cards lie in a set: by moving masks, or one by one."""
    part, whole = guard.args
    with w.inner() as masks:
        moved = spread(w, mask, name, member, part, same(w, mask, whole, env), env)
    if moved is None:
        return None
    with w.inner() as loop:
        found = w.temp(_one_by_one(w, mask, name, guard, env), "found")
    if not isinstance(found, Var):
        return found
    w.block.append(code.Ways((*masks, code.Let(found.name, moved)), tuple(loop)))
    return found


def _loop(w: Lowerer, mask: Code, name: str, guard: ir.Expr, env: Env) -> Code:
    found = w.variable(Num(0, mask.kind), "found")
    bound = w.fresh(name)
    with w.inner() as body:
        holds = w.ex(guard, {**env, name: Var(bound)})
        one = code.Op("bit", (Var(bound),), mask.kind)
        if not body and isinstance(mask, Num):  # few and cheap: no branch that may be guessed wrong
            one = code.Op("when", (holds, one), mask.kind)
            body.append(code.Set(found.name, algebra.join(found, one)))
        else:
            body.append(code.Branch(holds, (code.Set(found.name, algebra.join(found, one)),)))
    w.block.append(code.Each(bound, mask, tuple(body)))
    return found
