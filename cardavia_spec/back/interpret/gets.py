"""`Get`: reading zones, cells, table entries and definitions by slot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from cardavia_spec.back.interpret.frame import Code, Env, Frame
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.ir import Expr, Get, Origin, Ref
from cardavia_spec.core.spec import Cell, Table, Zone
from cardavia_spec.core.types import Int, Scalar, Value, count

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler


def get(expr: Get, compiler: Compiler, scope: Scope) -> Code:
    """Compile the reading of a zone, a cell, a table entry or a definition."""
    spec = compiler.spec
    match expr.origin:
        case Origin.ZONE:
            return _zone(spec.zones[expr.key], expr.args, compiler, scope)
        case Origin.CELL:
            return _cell(spec.cells[expr.key], expr.args, compiler, scope)
        case Origin.TABLE:
            return _table(expr, spec.tables[expr.key], compiler, scope)
        case Origin.DEFINITION:
            return compiler.definitions.call(expr, scope)
        case _:
            assert_never(expr.origin)


def _zone(zone: Zone, args: tuple[Expr, ...], compiler: Compiler, scope: Scope) -> Code:
    first, end = zone.offset, zone.offset + zone.size
    if zone.each is None:
        return lambda frame, env: frame.zones[first]
    if not args:
        nothing: frozenset[int] = frozenset()
        return lambda frame, env: nothing.union(*frame.zones[first:end])
    local = _by_local((zone.each,), args, scope)
    if local is not None:
        base, slot = first + local[0], local[1]
        return lambda frame, env: frame.zones[base + env[slot]]
    at = place((zone.each,), args, first, compiler, scope)
    return lambda frame, env: frame.zones[at(frame, env)]


def _cell(cell: Cell, args: tuple[Expr, ...], compiler: Compiler, scope: Scope) -> Code:
    if not args:
        fixed = cell.offset
        return lambda frame, env: frame.cells[fixed]
    local = _by_local(cell.each, args, scope)
    if local is not None:
        base, slot = cell.offset + local[0], local[1]
        return lambda frame, env: frame.cells[base + env[slot]]
    at = place(cell.each, args, cell.offset, compiler, scope)
    return lambda frame, env: frame.cells[at(frame, env)]


def _table(expr: Get, table: Table, compiler: Compiler, scope: Scope) -> Code:
    args, entries = expr.args, table.values
    numbered = entry_by_local(expr, compiler, scope)
    if numbered is not None:
        slot = numbered[1]
        return lambda frame, env: entries[env[slot]]
    at = place(table.domain, args, 0, compiler, scope)
    return lambda frame, env: entries[at(frame, env)]


def entry_by_local(
    expr: Get, compiler: Compiler, scope: Scope
) -> tuple[tuple[Value, ...], int] | None:
    """Return (entries, slot) if `expr` is the entry of a table that a local numbers from 0."""
    if expr.origin is not Origin.TABLE:
        return None
    table = compiler.spec.tables[expr.key]
    local = _by_local(table.domain, expr.args, scope)
    return (table.values, local[1]) if local is not None and local[0] == 0 else None


def _by_local(
    each: tuple[Scalar, ...], args: tuple[Expr, ...], scope: Scope
) -> tuple[int, int] | None:
    """Return (base, slot) if the only index is a local: the place is base + its value."""
    match each, args:
        case [index], [Ref(name=name)] if scope.ready(name):
            return -_low(index), scope.names[name].slot
        case _:
            return None


def place(
    each: tuple[Scalar, ...],
    args: tuple[Expr, ...],
    offset: int,
    compiler: Compiler,
    scope: Scope,
) -> Code:
    """Compile a slot: `offset` and the row-major place of `args` in a family."""
    local = _by_local(each, args, scope)
    if local is not None:
        base, slot = offset + local[0], local[1]
        return lambda frame, env: base + env[slot]
    steps: list[tuple[Code, int]] = []
    step = 1
    for index, arg in zip(reversed(each), reversed(args), strict=True):
        steps.append((compiler.expr(arg, scope), step))
        offset -= step * _low(index)
        step *= count(index)
    match steps:
        case []:
            return lambda frame, env: offset
        case [(only, _)]:
            return lambda frame, env: offset + only(frame, env)
        case _:
            return _place_of_many(offset, steps)


def _place_of_many(offset: int, steps: list[tuple[Code, int]]) -> Code:
    def place_of_many(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        at = offset
        for code, step in steps:
            at += step * code(frame, env)
        return at

    return place_of_many


def _low(index: Scalar) -> int:
    return index.low if isinstance(index, Int) else 0
