"""Digests of exactly what a proof depends on: rules by their content, not by their place.

A transition's digest covers all that its encoding reads: the layout of states, the rule with all
definitions and tables it uses, the guards of events.  It leaves out names of labels, clauses and
places in the file, so moving or citing a rule proves nothing anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import VERSION
from cardavia_spec.back.smt.system import Invariant
from cardavia_spec.core.ir import Get, Origin, Place
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cite, Spec
from cardavia_spec.core.types import Sort

SIZE = 16


@cache
def tool() -> bytes:
    """Return a digest of the tool itself: the code that encodes and the solver that answers."""
    found = blake2b(digest_size=SIZE)
    found.update(VERSION.encode())
    for package in ("cardavia_spec.core", "cardavia_spec.back.smt", "cardavia_spec.check.prover"):
        for part in sorted(files(package).iterdir(), key=lambda part: part.name):
            if part.name.endswith(".py"):
                found.update(part.name.encode() + b"\0" + part.read_bytes())
    return found.digest()


class Digests:
    """Digests of the parts of one spec, for one make of the tool (none: of the rules alone)."""

    def __init__(self, spec: Spec, shared: Shared, make: bytes) -> None:
        self.spec = spec
        self._definitions: dict[str, bytes] = {}
        layout = shared.layout
        self.base = _hash(
            make,
            self.of((spec.seats, spec.suits, spec.ranks, spec.cards, spec.teams, spec.enums)),
            self.of([(z.name, z.each, z.offset, z.holds) for z in spec.zones.values()]),
            self.of([(c.name, c.layer, c.each, c.domain, c.offset) for c in spec.cells.values()]),
            self.of((layout.weights, tuple(sorted(layout.small)))),
            self.of([spec.tables[key] for key in layout.weights[1:] if key not in layout.made]),
            self.of(
                [t.values for t in spec.tables.values() if t.builtin and spec.seats in t.domain]
            ),
            *(self.of(spec.definitions[key]) for key in layout.pieces),
        )

    def of(self, node: object) -> bytes:
        """Return the digest of any record of the IR, definitions and tables it reads included."""
        found = blake2b(digest_size=SIZE)
        for part in self._parts(node):
            found.update(part)
        return found.digest()

    def _parts(self, node: object) -> Iterable[bytes]:
        if node is None or isinstance(node, (bool, int, str, bytes)):
            yield f"{type(node).__name__}:{node!r};".encode()
        elif isinstance(node, Enum):
            yield f"{type(node).__name__}.{node.name};".encode()
        elif isinstance(node, frozenset):
            yield f"set:{sorted(node)};".encode()
        elif isinstance(node, (tuple, list)):
            yield b"("
            for item in node:
                yield from self._parts(item)
            yield b")"
        elif isinstance(node, Sort):
            yield f"sort {node.name} {node.members};".encode()
        elif isinstance(node, (Span, Cite)):
            return
        elif is_dataclass(node) and not isinstance(node, type):
            yield type(node).__name__.encode() + b"{"
            for part in fields(node):
                if part.name not in ("span", "cite", "why", "title"):
                    yield from self._parts(getattr(node, part.name))
            yield b"}"
            if isinstance(node, Get):
                yield self._read(node)
            elif isinstance(node, Place):
                yield node.key.encode()
        else:
            raise TypeError(type(node))

    def _read(self, node: Get) -> bytes:
        if node.origin is Origin.DEFINITION:
            known = self._definitions.get(node.key)
            if known is None:
                known = self.of(self.spec.definitions[node.key])
                self._definitions[node.key] = known
            return known
        if node.origin is Origin.TABLE:
            table = self.spec.tables[node.key]
            return self.of((table.domain, table.values))
        return b""

    def transition(self, name: str) -> bytes:
        """Return the digest of all that the encoding of a transition depends on."""
        spec = self.spec
        whens = tuple(event.when for event in spec.events.values())
        kind, _, rule = name.partition(" ")
        rest: object
        if name == "after deal":
            rest = (spec.result, spec.match)
        elif kind in ("start", "deal"):
            rest = (spec.deal, tuple(cell.start for cell in spec.cells.values()))
        elif kind == "settled":
            rest = (whens, tuple(spec.moves.values()))
        elif kind == "move":
            rest = (whens, spec.moves[rule])
        else:
            rest = (whens, spec.events[rule])
        return _hash(self.base, name.encode(), self.of(rest))

    def rules(self) -> str:
        """Return the digest of what is played, whatever is stated of it."""
        spec = self.spec
        return _hash(
            self.of((spec.seats, spec.suits, spec.ranks, spec.cards, spec.teams, spec.enums)),
            self.of([(z.name, z.each, z.offset, z.holds) for z in spec.zones.values()]),
            self.of([(c.name, c.layer, c.each, c.domain, c.start) for c in spec.cells.values()]),
            self.of((spec.deal, tuple(spec.moves.values()), tuple(spec.events.values()))),
            self.of((spec.result, spec.match)),
        ).hex()

    def invariant(self, item: Invariant) -> bytes:
        """Return the digest of an invariant."""
        return _hash(self.of(item.test), repr((item.over, item.match_only, item.negated)).encode())


def _hash(*parts: bytes) -> bytes:
    found = blake2b(digest_size=SIZE)
    for part in parts:
        found.update(len(part).to_bytes(4, "big") + part)
    return found.digest()
