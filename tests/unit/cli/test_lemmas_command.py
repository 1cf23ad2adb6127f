"""`cardavia lemmas`: what is kept is told, and what is not kept is said not to be."""

import json
from pathlib import Path

import pytest

from cardavia_spec.cli.main import main

SPEC = Path(__file__).parents[3] / "spec" / "aluette.yaml"


def test_kept_lemmas_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lemmas", str(SPEC)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("size(s.table) <= 1" in line for line in lines)
    assert main(["lemmas", str(SPEC), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [f"{row['when']}: {row['says']}" for row in told["lemmas"]] == lines


def test_nothing_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    copy = tmp_path / "other.yaml"
    copy.write_text(SPEC.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["lemmas", str(copy)]) == 1
    assert "CV913" in capsys.readouterr().err
    assert main(["lemmas", str(tmp_path / "missing.yaml")]) == 2
