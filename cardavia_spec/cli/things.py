"""Everything in a spec that has a name, a label or a clause, told for `cardavia explain`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from cardavia_spec.cli.words import WORDS
from cardavia_spec.core import ir
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import (
    Cell,
    Cite,
    Definition,
    Layer,
    MoveRule,
    Rows,
    Spec,
    Table,
    Tiers,
    Visibility,
    Zone,
)
from cardavia_spec.core.types import Scalar, Sort, show
from cardavia_spec.core.walk import body_parts, statement_parts, statements, walk

LONGEST = 30
"""So many lines of the spec are shown of one thing."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a spec that can be explained.

    `what` is one line; `more` further lines; `used_in` names the rules that mention it.
    """

    name: str
    what: str
    span: Span | None = None
    cite: tuple[Cite, ...] = ()
    more: tuple[str, ...] = ()
    used_in: tuple[str, ...] = ()


def things(spec: Spec) -> Iterator[Thing]:
    """Yield everything in the spec that has a name or a label."""
    uses = _uses(spec)

    def used(origin: ir.Origin, key: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(where for what, where in uses if what == (origin, key)))

    for sort in (spec.seats, spec.teams, spec.suits, spec.ranks, *spec.enums):
        if sort is not None:
            yield from _members(sort)
    yield from _cards(spec)
    for key, cell in spec.cells.items():
        yield _cell(cell, used(ir.Origin.CELL, key))
    for key, zone in spec.zones.items():
        yield _zone(zone, used(ir.Origin.ZONE, key))
    for key, table in spec.tables.items():
        if not table.builtin:
            yield _table(spec, table, used(ir.Origin.TABLE, key))
    for key, definition in spec.definitions.items():
        yield from _definition(definition, used(ir.Origin.DEFINITION, key))
    for move in spec.moves.values():
        yield from _move(move)
    for event in spec.events.values():
        yield Thing(event.name, "an event: it happens by itself when its condition holds",
                    event.span, event.cite)  # fmt: skip
    for prop in spec.properties:
        yield Thing(prop.name, f"a property: {prop.kind.value}", prop.span, prop.cite)
    for example in spec.examples:
        yield Thing(example.name, "an example: a position, and what must hold in it",
                    example.span, example.cite)  # fmt: skip


def find(spec: Spec, name: str) -> tuple[Thing, ...]:
    """Return what is called `name` in the spec or in the language, or all that cites a clause."""
    every = tuple(things(spec))
    found = [thing for thing in every if thing.name == name]
    citing = [t for t in every if any(cite.clause == name for cite in t.cite)]
    if citing or (spec.page is not None and name in spec.page.clauses):
        found.append(_clause(spec, name, citing))
    if not found and name in WORDS:
        found.append(Thing(name, WORDS[name]))
    return tuple(found)


def names(spec: Spec) -> tuple[str, ...]:
    """Return everything `find` has an answer for, without repetitions."""
    every = [thing.name for thing in things(spec)]
    clauses = spec.page.clauses if spec.page is not None else ()
    return tuple(dict.fromkeys([*every, *clauses, *WORDS]))


def written(span: Span) -> tuple[str, ...]:
    """Return the lines of the spec that say what stands at `span`: its line and those under it."""
    source = span.source
    first, column = source.position(span.start)
    lines = [source.line_text(first)]
    count = source.text.count("\n") + 1
    for number in range(first + 1, count + 1):
        text = source.line_text(number)
        if text.strip() and len(text) - len(text.lstrip()) < column:
            break
        lines.append(text)
    while lines and not lines[-1].strip():
        lines.pop()
    indent = len(lines[0]) - len(lines[0].lstrip())
    cut = [line[indent:] if not line[:indent].strip() else line for line in lines[:LONGEST]]
    return (*cut, *(["…"] if len(lines) > LONGEST else []))


# ---------------------------------------------------------------------------- one thing each


def _members(sort: Sort) -> Iterator[Thing]:
    many = len(sort.members)
    for place, member in enumerate(sort.members, 1):
        yield Thing(member, f"{_a(str(sort))}, number {place} of {many}")


def _cards(spec: Spec) -> Iterator[Thing]:
    tables = [t for t in spec.tables.values() if not t.builtin and t.domain == (spec.cards,)]
    for place, card in enumerate(spec.cards.members):
        more = tuple(f"{t.name}: {show(t.values[place], t.type)}" for t in tables)
        yield Thing(card, f"a card, number {place + 1} of {len(spec.cards.members)}", more=more)


def _cell(cell: Cell, used: tuple[str, ...]) -> Thing:
    match cell.layer:
        case Layer.OPTION:
            what = "an option, fixed for a match"
        case Layer.MATCH:
            what = "a variable of the match, changed after each deal"
        case Layer.DEAL:
            what = "a variable of the deal"
        case _:
            assert_never(cell.layer)
    if cell.each:
        what += ", one for each " + " and ".join(map(str, cell.each))
    more = [f"values: {_values(cell)}"]
    if cell.layer is Layer.OPTION and isinstance(cell.start, ir.Lit):
        more.append(f"default: {show(cell.start.value, cell.type)}")
    if cell.why:
        more.append(f"why: {cell.why}")
    return Thing(cell.name, what, cell.span, cell.cite, tuple(more), used)


def _values(cell: Cell) -> str:
    told = [show(value, cell.type) for value in cell.domain]
    numbers = [value for value in cell.domain if isinstance(value, int)]
    gapless = numbers and numbers[-1] - numbers[0] + 1 == len(numbers) == len(told)
    if gapless and len(told) > 2 and told[0].lstrip("-").isdigit():
        return f"{told[0]} to {told[-1]}"
    return ", ".join(told[:12]) + (f" and {len(told) - 12} more" if len(told) > 12 else "")


def _zone(zone: Zone, used: tuple[str, ...]) -> Thing:
    what = "a zone" if zone.each is None else f"zones, one for each {zone.each}"
    match zone.seen_by:
        case Visibility.EVERYONE:
            what += "; everyone sees its cards"
        case Visibility.OWNER:
            what += "; its owner sees its cards"
        case Visibility.NOBODY:
            what += "; nobody sees its cards"
        case _:
            assert_never(zone.seen_by)
    more = (f"holds {len(zone.holds)} cards before the deal",) if zone.holds else ()
    return Thing(zone.name, what, zone.span, zone.cite, more, used)


def _table(spec: Spec, table: Table, used: tuple[str, ...]) -> Thing:
    of = " and ".join(str(each) for each in table.domain)
    what = f"a table: {'the order' if table.order else 'a value'} of each {of}"
    more: tuple[str, ...] = ()
    if len(table.domain) == 1:
        ranked = sorted(enumerate(table.values), key=lambda x: (-_rank(x[1]), x[0]))
        more = tuple(
            f"{show(value, table.type):>4}: {_listed(spec, table.domain[0], [i for i, _ in group])}"
            for value, group in ((v, list(g)) for v, g in groupby(ranked, key=lambda x: x[1]))
        )
    return Thing(table.name, what, table.span, table.cite, more, used)


def _rank(value: object) -> int:
    return value if isinstance(value, int) else 0


def _listed(spec: Spec, sort: Scalar, members: list[int]) -> str:
    """Return members of a table's domain; all cards of a rank as `ace of every suit`."""
    if sort != spec.cards:
        low = sort.low if not isinstance(sort, Sort) and hasattr(sort, "low") else 0
        return ", ".join(show(m + low, sort) for m in members)
    ranks = spec.tables["rank"].values
    told: list[str] = []
    for rank in dict.fromkeys(ranks[m] for m in members):
        mine = [m for m in members if ranks[m] == rank]
        if len(mine) == ranks.count(rank) and len(mine) > 1:
            told.append(f"every {show(rank, spec.ranks)}")
        else:
            told += [show(m, spec.cards) for m in mine]
    return ", ".join(told)


