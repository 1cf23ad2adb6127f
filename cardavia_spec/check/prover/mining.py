"""Guessing lemmas from states: sums that stay, bounds, and guards that imply one another.

What is guessed holds in every state that was looked at, no more; `houdini` keeps what is
inductive.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, compress, permutations, product
from math import gcd
from operator import mul
from typing import Final, TypeAlias

from cardavia_spec.back.smt.system import Invariant
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover.readings import SEAT, View
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.types import values

Row: TypeAlias = tuple[int | None, ...]
Cell: TypeAlias = tuple[tuple[int, int], ...]
"""A phase: atoms with the truth they have there."""

PRIME: Final = (1 << 31) - 1
SUPPORT: Final = 6
"""Sums of more terms than this are not proposed."""
LARGEST: Final = 24
"""Nor those with larger factors."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A guess: what it says, restricted to ended deals, to those that go on, or not at all.

    A lower `rank` makes a better guess: fewer conditions, and met in more of the states seen.
    """

    test: Expr
    over: bool | None
    match: bool
    rank: tuple[int, ...] = field(default=(), compare=False)

    def invariant(self, name: str) -> Invariant:
        """Return it as an invariant of this name."""
        return Invariant(name, self.test, over=self.over, match_only=self.match, lemma=True)


def rows(view: View, states: Iterable[State]) -> list[Row]:
    """Return the distinct values of all features in states."""
    found: dict[Row, None] = {}
    features = (*view.terms, *view.atoms)
    for state in states:
        for seat in (0,) if view.sort is None else map(_int, values(view.sort)):
            found[tuple(feature.read(state, seat) for feature in features)] = None
    return list(found)


ROWS: Final = 300
"""So many rows are taken to find sums, evenly spread; what is found must hold in all."""
DENSE: Final = 5000
"""Of more rows than this a part is looked at for what holds under two conditions."""


class Miner:
    """Guesses for one view."""

    def __init__(self, spec: Spec, view: View, table: Sequence[Row]) -> None:
        self.spec = spec
        self.view = view
        self.count = len(view.terms)
        self.table = list(table)
        self.full = (1 << len(table)) - 1
        self.columns: dict[tuple[int, int], int] = {}
        for a in range(len(view.atoms)):
            for truth in (0, 1):
                mask = 0
                for i, row in enumerate(table):
                    if row[self.count + a] == truth:
                        mask |= 1 << i
                self.columns[a, truth] = mask
        self.usable = 0
        for i, row in enumerate(table):
            if all(v is not None for v in row[: self.count]):
                self.usable |= 1 << i
        self.loose = [
            a for a in range(len(view.atoms)) if self.columns[a, 0] and self.columns[a, 1]
        ]
        seen: set[int] = set()
        self.phases: list[int] = []
        likely = [a for a in self.loose if view.atoms[a].phase]
        if len(likely) > view.phases:
            likely.sort(key=lambda a: view.atoms[a].faint)
        for a in likely:
            if len(self.phases) < view.phases:
                masks = {self.columns[a, 0], self.columns[a, 1]}
                if not masks & seen:
                    self.phases.append(a)
                    seen |= masks

    def candidates(self) -> Iterator[Candidate]:
        """Yield every guess, general ones first."""
        yield from self._implications()
        yield from self._sums_and_bounds()

    # ------------------------------------------------------------------ parts

    def _literal(self, literal: tuple[int, int]) -> Expr:
        expr = self.view.atoms[literal[0]].expr
        return expr if literal[1] else make.negation(expr)

    def _said(self, literals: Cell, conclusion: Expr, kind: int = 1) -> Candidate:
        over: bool | None = None
        mask = self.full
        for literal in literals:
            mask &= self.columns[literal]
        conditions = []
        for atom, truth in literals:
            if self.view.atoms[atom].expr == make.OVER:
                over = bool(truth)
            else:
                conditions.append(self._literal((atom, truth)))
        test = make.implies(conditions, conclusion)
        if self.view.sort is not None:
            test = make.every(SEAT, self.view.sort, test)
        rank = (len(literals), kind, -mask.bit_count())
        return Candidate(test, over, self.view.match, rank)

    # ------------------------------------------------------------------ implications

    def _implications(self) -> Iterator[Candidate]:
        atoms, columns = self.view.atoms, self.columns
        for a, atom in enumerate(atoms):
            for truth in (0, 1):
                if columns[a, truth] == self.full and atom.expr != make.OVER:
                    yield self._said((), self._literal((a, truth)))
        chosen = yield from self._classes()
        for a, b in permutations(chosen, 2):
            for x, y in product((1, 0), (1, 0)):
                if columns[a, x] & ~columns[b, y] or atoms[b].expr == make.OVER:
                    continue  # what implies the end is said the other way round
                yield self._said(((a, x),), self._literal((b, y)))
        for (a, x), (b, y) in combinations([(a, x) for a in self.phases for x in (1, 0)], 2):
            left = columns[a, x] & columns[b, y]
            if a == b or not left:
                continue
            for c in chosen:
                for z in (1, 0):
                    if c in (a, b) or left & ~columns[c, z] or atoms[c].expr == make.OVER:
                        continue
                    if columns[a, x] & ~columns[c, z] and columns[b, y] & ~columns[c, z]:
                        yield self._said(((a, x), (b, y)), self._literal((c, z)))

    def _classes(self) -> Generator[Candidate, None, list[int]]:
        """Say which atoms always agree; return one of each class."""
        chosen: list[int] = []
        order = sorted(self.loose, key=lambda a: a not in self.phases)
        for a in order:
            for b in chosen:
                if self.columns[a, 1] | self.columns[a, 0] != self.full:
                    continue
                for y in (1, 0):
                    if self.columns[a, 1] == self.columns[b, y]:
                        for x in (1, 0):
                            one, two = (a, x), (b, y if x else 1 - y)
                            if self.view.atoms[b].expr != make.OVER:
                                yield self._said((one,), self._literal(two))
                            if self.view.atoms[a].expr != make.OVER:
                                yield self._said((two,), self._literal(one))
                        break
                else:
                    continue
                break
            else:
                chosen.append(a)
        return chosen

    # ------------------------------------------------------------------ sums and bounds

    def _cells(self) -> Iterator[Cell]:
        literals = [(a, x) for a in self.phases for x in (1, 0)]
        yield ()
        for literal in literals:
            yield (literal,)
        for one, two in combinations(literals, 2):
            if one[0] != two[0]:
                yield (one, two)

    def _rows_of(self, mask: int) -> list[Sequence[int]]:
        """Return the numbers in some of the rows, in all of which they are defined."""
        bits = map(int, reversed(f"{mask:b}"))
        return [[_int(v) for v in row[: self.count]] for row in compress(self.table, bits)]

    def _sums_and_bounds(self) -> Iterator[Candidate]:
        spaces: dict[Cell, list[list[int]]] = {}
        bounds: dict[tuple[Cell, int], tuple[int, int]] = {}
        terms = [term.expr for term in self.view.terms]
        ordered: dict[Cell, set[tuple[int, int]]] = {}
        seen: set[int] = set()
        for cell in self._cells():
            mask = self.usable
            for literal in cell:
                mask &= self.columns[literal]
            if mask.bit_count() < (1 if self.view.staged else 3) or mask in seen:
                continue
            seen.add(mask)
            picked = self._rows_of(mask)
            if len(cell) > 1:
                picked = picked[:: 1 + len(picked) // DENSE]
            above = [sub for k in range(len(cell)) for sub in combinations(cell, k)]
            thin = picked[:: max(1, len(picked) // ROWS)]
            # The one comes first: what never changes here is said as a number, not by another.
            space = Space(self.count + 1, [[1, *row] for row in thin])
            spaces[cell] = space.vectors
            full = [[1, *row] for row in picked]
            known = Echelon(self.count + 1)
            for sub in above:
                for vector in spaces.get(sub, []):
                    known.add(vector)
            for vector in space.short():
                if any(sum(map(mul, row, vector)) for row in full):
                    continue
                if known.add(vector):
                    yield self._said(cell, self._equation(vector, terms), 0)
            if len(cell) < 2:
                yield from self._ordered(cell, picked, above, ordered)
            for j in range(self.count):
                low, high = min(row[j] for row in picked), max(row[j] for row in picked)
                bounds[cell, j] = (low, high)
                wider = [bounds[sub, j] for sub in above if (sub, j) in bounds]
                if low == high or len(cell) > 1:
                    continue
                if not any(known_low >= low for known_low, _ in wider):
                    yield self._said(cell, make.at_most(make.integer(low), terms[j]), 2)
                if not any(known_high <= high for _, known_high in wider):
                    yield self._said(cell, make.at_most(terms[j], make.integer(high)), 2)

    def _ordered(
        self,
        cell: Cell,
        picked: Sequence[Sequence[int]],
        above: Sequence[Cell],
        ordered: dict[Cell, set[tuple[int, int]]],
    ) -> Iterator[Candidate]:
        """Say which numbers never exceed which others, where their bounds alone do not say it."""
        lows = [min(column) for column in zip(*picked, strict=True)]
        highs = [max(column) for column in zip(*picked, strict=True)]
        found = ordered.setdefault(cell, set())
        for i, j in permutations(range(self.count), 2):
            owner = self.view.terms[i].owner
            if owner is None or owner != self.view.terms[j].owner:
                continue
            if highs[i] <= lows[j] or lows[i] == highs[i] or lows[j] == highs[j]:
                continue
            a, b = self.view.terms[i].expr, self.view.terms[j].expr
            most = max(row[i] - row[j] for row in picked)
            if self.view.match and most < highs[i] - lows[j]:
                parts = [(1, b), (1, make.integer(most))] if most else [(1, b)]
                yield self._said(cell, make.at_most(a, make.linear(parts)), 3)
            elif most <= 0:
                found.add((i, j))
                if not any((i, j) in ordered.get(sub, ()) for sub in above):
                    yield self._said(cell, make.at_most(a, b), 3)

    def _equation(self, vector: Sequence[int], terms: Sequence[Expr]) -> Expr:
        fixed, *factors = vector
        left = [(f, t) for f, t in zip(factors, terms, strict=True) if f > 0]
        right = [(-f, t) for f, t in zip(factors, terms, strict=True) if f < 0]
        a, b = make.linear(left), make.linear(right)
        if fixed > 0:
            a = make.integer(fixed) if not left else make.linear([*left, (1, make.integer(fixed))])
        elif fixed < 0:
            b = (
                make.integer(-fixed)
                if not right
                else make.linear([*right, (1, make.integer(-fixed))])
            )
        return make.equal(a, b)


def _int(value: int | None) -> int:
    assert value is not None
    return value


class Echelon:
    """Independent vectors over a prime field: tells whether a new one is independent."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[tuple[int, list[int]]] = []

    def reduce(self, vector: Sequence[int]) -> list[int]:
        """Return what is left of a vector."""
        left = [v % PRIME for v in vector]
        for pivot, row in self.rows:
            factor = left[pivot]
            if factor:
                left = [(v - factor * r) % PRIME for v, r in zip(left, row, strict=True)]
        return left

    def add(self, vector: Sequence[int]) -> bool:
        """Take up a vector; return whether it was independent."""
        left = self.reduce(vector)
        pivot = next((i for i, v in enumerate(left) if v), None)
        if pivot is None:
            return False
        inverse = pow(left[pivot], -1, PRIME)
        left = [v * inverse % PRIME for v in left]
        self.rows = [
            (p, [(v - row[pivot] * n) % PRIME for v, n in zip(row, left, strict=True)])
            for p, row in self.rows
        ]
        self.rows.append((pivot, left))
        return True


