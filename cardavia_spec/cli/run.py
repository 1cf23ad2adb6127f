"""`cardavia run`: many deals of random play, and what came out of them."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardavia_spec.cli.options import add_options, add_seed, number, read_options
from cardavia_spec.cli.report import add_color, add_json, print_json

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.core.telling import Json
    from cardavia_spec.play.lots import PlayedDeal
    from cardavia_spec.play.watch import Watcher

MOST_DEALS = 1_000_000_000
SHOWN = 12
"""So many values of a field are listed; the rest are counted together."""
TICK = 0.5
"""Seconds between two lines of progress."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.epilog = (
        "Every legal move is as likely as any other.  A seed names the same deals everywhere."
        "  Ctrl-C ends the run and reports what was played."
    )
    parser.add_argument("spec", metavar="SPEC", help="the game")
    parser.add_argument(
        "--deals", metavar="N", type=number(0, MOST_DEALS), default=1000, help="(default: 1000)"
    )
    add_seed(parser)
    add_options(parser)
    parser.add_argument("--trace", metavar="FILE", help="write the play (a name in .gz: packed)")
    add_json(parser)
    add_color(parser)


@dataclass(slots=True)
class Tally:
    """What came out: deals, moves, matches, and how often each value of each field."""

    deals: int = 0
    moves: int = 0
    matches: int = 0
    of_deals: dict[str, Counter[str]] = field(default_factory=dict)
    of_matches: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, deal: PlayedDeal) -> None:
        """Count one deal."""
        self.deals += 1
        self.moves += deal.moves
        _count(self.of_deals, deal.result)
        if deal.outcome is not None:
            self.matches += 1
            _count(self.of_matches, deal.outcome)


def _count(counters: dict[str, Counter[str]], result: Mapping[str, Json]) -> None:
    for name, value in flat(result):
        counters.setdefault(name, Counter())[_word(value)] += 1


def flat(result: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield the fields of a result; one with a value for each of several as `name of each`."""
    for name, value in result.items():
        if isinstance(value, dict):
            yield from ((f"{name} of {key}", each) for key, each in value.items())
        else:
            yield name, value


def _word(value: Json) -> str:
    from cardavia_spec.cli.narrator import tell_json

    return tell_json(value)


def run(args: argparse.Namespace) -> int:
    """Play; an exit code."""
    from cardavia_spec.play.game import load

    game = load(args.spec)
    options = read_options(game.spec, args.option)
    tally = Tally()
    start = time.perf_counter()
    interrupted = False
    from cardavia_spec.play.lots import play_lots

    try:
        with _watcher(args.trace, game.engine) as watcher:
            deals = play_lots(game.engine, args.seed, args.deals, options, watcher)
            for deal in _with_progress(deals, args.deals):
                tally.add(deal)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - start
    if args.json:
        print_json(_report(tally, game.spec.name, args.seed, seconds, interrupted))
    else:
        _print(tally, seconds, interrupted)
    if interrupted:
        print("interrupted" + (": no trace was written" if args.trace else ""), file=sys.stderr)
        return 130
    return 0


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


def _with_progress(deals: Iterable[PlayedDeal], wanted: int) -> Iterator[PlayedDeal]:
    """Yield the deals, with a line of progress on a terminal where it takes longer."""
    shown = sys.stderr.isatty()
    last = time.perf_counter()
    for done, deal in enumerate(deals, 1):
        yield deal
        if shown and done % 20 == 0 and time.perf_counter() - last > TICK:
            last = time.perf_counter()
            print(f"\r{done:,} of {wanted:,} deals", end="", file=sys.stderr, flush=True)
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _report(
    tally: Tally, game: str, seed: int, seconds: float, interrupted: bool
) -> dict[str, Any]:
    return {
        "game": game,
        "engine": "reference",
        "seed": seed,
        "deals": tally.deals,
        "moves": tally.moves,
        "matches": tally.matches,
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
        "deal results": {k: dict(_by_value(v)) for k, v in tally.of_deals.items()},
        "match results": {k: dict(_by_value(v)) for k, v in tally.of_matches.items()},
    }


def _print(tally: Tally, seconds: float, interrupted: bool) -> None:
    rate = f", {tally.deals / seconds:,.0f} deals/s" if tally.deals and seconds > 0 else ""
    print(f"{tally.deals:,} deals, {tally.moves:,} moves, {tally.matches:,} matches{rate}")
    for title, counters in (("deals", tally.of_deals), ("matches", tally.of_matches)):
        if counters:
            print(f"\n{title}")
        for name, counter in counters.items():
            _print_field(name, counter)


def _print_field(name: str, counter: Counter[str]) -> None:
    total = counter.total()
    told = _by_value(counter)
    numbers = [int(value) for value in counter if _is_number(value)]
    mean = ""
    if len(numbers) == len(counter):
        mean = f"   mean {sum(int(v) * n for v, n in counter.items()) / total:.2f}"
    print(f"  {name}{mean}")
    if len(told) > SHOWN:
        kept = {value for value, _ in counter.most_common(SHOWN - 1)}
        rest = sum(n for value, n in told if value not in kept)
        others = f"{len(told) - len(kept)} other values"
        told = [*((value, n) for value, n in told if value in kept), (others, rest)]
    width = max(len(value) for value, _ in told)
    for value, n in told:
        print(f"    {value:<{width}} {n:>9,} {n / total:>8.2%}")


def _by_value(counter: Counter[str]) -> list[tuple[str, int]]:
    """Return values in order: numbers by size, words by how often."""
    if all(map(_is_number, counter)):
        return sorted(counter.items(), key=lambda item: int(item[0]))
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()
