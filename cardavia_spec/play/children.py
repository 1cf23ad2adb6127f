"""Processes that work for this one: Ctrl-C is not for them, and they end when it does."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess


_ENDS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C, and what tells this process to end: they come through at the end.

    Threads that are started meanwhile never see it, and processes never see Ctrl-C.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDS})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pool(
    jobs: int,
    prepare: Callable[..., object] | None = None,
    *given: Any,  # noqa: ANN401
) -> ProcessPoolExecutor:
    """Return a pool of fresh interpreters, each of which calls `prepare` with what is given first.

    Nothing of this process (threads, open files) goes along.  What is submitted is to be submitted
    while `undisturbed`: that is when the processes start.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    _track()
    return ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=serve, initargs=(prepare, *given)
    )


def _track() -> None:
    """Start what clears away after processes: that lets Ctrl-C through, so it has to be first."""
    if sys.platform != "win32":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def start(process: BaseProcess) -> None:
    """Start a process that calls `serve` when it begins."""
    _track()
    with undisturbed():
        process.start()


def serve(prepare: Callable[..., object] | None = None, *given: Any) -> None:  # noqa: ANN401
    """Begin to work for another process: leave Ctrl-C to it, and end when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # they were held back while it was started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _end_with_parent() -> None:
    """Wait for the end of the process that this one works for; however it came about."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def dismiss(workers: ProcessPoolExecutor) -> None:
    """Give up a pool: what its processes do is not waited for, and nothing is left of them."""
    with undisturbed():
        end_all()
        workers.shutdown(wait=True, cancel_futures=True)


def end_all() -> None:
    """Stop all processes that work for this one, whatever they do."""
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.terminate()
