"""The fixture `cli`: runs commands in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.cli_helpers import Cli, make


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return make(tmp_path, capsys, monkeypatch)
