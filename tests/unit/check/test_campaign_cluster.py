"""Seeded deals of the checks on a cluster: the same verdicts, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges.crew import Cluster
from cardavia_spec.check.runs.asking import Asked
from cardavia_spec.check.runs.campaign import run_properties
from cardavia_spec.check.runs.crew import Crew, Table, Threads
from cardavia_spec.check.runs.parts import Piece
from cardavia_spec.check.runs.plan import Plan, choices_of_options
from cardavia_spec.check.runs.rules import rules_of
from cardavia_spec.check.runs.swift import Swift
from cardavia_spec.check.runs.workers import Workers
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.cli.main import main
from cardavia_spec.core.spec import Spec
from tests.needs import needs
from tests.unit.check.tiny import edited, tiny

pytestmark = [needs("module distributed"), pytest.mark.slow]
QUIET = pytest.mark.filterwarnings("ignore")
PIECES = [Piece(0, 3, first, 2, 1_000) for first in range(0, 60, 2)]


@pytest.fixture
def cluster() -> Any:  # noqa: ANN401 - the package has no types
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def table(spec: Spec) -> Table:
    rules, asked = rules_of(spec), Asked(spec)
    choices = tuple(tuple(c.items()) for c in choices_of_options(rules))
    return Table(asked, Swift(asked, rules), choices)


@QUIET
def test_the_verdicts_are_the_same(cluster: Any) -> None:  # noqa: ANN401
    wrong = tiny(("winner.tricks += 1", "if winner.tricks < 3: winner.tricks += 1"))
    with Workers(1) as workers, Cluster(cluster.scheduler_address) as far:
        for spec in (tiny(), wrong):
            crews: tuple[Crew, ...] = (far, Threads(1))
            plan = Plan(seed=2, deals=30_000, examples=5)
            there, here = (
                [v.as_json() | {"seconds": 0} for v in run_properties(spec, plan, workers, crew=c)]
                for c in crews
            )
            assert there == here
            refuted = any(row["verdict"] == Outcome.REFUTED.value for row in here)
            assert refuted is (spec is wrong)


@QUIET
def test_a_worker_is_killed(cluster: Any) -> None:  # noqa: ANN401
    at = table(tiny())
    pids = [worker.pid for worker in cluster.workers.values()]
    killed = threading.Event()

    def kill(done: int) -> None:
        if done and not killed.is_set():
            killed.set()
            os.kill(pids[0], signal.SIGKILL)

    with Cluster(cluster.scheduler_address) as far:
        there = far.play(at, PIECES, kill)
    assert killed.is_set()
    at.compile()
    here = Threads(1).play(at, PIECES)
    assert there == here
    assert here.deals == 60_000
    assert there != Threads(1).play(at, PIECES[:-1])


@QUIET
def test_workers_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setenv("CC", "/nowhere/cc")
    at = table(tiny())
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as made,
        Cluster(made.scheduler_address) as far,
    ):
        there = far.play(at, [Piece(0, 3, 0, 2, 40)])
    assert there == at.play(Piece(0, 3, 0, 2, 40))


@QUIET
def test_nobody_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardavia_spec.bridges.dask.PATIENCE", 1.0)
    with pytest.raises(NoEngine, match=r"no cluster answers at tcp://127\.0\.0\.1:9: "):
        Cluster("tcp://127.0.0.1:9")
    (tmp_path / "tiny.yaml").write_text(edited())
    monkeypatch.chdir(tmp_path)
    assert main(["check", "tiny.yaml", "--cluster", "tcp://127.0.0.1:9"]) == 2
    err = capsys.readouterr().err
    assert "error[CV912]: no cluster answers at tcp://127.0.0.1:9" in err
