"""`cardavia run`: many deals of random play, and what came out of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.cli.options import add_options, add_seed, number, read_options
from cardavia_spec.cli.outcome import print_outcome, report
from cardavia_spec.cli.report import add_color, add_json, print_json, refused, tell
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, did_you_mean

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.core.spec import Spec
    from cardavia_spec.play.runs import Outcome
    from cardavia_spec.play.watch import Watcher

MOST_DEALS = 1_000_000_000
MOST_WEIGHT = 1_000_000
CLUSTER_FIX = "see that its scheduler and workers run, or play without --cluster"
TICK = 0.5
"""Seconds between two lines of progress."""
BAR = 24
"""Characters of the progress bar."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.epilog = (
        "Every legal move is as likely as any other unless it is weighed.  A seed names the same"
        " deals everywhere, whatever the engine.  Ctrl-C ends the run and reports what was played."
    )
    parser.add_argument("spec", metavar="SPEC", help="the game")
    parser.add_argument(
        "--deals", metavar="N", type=number(0, MOST_DEALS), default=1000, help="(default: 1000)"
    )
    add_seed(parser)
    add_options(parser)
    parser.add_argument(
        "--engine",
        choices=("auto", "reference", "python", "c"),
        default="auto",
        help="who plays (auto: the fastest there is; the reference for few deals)",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=number(1, 256),
        default=None,
        help="threads or processes (default: one for each processor)",
    )
    parser.add_argument("--stats", action="store_true", help="how often each branch is taken, too")
    parser.add_argument(
        "--biased", action="store_true", help="play with the weights of the spec's test section"
    )
    parser.add_argument(
        "--weight",
        metavar="MOVE=N",
        action="append",
        default=[],
        help="try each member of a move N times as often; may stand several times",
    )
    parser.add_argument("--plot", metavar="FILE", help="draw the distributions (.svg or .png)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster, `tcp://host:port`"
    )
    parser.add_argument("--trace", metavar="FILE", help="write the play (a name in .gz: packed)")
    add_json(parser)
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Play; an exit code."""
    from cardavia_spec.back.c.build import NoEngine
    from cardavia_spec.play.engines import Order, cores
    from cardavia_spec.play.game import load
    from cardavia_spec.play.runs import run as play

    game = load(args.spec)
    spec = game.spec
    weights = _weights(spec, args.weight, biased=args.biased)
    options, stats = read_options(spec, args.option), args.stats
    order = Order(spec, args.seed, args.deals, options, weights, stats, stats)
    _refuse_together(args)
    if args.plot:
        from cardavia_spec.cli.plots import require

        require(args.plot)
    bar = _Bar(args.deals)
    jobs = args.jobs or cores()
    outcome: Outcome | None = None
    try:
        with _watcher(args.trace, game.engine) as watcher:
            if args.cluster is not None:
                from cardavia_spec.bridges.cluster import run_on

                outcome = run_on(args.cluster, order, bar, note=_note)
            else:
                outcome = play(order, args.engine, jobs, bar, watcher, _note)
            if outcome.interrupted:
                raise KeyboardInterrupt  # so that no half of a trace is kept
    except NoEngine as reason:
        fix = None if args.cluster is None else CLUSTER_FIX
        raise SpecError([Diagnostic("CV912", str(reason), None, fix)]) from None
    except KeyboardInterrupt:
        if outcome is None:
            raise
    finally:
        bar.clear()
    assert outcome is not None
    if args.json:
        print_json(report(outcome, spec.name, args.seed, stats=args.stats))
    else:
        print_outcome(outcome, stats=args.stats)
    if args.plot:
        from cardavia_spec.cli.plots import draw

        try:
            draw(outcome, spec.name, Path(args.plot))
        except OSError as error:  # what came out has been told all the same
            tell([refused(error)], args.color)
            return 2
    if outcome.interrupted:
        print("interrupted" + (": no trace was written" if args.trace else ""), file=sys.stderr)
        return 130
    if outcome.lost:
        told = f"{outcome.lost}; {outcome.deals:,} deals had been played"
        tell([Diagnostic("CV912", told, None, CLUSTER_FIX)], args.color)
        return 2
    return 0


def _note(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)


def _refuse_together(args: argparse.Namespace) -> None:
    """Complain about arguments that do not go together."""
    wrong = []
    if args.trace and args.engine in ("python", "c"):
        wrong.append(("--trace", f"--engine {args.engine}", "only the reference writes traces"))
    if args.cluster is not None:
        if args.trace:
            wrong.append(("--trace", "--cluster", "only the reference writes traces"))
        if args.engine != "auto":
            wrong.append(("--cluster", f"--engine {args.engine}", "its workers take the fastest"))
        if args.jobs is not None:
            wrong.append(("--cluster", "--jobs", "all its workers play"))
    if wrong:
        fix = "leave out one of the two"
        told = [f"{a} does not go with {b}: {why}" for a, b, why in wrong]
        raise SpecError([Diagnostic("CV912", text, None, fix) for text in told])


def _weights(spec: Spec, said: list[str], *, biased: bool) -> Mapping[str, int] | None:
    """Return the weights of moves, or None where every move is as likely as any other."""
    if not said and not biased:
        return None
    found: dict[str, int] = {}
    if biased and not spec.weights:
        _note("the spec has no weights in its `test` section: --biased changes nothing")
    names = {rule.name: key for key, rule in spec.moves.items()}
    wrong = []
    for one in said:
        name, _, text = one.rpartition("=")
        if name not in names:
            known = "the moves are " + ", ".join(names)
            fix = did_you_mean(name[:60], names, known) if name else "write --weight MOVE=N"
            wrong.append(Diagnostic("CV903", f"--weight {one[:60]}: no such move", None, fix))
        elif not (_is_natural(text) and _natural(text) <= MOST_WEIGHT):
            fix = f"it is a number from 0 to {MOST_WEIGHT:,}"
            wrong.append(Diagnostic("CV903", f"--weight {one[:60]}: no such weight", None, fix))
        elif names[name] in found:
            fix = "leave out all but one"
            wrong.append(Diagnostic("CV903", f"--weight {name} is given twice", None, fix))
        else:
            found[names[name]] = _natural(text)
    if wrong:
        raise SpecError(wrong)
    return {**spec.weights, **found} if biased else found


def _is_natural(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _natural(text: str) -> int:
    """Return a number that is written in digits, or one that is too large in its place."""
    digits = text.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(MOST_WEIGHT)) else MOST_WEIGHT + 1


@contextmanager
def _watcher(path: str | None, engine: Any) -> Iterator[Watcher | None]:  # noqa: ANN401
    """Return what writes the trace, if one is wanted; the file is whole or not there."""
    if path is None:
        yield None
        return
    from cardavia_spec.play.record import Recorder
    from cardavia_spec.play.trace import trace_file

    with trace_file(Path(path)) as file:
        yield Recorder(engine, file.write)


class _Bar:
    """A line of progress on a terminal, where it takes longer."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.shown = sys.stderr.isatty()
        self.last = time.perf_counter()
        self.drawn = False

    def __call__(self, done: int) -> None:
        now = time.perf_counter()
        if not self.shown or now - self.last < TICK or not self.wanted:
            return
        self.last, self.drawn = now, True
        full = BAR * done // self.wanted
        line = f"[{'#' * full}{'.' * (BAR - full)}] {done:,} of {self.wanted:,} deals"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.drawn:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
