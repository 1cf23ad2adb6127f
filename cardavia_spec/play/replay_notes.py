"""What a fault in a trace is explained by: the position, the rules that led to it, results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.ir import EndDeal, Expr, Get, Origin
from cardavia_spec.core.spec import EventRule, MoveRule, ResultField, Rows, Spec, Tiers
from cardavia_spec.core.state import State, Step, StepKind
from cardavia_spec.core.telling import Json, tell_state
from cardavia_spec.core.walk import statements, walk
from cardavia_spec.play.codec import describe, quoted
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.replay_legal import clauses
from cardavia_spec.play.trace import mover


def position(spec: Spec, state: State, deal: int, moves: int) -> tuple[Note, ...]:
    """Return a state told in cards, after so many moves of a deal."""
    head = f"deal {deal}, after {moves} move{'' if moves == 1 else 's'}"
    turn = spec.cells["turn"].offset
    if not state.over and deal and state.cells[turn] is not None:  # none: it is being dealt
        head += f", {mover(spec, state)} to move"
    return (Note(head), *map(Note, tell_state(spec, state)))


def brought_about(spec: Spec, steps: Iterable[Step]) -> tuple[Note, ...]:
    """Return the rules that led to the state after these steps, with their clauses."""
    return tuple(_steps(spec, steps))


def _steps(spec: Spec, steps: Iterable[Step]) -> Iterator[Note]:
    for step in steps:
        match step.kind:
            case StepKind.DEAL:
                turn = next((c for c in spec.cells.values() if c.name == "turn"), None)
                if turn is not None:
                    yield Note(f"the rule is the start of 'turn'{clauses(turn.cite)}", turn.span)
            case StepKind.MOVE:
                yield _by(spec.moves[step.name], "the move")
            case StepKind.EVENT:
                yield _by(spec.events[step.name], "then")
            case StepKind.AFTER_DEAL:
                yield Note(f"after the deal{clauses(spec.match.cite)}")


def _by(rule: MoveRule | EventRule, how: str) -> Note:
    return Note(f"{how} '{rule.name}'{clauses(rule.cite)}", rule.span)


def ending_rules(spec: Spec) -> tuple[Note, ...]:
    """Return the rules that end a deal, with their clauses."""
    rules: list[MoveRule | EventRule] = [*spec.moves.values(), *spec.events.values()]
    return tuple(
        _by(rule, "a deal ends by")
        for rule in rules
        if any(isinstance(statement, EndDeal) for statement in statements(rule.do))
    )


@dataclass(frozen=True, slots=True)
class ResultFault:
    """The first difference of a result: in words, where it stands in it, the field if any."""

    message: str
    path: tuple[str, ...]
    field: ResultField | None


def result_difference(
    fields: Iterable[ResultField], expected: Mapping[str, Json], given: object
) -> ResultFault | None:
    """Return the first difference between the result by the rules and the one of a trace."""
    assert isinstance(given, dict)
    for field in fields:
        if field.name not in given:
            return ResultFault(f"the result lacks '{field.name}'", (), field)
        found = _difference(expected[field.name], given[field.name], f"'{field.name}'")
        if found is not None:
            message, path = found
            return ResultFault(message, (field.name, *path), field)
    for name in given:
        if name not in expected:
            return ResultFault(f"the result has no field {quoted(str(name))}", (str(name),), None)
    return None


def comes_from(engine: Engine, state: State, field: ResultField) -> tuple[Note, ...]:
    """Return where a field of a result comes from: definitions, rows that apply, variables."""
    definitions = engine.spec.definitions
    notes = [Note(f"the rule is the result '{field.name}'{clauses(field.cite)}", field.span)]
    found = list(_definitions(field.value))
    for key in found:
        definition = definitions[key]
        notes.append(
            Note(f"it is told by '{definition.name}'{clauses(definition.cite)}", definition.span)
        )
        match definition.body:
            case Rows(rows) if not definition.params:
                rules = (row for row in rows if engine.evaluate(row.when, state))
                notes += [Note(f"there '{r.name}' applies{clauses(r.cite)}", r.span) for r in rules]
            case Tiers() | Rows():
                pass
            case body:
                found += [other for other in _definitions(body) if other not in found]
    parts = [part for part in walk(field.value) if isinstance(part, Get)]
    for key in dict.fromkeys(part.key for part in parts if part.origin is Origin.CELL):
        cell = engine.spec.cells[key]
        notes.append(Note(f"it reads '{cell.name}'{clauses(cell.cite)}", cell.span))
    return tuple(notes)


def _definitions(expr: Expr) -> Iterator[str]:
    """Yield the keys of the definitions that an expression reads by itself."""
    for part in walk(expr):
        if isinstance(part, Get) and part.origin is Origin.DEFINITION:
            yield part.key


def _difference(expected: Json, given: object, what: str) -> tuple[str, tuple[str, ...]] | None:
    if isinstance(expected, dict) and isinstance(given, dict):
        for key, value in expected.items():
            if key not in given:
                return f"{what} of {key} is missing", ()
            found = _difference(value, given[key], f"{what} of {key}")
            if found is not None:
                return found[0], (key, *found[1])
        for key in given:
            if key not in expected:
                return f"there is no {what} of {quoted(str(key))}", (str(key),)
        return None
    if isinstance(expected, list) and isinstance(given, list):  # a set: no order
        same = len(given) == len(expected) and all(_one_of(item, given) for item in expected)
    else:
        same = type(expected) is type(given) and expected == given
    if same:
        return None
    return f"{what} is {_plain(expected)} by the rules, not {_plain(given)}", ()


def _one_of(item: object, items: Iterable[object]) -> bool:
    return any(type(item) is type(other) and item == other for other in items)


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value[:8])) + (", …" if len(value) > 8 else "") or "nothing"
    if value is None:
        return "null"
    return value if isinstance(value, str) and value.isidentifier() else describe(value)
