"""The context of an encoding: path, axioms, obligations, weights of sets.

Every axiom is true of every state by itself: it speaks of names made here and of counters only
where they are exact (`trust`).  So an axiom can never make a branch impossible; what a transition
assumes stands apart, as facts, and what it owes as obligations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, TypeAlias

from cardavia_spec.back.smt.reads import Readers, small_zones, weights
from cardavia_spec.back.smt.state import SIZE, Layout, SymState
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    at_most_one,
    bool_var,
    conj,
    disj,
    eq,
    iff,
    implies,
    int_var,
    ite,
    le,
    mul,
    neg,
    number,
)
from cardavia_spec.back.smt.values import Members, Symbolic, Table, as_term, counted
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Spec

Env: TypeAlias = Mapping[str, Symbolic]

COUNTED: Final = 6
"""Sets of cards with at most so many possible members are counted exactly."""


@dataclass(slots=True)
class Obligation:
    """What a construct owes where it is evaluated: under `cond`, `holds`.

    `construct` says what it is in words.
    """

    construct: str
    span: Span
    cond: Term
    holds: Term

    @property
    def formula(self) -> Term:
        """The condition and what is owed in one."""
        return implies(self.cond, self.holds)


@dataclass(slots=True)
class Branch:
    """A branch of a statement or a row, with the condition under which it is taken."""

    name: str
    span: Span
    cond: Term


@dataclass(frozen=True, slots=True)
class Weighed:
    """A number made here, and what it is: a weight of a set."""

    term: Term
    key: str
    members: Members


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set made here: drawn by chance or, with a name, chosen for a parameter."""

    path: Term
    members: Members
    name: str | None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A draw whose cards are forgotten at once: the weights of what was drawn."""

    path: Term
    weights: Mapping[str, Term]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A zone whose cards got new names."""

    place: int
    members: Members


Made: TypeAlias = Weighed | Chosen | Unseen | Recalled
"""What was made in an encoding, in order: enough to find its value in a concrete step."""

Recorded: TypeAlias = dict[tuple[str, int, int, Term, int], Obligation]


@dataclass(slots=True)
class Shared:
    """What every encoding of one spec has in common."""

    spec: Spec
    layout: Layout
    readers: Readers
    opening: SymState = field(init=False)
    """The state before any step: nothing is known of it."""
    common: dict[object, tuple[Symbolic, Recorded]] = field(default_factory=dict)
    """What was found of that state without anything of one encoding's own."""

    @classmethod
    def of(cls, spec: Spec) -> Shared:
        """Look through a spec once."""
        layout = Layout(spec, weights(spec), small_zones(spec))
        return cls(spec, layout, Readers(spec))

    def __post_init__(self) -> None:
        """Make the state of which nothing is known."""
        self.opening = self.layout.fresh("")


