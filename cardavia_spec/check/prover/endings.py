"""That a deal and a match end: which number sinks, from what was kept and what is asked anew.

What is kept of a number in a step says on what its proof relied, as for other goals.  That no
proof was found is kept for the very same assumptions only; but the numbers that served the last
time are tried first, so that after an edit no others need be asked as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from cardavia_spec.check.obligations import ENDLESS, ENDLESS_MATCH
from cardavia_spec.check.prover.bench import Bench, Measures, Sinking
from cardavia_spec.check.prover.ending import deal_measures, match_measures, match_pairs, ranked
from cardavia_spec.check.prover.show import told
from cardavia_spec.core.ir import Expr, Lit
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.types import BOOL

if TYPE_CHECKING:
    from cardavia_spec.check.prover.store import Proofs

_LAST = ("after deal",)


@dataclass(frozen=True, slots=True)
class Sunk:
    """A proved goal: a step never raises a number, or always lowers it (`strict`)."""

    step: str
    number: Expr
    strict: bool
    relies: frozenset[str]

    @property
    def says(self) -> str:
        """What the goal says, for people."""
        return f"{told(self.number)} {'sinks' if self.strict else 'never rises'}"


@dataclass(frozen=True, slots=True)
class End:
    """What is known of an end: the numbers that sink, and the steps that lower none of them."""

    name: str
    chosen: tuple[Expr, ...]
    left: tuple[str, ...]
    goals: tuple[Sunk, ...]
    seconds: float


class Endings:
    """Looks for what sinks, under invariants that are proved.

    `unowed` names the obligations that are not.
    """

    def __init__(
        self,
        spec: Spec,
        bench: Bench,
        proofs: Proofs,
        active: tuple[str, ...],
        unowed: frozenset[str],
    ) -> None:
        self.spec = spec
        self.bench = bench
        self.proofs = proofs
        self.active = active
        self.unowed = unowed
        self.same = proofs.trusted(active, unowed)
        self.found: dict[tuple[str, Expr], Sinking] = {}

    def find(self) -> tuple[End, ...]:
        """Return what is known of the end of a deal, and of a match of several."""
        moves = tuple(f"move {name}" for name in self.spec.moves)
        events = tuple(f"event {name}" for name in self.spec.events)
        numbers = tuple(deal_measures(self.spec))
        ends = [self._end(ENDLESS, (*moves, *events), moves, (numbers,))]
        if self.spec.match.over != Lit(value=True, type=BOOL):
            plain, pairs = tuple(match_measures(self.spec)), tuple(match_pairs(self.spec))
            ends.append(self._end(ENDLESS_MATCH, _LAST, _LAST, (plain, pairs)))
        return tuple(ends)

    def _end(
        self,
        name: str,
        steps: tuple[str, ...],
        must: tuple[str, ...],
        tries: tuple[tuple[Expr, ...], ...],
    ) -> End:
        begin = perf_counter()
        served = self.proofs.served(name)
        by_digest = {} if not served else {self.proofs.number(n): n for t in tries for n in t}
        hints = [by_digest[digest] for digest in served if digest in by_digest]
        chosen, left = ranked(steps, must, hints, self._hoped) if hints else ([], list(must))
        for numbers in tries:
            if not left:
                break
            chosen, left = ranked(steps, must, numbers, self._ask)
        if not left:
            self.proofs.keep_served(name, chosen)
        goals = self._goals(steps, chosen) if not left else ()
        return End(name, tuple(chosen), tuple(left), goals, perf_counter() - begin)

    def _goals(self, steps: Sequence[str], chosen: Sequence[Expr]) -> tuple[Sunk, ...]:
        """Return the goals that numbers, one after the other, stand on."""
        goals = []
        left = list(steps)
        for number in chosen:
            for step in list(left):
                known = self.found[step, number]
                relies = known.rises if known.lowers is None else known.lowers
                assert relies is not None
                goals.append(Sunk(step, number, known.lowers is not None, relies))
                if known.lowers is not None:
                    left.remove(step)
        return tuple(goals)

    def _hoped(
        self, steps: Sequence[str], numbers: Sequence[Expr]
    ) -> Mapping[str, list[tuple[bool, bool]]]:
        """Ask, and take for still true that something was not shown before."""
        return self._asked(steps, numbers, hoped=True)

    def _ask(
        self, steps: Sequence[str], numbers: Sequence[Expr]
    ) -> Mapping[str, list[tuple[bool, bool]]]:
        return self._asked(steps, numbers, hoped=False)

    def _asked(
        self, steps: Sequence[str], numbers: Sequence[Expr], *, hoped: bool
    ) -> Mapping[str, list[tuple[bool, bool]]]:
        missing = []
        for step in steps:
            kept = {
                number: self.proofs.sunk(step, number, self.active, self.unowed, self.same, hoped)
                for number in numbers
            }
            if any(known is None for known in kept.values()):
                missing.append(step)
            for number, known in kept.items():
                if known is not None:
                    self.found[step, number] = known
        if missing:
            asked = Measures(tuple(missing), tuple(numbers), self.active, self.unowed)
            for step, answers in self.bench.measure(asked).items():
                for number, answer in zip(numbers, answers, strict=True):
                    self.found[step, number] = answer
                    self.proofs.keep_sunk(step, number, answer, self.same)
        answers_of = {step: [self.found[step, number] for number in numbers] for step in steps}
        return {
            step: [(a.rises is not None, a.lowers is not None) for a in answers]
            for step, answers in answers_of.items()
        }
