"""Termination: a number that sinks with every move, found among the counters of a game.

The proof is lexicographic: a first measure that no step raises and some lower; what is left of
the steps is looked at with the next one, until no move is left.  Every measure is bounded, since
all types are.  Events need not lower anything: between two moves each happens once at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product

from cardavia_spec.check.prover import making as make
from cardavia_spec.check.prover.mentions import atoms_of_rules
from cardavia_spec.core.ir import Draw, Expr, If, Move, MoveAll, Stmt
from cardavia_spec.core.spec import Cell, Layer, Spec
from cardavia_spec.core.types import Bool, Int, Kind, Maybe, Sort
from cardavia_spec.core.walk import statements

Ask = Callable[[Sequence[str], Sequence[Expr]], Mapping[str, Sequence[tuple[bool, bool]]]]
"""For transitions and measures: whether each step never raises it, and whether it lowers it."""


def deal_measures(spec: Spec) -> Iterator[Expr]:
    """Yield numbers that may sink in the course of a deal."""
    yield from _plain_measures(spec)
    yield from _rounds(spec)


def _rounds(spec: Spec) -> Iterator[Expr]:
    """Yield how far the turn is from a seat that a variable names, in one round or the next."""
    turn = spec.cells["turn"]
    flags = [make.integer(0), *_flags_of(spec)]
    for cell in spec.cells.values():
        if cell.type == spec.seats and not cell.each and cell is not turn:
            for flag in flags:
                yield make.linear([(len(spec.seats.members), flag), (1, _far(spec, turn, cell))])


def _far(spec: Spec, turn: Cell, goal: Cell) -> Expr:
    """How many seats on from the turn a seat is."""
    most = len(spec.seats.members) - 1
    found: Expr = make.integer(most)
    for steps in range(most - 1, -1, -1):
        there = make.equal(make.after(spec, make.cell(turn), steps), make.cell(goal))
        found = If(cond=there, then=make.integer(steps), other=found, type=Int(0, most))
    return found


def _plain_measures(spec: Spec) -> Iterator[Expr]:
    yield flow(spec)
    for zone in spec.zones.values():
        size = make.size(make.zone(spec, zone))
        yield size
        yield make.times(-1, size)
    for number in _numbers(spec, Layer.DEAL):
        yield number
        yield make.times(-1, number)
    for cell in spec.layer(Layer.DEAL):
        if isinstance(cell.type, Bool) and len(cell.each) == 1:
            yield from _flags(cell)
    yield from _flags_of(spec)
    for atom in atoms_of_rules(spec):
        yield _counted(atom)
        yield _counted(make.negation(atom))


def _flags_of(spec: Spec) -> Iterator[Expr]:
    """Yield one and nought for what a variable of the deal says, and the other way round."""
    for cell in spec.layer(Layer.DEAL):
        if cell.each:
            continue
        if isinstance(cell.type, Maybe):
            tests = [make.equal(make.cell(cell), make.none_of(cell.type))]
        elif isinstance(cell.type, Bool):
            tests = [make.cell(cell)]
        elif isinstance(cell.type, Sort) and cell.type.kind is Kind.ENUM:
            tests = [
                make.equal(make.cell(cell), make.member(value, cell.type))
                for value in range(len(cell.type.members))
            ]
        else:
            continue
        for test in tests:
            yield _counted(test)
            yield _counted(make.negation(test))


def match_measures(spec: Spec) -> Iterator[Expr]:
    """Yield numbers that may sink from deal to deal."""
    for number in _numbers(spec, Layer.MATCH):
        yield number
        yield make.times(-1, number)


def match_pairs(spec: Spec) -> Iterator[Expr]:
    """Yield pairs of such numbers, the first of which counts more than all of the second."""
    for (a, _), (b, spread) in permutations(_spread(spec), 2):
        for x, y in product((-1, 1), (-1, 1)):
            yield make.linear([(x * (spread + 1), a), (y, b)])


def _spread(spec: Spec) -> list[tuple[Expr, int]]:
    """Return the match numbers with how far apart their values may lie."""
    found = []
    for cell in spec.layer(Layer.MATCH):
        if isinstance(cell.type, Int) and len(cell.each) <= 1:
            wide = (cell.type.high - cell.type.low) * cell.size
            found += [(number, wide) for number in _numbers_of(cell)]
    return found


def flow(spec: Spec) -> Expr:
    """Return how far the cards are from where they end: each zone counts its place in the flow."""
    edges: dict[str, set[str]] = {name: set() for name in spec.zones}
    blocks: list[Stmt] = []
    for move in spec.moves.values():
        blocks += statements(move.do)
    for event in spec.events.values():
        blocks += statements(event.do)
    for statement in blocks:
        if isinstance(statement, (Move, MoveAll, Draw)):
            edges[statement.source.key].add(statement.target.key)
    reach = {name: _reach(name, edges) for name in edges}
    parts = []
    for name, zone in spec.zones.items():
        later = {other for other in reach[name] if name not in reach[other]}
        if later:
            parts.append((len(later), make.size(make.zone(spec, zone))))
    return make.linear(parts)


def _reach(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    stack = list(edges[start])
    while stack:
        name = stack.pop()
        if name not in seen:
            seen.add(name)
            stack += edges[name]
    return seen


def _numbers(spec: Spec, layer: Layer) -> Iterator[Expr]:
    for cell in spec.layer(layer):
        if isinstance(cell.type, Int):
            yield from _numbers_of(cell)


def _flags(cell: Cell) -> Iterator[Expr]:
    """How many members of a sort have it, and how many have not."""
    sort = cell.each[0]
    if isinstance(sort, Sort):
        counted = make.total("x", sort, _counted(make.cell(cell, make.ref("x", sort))))
        yield counted
        yield make.times(-1, counted)


def _numbers_of(cell: Cell) -> Iterator[Expr]:
    if not cell.each:
        yield make.cell(cell)
    elif len(cell.each) == 1 and isinstance(cell.each[0], Sort):
        sort = cell.each[0]
        yield make.total("x", sort, make.cell(cell, make.ref("x", sort)))


def _counted(truth: Expr) -> Expr:
    return If(cond=truth, then=make.integer(1), other=make.integer(0), type=Int(0, 1))


def ranked(
    steps: Sequence[str], must: Sequence[str], measures: Sequence[Expr], ask: Ask
) -> tuple[list[Expr], list[str]]:
    """Return measures in order, and those of `must` that no measure lowers.

    Measures are asked for one by one: the first are the likeliest, and each that serves leaves
    fewer steps for the others.
    """
    left = list(steps)
    chosen: list[Expr] = []
    waiting = list(measures)
    while any(step in must for step in left):
        for measure in waiting:
            answers = ask(left, (measure,))
            lowered = [step for step in left if answers[step][0][1]]
            if lowered and all(answers[step][0][0] for step in left):
                chosen.append(measure)
                waiting.remove(measure)  # what it lowers is gone from `left`: once is enough
                left = [step for step in left if step not in lowered]
                break
        else:
            break
    return chosen, [step for step in left if step in must]
