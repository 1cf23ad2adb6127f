"""The user's folders: what is made once and kept, each kind in a folder of its own."""

from __future__ import annotations

import os
from pathlib import Path


def user_folder(name: str) -> Path | None:
    """Return the folder `name` of this package in the user's cache; it need not be there.

    `XDG_CACHE_HOME` says where the user's cache is if it is a whole path, else it is `~/.cache`.
    None: there is no home, or the folder belongs to somebody else.  What lies in it is read back as
    it is, so nobody else may have put it there.
    """
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    except RuntimeError:
        return None
    folder = base / "cardavia"
    if hasattr(os, "getuid"):
        try:
            if folder.stat().st_uid != os.getuid():
                return None
        except (OSError, ValueError):  # it is not there yet, or will not be read either
            pass
    return folder / name
