"""What the quick loop leaves out, and where it must not."""

from __future__ import annotations

from cardavia_spec.back.python.quick.alone import told_by_card
from cardavia_spec.back.python.quick.knowing import knowing
from cardavia_spec.back.python.quick.lot import Lot
from cardavia_spec.back.python.quick.onward import onward, without_first_values
from cardavia_spec.back.python.quick.pairs import paired
from cardavia_spec.back.python.quick.remember import _row
from cardavia_spec.back.python.quick.tidy import tidied, without_lost_values
from cardavia_spec.back.python.source import source
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.plan.ways import taking
from cardavia_spec.front.load import load_text
from tests.unit.engines.odd import BASE, odd

X, ASKED = Var("x"), Var("asked", Kind.BOOL)


def give(n: int) -> code.Set:
    return code.Set("x", Num(n))


# ----------------------------------------------------------------- after a branch


def lot_of_odd() -> Lot:
    lot = Lot(taking(plan(odd()), masks=False))
    lot.fresh.taken.update(["part", "cards", "others", "n", "many", "total", "asked", "c"])
    return lot


def counted(*, constant: bool) -> tuple[Act, ...]:
    """Return acts of which much comes to nothing where a name has got a constant."""
    cards = Op("&", (Var("cards", Kind.CARDS), Num(6, Kind.CARDS)), Kind.CARDS)
    part = Var("part", Kind.CARDS)
    none = Num(0, Kind.CARDS) if constant else Var("others", Kind.CARDS)
    each = code.Each(
        "c", part, (code.Branch(code.At("big", Var("c"), Kind.BOOL), (code.Set("n", Num(9)),)),)
    )
    again = Num(3) if constant else Var("others")
    return (
        code.Let("part", Num(0, Kind.CARDS)),
        code.Branch(ASKED, (code.Set("part", cards),), (code.Set("part", none),)),
        code.Let("n", Num(0)),
        code.Branch(Op("some", (part,), Kind.BOOL), (each,), (code.Set("n", again),)),
        code.Let("many", Op("pop", (part,))),
        code.Keep(0, part, Var("many")),
        code.Let("total", Op("+", (Var("many"), Var("n")))),
        code.Return(Var("total")),
    )


def test_what_comes_after_a_branch_is_short_where_a_name_has_a_constant() -> None:
    lot = lot_of_odd()
    branch = next(
        act
        for act in onward(counted(constant=True), lot.effects, lot.fresh, set())
        if isinstance(act, code.Branch)
    )
    assert branch.cond == ASKED
    kept = [act for act in branch.otherwise if isinstance(act, code.Keep)]
    assert kept == [code.Keep(0, Num(0, Kind.CARDS), Num(0))]
    assert not any(isinstance(act, code.Branch) for act in branch.otherwise)
    assert any(isinstance(act, code.Branch) for act in branch.then)


def test_it_stays_where_it_is_without_a_constant_or_where_others_look_at_it() -> None:
    lot = lot_of_odd()
    acts = counted(constant=False)
    assert onward(acts, lot.effects, lot.fresh, set()) is acts
    acts = counted(constant=True)
    assert onward(acts, lot.effects, lot.fresh, {"many"}) is acts


# ----------------------------------------------------------------- first values


def test_a_first_value_that_nobody_sees_is_left_out() -> None:
    branch = code.Branch(ASKED, (give(1),), (give(2),))
    assert without_first_values((code.Let("x", Num(0)), branch, code.Return(X))) == (
        branch,
        code.Return(X),
    )


def test_a_first_value_that_somebody_may_see_is_not() -> None:
    let = code.Let("x", Num(0))
    for branch in (
        code.Branch(ASKED, (give(1),)),
        code.Branch(Op("==", (X, Num(0)), Kind.BOOL), (give(1),), (give(2),)),
        code.Branch(ASKED, (code.Set("x", Op("+", (X, Num(1)))),), (give(2),)),
        code.Each("i", Num(3), (give(1),)),
    ):
        acts = (let, branch, code.Return(X))
        assert without_first_values(acts) == acts


