"""The events of a program: what happens by itself until nothing applies.

`settle` asks all events, round after round.  After a move there is less to ask: events that read
nothing of what the move has changed did not apply before it and do not now.  Nor need those be
asked again after an event that were asked before it and that it does not touch.  So there is a
function for each move, `settle_<n>`, and one for each event, `event_<name>`, that asks what is
left and calls the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.acts import Actor, ending
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.functions import add, conjuncts, told
from cardavia_spec.core.plan.lower import Lowerer
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.plan.writer import Env
from cardavia_spec.core.spec import EventRule, Rows, Spec, Tiers
from cardavia_spec.core.types import BOOL
from cardavia_spec.core.walk import reads, statements

Things = frozenset[tuple[ir.Origin, str]]
"""Zones and cells by their keys; families are taken as a whole."""
Quiet = frozenset[int]
"""The numbers of events that surely do not apply."""
FIRED = Var("fired", Kind.SMALL)
"""A mask of the events that have happened since the move."""
_IS_OVER = code.Call("is_over", (), Kind.BOOL)


def settle(program: Program) -> None:
    """Write the functions that let events happen, and that tell whether none applies."""
    spec = program.spec
    w = Actor(program, "settle")
    fired = w.variable(Num(0, Kind.SMALL), "fired")
    makers = [spec.deal, *(rule.do for rule in spec.moves.values())]
    if any(ending(block) is not False for block in makers):
        w.block.append(code.Branch(_IS_OVER, (code.Return(),)))

    def happen(w: Actor, number: int, event: EventRule) -> None:
        again = code.Op("has", (fired, Num(number)), Kind.BOOL)
        w.block.append(code.Fault(again, _twice(program, event)))
        w.block.append(code.Branch(again, (code.Return(),)))
        w.block.append(code.Set(fired.name, algebra.join(fired, Num(1 << number, Kind.SMALL))))
        _do(w, event)
        w.block.append(code.Return() if ending(event.do) else code.Continue())

    with w.inner() as round_:
        events = [(n, e, conjuncts(e.when)) for n, e in enumerate(spec.events.values())]
        for number in range(len(events)):
            program.branch("event", events[number][1].name)
        _try_events(w, events, happen)
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


def settle_after_moves(program: Program) -> None:
    """Write for each move the function that lets events happen after it."""
    spec = program.spec
    rules = list(spec.events.values())
    asked = [_asked(spec, rule) for rule in rules]

    def kept(quiet: Iterable[int], block: tuple[ir.Stmt, ...]) -> Quiet:
        """Return which quiet events a block leaves quiet."""
        changed = _changed(block)
        return frozenset(n for n in quiet if _untouched(asked[n], changed))

    everything = frozenset(range(len(rules)))
    begin = {name: kept(everything, rule.do) for name, rule in spec.moves.items()}
    after = dict.fromkeys(everything, everything)  # what is quiet after each event
    stable = False
    while not stable:
        stable = True
        befores = [*begin.values(), *(after[n] for n in everything if not ending(rules[n].do))]
        for number, rule in enumerate(rules):
            for quiet in befores:
                if number not in quiet:
                    left = after[number] & kept(quiet | frozenset(range(number)), rule.do)
                    stable = stable and left == after[number]
                    after[number] = left
    for number, rule in enumerate(rules):
        _event(program, number, rule, after[number])
    names: dict[Quiet, str] = {}
    for name, move in spec.moves.items():
        quiet, ends = begin[name], ending(move.do)
        if ends or quiet == everything:
            program.settles[name] = None
            continue
        if quiet not in names:
            names[quiet] = f"settle_{len(names) + 1}"
            w = Actor(program, names[quiet])
            _ask(w, quiet, Num(0, Kind.SMALL), None)
            add(program, names[quiet], (), None, w)
        program.settles[name] = names[quiet]
        if ends is None:
            w = Actor(program, name)
            w.block += [code.Branch(_IS_OVER, (code.Return(),)), code.Run(names[quiet], ())]
            program.settles[name] = f"settle_after_{safe(name)}"
            add(program, f"settle_after_{safe(name)}", (), None, w)


def _asked(spec: Spec, rule: EventRule) -> Things | None:
    """Return what the condition of an event reads; None where asking it is to be noted."""
    found = reads((rule.when,), spec.definitions)
    for origin, key in found:
        if origin is ir.Origin.DEFINITION and isinstance(spec.definitions[key].body, Tiers | Rows):
            return None
    return frozenset(found)


def _changed(block: Iterable[ir.Stmt]) -> Things:
    """Return what a block may change."""
    found: set[tuple[ir.Origin, str]] = set()
    for s in statements(block):
        match s:
            case ir.Move() | ir.MoveAll() | ir.Draw():
                found |= {(ir.Origin.ZONE, place.key) for place in (s.source, s.target)}
            case ir.Assign(target):
                found.add((ir.Origin.CELL, target.key))
            case _:
                pass
    return frozenset(found)


def _untouched(asked: Things | None, changed: Things) -> bool:
    return asked is not None and not asked & changed


def _event(program: Program, number: int, rule: EventRule, quiet: Quiet) -> None:
    """Write the function of an event that happens: what it does, and what follows."""
    w = Actor(program, rule.name)
    _do(w, rule)
    if not ending(rule.do):
        fired = algebra.join(FIRED, Num(1 << number, Kind.SMALL))
        _ask(w, quiet, w.temp(fired, "fired"), number)
    add(program, f"event_{safe(rule.name)}", (FIRED,), None, w, note=told(rule))


def _ask(w: Actor, quiet: Quiet, fired: Code, last: int | None) -> None:
    """Ask all events but the quiet ones; let the first that applies happen.

    `last` is the event that has just happened.
    """

    def happen(w: Actor, number: int, event: EventRule) -> None:
        twice = _twice(w.program, event)
        if number == last:
            w.block.append(code.Fault(code.TRUE, twice))
        elif isinstance(fired, Num):
            w.block.append(code.Run(f"event_{safe(event.name)}", (fired,)))
        else:
            again = code.Op("has", (fired, Num(number)), Kind.BOOL)
            w.block.append(code.Fault(again, twice))
            go = code.Run(f"event_{safe(event.name)}", (fired,))
            w.block.append(code.Branch(algebra.deny(again), (go,)))
        w.block.append(code.Return())

    rules = enumerate(w.program.spec.events.values())
    _try_events(w, [(n, e, conjuncts(e.when)) for n, e in rules if n not in quiet], happen)


def _try_events(
    w: Actor,
    events: list[tuple[int, EventRule, tuple[ir.Expr, ...]]],
    happen: Callable[[Actor, int, EventRule], None],
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
                _try_events(w, [(i, e, rest[1:]) for i, e, rest in events[:n]], happen)
            w.block.append(code.Branch(when, tuple(inside)))
            events = events[n:]
            continue
        w.block.append(code.Note(told(event)))
        w.rule = event.name
        holds = w.ex(parts[0], {}) if parts else code.TRUE
        with w.inner() as body:
            happen(w, number, event)
        w.block.append(code.Branch(holds, tuple(body)))
        events = events[1:]


def _twice(program: Program, event: EventRule) -> int:
    return program.obligation(event.name, "happens twice between two moves", event.span)


def _do(w: Actor, event: EventRule) -> None:
    """Write what an event does."""
    env: Env = {}
    for let in event.lets:
        env[let.name] = w.temp(w.ex(let.value, env), let.name)
    w.run(event.do, env)
    w.block.append(w.program.branch("event", event.name))
    w.block.append(code.Step())
    if ending(event.do) is None:
        w.block.append(code.Branch(_IS_OVER, (code.Return(),)))
