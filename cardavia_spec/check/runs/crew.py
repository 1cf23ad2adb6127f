"""Who plays the seeded deals of a campaign: pieces of play, in any order and by any number.

A piece says the same wherever it is played, by the compiled engine or the generated Python.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from cardavia_spec.back.c.build import NoEngine, give_up
from cardavia_spec.back.c.engine import Engine as CEngine
from cardavia_spec.back.c.source import source as c_source
from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.course import LONGEST_DEAL
from cardavia_spec.check.runs.parts import Part, Piece, Place
from cardavia_spec.check.runs.swift import Options, Swift, play_piece
from cardavia_spec.core.plan.program import Unsupported
from cardavia_spec.core.spec import Spec

FLAGS: Final = ("-O1", "-march=native")
"""A campaign is short: it is over before a better compiled engine would be there."""

Told: TypeAlias = Callable[[int], None]
"""Told how many deals have been played so far."""


@dataclass(slots=True)
class Table:
    """A spec at which pieces are played: its questions and engines, its choices of options."""

    asked: Asked
    swift: Swift
    choices: tuple[Options, ...]
    compiled: CEngine | None = None

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.asked.spec

    def compile(self) -> None:
        """Make the compiled engine.

        Raises:
            NoEngine: it cannot be made; the message says why.
        """
        try:
            self.compiled = CEngine(c_source(self.asked.program, counts=True), FLAGS)
        except Unsupported as reason:
            raise NoEngine(str(reason)) from None

    def play(self, piece: Piece) -> Part:
        """Play a piece with the fastest engine there is."""
        options = self.choices[piece.choice]
        if self.compiled is None:
            return play_piece(self.swift.watch(), options, piece)
        numbers = self.swift.numbers(options)
        counts, marks = self.compiled.search(
            piece.seed, piece.first, piece.lots, piece.size, numbers, self.asked.size, LONGEST_DEAL
        )
        if marks[-1][0]:  # more moves in one state than it counts
            return play_piece(self.swift.watch(), options, piece)
        places = (
            Place(moves, of_match, piece.choice, lot, deal, piece.seed, stream) if n else None
            for n, moves, of_match, lot, deal, stream in marks
        )
        return Part(
            counts["deals"], counts["moves"], counts["matches"],
            tuple(mark[0] for mark in marks), tuple(places),
        )  # fmt: skip


class Crew(Protocol):
    """Plays pieces."""

    @property
    def compiles(self) -> bool:
        """Whether the engine is to be compiled here."""

    @property
    def beside(self) -> bool:
        """Whether other work is to be done here meanwhile."""

    @property
    def stopped(self) -> bool:
        """Whether somebody gave up."""

    def stop(self) -> None:
        """Play no further pieces: somebody gave up."""

    def play(self, at: Table, pieces: Sequence[Piece], told: Told = ...) -> Part:
        """Return what is found in all pieces together."""


class Threads:
    """Plays here: the compiled engine in several threads, the generated Python in one."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._stopped = threading.Event()

    @property
    def compiles(self) -> bool:
        """It plays with the compiled engine of the table."""
        return True

    @property
    def beside(self) -> bool:
        """Compiled play leaves the interpreter to others."""
        return self.jobs > 1

    @property
    def stopped(self) -> bool:
        """Whether somebody gave up."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Play no further pieces, and compile no further."""
        self._stopped.set()
        give_up()

    def play(self, at: Table, pieces: Sequence[Piece], told: Told = lambda _: None) -> Part:
        """Return what is found in all pieces together; little by little, so that it can stop."""
        done = 0
        lock = threading.Lock()

        def one(piece: Piece) -> Part:
            nonlocal done
            if self.stopped:
                return Part.empty(at.asked.size)
            part = at.play(piece)
            with lock:
                done += part.deals
                told(done)
            return part

        if at.compiled is None or self.jobs <= 1 or len(pieces) <= 1:
            parts: Iterable[Part] = map(one, pieces)
            return sum(parts, Part.empty(at.asked.size))
        with ThreadPoolExecutor(self.jobs) as pool:
            return sum(pool.map(one, pieces), Part.empty(at.asked.size))
