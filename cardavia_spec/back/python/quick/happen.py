"""Events after a move: only those are asked for whose conditions read what has changed.

Before a move no event applies.  So one whose condition reads nothing that the move and the events
since have written still does not apply.
"""

from __future__ import annotations

from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    blocks,
    every,
    names,
    own_codes,
    size,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Num

LARGEST_APART = 1100
"""So many acts may be written after one move with all that can happen told apart."""
LARGEST = 700
"""Where the events after a move would take more acts, they are gone through in a loop."""


class TooLarge(Exception):
    """Written out, the events would take too much room."""


class Events:
    """The events of a program, ready to be asked after any change."""

    def __init__(self, settle: Acts, effects: Effects, fresh: Fresh) -> None:
        """Read what each event's condition looks at from the plan of `settle`."""
        self.effects = effects
        self.fresh = fresh
        self.settle = settle
        loops = [act for act in settle if isinstance(act, code.Loop)]
        self.round: Acts = loops[0].body
        self.reads: dict[int, set[Slot]] = {}
        self._made: dict[str, set[Slot]] = {}
        self._learn(self.round, set())
        self.left = 0

    @property
    def all(self) -> frozenset[int]:
        """The numbers of all events."""
        return frozenset(self.reads)

    @property
    def whens(self) -> set[code.Code]:
        """The whole conditions of events."""
        lets = {act.name: act.value for act in self.round if isinstance(act, code.Let)}
        return {
            lets.get(act.cond.name, act.cond) if isinstance(act.cond, code.Var) else act.cond
            for act in self.round
            if isinstance(act, code.Branch) and _begins(act.then) is not None
        }

    def _learn(self, acts: Acts, asked: set[Slot]) -> None:
        """Note what the conditions of the events in a block read."""
        number = _begins(acts)
        if number is not None:
            self.reads[number] = asked
            return
        for act in acts:
            if isinstance(act, code.Branch) and _events(act):
                self._learn(act.then, asked | self._of(act.cond))
                self._learn(act.otherwise, asked | self._of(act.cond))
                continue
            inner = self.effects.reads((act,))
            for part in every((act,)):
                for c in own_codes(part):
                    for name in names(c):
                        inner |= self._made.get(name, set())
            for part in every((act,)):
                if isinstance(part, code.Let | code.Set):
                    self._made[part.name] = self._made.get(part.name, set()) | inner

    def _of(self, c: code.Code) -> set[Slot]:
        found = self.effects.reads((code.Return(c),))
        for name in names(c):
            found |= self._made.get(name, set())
        return found

    def changed(self, slots: set[Slot]) -> frozenset[int]:
        """Return the events whose conditions read one of these slots."""
        return frozenset(n for n, reads in self.reads.items() if reads & slots)

    # ------------------------------------------------------------------ writing them out

    def after(self, slots: set[Slot] | None, *, often: bool = False) -> Acts:
        """Return the plan of what happens after these slots were written (None: any).

        It returns where the deal is over.  What happens `often` may take more room.
        """
        wanted = self.all if slots is None else self.changed(slots)
        self.left = LARGEST_APART if often else 0
        try:
            return self._apart(wanted, frozenset(), 0)
        except TooLarge:
            pass
        self.left = LARGEST
        try:
            return self._sequence(wanted, frozenset(), len(self.round))[0]
        except TooLarge:
            return self.fresh.renamed(self.settle)

    def _apart(self, wanted: frozenset[int], fired: frozenset[int], start: int) -> Acts:
        """Ask the wanted events from a part of the round on; after each all goes its own way.

        So what is known where none has happened is not lost where paths would meet again.
        """
        at = next((i for i in range(start, len(self.round)) if _events(self.round[i]) & wanted), -1)
        if at < 0:
            return ()
        inner = _events(self.round[at])
        whole = self.fresh.renamed((*self._values(at), self.round[at]))
        self.effects.places.learn(whole)
        self.left -= size((self.round[at],))
        if self.left < 0:
            raise TooLarge
        return self._within(whole, wanted & inner, wanted - inner, fired, at)

    def _within(
        self,
        acts: Acts,
        wanted: frozenset[int],
        others: frozenset[int],
        fired: frozenset[int],
        at: int,
    ) -> Acts:
        """Return a block of part `at` with the wanted events, then the others, of later parts."""
        number = _begins(acts)
        if number is not None:
            if number in fired:
                return (code.Fault(code.TRUE, _fault(acts)), code.Return())
            body = _doing(acts)
            if isinstance(body[-1], code.Return):
                return body
            roused = (wanted - {number}) | others | self.changed(self.effects.writes(body))
            return (*body[:-1], *self._apart(roused, fired | {number}, 0))
        out: list[Act] = []
        for i, act in enumerate(acts):
            inner = _events(act)
            if not inner and not isinstance(act, code.Break):
                out.append(act)
            if not inner & wanted:
                continue
            assert isinstance(act, code.Branch)
            then = self._within(act.then, wanted, others, fired, at)
            left = (wanted - inner) & frozenset().union(*map(_events, acts[i + 1 :]))
            if left and _begins(act.then) is None:
                raise TooLarge  # whether one of several has happened is not known after them
            later = self._within(acts[i + 1 :], wanted - inner, others, fired, at)
            return (*out, code.Branch(act.cond, then, later))
        return (*out, *self._apart(others, fired, at + 1))

    def _sequence(
        self, wanted: frozenset[int], fired: frozenset[int], end: int
    ) -> tuple[Acts, frozenset[int]]:
        """Ask the wanted events of the first parts of a round, one after the other.

        What one of them changes is asked for again at once as far as it is up to there, and later
        on where it comes later: so the events happen in the very order of a round begun anew.
        Returns the acts, and the events beyond `end` that are to be asked.
        """
        out: list[Act] = []
        for at in range(end):
            inner = _events(self.round[at])
            if not inner & wanted:
                continue
            whole = self.fresh.renamed((*self._values(at), self.round[at]))
            self.effects.places.learn(whole)
            self.left -= size(whole)
            if self.left < 0:
                raise TooLarge
            acts, more = self._block(whole, wanted & inner, fired, at + 1)
            out += acts
            wanted = (wanted - inner) | more
        return tuple(out), frozenset(wanted)

    def _values(self, at: int) -> Acts:
        """Return what is worked out in a round before one of its parts."""
        return tuple(act for act in self.round[:at] if not _events(act))

    def _block(
        self, acts: Acts, wanted: frozenset[int], fired: frozenset[int], end: int
    ) -> tuple[Acts, frozenset[int]]:
        """Return a block with only the wanted events, and which later ones they may rouse."""
        number = _begins(acts)
        if number is not None:
            return self._event(acts, number, wanted, fired, end)
        out: list[Act] = []
        for i, act in enumerate(acts):
            inner = _events(act)
            if not inner:
                if not isinstance(act, code.Break):
                    out.append(act)
                continue
            if not inner & wanted:
                continue
            assert isinstance(act, code.Branch)
            then, roused = self._block(act.then, wanted, fired, end)
            later: Acts = ()
            if (wanted - inner) & frozenset().union(*map(_events, acts[i + 1 :])):
                if _begins(act.then) is None:
                    raise TooLarge  # whether one of several has happened is not known after them
                later, more = self._block(acts[i + 1 :], wanted - inner, fired, end)
                roused |= more
            out.append(code.Branch(act.cond, then, later))
            return tuple(out), roused
        return tuple(out), frozenset()

    def _event(
        self,
        acts: Acts,
        number: int,
        wanted: frozenset[int],
        fired: frozenset[int],
        end: int,
    ) -> tuple[Acts, frozenset[int]]:
        """Return what an event does, and what happens after it."""
        if number in fired:
            return (code.Fault(code.TRUE, _fault(acts)), code.Return()), frozenset()
        body = _doing(acts)
        last = body[-1]
        if isinstance(last, code.Return):
            return body, frozenset()
        roused = (wanted - {number}) | self.changed(self.effects.writes(body))
        again, later = self._sequence(roused, fired | {number}, end)
        return (*body[:-1], *again), later


def _fault(acts: Acts) -> int:
    """Return the obligation that an event's doing begins with."""
    return next(act.number for act in acts if isinstance(act, code.Fault))


def _doing(acts: Acts) -> Acts:
    """Return what an event does, without what keeps it from happening twice."""
    at = next(i for i, act in enumerate(acts) if isinstance(act, code.Set))
    return acts[at + 1 :]


def _begins(acts: Acts) -> int | None:
    """Return the number of the event whose doing is right in a block."""
    for act in acts:
        match act:
            case code.Set(_, code.Op("|", (_, Num(mask)))) if any(
                isinstance(a, code.Fault) for a in acts
            ) and isinstance(acts[-1], code.Continue | code.Return):
                return mask.bit_length() - 1
            case _:
                pass
    return None


def _events(act: Act) -> frozenset[int]:
    """Return the numbers of the events whose doing is in an act."""
    found = set()
    for block in blocks(act):
        number = _begins(block)
        if number is not None:
            found.add(number)
        else:
            for inner in block:
                found |= _events(inner)
    return frozenset(found)
