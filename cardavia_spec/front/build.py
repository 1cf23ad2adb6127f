"""From the nodes of a spec to a checked `Spec`, section by section."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final, TypeVar

from cardavia_spec.core.diagnostics import did_you_mean
from cardavia_spec.core.source import Source, Span
from cardavia_spec.core.spec import Layer, Page, Spec
from cardavia_spec.front.declare import Declarations
from cardavia_spec.front.definitions import Definitions
from cardavia_spec.front.expressions import Typer
from cardavia_spec.front.faults import Faults
from cardavia_spec.front.lint import lint
from cardavia_spec.front.nodes import Entry, MapNode, Node, TextNode, shortened
from cardavia_spec.front.pack import read_pack
from cardavia_spec.front.properties import Properties
from cardavia_spec.front.rules import MATCH, Rules
from cardavia_spec.front.schema import CLAUSE, Schema
from cardavia_spec.front.scope import Scope
from cardavia_spec.front.table_section import TableSection
from cardavia_spec.front.zone_section import ZoneSection

Read = TypeVar("Read")

SECTIONS: Final = (
    "cardavia", "game", "title", "page", "seats", "options", "deck", "tables", "zones", "deal",
    "state", "define", "following", "moves", "events", "scoring", "result", "match",
    "properties", "examples", "test",
)  # fmt: skip
REQUIRED: Final = ("cardavia", "game", "seats", "deck", "zones", "deal", "state", "moves")
MAPPINGS: Final = tuple(s for s in SECTIONS if s not in ("cardavia", "game", "title", "deal"))
VERSION: Final = "1"


def digest(source: Source) -> str:
    """Return the digest of a spec's text, as traces carry it."""
    return "sha256:" + hashlib.sha256(source.text.encode()).hexdigest()


def build(root: Node, source: Source, faults: Faults) -> Spec | None:
    """Return the checked spec, or None; everything wrong with it is told to `faults`."""
    return Builder(source, faults).build(root)


