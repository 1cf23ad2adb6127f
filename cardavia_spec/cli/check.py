"""`cardavia check`: what the spec says of itself, held against what it does when it is played."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.cli.report import add_color, add_json, colours, diagnostic_json, tell

if TYPE_CHECKING:
    from cardavia_spec.check.runs.crew import Crew
    from cardavia_spec.check.verdict import Verdict
    from cardavia_spec.check.whole import Prover, Report
    from cardavia_spec.core.spec import Spec

MOST = 1_000_000
"""More deals than this belong to `run`."""


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text[:40]}' is no whole number") from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"it must lie in {least}..{most}")
        return number

    return read


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "specs", nargs="*", metavar="SPEC", help="spec files, or folders of them (default: spec)"
    )
    parser.add_argument(
        "--property", action="append", default=[], metavar="NAME", help="only this property"
    )
    parser.add_argument(
        "--deals", type=_number(0, MOST), metavar="N", help="seeded deals a spec (default: by size)"
    )
    parser.add_argument(
        "--examples", type=_number(0, MOST), metavar="M", help="Hypothesis examples a spec"
    )
    parser.add_argument(
        "--seed", type=_number(0, (1 << 64) - 1), default=1, metavar="S", help="default: 1"
    )
    parser.add_argument("--fast", action="store_true", help="only the first deals")
    parser.add_argument(
        "--prove",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="prove what holds in every reachable state (default; --no-prove: play only)",
    )
    parser.add_argument(
        "--budget",
        type=_number(1, 86_400),
        default=360,
        metavar="SECONDS",
        help="time for the proofs of a spec (default: 360)",
    )
    parser.add_argument(
        "--search",
        type=_number(0, 86_400),
        default=60,
        metavar="SECONDS",
        help="time to search for a deal against what could not be proved (default: 60)",
    )
    parser.add_argument(
        "--smt", type=Path, metavar="DIR", help="also write each goal of the proofs as SMT-LIB"
    )
    parser.add_argument(
        "--through", action="store_true", help="play all deals even if the first refute something"
    )
    parser.add_argument(
        "--engine",
        choices=("auto", "reference", "python", "c"),
        default="auto",
        help="who plays the seeded deals (auto: the fastest there is); the reference tells them",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play the seeded deals on a Dask cluster, `tcp://host:port`",
    )
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="tell each deal in full",
    )
    parser.add_argument(
        "--jobs", type=_number(1, 64), metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIR",
        help="where deals that refute a property are saved (default: counterexamples)",
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write a JUnit report")
    parser.add_argument("--sarif", type=Path, metavar="FILE", help="also write a SARIF report")
    add_json(parser)
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Check the specs; return the highest exit code that any of them asks for."""
    from cardavia_spec.check.report import as_json, junit, print_report
    from cardavia_spec.check.runs.plan import Plan
    from cardavia_spec.check.runs.workers import Workers
    from cardavia_spec.check.whole import check_file
    from cardavia_spec.cli.report import print_json

    plan = Plan(args.seed, args.deals, args.examples, args.fast, args.through, args.engine)
    prove = _prover(args) if (args.prove or args.smt) and not args.fast else None
    bright = colours(args.color, sys.stdout)
    reports = []
    paths, code = _files(args.specs)
    with Workers(args.jobs or _cores()) as workers, _crew(args) as crew:
        for path in paths:
            report = check_file(
                path,
                plan,
                workers,
                wanted=args.property,
                strict=args.strict,
                progress=_progress(path),
                prover=None if prove is None else prove(path),
                standing=partial(_standing, path) if prove is not None else lambda _: False,
                crew=crew,
                note=_note,
            )
            _progress_done()
            try:
                report = _save(report, args.save)
            except OSError as error:
                code = max(code, _unsaved(error, args.save))
            reports.append(report)
            tell(report.diagnostics, args.color)
            if not args.json:
                print_report(report, sys.stdout, bright=bright, verbose=args.verbose)
                sys.stdout.flush()
            if report.interrupted:
                break
    if any(report.interrupted for report in reports):
        return 130
    code = max([code, _named(args.property, reports), *(report.code for report in reports)])
    if args.junit is not None:
        _write(args.junit, junit(reports))
    if args.sarif is not None:
        import json

        from cardavia_spec.check.sarif import sarif

        _write(args.sarif, json.dumps(sarif(reports), ensure_ascii=False, indent=2) + "\n")
    if args.json:
        found = []
        for report in reports:
            told = as_json(report)
            told["diagnostics"] = [diagnostic_json(d) for d in report.diagnostics]
            found.append(told)
        print_json({"exit": code, "specs": found})
    return code


