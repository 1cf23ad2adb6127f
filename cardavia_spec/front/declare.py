"""What a state is made of beside its zones: lists of names, options and variables."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, Tree

from cardavia_spec.core import ir
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cell, Layer
from cardavia_spec.core.types import (
    Int,
    Kind,
    Maybe,
    Nothing,
    Scalar,
    SetOf,
    Sort,
    Type,
    Value,
    count,
    show,
    values,
)
from cardavia_spec.core.walk import reads
from cardavia_spec.front.constants import NotConstant, constant
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.lookup import Context
from cardavia_spec.front.nodes import Entry, MapNode, Node, SeqNode
from cardavia_spec.front.schema import Schema, as_name
from cardavia_spec.front.scope import Broken, Constant, Scope, asked_of

MOST_CELLS = 20_000
_SPREAD = re.compile(r"-?\d+\s*\.\.\s*-?\d+")


class Declarations:
    """Reads the declarations of one spec into its scope."""

    def __init__(self, schema: Schema, scope: Scope, typer: Typer, faults: Faults) -> None:
        self.schema = schema
        self.scope = scope
        self.typer = typer
        self.faults = faults
        self.enums: list[Sort] = []
        self.cell_slots = 0

    # ------------------------------------------------------------------ sorts and domains

    def enum(self, name: str, node: SeqNode) -> Sort:
        """Enter a list of names as a sort of its own."""
        found = []
        for item in node.items:
            text = self.schema.text(item, "a name")
            self.schema.name(text, "a value")
            if text.text in found:
                raise self.faults.error(
                    "CV209", text.span, f"'{text.text}' stands here twice", "name each of them once"
                )
            found.append(text.text)
        if not found:
            raise self.faults.error(
                "CV208",
                node.span,
                "this list of names is empty",
                "write the names between the brackets: [one, other]",
            )
        sort = Sort(Kind.ENUM, name, tuple(found))
        if name in self.scope.sorts:
            raise self.faults.error(
                "CV402",
                node.span,
                f"there is a list '{name}' already",
                "one of the two needs another name",
            )
        self.scope.sorts[name] = sort
        self.enums.append(sort)
        for i, item in enumerate(node.items):
            if not self.scope.declare(found[i], None, Constant(sort, i), item.span):
                raise Stop
        return sort

    def domain(self, name: str, node: Node) -> tuple[Type, tuple[Value, ...]]:
        """Return the type of `in:` and the values it allows, in canonical order, None last."""
        if isinstance(node, SeqNode):
            texts = [self.schema.text(item, "a value") for item in node.items]
            if texts and all(re.fullmatch(r"-?[0-9]{1,9}", t.text) for t in texts):
                numbers = sorted({int(t.text) for t in texts})
                return Int(numbers[0], numbers[-1]), tuple(numbers)
            spread = next((t for t in texts if _SPREAD.fullmatch(t.text)), None)
            if spread is not None:
                raise self.faults.error(
                    "CV204",
                    spread.span,
                    f"'{spread.text}' is no name, and in square brackets stand names",
                    f"a range stands without brackets: 'in: {spread.text}'",
                )
            sort = self.enum(name, node)
            return sort, values(sort)
        tree = self.schema.syntax(node, "sort", "'in'")
        member, found = self.constant_set(self.typer.tree(tree.children[0]))
        if str(tree.data) == "sort_or_none":
            return Maybe(member), (*sorted(found), None)
        return member, tuple(sorted(found))

    def constant_set(self, tree: Tree[Token]) -> tuple[Scalar, frozenset[int]]:
        """Return the members' type and the members of a set that must be constant."""
        with self.typer.within(Context("a declaration")):
            e = self.typer.set_(tree, "a set of values")
        assert isinstance(e.type, SetOf)
        found = self.known(e, e.span)
        assert isinstance(found, frozenset)
        if not found or isinstance(e.type.member, Nothing):
            raise self.faults.error(
                "CV208",
                e.span,
                "this set of values is empty",
                "write what it may be: 'seats', '0..9', [one, other]",
            )
        if isinstance(e.type.member, Int):
            return Int(min(found), max(found)), found
        return e.type.member, found

    def known(self, e: ir.Expr, span: Span) -> Value:
        """Return the value of an expression that must be constant."""
        try:
            return constant(e, self.scope.tables)
        except NotConstant:
            raise self.faults.error(
                "CV246",
                span,
                "this must be known before a card is dealt, and it is not",
                "only seats, suits, ranks, cards and numbers can stand here",
            ) from None

    def index(self, node: Node) -> Scalar:
        """Return the type of `each:`: a whole sort, or numbers without a gap."""
        tree = self.schema.syntax(node, "sort", "'each'")
        member, found = self.constant_set(self.typer.tree(tree.children[0]))
        if str(tree.data) == "sort_or_none" or count(member) != len(found):
            raise self.faults.error(
                "CV214",
                node.span,
                "'each' wants all of seats, teams, suits or ranks, or numbers without a gap",
                "write for instance 'each: seats'",
            )
        return member

    # ------------------------------------------------------------------ options and variables

    def option(self, entry: Entry) -> None:
        """Read one option."""
        name = self.name(entry, "an option")
        node = self.schema.keys(
            entry.value, f"option '{name}'", ("in", "default", "why", "cite"), ("in", "default")
        )
        type_, domain = self.domain(name, _get(node, "in"))
        default = _get(node, "default")
        with self.typer.within(Context("a default")):
            tree = self.schema.syntax(default, "expr", "'default'")
            start = self.typer.wanted(tree, type_, f"the default of '{name}'")
        value = self.known(start, default.span)
        if value not in domain:
            raise self.faults.error(
                "CV215",
                default.span,
                f"'{name}' cannot be {show(value, type_)}",
                _one_of(domain, type_),
            )
        why = node.get("why")
        cell = Cell(
            name=name,
            cite=self.schema.cite(node),
            span=entry.key.span,
            layer=Layer.OPTION,
            each=(),
            type=type_,
            domain=domain,
            start=ir.Lit(value, type=type_, span=default.span),
            offset=self.cell_slots,
            why=self.schema.text(why, "'why'").text if why is not None else None,
        )
        self._cell(cell, entry)

    def variable(self, entry: Entry, layer: Layer) -> None:
        """Read one variable of the match or of the deal, without its start."""
        name = self.name(entry, "a variable")
        node = self.schema.keys(
            entry.value, f"variable '{name}'", ("each", "in", "start", "cite"), ("in", "start")
        )
        each = node.get("each")
        indices: tuple[Scalar, ...] = ()
        if isinstance(each, SeqNode):
            indices = tuple(self.index(item) for item in each.items)
        elif each is not None:
            indices = (self.index(each),)
        type_, domain = self.domain(name, _get(node, "in"))
        cell = Cell(
            name=name,
            cite=self.schema.cite(node),
            span=entry.key.span,
            layer=layer,
            each=indices,
            type=type_,
            domain=domain,
            start=ir.Lit(None, type=Maybe(Nothing())),  # replaced by `start`
            offset=self.cell_slots,
        )
        if name == "turn" and layer is Layer.DEAL and type_ != self.scope.sorts["seat"]:
            raise self.faults.error(
                "CV216", entry.key.span, "'turn' tells whose turn it is", "write 'in: seats'"
            )
        self._cell(cell, entry)

    def _cell(self, cell: Cell, entry: Entry) -> None:
        of = asked_of(cell.each[0]) if cell.each else None
        key = self.scope.free_key(cell.name, of, self.scope.cells)
        if not self.scope.declare(cell.name, of, cell, entry.key.span):
            return
        self.scope.cells[key] = cell
        self.cell_slots += cell.size
        if self.cell_slots > MOST_CELLS:
            self.cell_slots = 0  # tell it once
            raise self.faults.error(
                "CV207",
                entry.key.span,
                f"with these there are more than {MOST_CELLS:,} variables, which is too many",
                "'each: [a, b]' makes one for each pair: does it have to?",
            )

    def start(self, entry: Entry, layer: Layer) -> None:
        """Read the start of a variable; it may read what stands before it."""
        found = next(
            (
                (key, cell)
                for key, cell in self.scope.cells.items()
                if cell.layer is layer and cell.span == entry.key.span
            ),
            None,
        )
        if found is None or not isinstance(entry.value, MapNode):
            return  # its declaration has been told to be wrong
        key, cell = found
        asked = (cell.name, asked_of(cell.each[0]) if cell.each else None)
        tree = self.schema.syntax(_get(entry.value, "start"), "expr", "'start'")
        with self.typer.within(Context("a start")):
            e = self.typer.expr(tree)
            try:
                e = self.typer.fit(e, cell.type, f"the start of '{cell.name}'")
            except Stop:  # one of the two is wrong, and which is not known
                self.scope.names[asked] = Broken()
                raise
        self._started(e, cell)
        if isinstance(e, ir.Lit) and e.value not in cell.domain:
            raise self.faults.error(
                "CV215",
                e.span,
                f"'{cell.name}' cannot be {show(e.value, cell.type)}",
                _one_of(cell.domain, cell.type),
            )
        new = replace(cell, start=e)
        self.scope.cells[key] = new
        self.scope.names[asked] = new

    def _started(self, e: ir.Expr, cell: Cell) -> None:
        for (origin, key), at in reads([e], self.scope.definitions).items():
            if origin is ir.Origin.ZONE and cell.layer is Layer.MATCH:
                raise self.faults.error(
                    "CV217",
                    at.span,
                    f"no card is dealt yet when '{cell.name}' starts",
                    "what follows from the cards belongs to the deal: declare it under 'state'",
                )
            if origin is not ir.Origin.CELL:
                continue
            other = self.scope.cells[key]
            if other.layer is Layer.OPTION:
                continue
            later = other.layer is cell.layer and other.offset >= cell.offset
            if later or (other.layer is Layer.DEAL and cell.layer is Layer.MATCH):
                raise self.faults.error(
                    "CV217",
                    at.span,
                    f"'{other.name}' has no value yet when '{cell.name}' starts",
                    f"declare '{other.name}' before '{cell.name}'",
                )

    # ------------------------------------------------------------------ helpers

    def name(self, entry: Entry, what: str) -> str:
        """Return the name that an entry declares."""
        self.schema.name(entry.key, what)
        return entry.key.text

    def broken(self, entry: Entry) -> None:
        """Mark a name whose declaration is wrong, so that its uses are not told again."""
        for name in {entry.key.text, as_name(entry.key.text)} - {None}:
            for of in (None, "seat", "card", "suit", "rank", "team", "number"):
                self.scope.names.setdefault((name or "", of), Broken())


def _one_of(domain: tuple[Value, ...], type_: Type) -> str:
    """Return in words which values a variable may have."""
    if isinstance(type_, Int) and len(domain) > 2 and len(domain) == count(type_):
        return f"its values are {domain[0]}..{domain[-1]}, as 'in:' says"
    listed = ", ".join(show(v, type_) for v in domain[:12])
    return f"one of {listed}" + (", …" if len(domain) > 12 else "")


def _get(node: MapNode, key: str) -> Node:
    found = node.get(key)
    assert found is not None
    return found
