"""`cardavia check` proves: by itself, and beside what is refuted only where the rules stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardavia_spec.cli.main import main
from tests.unit.check.tiny import edited

pytestmark = pytest.mark.slow

FEW = ("--deals", "60", "--examples", "5", "--jobs", "1", "--json")
SAID = "  never three tricks:\n    always: every s in seats has s.tricks <= 2\n"
NEVER = "  five tricks:\n    possible: some s in seats has s.tricks * 2 is 7\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(text: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, str]:
    """Return the verdict of each row of `cardavia check` on a spec."""
    Path("tiny.yaml").write_text(text)
    code = main(["check", "tiny.yaml", *FEW, *more])
    found = json.loads(capsys.readouterr().out)
    assert found["exit"] == code
    return {row["name"]: row["verdict"] for row in found["specs"][0]["verdicts"]}


def test_what_is_refuted_keeps_nothing_else_from_being_proved(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.exists()
    right = check(edited(), capsys)
    assert right["two cards a trick"] == "proved"
    assert "tested" not in right.values()
    false = check(edited() + SAID, capsys)
    assert false.pop("never three tricks") == "refuted"
    assert false == right
    # A rule that is broken is another matter: play alone speaks, unless all is wanted.
    broken = edited(("winner.tricks += 1", "if winner is left: winner.tricks += 1"))
    wrong = check(broken, capsys)
    assert "refuted" in wrong.values()
    assert "proved" not in wrong.values()
    through = check(broken, capsys, "--through")
    assert "refuted" in through.values()
    assert "proved" in through.values()
    # What was kept of it does not make the broken rule one that stands.
    assert "proved" not in check(broken, capsys).values()


def test_what_can_never_happen_is_refuted_by_a_proof(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert folder.exists()
    assert check(edited() + NEVER, capsys)["five tricks"] == "refuted"
    assert check(edited() + NEVER, capsys, "--no-prove")["five tricks"] == "unknown"


def test_a_cache_that_cannot_be_written_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "file"))
    Path("tiny.yaml").write_text(edited())
    assert main(["check", "tiny.yaml", *FEW]) == 0
    told = capsys.readouterr().err
    assert "note: proofs cannot be kept" in told
    assert "Traceback" not in told
