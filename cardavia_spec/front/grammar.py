"""The parser of the rule language, built from `cardavia.lark` and kept in the user's cache folder.

Building takes some tenths of a second, loading what was built some milliseconds.  The cache is a
convenience: whatever is wrong with it, the parser is built without.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import lark

from cardavia_spec.front.layout import Layout

Start: TypeAlias = Literal["expr", "sort", "domain", "order", "block"]
STARTS: Final[tuple[Start, ...]] = ("expr", "sort", "domain", "order", "block")
"""The kinds of text: what a parse can begin with."""


@cache
def parser() -> tuple[lark.Lark, Layout]:
    """Return the parser and the layout it works with; one text at a time."""
    folder = cache_folder()
    if folder is None:
        return build()
    key = f"{grammar_text()}\n{lark.__version__}\n{sys.version}"
    path = folder / f"grammar-{sha256(key.encode()).hexdigest()[:20]}.lark"
    if path.exists():
        return build(cache=str(path))  # Lark builds anew and writes again what it cannot load
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    built = build(cache=str(part))  # Lark passes over a file it cannot write
    try:
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return built


def build(**options: Any) -> tuple[lark.Lark, Layout]:  # noqa: ANN401
    """Return a new parser with its layout; `options` are Lark's."""
    layout = Layout()
    built = lark.Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        postlex=layout,
        propagate_positions=True,
        maybe_placeholders=False,
        **options,
    )
    return built, layout


@cache
def grammar_text() -> str:
    """Return the grammar."""
    return files("cardavia_spec.front").joinpath("cardavia.lark").read_text("utf-8")


def cache_folder() -> Path | None:
    """Return the folder of this package in the user's cache, made if need be, or None.

    `XDG_CACHE_HOME` says where the user's cache is, else `~/.cache`.  A folder that belongs to
    somebody else is not used: what lies there is read back as it is.
    """
    try:
        given = os.environ.get("XDG_CACHE_HOME", "")
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
        folder = base / "cardavia"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = folder.stat().st_uid
    except (OSError, RuntimeError, ValueError):  # RuntimeError: there is no home
        return None
    return folder if not hasattr(os, "getuid") or owner == os.getuid() else None
