"""What the rules of a game name: seats, cards, sets that cards are tested for, small zones.

Lemmas speak of these beside what every game has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardavia_spec.back.smt.reads import Readers, walk
from cardavia_spec.core.ir import Apply, Expr, Fold, Get, Lit, Origin, Pick, Ref, When
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.spec import Definition, Layer, Spec, Tiers
from cardavia_spec.core.types import Kind, Maybe, SetOf, Sort, Type

NAMED: Final = 3
"""So many seats, cards and sets that rules name are spoken of."""


def seats_named(spec: Spec) -> tuple[int, ...]:
    """Return the seats that a variable starts with or gets by name."""
    return _named(spec, Kind.SEAT, (*_starts(spec), *spec.moves.values(), *spec.events.values()))


def cards_named(spec: Spec) -> tuple[int, ...]:
    """Return the single cards that starts, guards and tiers name."""
    tiers = (d.body for d in spec.definitions.values() if isinstance(d.body, Tiers))
    guards = (guard for move in spec.moves.values() for guard in move.guards)
    return _named(spec, Kind.CARD, (*_starts(spec), *guards, *tiers))


def _starts(spec: Spec) -> Iterator[Expr]:
    for cell in spec.layer(Layer.DEAL):
        if cell.start is not None:
            yield cell.start


def _named(spec: Spec, kind: Kind, roots: Iterable[object]) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for root in roots:
        for node in walk(root):
            match node:
                case Lit(type=Sort(kind=own), value=int(value)) if own is kind:
                    found[value] = None
                case _:
                    pass
    return tuple(found)[:NAMED]


def sets_tested(spec: Spec, readers: Readers) -> tuple[Expr, ...]:
    """Return the sets of cards for which a statement tests, and that read no zone and no name."""
    found: dict[Expr, None] = {}
    blocks = [move.do for move in spec.moves.values()]
    blocks += [event.do for event in spec.events.values()]
    for statement in (statement for block in blocks for statement in block):
        for node in walk(statement):
            if isinstance(node, When):
                for cond, _ in node.branches:
                    for cards in _tested(cond):
                        reads = readers.of(cards)
                        if not (reads.zones or reads.names or reads.was or reads.settled):
                            found[cards] = None
    return tuple(found)[:NAMED]


def _tested(cond: Expr) -> Iterator[Expr]:
    for node in walk(cond):
        match node:
            case Apply(op=Op.IN, args=(Ref(), cards)) if set_of(cards.type, Kind.CARD):
                yield cards
            case Apply(op=Op.INSIDE, args=(cards, Get(origin=Origin.ZONE))):
                yield cards
            case _:
                pass


def always_defined(cards: Expr) -> bool:
    """Whether a set is one in every state: it uses nothing that may be none."""
    return not any(isinstance(node, Apply) and node.op is Op.GIVEN for node in walk(cards))


def set_of(type_: Type, kind: Kind) -> bool:
    """Whether a type is that of sets of members of a kind of sort."""
    return isinstance(type_, SetOf) and isinstance(type_.member, Sort) and type_.member.kind is kind


def seat_sets(spec: Spec) -> tuple[Definition, ...]:
    """Return the definitions of sets of seats that depend on the state alone."""
    return tuple(
        d
        for d in spec.definitions.values()
        if not d.params and not d.uses_me and set_of(d.type, Kind.SEAT)
    )


def cards_of_seats(spec: Spec, readers: Readers) -> tuple[Definition, ...]:
    """Return the definitions of a seat's cards that are made of zones alone."""
    found = []
    for definition in spec.definitions.values():
        reads = readers.definition(definition.key)
        if (
            len(definition.params) == 1
            and definition.params[0].type == spec.seats
            and set_of(definition.type, Kind.CARD)
            and reads.zones
            and not (reads.cells or reads.names or reads.settled or reads.was)
            and _united(definition.body)
        ):
            found.append(definition)
    return tuple(found)


def zones_of(body: object) -> tuple[str, ...]:
    """Return the zones that such a definition unites."""
    found = (n.key for n in walk(body) if isinstance(n, Get) and n.origin is Origin.ZONE)
    return tuple(dict.fromkeys(found))


def _united(body: object) -> bool:
    match body:
        case Apply(op=Op.UNION, args=args):
            return all(_united(arg) for arg in args)
        case Get(origin=Origin.ZONE):
            return True
        case _:
            return False


def singles(spec: Spec) -> frozenset[str]:
    """Return the zones of which the rules pick the only card or ask for a size of one."""
    found: set[str] = set()
    parts = (*_starts(spec), *spec.moves.values(), *spec.events.values())
    for root in (*parts, *spec.definitions.values()):
        for node in walk(root):
            match node:
                case Pick(domain=Get(origin=Origin.ZONE, key=key)):
                    found.add(key)
                case Apply(
                    op=Op.EQ | Op.LE | Op.LT,
                    args=(
                        Apply(op=Op.SIZE, args=(Get(origin=Origin.ZONE, key=key),)),
                        Lit(value=1),
                    ),
                ):
                    found.add(key)
                case _:
                    pass
    return frozenset(found)


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


def stands_alone(spec: Spec, atom: Expr) -> bool:
    """Whether an atom is one without what stands before it: nothing is known there not to be none.

    Under `x is not none implies` the type of `x` has no none; taken by itself that is not so.
    """
    for node in walk(atom):
        if isinstance(node, Get) and not isinstance(node.type, Maybe):
            match node.origin:
                case Origin.CELL:
                    declared: Type = spec.cells[node.key].type
                case Origin.DEFINITION:
                    declared = spec.definitions[node.key].type
                case _:
                    continue
            if isinstance(declared, Maybe):
                return False
    return True


def parts_of(tests: Iterable[Expr], seats: Sort, name: str) -> tuple[list[Expr], list[Expr]]:
    """Return the atoms of statements that name nothing, and those for each seat of this name."""
    whole: dict[Expr, None] = {}
    own: dict[Expr, None] = {}
    for test in tests:
        for leaf in _leaves(test):
            match leaf:
                case Fold(op=FoldOp.EVERY, name=bound, domain=domain, body=body) if (
                    bound == name and domain.type == SetOf(seats) and isinstance(domain, Lit)
                ):
                    own.update(dict.fromkeys(_leaves(body)))
                case _:
                    whole[leaf] = None
    return list(whole), list(own)


def _leaves(guard: Expr) -> Iterator[Expr]:
    if isinstance(guard, Apply) and guard.op in (Op.AND, Op.OR, Op.IMPLIES, Op.NOT):
        for arg in guard.args:
            yield from _leaves(arg)
    else:
        yield guard
