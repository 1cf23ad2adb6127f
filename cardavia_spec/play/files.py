"""Writing files whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes the place of `path` when all went well.

    Whatever happens inside (an exception, Ctrl-C, a full disk), `path` is either as it was or
    complete.  What is no plain file (a terminal, a pipe) is written to directly.

    Raises:
        OSError: the folder is not there or may not be written, or the disk is full.
    """
    with _named(path):
        yield from _opened(path)


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What goes wrong with a file that has been opened; the system does not say with which."""


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let what goes wrong with the file itself say its name."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _opened(path: Path) -> Iterator[BinaryIO]:
    if path.exists() and not path.is_file():
        with path.open("wb") as direct:
            yield direct
        return
    if path.is_symlink():  # what it leads to is written, and it stays
        path = path.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:  # of the file that was asked for, not of the one beside it
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with open(handle, "wb") as aside:
            yield aside
        Path(name).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path`, whole or not at all.

    Raises:
        OSError: it cannot be written there.
    """
    with whole_file(path) as file:
        file.write(text.encode())


def _umask() -> int:
    """Return the file mode bits that new files must not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
