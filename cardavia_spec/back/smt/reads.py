"""What an expression reads: free names, zones, cells; and which card weights a spec sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from cardavia_spec.core.ir import (
    Apply,
    Expr,
    Fold,
    Get,
    Origin,
    Pick,
    Ref,
    Settled,
    Was,
)
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.types import Kind, SetOf, Sort

_PARTS: dict[type, tuple[str, ...] | None] = {}


def _parts(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields in which records may stand; None for what is no record."""
    if kind not in _PARTS:
        skipped = ("type", "span", "cite")
        record = is_dataclass(kind) and kind is not Span
        names = tuple(p.name for p in fields(kind) if p.name not in skipped) if record else None
        _PARTS[kind] = names
    return _PARTS[kind]


def children(node: object) -> Iterator[object]:
    """Every record right below a record, in the order of its fields."""
    yield from _records(tuple(getattr(node, name) for name in _parts(type(node)) or ()))


def _records(values: tuple[object, ...]) -> Iterator[object]:
    for value in values:
        if isinstance(value, tuple):
            yield from _records(value)
        elif _parts(type(value)) is not None:
            yield value


def walk(node: object) -> Iterator[object]:
    """Every record from `node` down, itself first; definitions are not entered."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(children(top))


@dataclass(frozen=True, slots=True)
class Reads:
    """What a value depends on."""

    names: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    settled: bool = False
    was: bool = False


_EMPTY = Reads()


@dataclass(frozen=True, slots=True)
class Plan:
    """The names, zone slots and cell slots that decide a value, in order."""

    names: tuple[str, ...]
    zones: tuple[int, ...]
    cells: tuple[int, ...]


def _join(parts: Iterable[Reads]) -> Reads:
    listed = list(parts)
    return Reads(
        frozenset().union(*(p.names for p in listed)),
        frozenset().union(*(p.zones for p in listed)),
        frozenset().union(*(p.cells for p in listed)),
        any(p.settled for p in listed),
        any(p.was for p in listed),
    )


class Readers:
    """Finds and remembers what the expressions of one spec read."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._known: dict[int, tuple[Expr, Reads]] = {}
        self._definitions: dict[str, Reads] = {}
        self._plans: dict[int, Plan | None] = {}

    def plan(self, expr: Expr) -> Plan | None:
        """Return by what the value of an expression is remembered; None: not at all."""
        key = id(expr)
        if key not in self._plans:
            reads = self.of(expr)
            zones = [self.spec.zones[z] for z in sorted(reads.zones)]
            cells = [self.spec.cells[c] for c in sorted(reads.cells)]
            self._plans[key] = (
                None
                if reads.settled or reads.was
                else Plan(
                    tuple(sorted(reads.names)),
                    tuple(i for z in zones for i in range(z.offset, z.offset + z.size)),
                    tuple(i for c in cells for i in range(c.offset, c.offset + c.size)),
                )
            )
        return self._plans[key]

    def of(self, expr: Expr) -> Reads:
        """Return what an expression reads, definitions included."""
        known = self._known.get(id(expr))
        if known is None:
            known = (expr, self._find(expr))
            self._known[id(expr)] = known
        return known[1]

    def definition(self, key: str) -> Reads:
        """Return what the body of a definition reads, without its parameters."""
        found = self._definitions.get(key)
        if found is None:
            definition = self.spec.definitions[key]
            own = frozenset(param.name for param in definition.params)
            part = _join(self._inside(definition.body))
            found = Reads(part.names - own, part.zones, part.cells, part.settled, part.was)
            self._definitions[key] = found
        return found

    def _inside(self, node: object) -> Iterator[Reads]:
        if isinstance(node, Expr):
            yield self.of(node)
            return
        for child in children(node):
            yield from self._inside(child)

    def _find(self, expr: Expr) -> Reads:
        below = _join(self.of(child) for child in children(expr) if isinstance(child, Expr))
        own = _EMPTY
        match expr:
            case Ref(name=name):
                own = Reads(names=frozenset({name}))
            case Get(origin=Origin.ZONE, key=key):
                own = Reads(zones=frozenset({key}))
            case Get(origin=Origin.CELL, key=key):
                own = Reads(cells=frozenset({key}))
            case Get(origin=Origin.DEFINITION, key=key):
                own = self.definition(key)
                if self.spec.definitions[key].uses_me:
                    own = _join((own, Reads(names=frozenset({"me"}))))
            case Settled():
                own = Reads(settled=True)
            case Was():
                own = Reads(was=True)
            case _:
                pass
        both = _join((below, own))
        bound = getattr(expr, "name", None)
        if isinstance(bound, str) and not isinstance(expr, Ref):
            inside = [getattr(expr, part, None) for part in ("guard", "body", "keys")]
            outside = _join(
                self.of(child)
                for part in ("domain", "after")
                if isinstance(child := getattr(expr, part, None), Expr)
            )
            if any(part is not None for part in inside):
                free = (both.names - {bound}) | outside.names
                both = Reads(free, both.zones, both.cells, both.settled, both.was)
        return both


def weights(spec: Spec) -> tuple[str, ...]:
    """Return the keys of the card tables that are summed over cards somewhere in a spec."""
    found: dict[str, None] = {}
    for node in everything(spec):
        match node:
            case Fold(op=FoldOp.SUM, name=name, domain=domain, body=body) if _of_cards(domain):
                for part in walk(body):
                    match part:
                        case Get(origin=Origin.TABLE, key=key, args=(Ref(name=arg),)) if (
                            arg == name and not isinstance(part.type, Sort)
                        ):
                            found[key] = None
                        case _:
                            pass
            case _:
                pass
    return tuple(found)


def _of_cards(domain: Expr) -> bool:
    match domain.type:
        case SetOf(member=Sort(kind=Kind.CARD)):
            return True
        case _:
            return False


def small_zones(spec: Spec) -> frozenset[str]:
    """Return the zones of which a spec picks the only card or asks for a size of one."""
    found: set[str] = set()
    for node in everything(spec):
        match node:
            case Pick(domain=Get(origin=Origin.ZONE, key=key)):
                found.add(key)
            case Apply(op=Op.EQ | Op.LE | Op.LT, args=args):
                for arg in args:
                    match arg:
                        case Apply(op=Op.SIZE, args=(Get(origin=Origin.ZONE, key=key),)):
                            found.add(key)
                        case _:
                            pass
            case _:
                pass
    return frozenset(found)


def everything(spec: Spec) -> Iterator[object]:
    """Yield every record of a spec that may be evaluated."""
    roots: tuple[object, ...] = (
        *spec.cells.values(),
        *spec.definitions.values(),
        *spec.deal,
        *spec.moves.values(),
        *spec.events.values(),
        *spec.result,
        spec.match,
        *spec.properties,
    )
    for root in roots:
        yield from walk(root)
