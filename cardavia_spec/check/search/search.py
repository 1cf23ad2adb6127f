"""Searching for a deal that refutes what could not be proved.

Ways take turns.  Looking deeper: all plays of no move, of one, of two …, by the paths there are
and a solver for the cards; what it finds is as short as can be, and what it does not find is not
there so early.  Coming nearer (`near`): deals that come near to refuting are changed a little at a
time, and their paths go to the solver.  Whatever is found is played by the reference interpreter
and made small before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.obligations import SOUND, STUCK
from cardavia_spec.check.runs.course import Watch
from cardavia_spec.check.runs.evidence import evidence
from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.check.runs.shrink import shrink
from cardavia_spec.check.search.bits import TooNarrow
from cardavia_spec.check.search.exact import exact_shared
from cardavia_spec.check.search.near import Nearing, Shown
from cardavia_spec.check.search.node import Hit, Node, OutOfTime
from cardavia_spec.check.search.path import Walker
from cardavia_spec.check.search.plays import played, seats_fixed
from cardavia_spec.check.search.retell import Impossible, Model, line_of
from cardavia_spec.check.search.target import Clean, Found, Target, targets
from cardavia_spec.check.verdict import Disagreement
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.play.driver import Line

SHARE: Final[Mapping[str, float]] = {"deepen": 0.2, "climb": 0.4, "beam": 0.4}
"""Of the time that is left, so much goes to each way of searching when it has its turn."""
LEAST: Final = 2.0
"""Seconds at least for a way that has its turn."""
NARROW: Final = 14
"""Bits of a number to begin with."""

NEARED: Final = frozenset(
    {
        PropertyKind.ALWAYS,
        PropertyKind.LEMMA,
        PropertyKind.EACH_STEP,
        PropertyKind.AT_END,
        PropertyKind.EACH_DEAL,
        PropertyKind.POSSIBLE,
        PropertyKind.POSSIBLE_IN_PLAY,
    }
)
"""The kinds of properties of which a deal can be nearer or further from deciding them."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent: seconds in all, moves deep at most, moves to make a find small.

    `question` are the seconds for one question, `nodes` how many paths of one length are kept.
    With `near` off, only looking deeper is done.
    """

    seconds: float = 60.0
    moves: int = 200
    shrink: int = 3000
    question: float = 4.0
    nodes: int = 20_000
    near: bool = True


@dataclass(slots=True)
class Result:
    """What a search found, and how far there is nothing; both by name."""

    found: dict[str, Found] = field(default_factory=dict)
    clean: dict[str, Clean] = field(default_factory=dict)


def search(
    spec: Spec,
    names: Sequence[str],
    budget: Budget | None = None,
    progress: Callable[[str], None] = lambda _: None,
    seed: int = 0,
    result: Result | None = None,
) -> Result:
    """Look for plays that refute properties (or obligations of every game) of these names.

    Of what is said to be possible, plays are looked for that show it.  The first deal of a match
    is searched, under every choice of options.  `result`, if given, is filled on the way, for
    whoever stops the search.  Raises Disagreement where the reference interpreter does not agree
    to what was found: a fault of the tool.
    """
    result = Result() if result is None else result
    wanted = targets(spec, names)
    _Search(spec, wanted, budget or Budget(), progress, seed, result).run()
    return result


class _Search:
    def __init__(
        self,
        spec: Spec,
        wanted: Sequence[Target],
        budget: Budget,
        progress: Callable[[str], None],
        seed: int,
        result: Result,
    ) -> None:
        self.begun = perf_counter()
        self.end = self.begun + budget.seconds
        self.spec = spec
        self.rules: Rules = rules_of(spec)
        self.shared: Shared = exact_shared(spec)
        self.open: dict[str, Target] = {target.name: target for target in wanted}
        self.budget = budget
        self.progress = progress
        self.seed = seed
        self.result = result
        self.width = NARROW
        self.strict = False
        self.near: dict[str, Nearing] = {}
        self.levels: Iterator[None] | None = None
        self.until = self.end
        self.deepest = False
        self.whole = False

    def run(self) -> None:
        """Take turns until all is found, looked through, or time runs out."""
        while self.open and perf_counter() < self.end:
            if not self.deepest:
                self.deepen(self._share("deepen", 1) if self.budget.near else self.end)
            if self.whole:
                return
            if not self.budget.near:
                if self.deepest:
                    return
                continue
            near = [t for t in self.open.values() if t.prop and t.prop.kind in NEARED]
            if self.deepest and not near:
                return
            for way in ("climb", "beam"):
                for target in near:
                    if target.name in self.open and perf_counter() < self.end:
                        self.come_near(target, way, self._share(way, len(near)))

    def _share(self, way: str, among: int) -> float:
        now = perf_counter()
        return min(self.end, now + max(LEAST, (self.end - now) * SHARE[way] / among))

    def _walker(self) -> Walker:
        return Walker(
            self.spec,
            self.shared,
            self.open.values(),
            end=self.end,
            width=self.width,
            seconds=self.budget.question,
            strict=self.strict,
            seed=self.seed,
        )

    # ------------------------------------------------------------------ looking deeper

    def deepen(self, until: float) -> None:
        """Look deeper until a time, from where it was left."""
        self.until = until
        if self.levels is None:
            self.levels = self._levels()
        levels = self.levels
        try:
            for _ in levels:
                if perf_counter() >= until or not self.open or self.levels is not levels:
                    return
        except TooNarrow as narrow:
            self.width = max(self.width + 2, narrow.width)
            self.levels = None
            return
        self.deepest = True

    def _levels(self) -> Iterator[None]:
        """Walk path after path, the shorter ones first; yields between two of them."""
        walker = self._walker()
        level: list[Node] = []
        whole = True
        for fixed in seats_fixed(self.spec):
            whole &= self._take(walker, walker.begin(fixed), level)
            yield
        for moves in range(self.budget.moves + 1):
            if whole:
                # What is owed after a deal is not asked for, so of that nothing is said.
                for name in self.open.keys() - walker.tired - {SOUND}:
                    self.result.clean[name] = Clean(name, moves, whole=not level)
            if not level or moves == self.budget.moves:
                self.whole = whole and not level and not self.open.keys() & walker.tired
                return
            if len(level) > self.budget.nodes:
                whole = False
                del level[self.budget.nodes :]
            before, level = level, []
            for place, node in enumerate(before):
                self.progress(f"{place} of {len(before)} paths of {moves + 1} moves")
                whole &= self._take(walker, walker.follow(node), level)
                yield

    def _take(self, walker: Walker, walk: Iterable[Node | Hit], level: list[Node]) -> bool:
        """Take up what a walk comes upon; return whether all of it is known."""
        walker.end = min(self.end, max(self.until, perf_counter() + self.budget.question))
        walker.targets = dict(self.open)
        whole = True
        try:
            for item in walk:
                if isinstance(item, Node):
                    level.append(item)
                elif item.model is not None and not self._agreed(item.name, item.model, DEEPER):
                    whole = False
                walker.targets = dict(self.open)
        except OutOfTime:
            return False
        return whole

    # ------------------------------------------------------------------ coming nearer

    def come_near(self, target: Target, way: str, end: float) -> None:
        """Try to come nearer to refuting a property until a time."""
        near = self.near.get(target.name)
        if near is None:
            seed = self.seed + len(self.near)
            near = Nearing(self.rules, target, self._walker, self.progress, seed)
            self.near[target.name] = near
        try:
            for shown, how in near.climb(end) if way == "climb" else near.beam(end):
                if self._agreed(target.name, shown, how) and target.name not in self.open:
                    return
        except OutOfTime:
            return
        except TooNarrow as narrow:
            near.going = None
            self.width = max(self.width + 2, narrow.width)

    # ------------------------------------------------------------------ what was found

    def _agreed(self, name: str, shown: Shown, how: str) -> bool:
        """Let the reference play what was found; return whether it agrees and keep it.

        Raises Disagreement where it does not, but for plays that chance cannot deal.
        """
        target = self.open.get(name)
        if target is None:
            return True
        line = shown if isinstance(shown, Line) else self._line(name, shown)
        if line is None:
            return False
        watch = Watch(self.rules, () if target.prop is None else (target.prop,))
        seen = played(watch, line)
        faults = [finding for finding in seen.values() if finding.fault is not None]
        found, prop = seen.get(name), target.prop
        if found is None and faults:
            # A rule fails on the way: then that is what there is to mend, whatever was asked.
            found, prop = faults[0], None
            if name != SOUND:
                self.strict, self.levels = True, None
                name = SOUND
        if found is None and name == STUCK:
            return False  # large families of moves count as empty, to be on the safe side
        if found is None:
            raise Disagreement(
                f"the search found a play against '{name}' that the reference does not find: {line}"
            )
        self.open.pop(name, None)
        self.result.clean.pop(name, None)
        if name not in self.result.found:
            small = shrink(watch, found, self.budget.shrink)
            example = evidence(self.rules, small, prop)
            seconds = perf_counter() - self.begun
            self.result.found[name] = Found(name, small, example, small.line.moves, seconds, how)
        return True

    def _line(self, name: str, model: Model) -> Line | None:
        try:
            return line_of(self.rules, model)
        except Impossible as error:
            if error.order:
                return None  # chance cannot deal it so; another model might do
            raise Disagreement(f"the search for '{name}' found no play: {error}") from None


DEEPER: Final = "bounded search"
"""How what was found by looking deeper was found."""
