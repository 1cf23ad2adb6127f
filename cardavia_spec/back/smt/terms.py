"""Hash-consed terms: truths and whole numbers, simplified as they are made.

Equal terms are the same object, so identity is equality.  A term knows its digest, which speaks of
its content alone (the order of the arguments of `and`, `or` and `+` does not count), and can be
evaluated under a valuation of its variables without a solver.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

ABSORBED: Final = 12
"""Longer parts are not looked through for one that stands alone beside them."""

GLANCE: Final = 4
"""Longer parts are not looked through for what is known to hold."""

COMMUTING: Final = frozenset({"and", "or", "iff", "=", "+"})


class Term:
    """A node: operator, arguments, and for a constant or variable its value or name.

    Operators: `const`, `var`, `named` (its argument under a name of its own, so that a solver
    sees a chain of prefixes step by step), `not`, `and`, `or`, `iff`, `ite`, `=`, `<=`, `+`,
    `*`, `div`, `mod` (the last two by a positive constant).
    """

    __slots__ = ("_digest", "args", "boolean", "op", "value")

    op: str
    args: tuple[Term, ...]
    value: bool | int | str | None
    boolean: bool
    _digest: bytes | None

    @property
    def digest(self) -> bytes:
        """Sixteen bytes that stand for the content of the term."""
        if self._digest is None:
            for term in postorder((self,)):
                if term._digest is None:
                    inner = [arg._digest or b"" for arg in term.args]
                    if term.op in COMMUTING:
                        inner.sort()
                    head = f"{term.op}|{term.value}|{term.boolean}|".encode()
                    term._digest = blake2b(head + b"".join(inner), digest_size=16).digest()
        assert self._digest is not None
        return self._digest

    def __repr__(self) -> str:
        if self.op in ("const", "var"):
            return str(self.value)
        return f"({self.op} {' '.join(map(repr, self.args))})"


_TABLE: Final[dict[object, Term]] = {}


def _make(
    op: str, args: tuple[Term, ...], boolean: bool, value: bool | int | str | None = None
) -> Term:
    key = (op, args) if value is None else (op, boolean, value)
    term = _TABLE.get(key)
    if term is None:
        term = Term()
        term.op, term.args, term.boolean, term.value = op, args, boolean, value
        term._digest = None
        _TABLE[key] = term
    return term


TRUE: Final = _make("const", (), True, True)
FALSE: Final = _make("const", (), True, False)


def truth(value: bool) -> Term:
    """Return the constant truth."""
    return TRUE if value else FALSE


def number(value: int) -> Term:
    """Return the constant number."""
    return _make("const", (), False, int(value))


ZERO: Final = number(0)
ONE: Final = number(1)


def bool_var(name: str) -> Term:
    """Return the truth variable of this name."""
    return _make("var", (), True, name)


def int_var(name: str) -> Term:
    """Return the number variable of this name."""
    return _make("var", (), False, name)


def named(term: Term) -> Term:
    """Return the same truth under a name of its own (constants, variables, negations stay)."""
    if term.op in ("const", "var", "named", "not"):
        return term
    return _make("named", (term,), term.boolean)


def neg(a: Term) -> Term:
    """Not a."""
    if a is TRUE:
        return FALSE
    if a is FALSE:
        return TRUE
    return a.args[0] if a.op == "not" else _make("not", (a,), True)


def conj(parts: Iterable[Term]) -> Term:
    """All of them."""
    kept: dict[Term, None] = {}
    for part in parts:
        if part is FALSE:
            return FALSE
        if part is not TRUE:
            kept[part] = None
    if not kept:
        return TRUE
    if len(kept) == 1:
        return next(iter(kept))
    for part in kept:
        if part.op == "not" and part.args[0] in kept:
            return FALSE
    return _absorbed("and", "or", kept)


def disj(parts: Iterable[Term]) -> Term:
    """Any of them."""
    kept: dict[Term, None] = {}
    for part in parts:
        if part is TRUE:
            return TRUE
        if part is not FALSE:
            kept[part] = None
    if not kept:
        return FALSE
    if len(kept) == 1:
        return next(iter(kept))
    for part in kept:
        if part.op == "not" and part.args[0] in kept:
            return TRUE
    return _absorbed("or", "and", kept)


def _absorbed(op: str, dual: str, kept: dict[Term, None]) -> Term:
    """Leave out what follows from a part that stands alone: `a and (a or b)` is `a`."""
    parts = [
        part
        for part in kept
        if part.op != dual or len(part.args) > ABSORBED or not any(arg in kept for arg in part.args)
    ]
    return parts[0] if len(parts) == 1 else _make(op, tuple(parts), True)


def implies(a: Term, b: Term) -> Term:
    """If a then b."""
    return disj((neg(a), b))


def given(term: Term, fact: Term, depth: int = 5) -> Term:
    """Return what a truth comes to where another holds, as far as it is seen at a glance."""
    if term is fact:
        return TRUE
    op, args = term.op, term.args
    if not depth or len(args) > GLANCE or op not in ("not", "and", "or", "iff"):
        return term
    changed = [given(arg, fact, depth - 1) for arg in args]
    for old, new in zip(args, changed, strict=True):
        if old is not new:
            break
    else:
        return term
    match op:
        case "not":
            return neg(changed[0])
        case "and":
            return conj(changed)
        case "or":
            return disj(changed)
        case _:
            return iff(*changed)


def iff(a: Term, b: Term) -> Term:
    """The same truth."""
    if a is b:
        return TRUE
    if a is TRUE:
        return b
    if b is TRUE:
        return a
    if a is FALSE:
        return neg(b)
    if b is FALSE:
        return neg(a)
    if neg(a) is b:
        return FALSE
    return _make("iff", (a, b), True)


def ite(cond: Term, then: Term, other: Term) -> Term:
    """Return `then` where `cond`, else `other` (both truths or both numbers)."""
    if cond is TRUE or then is other:
        return then
    if cond is FALSE:
        return other
    if then.boolean:
        if then is TRUE:
            return disj((cond, other))
        if then is FALSE:
            return conj((neg(cond), other))
        if other is TRUE:
            return disj((neg(cond), then))
        if other is FALSE:
            return conj((cond, then))
    if cond.op == "not":
        cond, then, other = cond.args[0], other, then
    return _make("ite", (cond, then, other), then.boolean)


def _constants(term: Term) -> bool:
    return term.op == "ite" and term.args[1].op == "const" and term.args[2].op == "const"


def eq(a: Term, b: Term) -> Term:
    """Two numbers are equal."""
    if a is b:
        return TRUE
    if a.op == "const":
        a, b = b, a
    if b.op == "const":
        if a.op == "const":
            return FALSE
        if _constants(a):
            return ite(a.args[0], eq(a.args[1], b), eq(a.args[2], b))
    return _make("=", (a, b), True)


def le(a: Term, b: Term) -> Term:
    """A number is at most another."""
    if a is b:
        return TRUE
    if a.op == "const" and b.op == "const":
        return truth(_int(a) <= _int(b))
    if b.op == "const" and _constants(a):
        return ite(a.args[0], le(a.args[1], b), le(a.args[2], b))
    if a.op == "const" and _constants(b):
        return ite(b.args[0], le(a, b.args[1]), le(a, b.args[2]))
    return _make("<=", (a, b), True)


def lt(a: Term, b: Term) -> Term:
    """A number is below another."""
    return neg(le(b, a))


def _int(term: Term) -> int:
    assert isinstance(term.value, int)
    return term.value


def add(parts: Iterable[Term]) -> Term:
    """Sum of numbers; inner sums are taken up, constants put together."""
    fixed = 0
    kept: list[Term] = []
    for part in parts:
        for item in part.args if part.op == "+" else (part,):
            if item.op == "const":
                fixed += _int(item)
            else:
                kept.append(item)
    if fixed or not kept:
        kept.append(number(fixed))
    return kept[0] if len(kept) == 1 else _make("+", tuple(kept), False)


def mul(a: Term, b: Term) -> Term:
    """Product of two numbers."""
    if b.op == "const":
        a, b = b, a
    if a.op == "const":
        factor = _int(a)
        if factor == 1:
            return b
        if factor == 0:
            return ZERO
        if b.op == "const":
            return number(factor * _int(b))
        if b.op == "*" and b.args[0].op == "const":
            return mul(number(factor * _int(b.args[0])), b.args[1])
        if b.op == "+":
            return add(mul(a, item) for item in b.args)
        if b.op == "ite":
            return ite(b.args[0], mul(a, b.args[1]), mul(a, b.args[2]))
    return _make("*", (a, b), False)


def sub(a: Term, b: Term) -> Term:
    """Difference of two numbers; what stands in both falls out."""
    left = list(a.args if a.op == "+" else (a,))
    right: list[Term] = []
    for item in b.args if b.op == "+" else (b,):
        if item in left:
            left.remove(item)
        else:
            right.append(item)
    return add([*left, *(mul(number(-1), item) for item in right)])


def div(a: Term, by: int) -> Term:
    """Whole quotient, rounded down, by a positive constant."""
    return number(_int(a) // by) if a.op == "const" else _make("div", (a, number(by)), False)


def mod(a: Term, by: int) -> Term:
    """Remainder, never negative, by a positive constant."""
    return number(_int(a) % by) if a.op == "const" else _make("mod", (a, number(by)), False)


def exactly_one(parts: Iterable[Term]) -> Term:
    """One of them and no more."""
    listed = [part for part in parts if part is not FALSE]
    return conj((disj(listed), at_most_one(listed)))


def at_most_one(parts: Iterable[Term]) -> Term:
    """No two of them."""
    listed = [part for part in parts if part is not FALSE]

    def go(low: int, high: int) -> tuple[Term, Term]:
        if high - low == 1:
            return TRUE, listed[low]
        middle = (low + high) // 2
        a, x = go(low, middle)
        b, y = go(middle, high)
        return conj((a, b, neg(conj((x, y))))), disj((x, y))

    return go(0, len(listed))[0] if listed else TRUE


def postorder(roots: Iterable[Term]) -> Iterable[Term]:
    """Every term below `roots` once, arguments before what is made of them."""
    seen: set[Term] = set()
    stack: list[Term | tuple[Term]] = list(roots)
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            yield top[0]
        elif top not in seen:
            seen.add(top)
            stack.append((top,))
            stack.extend(arg for arg in top.args if arg not in seen)
