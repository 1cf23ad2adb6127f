"""Whole specs, played at random, against an evaluator that does nothing clever.

Legal moves, definitions, conditions of events and properties are compared in every state, and
what is kept from one state to the next is put on trial by asking states in any order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Definition, PropertyKind
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Value, values
from cardavia_spec.front.load import load_spec
from tests.unit.interpret.naive import Failed, Naive
from tests.unit.interpret.small_game import Deck

HERE = Path(__file__).parents[3]
SPECS = sorted([*(HERE / "spec").glob("*.yaml"), *(HERE / "tests/games").glob("*.yaml")])
LISTED = 400
"""Families of more moves are compared by count and by samples of other tests."""


def walk(engine: Interpreter, seed: int, most: int) -> Iterator[tuple[State, State]]:
    """Yield at most `most` states of one deal, spread over it, each with the one before it."""
    rng = Random(seed)
    deck = Deck(rng.shuffled(len(engine.spec.cards.members)))
    dealt = engine.deal_steps(engine.new_match(), deck)
    trail = [step.state for step in dealt]
    while not trail[-1].over:
        move = engine.require_moves(trail[-1]).sample(rng)
        trail += [step.state for step in engine.move_steps(trail[-1], move, deck)]
    pairs = list(itertools.pairwise([trail[0], *trail]))
    step = max(1, len(pairs) // most)
    yield from [*pairs[::step], pairs[-1]]


def ask(engine: Interpreter, key: str, state: State, args: tuple[int, ...]) -> Value | str:
    try:
        return engine.define(key, state, args)
    except RuleFault:
        return "failed"


def ask_naive(naive: Naive, key: str, state: State, args: tuple[int, ...]) -> Value | str:
    try:
        value: Value = naive.define(key, state, None, args, state.cells[naive.turn])
    except Failed:
        return "failed"
    return value


def arguments(definition: Definition, rng: Random) -> list[tuple[int, ...]]:
    """Return some arguments of a definition: all, or a few drawn at random."""
    pools = [values(param.type) for param in definition.params]
    every = list(itertools.product(*pools))
    return every if len(every) <= 4 else [every[rng.below(len(every))] for _ in range(4)]


LONG = {"belote"}
"""Games with which the evaluator without cleverness takes its time."""

CASES = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG else [])
    for path in SPECS
]


@pytest.mark.parametrize("path", CASES)
def test_moves_definitions_and_properties(path: Path) -> None:
    spec = load_spec(path)
    engine, naive = Interpreter(spec), Naive(spec)
    in_state = [
        each
        for each in spec.properties
        if each.kind in {PropertyKind.ALWAYS, PropertyKind.LEMMA, PropertyKind.EACH_STEP}
    ]
    tests = [engine.compile_test(each.test) for each in in_state]
    rng = Random(7)
    for before, state in walk(engine, seed=5, most=5):
        family = engine.moves(state)
        if family.count() <= LISTED:
            assert list(family) == naive.moves(state)
        for key, definition in spec.definitions.items():
            for args in arguments(definition, rng):
                assert ask(engine, key, state, args) == ask_naive(naive, key, state, args), key
        for each, test in zip(in_state, tests, strict=True):
            assert test(state, before) == naive.value(each.test, state, before, {}), each.name
        for event in spec.events.values():
            assert engine.evaluate(event.when, state) == naive.value(event.when, state, None, {})
