"""The door to Dask: pieces of work handed out to the workers of a cluster.

The scheduler gives the pieces of a worker that is lost to another one, and each piece is counted
once, when its answer is here: nothing is lost and nothing counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cardavia_spec.back.c.build import NoEngine

PATIENCE: Final = 10.0
"""Seconds to wait for the scheduler."""
RETRIES: Final = 10
"""So often a piece may lose its worker."""


def client_of(address: str) -> Any:  # noqa: ANN401 - the package has no types
    """Return a client of the cluster whose scheduler is at `address`.

    Raises:
        NoEngine: the package `distributed` is missing, or no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoEngine(
            "--cluster needs the extra `cluster`: pip install 'cardavia-spec[cluster]'"
        ) from None
    try:
        return Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        told = (str(error) or type(error).__name__).splitlines()[0]
        raise NoEngine(f"no cluster answers at {address[:80]}: {told[:120]}") from None


def answers(
    client: Any,  # noqa: ANN401
    work: Callable[..., Any],
    calls: Iterable[tuple[Any, ...]],
) -> Iterator[Any]:
    """Yield what `work` returns for each call, in the order in which the answers come.

    What is not wanted any more when the iteration ends early is cancelled.
    """
    from distributed import as_completed

    futures = [client.submit(work, *call, pure=False, retries=RETRIES) for call in calls]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        client.cancel(futures)
