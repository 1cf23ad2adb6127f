"""A test that the machine cannot run is told by name; an unknown need is an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import present

ROOT = Path(__file__).parents[3]

SUITE = """
from tests.needs import needs

@needs("program no-such-program-anywhere")
def test_lacking(): raise AssertionError

@needs("module json")
def test_having(): pass

@needs("module json", "module no_such_module_anywhere")
def test_half(): raise AssertionError
"""


def run(folder: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    file = folder / "test_inner.py"
    file.write_text(text)
    command = [sys.executable, "-m", "pytest", "-p", "tests.needs", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), *more, str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_told_by_name(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run(tmp_path, SUITE, *workers)
    assert done.returncode == 0, done.stdout
    name = "not run: test_inner.py::test_lacking needs program no-such-program-anywhere"
    assert name in done.stdout
    assert "test_inner.py::test_half needs module no_such_module_anywhere" in done.stdout
    assert "test_having needs" not in done.stdout
    assert "1 passed, 2 skipped" in done.stdout


def test_unknown_need_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path, "from tests.needs import needs\n@needs('cee')\ndef test_it(): pass\n")
    assert done.returncode == 4, done.stdout
    assert "needs('cee')" in done.stdout + done.stderr
    with pytest.raises(pytest.UsageError):
        present("module ")
