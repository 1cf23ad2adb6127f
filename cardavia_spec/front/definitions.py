"""Definitions: `define`, `following` and `scoring` share one schema."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Body, Cite, Definition, Param, Row, Rows, Tier, Tiers
from cardavia_spec.core.types import BOOL, Maybe, SetOf, Type, values
from cardavia_spec.front.coercion import coerce, join, tell
from cardavia_spec.front.declare import Declarations
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.facts import NO_FACTS, Facts, holds
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.lookup import Context
from cardavia_spec.front.nodes import Entry, MapNode, Node, SeqNode, TextNode, shortened
from cardavia_spec.front.schema import Schema
from cardavia_spec.front.scope import BUILTINS, GLOBAL, Broken, Constant, Meaning, Scope, asked_of


class Definitions:
    """Reads definitions when they are first used, so their order does not matter."""

    def __init__(
        self, schema: Schema, scope: Scope, typer: Typer, declarations: Declarations, faults: Faults
    ) -> None:
        self.schema = schema
        self.scope = scope
        self.typer = typer
        self.declarations = declarations
        self.faults = faults
        self.busy: list[tuple[str, Span]] = []

    def lists(self, title: str, node: Node | None) -> None:
        """Enter the lists of names of one section: variables and tables may be of them."""
        for entry in self.schema.entries(node, f"'{title}'"):
            if isinstance(entry.value, MapNode) and "names" in entry.value:
                before = len(self.faults.found)
                self.schema.attempt(lambda entry=entry: self._names(entry, entry.value))  # type: ignore[misc]
                if len(self.faults.found) > before:
                    self.declarations.broken(entry)

    def declare(self, title: str, node: Node | None) -> None:
        """Enter the names of one section."""
        for entry in self.schema.entries(node, f"'{title}'"):
            before = len(self.faults.found)
            self.schema.attempt(lambda entry=entry: self._declare(title, entry))  # type: ignore[misc]
            if len(self.faults.found) > before:
                self.declarations.broken(entry)

    def _declare(self, title: str, entry: Entry) -> None:
        name = entry.key.text
        self.schema.name(entry.key, "a definition")
        node = entry.value
        if isinstance(node, MapNode) and "names" in node:
            return  # see `lists`
        params = self._params(name, node)
        of = asked_of(params[0].type) if params else None
        key = self.scope.free_key(name, of, self.scope.definitions)

        def read() -> Meaning:
            return self._read(title, key, entry, params)

        if self.scope.declare(name, of, read, entry.key.span):
            self.scope.definitions[key] = Definition(
                name=name, key=key, title=title, params=params, type=BOOL,
                body=ir.Lit(False, type=BOOL), uses_me=False,
            )  # fmt: skip

    def _names(self, entry: Entry, node: MapNode) -> None:
        name = entry.key.text
        self.schema.name(entry.key, "a definition")
        self.schema.keys(node, f"'{name}'", ("names", "cite"))
        self.schema.cite(node)
        names = node.get("names")
        if not isinstance(names, SeqNode):
            raise self.faults.error(
                "CV201",
                entry.value.span,
                "'names' wants a list: names: [one, other]",
                "the names stand between brackets",
            )
        sort = self.declarations.enum(name, names)
        self.scope.declare(
            name, None, Constant(SetOf(sort), frozenset(values(sort))), entry.key.span
        )

    def _params(self, name: str, node: Node) -> tuple[Param, ...]:
        if not isinstance(node, MapNode):
            return ()
        found = []
        for entry in self.schema.entries(node.get("with"), f"'with' of '{name}'"):
            self.schema.name(entry.key, "a parameter")
            type_, _ = self.declarations.domain(entry.key.text, entry.value)
            if isinstance(type_, Maybe | SetOf):
                raise self.faults.error(
                    "CV224",
                    entry.value.span,
                    "a parameter of a definition is never none",
                    "leave 'or none' out; ask 'is not none' where the definition is used",
                )
            found.append(Param(entry.key.text, type_))
        return tuple(found)

    # ------------------------------------------------------------------ bodies

    def _read(self, title: str, key: str, entry: Entry, params: tuple[Param, ...]) -> Meaning:
        name = entry.key.text
        names = [busy for busy, _ in self.busy]
        if key in names:
            circle = [*names[names.index(key) :], key]
            self.faults.error(
                "CV413",
                entry.key.span,
                f"'{name}' is defined by itself: " + " uses ".join(circle),
                "a definition can only use others that do not lead back to it",
                tuple(Note(f"'{n}' stands here", span) for n, span in self.busy if n != key),
            )
            return Broken()
        self.busy.append((key, entry.key.span))
        context = Context("a definition", {p.name: p.type for p in params}, me=True)
        try:
            with self.typer.within(context):
                self._parameters_are_new(params, entry)
                body, type_, cite = self._body(name, entry.value)
        except Stop:
            del self.scope.definitions[key]
            return Broken()
        finally:
            self.busy.pop()
        definition = Definition(
            name=name,
            key=key,
            title=title,
            params=params,
            type=type_,
            body=body,
            uses_me=context.used_me,
            cite=cite,
            span=entry.key.span,
        )
        self.scope.definitions[key] = definition
        return definition

    def _parameters_are_new(self, params: tuple[Param, ...], entry: Entry) -> None:
        with_ = entry.value.get("with") if isinstance(entry.value, MapNode) else None
        places = {e.key.text: e.key.span for e in self.schema.entries(with_, "'with'")}
        for param in params:
            kept = param.name in BUILTINS or param.name in GLOBAL
            if kept or self.scope.find(param.name, None) is not None:
                taken = "belongs to the language" if kept else "stands already for something else"
                raise self.faults.error(
                    "CV403",
                    places[param.name],
                    f"the name '{param.name}' {taken}",
                    "choose another name for the parameter",
                )

    def _body(self, name: str, node: Node) -> tuple[Body, Type, tuple[Cite, ...]]:
        if not isinstance(node, MapNode):
            text = self.schema.expression(node, f"'{name}'")
            e = self.typer.expr(self.schema.syntax(text.node, "expr", f"'{name}'"))
            return e, self._plain(e.type, e.span), text.cite
        self.schema.keys(node, f"'{name}'", ("with", "is", "tiers", "rows", "cite"))
        cite = self.schema.cite(node)
        kinds = [k for k in ("is", "tiers", "rows") if k in node]
        if not kinds and any(e.key.text not in ("with", "cite") for e in node.entries):
            raise Stop  # a misspelt key, and it has been told
        if len(kinds) != 1:
            raise self.faults.error(
                "CV225",
                self.schema.head(node),
                f"'{name}' wants exactly one of 'is:', 'tiers:' and 'rows:'",
                "'is:' for one expression, 'tiers:' for the first that has cards, 'rows:' for the"
                " one that applies",
            )
        inner = node.get(kinds[0])
        assert inner is not None
        match kinds[0]:
            case "is":
                e = self.typer.expr(self.schema.syntax(inner, "expr", f"'{name}'"))
                return e, self._plain(e.type, e.span), cite
            case "tiers":
                return self._tiers(inner), SetOf(self.scope.sorts["card"]), cite
            case _:
                rows, type_ = self._rows(inner)
                return rows, type_, cite

    def _plain(self, type_: Type, span: Span) -> Type:
        if tell(type_) in ("none", "nothing", "an empty set"):
            raise self.faults.error(
                "CV226",
                span,
                f"this is always {tell(type_)}: there is nothing to define",
                "leave it out, and write 'none' or '{}' where it is used",
            )
        return type_

    def _tiers(self, node: Node) -> Tiers:
        cards = SetOf(self.scope.sorts["card"])
        found = []
        failed = False
        known: Facts = NO_FACTS
        for entry in self._labelled(node, "tiers", "cards"):
            try:
                tier = self.schema.keys(
                    entry.value, f"tier '{entry.key.text}'", ("when", "cards", "cite"), ("cards",)
                )
                when = tier.get("when")
                test = None
                with self.typer.under(known):
                    if when is not None:
                        test = self.typer.truth(self.schema.syntax(when, "expr", "'when'"))
                    with self.typer.under(holds(test) if test is not None else NO_FACTS):
                        text = tier.get("cards")
                        assert text is not None
                        e = self.typer.wanted(
                            self.schema.syntax(text, "expr", "'cards'"), cards, "a tier"
                        )
                found.append(
                    Tier(
                        name=entry.key.text,
                        when=test,
                        cards=e,
                        cite=self.schema.cite(tier),
                        span=entry.key.span,
                    )
                )
            except Stop:
                failed = True
        if failed:
            raise Stop
        if not found:
            raise self.faults.error(
                "CV208",
                node.span,
                "'tiers' is empty",
                "write at least one: 'any card: {cards: me.hand}'",
            )
        return Tiers(tuple(found))

    def _labelled(self, node: Node, what: str, key: str) -> tuple[Entry, ...]:
        """Return the tiers or rows; tell those that are no mappings."""
        entries = self.schema.mapping(node, f"'{what}'").entries
        for entry in entries:
            if entry.key.text == key and not isinstance(entry.value, MapNode):
                raise self.faults.error(
                    "CV201",
                    entry.key.span,
                    f"each of the {what} stands under a label of its own",
                    f"write 'some words: {{{key}: …}}', one label a line",
                )
            if isinstance(entry.value, TextNode):
                raise self.faults.error(
                    "CV201",
                    entry.value.span,
                    f"'{shortened(entry.key.text)}' wants a mapping",
                    f"write '{{{key}: {shortened(entry.value.text)}}}'",
                )
        return entries

    def _rows(self, node: Node) -> tuple[Rows, Type]:
        found: list[Row] = []
        failed = False
        for entry in self._labelled(node, "rows", "then"):
            try:
                row = self.schema.keys(
                    entry.value,
                    f"row '{entry.key.text}'",
                    ("when", "then", "cite"),
                    ("when", "then"),
                )
                when, then = row.get("when"), row.get("then")
                assert when is not None
                assert then is not None
                test = self.typer.truth(self.schema.syntax(when, "expr", "'when'"))
                with self.typer.under(holds(test)):
                    e = self.typer.expr(self.schema.syntax(then, "expr", "'then'"))
                found.append(
                    Row(
                        name=entry.key.text,
                        when=test,
                        then=e,
                        cite=self.schema.cite(row),
                        span=entry.key.span,
                    )
                )
            except Stop:
                failed = True
        if failed:
            raise Stop
        if not found:
            raise self.faults.error("CV208", node.span, "'rows' is empty", "write a row, or 'is:'")
        type_ = self._one_type(found)
        rows = tuple(
            Row(
                name=r.name,
                when=r.when,
                then=coerce(r.then, type_) or r.then,
                cite=r.cite,
                span=r.span,
            )
            for r in found
        )
        return Rows(rows), type_

    def _one_type(self, rows: list[Row]) -> Type:
        """Return the type of what all rows give; tell which row gives something else."""
        for first in rows:  # where one differs, it is the odd one that is told
            type_ = first.then.type
            odd = []
            for row in rows:
                met = _meet(type_, row, rows)
                if met is None:
                    odd.append(row)
                else:
                    type_ = met
            if not odd:
                return type_
            if 2 * len(odd) <= len(rows):
                break
        raise self.faults.error(
            "CV515",
            odd[0].then.span,
            f"this row gives {tell(odd[0].then.type)}, the other rows {tell(type_)}",
            "all rows must give one kind of value",
        )


def _meet(type_: Type, row: Row, rows: list[Row]) -> Type | None:
    met = join(type_, row.then.type)
    if met is None and coerce(row.then, type_) is not None:
        met = type_
    if met is None and all(coerce(r.then, row.then.type) is not None for r in rows):
        met = row.then.type
    return met
