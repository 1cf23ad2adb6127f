"""Every operator of the language, on constants and on locals; and what is not evaluated."""

from __future__ import annotations

from itertools import product

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Apply, Expr, Fold, Lit, Ref
from cardavia_spec.core.ops import MEANING, FoldOp, Op
from cardavia_spec.core.types import BOOL, Int, Maybe, SetOf, Type, Value
from tests.unit.interpret.hand_ir import CARDS, WIDE, card, cards, never, op, spec, state, truth

NUMBERS = SetOf(WIDE)
PAIRS = tuple(product((False, True), repeat=2))
Typed = tuple[Type, Value]


def b(value: bool) -> Typed:
    return BOOL, value


def n(value: int) -> Typed:
    return WIDE, value


def s(*members: int) -> Typed:
    return NUMBERS, frozenset(members)


T, F = b(True), b(False)
ROWS: list[tuple[Op, list[Typed], Value]] = [
    (Op.NOT, [T], False),
    (Op.NOT, [F], True),
    *((Op.AND, [b(one), b(two)], one and two) for one, two in PAIRS),
    *((Op.OR, [b(one), b(two)], one or two) for one, two in PAIRS),
    *((Op.IMPLIES, [b(one), b(two)], one <= two) for one, two in PAIRS),
    (Op.AND, [T, T, T], True),
    (Op.AND, [T, T, F], False),
    (Op.OR, [F, F, F], False),
    (Op.OR, [F, F, T], True),
    (Op.EQ, [n(3), n(3)], True),
    (Op.EQ, [n(3), n(-3)], False),
    (Op.EQ, [(Maybe(WIDE), None), n(0)], False),
    (Op.EQ, [(Maybe(WIDE), None), (Maybe(WIDE), None)], True),
    (Op.EQ, [s(1, 2), s(2, 1)], True),
    (Op.LT, [n(1), n(2)], True),
    (Op.LT, [n(2), n(2)], False),
    (Op.LT, [s(1), s(1, 2)], True),
    (Op.LE, [n(2), n(2)], True),
    (Op.LE, [n(3), n(2)], False),
    (Op.ADD, [n(2), n(-5)], -3),
    (Op.SUB, [n(2), n(5)], -3),
    (Op.MUL, [n(-3), n(4)], -12),
    (Op.DIV, [n(7), n(2)], 3),
    (Op.DIV, [n(-7), n(2)], -4),
    (Op.MOD, [n(7), n(4)], 3),
    (Op.MOD, [n(-7), n(4)], 1),
    (Op.MIN, [n(4), n(3)], 3),
    (Op.MIN, [n(4), n(3), n(2)], 2),
    (Op.MAX, [n(4), n(3)], 4),
    (Op.MAX, [n(4), n(3), n(9)], 9),
    (Op.IN, [n(2), s(1, 2)], True),
    (Op.IN, [n(3), s(1, 2)], False),
    (Op.INSIDE, [s(1), s(1, 2)], True),
    (Op.INSIDE, [s(1, 2), s(1, 2)], True),
    (Op.INSIDE, [s(1, 3), s(1, 2)], False),
    (Op.UNION, [s(1, 3), s(2, 3)], frozenset({1, 2, 3})),
    (Op.MINUS, [s(1, 3), s(2, 3)], frozenset({1})),
    (Op.BOTH, [s(1, 3), s(2, 3)], frozenset({3})),
    (Op.SIZE, [s(1, 3)], 2),
    (Op.EMPTY, [s()], True),
    (Op.EMPTY, [s(0)], False),
    (Op.SETOF, [], frozenset()),
    (Op.SETOF, [n(1)], frozenset({1})),
    (Op.SETOF, [n(2), n(1), n(2)], frozenset({1, 2})),
    (Op.INTERVAL, [n(2), n(4)], frozenset({2, 3, 4})),
    (Op.INTERVAL, [n(4), n(2)], frozenset()),
    (Op.GIVEN, [(Maybe(WIDE), 0)], 0),
    (Op.FIT, [n(5)], 5),
]


def result_type(operator: Op) -> Type:
    return Int(0, 9) if operator is Op.FIT else WIDE


@pytest.mark.parametrize(("operator", "args", "expected"), ROWS)
def test_operator(operator: Op, args: list[Typed], expected: Value) -> None:
    engine = Interpreter(spec())
    for constant in product((False, True), repeat=len(args)):
        given: list[Expr] = []
        env: dict[str, Value] = {}
        for place, (type_, value) in enumerate(args):
            if constant[place]:
                given.append(Lit(value, type=type_))
            else:
                given.append(Ref(f"x{place}", type=type_))
                env[f"x{place}"] = value
        expr = Apply(operator, tuple(given), type=result_type(operator))
        found = engine.evaluate(expr, state(), env=env)
        assert found == expected
        assert type(found) is type(expected)


@pytest.mark.parametrize(("operator", "args", "expected"), ROWS)
def test_operator_means_what_the_core_says(
    operator: Op, args: list[Typed], expected: Value
) -> None:
    assert MEANING[operator](*(value for _, value in args)) == expected


def missing(rows: list[tuple[Op, list[Typed], Value]]) -> set[Op]:
    return set(Op) - {operator for operator, _, _ in rows}


def test_every_operator_has_a_row() -> None:
    assert missing(ROWS) == set()
    assert missing([row for row in ROWS if row[0] is not Op.MOD]) == {Op.MOD}


@pytest.mark.parametrize(
    ("operator", "left", "expected"),
    [(Op.AND, False, False), (Op.OR, True, True), (Op.IMPLIES, False, True)],
)
def test_the_right_side_is_evaluated_only_where_the_left_does_not_decide(
    operator: Op, left: bool, expected: bool
) -> None:
    engine = Interpreter(spec())
    assert engine.evaluate(op(operator, BOOL, truth(left), never()), state()) is expected
    with pytest.raises(RuleFault):
        engine.evaluate(op(operator, BOOL, truth(not left), never()), state())


def test_many_arguments_are_asked_from_left_to_right() -> None:
    engine = Interpreter(spec())
    assert engine.evaluate(op(Op.AND, BOOL, truth(True), truth(False), never()), state()) is False
    assert engine.evaluate(op(Op.OR, BOOL, truth(False), truth(True), never()), state()) is True
    with pytest.raises(RuleFault):
        engine.evaluate(op(Op.AND, BOOL, truth(True), never(), truth(False)), state())


@pytest.mark.parametrize(("fold", "stop"), [(FoldOp.SOME, True), (FoldOp.EVERY, False)])
def test_folds_stop_at_the_first_member_that_decides(fold: FoldOp, stop: bool) -> None:
    """Members are asked in ascending order, whatever order a hash gives them."""
    engine = Interpreter(spec())
    at_3 = op(Op.EQ, BOOL, card("c"), Lit(3, type=CARDS))
    early = op(Op.LT, BOOL, card("c"), Lit(3, type=CARDS))
    # Members below 3 do not decide, 3 decides, any above cannot be asked.
    decided = op(Op.OR, BOOL, at_3, op(Op.AND, BOOL, op(Op.NOT, BOOL, early), never()))
    body = decided if fold is FoldOp.SOME else op(Op.NOT, BOOL, decided)
    members = cards(7, 3, 1)
    assert engine.evaluate(Fold(fold, "c", members, body, type=BOOL), state()) is stop
    with pytest.raises(RuleFault):
        engine.evaluate(Fold(fold, "c", cards(7, 1), body, type=BOOL), state())
