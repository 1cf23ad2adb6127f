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

from cardavia_spec.core import ir
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.acts import Actor, ending
from cardavia_spec.core.plan.code import NONE, Act, Code, Function, Kind, Num, Var
from cardavia_spec.core.plan.inline import rename
from cardavia_spec.core.plan.lower import Env, Lowerer, constant_members
from cardavia_spec.core.plan.program import Ask, Program, Unsupported, safe
from cardavia_spec.core.plan.simplify import simplified
from cardavia_spec.core.spec import (
    Choice,
    EventRule,
    Layer,
    MoveRule,
    Named,
    ResultField,
    Rows,
    Spec,
    Tiers,
)
from cardavia_spec.core.types import BOOL, Maybe, SetOf, values
from cardavia_spec.core.walk import free

ME = Var("me")
ABSENT = NONE - 1
"""What is given out for a member that a result field has no value for."""


def plan(spec: Spec, asks: Iterable[Ask] = ()) -> Program:
    """Return the program of a spec.

    `asks` are questions to be asked while a deal is played; those that a mask cannot hold are
    left out and told in `skipped`.

    Raises:
        Unsupported: a mask cannot hold the sets that playing takes.
    """
    program = Program(spec, define=_define)
    _start(program)
    _settle(program)
    _moves(program)
    for number, rule in enumerate(spec.moves.values()):
        _play(program, number, rule)
    _after_deal(program)
    _results(program, "results", spec.result)
    _results(program, "match_results", spec.match.result)
    for ask in asks:
        w = Lowerer(program, ask.name)
        try:
            value = w.ex(ask.test, {"me": code.Cell(Num(w.turn))})
        except Unsupported as reason:
            program.skipped[ask.name] = str(reason)
            continue
        _add(program, f"asks_{len(program.asks)}", (), Kind.BOOL, w, value, note=ask.name)
        program.asks.append(ask)
    return program


def told(named: Named) -> str:
    """Return a label with its clauses, for a comment."""
    clauses = ", ".join(c.clause for c in named.cite)
    return named.name + (f" ({clauses})" if clauses else "")


def _add(
    program: Program,
    name: str,
    params: tuple[Var, ...],
    result: Kind | None,
    w: Lowerer,
    value: Code | None = None,
    note: str = "",
) -> None:
    body = list(w.block)
    if value is not None:
        body.append(code.Return(value))
    program.functions[name] = Function(
        name, params, result, tuple(body), pure=not isinstance(w, Actor), note=note
    )


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
                    inside.append(code.Branch(code.some(cards), (hit, code.Return(cards))))
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
                code.Fault(code.deny(code.Op("==", (applying, Num(1)), Kind.BOOL)), number)
            )
            value = chosen
        case body:
            value = w.ex(body, env)
    _add(program, f"get_{safe(key)}", tuple(params), kind, w, value, note=told(definition))


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
        _add(program, name, (), None, w)


def _settle(program: Program) -> None:
    spec = program.spec
    w = Actor(program, "settle")
    fired = w.variable(Num(0, Kind.SMALL), "fired")
    makers = [spec.deal, *(rule.do for rule in spec.moves.values())]
    if any(ending(block) is not False for block in makers):
        w.block.append(code.Branch(code.Call("is_over", (), Kind.BOOL), (code.Return(),)))
    with w.inner() as round_:
        events = [(n, e, _conjuncts(e.when)) for n, e in enumerate(spec.events.values())]
        for number in range(len(events)):
            program.branch("event", events[number][1].name)
        _try_events(w, events, fired)
        round_.append(code.Break())
    w.block.append(code.Loop(tuple(round_)))
    _add(program, "settle", (), None, w, note="what happens by itself")
    asks = Lowerer(program, "settled")
    applies: ir.Expr = ir.Lit(False, type=BOOL)
    for event in spec.events.values():
        applies = ir.Apply(Op.OR, (applies, event.when), type=BOOL)
    value = code.either(
        code.Call("is_over", (), Kind.BOOL, before=False), code.deny(asks.ex(applies, {}))
    )
    _add(program, "settled", (), Kind.BOOL, asks, value)


