"""What generated engines are asked of the properties of a spec, and what their answers mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cardavia_spec.check.obligations import ENDLESS, STUCK
from cardavia_spec.check.runs.course import WISHES
from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan.program import Ask, Moment, Program
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.core.types import BOOL
from cardavia_spec.play.stats import condition_of

MOMENTS: Final[Mapping[PropertyKind, Moment]] = {
    PropertyKind.ALWAYS: Moment.STATE,
    PropertyKind.LEMMA: Moment.STATE,
    PropertyKind.POSSIBLE_IN_PLAY: Moment.STATE,
    PropertyKind.EACH_STEP: Moment.STEP,
    PropertyKind.AT_END: Moment.END,
    PropertyKind.POSSIBLE: Moment.END,
    PropertyKind.EACH_DEAL: Moment.SCORED,
    PropertyKind.AT_MATCH_END: Moment.MATCH_END,
    PropertyKind.POSSIBLE_MATCH: Moment.MATCH_END,
}
"""When a property of each kind is read; a theorem is not read in play."""


class Role(Enum):
    """What it means that the answer to a question is yes."""

    REFUTES = "refutes"  # the property does not hold here
    SHOWS = "shows"  # what the property says is possible is so
    MEETS = "meets"  # the condition of the property holds


@dataclass(frozen=True, slots=True)
class Question:
    """One question: about which property, and what yes means."""

    key: str
    role: Role
    moment: Moment


class Asked:
    """The plan of a spec with all questions; what they find is noted by number.

    First come the questions, by their number, then the obligations, in the order of the program,
    then that nobody can move, that a deal does not end, that there are too many moves to count.
    """

    def __init__(self, spec: Spec) -> None:
        """Plan the engine and its questions.

        Raises:
            Unsupported: a mask cannot hold the sets that playing takes.
        """
        asks: list[tuple[Ask, Question]] = []
        for prop in spec.properties:
            moment = MOMENTS.get(prop.kind)
            if moment is None:
                continue
            wish = prop.kind in WISHES
            test = prop.test if wish else ir.Apply(Op.NOT, (prop.test,), type=BOOL)
            role = Role.SHOWS if wish else Role.REFUTES
            asks.append((Ask(prop.name, test, moment), Question(prop.name, role, moment)))
            condition = None if wish else condition_of(prop.test)
            if condition is not None:
                ask = Ask(f"when: {prop.name}", condition, moment)
                asks.append((ask, Question(prop.name, Role.MEETS, moment)))
        # One that is never so, for an engine without any question looks for nothing at all.
        never = Ask("never", ir.Lit(False, type=BOOL), Moment.MATCH_END)
        asks.append((never, Question("", Role.SHOWS, Moment.MATCH_END)))
        self.spec = spec
        self.program: Program = plan(spec, (ask for ask, _ in asks))
        planned = {id(ask) for ask in self.program.asks}
        self.questions = tuple(question for ask, question in asks if id(ask) in planned)
        self.skipped = frozenset(
            question.key
            for ask, question in asks
            if id(ask) not in planned and question.role is not Role.MEETS
        )

    @property
    def first_fault(self) -> int:
        """The number of the first obligation."""
        return len(self.questions)

    @property
    def size(self) -> int:
        """How many things can be noted."""
        return len(self.questions) + len(self.program.obligations) + 3

    def key(self, number: int) -> str:
        """Return what a number is called: a property, or an obligation in few words."""
        if number < self.first_fault:
            return self.questions[number].key
        place = number - self.first_fault
        known = self.program.obligations
        if place < len(known):
            line = f" (line {known[place].span.line})" if known[place].span.line else ""
            return f"{known[place].rule}: {known[place].what}{line}"
        return (STUCK, ENDLESS, "so many moves can be counted")[place - len(known)]
