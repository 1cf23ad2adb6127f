"""Terms handed to a solver: to z3 by its C interface, to any other as SMT-LIB text.

The only module of this back end that knows a solver.  A `named` term becomes a constant with a
definition; definitions are conservative and stand outside every scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

import z3

# z3 has no types: its objects are `Any`, and only here.
# ruff: noqa: ANN401
from cardavia_spec.back.smt.terms import TRUE, Term, postorder


class Answer(Enum):
    """What a solver says to `axioms and facts and not goal`."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


UNITS: Final = 3_000_000
"""So many units of work does z3 do in about a second."""
PATIENCE: Final = 20
"""A question is stopped by the clock after so many times the seconds that its work stands for."""


class Solver:
    """A plain z3 solver that takes terms.

    `add` is for good, `check` asks under assumptions: terms that need hold for one question only.
    """

    def __init__(self, *, timeout: float, seed: int = 0) -> None:
        self._z3: Any = z3.Solver()
        self._z3.set("random_seed", seed)
        self._z3.set("smt.relevancy", 0)  # nearly all is propositional: quicker by a third
        self.limit(timeout)
        self._lib: Any = z3.z3core
        self._ctx: Any = z3.main_ctx().ref()
        self._bool: Any = z3.BoolSort().ast
        self._int: Any = z3.IntSort().ast
        self._done: dict[Term, Any] = {}
        self._names: dict[Term, Any] = {}
        self._literals: dict[Term, Any] = {}
        self._terms: dict[int, Term] = {}
        self._keep: list[Any] = []

    # ------------------------------------------------------------------ terms

    def _hold(self, ast: Any) -> Any:
        self._lib.Z3_inc_ref(self._ctx, ast)
        return ast

    def _constant(self, name: str, *, boolean: bool) -> Any:
        symbol = self._lib.Z3_mk_string_symbol(self._ctx, name)
        sort = self._bool if boolean else self._int
        return self._hold(self._lib.Z3_mk_const(self._ctx, symbol, sort))

    def ast(self, root: Term) -> Any:
        """Return the z3 node of a term; definitions of named terms are asserted on the way."""
        done = self._done
        if root in done:
            return done[root]
        lib, ctx = self._lib, self._ctx
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if arg not in done]
            if missing:
                stack += missing
                continue
            stack.pop()
            if term in done:
                continue
            args = [done[arg] for arg in term.args]
            match term.op:
                case "const":
                    ast = self._value(term)
                case "var":
                    ast = self._constant(str(term.value), boolean=term.boolean)
                case "named":
                    ast = self._constant(f"d!{len(self._names)}", boolean=True)
                    self._names[term] = ast
                    self._assert(self._hold(lib.Z3_mk_eq(ctx, ast, args[0])))
                case "not":
                    ast = self._hold(lib.Z3_mk_not(ctx, args[0]))
                case "and":
                    ast = self._many(lib.Z3_mk_and, args)
                case "or":
                    ast = self._many(lib.Z3_mk_or, args)
                case "+":
                    ast = self._many(lib.Z3_mk_add, args)
                case "*":
                    ast = self._many(lib.Z3_mk_mul, args)
                case "iff" | "=":
                    ast = self._hold(lib.Z3_mk_eq(ctx, args[0], args[1]))
                case "ite":
                    ast = self._hold(lib.Z3_mk_ite(ctx, args[0], args[1], args[2]))
                case "<=":
                    ast = self._hold(lib.Z3_mk_le(ctx, args[0], args[1]))
                case "div":
                    ast = self._hold(lib.Z3_mk_div(ctx, args[0], args[1]))
                case "mod":
                    ast = self._hold(lib.Z3_mk_mod(ctx, args[0], args[1]))
                case _:
                    raise AssertionError(term.op)
            done[term] = ast
        return done[root]

    def _value(self, term: Term) -> Any:
        if term.boolean:
            make = self._lib.Z3_mk_true if term is TRUE else self._lib.Z3_mk_false
            return self._hold(make(self._ctx))
        text = str(term.value)
        return self._hold(self._lib.Z3_mk_numeral(self._ctx, text, self._int))

    def _many(self, make: Any, args: list[Any]) -> Any:
        array = (z3.Ast * len(args))(*args)
        return self._hold(make(self._ctx, len(args), array))

    def _assert(self, ast: Any) -> None:
        self._lib.Z3_solver_assert(self._ctx, self._z3.solver, ast)

    # ------------------------------------------------------------------ questions

    def limit(self, seconds: float) -> None:
        """Set the work for each question from now on.

        It is counted in the solver's own units, so that an answer does not depend on how fast the
        machine is; the clock only stops what those units do not count.
        """
        self._z3.set("rlimit", int(seconds * UNITS))
        self._z3.set("timeout", int(seconds * 1000 * PATIENCE))

    @property
    def spent(self) -> float:
        """The work done so far, in seconds as `limit` counts them."""
        known = self._z3.statistics()
        name = "rlimit count"
        return float(known.get_key_value(name)) / UNITS if name in known.keys() else 0.0  # noqa: SIM118

    def add(self, terms: Iterable[Term]) -> None:
        """Assert terms for good."""
        for term in terms:
            if term is not TRUE:
                self._assert(self.ast(term))

    def literal(self, term: Term) -> Term:
        """Return a term that can be assumed for one question: under a name of its own."""
        if term not in self._literals:
            ast = self.ast(term)
            name = self._constant(f"a!{len(self._literals)}", boolean=True)
            self._assert(self._hold(self._lib.Z3_mk_implies(self._ctx, name, ast)))
            self._literals[term] = name
            self._terms[self._lib.Z3_get_ast_id(self._ctx, name)] = term
        return term

    def check(self, assumed: Iterable[Term], goal: Term | None = None) -> Answer:
        """Ask whether something satisfies all that was added, the assumed terms, and not `goal`."""
        names = [self._literals[self.literal(term)] for term in assumed]
        lib, ctx, solver = self._lib, self._ctx, self._z3.solver
        if goal is not None:
            ast = self.ast(goal)
            lib.Z3_solver_push(ctx, solver)
            self._assert(self._hold(lib.Z3_mk_not(ctx, ast)))
        array = (z3.Ast * len(names))(*names)
        result = lib.Z3_solver_check_assumptions(ctx, solver, len(names), array)
        self._core: list[Term] = []
        self._model: Any = None
        if result == -1:
            core = z3.AstVector(lib.Z3_solver_get_unsat_core(ctx, solver), self._z3.ctx)
            self._core = [self._terms[item.get_id()] for item in core]
        elif result == 1:
            self._model = self._z3.model()
        if goal is not None:
            lib.Z3_solver_pop(ctx, solver, 1)
        return {-1: Answer.UNSAT, 1: Answer.SAT}.get(result, Answer.UNKNOWN)

    @property
    def core(self) -> list[Term]:
        """The assumed terms that the last `unsat` needed."""
        return self._core

    def model(self, variables: Iterable[Term]) -> dict[Term, bool | int]:
        """Return the values of variables in the last `sat`."""
        found: dict[Term, bool | int] = {}
        for term in variables:
            if term.boolean:
                value = self._model.eval(z3.Bool(str(term.value)), model_completion=True)
                found[term] = bool(z3.is_true(value))
            else:
                value = self._model.eval(z3.Int(str(term.value)), model_completion=True)
                found[term] = value.as_long()
        return found


