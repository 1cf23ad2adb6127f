"""What was played for a spec, and who helps with playing: the records that all stages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cardavia_spec.check.runs.course import WISHES, Tally
from cardavia_spec.check.runs.crew import Crew
from cardavia_spec.check.runs.plan import Lot
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.check.runs.watching import Watching
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.driver import Biased, Enough, Given, Line, Uniform

Progress: TypeAlias = Callable[[str], None]
"""Told what is being done now; also, by some, why something is done in another way."""

DEALS: Final = "deals"
RARE: Final = "deals with rare moves"
EXAMPLES: Final = "deals of examples"
RECORDED: Final = "deals of witnesses"


@dataclass(frozen=True, slots=True)
class Seen:
    """In how many of so many deals a wish came true, and what deals they were."""

    count: int
    of: int
    kind: str


@dataclass(slots=True)
class Played:
    """What was played for a spec, in all.

    `tally` has what was found and counts the seeded deals, `examples` those of Hypothesis; `seen`
    says for each wish where it came true, `met` in how many deals a condition held (where that is
    counted).  `cut` tells that play ended early, since the first deals refuted something.
    `swift` can play the same many times faster; `alias` maps keys to what it calls them.
    `slow` is what the reference played for the properties that only it can read.
    """

    tally: Tally
    examples: int = 0
    seconds: float = 0.0
    cut: bool = False
    seen: dict[str, Seen] = field(default_factory=dict)
    met: dict[str, int] = field(default_factory=dict)
    swift: Swift | None = None
    alias: dict[str, str] = field(default_factory=dict)
    slow: Played | None = None

    def of(self, key: str) -> Played:
        """Return what was played for one property."""
        if self.slow is not None and self.swift is not None and key in self.swift.asked.skipped:
            return self.slow
        return self


@dataclass(frozen=True, slots=True)
class Help:
    """Who helps: processes for the reference, a crew for the many deals, and who is told what.

    `recorded` is play of other properties' witnesses, which may refute what is almost true.
    """

    workers: Workers
    crew: Crew
    progress: Progress = lambda _: None
    note: Progress = lambda _: None
    recorded: tuple[Line, ...] = ()


def refuted(spec: Spec, tally: Tally) -> bool:
    """Tell whether anything was found that should not be."""
    wishes = {p.name for p in spec.properties if p.kind in WISHES}
    return bool(tally.findings.keys() - wishes)


def watch_recorded(watch: Watching, lines: Iterable[Line]) -> Tally:
    """Play recorded matches as far as they go, and return what is found."""
    tally = Tally()
    for line in lines:
        try:
            watch.course(tally, dict(line.options)).match(
                Given(line.deals, len(line.deals[-1].choices))
            )
        except Enough:
            continue
    return tally


def watch_lot(watch: Watching, lot: Lot, tally: Tally) -> None:
    """Play the deals of a lot with whatever engine the watch has, and add what is found."""
    size = len(watch.spec.cards.members)
    source: Uniform = (
        Biased(lot.seed, size, lot.deals, watch.spec.weights)
        if lot.biased
        else Uniform(lot.seed, size, lot.deals)
    )
    watch.course(tally, dict(lot.options)).run(source)
