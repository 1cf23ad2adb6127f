"""What the C engine works out only once, or without asking first, and what it must not."""

from __future__ import annotations

import pytest

from cardavia_spec.back.c.again import once
from cardavia_spec.back.c.given import handed_on
from cardavia_spec.back.c.inside import surely_there
from cardavia_spec.back.c.knowing import used
from cardavia_spec.back.c.ranges import Ranges, composed
from cardavia_spec.back.c.source import source
from cardavia_spec.back.c.straight import chained, straight, unasked
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.rules import plan
from tests.unit.engines.odd import odd
from tests.unit.engines.test_engines_odd import agree

Acts = tuple[Act, ...]
HAND = code.Zone(Op("+", (Num(1), Var("me"))), first=1)
LED = code.Zone(Num(5))
EMPTY = Num(0, Kind.CARDS)


def mask(name: str) -> Var:
    return Var(name, Kind.CARDS)


def let(name: str, value: Code) -> code.Let:
    return code.Let(name, value)


def when(name: str, *acts: Act, otherwise: Acts = ()) -> code.Branch:
    return code.Branch(algebra.some(mask(name)), acts, otherwise)


def suit_led(n: int, guard: str) -> Acts:
    """The suit of the one card that is led, if a mask is not empty."""
    card = mask(f"card_{n}")
    return (
        let(f"suit_{n}", Num(0)),
        when(
            guard,
            let(card.name, LED),
            code.Fault(algebra.deny(algebra.one(card)), 3),
            let(f"place_{n}", Op("low", (card,))),
            code.Set(f"suit_{n}", code.At("table_suit", Var(f"place_{n}"))),
            otherwise=(code.Set(f"suit_{n}", Num(0)),),
        ),
    )


def out(name: str, index: int = 0) -> code.Out:
    return code.Out(Num(index), Var(name))


def test_a_value_that_takes_several_steps() -> None:
    acts: Acts = (let("a", HAND), *suit_led(1, "a"), out("suit_1"))
    assert once((*acts, let("b", HAND), *suit_led(2, "b"), out("suit_2", 1))) == (
        *acts,
        out("suit_1", 1),
    )


@pytest.mark.parametrize(
    "between",
    [
        (code.SetZone(Num(5), EMPTY, grows=False),),
        (let("b", Op("&", (HAND, LED), Kind.CARDS)),),
    ],
)
def test_a_value_of_something_else(between: Acts) -> None:
    """What the state, or the mask that is asked, has changed is worked out anew."""
    second = "b" if isinstance(between[0], code.Let) else "a"
    acts = (let("a", HAND), *suit_led(1, "a"), *between, *suit_led(2, second), out("suit_2"))
    assert once(acts)[-1] == out("suit_2")


def test_a_name_that_changes() -> None:
    acts = (
        let("n", Num(0)),
        let("a", Op("+", (Var("n"), Num(1)))),
        code.Branch(Var("x"), (code.Set("n", Num(4)),)),
        let("b", Op("+", (Var("n"), Num(1)))),
        out("b"),
    )
    assert once(acts) == acts


def test_what_is_worked_out_in_one_way_only() -> None:
    inside = (let("a", HAND), out("a"))
    acts = (code.Branch(Var("x"), inside), let("b", HAND), out("b"))
    assert once(acts) == acts


def test_an_obligation_that_was_asked() -> None:
    """Also under a mask that is empty only where the first one is."""
    part = let("part", Op("&", (mask("a"), HAND), Kind.CARDS))
    again = let("card_9", LED), code.Fault(algebra.deny(algebra.one(mask("card_9"))), 4)
    acts = (let("a", Op("&~", (HAND, LED), Kind.CARDS)), *suit_led(1, "a"), part)
    assert once((*acts, when("part", *again)))[-1] == when("part", again[0])
    other = let("part", Op("&", (HAND, mask("a")), Kind.CARDS))
    assert once((*acts[:-1], other, when("part", *again)))[-1] == when("part", *again)


def test_an_obligation_that_was_asked_on_another_way() -> None:
    again = let("card_9", LED), code.Fault(algebra.deny(algebra.one(mask("card_9"))), 4)
    acts = (let("a", HAND), code.Branch(Var("x"), suit_led(1, "a")), when("a", *again))
    assert once(acts)[-1] == when("a", *again)