# ----------------------------------------------------------------- one card at most


ONE_EACH = "both:\n  when: every s in seats has size(s.table) is 1\n  do: move table to dealer.won"


def quick(doing: str) -> str:
    found = source(plan(odd(events=ONE_EACH, doing=doing)))
    return found[found.index("def play_quick") :]


def test_zones_of_one_card_are_asked_whether_they_have_any() -> None:
    assert ".bit_count() == 3" not in quick("count += 1")


def test_zones_that_several_cards_may_come_into_are_asked_for_their_number() -> None:
    assert ".bit_count() == 3" in quick("move table to me.next.table")


SINGLE = {("z", 4), ("z", 5)}


def holder(*asked: int) -> tuple[Act, ...]:
    """Return acts that find which of two zones the best card lies in, where some have cards."""
    zones = [code.Zone(Num(4)), code.Zone(Num(5))]
    best = Var("best", Kind.CARDS)
    ask = [Op("some", (Op("&", (zone, best), Kind.CARDS),), Kind.BOOL) for zone in zones]
    which = code.Pick(ask[0], Num(0), code.Pick(ask[1], Num(1), Op("fail", ())))
    full = Op("and", tuple(Op("some", (code.Zone(Num(i)),), Kind.BOOL) for i in asked), Kind.BOOL)
    then = (code.Let("only", Op("place", (best,))), code.Let("who", which), code.Return(Var("who")))
    return (code.Branch(full, then),)


def test_the_zone_of_a_card_is_told_by_the_card_where_there_is_one_in_each() -> None:
    (branch,) = told_by_card(holder(4, 5), SINGLE)
    assert isinstance(branch, code.Branch)
    let, _ = branch.then
    best = Var("best", Kind.CARDS)
    same = [Op("==", (code.Zone(Num(i)), best), Kind.BOOL) for i in (4, 5)]
    assert let == code.Let(
        "who", code.Pick(same[0], Num(0), code.Pick(same[1], Num(1), Op("fail", ())))
    )


def test_it_is_not_where_a_zone_may_have_none_or_several() -> None:
    for acts, single in (
        (holder(4, 4), SINGLE),
        (holder(4, 5), {("z", 4)}),
        (holder(4, 5), set()),
    ):
        assert told_by_card(acts, single) == acts


# ----------------------------------------------------------------- pairs


def partners(lower: int, upper: int, whole: int) -> tuple[Act, ...]:
    """Return acts that find the cards of a hand whose partner, two places away, is there too."""
    hand, part = Var("hand_", Kind.CARDS), Var("part", Kind.CARDS)

    def moved(away: int, those: int) -> Op:
        there = Op("shift", (hand, Num(away)), Kind.CARDS)
        return Op("&", (there, Num(those, Kind.CARDS)), Kind.CARDS)

    both = Op("|", (moved(2, upper), moved(-2, lower)), Kind.CARDS)
    found = Op("&", (part, both), Kind.CARDS)
    none = Num(0, Kind.CARDS)
    return (
        code.Let("part", Op("&", (hand, Num(whole, Kind.CARDS)), Kind.CARDS)),
        code.Let("pairs", code.Pick(Op("some", (part,), Kind.BOOL), found, none, Kind.CARDS)),
    )


def test_pairs_are_found_by_their_lower_cards() -> None:
    lot = lot_of_odd()
    acts = partners(0b0010011, 0b1001100, 0b1011111)
    new = paired(acts, lot.fresh)
    assert new != acts
    for hand_ in range(128):
        wanted, got = {"hand_": hand_}, {"hand_": hand_}
        for those, values in ((acts, wanted), (new, got)):
            for act in those:
                assert isinstance(act, code.Let)
                values[act.name] = eval(lot.writer.ex(act.value), {}, values)  # our own code
        assert wanted["pairs"] == got["pairs"]


