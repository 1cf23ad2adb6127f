"""Expressions become closures: one short case for each node kind.

The meaning of the operators is `core.ops.MEANING`; only AND, OR and IMPLIES (the right side where
the left does not decide) and GIVEN and FIT (their obligation) are written here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, assert_never

from cardavia_spec.back.interpret.analysis import (
    Analysis,
    binds,
    local_types,
    reads_before,
)
from cardavia_spec.back.interpret.binders import best, fold, pick, those
from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.definitions import Definitions
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame, Members
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
from cardavia_spec.core.ops import MEANING, Op
from cardavia_spec.core.spec import Spec, Zone
from cardavia_spec.core.telling import tell_value
from cardavia_spec.core.types import (
    BOOL,
    Bool,
    Int,
    Maybe,
    Nothing,
    Scalar,
    SetOf,
    Sort,
    Type,
    count,
    values,
)
from cardavia_spec.core.walk import body_parts

TABULATED = 20_000
"""A part that reads locals alone is kept in a table if it has at most so many values."""


class Compiler:
    """Compiles the expressions of one spec; definitions once, at their first use."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.analysis = Analysis(spec.definitions)
        self.definitions = Definitions(spec.definitions, self)
        self.turn = spec.cells["turn"].offset
        self.was_in_definitions = any(
            map(reads_before, chain(*(body_parts(d.body) for d in spec.definitions.values())))
        )
        self._opened: dict[tuple[int, tuple[str, ...]], tuple[Expr, Code, Layout]] = {}
        self._events: tuple[Callable[[Frame], Any], ...] | None = None

    def expr(self, expr: Expr, scope: Scope) -> Code:
        """Return the closure of `expr`: bound once a run of a binder, tabulated, or plain."""
        level = scope.level(self.analysis.free(expr))
        if level < len(scope.binders) and not _cheap(expr):
            return self._bound_once(expr, scope, level)
        if binds(expr) and self.analysis.static(expr):
            keys = sorted(self.analysis.free(expr) & scope.names.keys())
            locals_ = [scope.names[key] for key in keys]
            ready = all(local.waiting is None for local in locals_)
            if ready and combinations([local.type for local in locals_]) <= TABULATED:
                return _tabulated(self._plain(expr, scope), [local.slot for local in locals_])
        return self._plain(expr, scope)

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
                if not in_order:
                    return found
                return lambda frame, env: sorted(found(frame, env))

    def _bound_once(self, expr: Expr, scope: Scope, level: int) -> Code:
        slot = scope.layout.take()
        scope.binders[level].append(slot)
        return _at_first_use(slot, self.expr(expr, scope.outside(level)))

    def _plain(self, expr: Expr, scope: Scope) -> Code:
        match expr:
            case Lit(value=value):
                return lambda frame, env: value
            case Ref(name=name):
                return self.ref(name, scope)
            case Get():
                return self._get(expr, scope)
            case Apply():
                return self._apply(expr, scope)
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

    def closed(self, expr: Expr) -> Callable[[Frame], Any]:
        """Return the closure of an expression that stands for itself, without locals."""
        scope = Scope()
        code = self.expr(expr, scope)
        blank = scope.layout.blank()
        return lambda frame: code(frame, blank[:])

    def opened(self, expr: Expr, names: tuple[str, ...]) -> Code:
        """Return the closure of an expression on the values of these names, kept for next time."""
        key = (id(expr), names)
        kept = self._opened.get(key)
        if kept is None:
            scope = Scope()
            types = local_types(expr)
            for name in names:
                scope = scope.add(name, types.get(name, BOOL))
            kept = self._opened[key] = (expr, self.expr(expr, scope), scope.layout)
        _, code, layout = kept
        return lambda frame, given: code(frame, layout.filled(given))

    def ref(self, name: str, scope: Scope) -> Code:
        """Return the code of a local; `me` outside a move is whose turn it is in the state read."""
        if name == "me" and name not in scope.names:
            turn = self.turn
            return lambda frame, env: frame.cells[turn]
        local = scope.names[name]
        slot = local.slot
        return _at_first_use(slot, local.waiting) if local.waiting else lambda _, env: env[slot]

    def _get(self, expr: Get, scope: Scope) -> Code:
        match expr.origin:
            case Origin.ZONE:
                return self._zone(self.spec.zones[expr.key], expr.args, scope)
            case Origin.CELL:
                cell = self.spec.cells[expr.key]
                place = self.place(cell.each, expr.args, cell.offset, scope)
                if not expr.args:
                    fixed = cell.offset
                    return lambda frame, env: frame.cells[fixed]
                return lambda frame, env: frame.cells[place(frame, env)]
            case Origin.TABLE:
                table = self.spec.tables[expr.key]
                entries = table.values
                match expr.args:
                    case [Ref(name=name)] if scope.ready(name) and _from_0(table.domain):
                        slot = scope.names[name].slot
                        return lambda frame, env: entries[env[slot]]
                    case _:
                        pass
                place = self.place(table.domain, expr.args, 0, scope)
                return lambda frame, env: entries[place(frame, env)]
            case Origin.DEFINITION:
                return self.definitions.call(expr, scope)
            case _:
                assert_never(expr.origin)

    def _zone(self, zone: Zone, args: tuple[Expr, ...], scope: Scope) -> Code:
        first, end = zone.offset, zone.offset + zone.size
        if zone.each is None:
            return lambda frame, env: frame.zones[first]
        if not args:
            nothing: frozenset[int] = frozenset()
            return lambda frame, env: nothing.union(*frame.zones[first:end])
        place = self.place((zone.each,), args, first, scope)
        return lambda frame, env: frame.zones[place(frame, env)]

    def place(
        self, each: tuple[Scalar, ...], args: tuple[Expr, ...], offset: int, scope: Scope
    ) -> Code:
        """Return the code of a slot: `offset` and the row-major place of `args` in a family."""
        steps: list[tuple[Code, int]] = []
        step = 1
        for index, arg in zip(reversed(each), reversed(args), strict=True):
            steps.append((self.expr(arg, scope), step))
            offset -= step * (index.low if isinstance(index, Int) else 0)
            step *= count(index)
        match steps:
            case []:
                return lambda frame, env: offset
            case [(only, 1)]:
                return lambda frame, env: offset + only(frame, env)
            case _:
                return lambda frame, env: (
                    offset + sum(code(frame, env) * step for code, step in steps)
                )

    def _apply(self, expr: Apply, scope: Scope) -> Code:
        args = [self.expr(arg, scope) for arg in expr.args]
        match expr.op, args:
            case Op.AND, [left, right]:
                return lambda frame, env: left(frame, env) and right(frame, env)
            case Op.AND, _:
                return lambda frame, env: all(arg(frame, env) for arg in args)
            case Op.OR, [left, right]:
                return lambda frame, env: left(frame, env) or right(frame, env)
            case Op.OR, _:
                return lambda frame, env: any(arg(frame, env) for arg in args)
            case Op.IMPLIES, [left, right]:
                return lambda frame, env: not left(frame, env) or right(frame, env)
            case Op.GIVEN, [arg]:
                return _given(expr, arg, scope)
            case Op.FIT, [arg]:
                return _fit(expr, arg, scope)
            case _:
                return _meaning(expr.op, args, expr.args)

    def _settled(self, frame: Frame, env: Env) -> bool:
        if self._events is None:
            self._events = tuple(self.closed(each.when) for each in self.spec.events.values())
        return frame.over or not any(when(frame) for when in self._events)


