"""Running commands in this process, and small games to run them on."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.cli.main import main
from tests.unit.docs.doc_samples import ROOT, samples

CORNERS = samples(ROOT / "docs" / "language.md", "yaml")[0].text
"""The game of the language reference: four seats, two teams, trumps."""


@dataclass(frozen=True)
class Told:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever JSON holds
        return json.loads(self.out)


@dataclass(frozen=True)
class Cli:
    """Runs commands in a folder of their own that holds the game of the reference."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *words: str, typed: str = "") -> Told:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        self.capsys.readouterr()
        code = main(list(words))
        said = self.capsys.readouterr()
        assert "Traceback" not in said.err
        return Told(code, said.out, said.err)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def files(self) -> set[str]:
        return {str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file()}


def make(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Cli:
    """Return a runner; its folder is the working folder, with `spec/corners.yaml` in it."""
    (tmp_path / "work" / "spec").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CARDAVIA_DEBUG", raising=False)
    cli = Cli(tmp_path / "work", capsys, monkeypatch)
    cli.write("spec/corners.yaml", CORNERS)
    return cli
