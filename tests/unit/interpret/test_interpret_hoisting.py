"""What does not depend on a binder is evaluated once a run, and never where it would not be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Best, Expr, Fold, If, Lit, Pick, Was
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Param
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import BOOL, Int, Value
from tests.unit.interpret.hand_ir import (
    CARDS,
    DECK,
    SEATS,
    SET,
    SUITS,
    WIDE,
    call,
    card,
    cards,
    cell,
    definition,
    fails,
    never,
    number,
    op,
    spec,
    state,
    table,
    those,
    truth,
    zone,
)
from tests.unit.interpret.naive import Failed, Naive
from tests.unit.interpret.small_game import Deck, dealt, doing, small

FALSE = op(Op.LT, BOOL, card("c"), Lit(0, type=CARDS))
HAND = zone("hand", Lit(0, type=SEATS))


class Counted(frozenset[int]):
    """A set that counts how often it is asked for its size."""

    asked = 0

    def __len__(self) -> int:
        Counted.asked += 1
        return super().__len__()


def counted(expr: Expr) -> tuple[Value, int]:
    """Return the value of `expr`, and how often it asked for the size of the stock."""
    plain = state(south=frozenset({0, 2, 5}), north=frozenset({1, 3}))
    counting = State((Counted(plain.zones[0]), *plain.zones[1:]), plain.cells, plain.over)
    Counted.asked = 0
    value = Interpreter(spec()).evaluate(expr, counting)
    return value, Counted.asked


STOCK_SIZE = op(Op.SIZE, Int(0, 8), zone("stock"))
BELOW_SIZE = op(Op.LT, BOOL, card("c"), STOCK_SIZE)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (Fold(FoldOp.SUM, "c", HAND, op(Op.ADD, WIDE, card("c"), STOCK_SIZE), type=WIDE), 16),
        (those("c", HAND, BELOW_SIZE), frozenset({0, 2})),
        (Fold(FoldOp.EVERY, "c", HAND, BELOW_SIZE, type=BOOL), False),
        (Pick(PickOp.THE, "c", HAND, op(Op.NOT, BOOL, BELOW_SIZE), type=CARDS), 5),
        (Pick(PickOp.FIRST, "c", HAND, op(Op.NOT, BOOL, BELOW_SIZE), type=CARDS), 5),
        (Best(BestOp.HIGHEST, "c", HAND, (BELOW_SIZE, card("c")), type=SET), frozenset({2})),
    ],
)
def test_a_part_without_the_name_is_evaluated_once(expr: Expr, value: Value) -> None:
    assert counted(expr) == (value, 1)


def test_a_part_with_the_outer_name_is_evaluated_once_a_member_of_the_outer_binder() -> None:
    size = op(Op.ADD, WIDE, STOCK_SIZE, card("d"))
    inner = Fold(FoldOp.SUM, "c", HAND, op(Op.ADD, WIDE, card("c"), size), type=WIDE)
    outer = Fold(FoldOp.SUM, "d", cards(1, 3), inner, type=WIDE)
    # The size itself has neither name: once in all.  `size + d` is found anew for each d.
    assert counted(outer) == (2 * 7 + 3 * (3 + 1) + 3 * (3 + 3), 1)


def test_what_a_run_kept_is_forgotten_when_the_next_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = those("c", HAND, op(Op.LT, BOOL, op(Op.MUL, WIDE, card("d"), number(2)), card("c")))
    sizes = Fold(FoldOp.SUM, "d", cards(0, 1, 2), op(Op.SIZE, WIDE, later), type=WIDE)
    here = state(south=frozenset({0, 2, 5}))
    assert Interpreter(spec()).evaluate(sizes, here) == 2 + 1 + 1
    # The control: without the forgetting the answer is wrong.
    monkeypatch.setattr(Scope, "blanks", lambda self: ())
    assert Interpreter(spec()).evaluate(sizes, here) == 2 + 2 + 2


@pytest.mark.parametrize(
    "body",
    [
        op(Op.AND, BOOL, FALSE, never()),
        op(Op.NOT, BOOL, op(Op.IMPLIES, BOOL, FALSE, never())),
        If(FALSE, never(), truth(False), type=BOOL),
        op(Op.AND, BOOL, truth(False), op(Op.AND, BOOL, FALSE, never())),
        Fold(FoldOp.SOME, "d", cards(), never(), type=BOOL),
    ],
)
def test_what_is_not_reached_is_not_evaluated(body: Expr) -> None:
    here = state(south=frozenset({0, 2, 5}))
    assert (
        Interpreter(spec()).evaluate(Fold(FoldOp.SOME, "c", HAND, body, type=BOOL), here) is False
    )


def test_nothing_is_evaluated_for_no_members() -> None:
    engine = Interpreter(spec())
    nobody: list[tuple[Expr, Value]] = [
        (Fold(FoldOp.SOME, "c", HAND, never(), type=BOOL), False),
        (those("c", HAND, never()), frozenset()),
        (Best(BestOp.LOWEST, "c", HAND, (fails(CARDS),), type=SET), frozenset()),
    ]
    for expr, value in nobody:
        assert engine.evaluate(expr, state()) == value
        with pytest.raises(RuleFault):
            engine.evaluate(expr, state(south=frozenset({1})))


def test_a_definition_is_evaluated_once_a_state_and_again_in_the_next() -> None:
    engine = Interpreter(spec({"left": definition("left", STOCK_SIZE, WIDE)}))
    both = op(Op.ADD, WIDE, call("left", WIDE), op(Op.MUL, WIDE, call("left", WIDE), number(10)))
    for stock in (frozenset({1, 2}), frozenset({4})):
        here = state(south=DECK - stock)
        counting = State((Counted(stock), *here.zones[1:]), here.cells, here.over)
        Counted.asked = 0
        assert engine.evaluate(both, counting) == 11 * len(frozenset(stock))
        assert engine.evaluate(both, counting) == 11 * len(frozenset(stock))
        assert Counted.asked == 1


def test_a_definition_that_failed_fails_again() -> None:
    engine = Interpreter(spec({"one": definition("one", fails(CARDS), CARDS)}))
    use = op(Op.EQ, BOOL, call("one", CARDS), Lit(0, type=CARDS))
    either = op(Op.OR, BOOL, truth(True), use)
    here = state()
    for _ in range(2):
        assert engine.evaluate(either, here) is True
        with pytest.raises(RuleFault):
            engine.evaluate(use, here)


def test_a_table_of_constants_is_right_for_each_argument() -> None:
    """A part that reads locals and tables alone is kept for all states, by its locals."""
    suit_of = op(Op.EQ, BOOL, table("suit", SUITS, card("c")), card("u"))
    whole = those(
        "c", Lit(DECK, type=SET), op(Op.AND, BOOL, suit_of, op(Op.LE, BOOL, card("n"), card("c")))
    )
    engine = Interpreter(
        spec({"from": definition("from", whole, SET, Param("u", SUITS), Param("n", CARDS))})
    )
    for _ in range(2):
        for u in range(2):
            for n in range(8):
                expected = frozenset(c for c in range(8) if c // 4 == u and n <= c)
                assert engine.evaluate(whole, state(), env={"u": u, "n": n}) == expected
                assert engine.define("from", state(), (u, n)) == expected


def test_nothing_is_kept_from_one_statement_to_the_next() -> None:
    body = ("  move c from me.hand to me.won", "  bid += size(me.hand)")
    engine = small(doing("shrink", "for c in me.hand:", *body))
    after = engine.move_steps(dealt(engine), Move("shrink"), Deck())[0].state
    assert after.cells[engine.spec.cells["bid"].offset] == 2 + 1 + 0


# ---------------------------------------------------------------------------- any expression


@cache
def numbers(names: tuple[str, ...], depth: int) -> st.SearchStrategy[Expr]:
    leaves: list[st.SearchStrategy[Expr]] = [
        st.integers(0, 7).map(number),
        st.just(cell("sum", WIDE, card("me"))),
        st.just(STOCK_SIZE),
        st.just(Pick(PickOp.FIRST, "z", HAND, type=CARDS)),
    ]
    if names:
        leaves.append(st.sampled_from([card(name) for name in names]))
    if depth == 0:
        return st.one_of(leaves)
    inner, name = (*names, f"x{depth}"), f"x{depth}"
    less = depth - 1
    return st.one_of(
        *leaves,
        st.builds(
            lambda o, a, b: op(o, WIDE, a, b),
            st.sampled_from([Op.ADD, Op.SUB, Op.MIN, Op.MAX]),
            numbers(names, less),
            numbers(names, less),
        ),
        st.builds(lambda s: op(Op.SIZE, WIDE, s), sets(names, less)),
        st.builds(
            lambda d, b: Fold(FoldOp.SUM, name, d, b, type=WIDE),
            sets(names, less),
            numbers(inner, less),
        ),
        st.builds(
            lambda p, d, g: Pick(p, name, d, g, type=CARDS),
            st.sampled_from(PickOp),
            sets(names, less),
            st.none() | truths(inner, less),
        ),
        st.builds(
            lambda c, a, b: If(c, a, b, type=WIDE),
            truths(names, less),
            numbers(names, less),
            numbers(names, less),
        ),
    )


@cache
def sets(names: tuple[str, ...], depth: int) -> st.SearchStrategy[Expr]:
    leaves: list[st.SearchStrategy[Expr]] = [
        st.sampled_from([cards(), cards(7, 0, 3), zone("hand"), zone("stock")]),
        st.just(zone("hand", card("me"))),
    ]
    if depth == 0:
        return st.one_of(leaves)
    inner, name = (*names, f"x{depth}"), f"x{depth}"
    less = depth - 1
    return st.one_of(
        *leaves,
        st.builds(
            lambda o, a, b: op(o, SET, a, b),
            st.sampled_from([Op.UNION, Op.MINUS, Op.BOTH]),
            sets(names, less),
            sets(names, less),
        ),
        st.builds(lambda d, g: those(name, d, g), sets(names, less), truths(inner, less)),
        st.builds(
            lambda e, d, k: Best(e, name, d, (k,), type=SET),
            st.sampled_from(BestOp),
            sets(names, less),
            numbers(inner, less),
        ),
        st.builds(
            lambda d, b: Fold(FoldOp.UNION, name, d, b, type=SET),
            sets(names, less),
            sets(inner, less),
        ),
    )


@cache
def truths(names: tuple[str, ...], depth: int) -> st.SearchStrategy[Expr]:
    if depth == 0:
        return st.builds(
            lambda o, a, b: op(o, BOOL, a, b),
            st.sampled_from([Op.EQ, Op.LT, Op.LE]),
            numbers(names, 0),
            numbers(names, 0),
        )
    inner, name = (*names, f"x{depth}"), f"x{depth}"
    less = depth - 1
    return st.one_of(
        st.just(never()),
        st.builds(
            lambda o, a, b: op(o, BOOL, a, b),
            st.sampled_from([Op.AND, Op.OR, Op.IMPLIES]),
            truths(names, less),
            truths(names, less),
        ),
        st.builds(lambda a, b: op(Op.IN, BOOL, a, b), numbers(names, less), sets(names, less)),
        st.builds(
            lambda f, d, b: Fold(f, name, d, b, type=BOOL),
            st.sampled_from([FoldOp.SOME, FoldOp.EVERY]),
            sets(names, less),
            truths(inner, less),
        ),
        st.builds(lambda a: Was(a, type=BOOL), truths(names, less)),
    )


NOW = state(south=frozenset({0, 2, 5}), north=frozenset({1, 3}), turn=1, sums=(3, 4))
BEFORE = state(south=frozenset({0, 5}), north=frozenset({1, 3, 6}), turn=0, sums=(1, 4))
ENGINE = Interpreter(spec())


def outcome(run: Callable[[], Value]) -> Value | str:
    try:
        return run()
    except (RuleFault, Failed):
        return "failed"
    except AssertionError:
        return "was in was"


@settings(max_examples=250)
@given(st.one_of(numbers((), 4), sets((), 4), truths((), 4)))
def test_any_expression_means_what_it_means_without_cleverness(expr: Expr) -> None:
    """Values agree with an evaluator that keeps nothing, and so do failures."""
    naive = Naive(ENGINE.spec)
    ours = outcome(lambda: ENGINE.evaluate(expr, NOW, BEFORE))
    theirs = outcome(lambda: naive.value(expr, NOW, BEFORE, {}))
    assert ours == theirs
