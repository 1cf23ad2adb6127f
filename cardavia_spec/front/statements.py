"""From syntax to typed statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cardavia_spec.core import ir
from cardavia_spec.core.spec import Layer
from cardavia_spec.core.types import Int, SetOf, count
from cardavia_spec.front.coercion import coerce, tell
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.facts import fails, holds, lasting
from cardavia_spec.front.faults import Stop
from cardavia_spec.front.lookup import Syntax


@dataclass(frozen=True, slots=True)
class Allowed:
    """What statements may do where they stand."""

    place: str  # for messages
    cards: bool  # move, draw, show
    layer: Layer | None  # whose variables may be assigned
    end: bool  # `end deal`


IN_DEAL: Final = Allowed("the deal", cards=True, layer=None, end=False)
IN_PLAY: Final = Allowed("a move or an event", cards=True, layer=Layer.DEAL, end=True)
AFTER_DEAL: Final = Allowed("'after deal'", cards=False, layer=Layer.MATCH, end=False)


def block(t: Typer, tree: Syntax, allowed: Allowed) -> tuple[ir.Stmt, ...]:
    """Return the typed statements of a block; each faulty statement is told, then `Stop`."""
    done: list[ir.Stmt] = []
    failed = False
    before = t.context.facts
    for child in tree.children:
        try:
            done.append(_statement(t, t.tree(child), allowed))
        except Stop:
            failed = True
    # What was known before the block still holds after it only where no statement changed it.
    t.context.facts = before & t.context.facts
    if failed:
        raise Stop
    return tuple(done)


def _statement(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    statement = RULES[str(tree.data)](t, tree, allowed)
    if not isinstance(statement, ir.Show | ir.EndDeal):
        t.context.facts = lasting(t.context.facts)
    return statement


def _cards_allowed(t: Typer, tree: Syntax, allowed: Allowed) -> None:
    if not allowed.cards:
        raise t.faults.error(
            "CV530",
            t.span(tree),
            f"cards cannot be moved, drawn or shown in {allowed.place}",
            "the cards are gathered by themselves for the next deal",
        )


def _zone(t: Typer, tree: Syntax, *, family: bool) -> ir.Place:
    """Return a zone that a statement names; `family`: all zones of a family will do."""
    e = t.expr(tree)
    if not isinstance(e, ir.Get) or e.origin is not ir.Origin.ZONE:
        raise t.faults.error(
            "CV531",
            t.span(tree),
            "the name of a zone is wanted here",
            "cards move between zones: 'from me.hand', 'to winner.won'",
        )
    zone = t.scope.zones[e.key]
    if zone.each is not None and not e.args and not family:
        raise t.faults.error(
            "CV532",
            t.span(tree),
            f"there are several zones '{zone.name}': say whose",
            f"write 'me.{zone.name}', 'leader.{zone.name}', …",
        )
    return ir.Place(e.key, e.args, t.span(tree))


def _cards(t: Typer, tree: Syntax) -> ir.Expr:
    e = t.expr(tree)
    fits = coerce(t.given(e), SetOf(t.scope.sorts["card"]))
    if fits is None:
        raise t.faults.error(
            "CV533",
            t.span(tree),
            f"cards are wanted here, and this is {tell(e.type)}",
            "write a card or a set of cards: 'card', 'ace of hearts', 'me.hand'",
        )
    return fits


def _move(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    _cards_allowed(t, tree, allowed)
    cards, source, target = (t.tree(c) for c in tree.children)
    return ir.Move(
        _cards(t, cards),
        _zone(t, source, family=True),
        _zone(t, target, family=False),
        span=t.span(tree),
    )


def _move_all(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    _cards_allowed(t, tree, allowed)
    source, target = (t.tree(c) for c in tree.children)
    e = t.expr(source)
    if not isinstance(e, ir.Get) or e.origin is not ir.Origin.ZONE:
        raise t.faults.error(
            "CV531",
            t.span(source),
            "'move … to …' without 'from' moves a whole zone, and this is none",
            "say where the cards lie: 'move … from … to …'",
        )
    return ir.MoveAll(
        _zone(t, source, family=True), _zone(t, target, family=False), span=t.span(tree)
    )


def _draw(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    _cards_allowed(t, tree, allowed)
    number, source, target = (t.tree(c) for c in tree.children)
    n = t.given(t.expr(number))
    if not isinstance(n.type, Int):
        raise t.faults.error(
            "CV503",
            n.span,
            f"'draw' wants a number of cards, and this is {tell(n.type)}",
            "write 'draw 3 from stock to me.hand'",
        )
    pack = count(t.scope.sorts["card"])
    if n.type.low > pack:
        raise t.faults.error(
            "CV539",
            n.span,
            f"more cards are drawn than there are: the pack has {pack}",
            "write how many are drawn",
        )
    if n.type.high < 0:
        raise t.faults.error(
            "CV534",
            n.span,
            "a negative number of cards cannot be drawn",
            "write how many are drawn: a number from 0",
        )
    return ir.Draw(
        n, _zone(t, source, family=False), _zone(t, target, family=False), span=t.span(tree)
    )


def _show(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    _cards_allowed(t, tree, allowed)
    return ir.Show(_cards(t, t.tree(tree.children[0])), span=t.span(tree))


def _assign(how: ir.How) -> Callable[[Typer, Syntax, Allowed], ir.Stmt]:
    def build(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
        place = t.tree(tree.children[0])
        target = t.expr(place)
        if not isinstance(target, ir.Get) or target.origin is not ir.Origin.CELL:
            raise t.faults.error(
                "CV535",
                t.span(place),
                "only a variable of 'state' can be given a value",
                "a definition is computed anew each time; declare a variable under 'state'",
            )
        cell = t.scope.cells[target.key]
        if cell.layer is not allowed.layer:
            raise t.faults.error("CV536", t.span(place), *_why_not(cell.name, cell.layer, allowed))
        if len(target.args) != len(cell.each):
            raise t.faults.error(
                "CV532",
                t.span(place),
                f"'{cell.name}' has several: say whose",
                f"write 'me.{cell.name}', 'leader.{cell.name}', …",
            )
        value = t.expr(t.tree(tree.children[1]))
        if how is ir.How.SET:
            value = t.fit(value, cell.type, f"the value of '{cell.name}'")
        else:
            value = t.given(value)
            for e in (target, value):
                if not isinstance(e.type, Int):
                    raise t.faults.error(
                        "CV503",
                        e.span,
                        f"'{how.value}' wants numbers, and this is {tell(e.type)}",
                        "':=' gives a value of any kind",
                    )
        return ir.Assign(
            ir.Place(target.key, target.args, t.span(place)), how, value, span=t.span(tree)
        )

    return build


def _why_not(name: str, layer: Layer, allowed: Allowed) -> tuple[str, str]:
    match layer:
        case Layer.OPTION:
            return f"'{name}' is an option: it stays as it is for the whole match", (
                "declare a variable under 'state' if it must change"
            )
        case Layer.MATCH:
            return f"'{name}' belongs to the match: it changes in 'after deal' only", (
                "move the line to 'match: after deal:', or use a variable of 'state'"
            )
        case Layer.DEAL:
            return f"'{name}' belongs to one deal and cannot be changed in {allowed.place}", (
                "give it its first value with 'start:'; "
                "a value to keep belongs under 'match: state:'"
            )


def _end_deal(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    if not allowed.end:
        raise t.faults.error(
            "CV537",
            t.span(tree),
            f"the deal cannot be ended in {allowed.place}",
            "'end deal' stands in moves and events",
        )
    return ir.EndDeal(span=t.span(tree))


def _for(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    name, domain, member, after = t.binder(t.tree(tree.children[0]))
    t.context.facts = lasting(t.context.facts)
    with t.binding(name, member):
        body = block(t, t.tree(tree.children[1]), allowed)
    return ir.For(name, domain, body, after, span=t.span(tree))


def _repeat(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    times = t.given(t.expr(t.tree(tree.children[0])))
    if not isinstance(times.type, Int):
        raise t.faults.error(
            "CV503",
            times.span,
            f"'repeat' wants a number, and this is {tell(times.type)}",
            "write 'repeat 3 times: …'",
        )
    if times.type.high > LONGEST:
        raise t.faults.error(
            "CV538",
            times.span,
            f"nothing is repeated more than {LONGEST} times",
            "go through a set with 'for', or let an event repeat it move by move",
        )
    t.context.facts = lasting(t.context.facts)
    body = block(t, t.tree(tree.children[1]), allowed)
    return ir.Repeat(times, body, span=t.span(tree))


LONGEST: Final = 1000


def _if(t: Typer, tree: Syntax, allowed: Allowed) -> ir.Stmt:
    parts = [t.tree(c) for c in tree.children]
    branches: list[tuple[ir.Expr, tuple[ir.Stmt, ...]]] = []
    otherwise: tuple[ir.Stmt, ...] = ()
    known = t.context.facts
    while parts:
        if str(parts[0].data) == "body":
            with t.under(known):
                otherwise = block(t, parts.pop(0), allowed)
            break
        with t.under(known):
            cond = t.truth(parts.pop(0))
        with t.under(known | holds(cond)):
            branches.append((cond, block(t, parts.pop(0), allowed)))
        known |= fails(cond)
    return ir.When(tuple(branches), otherwise, span=t.span(tree))


RULES: Final[Mapping[str, Callable[[Typer, Syntax, Allowed], ir.Stmt]]] = {
    "move": _move,
    "move_zone": _move_all,
    "draw": _draw,
    "show": _show,
    "assign": _assign(ir.How.SET),
    "add": _assign(ir.How.ADD),
    "subtract": _assign(ir.How.SUB),
    "end_deal": _end_deal,
    "for_": _for,
    "repeat": _repeat,
    "if_": _if,
}
