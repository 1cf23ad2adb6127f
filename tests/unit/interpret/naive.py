"""The IR evaluated without any cleverness: an oracle for the interpreter.

No compilation, no memo, no hoisting, no tables, no counting: each node is evaluated where it
stands with a dictionary of names, and the members of a family are all listed and tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, TypeAlias

from cardavia_spec.core import ir
from cardavia_spec.core.ops import MEANING, BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.spec import Choice, MoveRule, Rows, Spec, Tiers, slot
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import Maybe, SetOf, Type, values

Known: TypeAlias = Any
"""A value whose type the spec knows and Python does not."""

Env = Mapping[str, Known]


class Failed(Exception):
    """An obligation does not hold."""


class Naive:
    """One spec, read from states."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.turn = spec.cells["turn"].offset

    def value(self, e: ir.Expr, now: State, before: State | None, env: Env) -> Known:
        def ask(part: ir.Expr, **more: Known) -> Known:
            return self.value(part, now, before, {**env, **more})

        match e:
            case ir.Lit(value=value):
                return value
            case ir.Ref(name=name):
                return now.cells[self.turn] if name == "me" and "me" not in env else env[name]
            case ir.Get():
                return self.get(e, now, before, env)
            case ir.Apply(op=Op.AND, args=args):
                return all(ask(arg) for arg in args)
            case ir.Apply(op=Op.OR, args=args):
                return any(ask(arg) for arg in args)
            case ir.Apply(op=Op.IMPLIES, args=(left, right)):
                return not ask(left) or ask(right)
            case ir.Apply(op=op, args=args):
                value = MEANING[op](*map(ask, args))
                if op is Op.GIVEN and value is None:
                    raise Failed(e)
                if op is Op.FIT and not fits(value, e.type):
                    raise Failed(e)
                return value
            case ir.If(cond, then, other):
                return ask(then) if ask(cond) else ask(other)
            case ir.Fold(op=fold, name=name, domain=domain, body=body):
                each = (ask(body, **{name: x}) for x in sorted(ask(domain)))
                match fold:
                    case FoldOp.SOME:
                        return any(each)
                    case FoldOp.EVERY:
                        return all(each)
                    case FoldOp.SUM:
                        return sum(each)
                    case FoldOp.UNION:
                        return frozenset[int]().union(*each)
            case ir.Those(name=name, domain=domain, guard=guard):
                return frozenset(x for x in sorted(ask(domain)) if ask(guard, **{name: x}))
            case ir.Pick(op=pick, name=name, domain=domain, guard=maybe, after=after):
                members = sorted(ask(domain))
                if after is not None:
                    last = ask(after)
                    members = sorted(members, key=lambda x: (x <= last, x))
                found = [x for x in members if maybe is None or ask(maybe, **{name: x})]
                if not found or (pick is PickOp.THE and len(found) > 1):
                    raise Failed(e)
                return found[0]
            case ir.Best(op=best, name=name, domain=domain, keys=keys):
                ranks = {x: [ask(k, **{name: x}) for k in keys] for x in sorted(ask(domain))}
                kept = (max if best is BestOp.HIGHEST else min)(ranks.values(), default=None)
                return frozenset(x for x, rank in ranks.items() if rank == kept)
            case ir.Was(body=body):
                assert before is not None
                inner = {name: value for name, value in env.items() if name != "me"}
                return self.value(body, before, None, inner)
            case ir.Settled():
                events = self.spec.events.values()
                return now.over or not any(self.value(v.when, now, before, {}) for v in events)

    def get(self, e: ir.Get, now: State, before: State | None, env: Env) -> Known:
        args = tuple(self.value(arg, now, before, env) for arg in e.args)
        match e.origin:
            case ir.Origin.ZONE:
                zone = self.spec.zones[e.key]
                if zone.each is None:
                    return now.zones[zone.offset]
                if not args:
                    return frozenset[int]().union(*now.zones[zone.offset : zone.offset + zone.size])
                return now.zones[zone.offset + slot((zone.each,), args)]
            case ir.Origin.CELL:
                cell = self.spec.cells[e.key]
                return now.cells[cell.offset + slot(cell.each, args)]
            case ir.Origin.TABLE:
                table = self.spec.tables[e.key]
                return table.values[slot(table.domain, args)]
            case ir.Origin.DEFINITION:
                return self.define(e.key, now, before, args, env.get("me", now.cells[self.turn]))

    def define(
        self, key: str, now: State, before: State | None, args: tuple[Known, ...], me: Known
    ) -> Known:
        definition = self.spec.definitions[key]
        names = [param.name for param in definition.params]
        env = dict(zip(names, args, strict=True))
        if definition.uses_me:
            env["me"] = me
        match definition.body:
            case Tiers(tiers):
                for tier in tiers:
                    if tier.when is None or self.value(tier.when, now, before, env):
                        found = self.value(tier.cards, now, before, env)
                        if found:
                            return found
                return frozenset()
            case Rows(rows):
                apply = [row for row in rows if self.value(row.when, now, before, env)]
                if len(apply) != 1:
                    raise Failed(definition)
                return self.value(apply[0].then, now, before, env)
            case body:
                return self.value(body, now, before, env)

    # ------------------------------------------------------------------ families

    def moves(self, now: State) -> list[Move]:
        """Return all legal moves in canonical order."""
        if now.over:
            return []
        me = {"me": now.cells[self.turn]}
        return [
            Move(rule.name, args)
            for rule in self.spec.moves.values()
            if all(self.value(g.test, now, None, me) for g in rule.guards if g.gate)
            for args in self.members(rule, now, me)
        ]

    def members(self, rule: MoveRule, now: State, env: Env) -> Iterator[tuple[Known, ...]]:
        place = len(env) - 1
        if place < len(rule.choices):
            choice = rule.choices[place]
            for value in self.domain(choice, now, env):
                yield from self.members(rule, now, {**env, choice.name: value})
            return
        args = tuple(env.values())[1:]
        for let in rule.lets:
            env = {**env, let.name: self.value(let.value, now, None, env)}
        if all(self.value(g.test, now, None, env) for g in rule.guards if not g.gate):
            yield args

    def domain(self, choice: Choice, now: State, env: Env) -> list[Known]:
        members = sorted(self.value(choice.domain, now, None, env))
        if choice.size is None:
            return members
        size = self.value(choice.size, now, None, env)
        if not isinstance(size, frozenset) and not 0 < size <= len(members):
            raise Failed(choice)
        sizes = sorted(size) if isinstance(size, frozenset) else [size]
        return [frozenset(c) for n in sizes if n > 0 for c in combinations(members, n)]


def fits(value: Known, type_: Type) -> bool:
    if isinstance(type_, Maybe):
        return value is None or value in values(type_.inner)
    if isinstance(type_, SetOf):
        return all(x in values(type_.member) for x in value)
    return value in values(type_)
