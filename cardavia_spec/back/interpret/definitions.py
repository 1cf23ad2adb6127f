"""Definitions become functions of their arguments: a value, tiers, or a decision table.

One without parameters is evaluated at most once in each state (for each seat, if it reads `me`);
one that reads its parameters alone at most once for each combination of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardavia_spec.back.interpret.broken import Broken
from cardavia_spec.back.interpret.frame import UNSET, Code, Env, Frame
from cardavia_spec.back.interpret.notes import Notes
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.ir import Get
from cardavia_spec.core.spec import Body, Definition, Row, Rows, Tier, Tiers

if TYPE_CHECKING:
    from cardavia_spec.back.interpret.expressions import Compiler

Run: TypeAlias = Callable[[Frame, Env], Any]
"""A definition on its arguments: `me` first, if it reads it, then one for each parameter."""


@dataclass(frozen=True, slots=True)
class CompiledTier:
    """A tier: whether it applies, and its cards."""

    tier: Tier
    when: Code | None
    cards: Code


class Definitions:
    """The definitions of one spec, each compiled when it is first used."""

    def __init__(self, definitions: Mapping[str, Definition], compiler: Compiler) -> None:
        self._definitions = definitions
        self._compiler = compiler
        self._runs: dict[str, Run] = {}
        self._tiers: dict[str, tuple[tuple[CompiledTier, ...], Scope]] = {}

    def call(self, expr: Get, scope: Scope) -> Code:
        """Compile the use of a definition."""
        definition = self._definitions[expr.key]
        run = self.run(expr.key)
        arg_codes = self.arguments(expr, scope)
        notes = self._compiler.notes
        if self._compiler.static(definition):
            return _once(run, arg_codes) if notes is None else _noted(run, arg_codes, notes)
        if not definition.params and notes is not None:
            return _noted(run, arg_codes, notes, expr.key)
        if not definition.params:
            return _once_a_state(run, arg_codes, expr.key)
        match arg_codes:
            case [one]:
                return lambda frame, env: run(frame, [one(frame, env)])
            case [one, two]:
                return lambda frame, env: run(frame, [one(frame, env), two(frame, env)])
            case _:
                return lambda frame, env: run(frame, [arg(frame, env) for arg in arg_codes])

    def arguments(self, expr: Get, scope: Scope) -> list[Code]:
        """Return the arguments of a use, `me` first where the definition reads it."""
        codes = [self._compiler.expr(arg, scope) for arg in expr.args]
        if self._definitions[expr.key].uses_me:
            codes.insert(0, self._compiler.ref("me", scope))
        return codes

    def run(self, key: str) -> Run:
        """Return the definition as a function of its arguments."""
        if key not in self._runs:
            self._runs[key] = self._compile(self._definitions[key])
        return self._runs[key]

    def tiers(self, key: str) -> tuple[tuple[CompiledTier, ...], Scope]:
        """Return the tiers of a definition that has some, and their scope."""
        self.run(key)
        return self._tiers[key]

    def scope(self, key: str) -> Scope:
        """Return a fresh scope of the parameters of a definition."""
        scope = Scope()
        if self._definitions[key].uses_me:
            scope = scope.add("me", self._compiler.spec.seats)
        for param in self._definitions[key].params:
            scope = scope.add(param.name, param.type)
        return scope

    def _compile(self, definition: Definition) -> Run:
        scope = self.scope(definition.key)
        body = self._body(definition, definition.body, scope)
        rest = [UNSET] * (scope.layout.size - len(scope.names))

        def run(frame: Frame, args: Env) -> Any:  # noqa: ANN401
            try:
                return body(frame, args + rest if rest else args)
            except Broken as broken:
                broken.within(definition.name, definition.cite, definition.span)
                raise

        return run

    def _body(self, definition: Definition, body: Body, scope: Scope) -> Code:
        match body:
            case Tiers(tiers=tiers):
                compiled = tuple(self._tier(tier, scope) for tier in tiers)
                self._tiers[definition.key] = (compiled, scope)
                return _first_tier(compiled, definition.key, self._compiler.notes)
            case Rows(rows=rows):
                return self._rows(definition, rows, scope)
            case _:
                return self._compiler.expr(body, scope)

    def _tier(self, tier: Tier, scope: Scope) -> CompiledTier:
        when = None if tier.when is None else self._compiler.expr(tier.when, scope)
        return CompiledTier(tier, when, self._compiler.expr(tier.cards, scope))

    def _rows(self, definition: Definition, rows: tuple[Row, ...], scope: Scope) -> Code:
        whens = [self._compiler.expr(row.when, scope) for row in rows]
        thens = [self._compiler.expr(row.then, scope) for row in rows]
        notes = self._compiler.notes

        def the_row(frame: Frame, env: Env) -> Any:  # noqa: ANN401
            apply = [place for place, when in enumerate(whens) if when(frame, env)]
            if notes is not None:
                notes.taken.update((definition.key, rows[place].name) for place in apply)
            if len(apply) == 1:
                return thens[apply[0]](frame, env)
            bound = scope.tell(env)
            if not apply:
                message = f"no row of '{definition.name}' applies, where exactly one must"
                raise Broken("CV709", message, definition.span, bound)
            names = ", ".join(f"'{rows[place].name}'" for place in apply)
            message = f"{len(apply)} rows of '{definition.name}' apply, where only one may: {names}"
            raise Broken("CV710", message, rows[apply[1]].span, bound)

        return the_row


def binding(tiers: tuple[CompiledTier, ...], frame: Frame, env: Env) -> CompiledTier | None:
    """Return the first tier that applies and is not empty."""
    for tier in tiers:
        if (tier.when is None or tier.when(frame, env)) and tier.cards(frame, env):
            return tier
    return None


def _first_tier(tiers: tuple[CompiledTier, ...], key: str, notes: Notes | None) -> Code:
    codes = [(tier.when, tier.cards) for tier in tiers]
    if notes is not None:

        def noting(frame: Frame, env: Env) -> frozenset[int]:
            for tier in tiers:
                if tier.when is None or tier.when(frame, env):
                    found: frozenset[int] = tier.cards(frame, env)
                    if found:
                        notes.taken.add((key, tier.tier.name))
                        return found
            return frozenset()

        return noting
    nothing: frozenset[int] = frozenset()

    def cards_of_first(frame: Frame, env: Env) -> frozenset[int]:
        for when, cards in codes:
            if when is None or when(frame, env):
                found: frozenset[int] = cards(frame, env)
                if found:
                    return found
        return nothing

    return cards_of_first


def _once_a_state(run: Run, args: list[Code], key: str) -> Code:
    if not args:

        def value(frame: Frame, env: Env) -> Any:  # noqa: ANN401
            memo = frame.memo
            if key not in memo:
                memo[key] = run(frame, [])
            return memo[key]

        return value
    (me_of,) = args

    def value_for_me(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        me = me_of(frame, env)
        memo = frame.memo
        if (key, me) not in memo:
            memo[key, me] = run(frame, [me])
        return memo[key, me]

    return value_for_me


def _noted(run: Run, args: list[Code], notes: Notes, key: str | None = None) -> Code:
    """Compile a use that finds its value once for all states, or (with a key) once a state."""
    table: dict[Any, Any] = {}

    def value(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        given = [arg(frame, env) for arg in args]
        memo, place = (table, tuple(given)) if key is None else (frame.memo, (key, *given))
        if place not in memo:
            memo[place] = notes.kept(lambda: run(frame, given))
        return notes.again(memo[place])

    return value


def _once(run: Run, args: list[Code]) -> Code:
    table: dict[Any, Any] = {}
    if len(args) == 1:
        (arg,) = args

        def value_for(frame: Frame, env: Env) -> Any:  # noqa: ANN401
            key = arg(frame, env)
            if key not in table:
                table[key] = run(frame, [key])
            return table[key]

        return value_for

    def value(frame: Frame, env: Env) -> Any:  # noqa: ANN401
        key = tuple([arg(frame, env) for arg in args])
        if key not in table:
            table[key] = run(frame, list(key))
        return table[key]

    return value
