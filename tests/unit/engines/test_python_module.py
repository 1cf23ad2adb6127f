"""The compiled code of generated Python is kept, and made again where it is not as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.back.python import module as made
from cardavia_spec.back.python.source import source as real
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.play.engines import Order
from tests.unit.engines.odd import odd


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cardavia" / "engines"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take down each source that is written."""
    found: list[str] = []

    def source(program: Program, **kinds: bool) -> str:
        found.append(real(program, **kinds))
        return found[-1]

    monkeypatch.setattr(made, "source", source)
    return found


def play(names: dict[str, Any]) -> dict[str, int]:
    options = Order(odd(), 0, 0).option_numbers()
    told: dict[str, int] = names["run_lot"](7, 20, options)
    return told


def test_code_is_written_once(folder: Path, written: list[str]) -> None:
    program = plan(odd())
    first, again = made.module(program), made.module(program)
    assert len(written) == 1
    assert len(list(folder.iterdir())) == 1
    assert play(first) == play(again)


def test_each_kind_and_each_plan_has_its_own(folder: Path, written: list[str]) -> None:
    made.module(plan(odd()))
    made.module(plan(odd()), counts=True)
    slow = made.module(plan(odd()), quick=False)
    made.module(plan(odd(doing="count += 2")))
    assert len(written) == len(list(folder.iterdir())) == 4
    assert slow["play_quick"] is None


@pytest.mark.parametrize("left", [0, 5, 100, -1], ids=["nothing", "little", "some", "one less"])
def test_code_cut_short_is_made_again(folder: Path, written: list[str], left: int) -> None:
    wanted = play(made.module(plan(odd())))
    (place,) = folder.iterdir()
    whole = place.read_bytes()
    place.write_bytes(whole[:left])
    assert play(made.module(plan(odd()))) == wanted
    assert len(written) == 2
    assert place.read_bytes() == whole


def test_other_code_is_no_code(folder: Path, written: list[str]) -> None:
    made.module(plan(odd()))
    (place,) = folder.iterdir()
    place.write_bytes(b"x" * 200)
    made.module(plan(odd()))
    assert len(written) == 2


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert play(made.module(plan(odd())))["deals"] == 20


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", home)
    assert play(made.module(plan(odd())))["deals"] == 20
