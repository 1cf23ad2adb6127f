"""Playing on a cluster: the same result however many workers, and when one of them is killed."""

from __future__ import annotations

import os
import signal
import socket
import threading
from typing import Any

import pytest

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.cluster import FIRST, run_on
from cardavia_spec.bridges.dask import client_of
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.play.engines import Order
from cardavia_spec.play.runs import run
from tests.needs import needs
from tests.unit.engines.odd import odd

pytestmark = [needs("module distributed"), pytest.mark.slow]
QUIET = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def cluster() -> Any:  # noqa: ANN401 - the package has no types
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


@QUIET
@needs("module distributed")
def test_the_same_as_here(cluster: Any) -> None:  # noqa: ANN401
    order = Order(odd(), 5, 9_500)
    here = run(order, "c")
    there = run_on(cluster.scheduler_address, order, lambda _: None, piece=2)
    assert (there.hash, there.deals, there.moves) == (here.hash, here.deals, here.moves)
    assert there.of_deals == here.of_deals
    assert there.branches == here.branches


@QUIET
def test_a_worker_is_killed(cluster: Any) -> None:  # noqa: ANN401
    order = Order(odd(), 6, 60_000)
    here = run(order, "c")
    pids = [worker.pid for worker in cluster.workers.values()]
    killed = threading.Event()

    def kill(done: int) -> None:
        if done and not killed.is_set():
            killed.set()
            os.kill(pids[0], signal.SIGKILL)

    there = run_on(cluster.scheduler_address, order, kill, piece=1)
    assert killed.is_set()
    assert (there.hash, there.deals, there.moves) == (here.hash, here.deals, here.moves)
    assert there.branches == here.branches


@QUIET
def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardavia_spec.bridges.dask.PATIENCE", 1.0)
    with pytest.raises(NoEngine, match=r"no cluster answers at tcp://127\.0\.0\.1:9: "):
        run_on("tcp://127.0.0.1:9", Order(odd(), 1, 10), lambda _: None)


@QUIET
@pytest.mark.parametrize(
    "address", ["tls://127.0.0.1:9", "ucx://127.0.0.1:9", "nonsense", "x://y:1"]
)
def test_an_address_that_cannot_be(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardavia_spec.bridges.dask.PATIENCE", 1.0)
    with pytest.raises(
        NoEngine, match=f"no cluster (can be reached|answers) at {address}: "
    ) as told:
        client_of(address)
    assert "\n" not in str(told.value)


@QUIET
def test_somebody_else_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardavia_spec.bridges.dask.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NoEngine, match="does not answer as a Dask scheduler does"):
            client_of(address)


@QUIET
def test_the_same_fault_as_here(cluster: Any) -> None:  # noqa: ANN401
    order = Order(odd(doing="count := count * 2 + 30"), 3, 40_000)
    with pytest.raises(RuleFault) as here:
        run(order, "c")
    with pytest.raises(RuleFault) as there:
        run_on(cluster.scheduler_address, order, lambda _: None, piece=1)
    assert str(there.value) == str(here.value)


@QUIET
def test_more_moves_than_are_counted(cluster: Any) -> None:  # noqa: ANN401
    order = Order(odd(), 3, 2_500, weights={"play": 1 << 61})
    told: list[str] = []
    there = run_on(cluster.scheduler_address, order, lambda _: None, 1, told.append)
    assert told == ["more moves than the compiled engine counts; the generated Python plays"]
    here = run(order, "python")
    assert (there.hash, there.branches) == (here.hash, here.branches)


@QUIET
def test_ctrl_c_gives_what_was_played(cluster: Any) -> None:  # noqa: ANN401
    def stop(done: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)

    order = Order(odd(), 6, 1_000_000_000)
    there = run_on(cluster.scheduler_address, order, stop)
    assert there.interrupted
    assert there.deals == FIRST * 1000


@QUIET
def test_the_scheduler_is_lost(cluster: Any) -> None:  # noqa: ANN401
    closed: list[int] = []

    def close(done: int) -> None:
        if done and not closed:
            closed.append(done)
            cluster.close()

    there = run_on(cluster.scheduler_address, Order(odd(), 6, 1_000_000_000), close)
    assert there.lost == "the scheduler of the cluster does not answer any more"
    assert closed[0] <= there.deals < 1_000_000_000
