"""Terms looked through: their variables, their values under a valuation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardavia_spec.back.smt.terms import Term, postorder


def variables(roots: Iterable[Term]) -> frozenset[Term]:
    """The variables below `roots`."""
    return frozenset(term for term in postorder(roots) if term.op == "var")


def evaluate(
    root: Term, values: Mapping[Term, bool | int], cache: dict[Term, int] | None = None
) -> int:
    """Return the value of a term; a variable that `values` does not list counts as false or 0."""
    done: dict[Term, int] = {} if cache is None else cache
    if root in done:
        return done[root]
    stack = [root]
    while stack:
        term = stack[-1]
        missing = [arg for arg in term.args if arg not in done]
        if missing:
            stack += missing
            continue
        stack.pop()
        if term not in done:
            done[term] = _value(term, [done[arg] for arg in term.args], values)
    return done[root]


def _value(term: Term, args: list[int], values: Mapping[Term, bool | int]) -> int:
    match term.op:
        case "const":
            return int(term.value) if term.value is not None else 0
        case "var":
            return int(values.get(term, 0))
        case "named":
            return args[0]
        case "not":
            return int(not args[0])
        case "and":
            return int(all(args))
        case "or":
            return int(any(args))
        case "iff" | "=":
            return int(args[0] == args[1])
        case "ite":
            return args[1] if args[0] else args[2]
        case "<=":
            return int(args[0] <= args[1])
        case "+":
            return sum(args)
        case "*":
            return args[0] * args[1]
        case "div":
            return args[0] // args[1]
        case "mod":
            return args[0] % args[1]
        case _:
            raise AssertionError(term.op)
