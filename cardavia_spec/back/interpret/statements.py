"""Statements become closures that change a working copy of a state.

Every change gives the frame a new memo.  What happens to cards is recorded as effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, assert_never

from cardavia_spec.back.interpret.binders import member_type, rotated
from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import Action, Code, Env, Frame
from cardavia_spec.back.interpret.gets import place
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.ir import (
    Assign,
    Draw,
    EndDeal,
    For,
    How,
    Move,
    MoveAll,
    Place,
    Repeat,
    Show,
    Stmt,
    When,
)
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cell
from cardavia_spec.core.state import Drawn, Moved, Shown
from cardavia_spec.core.telling import tell_some, tell_value
from cardavia_spec.core.types import Value, show, values

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler


def block(statements: Sequence[Stmt], compiler: Compiler, scope: Scope) -> Action:
    """Compile statements that run one after another."""
    actions = [statement(each, compiler, scope.flat()) for each in statements]
    if len(actions) == 1:
        return actions[0]

    def run(frame: Frame, env: Env) -> None:
        for action in actions:
            action(frame, env)

    return run


def statement(stmt: Stmt, compiler: Compiler, scope: Scope) -> Action:
    """Compile one statement; `scope` stands outside any binder of an expression."""
    match stmt:
        case Move():
            return _move(stmt, compiler, scope)
        case MoveAll():
            return _move_all(stmt, compiler, scope)
        case Draw():
            return _draw(stmt, compiler, scope)
        case Show():
            return _show(stmt, compiler, scope)
        case Assign():
            return _assign(stmt, compiler, scope)
        case EndDeal():
            return _end_deal
        case For():
            return _for(stmt, compiler, scope)
        case Repeat():
            return _repeat(stmt, compiler, scope)
        case When():
            return _when(stmt, compiler, scope)
        case _:
            assert_never(stmt)


def _end_deal(frame: Frame, env: Env) -> None:
    frame.over = True


def _move(stmt: Move, compiler: Compiler, scope: Scope) -> Action:
    cards_of = compiler.expr(stmt.cards, scope)
    target_of = _slot(stmt.target, compiler, scope)
    cards_type = member_type(stmt.cards)

    def missing(cards: frozenset[int], env: Env) -> Broken:
        where, which = _told(stmt.source), tell_some(cards, cards_type)
        message = f"cards are to be moved that do not lie in {where}: {which}"
        return Broken("CV707", message, stmt.span, scope.tell(env))

    def move(frame: Frame, env: Env) -> None:
        cards, source = cards_of(frame, env), source_of(frame, env)
        if not cards <= frame.zones[source]:
            raise missing(cards - frame.zones[source], env)
        if cards:
            target = target_of(frame, env)
            _carry(frame, cards, source, target)
            frame.effects.append(Moved(cards, source, target))

    def move_from_any(frame: Frame, env: Env) -> None:
        left, target = cards_of(frame, env), target_of(frame, env)
        for source in sources(frame, env):
            here = left & frame.zones[source]
            if here:
                _carry(frame, here, source, target)
                frame.effects.append(Moved(here, source, target))
                left = left - here
        if left:
            raise missing(left, env)

    if _is_family(stmt.source, compiler):
        sources = _sources(stmt.source, compiler, scope)
        return move_from_any
    source_of = _slot(stmt.source, compiler, scope)
    return move


def _move_all(stmt: MoveAll, compiler: Compiler, scope: Scope) -> Action:
    sources, target_of = _sources(stmt.source, compiler, scope), _slot(stmt.target, compiler, scope)

    def move_all(frame: Frame, env: Env) -> None:
        target = target_of(frame, env)
        for source in sources(frame, env):
            cards = frame.zones[source]
            if cards and source != target:
                _carry(frame, cards, source, target)
                frame.effects.append(Moved(cards, source, target))

    return move_all


def _draw(stmt: Draw, compiler: Compiler, scope: Scope) -> Action:
    count_of = compiler.expr(stmt.count, scope)
    sources, target_of = _sources(stmt.source, compiler, scope), _slot(stmt.target, compiler, scope)

    def draw(frame: Frame, env: Env) -> None:
        number = count_of(frame, env)
        slots = sources(frame, env)
        pool = frame.zones[slots[0]]
        if len(slots) > 1:
            pool = pool.union(*[frame.zones[source] for source in slots[1:]])
        if not 0 <= number <= len(pool):
            message = f"{number} cards are to be drawn and {_told(stmt.source)} holds {len(pool)}"
            raise Broken("CV708", message, stmt.span, scope.tell(env))
        if number == 0:
            return
        assert frame.supply is not None, "a draw needs a supply"
        drawn = frame.supply(pool, number)
        if len(drawn) != number or not drawn <= pool:
            raise ValueError(f"the supply gave {len(drawn)} cards for {number} of its pool")
        target = target_of(frame, env)
        for source in slots:
            here = drawn & frame.zones[source]
            if here:
                _carry(frame, here, source, target)
                frame.effects.append(Drawn(here, source, target))

    return draw


def _carry(frame: Frame, cards: frozenset[int], source: int, target: int) -> None:
    zones = frame.zones
    zones[source] = zones[source] - cards
    zones[target] = zones[target] | cards
    frame.memo = {}


def _show(stmt: Show, compiler: Compiler, scope: Scope) -> Action:
    cards_of = compiler.expr(stmt.cards, scope)

    def show_(frame: Frame, env: Env) -> None:
        cards = cards_of(frame, env)
        if cards:
            frame.effects.append(Shown(cards))

    return show_


def _assign(stmt: Assign, compiler: Compiler, scope: Scope) -> Action:
    cell = compiler.spec.cells[stmt.target.key]
    slot_of = place(cell.each, stmt.target.args, cell.offset, compiler, scope)
    value_of = compiler.expr(stmt.value, scope)
    assigned = Checked(cell)
    match stmt.how:
        case How.SET:
            sign = 0
        case How.ADD:
            sign = 1
        case How.SUB:
            sign = -1
        case _:
            assert_never(stmt.how)

    def assign(frame: Frame, env: Env) -> None:
        value, slot = value_of(frame, env), slot_of(frame, env)
        if sign:
            value = frame.cells[slot] + sign * value
        if value not in assigned.domain:
            raise assigned.broken(value, slot, stmt.span, scope.tell(env))
        frame.cells[slot] = value
        frame.memo = {}

    return assign


class Checked:
    """The values that may be assigned to a cell, and what to say of another one."""

    __slots__ = ("cell", "domain", "end")

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.end = cell.offset + cell.size
        self.domain = frozenset(cell.domain)

    def broken(self, value: Value, slot: int, span: Span, bound: Sequence[str]) -> Broken:
        """Return the failure to assign `value` to the cell slot."""
        cell = self.cell
        indices = list(product(*map(values, cell.each)))[slot - cell.offset]
        owner = ", ".join(show(i, each) for i, each in zip(indices, cell.each, strict=True))
        whose = f" of {owner}" if owner else ""
        told = tell_value(value, cell.type)
        message = f"'{cell.name}'{whose} would become {told}, outside {domain_text(cell)}"
        return Broken("CV706", message, span, bound)


def domain_text(cell: Cell) -> str:
    """Return the domain of a cell in words."""
    numbers = [value for value in cell.domain if type(value) is int]
    first, last = cell.domain[0], cell.domain[-1]
    if len(numbers) == len(cell.domain) > 4 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{show(first, cell.type)}..{show(last, cell.type)}"
    return "{" + ", ".join(show(value, cell.type) for value in cell.domain) + "}"


def _for(stmt: For, compiler: Compiler, scope: Scope) -> Action:
    members = compiler.members(stmt.domain, scope, in_order=True)
    after = None if stmt.after is None else compiler.expr(stmt.after, scope)
    inner = scope.add(stmt.name, member_type(stmt.domain))
    body, slot = block(stmt.body, compiler, inner), inner.names[stmt.name].slot

    def for_(frame: Frame, env: Env) -> None:
        ordered = members(frame, env)
        if after is not None:
            ordered = rotated(ordered, after(frame, env))
        for member in ordered:
            env[slot] = member
            body(frame, env)

    return for_


def _repeat(stmt: Repeat, compiler: Compiler, scope: Scope) -> Action:
    times, body = compiler.expr(stmt.times, scope), block(stmt.body, compiler, scope)

    def repeat(frame: Frame, env: Env) -> None:
        for _ in range(times(frame, env)):
            body(frame, env)

    return repeat


def _when(stmt: When, compiler: Compiler, scope: Scope) -> Action:
    branches = [
        (compiler.expr(test, scope), block(body, compiler, scope)) for test, body in stmt.branches
    ]
    otherwise = block(stmt.otherwise, compiler, scope)

    def when(frame: Frame, env: Env) -> None:
        for test, body in branches:
            if test(frame, env):
                body(frame, env)
                return
        otherwise(frame, env)

    return when


def _slot(named: Place, compiler: Compiler, scope: Scope) -> Code:
    """Compile one zone slot."""
    zone = compiler.spec.zones[named.key]
    each = () if zone.each is None else (zone.each,)
    return place(each, named.args, zone.offset, compiler, scope)


def _sources(named: Place, compiler: Compiler, scope: Scope) -> Code:
    """Compile the slots that cards are taken from: one, or all of a family."""
    if _is_family(named, compiler):
        zone = compiler.spec.zones[named.key]
        every = tuple(range(zone.offset, zone.offset + zone.size))
        return lambda frame, env: every
    slot = _slot(named, compiler, scope)
    return lambda frame, env: (slot(frame, env),)


def _is_family(named: Place, compiler: Compiler) -> bool:
    return compiler.spec.zones[named.key].each is not None and not named.args


def _told(named: Place) -> str:
    return f"'{named.span.text or named.key}'"
