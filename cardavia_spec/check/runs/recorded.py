"""Recorded play as lines, so that it is held against every property and not only against its own.

What is rare enough to need a witness often refutes what is almost true.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core.spec import Layer
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Deal, Line
from cardavia_spec.play.watch import Watcher


class Recorder(Watcher):
    """Writes down matches as lines while they are replayed."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self._options: tuple[tuple[str, Value], ...] = ()
        self._deals: list[Deal] = []
        self._deck: tuple[int, ...] = ()
        self._choices: list[int] = []

    def match_begins(self, state: State, /) -> None:
        """Begin a line, with the options of the match."""
        cells = self.rules.spec.layer(Layer.OPTION)
        self._options = tuple((cell.name, state.cells[cell.offset]) for cell in cells)
        self._deals = []

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        """Begin a deal."""
        del number, state
        self._deck, self._choices = deck, []

    def move(self, state: State, move: Move, /) -> None:
        """Note which of the legal moves it is."""
        self._choices.append(place_of(self.rules, state, move))

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        """Note the deal; the line so far takes the place of a shorter one of the same match."""
        del state, result
        self._deals.append(Deal(self._deck, tuple(self._choices)))
        if len(self._deals) > 1:
            self.lines.pop()
        self.lines.append(Line(self._options, tuple(self._deals)))


def place_of(rules: Rules, state: State, move: Move) -> int:
    """Return the place of a legal move among all that are, which stand in canonical order."""
    family = rules.moves(state)
    order = {name: place for place, name in enumerate(rules.spec.moves)}
    wanted = _key(order, move)
    low, high = 0, family.count() - 1
    while low < high:
        middle = (low + high) // 2
        if _key(order, family[middle]) < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def _key(order: Mapping[str, int], move: Move) -> tuple[object, ...]:
    """Return what legal moves are sorted by: the rule, then what was chosen for it."""
    return (order[move.rule], *(_choice(arg) for arg in move.args))


def _choice(value: Value) -> tuple[int, tuple[int, ...]]:
    """Return what choices are sorted by: sets by size, then by their members."""
    match value:
        case frozenset():
            return len(value), tuple(sorted(value))
        case None:
            return -1, ()
        case _:
            return 1, (int(value),)
