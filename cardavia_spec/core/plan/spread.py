"""Filters that ask for each member whether cards of its own lie in a set of cards.

`all u in suits where {ace of u, king of u} inside hand` takes no loop where these cards stand in
the deck as the members do in their sort: what the hand has of the aces, moved together, is a mask
of suits, and so is what it has of the kings.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num
from cardavia_spec.core.plan.constant import NotConstant, value
from cardavia_spec.core.types import Int, Scalar, Sort, Type, count, values
from cardavia_spec.core.walk import free, walk

if TYPE_CHECKING:
    from cardavia_spec.core.plan.lower import Lowerer
    from cardavia_spec.core.plan.writer import Env

MOST_CARDS = 4
"""So many cards a member may have: for more, each member is asked."""


def spread(
    w: Lowerer, mask: Code, name: str, member: Scalar, part: ir.Expr, there: Code, env: Env
) -> Code | None:
    """Return the members of `mask` whose own cards `part` all lie in `there`, or None.

    `part` may be one card or a set of them; where it is fixed by the member alone, or by one more
    name, and in order, no loop is needed.
    """
    if mask.kind is not Kind.SMALL or there.kind is not Kind.CARDS:
        return None
    if w.program.facts.reads_state(part) or isinstance(there, Num) or count(member) > 64:
        return None
    names = {x.name: x.type for x in walk(part) if isinstance(x, ir.Ref) and x.name in free(part)}
    others = [n for n in names if n != name and not isinstance(env.get(n), Num)]
    given = {n: env[n] for n in names if n != name and n not in others}
    fixed = {n: known.value for n, known in given.items() if isinstance(known, Num)}
    if any(not isinstance(names[n], Int | Sort) for n in names):
        return None
    if not others:
        rows = _rows(w, part, name, member, fixed)
        return None if rows is None else _gathered(mask, rows, there)
    if len(others) > 1:
        return None
    return _shifted(w, mask, name, member, part, there, env, others[0], names[others[0]], fixed)


def _rows(
    w: Lowerer, part: ir.Expr, name: str, member: Scalar, fixed: dict[str, int]
) -> list[tuple[int, ...]] | None:
    """Return the cards of each member in order, if each has as many and all rise with it."""
    rows = []
    members = values(member)
    if not members or members[0] != 0:
        return None
    try:
        for m in members:
            found = value(w.spec, part, {**fixed, name: m})
            rows.append(tuple(sorted(found)) if isinstance(found, frozenset) else (int(found),))
    except (NotConstant, TypeError):
        return None
    size = len(rows[0])
    if not 0 < size <= MOST_CARDS or any(len(row) != size for row in rows):
        return None
    rising = (x < y for a, b in pairwise(rows) for x, y in zip(a, b, strict=True))
    return rows if all(rising) else None


def _gathered(mask: Code, rows: list[tuple[int, ...]], there: Code) -> Code:
    found = mask
    for column in zip(*rows, strict=True):
        places = Num(sum(1 << card for card in column), Kind.CARDS)
        found = algebra.meet(found, code.Op("gather", (there, places), Kind.SMALL))
    return found


def _shifted(
    w: Lowerer,
    mask: Code,
    name: str,
    member: Scalar,
    part: ir.Expr,
    there: Code,
    env: Env,
    other: str,
    type_: Type,
    fixed: dict[str, int],
) -> Code | None:
    """Each value of another name has cards of its own that follow one another."""
    if not isinstance(type_, Int | Sort) or not 0 < count(type_) <= 128:
        return None
    bases = []
    for v in values(type_):
        rows = _rows(w, part, name, member, {**fixed, other: int(v)})
        if rows is None or any(row != (rows[0][0] + i,) for i, row in enumerate(rows)):
            return None
        bases.append(rows[0][0])
    low = int(values(type_)[0])
    at = algebra.arithmetic("-", env[other], Num(low))
    base = w.program.tabulated(tuple(bases), Kind.INT, at)
    field = code.Op("field", (there, base, Num(count(member))), Kind.SMALL)
    return algebra.meet(mask, field)


def in_blocks(
    w: Lowerer, mask: Code, name: str, inner: str, domain: ir.Expr, body: ir.Expr, env: Env
) -> Code | None:
    """Return the members that some card of a set has in a column, or None.

    The cards of each member have to follow one another in the deck, as many of each.
    """
    if mask.kind is not Kind.SMALL or w.program.kind(domain.type) is not Kind.CARDS:
        return None
    match body:
        case ir.Apply(Op.EQ, (ir.Get(ir.Origin.TABLE, key, (ir.Ref(card),)), ir.Ref(asked))):
            pass
        case ir.Apply(Op.EQ, (ir.Ref(asked), ir.Get(ir.Origin.TABLE, key, (ir.Ref(card),)))):
            pass
        case _:
            return None
    column = w.spec.tables[key].values
    members = column[-1]
    if (card, asked) != (inner, name) or not isinstance(members, int) or members < 0:
        return None
    width, left = divmod(len(column), members + 1)
    if left or width < 2 or list(column) != [i // width for i in range(len(column))]:
        return None
    tops = sum(1 << i for i in range(width - 1, len(column), width))
    others = (1 << len(column)) - 1 - tops
    there = w.temp(w.ex(domain, env), "there")
    parts = (there, Num(tops, Kind.CARDS), Num(others, Kind.CARDS))
    return algebra.meet(mask, code.Op("blocks", parts, Kind.SMALL))
