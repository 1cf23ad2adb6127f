"""What a player may choose: the parameters of a move, as variables."""

from __future__ import annotations

from cardavia_spec.back.smt.choices import sizes_of
from cardavia_spec.back.smt.context import Env
from cardavia_spec.back.smt.encode import evaluate, truth_of, turn_of
from cardavia_spec.back.smt.operators import of_cards
from cardavia_spec.back.smt.state import SIZE
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, disj, exactly_one, le, number
from cardavia_spec.back.smt.values import Symbolic, Table, as_set, as_term
from cardavia_spec.check.search.exact import Exact
from cardavia_spec.core.spec import Choice, MoveRule
from cardavia_spec.core.types import Bool


def allowed(context: Exact, rule: MoveRule) -> tuple[Term, Env]:
    """Return that a move is legal with what is chosen, and its parameters and lets."""
    env: dict[str, Symbolic] = {"me": turn_of(context, context.state)}
    path = TRUE
    for guard in rule.guards:
        if guard.gate:
            with context.under(path):
                path = conj((path, truth_of(context, guard.test, env)))
    if path is FALSE:
        return FALSE, env
    for choice in rule.choices:
        with context.under(path):
            path = conj((path, _choose(context, choice, env)))
    for let in rule.lets:
        with context.under(path):
            env[let.name] = evaluate(context, let.value, env)
    for guard in rule.guards:
        if not guard.gate:
            with context.under(path):
                path = conj((path, truth_of(context, guard.test, env)))
    return path, env


def _choose(context: Exact, choice: Choice, env: dict[str, Symbolic]) -> Term:
    """Bind a parameter to any value it may have; return that it has one."""
    domain = as_set(evaluate(context, choice.domain, env), choice.domain.type)
    if choice.size is None:
        picked = {m: context.fresh_bool(f"{choice.name}={m}") for m in domain.guards}
        if not picked:
            return FALSE
        context.axiom(exactly_one(picked.values()))
        env[choice.name] = picked.get(1, FALSE) if isinstance(choice.type, Bool) else Table(picked)
        return disj(conj((term, domain.guards[member])) for member, term in picked.items())
    whole = as_term(context.weight(domain, SIZE, cards=of_cards(choice.domain.type)))
    listed = sizes_of(context, choice, env)
    conds = [conj((guard, le(number(1), n), le(n, whole))) for guard, n in listed]
    if len(listed) == 1:
        size, cond = listed[0][1], conds[0]
    else:
        taken = [context.fresh_bool(f"size {n}") for n in range(len(listed))]
        context.axiom(exactly_one(taken))
        cond = conj((disj(conj(both) for both in zip(taken, conds, strict=True)),))
        size = as_term(
            Table({int(n.value or 0): t for (_, n), t in zip(listed, taken, strict=True)})
        )
    possible = conj((context.path, cond))
    env[choice.name] = context.any_of(domain, size, possible, choice.name, drawn=False)
    return cond
