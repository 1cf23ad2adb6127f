"""Moves as traces write them: a name, the cards, and the values that the cards do not tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import prod

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.faults import IllegalMove, Refusal, RuleFault
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import MoveRule, Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.telling import Json, as_json, tell_move
from cardavia_spec.core.types import Kind, Maybe, SetOf, Sort, Value, values
from cardavia_spec.play.engine import Engine, Family

MOST_PARAMETERS = 20_000
"""So many combinations of parameters are looked through for one that stands for some cards."""
FEW_MOVES = 10_000
"""So many moves are gone through rather than searched."""
MOST_ORDERS = 4
"""So many single cards of one move are told apart by trying their orders."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A move as a trace writes it; `values` are those of the rule's `shown` parameters."""

    move: str
    cards: frozenset[int]
    values: tuple[Value, ...] = ()


def speak(engine: Engine, state: State, move: Move) -> Spoken:
    """Return how a trace writes a legal move."""
    rule = engine.spec.moves[move.rule]
    return Spoken(move.rule, engine.cards_of(state, move), shown_values(rule, move))


def shown_values(rule: MoveRule, move: Move) -> tuple[Value, ...]:
    """Return the values of the parameters that a trace shows beside the cards."""
    if not rule.shown:
        return ()
    args = {choice.name: arg for choice, arg in zip(rule.choices, move.args, strict=True)}
    return tuple(args[name] for name in rule.shown)


def entry(spec: Spec, spoken: Spoken) -> list[Json]:
    """Return a move as the `legal` list of a trace has it: name, cards, values."""
    rule = spec.moves[spoken.move]
    types = {choice.name: choice.type for choice in rule.choices}
    cards = [spec.cards.members[card] for card in sorted(spoken.cards)]
    told = [
        as_json(value, types[name]) for name, value in zip(rule.shown, spoken.values, strict=True)
    ]
    return [spoken.move, *cards, *told]


def resolve(engine: Engine, state: State, spoken: Spoken) -> Move:
    """Return the one legal move that the trace means.

    Raises:
        IllegalMove: there is none; the refusal names the rule that forbids it.
        RuleFault: there are two, so that the spec lets nobody tell what was played.
        KeyError: the spec has no move of this name.
    """
    rule = engine.spec.moves[spoken.move]
    told = told_by_cards(rule, spoken)
    if told is None:
        legal = [
            move
            for move in members(engine.spec, engine.moves(state), rule.name)
            if shown_values(rule, move) == spoken.values
            and engine.cards_of(state, move) == spoken.cards
        ]
        if not legal:
            raise _no_such(engine, state, rule, spoken)
    else:
        refusals = [(move, engine.check(state, move)) for move in told]
        legal = [move for move, refusal in refusals if refusal is None]
        for move, refusal in refusals if not legal else ():
            if refusal is not None:
                raise IllegalMove(move, refusal)
        if not legal:
            raise _no_such(engine, state, rule, spoken)
    if len(legal) > 1:
        raise _ambiguous(engine, state, rule, legal)
    return legal[0]


def told_by_cards(rule: MoveRule, spoken: Spoken) -> list[Move] | None:
    """Return the moves that stand for these cards and values, read off `cards:` itself.

    None where `cards:` is not plainly made of parameters: then the members have to be tried.
    """
    terms = _terms(rule.cards)
    if terms is None:
        return None
    if len(rule.choices) == 1 and terms == {rule.choices[0].name} and not rule.shown:
        args: Iterable[Value] = spoken.cards if len(spoken.cards) == 1 else ()
        if isinstance(rule.choices[0].type, SetOf):
            args = (spoken.cards,)
        return [Move(rule.name, (arg,)) for arg in args]
    types = {choice.name: choice.type for choice in rule.choices}
    known = dict(zip(rule.shown, spoken.values, strict=True))
    if not terms <= types.keys() or terms | known.keys() != types.keys():
        return None
    sets = [name for name in terms if isinstance(types[name], SetOf)]
    singles = sorted(terms - set(sets))
    if (sets and (singles or len(sets) > 1)) or len(singles) > MOST_ORDERS:
        return None
    found: dict[tuple[Value, ...], None] = {}
    if sets:
        guesses: Iterable[dict[str, Value]] = [{sets[0]: spoken.cards}]
    else:
        guesses = (
            dict(zip(singles, cards, strict=True)) for cards in _orders(spoken.cards, len(singles))
        )
    for guess in guesses:
        if all(known.get(name, value) == value for name, value in guess.items()):
            both = {**guess, **known}
            found[tuple(both[choice.name] for choice in rule.choices)] = None
    return [Move(rule.name, each) for each in found]


