"""What the compiler asks of an expression before it compiles it.

Three questions: which locals it reads, whether evaluating it can fail, and whether it reads
tables and locals alone.  Answers are kept by node identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, assert_never

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
from cardavia_spec.core.spec import Definition, Rows
from cardavia_spec.core.types import Type
from cardavia_spec.core.walk import body_parts, children, walk

_Answer = TypeVar("_Answer")
NO_NAMES: frozenset[str] = frozenset()


class Analysis:
    """Answers about the expressions of one spec."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions
        self._free: dict[int, tuple[Expr, frozenset[str]]] = {}
        self._total: dict[int, tuple[Expr, bool]] = {}
        self._static: dict[int, tuple[Expr, bool]] = {}

    def free(self, expr: Expr) -> frozenset[str]:
        """Return the names of the locals that `expr` reads, `me` among them."""
        return _kept(self._free, expr, self._find_free)

    def total(self, expr: Expr) -> bool:
        """Return whether no obligation in `expr`, or in what it uses, can fail."""
        return _kept(self._total, expr, self._find_total)

    def static(self, expr: Expr) -> bool:
        """Return whether `expr` has the same value in every state, for the same locals."""
        return _kept(self._static, expr, self._find_static)

    def static_definition(self, definition: Definition) -> bool:
        """Return whether a definition reads its parameters and tables alone."""
        return all(map(self.static, body_parts(definition.body)))

    def _find_free(self, expr: Expr) -> frozenset[str]:
        match expr:
            case Ref(name=name):
                return frozenset({name})
            case Get(origin=Origin.DEFINITION, key=key) if self._definitions[key].uses_me:
                return self._free_of_parts(expr) | {"me"}
            case Was(body=body):
                return self.free(body) - {"me"}
            case Fold() | Those() | Pick() | Best():
                outer, inner = binder_parts(expr)
                free = NO_NAMES.union(*map(self.free, inner)) - {expr.name}
                return free.union(*map(self.free, outer))
            case Lit() | Get() | Apply() | If() | Settled():
                return self._free_of_parts(expr)
            case _:
                assert_never(expr)

    def _free_of_parts(self, expr: Expr) -> frozenset[str]:
        return NO_NAMES.union(*map(self.free, children(expr)))

    def _find_total(self, expr: Expr) -> bool:
        match expr:
            case Pick() | Settled() | Apply(op=Op.GIVEN) | Apply(op=Op.FIT):
                return False
            case Get(origin=Origin.DEFINITION, key=key):
                body = self._definitions[key].body
                if isinstance(body, Rows):
                    return False
                return all(map(self.total, (*expr.args, *body_parts(body))))
            case _:
                return all(map(self.total, children(expr)))

    def _find_static(self, expr: Expr) -> bool:
        match expr:
            case Get(origin=Origin.ZONE | Origin.CELL) | Was() | Settled():
                return False
            case Get(origin=Origin.DEFINITION, key=key):
                its_own = self.static_definition(self._definitions[key])
                return its_own and all(map(self.static, expr.args))
            case _:
                return all(map(self.static, children(expr)))


def _kept(
    answers: dict[int, tuple[Expr, _Answer]], expr: Expr, find: Callable[[Expr], _Answer]
) -> _Answer:
    kept = answers.get(id(expr))
    if kept is None:
        # The expression is kept too: while it lives, nothing else has its identity.
        kept = answers[id(expr)] = (expr, find(expr))
    return kept[1]


def binder_parts(
    expr: Fold | Those | Pick | Best,
) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    """Return the parts of a binder that its name does not reach, and those that it does."""
    match expr:
        case Fold(domain=domain, body=body):
            return (domain,), (body,)
        case Those(domain=domain, guard=guard):
            return (domain,), (guard,)
        case Pick(domain=domain, guard=maybe_guard, after=after):
            return _given(domain, after), _given(maybe_guard)
        case Best(domain=domain, keys=keys):
            return (domain,), keys
        case _:
            assert_never(expr)


def _given(*exprs: Expr | None) -> tuple[Expr, ...]:
    return tuple(expr for expr in exprs if expr is not None)


def binds(expr: Expr) -> bool:
    """Return whether there is a binder in `expr` itself (definitions it uses aside)."""
    return any(isinstance(part, Fold | Those | Pick | Best) for part in walk(expr))


def reads_before(expr: Expr) -> bool:
    """Return whether there is a `was` in `expr` itself."""
    return any(isinstance(part, Was) for part in walk(expr))


def local_types(expr: Expr) -> dict[str, Type]:
    """Return the types of the locals that are read in `expr`, bound in it or not."""
    return {part.name: part.type for part in walk(expr) if isinstance(part, Ref)}
