"""`make bench`: figures of speed, with what they should be; nothing is asserted.

On a machine that is shared figures vary by a factor of two: ratios within one run say more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "spec").glob("*.yaml")) + sorted((ROOT / "tests" / "games").glob("*.yaml"))
MUST = {"schnapsen": 500, "aluette": 500, "ganjifa": 20}
AIM = {"schnapsen": 2000, "aluette": 2000, "ganjifa": 100}
SECONDS = 3.0
"""So long each game is played."""


def seconds(call: Callable[[], object], times: int) -> float:
    """Return the median time of a call."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return median(taken)


def process(*args: str, cache: str | None = None) -> Callable[[], object]:
    """Return a call that runs Python in a process of its own."""
    env = dict(os.environ) if cache is None else {**os.environ, "XDG_CACHE_HOME": cache}
    return lambda: subprocess.run(
        [sys.executable, *args], capture_output=True, check=True, env=env, cwd=ROOT
    )


def row(name: str, figure: str, wanted: str = "", ratio: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:<38} {figure:>14}   {wanted:<28} {ratio}", flush=True)


def starting() -> None:
    """Time processes: Python alone, the help, loading a spec for the first and the second time."""
    bare = seconds(process("-c", "pass"), 7)
    row("python, nothing else", f"{bare * 1000:.0f} ms")
    told = seconds(process("-m", "cardavia_spec", "--help"), 7)
    row("cardavia --help", f"{told * 1000:.0f} ms", "at most 150 ms", f"{told / bare:.1f} x python")
    for path in GAMES[:3]:
        script = f"from cardavia_spec.front.load import load_spec; load_spec({str(path)!r})"
        with tempfile.TemporaryDirectory() as folder:
            grammar = process("-c", script, cache=folder)
            grammar()  # the parser's tables are made once for all specs
            for kept in (Path(folder) / "cardavia" / "specs").glob("*"):
                kept.unlink()
            first = seconds(grammar, 1)
            again = seconds(grammar, 5)
        net_first, net_again = first - bare, again - bare
        row(f"load {path.stem}", f"{net_first * 1000:.0f} ms", "at most 300 ms")
        row(f"load {path.stem}, unchanged", f"{net_again * 1000:.0f} ms", "at most 100 ms",
            f"{net_first / max(net_again, 1e-6):.1f} x faster")  # fmt: skip


def playing() -> None:
    """Time random play with the reference interpreter, run-time obligations on, on one core."""
    from cardavia_spec.core.rng import Random
    from cardavia_spec.play.game import load

    for path in GAMES:
        game = load(path)
        deals, moves, matches = 0, 0, 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            rng = Random(matches)
            state = game.match(seed=matches)
            while not state.is_over and time.perf_counter() - start < 2 * SECONDS:
                state = state.apply(state.legal_moves.sample(rng))
                moves += 1
            deals += state.deal_number
            matches += 1
        taken = time.perf_counter() - start
        rate = deals / taken
        wanted = ""
        if path.stem in MUST:
            wanted = f"must {MUST[path.stem]}, aim {AIM[path.stem]}"
        ratio = f"{rate / MUST[path.stem]:.1f} x must" if path.stem in MUST else ""
        row(f"play {path.stem}, reference", f"{rate:.0f} deals/s", wanted,
            f"{ratio}  ({moves / taken:,.0f} moves/s)")  # fmt: skip


if __name__ == "__main__":
    starting()
    playing()
