"""The section `tables:`: each table in one part or several, covering its domain exactly once."""

from __future__ import annotations

from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Table
from cardavia_spec.core.types import SetOf, Sort, Type, Value, count, show, values
from cardavia_spec.front import tables
from cardavia_spec.front.declare import Declarations
from cardavia_spec.front.faults import Stop
from cardavia_spec.front.lookup import Context
from cardavia_spec.front.nodes import Entry, MapNode, SeqNode


class TableSection:
    """Reads tables into the scope."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.schema = declarations.schema
        self.scope = declarations.scope
        self.typer = declarations.typer
        self.faults = declarations.faults

    def table(self, entry: Entry) -> None:
        """Read one table, in one part or several."""
        name = self.declarations.name(entry, "a table")
        nodes = entry.value.items if isinstance(entry.value, SeqNode) else (entry.value,)
        parts = [
            self.schema.keys(n, f"table '{name}'", ("of", "for", "order", "values", "cite"))
            for n in nodes
        ]
        if not parts:
            raise self.faults.error(
                "CV208",
                entry.value.span,
                f"table '{name}' is empty",
                "write 'order: …' or 'values: …' in it",
            )
        sort = self._of(parts)
        said: dict[int, Value] = {}
        where: dict[int, Span] = {}
        type_: Type | None = None
        for mapping in parts:
            part = self._part(mapping, sort, len(parts))
            met = self._say(mapping, part, name)
            type_ = tables.meet(self.typer, type_, met, self.schema.head(mapping))
            for member in sorted(part.said.keys() & said.keys()):
                raise self.faults.error(
                    "CV240",
                    part.where[member],
                    f"{show(member, sort)} stands in table '{name}' twice",
                    "the parts must not overlap: see their 'for:'",
                )
            said |= part.said
            where |= part.where
        whole = tables.Part(sort, frozenset(values(sort)), entry.key.span, said, where)
        tables.complete(self.typer, whole, f"table '{name}'")
        assert type_ is not None
        table = Table(
            name=name,
            cite=tuple(c for mapping in parts for c in self.schema.cite(mapping)),
            span=entry.key.span,
            domain=(sort,),
            type=type_,
            values=tuple(said[m] for m in values(sort)),
            order=all("order" in mapping for mapping in parts),
        )
        key = self.scope.free_key(name, sort.name, self.scope.tables)
        if self.scope.declare(name, sort.name, table, entry.key.span):
            self.scope.tables[key] = table

    def _of(self, parts: list[MapNode]) -> Sort:
        node = next((p.get("of") for p in parts if "of" in p), None)
        if node is None:
            return self.scope.sorts["card"]
        tree = self.schema.syntax(node, "sort", "'of'")
        member, found = self.declarations.constant_set(self.typer.tree(tree.children[0]))
        if not isinstance(member, Sort) or len(found) != count(member):
            raise self.faults.error(
                "CV221",
                node.span,
                "'of' wants all suits, ranks, seats, teams or cards of the pack",
                "leave 'of:' out for a table of cards",
            )
        return member

    def _part(self, mapping: MapNode, sort: Sort, parts: int) -> tables.Part:
        domain = frozenset(values(sort))
        node = mapping.get("for")
        if node is not None:
            with self.typer.within(Context("a table")):
                e = self.typer.wanted(
                    self.schema.syntax(node, "expr", "'for'"), SetOf(sort), "'for'"
                )
            found = self.declarations.known(e, node.span)
            assert isinstance(found, frozenset)
            domain = found
        elif parts > 1:
            raise self.faults.error(
                "CV222",
                self.schema.head(mapping),
                "a part of a table says what it is 'for:'",
                "write 'for: ranks of hearts', or whatever it speaks of",
            )
        return tables.Part(sort, domain, self.schema.head(mapping), {}, {})

    def _say(self, mapping: MapNode, part: tables.Part, name: str) -> Type:
        order, stated = mapping.get("order"), mapping.get("values")
        if (order is None) == (stated is None):
            raise self.faults.error(
                "CV223",
                self.schema.head(mapping),
                f"table '{name}' wants either 'order:' or 'values:'",
                "'order: ace > king > …' ranks, 'values: {ace: 11, others: 0}' gives numbers",
            )
        if order is not None:
            type_: Type = tables.order(
                self.typer, self.schema.syntax(order, "order", "'order'"), part
            )
            part.span = order.span
            tables.complete(self.typer, part, f"the order of '{name}'")
            return type_
        assert stated is not None
        met: Type | None = None
        others: Entry | None = None
        failed = False
        for entry in self.schema.mapping(stated, "'values'").entries:
            try:
                value, type_ = tables.value(
                    self.typer, self.schema.syntax(entry.value, "expr", "a value")
                )
                met = tables.meet(self.typer, met, type_, entry.value.span)
                if entry.key.text == "others":
                    others = entry
                    rest = value
                    continue
                key = self.schema.syntax(entry.key, "expr", "a card")
                tables.say(part, tables.named_members(self.typer, key, part), value, entry.key.span)
            except Stop:
                failed = True
        if failed:
            raise Stop
        if others is not None:
            left = part.domain - part.said.keys()
            if not left:
                self.faults.error(
                    "CV242", others.key.span, "'others' is nobody: all are named", "leave it out"
                )
            tables.say(part, left, rest, others.key.span)
        part.span = self.schema.head(stated)
        tables.complete(self.typer, part, f"'values' of '{name}'")
        assert met is not None
        return met
