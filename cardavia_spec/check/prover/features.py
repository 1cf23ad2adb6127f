"""What lemmas may speak of: counters and guard atoms of a game, found in its spec.

Two views of a state: the whole (`GLOBAL`), with zones and variables told relative to the seats
that variables name, and one seat `s` among the others, for lemmas about every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover.show import told
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Apply, Expr, Get, If
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Cell, Layer, Spec, Tiers
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Sort

Read: TypeAlias = Callable[[State, int], int | None]
"""Value of a feature in a state, for a seat (0 in the global view); None: not defined here."""

SEAT: Final = "s"
"""The name that lemmas about every seat bind."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number or a truth of a state, as an expression and as a function.

    `phase` marks truths that part a deal into phases, `owner` numbers that may be compared.
    """

    expr: Expr
    read: Read
    phase: bool = False
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one kind of lemma may speak of; with a `sort` it is about every member of it."""

    terms: tuple[Feature, ...]
    atoms: tuple[Feature, ...]
    sort: Sort | None
    match: bool = False


def views(spec: Spec, interpreter: Interpreter, shared: Shared) -> tuple[View, ...]:
    """Return the views of the states of a spec."""
    finder = _Finder(spec, interpreter, shared)
    return (finder.everything(), finder.one_seat(), finder.match(), *finder.match_members())


