"""Parameters of moves: any value they may have, and whether there is one at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardavia_spec.back.smt.context import Context, Env
from cardavia_spec.back.smt.encode import evaluate, truth_of
from cardavia_spec.back.smt.operators import of_cards
from cardavia_spec.back.smt.records import Transition
from cardavia_spec.back.smt.state import SIZE
from cardavia_spec.back.smt.terms import (
    FALSE,
    TRUE,
    Term,
    conj,
    disj,
    eq,
    exactly_one,
    implies,
    le,
    number,
)
from cardavia_spec.back.smt.values import Members, Symbolic, Table, as_set, as_term, single
from cardavia_spec.core.ir import Get, Origin
from cardavia_spec.core.spec import Choice, MoveRule, Tiers
from cardavia_spec.core.types import Bool, SetOf

UNROLLED: Final = 400
"""Moves with more parameter values are left out of the question whether a move exists."""


def exists(context: Context, move: MoveRule, env: Env) -> Term:
    """Some parameters make every guard of a move hold (a lower bound, for large families)."""
    gates = conj(truth_of(context, g.test, env) for g in move.guards if g.gate)

    def go(choices: tuple[Choice, ...], inner: dict[str, Symbolic], left: int) -> Term:
        if not choices:
            for let in move.lets:
                inner = {**inner, let.name: evaluate(context, let.value, inner)}
            return conj(truth_of(context, g.test, inner) for g in move.guards if not g.gate)
        choice, *rest = choices
        domain = as_set(evaluate(context, choice.domain, inner), choice.domain.type)
        if choice.size is not None:
            if any(not g.gate for g in move.guards):
                return _alone(context, choice, domain, inner, left, go)
            return disj(
                conj((guard, le(number(1), size), le(size, _size(context, domain, choice))))
                for guard, size in sizes_of(context, choice, inner)
            )
        if len(domain.guards) > left:
            return FALSE
        found = []
        for member, guard in domain.guards.items():
            bound: Symbolic = single(member)
            if isinstance(choice.type, Bool):
                bound = TRUE if member else FALSE
            inside = go(
                tuple(rest), {**inner, choice.name: bound}, left // max(1, len(domain.guards))
            )
            found.append(conj((guard, inside)))
        return disj(found)

    return conj((gates, go(move.choices, dict(env), UNROLLED)))


def _alone(
    context: Context,
    choice: Choice,
    domain: Members,
    inner: dict[str, Symbolic],
    left: int,
    go: Callable[[tuple[Choice, ...], dict[str, Symbolic], int], Term],
) -> Term:
    """Some single member may be chosen alone, and all guards hold for it."""
    if len(domain.guards) > left:
        return FALSE
    one = disj(
        conj((guard, eq(size, number(1)))) for guard, size in sizes_of(context, choice, inner)
    )
    return conj(
        (
            one,
            disj(
                conj((guard, go((), {**inner, choice.name: Members({member: TRUE})}, 1)))
                for member, guard in domain.guards.items()
            ),
        )
    )


def _size(context: Context, domain: Members, choice: Choice) -> Term:
    cards = of_cards(choice.domain.type)
    return as_term(context.weight(domain, SIZE, cards=cards))


def choose(transition: Transition, choice: Choice, env: dict[str, Symbolic]) -> Term:
    """Bind a parameter to any value it may have; return the condition that it has one."""
    context = transition.context
    domain = as_set(evaluate(context, choice.domain, env), choice.domain.type)
    match choice.domain:
        case Get(origin=Origin.DEFINITION, key=key) if isinstance(
            context.spec.definitions[key].body, Tiers
        ):
            context.oblige(f"the tiers of {key} leave a card", choice.span, domain.nonempty())
        case _:
            pass
    if choice.size is None:
        picked = {m: context.fresh_bool(f"{choice.name}={m}") for m in domain.guards}
        if not picked:
            return FALSE
        context.axiom(exactly_one(picked.values()))
        env[choice.name] = picked.get(1, FALSE) if isinstance(choice.type, Bool) else Table(picked)
        return conj(implies(term, domain.guards[m]) for m, term in picked.items())
    sizes = sizes_of(context, choice, env)
    whole = _size(context, domain, choice)
    conds = [conj((guard, le(number(1), n), le(n, whole))) for guard, n in sizes]
    if len(sizes) == 1:
        context.oblige(f"so many {choice.name} can be taken", choice.span, conds[0])
        size = sizes[0][1]
        cond = conds[0]
    else:
        picks = [context.fresh_bool(f"size={n}") for n in range(len(sizes))]
        context.axiom(exactly_one(picks))
        cond = conj(implies(pick, c) for pick, c in zip(picks, conds, strict=True))
        table = {int(n.value or 0): pick for (_, n), pick in zip(sizes, picks, strict=True)}
        size = as_term(Table(table))
        transition.sizes[choice.name] = Table(table)
    cards = of_cards(choice.domain.type)
    assert cards, "only sets of cards can be chosen"
    env[choice.name] = context.any_of(
        domain, size, conj((context.path, cond)), choice.name, drawn=False
    )
    return cond


def sizes_of(context: Context, choice: Choice, env: Env) -> list[tuple[Term, Term]]:
    """Return the sizes that a chosen set may have, each with its condition."""
    assert choice.size is not None
    if isinstance(choice.size.type, SetOf):
        members = as_set(evaluate(context, choice.size, env), choice.size.type)
        return [(guard, number(m)) for m, guard in members.guards.items() if m >= 1]
    return [(TRUE, as_term(evaluate(context, choice.size, env)))]
