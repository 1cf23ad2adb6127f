"""`cardavia lemmas`: what the proofs of a spec were found to need, in the rule language."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.cli.report import add_color, add_json, print_json, tell

if TYPE_CHECKING:
    from cardavia_spec.core.spec import Spec


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("spec", metavar="SPEC", type=Path, help="a spec file")
    add_json(parser)
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Print the lemmas that are kept for a spec; 1 if there is no file of them."""
    from cardavia_spec.core.diagnostics import Diagnostic, SpecError
    from cardavia_spec.front.load import load_spec

    try:
        spec = load_spec(args.spec)
    except SpecError as error:
        tell(error.diagnostics, args.color)
        return 2
    place = lemma_file(args.spec, spec)
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))["lemmas"]
        told = [(row["when"], row["says"]) for row in kept]
    except (OSError, ValueError, KeyError, TypeError):
        fix = f"prove it first: cardavia check {args.spec}"
        tell([Diagnostic("CV913", f"no lemmas are kept for {spec.name}", None, fix)], args.color)
        return 1
    if args.json:
        print_json({"game": spec.name, "lemmas": [{"when": w, "says": s} for w, s in told]})
        return 0
    if not told:
        print(f"{spec.name}: the proofs need no lemma")
    for when, says in told:
        print(f"{when}: {says}")
    return 0


def lemma_file(path: Path, spec: Spec) -> Path:
    """Return the file of the lemmas of a spec: beside its folder, or in the user's cache."""
    from cardavia_spec.check.prover.store import cache_folder
    from cardavia_spec.core.diagnostics import Diagnostic, SpecError

    generated = path.resolve().parent.parent / "generated"
    folder = generated if generated.is_dir() else cache_folder()
    if folder is None:
        fix = "set XDG_CACHE_HOME to a folder of yours"
        raise SpecError([Diagnostic("CV912", "there is no folder to keep lemmas in", None, fix)])
    return folder / "lemmas" / f"{spec.name}.json"


def begin_from(path: Path, spec: Spec) -> tuple[Path, Path]:
    """Return where lemmas and the record of proofs are to begin with.

    A copy of a spec that lies elsewhere has no record, and at first no lemmas of its own: then
    those of the project in the current folder serve, if it has a spec of this name.
    """
    own = lemma_file(path, spec)
    here = Path("generated") / "lemmas" / own.name
    beside = path.resolve().parent.parent / "generated" / "proofs" / own.name
    record = beside if beside.exists() else Path("generated") / "proofs" / own.name
    return here if not own.exists() and here.exists() else own, record
