"""Climbing: deals are changed a little at a time, and what comes nearer to refuting is kept.

It gets deep into a deal, where not all plays can be looked through: nine tricks for one seat, a
score near its limit.  What it finds has been played by the reference; what it only comes near to
tells a path along which a solver may find the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.search.distance import Distance
from cardavia_spec.check.search.target import Target
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import PropertyKind
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.driver import Deal, Line

PATIENCE: Final = 250
"""A climb begins anew after so many deals that came no nearer."""
LONGEST: Final = 400
"""A deal is left after so many moves."""
CODES: Final = 1 << 16
NEAREST: Final = 1e-6
"""The least distance of a state that does not refute."""


Mark = tuple[State, float, int]
"""A state in which a player is to move, the least distance so far, and after how many moves."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A deal and how near it came: `distance`, after `place` moves.

    `codes` choose the moves: the part of `CODES` that a code is of is the place in the family.
    `trail` has a mark for each decision, from which another try may go on.
    """

    options: tuple[tuple[str, Value], ...]
    deck: tuple[int, ...]
    codes: tuple[int, ...]
    choices: tuple[int, ...]
    distance: float
    place: int
    trail: tuple[Mark, ...]

    @property
    def line(self) -> Line:
        """The line up to where it came nearest."""
        return Line(self.options, (Deal(self.deck, self.choices[: self.place]),))


class Climber:
    """Climbs towards a play that refutes one property."""

    def __init__(
        self, rules: Rules, target: Target, options: Sequence[Mapping[str, Value]], seed: int
    ) -> None:
        assert target.prop is not None
        self.rules = rules
        self.kind = target.prop.kind
        self.wish = target.wish
        self.test: Expr = target.prop.test
        self.options = options
        self.rng = Random(seed)
        self.holds = rules.compile_test(self.test, target.name)
        self.turn = rules.spec.cells["turn"].offset
        self.played = 0
        self.starts = 0

    def climb(self, end: float) -> Iterator[Attempt]:
        """Yield each attempt that came nearer than those before it in its climb, until `end`."""
        while perf_counter() < end:
            best = self._fresh()
            yield best
            idle = 0
            while perf_counter() < end and idle < PATIENCE and best.distance > 0:
                new = self._changed(best)
                idle += 1
                if new.distance < best.distance:
                    idle = 0
                    yield new
                if new.distance <= best.distance:
                    best = new

    def _fresh(self) -> Attempt:
        """Play any deal."""
        options = self.options[self.starts % len(self.options)]
        self.starts += 1
        deck = tuple(self.rng.shuffled(len(self.rules.spec.cards.members)))
        return self._play(tuple(options.items()), deck, ())

    def _changed(self, best: Attempt) -> Attempt:
        """Play a deal that differs a little."""
        rng = self.rng
        deck, codes = list(best.deck), list(best.codes)
        kind = rng.below(8)
        same = len(codes)
        if kind < 4 or not codes:
            same = 0
            for _ in range(1 + rng.below(1 + kind)):
                i, j = rng.below(len(deck)), rng.below(len(deck))
                deck[i], deck[j] = deck[j], deck[i]
        if kind >= 3 and codes:
            reach = max(1, min(len(codes), best.place + 1))
            for _ in range(1 + rng.below(2)):
                place = rng.below(reach)
                codes[place] = rng.below(CODES)
                same = min(same, place)
        if kind == 7 and codes:
            del codes[rng.below(len(codes)) :]
        return self._play(best.options, tuple(deck), tuple(codes), best.trail[: same + 1], best)

    # ------------------------------------------------------------------ one deal

    def _play(
        self,
        options: tuple[tuple[str, Value], ...],
        deck: tuple[int, ...],
        codes: tuple[int, ...],
        trail: tuple[Mark, ...] = (),
        begun: Attempt | None = None,
    ) -> Attempt:
        """Play a deal; with a trail (of the same deck) from its last mark on."""
        self.played += 1
        rules, rng = self.rules, self.rng
        take = supply(deck)
        if deck != (begun.deck if begun else ()) or not trail:
            trail = ()
        marks = list(trail)
        done = max(0, len(marks) - 1)
        choices = list(begun.choices[:done]) if begun and marks else []
        used = list(codes[:done]) if marks else []
        best, place = marks[-1][1:] if marks else (float("inf"), 0)
        try:
            if marks:
                state = marks[-1][0]
            else:
                steps = rules.deal_steps(rules.new_match(dict(options)), take)
                state = steps[-1].state
                best = self._nearest(steps, None)
                marks.append((state, best, 0))
            while best > 0 and not state.over and len(choices) < LONGEST:
                family = rules.moves(state)
                count = family.count()
                if not count:
                    break
                code = codes[len(used)] if len(used) < len(codes) else rng.below(CODES)
                used.append(code)
                choices.append(code * count // CODES)
                steps = rules.move_steps(state, family[choices[-1]], take)
                near = self._nearest(steps, state)
                if near < best:
                    best, place = near, len(choices)
                state = steps[-1].state
                marks.append((state, best, place))
        except RuleFault:
            pass  # whoever owes it is another target
        return Attempt(options, deck, tuple(used), tuple(choices), best, place, tuple(marks))

    def _nearest(self, steps: Sequence[Step], before: State | None) -> float:
        """Return the least distance in a move and its events: seen roughly within, but surely."""
        last = steps[-1].state
        near = float("inf")
        match self.kind:
            case PropertyKind.ALWAYS | PropertyKind.LEMMA | PropertyKind.POSSIBLE_IN_PLAY:
                if any(self._decides(step.state, None) for step in steps):
                    return 0.0
                if len(steps) > 1 or before is None:
                    near = self._far(last, None)
            case PropertyKind.EACH_STEP:
                for step in steps:
                    if before is not None:
                        near = min(near, self._far(step.state, before))
                    before = step.state
            case PropertyKind.AT_END | PropertyKind.POSSIBLE if last.over:
                near = self._far(last, None)
            case PropertyKind.EACH_DEAL if last.over:
                near = self._far(self.rules.after_deal(last).state, last)
            case _:
                pass
        return near

    def _decides(self, state: State, before: State | None) -> bool:
        try:
            return bool(self.holds(state, before)) is self.wish
        except RuleFault:
            return not self.wish

    def _far(self, state: State, before: State | None) -> float:
        if self._decides(state, before):
            return 0.0
        env = {"me": state.cells[self.turn]}
        far = Distance(self.rules, state, before).of(self.test, self.wish, env)
        return max(far, NEAREST)
