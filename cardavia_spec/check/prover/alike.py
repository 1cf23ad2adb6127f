"""Seats that are alike: of states that differ by a turn of the table, one need be looked at.

A rule that names no seat does the same wherever it is read: turn the whole state by a seat (its
zones, its variables, the seats and teams that they hold), take the step, and the outcome is the
outcome turned.  So a step that breaks a statement that names no seat can be turned until the seat
to move is the first one, and still breaks it: it is enough to prove such statements there.

`Alike` reads rules and tells where this holds.  It says no wherever a seat or a team is named, and
wherever their order could be seen: by comparing them, by picking the first, by going through them
in order, or by leaving off before a member whose value may not exist.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from cardavia_spec.back.smt.reads import children, walk
from cardavia_spec.back.smt.system import Invariant
from cardavia_spec.core.ir import (
    Apply,
    Assign,
    Best,
    Expr,
    Fold,
    For,
    Get,
    If,
    Lit,
    Origin,
    Pick,
    Place,
    Ref,
    Was,
    When,
)
from cardavia_spec.core.ops import FoldOp, Op, PickOp
from cardavia_spec.core.spec import Cell, Definition, Rows, Spec, Table, slot
from cardavia_spec.core.types import (
    Kind,
    Maybe,
    SetOf,
    Sort,
    Type,
    Value,
    values,
)

_ORDERED: Final = frozenset({Op.LT, Op.LE, Op.MIN, Op.MAX, Op.INTERVAL})


class Alike:
    """Tells which rules and statements of a spec name no seat.

    `turn` is by how many seats the table is turned, the fewest that keep partners together; if it
    is the number of seats, no two of them are alike.
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.count = len(spec.seats.members)
        self.teams: tuple[int, ...] = ()
        self.turn = self.count
        for turn in range(1, self.count):
            teams = self._teams(turn) if self.count % turn == 0 else None
            if teams is not None:
                self.turn, self.teams = turn, teams
                break
        self._bodies: dict[tuple[str, bool], bool] = {}
        self._tables: dict[str, bool] = {}
        self._items: dict[int, tuple[object, bool]] = {}

    def _teams(self, turn: int) -> tuple[int, ...] | None:
        """Return where each team goes when the table is turned; None if partners part."""
        teams = self.spec.teams
        if teams is None:
            return ()
        found: dict[int, Value] = {}
        for table in self.spec.tables.values():
            if table.builtin and table.domain == (self.spec.seats,) and table.type == teams:
                for seat in range(self.count):
                    team, there = table.values[seat], table.values[(seat + turn) % self.count]
                    if not isinstance(team, int) or found.setdefault(team, there) != there:
                        return None
        moved = tuple(found.get(team) for team in range(len(teams.members)))
        whole = tuple(team for team in moved if isinstance(team, int))
        return whole if len(set(whole)) == len(moved) else None

    # ------------------------------------------------------------------ what is asked

    def step(self, name: str) -> bool:
        """Whether a transition names no seat."""
        spec = self.spec
        if self.turn == self.count:
            return False
        kind, _, rule = name.partition(" ")
        parts: list[object] = [event.when for event in spec.events.values()]
        if name == "after deal":
            parts += [*spec.result, spec.match]
        elif kind == "settled":
            parts += spec.moves.values()
        elif kind == "move":
            parts.append(spec.moves[rule])
        elif kind == "event":
            parts.append(spec.events[rule])
        else:
            return False
        return all(map(self._cell, spec.cells.values())) and all(map(self._blind, parts))

    def says(self, test: Expr) -> bool:
        """Whether a statement that is held to be true names no seat."""
        known = self._items.get(id(test))
        if known is None:
            known = (test, self.turn < self.count and self._true(test))
            self._items[id(test)] = known
        return known[1]

    def invariant(self, item: Invariant) -> bool:
        """Whether an invariant names no seat."""
        test = item.test
        return self._number(test) if item.negated else self.says(test)

    def number(self, expr: Expr) -> bool:
        """Whether a number is the same when the table is turned."""
        return self._number(expr)

    def _number(self, expr: Expr) -> bool:
        return self.turn < self.count and self._blind(expr)

    # ------------------------------------------------------------------ values

    def moved(self, value: Value, type_: Type) -> Value:
        """Return a value after the table is turned."""
        match type_:
            case Maybe(inner):
                return None if value is None else self.moved(value, inner)
            case SetOf(member):
                assert isinstance(value, frozenset)
                found = (self.moved(one, member) for one in value)
                return frozenset(one for one in found if isinstance(one, int))
            case Sort(kind=Kind.SEAT):
                assert isinstance(value, int)
                return (value + self.turn) % self.count
            case Sort(kind=Kind.TEAM):
                assert isinstance(value, int)
                return self.teams[value]
            case _:
                return value

    def _round(self, sort: Type) -> bool:
        """Whether turning the table keeps the order in which a sort is gone round."""
        if not _of_table(sort):
            return True
        match sort:
            case Sort(kind=Kind.TEAM):
                many = len(self.teams)
                return len({(there - here) % many for here, there in enumerate(self.teams)}) <= 1
            case _:
                return True

    def _cell(self, cell: Cell) -> bool:
        return {self.moved(value, cell.type) for value in cell.domain} == set(cell.domain)

    def _table(self, key: str) -> bool:
        """Whether a table says the same of a table that was turned."""
        if key not in self._tables:
            table: Table = self.spec.tables[key]
            good = True
            if any(map(_of_table, (*table.domain, table.type))):
                for args in product(*map(values, table.domain)):
                    there = [self.moved(arg, t) for arg, t in zip(args, table.domain, strict=True)]
                    place = tuple(int(arg) for arg in there if isinstance(arg, int))
                    old = table.values[slot(table.domain, args)]
                    new = table.values[slot(table.domain, place)]
                    good = good and self.moved(old, table.type) == new
            self._tables[key] = good
        return self._tables[key]

    # ------------------------------------------------------------------ expressions

    def _body(self, definition: Definition, *, true: bool) -> bool:
        key = (definition.key, true)
        if key not in self._bodies:
            body = definition.body
            whole = self._true(body) if true and isinstance(body, Expr) else self._blind(body)
            self._bodies[key] = whole
        return self._bodies[key]

    def _true(self, expr: Expr) -> bool:
        """Whether that a truth exists and holds names no seat: then all of `every` is looked at."""
        match expr:
            case Apply(op=Op.AND, args=args):
                return all(map(self._true, args))
            case Apply(op=Op.IMPLIES | Op.OR, args=(*first, last)):
                return all(map(self._blind, first)) and self._true(last)
            case If(cond=cond, then=then, other=other):
                return self._blind(cond) and self._true(then) and self._true(other)
            case Fold(op=FoldOp.EVERY, domain=domain, body=body):
                return self._blind(domain) and self._true(body)
            case Was(body=body):
                return self._true(body)
            case Get(origin=Origin.DEFINITION, key=key, args=args):
                inside = self._body(self.spec.definitions[key], true=True)
                return inside and all(map(self._blind, args))
            case _:
                return self._blind(expr)

    def _blind(self, node: object) -> bool:
        """Whether a record of the rules, with all that it reads, names no seat."""
        stack = [node]
        while stack:
            top = stack.pop()
            if not self._fair(top):
                return False
            stack.extend(children(top))
        return True

    def _fair(self, node: object) -> bool:
        match node:
            case Lit(value=value, type=type_):
                return self.moved(value, type_) == value
            case Get(origin=Origin.TABLE, key=key):
                return self._table(key)
            case Get(origin=Origin.DEFINITION, key=key):
                return self._body(self.spec.definitions[key], true=False)
            case Apply(op=op, args=args):
                return op not in _ORDERED or not any(_of_table(arg.type) for arg in args)
            case Fold(op=FoldOp.SOME | FoldOp.EVERY, domain=domain, body=body):
                return not _of_table(domain.type) or self._exists(body)
            case Pick(op=PickOp.FIRST, domain=domain, after=after):
                return not _of_table(domain.type) or (
                    after is not None and self._round(_member(domain.type))
                )
            case Best(keys=keys):
                return not any(_of_table(key.type) for key in keys)
            case For(domain=domain, after=after):
                if not _of_table(domain.type):
                    return True
                round_ = after is not None and self._round(_member(domain.type))
                return round_ or self._apart(node)
            case _:
                return True

    def _exists(self, expr: Expr) -> bool:
        """Whether the value of an expression always exists: nothing in it is owed."""
        for part in walk(expr):
            match part:
                case Pick() | Apply(op=Op.GIVEN | Op.FIT):
                    return False
                case Get(origin=Origin.DEFINITION, key=key):
                    body = self.spec.definitions[key].body
                    if isinstance(body, Rows):
                        return False
                    parts = [body] if isinstance(body, Expr) else [*children(body)]
                    inner = [e for p in parts for e in walk(p) if isinstance(e, Expr)]
                    if not all(map(self._exists, inner)):
                        return False
                case _:
                    pass
        return True

    def _apart(self, loop: For) -> bool:
        """Whether the rounds of a loop keep apart, so that their order does not matter.

        They assign variables only, each that of its own member, and read of these no other.
        """
        changed: set[str] = set()
        parts = [part for stmt in loop.body for part in walk(stmt)]
        for part in parts:
            match part:
                case Assign(target=target):
                    changed.add(target.key)
                case Place() | When():
                    pass
                case _ if not isinstance(part, Expr) or _binds(part, loop.name):
                    return False
                case _:
                    pass
        own = Ref(name=loop.name, type=_member(loop.domain.type))
        return all(self._keeps_apart(part, changed, own) for part in parts)

    def _keeps_apart(self, part: object, changed: set[str], own: Ref | None) -> bool:
        """Whether a part touches a changed variable for the member of the round at most."""
        match part:
            case Get(origin=Origin.CELL, key=key, args=args) | Place(key=key, args=args):
                return key not in changed or (own is not None and args[:1] == (own,))
            case Get(origin=Origin.DEFINITION, key=key):  # which knows nothing of the round
                inside = walk(self.spec.definitions[key].body)
                return all(self._keeps_apart(inner, changed, None) for inner in inside)
            case _:
                return True


def _binds(expr: Expr, name: str) -> bool:
    """Whether an expression gives a name another meaning inside."""
    return not isinstance(expr, Ref) and getattr(expr, "name", None) == name


def _of_table(type_: Type) -> bool:
    """Whether a type is one of seats or teams."""
    return isinstance(inner := _member(type_), Sort) and inner.kind in (Kind.SEAT, Kind.TEAM)


def _member(type_: Type) -> Type:
    match type_:
        case Maybe(inner):
            return inner
        case SetOf(member):
            return member
        case _:
            return type_
