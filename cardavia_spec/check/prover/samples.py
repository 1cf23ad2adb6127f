"""States of seeded deals, from which lemmas are guessed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.play.chance import supply

LONGEST: Final = 1000
"""A deal is left after so many moves."""


def states(
    spec: Spec, interpreter: Interpreter, *, deals: int, seed: int
) -> Iterator[tuple[State, bool]]:
    """Yield the states of seeded deals and whether each is one between two deals.

    Every choice of options takes its turn.  In every second deal or so rules that were seldom
    followed are preferred; in the others all moves count alike, since what a preferred rule rules
    out would never be seen.
    """
    options = spec.layer(Layer.OPTION)
    choices = list(product(*(cell.domain for cell in options)))
    made: dict[str, int] = {}
    dealt = 0
    lot = 0
    while dealt < deals:
        rng = Random(seed + lot)
        named = zip(options, choices[lot % len(choices)], strict=True)
        state = interpreter.new_match({cell.name: value for cell, value in named})
        lot += 1
        yield state, True
        try:
            while dealt < deals:
                dealt += 1
                for after in _deal(spec, interpreter, state, rng, made):
                    state = after
                    yield state, False
                if not state.over:
                    break
                state = interpreter.after_deal(state).state
                if interpreter.match_over(state):
                    break
                yield state, True
        except RuleFault:
            continue


def _deal(
    spec: Spec, interpreter: Interpreter, state: State, rng: Random, made: dict[str, int]
) -> Iterator[State]:
    size = len(spec.cards.members)
    deck = rng.shuffled(size) if rng.below(3) else _clumped(size, rng)
    draws = supply(deck)
    choosy = rng.below(2) > 0
    for step in interpreter.deal_steps(state, draws):
        state = step.state
        yield state
    for _ in range(LONGEST):
        if state.over:
            return
        family = interpreter.moves(state)
        if not family:
            return
        move = family.sample(rng)
        for _other in range(4 if choosy else 0):
            other = family.sample(rng)
            if made.get(other.rule, 0) * 8 < made.get(move.rule, 0):
                move = other
        made[move.rule] = made.get(move.rule, 0) + 1
        for step in interpreter.move_steps(state, move, draws):
            state = step.state
            yield state


def _clumped(size: int, rng: Random) -> tuple[int, ...]:
    """Return an order in which neighbours of the pack stay close: long suits in one hand."""
    order = list(range(size))
    cut = rng.below(size)
    order = order[cut:] + order[:cut]
    for _ in range(size // 3):
        i, j = rng.below(size), rng.below(size)
        order[i], order[j] = order[j], order[i]
    return tuple(order)
