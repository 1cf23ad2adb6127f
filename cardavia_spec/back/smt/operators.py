"""The operators of the rule language on symbolic values: one row each.

AND, OR and IMPLIES are not here: their right sides are evaluated under the left ones (`encode`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from cardavia_spec.back.smt.context import Context
from cardavia_spec.back.smt.state import SIZE
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conj,
    disj,
    div,
    eq,
    exactly_one,
    implies,
    ite,
    le,
    mod,
    mul,
    neg,
    number,
    sub,
)
from cardavia_spec.back.smt.values import (
    Members,
    Symbolic,
    Table,
    as_set,
    as_table,
    as_term,
    below,
    combine,
    equal,
    single,
)
from cardavia_spec.core.ir import Apply
from cardavia_spec.core.ops import Op
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Nothing, SetOf, Sort, Type, values

Row: TypeAlias = Callable[[Context, Apply, tuple[Symbolic, ...]], Symbolic]


def of_cards(type_: Type) -> bool:
    """Whether a type is that of sets of cards."""
    return (
        isinstance(type_, SetOf)
        and isinstance(type_.member, Sort)
        and type_.member.kind is Kind.CARD
    )


def _not(_: Context, __: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    return neg(as_term(args[0]))


def _equal(_: Context, __: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    return equal(args[0], args[1])


def _below(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    return below(args[0], args[1], strict=node.op is Op.LT)


def _numbers(exact: Callable[[int, int], int], general: Callable[[Term, Term], Term]) -> Row:
    def row(_: Context, __: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
        table = combine(args[0], args[1], exact)
        return general(as_term(args[0]), as_term(args[1])) if table is None else table

    return row


def _divide(exact: Callable[[int, int], int], general: Callable[[Term, int], Term]) -> Row:
    def row(_: Context, __: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
        table = combine(args[0], args[1], exact)
        if table is not None:
            return table
        by = as_term(args[1])
        assert isinstance(by.value, int)
        return general(as_term(args[0]), by.value)

    return row


def _in(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    members = as_set(args[1], node.args[1].type)
    item = args[0]
    if isinstance(item, Table):
        return disj(
            conj((guard, members.guards[v]))
            for v, guard in item.guards.items()
            if v is not None and v in members.guards
        )
    assert isinstance(item, Term)
    if item.boolean:
        return _in(_, node, (as_table(item, Bool()), members))
    return disj(conj((eq(item, number(m)), guard)) for m, guard in members.guards.items())


def _inside(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    a, b = as_set(args[0], node.args[0].type), as_set(args[1], node.args[1].type)
    return conj(implies(guard, b.guards.get(m, FALSE)) for m, guard in a.guards.items())


def _union(context: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    found: dict[int, list[Term]] = {}
    sets = [as_set(arg, node.type) for arg in args]
    for part in sets:
        for m, guard in part.guards.items():
            found.setdefault(m, []).append(guard)
    union = Members({m: disj(parts) for m, parts in sorted(found.items())})
    if of_cards(node.type) and _apart(context, sets):
        union.parts = tuple(sets)
        union.exact = conj(part.exact for part in sets)
        for key in context.layout.weights:
            union.weights[key] = add(as_term(part.weights[key]) for part in sets)
    return union


def _apart(context: Context, sets: Sequence[Members]) -> bool:
    """Whether sets are different zones of the state at hand, so that no card is in two of them."""
    seen: set[int] = set()
    for part in sets:
        places = _places(context, part)
        if (
            not places
            or places & seen
            or not all(k in part.weights for k in context.layout.weights)
        ):
            return False
        seen |= places
    return True


def _places(context: Context, members: Members) -> frozenset[int]:
    """Return the slots of the zones that a set is, or may be; empty where it is something else."""
    for place, zone in enumerate(context.state.zones):
        if zone is members:
            return frozenset((place,))
    inner = members.parts or tuple(part for _, part in members.choices)
    places = [_places(context, part) for part in inner]
    return frozenset().union(*places) if all(places) else frozenset()


def _minus(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    a, b = as_set(args[0], node.args[0].type), as_set(args[1], node.args[1].type)
    left = {m: conj((g, neg(b.guards.get(m, FALSE)))) for m, g in a.guards.items()}
    return Members(left, parents=(a,))


def _both(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    a, b = as_set(args[0], node.args[0].type), as_set(args[1], node.args[1].type)
    common = {m: conj((g, b.guards[m])) for m, g in a.guards.items() if m in b.guards}
    return Members(common, parents=(a, b))


def _size(context: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    type_ = node.args[0].type
    return context.weight(as_set(args[0], type_), SIZE, cards=of_cards(type_))


def _empty(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    return neg(as_set(args[0], node.args[0].type).nonempty())


def _set_of(context: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    tables = [as_table(arg, part.type) for arg, part in zip(args, node.args, strict=True)]
    if len(tables) == 1:
        guards = {v: g for v, g in tables[0].guards.items() if v is not None}
        weights: dict[str, Term] = {}
        if of_cards(node.type):
            for key in context.layout.weights:
                sums: dict[int | None, list[Term]] = {}
                for card, inside in guards.items():
                    sums.setdefault(context.layout.weight_of(key, card), []).append(inside)
                if len(sums) == 1:
                    weights[key] = number(next(iter(sums)) or 0)
                else:
                    weights[key] = as_term(Table({w: disj(p) for w, p in sums.items()}))
        single_one = Members(dict(sorted(guards.items())), weights)
        single_one.exact = exactly_one(guards.values())
        return single_one
    found: dict[int, list[Term]] = {}
    for table in tables:
        for v, g in table.guards.items():
            if v is not None:
                found.setdefault(v, []).append(g)
    return Members({m: disj(parts) for m, parts in sorted(found.items())})


def _interval(_: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    assert isinstance(node.type, SetOf)
    return Members(
        {
            m: conj(
                (
                    below(args[0], single(m), strict=False),
                    below(single(m), args[1], strict=False),
                )
            )
            for m in values(node.type.member)
        }
    )


def _given(context: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    inner = node.args[0].type
    if not isinstance(inner, Maybe):
        return args[0]
    table = as_table(args[0], inner)
    context.oblige("not none", node.span, neg(table.guards.get(None, FALSE)))
    left = Table({v: g for v, g in table.guards.items() if v is not None})
    return left.guards.get(1, FALSE) if isinstance(node.type, Bool) else left


def fits(value: Symbolic, type_: Type) -> Term:
    """A value is a member of a type."""
    if isinstance(type_, Maybe):
        if isinstance(value, Table):
            inner = Table({v: g for v, g in value.guards.items() if v is not None})
            return disj((value.guards.get(None, FALSE), fits(inner, type_.inner)))
        return fits(value, type_.inner)
    if isinstance(value, Table):
        if isinstance(type_, Bool):
            return neg(value.guards.get(None, FALSE))
        if not isinstance(type_, (Int, Sort, Nothing)):
            return TRUE
        inside = frozenset(values(type_))
        if all(v in inside for v in value.guards):
            return TRUE
        return disj(g for v, g in value.guards.items() if v in inside)
    if isinstance(value, Term) and not value.boolean and isinstance(type_, Int):
        return conj((le(number(type_.low), value), le(value, number(type_.high))))
    return TRUE


def _fit(context: Context, node: Apply, args: tuple[Symbolic, ...]) -> Symbolic:
    context.oblige("in range", node.span, fits(args[0], node.type))
    value = args[0]
    if isinstance(value, Table) and isinstance(node.type, (Int, Sort)):
        inside = frozenset(values(node.type))
        return Table({v: g for v, g in value.guards.items() if v in inside})
    return value


ROWS: Final[Mapping[Op, Row]] = {
    Op.NOT: _not,
    Op.EQ: _equal,
    Op.LT: _below,
    Op.LE: _below,
    Op.ADD: _numbers(lambda a, b: a + b, lambda a, b: add((a, b))),
    Op.SUB: _numbers(lambda a, b: a - b, sub),
    Op.MUL: _numbers(lambda a, b: a * b, mul),
    Op.DIV: _divide(lambda a, b: a // b, div),
    Op.MOD: _divide(lambda a, b: a % b, mod),
    Op.MIN: _numbers(min, lambda a, b: ite(le(a, b), a, b)),
    Op.MAX: _numbers(max, lambda a, b: ite(le(a, b), b, a)),
    Op.IN: _in,
    Op.INSIDE: _inside,
    Op.UNION: _union,
    Op.MINUS: _minus,
    Op.BOTH: _both,
    Op.SIZE: _size,
    Op.EMPTY: _empty,
    Op.SETOF: _set_of,
    Op.INTERVAL: _interval,
    Op.GIVEN: _given,
    Op.FIT: _fit,
}
"""Every operator but the three that short-circuit."""
