"""From syntax to typed IR: names, binders and everything an expression is made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.ops import Op
from cardavia_spec.core.source import Source, Span
from cardavia_spec.core.types import (
    BOOL,
    Int,
    Maybe,
    Nothing,
    Scalar,
    SetOf,
    Sort,
    Type,
)
from cardavia_spec.front.coercion import coerce, instead, tell
from cardavia_spec.front.constants import NotConstant, constant
from cardavia_spec.front.facts import Facts
from cardavia_spec.front.faults import Faults
from cardavia_spec.front.forms import RULES
from cardavia_spec.front.lookup import Context, Names, Syntax
from cardavia_spec.front.operators import Operators
from cardavia_spec.front.scope import BUILTINS, GLOBAL, Scope

FOLDABLE: Final = frozenset(
    {Op.SETOF, Op.INTERVAL, Op.UNION, Op.MINUS, Op.BOTH, Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD}
)


class Typer(Names):
    """Types the expressions of one spec."""

    def __init__(self, scope: Scope, source: Source, faults: Faults) -> None:
        super().__init__(scope, source, faults)
        self.operators = Operators(faults, self.given)

    # ------------------------------------------------------------------ helpers

    @contextmanager
    def within(self, context: Context) -> Iterator[Context]:
        """Type in another context for a while."""
        before, self.context = self.context, context
        try:
            yield context
        finally:
            self.context = before

    @contextmanager
    def under(self, facts: Facts) -> Iterator[None]:
        """Type with more facts for a while."""
        before = self.context.facts
        self.context.facts = before | facts
        try:
            yield
        finally:
            self.context.facts = before

    @contextmanager
    def binding(self, name: str, type_: Type) -> Iterator[None]:
        """Type with one more bound name for a while."""
        self.context.locals[name] = type_
        try:
            yield
        finally:
            del self.context.locals[name]

    def given(self, e: ir.Expr) -> ir.Expr:
        """Return an `or none` value as a plain one, obliged to be there unless that is known."""
        if not isinstance(e.type, Maybe) or isinstance(e.type.inner, Nothing):
            return e
        if e in self.context.facts:
            return replace(e, type=e.type.inner)
        return ir.Apply(Op.GIVEN, (e,), type=e.type.inner, span=e.span)

    def folded(self, e: ir.Expr) -> ir.Expr:
        """Return the constant that `e` is, if its operands are constants."""
        closed = (
            isinstance(e, ir.Apply)
            and e.op in FOLDABLE
            and all(isinstance(a, ir.Lit) for a in e.args)
        ) or (
            isinstance(e, ir.Get)
            and e.origin is ir.Origin.TABLE
            and all(isinstance(a, ir.Lit) for a in e.args)
        )
        if not closed:
            return e
        try:
            value = constant(e, self.scope.tables)
        except NotConstant:
            return e
        return ir.Lit(value, type=e.type, span=e.span)

    # ------------------------------------------------------------------ entry points

    def expr(self, tree: Syntax) -> ir.Expr:
        """Return the typed expression of a syntax tree; `Stop` after telling what is wrong."""
        build = RULES.get(str(tree.data))
        if build is None:
            raise AssertionError(f"no rule for {tree.data}")
        return self.folded(build(self, tree))

    def truth(self, tree: Syntax) -> ir.Expr:
        """Return an expression that must be a truth."""
        e = self.expr(tree)
        if not isinstance(e.type, Bool_):
            raise self.faults.error(
                "CV501",
                self.span(tree),
                f"something true or false is wanted here, and this is {tell(e.type)}",
                "compare it: '… is …', '… in …', '… > …'",
                self.defined(e),
            )
        return e

    def set_(self, tree: Syntax, what: str = "a set") -> ir.Expr:
        """Return an expression that must be a set."""
        e = self.given(self.expr(tree))
        if not isinstance(e.type, SetOf):
            raise self.faults.error(
                "CV516",
                self.span(tree),
                f"{what} is wanted here, and this is {tell(e.type)}",
                "numbers from one to another are written '1..9'"
                if isinstance(e.type, Int)
                else "one thing as a set stands in braces: {…}",
                self.defined(e),
            )
        return e

    def wanted(self, tree: Syntax, type_: Type, what: str) -> ir.Expr:
        """Return an expression as a value of `type_`; bounds of numbers are left open."""
        return self.fit(self.expr(tree), type_, what)

    def fit(self, e: ir.Expr, type_: Type, what: str) -> ir.Expr:
        """Return `e` as a value of `type_`, or tell."""
        fits = coerce(e, type_)
        if fits is None and isinstance(e.type, Maybe):
            fits = coerce(self.given(e), type_)
        if fits is None:
            raise self.faults.error(
                "CV517",
                e.span,
                f"{what} must be {tell(type_)}, and this is {tell(e.type)}",
                instead(e.type, type_) or _one_of(e, type_) or f"write {tell(type_)}",
                self.defined(e),
            )
        return fits

    def defined(self, e: ir.Expr) -> tuple[Note, ...]:
        """Return where that was defined which is not what it should be, if it has a name."""
        if not isinstance(e, ir.Get) or e.origin is not ir.Origin.DEFINITION:
            return ()
        found = self.scope.definitions[e.key]
        return (Note(f"'{found.name}' is defined here", found.span),)

    # ------------------------------------------------------------------ binders

    def binder(self, tree: Syntax) -> tuple[str, ir.Expr, Scalar, ir.Expr | None]:
        """Return name, domain, type of members and `after` of `x in S after y`."""
        name, where = self.word(tree.children[0])
        domain = self.set_(self.tree(tree.children[1]), "a set to go through")
        assert isinstance(domain.type, SetOf)
        member = domain.type.member
        after = None
        if len(tree.children) > 2:
            at = self.tree(tree.children[2])
            after = self.given(self.expr(at))
            after = coerce(after, member) or after
            if after.type != member or not isinstance(member, Sort):
                raise self.faults.error(
                    "CV518",
                    self.span(at),
                    f"'after' wants one of the same kind as the members, {tell(member)}, "
                    f"and this is {tell(after.type)}",
                    instead(after.type, member) or f"write {tell(member)}",
                )
        self.fresh(name, where)
        return name, domain, member, after

    def fresh(self, name: str, where: Span) -> None:
        """Tell if a name that is to be bound stands for something already."""
        kept = name in BUILTINS or name in GLOBAL
        if kept or name in self.context.locals or self.scope.find(name, None) is not None:
            taken = "belongs to the language" if kept else "stands already for something else here"
            raise self.faults.error(
                "CV403",
                where,
                f"the name '{name}' {taken}",
                "choose another name for the one you go through",
            )


Bool_ = type(BOOL)


def _one_of(e: ir.Expr, wanted: Type) -> str | None:
    """Return what could be written instead of a constant."""
    sort = wanted.inner if isinstance(wanted, Maybe) else wanted
    if not isinstance(e, ir.Lit) or not isinstance(sort, Sort) or len(sort.members) > 8:
        return None
    return "one of " + ", ".join(sort.members)
