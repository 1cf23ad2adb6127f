"""`cardavia replay`: recorded play held against the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.cli.report import add_color, add_json, diagnostic_json, print_json, tell
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.play.replay import Verdict

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.play.replay import TraceReport

LISTED = 12
"""So many matches of a trace are told one by one."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.epilog = (
        "The spec of a game is ./spec/GAME.yaml unless --spec says otherwise.  Exit code 1: the"
        " play disagrees with the rules; 2: a trace cannot be used; of several traces the highest"
        " counts."
    )
    parser.add_argument(
        "traces", nargs="+", metavar="TRACE", help="recorded play, .jsonl or .jsonl.gz"
    )
    parser.add_argument(
        "--spec",
        action="append",
        default=[],
        metavar="FILE|DIR",
        help="a spec, or a folder of specs; may stand several times",
    )
    parser.add_argument(
        "--strict", action="store_true", help="a trace played by another text of the spec is wrong"
    )
    add_json(parser)
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Replay every trace; return the highest exit code."""
    from cardavia_spec.play.library import Library
    from cardavia_spec.play.replay import replay_file

    games = Library(map(Path, args.spec or ["spec"]))
    reports: list[TraceReport] = []
    told: set[tuple[str, str]] = set()
    for name in args.traces:
        report = replay_file(Path(name), games, name=name, strict=args.strict)
        reports.append(report)
        if not args.json:
            tell(_fresh(report, told), args.color)
            sys.stderr.flush()
            print(_summary(report), flush=True)
    code = max(report.exit_code for report in reports)
    if args.json:
        print_json({"exit": code, "traces": [_json(report) for report in reports]})
    return code


def _fresh(report: TraceReport, told: set[tuple[str, str]]) -> list[Diagnostic]:
    """Return what is to be told of a trace, but each warning, and each faulty spec, once only."""
    found = []
    for diagnostic in report.diagnostics:
        about_trace = diagnostic.span is not None and diagnostic.span.source.name == report.name
        warning = diagnostic.severity is Severity.WARNING
        place = report.name if about_trace else str(diagnostic.span)
        key = (f"{diagnostic.code} {place}", diagnostic.message)
        if key not in told or (about_trace and not warning):
            found.append(diagnostic)
        told.add(key)
    return found


def _summary(report: TraceReport) -> str:
    """Return how the matches of a trace went; of many, only those with faults and the last."""
    *matches, whole = report.summary().split("\n")
    if len(matches) <= LISTED:
        return "\n".join([*matches, whole])
    faulty = [
        line
        for line, match in zip(matches, report.matches, strict=True)
        if match.verdict is not Verdict.AGREES
    ]
    shown = faulty if len(faulty) <= LISTED else [*faulty[:LISTED], "…"]
    return "\n".join([*shown, *(matches[-1:] if matches[-1] not in faulty else []), whole])


def _json(report: TraceReport) -> dict[str, Any]:
    return {
        "trace": report.name,
        "verdict": report.verdict.value,
        "lines": report.lines,
        "deals": report.deals,
        "moves": report.moves,
        "matches": [
            {
                "game": match.game,
                "line": match.line,
                "deals": match.deals,
                "moves": match.moves,
                "verdict": match.verdict.value,
                "ended": match.ended,
            }
            for match in report.matches
        ],
        "diagnostics": [diagnostic_json(d) for d in report.diagnostics],
    }
