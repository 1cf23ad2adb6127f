"""Games: a spec that is ready to be played, the public face of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardavia_spec.core.diagnostics import did_you_mean
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import Move
from cardavia_spec.core.types import Nothing, SetOf, Value
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.codec import Misfit, decode, index, listed, quoted, suggest
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.match import MatchState, Stage, advance
from cardavia_spec.play.options import TURN, cell_of, read_deck, read_options
from cardavia_spec.play.spoken import Spoken, told_by_cards
from cardavia_spec.play.views import Sight

__all__ = ["Game", "MatchState", "Stage", "load"]


class Game:
    """One spec, ready to be played."""

    def __init__(self, spec: Spec, engine: Engine | None = None) -> None:
        if engine is None:
            from cardavia_spec.back.interpret import Interpreter

            engine = Interpreter(spec)
        self.spec = spec
        self.engine: Engine = engine
        self.sight = Sight(spec)
        self.turn_slot = _turn_slot(spec)
        winners = spec.match.winners
        teams = winners is not None and winners.type == SetOf(spec.teams or Nothing())
        self.winner_sort = spec.teams if teams and spec.teams is not None else spec.seats

    def __repr__(self) -> str:
        return f"Game({self.spec.name!r})"

    def match(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        decks: Iterable[Sequence[str]] | None = None,
    ) -> MatchState:
        """Start a match and make its first deal.

        `decks` are deck orders, by card names, used one a deal; decks beyond those are shuffled
        from `seed`.  Without decks the seed is 0 if not said; with decks and no seed the match
        waits for another deck when they are used up (`Stage.BETWEEN`).

        Raises:
            Misfit: an option or a deck that cannot be used; a ValueError.
            RuleFault: a rule of the spec fails.
        """
        orders = tuple(read_deck(self.spec, deck) for deck in decks or ())
        stream = 0 if seed is None and decks is None else seed
        chance = Chance(orders, None if stream is None else stream & ((1 << 64) - 1))
        return self.begin(read_options(self.spec, options or {}), chance)

    def begin(self, options: Mapping[str, Value], chance: Chance) -> MatchState:
        """Start a match from option values; make its first deal if there is a deck for it."""
        state = self.engine.new_match(options)
        idle = MatchState(self, Stage.BETWEEN, state, None, self.sight.before, 0, chance)
        return advance(idle, (), None)

    def move(self, name: str, cards: Iterable[str] | None = None, **parameters: object) -> Move:
        """Return a move by name and cards, or by name and every parameter.

        Raises:
            Misfit: there is no such move, card or value, or the cards do not tell the
                parameters by themselves (then ask `MatchState.move`); a ValueError.
        """
        rule = self.spec.moves.get(name)
        if rule is None:
            raise _no_move(self.spec, name)
        given = dict(parameters) if cards is None else {"cards": list(cards), **parameters}
        types = {choice.name: choice.type for choice in rule.choices}
        if given.keys() == types.keys():
            return Move(name, tuple(decode(given[key], type_) for key, type_ in types.items()))
        found = told_by_cards(rule, self.spoken(name, cards or (), parameters))
        if found is None or len(found) != 1:
            raise Misfit("CV823", f"these cards do not tell the parameters of '{name}' here")
        return found[0]

    def spoken(self, name: str, cards: Iterable[str], values: Mapping[str, object]) -> Spoken:
        """Return a move as a trace writes it, from names.

        Raises:
            Misfit: there is no such move, card or value; a ValueError.
        """
        rule = self.spec.moves.get(name)
        if rule is None:
            raise _no_move(self.spec, name)
        held: set[int] = set()
        for card in cards:
            value = decode(card, self.spec.cards)
            assert isinstance(value, int)
            held.add(value)
        types = {choice.name: choice.type for choice in rule.choices}
        if values.keys() != set(rule.shown):
            raise Misfit("CV819", _values_needed(name, rule.shown))
        told = tuple(decode(values[key], types[key]) for key in rule.shown)
        return Spoken(name, frozenset(held), told)

    def seat(self, name: str) -> int:
        """Return the place of a seat.

        Raises:
            Misfit: there is no such seat; a ValueError.
        """
        try:
            return index(self.spec.seats)[name]
        except KeyError:
            fix = suggest(name, self.spec.seats)
            raise Misfit("CV816", f"there is no seat {quoted(name)}", fix) from None


def load(path: str | Path) -> Game:
    """Return the game of a spec file.

    Raises:
        SpecError: the file is no spec; `diagnostics` says where and why.
    """
    from cardavia_spec.front.load import load_spec

    return Game(load_spec(Path(path)))


def _turn_slot(spec: Spec) -> int:
    cell = cell_of(spec, TURN, Layer.DEAL)
    assert cell is not None, "a spec has the variable `turn`"
    return cell.offset


def _no_move(spec: Spec, name: str) -> Misfit:
    fix = did_you_mean(name[:60], spec.moves, f"the moves are {listed(spec.moves)}")
    return Misfit("CV818", f"there is no move {quoted(name)}", fix)


def _values_needed(name: str, shown: Sequence[str]) -> str:
    if not shown:
        return f"'{name}' has no other parameters than its cards"
    return f"'{name}' needs {listed(shown)}"