def _definition(definition: Definition, used: tuple[str, ...]) -> Iterator[Thing]:
    what = f"a definition under '{definition.title}': gives {_a(str(definition.type))}"
    if definition.params:
        what += ", of " + " and ".join(_a(str(p.type)) for p in definition.params)
    more = ("read for the seat whose turn it is",) if definition.uses_me else ()
    yield Thing(definition.name, what, definition.span, definition.cite, more, used)
    match definition.body:
        case Tiers(tiers):
            for tier in tiers:
                what = f"a tier of '{definition.name}': the first with cards in it binds"
                yield Thing(tier.name, what, tier.span, tier.cite)
        case Rows(rows):
            for row in rows:
                what = f"a row of '{definition.name}': exactly one applies"
                yield Thing(row.name, what, row.span, row.cite)
        case _:
            pass


def _move(move: MoveRule) -> Iterator[Thing]:
    more = [
        f"parameter {c.name}: {'any of ' if c.size is not None else ''}{c.type}"
        for c in move.choices
    ]
    more += [f"{'gate' if g.gate else 'guard'}: {g.name}" for g in move.guards]
    yield Thing(move.name, "a move", move.span, move.cite, tuple(more))
    for guard in move.guards:
        what = f"a {'gate' if guard.gate else 'guard'} of the move '{move.name}'"
        yield Thing(guard.name, what, guard.span, guard.cite)


