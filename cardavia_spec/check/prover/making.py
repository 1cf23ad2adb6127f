"""Small expressions of the rule IR, made by the tool: what lemmas are made of."""

from __future__ import annotations

from collections.abc import Sequence

from cardavia_spec.core.ir import Apply, Expr, Fold, Get, Lit, Origin, Ref, Those
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.spec import Cell, Definition, Spec, Zone
from cardavia_spec.core.types import BOOL, Int, Maybe, SetOf, Sort, Type, count, values

WIDE = 100_000
"""Bound of the numbers that sums in lemmas may reach; only their type needs it."""

NUMBER = Int(-WIDE, WIDE)

OVER: Expr = Ref(name="(the deal is over)", type=BOOL)
"""Stands for the end of a deal while lemmas are looked for; the language has no word for it."""


def integer(value: int) -> Expr:
    """Return a number."""
    return Lit(value=value, type=Int(value, value))


def member(value: int | None, type_: Type) -> Expr:
    """Return a member of a sort, or none."""
    return Lit(value=value, type=type_)


def ref(name: str, type_: Type) -> Expr:
    """Return a bound name."""
    return Ref(name=name, type=type_)


def cell(cell_: Cell, *args: Expr) -> Expr:
    """Return the value of a cell."""
    return Get(origin=Origin.CELL, key=cell_.name, args=args, type=cell_.type)


def zone(spec: Spec, zone_: Zone, *args: Expr) -> Expr:
    """Return the cards of a zone, or without an owner those of its family."""
    return Get(origin=Origin.ZONE, key=zone_.name, args=args, type=SetOf(spec.cards))


def after(spec: Spec, seat: Expr, steps: int) -> Expr:
    """Return the seat so many places after another."""
    for _ in range(steps):
        seat = Get(origin=Origin.TABLE, key="next", args=(seat,), type=spec.seats)
    return seat


def size(cards: Expr) -> Expr:
    """Return how many members a set has."""
    assert isinstance(cards.type, SetOf)
    return Apply(op=Op.SIZE, args=(cards,), type=Int(0, count(cards.type.member)))


def empty(cards: Expr) -> Expr:
    """A set has no member."""
    return Apply(op=Op.EMPTY, args=(cards,), type=BOOL)


def inside(member_: Expr, cards: Expr) -> Expr:
    """A member is one of a set."""
    return Apply(op=Op.IN, args=(member_, cards), type=BOOL)


def all_inside(cards: Expr, others: Expr) -> Expr:
    """All members of a set are in another."""
    return Apply(op=Op.INSIDE, args=(cards, others), type=BOOL)


def defined(definition: Definition, *args: Expr) -> Expr:
    """Return what a definition says."""
    return Get(origin=Origin.DEFINITION, key=definition.key, args=args, type=definition.type)


def equal(a: Expr, b: Expr) -> Expr:
    """Two values are the same."""
    return Apply(op=Op.EQ, args=(a, b), type=BOOL)


def at_most(a: Expr, b: Expr) -> Expr:
    """A number is at most another."""
    return Apply(op=Op.LE, args=(a, b), type=BOOL)


def negation(a: Expr) -> Expr:
    """Not a."""
    if isinstance(a, Apply) and a.op is Op.NOT:
        return a.args[0]
    return Apply(op=Op.NOT, args=(a,), type=BOOL)


def both(parts: Sequence[Expr]) -> Expr:
    """All of them; true if there are none."""
    if not parts:
        return Lit(value=True, type=BOOL)
    result = parts[0]
    for part in parts[1:]:
        result = Apply(op=Op.AND, args=(result, part), type=BOOL)
    return result


def implies(conditions: Sequence[Expr], conclusion: Expr) -> Expr:
    """If all conditions then the conclusion."""
    if not conditions:
        return conclusion
    return Apply(op=Op.IMPLIES, args=(both(conditions), conclusion), type=BOOL)


def those(name: str, sort: Sort, test: Expr) -> Expr:
    """Return the members of a sort that pass a test."""
    return Those(name=name, domain=whole(sort), guard=test, type=SetOf(sort))


def every(name: str, sort: Sort | Int, body: Expr) -> Expr:
    """Each member of a sort has it."""
    return Fold(op=FoldOp.EVERY, name=name, domain=whole(sort), body=body, type=BOOL)


def total(name: str, sort: Sort, body: Expr) -> Expr:
    """Return the sum over a sort."""
    return Fold(op=FoldOp.SUM, name=name, domain=whole(sort), body=body, type=NUMBER)


def total_of(name: str, domain: Expr, body: Expr) -> Expr:
    """Return the sum over a set."""
    return Fold(op=FoldOp.SUM, name=name, domain=domain, body=body, type=NUMBER)


def whole(sort: Sort | Int) -> Expr:
    """Return the set of all members of a sort, or of all numbers of a range."""
    return Lit(value=frozenset(values(sort)), type=SetOf(sort))


def linear(parts: Sequence[tuple[int, Expr]]) -> Expr:
    """Return a sum of multiples, none of them nought."""
    result: Expr | None = None
    for factor, term in parts:
        item = term if factor == 1 else times(factor, term)
        result = item if result is None else Apply(op=Op.ADD, args=(result, item), type=NUMBER)
    return integer(0) if result is None else result


def times(factor: int, term: Expr) -> Expr:
    """Return a multiple."""
    return Apply(op=Op.MUL, args=(integer(factor), term), type=NUMBER)


def none_of(type_: Maybe) -> Expr:
    """Return the literal none for comparisons with a value that may be none."""
    return Lit(value=None, type=type_)
