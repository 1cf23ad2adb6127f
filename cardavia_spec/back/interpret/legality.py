"""Which members of a move rule are legal.

The gates are asked first, then parameter by parameter is chosen, then the lets are fixed and the
other guards asked.  Each choice is a binder like any other: what does not read the newest
parameter is found once.  Two things are not tried member by member: trailing choices that nothing
asks about are *free*, their members counted only; and what guards of constants alone exclude among
constant choices is excluded once for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.expressions import TABULATED, combinations
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame
from cardavia_spec.back.interpret.groups import Free, Group, Listed, Tail
from cardavia_spec.back.interpret.operators import conjunction
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.back.interpret.subsets import Subsets
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Choice, Guard, Let, MoveRule
from cardavia_spec.core.types import Value

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler


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
        members = sorted(self.domain(frame, env))
        if self.size is None:
            return members
        return Subsets(tuple(members), self.sizes(len(members), frame, env))

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
        self._gate = conjunction([test for _, test in self.gates])
        self.choices: list[CompiledChoice] = []
        for choice in rule.choices:
            inner = scope.bind(choice.name, choice.type)
            self.choices.append(CompiledChoice(choice, compiler, scope, inner))
            scope = inner
        self._lets: list[tuple[int, Code]] = []
        self._blank_lets: list[int] = []
        for let in rule.lets:
            scope = self._let(let, compiler, scope)
        self._has_lets = bool(rule.lets)
        self.guards = [(g, compiler.expr(g.test, scope)) for g in rule.guards if not g.gate]
        self.free_from = self._first_free(compiler)
        self._free_choices = self.choices[self.free_from :]
        self._fixed_from, fixed = self._first_fixed(compiler)
        self._fixed_guards = [test for guard, test in self.guards if guard.name in fixed]
        self._asked = conjunction([t for guard, t in self.guards if guard.name not in fixed])
        self._fixed: list[tuple[Value, ...]] | None = None
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

    def _first_fixed(self, compiler: Compiler) -> tuple[int, set[str]]:
        """Return from which choice on domains are constant, and the guards that ask these alone.

        Only where no fault could be passed over by asking such a guard before its turn.
        """
        analysis = compiler.analysis
        constant = [
            choice.size is None
            and not analysis.free(choice.domain)
            and analysis.static(choice.domain)
            and analysis.total(choice.domain)
            for choice in self.rule.choices[: self.free_from]
        ]
        first = self.free_from
        while first > 0 and constant[first - 1]:
            first -= 1
        run = self.rule.choices[first : self.free_from]
        names = {choice.name for choice in run}
        can_fail = self._lets or not all(analysis.total(guard.test) for guard, _ in self.guards)
        fixed = {
            guard.name
            for guard, _ in self.guards
            if analysis.static(guard.test) and analysis.free(guard.test) <= names
        }
        if can_fail or not fixed or combinations([choice.type for choice in run]) > TABULATED:
            return self.free_from, set()
        return first, fixed

    def obstacle(self, frame: Frame, me: int) -> tuple[str, Span]:
        """Return why no member at all is legal, and where that is said; ask only if it is so."""
        env = self.layout.blank()
        env[self.me] = me
        for gate, test in self.gates:
            if not test(frame, env):
                return f"'{self.rule.name}' needs '{gate.name}'", gate.span
        return f"'{self.rule.name}' finds no values that it may have", self.rule.span

    def groups(self, frame: Frame, me: int) -> Iterable[Group]:
        """Return the legal members in canonical order; lazily where subsets have to be tried."""
        env = self.layout.blank()
        env[self.me] = me
        if self._gate is not None and not self._gate(frame, env):
            return ()
        if self.free_from == 0:
            return self._free((), frame, env)
        name = self.rule.name
        if self.free_from < len(self.choices):
            tried = self._tried(0, (), frame, env)
            return [group for prefix in tried for group in self._free(prefix, frame, env)]
        if self.subsets_tried:
            return (Listed(name, (args,)) for args in self._tried(0, (), frame, env))
        return (Listed(name, list(self._tried(0, (), frame, env))),)

    def _tried(
        self, place: int, prefix: tuple[Value, ...], frame: Frame, env: Env
    ) -> Iterator[tuple[Value, ...]]:
        """Yield the values of the choices that are not free, where the guards hold."""
        if place == self._fixed_from < self.free_from:
            yield from self._tried_fixed(prefix, frame, env)
            return
        choice = self.choices[place]
        blank(choice.blanks, env)
        for value in choice.tail(frame, env):
            env[choice.slot] = value
            if place + 1 < self.free_from:
                yield from self._tried(place + 1, (*prefix, value), frame, env)
            elif self.free_from < len(self.choices) or self._holds(frame, env):
                yield (*prefix, value)

    def _tried_fixed(
        self, prefix: tuple[Value, ...], frame: Frame, env: Env
    ) -> Iterator[tuple[Value, ...]]:
        """Go on with those values of the constant choices that the constant guards allow."""
        choices = self.choices[self._fixed_from : self.free_from]
        if self._fixed is None:
            self._fixed = self._find_fixed(choices, frame)
        for values in self._fixed:
            self._set(choices, values, env)
            if self.free_from < len(self.choices) or self._holds(frame, env):
                yield prefix + values

    def _find_fixed(
        self, choices: Sequence[CompiledChoice], frame: Frame
    ) -> list[tuple[Value, ...]]:
        """Return the values of the constant choices that the constant guards allow."""
        found = []
        domains = [sorted(choice.domain(frame, self.layout.blank())) for choice in choices]
        for values in product(*domains):
            env = self.layout.blank()
            self._set(choices, values, env)
            if all(test(frame, env) for test in self._fixed_guards):
                found.append(values)
        return found

    def _set(self, choices: Iterable[CompiledChoice], values: Iterable[Value], env: Env) -> None:
        for choice, value in zip(choices, values, strict=True):
            blank(choice.blanks, env)
            env[choice.slot] = value

    def _free(self, prefix: tuple[Value, ...], frame: Frame, env: Env) -> tuple[Free] | tuple[()]:
        tails = []
        for choice in self._free_choices:
            blank(choice.blanks, env)
            tail = choice.tail(frame, env)
            if not tail:
                return ()
            tails.append(tail)
        return (Free(self.rule.name, prefix, tails),) if self._holds(frame, env) else ()

    def _holds(self, frame: Frame, env: Env) -> bool:
        """Return whether the guards that are left to ask hold for the parameters in `env`."""
        if self._asked is None:
            return True
        if self._has_lets:
            self._fix(frame, env)
        return bool(self._asked(frame, env))

    def first_refusing(self, frame: Frame, env: Env) -> Guard | None:
        """Return the first guard of all that does not hold for the parameters in `env`."""
        if self.guards:
            self._fix(frame, env)
        for guard, test in self.guards:
            if not test(frame, env):
                return guard
        return None

    def _fix(self, frame: Frame, env: Env) -> None:
        """Fix the lets, or leave them to be fixed when a guard wants them."""
        blank(self._blank_lets, env)
        for slot, let in self._lets:
            env[slot] = let(frame, env)


def blank(slots: Iterable[int], env: Env) -> None:
    """Take their values from these slots."""
    for slot in slots:
        env[slot] = UNSET
