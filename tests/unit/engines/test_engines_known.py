"""What the C engine takes for known at a place of a plan, and what it must not."""

from __future__ import annotations

import pytest

from cardavia_spec.back.c.facts import Families, Known
from cardavia_spec.back.c.knowing import Acts, Knowing
from cardavia_spec.back.c.phases import phases
from cardavia_spec.back.c.source import source
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.plan.ways import taking
from tests.unit.engines.odd import odd
from tests.unit.engines.test_engines_odd import agree

# Zones 0 to 2 are a family, 3 stands alone; cells 0 and 1 are a family, 2 stands alone.
FAMILIES = Families({0: 3, 3: 1}, {0: 2, 2: 1})
ME = Var("me")
CARD = Var("card", Kind.CARDS)
CHOOSE = code.Let("card", Op("kth", (code.Kept(0), Var("k")), Kind.CARDS))


def zone(index: int | Code) -> code.Zone:
    return code.Zone(Num(index) if isinstance(index, int) else index, first=0)


WHOLE = algebra.join(algebra.join(zone(0), zone(1)), zone(2))
ANY = algebra.some(WHOLE)
ONE_EACH = algebra.both(
    algebra.one(zone(0)), algebra.both(algebra.one(zone(1)), algebra.one(zone(2)))
)
LAY = code.SetZone(ME, algebra.join(zone(ME), CARD), grows=True, first=0)
COUNT = code.Cell(Num(2))
OVER = (code.SetOver(),)


def known(*conditions: Code) -> Known:
    found = Known(FAMILIES)
    for condition in conditions:
        found.learn(condition, holds=True)
    return found


def asked(acts: Acts, condition: Code, given: Known) -> Code | None:
    """Return what is left of a question after some acts: itself, or the answer."""
    ways: Acts = (code.Branch(condition, OVER, (code.Break(),)),)
    last = Knowing(FAMILIES).function((*acts, *ways), given)[-1]
    match last:
        case code.Branch(left):
            return left
        case code.SetOver():
            return TRUE
        case _:
            return FALSE


EMPTY = algebra.deny(ANY)


def test_a_card_on_an_empty_table() -> None:
    acts = (CHOOSE, LAY)
    assert asked(acts, ANY, known(EMPTY)) == TRUE
    assert asked(acts, ONE_EACH, known(EMPTY)) == FALSE
    assert asked(acts, algebra.some(zone(3)), known(EMPTY)) == algebra.some(zone(3))


def test_a_card_on_a_table_of_which_nothing_is_known() -> None:
    assert asked((CHOOSE, LAY), ANY, known()) == TRUE
    assert asked((CHOOSE, LAY), ONE_EACH, known()) == ONE_EACH
    partly = known(algebra.deny(algebra.some(algebra.join(zone(0), zone(1)))))
    assert asked((CHOOSE, LAY), ONE_EACH, partly) == ONE_EACH


def test_two_cards_on_an_empty_table() -> None:
    second = code.SetZone(Var("you"), algebra.join(zone(Var("you")), CARD), grows=True, first=0)
    assert asked((CHOOSE, LAY, second), ONE_EACH, known(EMPTY)) == ONE_EACH


def test_what_may_be_no_card() -> None:
    """A mask that may be empty fills nothing."""
    some = code.Let("card", Op("&", (code.Kept(0), zone(3)), Kind.CARDS))
    assert asked((some, LAY), ANY, known(EMPTY)) == ANY


def test_a_card_that_is_another_one_since() -> None:
    acts = (CHOOSE, code.Set("card", zone(3)), LAY)
    assert asked(acts, ANY, known(EMPTY)) == ANY


def test_a_table_that_is_cleared() -> None:
    clear = tuple(code.SetZone(Num(i), Num(0, Kind.CARDS), grows=True) for i in range(3))
    assert asked(clear, ANY, known(ANY)) == FALSE
    assert asked(clear[:2], ANY, known(ANY)) == ANY
    assert asked((*clear, code.SetZone(ME, zone(3), grows=True, first=0)), ANY, known()) == ANY


IS_TWO = algebra.equal(COUNT, Num(2))


@pytest.mark.parametrize(
    ("act", "left"),
    [
        (code.SetCell(Num(2), Var("x")), IS_TWO),
        (code.SetCell(ME, Num(5), first=0), TRUE),
        (code.SetCell(Num(2), Num(3)), FALSE),
        (code.Fault(algebra.equal(COUNT, Num(1)), 1), TRUE),
        (code.Loop((code.SetCell(Num(2), Var("x")), code.Break())), IS_TWO),
        (code.Branch(Var("b"), (code.SetCell(Num(2), Var("x")),)), IS_TWO),
        (code.Branch(Var("b"), (code.SetCell(Num(2), Var("x")), code.Return())), TRUE),
    ],
)
def test_a_variable(act: code.Act, left: Code) -> None:
    assert asked((act,), IS_TWO, known(IS_TWO)) == left


