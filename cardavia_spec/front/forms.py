"""Typing of expressions, one function for each form of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from cardavia_spec.core import ir
from cardavia_spec.core.ops import BestOp, FoldOp, Op, PickOp
from cardavia_spec.core.source import Span
from cardavia_spec.core.types import (
    BOOL,
    Int,
    Maybe,
    Nothing,
    SetOf,
    Sort,
    Type,
)
from cardavia_spec.front.coercion import coerce, instead, most, tell
from cardavia_spec.front.constants import NotConstant, constant
from cardavia_spec.front.facts import NO_FACTS, Facts, fails, holds
from cardavia_spec.front.lookup import Syntax

if TYPE_CHECKING:
    from cardavia_spec.front.expressions import Typer

DIGITS: Final = 15
"""A numeral has no more."""

# ---------------------------------------------------------------------- one function a rule


def _logic(op: Op, learn: Callable[[ir.Expr], Facts]) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        left = t.truth(t.tree(tree.children[0]))
        with t.under(learn(left)):
            right = t.truth(t.tree(tree.children[1]))
        return ir.Apply(op, (left, right), type=BOOL, span=t.span(tree))

    return build


def _not(t: Typer, tree: Syntax) -> ir.Expr:
    return ir.Apply(Op.NOT, (t.truth(t.tree(tree.children[0])),), type=BOOL, span=t.span(tree))


def _negate(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NOT, (e,), type=BOOL, span=e.span)


def _if(t: Typer, tree: Syntax) -> ir.Expr:
    cond = t.truth(t.tree(tree.children[0]))
    with t.under(holds(cond)):
        then = t.expr(t.tree(tree.children[1]))
    with t.under(fails(cond)):
        other = t.expr(t.tree(tree.children[2]))
    then, other, type_ = t.operators.choose(then, other, t.span(tree))
    return ir.If(cond, then, other, type=type_, span=t.span(tree))


def _quantifier(op: FoldOp, negated: bool) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        name, domain, member, _ = t.binder(t.tree(tree.children[0]))
        with t.binding(name, member):
            body = t.truth(t.tree(tree.children[1]))
        e = ir.Fold(op, name, domain, body, type=BOOL, span=t.span(tree))
        return _negate(e) if negated else e

    return build


def _sum(t: Typer, tree: Syntax) -> ir.Expr:
    name, domain, member, _ = t.binder(t.tree(tree.children[1]))
    with t.binding(name, member):
        body = t.given(t.expr(t.tree(tree.children[0])))
    if not isinstance(body.type, Int):
        raise t.faults.error(
            "CV503",
            body.span,
            f"'sum' adds up numbers, and this is {tell(body.type)}",
            "count with 'size(…)', or take a table that gives it a number",
        )
    times = most(domain)
    range_ = Int(min(0, body.type.low * times), max(0, body.type.high * times))
    return ir.Fold(FoldOp.SUM, name, domain, body, type=range_, span=t.span(tree))


def _those(t: Typer, tree: Syntax) -> ir.Expr:
    name, domain, member, _ = t.binder(t.tree(tree.children[0]))
    with t.binding(name, member):
        guard = t.truth(t.tree(tree.children[1]))
    return ir.Those(name, domain, guard, type=domain.type, span=t.span(tree))


def _pick(op: PickOp) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        name, domain, member, after = t.binder(t.tree(tree.children[0]))
        if isinstance(member, Nothing):
            raise t.faults.error(
                "CV519",
                t.span(tree),
                "an empty set has no member to pick",
                "write the set that it is to be picked from",
            )
        guard = None
        if len(tree.children) > 1:
            with t.binding(name, member):
                guard = t.truth(t.tree(tree.children[1]))
        return ir.Pick(op, name, domain, guard, after, type=member, span=t.span(tree))

    return build


def _best(op: BestOp) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        name, domain, member, _ = t.binder(t.tree(tree.children[0]))
        by = t.tree(tree.children[1])
        texts = [t.tree(c) for c in by.children] if str(by.data) == "keys" else [by]
        with t.binding(name, member):
            keys = tuple(t.given(t.expr(k)) for k in texts)
        for key in keys:
            if isinstance(key.type, SetOf | Maybe):
                raise t.faults.error(
                    "CV520",
                    key.span,
                    f"'by' ranks by numbers, truths or members, and this is {tell(key.type)}",
                    "take its 'size(…)', or ask 'is not none' of it",
                )
        return ir.Best(op, name, domain, keys, type=domain.type, span=t.span(tree))

    return build


def _compare(op: Op, *, swapped: bool) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        a, b = (t.expr(t.tree(c)) for c in tree.children)
        return t.operators.ordered(op, a, b, t.span(tree), swapped=swapped)

    return build


def _binary(name: str, negated: bool = False) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        a, b = (t.expr(t.tree(c)) for c in tree.children)
        e: ir.Expr = getattr(t.operators, name)(a, b, t.span(tree))
        return _negate(e) if negated else e

    return build


def _arithmetic(number: Op, sets: Op | None) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        a, b = (t.expr(t.tree(c)) for c in tree.children)
        if sets is not None and (isinstance(a.type, SetOf) or isinstance(b.type, SetOf)):
            return t.operators.sets(sets, a, b, t.span(tree))
        return t.operators.numbers(number, a, b, t.span(tree))

    return build


def _both(t: Typer, tree: Syntax) -> ir.Expr:
    a, b = (t.expr(t.tree(c)) for c in tree.children)
    return t.operators.sets(Op.BOTH, a, b, t.span(tree))


def _negative(t: Typer, tree: Syntax) -> ir.Expr:
    span = t.span(tree)
    zero = ir.Lit(0, type=Int(0, 0), span=span)
    return t.operators.numbers(Op.SUB, zero, t.expr(t.tree(tree.children[0])), span)


def _number(t: Typer, tree: Syntax) -> ir.Expr:
    text = str(tree.children[0])
    if len(text) > DIGITS:
        raise t.faults.error(
            "CV511", t.span(tree), "this number is too large", f"at most {DIGITS} digits"
        )
    return ir.Lit(int(text), type=Int(int(text), int(text)), span=t.span(tree))


def _constant(value: bool | None) -> Callable[[Typer, Syntax], ir.Expr]:
    def build(t: Typer, tree: Syntax) -> ir.Expr:
        type_: Type = Maybe(Nothing()) if value is None else BOOL
        return ir.Lit(value, type=type_, span=t.span(tree))

    return build


def _display(t: Typer, tree: Syntax) -> ir.Expr:
    parts = [t.expr(t.tree(c)) for c in tree.children]
    return t.operators.display(parts, t.span(tree))


def _empty_set(t: Typer, tree: Syntax) -> ir.Expr:
    return ir.Lit(frozenset(), type=SetOf(Nothing()), span=t.span(tree))


def _of(t: Typer, tree: Syntax) -> ir.Expr:
    """`R of S`: the card, or the cards, of these ranks and suits."""
    span = t.span(tree)
    rank, suit = (t.given(t.expr(t.tree(c))) for c in tree.children)
    ranks = t.scope.sorts["rank"]
    suits = t.scope.sorts["suit"]
    rank_ = coerce(rank, SetOf(ranks) if isinstance(rank.type, SetOf) else ranks)
    if rank_ is None:
        raise t.faults.error(
            "CV521",
            rank.span,
            f"before 'of' stands a rank, and this is {tell(rank.type)}",
            _no_rank(rank, suit, ranks, suits),
            t.defined(rank),
        )
    suit_ = coerce(suit, SetOf(suits) if isinstance(suit.type, SetOf) else suits)
    if suit_ is None:
        raise t.faults.error(
            "CV522",
            suit.span,
            f"after 'of' stands a suit, and this is {tell(suit.type)}",
            instead(suit.type, suits) or "write a suit, or several: 'suits'",
            t.defined(suit),
        )
    card = t.scope.sorts["card"]
    one = "card_of" in t.scope.tables
    if one and not isinstance(rank_.type, SetOf) and not isinstance(suit_.type, SetOf):
        return ir.Get(ir.Origin.TABLE, "card_of", (rank_, suit_), type=card, span=span)
    return _cards(t, rank_, suit_, span)


def _no_rank(rank: ir.Expr, suit: ir.Expr, ranks: Sort, suits: Sort) -> str:
    """Return what to write instead of something before `of` that is no rank."""
    if coerce(suit, ranks) is not None and coerce(rank, suits) is not None:
        return f"the rank comes first: '{suit.span.text} of {rank.span.text}'"
    if isinstance(suit.type, Sort) and isinstance(rank, ir.Get) and not rank.args:
        return f"what belongs to a {suit.type.name} has a dot: '{suit.span.text}.{rank.span.text}'"
    if isinstance(rank, ir.Lit) and isinstance(rank.type, Int):
        return f"there is no rank {rank.value}: the ranks are {', '.join(ranks.members)}"
    if isinstance(rank.type, Int):
        words = ", ".join(name for name in ranks.members if not name.isdigit())
        some = f"ranks - {{{words}}}" if words else "ranks"
        return f"ranks are no numbers to count with: go through ranks, such as '{some}'"
    return instead(rank.type, ranks) or "write a rank, or several: 'ranks'"


def _cards(t: Typer, rank: ir.Expr, suit: ir.Expr, span: Span) -> ir.Expr:
    type_ = SetOf(t.scope.sorts["card"])
    args: list[ir.Expr] = []
    names: list[tuple[str, ir.Expr]] = []
    for part, name in ((rank, "a rank"), (suit, "a suit")):  # no author can bind such names
        if isinstance(part.type, SetOf):
            names.append((name, part))
            args.append(ir.Ref(name, type=part.type.member, span=span))
        else:
            args.append(part)
    e: ir.Expr = ir.Get(ir.Origin.TABLE, "cards_of", tuple(args), type=type_, span=span)
    for name, domain in reversed(names):
        e = ir.Fold(FoldOp.UNION, name, domain, e, type=type_, span=span)
    try:
        return ir.Lit(constant(e, t.scope.tables), type=type_, span=span)
    except NotConstant:
        return e


def _name(t: Typer, tree: Syntax) -> ir.Expr:
    return t.name(tree)


def _dot(t: Typer, tree: Syntax) -> ir.Expr:
    return t.dot(tree, t.expr, t.given, t.fit)


def _call(t: Typer, tree: Syntax) -> ir.Expr:
    name, where = t.word(tree.children[0])
    args = [t.tree(a) for a in t.tree(tree.children[1]).children]
    builtin = CALLS.get(name)
    if builtin is not None:
        arity, build = builtin
        if len(args) != arity and not (arity == 0 and len(args) >= 2):
            wanted = f"{arity} argument" if arity == 1 else "two or more arguments"
            fix = "sets are put together with '+', and shared members found with '&'"
            raise t.faults.error(
                "CV404",
                where,
                f"'{name}' takes {wanted}, not {len(args)}",
                fix if arity == 1 else f"write '{name}(…, …)'",
            )
        return build(t, args, t.span(tree))
    return t.call(tree, t.expr, t.given, t.fit)


def _size(t: Typer, args: list[Syntax], span: Span) -> ir.Expr:
    e = t.set_(args[0])
    return ir.Apply(Op.SIZE, (e,), type=Int(0, most(e)), span=span)


def _empty(t: Typer, args: list[Syntax], span: Span) -> ir.Expr:
    return ir.Apply(Op.EMPTY, (t.set_(args[0]),), type=BOOL, span=span)


def _extreme(op: Op) -> Callable[[Typer, list[Syntax], Span], ir.Expr]:
    def build(t: Typer, args: list[Syntax], span: Span) -> ir.Expr:
        e = t.expr(args[0])
        for arg in args[1:]:
            e = t.operators.numbers(op, e, t.expr(arg), span)
        return e

    return build


def _was(t: Typer, args: list[Syntax], span: Span) -> ir.Expr:
    if t.context.in_was:
        raise t.faults.error(
            "CV405",
            span,
            "'was' stands inside 'was': it reads the state before, and no earlier one",
            "take the inner one out",
        )
    if not t.context.before:
        raise t.faults.error(
            "CV405",
            span,
            f"'was' cannot stand in {t.context.place}",
            "it belongs to properties of the kinds 'each step' and 'each deal'",
        )
    facts, t.context.facts = t.context.facts, NO_FACTS
    t.context.in_was = True
    try:
        body = t.expr(args[0])
    finally:
        t.context.facts, t.context.in_was = facts, False
    return ir.Was(body, type=body.type, span=span)


CALLS: Final[Mapping[str, tuple[int, Callable[[Typer, list[Syntax], Span], ir.Expr]]]] = {
    "size": (1, _size),
    "empty": (1, _empty),
    "min": (0, _extreme(Op.MIN)),
    "max": (0, _extreme(Op.MAX)),
    "was": (1, _was),
}

RULES: Final[Mapping[str, Callable[[Typer, Syntax], ir.Expr]]] = {
    "and_": _logic(Op.AND, holds),
    "or_": _logic(Op.OR, fails),
    "implies": _logic(Op.IMPLIES, holds),
    "not_": _not,
    "if_then": _if,
    "some": _quantifier(FoldOp.SOME, negated=False),
    "every": _quantifier(FoldOp.EVERY, negated=False),
    "no": _quantifier(FoldOp.SOME, negated=True),
    "sum": _sum,
    "all": _those,
    "the": _pick(PickOp.THE),
    "first": _pick(PickOp.FIRST),
    "highest": _best(BestOp.HIGHEST),
    "lowest": _best(BestOp.LOWEST),
    "eq": _binary("equal"),
    "ne": _binary("equal", negated=True),
    "lt": _compare(Op.LT, swapped=False),
    "le": _compare(Op.LE, swapped=False),
    "gt": _compare(Op.LT, swapped=True),
    "ge": _compare(Op.LE, swapped=True),
    "in_": _binary("member"),
    "not_in": _binary("member", negated=True),
    "inside": _binary("inside"),
    "interval": _binary("interval"),
    "plus": _arithmetic(Op.ADD, Op.UNION),
    "minus": _arithmetic(Op.SUB, Op.MINUS),
    "times": _arithmetic(Op.MUL, None),
    "div": _arithmetic(Op.DIV, None),
    "mod": _arithmetic(Op.MOD, None),
    "both": _both,
    "negative": _negative,
    "number": _number,
    "none": _constant(None),
    "true": _constant(value=True),
    "false": _constant(value=False),
    "set": _display,
    "empty_set": _empty_set,
    "card": _of,
    "name": _name,
    "dot": _dot,
    "call": _call,
}
