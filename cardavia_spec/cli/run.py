"""`cardavia run`: many deals of random play, and what came out of them."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.cli.options import add_options, add_seed, number, read_options
from cardavia_spec.cli.report import add_color, add_json, print_json
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, did_you_mean

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.core.spec import Spec
    from cardavia_spec.play.runs import Outcome
    from cardavia_spec.play.watch import Watcher

MOST_DEALS = 1_000_000_000
MOST_WEIGHT = 1_000_000
SHOWN = 12
"""So many values of a field are listed; the rest are counted together."""
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
        _print(outcome, stats=args.stats)
    if args.plot:
        from cardavia_spec.cli.plots import draw

        draw(outcome, spec.name, Path(args.plot))
    if outcome.interrupted:
        print("interrupted" + (": no trace was written" if args.trace else ""), file=sys.stderr)
        return 130
    if outcome.lost:
        from cardavia_spec.cli.report import tell

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
    found = dict(spec.weights) if biased else {}
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
        else:
            found[names[name]] = _natural(text)
    if wrong:
        raise SpecError(wrong)
    return found


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


# ------------------------------------------------------------------------------ telling it


def report(outcome: Outcome, game: str, seed: int, *, stats: bool) -> dict[str, Any]:
    """Return what came out as one JSON object."""
    told: dict[str, Any] = {
        "game": game,
        "engine": outcome.engine,
        "seed": seed,
        "deals": outcome.deals,
        "moves": outcome.moves,
        "matches": outcome.matches,
        "longest deal": outcome.longest,
        "hash": f"{outcome.hash:016x}",
        "seconds": round(outcome.seconds, 3),
        "interrupted": outcome.interrupted or bool(outcome.lost),
        "deal results": {k: dict(_by_value(v)) for k, v in outcome.of_deals.items()},
        "match results": {k: dict(_by_value(v)) for k, v in outcome.of_matches.items()},
    }
    if stats:
        told["branches"] = [
            {
                "kind": b.kind,
                "name": b.name,
                "times": b.times,
                "deals": b.deals,
                "of": b.of,
                "share": b.share,
                "interval": list(b.ends),
            }
            for b in outcome.branches
        ]
        told["seats"] = [
            {
                "field": a.field,
                "of": a.of,
                "even": a.even,
                "first to move": a.opener,
                "dealer": a.dealer,
            }
            for a in outcome.advantages
        ]
    return told


def _print(outcome: Outcome, *, stats: bool) -> None:
    deals, seconds = outcome.deals, outcome.seconds
    rate = f", {deals / seconds:,.0f} deals/s" if deals and seconds > 0 else ""
    print(f"{deals:,} deals, {outcome.moves:,} moves, {outcome.matches:,} matches{rate}")
    for title, counters in (("deals", outcome.of_deals), ("matches", outcome.of_matches)):
        if counters:
            print(f"\n{title}")
        for name, counter in counters.items():
            _print_field(name, counter)
    if stats and deals:
        _print_branches(outcome)
        _print_seats(outcome)
        from cardavia_spec.cli.plots import in_terminal

        in_terminal(outcome)


_KINDS = {
    "move": "moves",
    "event": "events",
    "tier": "tiers",
    "row": "rows",
    "condition": "conditions of properties",
}


def _print_branches(outcome: Outcome) -> None:
    """Print the share of deals in which each branch was taken, with its 95 % interval."""
    for kind, title in _KINDS.items():
        rows = [b for b in outcome.branches if b.kind == kind]
        if not rows:
            continue
        of = f" (looked at in {rows[0].of:,} deals)" if kind == "condition" else ""
        print(f"\n{title}: share of deals{of}, 95 % interval" + ("" if of else ", times"))
        width = min(48, max(len(b.name) for b in rows))
        for b in rows:
            low, high = b.ends
            times = "" if b.times is None else f" {b.times:>14,}"
            name = b.name if len(b.name) <= width else b.name[: width - 1] + "…"
            print(f"  {name:<{width}} {b.share:>9.4%}  {low:.4%} .. {high:.4%}{times}")


def _print_seats(outcome: Outcome) -> None:
    """Print what the results say of the seat that moves first, and of the dealer."""
    if outcome.advantages:
        print("\nseats: first to move, dealer, evenly")
    width = max((len(a.field) for a in outcome.advantages), default=0)
    for a in outcome.advantages:
        if not a.of:
            continue

        def told(n: float, a: Any = a) -> str:  # noqa: ANN401
            return f"{n / a.of:.3f} each" if a.own else f"{n / a.of:.2%}"

        even = f"{a.even / outcome.deals:.3f} each" if a.own else f"{a.even:.2%}"
        if a.own:
            first = f"{a.opener / outcome.deals:.3f} each"
            dealer = "" if a.dealer is None else f"{a.dealer / outcome.deals:.3f} each"
        else:
            first, dealer = told(a.opener), "" if a.dealer is None else told(a.dealer)
        print(f"  {a.field:<{width}} {first:>12} {dealer:>12} {even:>12}")


def _print_field(name: str, counter: Mapping[str, int]) -> None:
    total = sum(counter.values())
    told = _by_value(counter)
    numbers = [int(value) for value in counter if _is_number(value)]
    mean = ""
    if len(numbers) == len(counter):
        mean = f"   mean {sum(int(v) * n for v, n in counter.items()) / total:.2f}"
    print(f"  {name}{mean}")
    if len(told) > SHOWN:
        most: Callable[[tuple[str, int]], int] = lambda item: -item[1]  # noqa: E731
        kept = {value for value, _ in sorted(counter.items(), key=most)[: SHOWN - 1]}
        rest = sum(n for value, n in told if value not in kept)
        others = f"{len(told) - len(kept)} other values"
        told = [*((value, n) for value, n in told if value in kept), (others, rest)]
    width = max(len(value) for value, _ in told)
    for value, n in told:
        print(f"    {value:<{width}} {n:>9,} {n / total:>8.2%}")


def _by_value(counter: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return values in order: numbers and ranges of them by size, words by how often."""
    lowest = {value: lowest_of(value) for value in counter}
    if None not in lowest.values():
        return sorted(counter.items(), key=lambda item: lowest[item[0]] or 0)
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def lowest_of(text: str) -> int | None:
    """Return a number, or the first one of a range (`-5..-1`); of words None."""
    found = re.fullmatch(r"(-?[0-9]+)(\.\.-?[0-9]+)?", text)
    return int(found[1]) if found else None


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()
