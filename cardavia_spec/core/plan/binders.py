"""Folds and picks: written out, as mask algebra, or as loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, PickOp
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.forms import UNROLLED, constant_members, is_interval
from cardavia_spec.core.types import Int

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env


def folded(w: Lowerer, e: ir.Fold, env: Env) -> Code:
    """Return what all members of a set give together."""
    match e.op:
        case FoldOp.SOME | FoldOp.EVERY:
            return _quantifier(w, e, env)
        case FoldOp.SUM | FoldOp.UNION:
            return _gather(w, e, env)


def _quantifier(w: Lowerer, e: ir.Fold, env: Env) -> Code:
    some = e.op is FoldOp.SOME
    members = constant_members(e.domain)
    if members is not None and len(members) <= UNROLLED:
        return _written_out(w, members, e.name, e.body, env, some=some)
    if is_interval(e.domain):
        return _search(w, e, env, some=some)
    mask = w.temp(w.ex(e.domain, env), "each")
    found = None
    if not w.program.facts.can_fail(e.body):
        found = w.at_once(mask, e.name, e.domain.type, e.body, env)
    if found is None:
        return _ask_each(w, e, mask, env, some=some)
    return algebra.some(found) if some else algebra.equal(found, mask)


def _ask_each(w: Lowerer, e: ir.Fold, mask: Code, env: Env, *, some: bool) -> Code:
    """Ask the members one after the other until the answer is known."""
    result = w.variable(code.FALSE if some else code.TRUE, "found")
    name = w.fresh(e.name)
    with w.inner() as body:
        one = w.ex(e.body, {**env, e.name: Var(name)})
        answer = code.Set(result.name, code.TRUE if some else code.FALSE)
        body.append(code.Branch(one if some else algebra.deny(one), (answer, code.Break())))
    w.block.append(code.Each(name, mask, tuple(body)))
    return result


def _written_out(
    w: Lowerer, members: list[int], name: str, body: ir.Expr, env: Env, *, some: bool
) -> Code:
    first, rest = members[:1], members[1:]
    if not first:
        return code.FALSE if some else code.TRUE
    one = w.ex(body, {**env, name: Num(first[0])})
    if not rest:
        return one

    def others() -> Code:
        return _written_out(w, rest, name, body, env, some=some)

    if some:
        return w.either(one, lambda: code.TRUE, others, Kind.BOOL)
    return w.either(one, others, lambda: code.FALSE, Kind.BOOL)


def _search(w: Lowerer, e: ir.Fold, env: Env, *, some: bool) -> Code:
    """Go through a range of numbers until the answer is known."""
    assert isinstance(e.domain, ir.Apply)
    low, high = (w.temp(w.ex(a, env), "end") for a in e.domain.args)
    result = w.variable(code.FALSE if some else code.TRUE, "found")
    name = w.fresh(e.name)
    with w.inner() as body:
        one = w.ex(e.body, {**env, e.name: Var(name)})
        stop = (
            code.Set(result.name, code.TRUE if some else code.FALSE),
            code.Break(),
        )
        body.append(code.Branch(one if some else algebra.deny(one), stop))
    w.block.append(code.Through(name, low, high, tuple(body)))
    return result


def _gather(w: Lowerer, e: ir.Fold, env: Env) -> Code:
    kind = w.program.kind(e.type)
    members = constant_members(e.domain)
    combine = algebra.join if e.op is FoldOp.UNION else lambda a, b: algebra.arithmetic("+", a, b)
    if members is not None and len(members) <= UNROLLED:
        whole: Code = Num(0, kind)
        for member in members:
            whole = combine(whole, w.ex(e.body, {**env, e.name: Num(member)}))
        return whole
    if not w.program.facts.can_fail(e.body):
        w.hoist(e.body, frozenset({e.name}), env)
    total = w.variable(Num(0, kind), "sum")
    name = w.fresh(e.name)
    w.look_ahead(e.domain, e.body, env)
    if is_interval(e.domain):
        assert isinstance(e.domain, ir.Apply)
        low, high = (w.temp(w.ex(a, env), "end") for a in e.domain.args)
        with w.inner() as body:
            one = w.ex(e.body, {**env, e.name: Var(name)})
            body.append(code.Set(total.name, combine(total, one)))
        w.block.append(code.Through(name, low, high, tuple(body)))
        return total
    mask = w.ex(e.domain, env)
    with w.inner() as body:
        one = w.ex(e.body, {**env, e.name: Var(name)})
        body.append(code.Set(total.name, combine(total, one)))
    w.block.append(code.Each(name, mask, tuple(body)))
    return total


def members_where(w: Lowerer, e: ir.Pick, env: Env) -> Code:
    """Return the mask of the members that a pick may take."""
    mask = w.temp(w.ex(e.domain, env), "among")
    if e.guard is None:
        return mask
    return w.temp(w.filter(mask, e.name, e.domain.type, e.guard, env), "which")


def _first(w: Lowerer, e: ir.Pick, after: Code | None, env: Env) -> Code | None:
    """Go through the members in their order until one fits; None if no loop is needed."""
    if e.guard is None:
        return None
    mask = w.temp(w.ex(e.domain, env), "among")
    if not w.program.facts.can_fail(e.guard) and (
        w.at_once_ok(mask, e.name, e.domain.type, e.guard, env)
    ):
        return None
    parts: list[Code] = [mask]
    if after is not None:
        last = w.temp(code.Op("upto", (after,), mask.kind), "past")
        parts = [algebra.without(mask, last), algebra.meet(mask, last)]
    with w.inner() as loop:
        found = w.variable(Num(-1), "first")
        name = w.fresh(e.name)
        with w.inner() as body:
            holds = w.ex(e.guard, {**env, e.name: Var(name)})
            body.append(code.Branch(holds, (code.Set(found.name, Var(name)), code.Break())))
        loop.append(code.Each(name, parts[0], tuple(body)))
        if len(parts) > 1:
            again = code.Each(name, parts[1], tuple(body))
            loop.append(code.Branch(algebra.compared("<", found, Num(0)), (again,)))
    masks = _first_by_blocks(w, e, mask, found, env, after)
    if masks is None:
        w.block += loop
    else:
        w.block.append(code.Ways(masks, tuple(loop)))
    w.oblige(
        algebra.compared("<=", Num(0), found), "'first' found none", e, found,
        w.program.least(e.type),
    )  # fmt: skip
    return found


def _first_by_blocks(
    w: Lowerer, e: ir.Pick, mask: Code, found: Var, env: Env, after: Code | None
) -> tuple[code.Act, ...] | None:
    """Find the first member that fits among all that do, where blocks of cards tell which."""
    assert e.guard is not None
    if w.program.facts.can_fail(e.guard):
        return None
    w.blocks = True
    try:
        with w.inner() as masks:
            fits = w.at_once(mask, e.name, e.domain.type, e.guard, env)
            if fits is None:
                return None
            fits = start = w.temp(fits, "which")
            if after is not None:
                past = code.Op("upto", (after,), mask.kind)
                later = w.temp(algebra.without(fits, past), "later")
                start = code.Pick(algebra.some(later), later, fits, mask.kind)
            first = code.Pick(algebra.some(fits), code.Op("low", (start,)), Num(-1))
            masks.append(code.Let(found.name, first))
    finally:
        w.blocks = False
    return tuple(masks)


def picked(w: Lowerer, e: ir.Pick, env: Env) -> Code:
    """Return one member of a set, obliged to be there."""
    after = None if e.after is None else w.temp(w.ex(e.after, env), "after")
    if e.op is PickOp.FIRST:
        found = _first(w, e, after, env)
        if found is not None:
            return found
    mask = members_where(w, e, env)
    match e.op:
        case PickOp.THE:
            w.oblige(algebra.one(mask), "'the' wants exactly one", e)
            return lowest(w, mask, e)
        case PickOp.FIRST:
            w.oblige(algebra.some(mask), "'first' found none", e)
            if after is None:
                return lowest(w, mask, e)
            later = w.temp(algebra.without(mask, code.Op("upto", (after,), mask.kind)), "later")
            start = code.Pick(algebra.some(later), later, mask, mask.kind)
            return lowest(w, start, e)


def lowest(w: Lowerer, mask: Code, e: ir.Pick) -> Code:
    """Return the lowest member; if there is none, a number of the type all the same."""
    found = code.Op("low", (mask,))
    if isinstance(e.type, Int) and e.type.low > 0:
        return code.Op("max", (Num(e.type.low), found))
    return found
