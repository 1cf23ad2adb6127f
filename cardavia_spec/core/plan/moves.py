"""The moves of a program: counted, found by their number and made."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.acts import Actor
from cardavia_spec.core.plan.code import Code, Kind, Num, Var
from cardavia_spec.core.plan.functions import ME, add, conjuncts, told
from cardavia_spec.core.plan.inline import rename
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.plan.simplify import simplified
from cardavia_spec.core.plan.writer import Env
from cardavia_spec.core.spec import (
    Choice,
    MoveRule,
)
from cardavia_spec.core.types import BOOL, SetOf
from cardavia_spec.core.walk import free


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


def moves(program: Program) -> None:
    """Write the function that counts the legal moves."""
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
    add(program, "moves", (), Kind.INT, w, total, note="the legal moves, counted")


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
    for part in conjuncts(guard):
        w.hoist(simplified(w.program.facts, part), names, env)


def _sizes(w: Actor, choice: Choice, domain: Code, env: Env) -> tuple[Code, bool]:
    """Return the size, or the mask of sizes, of a subset choice."""
    assert choice.size is not None
    size = w.temp(w.ex(choice.size, env), "size")
    if isinstance(choice.size.type, SetOf):
        return size, True
    most = code.Op("pop", (domain,))
    inside = algebra.both(
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


def play(program: Program, number: int, rule: MoveRule) -> None:
    """Write the function that makes the k-th move of a rule."""
    w = Actor(program, rule.name)
    w.block.append(code.Let("me", code.Cell(Num(w.turn))))
    k = w.variable(Var("k"), "rank")
    _choose(w, number, rule, rule.choices, {"me": ME}, k)
    add(program, f"play_{safe(rule.name)}", (Var("k"),), None, w, note=told(rule))


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
        card, one = Var(w.fresh(choice.name), kind), Var(w.fresh("one"), Kind.CARDS)
        kept = code.Kept(number)
        masks = (
            code.Let(one.name, code.Op("kth", (kept, k), Kind.CARDS)),
            code.Let(card.name, code.Op("low", (one,), kind)),
        )
        loops = (
            code.Let(card.name, code.Op("nth", (kept, k), kind)),
            code.Let(one.name, code.Op("bit", (card,), Kind.CARDS)),
        )
        w.block.append(code.Ways(masks, loops))
        w.ones[card.name] = one
        _make(w, rule, {**env, choice.name: card})
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
