"""Arguments that several commands share: options of a game, numbers with bounds."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from cardavia_spec.core.diagnostics import Diagnostic, SpecError

if TYPE_CHECKING:
    from cardavia_spec.core.spec import Spec
    from cardavia_spec.core.types import Value

MASK = (1 << 64) - 1


def number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`, for argparse."""

    def read(text: str) -> int:
        digits = text.replace("_", "")
        if len(text) > 40:
            found = most + 1
        elif digits.removeprefix("-").isdecimal() and digits.isascii():
            found = int(digits)
        else:
            raise argparse.ArgumentTypeError(f"'{text}' is no whole number")
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"it is a number from {least} to {most}")
        return found

    return read


def add_seed(parser: argparse.ArgumentParser, default: int | None = 0) -> None:
    """Add `--seed S`."""
    told = "" if default is None else f" (default: {default})"
    parser.add_argument(
        "--seed",
        metavar="S",
        type=number(0, MASK),
        default=default,
        help=f"what names the cards and choices{told}",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--option NAME=VALUE`, which may stand several times."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may stand several times",
    )


def read_options(spec: Spec, said: Iterable[str]) -> Mapping[str, Value]:
    """Return the options said on the command line.

    Raises:
        SpecError: with a diagnostic for each that the game does not have.
    """
    from cardavia_spec.core.spec import Layer
    from cardavia_spec.core.types import show
    from cardavia_spec.play.codec import Misfit
    from cardavia_spec.play.options import read_options as read

    cells = {cell.name: cell for cell in spec.layer(Layer.OPTION)}
    found: dict[str, Value] = {}
    wrong: list[Diagnostic] = []
    for one in said:
        name, equals, text = one.partition("=")
        if not equals:
            message = f"--option {one[:60]} has no value"
            wrong.append(Diagnostic("CV903", message, None, "write --option NAME=VALUE"))
            continue
        if name in found:
            message = f"--option {name[:60]} is given twice"
            wrong.append(Diagnostic("CV903", message, None, "leave out all but one"))
            continue
        cell = cells.get(name)
        written = {} if cell is None else {show(v, cell.type): v for v in cell.domain}
        if text in written:
            found[name] = written[text]
            continue
        try:
            read(spec, {name: text})
        except Misfit as fault:
            message, fix = fault.message, fault.fix
            if cell is not None:
                message = f"option '{name}' cannot be '{text[:60]}'"
                fix = "it is one of " + ", ".join(written)
            wrong.append(Diagnostic("CV903", message, None, fix))
    if wrong:
        raise SpecError(wrong)
    return found
