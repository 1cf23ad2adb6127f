"""The best members of a set: key by key, those that no other one beats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import BestOp, Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.constant import NotConstant, value
from cardavia_spec.core.spec import Rows, Tiers
from cardavia_spec.core.types import SetOf, count, values
from cardavia_spec.core.walk import free

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env


def best(w: Lowerer, e: ir.Best, env: Env) -> Code:
    """Return the mask of the best members of a set."""
    mask: Code = w.temp(w.ex(e.domain, env), "best")
    if not any(map(w.program.facts.can_fail, e.keys)):
        return _by_keys(w, e, mask, env)

    def asked() -> Code:
        """Narrow down a set that is not empty, all obligations of the keys met before."""
        for key in e.keys:
            _asked_of_all(w, e, key, mask, env)
        with w.sure(mask):
            return _by_keys(w, e, mask, env)

    return w.either(algebra.some(mask), asked, lambda: Num(0, mask.kind), mask.kind)


def _by_keys(w: Lowerer, e: ir.Best, mask: Code, env: Env) -> Code:
    for key in e.keys:
        narrowed = w.temp(_narrowed(w, e, key, mask, env), "best")
        if mask in w.full:  # some of them are the best
            w.full.add(narrowed)
        mask = narrowed
    return mask


def _asked_of_all(w: Lowerer, e: ir.Best, key: ir.Expr, mask: Code, env: Env) -> None:
    """Meet the obligations of a key: it is a part of the rank of each member, beaten or not."""
    fixed = _fixed(w, key, e.name)
    if fixed is not None:
        for part in fixed:
            w.ex(part, env)
        return
    name = w.fresh(e.name)
    with w.inner() as body:
        w.ex(key, {**env, e.name: Var(name)})
    w.block.append(code.Each(name, mask, tuple(body)))


def _fixed(w: Lowerer, e: ir.Expr, name: str) -> list[ir.Expr] | None:
    """Return the parts in which an obligation may fail, if all are asked and the same for all."""
    if not w.program.facts.can_fail(e):
        return []
    if name not in free(e):
        return [e]
    match e:
        case ir.Apply(op, args) if op not in (Op.AND, Op.OR, Op.IMPLIES, Op.GIVEN, Op.FIT):
            parts = [_fixed(w, a, name) for a in args]
        case ir.Get(ir.Origin.TABLE | ir.Origin.CELL | ir.Origin.ZONE, _, args):
            parts = [_fixed(w, a, name) for a in args]
        case _:
            return None
    return None if None in parts else [x for part in parts if part is not None for x in part]


def _narrowed(w: Lowerer, e: ir.Best, key: ir.Expr, mask: Code, env: Env) -> Code:
    highest = e.op is BestOp.HIGHEST
    if w.program.kind(key.type) is Kind.BOOL:
        wanted = key if highest else ir.Apply(Op.NOT, (key,), type=key.type, span=key.span)
        found = w.temp(w.filter(mask, e.name, e.domain.type, wanted, env), "those")
        return code.Pick(algebra.some(found), found, mask, mask.kind)
    if e.name not in free(key):
        return mask
    order = _order(w, e, key)
    if order is not None:
        above, below = order
        kept = Var(w.fresh("kept"), mask.kind)
        straight = code.Unbeaten(kept.name, below, mask, _usual(w, e.domain))
        w.block.append(code.Ways((straight,), _none_above(w, above, mask, kept, e.name)))
        return kept
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


def _order(w: Lowerer, e: ir.Best, key: ir.Expr) -> tuple[str, str] | None:
    """Return the arrays that tell for each member which ones beat it, and which ones it beats.

    None if the key is not fixed.
    """
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
    kind = w.program.kind(e.domain.type)
    first = (0,) * members[0]
    above = tuple(sum(1 << m for m in members if sign * keys[m] > sign * keys[n]) for n in members)
    below = tuple(sum(1 << m for m in members if sign * keys[m] < sign * keys[n]) for n in members)
    return (
        w.program.beating("above", first + above, kind),
        w.program.beating("below", first + below, kind),
    )


def _none_above(w: Lowerer, array: str, mask: Code, kept: Var, hint: str) -> tuple[code.Act, ...]:
    """Return the loop that finds the members that no other one beats."""
    name = w.fresh(hint)
    alone = algebra.deny(algebra.some(algebra.meet(mask, code.At(array, Var(name), mask.kind))))
    one = code.Op("when", (alone, code.Op("bit", (Var(name),), mask.kind)), mask.kind)
    again = code.Set(kept.name, algebra.join(kept, one))
    return (code.Let(kept.name, Num(0, mask.kind)), code.Each(name, mask, (again,)))


def _usual(w: Lowerer, domain: ir.Expr) -> int:
    """Return how many members there usually are: one in each zone, if they are those of zones."""
    match domain:
        case ir.Get(ir.Origin.ZONE, key, args):
            return 1 if args else w.spec.zones[key].size
        case ir.Get(ir.Origin.DEFINITION, key, ()):
            body = w.spec.definitions[key].body
            return 0 if isinstance(body, Tiers | Rows) else _usual(w, body)
        case ir.Apply(Op.UNION, args):
            parts = [_usual(w, a) for a in args]
            return sum(parts) if all(parts) else 0
        case _:
            return 0
