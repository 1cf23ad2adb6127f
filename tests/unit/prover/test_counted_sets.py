"""What is counted beyond single zones: zones together, and card values that depend on a suit."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Context, Shared
from cardavia_spec.back.smt.encode import evaluate
from cardavia_spec.back.smt.state import SIZE
from cardavia_spec.back.smt.values import Members
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover.samples import states
from cardavia_spec.core.ir import Apply, Expr
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Value
from cardavia_spec.front.load import load_spec
from tests.unit.prover.encoded import Encoded, agree
from tests.unit.prover.play import steps

GAMES = Path(__file__).parents[2] / "games"


def spec_of(game: str) -> Spec:
    return load_spec(GAMES / f"{game}.yaml")


def both(a: Expr, b: Expr) -> Expr:
    return Apply(op=Op.UNION, args=(a, b), type=a.type)


def union(spec: Spec, *names: str) -> tuple[Context, Members]:
    shared = Shared.of(spec)
    context = Context(shared, shared.layout.fresh(""))
    seat = make.cell(spec.cells["turn"])
    one, two = (make.zone(spec, spec.zones[name], seat) for name in names)
    found = evaluate(context, both(one, two), {})
    assert isinstance(found, Members)
    return context, found


def test_two_zones_of_a_seat_together_have_the_sum_of_their_sizes() -> None:
    spec = spec_of("pinochle")
    context, found = union(spec, "hand", "laid")
    assert set(found.weights) == set(context.layout.weights)
    assert SIZE in found.weights


def test_a_zone_with_itself_is_not_counted_twice() -> None:
    """The negative control: nothing is known of the size of what may overlap."""
    spec = spec_of("pinochle")
    _, found = union(spec, "hand", "hand")
    assert not found.weights


def test_a_zone_as_it_was_is_not_added_to_one_as_it_is() -> None:
    """The negative control: a card may lie in the hand of one state and on the table of another."""
    spec = spec_of("pinochle")
    shared = Shared.of(spec)
    context = Context(shared, shared.layout.fresh(""))
    seat = make.cell(spec.cells["turn"])
    hand, laid = (make.zone(spec, spec.zones[name], seat) for name in ("hand", "laid"))
    old = evaluate(context, hand, {})
    context.state = shared.layout.fresh("later ")
    found = evaluate(context, both(make.ref("old", hand.type), laid), {"old": old})
    assert isinstance(found, Members)
    assert not found.weights


def test_each_reading_of_a_definition_is_what_play_says() -> None:
    """Whatever is trump, the weight of a card is what the reference makes of it then."""
    spec = spec_of("belote")
    layout = Shared.of(spec).layout
    piece = layout.pieces["card_points"]
    assert piece.cells == ("trump",)
    interpreter = Interpreter(spec)
    place = spec.cells["trump"].offset
    seen: dict[Value, State] = {}
    for state, between in states(spec, interpreter, deals=30, seed=5):
        if not between:
            seen.setdefault(state.cells[place], state)
    assert len(seen) == len(spec.suits.members) + 1
    for values, key in piece.readings:
        state = seen[values[0]]
        for card in range(len(spec.cards.members)):
            assert interpreter.define("card_points", state, (card,)) == layout.weight_of(key, card)


def test_games_without_such_definitions_get_no_further_weights() -> None:
    for game in ("whist", "hearts", "pinochle"):
        assert not Shared.of(spec_of(game)).layout.made


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pinochle", "belote"])
def test_steps_agree_where_such_sets_are_counted(game: str) -> None:
    """Every axiom and counter is true in steps that were played."""
    spec = spec_of(game)
    agree(Encoded(spec), islice(steps(spec, deals=5, seed=77), 800), each=1)
