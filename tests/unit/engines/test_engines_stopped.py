"""Runs that end early: Ctrl-C, faults, signals; nothing that was played is lost, nobody is left."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from cardavia_spec.play import processes
from cardavia_spec.play.children import pool, undisturbed
from cardavia_spec.play.engines import Made, Order, Sums
from cardavia_spec.play.processes import LOST, run_python
from cardavia_spec.play.runs import run
from tests.needs import needs
from tests.unit.cli.cli_helpers import Cli
from tests.unit.engines.agree import ROOT
from tests.unit.engines.odd import odd

POSIX = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no such signals here")


@POSIX
@needs("cc")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_while_threads_are_waited_for(jobs: int) -> None:
    """The signal comes from outside, as from a terminal; every deal that was played counts."""
    sent: list[threading.Thread] = []

    def interrupt() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def told(done: int) -> None:
        if done and not sent:
            sent.append(threading.Thread(target=interrupt))
            sent[0].start()

    outcome = run(Order(odd(), 3, 1_000_000_000), "c", jobs, told)
    sent[0].join()
    assert outcome.interrupted
    assert outcome.deals > 0
    again = run(Order(odd(), 3, outcome.deals), "c", 1)
    assert (again.hash, again.moves) == (outcome.hash, outcome.moves)


@needs("cc")
def test_a_thread_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr("cardavia_spec.back.c.engine.Engine.run", fails)
    with pytest.raises(MemoryError, match="no more"):
        run(Order(odd(), 3, 5000), "c", 2)


def test_the_first_lot_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes first: of what has been begun nothing is left out, and no more is begun."""
    order = Order(odd(), 3, 100_000)
    made = Made(order.spec)
    begun = []

    def beside(_: Order, lots: Iterator[tuple[int, int]], jobs: int) -> Iterator[Sums]:
        waiting = []
        for lot, deals in lots:
            begun.append(lot)
            fault = (lot, 7, 1) if lot in (2, 4) else None
            waiting.append(Sums([0] * made.layout.size, deals, fault=fault))
            if len(waiting) == 5:
                yield waiting.pop()  # the last one first
        yield from reversed(waiting)

    monkeypatch.setattr(processes, "_beside", beside)
    assert run_python(order, made, 2, lambda _: None).fault == (2, 7, 1)
    assert begun == [0, 1, 2, 3, 4]


# ------------------------------------------------------------------- processes beside this one


@POSIX
def test_ctrl_c_waits_its_turn() -> None:
    seen = []

    def work() -> None:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
            seen.append("the end")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert seen == ["the end"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@POSIX
def test_a_process_never_sees_ctrl_c() -> None:
    """Not even while it starts: what it inherits says so."""
    with pool(1) as workers:
        with undisturbed():
            asked = workers.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
            after = workers.submit(signal.getsignal, signal.SIGINT)
        assert signal.SIGINT in asked.result()
        assert signal.SIGTERM not in asked.result()
        assert after.result() == signal.SIG_IGN


ORPHAN = """
import os, signal, time
from cardavia_spec.play.children import pool, undisturbed
if __name__ == "__main__":
    with undisturbed():
        workers = pool(1)
        print(workers.submit(os.getpid).result() != os.getpid(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@POSIX
def test_a_process_ends_with_the_one_it_works_for() -> None:
    """Whoever is left would keep the pipe open, and reading it would not end."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ORPHAN],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "True\n")


class Mortal:
    """A pool that plays at once, and ends with the first lot that `fatal` names."""

    def __init__(self, fatal: list[int]) -> None:
        self.fatal = fatal
        self.ended = False

    def submit(self, play: Callable[[int, int], Sums], lot: int, deals: int) -> Future[Sums]:
        if self.ended:
            raise BrokenProcessPool
        future: Future[Sums] = Future()
        if lot in self.fatal:
            self.fatal.remove(lot)
            self.ended = True
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(play(lot, deals))
        return future

    def shutdown(self, **_: bool) -> None:
        pass


def mortal(monkeypatch: pytest.MonkeyPatch, fatal: list[int]) -> None:
    def make(_: int, prepare: Callable[[Order], None], order: Order) -> Mortal:
        prepare(order)
        return Mortal(fatal)

    monkeypatch.setattr(processes, "pool", make)


def test_what_a_process_does_not_end_another_does(monkeypatch: pytest.MonkeyPatch) -> None:
    order = Order(odd(), 3, 9_500)
    made = Made(order.spec)
    wanted = run_python(order, made, 1, lambda _: None)
    fatal = [1, 4, 9]
    mortal(monkeypatch, fatal)
    assert run_python(order, made, 2, lambda _: None) == wanted
    assert not fatal


def test_processes_that_always_end(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    mortal(monkeypatch, [0] * 100)
    words = ("--deals", "3000", "--engine", "python", "--jobs", "2")
    told = cli("run", "spec/corners.yaml", *words)
    assert told.code == 2
    assert told.err == f"error[CV912]: {LOST}\n"


# --------------------------------------------------------------------------------- weights


@needs("cc")
@pytest.mark.parametrize("weight", [1 << 20, 1 << 60, 1 << 61, 1 << 63, (1 << 64) + 1])
def test_weights_beyond_what_is_counted(weight: int) -> None:
    """What all moves weigh together may need more bits than the compiled engine has."""
    order = Order(odd(), 3, 40, weights={"play": weight})
    told: list[str] = []
    c = run(order, "c", note=told.append)
    assert c.hash == run(order, "python").hash == run(order, "reference").hash
    beyond = 4 * weight > 1 << 62  # with four cards in hand
    assert (c.engine, len(told)) == (("python", 1) if beyond else ("c", 0))
