"""Each node kind of the IR, evaluated on trees that are built by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Best, Expr, Fold, If, Lit, Pick, Settled, Was
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import EventRule, Param, Row, Rows, Tier, Tiers
from cardavia_spec.core.types import BOOL, Int, Maybe, SetOf, Value
from tests.unit.interpret.hand_ir import (
    CARDS,
    RANKS,
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
    none,
    number,
    op,
    spec,
    state,
    table,
    those,
    truth,
    zone,
)

ME = card("me")
STATE = state(
    south=frozenset({0, 2, 5}),
    north=frozenset({1, 7}),
    heaps=(frozenset({3}), frozenset(), frozenset({4})),
    turn=1,
    mark=0,
    sums=(3, 4),
    grid=(0, 1, 2, 3, 4, 5),
)


def value(expr: Expr, **env: Value) -> Value:
    return Interpreter(spec()).evaluate(expr, STATE, env=env)


def seat(index: int) -> Lit:
    return Lit(index, type=SEATS)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (number(3), 3),
        (none(), None),
        (card("me"), 1),
        (zone("stock"), frozenset({6})),
        (zone("hand"), frozenset({0, 1, 2, 5, 7})),
        (zone("hand", seat(0)), frozenset({0, 2, 5})),
        (zone("hand", ME), frozenset({1, 7})),
        (zone("hand", table("next", SEATS, ME)), frozenset({0, 2, 5})),
        (zone("heap"), frozenset({3, 4})),
        (zone("heap", number(5)), frozenset({4})),
        (cell("turn", SEATS), 1),
        (cell("mark", Maybe(SEATS)), 0),
        (cell("sum", Int(0, 9), seat(0)), 3),
        (cell("sum", Int(0, 9), ME), 4),
        (cell("grid", Int(0, 9), seat(1), number(2)), 3),
        (cell("grid", Int(0, 9), seat(0), number(4)), 2),
        (table("suit", SUITS, Lit(5, type=CARDS)), 1),
        (table("square", Int(4, 16), number(3)), 9),
        (table("both", Int(0, 3), Lit(1, type=SUITS), number(1)), 2),
        (If(truth(True), number(1), fails(WIDE), type=WIDE), 1),
        (If(truth(False), fails(WIDE), number(2), type=WIDE), 2),
    ],
)
def test_leaves_and_reads(expr: Expr, expected: Value) -> None:
    assert value(expr) == expected


def test_a_local_indexes_like_any_expression() -> None:
    assert value(zone("heap", card("n")), n=3) == frozenset({3})
    assert value(cell("grid", WIDE, card("s"), card("n")), s=1, n=4) == 5
    assert value(table("square", WIDE, card("n")), n=4) == 16


@pytest.mark.parametrize(
    ("fold", "body", "expected"),
    [
        (FoldOp.SOME, op(Op.EQ, BOOL, card("c"), Lit(2, type=CARDS)), True),
        (FoldOp.SOME, op(Op.EQ, BOOL, card("c"), Lit(3, type=CARDS)), False),
        (FoldOp.EVERY, op(Op.IN, BOOL, card("c"), cards(0, 2, 5, 6)), True),
        (FoldOp.EVERY, op(Op.IN, BOOL, card("c"), cards(0, 2)), False),
        (FoldOp.SUM, table("rank", RANKS, card("c")), 0 + 2 + 1),
        (FoldOp.UNION, op(Op.SETOF, SetOf(SUITS), table("suit", SUITS, card("c"))), {0, 1}),
    ],
)
def test_folds(fold: FoldOp, body: Expr, expected: Value) -> None:
    assert value(Fold(fold, "c", zone("hand", seat(0)), body, type=WIDE)) == expected


@pytest.mark.parametrize(
    ("fold", "expected"),
    [
        (FoldOp.SOME, False),
        (FoldOp.EVERY, True),
        (FoldOp.SUM, 0),
        (FoldOp.UNION, frozenset()),
    ],
)
def test_folds_of_nothing(fold: FoldOp, expected: Value) -> None:
    assert value(Fold(fold, "c", cards(), never(), type=WIDE)) == expected


def test_those() -> None:
    red = those("c", zone("hand"), op(Op.EQ, BOOL, table("suit", SUITS, card("c")), number(0)))
    assert value(red) == frozenset({0, 1, 2})


def test_an_inner_name_hides_an_outer_one() -> None:
    inner = Fold(FoldOp.SUM, "c", cards(1, 3), card("c"), type=WIDE)
    both = op(Op.ADD, WIDE, inner, card("c"))
    assert value(Fold(FoldOp.SUM, "c", cards(0, 5), both, type=WIDE)) == (4 + 0) + (4 + 5)


def is_rank(rank: int) -> Expr:
    return op(Op.EQ, BOOL, table("rank", RANKS, card("c")), Lit(rank, type=RANKS))


def test_pick_the() -> None:
    assert value(Pick(PickOp.THE, "c", zone("stock"), type=CARDS)) == 6
    assert value(Pick(PickOp.THE, "c", zone("hand"), is_rank(3), type=CARDS)) == 7


@pytest.mark.parametrize(
    ("after", "expected"), [(None, 0), (0, 2), (1, 2), (2, 5), (4, 5), (5, 0), (7, 0)]
)
def test_pick_first_goes_round_after_a_member(after: int | None, expected: int) -> None:
    start = None if after is None else Lit(after, type=CARDS)
    hand = zone("hand", seat(0))
    assert value(Pick(PickOp.FIRST, "c", hand, None, start, type=CARDS)) == expected


def test_pick_first_comes_to_the_member_itself_last() -> None:
    start = Lit(2, type=CARDS)
    found = Pick(PickOp.FIRST, "c", zone("hand", seat(0)), is_rank(2), start, type=CARDS)
    assert value(found) == 2


@pytest.mark.parametrize(
    ("end", "keys", "expected"),
    [
        (BestOp.HIGHEST, (table("rank", RANKS, card("c")),), {7}),
        (BestOp.LOWEST, (table("rank", RANKS, card("c")),), {0}),
        (BestOp.HIGHEST, (table("suit", SUITS, card("c")),), {5, 7}),
        (BestOp.HIGHEST, (is_rank(1), table("suit", SUITS, card("c"))), {5}),
        (BestOp.LOWEST, (is_rank(1), table("suit", SUITS, card("c"))), {0, 2}),
    ],
)
def test_best(end: BestOp, keys: tuple[Expr, ...], expected: set[int]) -> None:
    assert value(Best(end, "c", zone("hand"), keys, type=SET)) == frozenset(expected)


def test_best_of_nothing_is_nothing() -> None:
    assert value(Best(BestOp.HIGHEST, "c", cards(), (number(1),), type=SET)) == frozenset()


def test_was_reads_the_state_before_with_its_own_me() -> None:
    before = replace(STATE, cells=(*STATE.cells[:2], 0, *STATE.cells[3:]))
    engine = Interpreter(spec())
    mine = cell("sum", Int(0, 9), ME)
    both = op(Op.SETOF, SetOf(WIDE), mine, Was(mine, type=WIDE))
    assert engine.evaluate(both, STATE, before) == frozenset({4, 3})
    assert engine.evaluate(both, STATE, before, {"me": 1}) == frozenset({4, 3})
    moved = op(Op.MINUS, SET, zone("hand", Lit(1, type=SEATS)), Was(zone("hand", ME), type=SET))
    assert engine.evaluate(moved, STATE, before) == frozenset({1, 7})


def test_settled_is_where_no_event_applies_or_the_deal_is_over() -> None:
    when = op(Op.EQ, BOOL, cell("sum", WIDE, seat(0)), number(3))
    event = EventRule(name="three", when=when, lets=(), do=())
    engine = Interpreter(replace(spec(), events={"three": event}))
    settled = Settled(type=BOOL)
    assert engine.evaluate(settled, STATE) is False
    assert engine.evaluate(settled, replace(STATE, over=True)) is True
    assert engine.evaluate(settled, state()) is True
    assert engine.evaluate(Was(settled, type=BOOL), state(), STATE) is False


# ---------------------------------------------------------------------------- definitions


def test_definitions_take_me_and_their_arguments() -> None:
    mine = those("c", zone("hand", ME), op(Op.LE, BOOL, card("low"), card("c")))
    from_low = definition("from_low", mine, SET, Param("low", CARDS), me=True)
    engine = Interpreter(spec({"from_low": from_low}))
    use = call("from_low", SET, Lit(2, type=CARDS))
    assert engine.evaluate(use, STATE) == frozenset({7})
    assert engine.evaluate(use, STATE, env={"me": 0}) == frozenset({2, 5})
    assert engine.define("from_low", STATE, (0,)) == frozenset({1, 7})


def test_a_definition_is_read_in_the_state_it_is_asked_in() -> None:
    count = definition("count", op(Op.SIZE, WIDE, zone("stock")), WIDE)
    engine = Interpreter(spec({"count": count}))
    grown = op(Op.SUB, WIDE, call("count", WIDE), Was(call("count", WIDE), type=WIDE))
    assert engine.evaluate(grown, state(), STATE) == 7
    assert engine.evaluate(grown, STATE, state()) == -7


def test_the_first_tier_that_applies_and_is_not_empty() -> None:
    red = those("c", zone("hand", ME), op(Op.EQ, BOOL, table("suit", SUITS, card("c")), number(0)))
    tiers = Tiers(
        (
            Tier(name="not here", when=truth(False), cards=never()),
            Tier(name="empty", when=None, cards=cards()),
            Tier(name="red", when=op(Op.LT, BOOL, card("n"), number(5)), cards=red),
            Tier(name="all", when=None, cards=zone("hand", ME)),
        )
    )
    engine = Interpreter(spec({"may": definition("may", tiers, SET, Param("n", WIDE), me=True)}))
    assert engine.define("may", STATE, (1,)) == frozenset({1})
    assert engine.define("may", STATE, (5,)) == frozenset({1, 7})
    assert engine.define("may", state(turn=1), (1,)) == frozenset()


def test_the_one_row_that_applies() -> None:
    def row(name: str, low: int, high: int) -> Row:
        inside = op(Op.IN, BOOL, card("n"), op(Op.INTERVAL, SetOf(WIDE), number(low), number(high)))
        return Row(name=name, when=inside, then=number(low * 10))

    rows = Rows((row("few", 0, 2), row("some", 3, 5), row("many", 5, 9)))
    engine = Interpreter(spec({"pay": definition("pay", rows, WIDE, Param("n", WIDE))}))
    assert [engine.define("pay", STATE, (n,)) for n in (0, 4, 6)] == [0, 30, 50]
    with pytest.raises(RuleFault, match=r"no row of 'pay'.*exactly one"):
        engine.define("pay", STATE, (10,))
    with pytest.raises(RuleFault, match="only one may: 'some', 'many'"):
        engine.define("pay", STATE, (5,))