def _conjuncts(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the parts of a condition that are all asked, in order."""
    if isinstance(e, ir.Apply) and e.op is Op.AND:
        return tuple(part for arg in e.args for part in _conjuncts(arg))
    return (e,)


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
    w.block.append(code.Set(fired.name, code.join(fired, Num(1 << number, Kind.SMALL))))
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


# ---------------------------------------------------------------------------- moves


def _guard(rule: MoveRule) -> ir.Expr:
    """Return the guards that are no gates, as one, with the lets put in."""
    whole: ir.Expr = ir.Lit(True, type=BOOL)
    for guard in rule.guards:
        if not guard.gate:
            trivial = isinstance(whole, ir.Lit)
            whole = guard.test if trivial else ir.Apply(Op.AND, (whole, guard.test), type=BOOL)
    for let in reversed(rule.lets):
        whole = rename(whole, {let.name: let.value})
    return whole


def _moves(program: Program) -> None:
    w = Actor(program, "moves")
    w.block.append(code.Let("me", code.Cell(Num(w.turn))))
    total = w.variable(Num(0), "total")
    for number, rule in enumerate(program.spec.moves.values()):
        w.block.append(code.Note(told(rule)))
        w.rule = rule.name
        open_: ir.Expr = ir.Lit(True, type=BOOL)
        for guard in rule.guards:
            if guard.gate:
                trivial = isinstance(open_, ir.Lit)
                open_ = guard.test if trivial else ir.Apply(Op.AND, (open_, guard.test), type=BOOL)
        gate = w.ex(open_, {"me": ME})
        with w.inner() as body:
            mask, ways = _count(w, rule, rule.choices, {"me": ME})
            ways = w.temp(ways, "ways")
            body.append(code.Keep(number, mask, ways))
            body.append(code.Set(total.name, code.Op("+", (total, ways))))
        none = code.Keep(number, Num(0, Kind.CARDS), Num(0))
        w.block.append(code.Branch(gate, tuple(body), (none,)))
    _add(program, "moves", (), Kind.INT, w, total, note="the legal moves, counted")


def _count(w: Actor, rule: MoveRule, choices: tuple[Choice, ...], env: Env) -> tuple[Code, Code]:
    """Return the mask of the last choice (where it is the only one) and the number of moves."""
    guard = _guard(rule)
    trivial = isinstance(guard, ir.Lit)
    if not choices:
        holds = code.TRUE if trivial else w.ex(guard, env)
        one = Num(1) if holds == code.TRUE else code.Pick(holds, Num(1), Num(0))
        return Num(0, Kind.CARDS), one
    choice, rest = choices[0], choices[1:]
    domain = w.temp(w.ex(choice.domain, env), choice.name)
    if choice.size is not None:
        return domain, _subsets(w, rule, choice, domain, env)
    if not rest:
        mask = domain
        if not trivial:
            mask = w.temp(w.filter(domain, choice.name, choice.domain.type, guard, env), "legal")
        return mask, code.Op("pop", (mask,))
    number = w.variable(Num(0), "number")
    name = w.fresh(choice.name)
    _ahead(w, guard, choices, env)
    with w.inner() as body:
        kind = w.program.kind(choice.type)
        _, ways = _count(w, rule, rest, {**env, choice.name: Var(name, kind)})
        body.append(code.Set(number.name, code.Op("+", (number, ways))))
    w.block.append(code.Each(name, domain, tuple(body)))
    return Num(0, Kind.CARDS), number


def _ahead(w: Actor, guard: ir.Expr, choices: tuple[Choice, ...], env: Env) -> None:
    """Compute ahead of a loop over a choice what does not depend on it."""
    names = frozenset(choice.name for choice in choices)
    for later in choices[1:]:
        w.hoist(later.domain, names, env)
    for part in _conjuncts(guard):
        w.hoist(simplified(w.program.facts, part), names, env)


def _sizes(w: Actor, choice: Choice, domain: Code, env: Env) -> tuple[Code, bool]:
    """Return the size, or the mask of sizes, of a subset choice."""
    assert choice.size is not None
    size = w.temp(w.ex(choice.size, env), "size")
    if isinstance(choice.size.type, SetOf):
        return size, True
    most = code.Op("pop", (domain,))
    inside = code.both(
        code.Op("<=", (Num(1), size), Kind.BOOL), code.Op("<=", (size, most), Kind.BOOL)
    )
    w.oblige(inside, "so many cannot be chosen", choice.size)
    return size, False


def _depends(rule: MoveRule, choice: Choice) -> bool:
    return choice.name in free(_guard(rule))


def _subsets(w: Actor, rule: MoveRule, choice: Choice, domain: Code, env: Env) -> Code:
    size, several = _sizes(w, choice, domain, env)
    ways = code.Op("waysof" if several else "ways", (domain, size))
    guard = _guard(rule)
    if not _depends(rule, choice):
        if isinstance(guard, ir.Lit):
            return ways
        return w.either(w.ex(guard, env), lambda: ways, lambda: Num(0), Kind.INT)
    number = w.variable(Num(0), "number")
    at = w.fresh("rank")
    last = w.temp(code.Op("-", (ways, Num(1))), "last")
    with w.inner() as body:
        one = _subset(w, choice, domain, size, several, Var(at))
        holds = w.ex(guard, {**env, choice.name: one})
        body.append(code.Branch(holds, (code.Set(number.name, code.Op("+", (number, Num(1)))),)))
    w.block.append(code.Through(at, Num(0), last, tuple(body)))
    return number


def _subset(w: Actor, choice: Choice, domain: Code, size: Code, several: bool, rank: Code) -> Code:
    kind = w.program.kind(choice.type)
    op = "ranked" if several else "subset"
    return w.temp(code.Op(op, (domain, size, rank), kind), choice.name)


def _play(program: Program, number: int, rule: MoveRule) -> None:
    w = Actor(program, rule.name)
    w.block.append(code.Let("me", code.Cell(Num(w.turn))))
    k = w.variable(Var("k"), "rank")
    _choose(w, number, rule, rule.choices, {"me": ME}, k)
    _add(program, f"play_{safe(rule.name)}", (Var("k"),), None, w, note=told(rule))


def _choose(
    w: Actor, number: int, rule: MoveRule, choices: tuple[Choice, ...], env: Env, k: Var
) -> None:
    """Find the k-th move and make it."""
    if not choices:
        _make(w, rule, env)
        return
    choice, rest = choices[0], choices[1:]
    kind = w.program.kind(choice.type)
    alone = len(rule.choices) == 1 and w.program.kind(choice.domain.type) is Kind.CARDS
    if choice.size is None and not rest and alone:
        chosen = w.temp(code.Op("nth", (code.Kept(number), k), kind), choice.name)
        _make(w, rule, {**env, choice.name: chosen})
        return
    domain = w.temp(w.ex(choice.domain, env), choice.name)
    guard = _guard(rule)
    if choice.size is not None:
        _choose_subset(w, rule, choice, domain, env, k)
        return
    if not rest:
        mask = domain
        if not isinstance(guard, ir.Lit):
            mask = w.temp(w.filter(domain, choice.name, choice.domain.type, guard, env), "legal")
        many = code.Op("pop", (mask,))
        with w.inner() as body:
            chosen = w.temp(code.Op("nth", (mask, k), kind), choice.name)
            _make(w, rule, {**env, choice.name: chosen})
            body.append(code.Return())
        w.block.append(code.Branch(code.Op("<", (k, many), Kind.BOOL), tuple(body)))
        w.block.append(code.Set(k.name, code.Op("-", (k, many))))
        return
    name = w.fresh(choice.name)
    _ahead(w, guard, choices, env)
    with w.inner() as body:
        _choose(w, number, rule, rest, {**env, choice.name: Var(name, kind)}, k)
    w.block.append(code.Each(name, domain, tuple(body)))


def _choose_subset(
    w: Actor, rule: MoveRule, choice: Choice, domain: Code, env: Env, k: Var
) -> None:
    size, several = _sizes(w, choice, domain, env)
    guard = _guard(rule)
    ways = w.temp(code.Op("waysof" if several else "ways", (domain, size)), "ways")
    if not _depends(rule, choice):
        open_ = code.TRUE if isinstance(guard, ir.Lit) else w.ex(guard, env)
        with w.inner() as passed:
            with w.inner() as body:
                one = _subset(w, choice, domain, size, several, k)
                _make(w, rule, {**env, choice.name: one})
                body.append(code.Return())
            passed.append(code.Branch(code.Op("<", (k, ways), Kind.BOOL), tuple(body)))
            passed.append(code.Set(k.name, code.Op("-", (k, ways))))
        w.block.append(code.Branch(open_, tuple(passed)))
        return
    at = w.fresh("at")
    last = w.temp(code.Op("-", (ways, Num(1))), "last")
    with w.inner() as body:
        one = _subset(w, choice, domain, size, several, Var(at))
        inner_env = {**env, choice.name: one}
        holds = w.ex(guard, inner_env)
        with w.inner() as found:
            with w.inner() as make:
                _make(w, rule, inner_env)
                make.append(code.Return())
            found.append(code.Branch(code.Op("==", (k, Num(0)), Kind.BOOL), tuple(make)))
            found.append(code.Set(k.name, code.Op("-", (k, Num(1)))))
        body.append(code.Branch(holds, tuple(found)))
    w.block.append(code.Through(at, Num(0), last, tuple(body)))


def _make(w: Actor, rule: MoveRule, env: Env) -> None:
    env = dict(env)
    w.chosen = {choice.name: choice.domain for choice in rule.choices}
    for let in rule.lets:
        env[let.name] = w.temp(w.ex(let.value, env), let.name)
    w.run(rule.do, env)


# ---------------------------------------------------------------------------- the match, results


def _after_deal(program: Program) -> None:
    w = Actor(program, "after deal")
    w.run(program.spec.match.after_deal, {})
    _add(program, "after_deal", (), None, w, note="the score is kept")
    ends = Lowerer(program, "over")
    value = ends.ex(program.spec.match.over, {})
    _add(program, "match_over", (), Kind.BOOL, ends, value, note="whether the match is over")


def _results(program: Program, name: str, fields: tuple[ResultField, ...]) -> None:
    """Write the function that gives out the numbers of a result, field after field."""
    w = Lowerer(program, name)
    at = 0
    for field in fields:
        w.block.append(code.Note(told(field)))
        if field.binder is None:
            w.block.append(code.Out(Num(at), _number_of(w.ex(field.value, {}))))
            at += 1
            continue
        assert field.domain is not None
        known = constant_members(field.domain) is not None
        domain = code.TRUE if known else w.temp(w.ex(field.domain, {}), "domain")
        for member in _spread(field.domain):
            with w.inner() as body:
                one = w.ex(field.value, {field.binder: Num(member)})
                body.append(code.Out(Num(at), _number_of(one)))
            inside = code.TRUE if known else code.Op("has", (domain, Num(member)), Kind.BOOL)
            absent = code.Out(Num(at), Num(ABSENT))
            w.block.append(code.Branch(inside, tuple(body), (absent,)))
            at += 1
    _add(program, name, (), None, w, note="the numbers of a result")


def _number_of(value: Code) -> Code:
    """Return what is given out: of a set of cards, how many they are."""
    return code.pop(value) if value.kind is Kind.CARDS else value


def _spread(domain: ir.Expr) -> list[int]:
    members = constant_members(domain)
    assert isinstance(domain.type, SetOf)
    return members if members is not None else list(values(domain.type.member))


def result_slots(fields: tuple[ResultField, ...]) -> list[tuple[ResultField, int | None]]:
    """Return what each number of a result stands for: a field, and a member or None."""
    found: list[tuple[ResultField, int | None]] = []
    for field in fields:
        if field.binder is None or field.domain is None:
            found.append((field, None))
        else:
            found += [(field, member) for member in _spread(field.domain)]
    return found


__all__ = ["NONE", "Act", "FoldOp", "Maybe", "plan", "result_slots"]
