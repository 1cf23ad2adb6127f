"""Typing of operators: what each one takes, gives, and folds when it is constant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.source import Span
from cardavia_spec.core.types import BOOL, Int, Kind, Maybe, Nothing, Scalar, SetOf, Sort, Type
from cardavia_spec.front.coercion import coerce, instead, join, same, tell
from cardavia_spec.front.constants import LARGEST
from cardavia_spec.front.faults import Faults

WIDEST: Final = 1 << 62
"""Numbers stay inside 64 bits, whatever a spec computes."""


def bounds(op: Op, a: Int, b: Int) -> Int:
    """Return the range of `a op b`."""
    match op:
        case Op.ADD:
            low, high = a.low + b.low, a.high + b.high
        case Op.SUB:
            low, high = a.low - b.high, a.high - b.low
        case Op.MUL:
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            low, high = min(corners), max(corners)
        case Op.DIV:
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            low, high = min(corners), max(corners)
        case Op.MOD:
            low, high = (0, b.high - 1) if not 0 <= a.low <= a.high < b.low else (a.low, a.high)
        case Op.MIN:
            low, high = min(a.low, b.low), min(a.high, b.high)
        case Op.MAX:
            low, high = max(a.low, b.low), max(a.high, b.high)
        case _:
            raise AssertionError(op)
    return Int(low, high)


class Operators:
    """Builds typed operator nodes; tells what does not fit."""

    def __init__(self, faults: Faults, given: Callable[[ir.Expr], ir.Expr]) -> None:
        self.faults = faults
        self.given = given  # makes `or none` values plain ones, with their obligation

    def pair(self, a: ir.Expr, b: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
        """Return both as values of one type, but for bounds and `or none`; None if they differ."""
        if join(a.type, b.type) is not None:
            return a, b
        left, right = coerce(a, b.type), coerce(b, a.type)
        if left is not None:
            return left, b
        return (a, right) if right is not None else None

    def numbers(self, op: Op, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """Arithmetic on two numbers."""
        a, b = self.given(a), self.given(b)
        for side in (a, b):
            if not isinstance(side.type, Int):
                raise self.faults.error(
                    "CV503",
                    side.span,
                    f"'{op.value}' wants numbers, and this is {tell(side.type)}",
                    _card_name(op, a, b) or "take its size(…), or a table that gives it a number",
                )
        assert isinstance(a.type, Int)
        assert isinstance(b.type, Int)
        if op in (Op.DIV, Op.MOD) and b.type.low < 1:
            raise self.faults.error(
                "CV510",
                b.span,
                f"'{op.value}' wants a divisor that is surely 1 or more",
                "write a plain positive number there",
            )
        range_ = bounds(op, a.type, b.type)
        if not -WIDEST <= range_.low <= range_.high <= WIDEST:
            raise self.faults.error(
                "CV511",
                span,
                "this number can grow too large to compute with",
                "numbers stay between -2^62 and 2^62: narrow the range of what it is made of",
            )
        return ir.Apply(op, (a, b), type=range_, span=span)

    def sets(self, op: Op, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """Union, difference or intersection; one member stands for the set of it."""
        if isinstance(a.type, Maybe):
            a = self.given(a)
        if isinstance(b.type, Maybe):
            b = self.given(b)
        found = self._sets(a, b)
        if found is None:
            raise self.faults.error(
                "CV504",
                span,
                f"these two cannot be put together: {tell(a.type)} and {tell(b.type)}",
                _sizes(a, b)
                or "both sides must be sets of the same kind (or members of such sets)",
            )
        left, right = found
        type_ = join(left.type, right.type)
        assert type_ is not None
        return ir.Apply(op, (left, right), type=type_, span=span)

    def _sets(self, a: ir.Expr, b: ir.Expr) -> tuple[ir.Expr, ir.Expr] | None:
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, SetOf):
                fits = coerce(other, one.type)
                if fits is not None:
                    return (a, fits) if one is a else (fits, b)
        return None

    def equal(self, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """`a is b`; `or none` may stand on either side."""
        both = self.pair(a, b)
        if both is None:
            raise self.faults.error(
                "CV502",
                span,
                f"these can never be the same: {tell(a.type)} and {tell(b.type)}",
                _equal_fix(a.type, b.type),
            )
        a, b = both
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, Maybe) and isinstance(one.type.inner, Nothing):
                if not isinstance(other.type, Maybe):
                    raise self.faults.error(
                        "CV505",
                        span,
                        f"this is never none: it is always {tell(other.type)}",
                        "leave the test out, or declare the value with 'or none'",
                    )
                break
        return ir.Apply(Op.EQ, (a, b), type=BOOL, span=span)

    def ordered(
        self, op: Op, a: ir.Expr, b: ir.Expr, span: Span, *, swapped: bool = False
    ) -> ir.Expr:
        """`a < b` or `a <= b` on numbers or members of one sort; swapped, `a > b` or `a >= b`."""
        a, b = self.given(a), self.given(b)
        both = self.pair(a, b)
        if both is None or not all(isinstance(x.type, Int | Sort) for x in both):
            written = op.value.replace("<", ">") if swapped else op.value
            raise self.faults.error(
                "CV506",
                span,
                f"'{written}' cannot compare {tell(a.type)} with {tell(b.type)}",
                instead(a.type, b.type)
                or instead(b.type, a.type)
                or "compare numbers with numbers, or two members of the same kind",
            )
        return ir.Apply(op, both[::-1] if swapped else both, type=BOOL, span=span)

    def member(self, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """`a in b`; none is in no set."""
        if not isinstance(b.type, SetOf):
            raise self.faults.error(
                "CV507",
                b.span,
                f"'in' wants a set on its right, and this is {tell(b.type)}",
                "write 'is' to compare two values",
            )
        if isinstance(a.type, SetOf):
            raise self.faults.error(
                "CV508",
                a.span,
                f"'in' wants one member on its left, and this is {tell(a.type)}",
                "write 'inside' to ask whether a set lies inside another",
            )
        if isinstance(a.type, Maybe):
            inner = self.given(a)
            if inner is not a and isinstance(inner, ir.Apply) and inner.op is Op.GIVEN:
                there = ir.Apply(
                    Op.NOT,
                    (ir.Apply(Op.EQ, (a, ir.Lit(None, type=a.type)), type=BOOL, span=span),),
                    type=BOOL,
                    span=span,
                )
                return ir.Apply(Op.AND, (there, self.member(inner, b, span)), type=BOOL, span=span)
            a = inner
        one = coerce(a, b.type.member)
        if one is not None:
            return ir.Apply(Op.IN, (one, b), type=BOOL, span=span)
        other = coerce(b, SetOf(a.type)) if isinstance(a.type, Sort | Int) else None
        if other is None and not isinstance(b.type.member, Nothing):
            raise self.faults.error(
                "CV509",
                span,
                f"{tell(a.type)} is never in {tell(b.type)}",
                _asked_of_cards(a, b)
                or f"write a set on the right that can have {tell(a.type)} in it",
            )
        return ir.Apply(Op.IN, (a, other or b), type=BOOL, span=span)

    def inside(self, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """`a inside b`: the subset test."""
        a, b = self.given(a), self.given(b)
        both = self._sets(a, b)
        if both is None:
            raise self.faults.error(
                "CV504",
                span,
                f"'inside' cannot compare {tell(a.type)} with {tell(b.type)}",
                "both sides must be sets of the same kind",
            )
        return ir.Apply(Op.INSIDE, both, type=BOOL, span=span)

    def interval(self, a: ir.Expr, b: ir.Expr, span: Span) -> ir.Expr:
        """`a..b`: numbers or members of one sort from the first to the last."""
        a, b = self.given(a), self.given(b)
        both = self.pair(a, b)
        if both is None or not all(isinstance(x.type, Int | Sort) for x in both):
            raise self.faults.error(
                "CV506",
                span,
                f"'..' cannot go from {tell(a.type)} to {tell(b.type)}",
                "both ends must be numbers, or members of the same kind",
            )
        a, b = both
        member = join(a.type, b.type)
        assert isinstance(member, Int | Sort)
        if isinstance(member, Int) and member.high - member.low > LARGEST:
            raise self.faults.error(
                "CV511", span, "this range is too large", f"its ends may lie {LARGEST:,} apart"
            )
        if isinstance(a, ir.Lit) and isinstance(b, ir.Lit) and a.value > b.value:  # type: ignore[operator]
            raise self.faults.error(
                "CV512",
                span,
                "this range is empty: its first end comes after its last",
                f"write '{b.span.text}..{a.span.text}'",
            )
        return ir.Apply(Op.INTERVAL, (a, b), type=SetOf(member), span=span)

    def display(self, parts: list[ir.Expr], span: Span) -> ir.Expr:
        """`{a, b, c}`: the set of its members."""
        parts = [self.given(p) for p in parts]
        member: Type = parts[0].type
        for part in parts:
            if isinstance(part.type, SetOf):
                raise self.faults.error(
                    "CV513",
                    part.span,
                    f"a set cannot be a member of a set, and this is {tell(part.type)}",
                    "join sets with '+'",
                )
            met = join(member, part.type)
            if met is None and any(isinstance(x, Sort) for x in (member, part.type)):
                sort = member if isinstance(member, Sort) else part.type
                fits = [coerce(p, sort) for p in parts]
                if all(f is not None for f in fits):
                    return ir.Apply(
                        Op.SETOF,
                        tuple(f for f in fits if f is not None),
                        type=SetOf(_scalar(sort)),
                        span=span,
                    )
            if met is None:
                raise self.faults.error(
                    "CV514",
                    part.span,
                    f"this is {tell(part.type)}, but the set began with {tell(member)}",
                    "all members of a set must be of one kind",
                )
            member = met
        return ir.Apply(Op.SETOF, tuple(parts), type=SetOf(_scalar(member)), span=span)

    def choose(self, a: ir.Expr, b: ir.Expr, span: Span) -> tuple[ir.Expr, ir.Expr, Type]:
        """Return two alternatives and the type of whichever is taken."""
        type_ = join(a.type, b.type)
        if type_ is None:
            both = self.pair(a, b)
            if both is not None:
                a, b = both
                type_ = join(a.type, b.type) or (a.type if same(a.type, b.type) else None)
        if type_ is None:
            fix, place = "both must be of one kind", span
            for one, other in ((a, b), (b, a)):  # a set, where its only member was meant
                if isinstance(one.type, SetOf) and not isinstance(other.type, SetOf):
                    fix = "the one member of a set is written 'the x in (…)'"
                    place = one.span
            raise self.faults.error(
                "CV515",
                place,
                f"the two sides differ: {tell(a.type)} and {tell(b.type)}",
                fix,
            )
        return a, b, type_


def _asked_of_cards(a: ir.Expr, b: ir.Expr) -> str | None:
    """Return how to ask whether a set of cards has one of a rank or suit."""
    if not isinstance(a.type, Sort) or a.type.kind not in (Kind.RANK, Kind.SUIT):
        return None
    member = b.type.member if isinstance(b.type, SetOf) else None
    if not isinstance(member, Sort) or member.kind is not Kind.CARD:
        return None
    return f"write 'some c in {b.span.text} has c.{a.type.name} is {a.span.text}'"


def _card_name(op: Op, a: ir.Expr, b: ir.Expr) -> str | None:
    """Return how a card is written that was written as in reports: `hearts-ace`."""
    if op is not Op.SUB or not isinstance(a.type, Sort) or a.type.kind is not Kind.SUIT:
        return None
    return f"a card is written with its rank first: '{b.span.text} of {a.span.text}'"


def _sizes(a: ir.Expr, b: ir.Expr) -> str | None:
    """Return what was meant where a number and a set stand together."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one.type, Int) and isinstance(other.type, SetOf):
            return f"write 'size({other.span.text})' for how many there are"
    return None


def _scalar(type_: Type) -> Scalar:
    assert not isinstance(type_, Maybe | SetOf)
    return type_


def _equal_fix(a: Type, b: Type) -> str:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, SetOf) and isinstance(other, Int):
            return "write 'size(…)' for how many there are"
    if isinstance(a, SetOf) != isinstance(b, SetOf):
        return "write 'in' to ask whether something is in a set"
    hint = instead(a, b) or instead(b, a)
    if hint is not None:
        return hint
    if isinstance(a, Int) != isinstance(b, Int):
        return "a numeral stands for a rank only if there is such a rank"
    return "compare two of one kind"
