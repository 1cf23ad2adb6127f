"""What lemmas may speak of: counters and guard atoms of a game, found in its spec.

Two views of a state: the whole (`GLOBAL`), with zones and variables told relative to the seats
that variables name, and one seat `s` among the others, for lemmas about every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, TypeAlias

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover import mentions
from cardavia_spec.check.prover.show import told
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Apply, Expr, Get, If, Lit
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Cell, Layer, Spec, Tiers, Zone
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Sort

Read: TypeAlias = Callable[[State, int], int | None]
"""Value of a feature in a state, for a seat (0 in the global view); None: not defined here."""

PHASES: Final = 12
"""So many atoms are combined into phases, if nothing else is said."""

FEW: Final = 8
"""Numbers of a wider range than this are not told one by one."""

SEAT: Final = "s"
"""The name that lemmas about every seat bind."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number or a truth of a state, as an expression and as a function.

    `phase` marks truths that part a deal into phases, `faint` those of them that count only where
    there are few; `owner` numbers that may be compared.
    """

    expr: Expr
    read: Read
    phase: bool = False
    owner: str | None = None
    faint: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What one kind of lemma may speak of; with a `sort` it is about every member of it.

    `phases` tells how many atoms are combined into phases; with `staged` a variable names the
    stage that a deal is in, and what is seen seldom counts too.
    """

    terms: tuple[Feature, ...]
    atoms: tuple[Feature, ...]
    sort: Sort | Int | None
    match: bool = False
    phases: int = PHASES
    staged: bool = False


