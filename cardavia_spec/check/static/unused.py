"""Names that nothing uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardavia_spec.check.static.parts import expressions
from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import Cell, EventRule, Layer, MoveRule, Spec
from cardavia_spec.core.types import Maybe, SetOf, Sort, Type
from cardavia_spec.core.walk import body_parts, free, reads, statement_parts, statements, walk

KEPT = frozenset({"turn", "dealer"})
"""Variables that the tool itself reads."""


def _warn(code: str, message: str, span: Span | None, fix: str) -> Diagnostic:
    place = None if span == NOWHERE else span
    return Diagnostic(code, message, place, fix, (), Severity.WARNING)


def unused_names(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the names that neither a rule nor a property uses."""
    return (
        *_unread(spec),
        *_zones(spec),
        *_enums(spec),
        *(found for move in spec.moves.values() for found in _of_move(move)),
        *(found for event in spec.events.values() for found in _of_event(event)),
        *_of_definitions(spec),
    )


# ----------------------------------------------------------------- what stands for itself


def _unread(spec: Spec) -> Iterator[Diagnostic]:
    bodies = [x for d in spec.definitions.values() for x in body_parts(d.body)]
    inside = {id(x) for x in bodies}
    own = {id(s.value): s.target.key for s in _assignments(spec)}
    roots = [e for e in expressions(spec) if id(e) not in inside]
    # A definition counts only where something else reads it; what it reads counts in any case,
    # for one warning is enough.  A variable that only reckons itself on is not read.
    used = {x for x in reads(roots, spec.definitions) if x[0] is ir.Origin.DEFINITION}
    for part in (*roots, *bodies):
        for origin, key in reads([part], spec.definitions):
            if origin is not ir.Origin.DEFINITION and own.get(id(part)) != key:
                used.add((origin, key))
    for key, definition in spec.definitions.items():
        # `winners` of the match is a name of the language, there to be read and no fault if not.
        if definition.title != "match" and (ir.Origin.DEFINITION, key) not in used:
            yield _warn(
                "CV653",
                f"nothing reads '{definition.name}'",
                definition.span,
                "use it in a rule or a property, or take it out",
            )
    for key, table in spec.tables.items():
        if not table.builtin and (ir.Origin.TABLE, key) not in used:
            yield _warn(
                "CV651",
                f"nothing looks anything up in the table '{table.name}'",
                table.span,
                "use it in a rule or a property, or take it out",
            )
    for key, cell in spec.cells.items():
        if key not in KEPT and (ir.Origin.CELL, key) not in used:
            yield _unread_cell(cell, key in _read_by_themselves(spec))


def _assignments(spec: Spec) -> Iterator[ir.Assign]:
    blocks = [m.do for m in spec.moves.values()] + [e.do for e in spec.events.values()]
    for block in (*blocks, spec.match.after_deal):
        for s in statements(block):
            if isinstance(s, ir.Assign):
                yield s


def _read_by_themselves(spec: Spec) -> frozenset[str]:
    return frozenset(
        s.target.key
        for s in _assignments(spec)
        if s.how is not ir.How.SET
        or (ir.Origin.CELL, s.target.key) in reads([s.value], spec.definitions)
    )


def _unread_cell(cell: Cell, reckoned: bool) -> Diagnostic:
    if cell.layer is Layer.OPTION:
        return _warn(
            "CV650",
            f"nothing reads the option '{cell.name}', so it changes nothing",
            cell.span,
            "read it where the rules differ, or take it out",
        )
    if reckoned:
        return _warn(
            "CV658",
            f"'{cell.name}' is reckoned on, but no rule and no property asks for it",
            cell.span,
            "use it in a rule or a property, or take it out",
        )
    return _warn(
        "CV657",
        f"no rule and no property reads the variable '{cell.name}'",
        cell.span,
        "use it in a rule or a property, or take it out",
    )


def _zones(spec: Spec) -> Iterator[Diagnostic]:
    blocks = [spec.deal, *(m.do for m in spec.moves.values())]
    blocks += [e.do for e in spec.events.values()]
    entered, left = set(), set()
    for block in blocks:
        for s in statements(block):
            if isinstance(s, ir.Move | ir.MoveAll | ir.Draw):
                left.add(s.source.key)
                entered.add(s.target.key)
    for key, zone in spec.zones.items():
        if key in entered or (zone.holds and key in left):
            continue
        if zone.holds:
            message = f"no rule takes a card out of '{zone.name}', so every card stays in it"
        else:
            message = f"no rule moves a card into '{zone.name}', so it is always empty"
        yield _warn("CV652", message, zone.span, "use it in a rule, or take it out")


def _enums(spec: Spec) -> Iterator[Diagnostic]:
    used: set[Sort] = set()

    def add(type_: Type | None) -> None:
        match type_:
            case Maybe(inner) | SetOf(inner):
                add(inner)
            case Sort() as sort:
                used.add(sort)
            case _:
                pass

    for cell in spec.cells.values():
        for index in (*cell.each, cell.type):
            add(index)
    for zone in spec.zones.values():
        add(zone.each)
    for table in spec.tables.values():
        if not table.builtin:
            for index in (*table.domain, table.type):
                add(index)
    for definition in spec.definitions.values():
        for param in definition.params:
            add(param.type)
    for e in expressions(spec):
        for part in walk(e):
            add(part.type)
    for enum in spec.enums:
        if enum not in used:
            yield _warn(
                "CV654",
                f"nothing takes the names of '{enum.name}' ({', '.join(enum.members)})",
                None,
                "use them as the values of a variable, or take them out",
            )


# ------------------------------------------------------------------------ inside one rule


def _names(parts: Iterable[ir.Expr]) -> frozenset[str]:
    return frozenset().union(*map(free, parts))


def _block_names(block: tuple[ir.Stmt, ...]) -> frozenset[str]:
    return _names(part for s in statements(block) for part in statement_parts(s))


def _of_move(move: MoveRule) -> Iterator[Diagnostic]:
    guards = _names(guard.test for guard in move.guards)
    lets = _names(let.value for let in move.lets)
    used = guards | lets | _names([move.cards]) | _block_names(move.do)
    for choice in move.choices:
        parts = [c.domain for c in move.choices]
        parts += [c.size for c in move.choices if c.size is not None]
        if choice.name not in used | _names(parts):
            yield _warn(
                "CV656",
                f"the move '{move.name}' does the same whatever '{choice.name}' is",
                choice.span,
                "use it in a condition or in 'do', or take it out",
            )
    for let in move.lets:
        if let.name not in used:
            yield _unread_let(let.name, f"the move '{move.name}'", let.span)


def _of_event(event: EventRule) -> Iterator[Diagnostic]:
    used = _names(let.value for let in event.lets) | _block_names(event.do)
    for let in event.lets:
        if let.name not in used:
            yield _unread_let(let.name, f"the event '{event.name}'", let.span)


def _unread_let(name: str, rule: str, span: Span) -> Diagnostic:
    return _warn(
        "CV655", f"nothing in {rule} reads '{name}'", span, "use it in 'do', or take it out"
    )


def _of_definitions(spec: Spec) -> Iterator[Diagnostic]:
    for definition in spec.definitions.values():
        used = _names(body_parts(definition.body))
        for param in definition.params:
            if param.name not in used:
                yield _warn(
                    "CV656",
                    f"'{definition.name}' does not depend on '{param.name}'",
                    definition.span,
                    "use the parameter, or take it out",
                )
