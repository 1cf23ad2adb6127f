"""Which part of a truth fails in a state, with the values it compares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.core import ir
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.source import NOWHERE
from cardavia_spec.core.spec import Rows, Tiers
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_value
from cardavia_spec.core.types import Scalar, SetOf, Type, Value

MOST = 3
"""So many members for which a statement fails are shown."""

LONGEST = 110
"""Texts of the spec are cut to so many characters."""

_COMPARED = {
    Op.EQ: "is",
    Op.LT: "<",
    Op.LE: "<=",
    Op.IN: "in",
    Op.INSIDE: "inside",
}


def blame(
    rules: Rules, expr: ir.Expr, state: State, before: State | None = None
) -> tuple[str, ...]:
    """Return lines that say why `expr` is false here: the parts that fail, with their values."""
    return tuple(_Reader(rules, state, before, {}).why_not(expr, 0))


@dataclass(frozen=True)
class _Reader:
    rules: Rules
    state: State
    before: State | None
    env: Mapping[str, Value]

    # ------------------------------------------------------------------ why it is false

    def why_not(self, e: ir.Expr, depth: int) -> Iterator[str]:
        pad = "  " * depth
        try:
            yield from self._why_not(e, depth)
        except RuleFault as error:
            yield f"{pad}{_text(e)}: {error.diagnostic.message}"

    def _why_not(self, e: ir.Expr, depth: int) -> Iterator[str]:
        pad = "  " * depth
        match e:
            case ir.Apply(Op.AND, args):
                for arg in args:
                    if not self.holds(arg):
                        yield from self.why_not(arg, depth)
                        return
            case ir.Apply(Op.OR, args):
                yield f"{pad}none of these holds:"
                for arg in args:
                    yield from self.why_not(arg, depth + 1)
            case ir.Apply(Op.IMPLIES, (left, right)):
                yield f"{pad}this holds: {_text(left)}"
                yield from self.why(left, depth + 1)
                yield f"{pad}but this does not: {_text(right)}"
                yield from self.why_not(right, depth + 1)
            case ir.Apply(Op.NOT, (inner,)) if inner.span == e.span and _compared(inner):
                yield from self.leaf(inner, depth, truth=False)  # `x is not y` is one comparison
            case ir.Apply(Op.NOT, (inner,)) if inner.span == e.span:
                yield f"{pad}{_text(e)}: fails"  # as `no x in … has …`
                yield from self.why(inner, depth + 1)
            case ir.Apply(Op.NOT, (inner,)):
                yield f"{pad}this holds, and should not: {_text(inner)}"
                yield from self.why(inner, depth + 1)
            case ir.If(cond, then, other):
                branch = then if self.holds(cond) else other
                yield from self.why_not(branch, depth)
            case ir.Fold(FoldOp.EVERY, name, domain, body):
                failing = [x for x in self.members(domain) if not self.within(name, x).holds(body)]
                for x in failing[:MOST]:
                    yield f"{pad}for {name} = {self.told(x, _member(domain))}:"
                    yield from self.within(name, x).why_not(body, depth + 1)
                if len(failing) > MOST:
                    yield f"{pad}and for {len(failing) - MOST} more"
            case ir.Fold(FoldOp.SOME, name, domain, body):
                members = self.members(domain)
                if not members:
                    yield f"{pad}there is no {name} in {_text(domain)}"
                    return
                yield f"{pad}no {name} of {self.value(domain)} has {_text(body)}"
                for x in members if len(members) <= MOST else ():
                    yield f"{pad}for {name} = {self.told(x, _member(domain))}:"
                    yield from self.within(name, x).why_not(body, depth + 1)
            case ir.Was(body):
                if self.before is not None:
                    yield f"{pad}in the state before:"
                    yield from replace(self, state=self.before).why_not(body, depth + 1)
            case _:
                yield from self.leaf(e, depth, truth=False)

    # -------------------------------------------------------------------- why it is true

    def why(self, e: ir.Expr, depth: int) -> Iterator[str]:
        pad = "  " * depth
        try:
            yield from self._why(e, depth)
        except RuleFault as error:
            yield f"{pad}{_text(e)}: {error.diagnostic.message}"

    def _why(self, e: ir.Expr, depth: int) -> Iterator[str]:
        pad = "  " * depth
        match e:
            case ir.Lit():
                return
            case ir.Apply(Op.AND, args):
                for arg in args:
                    yield from self.why(arg, depth)
            case ir.Apply(Op.OR, args):
                for arg in args:
                    if self.holds(arg):
                        yield from self.why(arg, depth)
                        return
            case ir.Apply(Op.IMPLIES, (left, right)):
                if self.holds(left):
                    yield from self.why(right, depth)
                else:
                    yield from self.why_not(left, depth)
            case ir.Apply(Op.NOT, (inner,)) if inner.span == e.span and _compared(inner):
                yield from self.leaf(inner, depth, truth=True)
            case ir.Apply(Op.NOT, (inner,)):
                yield from self.why_not(inner, depth)
            case ir.If(cond, then, other):
                yield from self.why(then if self.holds(cond) else other, depth)
            case ir.Fold(FoldOp.SOME, name, domain, body):
                for x in self.members(domain):
                    if self.within(name, x).holds(body):
                        yield f"{pad}for {name} = {self.told(x, _member(domain))}:"
                        yield from self.within(name, x).why(body, depth + 1)
                        return
            case ir.Was(body):
                if self.before is not None:
                    yield f"{pad}in the state before:"
                    yield from replace(self, state=self.before).why(body, depth + 1)
            case _:
                yield from self.leaf(e, depth, truth=True)

    # ----------------------------------------------------------------------- small parts

    def leaf(self, e: ir.Expr, depth: int, *, truth: bool) -> Iterator[str]:
        """Tell of a truth that is not taken apart; `truth` is that of its text."""
        pad = "  " * depth
        match e:
            case ir.Apply(op, (left, right)) if op in _COMPARED:
                sides = [
                    f"{_text(side)} is {self.value(side)}"
                    for side in (left, right)
                    if not isinstance(side, ir.Lit)
                ]
                yield f"{pad}{_text(e)}: {'holds' if truth else 'fails'}"
                for side in sides:
                    yield f"{pad}  {side}"
            case ir.Apply(Op.EMPTY, (inner,)):
                yield f"{pad}{_text(inner)} is {self.value(inner)}"
            case ir.Get(ir.Origin.DEFINITION, key, args):
                yield f"{pad}{_text(e)} is {'true' if truth else 'false'}"
                definition = self.rules.spec.definitions[key]
                body = definition.body
                if isinstance(body, Tiers | Rows) or depth > 6:
                    return
                names = [p.name for p in definition.params]
                values = {name: self.evaluate(arg) for name, arg in zip(names, args, strict=False)}
                inside = replace(self, env=values)
                yield from (inside.why if truth else inside.why_not)(body, depth + 1)
            case _:
                yield f"{pad}{_text(e)} is {'true' if truth else 'false'}"

    def evaluate(self, e: ir.Expr) -> Value:
        return self.rules.evaluate(e, self.state, self.before, self.env)

    def holds(self, e: ir.Expr) -> bool:
        return bool(self.evaluate(e))

    def value(self, e: ir.Expr) -> str:
        return self.told(self.evaluate(e), e.type)

    def told(self, value: Value, type_: Type) -> str:
        return tell_value(value, type_) if value != frozenset() else "empty"

    def members(self, domain: ir.Expr) -> list[int]:
        found = self.evaluate(domain)
        assert isinstance(found, frozenset)
        return sorted(found)

    def within(self, name: str, value: Value) -> _Reader:
        return replace(self, env={**self.env, name: value})


def _compared(e: ir.Expr) -> bool:
    return isinstance(e, ir.Apply) and e.op in _COMPARED


def _member(domain: ir.Expr) -> Scalar:
    assert isinstance(domain.type, SetOf)
    return domain.type.member


def _text(e: ir.Expr) -> str:
    if e.span == NOWHERE:
        return "this"
    text = " ".join(e.span.text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