class _Finder:
    def __init__(self, spec: Spec, interpreter: Interpreter, shared: Shared) -> None:
        self.spec = spec
        self.interpreter = interpreter
        self.shared = shared
        self.count = len(spec.seats.members)
        self.cells = [c for c in spec.cells.values() if c.layer is Layer.DEAL]
        self.seats = [c for c in self.cells if c.type == spec.seats and not c.each]
        table = spec.tables["next"].values
        self.next = [int(v) if isinstance(v, int) else 0 for v in table]

    # ------------------------------------------------------------------ parts

    def _seat(self, cell: Cell, steps: int) -> tuple[Expr, Read]:
        expr = make.after(self.spec, make.cell(cell), steps)

        def read(state: State, _: int) -> int | None:
            seat = state.cells[cell.offset]
            if not isinstance(seat, int):
                return None
            for _step in range(steps):
                seat = self.next[seat]
            return seat

        return expr, read

    def _bases(self) -> list[tuple[Expr, Read]]:
        """The seats that lemmas of the whole speak of, counted from the one a variable names."""
        base = next((cell for cell in self.seats if cell.name != "turn"), self.seats[0])
        return [self._seat(base, k) for k in range(self.count)]

    def _zones(self, where: list[tuple[Expr, Read]]) -> Iterator[tuple[Expr, Read]]:
        """Each zone, whole family, and zone of one of these seats: as a set, and its size."""
        for zone in self.spec.zones.values():
            first = zone.offset

            def whole(
                state: State, _: int, first: int = first, last: int = first + zone.size
            ) -> int:
                return sum(len(cards) for cards in state.zones[first:last])

            yield make.zone(self.spec, zone), whole
            if zone.each == self.spec.seats:
                for expr, seat in where:

                    def own(
                        state: State, s: int, first: int = first, seat: Read = seat
                    ) -> int | None:
                        place = seat(state, s)
                        return None if place is None else len(state.zones[first + place])

                    yield make.zone(self.spec, zone, expr), own

    def _numbers(self, where: list[tuple[Expr, Read]], layer: Layer) -> Iterator[Feature]:
        for cell in self.spec.cells.values():
            if cell.layer is not layer or not isinstance(cell.type, (Int, Bool)):
                continue
            first = cell.offset
            truth = isinstance(cell.type, Bool)
            if not cell.each and not truth:
                yield Feature(make.cell(cell), _cell(first), owner="")
            elif len(cell.each) == 1 and isinstance(cell.each[0], Sort):
                sort = cell.each[0]
                body = make.cell(cell, make.ref("x", sort))
                if truth:
                    body = _counted(body)

                def whole(
                    state: State, _: int, first: int = first, last: int = first + cell.size
                ) -> int:
                    return sum(v for v in state.cells[first:last] if isinstance(v, int))

                yield Feature(make.total("x", sort, body), whole)
                if sort == self.spec.seats and not truth:
                    for expr, seat in where:
                        yield Feature(
                            make.cell(cell, expr), _indexed(first, seat), owner=told(expr)
                        )

    def _small(self, cards: Expr) -> bool:
        """Whether a set is a zone that holds a card or two at a time."""
        zone = self.spec.zones[cards.key] if isinstance(cards, Get) else None
        return zone is not None and zone.offset in self.shared.layout.small

    # ------------------------------------------------------------------ atoms

    def _of_cells(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        spec = self.spec
        for cell in self.cells:
            if cell.each:
                continue
            expr, first = make.cell(cell), cell.offset
            match cell.type:
                case Bool():
                    yield Feature(expr, _cell(first))
                case Sort(kind=Kind.ENUM, members=members):
                    for value in range(len(members)):
                        yield Feature(
                            make.equal(expr, make.member(value, cell.type)), _is(first, value)
                        )
                case Int(low=low):
                    yield Feature(make.equal(expr, make.integer(low)), _is(first, low))
                case Maybe(inner=Sort() as inner):
                    yield Feature(
                        make.equal(expr, make.none_of(cell.type)), _is(first, None), phase=True
                    )
                    if inner == spec.seats:
                        for other, seat in where:
                            yield Feature(make.equal(expr, other), _same(_cell(first), seat))
                case _:
                    pass

    def _of_rules(self) -> Iterator[Feature]:
        """The atoms of the guards of events, moves and tiers, as far as they name nothing."""
        for atom in atoms_of_rules(self.spec):
            if not self.shared.readers.of(atom).names - {"me"}:
                yield Feature(atom, self._tested(atom), phase=True)

    def _tested(self, atom: Expr) -> Read:
        test = self.interpreter.compile_test(atom, "an atom")

        def read(state: State, _: int) -> int | None:
            try:
                return int(test(state, None))
            except RuleFault:
                return None

        return read

    # ------------------------------------------------------------------ views

    def everything(self) -> View:
        """The whole state."""
        where = self._bases()
        terms: list[Feature] = []
        atoms = [Feature(make.OVER, lambda state, _: int(state.over), phase=True)]
        for expr, read in self._zones(where):
            terms.append(Feature(make.size(expr), read))
            atoms.append(Feature(make.empty(expr), _nought(read), phase=self._small(expr)))
        whose = where if self.count == 2 else []  # of more seats `one_seat` speaks
        terms += self._numbers(whose, Layer.DEAL)
        turn = self.spec.cells["turn"]
        base = next((cell for cell in self.seats if cell.name != "turn"), None)
        if base is not None:
            for k in range(self.count):
                there, seat = self._seat(base, k)
                atoms.append(
                    Feature(
                        make.equal(make.cell(turn), there),
                        _same(_cell(turn.offset), seat),
                        phase=True,
                    )
                )
        if "dealer" in self.spec.cells and self.seats:
            dealer = self.spec.cells["dealer"]
            for k in range(self.count):
                there, seat = self._seat(dealer, k)
                leader = next((c for c in self.seats if c.name != "turn"), self.seats[0])
                atoms.append(
                    Feature(make.equal(make.cell(leader), there), _same(_cell(leader.offset), seat))
                )
        atoms += self._of_cells(where)
        atoms += self._of_rules()
        for number in self._numbers(whose, Layer.DEAL):
            if isinstance(number.expr.type, Int):
                atoms.append(
                    Feature(make.equal(number.expr, make.integer(0)), _nought(number.read))
                )
        return View(_distinct(terms), _distinct(atoms), sort=None)

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
            atoms.append(Feature(make.empty(expr), _nought(read), phase=self._small(expr)))
        terms += self._numbers(here, Layer.DEAL)
        for cell in self.cells:
            inner = cell.type.inner if isinstance(cell.type, Maybe) else cell.type
            if inner == self.spec.seats and not cell.each:
                atoms.append(
                    Feature(
                        make.equal(make.cell(cell), name),
                        _same(_cell(cell.offset), lambda _, s: s),
                        phase=True,
                    )
                )
        if "dealer" in self.spec.cells:
            dealer = self.spec.cells["dealer"]
            atoms.append(
                Feature(
                    make.equal(make.cell(dealer), name), _same(_cell(dealer.offset), here[0][1])
                )
            )
        for number in self._numbers(here[:1], Layer.DEAL):
            atoms.append(Feature(make.equal(number.expr, make.integer(0)), _nought(number.read)))
        atoms += self._of_rules()
        return View(_distinct(terms), _distinct(atoms), sort=self.spec.seats)

    def match(self) -> View:
        """Options and match variables."""
        terms, atoms = self._of_match()
        return View(_distinct(terms), _distinct(atoms), sort=None, match=True)

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
                Feature(make.cell(cell, name), _indexed(cell.offset, lambda _, s: s), owner="")
                for cell in cells
            ]
            yield View(_distinct([*own, *terms]), _distinct(atoms), sort=sort, match=True)

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
                atoms.append(Feature(make.cell(cell), _cell(cell.offset), phase=True))
            if isinstance(cell.type, Int) and cell.layer is Layer.MATCH:
                for value in cell.domain[:8]:
                    if isinstance(value, int):
                        atoms.append(
                            Feature(
                                make.equal(make.cell(cell), make.integer(value)),
                                _is(cell.offset, value),
                                phase=True,
                            )
                        )
        return terms, atoms


