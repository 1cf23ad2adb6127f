"""`cardavia generate`: the files of the project that are made from its code.

For those who work on the project: it writes into the folder it is run in (or `--root`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardavia_spec.cli.report import add_color, tell
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError
from cardavia_spec.play.files import write_whole

if TYPE_CHECKING:
    import argparse

_FAMILIES: Final[Mapping[str, str]] = {
    "1": "Reading files",
    "2": "The structure of a spec",
    "3": "The text of an expression",
    "4": "Names",
    "5": "Types",
    "6": "Checks of a whole spec",
    "7": "Obligations while a spec is played",
    "8": "Traces",
    "9": "The command line",
}


def diagnostics_page() -> str:
    """Return docs/diagnostics.md."""
    lines = [
        "# Diagnostics",
        "",
        "<!-- made by `cardavia generate` from cardavia_spec/core/codes.py -->",
        "",
        "Every message carries a code.  A code keeps its meaning for good.",
        "`cardavia explain CODE` prints what stands here.",
    ]
    for family, title in _FAMILIES.items():
        codes = sorted(code for code in CODES if code[2] == family)
        if codes:
            lines += ["", f"## {title}"]
        for code in codes:
            entry = CODES[code]
            lines += ["", f"### {code}: {entry.title}", "", entry.text]
    return "\n".join(lines) + "\n"


FILES: Final[Mapping[str, Callable[[], str]]] = {"docs/diagnostics.md": diagnostics_page}
"""What is made: the path from the root of the project, and what makes its text."""


def engine_files(root: Path) -> dict[str, Callable[[], str]]:
    """Return what makes the engines of the specs of a project, each as C and as Python."""

    def made(path: Path, kind: str) -> str:
        from cardavia_spec.back.c.source import source as c_source
        from cardavia_spec.back.python.source import source as python_source
        from cardavia_spec.core.plan.rules import plan
        from cardavia_spec.front.load import load_spec

        program = plan(load_spec(path))
        text = c_source(program) if kind == "c" else python_source(program)
        return text.rstrip("\n") + "\n"

    return {
        f"generated/engines/{path.stem}.{kind}": partial(made, path, kind)
        for path in sorted((root / "spec").glob("*.yaml"))
        for kind in ("c", "py")
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a file is not fresh"
    )
    parser.add_argument("--root", metavar="DIR", default=".", help="the project (default: here)")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Write the files, or tell which are stale; an exit code."""
    root = Path(args.root)
    files = {**FILES, **engine_files(root)}
    missing = [path for path in files if not (root / path).parent.is_dir()]
    if missing:
        fix = "run it in the root of the project, or name that with --root"
        raise SpecError(
            [Diagnostic("CV904", f"there is no folder for {p}", None, fix) for p in missing]
        )
    stale = [path for path, make in files.items() if _read(root / path) != make()]
    unproved = _unproved(root)
    if args.check:
        fix = "run `cardavia generate`"
        every = [*stale, *(place for places in unproved.values() for place in places)]
        tell([Diagnostic("CV907", f"{p} is stale", None, fix) for p in every], args.color)
        return 1 if every else 0
    for path in stale:
        write_whole(root / path, files[path]())
        print(f"wrote {path}")
    codes = [_prove(root, path, places) for path, places in unproved.items()]
    return max(codes, default=0)


def _unproved(root: Path) -> dict[Path, list[str]]:
    """Return the specs whose lemmas or proofs are those of another text, with these files."""
    from cardavia_spec.check.prover.records import recorded, source_of
    from cardavia_spec.front.load import load_spec

    found = {}
    for path in sorted((root / "spec").glob("*.yaml")):
        spec = load_spec(path)
        lemmas, proofs = (f"generated/{kind}/{spec.name}.json" for kind in ("lemmas", "proofs"))
        stale = [place for place in (lemmas, proofs) if source_of(root / place) != spec.digest]
        if proofs not in stale and not recorded(root / proofs, spec):
            stale.append(proofs)  # the spec is the same, but not what a step is said to depend on
        if stale:
            found[path] = stale
    return found


def _prove(root: Path, path: Path, places: list[str]) -> int:
    """Prove a spec anew and write its lemmas and the record of its proofs; an exit code."""
    from cardavia_spec.check.prover import prove
    from cardavia_spec.check.prover.records import stamp
    from cardavia_spec.check.verdict import Outcome
    from cardavia_spec.front.load import load_spec

    spec = load_spec(path)
    print(f"proving {path.name} (this may take a minute or two)", flush=True)
    lemmas = root / f"generated/lemmas/{spec.name}.json"
    report = root / f"generated/proofs/{spec.name}.json"
    rows = prove(spec, lemmas=lemmas, record=report, second=True, report=report)
    if lemmas.exists():
        stamp(lemmas, spec.digest)
    for place in places:
        print(f"wrote {place}")
    left = [row.name for row in rows if row.outcome is not Outcome.PROVED]
    for name in left:
        print(f"not proved: {name}")
    return 1 if left else 0


def _read(path: Path) -> str | None:
    """Return the text of a file, or None if there is none."""
    return path.read_text(encoding="utf-8") if path.exists() else None
