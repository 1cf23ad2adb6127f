"""The outermost layer of the command: exit codes, messages, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from cardavia_spec.cli import main as entry
from cardavia_spec.cli.main import COMMANDS, main
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.state import State

Runs = Callable[[BaseException], int]


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Return a function that runs `cardavia generate` with a command that raises this."""

    def run(error: BaseException) -> int:
        def raise_it(_args: object) -> int:
            raise error

        def configure(parser: Any) -> None:  # noqa: ANN401 - as argparse has it
            parser.add_argument("--json", action="store_true")

        module = SimpleNamespace(configure=configure, run=raise_it)
        monkeypatch.setattr(entry, "import_module", lambda _name: module)
        return main(["generate"])

    return run


def cardavia(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardavia_spec", *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


def test_without_a_command_there_is_help_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: cardavia" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("cardavia 0.")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"usage: cardavia {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("chekc", "CV900", "did you mean 'check'?"),
        ("zzz", "CV900", "the commands are check"),
        ("generate --chek", "CV901", "did you mean '--check'?"),
        ("generate --qqqqq=3", "CV901", "there is no option --qqqqq"),
        ("generate --color=blue", "CV903", "auto, always, never"),
        ("generate --color alway", "CV903", "did you mean 'always'?"),
        ("generate --root", "CV903", "--root"),
        ("generate this", "CV902", "too much"),
        ("explain", "CV902", "nothing to explain"),
    ],
)
def test_a_wrong_command_line(
    line: str, code: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"error[{code}]" in told.err
    assert said in told.err


def test_options_are_not_abbreviated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--che"]) == 2
    assert "did you mean '--check'" in capsys.readouterr().err


def test_input_that_is_wrong_ends_2(fails: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert fails(SpecError([Diagnostic("CV100", "it is not there", None)])) == 2
    assert "error[CV100]: it is not there" in capsys.readouterr().err


def test_colours_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for words, bright in (("--color always", True), ("--color=always", True), ("", False)):
        assert main(["explain", "CV4000", *words.split()]) == 2
        assert ("\033[1;31m" in capsys.readouterr().err) is bright


def test_a_rule_that_fails_ends_1(fails: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    state = State((), (), over=False)
    assert fails(RuleFault(Diagnostic("CV700", "two, not one", None), "play", (), state)) == 1
    assert "two, not one" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error",
    [RuntimeError("a\nb"), RecursionError(), MemoryError(), KeyError("x"), AssertionError()],
)
def test_what_nobody_foresaw_ends_3(
    error: Exception,
    fails: Runs,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CARDAVIA_DEBUG", raising=False)
    assert fails(error) == 3
    told = capsys.readouterr()
    assert "error[CV990]" in told.err
    assert type(error).__name__ in told.err
    assert "Traceback" not in told.err
    assert len(told.err.splitlines()) == 2


def test_debugging_shows_the_whole_way(fails: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDAVIA_DEBUG", "1")
    with pytest.raises(RuntimeError):
        fails(RuntimeError("here"))


def test_ctrl_c_ends_130(fails: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert fails(KeyboardInterrupt()) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_refusal_of_the_system_ends_2(fails: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert fails(OSError(28, "No space left on device", "deals.jsonl")) == 2
    assert "error[CV904]: deals.jsonl: no space left on device" in capsys.readouterr().err


def test_nobody_reads_the_output() -> None:
    """A pipe that was closed: quiet, and the exit code that shells give for it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cardavia_spec", "explain", "--all"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def test_a_terminal_that_lacks_characters() -> None:
    told = cardavia("explain", "--all", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert told.returncode == 0
    assert told.stderr == ""


def test_module_and_command_are_one() -> None:
    told = cardavia("--version")
    assert told.returncode == 0
    assert told.stdout.startswith("cardavia ")


def test_every_command_is_a_module() -> None:
    for name in COMMANDS:
        module = import_module(f"cardavia_spec.cli.{name}")
        assert callable(module.configure)
        assert callable(module.run)


def test_codes_of_the_command_line_exist() -> None:
    assert {"CV900", "CV901", "CV902", "CV903", "CV904", "CV905", "CV906", "CV907", "CV990"} <= set(
        CODES
    )