def atoms_of_rules(spec: Spec) -> Iterator[Expr]:
    """Yield the atoms of the guards of events, of gates and of tiers, each once."""
    guards = [event.when for event in spec.events.values()]
    guards += [g.test for move in spec.moves.values() for g in move.guards if g.gate]
    for definition in spec.definitions.values():
        if isinstance(definition.body, Tiers) and not definition.params:
            guards += [tier.when for tier in definition.body.tiers if tier.when is not None]
    seen: set[Expr] = set()
    for guard in guards:
        for atom in _leaves(guard):
            if atom not in seen:
                seen.add(atom)
                yield atom


def _leaves(guard: Expr) -> Iterator[Expr]:
    if isinstance(guard, Apply) and guard.op in (Op.AND, Op.OR, Op.IMPLIES, Op.NOT):
        for arg in guard.args:
            yield from _leaves(arg)
    else:
        yield guard


def _counted(truth: Expr) -> Expr:
    return If(cond=truth, then=make.integer(1), other=make.integer(0), type=Int(0, 1))


def _cell(offset: int) -> Read:
    def read(state: State, _: int) -> int | None:
        value = state.cells[offset]
        return None if value is None or isinstance(value, frozenset) else int(value)

    return read


def _indexed(first: int, seat: Read) -> Read:
    def read(state: State, s: int) -> int | None:
        place = seat(state, s)
        value = None if place is None else state.cells[first + place]
        return int(value) if isinstance(value, int) else None

    return read


def _is(offset: int, wanted: int | None) -> Read:
    return lambda state, _: int(state.cells[offset] == wanted)


def _same(a: Read, b: Read) -> Read:
    return lambda state, s: int(a(state, s) == b(state, s))


def _nought(read: Read) -> Read:
    def inner(state: State, s: int) -> int | None:
        value = read(state, s)
        return None if value is None else int(value == 0)

    return inner


def _distinct(features: list[Feature]) -> tuple[Feature, ...]:
    found: dict[Expr, Feature] = {}
    for feature in features:
        known = found.get(feature.expr)
        if known is None or (feature.phase and not known.phase):
            found[feature.expr] = feature
    return tuple(found.values())
