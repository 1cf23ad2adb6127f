"""The seeded deals of `check` on a cluster: pieces of play, wherever there is a worker."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextlib import closing
from types import TracebackType
from typing import Any

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.dask import Note, answers, client_of, leave
from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.crew import Table, Told
from cardavia_spec.check.runs.parts import Part, Piece
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.swift import Swift

_KEPT: dict[bytes, Table] = {}
"""On a worker: the table with its engines, by the pickled spec and its choices."""


class Cluster:
    """Plays pieces on the cluster whose scheduler is at an address."""

    def __init__(self, address: str, note: Note = lambda _: None) -> None:
        """Find the cluster; `note` is told what is waited for.

        Raises:
            NoEngine: the package `distributed` is missing, or no scheduler answers.
        """
        self._client: Any = client_of(address)
        self._note = note

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        leave(self._client)

    @property
    def compiles(self) -> bool:
        """Each worker compiles for itself."""
        return False

    @property
    def beside(self) -> bool:
        """The answers are waited for."""
        return False

    @property
    def stopped(self) -> bool:
        """Never while it plays."""
        return False

    def stop(self) -> None:
        """Nothing to do: what is not wanted any more is cancelled."""

    def play(self, at: Table, pieces: Sequence[Piece], told: Told = lambda _: None) -> Part:
        """Return what is found in all pieces together.

        Raises:
            NoEngine: the cluster is lost, there are no workers, or they cannot play.
        """
        blob = pickle.dumps((at.spec, at.choices))
        total = Part.empty(at.asked.size)
        calls = ((piece,) for piece in pieces)
        with closing(answers(self._client, _piece, blob, calls, self._note)) as parts:
            for part in parts:
                total += part
                told(total.deals)
        return total


def _piece(blob: bytes, piece: Piece) -> Part:
    """Play a piece; runs on a worker, with the fastest engine it has."""
    at = _KEPT.get(blob)
    if at is None:
        _KEPT.clear()
        spec, choices = pickle.loads(blob)
        asked = Asked(spec)
        at = Table(asked, Swift(asked, rules_of(spec)), choices)
        try:
            at.compile()
        except NoEngine:
            at.compiled = None  # slower, and the same
        _KEPT[blob] = at
    return at.play(piece)


__all__ = ["Cluster"]
