"""The house rules that are no style: no game in the package, floors, what help may import."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import needs

ROOT = Path(__file__).resolve().parents[3]
GAME_WORDS = re.compile("|".join(("aluette", "schnapsen", "ganjifa", "mordienne", "dukal",
                                  "marriage", "pourri", "talon")), re.IGNORECASE)  # fmt: skip
FOREIGN_WORDS = re.compile(r"(?<![A-Za-z0-9.])/(?:work|root|farm)/[A-Za-z.]")


def package_files() -> list[Path]:
    files = [
        path
        for path in (ROOT / "cardavia_spec").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert len(files) > 20
    return files


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{path.name}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_game_in_the_package() -> None:
    assert lines_with(GAME_WORDS, package_files()) == []


def test_the_search_for_game_words_finds_some(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("a = 1\nif move == 'Dukal': pass\n")
    assert lines_with(GAME_WORDS, [path]) == ["x.py:2: if move == 'Dukal': pass"]


def test_no_paths_of_one_machine() -> None:
    assert lines_with(FOREIGN_WORDS, package_files()) == []


@needs("module importlinter")
@pytest.mark.slow
def test_floors_hold() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command as c;"
         "sys.exit(c())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr


@needs("program sh")
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 1", "is no Python 3.11 or newer"),
        ('case "$2" in *venv*) exit 1;; esac', "has no venv module"),
    ],
)
def test_a_python_that_will_not_do_is_told(tmp_path: Path, script: str, said: str) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    told = subprocess.run(
        ["sh", ROOT / "tools" / "make_venv.sh", python],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 2
    assert said in told.stderr
    assert list(tmp_path.iterdir()) == [python]


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from cardavia_spec.cli.main import main; main(['--help']);"
        "print('HEAVY', sorted({'lark', 'yaml', 'rich', 'z3', 'cvc5', 'hypothesis', 'dataclasses'}"
        " & set(sys.modules)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout.endswith("HEAVY []\n")
