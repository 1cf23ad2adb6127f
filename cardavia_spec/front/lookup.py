"""What a name means where it stands: plain names, `x.y`, `f(x)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from lark import Token, Tree

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Note, did_you_mean, nearest
from cardavia_spec.core.source import Source, Span
from cardavia_spec.core.spec import Cell, Definition, Table, Zone
from cardavia_spec.core.types import BOOL, Bool, Int, Kind, Maybe, Scalar, SetOf, Sort, Type
from cardavia_spec.front.coercion import coerce, fitting, tell
from cardavia_spec.front.facts import NO_FACTS, Facts
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.scope import Broken, Constant, Meaning, Scope, asked_of

Syntax: TypeAlias = "Tree[Token]"
Typing: TypeAlias = Callable[[Syntax], ir.Expr]
Giving: TypeAlias = Callable[[ir.Expr], ir.Expr]
Fitting: TypeAlias = Callable[[ir.Expr, Type, str], ir.Expr]


_CALLS: Final = {
    "size": "size", "count": "size", "len": "size", "length": "size", "number": "size",
    "card": "size", "cards": "size", "empty": "empty", "isempty": "empty", "is_empty": "empty",
    "old": "was", "prev": "was", "previous": "was", "before": "was", "last": "was",
}  # fmt: skip
"""What other languages call the functions of this one."""
_ELSEWHERE: Final = {
    "null": "none", "nil": "none", "nobody": "none", "nothing": "none", "undefined": "none",
    "yes": "true", "on": "true", "off": "false", "zero": "0", "one": "1", "two": "2",
    "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "more": ">= n", "less": "<= n", "fewer": "<= n",
    "number": "0..9", "numbers": "0..9", "int": "0..9", "integer": "0..9",
    "my": "me", "self": "me", "player": "me", "i": "me", "each": "every", "everyone": "seats",
    "players": "seats", "cards": "deck", "pack": "deck", "boolean": "bool", "seat": "seats",
}  # fmt: skip
"""What else is written for words of the language; heeded only where nothing has the name."""


_ROUND: Final = frozenset(("left", "right", "following", "successor", "neighbour", "before"))


@dataclass
class Context:
    """Where an expression stands: its bound names and what may be said there."""

    place: str  # for messages: "an event", "a property", ...
    locals: dict[str, Type] = field(default_factory=dict)
    facts: Facts = NO_FACTS
    me: bool = False  # `me` may be used
    before: bool = False  # `was` may be used
    in_was: bool = False  # this is read in the state before
    settled: bool = False  # `settled` may be used
    used_me: bool = False


class Names:
    """Reads names; the expressions around them are typed by the subclass."""

    def __init__(self, scope: Scope, source: Source, faults: Faults) -> None:
        self.scope = scope
        self.source = source
        self.faults = faults
        self.context = Context("a spec")

    # ------------------------------------------------------------------ syntax

    def tree(self, child: Syntax | Token) -> Syntax:
        """Return a child that is a tree."""
        assert isinstance(child, Tree), child
        return child

    def word(self, child: Syntax | Token) -> tuple[str, Span]:
        """Return a child that is a token, and its place."""
        assert isinstance(child, Token), child
        start = child.start_pos or 0
        return str(child), self.source.span(start, start + len(child))

    def span(self, tree: Syntax) -> Span:
        """Return the place of a syntax tree."""
        return self.source.span(tree.meta.start_pos, tree.meta.end_pos)

    # ------------------------------------------------------------------ names

    def name(self, tree: Syntax) -> ir.Expr:
        """Return what a plain name stands for."""
        name, span = self.word(tree.children[0])
        context = self.context
        if name in context.locals:
            return ir.Ref(name, type=context.locals[name], span=span)
        if name == "me":
            return self._me(span)
        if name == "settled" and context.settled:
            return ir.Settled(type=BOOL, span=span)
        meaning = self.scope.find(name, None)
        if meaning is None:
            raise self._unknown(name, span)
        return self._read(name, meaning, (), span)

    def _me(self, span: Span) -> ir.Expr:
        if not self.context.me:
            raise self.faults.error(
                "CV406",
                span,
                f"'me' cannot stand in {self.context.place}: nobody is moving there",
                "name the seat: 'leader', 'turn', 'dealer', …",
            )
        self.context.used_me = True
        return ir.Ref("me", type=self.scope.sorts["seat"], span=span)

    def _unknown(self, name: str, span: Span) -> Stop:
        whose = self.scope.whose(name)
        if any(isinstance(self.scope.find(name, of), Broken) for of in whose):
            raise Stop  # what is wrong with it has been told
        if whose and self.scope.find(f"{name}s", None) is None:
            kind = whose[0]
            how = f"{name}(n)" if kind in ("number", "truth") else f"x.{name}"
            return self.faults.error(
                "CV407",
                span,
                f"'{name}' belongs to a {kind}: say whose",
                f"write '{how}' with a {kind} in front" if "." in how else f"write '{how}'",
            )
        if name in _ELSEWHERE:
            return self.faults.error(
                "CV401", span, f"nothing is called '{name}'", f"write `{_ELSEWHERE[name]}`"
            )
        known = [*self.context.locals, *self.scope.known(None), "me", "size", "empty", "was"]
        plural = f"{name}s"
        if self.scope.find(plural, None) is not None:
            return self.faults.error(
                "CV401", span, f"nothing is called '{name}'", f"did you mean '{plural}'?"
            )
        if name == "turn":
            return self.faults.error(
                "CV401", span, "nothing is called 'turn'", "declare it under 'state'"
            )
        return self.faults.error(
            "CV401",
            span,
            f"nothing is called '{name}'",
            did_you_mean(name, known, "declare it, or check the spelling"),
        )

    def _read(self, name: str, meaning: Meaning, args: tuple[ir.Expr, ...], span: Span) -> ir.Expr:
        """Return the expression that reads a meaning with these (checked) arguments."""
        cards = SetOf(self.scope.sorts["card"])
        match meaning:
            case Broken():
                raise Stop
            case Constant(type_, value):
                return ir.Lit(value, type=type_, span=span)
            case Zone():
                return ir.Get(ir.Origin.ZONE, meaning.name, args, type=cards, span=span)
            case Cell():
                return ir.Get(
                    ir.Origin.CELL, self._key(meaning), args, type=meaning.type, span=span
                )
            case Table():
                return ir.Get(
                    ir.Origin.TABLE, self._key(meaning), args, type=meaning.type, span=span
                )
            case Definition():
                if meaning.uses_me:
                    self._me_through(name, span)
                return ir.Get(ir.Origin.DEFINITION, meaning.key, args, type=meaning.type, span=span)

    def _key(self, meaning: Cell | Table) -> str:
        space = self.scope.cells if isinstance(meaning, Cell) else self.scope.tables
        return next(key for key, value in space.items() if value is meaning)

    def _me_through(self, name: str, span: Span) -> None:
        if not self.context.me:
            raise self.faults.error(
                "CV406",
                span,
                f"'{name}' speaks of 'me', and nobody is moving in {self.context.place}",
                "give it the seat as a parameter ('with: {s: seats}') and say s instead of me",
            )
        self.context.used_me = True

    def dot(self, tree: Syntax, typing: Typing, given: Giving, fit: Fitting) -> ir.Expr:
        """Return `x.y` or `x.y(z)`."""
        target = typing(self.tree(tree.children[0]))
        name, where = self.word(tree.children[1])
        target = given(target)
        if isinstance(target.type, SetOf):
            raise self.faults.error(
                "CV408",
                where,
                f"'.{name}' is asked of one thing, and this is {tell(target.type)}",
                f"write '{_CALLS[name]}({target.span.text})'"
                if name in _CALLS
                else f"go through the set: 'every x in … has x.{name} …',"
                f" 'sum x.{name} for x in …'",
            )
        if not isinstance(target.type, Sort):
            raise self.faults.error(
                "CV409",
                where,
                f"'.{name}' cannot be asked of {tell(target.type)}",
                f"with a number it is written '{name}(…)'",
            )
        meaning = self.scope.find(name, target.type.name)
        if meaning is None:
            raise self._not_of(name, where, target.type)
        rest = (
            [self.tree(a) for a in self.tree(tree.children[2]).children]
            if len(tree.children) > 2
            else []
        )
        args = self._arguments(name, meaning, target, rest, typing, fit, where)
        return self._read(name, meaning, args, self.span(tree))

    def call(self, tree: Syntax, typing: Typing, given: Giving, fit: Fitting) -> ir.Expr:
        """Return `f(x)`: what belongs to a number."""
        name, where = self.word(tree.children[0])
        texts = [self.tree(a) for a in self.tree(tree.children[1]).children]
        first = given(typing(texts[0]))
        if isinstance(first.type, Sort):
            if self.scope.find(name, first.type.name) is not None:
                source = first.span.text
                raise self.faults.error(
                    "CV410",
                    self.span(tree),
                    f"the {name} of {tell(first.type)} is written with a dot",
                    f"write '{source}.{name}'",
                )
            raise self._not_of(name, where, first.type)
        if isinstance(first.type, SetOf | Maybe):
            raise self.faults.error(
                "CV411",
                where,
                f"there is no '{name}(…)' for {tell(first.type)}",
                f"write '{_CALLS[name]}({first.span.text})'"
                if name in _CALLS
                else did_you_mean(
                    name,
                    ["size", "empty", "min", "max", "was"],
                    "of sets there are 'size(…)' and 'empty(…)'"
                    if isinstance(first.type, SetOf)
                    else "ask 'is not none' of it first",
                ),
            )
        meaning = self.scope.find(name, asked_of(first.type))
        if meaning is None:
            known = [*self.scope.known("number"), "size", "empty", "min", "max", "was"]
            raise self.faults.error(
                "CV401",
                where,
                f"nothing is called '{name}(…)' with a number in it",
                did_you_mean(name, known, "declare it, or check the spelling"),
            )
        args = self._arguments(name, meaning, first, texts[1:], typing, fit, where)
        return self._read(name, meaning, args, self.span(tree))

    def _not_of(self, name: str, where: Span, sort: Sort) -> Stop:
        known = self.scope.known(sort.name)
        others = self.scope.whose(name)
        if any(isinstance(self.scope.find(name, of), Broken) for of in (None, *others)):
            raise Stop  # what is wrong with it has been told
        if others:
            return self.faults.error(
                "CV407",
                where,
                f"a {sort.name} has no '{name}': it belongs to a {others[0]}",
                f"write '{name}(n)' with a {others[0]} n"
                if others[0] in ("number", "truth")
                else f"write 'x.{name}' with a {others[0]} in front",
                self._declared(name, others[0]),
            )
        if self.scope.find(name, None) is not None:
            return self.faults.error(
                "CV407",
                where,
                f"'{name}' stands by itself: it is not asked of a {sort.name}",
                f"write '{name}' alone",
                self._declared(name, None),
            )
        if name in _ROUND and sort.kind is Kind.SEAT:
            return self.faults.error(
                "CV412",
                where,
                f"a {sort.name} has no '{name}'",
                "write '.next' for who plays after, '.previous' for who plays before",
            )
        close = nearest(name, known)
        listed = ", ".join(sorted(known))
        return self.faults.error(
            "CV412",
            where,
            f"a {sort.name} has no '{name}'",
            f"did you mean '{close}'?" if close else f"it has: {listed}",
        )

    def _declared(self, name: str, of: str | None) -> tuple[Note, ...]:
        place = self.scope.places.get((name, of))
        return (Note(f"'{name}' is declared here", place),) if place is not None else ()

    def _arguments(
        self,
        name: str,
        meaning: Meaning,
        first: ir.Expr,
        rest: list[Syntax],
        typing: Typing,
        fit: Fitting,
        where: Span,
    ) -> tuple[ir.Expr, ...]:
        wanted = self._domain(meaning)
        if wanted is None:
            raise Stop
        if len(rest) + 1 != len(wanted):
            extra = len(wanted) - 1
            raise self.faults.error(
                "CV404",
                where,
                f"'{name}' takes {extra} more argument{'s' * (extra != 1)} in brackets, "
                f"not {len(rest)}",
                ("write it without brackets", f"write '{name}(…)' with one thing in it")[
                    isinstance(first.type, Int | Bool)
                ]
                if extra == 0
                else f"write '{name}(" + ", ".join(_word(t) for t in wanted[1:]) + ")'",
            )
        args = [first]
        for text, type_ in zip(rest, wanted[1:], strict=True):
            args.append(fit(typing(text), type_, f"this argument of '{name}'"))
        done = []
        for arg, type_ in zip(args, wanted, strict=True):
            fits = coerce(arg, type_)
            done.append(fitting(fits if fits is not None else arg, type_))
        return tuple(done)

    def _domain(self, meaning: Meaning) -> tuple[Scalar, ...] | None:
        match meaning:
            case Broken():
                return None
            case Constant():
                return ()
            case Zone(each=each):
                return () if each is None else (each,)
            case Cell(each=indices):
                return indices
            case Table(domain=domain):
                return domain
            case Definition(params=params):
                return tuple(p.type for p in params)


def _word(type_: Scalar) -> str:
    return f"a {type_.name}" if isinstance(type_, Sort) else "a number"
