"""How much is played: choices of options, seeds and numbers of deals, all fixed beforehand.

The amount never depends on the clock, so that the same command says the same thing everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core.rng import lot_seed
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value

WORK = 24_000
"""Default deals of a spec, times the cards of its pack: fewer deals of larger games."""

FEWEST = 12
"""At least so many deals are played under each choice of options."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user asked for.

    `deals` and `examples` are the numbers for each spec; None: by the size of its pack.
    """

    seed: int = 1
    deals: int | None = None
    examples: int | None = None
    fast: bool = False

    def deals_of(self, spec: Spec) -> int:
        """Return how many seeded deals of a spec are played, in all."""
        if self.deals is not None:
            return self.deals
        whole = max(100, WORK // len(spec.cards.members))
        return whole // 8 if self.fast else whole

    def examples_of(self, spec: Spec) -> int:
        """Return how many Hypothesis examples of a spec are tried."""
        if self.examples is not None:
            return self.examples
        return max(5, self.deals_of(spec) // 4)


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
    defaults = rules.new_match({})
    others = {
        cell.name: [v for v in cell.domain if v != defaults.cells[cell.offset]]
        for cell in spec.layer(Layer.OPTION)
    }
    found: list[Mapping[str, Value]] = [{}]
    found += [{name: value} for name, values in others.items() for value in values]
    for (a, first), (b, second) in combinations(others.items(), 2):
        found += [{a: x, b: y} for x, y in product(first, second)]
    return tuple(found)


def lots(rules: Rules, plan: Plan, *, biased: bool) -> tuple[Lot, ...]:
    """Return the seeded lots: the deals shared out among the choices of options, defaults most.

    Biased lots have seeds of their own.
    """
    choices = choices_of_options(rules)
    deals = plan.deals_of(rules.spec)
    if deals <= 0:
        return ()
    share = max(min(deals, FEWEST), deals // (len(choices) + 1))
    found = []
    for i, options in enumerate(choices):
        n = max(share, deals - share * (len(choices) - 1)) if i == 0 else share
        seed = lot_seed(plan.seed, 2 * i + biased)
        found.append(Lot(tuple(options.items()), seed, n, biased))
    return tuple(found)
