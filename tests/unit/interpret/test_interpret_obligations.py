"""Each obligation that fails while a spec is played: its code, rule, clause, place and state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Lit
from cardavia_spec.core.ops import Op
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import Int, Maybe
from tests.unit.interpret.hand_ir import SEATS, WIDE, card, cell, op, spec, state
from tests.unit.interpret.small_game import Deck, dealt, doing, more, played, small


def fault_of(run: Callable[[], object]) -> RuleFault:
    with pytest.raises(RuleFault) as caught:
        run()
    return caught.value


def move_fault(engine: Interpreter, move: Move) -> RuleFault:
    at = dealt(engine)
    return fault_of(lambda: engine.move_steps(at, move, Deck()))


# Lines that a move does, the code of what breaks, the words it stands at, a part of the message.
BROKEN = [
    ("bid := (the c in stock).power", "CV702", "the c in stock", "2 members.*black-3, black-4"),
    (
        "bid := (the c in stock where c.suit is red).power",
        "CV701",
        "the c in stock where c.suit is red",
        "no member",
    ),
    (
        "bid := (first c in me.hand where c.power > 3).power",
        "CV703",
        "first c in me.hand where c.power > 3",
        "no member",
    ),
    ("marked.tricks += 1", "CV704", "marked", "none"),
    ("bid -= 1", "CV706", "bid -= 1", r"'bid' would become -1, outside 0\.\.9"),
    ("bid := 3 * bid + 10", "CV706", "bid := 3 * bid + 10", "would become 10"),
    ("me.tricks += 4", "CV706", "me.tricks += 4", r"'tricks' of south would become 4"),
    (
        "move me.hand from me.next.hand to me.won",
        "CV707",
        "move me.hand from me.next.hand to me.won",
        r"'me\.next\.hand': red-1, red-2, black-1",
    ),
    (
        "draw 3 from stock to me.hand",
        "CV708",
        "draw 3 from stock to me.hand",
        "3 cards are to be drawn and 'stock' holds 2",
    ),
    ("bid := 1\nahead.tricks += 1", "CV709", None, "no row of 'ahead'"),
]


@pytest.mark.parametrize(("lines", "code", "place", "message"), BROKEN)
def test_statements(lines: str, code: str, place: str | None, message: str) -> None:
    engine = small(doing("break_it", *lines.split("\n")))
    fault = move_fault(engine, Move("break_it"))
    diagnostic = fault.diagnostic
    assert (diagnostic.code, fault.rule) == (code, "break_it")
    assert fault.state == dealt(engine)
    assert diagnostic.message.startswith("move 'break_it'")
    with pytest.raises(RuleFault, match=message):
        raise fault
    if place is not None:
        assert diagnostic.span is not None
        assert diagnostic.span.text == place


@pytest.mark.parametrize(
    "lines",
    [
        "bid := (the c in stock where c.power is 3).power",
        "bid := (first c in me.hand where c.power < 3).power",
        "marked := me\nmarked.tricks += 1",
        "bid := 9",
        "me.tricks += 3",
        "move me.next.hand from me.next.hand to me.won",
        "draw 2 from stock to me.hand",
        "me.tricks := 1\nahead.tricks += 1",
    ],
)
def test_the_same_statements_where_the_obligation_holds(lines: str) -> None:
    engine = small(doing("do_it", *lines.split("\n")))
    engine.move_steps(dealt(engine), Move("do_it"), Deck())


def test_a_fault_tells_the_clause_the_definitions_the_locals_and_the_state() -> None:
    two = ("(the c in leader.table).suit", "(the c in stock).suit")
    engine = small(two)
    lead = played(engine, dealt(engine), Move("play", (1,)))
    fault = fault_of(lambda: engine.moves(lead).count())
    assert (fault.rule, [cite.clause for cite in fault.cite]) == ("play", ["M5"])
    text = str(fault)
    assert "move 'play' (M5): 'the' finds 2 members" in text
    assert "small.yaml:" in text
    assert "this is in 'led' (M2)" in text
    assert "this is in 'playable'" in text
    assert "hand of south: red-1 black-1" in text
    assert "table of south: red-2" in text
    assert "turn: north" in text


def test_locals_are_told() -> None:
    test = "(the c in stock where c.power > n).suit is red"
    engine = small(more(f"  ask: {{with: {{n: 1..3}}, when: {{w: {test}}}, do: bid := 1}}\n"))
    fault = fault_of(lambda: list(engine.moves(dealt(engine))))
    assert any(note.text.startswith("with me = south; n = 1") for note in fault.diagnostic.notes)


def test_given_and_fit() -> None:
    engine = Interpreter(spec())
    here = state(mark=None, sums=(4, 0))
    mark = op(Op.GIVEN, SEATS, cell("mark", Maybe(SEATS)))
    fault = fault_of(lambda: engine.evaluate(mark, here))
    assert fault.diagnostic.code == "CV704"
    assert engine.evaluate(mark, state(mark=1)) == 1

    fits = op(Op.FIT, Int(0, 3), cell("sum", WIDE, Lit(0, type=SEATS)))
    fault = fault_of(lambda: engine.evaluate(fits, here))
    assert fault.diagnostic.code == "CV705"
    assert "this is 4, which is no number 0..3" in fault.diagnostic.message
    assert engine.evaluate(fits, state(sums=(3, 0))) == 3

    local = op(Op.FIT, Maybe(SEATS), card("x"))
    assert engine.evaluate(local, here, env={"x": None}) is None


def test_an_event_that_applies_a_second_time() -> None:
    loop = (
        "  up: {when: bid is 1, do: bid := 2}\n  down: {cite: M9, when: bid is 2, do: bid := 1}\n"
    )
    engine = small(doing("call", "bid := 1"), ("events:\n", "events:\n" + loop))
    fault = move_fault(engine, Move("call"))
    assert (fault.diagnostic.code, fault.rule) == ("CV711", "up")
    assert "'up', 'down', 'up'" in fault.diagnostic.message
    assert fault.state.cells[engine.spec.cells["bid"].offset] == 1


def test_what_breaks_in_an_event_names_the_event() -> None:
    engine = small(("winner.tricks += 1", "winner.tricks += 4"))
    lead = played(engine, dealt(engine), Move("play", (1,)))
    fault = fault_of(lambda: engine.move_steps(lead, Move("play", (2,)), Deck()))
    assert (fault.rule, [cite.clause for cite in fault.cite]) == ("trick", ["M6"])
    assert fault.diagnostic.message.startswith("event 'trick' (M6): ")

    engine = small(("every s in seats has size(s.table) is 1", "(the c in table) in deck"))
    fault = fault_of(lambda: engine.deal_steps(engine.new_match(), Deck()))
    assert (fault.diagnostic.code, fault.rule) == ("CV701", "trick")


def test_nobody_can_move() -> None:
    engine = small(("with: {card: playable}", "with: {card: playable & stock}"))
    at = dealt(engine)
    fault = fault_of(lambda: engine.require_moves(at))
    assert (fault.diagnostic.code, fault.state) == ("CV712", at)
    assert "south is to move and has no legal move" in str(fault)
    assert "'play' finds no values that it may have" in str(fault)
    assert small().require_moves(at).count() == 3
    shut = small(
        (
            "    with: {card: playable}\n",
            "    with: {card: playable}\n    when: {never: empty(deck)}\n",
        )
    )
    assert "'play' needs 'never'" in str(fault_of(lambda: shut.require_moves(dealt(shut))))
    over = State(at.zones, at.cells, over=True)
    assert engine.require_moves(over).count() == 0


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("0", "0 are to be chosen from 3"),
        ("4", "4 are to be chosen from 3: at least 1 and at most 3 can be"),
        ("bid", "0 are to be chosen from 3"),
    ],
)
def test_a_size_that_a_subset_cannot_have(size: str, message: str) -> None:
    engine = small(more(f"  give: {{with: {{cs: any {size} from me.hand}}, do: bid := 1}}\n"))
    at = dealt(engine)
    asked: list[Callable[[], object]] = [
        lambda: engine.moves(at).count(),
        lambda: list(engine.moves(at)),
        lambda: engine.check(at, Move("give", (frozenset({0}),))),
    ]
    for ask in asked:
        fault = fault_of(ask)
        assert (fault.diagnostic.code, fault.rule) == ("CV713", "give")
        assert message in fault.diagnostic.message
        assert fault.diagnostic.span is not None
        assert fault.diagnostic.span.text == size


def test_a_size_is_asked_only_under_the_gates() -> None:
    give = "  give: {with: {cs: any bid from me.hand}, when: {some: bid > 0}, do: bid := 1}\n"
    engine = small(more(give))
    assert engine.moves(dealt(engine)).count() == 3


def test_what_breaks_at_the_deal_and_at_the_start_of_a_variable() -> None:
    engine = small(("draw 3 from stock", "draw 5 from stock"))
    fault = fault_of(lambda: engine.deal_steps(engine.new_match(), Deck()))
    assert (fault.diagnostic.code, fault.rule) == ("CV708", "the deal")

    start = ("bid:    {in: 0..9, start: 0}", "bid:    {in: 0..9, start: size(stock) - 3}")
    engine = small(start)
    fault = fault_of(lambda: engine.deal_steps(engine.new_match(), Deck()))
    assert (fault.diagnostic.code, fault.rule) == ("CV706", "bid")
    assert "the start of 'bid': 'bid' would become -1, outside 0..9" in fault.diagnostic.message
    assert "stock: black-3 black-4" in str(fault)


def test_what_breaks_after_the_deal_and_in_its_result() -> None:
    engine = small()
    at = dealt(engine)
    fault = fault_of(lambda: engine.after_deal(at))
    assert (fault.diagnostic.code, fault.rule) == ("CV709", "after deal")
    assert [cite.clause for cite in fault.cite] == ["M7"]
    fault = fault_of(lambda: engine.result(at))
    assert (fault.diagnostic.code, fault.rule) == ("CV709", "winner")


def test_a_supply_that_gives_other_cards_is_our_fault() -> None:
    engine = small()
    with pytest.raises(ValueError, match="supply"):
        engine.deal(engine.new_match(), lambda cards, number: cards)


def test_every_obligation_has_an_entry_in_the_registry() -> None:
    codes = {f"CV7{number:02}" for number in range(1, 14)}
    assert codes <= set(CODES)
