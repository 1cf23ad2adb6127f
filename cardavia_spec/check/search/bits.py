"""Terms in bits: numbers as words that are wide enough, for an incremental solver of truths.

Nothing here is weakened: a term has the value that `terms.evaluate` says, or the question is put
again with wider words.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any, Final

import z3

# z3 has no types: its objects are `Any`, and only here.
# ruff: noqa: ANN401
from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.terms import TRUE, Term

Span = tuple[int, int]

TIMEOUT: Final = "timeout"


class TooNarrow(Exception):
    """A number may pass the width of the words; `width` would be enough."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(width)


class Words:
    """Terms as z3 nodes, numbers as words of `width` bits; shared by any number of solvers."""

    def __init__(self, width: int) -> None:
        self._lib: Any = z3.z3core
        self._ctx: Any = z3.main_ctx().ref()
        self._bool: Any = z3.BoolSort().ast
        self._word: Any = z3.BitVecSort(width).ast
        self.width = width
        self._top = (1 << (width - 1)) - 1
        self._done: dict[Term, Any] = {}
        self._spans: dict[Term, Span] = {}
        self.domains: dict[Term, Span] = {}

    @property
    def size(self) -> int:
        """How many terms it was given."""
        return len(self._done)

    # ------------------------------------------------------------------ terms

    def _hold(self, ast: Any) -> Any:
        self._lib.Z3_inc_ref(self._ctx, ast)
        return ast

    def _constant(self, name: str, *, boolean: bool) -> Any:
        symbol = self._lib.Z3_mk_string_symbol(self._ctx, name)
        sort = self._bool if boolean else self._word
        return self._hold(self._lib.Z3_mk_const(self._ctx, symbol, sort))

    def _number(self, value: int) -> Any:
        text = str(value if value >= 0 else value + (1 << self.width))
        return self._hold(self._lib.Z3_mk_numeral(self._ctx, text, self._word))

    def ast(self, root: Term) -> Any:
        """Return the z3 node of a term."""
        done = self._done
        stack = [root]
        while stack:
            term = stack[-1]
            if term in done:
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in done]
            if missing:
                stack += missing
                continue
            stack.pop()
            done[term] = self._make(term, [done[arg] for arg in term.args])
        return done[root]

    def _make(self, term: Term, args: list[Any]) -> Any:
        lib, ctx = self._lib, self._ctx
        if not term.boolean:
            self._fit(term)
        match term.op:
            case "const":
                if not term.boolean:
                    assert isinstance(term.value, int)
                    return self._number(term.value)
                make = lib.Z3_mk_true if term is TRUE else lib.Z3_mk_false
                return self._hold(make(ctx))
            case "var":
                return self._constant(str(term.value), boolean=term.boolean)
            case "named":
                return args[0]
            case "not":
                return self._hold(lib.Z3_mk_not(ctx, args[0]))
            case "and":
                return self._many(lib.Z3_mk_and, args)
            case "or":
                return self._many(lib.Z3_mk_or, args)
            case "iff" | "=":
                return self._hold(lib.Z3_mk_eq(ctx, args[0], args[1]))
            case "ite":
                return self._hold(lib.Z3_mk_ite(ctx, args[0], args[1], args[2]))
            case "<=":
                return self._hold(lib.Z3_mk_bvsle(ctx, args[0], args[1]))
            case "+":
                return self._sum(args)
            case "*":
                return self._hold(lib.Z3_mk_bvmul(ctx, args[0], args[1]))
            case "mod":
                return self._hold(lib.Z3_mk_bvsmod(ctx, args[0], args[1]))
            case "div":
                rest = self._hold(lib.Z3_mk_bvsmod(ctx, args[0], args[1]))
                even = self._hold(lib.Z3_mk_bvsub(ctx, args[0], rest))
                return self._hold(lib.Z3_mk_bvsdiv(ctx, even, args[1]))
            case _:
                raise AssertionError(term.op)

    def _many(self, make: Any, args: list[Any]) -> Any:
        array = (z3.Ast * len(args))(*args)
        return self._hold(make(self._ctx, len(args), array))

    def _sum(self, args: list[Any]) -> Any:
        """Add up in pairs, so that the numbers stay small where they can."""
        while len(args) > 1:
            pairs = [
                self._hold(self._lib.Z3_mk_bvadd(self._ctx, a, b))
                for a, b in zip(args[::2], args[1::2], strict=False)
            ]
            args = pairs + args[len(pairs) * 2 :]
        return args[0]

    def _fit(self, term: Term) -> None:
        """See to it that a number cannot pass the width."""
        low, high = self._span(term)
        self._spans[term] = (low, high)
        most = max(-low, high)
        if most > self._top:
            raise TooNarrow(most.bit_length() + 2)

    def _span(self, term: Term) -> Span:
        spans = self._spans
        match term.op:
            case "const":
                assert isinstance(term.value, int)
                return term.value, term.value
            case "var":
                # partial sums of few of them fit; who needs more asserts the domain and says so
                return self.domains.get(term, (-self._top // 4, self._top // 4))
            case "ite":
                (a, b), (c, d) = spans[term.args[1]], spans[term.args[2]]
                return min(a, c), max(b, d)
            case "+":
                # partial sums must fit too: count each side of nought by itself
                parts = [spans[arg] for arg in term.args]
                return sum(min(a, 0) for a, _ in parts), sum(max(b, 0) for _, b in parts)
            case "*":
                ends = [a * b for a in spans[term.args[0]] for b in spans[term.args[1]]]
                return min(ends), max(ends)
            case "div" | "mod":
                low, high = spans[term.args[0]]
                by = spans[term.args[1]][1]
                if term.op == "mod":
                    return 0, by - 1
                return (low - by) // by, high // by
            case _:
                raise AssertionError(term.op)


TACTICS: Final = ("simplify", "propagate-values", "solve-eqs", "simplify", "bit-blast", "sat")


class Bits:
    """Puts questions; each to a solver of its own, which may then simplify as much as it likes.

    (With scopes in one solver the same questions took ten times as long.)
    """

    def __init__(self, words: Words, *, seed: int = 0) -> None:
        self.words = words
        self._tactic: Any = z3.With(
            z3.Then(*TACTICS), flat=False, flat_and_or=False, random_seed=seed
        )
        self._lib: Any = z3.z3core
        self._ctx: Any = z3.main_ctx().ref()
        self.model = Valued(words, None)

    def check(self, terms: Iterable[Term], seconds: float) -> Answer:
        """Ask whether something satisfies all terms.

        Raises KeyboardInterrupt when it was stopped from the keyboard.
        """
        limit = perf_counter() + seconds * 0.9
        solver: Any = self._tactic.solver()
        solver.set("timeout", max(1, int(seconds * 1000)))
        for term in terms:
            if term is not TRUE:
                self._lib.Z3_solver_assert(self._ctx, solver.solver, self.words.ast(term))
        result = self._lib.Z3_solver_check(self._ctx, solver.solver)
        if result == 1:
            self.model = Valued(self.words, solver.model())
        elif result == 0 and solver.reason_unknown() != TIMEOUT and perf_counter() < limit:
            raise KeyboardInterrupt  # the solver has taken the signal for itself
        return {-1: Answer.UNSAT, 1: Answer.SAT}.get(result, Answer.UNKNOWN)


class Valued:
    """A model: what every variable is worth, and so every term."""

    def __init__(self, words: Words, model: Any) -> None:
        self.words = words
        self._model = model

    def value(self, term: Term) -> int:
        """Return the value of a term as a number (truths: 0 or 1)."""
        words = self.words
        result = (z3.Ast * 1)()
        lib, ctx = z3.z3core, z3.main_ctx().ref()
        lib.Z3_model_eval(ctx, self._model.model, words.ast(term), True, result)
        return _plain(lib.Z3_ast_to_string(ctx, result[0]), words.width)

    def holds(self, term: Term) -> bool:
        """Whether a truth holds."""
        return bool(self.value(term))


def _plain(text: str, width: int) -> int:
    if text in ("true", "false"):
        return int(text == "true")
    assert text.startswith("#"), text
    value = int(text[2:], 2 if text[1] == "b" else 16)
    return value - (1 << width) if value >= 1 << (width - 1) else value
