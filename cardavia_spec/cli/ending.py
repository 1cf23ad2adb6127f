"""How the program ends when the system asks it to."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final


class Terminated(BaseException):
    """The system asks the program to end: files are cleared away and children ended on the way."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number
        super().__init__(signal.Signals(number).name)


ENDS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def orderly() -> Iterator[None]:
    """Raise `Terminated` where the system would end the program as it stands."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: FrameType | None) -> None:
        for one in mine:
            signal.signal(one, signal.SIG_IGN)  # asked once is enough, and often it is asked twice
        raise Terminated(number)

    mine = [one for one in ENDS if signal.getsignal(one) is signal.SIG_DFL]
    for one in mine:
        signal.signal(one, end)
    try:
        yield
    finally:
        for one in mine:
            signal.signal(one, signal.SIG_DFL)


def end_children() -> None:
    """Stop what other processes do for this one: nobody waits for it any more."""
    if "multiprocessing" in sys.modules:
        from cardavia_spec.play.children import end_all

        end_all()
