"""How much is played: choices of options, seeds and numbers of deals, all fixed beforehand.

The amount never depends on the clock, so that the same command says the same thing everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import Final, assert_never

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.rng import lot_seed
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value

WORK: Final = 24_000
"""Default deals of a spec, times the cards of its pack: fewer deals of larger games."""

SEVERAL: Final = 48_000
"""The same where the generated Python plays."""

MANY: Final = 4_800_000
"""The same where the compiled engine plays."""

MOST: Final = 100_000
"""More deals are played only where they are asked for."""

FIRST: Final = 6
"""One deal in so many belongs to the first stage."""


class Stage(Enum):
    """The seeded deals of a spec come in stages."""

    FIRST = "first"  # a few, so that what is plainly wrong is told soon
    REST = "rest"  # the others
    RARE = "rare"  # as many again, where something that should be possible has not been seen


FEWEST: Final = {Stage.FIRST: 4, Stage.REST: 12, Stage.RARE: 12}
"""At least so many deals are played under each choice of options."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user asked for.

    `deals` and `examples` are the numbers for each spec; None: by the size of its pack.  `fast`
    plays the first stage only.  `through` plays all stages even where the first refutes something.
    `engine` is who plays: reference, python, c, or auto.
    """

    seed: int = 1
    deals: int | None = None
    examples: int | None = None
    fast: bool = False
    through: bool = False
    engine: str = "auto"

    def deals_of(self, spec: Spec, stage: Stage, work: int = WORK) -> int:
        """Return how many seeded deals of a spec are played in a stage, in all.

        `work` is what an engine does, in deals times cards; only the rest grows with it.
        """
        usual = max(100, WORK // len(spec.cards.members))
        deals = max(usual, min(MOST, work // len(spec.cards.members)))
        if self.deals is not None:
            deals = self.deals
        few = min(deals, usual)
        first = min(few, max(1, few // FIRST))
        match stage:
            case Stage.FIRST:
                return first
            case Stage.REST:
                return 0 if self.fast else deals - first
            case Stage.RARE:
                return first if self.fast else few
            case _:
                assert_never(stage)

    def examples_of(self, spec: Spec) -> int:
        """Return how many Hypothesis examples of a spec are tried."""
        if self.examples is not None:
            return self.examples
        usual = self.deals_of(spec, Stage.RARE)
        return max(5, usual // 4)


@dataclass(frozen=True, slots=True)
class Lot:
    """Deals that are played one after another under one choice of options."""

    options: tuple[tuple[str, Value], ...]
    seed: int
    deals: int
    biased: bool


def choices_of_options(rules: Rules) -> tuple[Mapping[str, Value], ...]:
    """Return the choices under which a spec is tried: only what differs from the defaults is named.

    The defaults come first, then each other value alone, then each pair of other values.
    """
    spec = rules.spec
    try:
        defaults = rules.new_match({})
    except RuleFault:
        return ({},)  # no match can be begun, which play will tell
    others = {
        cell.name: [v for v in cell.domain if v != defaults.cells[cell.offset]]
        for cell in spec.layer(Layer.OPTION)
    }
    found: list[Mapping[str, Value]] = [{}]
    found += [{name: value} for name, values in others.items() for value in values]
    for (a, first), (b, second) in combinations(others.items(), 2):
        found += [{a: x, b: y} for x, y in product(first, second)]
    return tuple(found)


def lots(rules: Rules, plan: Plan, stage: Stage, work: int = WORK) -> tuple[Lot, ...]:
    """Return the seeded lots of one stage; no two lots have one seed.

    Its deals are shared out among the choices of options, most to the defaults.
    """
    choices = choices_of_options(rules)
    deals = plan.deals_of(rules.spec, stage, work)
    if deals <= 0:
        return ()
    fewest = FEWEST[Stage.FIRST if plan.fast else stage]
    share = max(min(deals, fewest), deals // (len(choices) + 1))
    found = []
    for i, options in enumerate(choices):
        n = max(share, deals - share * (len(choices) - 1)) if i == 0 else share
        seed = lot_seed(plan.seed, len(Stage) * i + list(Stage).index(stage))
        found.append(Lot(tuple(options.items()), seed, n, stage is Stage.RARE))
    return tuple(found)
