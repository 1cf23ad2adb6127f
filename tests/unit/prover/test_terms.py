"""Terms: simplification never changes a value, digests know content, z3 means the same."""

from __future__ import annotations

from collections.abc import Callable

from cardavia_spec.back.smt.emit import Answer, Solver, text
from cardavia_spec.back.smt.terms import (
    Term,
    add,
    at_most_one,
    bool_var,
    conj,
    disj,
    div,
    eq,
    exactly_one,
    iff,
    implies,
    int_var,
    ite,
    le,
    lt,
    mod,
    mul,
    named,
    neg,
    number,
    sub,
)
from cardavia_spec.back.smt.walks import evaluate
from cardavia_spec.check.prover.parts import skeleton, split
from cardavia_spec.core.rng import Random
from tests.unit.prover.encoded import LONG

Model = dict[Term, bool | int]
Truth = tuple[Term, Callable[[Model], bool]]
Whole = tuple[Term, Callable[[Model], int]]

BOOLS = [bool_var(f"p{i}") for i in range(4)]
INTS = [int_var(f"x{i}") for i in range(3)]


def _truth(rng: Random, depth: int) -> Truth:
    """Return a random truth, and what it means as a function of a valuation."""
    if depth == 0:
        v = BOOLS[rng.below(len(BOOLS))]
        return v, lambda m: bool(m[v])
    a, f = _truth(rng, depth - 1)
    b, g = _truth(rng, depth - 1)
    x, h = _whole(rng, depth - 1)
    y, k = _whole(rng, depth - 1)
    match rng.below(9):
        case 0:
            return conj((a, b)), lambda m: f(m) and g(m)
        case 1:
            return disj((a, b)), lambda m: f(m) or g(m)
        case 2:
            return neg(a), lambda m: not f(m)
        case 3:
            return iff(a, b), lambda m: f(m) == g(m)
        case 4:
            return implies(a, named(b)), lambda m: not f(m) or g(m)
        case 5:
            return eq(x, y), lambda m: h(m) == k(m)
        case 6:
            return le(x, y), lambda m: h(m) <= k(m)
        case 7:
            return lt(x, y), lambda m: h(m) < k(m)
        case _:
            return ite(a, b, neg(b)), lambda m: g(m) if f(m) else not g(m)


def _whole(rng: Random, depth: int) -> Whole:
    if depth == 0:
        if rng.below(2):
            n = rng.below(7) - 3
            return number(n), lambda m: n
        v = INTS[rng.below(len(INTS))]
        return v, lambda m: m[v]
    x, h = _whole(rng, depth - 1)
    y, k = _whole(rng, depth - 1)
    a, f = _truth(rng, depth - 1)
    match rng.below(6):
        case 0:
            return add((x, y)), lambda m: h(m) + k(m)
        case 1:
            return sub(x, y), lambda m: h(m) - k(m)
        case 2:
            return mul(number(3), x), lambda m: 3 * h(m)
        case 3:
            return div(x, 3), lambda m: h(m) // 3
        case 4:
            return mod(x, 3), lambda m: h(m) % 3
        case _:
            return ite(a, x, y), lambda m: h(m) if f(m) else k(m)


def test_simplified_terms_keep_their_value() -> None:
    rng = Random(5)
    for _ in range(2000):
        term, meaning = _truth(rng, 3)
        model: Model = {v: bool(rng.below(2)) for v in BOOLS}
        model.update({v: rng.below(9) - 4 for v in INTS})
        assert evaluate(term, model) == int(meaning(model))


def test_z3_means_the_same() -> None:
    rng = Random(6)
    for _ in range(150):
        term, _ = _truth(rng, 3)
        model: Model = {v: bool(rng.below(2)) for v in BOOLS}
        model.update({v: rng.below(9) - 4 for v in INTS})
        solver = Solver(timeout=LONG)
        solver.add(v if model[v] else neg(v) for v in BOOLS)
        solver.add(eq(v, number(model[v])) for v in INTS)
        wanted = term if evaluate(term, model) else neg(term)
        assert solver.check((), wanted) is Answer.UNSAT
        assert solver.check((), neg(wanted)) is Answer.SAT


def test_one_of_several() -> None:
    rng = Random(7)
    for _ in range(200):
        model: Model = {v: bool(rng.below(2)) for v in BOOLS}
        count = sum(bool(model[v]) for v in BOOLS)
        assert evaluate(at_most_one(BOOLS), model) == (count <= 1)
        assert evaluate(exactly_one(BOOLS), model) == (count == 1)


def test_equal_terms_are_the_same_and_digests_know_content() -> None:
    p, q = BOOLS[:2]
    assert conj((p, q)) is conj((p, q))
    assert conj((p, q)).digest == conj((q, p)).digest
    assert conj((p, q)).digest != disj((p, q)).digest
    assert bool_var("1").digest != int_var("1").digest
    assert conj((p, neg(p))).value is False


def test_cores_name_what_was_needed() -> None:
    p, q, r = BOOLS[:3]
    solver = Solver(timeout=LONG)
    solver.add([implies(p, q)])
    assert solver.check([p, r], q) is Answer.UNSAT
    assert solver.core == [p]


def test_text_asks_the_same() -> None:
    import z3

    rng = Random(8)
    for _ in range(40):
        term, _ = _truth(rng, 4)
        own = Solver(timeout=LONG)
        answer = own.check((), neg(term))
        other = z3.Solver()
        other.from_string("\n".join(line for line in text([term]) if line != "(check-sat)"))
        assert str(other.check()) == answer.value


def test_a_truth_is_split_into_parts_that_hold_together() -> None:
    rng = Random(9)
    for _ in range(1500):
        term, _ = _truth(rng, 4)
        parts = split(term)
        model: Model = {v: bool(rng.below(2)) for v in BOOLS}
        model.update({v: rng.below(9) - 4 for v in INTS})
        assert evaluate(conj(parts), model) == evaluate(term, model)


def test_without_numbers_less_is_known() -> None:
    """What follows from the skeletons follows: a skeleton never says more than the term."""
    rng = Random(10)
    for _ in range(60):
        term, _ = _truth(rng, 3)
        known: dict[Term, Term] = {}
        thin = skeleton(term, known)
        solver = Solver(timeout=LONG)
        if solver.check((), thin) is Answer.UNSAT:
            assert Solver(timeout=LONG).check((), term) is Answer.UNSAT
