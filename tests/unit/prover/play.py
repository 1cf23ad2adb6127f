"""Every step of seeded matches and of recorded play, told with what it came from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final, TypeAlias

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import replay_file
from cardavia_spec.play.watch import Watcher

Taken: TypeAlias = tuple[str, State, tuple[Value, ...], Step]
"""The transition, the state before, the parameters of a move, the step."""

DEALS: Final = 5
"""The most deals of a match."""


def steps(spec: Spec, *, deals: int, seed: int) -> Iterator[Taken]:
    """Yield the steps of matches under every choice of options, rare moves preferred.

    A match is left after a few deals, so that the next choice has its turn.
    """
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
        last_deal = min(deals, dealt + DEALS)
        while not over and dealt < last_deal:
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


class _Recorder(Watcher):
    """Keeps every step of a trace."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.opened: State | None = None
        self.args: tuple[Value, ...] = ()

    def deal_begins(self, number: int, deck: tuple[int, ...], state: State, /) -> None:
        self.opened = state

    def move(self, state: State, move: Move, /) -> None:
        self.args = move.args

    def step(self, before: State | None, step: Step, /) -> None:
        match step.kind:
            case StepKind.DEAL:
                assert self.opened is not None
                self.taken.append(("deal", self.opened, (), step))
            case StepKind.MOVE:
                assert before is not None
                self.taken.append((f"move {step.name}", before, self.args, step))
            case _:
                assert before is not None
                self.taken.append((f"event {step.name}", before, (), step))

    def deal_scored(self, before: State, step: Step, /) -> None:
        self.taken.append(("after deal", before, (), step))


def recorded(spec: Spec, folder: Path) -> Iterator[Taken]:
    """Yield the steps of the traces in a folder: rare ones, that play hardly ever comes to."""
    game = Game(spec)
    for path in sorted(folder.glob("*.jsonl")):
        recorder = _Recorder()
        report = replay_file(path, lambda _: game, watcher=recorder)
        assert report.exit_code == 0, path
        yield from recorder.taken
