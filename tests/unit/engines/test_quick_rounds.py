"""Rounds of cards that the quick loop writes out, and what it looks up in them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from cardavia_spec.back.python.quick.bycard import card_of, put_in, taken_off, values
from cardavia_spec.back.python.quick.choices import exact_ways
from cardavia_spec.back.python.quick.dealing import added_up, told_once
from cardavia_spec.back.python.quick.grouped import grouped
from cardavia_spec.back.python.quick.laid import Laid, NotStraight
from cardavia_spec.back.python.quick.lot import Lot
from cardavia_spec.back.python.quick.ofone import asked_of_one
from cardavia_spec.back.python.quick.round import Round
from cardavia_spec.back.python.quick.tables import small_size
from cardavia_spec.back.python.quick.taking import NotTold, Taking
from cardavia_spec.back.python.source import source
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Array, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.plan.ways import taking
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.engines import Order
from tests.unit.engines.odd import odd

CARDS = Kind.CARDS
A, B, C = (Var(name, CARDS) for name in "abc")
NEXT_TOP = "top = next(tops)"
FOLLOW = """
follow: all c in me.hand where some d in leader.table has c.suit is d.suit
"""
TOLD = {
    "size(s.table) >= 1": "size(s.table) is 1",
    "let: {winner: the s in seats where best in s.table}": "let: {winner: turn.next}",
}
FOLLOWING = {"play:\n    with: {card: me.hand}": "play:\n    with: {card: playable}"}
PLAYABLE = f"""{FOLLOW.strip()}
playable:
  tiers:
    led:
      cards: follow
    any:
      cards: me.hand