def _orders(cards: frozenset[int], n: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which n single cards can be exactly this set."""
    if len(cards) == n:
        yield from permutations(sorted(cards))
    elif 0 < len(cards) < n:
        yield from (order for order in product(sorted(cards), repeat=n) if set(order) == cards)


def _terms(expr: ir.Expr) -> set[str] | None:
    """Return the names whose cards together are `expr`, or None if it is anything else."""
    match expr:
        case ir.Lit(value=value) if value == frozenset():
            return set()
        case ir.Ref(name):
            return {name}
        case ir.Apply(op=Op.SETOF | Op.UNION | Op.FIT, args=args):
            found: set[str] = set()
            for arg in args:
                terms = _terms(arg)
                if terms is None:
                    return None
                found |= terms
            return found
        case _:
            return None


def members(spec: Spec, family: Family, rule: str) -> Iterator[Move]:
    """Yield the members of a family that belong to one rule, without listing the others."""
    order = {name: place for place, name in enumerate(spec.moves)}
    total = family.count()
    if total <= FEW_MOVES:
        yield from (move for move in family if move.rule == rule)
        return
    low, high = 0, total
    while low < high:  # the first member of this rule: rules stand in order of declaration
        middle = (low + high) // 2
        if order[family[middle].rule] < order[rule]:
            low = middle + 1
        else:
            high = middle
    for place in range(low, total):
        move = family[place]
        if move.rule != rule:
            return
        yield move


def _no_such(engine: Engine, state: State, rule: MoveRule, spoken: Spoken) -> IllegalMove:
    """Explain why no legal move is written like this."""
    gates = {guard.name for guard in rule.guards if guard.gate}
    for move in _conceivable(rule, spoken):
        try:
            refusal = engine.check(state, move)
            if refusal is None:
                continue
            if refusal.label in gates or engine.cards_of(state, move) == spoken.cards:
                return IllegalMove(move, refusal)
        except RuleFault:
            continue  # parameters that no player could choose need not have a meaning
    told = entry(engine.spec, spoken)[1:]
    with_what = " ".join(map(str, told)) if told else "no card"
    reason = f"there is no '{rule.name}' with {with_what}"
    return IllegalMove(Move(rule.name), Refusal(rule.name, rule.name, reason, rule.cite, rule.span))


def _conceivable(rule: MoveRule, spoken: Spoken) -> Iterator[Move]:
    """Yield moves with any parameters of the right types, if those can be looked through."""
    known = dict(zip(rule.shown, spoken.values, strict=True))
    ranges: list[tuple[Value, ...]] = []
    for choice in rule.choices:
        match choice.type:
            case _ if choice.name in known:
                ranges.append((known[choice.name],))
            case SetOf(Sort(kind=Kind.CARD)):
                ranges.append((spoken.cards,))
            case SetOf() | Maybe():
                return
            case Sort(kind=Kind.CARD) if spoken.cards:
                ranges.append(tuple(sorted(spoken.cards)))
            case scalar:
                ranges.append(values(scalar))
    if prod(map(len, ranges)) <= MOST_PARAMETERS:
        yield from (Move(rule.name, args) for args in product(*ranges))


def _ambiguous(engine: Engine, state: State, rule: MoveRule, moves: list[Move]) -> RuleFault:
    told = " and ".join(f"'{tell_move(engine.spec, move)}'" for move in moves[:2])
    diagnostic = Diagnostic(
        "CV824",
        f"a trace writes {told} alike, so it cannot tell which was played",
        rule.span,
        fix="let `cards:` tell the parameters apart",
    )
    return RuleFault(diagnostic, rule.name, rule.cite, state)
