"""Small codes put together: what is constant is computed now."""

from __future__ import annotations

from cardavia_spec.core.plan.code import FALSE, TRUE, Code, Kind, Num, Op, Var


def simple(code: Code) -> bool:
    """Whether looking at it twice costs nothing."""
    return isinstance(code, Num | Var)


def both(a: Code, b: Code) -> Code:
    """Logical and."""
    if a == TRUE:
        return b
    if b == TRUE:
        return a
    if FALSE in (a, b):
        return FALSE
    return Op("and", (a, b), Kind.BOOL)


def either(a: Code, b: Code) -> Code:
    """Logical or."""
    if a == FALSE:
        return b
    if b == FALSE:
        return a
    if TRUE in (a, b):
        return TRUE
    return Op("or", (a, b), Kind.BOOL)


def at_most(a: Code, b: Code) -> Code:
    """Whether a number is at most another."""
    if isinstance(a, Num) and isinstance(b, Num):
        return TRUE if a.value <= b.value else FALSE
    return Op("<=", (a, b), Kind.BOOL)


def deny(a: Code) -> Code:
    """Logical not."""
    if a in (TRUE, FALSE):
        return FALSE if a == TRUE else TRUE
    if isinstance(a, Op) and a.op == "not":
        return a.args[0]
    return Op("not", (a,), Kind.BOOL)


def meet(a: Code, b: Code) -> Code:
    """Intersection of masks."""
    if isinstance(a, Num) and isinstance(b, Num):
        return Num(a.value & b.value, a.kind)
    if Num(0, a.kind) in (a, b):
        return Num(0, a.kind)
    return Op("&", (a, b), a.kind)


def join(a: Code, b: Code) -> Code:
    """Union of masks."""
    if isinstance(a, Num) and isinstance(b, Num):
        return Num(a.value | b.value, a.kind)
    if a == Num(0, a.kind):
        return b
    if b == Num(0, b.kind):
        return a
    return Op("|", (a, b), a.kind)


def without(a: Code, b: Code) -> Code:
    """Difference of masks."""
    if isinstance(a, Num) and isinstance(b, Num):
        return Num(a.value & ~b.value, a.kind)
    if b == Num(0, b.kind) or a == Num(0, a.kind):
        return a
    return Op("&~", (a, b), a.kind)


def some(a: Code) -> Code:
    """Whether a mask is not empty."""
    if isinstance(a, Num):
        return TRUE if a.value else FALSE
    return Op("some", (a,), Kind.BOOL)


def one(a: Code) -> Code:
    """Whether a mask has exactly one bit."""
    if isinstance(a, Num):
        return TRUE if a.value.bit_count() == 1 else FALSE
    return Op("one", (a,), Kind.BOOL)


def pop(a: Code) -> Code:
    """How many bits a mask has."""
    if isinstance(a, Num):
        return Num(a.value.bit_count())
    return Op("pop", (a,))


def arithmetic(op: str, a: Code, b: Code) -> Code:
    """Return a sum, difference or product; constants are computed now."""
    if isinstance(a, Num) and isinstance(b, Num):
        return Num({"+": a.value + b.value, "-": a.value - b.value, "*": a.value * b.value}[op])
    if op in "+-" and isinstance(b, Num) and b.value == 0:
        return a
    if op == "+" and isinstance(a, Num) and a.value == 0:
        return b
    if op == "*" and isinstance(a, Num) and a.value in (0, 1):
        return Num(0) if a.value == 0 else b
    return Op(op, (a, b))


def compared(op: str, a: Code, b: Code) -> Code:
    """Return `a < b` or `a <= b`; sizes against 0 and 1 are asked of the mask."""
    if isinstance(a, Num) and isinstance(b, Num):
        return TRUE if (a.value < b.value if op == "<" else a.value <= b.value) else FALSE
    strict = op == "<"
    if isinstance(b, Op) and b.op == "pop" and isinstance(a, Num):
        least = a.value + strict  # the size is at least this
        if least <= 0:
            return TRUE
        if least == 1:
            return some(b.args[0])
    if isinstance(a, Op) and a.op == "pop" and isinstance(b, Num):
        most = b.value - strict
        if most < 0:
            return FALSE
        if most == 0:
            return deny(some(a.args[0]))
    return Op(op, (a, b), Kind.BOOL)


def among(value: Code, members: list[int]) -> Code:
    """Return whether a number is one of these (ascending): ranges are compared by their ends."""
    found: Code = FALSE
    while members:
        n = 1
        while n < len(members) and members[n] == members[0] + n:
            n += 1
        low, high = Num(members[0]), Num(members[n - 1])
        one = (
            equal(value, low)
            if n == 1
            else both(Op("<=", (low, value), Kind.BOOL), Op("<=", (value, high), Kind.BOOL))
        )
        found, members = either(found, one), members[n:]
    return found


def equal(a: Code, b: Code) -> Code:
    """Return whether two numbers are the same."""
    if isinstance(a, Num) and isinstance(b, Num):
        return TRUE if a.value == b.value else FALSE
    for counted, number in ((a, b), (b, a)):
        if isinstance(counted, Op) and counted.op == "pop" and isinstance(number, Num):
            if number.value == 0:
                return deny(some(counted.args[0]))
            if number.value == 1:
                return one(counted.args[0])
    return Op("==", (a, b), Kind.BOOL)
