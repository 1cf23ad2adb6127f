"""A program written apart for what its moves ask most: whether a family of zones has any cards.

Most often that is whether somebody leads.  The legal moves, and what each of them does, are
written once for each answer; what follows a move begins with what is known after it, and an event
with what is known wherever it may begin.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cardavia_spec.back.c.again import once, set_once
from cardavia_spec.back.c.facts import Families, Known, union_of
from cardavia_spec.back.c.given import handed_on, one_after_the_other
from cardavia_spec.back.c.inside import surely_there
from cardavia_spec.back.c.knowing import Acts, Knowing, used
from cardavia_spec.back.c.lone import added, laid_singly, remembered
from cardavia_spec.back.c.places import parts
from cardavia_spec.back.c.ranges import Ranges, composed
from cardavia_spec.back.c.straight import chained, straight, unasked
from cardavia_spec.back.c.topmost import compared, counted
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Function, Kind, Num, Op
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.spec import Spec

MOST: Final = 1.75
"""Moves are written apart where both plans are not longer than this, beside that for all."""
LONGEST: Final = 30_000
"""Nor than so many characters: the compiler is to be done within a second."""


@dataclass(frozen=True, slots=True)
class Case:
    """One move in one phase: its number, the function that makes it, and what then follows.

    Where no event can happen `to` tells where play goes on.
    """

    move: int
    play: str
    then: Acts
    to: str | None = None


@dataclass
class Phases:
    """A program and its moves, by phases; `asked` is what parts them, if there are several.

    The first phase is the one in which it does not hold.
    """

    program: Program
    asked: Code | None = None
    cases: list[tuple[Case, ...]] = field(default_factory=list)

    @property
    def settling(self) -> list[Acts]:
        """What follows moves, each once."""
        return list(dict.fromkeys(case.then for cases in self.cases for case in cases if case.then))


def families(spec: Spec) -> Families:
    """Return which slots belong together."""
    return Families(
        {z.offset: z.size for z in spec.zones.values()},
        {c.offset: c.size for c in spec.cells.values()},
    )


def phases(program: Program, *, apart: bool = True) -> Phases:
    """Return a program with its moves written apart, or (not `apart`) once for all."""
    return _Writer(program).written(apart=apart)


class _Writer:
    """Writes one program anew."""

    def __init__(self, program: Program) -> None:
        self.old = program.functions
        self.functions = dict(program.functions)
        self.program = replace(program)
        self.program.functions = self.functions
        self.program.facts = program.facts
        self.program.arrays = dict(program.arrays)
        self.families = families(program.spec)
        self.moves = list(program.spec.moves)
        self.laid = laid_singly(program.functions.values(), self.families)
        self.events: dict[str, Known] = {}  # what is known where an event begins
        self.asked: Code | None = None
        self.apart = False
        self.settles = {n: f.body for n, f in self.old.items() if n.startswith("settle_")}

    def written(self, *, apart: bool) -> Phases:
        """Return what is written."""
        out = Phases(self.program, self.asked_most() if apart else None)
        made: list[list[tuple[Case, Known]]] = []
        for phase in range(1 if out.asked is None else 2):
            known, mark = Known(self.families), ""
            if out.asked is not None:
                known.learn(out.asked, holds=phase == 1)
                mark = f"_{phase}"
            count = self.counted(known, mark)
            self.functions[count.name] = count
            open_ = {x.move for x in parts(count.body) if isinstance(x, code.Keep) and _any(x)}
            made.append([self.made(number, known, mark) for number in sorted(open_)])
        self.asked = out.asked
        self.apart = apart
        if out.asked is not None:
            for name in ("moves", *(f"play_{safe(move)}" for move in self.moves)):
                del self.functions[name]
        self.settle([(self.moves[case.move], known) for phase in made for case, known in phase])
        for phase_cases in made:
            cases = [
                replace(
                    case, then=self.follows(self.moves[case.move], known), to=self.onward(known)
                )
                for case, known in phase_cases
            ]
            out.cases.append(tuple(cases))
        for name, f in self.old.items():
            if name.startswith("settle_") or (
                name.startswith("event_") and name not in self.events
            ):
                del self.functions[name]
            elif name.startswith("event_"):
                walk = Knowing(self.families, onward=self.onward)
                body = walk.function(f.body, self.events[name])
                self.functions[name] = replace(f, body=body)
        if apart:
            self.functions["settled_at_first"] = self.settled()
            ending = self.functions["after_deal"]
            both = one_after_the_other("results_and_after", self.functions["results"], ending)
            for f in (ending, both):
                after, told = handed_on(f, self.functions)
                self.functions |= {f.name: f for f in (*told, after)}
            for name, f in self.functions.items():
                self.functions[name] = replace(f, body=self.shorter(f))
            for phase, made_there in enumerate(out.cases):
                moves = self.functions["moves" if out.asked is None else f"moves_{phase}"]
                for case in made_there:
                    f = self.functions[case.play]
                    body = surely_there(f.body, case.move, moves.body, self.functions)
                    self.functions[case.play] = replace(f, body=body)
        return out

    def onward(self, known: Known) -> str | None:
        """Return where play goes on with what is known: see `playing.py`.  None: anywhere."""
        if not self.apart or known.over is None:
            return None
        if known.over:
            return "done"
        if self.asked is None:
            return "next_0"
        assert isinstance(self.asked, Op)
        answer = known.union_is(self.asked.args[0])
        return "which" if answer is None else f"next_{answer.value}"

    def settled(self) -> Function:
        """Return the function that tells right after the deal whether no event applies."""
        ends: list[Known] = []
        walk = Knowing(self.families, leave=lambda _, known: ends.append(known.outside()))
        walk.function(self.old["deal"].body, Known(self.families))
        known = ends[0]
        for other in ends[1:]:
            known.meet(other)
        old = self.old["settled"]
        body = Knowing(self.families).function(old.body, known)
        return replace(old, name="settled_at_first", body=body)

    def shorter(self, f: Function) -> Acts:
        """Return the body of a function with less to work out and to ask."""
        body = f.body
        if f.pure or f.name.startswith("moves"):
            body = used(once(body))
            body = Knowing(self.families).function(body, Known(self.families))
            ranges = Ranges(self.program, body)
            body = used(once(straight(unasked(body, ranges), ranges)))
            if f.result is Kind.CARDS:
                body = chained(body, Ranges(self.program, body))
        elif not f.name.startswith(("event_", "play_")):
            return body
        known = self.events.get(f.name)
        body = used(composed(self.program, body))
        body = used(remembered(set_once(body), self.laid, self.families, known))
        body = used(compared(self.program, self.laid, body, self.families, known))
        return added(body, self.laid, self.families, known)

    def asked_most(self) -> Code | None:
        """Return whether a family has any cards, for the one that parts the moves best.

        That is the one with which the plans for both answers are the shortest together.
        """
        found: list[Code] = []
        todo, seen, size = ["moves"], {"moves"}, 0
        while todo:
            body = self.old[todo.pop()].body
            size += len(repr(body))
            for x in parts(body):
                if isinstance(x, code.Call) and x.function in self.old and x.function not in seen:
                    seen.add(x.function)
                    todo.append(x.function)
                if isinstance(x, Op) and x.op == "some" and self._whole(x) and x not in found:
                    found.append(x)
        sizes = [self._size(asked) for asked in found]
        best = min(sizes, default=0)
        made = sum(len(repr(f.body)) for name, f in self.old.items() if name.startswith("play_"))
        if not found or best > min(MOST * size, LONGEST) or made > LONGEST // 2:
            return None
        return found[sizes.index(best)]

    def _whole(self, some: Op) -> bool:
        """Whether a question asks for the cards of all zones of a family, and of no other one."""
        slots = union_of(some.args[0])
        return bool(slots) and sorted(slots) == sorted(
            self.families.family("z", Num(slots[0]), None)
        )

    def _size(self, asked: Code) -> int:
        """Return how long the plans are that count the moves, for both answers together."""
        size = 0
        for holds in (False, True):
            known, before = Known(self.families), set(self.functions)
            known.learn(asked, holds=holds)
            size += len(repr(self.counted(known, "_tried").body))
            for name in set(self.functions) - before:
                size += len(repr(self.functions.pop(name).body))
        return size

    def counted(self, known: Known, mark: str) -> Function:
        """Return the function that counts the legal moves, with what is known throughout."""

        def own(name: str) -> str:
            """Return the function of its own that a phase has in place of another."""
            old = self.old.get(name)
            if old is None or not old.pure or not mark:
                return name
            new = f"{name}{mark}"
            if new not in self.functions:
                self.functions[new] = old  # while it is written
                body = Knowing(self.families, calls=own).function(old.body, known)
                self.functions[new] = replace(old, name=new, body=body)
            return new

        f = self.old["moves"]
        body = Knowing(self.families, calls=own).function(f.body, known)
        return replace(f, name=f"moves{mark}", body=body)

    def made(self, number: int, known: Known, mark: str) -> tuple[Case, Known]:
        """Write the function that makes a move; return what is known after it, too."""
        old = self.old[f"play_{safe(self.moves[number])}"]
        ends: list[Known] = []
        walk = Knowing(self.families, leave=lambda _, known: ends.append(known.outside()))
        body, end = walk.block(old.body, known.copy())
        body = used(body)
        if end is not None and not ends:  # else one of the ways before surely is taken
            ends.append(end.outside())
        name = f"{old.name}{mark}"
        self.functions[name] = replace(old, name=name, body=body)
        after = ends[0]
        for other in ends[1:]:
            after.meet(other)
        return Case(number, name, ()), after

    def settle(self, starts: list[tuple[str, Known]]) -> None:
        """Find out what is known where each event begins."""
        todo: list[str] = []

        def begin(function: str | None, known: Known) -> None:
            if function is None:
                return
            before, found = self.events.get(function), known.outside()
            if before is not None:
                found.meet(before)
            if before is None or not found.same(before):
                self.events[function] = found
                todo.append(function)

        walk = Knowing(self.families, leave=begin, bodies=self.settles)
        for move, known in starts:
            settle = self.program.settles[move]
            if settle is not None:
                walk.function(self.settles[settle], known)
        while todo:
            name = todo.pop()
            walk.function(self.old[name].body, self.events[name])

    def follows(self, move: str, known: Known) -> Acts:
        """Return what follows a move; nothing, if no event can happen."""
        settle = self.program.settles[move]
        if settle is None:
            return ()
        walk = Knowing(self.families, bodies=self.settles, onward=self.onward)
        acts = walk.function(self.settles[settle], known)
        if self.apart:
            acts = used(counted(self.program, self.laid, acts, self.families, known))
        found = list(parts(acts))
        return acts if any(isinstance(x, code.Run | code.Call | code.Fault) for x in found) else ()


def _any(keep: code.Keep) -> bool:
    """Whether a move may be legal."""
    return keep.count != Num(0)