def test_cards_that_are_no_pairs_are_left() -> None:
    fresh = lot_of_odd().fresh
    for acts in (partners(0b0010011, 0b1000100, 127), partners(0b0010011, 0b1001100, 0b1110111)):
        assert paired(acts, fresh) == acts


# ----------------------------------------------------------------- values that are lost


def test_a_value_that_nobody_looks_at_is_not_given() -> None:
    effects = lot_of_odd().effects
    slot, other = Num(effects.places.spec.cells["turn"].offset), Num(3)
    first, last = code.SetCell(slot, Num(1)), code.SetCell(slot, Num(2))
    asks = code.Branch(Op("==", (X, Num(0)), Kind.BOOL), (code.SetCell(other, Num(4)),))
    assert without_lost_values((first, asks, last), effects) == (asks, last)
    for between in (
        code.SetCell(other, code.Cell(slot)),
        code.Branch(Op("==", (code.Cell(slot), Num(0)), Kind.BOOL), (give(1),)),
        code.Branch(ASKED, (code.Return(),)),
        code.Branch(ASKED, (code.SetCell(slot, Num(5)), code.Break())),
    ):
        acts = (first, between, last)
        assert without_lost_values(acts, effects) == acts
    assert without_lost_values((first, asks), effects) == (first, asks)


# ----------------------------------------------------------------- two zones


def laid(seats: int, *, empty: bool, some: bool) -> tuple[Act, ...]:
    """Return acts that lay a card and ask whether all zones of a family then have cards.

    `empty`: its zone is known to be empty; `some`: one of the zones is known to have cards.
    """
    names_ = ["south", "west", "north"][:seats]
    text = BASE.replace("[south, west, north]", f"[{', '.join(names_)}]")
    text = text.replace("default: north", "default: south")
    spec = load_text("odd.yaml", "\n".join(x for x in text.split("\n") if not x.startswith("#")))
    lot = Lot(taking(plan(spec), masks=False))
    first = spec.zones["table"].offset
    zones: list[Code] = [code.Zone(Num(first + i)) for i in range(seats)]
    where = Op("+", (Num(first), code.Cell(Num(spec.cells["turn"].offset))))
    card, full, whole = Var("card", Kind.CARDS), algebra.some(zones[0]), zones[0]
    for zone in zones[1:]:
        full, whole = algebra.both(full, algebra.some(zone)), algebra.join(whole, zone)
    acts: tuple[Act, ...] = (
        code.Let("card", Op("bit", (Var("place"),), Kind.CARDS)),
        *([code.Fault(algebra.some(code.Zone(where)), 0)] if empty else []),
        code.SetZone(where, card, grows=True),
        code.Branch(full, (code.SetOver(),)),
    )
    lot.places.learn(acts)
    given = algebra.some(whole) if some else code.TRUE
    return tidied(knowing(acts, lot.effects, given), lot.effects)


def test_of_two_zones_both_have_cards_once_the_empty_one_gets_one() -> None:
    def asks(acts: tuple[Act, ...]) -> bool:
        return any(isinstance(act, code.Branch) for act in acts)

    assert not asks(laid(2, empty=True, some=True))
    assert asks(laid(2, empty=False, some=True))
    assert asks(laid(2, empty=True, some=False))
    assert asks(laid(3, empty=True, some=True))


def test_cards_side_by_side_tell_a_place_in_a_row() -> None:
    """Where just as many cards count for each member, and not too many."""
    assert _row((0b111, 0b111000, 0b111000000)) == ((0, 3, 6), 0b111)
    assert _row((0b111, 0b11000)) is None
    assert _row((0b101, 0b101000)) is None
    assert _row((0b111, 0)) is None
    assert _row(((1 << 17) - 1,)) is None
