"""Card values that depend on a variable: one table of them for each value that it may have.

Where a spec sums over cards what a definition says of each, and the definition looks at the card
and at variables of a few values only (which suit is trump), each of its readings is a weight like
a card table, and the sum is that of the reading that applies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from cardavia_spec.back.smt.reads import walk
from cardavia_spec.core.ir import Apply, Expr, Fold, Get, If, Lit, Origin, Ref
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.spec import Definition, Rows, Spec, Tiers, slot
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, SetOf, Sort, Value

READINGS: Final = 8
"""A definition of more readings than this is not looked at."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The readings of a definition: the cells it reads, and the weight for each of their values."""

    cells: tuple[str, ...]
    readings: tuple[tuple[tuple[int | None, ...], str], ...]


class _Open(Exception):
    """An expression whose value is not known from a card and some cells alone."""


def pieces(
    spec: Spec, tables: Mapping[str, tuple[int, ...]], roots: Iterable[object]
) -> tuple[dict[str, Piece], dict[str, tuple[int, ...]]]:
    """Return the pieces of the definitions that are summed, and the new weights they need.

    `tables` are the weights there are; a reading that is one of them gets no weight of its own.
    """
    found: dict[str, Piece] = {}
    known = {values: key for key, values in tables.items()}
    new: dict[str, tuple[int, ...]] = {}
    for key in dict.fromkeys(_summed(roots)):
        read = _readings(spec, spec.definitions[key])
        if read is None:
            continue
        cells, readings = read
        rows = []
        for place, (values, column) in enumerate(readings):
            weight = known.setdefault(column, f"{key}/{place}")
            if weight not in tables:
                new[weight] = column
            rows.append((values, weight))
        found[key] = Piece(cells, tuple(rows))
    return found, new


def _summed(roots: Iterable[object]) -> Iterable[str]:
    for root in roots:
        for node in walk(root):
            match node:
                case Fold(op=FoldOp.SUM, name=name, domain=domain, body=body) if _cards(domain):
                    for part in walk(body):
                        match part:
                            case Get(origin=Origin.DEFINITION, key=key, args=(Ref(name=own),)) if (
                                own == name
                            ):
                                yield key
                            case _:
                                pass
                case _:
                    pass


def _cards(domain: Expr) -> bool:
    match domain.type:
        case SetOf(member=Sort(kind=Kind.CARD)):
            return True
        case _:
            return False


def _readings(
    spec: Spec, definition: Definition
) -> tuple[tuple[str, ...], list[tuple[tuple[int | None, ...], tuple[int, ...]]]] | None:
    if not isinstance(definition.type, Int) or definition.uses_me:
        return None
    cells = tuple(dict.fromkeys(_cells(spec, definition)))
    domains = []
    for name in cells:
        cell = spec.cells[name]
        if cell.each or not isinstance(cell.type, (Bool, Sort, Maybe)):
            return None
        domains.append([_plain(value) for value in cell.domain])
    combinations = list(product(*domains))
    if not cells or len(combinations) > READINGS:
        return None
    rows = []
    for values in combinations:
        fixed: dict[str, Value] = dict(zip(cells, values, strict=True))
        try:
            column = tuple(
                _number(_value(spec, definition.body, {definition.params[0].name: card}, fixed))
                for card in range(len(spec.cards.members))
            )
        except _Open:
            return None
        rows.append((values, column))
    return cells, rows


def _cells(spec: Spec, definition: Definition) -> Iterable[str]:
    for node in walk(definition.body):
        match node:
            case Get(origin=Origin.CELL, key=key):
                yield key
            case Get(origin=Origin.DEFINITION, key=key):
                yield from _cells(spec, spec.definitions[key])
            case _:
                pass


def _plain(value: Value) -> int | None:
    assert not isinstance(value, frozenset)
    return None if value is None else int(value)


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise _Open
    return int(value)


def _value(spec: Spec, node: object, env: Mapping[str, Value], cells: Mapping[str, Value]) -> Value:
    """Return the value of an expression made of tables, cells and plain operators.

    Raises _Open if it is made of anything else, or has no value.
    """

    def of(part: Expr) -> Value:
        return _value(spec, part, env, cells)

    match node:
        case Lit(value=value):
            return value
        case Ref(name=name) if name in env:
            return env[name]
        case If(cond=cond, then=then, other=other):
            return of(then) if of(cond) else of(other)
        case Get(origin=Origin.CELL, key=key, args=()):
            return cells[key]
        case Get(origin=Origin.TABLE, key=key, args=args):
            table = spec.tables[key]
            index = tuple(_number(of(arg)) for arg in args)
            return table.values[slot(table.domain, index)]
        case Get(origin=Origin.DEFINITION, key=key, args=args):
            definition = spec.definitions[key]
            if definition.uses_me or isinstance(definition.body, (Rows, Tiers)):
                raise _Open
            names = (param.name for param in definition.params)
            inner = dict(zip(names, map(of, args), strict=True))
            return _value(spec, definition.body, inner, cells)
        case Apply(op=Op.AND, args=args):
            return all(of(arg) for arg in args)
        case Apply(op=Op.OR, args=args):
            return any(of(arg) for arg in args)
        case Apply(op=Op.NOT, args=(arg,)):
            return not of(arg)
        case Apply(op=Op.EQ, args=(a, b)):
            return of(a) == of(b)
        case Apply(op=Op.ADD, args=(a, b)):
            return _number(of(a)) + _number(of(b))
        case Apply(op=Op.SUB, args=(a, b)):
            return _number(of(a)) - _number(of(b))
        case Apply(op=Op.MUL, args=(a, b)):
            return _number(of(a)) * _number(of(b))
        case _:
            raise _Open
