"""States, moves and values told in cards, for people and for traces.

Names are those of the spec and cards stand in deck order, so a text depends on nothing but what
it tells of.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeAlias, assert_never

from cardavia_spec.core.ir import Lit
from cardavia_spec.core.spec import Cell, Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import (
    Bool,
    Int,
    Kind,
    Maybe,
    Nothing,
    Scalar,
    SetOf,
    Sort,
    Type,
    Value,
    show,
    values,
)

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""What a value becomes in a trace."""

MANY = 16
"""Lists of values longer than this are cut where a sentence holds them."""


def as_json(value: Value, type_: Type) -> Json:
    """Return a value as traces write it: members of sorts by name, sets as lists in order."""
    if value is None:
        return None
    match type_:
        case Maybe(inner):
            return as_json(value, inner)
        case SetOf(member):
            assert isinstance(value, frozenset)
            return [as_json(each, member) for each in sorted(value)]
        case Sort(members=members):
            assert isinstance(value, int)
            return members[value]
        case Bool():
            return bool(value)
        case Int() | Nothing():
            assert isinstance(value, int)
            return value
        case _:
            assert_never(type_)


def tell_cards(spec: Spec, cards: Iterable[int]) -> str:
    """Return the names of cards in deck order, a blank between them."""
    return " ".join(spec.cards.members[card] for card in sorted(cards))


def tell_value(value: Value, type_: Type) -> str:
    """Return a value in words; a long set is cut."""
    if isinstance(value, frozenset) and isinstance(type_, SetOf):
        return tell_some(value, type_.member)
    return show(value, type_)


def tell_some(members: Iterable[int], type_: Scalar) -> str:
    """Return members of one type, in order, with a comma between them; a long list is cut."""
    ordered = sorted(members)
    if not ordered:
        return "nothing"
    told = ", ".join(show(member, type_) for member in ordered[:MANY])
    rest = len(ordered) - MANY
    return told if rest <= 0 else f"{told} and {rest} more"


def tell_move(spec: Spec, move: Move) -> str:
    """Return a move in words: its name and its parameters; no rule need know them."""
    rule = spec.moves.get(move.rule)
    if rule is None or len(rule.choices) != len(move.args):
        return move.rule
    told = [move.rule]
    for choice, value in zip(rule.choices, move.args, strict=True):
        if isinstance(choice.type, Bool):
            told += [choice.name] if value else []
        elif isinstance(choice.type, SetOf) and isinstance(value, frozenset):
            told.append(" ".join(show(each, choice.type.member) for each in sorted(value)))
        elif isinstance(choice.type, Sort) and choice.type.kind is Kind.CARD:
            told.append(show(value, choice.type))
        else:
            told.append(f"{choice.name} {show(value, choice.type)}")
    return " ".join(told)


def tell_state(spec: Spec, state: State) -> tuple[str, ...]:
    """Return a state as lines: each zone with cards in it, each cell that left its start.

    A cell whose start depends on the deal is always told.  Lines read `hand of south: ...` and
    `points of south: 12`; the last one says so if the deal is over.
    """
    lines = []
    for zone in spec.zones.values():
        owners = (None,) if zone.each is None else values(zone.each)
        for place, owner in enumerate(owners):
            cards = state.zones[zone.offset + place]
            if cards:
                whose = (
                    "" if owner is None or zone.each is None else f" of {show(owner, zone.each)}"
                )
                lines.append(f"{zone.name}{whose}: {_tell_pile(spec, cards)}")
    for cell in spec.cells.values():
        lines += _tell_cell(cell, state)
    if state.over:
        lines.append("the deal is over")
    return tuple(lines)


def _tell_pile(spec: Spec, cards: frozenset[int]) -> str:
    whole = len(spec.cards.members)
    return f"the whole pack, {whole} cards" if len(cards) == whole else tell_cards(spec, cards)


def _tell_cell(cell: Cell, state: State) -> list[str]:
    lines = []
    for place, indices in enumerate(product(*map(values, cell.each))):
        value = state.cells[cell.offset + place]
        before_the_deal = value is None and not isinstance(cell.type, Maybe)
        at_start = isinstance(cell.start, Lit) and cell.start.value == value
        if before_the_deal or at_start:
            continue
        owners = [show(index, each) for index, each in zip(indices, cell.each, strict=True)]
        of = f" of {', '.join(owners)}" if owners else ""
        lines.append(f"{cell.name}{of}: {tell_value(value, cell.type)}")
    return lines
