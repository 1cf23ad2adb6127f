"""Telling verdicts to people: one table a spec, then what speaks against it, in cards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from cardavia_spec.check.runs.campaign import CUT, STOPPED
from cardavia_spec.check.verdict import JSON, Counterexample, Outcome, Verdict

if TYPE_CHECKING:
    from cardavia_spec.check.whole import Report

COLUMNS: Final = ("property", "verdict", "how", "deals", "time")

_STYLE: Final = {
    Outcome.PROVED: "green",
    Outcome.EXHAUSTIVE: "green",
    Outcome.WITNESSED: "green",
    Outcome.BOUNDED: "yellow",
    Outcome.TESTED: "cyan",
    Outcome.PASSED: "green",
    Outcome.UNKNOWN: "bold yellow",
    Outcome.REFUTED: "bold red",
    Outcome.FAILED: "bold red",
}
_MANY_CLAUSES: Final = 4
EARLY: Final = (CUT, STOPPED)
"""Why many rows may be unknown at once: it is told once."""
IN_FULL: Final = 3
"""So many deals of one spec are told in full."""
SHORT: Final = 12
"""A telling of so few lines is always told in full."""
LONGEST: Final = 400
"""Longer tellings are cut in the middle; the trace is always whole."""


def print_report(report: Report, stream: TextIO, *, bright: bool, verbose: bool = False) -> None:
    """Write the table of one spec and the deals that speak against it.

    With `bright` it is drawn for a terminal, else it is plain text without colours or lines.
    `verbose` also tells the deals that show what is possible.
    """
    if report.game is None:
        return
    if bright:
        _table(report, stream)
    else:
        for line in plain(report):
            print(line, file=stream)
    whole = _in_full(report.verdicts)
    early: dict[str, int] = {}
    for verdict in report.verdicts:
        if verdict.notes and verdict.notes[0] in EARLY and not verbose:
            early[verdict.notes[0]] = early.get(verdict.notes[0], 0) + 1
        elif (verdict.counterexample and verbose) or not verdict.passes:
            print("", file=stream)
            in_full = verbose or verdict.name in whole
            for line in told(verdict, in_full=in_full, spec=report.path):
                print(line, file=stream)
    for note, many in early.items():
        rows_ = "1 row is" if many == 1 else f"{many} rows are"
        print(f"\n{rows_} unknown: {note}", file=stream)
    print("", file=stream)


def rows(report: Report) -> Iterable[tuple[Verdict, tuple[str, ...]]]:
    """Yield the rows of the table: property (with clauses), verdict, how, deals, time."""
    for verdict in report.verdicts:
        name = verdict.name
        if verdict.clauses:
            shown = ", ".join(verdict.clauses[:_MANY_CLAUSES])
            name += f" ({shown}{', …' * (len(verdict.clauses) > _MANY_CLAUSES)})"
        notes = verdict.notes if verdict.passes else ()  # the others are told below the table
        how = "; ".join(x for x in (verdict.how, "+".join(verdict.solvers), *notes) if x)
        deals = f"{verdict.deals:,}" if verdict.deals else ""
        yield verdict, (name, verdict.outcome.value, how, deals, _time(verdict.seconds))


def summary(report: Report) -> str:
    """Return how many rows have which verdict: `3 proved, 1 refuted; 12.3 s`."""
    counts = dict.fromkeys(Outcome, 0)
    for verdict in report.verdicts:
        counts[verdict.outcome] += 1
    told = ", ".join(f"{n} {outcome.value}" for outcome, n in counts.items() if n)
    return f"{told}; {_time(report.seconds)}"


def plain(report: Report) -> list[str]:
    """Return the table as lines of text in columns."""
    table = [COLUMNS, *(row for _, row in rows(report))]
    widths = [max(len(row[i]) for row in table) for i in range(len(COLUMNS))]
    widths[0], widths[2] = min(widths[0], 66), min(widths[2], 72)
    lines = [f"{report.title}: {report.path}"]
    for row in table:
        cells = [
            cell.rjust(width) if i >= 3 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return [*lines, summary(report)]


def _table(report: Report, stream: TextIO) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    table = Table(title=f"{report.title}  ({report.path})", title_justify="left")
    table.add_column("property", ratio=5)
    table.add_column("verdict", no_wrap=True)
    table.add_column("how", ratio=4, style="dim")
    table.add_column("deals", justify="right", no_wrap=True)
    table.add_column("time", justify="right", no_wrap=True)
    for verdict, (name, outcome, *rest) in rows(report):
        cells = [Text(name), Text(outcome, style=_STYLE[verdict.outcome]), *map(Text, rest)]
        table.add_row(*cells)
    console.print(table)
    console.print(summary(report), style="bold")


def _in_full(verdicts: Iterable[Verdict]) -> set[str]:
    """Return the names of those whose play is told in full: the shortest that refute something.

    One fault often breaks many properties, and one deal then tells enough: the same play is not
    told twice.  Positions that were laid are short, and take the place of no deal.
    """
    shown = {v.name: v.counterexample for v in verdicts if v.counterexample and not v.passes}
    moves = {name: example.moves for name, example in shown.items()}
    played: list[str] = []
    told_of: list[tuple[str, ...]] = []
    for name in sorted((name for name, n in moves.items() if n), key=lambda name: moves[name]):
        play = _moves_of(shown[name])
        if play not in told_of:
            told_of.append(play)
            played.append(name)
    return {*played[:IN_FULL], *(name for name, n in moves.items() if not n)}


def _moves_of(example: Counterexample) -> tuple[str, ...]:
    """Return the play of an example without the results that are told between."""
    return tuple(line for line in example.trace if '"type": "deal end"' not in line)


def told(verdict: Verdict, *, in_full: bool = True, spec: Path | None = None) -> Sequence[str]:
    """Return a counterexample (or what shows that something is possible) as lines.

    Not `in_full`, only its end is told: what fails, with the values.  With the file of the `spec`
    it is said how to see the play again.
    """
    example = verdict.counterexample
    head = f"{verdict.outcome.value}: {verdict.name}"
    if verdict.clauses:
        head += f" ({', '.join(verdict.clauses)})"
    lines = [head]
    if verdict.span is not None:
        lines.append(f"  at {verdict.span}")
    lines += [f"  {note}" for note in verdict.notes]
    if example is not None:
        telling = _cut(example.telling) if in_full else _end(example)
        lines += [f"  {line}" for line in telling]
        if example.saved:
            lines.append(f"  this play stands in {example.saved}")
            if spec is not None:
                lines.append(f"  see it again: {_replayed(example.saved, spec)}")
    return lines


def _replayed(trace: object, spec: Path) -> str:
    """Return the command that replays a play by the rules that it was found under."""
    return shlex.join(["cardavia", "replay", str(trace), "--spec", str(spec)])


def _end(example: Counterexample) -> Sequence[str]:
    """Return the end of a telling: what does not hold, without the play that led there."""
    lines = example.telling
    starts = [
        i
        for i, line in enumerate(lines)
        if line.startswith(("here ", "  the rule ")) or line.lstrip().startswith("it fails:")
    ]
    if not starts or len(lines) <= SHORT:
        return lines
    end = next((i for i, line in enumerate(lines) if line == "the state there:"), len(lines))
    left_out = f"after {example.moves} moves (--verbose tells them):"
    return [left_out, *lines[starts[-1] : max(end, starts[-1] + 1)]]


def _cut(lines: Sequence[str]) -> Sequence[str]:
    """Return the beginning and the end of what is too long to be read."""
    if len(lines) <= LONGEST:
        return lines
    half = LONGEST // 2
    left_out = f"  … {len(lines) - 2 * half} lines are left out here …"
    return [*lines[:half], left_out, *lines[-half:]]


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.05 else "0.0 s"


# ------------------------------------------------------------------------------ machines


def as_json(report: Report) -> dict[str, JSON]:
    """Return the report of one spec as JSON, its diagnostics left out."""
    return {
        "file": str(report.path),
        "game": report.game,
        "exit": report.code,
        "seconds": round(report.seconds, 3),
        "verdicts": [verdict.as_json() for verdict in report.verdicts],
    }


def junit(reports: Sequence[Report]) -> str:
    """Return the reports in the form that test servers read (JUnit XML)."""
    from xml.etree import ElementTree

    root = ElementTree.Element("testsuites", name="cardavia check")
    for report in reports:
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=str(report.path),
            tests=str(len(report.verdicts)),
            failures=str(sum(not v.passes for v in report.verdicts)),
            time=f"{report.seconds:.3f}",
        )
        errors = [str(d) for d in report.diagnostics if d.severity.value == "error"]
        if report.game is None:
            case = ElementTree.SubElement(suite, "testcase", name="reading", classname="spec")
            ElementTree.SubElement(
                case, "error", message="the spec cannot be used"
            ).text = _printable("\n\n".join(errors))
        for verdict in report.verdicts:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                name=verdict.name,
                classname=f"{report.game}.{verdict.subject.value}",
                time=f"{verdict.seconds:.3f}",
            )
            if not verdict.passes:
                message = f"{verdict.outcome.value}: {verdict.how}"
                failure = ElementTree.SubElement(case, "failure", message=message)
                failure.text = _printable("\n".join([*told(verdict), *errors]))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _printable(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def slug(name: str) -> str:
    """Return a name as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "property"
