"""Tables: rank orders and values, each covering its domain exactly once."""

from __future__ import annotations

from dataclasses import dataclass

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.source import Span
from cardavia_spec.core.types import Int, Kind, Maybe, Scalar, SetOf, Sort, Type, Value, show
from cardavia_spec.front.coercion import coerce, join, tell
from cardavia_spec.front.constants import NotConstant, constant
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.faults import Stop
from cardavia_spec.front.lookup import Context, Syntax


@dataclass
class Part:
    """One part of a table while it is read: what it covers and what it says so far."""

    sort: Sort
    domain: frozenset[int]
    span: Span
    said: dict[int, Value]
    where: dict[int, Span]


def named_members(t: Typer, tree: Syntax, part: Part) -> frozenset[int]:
    """Return the members of the part's domain that a text names; tell what is wrong.

    A bare rank or suit means all its cards in the domain that have not been named yet; anything
    else must not have been named.
    """
    with t.within(Context("a table")):
        e = t.expr(tree)
    span = t.span(tree)
    bare = part.sort.kind is Kind.CARD
    fits = coerce(e, SetOf(part.sort))
    if fits is not None:
        found = _value(t, fits, span)
        assert isinstance(found, frozenset)
        return _explicit(t, found, part, span)
    if bare:
        for column in ("rank", "suit"):
            sort = t.scope.sorts[column]
            one = coerce(e, sort)
            if one is None or isinstance(one.type, SetOf):
                continue
            value = _value(t, one, span)
            column_of = t.scope.tables[column].values
            every = frozenset(c for c in part.domain if column_of[c] == value)
            new = every - part.said.keys()
            if not new:
                why = "all its cards are named already" if every else "this table has none of them"
                t.faults.error(
                    "CV242", span, f"'{span.text}' names no card here: {why}", "leave it out"
                )
                raise Stop
            return new
    if isinstance(e.type, Int):
        raise t.faults.error(
            "CV243",
            span,
            f"there is no rank {span.text}",
            "the ranks are: " + ", ".join(t.scope.sorts["rank"].members),
        )
    raise t.faults.error(
        "CV243",
        span,
        f"a {part.sort.name} of this table is wanted here, and this is {tell(e.type)}",
        _item(part.sort),
    )


def _item(sort: Sort) -> str:
    """Return how a member of a table is written."""
    if sort.kind is Kind.CARD:
        return "write a card, 'queen of spades', or a rank or a suit for all its cards"
    return "one of " + ", ".join(sort.members[:12]) + (", …" if len(sort.members) > 12 else "")


def _explicit(t: Typer, found: frozenset[int], part: Part, span: Span) -> frozenset[int]:
    outside = found - part.domain
    if outside:
        raise t.faults.error(
            "CV244",
            span,
            f"this part of the table does not speak of {_list(outside, part.sort)}",
            "see its 'for:'",
        )
    twice = sorted(found & part.said.keys())
    if twice:
        raise t.faults.error(
            "CV240",
            span,
            f"{_list(frozenset(twice), part.sort)} stands in this table twice",
            "name each exactly once",
            (Note("named here before", part.where[twice[0]]),),
        )
    return found


def _list(members: frozenset[int], sort: Sort, longest: int = 6) -> str:
    names = [show(m, sort) for m in sorted(members)]
    more = f" and {len(names) - longest} more" if len(names) > longest else ""
    return ", ".join(names[:longest]) + more


def say(part: Part, members: frozenset[int], value: Value, span: Span) -> None:
    """Enter one value for some members."""
    for member in members:
        part.said[member] = value
        part.where[member] = span


def order(t: Typer, tree: Syntax, part: Part) -> Int:
    """Read `a > b = c > d` into the part: higher numbers beat lower ones."""
    tiers = [[t.tree(x) for x in t.tree(tier).children] for tier in tree.children]
    failed = False
    for place, tier in enumerate(tiers):
        for item in tier:
            try:
                members = named_members(t, item, part)
            except Stop:
                failed = True
                continue
            say(part, members, len(tiers) - place, t.span(item))
    if failed:
        raise Stop
    return Int(1, len(tiers))


def complete(t: Typer, part: Part, what: str) -> None:
    """Tell which members of the domain the table leaves out."""
    missing = part.domain - part.said.keys()
    if missing:
        raise t.faults.error(
            "CV241",
            part.span,
            f"{what} leaves out {_list(missing, part.sort)}",
            "every one must stand in it exactly once"
            + (" ('others: …' for the rest)" if what.startswith("'values'") else ""),
        )


def value(t: Typer, tree: Syntax) -> tuple[Value, Scalar]:
    """Return a constant of a table and its type."""
    with t.within(Context("a table")):
        e = t.expr(tree)
    if isinstance(e.type, SetOf | Maybe):
        raise t.faults.error(
            "CV245",
            e.span,
            f"a table holds single values, and this is {tell(e.type)}",
            "write one value: a number, a truth or a name",
        )
    found = _value(t, e, t.span(tree))
    type_ = Int(found, found) if isinstance(e.type, Int) and isinstance(found, int) else e.type
    return found, type_


def meet(t: Typer, a: Type | None, b: Type, span: Span) -> Type:
    """Return the type of a table that holds both, or tell."""
    both = b if a is None else join(a, b)
    if both is None:
        assert a is not None
        raise t.faults.error(
            "CV245",
            span,
            f"this is {tell(b)}, but the table began with {tell(a)}",
            "all values of a table are of one kind",
        )
    return both


def _value(t: Typer, e: ir.Expr, span: Span) -> Value:
    try:
        return constant(e, t.scope.tables)
    except NotConstant as stop:
        where = stop.part.span if stop.part.span.end > stop.part.span.start else span
        raise t.faults.error(
            "CV246",
            where,
            "this must be known before a card is dealt, and it is not",
            "only cards, ranks, suits, seats and numbers can stand here",
        ) from None
