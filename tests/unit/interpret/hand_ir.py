"""A tiny game whose IR is built by hand: no front end, so that the interpreter stands alone.

Two seats (south, north), two suits (red, black) of four ranks: cards red-1 (0) to black-4 (7).
"""

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.core.ir import Apply, Expr, Get, Lit, Origin, Pick, Ref, Those
from cardavia_spec.core.ops import Op, PickOp
from cardavia_spec.core.source import Source, Span
from cardavia_spec.core.spec import (
    Body,
    Cell,
    Cite,
    Definition,
    Layer,
    Match,
    Param,
    Spec,
    Table,
    Visibility,
    Zone,
)
from cardavia_spec.core.state import State
from cardavia_spec.core.types import BOOL, Int, Kind, Maybe, Nothing, SetOf, Sort, Type, Value

SEATS = Sort(Kind.SEAT, "seat", ("south", "north"))
SUITS = Sort(Kind.SUIT, "suit", ("red", "black"))
RANKS = Sort(Kind.RANK, "rank", ("1", "2", "3", "4"))
CARDS = Sort(Kind.CARD, "card", tuple(f"{s}-{r}" for s in SUITS.members for r in RANKS.members))
SET = SetOf(CARDS)
WIDE = Int(-100, 100)
DECK = frozenset(range(8))
TEXT = Source("hand.yaml", "a place to point at")
HERE = Span(TEXT, 2, 7)


def number(value: int) -> Lit:
    return Lit(value, type=Int(value, value))


def truth(value: bool) -> Lit:
    return Lit(value, type=BOOL)


def cards(*names: int) -> Lit:
    return Lit(frozenset(names), type=SET)


def none() -> Lit:
    return Lit(None, type=Maybe(Nothing()))


def card(name: str) -> Ref:
    return Ref(name, type=CARDS)


def op(operator: Op, type_: Type, *args: Expr) -> Apply:
    return Apply(operator, args, type=type_, span=HERE)


def zone(key: str, *args: Expr) -> Get:
    return Get(Origin.ZONE, key, args, type=SET)


def cell(key: str, type_: Type, *args: Expr) -> Get:
    return Get(Origin.CELL, key, args, type=type_)


def table(key: str, type_: Type, *args: Expr) -> Get:
    return Get(Origin.TABLE, key, args, type=type_)


def call(key: str, type_: Type, *args: Expr) -> Get:
    return Get(Origin.DEFINITION, key, args, type=type_)


def fails(type_: Type = BOOL) -> Expr:
    """Return an expression that cannot be evaluated."""
    return Pick(PickOp.THE, "x", Lit(frozenset(), type=SetOf(CARDS)), type=type_, span=HERE)


def never() -> Expr:
    """Return a truth that cannot be evaluated."""
    return op(Op.EQ, BOOL, fails(CARDS), Lit(0, type=CARDS))


def those(name: str, domain: Expr, guard: Expr) -> Those:
    return Those(name, domain, guard, type=domain.type)


def definition(key: str, body: Body, type_: Type, *params: Param, me: bool = False) -> Definition:
    return Definition(
        name=key,
        key=key,
        title="define",
        params=params,
        type=type_,
        body=body,
        uses_me=me,
        cite=(Cite("D1"),),
        span=HERE,
    )


def spec(definitions: Mapping[str, Definition] | None = None) -> Spec:
    """Return the game, with these definitions and without moves or events."""
    seat = Lit(0, type=SEATS)
    zones = [
        Zone(name="stock", each=None, seen_by=Visibility.NOBODY, offset=0, holds=DECK),
        Zone(name="hand", each=SEATS, seen_by=Visibility.OWNER, offset=1),
        Zone(name="heap", each=Int(3, 5), seen_by=Visibility.EVERYONE, offset=3),
    ]
    cells = [
        _cell("first_dealer", Layer.OPTION, 0, SEATS, (0, 1), seat),
        _cell("dealer", Layer.MATCH, 1, SEATS, (0, 1), seat),
        _cell("turn", Layer.DEAL, 2, SEATS, (0, 1), seat),
        _cell("mark", Layer.DEAL, 3, Maybe(SEATS), (0, 1, None), none()),
        _cell("sum", Layer.DEAL, 4, Int(0, 9), tuple(range(10)), number(0), SEATS),
        _cell("grid", Layer.DEAL, 6, Int(0, 9), tuple(range(10)), number(0), SEATS, Int(2, 4)),
    ]
    tables = [
        Table(name="suit", domain=(CARDS,), type=SUITS, values=(0,) * 4 + (1,) * 4, builtin=True),
        Table(name="rank", domain=(CARDS,), type=RANKS, values=(0, 1, 2, 3) * 2, builtin=True),
        Table(name="next", domain=(SEATS,), type=SEATS, values=(1, 0), builtin=True),
        Table(name="square", domain=(Int(2, 4),), type=Int(4, 16), values=(4, 9, 16)),
        Table(name="both", domain=(SUITS, Int(1, 2)), type=Int(0, 3), values=(0, 1, 2, 3)),
    ]
    return Spec(
        name="tiny",
        title={"en": "Tiny"},
        digest="0",
        page=None,
        seats=SEATS,
        suits=SUITS,
        ranks=RANKS,
        cards=CARDS,
        teams=None,
        direction=None,
        enums=(),
        zones={each.name: each for each in zones},
        cells={each.name: each for each in cells},
        tables={each.name: each for each in tables},
        definitions=definitions or {},
        deal=(),
        moves={},
        events={},
        result=(),
        match=Match(after_deal=(), over=truth(True), winners=None, result=()),
        properties=(),
    )


def _cell(
    name: str,
    layer: Layer,
    offset: int,
    type_: Type,
    domain: tuple[Value, ...],
    start: Expr,
    *each: Sort | Int,
) -> Cell:
    return Cell(
        name=name, layer=layer, each=each, type=type_, domain=domain, start=start, offset=offset
    )


def state(
    *,
    south: frozenset[int] = frozenset(),
    north: frozenset[int] = frozenset(),
    heaps: tuple[frozenset[int], frozenset[int], frozenset[int]] = (frozenset(),) * 3,
    turn: int = 0,
    mark: Value = None,
    sums: tuple[int, int] = (0, 0),
    grid: tuple[int, ...] = (0,) * 6,
    over: bool = False,
) -> State:
    """Return a state; cards that are laid nowhere are in the stock."""
    stock = DECK.difference(south, north, *heaps)
    return State((stock, south, north, *heaps), (0, 0, turn, mark, *sums, *grid), over)
