"""Symbolic states: zones as one truth a card with counters beside them, cells as values.

The counters of a zone are its size and the sum of each card table that the spec sums somewhere.
They are tied to the cards by weak links only: an exact sum of a hundred conditionals is beyond a
solver, and the kernel keeps the counters exact by itself (see the sum laws in docs).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from cardavia_spec.back.smt.pieces import pieces
from cardavia_spec.back.smt.reads import everything
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at_most_one,
    bool_var,
    conj,
    disj,
    eq,
    exactly_one,
    iff,
    int_var,
    le,
    mul,
    number,
)
from cardavia_spec.back.smt.values import Members, Symbolic, Table, constant
from cardavia_spec.core.spec import Cell, Spec, Zone
from cardavia_spec.core.types import Bool, Int, Scalar, Value, show, values

SIZE: Final = ""
"""The key of the weight that counts the cards of a set."""


@dataclass(frozen=True, slots=True)
class SymState:
    """A symbolic state; `zones` and `cells` by slot, as in `core.state.State`."""

    zones: tuple[Members, ...]
    cells: tuple[Symbolic, ...]
    over: Term

    def with_zone(self, slot: int, members: Members) -> SymState:
        """Return the state with another set in a zone slot."""
        zones = (*self.zones[:slot], members, *self.zones[slot + 1 :])
        return replace(self, zones=zones)

    def with_cell(self, slot: int, value: Symbolic) -> SymState:
        """Return the state with another value in a cell slot."""
        cells = (*self.cells[:slot], value, *self.cells[slot + 1 :])
        return replace(self, cells=cells)


class Layout:
    """Slots, weights and axioms of the states of one spec.

    `made` are the weights that are no table of the spec but a reading of one of `pieces`.
    """

    def __init__(self, spec: Spec, weights: tuple[str, ...], small: frozenset[str]) -> None:
        self.spec = spec
        self.cards = len(spec.cards.members)
        self.zone_of: tuple[Zone, ...] = tuple(
            zone for zone in spec.zones.values() for _ in range(zone.size)
        )
        self.cell_of: tuple[Cell, ...] = tuple(
            cell for cell in spec.cells.values() for _ in range(cell.size)
        )
        self.small = frozenset(slot for slot, zone in enumerate(self.zone_of) if zone.name in small)
        tables = {key: tuple(_number(v) for v in spec.tables[key].values) for key in weights}
        self.pieces, made = pieces(spec, tables, everything(spec))
        self.made: tuple[str, ...] = tuple(made)
        self.weights: tuple[str, ...] = (SIZE, *tables, *made)
        self._values: dict[str, tuple[int, ...]] = {SIZE: (1,) * self.cards, **tables, **made}

    def weight_of(self, key: str, card: int) -> int:
        """Return what one card counts in a weight."""
        return self._values[key][card]

    def constant_weights(self, cards: frozenset[int]) -> dict[str, Term]:
        """Return the weights of a set that is known."""
        return {key: number(sum(self._values[key][card] for card in cards)) for key in self.weights}

    def zone_name(self, slot: int) -> str:
        """Return the name of a zone slot: `stock`, `hand[south]`."""
        zone = self.zone_of[slot]
        return zone.name + _index((zone.each,) if zone.each else (), slot - zone.offset)

    def cell_name(self, slot: int) -> str:
        """Return the name of a cell slot: `turn`, `tricks[south]`."""
        cell = self.cell_of[slot]
        return cell.name + _index(cell.each, slot - cell.offset)

    # ------------------------------------------------------------------ states

    def fresh(self, prefix: str) -> SymState:
        """Return a state about which nothing is known; its axioms are `domains` and the rest."""
        zones = tuple(self.fresh_zone(f"{prefix}{slot}", slot) for slot in range(len(self.zone_of)))
        cells = tuple(
            self.fresh_cell(f"{prefix}{self.cell_name(slot)}", slot)
            for slot in range(len(self.cell_of))
        )
        return SymState(zones, cells, bool_var(f"{prefix}over"))

    def fresh_zone(self, name: str, slot: int) -> Members:
        """Return a zone about which nothing is known."""
        base = f"{name}:{self.zone_name(slot)}"
        guards = {card: bool_var(f"{base}.{card}") for card in range(self.cards)}
        weights = {key: int_var(f"{base}#{key}") for key in self.weights}
        return Members(guards, weights)

    def fresh_cell(self, name: str, slot: int) -> Symbolic:
        """Return a value about which nothing is known."""
        cell = self.cell_of[slot]
        match cell.type:
            case Bool():
                return bool_var(name)
            case Int():
                return int_var(name)
            case _:
                return Table(
                    {_plain(v): bool_var(f"{name}={v}") for v in cell.domain},
                )

    def laid(self, zones: tuple[frozenset[int], ...], cells: tuple[Value, ...]) -> SymState:
        """Return a known state as a symbolic one, not over."""
        sets = tuple(
            Members(dict.fromkeys(sorted(cards), TRUE), self.constant_weights(cards))
            for cards in zones
        )
        known = tuple(self.plain(slot, value) for slot, value in enumerate(cells))
        return SymState(sets, known, FALSE)

    def plain(self, slot: int, value: Value) -> Symbolic:
        """Return a plain value of a cell as a symbolic one, in the form its type asks for."""
        type_ = self.cell_of[slot].type
        if isinstance(type_, Int) and isinstance(value, int):
            return number(value)
        return constant(value, type_)

    # ------------------------------------------------------------------ axioms

    def domains(self, state: SymState) -> Iterator[Term]:
        """Each cell has a value of its domain."""
        for slot, value in enumerate(state.cells):
            yield self.domain(slot, value)

    def domain(self, slot: int, value: Symbolic) -> Term:
        """The cell has a value of its domain, and only one."""
        cell = self.cell_of[slot]
        if isinstance(value, Table):
            return exactly_one(value.guards.values())
        assert isinstance(value, Term)
        return TRUE if value.boolean else inside(value, cell.domain)

    def links(self, state: SymState) -> Iterator[Term]:
        """The counters of every zone fit its cards."""
        for slot, members in enumerate(state.zones):
            yield from self.link(members, at_most=slot in self.small)

    def link(self, members: Members, *, at_most: bool = False) -> Iterator[Term]:
        """The weights of a set fit its members, as far as weak links tell."""
        size = members.weights[SIZE]
        guards = list(members.guards.values())
        some = disj(guards)
        yield le(ZERO, size)
        yield iff(some, le(number(1), size))
        yield le(size, number(len(guards)))
        if at_most:
            yield iff(eq(size, number(1)), conj((some, at_most_one(guards))))
        for key in self.weights[1:]:
            term = members.weights.get(key)
            if term is not None:
                worth = [self.weight_of(key, card) for card in members.guards] or [0]
                yield le(mul(number(min(worth)), size), term)
                yield le(term, mul(number(max(worth)), size))
                if min(worth) < 0 < max(worth):
                    continue
                if min(worth) >= 0:
                    yield le(term, number(sum(worth)))

    def totals(self, state: SymState) -> Iterator[Term]:
        """The counters of all zones sum to those of the pack."""
        for key in self.weights:
            whole = sum(self._values[key])
            yield eq(add(zone.weights[key] for zone in state.zones), number(whole))

    def partition(self, state: SymState) -> Iterator[Term]:
        """Each card lies in exactly one zone; one term a card, in order."""
        for card in range(self.cards):
            yield exactly_one(zone.guards.get(card, FALSE) for zone in state.zones)


def inside(value: Term, domain: tuple[Value, ...]) -> Term:
    """A number is one of a domain."""
    listed = sorted(v for v in domain if isinstance(v, int))
    low, high = listed[0], listed[-1]
    bounds = conj((le(number(low), value), le(value, number(high))))
    if len(listed) == high - low + 1:
        return bounds
    return conj((bounds, disj(eq(value, number(v)) for v in listed)))


def _plain(value: Value) -> int | None:
    assert not isinstance(value, frozenset)
    return None if value is None else int(value)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return int(value)


def _index(each: tuple[Scalar, ...], place: int) -> str:
    if not each:
        return ""
    listed = list(product(*map(values, each)))[place]
    return "[" + ",".join(show(v, scalar) for v, scalar in zip(listed, each, strict=True)) + "]"
