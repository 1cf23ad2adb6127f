"""Play on generated Python from decks and choices that are given, with every state kept.

It takes a small part of the time that the reference takes.  Nothing is checked on the way: whoever
shows what came out lets the reference play the same line first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.python.module import module
from cardavia_spec.core import ir
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.program import Ask, Moment, Unsupported
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.types import BOOL, Bool, Maybe, SetOf, Type, Value
from cardavia_spec.play.driver import FromBytes

_EVERYWHERE: Final = Ask("every state", ir.Lit(value=True, type=BOOL), Moment.STATE)
"""An engine that is asked something tells each state that it reaches."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state as the engine has it: masks and numbers; whether a deal has just been made."""

    zones: tuple[int, ...]
    cells: tuple[int, ...]
    over: bool
    dealt: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A line of play: the states reached within deals, in order.

    `marks` tells for each state of the match, first the one before any deal, how many of them had
    been reached by then.
    """

    reached: tuple[Snapshot, ...]
    marks: tuple[int, ...]


class Swift:
    """The generated Python of one spec, ready to play from given decks."""

    def __init__(self, spec: Spec) -> None:
        """Make the engine.

        Raises:
            Unsupported: the spec has sets that a mask cannot hold.
        """
        self.spec = spec
        self.names = module(plan(spec, (_EVERYWHERE,)), counts=True, quick=False)
        self.names["draw"] = draw_given
        self.names["observe"] = lambda s, when: s.watch(s, when)
        self._rules = Interpreter(spec)
        self._values: tuple[Callable[[int], Value], ...] = tuple(
            _value(cell.type) for cell in spec.cells.values() for _ in range(cell.size)
        )
        self._sets: dict[int, frozenset[int]] = {}

    def play(self, options: Mapping[str, Value], source: FromBytes, longest: int) -> Course | None:
        """Play one match until it is over, no deck is left, or it has `longest` states.

        Return None where anything is odd: a rule fails, or nobody can move.
        """
        names = self.names
        reached: list[Snapshot] = []
        marks = [0]

        def watch(s: Any, when: int) -> None:  # noqa: ANN401 - a state of the generated engine
            if when < 2:
                reached.append(Snapshot(tuple(s.z), tuple(s.c), bool(s.over), when == 0))

        s = names["State"]()
        s.watch, s.made = watch, names["CARDS"]
        slots = sum(cell.size for cell in self.spec.layer(Layer.OPTION))
        begun = self._rules.new_match(options).cells[:slots]
        s.c[:slots] = [NONE if v is None else int(v) for v in begun]  # type: ignore[arg-type]
        names["start_match"](s)
        over = False
        while not over and not s.fault and (deck := source.deck()) is not None:
            s.over, s.deck = False, deck
            names["deal"](s)
            watch(s, 0)
            names["settle"](s)
            marks.append(len(reached))
            while not (s.over or s.fault):
                if len(marks) >= longest:
                    return Course(tuple(reached), tuple(marks))
                total = names["moves"](s)
                if total == 0:
                    return None
                rule, member = 0, source.choose((), total)
                while member >= s.count[rule]:
                    member -= s.count[rule]
                    rule += 1
                names["PLAYS"][rule](s, member)
                watch(s, 1)
                names["settle"](s)
                marks.append(len(reached))
            over = not s.fault and self._scored(s)
        return None if s.fault else Course(tuple(reached), tuple(marks))

    def _scored(self, s: Any) -> bool:  # noqa: ANN401
        """Keep the score of a deal that has ended; return whether that ends the match."""
        names = self.names
        names["results"](s, [0] * names["RESULTS"])
        names["after_deal"](s)
        over = not s.fault and bool(names["match_over"](s))
        if over:
            names["match_results"](s, [0] * names["MATCH_RESULTS"])
        return over

    def state(self, snapshot: Snapshot) -> State:
        """Return a state as the reference has it."""
        cells = tuple(value(n) for value, n in zip(self._values, snapshot.cells, strict=True))
        return State(tuple(map(self._set, snapshot.zones)), cells, snapshot.over)

    def _set(self, mask: int) -> frozenset[int]:
        found = self._sets.get(mask)
        if found is None:
            if len(self._sets) >= 1 << 14:
                self._sets.clear()
            found = self._sets[mask] = _members(mask)
        return found


def draw_given(s: Any, zone: int, n: int) -> int:  # noqa: ANN401
    """Return the first n cards, in the order of the deck of `s`, that lie in a zone, as a mask."""
    inside: int = s.z[zone]
    deck: Sequence[int] = s.deck
    if n >= inside.bit_count():
        return inside if n > 0 else 0
    out = 0
    for card in deck:
        if n <= 0:
            break
        if inside >> card & 1:
            out |= 1 << card
            n -= 1
    return out


def swift(spec: Spec) -> Swift | None:
    """Return the engine of a spec, or None if it cannot be generated."""
    try:
        return Swift(spec)
    except Unsupported:
        return None


def _members(mask: int) -> frozenset[int]:
    return frozenset(i for i in range(mask.bit_length()) if mask >> i & 1)


def _value(type_: Type) -> Callable[[int], Value]:
    """Return what turns a number of the engine into a value of a type."""
    match type_:
        case Bool():
            return bool
        case SetOf():
            return _members
        case Maybe(inner):
            of = _value(inner)
            return lambda n: None if n == NONE else of(n)
        case _:
            return lambda n: None if n == NONE else n
