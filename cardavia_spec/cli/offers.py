"""The moves a person can choose from: numbered, or put together parameter by parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cardavia_spec.cli.narrator import PLAIN
from cardavia_spec.core.faults import Refusal
from cardavia_spec.core.state import Move
from cardavia_spec.core.types import Maybe, SetOf, Value, show, values
from cardavia_spec.play.legal import takes_any
from cardavia_spec.play.spoken import members

if TYPE_CHECKING:
    from cardavia_spec.cli.cards import Cards
    from cardavia_spec.core.spec import Choice, MoveRule
    from cardavia_spec.play.match import MatchState

LISTED: Final = 60
"""A rule with more moves is offered once, and its parameters are asked for one by one."""
FEW: Final = 20
"""A rule that takes sets of cards is offered once if it has more moves than these."""
GUESSES: Final = 500
"""So many combinations of other parameters are tried with a card that is asked about."""

Ask = Callable[[str, Sequence[Text]], int | None]
"""Asks for one of some things, by number; None where the person would rather not."""


@dataclass(frozen=True)
class Offer:
    """One numbered line: a move, or (without one) a rule whose parameters are to be asked for."""

    label: Text
    rule: str
    move: Move | None


def offers(state: MatchState, cards: Cards) -> tuple[Offer, ...]:
    """Return what may be chosen here, rule by rule, in canonical order."""
    spec = state.game.spec
    family = state.legal_moves
    found: list[Offer] = []
    for rule in spec.moves.values():
        some = list(islice(members(spec, family, rule.name), LISTED + 1))
        if not some:
            continue
        if len(some) > (FEW if takes_any(rule) else LISTED):
            label = Text(f"{rule.name.replace('_', ' ')} …")
            found.append(Offer(label, rule.name, some[0] if len(some) == 1 else None))
        else:
            found += [Offer(label_of(state, move, cards), rule.name, move) for move in some]
    return tuple(found)


def label_of(state: MatchState, move: Move, cards: Cards) -> Text:
    """Return a legal move in words and cards."""
    rule = state.game.spec.moves[move.rule]
    spoken = state.speak(move)
    words = [] if move.rule == PLAIN and spoken.cards else [move.rule.replace("_", " ")]
    types = {choice.name: choice.type for choice in rule.choices}
    for name, value in zip(rule.shown, spoken.values, strict=True):
        if isinstance(value, bool):
            words += [name] if value else [f"without {name}"]
        else:
            words.append(show(value, types[name]).replace("_", " "))
    label = Text(" ".join(words))
    if spoken.cards:
        label.append(" " if words else "").append_text(cards.row(spoken.cards, " "))
    return label


def put_together(state: MatchState, name: str, cards: Cards, ask: Ask) -> Move | None:
    """Ask for the parameters of a move one after another; None where the person turns back.

    The move that comes out may still be refused: guards may look at all parameters.
    """
    spec, engine = state.game.spec, state.game.engine
    rule = spec.moves[name]
    env: dict[str, Value] = {}
    for choice in rule.choices:
        domain = engine.evaluate(choice.domain, state.state, None, env)
        assert isinstance(domain, frozenset)
        value: Value
        if choice.size is None:
            value = _one(choice, sorted(domain), cards, ask)
        else:
            size = engine.evaluate(choice.size, state.state, None, env)
            sizes = sorted(size) if isinstance(size, frozenset) else [int(size or 0)]
            fitting = [n for n in sizes if 0 < n <= len(domain)]
            value = _subset(choice, domain, fitting, cards, ask)
        if value is None:
            return None
        env[choice.name] = value
    return Move(name, tuple(env.values()))


def _told(choice: Choice, value: int, cards: Cards) -> Text:
    if choice.type in (cards.spec.cards, SetOf(cards.spec.cards)):
        return cards.one(value)
    scalar = choice.type.member if isinstance(choice.type, SetOf) else choice.type
    return Text(show(value, scalar))


def _one(choice: Choice, domain: list[int], cards: Cards, ask: Ask) -> int | None:
    if len(domain) == 1:
        return domain[0]
    found = ask(choice.name.replace("_", " "), [_told(choice, x, cards) for x in domain])
    return None if found is None else domain[found]


def _subset(
    choice: Choice, domain: frozenset[int], sizes: list[int], cards: Cards, ask: Ask
) -> frozenset[int] | None:
    """Ask how many, if that is open, and then for one after another."""
    if not sizes:
        return None
    size = sizes[0]
    if len(sizes) > 1:
        found = ask("how many", [Text(str(n)) for n in sizes])
        if found is None:
            return None
        size = sizes[found]
    picked: list[int] = []
    while len(picked) < size:
        left = sorted(domain - set(picked))
        if len(left) == size - len(picked):
            return frozenset(picked) | frozenset(left)
        title = f"{choice.name.replace('_', ' ')}: {len(picked) + 1} of {size}"
        found = ask(title, [_told(choice, x, cards) for x in left])
        if found is None:
            return None
        picked.append(left[found])
    return frozenset(picked)


def why_not(state: MatchState, card: int) -> tuple[bool, tuple[Refusal, ...]]:
    """Return whether a card can be chosen here, and if not, why: a refusal for each rule.

    Only rules whose gates are open are spoken of, if there is one; among the other parameters
    the first combination decides.
    """
    spec = state.game.spec
    found: list[Refusal] = []
    for rule in spec.moves.values():
        refusals: list[Refusal] = []
        for move in islice(_with_card(state, rule, card), GUESSES):
            refusal = state.why_not(move)
            if refusal is None:
                return True, ()
            refusals.append(refusal)
        found += refusals[:1]
    gates = {(r.name, g.name) for r in spec.moves.values() for g in r.guards if g.gate}
    within = [refusal for refusal in found if (refusal.rule, refusal.label) not in gates]
    return False, tuple(within or found)


def closed(state: MatchState, name: str) -> Refusal | None:
    """Return which condition closes a rule whatever is chosen for it; None if none does."""
    rule = state.game.spec.moves[name]
    gates = {gate.name for gate in rule.guards if gate.gate}
    anything = tuple(frozenset[int]() if choice.size is not None else 0 for choice in rule.choices)
    refusal = state.why_not(Move(name, anything))  # gates are asked before any choice
    return refusal if refusal is not None and refusal.label in gates else None


def _with_card(state: MatchState, rule: MoveRule, card: int) -> Iterator[Move]:
    """Yield moves of a rule in which this card, and no other, is chosen."""
    one = state.game.spec.cards
    if not any(choice.type in (one, SetOf(one)) for choice in rule.choices):
        return
    ranges: list[Sequence[Value]] = []
    for choice in rule.choices:
        match choice.type:
            case type_ if type_ == one:
                ranges.append([card])
            case SetOf(member) if member == one:
                ranges.append([frozenset((card,))])
            case SetOf():
                return
            case Maybe(inner):
                ranges.append([*values(inner), None])
            case scalar:
                ranges.append(values(scalar))
    yield from (Move(rule.name, args) for args in product(*ranges))
