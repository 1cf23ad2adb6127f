"""The rules of one spec as the runs use them: whatever engine stands behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.play.engine import Engine

Test: TypeAlias = Callable[[State, State | None], bool]
"""A property, ready to be read in a state (and the one before it)."""


class Rules(Engine, Protocol):
    """An engine that also compiles properties."""

    def compile_test(self, expr: Expr, name: str = ..., /) -> Test:
        """Return a fast form of a truth that is read in many states; `name` is told in faults."""


def rules_of(spec: Spec) -> Rules:
    """Return the reference interpreter of a spec."""
    from cardavia_spec.back.interpret import Interpreter

    return Interpreter(spec)
