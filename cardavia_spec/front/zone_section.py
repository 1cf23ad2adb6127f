"""The section `zones:`: where cards lie, who sees them, and what lies there before the deal."""

from __future__ import annotations

from cardavia_spec.core.spec import Visibility, Zone
from cardavia_spec.core.types import Kind, Scalar, SetOf, Sort, show, values
from cardavia_spec.front.declare import Declarations
from cardavia_spec.front.lookup import Context
from cardavia_spec.front.nodes import Entry, MapNode, Node
from cardavia_spec.front.scope import asked_of


class ZoneSection:
    """Reads zones into the scope."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.schema = declarations.schema
        self.scope = declarations.scope
        self.typer = declarations.typer
        self.faults = declarations.faults
        self.slots = 0

    def zone(self, entry: Entry) -> None:
        """Read one zone."""
        name = self.declarations.name(entry, "a zone")
        node = self.schema.keys(
            entry.value, f"zone '{name}'", ("each", "seen by", "holds", "cite"), ("seen by",)
        )
        each = node.get("each")
        index = self.declarations.index(each) if each is not None else None
        holds = node.get("holds")
        cards: frozenset[int] = frozenset()
        if holds is not None:
            if index is not None:
                raise self.faults.error(
                    "CV218",
                    holds.span,
                    "only a zone without 'each' can hold cards at first",
                    "let one zone hold the cards, and deal from there:"
                    " 'stock: {seen by: nobody, holds: deck}'",
                )
            with self.typer.within(Context("a zone")):
                e = self.typer.wanted(
                    self.schema.syntax(holds, "expr", "'holds'"),
                    SetOf(self.scope.sorts["card"]),
                    "what a zone holds",
                )
            found = self.declarations.known(e, holds.span)
            assert isinstance(found, frozenset)
            cards = found
        zone = Zone(
            name=name,
            cite=self.schema.cite(node),
            span=entry.key.span,
            each=index,
            seen_by=self._seen_by(node, index),
            offset=self.slots,
            holds=cards,
        )
        # A zone family can be asked for by seat, and all together by its bare name.
        if not self.scope.declare(name, None, zone, entry.key.span):
            return
        of = asked_of(index)
        if of is not None and not self.scope.declare(name, of, zone, entry.key.span):
            return
        self.scope.zones[name] = zone
        self.slots += zone.size

    def _seen_by(self, node: MapNode, index: Scalar | None) -> Visibility:
        seen = node.get("seen by")
        assert seen is not None
        text = self.schema.text(seen, "'seen by'")
        known = [v.value for v in Visibility]
        if text.text not in known:
            raise self.faults.error(
                "CV219", text.span, f"'{text.text}' sees nothing", "one of: " + ", ".join(known)
            )
        owned = isinstance(index, Sort) and index.kind in (Kind.SEAT, Kind.TEAM)
        if text.text == "owner" and not owned:
            raise self.faults.error(
                "CV219",
                text.span,
                "this zone has no owner",
                "'seen by: owner' goes with 'each: seats' or 'each: teams'",
            )
        return Visibility(text.text)

    def all_cards_lie_somewhere(self, node: Node) -> None:
        """Tell if the pack does not lie in the zones exactly once before the deal."""
        cards = self.scope.sorts["card"]
        held: dict[int, Zone] = {}
        for zone in self.scope.zones.values():
            for card in sorted(zone.holds):
                if card in held:
                    self.faults.error(
                        "CV220",
                        zone.span,
                        f"{show(card, cards)} is held by '{held[card].name}' and by '{zone.name}'",
                        "each card lies in one zone before the deal",
                    )
                    return
                held[card] = zone
        missing = [show(c, cards) for c in values(cards) if c not in held]
        if missing:
            some = ", ".join(missing[:4]) + (", …" if len(missing) > 4 else "")
            self.faults.error(
                "CV220",
                self.schema.head(node),
                f"no zone holds {some} before the deal",
                "say 'holds: deck' at the zone the cards are dealt from",
            )
