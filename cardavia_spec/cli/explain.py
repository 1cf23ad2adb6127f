"""`cardavia explain`: a diagnostic code, a name of a spec, or a move in a recorded game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.cli.options import number
from cardavia_spec.cli.report import add_color, add_json, print_json
from cardavia_spec.core.code import Code
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, did_you_mean

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.cli.things import Thing
    from cardavia_spec.core.spec import Spec

_CODE = re.compile(r"cv\d*", re.IGNORECASE)


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.epilog = (
        "cardavia explain CV401: what a diagnostic means.  cardavia explain SPEC: what it has names"
        " for.  cardavia explain SPEC NAME: what a name, label, card or clause is and where it is"
        " used.  cardavia explain SPEC --trace FILE --at LINE: the position before the move on"
        " that line; with --move: whether that move is allowed there, and if not, why."
    )
    parser.add_argument("subject", nargs="?", metavar="SPEC|CODE", help="a spec, or a code: CV401")
    parser.add_argument("words", nargs="*", metavar="NAME", help="what to explain of the spec")
    parser.add_argument("--all", action="store_true", help="every diagnostic code")
    parser.add_argument("--trace", metavar="FILE", help="a recorded game")
    parser.add_argument(
        "--at", metavar="LINE", type=number(1, 1 << 40), help="a line of it with a move"
    )
    parser.add_argument(
        "--move", nargs="+", metavar="WORD", help="a move there: its name, its cards, its values"
    )
    add_json(parser)
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Explain; an exit code."""
    if args.all:
        _codes(sorted(CODES), args.json)
        return 0
    if args.subject is None:
        fix = "name a spec or a code, or say --all"
        raise SpecError([Diagnostic("CV902", "there is nothing to explain", None, fix)])
    if _CODE.fullmatch(args.subject) and not Path(args.subject).exists():
        _codes([args.subject.upper(), *(word.upper() for word in args.words)], args.json)
        return 0
    if args.trace is not None or args.at is not None or args.move:
        from cardavia_spec.cli.position import explain_position

        return explain_position(args)
    from cardavia_spec.front.load import load_spec

    spec = load_spec(Path(args.subject))
    if not args.words:
        _overview(spec, args.json)
        return 0
    _names(spec, args.words, args.json)
    return 0


def _codes(codes: list[str], as_json: bool) -> None:
    entries = [_code(code) for code in codes]
    if as_json:
        print_json({"codes": [{"code": e.code, "title": e.title, "text": e.text} for e in entries]})
        return
    print("\n\n".join(f"{e.code}: {e.title}\n\n{_folded(e.text)}" for e in entries))


def _code(code: str) -> Code:
    entry = CODES.get(code)
    if entry is None:
        fix = did_you_mean(code, CODES, "`cardavia explain --all` lists them")
        raise SpecError([Diagnostic("CV905", f"there is no code {code}", None, fix)])
    return entry


def _folded(text: str) -> str:
    from textwrap import fill

    return fill(text, 96, initial_indent="  ", subsequent_indent="  ")


def _names(spec: Spec, words: list[str], as_json: bool) -> None:
    """Explain names; several words that are one label count as that label."""
    from cardavia_spec.cli.things import find, names

    whole = " ".join(words)
    wanted = [whole] if find(spec, whole) else words
    found = {word: find(spec, word) for word in wanted}
    unknown = [word for word, things in found.items() if not things]
    if unknown:
        known = names(spec)
        fix = f"`cardavia explain {spec.name}.yaml` alone lists what there is"
        raise SpecError(
            Diagnostic("CV905", f"'{w}' is nothing in this spec", None, did_you_mean(w, known, fix))
            for w in unknown
        )
    every = [thing for things in found.values() for thing in things]
    if as_json:
        print_json({"things": [_thing_json(thing) for thing in every]})
        return
    print("\n\n".join(_told(thing) for thing in every))


def _told(thing: Thing) -> str:
    from cardavia_spec.cli.things import placed, written

    lines = [f"{thing.name}: {thing.what}"]
    lines += [f"  {line}" for line in thing.more]
    if thing.cite:
        lines.append("  clauses: " + ", ".join(cite.clause for cite in thing.cite))
    if thing.used_in:
        lines.append("  used in: " + ", ".join(thing.used_in))
    if thing.span is not None and placed(thing):
        lines += ["", f"  {thing.span}", *(f"  | {line}" for line in written(thing.span))]
    return "\n".join(lines)


def _thing_json(thing: Thing) -> dict[str, Any]:
    return {
        "name": thing.name,
        "what": thing.what,
        "file": thing.span.source.name if thing.span else None,
        "line": thing.span.line if thing.span else None,
        "column": thing.span.column if thing.span else None,
        "clauses": [cite.clause for cite in thing.cite],
        "more": list(thing.more),
        "used in": list(thing.used_in),
    }


def _overview(spec: Spec, as_json: bool) -> None:
    """List what a spec has names for."""
    from cardavia_spec.core.spec import Layer

    parts = {
        "seats": spec.seats.members,
        "teams": spec.teams.members if spec.teams else (),
        "suits": spec.suits.members,
        "ranks": spec.ranks.members,
        "options": tuple(cell.name for cell in spec.layer(Layer.OPTION)),
        "zones": tuple(zone.name for zone in spec.zones.values()),
        "state": tuple(cell.name for cell in spec.layer(Layer.DEAL)),
        "match": tuple(cell.name for cell in spec.layer(Layer.MATCH)),
        "tables": tuple(table.name for table in spec.tables.values() if not table.builtin),
        "definitions": tuple(d.name for d in spec.definitions.values()),
        "moves": tuple(spec.moves),
        "events": tuple(spec.events),
        "properties": tuple(prop.name for prop in spec.properties),
        "examples": tuple(example.name for example in spec.examples),
    }
    if as_json:
        print_json({"game": spec.name, "title": dict(spec.title), **parts})
        return
    print(f"{spec.title.get('en', spec.name)}: {len(spec.cards.members)} cards")
    for title, found in parts.items():
        if found:
            several = title in ("properties", "events", "examples")
            told = "".join(f"\n    {name}" for name in found) if several else " " + ", ".join(found)
            print(f"  {title}:{told}")
