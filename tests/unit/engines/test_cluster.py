"""Playing on a cluster: the same result however many workers, and when one of them is killed."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.cluster import run_on
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
