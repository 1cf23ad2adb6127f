"""One play, three engines: the reference interpreter, generated Python, generated C.

Lots are played in any order and by any number of threads or processes: what comes out is added
up, and the hashes of the lots are folded in their order, so no result depends on how it was cut.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardavia_spec.back.c.build import COUNTING, FAST, NoEngine
from cardavia_spec.back.c.engine import Counts
from cardavia_spec.back.c.engine import Engine as CEngine
from cardavia_spec.back.c.source import source as c_source
from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.program import Program, Unsupported
from cardavia_spec.core.plan.records import Layout, layout
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.rng import fold, lot_seed
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value
from cardavia_spec.play.lots import LOT, play_lots
from cardavia_spec.play.stats import SAMPLE, Adder, conditions


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played: `deals` deals from `seed`, with these options and weights.

    `weights` maps moves to how often each of their members is tried (1 where it is missing);
    None plays uniformly.  `conditions`: whether those of the properties are looked at; without
    `branches` the compiled engine need not count them.
    """

    spec: Spec
    seed: int
    deals: int
    options: Mapping[str, Value] = field(default_factory=dict)
    weights: Mapping[str, int] | None = None
    conditions: bool = False
    branches: bool = True

    @property
    def branched(self) -> bool:
        """Whether branches are to be counted: no other engine knows conditions or weights."""
        return self.branches or self.conditions or self.weights is not None

    def option_numbers(self) -> list[int]:
        """Return the numbers of the option cells, slot by slot."""
        cells = Interpreter(self.spec).new_match(self.options).cells
        slots = sum(cell.size for cell in self.spec.layer(Layer.OPTION))
        return [NONE if v is None else int(v) for v in cells[:slots]]  # type: ignore[arg-type]

    def weight_numbers(self) -> list[int] | None:
        """Return one number for each move, or None."""
        if self.weights is None:
            return None
        return [self.weights.get(name, 1) for name in self.spec.moves]

    def pieces(self, lots: int, first: int = 0) -> tuple[int, int, int]:
        """Return up to `lots` lots from number `first` on: first lot, how many, deals in each."""
        whole = self.deals // LOT
        if first < whole:
            return first, min(lots, whole - first), LOT
        return first, 1, self.deals - whole * LOT

    @property
    def lots(self) -> int:
        """How many lots there are; the last one may have fewer deals."""
        return -(-self.deals // LOT)


@dataclass(slots=True)
class Sums:
    """What came out of some lots: sums, and the hash of each lot by its number.

    `folded` is the hash of the first `upto` lots together, which need not be kept one by one.
    """

    stats: list[int]
    deals: int = 0
    moves: int = 0
    matches: int = 0
    longest: int = 0
    hashes: dict[int, int] = field(default_factory=dict)
    fault: tuple[int, int, int] | None = None  # lot, deals before it in the lot, number
    folded: int = 0
    upto: int = 0

    def add(self, other: Sums) -> None:
        """Add what came out of other lots, of which none is folded yet."""
        assert other.upto == 0
        self.stats = [a + b for a, b in zip(self.stats, other.stats, strict=True)]
        self.deals += other.deals
        self.moves += other.moves
        self.matches += other.matches
        self.longest = max(self.longest, other.longest)
        self.hashes |= other.hashes
        if other.fault is not None and (self.fault is None or other.fault < self.fault):
            self.fault = other.fault

    def fold_up(self) -> None:
        """Keep the hashes of the first lots as one, as far as all are there: memory stays flat."""
        while (found := self.hashes.pop(self.upto, None)) is not None:
            self.folded = fold(self.folded, found)
            self.upto += 1

    @property
    def hash(self) -> int:
        """The hashes of the lots, folded in order."""
        value = self.folded
        for lot in sorted(self.hashes):
            value = fold(value, self.hashes[lot])
        return value


Progress = Callable[[int], None]
"""Told how many deals have been played."""


class Made:
    """The generated engines of one spec, as far as they have been asked for."""

    def __init__(self, spec: Spec, *, asks: bool = False) -> None:
        """Plan the engine.

        Raises:
            NoEngine: the spec has sets that a mask cannot hold.
        """
        try:
            self.program: Program = plan(spec, conditions(spec) if asks else ())
        except Unsupported as reason:
            raise NoEngine(f"the game cannot be generated: {reason}") from None
        self.spec = spec
        self.layout: Layout = layout(spec, len(self.program.branches), len(self.program.asks))

    @property
    def too_many(self) -> int:
        """The number of the fault that is none: more moves than the compiled engine counts."""
        return len(self.program.obligations) + 3

    def python(self) -> dict[str, Any]:
        """Return the names of the generated Python module."""
        from cardavia_spec.back.python.module import module  # takes a while

        return module(self.program, counts=True)

    def c(self, flags: tuple[str, ...] | None = None, *, branches: bool = True) -> CEngine:
        """Return the compiled engine; without `branches` one that counts the results only.

        That one plays half as fast again, and knows no weights.

        Raises:
            NoEngine: there is no compiler, it fails, or there are too many cards.
        """
        try:
            text = c_source(self.program, counts=branches, tells=True)
            return CEngine(text, flags or (COUNTING if branches else FAST))
        except Unsupported as reason:
            raise NoEngine(str(reason)) from None


class Interrupted(Exception):
    """Ctrl-C: `sums` is what was played until then."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        super().__init__("interrupted")


def run_c_piece(
    order: Order, made: Made, engine: CEngine, first: int, lots: int, size: int
) -> Sums:
    """Play some lots with the compiled engine."""
    counts = Counts(made.layout.size)
    found, failed = engine.run(
        order.seed, first, lots, size, order.option_numbers(), counts, order.weight_numbers(),
        SAMPLE if order.conditions else 0,
    )  # fmt: skip
    fault = None
    if failed:
        fault = (counts["fault_lot"], counts["fault_deal"], counts["fault"])
        found = found[: counts["fault_lot"] - first]
    return Sums(
        list(counts.stats or ()), counts["deals"], counts["moves"], counts["matches"],
        counts["longest"], dict(enumerate(found, first)), fault,
    )  # fmt: skip


def play_python(names: Mapping[str, Any], made: Made, order: Order, lot: int, deals: int) -> Sums:
    """Play one lot with the generated Python."""
    adder = Adder(made.spec, made.layout)
    asked = order.conditions and lot % SAMPLE == 0
    told = names["run_lot"](
        lot_seed(order.seed, lot), deals, order.option_numbers(), order.weight_numbers(),
        None, adder, asked,
    )  # fmt: skip
    fault = (lot, told["fault_deal"], told["fault"]) if told["fault"] else None
    hashes = {} if fault else {lot: told["hash"]}
    return Sums(
        adder.stats, told["deals"], told["moves"], told["matches"], told["longest"], hashes, fault
    )


# ------------------------------------------------------------------------------- faults


def raise_fault(order: Order, fault: tuple[int, int, int]) -> None:
    """Raise the fault that ended a run, as the reference tells it.

    Raises:
        RuleFault: always, unless the reference finds nothing wrong.
        RuntimeError: the reference finds nothing wrong: the engines disagree.
    """
    lot, deal, number = fault
    seed = lot_seed(order.seed, lot)
    engine = Interpreter(order.spec)
    for _ in play_lots(engine, seed, deal + 1, order.options, None, order.weights):
        pass
    raise RuntimeError(f"the engines disagree: lot {lot}, deal {deal}, obligation {number}")


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


__all__ = [
    "Interrupted",
    "Made",
    "Order",
    "Progress",
    "Sums",
    "cores",
    "play_python",
    "raise_fault",
    "run_c_piece",
]
