"""Formulas taken apart: into truths that hold together, and into their bare propositional bones."""

from __future__ import annotations

from cardavia_spec.back.smt.terms import (
    Term,
    bool_var,
    conj,
    disj,
    iff,
    ite,
    named,
    neg,
    postorder,
)


def split(formula: Term, most: int = 128) -> list[Term]:
    """Return truths that hold together just where one holds; no more than about so many."""
    found: list[Term] = []
    stack = [formula]
    while stack:
        term = stack.pop()
        if term.op == "named":
            stack.append(term.args[0])
            continue
        room = most - len(found) - len(stack)
        parts = _parts(term)
        if len(parts) > 1 and len(parts) <= room:
            stack += parts
        else:
            found.append(term)
    return found


def _parts(term: Term) -> list[Term]:
    """Return the parts of a conjunction, or of one that stands under conditions."""
    if term.op == "named":
        return _parts(term.args[0])
    if term.op == "and":
        return list(term.args)
    if term.op == "not" and term.args[0].op == "or":
        return [neg(arg) for arg in term.args[0].args]
    if term.op == "or":
        many = [(arg, parts) for arg in term.args if len(parts := _parts(arg)) > 1]
        if len(many) == 1:
            whole, parts = many[0]
            rest = [arg for arg in term.args if arg is not whole]
            return [disj([*rest, part]) for part in parts]
    return [term]


def skeleton(term: Term, known: dict[Term, Term]) -> Term:
    """Return a truth with comparisons of numbers made opaque: what holds so holds all the more."""
    for part in postorder((term,)):
        if part in known or not part.boolean:
            continue
        args = tuple(known.get(arg, arg) for arg in part.args)
        match part.op:
            case "=" | "<=":
                known[part] = bool_var(f"~{len(known)}")
            case "not":
                known[part] = neg(args[0])
            case "and":
                known[part] = conj(args)
            case "or":
                known[part] = disj(args)
            case "iff":
                known[part] = iff(*args)
            case "ite":
                known[part] = ite(*args)
            case "named":
                known[part] = named(args[0])
            case _:
                known[part] = part
    return known[term]
