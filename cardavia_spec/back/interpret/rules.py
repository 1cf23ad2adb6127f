"""A move rule, compiled: its gates, choices, lets and guards, and what it does.

Legality asks the gates, then chooses parameter by parameter, then fixes the lets and asks the
other guards.  For parts that do not read the newest parameters each choice is a binder like any
other.  Trailing choices that nothing asks about are *free*: their members are counted, not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.back.interpret.statements import block
from cardavia_spec.back.interpret.subsets import Subsets
from cardavia_spec.core.ir import Stmt
from cardavia_spec.core.spec import Choice, EventRule, Guard, Let, MoveRule
from cardavia_spec.core.types import Value

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler

Tail: TypeAlias = tuple[int, ...] | Subsets
"""What a free choice chooses from."""


@dataclass(frozen=True, slots=True)
class Group:
    """The members of one move rule that begin with `prefix` and go on in any way with `tails`.

    In canonical order: the last tail changes fastest.
    """

    rule: str
    prefix: tuple[Value, ...]
    tails: tuple[Tail, ...]

    def count(self) -> int:
        """Return how many there are."""
        number = 1
        for tail in self.tails:
            number *= tail.count() if isinstance(tail, Subsets) else len(tail)
        return number

    def __getitem__(self, number: int) -> tuple[Value, ...]:
        """Return the parameters of member number `number`, from 0."""
        last: list[Value] = []
        for tail in reversed(self.tails):
            size = tail.count() if isinstance(tail, Subsets) else len(tail)
            number, place = divmod(number, size)
            last.append(tail[place])
        return (*self.prefix, *reversed(last))

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        # Not `product`: it would list the subsets first.
        if not self.tails:
            yield self.prefix
        else:
            first, *others = self.tails
            for value in first:
                yield from Group(self.rule, (*self.prefix, value), tuple(others))


class CompiledChoice:
    """A choice: where its value stands, its domain and size, and what is blank as it begins."""

    __slots__ = ("blanks", "choice", "domain", "scope", "size", "slot")

    def __init__(self, choice: Choice, compiler: Compiler, outer: Scope, inner: Scope) -> None:
        self.choice = choice
        self.scope = outer
        self.domain = compiler.expr(choice.domain, outer)
        self.size = None if choice.size is None else compiler.expr(choice.size, outer)
        self.slot = inner.names[choice.name].slot
        self.blanks = inner.binders[-1]  # filled while what comes after is compiled

    def tail(self, frame: Frame, env: Env) -> Tail:
        """Return what may be chosen, after the earlier choices."""
        members = tuple(sorted(self.domain(frame, env)))
        if self.size is None:
            return members
        return Subsets(members, self.sizes(len(members), frame, env))

    def sizes(self, largest: int, frame: Frame, env: Env) -> tuple[int, ...]:
        """Return the sizes a subset may have: of several the possible ones, one must be so."""
        assert self.size is not None
        assert self.choice.size is not None
        size = self.size(frame, env)
        if isinstance(size, frozenset):
            return tuple(each for each in sorted(size) if 0 < each <= largest)
        if 0 < size <= largest:
            return (size,)
        message = f"{size} are to be chosen from {largest}: at least 1 and at most {largest} can be"
        if largest == 0:
            message = f"{size} are to be chosen where there is nothing to choose from"
        raise Broken("CV713", message, self.choice.size.span, self.scope.tell(env))


class Legality:
    """Which members of a move rule are legal."""

    def __init__(self, rule: MoveRule, compiler: Compiler) -> None:
        self.rule = rule
        scope = Scope().add("me", compiler.spec.seats)
        self.layout, self.me = scope.layout, scope.names["me"].slot
        self.gates = [(g, compiler.expr(g.test, scope)) for g in rule.guards if g.gate]
        self.choices: list[CompiledChoice] = []
        for choice in rule.choices:
            inner = scope.bind(choice.name, choice.type)
            self.choices.append(CompiledChoice(choice, compiler, scope, inner))
            scope = inner
        self._lets: list[tuple[int, Code]] = []
        self._blank_lets: list[int] = []
        for let in rule.lets:
            scope = self._let(let, compiler, scope)
        self.guards = [(g, compiler.expr(g.test, scope)) for g in rule.guards if not g.gate]
        self.free_from = self._first_free(compiler)
        last = self.choices[-1] if self.choices else None
        self.subsets_tried = (
            self.free_from == len(self.choices) and last is not None and last.size is not None
        )

    def _let(self, let: Let, compiler: Compiler, scope: Scope) -> Scope:
        level = scope.level(compiler.analysis.free(let.value))
        inner = scope.add(let.name, let.value.type, level)
        slot = inner.names[let.name].slot
        code = compiler.expr(let.value, scope.outside(level))
        if not compiler.analysis.total(let.value):
            self._lets.append((slot, code))
            return inner
        # What cannot fail may wait until a guard wants it.
        (scope.binders[level] if level < len(scope.binders) else self._blank_lets).append(slot)
        return inner.wait(let.name, code)

    def _first_free(self, compiler: Compiler) -> int:
        """Return from which choice on nothing depends on the choices."""
        free = compiler.analysis.free
        read: set[str] = set()
        for guard, _ in self.guards:
            read |= free(guard.test)
        for let in reversed(self.rule.lets):
            if self.guards and (let.name in read or not compiler.analysis.total(let.value)):
                read |= free(let.value)
        first = len(self.choices)
        for choice in reversed(self.rule.choices):
            if choice.name in read:
                break
            first -= 1
            read |= free(choice.domain) | (free(choice.size) if choice.size else frozenset())
        return first

    def groups(self, frame: Frame, me: int) -> Iterator[Group]:
        """Yield the legal members in canonical order, those of free choices together."""
        env = self.layout.blank()
        env[self.me] = me
        if all(gate(frame, env) for _, gate in self.gates):
            yield from self._groups(0, (), frame, env)

    def _groups(
        self, place: int, prefix: tuple[Value, ...], frame: Frame, env: Env
    ) -> Iterator[Group]:
        if place < self.free_from:
            choice = self.choices[place]
            for value in choice.tail(frame, env):
                for blank in choice.blanks:
                    env[blank] = UNSET
                env[choice.slot] = value
                yield from self._groups(place + 1, (*prefix, value), frame, env)
            return
        tails = []
        for choice in self.choices[place:]:
            for blank in choice.blanks:
                env[blank] = UNSET
            tail = choice.tail(frame, env)
            if not (tail.sizes if isinstance(tail, Subsets) else tail):
                return
            tails.append(tail)
        if self.first_refusing(frame, env) is None:
            yield Group(self.rule.name, prefix, tuple(tails))

    def first_refusing(self, frame: Frame, env: Env) -> Guard | None:
        """Return the first guard that does not hold for the parameters in `env`."""
        if not self.guards:
            return None
        for blank in self._blank_lets:
            env[blank] = UNSET
        for slot, let in self._lets:
            env[slot] = let(frame, env)
        for guard, test in self.guards:
            if not test(frame, env):
                return guard
        return None


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
        self._layout = scope.layout

    def run(self, frame: Frame, given: Sequence[Value]) -> None:
        """Make the move; `given` is who moves, then the parameters."""
        self._do(frame, self._env(frame, given))

    def cards(self, frame: Frame, given: Sequence[Value]) -> frozenset[int]:
        """Return the cards that stand for the move."""
        cards: frozenset[int] = self._cards(frame, self._env(frame, given))
        return cards

    def _env(self, frame: Frame, given: Sequence[Value]) -> Env:
        env = self._layout.filled(given)
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
