"""`make bench`: figures of speed, with what they should be; nothing is asserted.

Times are those of the processor, so that a busy machine spoils them less; still, ratios within
one run say more than figures.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "spec").glob("*.yaml")) + sorted((ROOT / "tests" / "games").glob("*.yaml"))
MUST = {"schnapsen": 500, "aluette": 500, "ganjifa": 20}
AIM = {"schnapsen": 2000, "aluette": 2000, "ganjifa": 100}
SECONDS = 3.0
"""So long each game is played."""


def python(*args: str, times: int) -> float:
    """Return the median of the processor's seconds that a Python of its own takes."""
    taken = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *args], capture_output=True, check=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(taken)


def row(name: str, figure: str, wanted: str = "", ratio: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:<34} {figure:>12}   {wanted:<26} {ratio}".rstrip(), flush=True)


def ms(seconds: float) -> str:
    """Return a time in milliseconds."""
    return f"{seconds * 1000:.0f} ms"


def starting() -> None:
    """Time processes: Python alone, the help, loading a spec for the first and the second time."""
    bare = python("-c", "pass", times=9)
    row("python, nothing else", ms(bare))
    told = python("-m", "cardavia_spec", "--help", times=9)
    row("cardavia --help", ms(told), "at most 150 ms", f"{told / bare:.1f} x python")
    for path in GAMES[:3]:
        with tempfile.TemporaryDirectory() as folder:
            loading(path, folder)  # the first one makes the parser's tables, for all specs
            firsts = []
            for _ in range(3):
                for kept in (Path(folder) / "cardavia" / "specs").glob("*"):
                    kept.unlink()
                firsts.append(loading(path, folder))
            again = median(loading(path, folder) for _ in range(5))
        first = median(firsts)
        row(f"load {path.stem}", ms(first), "at most 300 ms")
        faster = f"{first / max(again, 1e-3):.1f} x faster"
        row(f"load {path.stem}, unchanged", ms(again), "at most 100 ms", faster)


def loading(path: Path, cache: str) -> float:
    """Return the processor's seconds that a fresh Python takes to load a spec, imports left out."""
    script = (
        "import time; from cardavia_spec.front.load import load_spec; t = time.process_time();"
        f"load_spec({str(path)!r}); print(time.process_time() - t)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": cache},
        cwd=ROOT,
        text=True,
    )
    return float(told.stdout)


def playing() -> None:
    """Time random play with the reference interpreter, run-time obligations on, on one core."""
    from cardavia_spec.play.game import load
    from cardavia_spec.play.lots import play_lots

    for path in GAMES:
        engine = load(path).engine
        deals, moves = 0, 0
        start = time.process_time()
        for deal in play_lots(engine, 1, 1 << 30, {}):
            deals += 1
            moves += deal.moves
            if time.process_time() - start > SECONDS:
                break
        taken = time.process_time() - start
        rate = deals / taken
        must = MUST.get(path.stem)
        wanted = f"must {must}, aim {AIM[path.stem]}" if must else ""
        ratio = f"{rate / must:.1f} x must, " if must else ""
        row(f"play {path.stem}, reference", f"{rate:,.0f} deals/s", wanted,
            f"{ratio}{moves / taken:,.0f} moves/s")  # fmt: skip


if __name__ == "__main__":
    from tests.bench import engines, options, proofs

    starting()
    playing()
    engines.starting(ROOT)
    engines.beside(ROOT)
    engines.growing(ROOT)
    options.table()
    proofs.table()
