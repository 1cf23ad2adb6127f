"""Every step of seeded matches, told with what it came from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply

Taken = tuple[str, State, tuple[Value, ...], Step]
"""The transition, the state before, the parameters of a move, the step."""


def steps(spec: Spec, *, deals: int, seed: int) -> Iterator[Taken]:
    """Yield the steps of matches under every choice of options, rare moves preferred."""
    interpreter = Interpreter(spec)
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
        over = False
        while not over and dealt < deals:
            dealt += 1
            draws = supply(rng.shuffled(len(spec.cards.members)))
            taken = interpreter.deal_steps(state, draws)
            yield "deal", state, (), taken[0]
            state = taken[0].state
            for step in taken[1:]:
                yield f"event {step.name}", state, (), step
                state = step.state
            while not state.over:
                family = interpreter.moves(state)
                move = family.sample(rng)
                for _ in range(4):
                    other = family.sample(rng)
                    if made.get(other.rule, 0) * 8 < made.get(move.rule, 0):
                        move = other
                made[move.rule] = made.get(move.rule, 0) + 1
                taken = interpreter.move_steps(state, move, draws)
                yield f"move {move.rule}", state, move.args, taken[0]
                state = taken[0].state
                for step in taken[1:]:
                    yield f"event {step.name}", state, (), step
                    state = step.state
            last = interpreter.after_deal(state)
            yield "after deal", state, (), last
            state = last.state
            over = interpreter.match_over(state)
