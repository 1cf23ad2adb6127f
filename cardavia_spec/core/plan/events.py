"""The events of a program: what happens by itself until nothing applies."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.acts import Actor, ending
from cardavia_spec.core.plan.code import Kind, Num, Var
from cardavia_spec.core.plan.functions import add, conjuncts, told
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.plan.writer import Env
from cardavia_spec.core.spec import (
    EventRule,
)
from cardavia_spec.core.types import BOOL


def settle(program: Program) -> None:
    """Write the functions that let events happen, and that tell whether none applies."""
    spec = program.spec
    w = Actor(program, "settle")
    fired = w.variable(Num(0, Kind.SMALL), "fired")
    makers = [spec.deal, *(rule.do for rule in spec.moves.values())]
    if any(ending(block) is not False for block in makers):
        w.block.append(code.Branch(code.Call("is_over", (), Kind.BOOL), (code.Return(),)))
    with w.inner() as round_:
        events = [(n, e, conjuncts(e.when)) for n, e in enumerate(spec.events.values())]
        for number in range(len(events)):
            program.branch("event", events[number][1].name)
        _try_events(w, events, fired)
        round_.append(code.Break())
    w.block.append(code.Loop(tuple(round_)))
    add(program, "settle", (), None, w, note="what happens by itself")
    asks = Lowerer(program, "settled")
    applies: ir.Expr = ir.Lit(False, type=BOOL)
    for event in spec.events.values():
        applies = ir.Apply(Op.OR, (applies, event.when), type=BOOL)
    value = algebra.either(
        code.Call("is_over", (), Kind.BOOL, before=False), algebra.deny(asks.ex(applies, {}))
    )
    add(program, "settled", (), Kind.BOOL, asks, value)


def _try_events(
    w: Actor, events: list[tuple[int, EventRule, tuple[ir.Expr, ...]]], fired: Var
) -> None:
    """Write the tests of events and what they do; what neighbours begin with is asked once."""
    while events:
        number, event, parts = events[0]
        n = 1
        while n < len(events) and parts and events[n][2][:1] == parts[:1]:
            n += 1
        if n > 1 or len(parts) > 1:
            when = w.ex(parts[0], {})
            with w.inner() as inside:
                _try_events(w, [(i, e, rest[1:]) for i, e, rest in events[:n]], fired)
            w.block.append(code.Branch(when, tuple(inside)))
            events = events[n:]
            continue
        w.block.append(code.Note(told(event)))
        w.rule = event.name
        holds = w.ex(parts[0], {}) if parts else code.TRUE
        with w.inner() as body:
            _happen(w, number, event, fired)
        w.block.append(code.Branch(holds, tuple(body)))
        events = events[1:]


def _happen(w: Actor, number: int, event: EventRule, fired: Var) -> None:
    """Write what an event does."""
    again = code.Op("has", (fired, Num(number)), Kind.BOOL)
    fault = w.program.obligation(event.name, "happens twice between two moves", event.span)
    w.block.append(code.Fault(again, fault))
    w.block.append(code.Branch(again, (code.Return(),)))
    w.block.append(code.Set(fired.name, algebra.join(fired, Num(1 << number, Kind.SMALL))))
    env: Env = {}
    for let in event.lets:
        env[let.name] = w.temp(w.ex(let.value, env), let.name)
    w.run(event.do, env)
    w.block.append(w.program.branch("event", event.name))
    w.block.append(code.Step())
    ends = ending(event.do)
    if ends is None:
        w.block.append(code.Branch(code.Call("is_over", (), Kind.BOOL), (code.Return(),)))
    w.block.append(code.Return() if ends else code.Continue())
