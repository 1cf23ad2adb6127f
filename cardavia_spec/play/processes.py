"""Playing with the generated Python: here, or in several processes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.play.children import dismiss, pool, undisturbed
from cardavia_spec.play.engines import Interrupted, Made, Order, Progress, Sums, play_python

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

LOST: Final = "processes that play end by themselves (is memory short?)"
MOST_LOST: Final = 3
"""So often processes are started anew when one has ended by itself."""

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
    so the first lot that fails is always the same.  The lots of a process that has ended by itself
    are played once more, by another one.

    Raises:
        Interrupted: Ctrl-C; it has all that was played until then.
        NoEngine: processes end by themselves, again and again.
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
                    total.fold_up()
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
    workers = pool(jobs, _prepare, order)
    waiting: dict[Future[Sums], tuple[int, int]] = {}
    again: list[tuple[int, int]] = []  # lots whose process has ended
    lost = 0
    try:
        while True:
            todo = chain(_taken(again), lots)
            while len(waiting) <= 2 * jobs and (lot := next(todo, None)) is not None:
                with undisturbed():
                    waiting[_submit(workers, lot)] = lot
            if not waiting:
                return
            yield from _answers(waiting, again)
            if again:
                lost += 1
                if lost > MOST_LOST:
                    raise NoEngine(LOST)
                workers.shutdown(wait=True)
                workers = pool(jobs, _prepare, order)
    except BaseException:
        dismiss(workers)
        raise
    finally:
        workers.shutdown(wait=True)


def _taken(again: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    while again:
        yield again.pop()


def _submit(workers: ProcessPoolExecutor, lot: tuple[int, int]) -> Future[Sums]:
    """Hand out a lot; where no process is left, what comes back says so."""
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    try:
        return workers.submit(_lot, *lot)
    except BrokenProcessPool as error:
        failed: Future[Sums] = Future()
        failed.set_exception(error)
        return failed


def _answers(waiting: dict[Future[Sums], tuple[int, int]], again: list[tuple[int, int]]) -> Parts:
    """Yield the parts that are there, and move the lots of processes that have ended to `again`.

    With one process all are given up.
    """
    # Only where they are used: looking for these takes as long as many a run.
    from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, wait
    from concurrent.futures.process import BrokenProcessPool

    until = FIRST_COMPLETED
    while waiting:
        done, _ = wait(waiting, return_when=until)
        for future in done:
            lot = waiting.pop(future)
            if isinstance(future.exception(), BrokenProcessPool):
                again.append(lot)
            else:
                yield future.result()
        if not again:
            return
        until = ALL_COMPLETED
