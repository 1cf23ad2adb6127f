"""What was proved, as verdicts; and what was not, with the state that stood in the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import HAS_MOVE, Invariant, Role
from cardavia_spec.check.obligations import SOUND, STUCK
from cardavia_spec.check.prover.bench import Listing
from cardavia_spec.check.prover.endings import End
from cardavia_spec.check.prover.live import Result, obligation
from cardavia_spec.check.prover.show import told
from cardavia_spec.check.prover.strengthen import Found, Key, closure, speaks
from cardavia_spec.check.verdict import Outcome, Subject, Verdict
from cardavia_spec.core.spec import Property, PropertyKind, Spec

SETTLE = "the events after a move settle"
"""The name of the obligation that no event applies twice between two moves."""

LATE = "time ran out before it was settled"
"""Why something is not known that was not tried to the end."""

STOPPED = "it was stopped before this was settled"
"""The same, where somebody stopped it."""

PLACES = "every card lies in one place"
"""What the kernel sees to and the prover checks, card by card."""


def verdicts(
    spec: Spec,
    found: Found,
    listings: Mapping[str, Listing],
    items: Mapping[str, Invariant],
    second: Mapping[Key, str] | None = None,
) -> tuple[Verdict, ...]:
    """Return a verdict for each obligation and property that proofs can speak of.

    `second` has what a second solver said of single goals.
    """
    return _Teller(spec, found, listings, items, second or {}).run()


class _Teller:
    def __init__(
        self,
        spec: Spec,
        found: Found,
        listings: Mapping[str, Listing],
        items: Mapping[str, Invariant],
        second: Mapping[Key, str],
    ) -> None:
        self.second = second
        self.spec = spec
        self.found = found
        self.listings = listings
        self.items = items
        self.sound = placed(found, listings)

    def proved(self, key: Key) -> bool:
        """Whether a goal is proved by proved things."""
        return _proved(self.found, key)

    def run(self) -> tuple[Verdict, ...]:
        return (*self._obligations(), *self._properties())

    # ------------------------------------------------------------------ obligations

    def _obligations(self) -> list[Verdict]:
        keys: list[Key] = [
            (t, role, name)
            for t, listing in self.listings.items()
            for role, name in listing
            if role is Role.OBLIGATION
        ]
        found = []
        failed = []
        for key in keys:
            good = self.sound and obligation(key[0], key[2]) in self.found.proved
            if key[2] == HAS_MOVE:
                found.append(self._row(STUCK, Subject.OBLIGATION, [key], good))
            elif not good:
                failed.append(key)
        rest = [key for key in keys if key[2] != HAS_MOVE]
        settle = self._settle()
        settled = settle.outcome is Outcome.PROVED
        sound = self._row(SOUND, Subject.OBLIGATION, rest, not failed and settled)
        if not failed and not settled:  # an event that applies twice is a rule that fails
            sound = replace(sound, notes=(f"it would follow from what is not proved: {SETTLE}",))
        found.append(sound)
        found += [
            self._row(name, Subject.OBLIGATION, [(t, role, name)], False)
            for t, role, name in failed
        ]
        found.append(settle)
        return found

    def _settle(self) -> Verdict:
        """Events settle if what may follow what, as far as not excluded, has no ring."""
        edges: dict[str, set[str]] = {}
        keys: list[Key] = []
        for transition, listing in self.listings.items():
            for role, name in listing:
                if role is Role.EDGE:
                    keys.append((transition, role, name))
                    one, _, two = name.partition(" -> ")
                    edges.setdefault(one, set())
                    if not self.proved(keys[-1]):
                        edges[one].add(two)
        ring = _ring(edges)
        proved = [key for key in keys if self.proved(key)]
        row = self._row(SETTLE, Subject.OBLIGATION, proved, self.sound and not ring)
        if ring:
            note = "it is not excluded that " + " then ".join(ring) + " happen in a ring"
            return _with_notes(row, (note,))
        return row

    # ------------------------------------------------------------------ properties

    def _properties(self) -> list[Verdict]:
        found = []
        for prop in self.spec.properties:
            keys: list[Key] = []
            match prop.kind:
                case PropertyKind.ALWAYS | PropertyKind.AT_END | PropertyKind.LEMMA:
                    item = self.items[prop.name]
                    keys = [
                        (t, Role.INVARIANT, prop.name) for t in self.listings if speaks(t, item)
                    ]
                    good = prop.name in self.found.proved
                case PropertyKind.EACH_STEP | PropertyKind.EACH_DEAL | PropertyKind.AT_MATCH_END:
                    keys = [
                        (t, role, name)
                        for t, listing in self.listings.items()
                        for role, name in listing
                        if role is Role.PROPERTY and name == prop.name
                    ]
                    good = bool(keys) and all(self.proved(key) for key in keys)
                case PropertyKind.POSSIBLE_MATCH:
                    name = never(prop)
                    keys = [("after deal", Role.PROPERTY, name)]
                    if self.sound and self.proved(keys[0]):
                        found.append(self._never(prop, keys))
                    continue
                case _:
                    name = never(prop)
                    if self.sound and name in self.found.proved:
                        keys = [
                            (t, Role.INVARIANT, name)
                            for t in self.listings
                            if speaks(t, self.items[name])
                        ]
                        found.append(self._never(prop, keys))
                    continue
            row = self._row(prop.name, Subject.PROPERTY, keys, self.sound and good, prop)
            found.append(row)
        return found

    # ------------------------------------------------------------------ rows

    def _never(self, prop: Property, keys: Sequence[Key]) -> Verdict:
        """Return the row of what should be possible and is proved never to be."""
        row = self._row(prop.name, Subject.PROPERTY, keys, True, prop)
        how = f"that it never happens is proved: {row.how}"
        return replace(row, outcome=Outcome.REFUTED, how=how)

    def _row(
        self,
        name: str,
        subject: Subject,
        keys: Sequence[Key],
        good: bool,
        prop: Property | None = None,
    ) -> Verdict:
        results = [self.found.results[key] for key in keys if key in self.found.results]
        failed = [result for result in results if result.answer is not Answer.UNSAT]
        begin = {n for result in results for n in result.relies}
        relies = sorted(set(closure(begin, self.found)) - {name})
        notes: tuple[str, ...] = ()
        if not good:
            notes = self._why(keys, failed)
        return Verdict(
            subject=subject,
            name=name,
            outcome=Outcome.PROVED if good else Outcome.UNKNOWN,
            how=f"induction, {_goals(len(keys))}" if good else "not inductive",
            kind=None if prop is None else prop.kind.value,
            clauses=() if prop is None else tuple(cite.clause for cite in prop.cite),
            span=(failed[0].span if failed else None) if prop is None else prop.span,
            seconds=sum(result.seconds for result in results),
            notes=notes,
            relies_on=tuple(relies) if good else (),
            solvers=self._solvers(keys) if good else (),  # nobody agrees to what is not known
        )

    def _solvers(self, keys: Sequence[Key]) -> tuple[str, ...]:
        """Who agrees: z3, and cvc5 if it was asked of each goal."""
        if not self.second:
            return ("z3",)
        late = sum(self.second.get(key) not in ("unsat", "own") for key in keys)
        return ("z3", "cvc5") if not late else ("z3", f"cvc5: time on {late} of {len(keys)}")

    def _checked(self) -> bool:
        """Whether it was looked at in every step that each card lies in one place."""
        return all(
            (transition, role, name) in self.found.results
            for transition, listing in self.listings.items()
            for role, name in listing
            if role is Role.STRUCTURE
        )

    def _why(self, keys: Sequence[Key], failed: Sequence[Result]) -> tuple[str, ...]:
        if not self.sound and not self._checked():
            return (LATE,)
        if not self.sound:
            return (f"nothing counts as proved while '{PLACES}' is not",)
        if not failed:
            last = [self.found.results.get(key) for key in keys]
            if any(result is None for result in last):
                return (LATE,)
            lost = sorted({n for r in last if r is not None for n in r.relies} - self.found.proved)
            return ("it would follow from what is not proved: " + "; ".join(lost[:5]),)
        first = failed[0]
        if first.answer is Answer.UNKNOWN:
            return (f"the solver gave up at {first.transition}",)
        when = "after" if first.transition == "deal" else "before"
        told = [f"not shown for '{first.transition}'; a state {when} it that is not excluded:"]
        if not first.state:
            told = [f"not shown for '{first.transition}'"]
        return (*told, *(f"  {line}" for line in first.state))


def placed(found: Found, listings: Mapping[str, Listing]) -> bool:
    """Whether it is proved that each card lies in one place only.

    Every step assumes it: if that is not proved, nothing is.
    """
    return all(
        _proved(found, (t, role, name))
        for t, listing in listings.items()
        for role, name in listing
        if role is Role.STRUCTURE
    )


def _proved(found: Found, key: Key) -> bool:
    result = found.results.get(key)
    return result is not None and result.answer is Answer.UNSAT and result.relies <= found.proved


def stopped(rows: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Return rows of a proof that somebody stopped: time has not run out."""
    return tuple(
        replace(row, notes=tuple(STOPPED if note == LATE else note for note in row.notes))
        for row in rows
    )


