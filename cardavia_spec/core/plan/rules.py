"""Whole programs: what a generated engine consists of.

deal           deals the cards and gives the variables of the deal their first values
settle         lets events happen until none applies
moves          counts the legal moves and keeps what `play_...` needs; returns how many there are
play_<move>    makes the k-th move of one rule
after_deal     keeps the score
get_<name>     definitions;  settled, match_over, results, match_results
asks_<n>       questions about a state and the one before: for statistics, for checks
"""

from __future__ import annotations

from collections.abc import Iterable

from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.acts import Actor
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.events import settle, settle_after_moves
from cardavia_spec.core.plan.functions import ME, add, told
from cardavia_spec.core.plan.inline import begin
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.moves import moves, play
from cardavia_spec.core.plan.program import Ask, Program, Unsupported, safe
from cardavia_spec.core.plan.results import results
from cardavia_spec.core.plan.stock import trust_deal
from cardavia_spec.core.plan.writer import Env
from cardavia_spec.core.spec import (
    Layer,
    Rows,
    Spec,
    Tiers,
)
from cardavia_spec.core.types import SetOf


def plan(spec: Spec, asks: Iterable[Ask] = ()) -> Program:
    """Return the program of a spec.

    `asks` are questions to be asked while a deal is played; those that a mask cannot hold are
    left out and told in `skipped`.

    Raises:
        Unsupported: a mask cannot hold the sets that playing takes.
    """
    begin()
    program = Program(spec, define=_define)
    _start(program)
    settle(program)
    settle_after_moves(program)
    moves(program)
    for number, rule in enumerate(spec.moves.values()):
        play(program, number, rule)
    _after_deal(program)
    results(program, "results", spec.result)
    results(program, "match_results", spec.match.result)
    trust_deal(program)
    for ask in asks:
        w = Lowerer(program, ask.name)
        try:
            value = w.ex(ask.test, {"me": code.Cell(Num(w.turn))})
        except Unsupported as reason:
            program.skipped[ask.name] = str(reason)
            continue
        add(program, f"asks_{len(program.asks)}", (), Kind.BOOL, w, value, note=ask.name)
        program.asks.append(ask)
    return program


def _define(program: Program, key: str) -> None:
    definition = program.spec.definitions[key]
    w = Lowerer(program, definition.name)
    kind = program.kind(definition.type)
    params = [Var("me")] if definition.uses_me else []
    env: Env = {"me": ME}
    for p in definition.params:
        var = Var(f"p_{safe(p.name)}", program.kind(p.type))
        params.append(var)
        env[p.name] = var
    match definition.body:
        case Tiers(tiers):
            for tier in tiers:
                w.block.append(code.Note(told(tier)))
                when = code.TRUE if tier.when is None else w.ex(tier.when, env)
                with w.inner() as inside:
                    cards = w.temp(w.ex(tier.cards, env), "cards")
                    hit = program.branch("tier", tier.name, key)
                    inside.append(code.Branch(algebra.some(cards), (hit, code.Return(cards))))
                w.block.append(code.Branch(when, tuple(inside)))
            value: Code = Num(0, kind)
        case Rows(rows):
            chosen = w.variable(program.least(definition.type), "value")
            applying = w.variable(Num(0), "applying")
            for row in rows:
                w.block.append(code.Note(told(row)))
                when = w.ex(row.when, env)
                with w.inner() as inside:
                    then = w.ex(row.then, env)
                    inside.append(program.branch("row", row.name, key))
                    inside.append(code.Set(chosen.name, then))
                    inside.append(code.Set(applying.name, code.Op("+", (applying, Num(1)))))
                w.block.append(code.Branch(when, tuple(inside)))
            number = program.obligation(definition.name, "exactly one row applies", definition.span)
            w.block.append(
                code.Fault(algebra.deny(code.Op("==", (applying, Num(1)), Kind.BOOL)), number)
            )
            value = chosen
        case body:
            value = w.ex(body, env)
    add(program, f"get_{safe(key)}", tuple(params), kind, w, value, note=told(definition))


def _start(program: Program) -> None:
    spec = program.spec
    for name, layer in (("start_match", Layer.MATCH), ("deal", Layer.DEAL)):
        w = Actor(program, name)
        if layer is Layer.DEAL:
            for zone in spec.zones.values():
                for i in range(zone.size):
                    held = program.number(zone.holds, SetOf(spec.cards))
                    w.block.append(code.SetZone(Num(zone.offset + i), held, grows=True))
            w.run(spec.deal, {})
        for cell in spec.layer(layer):
            value = w.temp(w.ex(cell.start, {}), cell.name)
            for i in range(cell.size):
                w.give(cell, Num(cell.offset + i), value, cell.start, cell.start.type)
            w.changed()
        add(program, name, (), None, w)


def _after_deal(program: Program) -> None:
    w = Actor(program, "after deal")
    w.run(program.spec.match.after_deal, {})
    add(program, "after_deal", (), None, w, note="the score is kept")
    ends = Lowerer(program, "over")
    value = ends.ex(program.spec.match.over, {})
    add(program, "match_over", (), Kind.BOOL, ends, value, note="whether the match is over")
