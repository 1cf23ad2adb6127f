"""Random play by the thousand: lots of deals, each with a seed of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.rng import MASK, Random, fold, lot_seed, odd
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.engine import Engine, Family
from cardavia_spec.play.watch import Watcher

LOT: Final = 1000
"""So many deals make a lot."""
LONGEST_DEAL: Final = 10_000
"""A deal with more moves is taken for one that never ends."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal that was played to its end.

    `outcome` is the result of the match if this deal ended it, else None.  `hash` is the rolling
    hash of its lot up to here; `opener` moved first, `dealer` dealt (None: the game has none).
    `ended` and `scored` are the states before and after the score was kept.
    """

    moves: int
    result: Mapping[str, Json]
    outcome: Mapping[str, Json] | None
    hash: int
    opener: int
    dealer: int | None
    ended: State
    scored: State


def play_lots(
    engine: Engine,
    seed: int,
    deals: int,
    options: Mapping[str, Value],
    watcher: Watcher | None = None,
    weights: Mapping[str, int] | None = None,
) -> Iterator[PlayedDeal]:
    """Yield `deals` deals of random play: every legal move is as likely as any other.

    With `weights` each member of a move is so many times as likely (1 where it is missing).
    Each lot begins a match of its own from its own seed; the last match of a lot may break off.

    Raises:
        RuleFault: a rule of the spec fails, nobody can move, or a deal does not end.
    """
    for lot in range(-(-deals // LOT)):
        rng = Random(lot_seed(seed, lot))
        matches = _matches(engine, rng, options, watcher, weights)
        yield from islice(matches, min(LOT, deals - lot * LOT))


def _matches(
    engine: Engine,
    rng: Random,
    options: Mapping[str, Value],
    watcher: Watcher | None,
    weights: Mapping[str, int] | None,
) -> Iterator[PlayedDeal]:
    """Yield the deals of match after match, without end."""
    rolling = 0
    dealers = engine.spec.cells.get("dealer")
    while True:
        state = engine.new_match(options)
        if watcher is not None:
            watcher.match_begins(state)
        number = 0
        over = False
        while not over:
            number += 1
            dealer = None if dealers is None else as_number(state.cells[dealers.offset])
            played = _deal(engine, rng, state, number, watcher, weights)
            state = played.state
            result = engine.result(state)
            step = engine.after_deal(state)
            over = engine.match_over(step.state)
            outcome = engine.match_result(step.state) if over else None
            if watcher is not None:
                watcher.deal_ended(state, result)
                watcher.deal_scored(state, step)
                if outcome is not None:
                    watcher.match_ended(step.state, outcome)
            rolling = fold_state(engine.spec, step.state, played.hashed(rolling))
            yield PlayedDeal(
                len(played.choices), result, outcome, rolling, played.opener, dealer, state,
                step.state,
            )  # fmt: skip
            state = step.state


@dataclass(frozen=True, slots=True)
class _Course:
    """How a deal went: its last state, who moved first, (legal moves, the one made) each time."""

    state: State
    opener: int
    choices: list[tuple[int, int]]

    def hashed(self, value: int) -> int:
        """Return the rolling hash after these choices."""
        for total, k in self.choices:
            value = fold(value, (total << 32) + k)
        return value


def as_number(value: Value) -> int:
    """Return the number that stands for a value in the hash: of a set its mask."""
    if value is None:
        return NONE
    return sum(1 << m for m in value) if isinstance(value, frozenset) else int(value)


def fold_state(spec: Spec, state: State, value: int) -> int:
    """Return the rolling hash after a state; zones of more than 64 cards count as two numbers."""
    numbers = []
    for zone in state.zones:
        mask = as_number(zone)
        numbers += [mask & MASK, mask >> 64] if len(spec.cards.members) > 64 else [mask]
    numbers += map(as_number, state.cells)
    return fold(value, sum(n * odd(i) for i, n in enumerate(numbers)))


def _deal(
    engine: Engine,
    rng: Random,
    state: State,
    number: int,
    watcher: Watcher | None,
    weights: Mapping[str, int] | None,
) -> _Course:
    """Play one deal to its end."""
    deck = rng.shuffled(len(engine.spec.cards.members))
    take = supply(deck)
    if watcher is not None:
        watcher.deal_begins(number, deck, state)
    steps = engine.deal_steps(state, take)
    if watcher is not None:
        for place, step in enumerate(steps):
            watcher.step(steps[place - 1].state if place else None, step)
    state = steps[-1].state
    opener = as_number(state.cells[engine.spec.cells["turn"].offset])
    choices: list[tuple[int, int]] = []
    while not state.over:
        if len(choices) >= LONGEST_DEAL:
            raise endless(state)
        family = engine.require_moves(state)
        if weights is None:
            total = family.count()
            place = k = rng.below(total)
        else:
            total, k, place = _weighed(family, rng, weights)
        if watcher is not None:
            watcher.counted(state)
        choices.append((total, k))
        move = family[place]
        steps = engine.move_steps(state, move, take)
        if watcher is not None:
            watcher.move(state, move)
            for before, step in zip((state, *(s.state for s in steps)), steps, strict=False):
                watcher.step(before, step)
        state = steps[-1].state
    return _Course(state, opener, choices)


def _weighed(family: Family, rng: Random, weights: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the weight of all moves, the number drawn below it, and the move it falls on."""
    counts = family.by_rule()
    weigh = {rule: weights.get(rule, 1) for rule in counts}
    if not any(weigh.values()):
        weigh = dict.fromkeys(counts, 1)  # where nothing weighs anything, each weighs one
    total = sum(n * weigh[rule] for rule, n in counts.items())
    k = rest = rng.below(total)
    place = 0
    for rule, n in counts.items():
        if rest < n * weigh[rule]:
            return total, k, place + rest // weigh[rule]
        rest -= n * weigh[rule]
        place += n
    raise AssertionError("a number below the sum")


def endless(state: State) -> RuleFault:
    """Return the fault of a deal that has gone on for too long."""
    message = f"the deal goes on after {LONGEST_DEAL:,} moves"
    fix = "an event or a move must end the deal: `end deal`"
    return RuleFault(Diagnostic("CV714", message, None, fix), "the deal", (), state)