class Space:
    """The sums that vanish on all given rows, as whole-numbered vectors.

    An early column is said by later ones as seldom as possible.
    """

    def __init__(self, width: int, table: list[list[int]]) -> None:
        self.width = width
        self.table = table
        echelon = Echelon(width)
        step = max(1, len(table) // 80)
        for row in table[::step]:
            echelon.add(row)
        while True:
            self.vectors = self._null(echelon)
            wrong = next(
                (
                    row
                    for row in table
                    if any(sum(map(mul, row, vector)) for vector in self.vectors)
                ),
                None,
            )
            if wrong is None or not echelon.add(wrong):
                break

    def _null(self, echelon: Echelon) -> list[list[int]]:
        pivots = {pivot for pivot, _ in echelon.rows}
        found = []
        for free in range(self.width):
            if free in pivots:
                continue
            vector = [0] * self.width
            vector[free] = 1
            for pivot, row in echelon.rows:
                vector[pivot] = -row[free] % PRIME
            whole = _whole(vector)
            if whole is not None:
                found.append(whole)
        return found

    def short(self) -> list[list[int]]:
        """Return the vectors worth proposing: few terms, small factors."""
        return [
            vector
            for vector in self.vectors
            if 0 < sum(1 for v in vector[1:] if v) <= SUPPORT
            and all(abs(v) <= LARGEST for v in vector[1:])
        ]


def _whole(vector: Sequence[int]) -> list[int] | None:
    """Return a vector over the prime field as small whole numbers, or None."""
    for scale in range(1, 13):
        scaled = [v * scale % PRIME for v in vector]
        signed = [v - PRIME if v > PRIME // 2 else v for v in scaled]
        if all(abs(v) <= 2000 for v in signed):
            divisor = 0
            for v in signed:
                divisor = gcd(divisor, abs(v))
            return [v // (divisor or 1) for v in signed]
    return None
