"""The unrolled play is the play: each model is one that can be played, and none is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from cardavia_spec.back.smt.terms import Term, bool_var, disj, neg
from cardavia_spec.back.smt.values import Members, Symbolic, Table
from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.check.search.exact import exact_shared, so_many
from cardavia_spec.check.search.lead import blocks
from cardavia_spec.check.search.node import Node
from cardavia_spec.check.search.path import Walker
from cardavia_spec.check.search.plays import every_option, seats_fixed
from cardavia_spec.check.search.retell import line_of, read
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Move, State
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.chance import supply
from cardavia_spec.play.driver import Deal, Line
from tests.unit.prover.small import small

ROOT = Path(__file__).parents[3]
SPECS = {name: ROOT / "spec" / f"{name}.yaml" for name in ("aluette", "ganjifa", "schnapsen")}
SPECS |= {name: ROOT / "tests" / "games" / f"{name}.yaml" for name in ("hearts", "briscola")}


def walker_of(spec: Spec) -> Walker:
    return Walker(spec, exact_shared(spec), (), end=perf_counter() + 600)


def final(rules: Rules, line: Line) -> State:
    """Return the state in which a line of one deal ends."""
    take = supply(line.deals[0].deck)
    state = rules.deal_steps(rules.new_match(dict(line.options)), take)[-1].state
    for choice in line.deals[0].choices:
        state = rules.move_steps(state, rules.moves(state)[choice], take)[-1].state
    return state


def nodes(walk: object) -> Iterator[Node]:
    for item in walk:  # type: ignore[attr-defined]
        if isinstance(item, Node):
            yield item


def agree(spec: Spec, rules: Rules, walker: Walker) -> None:
    """Hold the play of the present node's model against the reference."""
    state = walker.example()
    assert state is not None
    assert walker.model is not None
    moves = [(chosen.rule, chosen.parameters) for chosen in walker.moves]
    model = read(walker.model, walker.options, spec, moves, walker.context.log)
    assert final(rules, line_of(rules, model)) == state


@pytest.mark.slow
def test_each_path_of_the_small_game_can_be_played() -> None:
    spec = small()
    rules = rules_of(spec)
    walker = walker_of(spec)
    level: list[Node] = []
    seen = 0
    for fixed in seats_fixed(spec):
        for node in nodes(walker.begin(fixed)):
            agree(spec, rules, walker)
            level.append(node)
    while level:
        before, level = level, []
        for old in before:
            for node in nodes(walker.follow(old)):
                agree(spec, rules, walker)
                level.append(node)
                seen += 1
    assert seen > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "moves"),
    [("schnapsen", 8), ("aluette", 6), ("briscola", 7), ("hearts", 4), ("ganjifa", 1)],
)
def test_any_path_of_a_game_can_be_played(name: str, moves: int) -> None:
    spec = load_spec(SPECS[name])
    rules = rules_of(spec)
    walker = walker_of(spec)
    rng = Random(len(name))
    node = next(nodes(walker.begin(seats_fixed(spec)[0])))
    for _ in range(moves):
        found = []
        for each in nodes(walker.follow(node)):
            agree(spec, rules, walker)
            found.append(each)
            if len(found) == 3:
                break
        node = found[rng.below(len(found))]


def chosen(symbolic: Symbolic, plain: object) -> Iterator[Term]:
    """Say that a parameter is what was chosen."""
    if isinstance(symbolic, Table):
        for value, guard in symbolic.guards.items():
            yield guard if value == plain else neg(guard)
    elif isinstance(symbolic, Members):
        assert isinstance(plain, frozenset)
        for member, guard in symbolic.guards.items():
            yield guard if member in plain else neg(guard)
    else:
        yield symbolic if plain else neg(symbolic)


def lay(state: object, zones: tuple[frozenset[int], ...]) -> Iterator[Term]:
    for members, cards in zip(state.zones, zones, strict=True):  # type: ignore[attr-defined]
        yield from chosen(members, cards)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "plays", "longest"),
    [("small", 8, 20), ("schnapsen", 5, 22), ("aluette", 2, 12), ("hearts", 1, 9)],
)
def test_no_play_is_left_out(name: str, plays: int, longest: int) -> None:
    spec = small() if name == "small" else load_spec(SPECS[name])
    rules = rules_of(spec)
    options = every_option(spec)
    for number in range(plays):
        rng = Random(100 + number)
        deck = tuple(rng.shuffled(len(spec.cards.members)))
        given = options[number % len(options)]
        take = supply(deck)
        state = rules.deal_steps(rules.new_match(dict(given)), take)[-1].state
        begun = state
        made: list[Move] = []
        choices: list[int] = []
        while not state.over and len(made) < longest:
            family = rules.moves(state)
            choices.append(rng.below(family.count()))
            made.append(family[choices[-1]])
            before, state = state, rules.move_steps(state, made[-1], take)[-1].state
        if state.over:
            made.pop()
            choices.pop()
            state = before
        guide = blocks(rules, Line(tuple(given.items()), (Deal(deck, tuple(choices)),)))
        assert guide is not None
        walker = walker_of(spec)
        walker.guide = guide
        (node,) = nodes(walker.begin(dict(given)))
        fixed = list(lay(node.state, begun.zones))
        for move in made:
            (node,) = nodes(walker.follow(node))
            for symbolic, plain in zip(node.moves[-1].parameters, move.args, strict=True):
                fixed += chosen(symbolic, plain)
        walker.guide = None
        walker._open(replace(node, facts=(*node.facts, *fixed, *lay(node.state, state.zones))))
        assert walker.example() == state


def test_so_many_counts() -> None:
    from cardavia_spec.back.smt.terms import number
    from cardavia_spec.back.smt.walks import evaluate

    guards = [bool_var(f"so many {n}") for n in range(6)]
    for many in range(7):
        said = so_many(guards, number(many))
        for bits in range(64):
            values = {guard: bool(bits >> n & 1) for n, guard in enumerate(guards)}
            assert evaluate(said, values) == (bin(bits).count("1") == many)
    assert evaluate(disj(guards), {}) == 0
