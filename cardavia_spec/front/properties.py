"""Properties and examples."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import did_you_mean
from cardavia_spec.core.spec import Example, Property, PropertyKind, Zone, slot
from cardavia_spec.core.types import Int, SetOf, show
from cardavia_spec.core.walk import reads
from cardavia_spec.front.declare import Declarations
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.faults import Faults, Stop
from cardavia_spec.front.laying import Laid
from cardavia_spec.front.lookup import Context, Syntax
from cardavia_spec.front.nodes import Entry
from cardavia_spec.front.schema import Schema
from cardavia_spec.front.scope import Scope

KINDS = {kind.value: kind for kind in PropertyKind}
STEPS = (PropertyKind.EACH_STEP, PropertyKind.EACH_DEAL)
WITNESSED = (
    PropertyKind.POSSIBLE,
    PropertyKind.POSSIBLE_IN_PLAY,
    PropertyKind.POSSIBLE_MATCH,
)


class Properties:
    """Reads what is said about the rules."""

    def __init__(
        self, schema: Schema, scope: Scope, typer: Typer, declarations: Declarations, faults: Faults
    ) -> None:
        self.schema = schema
        self.scope = scope
        self.typer = typer
        self.declarations = declarations
        self.faults = faults

    def property(self, entry: Entry, labels: tuple[str, ...]) -> Property:
        """Read one property; `labels` are those of all properties."""
        what = f"property '{entry.key.text}'"
        node = self.schema.keys(entry.value, what, (*KINDS, "cite", "use", "witness"))
        kinds = [key for key in KINDS if key in node]
        if not kinds and any(e.key.text not in ("cite", "use", "witness") for e in node.entries):
            raise Stop  # a misspelt kind, and it has been told
        if len(kinds) != 1:
            second = [e.key.span for e in node.entries if e.key.text in kinds][1:]
            raise self.faults.error(
                "CV230",
                second[0] if second else entry.key.span,
                f"{what} wants exactly one kind" + (", and this is a second one" if second else ""),
                "one of: " + ", ".join(f"'{kind}:'" for kind in KINDS),
            )
        kind = KINDS[kinds[0]]
        inner = node.get(kinds[0])
        assert inner is not None
        text = self.schema.expression(inner, what)
        context = Context(
            f"a property of the kind '{kind.value}'",
            me=kind is not PropertyKind.THEOREM,
            before=kind in STEPS,
            settled=kind is not PropertyKind.THEOREM,
        )
        with self.typer.within(context):
            test = self.typer.truth(self.schema.syntax(text.node, "expr", what))
        if kind is PropertyKind.THEOREM:
            self._no_state(test)
        return Property(
            name=entry.key.text,
            cite=self.schema.cite(node) + text.cite,
            span=entry.key.span,
            kind=kind,
            test=test,
            witness=self._witness(entry, kind),
            uses=self._uses(entry, labels),
        )

    def _no_state(self, test: ir.Expr) -> None:
        for (origin, key), at in reads([test], self.scope.definitions).items():
            if origin in (ir.Origin.ZONE, ir.Origin.CELL):
                name = key.split("/")[0]
                raise self.faults.error(
                    "CV231",
                    at.span,
                    f"a theorem speaks of tables and definitions alone, and '{name}' can change",
                    "write 'always:' for what holds in every position",
                )

    def _witness(self, entry: Entry, kind: PropertyKind) -> str | None:
        node = self.schema.mapping(entry.value, "a property").get("witness")
        if node is None:
            return None
        text = self.schema.text(node, "'witness'")
        if kind not in WITNESSED:
            self.faults.error(
                "CV232",
                text.span,
                "a witness goes with 'possible', not with this kind",
                "leave it out: a property of this kind is played and proved against",
            )
        return text.text

    def _uses(self, entry: Entry, labels: tuple[str, ...]) -> tuple[str, ...]:
        node = self.schema.mapping(entry.value, "a property").get("use")
        if node is None:
            return ()
        found = []
        for item in self.schema.items(node, "the label of a property"):
            if item.text not in labels:
                self.faults.error(
                    "CV233",
                    item.span,
                    f"there is no property '{item.text}' to use",
                    did_you_mean(
                        item.text, labels, "'use:' names properties of this spec by their labels"
                    ),
                )
            found.append(item.text)
        return tuple(found)

    # ------------------------------------------------------------------ examples

    def example(self, entry: Entry) -> Example:
        """Read one example: a position laid by hand and what holds in it."""
        what = f"example '{entry.key.text}'"
        node = self.schema.keys(entry.value, what, ("given", "holds", "cite"), ("given", "holds"))
        laid = Laid(self.scope.sorts["card"], self.faults, self._cards, self.typer.span)
        given, holds = node.get("given"), node.get("holds")
        assert given is not None
        assert holds is not None
        with self.typer.within(Context("an example")):
            for part in self.schema.mapping(given, "'given'").entries:
                self._given(part, laid)
        with self.typer.within(Context("an example", me=True, settled=True)):
            text = self.schema.expression(holds, what)
            test = self.typer.truth(self.schema.syntax(text.node, "expr", what))
        return Example(
            name=entry.key.text,
            cite=self.schema.cite(node) + text.cite,
            span=entry.key.span,
            zones=tuple(laid.zones.items()),
            cells=tuple(laid.cells.items()),
            test=test,
        )

    def _given(self, part: Entry, laid: Laid) -> None:
        target = self.typer.expr(self.schema.syntax(part.key, "expr", "a place"))
        place = target if isinstance(target, ir.Get) else None
        if place is None or place.origin not in (ir.Origin.ZONE, ir.Origin.CELL):
            raise self.faults.error(
                "CV234",
                part.key.span,
                "a zone or a variable is wanted here: 'north.hand'",
                "an entry is a zone with its cards, or a variable with its value: 'turn: south'",
            )
        args = tuple(self.declarations.known(a, a.span) for a in place.args)
        indices = tuple(int(a) for a in args if isinstance(a, int))
        value = self.schema.syntax(part.value, "expr", "a value")
        if place.origin is ir.Origin.ZONE:
            zone = self.scope.zones[place.key]
            each = () if zone.each is None else (zone.each,)
            if len(each) != len(indices):
                raise self.faults.error(
                    "CV532",
                    part.key.span,
                    f"whose '{zone.name}'?",
                    f"there are several: lay cards into one of them, '{_first(zone)}'",
                )
            laid.lay(zone.offset + slot(each, indices), part.key.inner, value)
            return
        cell = self.scope.cells[place.key]
        e = self.typer.wanted(value, cell.type, f"the value of '{cell.name}'")
        found = self.declarations.known(e, e.span)
        if found not in cell.domain:
            raise self.faults.error(
                "CV215",
                e.span,
                f"'{cell.name}' cannot have this value",
                "its 'in:' lists the values it can have",
            )
        laid.give(cell.offset + slot(cell.each, indices), part.key.inner, found)

    def _cards(self, tree: Syntax) -> frozenset[int]:
        """Return the cards of a text that names some."""
        e = self.typer.wanted(tree, SetOf(self.scope.sorts["card"]), "what lies there")
        found = self.declarations.known(e, e.span)
        assert isinstance(found, frozenset)
        return found


def _first(zone: Zone) -> str:
    """Return how the first zone of a family is written."""
    if isinstance(zone.each, Int):
        return f"{zone.name}({zone.each.low})"
    return zone.name if zone.each is None else f"{show(0, zone.each)}.{zone.name}"