class Builder:
    """Reads one spec, all of it, however much is wrong with it."""

    def __init__(self, source: Source, faults: Faults) -> None:
        self.source = source
        self.faults = faults
        self.schema = Schema(faults)
        self.scope = Scope(faults)
        self.typer = Typer(self.scope, source, faults)
        self.declarations = Declarations(self.schema, self.scope, self.typer, faults)
        self.tables = TableSection(self.declarations)
        self.zones = ZoneSection(self.declarations)
        self.definitions = Definitions(
            self.schema, self.scope, self.typer, self.declarations, faults
        )
        self.rules = Rules(self.schema, self.scope, self.typer, faults)
        self.properties = Properties(self.schema, self.scope, self.typer, self.declarations, faults)

    def build(self, root: Node) -> Spec | None:
        """Return the checked spec, or None if an error was found."""
        top = self.schema.attempt(lambda: self.schema.keys(root, "a spec", SECTIONS, REQUIRED))
        if top is None or not self._sections(top):
            return None
        name = self.schema.attempt(lambda: self._header(top))
        seats, deck = top.get("seats"), top.get("deck")
        assert seats is not None
        assert deck is not None
        pack = self.schema.attempt(lambda: read_pack(self.schema, self.scope, seats, deck))
        if pack is None:
            return None
        page = self.schema.attempt(lambda: self._page(top))
        for title in ("define", "following", "scoring"):
            self.schema.attempt(lambda title=title: self.definitions.lists(title, top.get(title)))  # type: ignore[misc]
        self._declare(top)
        starts = [*self._states(top)]
        self.definitions.declare("define", top.get("define"))
        self.definitions.declare("following", top.get("following"))
        self.definitions.declare("scoring", top.get("scoring"))
        for entry, layer in starts:
            self.schema.attempt(
                lambda entry=entry, layer=layer: self.declarations.start(entry, layer)  # type: ignore[misc]
            )
        for asked in list(self.scope.names):
            self.schema.attempt(lambda asked=asked: self.scope.find(*asked))  # type: ignore[misc]
        deal_node = top.get("deal")
        assert deal_node is not None
        deal = self.schema.attempt(lambda: self.rules.deal(deal_node)) or ((), ())
        moves = self._each(top, "moves", self.rules.move)
        events = self._each(top, "events", self.rules.event)
        match = self.schema.attempt(lambda: self.rules.match(top.get("match")))
        result = self.schema.attempt(lambda: self.rules.result(top.get("result"), "'result'"))
        labels = tuple(e.key.text for e in self._entries(top, "properties"))
        properties = self._each(top, "properties", lambda e: self.properties.property(e, labels))
        examples = self._each(top, "examples", self.properties.example)
        weights = self.schema.attempt(lambda: self._weights(top, set(moves))) or {}
        titles = self.schema.attempt(lambda: self._title(top)) or {}
        self._whole(top, seats)
        lint(self.schema.trees, self.source, self.faults)
        if self.faults.failed or name is None or match is None:
            return None
        return Spec(
            name=name,
            title=titles,
            digest=digest(self.source),
            page=page,
            seats=pack.seats,
            suits=pack.suits,
            ranks=pack.ranks,
            cards=pack.cards,
            teams=pack.teams,
            direction=pack.direction,
            enums=tuple(self.declarations.enums),
            zones=dict(self.scope.zones),
            cells=dict(self.scope.cells),
            tables=dict(self.scope.tables),
            definitions=dict(self.scope.definitions),
            deal=deal[0],
            moves=moves,
            events=events,
            result=result or (),
            match=match,
            properties=tuple(properties.values()),
            examples=tuple(examples.values()),
            cites=tuple(self.schema.cites),
            weights=weights,
        )

    # ------------------------------------------------------------------ sections

    def _sections(self, top: MapNode) -> bool:
        """Tell which sections are no mappings; there is no use in reading on without them."""
        found = [
            self.schema.attempt(
                lambda node=node, section=section: self.schema.mapping(node, f"'{section}'")  # type: ignore[misc]
            )
            for section in MAPPINGS
            if (node := top.get(section)) is not None
        ]
        return None not in found

    def _entries(self, top: MapNode, section: str) -> tuple[Entry, ...]:
        found = self.schema.attempt(lambda: self.schema.entries(top.get(section), f"'{section}'"))
        return found or ()

    def _each(self, top: MapNode, section: str, read: Callable[[Entry], Read]) -> dict[str, Read]:
        found = {}
        for entry in self._entries(top, section):
            one = self.schema.attempt(lambda entry=entry: read(entry))  # type: ignore[misc]
            if one is not None:
                found[entry.key.text] = one
        return found

    def _declare(self, top: MapNode) -> None:
        for section, read in (
            ("options", self.declarations.option),
            ("tables", self.tables.table),
            ("zones", self.zones.zone),
        ):
            for entry in self._entries(top, section):
                before = len(self.faults.found)
                self.schema.attempt(lambda entry=entry, read=read: read(entry))  # type: ignore[misc]
                if len(self.faults.found) > before:
                    self.declarations.broken(entry)

    def _states(self, top: MapNode) -> list[tuple[Entry, Layer]]:
        """Declare the variables, the match's first; return them for their starts to be read."""
        match = top.get("match")
        found = []
        state = None
        if isinstance(match, MapNode):
            state = self.schema.misspelt(match, "state", MATCH)
        for node, layer in ((state, Layer.MATCH), (top.get("state"), Layer.DEAL)):
            entries = self.schema.attempt(
                lambda node=node: self.schema.entries(node, "'state'")  # type: ignore[misc]
            )
            for entry in entries or ():
                before = len(self.faults.found)
                self.schema.attempt(
                    lambda entry=entry, layer=layer: self.declarations.variable(entry, layer)  # type: ignore[misc]
                )
                if len(self.faults.found) > before:
                    self.declarations.broken(entry)
                found.append((entry, layer))
        return found

    def _whole(self, top: MapNode, seats: Node) -> None:
        """Check what only the whole spec can show."""
        zones = top.get("zones")
        if zones is not None and isinstance(zones, MapNode) and not self.faults.failed:
            self.zones.all_cards_lie_somewhere(zones)
        turn = self.scope.find("turn", None)
        if turn is None and not self.faults.failed:
            state = top.get("state")
            self.faults.error(
                "CV216",
                self.schema.head(state if state is not None else seats),
                "'state' does not declare 'turn'",
                "add 'turn: {in: seats, start: …}': whose turn it is after the deal",
            )

    def _header(self, top: MapNode) -> str:
        version, game = top.get("cardavia"), top.get("game")
        assert version is not None
        assert game is not None
        text = self.schema.text(version, "'cardavia'")
        if text.text != VERSION:
            self.faults.error(
                "CV235",
                text.span,
                f"this tool reads language {VERSION}, not '{text.text}'",
                f"write 'cardavia: {VERSION}'",
            )
        return self.schema.word(game, "a game")

    def _title(self, top: MapNode) -> dict[str, str]:
        title = top.get("title")
        if isinstance(title, TextNode):
            self.faults.error(
                "CV201",
                title.span,
                "'title' gives the title by language",
                f"write '{{en: {shortened(title.text)}}}'",
            )
            return {}
        return {
            e.key.text: self.schema.text(e.value, "a title").text
            for e in self._entries(top, "title")
        }

    def _page(self, top: MapNode) -> Page | None:
        node = top.get("page")
        if node is None:
            return None
        page = self.schema.keys(
            node, "'page'", ("file", "clauses", "not rules"), ("file", "clauses")
        )
        file, clauses = page.get("file"), page.get("clauses")
        assert file is not None
        assert clauses is not None
        not_rules: list[tuple[str, str, Span]] = []
        for entry in self.schema.entries(page.get("not rules"), "'not rules'"):
            if not CLAUSE.match(entry.key.text):
                raise self.faults.error(
                    "CV206",
                    entry.key.span,
                    f"'{entry.key.text}' is no clause",
                    "a clause is capital letters and a number: A12",
                )
            reason = self.schema.text(entry.value, "a reason")
            not_rules.append((entry.key.text, reason.text, entry.key.span))
        return Page(
            self.schema.text(file, "'file'").text,
            self.schema.clauses(clauses),
            tuple(not_rules),
            clauses.span,
        )

    def _weights(self, top: MapNode, moves: set[str]) -> dict[str, int]:
        """Return how much more often biased play takes each move than plain play does."""
        node = top.get("test")
        if node is None:
            return {}
        test = self.schema.keys(node, "'test'", ("weights",))
        found = {}
        for entry in self.schema.entries(test.get("weights"), "'weights'"):
            text = self.schema.text(entry.value, "a weight")
            if entry.key.text not in moves:
                raise self.faults.error(
                    "CV236",
                    entry.key.span,
                    f"there is no move '{entry.key.text}'",
                    did_you_mean(
                        entry.key.text, moves, "the moves are " + ", ".join(sorted(moves))
                    ),
                )
            if not re.fullmatch(r"[0-9]{1,6}", text.text):
                raise self.faults.error(
                    "CV236",
                    text.span,
                    "a weight is a whole number",
                    "how many times as often a move is tried: 3, or 0 for never",
                )
            found[entry.key.text] = int(text.text)
        return found
