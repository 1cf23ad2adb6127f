"""The generated Python module of a plan, ready to be used; its compiled code is kept.

Writing and compiling the source takes a second or so, looking up what was made before some
hundredths.  What is kept is named by a digest of the plan, of the code that writes the source and
of this Python, and sealed with a digest of its own: a file cut short is made again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

from cardavia_spec.back.python.source import source
from cardavia_spec.core.folders import user_folder
from cardavia_spec.core.plan.program import Program

_SEAL: Final = hashlib.sha256().digest_size


def module(program: Program, *, counts: bool = False, quick: bool = True) -> dict[str, Any]:
    """Return the names of a plan's module; `counts` and `quick` as for its source."""
    place = _place(program, counts=counts, quick=quick)
    code = None if place is None else _recalled(place)
    if code is None:
        text = source(program, counts=counts, quick=quick)
        code = compile(text, f"<{program.spec.name}>", "exec")
        if place is not None:
            _keep(place, code)
    names: dict[str, Any] = {}
    exec(code, names)  # our own code
    return names


def cache_folder() -> Path | None:
    """Return the user's folder for engines, or None where there is none."""
    return user_folder("engines")


@cache
def writer_digest() -> str:
    """Return a digest of all that has a say in what the source of a plan is, and of this Python."""
    package = Path(__file__).parent.parent.parent
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER + sys.version.encode())
    for folder in (package / "core", package / "back" / "python"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".txt"):
                digest.update(str(path.relative_to(package)).encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _place(program: Program, *, counts: bool, quick: bool) -> Path | None:
    """Return where the code of a plan is kept."""
    folder = cache_folder()
    if folder is None:
        return None
    told = (
        writer_digest(),
        program.spec.name,
        program.spec.digest,
        program.functions,
        program.arrays,
        [(ask.name, ask.moment.name) for ask in program.asks],
        program.branches,
        program.obligations,
        counts,
        quick,
    )
    return folder / f"{hashlib.sha256(repr(told).encode()).hexdigest()}.code"


def _recalled(place: Path) -> CodeType | None:
    """Return kept code, or None: what is not as it was written is no code."""
    try:
        sealed = place.read_bytes()
    except OSError:
        return None
    kept, seal = sealed[:-_SEAL], sealed[-_SEAL:]
    if not kept or hashlib.sha256(kept).digest() != seal:
        return None
    code = marshal.loads(kept)
    return code if isinstance(code, CodeType) else None


def _keep(place: Path, code: CodeType) -> None:
    """Keep code, whole or not at all; a folder that cannot be written does not matter."""
    kept = marshal.dumps(code)
    name = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".part")
        with open(handle, "wb") as file:
            file.write(kept + hashlib.sha256(kept).digest())
        Path(name).replace(place)
    except OSError:
        if name is not None:
            Path(name).unlink(missing_ok=True)
