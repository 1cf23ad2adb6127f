"""The complete list of legal moves as a trace carries it, without listing subsets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb

from cardavia_spec.core.spec import MoveRule, Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.telling import Json, as_json
from cardavia_spec.core.types import Value
from cardavia_spec.core.walk import free
from cardavia_spec.play.engine import Engine, Family
from cardavia_spec.play.spoken import Spoken, entry, members, shown_values, speak


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The one entry for a move that takes any `n` of `size` cards.

    `cards` is what the other parameters add to the cards of the move, `values` the values of the
    shown parameters but the subset.
    """

    move: str
    cards: frozenset[int]
    values: tuple[Value, ...]
    n: int
    size: int


@dataclass(frozen=True, slots=True)
class Legal:
    """All legal moves of one state.

    `listed` are those that are told one by one, `any_of` those told in one entry each, with the
    number of moves that entry stands for.
    """

    listed: tuple[Spoken, ...]
    any_of: Mapping[AnyOf, int]


def legal_moves(engine: Engine, state: State, family: Family | None = None) -> Legal:
    """Return the legal moves of a state as a trace tells them."""
    family = engine.moves(state) if family is None else family
    any_of: Counter[AnyOf] = Counter()
    skipped: dict[str, int] = {}
    for rule in engine.spec.moves.values():
        if takes_any(rule):
            found = Counter(dict(_any_of(engine, state, family, rule)))
            any_of += found
            skipped[rule.name] = found.total()
    listed = tuple(speak(engine, state, move) for move in _others(family, skipped))
    return Legal(listed, any_of)


def takes_any(rule: MoveRule) -> bool:
    """Tell whether a move has an `any n from S` parameter."""
    return bool(rule.choices) and rule.choices[-1].size is not None


def values_beside(rule: MoveRule, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return the shown values of a move without that of its subset."""
    subset = rule.choices[-1].name
    return tuple(v for name, v in zip(rule.shown, values, strict=True) if name != subset)


def entries(engine: Engine, legal: Legal) -> list[Json]:
    """Return the `legal` list of a trace, the listed moves first and in canonical order."""
    spec = engine.spec
    found: list[Json] = [entry(spec, spoken) for spoken in legal.listed]
    return [*found, *(any_entry(spec, one) for one in legal.any_of)]


def any_entry(spec: Spec, one: AnyOf) -> list[Json]:
    """Return an entry for any n cards: `[move, card, …, "any", n, size, value, …]`."""
    rule = spec.moves[one.move]
    types = {choice.name: choice.type for choice in rule.choices}
    names = [name for name in rule.shown if name != rule.choices[-1].name]
    cards = [spec.cards.members[card] for card in sorted(one.cards)]
    told = [as_json(value, types[name]) for name, value in zip(names, one.values, strict=True)]
    return [one.move, *cards, "any", one.n, one.size, *told]


def any_of(engine: Engine, state: State, move: Move) -> AnyOf:
    """Return the entry that stands for a legal move which takes any n cards, and for others."""
    rule = engine.spec.moves[move.rule]
    *earlier, last = rule.choices
    env = {choice.name: arg for choice, arg in zip(earlier, move.args[:-1], strict=True)}
    domain = engine.evaluate(last.domain, state, None, env)
    assert isinstance(domain, frozenset)
    return _told(engine, state, rule, move, len(domain))


def _others(family: Family, skipped: Mapping[str, int]) -> Iterator[Move]:
    """Yield the members of a family but those of the rules in `skipped` (name -> how many)."""
    if not any(skipped.values()):
        yield from family
        return
    place, total = 0, family.count()
    while place < total:
        move = family[place]
        if move.rule in skipped:
            place += skipped[move.rule]
        else:
            yield move
            place += 1


def _any_of(
    engine: Engine, state: State, family: Family, rule: MoveRule
) -> Iterator[tuple[AnyOf, int]]:
    """Yield the entries for a move that takes any n cards, and how many moves each stands for."""
    if not all(engine.evaluate(guard.test, state) for guard in rule.guards if guard.gate):
        return
    *earlier, last = rule.choices
    assert last.size is not None
    if _looks_at_subset(rule):
        sizes: Counter[AnyOf] = Counter()
        for move in members(engine.spec, family, rule.name):
            sizes[any_of(engine, state, move)] += 1
        yield from sizes.items()
        return
    for env in _earlier(engine, state, rule, {}):
        domain = engine.evaluate(last.domain, state, None, env)
        size = engine.evaluate(last.size, state, None, env)
        assert isinstance(domain, frozenset)
        allowed = size if isinstance(size, frozenset) else {int(size or 0)}
        for n in sorted(n for n in allowed if 0 < n <= len(domain)):
            some = frozenset(sorted(domain)[:n])
            move = Move(rule.name, (*(env[choice.name] for choice in earlier), some))
            yield _told(engine, state, rule, move, len(domain)), comb(len(domain), n)


def _told(engine: Engine, state: State, rule: MoveRule, move: Move, size: int) -> AnyOf:
    subset = move.args[-1]
    assert isinstance(subset, frozenset)
    cards = engine.cards_of(state, move)
    beside = cards - subset if subset <= cards else cards
    values = values_beside(rule, shown_values(rule, move))
    return AnyOf(rule.name, beside, values, len(subset), size)


def _looks_at_subset(rule: MoveRule) -> bool:
    """Tell whether a guard depends on which cards are taken."""
    tainted = {rule.choices[-1].name}
    for let in rule.lets:
        if free(let.value) & tainted:
            tainted.add(let.name)
    return any(free(guard.test) & tainted for guard in rule.guards)


def _earlier(
    engine: Engine, state: State, rule: MoveRule, env: dict[str, Value]
) -> Iterator[dict[str, Value]]:
    """Yield the values of the parameters before the subset under which the guards hold."""
    if len(env) < len(rule.choices) - 1:
        choice = rule.choices[len(env)]
        domain = engine.evaluate(choice.domain, state, None, env)
        assert isinstance(domain, frozenset)
        for member in sorted(domain):
            yield from _earlier(engine, state, rule, {**env, choice.name: member})
        return
    subset = rule.choices[-1].name
    scope = dict(env)
    for let in rule.lets:
        if free(let.value) <= scope.keys() | {"me"}:
            scope[let.name] = engine.evaluate(let.value, state, None, scope)
    guards = [guard for guard in rule.guards if not guard.gate]
    assert all(subset not in free(guard.test) for guard in guards)
    if all(engine.evaluate(guard.test, state, None, scope) for guard in guards):
        yield env