def test_an_obligation_teaches_nothing() -> None:
    assert asked((code.Fault(IS_TWO, 1),), IS_TWO, known()) == IS_TWO
    assert Knowing(FAMILIES).function((code.Fault(IS_TWO, 1),), known(algebra.deny(IS_TWO))) == ()


def test_a_loop_begins_with_what_its_rounds_leave() -> None:
    body = (code.Branch(IS_TWO, OVER), code.SetCell(Num(2), Var("x")))
    (loop,) = Knowing(FAMILIES).function((code.Through("i", Num(1), Num(3), body),), known(IS_TWO))
    assert isinstance(loop, code.Through)
    assert loop.body == body


def test_a_name_stands_for_a_question_until_it_changes() -> None:
    lead = code.Let("lead", EMPTY)
    is_lead = Var("lead", Kind.BOOL)
    then: Acts = (code.Branch(ANY, OVER, (code.SetOver(), code.SetOver())),)
    function = (lead, code.Branch(is_lead, then, (code.Break(),)))
    assert Knowing(FAMILIES).function(function, known())[1] == code.Branch(
        is_lead, (code.SetOver(), code.SetOver()), (code.Break(),)
    )
    changed = (lead, code.SetZone(ME, zone(3), grows=True, first=0), *function[1:])
    assert Knowing(FAMILIES).function(changed, known())[-1] == function[1]


LEADING = """\
wait:
  when: {led: not at_lead, not often: count < 9}
  do: |
    count += 1
    turn := me.next
open:
  when: {lead: at_lead, not often: count < 9}
  with: {c: me.hand}
  do: |
    move c from me.hand to me.table
#
    count += 1
    turn := me.next"""
BOTH = "move (first d in me.next.hand where true) from me.next.hand to me.next.table"
ONE_CARD_EACH = (
    "each:\n  when: every s in seats has size(s.table) is 1\n  do: |\n    move table to dealer.won"
)


def leading(more: str = "") -> str:
    return LEADING.replace("#\n", f"    {more}\n" if more else "")


def test_moves_are_written_apart_for_who_leads() -> None:
    spec = odd(moves=leading(), events=ONE_CARD_EACH)
    parted = phases(taking(plan(spec), masks=True))
    led, lead = parted.cases if parted.asked == EMPTY else reversed(parted.cases)
    assert [case.move for case in led] != [case.move for case in lead]
    assert "moves_1" in source(plan(spec))
    agree(spec, 25, faults=None)


@pytest.mark.parametrize("more", ["", "if size(me.next.hand) > 2: " + BOTH])
def test_nothing_follows_the_first_card(more: str) -> None:
    """Unless more than one is laid."""
    spec = odd(moves=leading(more), events=ONE_CARD_EACH)
    parted = phases(taking(plan(spec), masks=True))
    moves = list(spec.moves)
    (opened,) = [c for cases in parted.cases for c in cases if moves[c.move] == "open"]
    ends = "trick" in repr(opened.then)
    assert ends is bool(more)
    agree(spec, 25, faults=None)


def test_moves_that_ask_nothing_alike_stay_together() -> None:
    assert phases(taking(plan(odd()), masks=True)).asked is None
    assert "moves_1" not in source(plan(odd()))


@pytest.mark.parametrize(
    ("events", "body"),
    [
        ("", "  return (is_over(s) ||"),  # somebody may have no card
        ("soon:\n  when: count is 0\n  do: count += 1", "  return is_over(s);"),
        (
            "late:\n  when: count is 40 and not empty(stock)\n  do: end deal",
            "  return (is_over(s) ||",
        ),
    ],
)
def test_whether_events_happen_right_after_the_deal(events: str, body: str) -> None:
    spec = odd(events=events) if events else odd()
    text = source(plan(spec))
    start = text.index("int settled_at_first(S *s) {")
    assert body in text[start : text.index("\n}", start)]
    agree(spec, 25)


def test_no_event_right_after_the_deal() -> None:
    never = code.Branch(algebra.equal(COUNT, Num(40)), (code.SetOver(),))
    first = code.SetCell(Num(2), Num(0))
    assert Knowing(FAMILIES).function((first, never), known()) == (first,)
