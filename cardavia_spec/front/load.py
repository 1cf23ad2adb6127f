"""Loading specs: from a file or a text to a checked `Spec`, with a cache of what was checked."""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from functools import cache
from pathlib import Path

from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.folders import user_folder
from cardavia_spec.core.source import Source
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.reading import read_source

Loaded = tuple[Spec, tuple[Diagnostic, ...]]


def load_spec(path: str | Path) -> Spec:
    """Return the checked spec of a file.  Raises SpecError with everything wrong with it."""
    return load_with_warnings(path)[0]


def load_text(name: str, text: str) -> Spec:
    """Return the checked spec of a text; `name` stands for it in messages."""
    return _check(Source(name, text))[0]


def load_with_warnings(path: str | Path) -> Loaded:
    """Return the checked spec of a file and the warnings about it.  Raises SpecError."""
    source = read_source(path)
    place = _cache_place(source)
    if place is not None:
        known = _recall(place)
        if known is not None:
            return known
    loaded = _check(source)
    if place is not None:
        _remember(place, loaded)
    return loaded


def _check(source: Source) -> Loaded:
    # The parser is heavy: a spec that was checked before is recalled without it.
    from cardavia_spec.front.build import build
    from cardavia_spec.front.faults import Faults
    from cardavia_spec.front.nodes import read_yaml

    faults = Faults()
    spec = build(read_yaml(source), source, faults)
    faults.check()
    assert spec is not None
    return spec, faults.ordered()


# ---------------------------------------------------------------------------- the cache


def _cache_place(source: Source) -> Path | None:
    """Return where the checked spec is kept: one file for each text, name and tool."""
    folder = user_folder("specs")
    if folder is None:
        return None
    key = hashlib.sha256(
        b"\0".join((tool_digest().encode(), source.name.encode(), source.text.encode()))
    ).hexdigest()
    return folder / key


@cache
def tool_digest() -> str:
    """Return a digest of the code that reads specs, so that another version never recalls."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for folder in ("core", "front"):
        for path in sorted((package / folder).glob("*")):
            if path.is_file():
                digest.update(path.name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _recall(place: Path) -> Loaded | None:
    """Return a spec that was checked before, or None: a damaged file is no spec."""
    try:
        sealed = place.read_bytes()
    except OSError:
        return None
    seal, kept = sealed[:32], sealed[32:]
    if hashlib.sha256(kept).digest() != seal:
        return None
    try:
        loaded: Loaded = pickle.loads(kept)
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError):
        return None
    return loaded


def _remember(place: Path, loaded: Loaded) -> None:
    """Keep a checked spec; a folder that cannot be written is no fault of the spec."""
    kept = pickle.dumps(loaded, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(hashlib.sha256(kept).digest() + kept)
        Path(file.name).replace(place)
    except OSError:
        return


__all__ = ["SpecError", "load_spec", "load_text", "load_with_warnings", "tool_digest"]
