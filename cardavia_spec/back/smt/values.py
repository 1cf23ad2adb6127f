"""What an expression is worth symbolically: a term, a guarded table of values, or a set.

A truth is a `Term`; a number is a `Term` or a `Table`; a member of a sort, or a value that may be
none, is a `Table`; a set is a `Members`.  The guards of a table exclude one another and one of
them holds (where the expression is defined), so comparing tables takes no arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at_most_one,
    conj,
    disj,
    eq,
    iff,
    ite,
    le,
    lt,
    neg,
    number,
)
from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, Scalar, SetOf, Sort, Type, values

TABLE_LIMIT: Final = 48
"""Sums of tables stay tables up to so many pairs of values, then become terms."""


class Table:
    """A value among several: each possible one with the guard under which it is the one.

    `constant` tells that there is but one value, and no condition.
    """

    __slots__ = ("constant", "guards", "key")

    def __init__(
        self, guards: Mapping[int | None, Term] | Mapping[int, Term] | Mapping[bool, Term]
    ) -> None:
        self.guards: dict[int | None, Term] = {v: g for v, g in guards.items() if g is not FALSE}
        self.key: tuple[object, ...] = tuple(self.guards.items())
        self.constant = len(self.guards) == 1 and next(iter(self.guards.values())) is TRUE

    @property
    def only(self) -> int | None:
        """The value of a constant."""
        return next(iter(self.guards))


class Members:
    """A set: the guard of each possible member, and what is known of its weights.

    `weights` holds the terms known to be its size (key "") and the sums of card tables over it;
    `parents` are sets it is a part of, which bound its weights; `cases`, if given, finds the
    weights of a set that depends on a few choices only; `choices` tells which sets it may be,
    each with its condition, empty where none does; `parts` the zones of one state that it is the
    union of.  The weights known are the true ones where `exact` holds: not, say, where the owner
    of a zone is not defined.
    """

    __slots__ = ("cases", "choices", "exact", "guards", "parents", "parts", "weights")

    def __init__(
        self,
        guards: Mapping[int, Term],
        weights: Mapping[str, Term] | None = None,
        parents: tuple[Members, ...] = (),
    ) -> None:
        self.guards: dict[int, Term] = {m: g for m, g in guards.items() if g is not FALSE}
        self.weights: dict[str, Term] = dict(weights or {})
        self.parents = parents
        self.cases: Callable[[], dict[str, Term] | None] | None = None
        self.choices: tuple[tuple[Term, Members], ...] = ()
        self.parts: tuple[Members, ...] = ()
        self.exact: Term = TRUE

    @property
    def constant(self) -> bool:
        """Whether every possible member is one."""
        return all(guard is TRUE for guard in self.guards.values())

    def nonempty(self) -> Term:
        """There is a member."""
        return disj(self.guards.values())


Symbolic: TypeAlias = Term | Table | Members


def constant(value: bool | int | frozenset[int] | None, type_: Type) -> Symbolic:
    """Return a plain value of a type as a symbolic one."""
    if isinstance(value, frozenset):
        return Members(dict.fromkeys(sorted(value), TRUE))
    if isinstance(type_, Bool):
        return TRUE if value else FALSE
    return Table({None if value is None else int(value): TRUE})


def single(member: int) -> Table:
    """Return a member as a table of one value."""
    return Table({member: TRUE})


def as_term(value: Symbolic) -> Term:
    """Return a truth or a number as a term."""
    if isinstance(value, Term):
        return value
    assert isinstance(value, Table)
    listed = [(v, g) for v, g in value.guards.items() if v is not None]
    if not listed:
        return ZERO
    result = number(listed[-1][0])
    for v, guard in reversed(listed[:-1]):
        result = ite(guard, number(v), result)
    return result


def as_table(value: Symbolic, type_: Type) -> Table:
    """Return a truth, a number or a member as a table; a number term is split over its type."""
    if isinstance(value, Table):
        return value
    assert isinstance(value, Term)
    if value.boolean:
        return Table({False: neg(value), True: value})
    if value.op == "const":
        return Table({_plain(value): TRUE})
    scalar = type_.inner if isinstance(type_, Maybe) else type_
    assert isinstance(scalar, Int)
    return Table({v: eq(value, number(v)) for v in values(scalar)})


def _plain(term: Term) -> int:
    assert isinstance(term.value, int)
    return term.value


def as_set(value: Symbolic, type_: Type) -> Members:
    """Return a set."""
    assert isinstance(value, Members), type_
    return value


def coerce(value: Symbolic, type_: Type) -> Symbolic:
    """Return a value in the form that its type asks for."""
    match type_:
        case Bool():
            if isinstance(value, Table):
                return value.guards.get(1, FALSE)
            return value
        case Maybe() | Sort() | Nothing():
            return as_table(value, type_)
        case Int() | SetOf():
            return value


def merge(choices: Sequence[tuple[Term, Symbolic]], type_: Type) -> Symbolic:
    """Return the value whose condition holds; the last one counts where none does."""
    live = [(guard, coerce(value, type_)) for guard, value in choices if guard is not FALSE]
    if not live:  # the expression is not defined here, and something owes that it is
        return Members({}) if isinstance(type_, SetOf) else coerce(Table({}), type_)
    if len(live) == 1 or all(value is live[0][1] for _, value in live):
        return live[0][1]
    if isinstance(live[0][1], Members):
        return _merge_sets([(g, v) for g, v in live if isinstance(v, Members)])
    tables = [(g, v) for g, v in live if isinstance(v, Table)]
    if len(tables) == len(live):
        found: dict[int | None, list[Term]] = {}
        for guard, table in tables:
            for v, inner in table.guards.items():
                found.setdefault(v, []).append(conj((guard, inner)))
        return Table({v: disj(parts) for v, parts in found.items()})
    result = as_term(live[-1][1])
    for guard, value in reversed(live[:-1]):
        result = ite(guard, as_term(value), result)
    return result


def _merge_sets(choices: Sequence[tuple[Term, Members]]) -> Members:
    found: dict[int, list[Term]] = {}
    for guard, members in choices:
        for member, inner in members.guards.items():
            found.setdefault(member, []).append(conj((guard, inner)))
    weights: dict[str, Term] = {}
    for key in choices[0][1].weights:
        if all(key in members.weights for _, members in choices):
            result = ZERO
            for guard, members in reversed(choices):
                result = ite(guard, members.weights[key], result)
            weights[key] = result
    merged = Members({m: disj(parts) for m, parts in sorted(found.items())}, weights)
    merged.choices = tuple(choices)
    merged.exact = conj((at_most_one(g for g, _ in choices), *(m.exact for _, m in choices)))
    return merged


def equal(a: Symbolic, b: Symbolic) -> Term:
    """Two values are the same."""
    if isinstance(a, Members) or isinstance(b, Members):
        assert isinstance(a, Members)
        assert isinstance(b, Members)
        return conj(
            iff(a.guards.get(m, FALSE), b.guards.get(m, FALSE)) for m in {**a.guards, **b.guards}
        )
    if isinstance(a, Table) and isinstance(b, Table):
        return disj(conj((g, b.guards[v])) for v, g in a.guards.items() if v in b.guards)
    if isinstance(a, Table):
        a, b = b, a
    assert isinstance(a, Term)
    if isinstance(b, Term):
        return iff(a, b) if a.boolean else eq(a, b)
    if a.boolean:
        return disj(
            conj((guard, a if v else neg(a))) for v, guard in b.guards.items() if v is not None
        )
    if a.op == "const":
        return b.guards.get(_plain(a), FALSE)
    return disj(conj((g, eq(a, number(v)))) for v, g in b.guards.items() if v is not None)


def below(a: Symbolic, b: Symbolic, *, strict: bool) -> Term:
    """One number is below (or not above) another."""
    if isinstance(a, Table) and isinstance(b, Table):
        rows: list[Term] = []
        for v, guard in a.guards.items():
            if v is not None:
                above = (
                    g
                    for w, g in b.guards.items()
                    if w is not None and (v < w if strict else v <= w)
                )
                rows.append(conj((guard, disj(above))))
        return disj(rows)
    return lt(as_term(a), as_term(b)) if strict else le(as_term(a), as_term(b))


def combine(a: Symbolic, b: Symbolic, function: Callable[[int, int], int]) -> Table | None:
    """Return the table of a function of two tables, or None where it would be large."""
    if not (isinstance(a, Table) and isinstance(b, Table)):
        return None
    if len(a.guards) * len(b.guards) > TABLE_LIMIT:
        return None
    found: dict[int | None, list[Term]] = {}
    for (v, g), (w, h) in product(a.guards.items(), b.guards.items()):
        if v is not None and w is not None:
            found.setdefault(function(v, w), []).append(conj((g, h)))
    return Table({v: disj(parts) for v, parts in sorted(found.items(), key=lambda x: x[0] or 0)})


def slots(args: Sequence[Symbolic], types: Sequence[Scalar]) -> list[tuple[tuple[int, ...], Term]]:
    """Return the combinations of index values with the guard of each; those outside fall out."""
    tables = []
    for arg, scalar in zip(args, types, strict=True):
        inside = frozenset(values(scalar))
        table = as_table(arg, scalar)
        tables.append([(v, g) for v, g in table.guards.items() if v is not None and v in inside])
    found = []
    for combination in product(*tables):
        guard = conj(g for _, g in combination)
        if guard is not FALSE:
            found.append((tuple(v for v, _ in combination), guard))
    return found


def counted(guards: Iterable[Term], limit: int = 1 << 30) -> Table:
    """Return how many of a few truths hold, as a table; all from `limit` on count as `limit`."""
    row: list[Term] = [TRUE]
    for guard in guards:
        new = [FALSE] * min(len(row) + 1, limit + 1)
        for n, term in enumerate(row):
            up = min(n + 1, limit)
            new[n] = disj((new[n], conj((term, neg(guard)))))
            new[up] = disj((new[up], conj((term, guard))))
        row = new
    return Table(dict(enumerate(row)))


def total(parts: Iterable[tuple[Term, Symbolic]]) -> Term:
    """Return the sum of numbers, each counted where its guard holds."""
    return add(ite(guard, as_term(value), ZERO) for guard, value in parts)
