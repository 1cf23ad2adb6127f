"""Proofs: how long they take, what they keep of an edit, and how soon a planted fault is a deal.

python -m tests.bench.proofs [GAME ...] prints the table for some games; `make bench` for all.
Each proof runs in a process of its own.  Times are given as wall clock and processor time, the
second that of all processes together.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.unit.check.mutants import EDITS, NAMED

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("aluette", "schnapsen", "ganjifa")
SECONDS = 1800
"""No proof gets more."""

MUST = {"cold": 100.0, "second": 180.0, "nothing": 360.0, "warm": 2.0, "fault": 5.0}
WARM = {"ganjifa": 10.0}
"""Seconds that issue 3 asks for; all games together for the first three."""

CHANGED: dict[str, dict[str, tuple[str, str]]] = {
    "aluette": {
        "move": (
            "      move card from me.hand to me.table\n      turn := me.next\n",
            "      turn := me.next\n      move card from me.hand to me.table\n",
        ),
        "event": (
            "      leader := winner\n      turn := winner\n      trick += 1\n",
            "      turn := winner\n      leader := winner\n      trick += 1\n",
        ),
        "row": (
            "{when: deal_winner is not none and deal_winner.mordienne, then: 2",
            "{when: not (deal_winner is none) and deal_winner.mordienne, then: 2",
        ),
    },
    "schnapsen": {
        "move": (
            "      record_points := me.next.points\n      record_tricks := me.next.tricks\n",
            "      record_tricks := me.next.tricks\n      record_points := me.next.points\n",
        ),
        "event": (
            "      winner.pending := 0\n      winner.tricks += 1\n",
            "      winner.tricks += 1\n      winner.pending := 0\n",
        ),
        "row": (
            "{when: won_unclosed and loser.points >= 33, then: 1",
            "{when: loser.points >= 33 and won_unclosed, then: 1",
        ),
    },
    "ganjifa": {
        "move": (
            "      dukal_size := size(run)\n      turn := me.next\n",
            "      turn := me.next\n      dukal_size := size(run)\n",
        ),
        "event": (
            "      dukal_size := 0\n      dukals += 1\n",
            "      dukals += 1\n      dukal_size := 0\n",
        ),
        "row": (  # a tier: the game has no rows
            "where c.suit is trump or c.suit is next_held\n",
            "where c.suit is next_held or c.suit is trump\n",
        ),
    },
}
"""Edits that leave every statement true, so that all of it has to be proved again."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a proof took, and how many rows it proved of how many."""

    wall: float
    cpu: float
    megabytes: int
    proved: int
    rows: int

    def told(self) -> str:
        """Return it for the table."""
        lost = "" if self.proved == self.rows else f", {self.rows - self.proved} NOT proved"
        return f"{self.wall:6.1f} s ({self.cpu:.1f} cpu), {self.megabytes} MB{lost}"


