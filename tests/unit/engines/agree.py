"""Holding the three engines against one another, and telling where they part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from pathlib import Path

from cardavia_spec.back.c.build import COUNTING
from cardavia_spec.back.c.engine import Counts
from cardavia_spec.back.c.engine import Engine as CEngine
from cardavia_spec.back.c.source import source
from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_move, tell_state
from cardavia_spec.core.types import Value
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.chance import supply
from cardavia_spec.play.engines import Made, Order
from cardavia_spec.play.lots import fold_state, play_lots

ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted((ROOT / "spec").glob("*.yaml")) + sorted((ROOT / "tests" / "games").glob("*.yaml"))
MOST = 10_001


@dataclass(frozen=True)
class Played:
    """What came out of one lot: deals, moves, hash, and the rule that failed, if one did."""

    deals: int
    moves: int
    hash: int
    fault: str | None = None


class Three:
    """The three engines of one spec."""

    def __init__(self, spec: Spec, flags: tuple[str, ...] = COUNTING) -> None:
        self.spec = spec
        self.made = Made(spec)
        self.names = self.made.python()
        self.engine: CEngine = self.made.c(flags)
        self.interpreter = Interpreter(spec)

    def numbers(self, options: Mapping[str, Value]) -> list[int]:
        return Order(self.spec, 0, 0, options).option_numbers()

    def _rule(self, number: int) -> str | None:
        known = self.made.program.obligations
        if not number:
            return None
        ends = ("the turn", "the deal", "the count")
        return known[number - 1].rule if number <= len(known) else ends[number - len(known) - 1]

    def reference(self, seed: int, deals: int, options: Mapping[str, Value]) -> Played:
        n, moves, value = 0, 0, 0
        try:
            for deal in play_lots(self.interpreter, seed, deals, options):
                n, moves, value = n + 1, moves + deal.moves, deal.hash
        except RuleFault as fault:
            return Played(n, moves, value, fault.rule)
        return Played(n, moves, value)

    def python(self, seed: int, deals: int, options: Mapping[str, Value]) -> Played:
        told = self.names["run_lot"](seed, deals, self.numbers(options))
        return Played(told["deals"], told["moves"], told["hash"], self._rule(told["fault"]))

    def c(
        self, seed: int, deals: int, options: Mapping[str, Value], engine: CEngine | None = None
    ) -> Played:
        counts = Counts()
        engine = engine or self.engine
        hashes, _ = engine.run(seed, 0, 1, deals, self.numbers(options), counts)
        fault = self._rule(counts["fault"])
        return Played(counts["deals"], counts["moves"], hashes[0], fault)

    def only_playing(self, flags: tuple[str, ...]) -> CEngine:
        """Return the compiled engine that counts nothing."""
        return CEngine(source(plan(self.spec)), flags)

    # ------------------------------------------------------------------ where they part

    def parting(self, seed: int, deals: int, options: Mapping[str, Value]) -> str:
        """Return where the compiled and the Python engine leave the reference, in cards."""
        for name in ("python", "c"):
            for n in range(1, deals + 1):
                ours = getattr(self, name)(seed, n, options)
                if ours != self.reference(seed, n, options):
                    return self._deal(name, seed, n - 1, options)
        return "they agree"

    def _deal(self, name: str, seed: int, deal: int, options: Mapping[str, Value]) -> str:
        rng = Random(seed)
        it = self.interpreter
        size = len(self.spec.cards.members)
        log = self.engine.states(seed, deal, self.numbers(options), MOST)
        state, over, n = it.new_match(options), False, 0
        while True:
            if over:
                state = it.new_match(options)
            take = supply(rng.shuffled(size))
            state = it.deal_steps(state, take)[-1].state
            move, made = "the deal", 0
            while True:
                if n == deal and name == "c" and fold_state(self.spec, state, 0) != log[made]:
                    return f"{name}: deal {n}, move {made}: after {move}\n{self._told(state)}"
                if state.over:
                    break
                made += 1
                chosen = it.moves(state).sample(rng)
                move = tell_move(self.spec, chosen)
                state = it.move_steps(state, chosen, take)[-1].state
            state = it.after_deal(state).state
            over = it.match_over(state)
            if n == deal:
                return f"{name}: deal {n}, when it is scored\n{self._told(state)}"
            n += 1

    def _told(self, state: State) -> str:
        return "\n".join(tell_state(self.spec, state))


@cache
def three(path: Path) -> Three:
    return Three(load_spec(path))


def choices(spec: Spec) -> list[dict[str, Value]]:
    """Return option values so that each value and each pair of values of two options is there."""
    cells = [cell for cell in spec.layer(Layer.OPTION) if cell.size == 1]
    found: list[dict[str, Value]] = [{}]
    found += [{cell.name: v} for cell in cells for v in cell.domain]
    for a, b in combinations(cells, 2):
        found += [{a.name: x, b.name: y} for x, y in product(a.domain, b.domain)]
    unique = {tuple(sorted(c.items(), key=lambda i: i[0])): c for c in found}
    return list(unique.values())


def whole(value: Value) -> int:
    """Return the number that stands for a value of an option."""
    assert not isinstance(value, frozenset)
    return NONE if value is None else int(value)
