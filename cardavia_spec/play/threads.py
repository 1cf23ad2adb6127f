"""Playing with the compiled engine in several threads of this process."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

from cardavia_spec.back.c.engine import Counts
from cardavia_spec.back.c.engine import Engine as CEngine
from cardavia_spec.play.children import undisturbed
from cardavia_spec.play.engines import Interrupted, Made, Order, Progress, Sums
from cardavia_spec.play.stats import SAMPLE

BREATH: Final = 0.02
"""Seconds that one call of the compiled engine takes, more or less: so fast is Ctrl-C."""
MOST_LOTS: Final = 2000
TICK: Final = 0.1
"""Seconds between two looks at how far play is."""


class _Crew:
    """What the threads of one run share: which lots have been begun, and what has come out."""

    def __init__(self, order: Order, made: Made, engine: CEngine) -> None:
        self.order = order
        self.engine = engine
        self.size = made.layout.size
        self.options, self.weights = order.option_numbers(), order.weight_numbers()
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.begun = self.done = 0
        self.total = Sums([0] * made.layout.size)
        self.parts: list[Sums | BaseException] = []
        self.bell: SimpleQueue[None] = SimpleQueue()

    def work(self) -> None:
        """Play until nothing is left, or until it is to stop; always leaves a part."""
        try:
            part: Sums | BaseException = self._play()
        except BaseException as error:  # noqa: BLE001 - raised again by the thread that waits
            self.stop.set()
            part = error
        self.parts.append(part)
        self.bell.put(None)

    def _play(self) -> Sums:
        order, counts, size = self.order, Counts(self.size), 1
        fault = None
        while not self.stop.is_set():
            with self.lock:
                if self.begun >= order.lots:
                    break
                first, lots, deals = order.pieces(size, self.begun)
                self.begun += lots
            start = time.perf_counter()
            found, failed = self.engine.run(
                order.seed, first, lots, deals, self.options, counts, self.weights,
                SAMPLE if order.conditions else 0,
            )  # fmt: skip
            taken = time.perf_counter() - start
            if failed:
                self.stop.set()
                fault = (counts["fault_lot"], counts["fault_deal"], counts["fault"])
                found = found[: counts["fault_lot"] - first]
            with self.lock:
                self.total.hashes.update(enumerate(found, first))
                self.total.fold_up()
                self.done += lots * deals
            size = max(1, min(MOST_LOTS, size * 4, int(size * BREATH / max(taken, 1e-6))))
        return Sums(
            list(counts.stats or ()), counts["deals"], counts["moves"], counts["matches"],
            counts["longest"], {}, fault,
        )  # fmt: skip


def run_c(order: Order, made: Made, engine: CEngine, jobs: int, progress: Progress) -> Sums:
    """Play with the compiled engine in `jobs` threads.

    Raises:
        Interrupted: Ctrl-C; it has all that was played until then.
    """
    crew = _Crew(order, made, engine)
    threads: list[threading.Thread] = []
    stopped = False
    try:
        with undisturbed():
            while len(threads) < min(jobs, order.lots):
                thread = threading.Thread(target=crew.work, daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # the system gives no more: those that there are play all
                    if not threads:
                        raise
                    break
                threads.append(thread)
        _await(crew, len(threads), progress)
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        stopped = True
    finally:
        # By what they leave, not by `join`: when that is interrupted, a thread that still plays
        # is taken for one that has ended.
        crew.stop.set()
        _await(crew, len(threads), lambda _: None)
    for part in crew.parts:
        if isinstance(part, BaseException):
            raise part
        crew.total.add(part)
    if stopped:
        raise Interrupted(crew.total)
    return crew.total


def _await(crew: _Crew, threads: int, progress: Progress) -> None:
    """Wait until so many threads have left their parts."""
    while len(crew.parts) < threads:
        with suppress(Empty):
            crew.bell.get(timeout=TICK)
        progress(crew.done)
