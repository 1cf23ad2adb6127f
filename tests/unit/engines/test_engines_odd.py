"""Every construct of plans on odd games: all three engines agree step by step."""

# ruff: noqa: E501 - parts of specs, in lines as they stand there

from __future__ import annotations

import pytest

from cardavia_spec.back.c.source import source
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Spec
from tests.needs import needs
from tests.unit.engines.agree import Three
from tests.unit.engines.odd import VALUES, odd

pytestmark = needs("cc")
HALF = len(VALUES) // 2
DEFINE = "first_hand: (first s in seats after me where not empty(s.hand) or s is me).hand"


def agree(spec: Spec, deals: int = 40, seed: int = 5, *, faults: bool | None = False) -> None:
    """Hold the engines together; `faults` tells whether a rule fails (None: perhaps)."""
    engines = Three(spec, ("-O0",))
    playing = engines.only_playing(("-O1",))
    for s in range(seed, seed + 2):
        wanted = engines.reference(s, deals, {})
        assert faults in (None, wanted.fault is not None), wanted
        ours = [engines.python(s, deals, {}), engines.c(s, deals, {})]
        for found in (*ours, engines.c(s, deals, {}, playing)):
            if wanted.fault is not None:
                assert (found.deals, found.fault) == (wanted.deals, wanted.fault)
            elif found != wanted:
                pytest.fail(engines.parting(s, deals, {}))


@pytest.mark.parametrize("values", [VALUES[:HALF], VALUES[HALF:]], ids=["one", "two"])
def test_values(values: list[tuple[str, str]]) -> None:
    state, doing = [], []
    for n, (type_, text) in enumerate(values):
        start = {"bool": "false", "seats": "south", "suits": "red"}.get(
            type_, "none" if "none" in type_ else "0"
        )
        state.append(f"v{n}: {{in: {type_}, start: {start}}}")
        doing.append(f"v{n} := {text}")
    more = """\
most := if size(me.hand) is 2 then none else size(me.hand)
named := if me is dealer then none else card.suit
who := if size(table) is 2 then me else none
me.mark(card.suit) := not me.mark(card.suit)
shift(size(table) - 2) := size(me.hand) - 3
if card.suit is red: odd := 7
else: odd := 1
count += card.points"""
    spec = odd(state="\n".join(state), doing="\n".join([*doing, more]), define=DEFINE)
    agree(spec, 30, faults=None)


