"""The operators of the rule language, as data: one list that every back end must cover.

`MEANING` is their meaning on plain values.  The front end folds constants with it and the
reference interpreter runs it; every other back end has a table of its own that tests hold
against this one.  AND, OR, IMPLIES stand here for completeness: they are evaluated from left to
right and the right side only where the left does not decide.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final


class Op(Enum):
    """First-order operators on values."""

    NOT = "not"
    AND = "and"
    OR = "or"
    IMPLIES = "implies"
    EQ = "is"
    LT = "<"
    LE = "<="
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "div"
    MOD = "mod"
    MIN = "min"
    MAX = "max"
    IN = "in"
    INSIDE = "inside"
    UNION = "union"
    MINUS = "without"
    BOTH = "&"
    SIZE = "size"
    EMPTY = "empty"
    SETOF = "{}"  # the set of its arguments, any number of them
    INTERVAL = ".."  # the set from the first to the second, both included
    GIVEN = "given"  # its argument, obliged not to be none
    FIT = "fit"  # its argument, obliged to lie in the node's own type


class FoldOp(Enum):
    """Ways to fold a body over the members of a set."""

    SOME = "some"
    EVERY = "every"
    SUM = "sum"
    UNION = "union"  # of bodies that are sets


class PickOp(Enum):
    """Ways to pick one member of a set; each obliges one to exist."""

    THE = "the"  # and obliges it to be the only one
    FIRST = "first"  # in canonical order, or from the one after a given member round to it


class BestOp(Enum):
    """Which end of the order of keys is kept."""

    HIGHEST = "highest"
    LOWEST = "lowest"


def _interval(low: int, high: int) -> frozenset[int]:
    return frozenset(range(low, high + 1))


MEANING: Final[Mapping[Op, Callable[..., Any]]] = {
    Op.NOT: operator.not_,
    Op.AND: lambda *xs: all(xs),
    Op.OR: lambda *xs: any(xs),
    Op.IMPLIES: lambda a, b: not a or b,
    Op.EQ: operator.eq,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: operator.floordiv,
    Op.MOD: operator.mod,
    Op.MIN: min,
    Op.MAX: max,
    Op.IN: lambda x, xs: x in xs,
    Op.INSIDE: operator.le,
    Op.UNION: operator.or_,
    Op.MINUS: operator.sub,
    Op.BOTH: operator.and_,
    Op.SIZE: len,
    Op.EMPTY: operator.not_,
    Op.SETOF: lambda *xs: frozenset(xs),
    Op.INTERVAL: _interval,
    Op.GIVEN: lambda x: x,
    Op.FIT: lambda x: x,
}
"""Each operator on plain values.  GIVEN and FIT check their obligation where they are run."""