def beating(part: Code) -> Acts:
    """A part of a mask, empty where the mask is."""
    return (
        let("more", EMPTY),
        when("a", code.Set("more", part), otherwise=(code.Set("more", EMPTY),)),
    )


def test_a_part_of_a_mask_is_worked_out_without_asking() -> None:
    part = Op("&~", (mask("a"), LED), Kind.CARDS)
    assert straight(beating(part)) == (let("more", part),)


@pytest.mark.parametrize(
    "part",
    [
        Op("&", (mask("b"), LED), Kind.CARDS),  # not empty where a is
        Op("|", (mask("a"), LED), Kind.CARDS),
        Op("&", (mask("a"), code.At("masks", Var("n"), Kind.CARDS)), Kind.CARDS),  # no such entry
        Op("&", (mask("a"), code.Call("get_x", (), Kind.CARDS)), Kind.CARDS),  # may fail
        Op("&", (mask("a"), code.Zone(code.Cell(Num(0)), first=1)), Kind.CARDS),  # nobody's
    ],
)
def test_what_is_asked_first_all_the_same(part: Code) -> None:
    assert straight(beating(part)) == beating(part)


def test_tables_are_looked_into_where_the_entry_is_there() -> None:
    program = plan(odd())
    suits = program.array("suits", Kind.INT, (0,) * program.cards)
    masks = program.array("masks", Kind.CARDS, (1, 2, 4))
    acts: Acts = (
        let("card", LED),
        let("place", Op("low", (mask("card"),))),
        let("suit", code.At(suits, Var("place"))),
    )
    ranges = Ranges(program, acts)
    assert ranges.inside(code.At(masks, Var("suit")))
    assert ranges.inside(code.At(suits, Var("place")))
    assert not ranges.inside(code.At(masks, Var("place")))
    assert not ranges.inside(code.At(masks, Var("unknown")))
    changed = Ranges(program, (*acts, code.Set("suit", Num(3))))
    assert not changed.inside(code.At(masks, Var("suit")))
    spec = program.spec
    named, trump = spec.cells["named"], spec.cells["dealer"]
    assert ranges.inside(code.At(masks, code.Cell(Num(trump.offset))))
    assert not ranges.inside(code.At(masks, code.Cell(Num(named.offset))))  # or none


def following(mask_: str, name: str = "suit_1") -> Acts:
    """A part of a mask that is told by a suit, of the odd game's three."""
    part = Op("&", (mask(mask_), code.At("masks", Var(name), Kind.CARDS)), Kind.CARDS)
    return (let("part", part), code.Return(mask("part")))


def ranges_of(acts: Acts) -> Ranges:
    program = plan(odd())
    program.array("table_suit", Kind.INT, (0,) * program.cards)
    program.array("masks", Kind.CARDS, (1, 2, 4))
    return Ranges(program, acts)


def test_what_tells_a_part_of_a_mask_is_not_asked_for() -> None:
    acts = (let("a", HAND), *suit_led(1, "a"), *following("a"))
    (_, card, fault, place, suit, *rest) = unasked(acts, ranges_of(acts))
    assert isinstance(card, code.Let)
    assert isinstance(place, code.Let)
    assert isinstance(fault, code.Fault)
    assert fault.cond == algebra.both(
        algebra.deny(algebra.one(mask("card_1"))), algebra.some(mask("a"))
    )
    assert suit == let("suit_1", code.At("table_suit", Var("place_1")))
    assert tuple(rest) == following("a")


@pytest.mark.parametrize(
    "rest",
    [
        (*following("a"), out("suit_1")),  # read where the mask may be empty
        following("b"),  # a part of another one
    ],
)
def test_what_tells_more_is_asked_for(rest: Acts) -> None:
    acts = (let("a", HAND), let("b", LED), *suit_led(1, "a"), *rest)
    assert unasked(acts, ranges_of(acts)) == acts


