"""Working out what is known of codes, and taking simpler ones of the same value."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardavia_spec.back.python.quick.trees import rewritten
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Code, Kind, Num, Op

_OPS = frozenset(
    ("not", "and", "or", "some", "one", "pop", "has", "==", "<", "<=", "|", "&", "&~", "+", "when")
)


_NUMBERS = frozenset(("some", "one", "pop", "has", "==", "<", "<=", "|", "&~", "+", "when"))
"""Operators with nothing to work out unless one side is a number."""


_AS_THEY_ARE: dict[int, Code] = {}
"""Codes in which nothing is to be worked out, by their identity."""
_MOST: Final = 1 << 16


def folded(c: Code) -> Code:
    """Return a code with constants worked out, in all its parts."""
    if id(c) in _AS_THEY_ARE:
        return c
    new = rewritten(c, fold)
    if new is c:
        if len(_AS_THEY_ARE) >= _MOST:
            _AS_THEY_ARE.clear()
        _AS_THEY_ARE[id(c)] = c
    return new


def fold(c: Code) -> Code:
    """Return a code with constants worked out, its parts being as they are to be."""
    if isinstance(c, Op):
        if c.op not in _OPS or (c.op in _NUMBERS and not any(isinstance(a, Num) for a in c.args)):
            return c
        new = _known(c)
    elif isinstance(c, code.Pick):
        new = _picked(c)
    else:
        return c
    return c if new == c else new


def _picked(c: code.Pick) -> Code:
    match c:
        case code.Pick(Num(value), then, other):
            return then if value else other
        case code.Pick(Op("some", (Num() | code.Var() | code.Zone() as m,)), n, Num(0)) if m == n:
            return m
        case code.Pick(cond, a, b) if a == b:
            return a
        case code.Pick(cond, a, b, Kind.BOOL):
            if b == FALSE:
                return algebra.both(cond, a)
            return algebra.either(cond, b) if a == TRUE else c
        case _:
            return c


def _known(c: Op) -> Code:
    match c:
        case Op("not", (Op("or" | "and" as op, (a, b)),)):
            turned = "and" if op == "or" else "or"
            return Op(turned, (algebra.deny(a), algebra.deny(b)), Kind.BOOL)
        case Op("not", (a,)):
            return algebra.deny(_bool(a))
        case Op("&", (a, code.At(array, code.Pick(Op("some", (b,)), index, _), kind))) if a == b:
            # With an empty mask any entry will do; where there is none, the quick loop gives up.
            return Op("&", (a, code.At(array, index, kind)), c.kind)
        case Op("and", (a, b)):
            return algebra.both(_bool(a), _bool(b))
        case Op("or", (a, b)):
            return algebra.either(_bool(a), _bool(b))
        case Op("some", (Num() as a,)):
            return algebra.some(a)
        case Op("one", (Num() as a,)):
            return algebra.one(a)
        case Op("pop", (Num() as a,)):
            return algebra.pop(a)
        case Op("has", (Num(m), Num(i))):
            return TRUE if m >> i & 1 else FALSE
        case Op("has", (Num(0), _)):
            return FALSE
        case Op("==", (Num(a), Num(b))):
            return TRUE if a == b else FALSE
        case Op("<", (Num(a), Num(b))):
            return TRUE if a < b else FALSE
        case Op("<=", (Num(a), Num(b))):
            return TRUE if a <= b else FALSE
        case Op("<=", (Num(1), Op("pop", (m,)))) | Op("<", (Num(0), Op("pop", (m,)))):
            return algebra.some(m)
        case Op("==", (Op("pop", (m,)), Num(0))) | Op("==", (Num(0), Op("pop", (m,)))):
            return algebra.deny(algebra.some(m))
        case Op("|", (a, b)):
            return algebra.join(a, b)
        case Op("&", (a, b)):
            return algebra.meet(a, b)
        case Op("&~", (Num(0) as zero, _)):
            return zero
        case Op("&~", (a, b)):
            return algebra.without(a, b)
        case Op("+", (Num(0), b)) | Op("+", (b, Num(0))):
            return b
        case Op("when", (Num(value), m)):
            return m if value else Num(0, c.kind)
        case _:
            return c


def _bool(c: Code) -> Code:
    return replace(c, kind=Kind.BOOL) if isinstance(c, Num) and c.kind is not Kind.BOOL else c
