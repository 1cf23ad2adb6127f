"""The path of a deal that was played: rules, and the seats they name."""

from __future__ import annotations

from collections.abc import Sequence

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.search.node import Block, names_seat
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Let
from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.driver import Line


def blocks(rules: Rules, line: Line) -> list[Block] | None:
    """Return the path of the deal of a line, events included; None where a rule fails on it."""
    deal = line.deals[-1]
    take = supply(deal.deck)
    found: list[Block] = []
    try:
        steps = rules.deal_steps(rules.new_match(dict(line.options)), take)
        before: State | None = None
        move: Move | None = None
        for choice in (*deal.choices, None):
            found += _told(rules, steps, before, move)
            if choice is None:
                break
            before = steps[-1].state
            move = rules.moves(before)[choice]
            steps = rules.move_steps(before, move, take)
    except RuleFault:
        return None
    return found


def _told(
    rules: Rules, steps: Sequence[Step], before: State | None, move: Move | None
) -> list[Block]:
    spec = rules.spec
    found: list[Block] = []
    for place, step in enumerate(steps):
        lets: tuple[Let, ...] = ()
        env: dict[str, Value] = {}
        if step.kind is StepKind.MOVE and move is not None:
            rule = spec.moves[step.name]
            lets = rule.lets
            env = {c.name: value for c, value in zip(rule.choices, move.args, strict=True)}
        elif step.kind is StepKind.EVENT:
            lets = spec.events[step.name].lets
        seats: dict[str, Value] = {}
        if before is not None:
            for let in lets:
                env[let.name] = rules.evaluate(let.value, before, None, env)
                if names_seat(let.value.type):
                    seats[let.name] = env[let.name]
        found.append(Block(step.name, seats, step.state.cells, place == len(steps) - 1))
        before = step.state
    return found
