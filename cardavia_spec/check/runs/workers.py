"""Doing pieces of work here or in other processes; the answers never depend on how many."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from cardavia_spec.check.runs.rules import Rules, rules_of
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.children import dismiss, pool, undisturbed

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

A = TypeVar("A")
R = TypeVar("R")

_KEPT: dict[bytes, Rules] = {}
"""In another process: the rules made so far, by pickled spec."""


class Workers:
    """Runs `work(rules, arg)` for many arguments, in `jobs` processes when there are several."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            if error is None:
                self._pool.shutdown(wait=True, cancel_futures=True)
            else:
                dismiss(self._pool)
            self._pool = None

    def run(self, spec: Spec, work: Callable[[Rules, A], R], args: Sequence[A]) -> list[R]:
        """Return the answers in the order of `args`; `work` must be a function of a module."""
        if self.jobs <= 1 or len(args) <= 1:
            rules = rules_of(spec)
            return [work(rules, arg) for arg in args]
        if self._pool is None:
            self._pool = pool(self.jobs)
        blob = pickle.dumps(spec)
        with undisturbed():
            answers = self._pool.map(_call, [(blob, work, arg) for arg in args])
        return list(answers)


def _call(task: tuple[bytes, Callable[[Rules, Any], R], Any]) -> R:
    blob, work, arg = task
    rules = _KEPT.get(blob)
    if rules is None:
        _KEPT.clear()
        rules = _KEPT[blob] = rules_of(pickle.loads(blob))
    return work(rules, arg)
