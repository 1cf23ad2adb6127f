"""Cards as they are drawn in a terminal: rank and suit, in the colour of the suit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rich.text import Text

from cardavia_spec.core.spec import Spec

_SYMBOLS: Final[Mapping[str, str]] = {
    "clubs": "\N{BLACK CLUB SUIT}",
    "spades": "\N{BLACK SPADE SUIT}",
    "hearts": "\N{BLACK HEART SUIT}",
    "diamonds": "\N{BLACK DIAMOND SUIT}",
}
"""Suits that have a sign of their own in every font."""

_USUAL: Final[Mapping[str, str]] = {
    "clubs": "green",
    "spades": "bright_blue",
    "hearts": "bright_red",
    "diamonds": "bright_yellow",
}
_COLOURS: Final = (
    "bright_red", "bright_yellow", "green", "bright_blue", "bright_magenta", "cyan", "red",
    "yellow", "bright_green", "magenta",
)  # fmt: skip


class Cards:
    """Draws the cards of one spec.  `signs` tells whether the output can show suit signs."""

    def __init__(self, spec: Spec, *, signs: bool = True) -> None:
        self.spec = spec
        suits, ranks = spec.suits.members, spec.ranks.members
        suit_of, rank_of = spec.tables["suit"].values, spec.tables["rank"].values
        usual = set(suits) <= _USUAL.keys()
        style = [_USUAL[s] if usual else _COLOURS[i % len(_COLOURS)] for i, s in enumerate(suits)]
        told = [_SYMBOLS[s] if signs and s in _SYMBOLS else s for s in suits]
        copies = spec.cards.members[0].count("-") > 1
        self._drawn: list[Text] = []
        for card, name in enumerate(spec.cards.members):
            suit, rank = _index(suit_of[card]), _index(rank_of[card])
            copy = f" ({name.rpartition('-')[2]})" if copies else ""
            self._drawn.append(Text(f"{ranks[rank]} {told[suit]}{copy}", style=style[suit]))
        self.widest = max(map(len, self._drawn))

    def one(self, card: int) -> Text:
        """Return one card."""
        return self._drawn[card].copy()

    def row(self, cards: Iterable[int], between: str = "  ") -> Text:
        """Return cards in the order of the deck, side by side."""
        return Text(between).join(self._drawn[card] for card in sorted(cards))

    def hidden(self, count: int) -> Text:
        """Return so many cards that are not seen."""
        return Text(f"{count} {'card' if count == 1 else 'cards'}", style="dim")


def read_card(spec: Spec, words: Iterable[str]) -> int | None:
    """Return the card that a person may mean: `hearts-ace`, `ace hearts`, `ace of hearts`."""
    said = [word for word in " ".join(words).casefold().replace("-", " ").split() if word != "of"]
    for card, name in enumerate(spec.cards.members):
        if sorted(said) == sorted(name.split("-")):
            return card
    return None


def _index(value: object) -> int:
    assert isinstance(value, int)
    return value
