"""How much work something takes, counted and not timed: the same on every machine.

    with at_most(20_000):
        read_yaml(source)

Counted are calls, of functions written in Python and in C.  Whoever goes over the bound is stopped
there and then, so that a loop without an end fails and does not hang.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


class TooMuch(BaseException):
    """The bound was passed; no `except Exception` on the way keeps it."""


@dataclass
class Work:
    """How many calls there have been."""

    calls: int = 0


@contextmanager
def at_most(calls: int) -> Iterator[Work]:
    """Stop what runs inside with `TooMuch` once it has made more than so many calls."""
    work = Work()

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        if event in ("call", "c_call"):
            work.calls += 1
            if work.calls > calls:
                sys.setprofile(before)
                raise TooMuch(f"more than {calls} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield work
    finally:
        sys.setprofile(before)
