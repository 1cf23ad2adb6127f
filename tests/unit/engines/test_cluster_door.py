"""What is handed out to a cluster, and when: with a stand-in for the package and its workers."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.bridges import dask
from cardavia_spec.bridges.cluster import FIRST, MOST, _Pieces
from cardavia_spec.bridges.dask import AHEAD, Lost, answers, client_of
from cardavia_spec.play.engines import Order, Sums
from tests.unit.cli.cli_helpers import Cli
from tests.unit.engines.odd import odd


@dataclass(eq=False)
class Answer:
    """What stands for a piece of work: it is done as soon as it is asked for."""

    work: Callable[[], object]
    status: str = "finished"

    def add_done_callback(self, done: Callable[[Any], None]) -> None:
        done(self)

    def result(self, timeout: float) -> object:
        assert timeout > 0
        return self.work()


@dataclass
class Client:
    """A cluster whose workers come and go as `crowd` says: how many threads, look by look."""

    crowd: list[int] = field(default_factory=lambda: [3])
    status: str = "finished"
    sent: list[bytes] = field(default_factory=list)

    scheduler = type("Scheduler", (), {"ncores": None})

    def sync(self, asked: object, callback_timeout: float) -> dict[str, int]:
        assert asked is None
        assert callback_timeout > 0
        if not self.crowd:
            raise TimeoutError
        return {"one": self.crowd.pop(0) if len(self.crowd) > 1 else self.crowd[0]}

    def submit(self, work: Callable[..., object], *given: Any, pure: bool, retries: int) -> Answer:  # noqa: ANN401
        assert not pure
        assert retries > 0
        if work is bytes:
            self.sent += given
        values = [g.work() if isinstance(g, Answer) else g for g in given]
        return Answer(lambda: work(*values), self.status)


def double(shared: bytes, number: int) -> int:
    assert shared == b"all"
    return 2 * number


def test_few_pieces_are_handed_out_ahead() -> None:
    taken = []

    def calls() -> Iterator[tuple[int]]:
        for number in range(1000):
            taken.append(number)
            yield (number,)

    client = Client()
    found = []
    for answer in answers(client, double, b"all", calls()):
        found.append(answer)
        assert len(taken) <= len(found) + 3 * AHEAD
    assert sorted(found) == list(range(0, 2000, 2))
    assert client.sent == [b"all"]  # once


def test_ctrl_c_comes_between_two_answers() -> None:
    found: list[int] = []

    def play() -> None:
        for answer in answers(Client(), double, b"all", ((n,) for n in range(1000))):
            if len(found) == 5:
                signal.raise_signal(signal.SIGINT)
            found.append(answer)  # is not torn off

    with pytest.raises(KeyboardInterrupt):
        play()
    assert len(found) == 6
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_leaves_at_once() -> None:
    found: list[int] = []

    def play() -> None:
        for answer in answers(Client(), double, b"all", ((n,) for n in range(1000))):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            found.append(answer)

    with pytest.raises(KeyboardInterrupt):
        play()
    assert not found


@pytest.mark.parametrize("how", ["cancelled", "broken", "silent"])
def test_the_scheduler_is_lost(how: str) -> None:
    def breaks(*_: object) -> None:
        raise OSError("broken") if how == "broken" else asyncio.CancelledError

    client = Client(status="cancelled" if how == "cancelled" else "finished")
    if how == "silent":
        client.crowd = []
    with pytest.raises(Lost, match="the scheduler of the cluster does not answer any more"):
        list(answers(client, breaks, b"all", [(1,)]))


def test_a_worker_that_cannot_play() -> None:
    def fails(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'x'\nmore")

    with pytest.raises(NoEngine, match=r"fails: ModuleNotFoundError: No module named 'x'$"):
        list(answers(Client(), fails, b"all", [(1,)]))


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "TICK", 0.0)
    monkeypatch.setattr(dask, "LOOK", 0.0)
    told: list[str] = []
    assert list(answers(Client([0, 0, 2]), double, b"all", [(1,)], told.append)) == [2]
    assert told == ["the cluster has no workers: waiting for one"]
    monkeypatch.setattr(dask, "WAIT", 0.0)
    with pytest.raises(NoEngine, match="the cluster has no workers: none came"):
        list(answers(Client([0]), double, b"all", [(1,)]))
    with pytest.raises(Lost, match="the cluster has no workers: none came"):
        list(answers(Client([1, 0]), double, b"all", ((n,) for n in range(1000))))


def test_pieces_grow_as_they_are_quickly_played() -> None:
    order = Order(odd(), 1, 10_000_500)
    total = Sums([])
    pieces = _Pieces(order, total, None)
    cut = []
    for piece in pieces:
        cut.append(piece)
        pieces.took(piece[1], 0.001 * piece[1])
    assert [lots for _, lots, _ in cut[:6]] == [FIRST, 40, 80, 160, 320, 500]
    assert all(a[0] + a[1] == b[0] for a, b in pairwise(cut))
    assert sum(lots * size for _, lots, size in cut) == order.deals
    for _ in range(20):
        pieces.took(pieces.size, 0.0)
    assert pieces.size == MOST
    pieces.took(100, 1e9)
    assert pieces.size == 1


def test_after_a_fault_no_more_is_handed_out() -> None:
    total = Sums([])
    pieces = iter(_Pieces(Order(odd(), 1, 10_000), total, 2))
    assert [next(pieces), next(pieces)] == [(0, 2, 1000), (2, 2, 1000)]
    total.fault = (1, 0, 1)
    assert list(pieces) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--cluster", ""), "--cluster needs the address of a scheduler"),
        (("--cluster", "tcp://h:1", "--engine", "c"), "does not go with --engine c"),
        (("--cluster", "tcp://h:1", "--jobs", "2"), "does not go with --jobs"),
        (("--cluster", "tcp://h:1", "--trace", "x.jsonl"), "--trace does not go with --cluster"),
    ],
)
def test_arguments_that_cannot_be(cli: Cli, words: tuple[str, ...], said: str) -> None:
    told = cli("run", "spec/corners.yaml", "--deals", "5", *words)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("error[CV912]: ")
    assert said in told.err
    assert "  = help: " in told.err


def test_no_address() -> None:
    with pytest.raises(NoEngine, match="needs the address"):
        client_of(" ")
