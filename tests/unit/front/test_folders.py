"""Where the user's folders are: a whole path, and nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardavia_spec.core.folders import user_folder


def test_the_cache_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_folder("engines") == tmp_path / "cardavia" / "engines"


@pytest.mark.parametrize("said", ["", "here", "./here"])
def test_a_path_that_is_not_whole_is_no_path(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", said)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_folder("specs") == tmp_path / ".cache" / "cardavia" / "specs"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_somebody_elses_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "cardavia").mkdir()
    assert user_folder("proofs") is not None
    monkeypatch.setattr(os, "getuid", lambda: -5)
    assert user_folder("proofs") is None


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert user_folder("engines") is None
