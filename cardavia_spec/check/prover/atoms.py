"""The numbers and truths of a game that lemmas are made of, found in its spec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.system import match_only
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover import mentions
from cardavia_spec.check.prover.readings import (
    PHASES,
    SEAT,
    Feature,
    Read,
    counted,
    indexed,
    is_value,
    lies,
    lies_at,
    nought,
    of_seat,
    same,
    valued,
)
from cardavia_spec.check.prover.show import told
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Expr, Get
from cardavia_spec.core.spec import Cell, Layer, Spec, Zone
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Sort

OPEN: Final = 12
"""So many atoms of what is not proved yet are spoken of."""


class Atoms:
    """Finds the numbers and truths of a spec, told from the seats that it is given."""

    def __init__(
        self, spec: Spec, interpreter: Interpreter, shared: Shared, open_: Iterable[Expr] = ()
    ) -> None:
        self.open, self.open_of_seat = mentions.parts_of(open_, spec.seats, SEAT)
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
            if not cell.each and cell.name != "dealer" and of_seat(cell, spec.seats)
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
                yield Feature(make.cell(cell), valued(first), owner="")
            elif len(cell.each) == 1 and isinstance(cell.each[0], Sort):
                sort = cell.each[0]
                body = make.cell(cell, make.ref("x", sort))
                if truth:
                    body = counted(body)

                def whole(
                    state: State, _: int, first: int = first, last: int = first + cell.size
                ) -> int:
                    return sum(v for v in state.cells[first:last] if isinstance(v, int))

                yield Feature(make.total("x", sort, body), whole)
                if sort == self.spec.seats and not truth:
                    for expr, seat in where:
                        yield Feature(make.cell(cell, expr), indexed(first, seat), owner=told(expr))

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
        return Feature(make.total_of("x", cards, counted(inside)), read)

    # ------------------------------------------------------------------ atoms

    def _empty(self, cards: Expr, read: Read) -> Feature:
        """There is none of these cards."""
        key = cards.key if isinstance(cards, Get) else ""
        small = self._small(cards)
        return Feature(make.empty(cards), nought(read), phase=small, faint=key not in self.singles)

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
                make.equal(make.cell(turn), there), same(valued(turn.offset), seat), phase=phase
            )

    def _at(self, cell: Cell, name: str) -> Expr:
        return make.cell(cell, make.ref(name, self.spec.seats))

    def _of_seats(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        """What is true of a seat: a variable of its own, or that it is one of a set."""
        for cell in self.cells:
            if cell.each == (self.spec.seats,) and isinstance(cell.type, Bool):
                for expr, seat in where:
                    yield Feature(make.cell(cell, expr), indexed(cell.offset, seat))
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
                    make.inside(card, make.zone(self.spec, zone)), lies(card, first, last)
                )
                if zone.each == self.spec.seats:
                    for expr, seat in where:
                        yield Feature(
                            make.inside(card, make.zone(self.spec, zone, expr)),
                            lies_at(card, first, seat),
                        )

    def _of_cells(self, where: list[tuple[Expr, Read]]) -> Iterator[Feature]:
        spec = self.spec
        for cell in self.cells:
            if cell.each:
                continue
            expr, first = make.cell(cell), cell.offset
            match cell.type:
                case Bool():
                    yield Feature(expr, valued(first))
                case Sort(kind=Kind.ENUM, members=members):
                    for value in range(len(members)):
                        yield Feature(
                            make.equal(expr, make.member(value, cell.type)), is_value(first, value)
                        )
                case Int(low=low):
                    yield Feature(make.equal(expr, make.integer(low)), is_value(first, low))
                case Maybe(inner=Sort() as inner):
                    yield Feature(
                        make.equal(expr, make.none_of(cell.type)), is_value(first, None), phase=True
                    )
                    if inner == spec.seats:
                        for other, seat in where:
                            yield Feature(make.equal(expr, other), same(valued(first), seat))
                case _:
                    pass

    def _of_rules(self) -> Iterator[Feature]:
        """The atoms of the guards of events, moves and tiers, as far as they name nothing."""
        for atom in mentions.atoms_of_rules(self.spec):
            if not self.shared.readers.of(atom).names - {"me"}:
                yield Feature(atom, self._tested(atom), phase=True)

    def _of_open(self, *, match: bool) -> Iterator[Feature]:
        """The atoms of what is stated and not proved yet, as far as they name nothing.

        Between two deals there is nobody's turn, so an atom of a match names not even `me`.
        """
        for atom in self.open[:OPEN]:
            names = self.shared.readers.of(atom).names
            said = names <= {"me"} if not match else not names and match_only(self.shared, atom)
            if said and mentions.stands_alone(self.spec, atom):
                yield Feature(atom, self._tested(atom))

    def _of_open_seat(self) -> Iterator[Feature]:
        """Those that are stated of every seat."""
        for atom in self.open_of_seat[:OPEN]:
            names = self.shared.readers.of(atom).names
            if names <= {SEAT, "me"} and mentions.stands_alone(self.spec, atom):
                yield Feature(atom, self._told_of(atom))

    def _told_of(self, atom: Expr) -> Read:
        def read(state: State, s: int) -> int | None:
            try:
                return int(bool(self.interpreter.evaluate(atom, state, None, {SEAT: s})))
            except RuleFault:
                return None

        return read

    def _tested(self, atom: Expr) -> Read:
        test = self.interpreter.compile_test(atom, "an atom")
        # Taken out of its guard an atom may be told of none, which compiled code does not look for.
        alone = mentions.stands_alone(self.spec, atom)
        undefined = (RuleFault,) if alone else (RuleFault, TypeError)

        def read(state: State, _: int) -> int | None:
            try:
                return int(test(state, None))
            except undefined:
                return None

        return read
