"""A model of the unrolled play, as a line that the reference interpreter plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardavia_spec.back.smt.context import Chosen as Drew
from cardavia_spec.back.smt.context import Made, Recalled
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import Term
from cardavia_spec.back.smt.values import Members, Symbolic, Table
from cardavia_spec.check.runs.recorded import place_of
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.search.bits import Valued
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Drawn, Move, State
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Deal, Line
from cardavia_spec.play.engine import Family


class Impossible(Exception):
    """The model is no play: `str()` says in what it differs from the reference.

    `order` tells that no more is wrong than that chance cannot deal it so.
    """

    def __init__(self, message: str, *, order: bool = False) -> None:
        self.order = order
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Model:
    """A play as the solver has it: options, the cards of each draw, moves.

    `dealt` says what lies in zone slots after the deal, where the draws of it are not known.
    """

    options: Mapping[str, Value]
    dealt: Mapping[int, frozenset[int]]
    draws: tuple[frozenset[int], ...]
    moves: tuple[Move, ...]


def read(
    model: Valued,
    options: Mapping[str, Symbolic],
    spec: Spec,
    moves: Sequence[tuple[str, tuple[Symbolic, ...]]],
    log: Sequence[Made],
) -> Model:
    """Read the play out of the solver's last model."""

    def plain(value: Symbolic) -> Value:
        return _plain(model, value)

    made = tuple(Move(rule, tuple(map(plain, parameters))) for rule, parameters in moves)
    draws = []
    dealt = {}
    for each in log:
        if isinstance(each, Recalled):
            lying = plain(each.members)
            assert isinstance(lying, frozenset)
            dealt[each.place] = lying
        if isinstance(each, Drew) and each.name is None and model.value(each.path):
            cards = plain(each.members)
            assert isinstance(cards, frozenset)
            draws.append(cards)
    found = {name: _option(spec, name, plain(value)) for name, value in options.items()}
    return Model(found, dealt, tuple(draws), made)


def _plain(model: Valued, value: Symbolic) -> Value:
    if isinstance(value, Members):
        return frozenset(m for m, guard in value.guards.items() if _value(model, guard))
    if isinstance(value, Table):
        return next((v for v, guard in value.guards.items() if _value(model, guard)), None)
    found = _value(model, value)
    return bool(found) if value.boolean else found


def _value(model: Valued, term: Term) -> int:
    return int(term.value or 0) if term.op == "const" else model.value(term)


def concrete(model: Valued, state: SymState) -> State:
    """Return a state as it is in a model."""
    zones = tuple(_plain(model, zone) for zone in state.zones)
    cells = tuple(_plain(model, cell) for cell in state.cells)
    sets = tuple(zone for zone in zones if isinstance(zone, frozenset))
    return State(sets, cells, bool(_value(model, state.over)))


def _option(spec: Spec, name: str, value: Value) -> Value:
    for each in spec.cells[name].domain:
        if each == value:
            return each
    return value


def line_of(rules: Rules, model: Model) -> Line:
    """Return a model as a line: with one order of the deck, and choices by their place.

    Raises Impossible where the reference does not play it so, or where no order of the deck
    gives these draws.
    """
    left = [cards for cards in model.draws if cards]
    pools: list[tuple[frozenset[int], frozenset[int]]] = []

    def take(pool: frozenset[int], n: int) -> frozenset[int]:
        if n == 0:
            return frozenset()
        if not left or len(left[0]) != n or not left[0] <= pool:
            raise Impossible("a draw takes other cards")
        pools.append((pool, left[0]))
        return left.pop(0)

    choices: list[int] = []
    try:
        begun = rules.new_match(dict(model.options))
        left[:0] = _dealt(rules, begun, model.dealt)
        steps = rules.deal_steps(begun, take)
        state = steps[-1].state
        for move in model.moves:
            choices.append(_place(rules, state, move))
            state = rules.move_steps(state, move, take)[-1].state
    except RuleFault:
        pass  # the line ends with what led there; whoever plays it meets the fault again
    deck = order(len(rules.spec.cards.members), pools)
    options = tuple((name, value) for name, value in model.options.items())
    return Line(options, (Deal(deck, tuple(choices)),))


def _dealt(rules: Rules, begun: State, dealt: Mapping[int, frozenset[int]]) -> list[frozenset[int]]:
    """Return draws of a deal after which the cards lie so; any that do are alike."""
    if not dealt:
        return []

    def lowest(pool: frozenset[int], n: int) -> frozenset[int]:
        return frozenset(sorted(pool)[:n])

    left = {place: sorted(cards) for place, cards in dealt.items()}
    draws = []
    for effect in rules.deal_steps(begun, lowest)[0].effects:
        if isinstance(effect, Drawn) and effect.cards:
            many = len(effect.cards)
            draws.append(frozenset(left[effect.target][:many]))
            del left[effect.target][:many]
    return draws


def _place(rules: Rules, state: State, move: Move) -> int:
    family: Family = rules.moves(state)
    place = place_of(rules, state, move)
    if place >= family.count() or family[place] != move:
        raise Impossible(f"the move {move} is not legal")
    return place


def order(size: int, pools: list[tuple[frozenset[int], frozenset[int]]]) -> tuple[int, ...]:
    """Return the lowest order of the deck in which each draw takes its cards out of its pool.

    Raises Impossible if there is none.
    """
    after: dict[int, set[int]] = {card: set() for card in range(size)}
    for pool, drawn in pools:
        for card in pool - drawn:
            after[card] |= drawn
    deck: list[int] = []
    left = set(range(size))
    done: set[int] = set()
    while left:
        free = [card for card in sorted(left) if after[card] <= done]
        if not free:
            raise Impossible("no order of the deck gives these draws", order=True)
        deck.append(free[0])
        done.add(free[0])
        left.remove(free[0])
    return tuple(deck)