@dataclass(slots=True)
class Context:
    """One encoding: a state, a path, and what was learned and owed so far."""

    shared: Shared
    state: SymState
    before: SymState | None = None
    path: Term = TRUE
    trust: Term = TRUE
    axioms: list[Term] = field(default_factory=list)
    obligations: Recorded = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    forget: bool = False
    forgotten: dict[int, frozenset[int]] = field(default_factory=dict)
    made: int = 0
    log: list[Made] = field(default_factory=list)
    statement: int = 0
    memo: dict[object, tuple[Symbolic, Recorded]] = field(default_factory=dict)
    weighed: dict[object, Term] = field(default_factory=dict)
    asserted: set[Term] = field(default_factory=set)
    own: int = 0
    """Counts up whenever a value is found by something made here: an axiom, a name, a weight."""
    free: set[object] = field(default_factory=set)
    """Keys of remembered values that were found without."""

    @property
    def spec(self) -> Spec:
        """The spec that is encoded."""
        return self.shared.spec

    @property
    def layout(self) -> Layout:
        """Its slots and weights."""
        return self.shared.layout

    # ------------------------------------------------------------------ names and axioms

    def fresh_bool(self, name: str) -> Term:
        """Return a new truth."""
        self.made += 1
        self.own += 1
        return bool_var(f"{name}!{self.made}")

    def fresh_int(self, name: str) -> Term:
        """Return a new number."""
        self.made += 1
        self.own += 1
        return int_var(f"{name}!{self.made}")

    def axiom(self, term: Term) -> None:
        """Take up something that is true of every state."""
        self.own += 1
        if term is not TRUE and term not in self.asserted:
            self.asserted.add(term)
            self.axioms.append(term)

    # ------------------------------------------------------------------ paths and obligations

    @contextmanager
    def under(self, cond: Term) -> Iterator[None]:
        """Evaluate under a further condition."""
        path = self.path
        self.path = conj((path, cond))
        try:
            yield
        finally:
            self.path = path

    def oblige(self, construct: str, span: Span, holds: Term) -> None:
        """Record what a construct owes on the path it is evaluated on."""
        self.record(construct, span, self.path, holds)

    def record(self, construct: str, span: Span, cond: Term, holds: Term) -> None:
        """Record what a construct owes under a condition."""
        if cond is FALSE or holds is TRUE:
            return
        key = (construct, span.start, span.end, holds, self.statement)
        known = self.obligations.get(key)
        if known is None:
            self.obligations[key] = Obligation(construct, span, cond, holds)
        elif known.cond is not cond:
            known.cond = disj((known.cond, cond))

    @contextmanager
    def relative(self, into: Recorded) -> Iterator[None]:
        """Evaluate on a path of its own, recording obligations relative to it."""
        path, obligations = self.path, self.obligations
        self.path, self.obligations = TRUE, into
        try:
            yield
        finally:
            self.path, self.obligations = path, obligations

    def replay(self, recorded: Recorded) -> None:
        """Record the obligations of a remembered value on the present path."""
        for known in recorded.values():
            self.record(known.construct, known.span, conj((self.path, known.cond)), known.holds)

    # ------------------------------------------------------------------ weights

    def weight(self, members: Members, key: str, *, cards: bool) -> Symbolic:
        """Return the size (key "") of a set, or the sum of a card table over it."""
        if not any(members is zone for zone in self.state.zones):
            self.own += 1
        known = members.weights.get(key)
        if known is not None:
            return known
        if not cards:
            return counted(members.guards.values())
        layout = self.layout
        if members.constant:
            return number(sum(layout.weight_of(key, card) for card in members.guards))
        if len(members.guards) <= COUNTED:
            return self._counted(members, key)
        if members.cases is not None:
            found = members.cases()
            members.cases = None
            if found is not None:
                members.weights.update(found)
                return members.weights[key]
        if members.choices:
            result = ZERO
            for guard, part in reversed(members.choices):
                result = ite(guard, as_term(self.weight(part, key, cards=True)), result)
            members.weights[key] = result
            return result
        place = (key, tuple(members.guards.items()))
        term = self.weighed.get(place)
        if term is None:
            inside = blake2b(digest_size=8)
            for card, guard in members.guards.items():
                inside.update(b"%d" % card + guard.digest)
            term = int_var(f"weight#{key}:{inside.hexdigest()}")
            self.weighed[place] = term
            self.log.append(Weighed(term, key, members))
            self._bound(members, key, term)
        members.weights[key] = term
        for parent in members.parents:
            if all(layout.weight_of(key, card) >= 0 for card in parent.guards):
                whole = as_term(self.weight(parent, key, cards=True))
                self.axiom(implies(conj((self.trust, parent.exact)), le(term, whole)))
        return term

    def _counted(self, members: Members, key: str) -> Symbolic:
        if key == SIZE:
            return counted(members.guards.values())
        row: dict[int | None, list[Term]] = {0: [TRUE]}
        for card, guard in members.guards.items():
            worth = self.layout.weight_of(key, card)
            new: dict[int | None, list[Term]] = {}
            for value, parts in row.items():
                term = disj(parts)
                assert value is not None
                new.setdefault(value, []).append(conj((term, neg(guard))))
                new.setdefault(value + worth, []).append(conj((term, guard)))
            row = new
        return Table({value: disj(parts) for value, parts in row.items()})

    def _bound(self, members: Members, key: str, term: Term) -> None:
        guards = list(members.guards.values())
        if key == SIZE:
            some = disj(guards)
            self.axiom(le(ZERO, term))
            self.axiom(iff(some, le(number(1), term)))
            self.axiom(iff(eq(term, number(1)), conj((some, at_most_one(guards)))))
            self.axiom(le(term, number(len(guards))))
            return
        size = as_term(self.weight(members, SIZE, cards=True))
        worth = [self.layout.weight_of(key, card) for card in members.guards]
        self.axiom(le(mul(number(min(worth)), size), term))
        self.axiom(le(term, mul(number(max(worth)), size)))

    def any_of(
        self, members: Members, size: Term, possible: Term, name: str, *, drawn: bool
    ) -> Members:
        """Return any so many members of a set of cards; nothing is said where impossible."""
        self.made += 1
        self.own += 1
        guards = {card: bool_var(f"{name}!{self.made}.{card}") for card in members.guards}
        known = {SIZE: size}
        for key in self.layout.weights[1:]:
            known[key] = self.fresh_int(f"{name}#{key}")
        chosen = Members(guards, known, (members,))
        self.log.append(Chosen(self.path, chosen, None if drawn else name))
        sound = conj((possible, self.trust, members.exact))
        chosen.exact = sound
        for card, guard in guards.items():
            self.axiom(implies(sound, implies(guard, members.guards[card])))
        for part in self.layout.link(chosen, at_most=size is number(1)):
            self.axiom(implies(sound, part))
        for key in self.layout.weights[1:]:
            if all(self.layout.weight_of(key, card) >= 0 for card in members.guards):
                whole = as_term(self.weight(members, key, cards=True))
                self.axiom(implies(sound, le(known[key], whole)))
        return chosen
