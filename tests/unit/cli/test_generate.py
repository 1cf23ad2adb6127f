"""Files made from the code: fresh in the project, written whole, checked without writing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardavia_spec.cli.generate import FILES, diagnostics_page
from cardavia_spec.cli.main import main
from cardavia_spec.core.codes import CODES
from cardavia_spec.play.files import whole_file, write_whole

ROOT = Path(__file__).resolve().parents[3]


def test_the_project_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["generate", "--check", "--root", str(ROOT)])
    assert (code, capsys.readouterr().err) == (0, "")


def test_every_code_has_its_place_on_the_page() -> None:
    page = diagnostics_page()
    assert all(page.count(f"### {code}: ") == 1 for code in CODES)


def test_a_stale_file_is_told_and_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs").mkdir()
    stale = tmp_path / "docs" / "diagnostics.md"
    stale.write_text("old\n")
    assert main(["generate", "--check", "--root", str(tmp_path)]) == 1
    assert "error[CV907]: docs/diagnostics.md is stale" in capsys.readouterr().err
    assert stale.read_text() == "old\n"
    assert main(["generate", "--root", str(tmp_path)]) == 0
    assert stale.read_text() == FILES["docs/diagnostics.md"]()
    assert main(["generate", "--check", "--root", str(tmp_path)]) == 0


def test_outside_the_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--root", str(tmp_path)]) == 2
    assert "error[CV904]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"

    def broken() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    assert list(tmp_path.iterdir()) == []
    write_whole(path, "first\n")
    with pytest.raises(KeyboardInterrupt):
        broken()
    assert path.read_text() == "first\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_whole(path, "1")
    fresh = path.stat().st_mode & 0o777
    (tmp_path / "y").touch()
    assert fresh == (tmp_path / "y").stat().st_mode & 0o777
    path.chmod(0o640)
    write_whole(path, "2")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.slow
def test_proofs_go_with_the_spec(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.unit.check.tiny import edited

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for folder in ("docs", "spec", "generated/engines"):
        (tmp_path / folder).mkdir(parents=True)
    spec = tmp_path / "spec" / "tiny.yaml"
    spec.write_text(edited())
    root = ["--root", str(tmp_path)]
    assert main(["generate", *root]) == 0
    assert main(["generate", "--check", *root]) == 0
    record = json.loads((tmp_path / "generated/proofs/tiny.json").read_text())
    assert {row["verdict"] for row in record["goals"]} <= {"proved", "open"}
    agreed = {row["second"] for row in record["goals"] if row["verdict"] == "proved"}
    assert agreed <= {"unsat", "own", "time"}
    # What a step is said to depend on may change though the spec has not.
    place = tmp_path / "generated/proofs/tiny.json"
    whole = place.read_text()
    place.write_text(json.dumps({**record, "steps": {**record["steps"], "move play": "00"}}))
    capsys.readouterr()
    assert main(["generate", "--check", *root]) == 1
    told = capsys.readouterr().err
    assert "generated/proofs/tiny.json is stale" in told
    assert "lemmas" not in told
    place.write_text(whole)
    spec.write_text(edited(("2 * s.tricks}", "2 * s.tricks + 1}")))
    assert main(["generate", "--check", *root]) == 1
    told = capsys.readouterr().err
    assert "generated/proofs/tiny.json is stale" in told
    assert "generated/lemmas/tiny.json is stale" in told
    assert main(["generate", *root]) == 1
    assert "not proved: two cards a trick" in capsys.readouterr().out
    assert main(["generate", "--check", *root]) == 0
