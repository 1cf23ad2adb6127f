"""Coming near to a play that refutes one property, and from there to it.

Climbing changes deals that were played.  Along the path of a deal that came near, the solver looks
for cards that refute.  And paths can be gone down a few at a time, those in front that come
nearest: there the cards of a seat stay open until they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import Final

from cardavia_spec.back.smt.terms import Term, neg
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.search.bits import Valued
from cardavia_spec.check.search.climb import Attempt, Climber
from cardavia_spec.check.search.distance import FAR, Distance
from cardavia_spec.check.search.lead import blocks
from cardavia_spec.check.search.node import Hit, Node, OutOfTime
from cardavia_spec.check.search.path import Walker
from cardavia_spec.check.search.plays import every_option, seats_fixed
from cardavia_spec.check.search.retell import Model
from cardavia_spec.check.search.target import Target
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import PropertyKind
from cardavia_spec.play.driver import Line

CLIMBED: Final = 0.75
"""So much of its time is climbed; then the solver is asked along the paths."""

Shown = Model | Line
"""A play that should refute the target."""


class Nearing:
    """Looks for a play that refutes one property; what it finds it yields, with how."""

    def __init__(
        self,
        rules: Rules,
        target: Target,
        walker: Callable[[], Walker],
        progress: Callable[[str], None],
        seed: int,
    ) -> None:
        assert target.prop is not None
        self.rules = rules
        self.spec = rules.spec
        self.target = target
        self.test = target.prop.test
        self.pairs = target.prop.kind in (PropertyKind.EACH_STEP, PropertyKind.EACH_DEAL)
        self.walker = walker
        self.progress = progress
        self.seed = seed
        self.climber = Climber(rules, target, every_option(self.spec), seed)
        self.width = 0
        self.going: Iterator[Model | None] | None = None
        self.walked: set[object] = set()

    def climb(self, end: float) -> Iterator[tuple[Shown, str]]:
        """Climb until a time; then ask the solver along the paths of what came nearest."""
        self.progress(f"climbing: {self.target.name}")
        near: list[Attempt] = []
        for attempt in self.climber.climb(perf_counter() + (end - perf_counter()) * CLIMBED):
            if attempt.distance == 0:
                yield attempt.line, "climbing"
            near.append(attempt)
        near.sort(key=lambda attempt: (attempt.distance, attempt.place))
        self.progress(f"along near paths: {self.target.name}")
        for attempt in near:
            if perf_counter() >= end:
                return
            try:
                for model in self._along(attempt, end):
                    yield model, "search along a path"
            except OutOfTime:
                return

    def _along(self, attempt: Attempt, end: float) -> Iterator[Model]:
        guide = blocks(self.rules, attempt.line)
        if guide is None:
            return
        shape = tuple((b.name, tuple(b.lets.items()), b.last) for b in guide)
        if shape in self.walked:
            return
        self.walked.add(shape)
        walker = self.walker()
        walker.end = end
        walker.targets = {self.target.name: self.target}
        walker.guide = guide
        walk: Iterable[Node | Hit] | None = walker.begin(dict(attempt.options))
        while walk is not None:
            nodes: list[Node] = []
            for item in walk:
                if isinstance(item, Node):
                    nodes.append(item)
                elif item.model is not None:
                    yield item.model
            walk = walker.follow(nodes[0]) if nodes else None

    def beam(self, end: float) -> Iterator[tuple[Shown, str]]:
        """Go down the paths that come nearest until a time, from where that was left.

        At the end of the deal it begins anew with more of them.
        """
        while perf_counter() < end:
            if self.going is None:
                self.width += 1
                self.going = self._down()
            for model in self.going:
                if model is not None:
                    yield model, "search of the nearest paths"
                if perf_counter() >= end:
                    return
            self.going = None

    def _down(self) -> Iterator[Model | None]:
        """Go down once; yields plays that refute, and nothing at each place to rest."""
        walker = self.walker()
        walker.targets = {self.target.name: self.target}
        rng = Random(self.seed + self.width)
        fixed = seats_fixed(self.spec)
        walks: list[Iterable[Node | Hit]] = [walker.begin(fixed[(self.width - 1) % len(fixed)])]
        while walks:
            ranked: list[tuple[float, int, Node]] = []
            for walk in walks:
                for item in walk:
                    if isinstance(item, Node):
                        far = self._far(walker)
                        node = settled(walker.model, item, len(self.spec.seats.members))
                        ranked.append((far, rng.below(1 << 30), node))
                    elif item.model is not None:
                        yield item.model
                yield None
            ranked.sort(key=lambda row: row[:2])
            level = [node for _, _, node in ranked[: self.width]]
            if level:
                moves = len(level[0].moves)
                self.progress(f"nearest paths of {moves} moves: {self.target.name}")
            walks = [walker.follow(node) for node in level]

    def _far(self, walker: Walker) -> float:
        state = None if self.pairs else walker.example()
        if state is None:
            return FAR
        env = {"me": state.cells[self.spec.cells["turn"].offset]}
        return Distance(self.rules, state, None).of(self.test, self.target.wish, env)


def settled(model: Valued | None, node: Node, left: int) -> Node:
    """Return a node in which all moves but the last few are those of a model.

    What a seat holds and has not played stays open, so a deal grows as it is played.
    """
    if model is None:
        return node
    fixed: list[Term] = []
    for chosen in node.moves[: max(0, len(node.moves) - left)]:
        for value in chosen.parameters:
            guards: Iterable[Term] = (value,) if isinstance(value, Term) else value.guards.values()
            for guard in guards:
                if guard.boolean and guard.op == "var":
                    fixed.append(guard if model.holds(guard) else neg(guard))
    return replace(node, facts=tuple(dict.fromkeys((*node.facts, *fixed))))