def ending(end: End, solvers: tuple[str, ...], sound: bool) -> Verdict:
    """Return the verdict on an end, by what sinks and the steps that lower nothing.

    It is proved only if it is `sound` that each card lies in one place.
    """
    sinks = "; then ".join(map(told, end.chosen))
    notes = [f"nothing was found that '{step}' lowers for good" for step in end.left]
    if not sound:
        notes.append(f"nothing counts as proved while '{PLACES}' is not")
    relies = sorted({name for goal in end.goals for name in goal.relies})
    return Verdict(
        subject=Subject.OBLIGATION,
        name=end.name,
        outcome=Outcome.UNKNOWN if notes else Outcome.PROVED,
        how="no sinking number found" if end.left else f"what sinks: {sinks}",
        seconds=end.seconds,
        notes=tuple(notes),
        relies_on=tuple(relies),
        solvers=() if notes else solvers,
    )


def _goals(number: int) -> str:
    return "1 goal" if number == 1 else f"{number} goals"


def never(prop: Property) -> str:
    """Return the name of the invariant that what should be possible never happens."""
    return f"it never happens: {prop.name}"


def _with_notes(row: Verdict, notes: tuple[str, ...]) -> Verdict:
    return replace(row, notes=(*row.notes, *notes))


def _ring(edges: Mapping[str, set[str]]) -> list[str]:
    """Return a ring of a graph, or nothing."""
    done: set[str] = set()

    def visit(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        for other in sorted(edges.get(node, ())):
            ring = visit(other, [*path, node])
            if ring:
                return ring
        done.add(node)
        return []

    for start in edges:
        ring = visit(start, [])
        if ring:
            return ring
    return []
