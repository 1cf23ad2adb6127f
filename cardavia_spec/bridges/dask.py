"""The door to Dask: pieces of work handed out to the workers of a cluster.

The scheduler gives the pieces of a worker that is lost to another one, and each piece is counted
once, when its answer is here: nothing is lost and nothing counted twice.  Few pieces are handed out
ahead, whatever their number, and what all of them need is sent once.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, Final

from cardavia_spec.back.c.build import NoEngine

PATIENCE: Final = 10.0
"""Seconds to wait for the scheduler."""
WAIT: Final = 60.0
"""Seconds to wait for a worker where there is none."""
RETRIES: Final = 10
"""So often a piece may fail or lose its worker."""
AHEAD: Final = 4
"""So many pieces are handed out for each thread of a worker."""
TICK: Final = 0.2
"""Seconds between two looks at whether somebody gave up."""
LOOK: Final = 2.0
"""Seconds between two looks at who is there."""
LEAVE: Final = 2.0
"""Seconds that a good-bye may take."""

Note = Callable[[str], None]
"""Told in one line what is waited for."""


class Lost(NoEngine):
    """The cluster was there, and is not any more."""


def client_of(address: str) -> Any:  # noqa: ANN401 - the package has no types
    """Return a client of the cluster whose scheduler is at `address`.

    Raises:
        NoEngine: the package `distributed` is missing, or no scheduler answers.
    """
    if not address.strip():
        raise NoEngine("--cluster needs the address of a scheduler: tcp://host:port")
    try:
        from distributed import Client
    except ImportError:
        raise NoEngine(
            "--cluster needs the extra `cluster`: pip install 'cardavia-spec[cluster]'"
        ) from None
    _hush()
    where = address[:80]
    try:
        asyncio.run(_knock(address))
        return Client(address, timeout=PATIENCE)
    except TimeoutError:
        told = "something is there, but it does not answer as a Dask scheduler does"
        raise NoEngine(f"no cluster answers at {where}: {told}") from None
    except OSError as error:
        raise NoEngine(f"no cluster answers at {where}: {_line(error)}") from None
    except Exception as error:  # noqa: BLE001 - each kind of address fails in its own way
        raise NoEngine(f"no cluster can be reached at {where}: {_line(error)}") from None


async def _knock(address: str) -> None:
    """See whether a Dask server answers: a client would wait for the first word for ever."""
    from distributed.comm import connect
    from distributed.security import Security

    given = Security().get_connection_args("client")
    # What is not there is told by `connect`, a little sooner.
    reached = connect(address, timeout=PATIENCE * 0.9, **given)
    (await asyncio.wait_for(reached, PATIENCE)).abort()


def _hush() -> None:
    """Let the package say nothing by itself: what matters is told here."""
    for name in ("distributed", "tornado", "asyncio"):
        for known in (name, *(n for n in logging.root.manager.loggerDict if n.startswith(name))):
            logging.getLogger(known).setLevel(logging.CRITICAL + 1)


def _line(error: BaseException) -> str:
    """Return an error in one short line."""
    return (str(error) or type(error).__name__).splitlines()[0][:120]


def leave(client: Any) -> None:  # noqa: ANN401
    """Say good-bye: what is not wanted any more is forgotten there."""
    with suppress(Exception):  # nobody is there who could be told
        client.close(timeout=LEAVE)


def answers(
    client: Any,  # noqa: ANN401
    work: Callable[..., Any],
    shared: bytes,
    calls: Iterable[tuple[Any, ...]],
    note: Note = lambda _: None,
) -> Generator[Any, None, None]:
    """Yield what `work(shared, *call)` returns for each call, in the order of the answers.

    Calls are taken one by one, as there is somebody to do them.

    Raises:
        KeyboardInterrupt: Ctrl-C, between two answers.
        Lost: the scheduler does not answer any more, or all workers are gone.
        NoEngine: there is no worker, or a worker cannot do this.
    """
    crowd = _Crowd(client, note)
    rest = iter(calls)
    done: SimpleQueue[Any] = SimpleQueue()
    waiting: set[Any] = set()
    with _gently() as stopped:
        crowd.gather(stopped)
        # A piece of work of its own: where its worker is lost, it is made anew.
        given = client.submit(bytes, shared, pure=False, retries=RETRIES)
        while True:
            while len(waiting) < crowd.threads * AHEAD or not waiting:
                call = next(rest, None)
                if call is None:
                    break
                future = client.submit(work, given, *call, pure=False, retries=RETRIES)
                waiting.add(future)
                future.add_done_callback(done.put)
            if not waiting:
                return
            with suppress(Empty):
                future = done.get(timeout=TICK)
                waiting.discard(future)
                yield _result(future)
            if stopped.is_set():
                raise KeyboardInterrupt
            crowd.look()


def _result(future: Any) -> Any:  # noqa: ANN401
    """Return an answer."""
    try:
        if future.status != "cancelled":
            return future.result(timeout=PATIENCE)
    except (OSError, TimeoutError, asyncio.CancelledError):
        pass
    except Exception as error:  # noqa: BLE001 - whatever a worker raises
        if type(error).__name__ == "KilledWorker":
            raise Lost("workers of the cluster end by themselves (was memory short?)") from None
        told = f"a worker of the cluster fails: {type(error).__name__}: {_line(error)}"
        raise NoEngine(told) from None
    raise Lost("the scheduler of the cluster does not answer any more")


class _Crowd:
    """The workers of a cluster, as last seen."""

    def __init__(self, client: Any, note: Note) -> None:  # noqa: ANN401
        self.client = client
        self.note = note
        self.threads = 0
        self.looked = 0.0
        self.missed: float | None = None  # since when there is none

    def gather(self, stopped: threading.Event) -> None:
        """Wait until there is a worker."""
        self.look()
        while not self.threads:
            if stopped.wait(TICK):
                raise KeyboardInterrupt
            self.look()

    def look(self) -> None:
        """See who is there, if that was long ago; complain where nobody comes."""
        now = time.monotonic()
        if self.looked and now - self.looked < LOOK:
            return
        began = self.looked == 0.0
        self.looked = now
        try:
            seen = self.client.sync(self.client.scheduler.ncores, callback_timeout=PATIENCE)
        except Exception:  # noqa: BLE001 - closed, broken off, too late: all the same
            raise Lost("the scheduler of the cluster does not answer any more") from None
        had, self.threads = self.threads, sum(seen.values())
        if self.threads:
            self.missed = None
        elif self.missed is None:
            self.missed = now
            self.note(f"the cluster has no workers{'' if began else ' any more'}: waiting for one")
        elif now - self.missed >= WAIT:
            kind = Lost if had or not began else NoEngine
            raise kind(f"the cluster has no workers: none came in {WAIT:.0f} seconds")


@contextmanager
def _gently() -> Iterator[threading.Event]:
    """Give what Ctrl-C sets, the first time: the package would be left in the middle of things."""
    stopped = threading.Event()
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield stopped
        return

    def first(_: int, __: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second leaves at once
        stopped.set()

    signal.signal(signal.SIGINT, first)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
