"""One state of a match as JSON text, and back: all that can make a difference to what may come.

How it came about is left out; a trace keeps that (`resume`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.source import Source
from cardavia_spec.core.spec import Cell, Layer, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import SetOf, Value, show, values
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.codec import Misfit, decode, describe, quoted
from cardavia_spec.play.game import Game
from cardavia_spec.play.json_text import Broken, place_of, read_json
from cardavia_spec.play.match import MatchState, Stage
from cardavia_spec.play.options import read_deck
from cardavia_spec.play.trace import digest_of
from cardavia_spec.play.views import public_cells

FORMAT: Final = 1
KEYS: Final = (
    *("snapshot", "game", "spec", "stage", "deal", "over", "zones", "cells", "known", "deck"),
    *("decks", "stream", "deal_result", "outcome", "winners"),
)
"""The keys of a snapshot, in the order in which they are written."""


def dump(state: MatchState) -> str:
    """Return a state as JSON text."""
    spec = state.game.spec
    names = spec.cards.members

    def told(cards: frozenset[int]) -> list[Json]:
        return [names[card] for card in sorted(cards)]

    zones: dict[str, Json] = {}
    for key, zone in spec.zones.items():
        slots = state.state.zones[zone.offset : zone.offset + zone.size]
        if zone.each is None:
            zones[key] = told(slots[0])
        else:
            owners = [show(owner, zone.each) for owner in values(zone.each)]
            zones[key] = dict(zip(owners, map(told, slots), strict=True))
    stream = state.chance.stream
    whole: dict[str, Json] = {
        "snapshot": FORMAT,
        "game": spec.name,
        "spec": digest_of(spec),
        "stage": state.stage.value,
        "deal": state.deal_number,
        "over": state.state.over,
        "zones": zones,
        "cells": public_cells(spec, state.state),
        "known": {
            seat: told(cards) for seat, cards in zip(spec.seats.members, state.known, strict=True)
        },
        "deck": None if state.deck is None else [names[card] for card in state.deck],
        "decks": [[names[card] for card in deck] for deck in state.chance.decks],
        "stream": None if stream is None else f"{stream:016x}",
        "deal_result": None if state.deal_result is None else dict(state.deal_result),
        "outcome": None if state.outcome is None else dict(state.outcome),
        "winners": None if state.winners is None else list(state.winners),
    }
    return json.dumps(whole, ensure_ascii=False, allow_nan=False)


def load(game: Game, text: str, name: str = "snapshot") -> MatchState:
    """Return the state that `dump` wrote.

    Raises:
        SpecError: the text is no snapshot of a match of this game; `name` is what the text is
            called there.
    """
    source = Source(name, text)
    try:
        return _Reader(game, read_json(text)).state()
    except Broken as fault:
        span = source.span(fault.start, fault.end)
        raise SpecError([Diagnostic(fault.code, fault.message, span, fault.fix)]) from None
    except Misfit as fault:
        place = place_of(text, fault.path)
        span = source.span(place.start, place.end)
        raise SpecError([Diagnostic(fault.code, fault.message, span, fault.fix)]) from None


class _Reader:
    """Reads one snapshot; what does not fit is a Misfit with its path."""

    def __init__(self, game: Game, whole: object) -> None:
        self.game = game
        self.spec: Spec = game.spec
        if not isinstance(whole, dict):
            raise Misfit("CV850", "a snapshot is an object")
        self.whole: Mapping[str, object] = whole

    def state(self) -> MatchState:
        """Return the state."""
        for key in self.whole:
            if key not in KEYS:
                raise Misfit("CV850", f"a snapshot has no key {quoted(key)}", None, (key,))
        if self.get("snapshot") != FORMAT:
            raise _wrong("this is no snapshot of a format that can be read", "snapshot")
        if self.get("game") != self.spec.name:
            raise _wrong(f"this is a snapshot of another game than {self.spec.name}", "game")
        if self.get("spec") != digest_of(self.spec):
            raise _wrong("it was made by another text of the spec", "spec")
        deal, stage = self.get("deal"), self.stage()
        if not isinstance(deal, int) or isinstance(deal, bool) or deal < 0:
            raise _wrong("the number of the deal belongs here", "deal")
        over = self.get("over")
        if not isinstance(over, bool) or (over is (stage is Stage.PLAYING) and deal):
            raise _wrong(f"{describe(over)} does not fit a match that is {stage.value}", "over")
        deck = self.get("deck")
        if (deck is None) is not (deal == 0):
            raise _wrong("a deal has a deck", "deck")
        winners = self.get("winners")
        return MatchState(
            self.game,
            stage,
            State(self.zones(), self.cells(dealt=deal > 0), over),
            None if deck is None else self.deck(deck, "deck"),
            self.known(),
            deal,
            Chance(self.decks(), self.stream()),
            self.result("deal_result"),
            self.result("outcome"),
            None if winners is None else self.members(SetOf(self.game.winner_sort), "winners"),
        )

    def get(self, key: str) -> object:
        """Return the value of a key, which must be there."""
        if key not in self.whole:
            raise Misfit("CV850", f"the key '{key}' is missing in the snapshot")
        return self.whole[key]

    def stage(self) -> Stage:
        """Return where the match stands."""
        for stage in Stage:
            if stage.value == self.get("stage"):
                return stage
        raise _wrong("no match can stand there", "stage")

    def members(self, type_: SetOf, *path: str) -> frozenset[int]:
        """Return the set at a path."""
        found: object = self.whole
        for key in path:
            if not isinstance(found, dict) or key not in found:
                raise _wrong(f"'{key}' is missing", *path[:-1])
            found = found[key]
        try:
            cards = decode(found, type_)
        except Misfit as fault:
            raise fault.inside(*path) from None
        assert isinstance(cards, frozenset)
        return cards

    def zones(self) -> tuple[frozenset[int], ...]:
        """Return the zones: each card in one."""
        found: list[frozenset[int]] = []
        cards = SetOf(self.spec.cards)
        for key, zone in self.spec.zones.items():
            if zone.each is None:
                found.append(self.members(cards, "zones", key))
            else:
                for owner in values(zone.each):
                    found.append(self.members(cards, "zones", key, show(owner, zone.each)))
        if sorted(card for zone in found for card in zone) != list(
            range(len(self.spec.cards.members))
        ):
            raise _wrong("not every card lies in exactly one zone", "zones")
        return tuple(found)

    def cells(self, *, dealt: bool) -> tuple[Value, ...]:
        """Return the options and variables."""
        whole = self.get("cells")
        found: list[Value] = []
        for key, cell in self.spec.cells.items():
            for indices in product(*map(values, cell.each)):
                names = (show(i, each) for i, each in zip(indices, cell.each, strict=True))
                found.append(self.cell(cell, whole, (key, *names), dealt=dealt))
        return tuple(found)

    def cell(self, cell: Cell, whole: object, path: tuple[str, ...], *, dealt: bool) -> Value:
        """Return one of them."""
        for key in path:
            if not isinstance(whole, dict) or key not in whole:
                raise _wrong(f"the value of {' '.join(path)} is missing", "cells")
            whole = whole[key]
        if whole is None and cell.layer is Layer.DEAL and not dealt:
            return None
        assert whole is None or isinstance(whole, bool | int | float | str | list | dict)
        try:
            value = decode(whole, cell.type)
        except Misfit as fault:
            raise fault.inside("cells", *path) from None
        if value not in cell.domain:
            raise _wrong(f"'{cell.name}' cannot be {describe(whole)}", "cells", *path)
        return value

    def known(self) -> tuple[frozenset[int], ...]:
        """Return what the seats know."""
        cards = SetOf(self.spec.cards)
        return tuple(self.members(cards, "known", seat) for seat in self.spec.seats.members)

    def deck(self, items: object, *path: str | int) -> tuple[int, ...]:
        """Return a deck order."""
        if not isinstance(items, list):
            raise _wrong("a list of cards belongs here", *path)
        try:
            return read_deck(self.spec, items)
        except Misfit as fault:
            raise fault.inside(*path) from None

    def decks(self) -> tuple[tuple[int, ...], ...]:
        """Return the decks to come."""
        decks = self.get("decks")
        if not isinstance(decks, list):
            raise _wrong("a list of decks belongs here", "decks")
        return tuple(self.deck(deck, "decks", place) for place, deck in enumerate(decks))

    def stream(self) -> int | None:
        """Return the state of the random generator."""
        return read_stream(self.get("stream"), "stream")

    def result(self, key: str) -> Mapping[str, Json] | None:
        """Return a result as it stands."""
        found = self.get(key)
        if found is not None and not isinstance(found, dict):
            raise _wrong("a result is an object", key)
        return found


def read_stream(stream: object, *path: str) -> int | None:
    """Return the state of a random generator, written in hexadecimal digits, or None.

    Raises:
        Misfit: it is no such text; `path` is where it stands.
    """
    if stream is None:
        return None
    digits = set("0123456789abcdef")
    if not isinstance(stream, str) or len(stream) != 16 or not set(stream) <= digits:
        raise _wrong("sixteen hexadecimal digits belong here", *path)
    return int(stream, 16)


def _wrong(message: str, *path: str | int) -> Misfit:
    return Misfit("CV850", message, path=path)