def test_what_does_harm_is_asked_for() -> None:
    risky = when(
        "a",
        code.Set("suit_1", code.At("masks", Var("unknown"))),
        otherwise=(code.Set("suit_1", Num(0)),),
    )
    acts = (let("a", HAND), let("suit_1", Num(0)), risky, *following("a"))
    assert unasked(acts, ranges_of(acts)) == acts


def test_tables_in_a_row_are_one() -> None:
    program = plan(odd())
    suits = tuple(n % 3 for n in range(program.cards))
    program.array("suits", Kind.INT, suits)
    program.array("masks", Kind.CARDS, (1, 2, 4))
    acts: Acts = (
        let("place", Op("low", (LED,))),
        let("suit", code.At("suits", Var("place"))),
        let("part", code.At("masks", Var("suit"), Kind.CARDS)),
    )
    last = composed(program, acts)[-1]
    assert isinstance(last, code.Let)
    assert isinstance(last.value, code.At)
    assert last.value.index == Var("place")
    assert program.arrays[last.value.array].values == tuple(1 << n for n in suits)
    for more in (code.Set("suit", Num(1)), code.Set("place", Num(1))):
        assert composed(program, (*acts, more)) == (*acts, more)


def test_tables_in_a_row_with_an_entry_too_many() -> None:
    program = plan(odd())
    program.array("suits", Kind.INT, tuple(n % 4 for n in range(program.cards)))
    program.array("masks", Kind.CARDS, (1, 2, 4))
    acts: Acts = (
        let("place", Op("low", (LED,))),
        let("part", code.At("masks", code.At("suits", Var("place")), Kind.CARDS)),
    )
    assert composed(program, acts) == acts


TAKE = code.SetZone(HAND.index, Op("&~", (HAND, mask("one")), Kind.CARDS), grows=False, first=1)
THERE = code.Fault(algebra.some(Op("&~", (mask("one"), HAND), Kind.CARDS)), 9)
MAKE: Acts = (let("one", Op("kth", (code.Kept(0), Var("k")), Kind.CARDS)), THERE, TAKE)


def legal(*acts: Act) -> tuple[Acts, dict[str, code.Function]]:
    """Return what counts the legal moves, which a function tells, and this function."""
    told = code.Call("get_legal", (Var("me"),), Kind.CARDS)
    counting: Acts = (let("all", told), code.Keep(0, mask("all"), algebra.pop(mask("all"))))
    return counting, {"get_legal": code.Function("get_legal", (Var("me"),), Kind.CARDS, acts, True)}


def test_a_legal_card_is_there() -> None:
    part = Op("&", (mask("hand"), code.At("masks", Var("n"), Kind.CARDS)), Kind.CARDS)
    counting, functions = legal(
        let("hand", HAND),
        when("hand", code.Return(part)),
        let("some", EMPTY),
        code.Branch(Var("x"), (code.Set("some", Op("&~", (mask("hand"), LED), Kind.CARDS)),)),
        code.Return(Op("|", (mask("some"), part), Kind.CARDS)),
    )
    assert surely_there(MAKE, 0, counting, functions) == (MAKE[0], TAKE)


@pytest.mark.parametrize(
    "acts",
    [
        (code.Return(LED),),
        (let("hand", HAND), code.Return(Op("|", (mask("hand"), LED), Kind.CARDS))),
        (let("hand", HAND), code.Set("hand", LED), code.Return(mask("hand"))),
        (let("hand", HAND), when("hand", code.Return(LED)), code.Return(mask("hand"))),
        (code.Return(Op("&~", (LED, HAND), Kind.CARDS)),),
        (code.Return(mask("elsewhere")),),
    ],
)
def test_a_legal_card_that_may_lie_elsewhere(acts: Acts) -> None:
    counting, functions = legal(*acts)
    assert surely_there(MAKE, 0, counting, functions) == MAKE


def test_a_card_of_another_move_or_after_a_change() -> None:
    counting, functions = legal(code.Return(HAND))
    assert surely_there(MAKE, 0, counting, functions) != MAKE
    assert surely_there(MAKE, 1, counting, functions) == MAKE
    late: Acts = (MAKE[0], TAKE, THERE)
    assert surely_there(late, 0, counting, functions) == late


def asking(name: str, *acts: Act, pure: bool = True) -> code.Function:
    return code.Function(name, (), Kind.INT, (*acts, code.Return(Num(0))), pure)