VERSION: Final[str] = z3.get_version_string()
"""Which z3 answers."""


# ---------------------------------------------------------------------------- text


_SYMBOLS: Final[Mapping[str, str]] = {
    "not": "not",
    "and": "and",
    "or": "or",
    "iff": "=",
    "=": "=",
    "ite": "ite",
    "<=": "<=",
    "+": "+",
    "*": "*",
    "div": "div",
    "mod": "mod",
}


def text(assertions: Iterable[Term]) -> Iterator[str]:
    """Yield the lines of an SMT-LIB file that asserts terms and asks whether they can hold.

    Terms that are used twice get a name (`define-fun`), so the file is no longer than the graph.
    """
    roots = list(assertions)
    uses: dict[Term, int] = {}
    order = list(postorder(roots))
    for term in order:
        for arg in term.args:
            uses[arg] = uses.get(arg, 0) + 1
    yield "(set-logic ALL)"
    written: dict[Term, str] = {}
    for term in order:
        args = [written[arg] for arg in term.args]
        sort = "Bool" if term.boolean else "Int"
        if term.op == "const":
            written[term] = _constant_text(term)
            continue
        if term.op == "var":
            written[term] = f"|{term.value}|"
            yield f"(declare-const |{term.value}| {sort})"
            continue
        body = args[0] if term.op == "named" else f"({_SYMBOLS[term.op]} {' '.join(args)})"
        if term.op != "named" and uses.get(term, 0) <= 1 and len(body) < 2000:
            written[term] = body
            continue
        name = f"t!{len(written)}"
        yield f"(define-fun {name} () {sort} {body})"
        written[term] = name
    for root in roots:
        yield f"(assert {written[root]})"
    yield "(check-sat)"


def _constant_text(term: Term) -> str:
    if term.boolean:
        return "true" if term is TRUE else "false"
    value = term.value
    assert isinstance(value, int)
    return str(value) if value >= 0 else f"(- {-value})"