"""


def lot() -> Lot:
    return Lot(taking(plan(odd()), masks=False))


def played(spec: Spec, deals: int = 60, *, gives_up: bool = False) -> str:
    """Return the source of a spec, whose quick loop was held against play step by step."""
    text = source(plan(spec))
    names: dict[str, Any] = {}
    exec(compile(text, spec.name, "exec"), names)
    options = Order(spec, 0, 0).option_numbers()
    quick, names["play_quick"] = names["play_quick"], None
    for seed in (1, 2):
        wanted = names["run_lot"](seed, deals, options)
        if gives_up and wanted["fault"]:
            with pytest.raises(names["GaveUp"]):
                quick(seed, deals, options, True)
        else:
            assert quick(seed, deals, options, True) == wanted
    return text


# ----------------------------------------------------------------- whole rounds


def test_a_round_is_written_out() -> None:
    text = played(odd(changes=TOLD))
    assert text.count(NEXT_TOP) == 2  # the second and the third card


def test_a_round_in_which_the_leader_counts_begins_with_the_leader() -> None:
    text = played(odd(changes={**TOLD, **FOLLOWING}, define=PLAYABLE))
    assert text.count(NEXT_TOP) == 2
    assert "if not begins and leader != turn:" in text
    assert "begins = True" in text


def test_another_may_begin_than_the_one_who_counts_as_leader() -> None:
    changes = {**TOLD, **FOLLOWING, "leader := winner\n": "leader := winner.next\n"}
    text = played(odd(changes=changes, define=PLAYABLE))
    assert "if not begins and leader != turn:" in text
    assert "begins = True" not in text


@pytest.mark.parametrize(
    "doing", ["move table to me.won", "move me.next.table to me.won", "turn := dealer"]
)
def test_what_is_no_round_is_not_written_out(doing: str) -> None:
    changes = {"turn := me.next": f"turn := me.next\n      {doing}"}
    assert NEXT_TOP not in played(odd(changes=changes), gives_up=True)


def two_laid(round_: Round) -> Laid:
    turn = code.Cell(Num(round_.turn))
    return Laid((A, B), (turn, Var("second"), Var("third")))


def test_what_lies_in_the_zones_is_told_by_what_was_laid() -> None:
    made = lot()
    spec = made.program.spec
    round_ = Round(made.program, made.effects, made.fresh, spec.zones["table"])
    zones: list[Code] = [code.Zone(Num(slot)) for _, slot in sorted(round_.slots)]
    laid = two_laid(round_)
    full = algebra.both(
        algebra.some(zones[0]), algebra.both(algebra.some(zones[1]), algebra.some(zones[2]))
    )
    assert round_.code(round_.union, laid) == algebra.join(A, B)
    assert round_.code(algebra.some(round_.union), laid) == code.TRUE
    assert round_.code(full, laid) == code.FALSE
    laid.cards = (A, B, C)
    assert round_.code(full, laid) == code.TRUE
    where = Op("+", (Num(round_.home.offset), Var("second")))
    assert round_.code(code.Zone(where), laid) == B
    for unknown in (zones[0], algebra.some(zones[1]), code.Zone(Op("+", (Num(4), Var("x"))))):
        with pytest.raises(NotStraight):
            round_.code(unknown, laid)


# ----------------------------------------------------------------- great masks


def test_a_card_of_a_great_mask_is_found_from_its_top() -> None:
    program = plan(odd(18))  # of 108 cards
    made = Lot(taking(program, masks=False))
    names: dict[str, Any] = {}
    exec(source(program), names)
    kept = code.Kept(0)
    for exact in (set[int](), {0}):
        made.writer.exact = exact
        lines = "\n".join(made.writer.taken("one", kept, Var("k")))
        assert ("ways_0" in lines) == bool(exact)
        for mask in (1 << 99, (1 << 100) - 1, 0x5A5A << 70 | 0x123456789ABCDEF):
            for k in range(mask.bit_count()):
                local = {"legal_0": mask, "ways_0": mask.bit_count(), "k": k}
                exec(lines, names, local)
                assert local["one"] == 1 << names["spread"](mask)[k]


def test_there_are_as_many_moves_as_cards_where_they_are_counted_so() -> None:
    mask, count = Var("m", CARDS), Var("n")
    counted = code.Let("n", Op("pop", (mask,)))
    keep = code.Keep(0, mask, count)
    assert exact_ways((counted, keep)) == {0}
    for acts in (
        (keep,),
        (code.Let("n", Op("pop", (A,))), keep),
        (counted, code.Set("n", Num(2)), keep),
        (counted, keep, code.Keep(0, mask, Num(3))),
    ):
        assert exact_ways(acts) == set()


# ----------------------------------------------------------------- who takes what

POWER = Array("power", Kind.INT, (0, 1, 2, 3, 0, 1, 2, 3))
SUIT = Array("suit", Kind.INT, (15, 15, 15, 15, 240, 240, 240, 240))
TRUMP = Array("trumps", Kind.INT, (240, 15))
WORKS = Taking({"power": POWER, "suit": SUIT, "trumps": TRUMP}, {"by_power": (136, 68, 34, 17)}, 8)


TRUMPS = code.At("trumps", code.Cell(Num(3)), CARDS)
BEST = Var("best", CARDS)


def taker(*filters: Code, cards: tuple[Var, ...] = (A, B)) -> dict[str, Code]:
    """Return how what comes out of cards is worked out, a mask that counts after the other."""
    whole: Code = cards[0]
    for card in cards[1:]:
        whole = Op("|", (whole, card), CARDS)
    lets = {"left_0": whole}
    for i, mask in enumerate(filters):
        left = Var(f"left_{i}", CARDS)
        some = Op("&", (left, mask), CARDS)
        lets[f"left_{i + 1}"] = code.Pick(algebra.some(some), some, left, CARDS)
    lets["best"] = Op("highest", (Var(f"left_{len(filters)}", CARDS), Var("by_power")), CARDS)
    return lets


LED = code.At("suit", Op("place", (A,)), CARDS)


def test_what_comes_out_over_a_card_is_worked_out() -> None:
    slot, (row,) = WORKS.over(BEST, taker(LED), (A, B), {})
    assert slot is None
    assert row == (14, 12, 8, 0, 224, 192, 128, 0)


def test_the_order_of_cards_is_that_of_the_masks_for_three_cards_as_well() -> None:
    lets = taker(TRUMPS, LED, cards=(A, B, C))
    slot, rows = WORKS.over(BEST, lets, (A, B, C), {3: 1})
    assert slot == 3
    assert rows[0] == (254 & ~1, 252 & ~3, 248 & ~7, 240, 224, 192, 128, 0)
    for value, row in enumerate(rows):
        trumps = TRUMP.values[value]
        for cards in permutations(range(8), 3):
            best = cards[0]
            for card in cards[1:]:
                best = card if row[best] >> card & 1 else best
            left = [c for c in cards if trumps >> c & 1] or list(cards)
            left = [c for c in left if SUIT.values[cards[0]] >> c & 1] or left
            assert best == max(left, key=lambda c: c % 4)


def test_it_is_not_where_more_counts_or_cards_are_alike() -> None:
    for mask, lets, ends in (
        (BEST, taker(code.Zone(Num(2))), {}),
        (BEST, taker(code.At("suit", Op("place", (B,)), CARDS)), {}),
        (BEST, taker(Num(3, CARDS)), {}),
        (BEST, taker(), {}),
        (BEST, taker(LED, cards=(A, C)), {}),
        (Var("left_1", CARDS), taker(LED), {}),
        (BEST, taker(TRUMPS, LED), {}),
        (BEST, taker(TRUMPS, LED), {3: 9}),
        (BEST, taker(TRUMPS, LED), {3: 99}),
    ):
        with pytest.raises(NotTold):
            WORKS.over(mask, lets, (A, B), ends)


# ----------------------------------------------------------------- by one card


def test_what_depends_on_one_card_is_worked_out_for_each() -> None:
    arrays = {"suit": Array("suit", Kind.INT, (0, 0, 1, 1))}
    later = Op("&~", (Num(7), Op("upto", (code.At("suit", Op("place", (A,))),))))
    assert card_of(later, {"a"}) == "a"
    assert values(later, arrays, 4) == (6, 6, 4, 4)
    assert card_of(later, {"b"}) is None
    assert card_of(Op("&~", (Var("x"), later)), {"a"}) is None
    assert values(code.At("suit", Num(9)), arrays, 4) is None
    assert (
        values(code.At("suit", Op("place", (A,))), {"suit": Array("suit", Kind.INT, (-1, 0))}, 2)
        is None
    )


def test_a_name_for_it_is_put_into_loops_alone() -> None:
    past = code.Let("past", Op("upto", (code.At("suit", Op("place", (A,))),)))
    each = code.Each("u", Op("&~", (Num(7), Var("past"))), ())
    assert put_in((past, each), {"a"}) == (code.Each("u", Op("&~", (Num(7), past.value)), ()),)
    assert put_in((past, each), {"b"}) == (past, each)
    assert put_in((past,), {"a"}) == (past,)


def test_a_part_is_taken_off_a_mask() -> None:
    part = code.Let("part", Op("&", (A, B), CARDS))
    rest = code.Let("rest", Op("&~", (A, Var("part", CARDS)), CARDS))
    assert taken_off((part, rest))[1] == code.Let("rest", Op("^", (A, Var("part", CARDS)), CARDS))
    for acts in (
        (part, code.Let("rest", Op("&~", (C, Var("part", CARDS)), CARDS))),
        (part, code.Set("a", C), rest),
        (code.Let("part", Op("|", (A, B), CARDS)), rest),
    ):
        assert taken_off(acts) == acts


# ----------------------------------------------------------------- one question for several

TRUTH = Var("truth", Kind.BOOL)
MANY = Op("+", (Op("pop", (code.Zone(Num(1)),)), Op("pop", (code.Zone(Num(2)),))))


def question(first: Code, least: int) -> code.Branch:
    cond = algebra.both(first, Op("<=", (Num(least), MANY), Kind.BOOL))
    return code.Branch(cond, (code.Set("x", Num(1)),), (code.Set("x", Num(0)),))


def test_questions_with_one_beginning_are_asked_together() -> None:
    fresh = lot().fresh
    (branch,) = grouped((question(TRUTH, 1), code.Note("and"), question(TRUTH, 2)), fresh)
    assert isinstance(branch, code.Branch)
    assert branch.cond == TRUTH
    let, first, _, second = branch.then
    assert isinstance(let, code.Let)
    assert let.value == MANY
    sums = [Op("<=", (Num(n), Var(let.name)), Kind.BOOL) for n in (1, 2)]
    assert [act.cond for act in (first, second) if isinstance(act, code.Branch)] == sums
    assert branch.otherwise == (code.Set("x", Num(0)),) * 2


def test_questions_with_other_beginnings_are_not() -> None:
    fresh = lot().fresh
    for acts in (
        (question(TRUTH, 1), question(Var("another", Kind.BOOL), 2)),
        (question(TRUTH, 1), code.Set("truth", code.FALSE), question(TRUTH, 2)),
        (question(TRUTH, 1),),
    ):
        assert grouped(acts, fresh) == acts


# ----------------------------------------------------------------- of one of a family


def test_only_the_one_that_changed_is_asked() -> None:
    made = lot()
    first = made.program.spec.cells["tricks"].offset
    reached: Code = Op("<=", (Num(5), code.Cell(Num(first))), Kind.BOOL)
    for i in (1, 2):
        one = Op("<=", (Num(5), code.Cell(Num(first + i))), Kind.BOOL)
        reached = algebra.either(reached, one)
    asks = code.Branch(reached, (code.SetOver(),))

    def given(*places: Code) -> tuple[Act, ...]:
        where = [Op("+", (Num(first), place)) for place in places]
        return (*(code.SetCell(index, Num(4)) for index in where), asks)

    (_, branch) = asked_of_one(given(Var("t")), made.effects, {reached})
    where = Op("+", (Num(first), Var("t")))
    assert isinstance(branch, code.Branch)
    assert branch.cond == Op("<=", (Num(5), code.Cell(where)), Kind.BOOL)
    turn = code.Cell(Num(made.program.spec.cells["turn"].offset))
    for acts, whens in (
        (given(Var("t")), set[Code]()),
        (given(Var("t"), Var("u")), {reached}),
        (given(turn), {reached}),
        ((code.Set("t", Num(1)), *given(Var("t"))), {reached}),
        ((asks,), {reached}),
    ):
        assert asked_of_one(acts, made.effects, whens) == acts


# ----------------------------------------------------------------- dealing


def drawn(number: int, each: int) -> tuple[tuple[Act, ...], dict[str, int]]:
    names = [f"drawn_{i}" for i in range(number)]
    draws = [code.DrawFrom(name, Num(0), Num(each)) for name in names]
    whole: Code = Var(names[0], CARDS)
    for name in names[1:]:
        whole = Op("|", (whole, Var(name, CARDS)), CARDS)
    comes = code.SetZone(Num(1), Op("|", (code.Zone(Num(1)), whole), CARDS), grows=True)
    leaves = code.SetZone(Num(0), Op("^", (Num(255, CARDS), whole), CARDS), grows=False)
    return (*draws, leaves, comes), {name: each * i for i, name in enumerate(names)}


def test_many_cards_are_added_up_once() -> None:
    acts, placed = drawn(4, 2)
    let, leaves, comes = added_up(acts, placed, lot().fresh, 52)
    assert isinstance(let, code.Let)
    assert let.value == Op("dealt", tuple(Num(i) for i in range(8)), CARDS)
    for act in (leaves, comes):
        assert isinstance(act, code.SetZone)
        assert isinstance(act.value, Op)
        assert act.value.args[1] == Var(let.name, CARDS)


def test_the_last_cards_of_a_deck_are_those_that_nobody_has() -> None:
    ours, placed = drawn(4, 2)
    theirs = tuple(
        replace(act, name=f"more_{act.name}") for act in ours if isinstance(act, code.DrawFrom)
    )
    whole: Code = Var(theirs[0].name, CARDS)
    for act in theirs[1:]:
        whole = Op("|", (whole, Var(act.name, CARDS)), CARDS)
    comes = code.SetZone(Num(2), Op("|", (code.Zone(Num(2)), whole), CARDS), grows=True)
    acts = (*ours, *theirs, comes)
    placed |= {act.name: 8 + 2 * i for i, act in enumerate(theirs)}
    for cards, op in ((16, "^"), (17, "dealt")):
        lets = [a for a in added_up(acts, placed, lot().fresh, cards) if isinstance(a, code.Let)]
        assert [let.value.op for let in lets if isinstance(let.value, Op)] == ["dealt", op]


def test_first_cards_are_told_apart_by_small_numbers() -> None:
    names: dict[str, Any] = {}
    exec(source(plan(odd())), names)
    for first in ((1 << 10, 1 << 22, 1 << 118), (1, 2, 4), (1 << 3, 0, 1 << 7, 1 << 11)):
        size = small_size(first)
        spots = names["Spots"](first, size)
        for chosen in range(1 << len(first)):
            those = tuple(i for i, one in enumerate(first) if one and chosen >> i & 1)
            assert spots[sum(first[i] for i in those) % ((1 << size) - 1)] == those


def test_a_few_cards_are_joined() -> None:
    acts, placed = drawn(3, 2)
    assert added_up(acts, placed, lot().fresh, 52) == acts


def test_what_several_variables_begin_with_is_worked_out_once() -> None:
    made = lot()
    cells = made.program.spec.cells
    begins = Op("+", (code.Cell(Num(cells["count"].offset)), Num(1)))
    turn, leader = (code.SetCell(Num(cells[name].offset), begins) for name in ("turn", "leader"))
    let, *others = told_once((turn, leader), made.fresh, made.effects)
    assert isinstance(let, code.Let)
    assert let.value == begins
    assert [act.value for act in others if isinstance(act, code.SetCell)] == [Var(let.name)] * 2
    other = code.SetCell(Num(cells["count"].offset), Num(3))
    for acts in ((turn, other, leader), (turn,)):
        assert told_once(acts, made.fresh, made.effects) == acts
