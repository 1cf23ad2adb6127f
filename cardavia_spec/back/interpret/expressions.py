"""Expressions become closures: one short case for each node kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, assert_never

from cardavia_spec.back.interpret.analysis import Analysis, binds, local_types, reads_before
from cardavia_spec.back.interpret.binders import best, fold, pick, those
from cardavia_spec.back.interpret.definitions import Definitions
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame, Members
from cardavia_spec.back.interpret.gets import get
from cardavia_spec.back.interpret.notes import Notes
from cardavia_spec.back.interpret.operators import apply
from cardavia_spec.back.interpret.scope import Layout, Scope
from cardavia_spec.core.ir import (
    Apply,
    Best,
    Expr,
    Fold,
    Get,
    If,
    Lit,
    Origin,
    Pick,
    Ref,
    Settled,
    Those,
    Was,
)
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import Definition, Spec
from cardavia_spec.core.types import BOOL, Maybe, SetOf, Type, count
from cardavia_spec.core.walk import body_parts

TABULATED = 20_000
"""What depends on locals alone is kept in a table if they have at most so many values."""

OPENED = 1000
"""At most so many expressions from outside the spec are kept compiled."""


class Compiler:
    """Compiles the expressions of one spec; definitions once, at their first use."""

    def __init__(self, spec: Spec, notes: Notes | None = None) -> None:
        self.spec = spec
        self.notes = notes
        self.analysis = Analysis(spec.definitions)
        self.definitions = Definitions(spec.definitions, self)
        bodies = chain(*(body_parts(each.body) for each in spec.definitions.values()))
        self.was_in_definitions = any(map(reads_before, bodies))
        self._turn = spec.cells["turn"].offset
        self._events: list[Callable[[Frame], Any]] | None = None
        self._opened: dict[tuple[int, tuple[str, ...]], tuple[Expr, Code, Layout]] = {}

    def expr(self, expr: Expr, scope: Scope) -> Code:
        """Return the closure of `expr`: found once a run of a binder, tabulated, or plain."""
        outer = self.outer(expr, scope)
        if outer is not None:
            slot = scope.layout.take()
            scope.binders[outer].append(slot)
            return at_first_use(slot, self.expr(expr, scope.outside(outer)))
        if self.notes is None and binds(expr) and self.analysis.static(expr):
            names = sorted(self.analysis.free(expr) & scope.names.keys())
            types = [scope.names[name].type for name in names]
            if all(map(scope.ready, names)) and combinations(types) <= TABULATED:
                slots = [scope.names[name].slot for name in names]
                return _tabulated(self._plain(expr, scope), slots)
        return self._plain(expr, scope)

    def outer(self, expr: Expr, scope: Scope) -> int | None:
        """Return how many of the binders around `expr` it depends on; None if on the innermost.

        None also where finding its value again is as cheap as keeping it.
        """
        level = scope.level(self.analysis.free(expr))
        return level if level < len(scope.binders) and not _cheap(expr) else None

    def static(self, definition: Definition) -> bool:
        """Return whether the values of a definition are kept in one table for all states."""
        few = combinations([param.type for param in definition.params]) <= TABULATED
        return few and self.analysis.static_definition(definition)

    def _plain(self, expr: Expr, scope: Scope) -> Code:
        match expr:
            case Lit(value=value):
                return lambda frame, env: value
            case Ref(name=name):
                return self.ref(name, scope)
            case Get():
                return get(expr, self, scope)
            case Apply():
                return apply(expr, self, scope)
            case If(cond=cond, then=then, other=other):
                return _if(*(self.expr(part, scope) for part in (cond, then, other)))
            case Fold():
                return fold(expr, self, scope)
            case Those():
                return those(expr, self, scope)
            case Pick():
                return pick(expr, self, scope)
            case Best():
                return best(expr, self, scope)
            case Was(body=body):
                return _was(self.expr(body, scope.without("me")))
            case Settled():
                return self._settled
            case _:
                assert_never(expr)

    def members(self, domain: Expr, scope: Scope, in_order: bool) -> Members:
        """Return what a binder goes through; unordered only where no one can tell."""
        match domain:
            case Lit(value=value):
                assert isinstance(value, frozenset)
                fixed = tuple(sorted(value))
                return lambda frame, env: fixed
            case Apply(op=Op.INTERVAL, args=(first, last)):
                low, high = self.expr(first, scope), self.expr(last, scope)
                return lambda frame, env: range(low(frame, env), high(frame, env) + 1)
            case _:
                found = self.expr(domain, scope)
                return (lambda frame, env: sorted(found(frame, env))) if in_order else found

    def ref(self, name: str, scope: Scope) -> Code:
        """Return the code of a local; `me` outside a move is whose turn it is in the state read."""
        if name == "me" and name not in scope.names:
            turn = self._turn
            return lambda frame, env: frame.cells[turn]
        local = scope.names[name]
        slot = local.slot
        if local.waiting is not None:
            return at_first_use(slot, local.waiting)
        return lambda frame, env: env[slot]

    def closed(self, expr: Expr) -> Callable[[Frame], Any]:
        """Return the closure of an expression that stands for itself, without locals."""
        scope = Scope()
        code = self.expr(expr, scope)
        blank = scope.layout.blank()
        if not blank:
            return lambda frame: code(frame, blank)
        return lambda frame: code(frame, blank[:])

    def opened(self, expr: Expr, names: tuple[str, ...]) -> Code:
        """Return the closure of an expression on the values of these names, kept for next time."""
        kept = self._opened.get((id(expr), names))
        if kept is None:
            scope = Scope()
            types = local_types(expr)
            for name in names:
                scope = scope.add(name, types.get(name, BOOL))
            if len(self._opened) == OPENED:
                self._opened.clear()
            kept = (expr, self.expr(expr, scope), scope.layout)
            self._opened[id(expr), names] = kept
        _, code, layout = kept
        return lambda frame, given: code(frame, layout.filled(given))

    def _settled(self, frame: Frame, env: Env) -> bool:
        if self._events is None:
            self._events = [self.closed(event.when) for event in self.spec.events.values()]
        return frame.over or not any(when(frame) for when in self._events)


def at_first_use(slot: int, code: Code) -> Code:
    """Return code that fills the slot when it is first asked, and then reads it."""

    def value_of(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = env[slot]
        if value is UNSET:
            value = env[slot] = code(frame, env)
        return value

    return value_of


def _if(cond: Code, then: Code, other: Code) -> Code:
    return lambda frame, env: then(frame, env) if cond(frame, env) else other(frame, env)


def _was(body: Code) -> Code:
    def was(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        assert frame.before is not None, "nothing was before this state"
        return body(frame.before, env)

    return was


def _cheap(expr: Expr) -> bool:
    """Return whether reading `expr` again costs no more than reading a slot."""
    match expr:
        case Lit() | Ref():
            return True
        case Get(origin=Origin.CELL | Origin.TABLE | Origin.ZONE as origin, args=args):
            if not args:  # for a zone this may be a union
                return origin is not Origin.ZONE
            return len(args) == 1 and isinstance(args[0], Lit | Ref)
        case _:
            return False


def combinations(types: Sequence[Type]) -> int:
    """Return how many values locals of these types may have together; too many if one is a set."""
    product = 1
    for type_ in types:
        match type_:
            case SetOf():
                return TABULATED + 1
            case Maybe(inner=inner):
                product *= count(inner) + 1
            case _:
                product *= count(type_)
    return product


def _tabulated(code: Code, slots: Sequence[int]) -> Code:
    table: dict[Any, Any] = {}
    if len(slots) == 1:
        slot = slots[0]

        def entry(frame: Frame, env: Env) -> Any:  # noqa: ANN401
            key = env[slot]
            if key not in table:
                table[key] = code(frame, env)
            return table[key]

        return entry

    def entry_of_many(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        key = tuple([env[slot] for slot in slots])
        if key not in table:
            table[key] = code(frame, env)
        return table[key]

    return entry_of_many
