"""Playing on many machines: lots handed out to the workers of a Dask cluster.

A lot's result depends on its number alone.  The scheduler gives the lots of a worker that is lost
to another one, and each piece is added up once, when its answer is here: nothing is lost and
nothing counted twice, however many workers there are.
"""

from __future__ import annotations

import pickle
import time
from typing import Any, Final

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.dask import answers, client_of
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

PIECE: Final = 20
"""So many lots are handed out together."""
_KEPT: dict[bytes, Any] = {}
"""On a worker: the order and its engine, by the pickled order."""


def run_on(address: str, order: Order, progress: Progress, piece: int = PIECE) -> Outcome:
    """Play an order on the cluster whose scheduler is at `address`.

    Raises:
        NoEngine: the package `distributed` is missing, or no scheduler answers.
        RuleFault: a rule of the spec fails.
    """
    start = time.perf_counter()
    client = client_of(address)
    made = Made(order.spec, asks=order.conditions)
    total = Sums([0] * made.layout.size)
    interrupted = False
    blob = pickle.dumps(order)
    calls = []
    first = 0
    while first < order.lots:
        _, lots, size = order.pieces(piece, first)
        calls.append((blob, first, lots, size))
        first += lots
    try:
        for part in answers(client, _piece, calls):
            total.add(part)
            progress(total.deals)
            if total.fault is not None:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        client.close()
    if total.fault is not None:
        raise_fault(order, total.fault)
    taken = tuple(branches(made.program, made.layout, total.stats, total.deals))
    seconds = time.perf_counter() - start
    return outcome(order.spec, made.layout, total, "cluster", taken, seconds, interrupted)


def _piece(blob: bytes, first: int, lots: int, size: int) -> Sums:
    """Play some lots; runs on a worker, with the fastest engine it has."""
    if blob not in _KEPT:
        _KEPT.clear()
        order: Order = pickle.loads(blob)
        made = Made(order.spec, asks=order.conditions)
        try:
            _KEPT[blob] = order, made, made.c(), None
        except NoEngine:
            _KEPT[blob] = order, made, None, made.python()
    order, made, engine, names = _KEPT[blob]
    if engine is not None:
        return run_c_piece(order, made, engine, first, lots, size)
    total = Sums([0] * made.layout.size)
    for lot in range(first, first + lots):
        total.add(play_python(names, made, order, lot, size))
    return total
