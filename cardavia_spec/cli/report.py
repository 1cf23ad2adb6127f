"""How the commands tell things: diagnostics in colour or not, and as JSON."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any, Final, TextIO

from cardavia_spec.core.diagnostics import Diagnostic, Severity, render

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

_BOLD: Final = "\033[1m"
_PLAIN: Final = "\033[0m"
_COLOURS: Final = {Severity.ERROR: "\033[1;31m", Severity.WARNING: "\033[1;33m"}
_HEAD = re.compile(r"(?P<place>.*?)(?P<head>(?:error|warning)\[CV\d+\]: )(?P<message>.*)")


def add_color(parser: argparse.ArgumentParser) -> None:
    """Add `--color auto|always|never` to a command."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the output (auto: when it is a terminal)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json` to a command."""
    parser.add_argument("--json", action="store_true", help="report as one JSON object")


def colours(choice: str, stream: TextIO) -> bool:
    """Tell whether to write colours to `stream`; NO_COLOR and a dumb terminal speak against."""
    if choice != "auto":
        return choice == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def tell(diagnostics: Iterable[Diagnostic], color: str = "auto") -> None:
    """Write diagnostics to standard error, a blank line between two."""
    bright = colours(color, sys.stderr)
    texts = [_bright(d) if bright else render(d) for d in diagnostics]
    if texts:
        print("\n\n".join(texts), file=sys.stderr)


def _bright(diagnostic: Diagnostic) -> str:
    lines = render(diagnostic).split("\n")
    colour = _COLOURS[diagnostic.severity]
    if found := _HEAD.fullmatch(lines[0]):
        place, head, message = found["place"], found["head"], found["message"]
        lines[0] = f"{_BOLD}{place}{_PLAIN}{colour}{head}{_PLAIN}{_BOLD}{message}{_PLAIN}"
    return "\n".join(re.sub(r"(\^+)$", rf"{colour}\1{_PLAIN}", line) for line in lines)


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as a JSON object; `file`, `line`, `column` are null without a place."""
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "fix": diagnostic.fix,
        "notes": [note.text for note in diagnostic.notes],
    }


def print_json(report: object) -> None:
    """Write one JSON object to standard output."""
    print(json.dumps(report, ensure_ascii=False, indent=2))


def refused(error: OSError) -> Diagnostic:
    """Return what the system refuses to do, in words."""
    where = f"{error.filename}: " if error.filename else ""
    return Diagnostic("CV904", f"{where}{(error.strerror or str(error)).lower()}", None)


def tell_json(diagnostics: Iterable[Diagnostic], code: int) -> None:
    """Write what stopped a command to standard output, as JSON: the exit code and why."""
    print_json({"exit": code, "diagnostics": [diagnostic_json(d) for d in diagnostics]})
