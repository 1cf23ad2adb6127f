"""Writing traces: the lines of recorded play, and files that are whole or not there at all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import Move, State, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.files import whole_file
from cardavia_spec.play.legal import Legal, entries, legal_moves
from cardavia_spec.play.match import MatchState
from cardavia_spec.play.options import TURN, dealer_cell, seat_of, told_options
from cardavia_spec.play.spoken import entry, speak

Line: TypeAlias = dict[str, Json]
"""One line of a trace."""

FORMAT: Final = 1
"""The number of the trace format, in every `match` line."""


def digest_of(spec: Spec) -> str:
    """Return the digest of a spec as a trace names it."""
    return spec.digest if spec.digest.startswith("sha256:") else f"sha256:{spec.digest}"


def match_line(spec: Spec, options: Mapping[str, Json]) -> Line:
    """Return the line that opens a match with these options."""
    return {
        "type": "match",
        "trace": FORMAT,
        "game": spec.name,
        "options": dict(options),
        "spec": digest_of(spec),
    }


def deal_line(spec: Spec, number: int, state: State, deck: Sequence[int]) -> Line:
    """Return the line of a deal: `state` is any state of it."""
    line: Line = {"type": "deal", "deal": number}
    dealer = seat_of(spec, state, dealer_cell(spec))
    if dealer is not None:
        line["dealer"] = dealer
    line["deck"] = [spec.cards.members[card] for card in deck]
    return line


def move_line(engine: Engine, state: State, move: Move, legal: Legal | None = None) -> Line:
    """Return the line of a legal move made in `state`, with the list of legal moves if given."""
    spec = engine.spec
    rule, spoken = spec.moves[move.rule], speak(engine, state, move)
    told = entry(spec, spoken)
    cards, values = told[1 : 1 + len(spoken.cards)], told[1 + len(spoken.cards) :]
    line: Line = {"type": "move", "seat": mover(spec, state), "move": move.rule, "cards": cards}
    if len(values) == 1:
        line["value"] = values[0]
    elif values:
        line["values"] = dict(zip(rule.shown, values, strict=True))
    if legal is not None:
        line["legal"] = entries(engine, legal)
    return line


def mover(spec: Spec, state: State) -> str:
    """Return the name of the seat that is to move."""
    for cell in spec.cells.values():
        if cell.name == TURN and not cell.each:
            seat = state.cells[cell.offset]
            assert isinstance(seat, int)
            return spec.seats.members[seat]
    raise AssertionError("a spec has the variable `turn`")


def deal_end_line(number: int, result: Mapping[str, Json]) -> Line:
    """Return the line that ends a deal."""
    return {"type": "deal end", "deal": number, "result": dict(result)}


def match_end_line(result: Mapping[str, Json]) -> Line:
    """Return the line that ends a match."""
    return {"type": "match end", "result": dict(result)}


def lines(state: MatchState, *, legal: bool = False, chance: bool = False) -> Iterator[Line]:
    """Yield the trace of a match up to this state; with the legal moves at every move if asked.

    With `chance`, the last deal line also says where later decks come from (as `x-stream` and
    `x-decks`), so that the match can be taken up again.

    Raises:
        ValueError: the states before this one are not kept (it was loaded from a snapshot).
    """
    states = list(state.history())
    if states[0].deal_number > len(states[0].dealt):
        raise ValueError("the beginning of this match is not kept, so it has no trace")
    game = state.game
    spec, engine = game.spec, game.engine
    yield match_line(spec, told_options(spec, states[0].state))
    number = 0
    for each in states:
        before = each.past.state if each.past is not None else each.state
        if each.past is not None and each.last_move is not None:
            offered = legal_moves(engine, before) if legal else None
            yield move_line(engine, before, each.last_move, offered)
        decks = iter(each.dealt)
        for step in each.steps:
            if step.kind is StepKind.DEAL:
                number += 1
                line = deal_line(spec, number, step.state, next(decks))
                last = chance and number == state.deal_number
                yield {**line, **_chance(spec, state.chance)} if last else line
            elif step.kind is StepKind.AFTER_DEAL:
                yield deal_end_line(number, engine.result(before))
            before = step.state
    if state.outcome is not None:
        yield match_end_line(state.outcome)


def _chance(spec: Spec, chance: Chance) -> Line:
    names = spec.cards.members
    line: Line = {}
    if chance.stream is not None:
        line["x-stream"] = f"{chance.stream:016x}"
    if chance.decks:
        line["x-decks"] = [[names[card] for card in deck] for deck in chance.decks]
    return line


def dump(line: Mapping[str, Json]) -> str:
    """Return a line of a trace as text, without the line end."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


@contextmanager
def trace_file(path: Path) -> Iterator[Writer]:
    """Open a trace for writing; it takes the place of `path` when all went well.

    Whatever happens inside, `path` is either as it was or complete.  A name that ends in `.gz`
    makes a compressed file; the same lines always make the same bytes.

    Raises:
        OSError: the folder is not there or may not be written, or the disk is full.
    """
    with whole_file(path) as raw:
        if path.suffix == ".gz":
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
                yield Writer(packed)
        else:
            yield Writer(raw)


class Writer:
    """Where the lines of a trace go, one by one."""

    def __init__(self, file: BinaryIO | gzip.GzipFile) -> None:
        self._file = file

    def write(self, line: Mapping[str, Json]) -> None:
        """Write one line."""
        self._file.write(dump(line).encode() + b"\n")


def write_trace(path: Path, trace: Iterable[Mapping[str, Json]]) -> None:
    """Write a trace, whole or not at all.

    Raises:
        OSError: the folder is not there or may not be written, or the disk is full.
    """
    with trace_file(path) as file:
        for line in trace:
            file.write(line)
