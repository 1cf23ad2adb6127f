"""Playing on many machines: lots handed out to the workers of a Dask cluster.

A lot's result depends on its number alone.  The scheduler gives the lots of a worker that is lost
to another one, and each piece is added up once, when its answer is here: nothing is lost and
nothing counted twice, however many workers there are.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.dask import Lost, Note, answers, client_of, leave
from cardavia_spec.play.engines import (
    Made,
    Order,
    Progress,
    Sums,
    play_python,
    raise_fault,
    run_c_piece,
)
from cardavia_spec.play.runs import Outcome, outcome
from cardavia_spec.play.stats import branches

FIRST: Final = 20
"""So many lots are handed out together at first."""
MOST: Final = 2000
"""So many lots are handed out together at most."""
SECONDS: Final = 0.5
"""A piece is to take so long, more or less."""
_KEPT: dict[bytes, Any] = {}
"""On a worker: the order and its engine, by the pickled order."""


def run_on(
    address: str,
    order: Order,
    progress: Progress,
    piece: int | None = None,
    note: Note = lambda _: None,
) -> Outcome:
    """Play an order on the cluster whose scheduler is at `address`.

    `piece` lots are handed out together (None: more and more, as they are quickly played); nothing
    depends on it.  `note` is told in one line what is waited for, or done otherwise than wanted.
    Where the cluster is lost, the outcome says so, and what was played until then.

    Raises:
        NoEngine: the package `distributed` is missing, no scheduler answers, or there are no
            workers that can play.
        RuleFault: a rule of the spec fails.
    """
    start = time.perf_counter()
    made = Made(order.spec, asks=order.conditions)
    total = Sums([0] * made.layout.size)
    pieces = _Pieces(order, total, piece)
    interrupted, lost = False, ""
    client = client_of(address)
    try:
        with closing(_all(client, order, pieces, note)) as parts:
            for part, seconds, slowly in parts:
                if slowly and not pieces.slowly:
                    note("more moves than the compiled engine counts; the generated Python plays")
                pieces.slowly |= slowly
                pieces.took(len(part.hashes), seconds)
                total.add(part)
                total.fold_up()
                progress(total.deals)
    except KeyboardInterrupt:
        interrupted = True
    except Lost as reason:
        lost = str(reason)
    finally:
        leave(client)
    if total.fault is not None:
        raise_fault(order, total.fault)
    counted = branches(made.program, made.layout, total.stats, total.deals)
    taken = tuple(counted) if order.branched else ()
    seconds = time.perf_counter() - start
    told = outcome(order.spec, made.layout, total, "cluster", taken, seconds, interrupted)
    return replace(told, lost=lost)


class _Pieces:
    """The lots of an order, cut as quickly as they are played."""

    def __init__(self, order: Order, total: Sums, size: int | None) -> None:
        self.order = order
        self.total = total
        self.fixed = size is not None
        self.size = size or FIRST
        self.slowly = False

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """Yield first lot, how many, deals in each; after a fault no more.

        Those before the one that failed have been begun by then, and are waited for: so the fault
        is that of the first lot that has one.
        """
        first = 0
        while first < self.order.lots and self.total.fault is None:
            call = self.order.pieces(self.size, first)
            yield call
            first += call[1]

    def took(self, lots: int, seconds: float) -> None:
        """Cut the next pieces by how long this one took."""
        if not self.fixed:
            wanted = int(lots * SECONDS / max(seconds, 1e-6))
            self.size = max(1, min(MOST, self.size * 2, wanted))


def _all(client: Any, order: Order, pieces: _Pieces, note: Note) -> Any:  # noqa: ANN401
    return answers(client, _piece, pickle.dumps(order), pieces, note)


def _piece(blob: bytes, first: int, lots: int, size: int) -> tuple[Sums, float, bool]:
    """Play some lots; runs on a worker, with the fastest engine it has.

    Returns what came out, the seconds it took, and whether there are more moves in some state than
    the compiled engine counts.
    """
    if blob not in _KEPT:
        _KEPT.clear()
        order: Order = pickle.loads(blob)
        made = Made(order.spec, asks=order.conditions)
        try:
            _KEPT[blob] = order, made, made.c(branches=order.branched), None
        except NoEngine:
            _KEPT[blob] = order, made, None, made.python()
    order, made, engine, names = _KEPT[blob]
    start = time.perf_counter()
    slowly = False
    if engine is not None:
        total = run_c_piece(order, made, engine, first, lots, size)
        slowly = total.fault is not None and total.fault[2] == made.too_many
        if not slowly:
            return total, time.perf_counter() - start, False
        names = made.python()
        _KEPT[blob] = order, made, None, names
    total = Sums([0] * made.layout.size)
    for lot in range(first, first + lots):
        total.add(play_python(names, made, order, lot, size))
        if total.fault is not None:
            break
    return total, time.perf_counter() - start, slowly
