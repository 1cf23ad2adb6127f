"""Work is counted: the same every time, and what goes on without an end is stopped."""

from contextlib import suppress

import pytest

from tests.work import TooMuch, at_most


def twice(n: int) -> int:
    return n + n


def without_end() -> None:
    while True:
        with suppress(Exception):  # what a careless reader would do
            twice(1)


def test_calls_are_counted() -> None:
    found = []
    for _ in range(2):
        with at_most(1_000) as work:
            for n in range(100):
                twice(n)
        found.append(work.calls)
    assert found[0] == found[1]
    assert found[0] in range(100, 110)


def test_what_goes_on_is_stopped() -> None:
    with pytest.raises(TooMuch), at_most(1_000):
        without_end()


def test_nothing_is_counted_afterwards() -> None:
    with at_most(50):
        twice(1)
    for n in range(100):
        twice(n)