def _clause(spec: Spec, name: str, citing: list[Thing]) -> Thing:
    more = tuple(f"cited by '{thing.name}', {thing.what} ({thing.span})" for thing in citing)
    if spec.page is not None:
        more += tuple(
            f"no rule: {reason}" for clause, reason, _ in spec.page.not_rules if clause == name
        )
    file = f" of {spec.page.file}" if spec.page is not None else ""
    return Thing(name, f"a clause{file}", more=more or ("nothing cites it",))


def _a(word: str) -> str:
    return f"{_article(word)} {word}"


def _article(word: str) -> str:
    return "an" if re.match("[aeio]", word) else "a"


# ---------------------------------------------------------------------------- uses

Key = tuple[ir.Origin, str]


def _uses(spec: Spec) -> list[tuple[Key, str]]:
    """Return what each rule mentions: (what, where)."""
    found: list[tuple[Key, str]] = []
    for where, parts in _rules(spec):
        for part in parts:
            found += [((g.origin, g.key), where) for g in walk(part) if isinstance(g, ir.Get)]
    for where, block in _blocks(spec):
        for s in statements(block):
            for part in statement_parts(s):
                found += [((g.origin, g.key), where) for g in walk(part) if isinstance(g, ir.Get)]
            found += [(key, where) for key in _places(s)]
    return found


def _places(s: ir.Stmt) -> list[Key]:
    match s:
        case ir.Move(source=a, target=b) | ir.MoveAll(source=a, target=b):
            return [(ir.Origin.ZONE, a.key), (ir.Origin.ZONE, b.key)]
        case ir.Draw(source=a, target=b):
            return [(ir.Origin.ZONE, a.key), (ir.Origin.ZONE, b.key)]
        case ir.Assign(target=a):
            return [(ir.Origin.CELL, a.key)]
        case _:
            return []


def _rules(spec: Spec) -> Iterator[tuple[str, Iterable[ir.Expr]]]:
    for cell in spec.cells.values():
        yield f"the start of '{cell.name}'", (cell.start,)
    for d in spec.definitions.values():
        yield f"'{d.name}'", body_parts(d.body)
    for move in spec.moves.values():
        where = f"move '{move.name}'"
        yield where, [x for c in move.choices for x in (c.domain, c.size) if x is not None]
        yield where, [let.value for let in move.lets]
        yield where, [guard.test for guard in move.guards]
        yield where, [move.cards]
    for event in spec.events.values():
        yield f"event '{event.name}'", (event.when, *(let.value for let in event.lets))
    for field in (*spec.result, *spec.match.result):
        yield "a result", (field.value,) if field.domain is None else (field.domain, field.value)
    match = spec.match
    yield "the match", (match.over,) if match.winners is None else (match.over, match.winners)
    for prop in spec.properties:
        yield f"property '{prop.name}'", (prop.test,)


def _blocks(spec: Spec) -> Iterator[tuple[str, tuple[ir.Stmt, ...]]]:
    yield "the deal", spec.deal
    for move in spec.moves.values():
        yield f"move '{move.name}'", move.do
    for event in spec.events.values():
        yield f"event '{event.name}'", event.do
    yield "after the deal", spec.match.after_deal


def placed(thing: Thing) -> bool:
    """Tell whether a thing stands somewhere in the file."""
    return thing.span is not None and thing.span != NOWHERE