def views(spec: Spec, interpreter: Interpreter, shared: Shared) -> tuple[View, ...]:
    """Return the views of the states of a spec."""
    finder = _Finder(spec, interpreter, shared)
    return (
        finder.everything(),
        *finder.named_seats(),
        finder.one_seat(),
        *finder.tested(),
        *finder.numbered(),
        finder.match(),
        *finder.match_members(),
    )


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
        self.staged = any(
            isinstance(cell.type, Sort) and cell.type.kind is Kind.ENUM for cell in self.cells
        )
        self.singles = mentions.singles(spec)
        self.cards = [make.member(card, spec.cards) for card in mentions.cards_named(spec)]
        self.tests = mentions.sets_tested(spec, shared.readers)
        self.offices = [
            cell
            for cell in spec.layer(Layer.MATCH)
            if not cell.each and cell.name != "dealer" and _of_seat(cell, spec.seats)
        ]

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

    def _made_of_zones(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        """How many cards a seat has, where a definition says that several zones are its own."""
        for definition in mentions.cards_of_seats(self.spec, self.shared.readers):
            zones = mentions.zones_of(definition.body)
            for expr, seat in where:
                yield Feature(make.size(make.defined(definition, expr)), self._in_all(zones, seat))

    def _in_all(self, keys: tuple[str, ...], seat: Read) -> Read:
        zones = [self.spec.zones[key] for key in keys]

        def read(state: State, s: int) -> int | None:
            place = seat(state, s)
            if place is None:
                return None
            return sum(
                len(state.zones[zone.offset + (place if zone.each is not None else 0)])
                for zone in zones
            )

        return read

    def _how_many(self, cards: Expr, zone: Zone) -> Feature:
        """How many cards of a set lie in a zone or family."""
        first, last = zone.offset, zone.offset + zone.size

        def read(state: State, _: int) -> int | None:
            try:
                members = self.interpreter.evaluate(cards, state)
            except RuleFault:
                return None
            assert isinstance(members, frozenset)
            return sum(len(members & lying) for lying in state.zones[first:last])

        inside = make.inside(make.ref("x", self.spec.cards), make.zone(self.spec, zone))
        return Feature(make.total_of("x", cards, _counted(inside)), read)

    # ------------------------------------------------------------------ atoms

    def _empty(self, cards: Expr, read: Read) -> Feature:
        """There is none of these cards."""
        key = cards.key if isinstance(cards, Get) else ""
        small = self._small(cards)
        return Feature(make.empty(cards), _nought(read), phase=small, faint=key not in self.singles)

    def _phases(self, more: int) -> tuple[int, bool]:
        """Return how many atoms are combined into phases, and whether a variable names stages."""
        return PHASES + more + (4 if self.staged else 0), self.staged

    def _stages(self) -> Iterator[Feature]:
        """The atoms of the rules first, where a variable names the stage that a deal is in."""
        if self.staged:
            yield from self._of_rules()

    def _from(self, here: Expr, first: int, steps: int) -> tuple[Expr, Read]:
        place = first
        for _ in range(steps):
            place = self.next[place]
        return make.after(self.spec, here, steps), lambda _state, _s: place

    def _turns(self, where: list[tuple[Expr, Read]], *, phase: bool) -> Iterator[Feature]:
        """Whose turn it is."""
        turn = self.spec.cells["turn"]
        for there, seat in where:
            yield Feature(
                make.equal(make.cell(turn), there), _same(_cell(turn.offset), seat), phase=phase
            )

    def _at(self, cell: Cell, name: str) -> Expr:
        return make.cell(cell, make.ref(name, self.spec.seats))

    def _of_seats(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        """What is true of a seat: a variable of its own, or that it is one of a set."""
        for cell in self.cells:
            if cell.each == (self.spec.seats,) and isinstance(cell.type, Bool):
                for expr, seat in where:
                    yield Feature(make.cell(cell, expr), _indexed(cell.offset, seat))
        for definition in mentions.seat_sets(self.spec):
            seats = make.defined(definition)
            yield Feature(make.empty(seats), self._tested(make.empty(seats)), phase=True)
            for expr, seat in where:
                yield Feature(make.inside(expr, seats), self._among(seats, seat))

    def _among(self, seats: Expr, seat: Read) -> Read:
        def read(state: State, s: int) -> int | None:
            place = seat(state, s)
            try:
                members = self.interpreter.evaluate(seats, state)
            except RuleFault:
                return None
            assert isinstance(members, frozenset)
            return None if place is None else int(place in members)

        return read

    def _of_cards(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        """Where cards lie that the rules name, and whether those they test for are together."""
        for zone in self.spec.zones.values():
            for cards in self.tests:
                test = make.all_inside(cards, make.zone(self.spec, zone))
                yield Feature(test, self._tested(test))
        for card in self.cards:
            for zone in self.spec.zones.values():
                first, last = zone.offset, zone.offset + zone.size
                yield Feature(
                    make.inside(card, make.zone(self.spec, zone)), _lies(card, first, last)
                )
                if zone.each == self.spec.seats:
                    for expr, seat in where:
                        yield Feature(
                            make.inside(card, make.zone(self.spec, zone, expr)),
                            _lies_at(card, first, seat),
                        )

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
            office = _cell(cell.offset)
            atoms.append(
                Feature(
                    make.equal(make.cell(turn), make.cell(cell)), _same(_cell(turn.offset), office)
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
        atoms += self._of_seats(where)
        atoms += self._of_cards(where)
        for number in self._numbers(whose, Layer.DEAL):
            if isinstance(number.expr.type, Int):
                atoms.append(
                    Feature(make.equal(number.expr, make.integer(0)), _nought(number.read))
                )
        return View(_distinct(terms), _distinct(atoms), None, False, *self._phases(0))

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
                atoms.append(Feature(make.empty(expr), _nought(read)))
            atoms += self._of_rules()
            yield View(_distinct(terms), _distinct(atoms), None, False, *self._phases(0))

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
            yield View(_distinct(terms), _distinct(atoms), sort=None)

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
                    make.at_most(name, make.cell(other)), _reaches(_cell(other.offset)), phase=True
                )
            )
        for times in (0, 1):
            test = make.equal(count.expr, make.integer(times))
            atoms.append(Feature(test, _equals(count.read, times)))
        return View((count,), _distinct(atoms), sort=type_)

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
        for number in self._numbers(own, Layer.DEAL):
            atoms.append(Feature(make.equal(number.expr, make.integer(0)), _nought(number.read)))
        atoms += self._of_rules()
        atoms += self._of_seats(own)
        for cell in self.offices:
            atoms.append(
                Feature(
                    make.equal(make.cell(cell), name),
                    _same(_cell(cell.offset), here[0][1]),
                    phase=True,
                )
            )
        more = self._phases(len(self.offices))
        return View(_distinct(terms), _distinct(atoms), self.spec.seats, False, *more)

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
        for cell in self.offices:
            if isinstance(cell.type, Maybe):
                none = make.equal(make.cell(cell), make.none_of(cell.type))
                atoms.append(Feature(none, _is(cell.offset, None), phase=True))
        for one, two in combinations(self.offices, 2):
            same = make.equal(make.cell(one), make.cell(two))
            atoms.append(Feature(same, _alike(one.offset, two.offset)))
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


def _of_seat(cell: Cell, seats: Sort) -> bool:
    return (cell.type.inner if isinstance(cell.type, Maybe) else cell.type) == seats


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


def _alike(one: int, two: int) -> Read:
    return lambda state, _: int(state.cells[one] == state.cells[two])


def _equals(number: Read, value: int) -> Read:
    return lambda state, s: int(number(state, s) == value)


def _reaches(number: Read) -> Read:
    def read(state: State, n: int) -> int | None:
        high = number(state, n)
        return None if high is None else int(n <= high)

    return read


def _lies(card: Expr, first: int, last: int) -> Read:
    value = card.value if isinstance(card, Lit) else None
    return lambda state, _: int(any(value in zone for zone in state.zones[first:last]))


def _lies_at(card: Expr, first: int, seat: Read) -> Read:
    value = card.value if isinstance(card, Lit) else None

    def read(state: State, s: int) -> int | None:
        place = seat(state, s)
        return None if place is None else int(value in state.zones[first + place])

    return read


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
