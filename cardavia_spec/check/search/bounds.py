"""What a term can be at all, by the bounds of its numbers: often enough to spare a question."""

from __future__ import annotations

from typing import Final

from cardavia_spec.back.smt.terms import Term

Span = tuple[int, int]
"""The lowest and the highest value; truths are 0 or 1."""

ANY: Final = 1 << 20
"""A number that nothing is known of lies within this bound (only to have one)."""


class Bounds:
    """Finds and remembers the bounds of terms."""

    def __init__(self) -> None:
        self._known: dict[Term, Span] = {}

    def truth(self, term: Term) -> bool | None:
        """Return the value that a truth has anyway; None where it is open."""
        low, high = self.of(term)
        return bool(low) if low == high else None

    def of(self, root: Term) -> Span:
        """Return the bounds of a term."""
        known = self._known
        stack = [root]
        while stack:
            term = stack[-1]
            if term in known:
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            known[term] = _span(term, [known[arg] for arg in term.args])
        return known[root]


def _span(term: Term, args: list[Span]) -> Span:
    match term.op:
        case "const":
            value = int(term.value or 0)
            return value, value
        case "var":
            return (0, 1) if term.boolean else (-ANY, ANY)
        case "named":
            return args[0]
        case "not":
            return 1 - args[0][1], 1 - args[0][0]
        case "and":
            return min(a for a, _ in args), min(b for _, b in args)
        case "or":
            return max(a for a, _ in args), max(b for _, b in args)
        case "ite":
            (test, other), (a, b), (c, d) = args
            if test == other:
                return (a, b) if test else (c, d)
            return min(a, c), max(b, d)
        case "+":
            return sum(a for a, _ in args), sum(b for _, b in args)
        case "*":
            ends = [a * b for a in args[0] for b in args[1]]
            return min(ends), max(ends)
        case "<=":
            (a, b), (c, d) = args
            return int(b <= c), int(a <= d)
        case "=" | "iff":
            (a, b), (c, d) = args
            return int(a == b == c == d), int(a <= d and c <= b)
        case "div":
            (a, b), (by, _) = args
            return a // by, b // by
        case "mod":
            return 0, args[1][0] - 1
        case _:
            raise AssertionError(term.op)