def proof(text: str, folder: Path, *, lemmas: str | None, second: bool, cache: str | None) -> Taken:
    """Prove a spec in a process of its own."""
    spec = folder / "spec.yaml"
    spec.write_text(text, encoding="utf-8")
    order = {"spec": str(spec), "lemmas": lemmas, "second": second, "cache": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.proofs", "--one", json.dumps(order)],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = json.loads(done.stdout)
    return Taken(wall, cpu, told["megabytes"], told["proved"], told["rows"])


def _record(lemmas: Path) -> Path:
    """Return the record of proofs beside a file of lemmas."""
    return lemmas.parent.parent / "proofs" / lemmas.name


def one(order: dict[str, str | None]) -> None:
    """Prove as ordered, and print what came of it."""
    from cardavia_spec.check.prover import Budget, prove
    from cardavia_spec.check.verdict import Outcome
    from cardavia_spec.front.load import load_spec

    found = prove(
        load_spec(Path(str(order["spec"]))),
        budget=Budget(seconds=SECONDS),
        jobs=2,
        lemmas=None if order["lemmas"] is None else Path(order["lemmas"]),
        record=None if order["lemmas"] is None else _record(Path(order["lemmas"])),
        cache=None if order["cache"] is None else Path(order["cache"]),
        cached=order["cache"] is not None,
        second=bool(order["second"]),
    )
    here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    workers = 2 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    proved = sum(verdict.outcome is Outcome.PROVED for verdict in found)
    megabytes = (here + workers) // 1024
    print(json.dumps({"megabytes": megabytes, "proved": proved, "rows": len(found)}))


def game(name: str) -> dict[str, float]:
    """Print the rows of one game; return its wall times by what they are of."""
    text = (ROOT / "spec" / f"{name}.yaml").read_text(encoding="utf-8")
    kept = (ROOT / "generated" / "lemmas" / f"{name}.json").read_text(encoding="utf-8")
    times: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cache, lemmas = str(folder / "cache"), folder / "lemmas.json"
        lemmas.write_text(kept, encoding="utf-8")

        def ask(key: str, what: str, text: str, lemmas: Path, *, second: bool, warm: bool) -> None:
            taken = proof(
                text,
                folder,
                lemmas=str(lemmas),
                second=second,
                cache=cache if warm else None,
            )
            times[key] = taken.wall
            print(f"{name:<10} {what:<34} {taken.told()}", flush=True)

        ask("cold", "stored lemmas, z3 alone", text, lemmas, second=False, warm=True)
        ask("same", "nothing changed", text, lemmas, second=False, warm=True)
        for part, (old, new) in CHANGED[name].items():
            assert text.count(old) == 1, (name, part)
            edited = text.replace(old, new)
            article = "an" if part == "event" else "a"
            ask(part, f"{article} {part} edited", edited, lemmas, second=False, warm=True)
        ask("second", "stored lemmas, z3 and cvc5", text, lemmas, second=True, warm=False)
        fresh = folder / "none.json"
        ask("nothing", "lemmas found from nothing", text, fresh, second=False, warm=False)
    return times


def faults(games: tuple[str, ...]) -> None:
    """Time how soon `check` ends with a deal when a fault is planted."""
    planted = [mutant for mutant in EDITS if (mutant.game, mutant.name) in NAMED]
    times = []
    for mutant in planted:
        if mutant.game not in games:
            continue
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / f"{mutant.game}.yaml"
            text = "\n".join(
                line for line in mutant.text().split("\n") if not line.startswith("    witness: ")
            )
            copy.write_text(text, encoding="utf-8")
            words = ["-m", "cardavia_spec", "check", str(copy), "--save", place]
            start = time.perf_counter()
            done = subprocess.run(
                [sys.executable, *words], capture_output=True, cwd=ROOT, check=False
            )
            times.append(time.perf_counter() - start)
            deal = "a deal" if list(Path(place).glob("*.jsonl")) else "no deal"
            told = f"{times[-1]:6.1f} s, exit {done.returncode}, {deal}"
            print(f"{mutant.game:<10} {mutant.name:<44} {told}", flush=True)
    if times:
        print(f"{'all':<10} {'median':<44} {median(times):6.1f} s   at most {MUST['fault']:.0f} s")


def table(games: tuple[str, ...] = GAMES) -> None:
    """Print all rows."""
    times = {name: game(name) for name in games}
    for key, what in (
        ("cold", "stored lemmas, z3 alone"),
        ("second", "stored lemmas, z3 and cvc5"),
        ("nothing", "lemmas found from nothing"),
    ):
        total = sum(found[key] for found in times.values())
        print(f"{'all':<10} {what:<34} {total:6.1f} s   at most {MUST[key]:.0f} s")
    for name, found in times.items():
        slowest = max(found[part] for part in CHANGED[name])
        wanted = WARM.get(name, MUST["warm"])
        print(f"{name:<10} {'slowest after an edit':<34} {slowest:6.1f} s   at most {wanted:.0f} s")
    faults(games)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(json.loads(sys.argv[2]))
    else:
        table(tuple(sys.argv[1:]) or GAMES)
