"""Options and decks as people and files write them, read into values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardavia_spec.core.diagnostics import did_you_mean
from cardavia_spec.core.spec import Cell, Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import Json, as_json
from cardavia_spec.core.types import Kind, Maybe, Sort, Type, Value, show
from cardavia_spec.play.chance import is_order
from cardavia_spec.play.codec import Misfit, decode, describe, listed, quoted

FIRST_DEALER = "first_dealer"
DEALER = "dealer"
TURN = "turn"


def read_options(spec: Spec, options: Mapping[str, object]) -> dict[str, Value]:
    """Return the values of the options that were given, by name.

    Raises:
        Misfit: there is no such option, or it has no such value; `path` begins with its name.
    """
    known = {cell.name: cell for cell in spec.layer(Layer.OPTION)}
    found: dict[str, Value] = {}
    for name, json in options.items():
        if name not in known:
            fix = f"the options are {listed(known)}" if known else "the game has no options"
            raise Misfit(
                "CV815",
                f"the game has no option {quoted(name)}",
                did_you_mean(name[:60], known, fix),
                (name,),
                of_key=True,
            )
        found[name] = read_option(known[name], json)
    return found


def read_option(cell: Cell, json: object) -> Value:
    """Return the value of one option.

    Raises:
        Misfit: the option has no such value.
    """
    choices = listed((show(value, cell.type) for value in cell.domain), "or")
    try:
        value = decode(json, cell.type)
    except Misfit as fault:
        fix = fault.fix or f"it is {choices}"
        message = f"option '{cell.name}': {fault.message}"
        raise Misfit(fault.code, message, fix, (cell.name, *fault.path)) from None
    if not any(value == each and type(value) is type(each) for each in cell.domain):
        message = f"option '{cell.name}' cannot be {describe(json)}"
        raise Misfit("CV816", message, f"it is {choices}", (cell.name,))
    return value


def read_deck(spec: Spec, deck: Sequence[object]) -> tuple[int, ...]:
    """Return the cards of a whole deck in its order, from their names.

    Raises:
        Misfit: it is no permutation of the pack; `path` leads to the card, if one is to blame.
    """
    size = len(spec.cards.members)
    seen: set[int] = set()
    order: list[int] = []
    for place, item in enumerate(deck):
        try:
            card = decode(item, spec.cards)
        except Misfit as fault:
            raise fault.inside(place) from None
        assert isinstance(card, int)
        if card in seen:
            message = f"{quoted(spec.cards.members[card])} stands twice in the deck"
            raise Misfit("CV812", message, path=(place,))
        seen.add(card)
        order.append(card)
    if not is_order(order, size):
        missing = [name for card, name in enumerate(spec.cards.members) if card not in seen]
        few = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        message = f"the deck is not the whole pack: {len(order)} of {size} cards, {few} missing"
        raise Misfit("CV813", message)
    return tuple(order)


def cell_of(spec: Spec, name: str, layer: Layer) -> Cell | None:
    """Return the cell of one of the well-known names, or None if the spec has it not."""
    for cell in spec.layer(layer):
        if cell.name == name and not cell.each:
            return cell
    return None


def dealer_cell(spec: Spec) -> Cell | None:
    """Return the cell that tells who deals, or None in a game without a dealer.

    A game whose dealer never changes may have the option `first_dealer` alone.
    """
    cell = cell_of(spec, DEALER, Layer.MATCH)
    if cell is None:
        cell = cell_of(spec, FIRST_DEALER, Layer.OPTION)
    return cell if cell is not None and is_seat(cell.type) else None


def is_seat(type_: Type) -> bool:
    """Tell whether the values of a type are seats."""
    match type_:
        case Maybe(inner):
            return is_seat(inner)
        case Sort(kind=Kind.SEAT):
            return True
        case _:
            return False


def seat_of(spec: Spec, state: State, cell: Cell | None) -> str | None:
    """Return the name of the seat that a cell holds, or None."""
    value = None if cell is None else state.cells[cell.offset]
    return spec.seats.members[value] if isinstance(value, int) else None


def told_options(spec: Spec, state: State) -> dict[str, Json]:
    """Return the options of a match as a trace writes them."""
    return {
        cell.name: as_json(state.cells[cell.offset], cell.type) for cell in spec.layer(Layer.OPTION)
    }
