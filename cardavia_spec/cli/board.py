"""The table as one seat sees it, drawn in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cardavia_spec.cli.narrator import tell_json
from cardavia_spec.core.spec import Layer, Visibility
from cardavia_spec.core.telling import Json

if TYPE_CHECKING:
    from cardavia_spec.cli.cards import Cards
    from cardavia_spec.core.spec import Spec
    from cardavia_spec.play.match import MatchState
    from cardavia_spec.play.views import Pile

OPEN: Final = 14
"""Of a pile that is not the seat's own so many cards are shown; a larger one is counted."""


def board(state: MatchState, seat: str, cards: Cards) -> Iterator[Text]:
    """Yield what a seat may know of the table, line by line; its own cards come last."""
    spec = state.game.spec
    view = state.view(seat)
    own: list[Text] = []
    for zone in spec.zones.values():
        piles = [pile for pile in view.piles if pile.name == zone.name and pile.size]
        others = [p for p in piles if p.owner != seat or zone.seen_by is not Visibility.OWNER]
        for pile in piles:
            if pile not in others:
                told = _pile(spec, pile, cards, whole=True)
                own.append(Text(f"  your {zone.name}: ", style="bold").append_text(told))
        if others:
            line = Text(f"  {zone.name}: ")
            parts = []
            for pile in others:
                part = Text("" if pile.owner is None else f"{pile.owner} ")
                parts.append(part.append_text(_pile(spec, pile, cards, whole=False)))
            yield line.append_text(Text("   ").join(parts))
    cells = list(_cells(spec, view.cells))
    if cells:
        yield Text("  " + "   ".join(cells), style="dim")
    yield from own


def _pile(spec: Spec, pile: Pile, cards: Cards, *, whole: bool) -> Text:
    known = [spec.cards.members.index(name) for name in pile.cards]
    if not whole and len(known) > OPEN:
        return cards.hidden(pile.size)
    told = cards.row(known)
    if pile.hidden:
        told.append(" + " if known else "").append_text(cards.hidden(pile.hidden))
    return told


def _cells(spec: Spec, values: Mapping[str, Json]) -> Iterator[str]:
    """Yield the variables that are not nothing, with their values."""
    for key, cell in spec.cells.items():
        if cell.layer is Layer.OPTION or cell.name == "turn":
            continue
        kept = _worth_telling(values[key])
        if kept not in (None, {}):
            yield f"{cell.name.replace('_', ' ')}: {tell_json(kept)}"


def _worth_telling(value: Json) -> Json:
    """Return a value without what is none, no or 0; None if nothing is left."""
    if isinstance(value, dict):
        kept = {k: _worth_telling(v) for k, v in value.items()}
        return {k: v for k, v in kept.items() if v not in (None, {})}
    return value if value not in (None, False, 0) else None
