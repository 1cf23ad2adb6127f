"""What lemmas may speak of: counters and guard atoms of a game, found in its spec.

Two views of a state: the whole (`GLOBAL`), with zones and variables told relative to the seats
that variables name, and one seat `s` among the others, for lemmas about every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover import mentions
from cardavia_spec.check.prover.atoms import Atoms
from cardavia_spec.check.prover.readings import (
    FEW,
    SEAT,
    Feature,
    Read,
    View,
    alike,
    distinct,
    equals,
    indexed,
    is_value,
    nought,
    reaches,
    same,
    valued,
)
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Cell, Layer, Spec
from cardavia_spec.core.types import Bool, Int, Maybe, Sort


def views(
    spec: Spec, interpreter: Interpreter, shared: Shared, open_: Iterable[Expr] = ()
) -> tuple[View, ...]:
    """Return the views of the states of a spec; `open_` is what is stated and not proved yet."""
    finder = _Finder(spec, interpreter, shared, open_)
    return (
        finder.everything(),
        *finder.named_seats(),
        finder.one_seat(),
        *finder.tested(),
        *finder.numbered(),
        finder.match(),
        *finder.match_members(),
    )


class _Finder(Atoms):
    """Puts them together into views."""

    def everything(self) -> View:
        """The whole state."""
        where = self._bases()
        terms: list[Feature] = []
        atoms = [Feature(make.OVER, lambda state, _: int(state.over), phase=True)]
        atoms += self._stages()
        for expr, read in self._zones(where):
            terms.append(Feature(make.size(expr), read))
            atoms.append(self._empty(expr, read))
        terms += self._made_of_zones(where)
        whose = where if self.count == 2 else []  # of more seats `one_seat` speaks
        terms += self._numbers(whose, Layer.DEAL)
        turn = self.spec.cells["turn"]
        base = next((cell for cell in self.seats if cell.name != "turn"), None)
        if base is not None:
            atoms += self._turns(where, phase=True)
        for cell in self.offices:
            office = valued(cell.offset)
            atoms.append(
                Feature(
                    make.equal(make.cell(turn), make.cell(cell)), same(valued(turn.offset), office)
                )
            )
        if "dealer" in self.spec.cells and self.seats:
            dealer = self.spec.cells["dealer"]
            for k in range(self.count):
                there, seat = self._seat(dealer, k)
                leader = next((c for c in self.seats if c.name != "turn"), self.seats[0])
                atoms.append(
                    Feature(make.equal(make.cell(leader), there), same(valued(leader.offset), seat))
                )
        atoms += self._of_cells(where)
        atoms += self._of_rules()
        atoms += self._of_seats(where)
        atoms += self._of_cards(where)
        for number in self._numbers(whose, Layer.DEAL):
            if isinstance(number.expr.type, Int):
                atoms.append(Feature(make.equal(number.expr, make.integer(0)), nought(number.read)))
        atoms += self._of_open(match=False)
        return View(distinct(terms), distinct(atoms), None, False, *self._phases(0))

    def named_seats(self) -> Iterator[View]:
        """The whole state, told from a seat that the rules name."""
        for first in mentions.seats_named(self.spec)[:1]:
            here = make.member(first, self.spec.seats)
            where = [self._from(here, first, k) for k in range(self.count)]
            terms: list[Feature] = []
            atoms = [Feature(make.OVER, lambda state, _: int(state.over), phase=True)]
            atoms += self._turns(where, phase=True)
            atoms += self._stages()
            for expr, read in self._zones(where):
                terms.append(Feature(make.size(expr), read))
                atoms.append(Feature(make.empty(expr), nought(read)))
            atoms += self._of_rules()
            yield View(distinct(terms), distinct(atoms), None, False, *self._phases(0))

    def tested(self) -> Iterator[View]:
        """How many cards of a set that the rules test for lie where, and the numbers of a deal."""
        for cards in self.tests:
            if not mentions.always_defined(cards):
                continue
            terms = list(self._numbers([], Layer.DEAL))
            for zone in self.spec.zones.values():
                terms.append(self._how_many(cards, zone))
            atoms = [Feature(make.OVER, lambda state, _: int(state.over), phase=True)]
            atoms += self._of_rules()
            yield View(distinct(terms), distinct(atoms), sort=None)

    def numbered(self) -> Iterator[View]:
        """One number that seats may have, for numbers that are given out."""
        for cell in self.cells:
            if cell.each != (self.spec.seats,) or not isinstance(cell.type, Int):
                continue
            others = [c for c in self.cells if c.type == cell.type and not c.each]
            if others and cell.type.high - cell.type.low <= FEW:
                yield self._numbered(cell, cell.type, others)

    def _numbered(self, cell: Cell, type_: Int, others: list[Cell]) -> View:
        first, last, low = cell.offset, cell.offset + cell.size, type_.low
        name = make.ref(SEAT, type_)
        holder = make.those("x", self.spec.seats, make.equal(self._at(cell, "x"), name))
        count = Feature(
            make.size(holder), lambda state, n: sum(v == n for v in state.cells[first:last])
        )
        atoms = [
            Feature(make.OVER, lambda state, _: int(state.over), phase=True),
            Feature(make.equal(name, make.integer(low)), lambda _, n: int(n == low), phase=True),
        ]
        for other in others:
            atoms.append(
                Feature(
                    make.at_most(name, make.cell(other)), reaches(valued(other.offset)), phase=True
                )
            )
        for times in (0, 1):
            test = make.equal(count.expr, make.integer(times))
            atoms.append(Feature(test, equals(count.read, times)))
        return View((count,), distinct(atoms), sort=type_)

    def one_seat(self) -> View:
        """One seat `s`, any of them."""
        name = make.ref(SEAT, self.spec.seats)
        here: list[tuple[Expr, Read]] = [(name, lambda _, s: s)]
        here += [
            (make.after(self.spec, name, 1), lambda _, s: self.next[s]),
        ]
        own = here[:1]
        terms: list[Feature] = []
        atoms = [Feature(make.OVER, lambda state, _: int(state.over), phase=True)]
        for expr, read in self._zones(own):
            terms.append(Feature(make.size(expr), read))
            atoms.append(self._empty(expr, read))
        terms += self._made_of_zones(own)
        terms += self._numbers(here, Layer.DEAL)
        for cell in self.cells:
            inner = cell.type.inner if isinstance(cell.type, Maybe) else cell.type
            if inner == self.spec.seats and not cell.each:
                atoms.append(
                    Feature(
                        make.equal(make.cell(cell), name),
                        same(valued(cell.offset), lambda _, s: s),
                        phase=True,
                    )
                )
        if "dealer" in self.spec.cells:
            dealer = self.spec.cells["dealer"]
            atoms.append(
                Feature(
                    make.equal(make.cell(dealer), name), same(valued(dealer.offset), here[0][1])
                )
            )
        for number in self._numbers(own, Layer.DEAL):
            atoms.append(Feature(make.equal(number.expr, make.integer(0)), nought(number.read)))
        atoms += self._of_rules()
        atoms += self._of_open_seat()
        atoms += self._of_seats(own)
        for cell in self.offices:
            atoms.append(
                Feature(
                    make.equal(make.cell(cell), name),
                    same(valued(cell.offset), here[0][1]),
                    phase=True,
                )
            )
        more = self._phases(len(self.offices))
        return View(distinct(terms), distinct(atoms), self.spec.seats, False, *more)

    def match(self) -> View:
        """Options and match variables."""
        terms, atoms = self._of_match()
        atoms += self._of_open(match=True)
        return View(distinct(terms), distinct(atoms), sort=None, match=True)

    def match_members(self) -> Iterator[View]:
        """One member of a sort that match variables are told for, beside what is told of all."""
        families: dict[Sort, list[Cell]] = {}
        for cell in self.spec.layer(Layer.MATCH):
            sort = cell.each[0] if len(cell.each) == 1 else None
            if isinstance(cell.type, Int) and isinstance(sort, Sort):
                families.setdefault(sort, []).append(cell)
        for sort, cells in families.items():
            terms, atoms = self._of_match()
            name = make.ref(SEAT, sort)
            own = [
                Feature(make.cell(cell, name), indexed(cell.offset, lambda _, s: s), owner="")
                for cell in cells
            ]
            yield View(distinct([*own, *terms]), distinct(atoms), sort=sort, match=True)

    def _of_match(self) -> tuple[list[Feature], list[Feature]]:
        terms = [
            replace(number, owner="")
            for layer in (Layer.MATCH, Layer.OPTION)
            for number in self._numbers([], layer)
        ]
        atoms: list[Feature] = []
        for cell in self.spec.cells.values():
            if cell.layer is Layer.DEAL or cell.each:
                continue
            if isinstance(cell.type, Bool):
                atoms.append(Feature(make.cell(cell), valued(cell.offset), phase=True))
            if isinstance(cell.type, Int) and cell.layer is Layer.MATCH:
                for value in cell.domain[:8]:
                    if isinstance(value, int):
                        atoms.append(
                            Feature(
                                make.equal(make.cell(cell), make.integer(value)),
                                is_value(cell.offset, value),
                                phase=True,
                            )
                        )
        for cell in self.offices:
            if isinstance(cell.type, Maybe):
                none = make.equal(make.cell(cell), make.none_of(cell.type))
                atoms.append(Feature(none, is_value(cell.offset, None), phase=True))
        for one, two in combinations(self.offices, 2):
            same = make.equal(make.cell(one), make.cell(two))
            atoms.append(Feature(same, alike(one.offset, two.offset)))
        return terms, atoms
