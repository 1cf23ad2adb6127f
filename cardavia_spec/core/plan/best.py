"""The best members of a set: key by key, those that no other one beats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import BestOp, Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.constant import NotConstant, value
from cardavia_spec.core.types import SetOf, count, values
from cardavia_spec.core.walk import free, walk

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env


def best(w: Lowerer, e: ir.Best, env: Env) -> Code:
    """Return the mask of the best members of a set."""
    mask: Code = w.temp(w.ex(e.domain, env), "best")
    for place, key in enumerate(e.keys):
        if w.program.facts.can_fail(key) and not _surely_asked(w, e, place):
            _asked_of_all(w, e, key, mask, env)
    for key in e.keys:
        mask = w.temp(_narrowed(w, e, key, mask, env), "best")
    return mask


def _surely_asked(w: Lowerer, e: ir.Best, place: int) -> bool:
    """Whether narrowing down meets each obligation of a key that ranking all members would."""
    key = e.keys[place]
    if e.name not in free(key):
        return False
    parts = tuple(walk(key))
    lazy = any(isinstance(x, ir.If | ir.Fold | ir.Those | ir.Best | ir.Pick) for x in parts) or any(
        isinstance(x, ir.Apply) and x.op in (Op.AND, Op.OR, Op.IMPLIES) for x in parts
    )
    fails = any(w.program.facts.can_fail(x) and e.name in free(x) for x in parts if x is not key)
    return place == 0 or not (lazy or fails)


def _asked_of_all(w: Lowerer, e: ir.Best, key: ir.Expr, mask: Code, env: Env) -> None:
    """Meet the obligations of a key: it is a part of the rank of each member, beaten or not."""
    name = w.fresh(e.name)
    with w.inner() as body:
        w.ex(key, {**env, e.name: Var(name)})
    w.block.append(code.Each(name, mask, tuple(body)))


def _narrowed(w: Lowerer, e: ir.Best, key: ir.Expr, mask: Code, env: Env) -> Code:
    highest = e.op is BestOp.HIGHEST
    if w.program.kind(key.type) is Kind.BOOL:
        wanted = key if highest else ir.Apply(Op.NOT, (key,), type=key.type, span=key.span)
        found = w.temp(w.filter(mask, e.name, e.domain.type, wanted, env), "those")
        return code.Pick(algebra.some(found), found, mask, mask.kind)
    if e.name not in free(key):
        return mask
    above = _above(w, e, key)
    if above is not None:
        return _none_above(w, above, mask, e.name)
    w.hoist(key, frozenset({e.name}), env)
    top = w.variable(Num(-(1 << 40) if highest else 1 << 40), "top")
    kept = w.variable(Num(0, mask.kind), "kept")
    name = w.fresh(e.name)
    with w.inner() as body:
        value = w.temp(w.ex(key, {**env, e.name: Var(name)}), "key")
        one = code.Op("bit", (Var(name),), mask.kind)
        better = code.Op("<", (top, value) if highest else (value, top), Kind.BOOL)
        level = code.Op("<=", (top, value) if highest else (value, top), Kind.BOOL)
        # No branch: which card is better is as good as chance.
        new = algebra.join(
            code.Op("when", (algebra.deny(better), kept), mask.kind),
            code.Op("when", (level, one), mask.kind),
        )
        body.append(code.Set(kept.name, new))
        body.append(code.Set(top.name, code.Op("max" if highest else "min", (top, value))))
    w.block.append(code.Each(name, mask, tuple(body)))
    return kept


def _above(w: Lowerer, e: ir.Best, key: ir.Expr) -> str | None:
    """Return the array that tells for each member which ones beat it, if the key is fixed."""
    assert isinstance(e.domain.type, SetOf)
    member = e.domain.type.member
    if free(key) != {e.name} or w.program.facts.reads_state(key) or count(member) > 128:
        return None
    members = values(member)
    try:
        keys = {m: int(value(w.spec, key, {e.name: m})) for m in members}
    except (NotConstant, TypeError):
        return None
    sign = 1 if e.op is BestOp.HIGHEST else -1
    low = members[0]
    beaten = tuple(sum(1 << m for m in members if sign * keys[m] > sign * keys[n]) for n in members)
    kind = w.program.kind(e.domain.type)
    return w.program.beating((0,) * low + beaten, kind)


def _none_above(w: Lowerer, array: str, mask: Code, hint: str) -> Code:
    """Return the members that no other one beats."""
    kept = w.variable(Num(0, mask.kind), "kept")
    name = w.fresh(hint)
    alone = algebra.deny(algebra.some(algebra.meet(mask, code.At(array, Var(name), mask.kind))))
    one = code.Op("when", (alone, code.Op("bit", (Var(name),), mask.kind)), mask.kind)
    w.block.append(code.Each(name, mask, (code.Set(kept.name, algebra.join(kept, one)),)))
    return kept
