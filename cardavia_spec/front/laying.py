"""Positions laid by hand: each place and each card once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.source import Span
from cardavia_spec.core.types import Sort, Value, show
from cardavia_spec.front.faults import Faults
from cardavia_spec.front.lookup import Syntax

_JOINED: Final = ("set", "plus")
"""Forms whose cards are those of their parts."""


@dataclass
class Laid:
    """What has been laid so far in one example: cards by zone slot, values by cell slot.

    `read` gives the cards of a syntax tree, `span` its place.
    """

    cards: Sort
    faults: Faults
    read: Callable[[Syntax], frozenset[int]]
    span: Callable[[Syntax], Span]
    zones: dict[int, frozenset[int]] = field(default_factory=dict)
    cells: dict[int, Value] = field(default_factory=dict)
    _places: dict[tuple[str, int], Span] = field(default_factory=dict)
    _lies: dict[int, tuple[Span, Span]] = field(default_factory=dict)
    """Of each card: the place it was laid into, and where it was named for it."""

    def lay(self, slot: int, place: Span, tree: Syntax) -> None:
        """Lay cards into a zone, named by `place`; tell of any that lies somewhere already."""
        found = self.read(tree)
        if self._again("zone", slot, place):
            return
        self._named_twice(tree)
        twice = sorted(card for card in found if card in self._lies)
        if twice:
            there, named = self._lies[twice[0]]
            self.faults.error(
                "CV237",
                self._named(tree, twice[0]),
                f"{self._told(twice)} laid in {place.text} and in {there.text}",
                "a card lies in one place: take it out of the other",
                (Note(f"here it is laid in {there.text}", named),),
            )
        for card in found:
            self._lies.setdefault(card, (place, self._named(tree, card)))
        self.zones[slot] = found

    def give(self, slot: int, place: Span, value: Value) -> None:
        """Give a variable its value."""
        if not self._again("cell", slot, place):
            self.cells[slot] = value

    def _again(self, what: str, slot: int, place: Span) -> bool:
        first = self._places.setdefault((what, slot), place)
        if first is place:
            return False
        self.faults.error(
            "CV237",
            place,
            f"'{place.text}' is the same as '{first.text}', which has been said",
            "say it once",
            (Note("the first one", first),),
        )
        return True

    def _named_twice(self, tree: Syntax) -> None:
        """Tell of a card that stands twice between the braces of one set."""
        seen: dict[frozenset[int], Span] = {}
        for part in _parts(tree) if str(tree.data) == "set" else ():
            found, span = self.read(part), self.span(part)
            first = seen.setdefault(found, span)
            if first is not span:
                self.faults.error(
                    "CV237",
                    span,
                    f"{show(min(found), self.cards)} stands here twice",
                    "name each card once",
                    (Note("the first one", first),),
                )
                return

    def _named(self, tree: Syntax, card: int) -> Span:
        """Return the smallest part of a text that names a card of its value."""
        for part in _parts(tree):
            if card in self.read(part):
                return self._named(part, card)
        return self.span(tree)

    def _told(self, cards: list[int]) -> str:
        first, others = show(cards[0], self.cards), len(cards) - 1
        if not others:
            return f"{first} is"
        return f"{first} and {others} other card{'s' * (others > 1)} are"


def _parts(tree: Syntax) -> list[Syntax]:
    if str(tree.data) not in _JOINED:
        return []
    return [part for part in tree.children if not isinstance(part, str)]
