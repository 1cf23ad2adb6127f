"""Moves and events, compiled: when they apply, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardavia_spec.back.interpret.frame import Code, Env, Frame
from cardavia_spec.back.interpret.legality import Legality
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.back.interpret.statements import block
from cardavia_spec.core.ir import Stmt
from cardavia_spec.core.spec import EventRule, Let, MoveRule
from cardavia_spec.core.types import Value

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler


class CompiledMove:
    """A move rule: which of its members are legal, what they do, which cards they are told by."""

    def __init__(self, rule: MoveRule, compiler: Compiler) -> None:
        self.rule = rule
        self.legality = Legality(rule, compiler)
        scope = Scope().add("me", compiler.spec.seats)
        for choice in rule.choices:
            scope = scope.add(choice.name, choice.type)
        self._lets, scope = _fixed(rule.lets, compiler, scope)
        self._do = block(rule.do, compiler, scope)
        self._cards = compiler.expr(rule.cards, scope)
        self._rest = scope.layout.blank()[1 + len(rule.choices) :]

    def run(self, frame: Frame, me: int, args: Sequence[Value]) -> None:
        """Make the move with these parameters."""
        self._do(frame, self._env(frame, me, args))

    def cards(self, frame: Frame, me: int, args: Sequence[Value]) -> frozenset[int]:
        """Return the cards that stand for the move with these parameters."""
        cards: frozenset[int] = self._cards(frame, self._env(frame, me, args))
        return cards

    def _env(self, frame: Frame, me: int, args: Sequence[Value]) -> Env:
        env = [me, *args, *self._rest]
        for slot, let in self._lets:
            env[slot] = let(frame, env)
        return env


class CompiledEvent:
    """An event: whether it applies, and what it does."""

    def __init__(self, rule: EventRule, compiler: Compiler) -> None:
        self.rule = rule
        self.when = compiler.closed(rule.when)
        self._lets, scope = _fixed(rule.lets, compiler, Scope())
        self._do = block(rule.do, compiler, scope)
        self._layout = scope.layout

    def run(self, frame: Frame) -> None:
        """Let it happen."""
        env = self._layout.blank()
        for slot, let in self._lets:
            env[slot] = let(frame, env)
        self._do(frame, env)


def closed_block(statements: Sequence[Stmt], compiler: Compiler) -> Callable[[Frame], None]:
    """Compile statements that stand for themselves, without locals."""
    scope = Scope()
    action = block(statements, compiler, scope)
    return lambda frame: action(frame, scope.layout.blank())


def _fixed(
    lets: Sequence[Let], compiler: Compiler, scope: Scope
) -> tuple[list[tuple[int, Code]], Scope]:
    """Compile lets, each seeing the earlier ones; return their slots and the scope after them."""
    compiled = []
    for let in lets:
        code = compiler.expr(let.value, scope)
        scope = scope.add(let.name, let.value.type)
        compiled.append((scope.names[let.name].slot, code))
    return compiled, scope
