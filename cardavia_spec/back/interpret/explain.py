"""Why a move is refused: the first gate, choice or guard that does not let it through."""

from __future__ import annotations

from cardavia_spec.back.interpret.definitions import binding
from cardavia_spec.back.interpret.expressions import Compiler
from cardavia_spec.back.interpret.frame import Env, Frame
from cardavia_spec.back.interpret.legality import CompiledChoice, Legality
from cardavia_spec.back.interpret.operators import fitting
from cardavia_spec.back.interpret.scope import Scope
from cardavia_spec.core.faults import Refusal
from cardavia_spec.core.ir import Expr, Get, Origin
from cardavia_spec.core.source import NOWHERE
from cardavia_spec.core.spec import Guard, MoveRule, Rows, Tier, Tiers
from cardavia_spec.core.state import Move
from cardavia_spec.core.telling import tell_move, tell_some, tell_value
from cardavia_spec.core.types import Maybe, Scalar, SetOf, Type, Value


def deal_over(move: Move) -> Refusal:
    """Return the refusal of any move when the deal has ended."""
    return Refusal(move.rule, "the deal is over", "the deal is over", (), NOWHERE)


def no_such_move(move: Move, known: list[str]) -> Refusal:
    """Return the refusal of a move that no rule describes."""
    reason = f"there is no move '{move.rule}'; the moves are {', '.join(known)}"
    return Refusal(move.rule, "no such move", reason, (), NOWHERE)


def refusal(
    legality: Legality, move: Move, frame: Frame, me: int, compiler: Compiler
) -> Refusal | None:
    """Return why the move is refused in this state; None if it is legal."""
    rule = legality.rule
    if len(move.args) != len(rule.choices):
        names = ", ".join(choice.name for choice in rule.choices) or "nothing"
        reason = f"'{rule.name}' needs a value for {names}, and {len(move.args)} values are given"
        return Refusal(rule.name, "parameters", reason, rule.cite, rule.span)
    env = legality.layout.blank()
    env[legality.me] = me
    for gate, test in legality.gates:
        if not test(frame, env):
            return _by_guard(gate, rule, f"no '{rule.name}' is possible here")
    for choice, value in zip(legality.choices, move.args, strict=True):
        allowed = choice.domain(frame, env)
        if not _chosen_from(choice, value, allowed, frame, env):
            return _by_choice(choice, value, allowed, rule, compiler, frame, env)
        env[choice.slot] = value
    guard = legality.first_refusing(frame, env)
    if guard is not None:
        return _by_guard(guard, rule, f"'{tell_move(compiler.spec, move)}' is not allowed")
    return None


def _chosen_from(
    choice: CompiledChoice, value: Value, allowed: frozenset[int], frame: Frame, env: Env
) -> bool:
    if choice.size is None:
        return not isinstance(value, frozenset) and value in allowed
    sizes = choice.sizes(len(allowed), frame, env)
    return isinstance(value, frozenset) and value <= allowed and len(value) in sizes


def _by_guard(guard: Guard, rule: MoveRule, what: str) -> Refusal:
    reason = f"{what}: it needs '{guard.name}'"
    return Refusal(rule.name, guard.name, reason, guard.cite or rule.cite, guard.span)


def _by_choice(
    choice: CompiledChoice,
    value: Value,
    allowed: frozenset[int],
    rule: MoveRule,
    compiler: Compiler,
    frame: Frame,
    env: Env,
) -> Refusal:
    name, type_ = choice.choice.name, choice.choice.type
    told = tell_value(value, type_) if _of_type(value, type_) else "this"
    lead = f"{told} is not allowed as '{name}' of '{rule.name}'"
    if choice.size is not None and isinstance(value, frozenset) and value <= allowed:
        sizes = ", ".join(map(str, choice.sizes(len(allowed), frame, env)))
        reason = f"{lead}: it has {len(value)} members, and allowed are {sizes or 'none'}"
        return Refusal(rule.name, name, reason, rule.cite, choice.choice.span)
    all_allowed = tell_some(allowed, type_.member if isinstance(type_, SetOf) else _scalar(type_))
    tier = _binding_tier(choice.choice.domain, choice.scope, compiler, frame, env)
    if tier is None:
        reason = f"{lead}: allowed is {all_allowed}"
        return Refusal(rule.name, name, reason, rule.cite, choice.choice.span)
    reason = f"{lead}: '{tier.name}' binds and allows {all_allowed}"
    return Refusal(rule.name, tier.name, reason, tier.cite or rule.cite, tier.span)


def _binding_tier(
    domain: Expr, scope: Scope, compiler: Compiler, frame: Frame, env: Env
) -> Tier | None:
    """Return the tier that a domain comes from, if it is the value of a definition with tiers."""
    if not isinstance(domain, Get) or domain.origin is not Origin.DEFINITION:
        return None
    definitions = compiler.definitions
    apart = scope.apart()
    arguments = definitions.arguments(domain, apart)
    room = env + apart.layout.blank()[len(env) :]
    args = [argument(frame, room) for argument in arguments]
    body = compiler.spec.definitions[domain.key].body
    match body:
        case Tiers():
            compiled, inner = definitions.tiers(domain.key)
            found = binding(compiled, frame, args + inner.layout.blank()[len(args) :])
            return None if found is None else found.tier
        case Rows():
            return None
        case _:
            return _binding_tier(body, definitions.scope(domain.key), compiler, frame, args)


def _scalar(type_: Type) -> Scalar:
    assert not isinstance(type_, SetOf | Maybe)
    return type_


def _of_type(value: Value, type_: Type) -> bool:
    return isinstance(value, frozenset) == isinstance(type_, SetOf) and fitting(type_)(value)
