"""Tests that need a thing which a machine may lack: marked, left out there, and told by name.

    @needs("cc")
    def test_compiled_engine() -> None: ...

Where the thing is missing the test does not run, and the summary at the end says
`not run: <test> needs <thing>` for each.  `module NAME` and `program NAME` are things too.
"""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Sequence

import pytest

KEY = "needs"


def _program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) is not None for name in names)


def _module(name: str) -> Callable[[], bool]:
    return lambda: importlib.util.find_spec(name) is not None


THINGS: dict[str, Callable[[], bool]] = {
    "cc": _program("cc", "gcc", "clang"),
    "browser": _program(
        "chromium", "chromium-browser", "google-chrome", "chrome-headless-shell", "firefox"
    ),
    "editor": _program("nvim", "vim", "emacs", "code"),
    "git": _program("git"),
    "make": _program("make"),
    "node": _program("node"),
}


def present(thing: str) -> bool:
    """Tell whether the machine has a thing; an unknown name is an error of the test."""
    if thing in THINGS:
        return THINGS[thing]()
    kind, _, name = thing.partition(" ")
    if kind == "module" and name:
        return _module(name)()
    if kind == "program" and name:
        return _program(name)()
    known = ", ".join(sorted(THINGS))
    raise pytest.UsageError(f"needs({thing!r}): known are {known}, `module NAME`, `program NAME`")


def needs(*things: str) -> pytest.MarkDecorator:
    """Return the mark of a test that needs all these things."""
    return pytest.mark.needs(*things)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*things): runs only where the machine has them")


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    cache: dict[str, bool] = {}
    for item in items:
        wanted = [str(arg) for mark in item.iter_markers(KEY) for arg in mark.args]
        for thing in wanted:
            if thing not in cache:
                cache[thing] = present(thing)
        missing = sorted({thing for thing in wanted if not cache[thing]})
        if missing:
            told = " and ".join(missing)
            item.user_properties.append((KEY, told))
            item.add_marker(pytest.mark.skip(reason=f"needs {told}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = [
        f"not run: {report.nodeid} needs {value}"
        for report in terminalreporter.getreports("skipped")
        for key, value in getattr(report, "user_properties", ())
        if key == KEY
    ]
    if lines:
        terminalreporter.section("not run: this machine lacks what they need")
        for line in sorted(set(lines)):
            terminalreporter.write_line(line)
