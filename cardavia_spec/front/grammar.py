"""The parser of the rule language, built from `cardavia.lark` and kept in the user's cache folder.

Building takes some tenths of a second, loading what was built some milliseconds.  The cache is a
convenience: whatever is wrong with it, the parser is built without.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from typing import Final, Literal, TypeAlias

import lark

from cardavia_spec.core.folders import user_folder
from cardavia_spec.front.layout import Layout

Start: TypeAlias = Literal["expr", "sort", "domain", "order", "block"]
STARTS: Final[tuple[Start, ...]] = ("expr", "sort", "domain", "order", "block")
"""The kinds of text: what a parse can begin with."""


@cache
def parser() -> tuple[lark.Lark, Layout]:
    """Return the parser and the layout it works with; one text at a time."""
    found = _stored_or_built()
    _shorten(found[0])
    return found


def _shorten(built: lark.Lark) -> None:
    """Pass through what a rule like `?sum: product` passes through, without looking at it.

    Ten levels of precedence stand above each name: lark would compute the place of the same tree
    at each of them anew, which took half of the time of parsing.
    """
    callbacks = built._callbacks
    for rule in callbacks:
        chain = len(rule.expansion) == 1 and not rule.expansion[0].is_term
        if chain and rule.options.expand1 and not rule.alias:
            callbacks[rule] = itemgetter(0)


def _stored_or_built() -> tuple[lark.Lark, Layout]:
    folder = cache_folder()
    if folder is None:
        return build()
    key = f"{grammar_text()}\n{lark.__version__}\n{sys.version}"
    path = folder / f"grammar-{_digest(key.encode())[:20]}"
    loaded = _load(path)
    if loaded is None:
        loaded = build()
        _store(path, loaded[0])
    return loaded


def build() -> tuple[lark.Lark, Layout]:
    """Return a new parser with its layout."""
    layout = Layout()
    built = lark.Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        postlex=layout,
        propagate_positions=True,
        maybe_placeholders=False,
    )
    return built, layout


# Lark's own `cache=` writes in place, so that two runs at once could mix their files; here a file
# is written aside, and its digest stands in its first line.


def _load(path: Path) -> tuple[lark.Lark, Layout] | None:
    """Return the parser that was stored in a file, or None if there is no whole one."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if _digest(data).encode() != digest:
        return None
    layout = Layout()
    stored = pickle.loads(data)  # our own file, whole, in the user's own folder
    stored["data"]["options"]["postlex"] = layout
    return lark.Lark.load(stored), layout


def _store(path: Path, built: lark.Lark) -> None:
    """Write a parser to a file, if that can be done."""
    buffer = io.BytesIO()
    built.save(buffer, exclude_options=("postlex",))
    data = buffer.getvalue()
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        try:
            part.write_bytes(_digest(data).encode() + b"\n" + data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


@cache
def grammar_text() -> str:
    """Return the grammar."""
    return files("cardavia_spec.front").joinpath("cardavia.lark").read_text("utf-8")


def cache_folder() -> Path | None:
    """Return the folder of this package in the user's cache, made if need be, or None.

    A folder that belongs to somebody else is not used: what lies there is read back as it is.
    """
    folder = user_folder("")
    try:
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError):
        return None
    return folder