def _at_first_use(slot: int, code: Code) -> Code:
    def value_of(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = env[slot]
        if value is UNSET:
            value = env[slot] = code(frame, env)
        return value

    return value_of


def _meaning(op: Op, args: Sequence[Code], exprs: Sequence[Expr]) -> Code:
    meaning = MEANING[op]
    match op, args:
        case Op.EQ, [one, other]:
            match exprs:
                case [_, Lit(value=value)]:
                    return lambda frame, env: one(frame, env) == value
                case _:
                    return lambda frame, env: one(frame, env) == other(frame, env)
        case Op.IN, [one, other]:
            return lambda frame, env: one(frame, env) in other(frame, env)
        case _, [one]:
            return lambda frame, env: meaning(one(frame, env))
        case _, [one, other]:
            return lambda frame, env: meaning(one(frame, env), other(frame, env))
        case _:
            return lambda frame, env: meaning(*[arg(frame, env) for arg in args])


def _was(body: Code) -> Code:
    def was(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        assert frame.before is not None, "nothing was before this state"
        return body(frame.before, env)

    return was


def _if(cond: Code, then: Code, other: Code) -> Code:
    return lambda frame, env: then(frame, env) if cond(frame, env) else other(frame, env)


def _given(expr: Apply, arg: Code, scope: Scope) -> Code:
    def given(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = arg(frame, env)
        if value is None:
            raise Broken(
                "CV704", "this is none, where a value is needed", expr.span, scope.tell(env)
            )
        return value

    return given


def _fit(expr: Apply, arg: Code, scope: Scope) -> Code:
    type_ = expr.type
    fits = fitting(type_)

    def fit(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        value = arg(frame, env)
        if not fits(value):
            told = tell_value(value, expr.args[0].type)
            message = f"this is {told}, which is no {type_}"
            raise Broken("CV705", message, expr.span, scope.tell(env))
        return value

    return fit


def fitting(type_: Type) -> Callable[[Any], bool]:
    """Return the test whether a value lies in a type."""
    match type_:
        case SetOf(member):
            return frozenset(values(member)).issuperset
        case Maybe(inner):
            return frozenset((*values(inner), None)).__contains__
        case Bool() | Int() | Sort() | Nothing():
            return frozenset(values(type_)).__contains__
        case _:
            assert_never(type_)


def _cheap(expr: Expr) -> bool:
    """Return whether reading `expr` again costs no more than reading a slot."""
    match expr:
        case Lit() | Ref():
            return True
        case Get(origin=Origin.CELL | Origin.TABLE, args=args):
            return len(args) <= 1 and all(isinstance(arg, Lit | Ref) for arg in args)
        case _:
            return False


def _from_0(domain: tuple[Scalar, ...]) -> bool:
    return not isinstance(domain[0], Int) or domain[0].low == 0


def combinations(types: Sequence[Type]) -> int:
    """Return how many values locals of these types may have together."""
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