@contextmanager
def _crew(args: argparse.Namespace) -> Iterator[Crew | None]:
    """Give the crew that plays the many deals: a cluster, or None for this process."""
    if args.cluster is None:
        yield None
        return
    from cardavia_spec.back.c.build import NoEngine
    from cardavia_spec.bridges.crew import Cluster
    from cardavia_spec.core.diagnostics import Diagnostic, SpecError

    if args.engine in ("reference", "python"):
        told = f"--cluster does not go with --engine {args.engine}: its workers take the fastest"
        raise SpecError([Diagnostic("CV912", told, None, "leave out one of the two")])
    try:
        with Cluster(args.cluster, _note) as crew:
            yield crew
    except NoEngine as reason:
        fix = "see that its scheduler and workers run, or play without --cluster"
        raise SpecError([Diagnostic("CV912", str(reason), None, fix)]) from None


def _note(text: str) -> None:
    _progress_done()
    print(f"note: {text}", file=sys.stderr)


def _prover(args: argparse.Namespace) -> Callable[[Path], Prover]:
    """Return what makes the prover of a spec file, as the arguments want it."""
    from cardavia_spec.check import search
    from cardavia_spec.check.prover import Budget, Interrupted, prove
    from cardavia_spec.check.verdict import Outcome
    from cardavia_spec.check.whole import Stopped
    from cardavia_spec.cli.lemmas import begin_from, lemma_file

    budget = Budget(seconds=float(args.budget))

    def of(path: Path) -> Prover:
        def run(
            spec: Spec, played: Sequence[Verdict], progress: Callable[[str], None]
        ) -> tuple[Verdict, ...]:
            lemmas = lemma_file(path, spec)
            begin, record = begin_from(path, spec)
            wrong = {v.name for v in played if v.outcome is Outcome.REFUTED}
            if wrong and not args.through and not _standing(path, spec):
                _note("nothing is proved until what is refuted is mended (--through: all the same)")
                return ()
            # What is refuted is left out: nothing may lean on it, and the rest is proved.
            spec = replace(
                spec, properties=tuple(p for p in spec.properties if p.name not in wrong)
            )
            try:
                rows = prove(
                    spec,
                    budget=budget,
                    progress=progress,
                    jobs=args.jobs or _cores(),
                    lemmas=lemmas,
                    begin=begin,
                    record=record,
                    home=path,
                    doubtful={v.name for v in played if v.outcome is Outcome.UNKNOWN},
                    second=True,
                    note=_note,
                    smt=None if args.smt is None else args.smt / spec.name,
                )
                return search.refuted(spec, rows, search.Budget(float(args.search)), progress)
            except (Interrupted, search.Interrupted) as stop:
                raise Stopped(stop.verdicts) from None
            except KeyboardInterrupt:  # between two goals: what was played stays known
                raise Stopped(()) from None

        return run

    return of


