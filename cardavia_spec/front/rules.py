"""Moves, events, the deal, results and the match."""

from __future__ import annotations

from typing import Final

from cardavia_spec.core import ir
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import (
    Choice,
    Cite,
    Definition,
    EventRule,
    Guard,
    Layer,
    Let,
    Match,
    MoveRule,
    ResultField,
)
from cardavia_spec.core.types import BOOL, Int, Kind, Maybe, Nothing, SetOf, Sort
from cardavia_spec.core.walk import free, reads, statement_parts, statements
from cardavia_spec.front.coercion import coerce, tell
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.facts import holds
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.lookup import Context
from cardavia_spec.front.nodes import Entry, MapNode, Node
from cardavia_spec.front.schema import Schema, Text
from cardavia_spec.front.scope import Broken, Scope
from cardavia_spec.front.statements import AFTER_DEAL, IN_DEAL, IN_PLAY, Allowed, block

MATCH: Final = ("state", "after deal", "over", "winners", "result", "cite")
"""The keys of `match:`."""


class Rules:
    """Reads what changes the state."""

    def __init__(self, schema: Schema, scope: Scope, typer: Typer, faults: Faults) -> None:
        self.schema = schema
        self.scope = scope
        self.typer = typer
        self.faults = faults

    # ------------------------------------------------------------------ moves

    def move(self, entry: Entry) -> MoveRule:
        """Read one move."""
        name = entry.key.text
        self.schema.name(entry.key, "a move")
        node = self.schema.keys(
            entry.value, f"move '{name}'", ("cite", "with", "let", "when", "cards", "do"), ("do",)
        )
        cite = self.schema.cite(node)
        context = Context("a move", me=True)
        with self.typer.within(context):
            gates, others = self._split(node)
            first = self._guards(gates, gate=True)
            choices = self._choices(node)
            lets = self._lets(node)
            guards = first + self._guards(others, gate=False)
            cards, shown = self._stands_for(node, choices, lets)
            do = self._block(_get(node, "do"), IN_PLAY, f"'do' of move '{name}'")
        return MoveRule(
            name=name,
            cite=cite,
            span=entry.key.span,
            choices=choices,
            lets=lets,
            guards=tuple(guards),
            cards=cards,
            shown=shown,
            do=do,
        )

    def _split(self, node: MapNode) -> tuple[list[Entry], list[Entry]]:
        """Return the guards that name no parameter and no let, and the others."""
        when = node.get("when")
        if when is None:
            return [], []
        bound = {
            e.key.text
            for key in ("with", "let")
            for e in self.schema.entries(node.get(key), f"'{key}'")
        }
        if not isinstance(when, MapNode) or "is" in when:
            key = next(e.key for e in node.entries if e.key.text == "when")
            entries: tuple[Entry, ...] = (Entry(key, when),)
        else:
            entries = when.entries
        gates: list[Entry] = []
        others: list[Entry] = []
        for entry in entries:
            text = self.schema.expression(entry.value, "a guard")
            tree = self.schema.syntax(text.node, "expr", "a guard")
            names = {str(x.children[0]) for x in tree.iter_subtrees() if str(x.data) == "name"}
            (others if names & bound else gates).append(entry)
        return gates, others

    def _guards(self, entries: list[Entry], *, gate: bool) -> list[Guard]:
        """Return the guards; all faulty ones are told before stopping."""
        found = [
            self.schema.attempt(lambda entry=entry: self._guard(entry, gate=gate))  # type: ignore[misc]
            for entry in entries
        ]
        if any(guard is None for guard in found):
            raise Stop
        return [guard for guard in found if guard is not None]

    def _guard(self, entry: Entry, *, gate: bool) -> Guard:
        text = self.schema.expression(entry.value, "a guard")
        test = self.typer.truth(self.schema.syntax(text.node, "expr", "a guard"))
        self.typer.context.facts |= holds(test)  # what follows is read under this guard
        return Guard(name=entry.key.text, cite=text.cite, span=entry.key.span, test=test, gate=gate)

    def _choices(self, node: MapNode) -> tuple[Choice, ...]:
        found: list[Choice] = []
        entries = self.schema.entries(node.get("with"), "'with'")
        for place, entry in enumerate(entries):
            self.schema.name(entry.key, "a parameter")
            self.typer.fresh(entry.key.text, entry.key.span)
            tree = self.schema.syntax(entry.value, "domain", "a parameter")
            size = None
            subset = str(tree.data) == "subset_of"
            domain = self.typer.expr(self.typer.tree(tree.children[-1]))
            domain = self.typer.given(domain)
            if not isinstance(domain.type, SetOf):
                scalar = domain.type
                if isinstance(scalar, Maybe | Nothing):
                    raise self.faults.error(
                        "CV516",
                        domain.span,
                        "a set is wanted here",
                        "write a set it is chosen from: 'me.hand', 'suits', '1..7'",
                    )
                domain = ir.Apply(Op.SETOF, (domain,), type=SetOf(scalar), span=domain.span)
            assert isinstance(domain.type, SetOf)
            if subset:
                size = self._size(self.typer.expr(self.typer.tree(tree.children[0])))
                if place != len(entries) - 1:
                    raise self.faults.error(
                        "CV227",
                        entry.key.span,
                        "'any … from …' must be the last parameter of a move",
                        "put it last, or make two moves of it",
                    )
            type_ = domain.type if subset else domain.type.member
            found.append(Choice(entry.key.text, domain, size, type_, entry.key.span))
            self.typer.context.locals[entry.key.text] = type_
        return tuple(found)

    def _size(self, e: ir.Expr) -> ir.Expr:
        e = self.typer.given(e)
        if isinstance(e.type, Int) or (
            isinstance(e.type, SetOf) and isinstance(e.type.member, Int)
        ):
            return e
        raise self.faults.error(
            "CV503",
            e.span,
            f"'any' wants a number, or numbers like 1..3, not {tell(e.type)}",
            "write 'any 2 from me.hand', or 'any 1..3 from me.hand'",
        )

    def _lets(self, node: MapNode) -> tuple[Let, ...]:
        found = []
        for entry in self.schema.entries(node.get("let"), "'let'"):
            self.schema.name(entry.key, "a let")
            self.typer.fresh(entry.key.text, entry.key.span)
            text = self.schema.expression(entry.value, "a let")
            value = self.typer.expr(self.schema.syntax(text.node, "expr", "a let"))
            found.append(Let(entry.key.text, value, entry.key.span))
            self.typer.context.locals[entry.key.text] = value.type
        return tuple(found)

    def _stands_for(
        self, node: MapNode, choices: tuple[Choice, ...], lets: tuple[Let, ...]
    ) -> tuple[ir.Expr, tuple[str, ...]]:
        """Return the cards that stand for a move in a trace, and the parameters they leave out."""
        card = self.scope.sorts["card"]
        text = node.get("cards")
        plain = [c for c in choices if c.type not in (card, SetOf(card))]
        if text is not None:
            e = self.typer.wanted(
                self.schema.syntax(text, "expr", "'cards'"), SetOf(card), "'cards'"
            )
            told = set(free(e))
            for let in reversed(lets):
                if let.name in told:
                    told |= free(let.value)
            return e, tuple(c.name for c in choices if c.name not in told)
        cards: ir.Expr = ir.Lit(frozenset(), type=SetOf(card))
        for choice in choices:
            if choice in plain:
                continue
            one = coerce(ir.Ref(choice.name, type=choice.type, span=choice.span), SetOf(card))
            assert one is not None
            empty = isinstance(cards, ir.Lit)
            cards = one if empty else ir.Apply(Op.UNION, (cards, one), type=SetOf(card))
        return cards, tuple(c.name for c in plain)

    def _block(self, node: Node, allowed: Allowed, what: str) -> tuple[ir.Stmt, ...]:
        return block(self.typer, self.schema.syntax(node, "block", what), allowed)

    # ------------------------------------------------------------------ events and the deal

    def event(self, entry: Entry) -> EventRule:
        """Read one event."""
        what = f"event '{entry.key.text}'"
        node = self.schema.keys(entry.value, what, ("cite", "when", "let", "do"), ("when", "do"))
        cite = self.schema.cite(node)
        with self.typer.within(Context("an event")):
            text = self.schema.expression(_get(node, "when"), "'when'")
            when = self.typer.truth(self.schema.syntax(text.node, "expr", "'when'"))
            self.typer.context.facts |= holds(when)
            lets = self._lets(node)
            do = self._block(_get(node, "do"), IN_PLAY, f"'do' of {what}")
        return EventRule(
            name=entry.key.text,
            cite=cite + text.cite,
            span=entry.key.span,
            when=when,
            lets=lets,
            do=do,
        )

    def deal(self, node: Node) -> tuple[tuple[ir.Stmt, ...], tuple[Cite, ...]]:
        """Read how the cards are dealt; no variable of the deal has a value yet."""
        text = self.schema.statements(node, "'deal'")
        with self.typer.within(Context("the deal")):
            do = self._block(text.node, IN_DEAL, "'deal'")
        parts = [e for s in statements(do) for e in statement_parts(s)]
        for (origin, key), at in reads(parts, self.scope.definitions).items():
            if origin is ir.Origin.CELL and self.scope.cells[key].layer is Layer.DEAL:
                raise self.faults.error(
                    "CV217",
                    at.span,
                    f"'{key}' has no value yet while the cards are dealt",
                    "'state' starts after the deal; options and match variables can be read",
                )
        return do, text.cite

    # ------------------------------------------------------------------ results and the match

    def result(self, node: Node | None, what: str) -> tuple[ResultField, ...]:
        """Read the fields of a result."""
        found = []
        for entry in self.schema.entries(node, what):
            field = self.schema.attempt(lambda entry=entry: self._field(entry))  # type: ignore[misc]
            if field is not None:
                found.append(field)
        return tuple(found)

    def _field(self, entry: Entry) -> ResultField:
        node = entry.value
        with self.typer.within(Context("a result")):
            if isinstance(node, MapNode) and "for" in node:
                self.schema.keys(node, "a result", ("for", "is", "cite"), ("is",))
                tree = self.schema.syntax(_get(node, "for"), "expr", "'for'")
                first = tree.children[0] if str(tree.data) == "in_" else None
                if first is None or str(self.typer.tree(first).data) != "name":
                    raise self.faults.error(
                        "CV228",
                        _get(node, "for").span,
                        "'for' wants a name and the set it goes through",
                        "write for instance 'for: s in seats', and 's' in 'is:'",
                    )
                name, where = self.typer.word(self.typer.tree(first).children[0])
                domain = self.typer.set_(self.typer.tree(tree.children[1]))
                assert isinstance(domain.type, SetOf)
                self.typer.fresh(name, where)
                with self.typer.binding(name, domain.type.member):
                    value = self.typer.expr(self.schema.syntax(_get(node, "is"), "expr", "'is'"))
                return ResultField(
                    name=entry.key.text,
                    cite=self.schema.cite(node),
                    span=entry.key.span,
                    binder=name,
                    domain=domain,
                    value=value,
                )
            text = self.schema.expression(node, "a result")
            value = self.typer.expr(self.schema.syntax(text.node, "expr", "a result"))
        return ResultField(
            name=entry.key.text,
            cite=text.cite,
            span=entry.key.span,
            binder=None,
            domain=None,
            value=value,
        )

    def match(self, node: Node | None) -> Match:
        """Read the loop over deals; without it a match is one deal."""
        if node is None:
            return Match((), ir.Lit(True, type=BOOL), None, ())
        about = self.schema.keys(node, "'match'", MATCH, ("over",))
        cite = list(self.schema.cite(about))
        after: tuple[ir.Stmt, ...] = ()
        over: ir.Expr = ir.Lit(True, type=BOOL)
        winners: ir.Expr | None = None
        if "after deal" in about:
            text = self.schema.statements(_get(about, "after deal"), "'after deal'")
            cite += text.cite
            with self.typer.within(Context("'after deal'")):
                after = (
                    self.schema.attempt(lambda: self._block(text.node, AFTER_DEAL, "'after deal'"))
                    or ()
                )
        with self.typer.within(Context("'match'")):
            text = self.schema.expression(_get(about, "over"), "'over'")
            cite += text.cite
            found = self._expression(text, truth=True)
            over = found if found is not None else over
            if "winners" in about:
                text = self.schema.expression(_get(about, "winners"), "'winners'")
                cite += text.cite
                winners = self._winners(text)
        result = self.result(about.get("result"), "'result' of the match")
        return Match(after, over, winners, result, tuple(cite))

    def _expression(self, text: Text, *, truth: bool) -> ir.Expr | None:
        def read() -> ir.Expr:
            tree = self.schema.syntax(text.node, "expr", "an expression")
            return self.typer.truth(tree) if truth else self.typer.expr(tree)

        return self.schema.attempt(read)

    def _winners(self, text: Text) -> ir.Expr | None:
        e = self._expression(text, truth=False)
        if e is None:
            self.scope.names.setdefault(("winners", None), Broken())
            return None
        member = e.type.member if isinstance(e.type, SetOf) else e.type
        whose = (Kind.SEAT, Kind.TEAM)
        if not isinstance(member, Sort) or member.kind not in whose:
            self.faults.error(
                "CV229",
                e.span,
                f"'winners' are seats or teams, and this is {tell(e.type)}",
                "write for instance 'highest s in seats by s.score'",
            )
            return None
        e = coerce(e, SetOf(member))
        assert e is not None
        if self.scope.find("winners", None) is None:  # the match result may speak of them
            definition = Definition(
                name="winners", key="winners", title="match", params=(), type=SetOf(member),
                body=e, uses_me=False, span=text.node.span,
            )  # fmt: skip
            self.scope.definitions["winners"] = definition
            self.scope.names["winners", None] = definition
        return e


def _get(node: MapNode, key: str) -> Node:
    found = node.get(key)
    if found is None:
        raise Stop
    return found
