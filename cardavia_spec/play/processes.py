"""Playing with the generated Python: here, or in several processes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.play.children import end_all, pool, undisturbed
from cardavia_spec.play.engines import Interrupted, Made, Order, Progress, Sums, play_python

if TYPE_CHECKING:
    from concurrent.futures import Future

LOST: Final = "a process that plays has ended by itself (was memory short?)"

_HERE: dict[str, Any] = {}
"""In a process of its own: the order, and the engine that was made for it."""


def _prepare(order: Order) -> None:
    made = Made(order.spec, asks=order.conditions)
    _HERE.update(order=order, made=made, names=made.python())


def _lot(lot: int, deals: int) -> Sums:
    return play_python(_HERE["names"], _HERE["made"], _HERE["order"], lot, deals)


def run_python(order: Order, made: Made, jobs: int, progress: Progress) -> Sums:
    """Play with the generated Python, in `jobs` processes when there are several.

    After a fault no further lot is begun, and those that have been begun are played to their end:
    so the first lot that fails is always the same.

    Raises:
        Interrupted: Ctrl-C; it has all that was played until then.
        NoEngine: a process has ended by itself.
    """
    total = Sums([0] * made.layout.size)
    numbers = takewhile(lambda _: total.fault is None, range(order.lots))
    lots = ((lot, order.pieces(1, lot)[2]) for lot in numbers)
    alone = jobs <= 1 or order.lots <= 1
    try:
        with closing(_here(order, made, lots) if alone else _beside(order, lots, jobs)) as parts:
            for part in parts:
                with undisturbed():  # a part counts whole or not at all
                    total.add(part)
                progress(total.deals)
    except KeyboardInterrupt:
        raise Interrupted(total) from None
    return total


Parts: TypeAlias = Generator[Sums, None, None]


def _here(order: Order, made: Made, lots: Iterator[tuple[int, int]]) -> Parts:
    names = made.python()
    for lot, deals in lots:
        yield play_python(names, made, order, lot, deals)


def _beside(order: Order, lots: Iterator[tuple[int, int]], jobs: int) -> Parts:
    # Only where they are used: looking for these takes as long as many a run.
    from concurrent.futures import FIRST_COMPLETED, wait
    from concurrent.futures.process import BrokenProcessPool

    workers = pool(jobs, _prepare, order)
    waiting: set[Future[Sums]] = set()
    try:
        for lot, deals in lots:
            with undisturbed():
                waiting.add(workers.submit(_lot, lot, deals))
            if len(waiting) > 2 * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        yield from (future.result() for future in waiting)
    except BrokenProcessPool:
        raise NoEngine(LOST) from None
    except BaseException:
        workers.shutdown(wait=False, cancel_futures=True)
        end_all()  # what they play now is not waited for
        raise
    finally:
        workers.shutdown(wait=True, cancel_futures=True)