def _wished(played: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return the rows of what is said to be possible and no play showed, as yet without words."""
    from dataclasses import replace

    from cardavia_spec.check.search.rows import WISHED
    from cardavia_spec.check.verdict import Outcome

    return tuple(
        replace(row, notes=(), seconds=0.0)
        for row in played
        if row.outcome is Outcome.UNKNOWN and row.kind in WISHED
    )


def _standing(path: Path, spec: Spec) -> bool:
    """Whether the rules of a spec are those that were last proved."""
    from cardavia_spec.check.prover.records import rules_stand
    from cardavia_spec.cli.lemmas import begin_from

    return rules_stand(begin_from(path, spec)[1], spec, path)


def _files(named: Sequence[str]) -> tuple[list[Path], int]:
    """Return the files to check; a folder means its *.yaml."""
    from cardavia_spec.core.diagnostics import Diagnostic

    paths, wrong = [], []
    for name in named or ["spec"]:
        path = Path(name)
        if not path.is_dir():
            paths.append(path)
            continue
        inside = sorted(p for p in path.glob("*.yaml") if p.is_file())
        paths += inside
        if not inside:
            message = f"there is no spec in the folder '{name}'"
            wrong.append(Diagnostic("CV910", message, None, "a spec is a file with the end .yaml"))
    tell(wrong)
    return list(dict.fromkeys(paths)), 2 if wrong else 0


def _named(wanted: Sequence[str], reports: Sequence[Report]) -> int:
    """Tell which of the wanted properties no spec has."""
    from cardavia_spec.core.diagnostics import Diagnostic, did_you_mean

    known = {verdict.name for report in reports for verdict in report.verdicts}
    labels = {label for report in reports for label in report.labels}
    wrong = [
        Diagnostic("CV911", f"no property is called '{name}'", None, did_you_mean(name, labels))
        for name in wanted
        if name not in known | labels
    ]
    tell(wrong)
    return 2 if wrong and any(report.game for report in reports) else 0


def _save(report: Report, folder: Path | None) -> Report:
    """Write the deals that speak against a property, each to a trace of its own."""
    from cardavia_spec.check.report import slug

    verdicts: list[Verdict] = []
    taken: set[str] = set()
    for verdict in report.verdicts:
        example = verdict.counterexample
        if verdict.passes or example is None or not example.trace:
            verdicts.append(verdict)
            continue
        place = folder or Path("counterexamples")
        place.mkdir(parents=True, exist_ok=True)
        stem = f"{report.game}-{slug(verdict.name)}"
        name, n = stem, 2
        while name in taken:
            name, n = f"{stem}-{n}", n + 1
        taken.add(name)
        file = place / f"{name}.jsonl"
        _write(file, "".join(line + "\n" for line in example.trace))
        saved = replace(example, saved=str(file))
        verdicts.append(replace(verdict, counterexample=saved))
    return replace(report, verdicts=tuple(verdicts))


def _unsaved(error: OSError, folder: Path | None) -> int:
    """Tell that no trace could be written; wrong input only where the user named the folder."""
    from cardavia_spec.core.diagnostics import Diagnostic, Severity

    where = error.filename or folder or "counterexamples"
    message = f"the deals cannot be saved: {where}: {(error.strerror or str(error)).lower()}"
    severity = Severity.WARNING if folder is None else Severity.ERROR
    tell([Diagnostic("CV904", message, None, "name another folder: --save DIR", (), severity)])
    return 0 if folder is None else 2


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    from cardavia_spec.play.files import write_whole

    write_whole(path, text)


def _cores() -> int:
    import os

    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


# ------------------------------------------------------------------------------- progress


def _progress(path: Path) -> Callable[[str], None]:
    """Return what shows, on a terminal, the work in hand in one line that is written over."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(work: str) -> None:
        line = f"{path.name}: {_bar(work)}{work}"
        width = max(20, shutil.get_terminal_size().columns - 2)
        line = line if len(line) <= width else line[: width - 1] + "…"
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    return show


def _bar(work: str, width: int = 16) -> str:
    """Return a bar for work that begins with `N of M`, nothing for other work."""
    found = re.match(r"(\d+) of (\d+) ", work)
    if found is None or int(found[2]) == 0:
        return ""
    full = width * min(int(found[1]), int(found[2])) // int(found[2])
    return f"[{'#' * full}{'.' * (width - full)}] "


def _progress_done() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
