"""Plots of distributions: in the terminal (plotext), in a file (matplotlib); both optional."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.core.diagnostics import Diagnostic, SpecError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardavia_spec.play.runs import Outcome

KINDS = (".svg", ".png")
MOST_BARS = 40
"""Fields with more values are drawn without their names."""


def require(path: str) -> None:
    """Complain early about a plot that could not be drawn.

    Raises:
        SpecError: the file has another ending than .svg or .png, or matplotlib is missing.
        OSError: there is no such folder.
    """
    if Path(path).suffix.lower() not in KINDS:
        message = f"--plot {path[:80]}: no such kind of picture"
        raise SpecError([Diagnostic("CV903", message, None, "name it .svg or .png")])
    if not Path(path).parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    if importlib.util.find_spec("matplotlib") is None:
        fix = "install the extra `plot`: pip install 'cardavia-spec[plot]'"
        raise SpecError([Diagnostic("CV912", "--plot needs matplotlib", None, fix)])


def draw(outcome: Outcome, game: str, path: Path) -> None:
    """Write one picture of all the distributions, whole or not at all.

    Raises:
        OSError: it cannot be written there.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    from cardavia_spec.play.files import whole_file

    fields = [*outcome.of_deals.items()]
    fields += [(f"match: {name}", counts) for name, counts in outcome.of_matches.items()]
    rows = max(1, len(fields))
    figure, axes = pyplot.subplots(
        rows, 1, figsize=(8, 2.2 * rows), squeeze=False, layout="constrained"
    )
    figure.suptitle(f"{game}: {outcome.deals:,} deals")
    for axis, (name, counts) in zip(axes[:, 0], fields, strict=False):
        _bars(axis, name, counts)
    with whole_file(path) as file:
        figure.savefig(file, format=path.suffix[1:].lower())
    pyplot.close(figure)


def _bars(axis: Any, name: str, counts: Mapping[str, int]) -> None:  # noqa: ANN401
    """Draw a field: value by value with its name, or many numbers where they are on a line."""
    from cardavia_spec.cli.outcome import by_value, lowest_of

    rows = by_value(counts)
    total = sum(n for _, n in rows)
    shares = [100 * n / total for _, n in rows]
    numbers = [number for value, _ in rows if (number := lowest_of(value)) is not None]
    if len(rows) > MOST_BARS and len(numbers) == len(rows):
        width = min(b - a for a, b in pairwise(numbers))
        axis.bar(numbers, shares, width=width)
    else:
        axis.bar(range(len(rows)), shares)
    if len(rows) <= MOST_BARS:
        axis.set_xticks(range(len(rows)), [value for value, _ in rows], fontsize=7)
    axis.set_title(name, fontsize=9)
    axis.set_ylabel("%")


def in_terminal(outcome: Outcome) -> None:
    """Draw the distributions of numbers in the terminal, where there is one and plotext is."""
    if not sys.stdout.isatty() or importlib.util.find_spec("plotext") is None:
        return
    import plotext

    from cardavia_spec.cli.outcome import by_value

    if not hasattr(plotext, "simple_bar"):
        told = "no plots here: this plotext is another than the extra `plot` installs (>=5.2,<6)"
        print(f"note: {told}", file=sys.stderr)
        return

    for name, counts in outcome.of_deals.items():
        rows = by_value(counts)
        if not 2 <= len(rows) <= MOST_BARS:
            continue
        total = sum(n for _, n in rows)
        shares = [100 * n / total for _, n in rows]
        plotext.simple_bar([value for value, _ in rows], shares, width=72, title=f"{name}, %")
        plotext.show()
        plotext.clear_figure()