MOVES = {
    "subset sizes as a range": "shed:\n  with: {cards: any 1..2 from me.hand}\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "subset sizes as a set": "shed:\n  with: {cards: \"any {1, 3, 9} from me.hand\"}\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "a size that is read": "shed:\n  when: {enough: size(me.hand) >= stake}\n  with: {cards: any stake from me.hand}\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "guards on a subset": "shed:\n  with: {cards: any 1..3 from me.hand}\n  when:\n    alike: some u in suits has every c in cards has c.suit is u\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "guards that no subset fits": "shed:\n  with: {cards: any 2 from me.hand}\n  when:\n    enough: size(me.hand) >= 2\n    never: (sum c.power for c in cards) > 99\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "a number before a subset": "shed:\n  with: {n: 1..2, cards: any n from me.hand}\n  when: {room: size(me.hand) >= 2, few: n < 2 or size(cards) is n}\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    "subsets of suits": "name:\n  when: {once: not some u in suits has me.mark(u)}\n  with: {us: any 1..2 from suits}\n  do: |\n    for u in us: me.mark(u) := true",
    "two parameters and a guard": "swap:\n  with: {c: me.hand, d: me.next.hand}\n  when:\n    not often: count < 9\n    higher: d.power > c.power\n  do: |\n    move c from me.hand to me.next.hand\n    move d from me.next.hand to me.hand\n    count += 1",
    "a truth and a number": "bid:\n  with: {yes: bool, n: 0..3}\n  when:\n    not often: count < 4\n    fits: yes implies n > 1\n  do: |\n    most := if yes then n else none\n    count += 1",
    "lets that guards read": "give:\n  with: {s: seats, c: me.hand}\n  let:\n    rest: me.hand - {c}\n  when:\n    another: s is not me\n    not often: count < 5\n    some left: size(rest) >= 2\n  do: |\n    move c from me.hand to s.hand\n    count += size(rest)",
    "a domain that an earlier one decides": "lay:\n  with: {u: suits, c: all c in me.hand where c.suit is u}\n  when: {not often: count < 6}\n  do: |\n    move c from me.hand to u.pile\n    count += 1",
    "a move without parameters": "wait:\n  when: {not often: count < 7}\n  do: |\n    count += 1\n    turn := me.next",
}  # fmt: skip


@pytest.mark.parametrize("name", MOVES)
def test_moves(name: str) -> None:
    stuck = name in ("a domain that an earlier one decides", "a move without parameters")
    agree(odd(moves=MOVES[name]), faults=None if stuck else False)


STATEMENTS = {
    "for round from after": "for s in seats after me: s.tricks += (if s is me then 0 else 0)\nfor s in seats - {me} after me: most := size(s.hand)",
    "for over a set": "for c in me.hand: count += 1\nfor u in {red, blue}: me.mark(u) := true\ncount := 0",
    "repeat what is read": "repeat size(table) times: count += 1\nrepeat 0 times: count += 9\ncount := count mod 7",
    "nested": "for s in seats after me:\n  for u in suits:\n    if some c in s.hand has c.suit is u:\n      s.mark(u) := true\n    else if s is me: s.mark(u) := false\n    else:\n      repeat 2 times: count += 1\ncount := count mod 5",
    "families by number": "move me.table to level(0)\nmove level(0) to level(size(hand) mod 4 - 1)\nmove level to me.table",
    "draws in play": "if size(stock) >= 2: draw 1 from stock to me.hand\nif size(stock) > 4 and count < 3:\n  draw 2 from stock to me.won\n  count += 1\n  move me.won to stock",
    "draw from a family": "if size(me.next.hand) > 2 and count < 4:\n  draw 1 from me.next.hand to stock\n  draw 1 from stock to me.next.hand\n  count += 1",
    "draw all": "if not empty(stock): draw size(stock) from stock to me.won",
    "show": "show me.hand\nshow card",
    "several branches": "if card.suit is red: count += 1\nelse if card.suit is black and me is dealer: count -= 1\nelse if me is leader: most := 3\nelse: most := none\ncount := count mod 3",
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(name: str) -> None:
    agree(odd(doing=STATEMENTS[name]))


def test_two_packs_of_more_than_64_cards() -> None:
    spec = odd(
        deck="copies: 4",
        doing="count := size(all c in hand + stock where c.rank is card.rank) mod 40\nmost := min(9, size(highest c in hand by (c.suit is red, c.power)))",
        moves="shed:\n  with: {cards: any 2..3 from me.hand}\n  do: |\n    move cards from me.hand to me.table\n    turn := me.next",
    )
    assert len(spec.cards.members) == 72
    agree(spec, 25)


MANY = {
    name: STATEMENTS[name]
    for name in ("nested", "families by number", "draw from a family", "draw all")
} | {
    "from anywhere": "move card from table to me.won\nmove card from won to me.table",
}


@pytest.mark.parametrize(
    ("name", "deck"), [(name, "copies: 4" if n % 2 else "") for n, name in enumerate(MANY)]
)
def test_zones_with_cards_are_counted(name: str, deck: str) -> None:
    """It is kept in mind how many zones of a family have some cards."""
    spec = odd(deck=deck, doing=MANY[name])
    assert "s->filled.table == 3" in source(plan(spec))
    agree(spec, 25)


ONE_EACH = "both:\n  when: every s in {} has size(s.table) is 1\n  do: move table to dealer.won"


@pytest.mark.parametrize(
    ("doing", "deck"),
    [
        (doing, "" if n % 2 else "copies: 4")
        for n, doing in enumerate([*MANY.values(), "move table to me.next.table"])
    ],
)
def test_zones_with_one_card_are_counted(doing: str, deck: str) -> None:
    spec = odd(deck=deck, doing=doing, events=ONE_EACH.format("seats"))
    assert "s->ones.table == 7" in source(plan(spec))
    agree(spec, 25, faults=None)


def test_zones_of_some_seats_are_looked_at() -> None:
    """Where not all of a family are asked the number of them says nothing."""
    spec = odd(events=ONE_EACH.format("seats - {south}"))
    assert "s->ones.table" not in source(plan(spec))
    agree(spec, 25)


@pytest.mark.parametrize("suits", [10, 12])
@pytest.mark.parametrize("flags", [("-O1", "-DPORTABLE"), ("-O1", "-march=native")])
def test_the_first_suit_of_which_there_is_a_card(suits: int, flags: tuple[str, ...]) -> None:
    """Of many suits it is asked of all at once; 12 have more than 64 cards."""
    first = "first u in suits after card.suit where (some c in me.hand + me.table has c.suit is u)"
    spec = odd(
        suits,
        state="found: {in: suits, start: red}\nseen: {in: suits, start: red}",
        doing=f"found := {first} and (u is card.suit implies me.rich or not me.rich)\n"
        "seen := first u in suits where some c in hand + table has u is c.suit\n"
        "count := size(all u in suits where u.number > 0) mod 9",
        define="number:\n  with: {u: suits}\n  is: size(all c in me.hand where c.suit is u)",
    )
    assert source(plan(spec)).count(" blocks_c(") > 1
    engines = Three(spec, flags)
    for seed in range(3):
        wanted = engines.reference(seed, 40, {})
        assert wanted.fault is None
        assert engines.c(seed, 40, {}) == engines.python(seed, 40, {}) == wanted


EVENTS = {
    "one after another": "glow:\n  when: every s in seats has empty(s.table) and count < 20 and count mod 2 is 0\n  do: count += 1\nfade:\n  when: every s in seats has empty(s.table) and count < 20 and count mod 3 is 0\n  do: count += 2",
    "a chance in it": "refill:\n  when: every s in seats has empty(s.table) and size(stock) >= 3 and size(me_hand) < 3\n  do: |\n    for s in seats after leader: draw 1 from stock to s.hand",
    "an end in a branch": "stop:\n  when: some s in seats has s.tricks >= 2\n  do: |\n    count := 7\n    if count is 7: end deal\n    count := 8",
}  # fmt: skip


@pytest.mark.parametrize("name", EVENTS)
def test_events(name: str) -> None:
    agree(odd(events=EVENTS[name], define="me_hand: leader.hand"))


FAULTS = {
    "the: none": "count := (the c in stock where c.power > 9).power",
    "the: several": "count := (the c in stock).power",
    "first": "count := (first c in me.hand where c.power > 5 and c.suit is red).power",
    "first number": "count := first n in 3..5 where n > 7",
    "given": "who.tricks += 1",
    "given number": "most := 3\nmost := none\ncount := most + 1",
    "domain": "count := count * 2 + 30",
    "domain with gaps": "odd := size(table) + 1",
    "move": "move me.hand from me.next.hand to me.won",
    "draw": "draw 4 from stock to me.hand",
    "index": "shift(size(hand) - 6) := 1",
    "inside an if": "if size(table) is 2 and (the c in me.table).power > 1: count := (the c in me.next.table).power",
    "in a some": "if some s in seats has (the c in s.table).power > 5: count := 1",
    "in an every that stops": "if every s in seats has not (s is me) and (the c in s.table).power > 0: count := 1",
    "in an all": "count := size(all s in seats where (the c in s.table).power > 2)",
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_the_reference_s(name: str) -> None:
    agree(odd(doing=FAULTS[name]), faults=True)


def test_rows_of_which_none_or_several_apply() -> None:
    define = "rows_of:\n  rows:\n    few: {when: size(table) < 2, then: 1}\n    many: {when: size(table) > %d, then: 2}"
    for least in (0, 2):
        rows = (define % least).replace("rows_of:", "amount:")
        spec = odd(define=rows, doing="count := amount")
        engines = Three(spec, ("-O1",))
        wanted = engines.reference(1, 9, {})
        assert wanted.fault == "play"
        for found in (engines.python(1, 9, {}), engines.c(1, 9, {})):
            assert (found.deals, found.fault) == (wanted.deals, "amount")


def test_an_event_that_happens_twice() -> None:
    events = "spin:\n  when: not empty(table) and count < 3\n  do: count += 1"
    agree(odd(events=events), faults=True)


def test_nobody_can_move() -> None:
    agree(odd(doing="move me.next.hand to me.next.won"), faults=True)


def test_any_more_than_there_are() -> None:
    move = "shed:\n  with: {cards: any 9 from me.hand}\n  do: move cards from me.hand to me.table"
    agree(odd(moves=move), faults=True)


def test_a_fault_is_seen() -> None:
    """The comparison of faults would notice one that is missed."""
    with pytest.raises(AssertionError):
        agree(odd(), faults=True)


@pytest.mark.parametrize("when", ["turn is dealer.next", "turn is dealer.next and count is 0"])
def test_a_deal_that_ends_as_soon_as_it_is_dealt(when: str) -> None:
    """What is scored is the state with all its cards, though nothing has asked for them."""
    old = "when: at_lead and some s in seats has empty(s.hand)"
    agree(odd(changes={old: f"when: {when}"}), 12)


def test_a_score_that_cannot_be_kept() -> None:
    """The deal whose score fails does not count."""
    spec = odd(changes={"deals:  {in: 0..3, start: 0}": "deals:  {in: 0..1, start: 0}"})
    agree(spec, 12, faults=True)
