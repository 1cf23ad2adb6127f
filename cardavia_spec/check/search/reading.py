"""What is looked for, read in the states of a path: the terms that say it is decided there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from cardavia_spec.back.smt.choices import exists
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.encode import evaluate, truth_of, turn_of
from cardavia_spec.back.smt.run import run
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.stating import defined
from cardavia_spec.back.smt.system import Builder
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, disj, neg
from cardavia_spec.back.smt.values import Symbolic
from cardavia_spec.check.obligations import SOUND, STUCK
from cardavia_spec.check.search.exact import Exact
from cardavia_spec.check.search.target import Target
from cardavia_spec.core.spec import PropertyKind, Spec

Refuted = tuple[str, Term]
"""A target, and when it is refuted (one that says what is possible: when it is shown)."""


class Owner(Protocol):
    """Who goes the path."""

    strict: bool

    def owe(self, good: Term) -> None: ...  # noqa: D102


class Reading:
    """Reads the targets of one spec."""

    def __init__(self, spec: Spec, shared: Shared) -> None:
        self.spec = spec
        self.builder = Builder(spec, shared)

    def owed(
        self, context: Exact, targets: Mapping[str, Target], owner: Owner
    ) -> Iterator[Refuted]:
        """Take up what the constructs owed since the last call."""
        owed, context.obligations = context.obligations, {}
        if owed and (owner.strict or SOUND in targets):
            good = conj(item.formula for item in owed.values())
            if SOUND in targets:
                yield SOUND, neg(good)
            elif good is not TRUE:
                owner.owe(good)

    def state(
        self,
        context: Exact,
        targets: Iterable[Target],
        happened: Term,
        before: SymState | None,
    ) -> Iterator[Refuted]:
        """Read what is said of every state, and of every step."""
        context.statement += 1
        env = {"me": turn_of(context, context.state)}
        for target in targets:
            prop = target.prop
            if prop is None:
                continue
            if prop.kind in (PropertyKind.ALWAYS, PropertyKind.LEMMA):
                yield from _refuted(target, neg(defined(context, prop.test, env)))
            elif prop.kind is PropertyKind.POSSIBLE_IN_PLAY:
                yield from _refuted(target, defined(context, prop.test, env))
            elif prop.kind is PropertyKind.EACH_STEP and before is not None:
                context.before = before
                bad = conj((happened, neg(defined(context, prop.test, env))))
                context.before = None
                yield from _refuted(target, bad)

    def settled(self, context: Exact, targets: Iterable[Target]) -> Iterator[Refuted]:
        """Read what is said of ended deals, and of those in which a player is to move."""
        state = context.state
        env = {"me": turn_of(context, state)}
        late: list[Target] = []
        for target in targets:
            prop = target.prop
            if target.name == STUCK:
                if state.over is not TRUE:
                    with context.relative({}):
                        some = [exists(context, move, env) for move in self.spec.moves.values()]
                    yield from _refuted(target, conj((neg(state.over), neg(disj(some)))))
            elif prop is None or state.over is FALSE:
                continue
            elif prop.kind is PropertyKind.AT_END:
                bad = conj((state.over, neg(defined(context, prop.test, env))))
                yield from _refuted(target, bad)
            elif prop.kind is PropertyKind.POSSIBLE:
                yield from _refuted(target, conj((state.over, defined(context, prop.test, env))))
            elif prop.kind in (PropertyKind.EACH_DEAL, PropertyKind.AT_MATCH_END):
                late.append(target)
        if late:
            yield from self._after_deal(context, late)
            context.state = state

    def _after_deal(self, context: Exact, late: Iterable[Target]) -> Iterator[Refuted]:
        match = self.spec.match
        before = context.state
        with context.relative({}):
            context.statement += 1
            run(context, match.after_deal, {})
            over = truth_of(context, match.over, {})
            env: dict[str, Symbolic] = {"me": turn_of(context, context.state)}
            if match.winners is not None:
                env["winners"] = evaluate(context, match.winners, {})
        context.before = before
        for target in late:
            assert target.prop is not None
            last = over if target.prop.kind is PropertyKind.AT_MATCH_END else TRUE
            bad = neg(defined(context, target.prop.test, env))
            yield from _refuted(target, conj((before.over, last, bad)))
        context.before = None


def _refuted(target: Target, term: Term) -> Iterator[Refuted]:
    if term is not FALSE:
        yield target.name, term
