"""Guesses of another form: what a mark tells of where cards are not.

A mark is a truth that is kept for each member of a sort, for each seat or not, as that a seat has
declared a suit.  Sets of cards that rules and properties name for such a member (the pair of a
suit) may then be in some zones only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.reads import walk
from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover.mentions import set_of
from cardavia_spec.check.prover.mining import Candidate
from cardavia_spec.check.prover.readings import SEAT
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ir import Apply, Expr, Fold, Get, Ref
from cardavia_spec.core.ops import FoldOp
from cardavia_spec.core.spec import Cell, Layer, Spec, slot
from cardavia_spec.core.state import State
from cardavia_spec.core.types import BOOL, Bool, Kind, Sort, values

LYING: Final = "x"
"""The name that such guesses bind for a card of a set."""
FEW: Final = 6
"""So many sets of cards are spoken of."""
RANK: Final = (1, 4)
"""Such guesses come after the others of one condition."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where cards may lie: a zone, a whole family, or the zone of a seat counted from `s`."""

    expr: Expr
    slots: tuple[tuple[int, ...], ...]
    """For each seat `s`, the slots of the zones."""


def marked(
    spec: Spec, interpreter: Interpreter, shared: Shared, seen: Sequence[State]
) -> Iterator[Candidate]:
    """Yield the guesses that hold in all states seen, where the mark was seen at least once."""
    for cell in spec.layer(Layer.DEAL):
        if not isinstance(cell.type, Bool) or not cell.each:
            continue
        seats = [i for i, sort in enumerate(cell.each) if sort == spec.seats]
        others = [i for i in range(len(cell.each)) if i not in seats]
        if len(seats) > 1 or len(others) != 1:
            continue
        sort = cell.each[others[0]]
        if isinstance(sort, Sort):
            yield from _of_cell(spec, interpreter, shared, seen, cell, sort)


def _of_cell(
    spec: Spec,
    interpreter: Interpreter,
    shared: Shared,
    seen: Sequence[State],
    cell: Cell,
    sort: Sort,
) -> Iterator[Candidate]:
    owned = spec.seats in cell.each
    places = tuple(_places(spec, owned=owned))
    slots = list(_slots(spec, cell, sort))
    done: list[dict[int, frozenset[int]]] = []
    for name, cards in _sets(spec, shared, sort):
        known = _members(interpreter, name, cards, sort, seen)
        if known is None or known in done or len(done) == FEW:
            continue
        done.append(known)
        left = set(range(len(places)))
        met = False
        for state in seen:
            for at, s, u in slots:
                if not state.cells[at]:
                    continue
                met = True
                zones = state.zones
                wrong = {n for n in left if any(zones[z] & known[u] for z in places[n].slots[s])}
                left -= wrong
        if met:
            for n in sorted(left):
                yield _said(spec, cell, sort, name, cards, places[n].expr)


def _slots(spec: Spec, cell: Cell, sort: Sort) -> Iterator[tuple[int, int, int]]:
    """Yield the slots of a mark, each with its seat (0 where it has none) and its member."""
    seats = len(spec.seats.members) if spec.seats in cell.each else 1
    for s, u in product(range(seats), values(sort)):
        assert isinstance(u, int)
        args = tuple(s if each == spec.seats else u for each in cell.each)
        yield cell.offset + slot(cell.each, args), s, u


def _places(spec: Spec, *, owned: bool) -> Iterator[_Place]:
    table = [int(v) if isinstance(v, int) else 0 for v in spec.tables["next"].values]
    seats = range(len(spec.seats.members))
    for zone in spec.zones.values():
        slots = tuple(range(zone.offset, zone.offset + zone.size))
        yield _Place(make.zone(spec, zone), tuple(slots for _ in seats))
        if zone.each != spec.seats or not owned:
            continue
        name: Expr = make.ref(SEAT, spec.seats)
        here = list(seats)
        for steps in seats:
            there = make.after(spec, name, steps)
            yield _Place(make.zone(spec, zone, there), tuple((zone.offset + s,) for s in here))
            here = [table[s] for s in here]


def _sets(spec: Spec, shared: Shared, sort: Sort) -> Iterator[tuple[str, Expr]]:
    """Yield sets of cards that rules and properties name for one member, with its name."""
    roots: list[object] = [*spec.moves.values(), *spec.events.values(), *spec.definitions.values()]
    roots += [prop.test for prop in spec.properties]
    for node in (node for root in roots for node in walk(root)):
        if not isinstance(node, Apply | Fold | Get) or not set_of(node.type, Kind.CARD):
            continue
        reads = shared.readers.of(node)
        if len(reads.names) != 1 or reads.zones or reads.cells or reads.was or reads.settled:
            continue
        (name,) = reads.names
        types = {n.type for n in walk(node) if isinstance(n, Ref) and n.name == name}
        if types == {sort} and name != SEAT:
            yield name, node


def _members(
    interpreter: Interpreter, name: str, cards: Expr, sort: Sort, seen: Sequence[State]
) -> dict[int, frozenset[int]] | None:
    """Return which cards a set has for each member; they depend on nothing else."""
    found: dict[int, frozenset[int]] = {}
    for member in values(sort):
        try:
            value = interpreter.evaluate(cards, seen[0], None, {name: member})
        except RuleFault:
            return None
        assert isinstance(value, frozenset)
        assert isinstance(member, int)
        found[member] = value
    return found


def _said(spec: Spec, cell: Cell, sort: Sort, name: str, cards: Expr, place: Expr) -> Candidate:
    names = {spec.seats: make.ref(SEAT, spec.seats), sort: make.ref(name, sort)}
    mark = make.cell(cell, *(names[each] for each in cell.each if isinstance(each, Sort)))
    lies = make.inside(make.ref(LYING, spec.cards), place)
    gone = Fold(op=FoldOp.EVERY, name=LYING, domain=cards, body=make.negation(lies), type=BOOL)
    test = make.every(name, sort, make.implies([mark], gone))
    if spec.seats in cell.each:
        test = make.every(SEAT, spec.seats, test)
    return Candidate(test, None, False, RANK)
