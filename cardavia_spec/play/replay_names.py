"""The names on a line of a trace, read: seats, moves, cards, values, legal moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardavia_spec.core.diagnostics import did_you_mean
from cardavia_spec.core.spec import MoveRule, Spec
from cardavia_spec.core.types import SetOf, Value
from cardavia_spec.play.codec import Misfit, decode, index, listed, quoted, suggest
from cardavia_spec.play.legal import AnyOf, takes_any
from cardavia_spec.play.spoken import Spoken

ANY = "any"
"""The word in the one entry for a move that takes any n of some cards."""


def read_seat(spec: Spec, name: object, *path: str) -> int:
    """Return the place of a seat.

    Raises:
        Misfit: there is no such seat.
    """
    found = index(spec.seats).get(name) if isinstance(name, str) else None
    if found is None:
        fix = suggest(str(name), spec.seats)
        raise Misfit("CV816", f"there is no seat {quoted(str(name))}", fix, path)
    return found


def read_rule(spec: Spec, name: object, *path: str | int) -> MoveRule:
    """Return the rule of a move.

    Raises:
        Misfit: there is no such move.
    """
    rule = spec.moves.get(name) if isinstance(name, str) else None
    if rule is None:
        fix = did_you_mean(str(name)[:60], spec.moves, f"the moves are {listed(spec.moves)}")
        raise Misfit("CV818", f"{spec.name} has no move {quoted(str(name))}", fix, path)
    return rule


def read_spoken(spec: Spec, keys: Mapping[str, object]) -> Spoken:
    """Return the move on a `move` line.

    Raises:
        Misfit: there is no such move, card or value.
    """
    rule = read_rule(spec, keys["move"], "move")
    try:
        cards = decode(keys["cards"], SetOf(spec.cards))
    except Misfit as fault:
        raise fault.inside("cards") from None
    assert isinstance(cards, frozenset)
    return Spoken(rule.name, cards, _read_values(rule, keys))


def _read_values(rule: MoveRule, keys: Mapping[str, object]) -> tuple[Value, ...]:
    """Return the values of the parameters that the cards do not tell."""
    shown = rule.shown
    given: dict[str, tuple[object, tuple[str, ...]]] = {}
    if "value" in keys:
        if len(shown) != 1:
            message = f"'{rule.name}' has no single value besides its cards"
            fix = f"write 'values' with {listed(shown)}" if shown else "leave the key 'value' out"
            raise Misfit("CV819", message, fix, ("value",), of_key=True)
        given[shown[0]] = (keys["value"], ("value",))
    values = keys.get("values", {})
    assert isinstance(values, dict)
    if "values" in keys and (not shown or "value" in keys):
        message = f"'{rule.name}' has no values besides its cards"
        if shown:
            message = "'value' and 'values' exclude each other"
        fix = "leave the key 'values' out"
        raise Misfit("CV819", message, fix, ("values",), of_key=True)
    for name, value in values.items():
        if name not in shown:
            near = did_you_mean(name[:60], shown, f"the values are {listed(shown)}")
            message = f"'{rule.name}' has no value {quoted(name)} besides its cards"
            raise Misfit("CV819", message, near, ("values", name), of_key=True)
        given[name] = (value, ("values", name))
    types = {choice.name: choice.type for choice in rule.choices}
    found: list[Value] = []
    for name in shown:
        if name not in given:
            key = "'value'" if len(shown) == 1 else "'values'"
            message = f"the {name} of '{rule.name}' is missing"
            raise Misfit("CV819", message, f"write it under the key {key}")
        value, path = given[name]
        try:
            found.append(decode(value, types[name]))
        except Misfit as fault:
            raise fault.inside(*path) from None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Listing:
    """A `legal` list: its entries with their places in the list."""

    listed: Mapping[Spoken, int]
    any_of: Mapping[AnyOf, int]
    twice: int | None
    """The place of the first entry that stands twice."""


def read_listing(spec: Spec, items: object) -> Listing:
    """Return the `legal` list of a `move` line.

    Raises:
        Misfit: an entry is not `[move, card, …, value…]` or `[move, "any", n, size]`.
    """
    assert isinstance(items, list)
    listed_: dict[Spoken, int] = {}
    any_of: dict[AnyOf, int] = {}
    twice: int | None = None
    for place, item in enumerate(items):
        try:
            found = _read_entry(spec, item)
        except Misfit as fault:
            raise fault.inside("legal", place) from None
        if twice is None and (found in listed_ or found in any_of):
            twice = place
        if isinstance(found, AnyOf):
            any_of[found] = place
        else:
            listed_[found] = place
    return Listing(listed_, any_of, twice)


def _read_entry(spec: Spec, item: object) -> Spoken | AnyOf:
    if not isinstance(item, list) or not item:
        raise Misfit("CV810", "a legal move is a list: its name, then its cards")
    rule = read_rule(spec, item[0], 0)
    if takes_any(rule) and ANY in item:  # no card has this name: cards are `suit-rank`
        return _read_any(spec, rule, item)
    if not rule.shown:
        return Spoken(rule.name, _read_cards(spec, item, 1, len(item)))
    first = max(1, len(item) - len(rule.shown))
    types = {choice.name: choice.type for choice in rule.choices}
    if len(item) - 1 < len(rule.shown):
        raise Misfit("CV819", f"'{rule.name}' is told with {listed(rule.shown)} at the end")
    cards = _read_cards(spec, item, 1, first)
    values = tuple(_read_value(item, first + i, types[name]) for i, name in enumerate(rule.shown))
    return Spoken(rule.name, cards, values)


def _read_any(spec: Spec, rule: MoveRule, item: list[object]) -> AnyOf:
    """Return the entry `[move, card, …, "any", n, size, value…]`."""
    at = item.index(ANY)
    names = [name for name in rule.shown if name != rule.choices[-1].name]
    if len(item) != at + 3 + len(names):
        told = ", ".join(('"any"', "n", "size", *names))
        raise Misfit("CV810", f"'{rule.name}' for any cards is told with {told}")
    numbers: list[int] = []
    for place in (at + 1, at + 2):
        number = item[place]
        if not isinstance(number, int) or isinstance(number, bool):
            raise Misfit("CV810", "a number belongs here", path=(place,))
        numbers.append(number)
    types = {choice.name: choice.type for choice in rule.choices}
    values = tuple(_read_value(item, at + 3 + i, types[name]) for i, name in enumerate(names))
    return AnyOf(rule.name, _read_cards(spec, item, 1, at), values, numbers[0], numbers[1])


def _read_cards(spec: Spec, item: list[object], start: int, end: int) -> frozenset[int]:
    names = index(spec.cards)
    try:
        cards = frozenset([names[name] for name in item[start:end]])  # type: ignore[index]
    except (KeyError, TypeError):
        cards = frozenset()
    if len(cards) == end - start:
        return cards
    try:
        decode(item[start:end], SetOf(spec.cards))
    except Misfit as fault:
        place, *rest = fault.path or (0,)
        assert isinstance(place, int)
        raise Misfit(fault.code, fault.message, fault.fix, (place + start, *rest)) from None
    return cards


def _read_value(item: list[object], place: int, type_: object) -> Value:
    try:
        return decode(item[place], type_)  # type: ignore[arg-type]
    except Misfit as fault:
        raise fault.inside(place) from None