def call(function: str) -> code.Call:
    return code.Call(function, (), Kind.INT)


WINNER = asking("get_winner")
POINTS = asking("get_points", let("w", call("get_winner")), out("w"))


def scored(*between: Act, first: Act | None = None) -> tuple[code.Function, list[code.Function]]:
    """Return a function that asks for the winner, does more, and asks for the points."""
    begin = first or let("winner", call("get_winner"))
    acts = (begin, *between, let("points", call("get_points")))
    functions = {f.name: f for f in (WINNER, POINTS)}
    return handed_on(asking("after_deal", *acts, pure=False), functions)


def test_a_value_is_handed_on() -> None:
    after, (points,) = scored(out("winner"))
    assert after.body[2] == let(
        "points", code.Call("get_points_in_after_deal", (Var("winner"),), Kind.INT)
    )
    assert points.params == (Var("given_get_winner"),)
    assert points.body[0] == let("w", Var("given_get_winner"))


@pytest.mark.parametrize(
    ("between", "first"),
    [
        ((code.SetCell(Num(0), Num(1)),), None),  # it may be another one now
        ((code.Branch(Var("x"), (code.SetZone(Num(1), EMPTY, grows=False),)),), None),
        ((code.Set("winner", Num(1)),), None),
        ((), code.Branch(Var("x"), (let("winner", call("get_winner")),))),  # perhaps not asked for
    ],
)
def test_a_value_that_may_be_another_one_is_not(between: Acts, first: Act | None) -> None:
    after, made = scored(*between, first=first)
    assert not made
    assert after.body[-2] == let("points", call("get_points"))


def test_the_first_mask_with_cards_is_chosen() -> None:
    ranges = Ranges(plan(odd()), ())
    tries = tuple(when(name, code.Hit(n), code.Return(mask(name))) for n, name in enumerate("abc"))
    acts: Acts = (*tries, code.Return(EMPTY))
    (first, second, last) = chained(acts, ranges)
    assert isinstance(first, code.Let)
    assert isinstance(second, code.Let)
    assert first.value == code.Pick(algebra.some(mask("b")), mask("b"), mask("c"), Kind.CARDS)
    assert second.value == code.Pick(
        algebra.some(mask("a")), mask("a"), Var("b_or", Kind.CARDS), Kind.CARDS
    )
    assert last == code.Return(Var("a_or", Kind.CARDS))


@pytest.mark.parametrize(
    "between",
    [
        code.Fault(Var("x"), 1),
        let("c", code.Call("get_x", (), Kind.CARDS)),
        code.Branch(Var("x"), (code.Return(mask("d")),)),
    ],
)
def test_what_may_fail_is_tried_in_its_turn(between: Act) -> None:
    acts = (
        when("a", code.Return(mask("a"))),
        between,
        when("c", code.Return(mask("c"))),
        code.Return(EMPTY),
    )
    assert chained(acts, Ranges(plan(odd()), ())) == acts


def test_what_nothing_reads_falls_away() -> None:
    call = let("c", code.Call("get_x", (), Kind.CARDS))
    assert used((let("a", HAND), let("b", mask("a")), call)) == (call,)


TIERS = """\
led: the d in leader.table
allowed:
  tiers:
    lead: {when: at_lead, cards: me.hand}
    odd one: {when: count is 3, cards: all c in me.hand where c.power is 1}
    higher: {cards: all c in me.hand where c.suit is led.suit and c.power > led.power}
    suit: {cards: all c in me.hand where c.suit is led.suit}
    red: {cards: all c in me.hand where c.suit is red}
    any: {cards: me.hand}"""
FOLLOW = """\
follow:
  when: {not often: count < 9}
  with: {c: allowed}
  do: |
    move c from me.hand to me.table
    count += 1
    turn := me.next"""


@pytest.mark.parametrize("deck", ["", "copies: 4"])
def test_tiers_are_chosen_without_branches(deck: str) -> None:
    spec = odd(deck=deck, define=TIERS, moves=FOLLOW)
    assert source(plan(spec)).count("_or = either_c(") >= 2
    agree(spec, 25, faults=None)
