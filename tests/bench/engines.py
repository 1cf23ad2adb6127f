"""The engines beside OpenSpiel and RLCard, in one run: decisions a second, ratios, and growth.

All that is compared is played in turns, slice by slice, and the best slice of each counts: a busy
moment of the machine then spoils no ratio.
"""

from __future__ import annotations

import importlib.util
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from cardavia_spec.back.c.build import COUNTING, FAST, NoEngine
from cardavia_spec.back.c.engine import Counts, Engine
from cardavia_spec.back.c.source import source as c_source
from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.python.source import source as python_source
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.engines import Made, Order, cores
from cardavia_spec.play.lots import play_lots
from cardavia_spec.play.runs import run

PEERS: Final = {"schnapsen": "euchre", "aluette": "spades", "ganjifa": "skat"}
"""A game of OpenSpiel of about the same size for each of ours."""
CARDS_OF_RLCARD: Final = ("bridge", "uno")
MUST: Final = {
    "c": {"schnapsen": 30.0, "aluette": 50.0, "ganjifa": 30.0},
    "python": {"schnapsen": 2.0, "aluette": 4.0, "ganjifa": 3.0},
}
"""How many times as fast as OpenSpiel's loop in C++ and as its loop in Python."""
ROUNDS: Final = 15
SLICE: Final = 0.1
"""So many slices of so many seconds each gets, in the time of this process alone."""

Piece = Callable[[int], int]
"""Does its n-th bit of work and tells how many decisions that were."""


def rates(pieces: Mapping[str, Piece]) -> dict[str, float]:
    """Return the decisions a second of each piece: its best slice of several, taken in turns."""
    best = dict.fromkeys(pieces, 0.0)
    for piece in pieces.values():
        piece(0)
    n = 0
    for _ in range(ROUNDS):
        for name, piece in pieces.items():
            done, start = 0, time.process_time()
            while (taken := time.process_time() - start) < SLICE:
                n += 1
                done += piece(n)
            best[name] = max(best[name], done / taken)
    return best


# ------------------------------------------------------------------------------------- ours


def ours(spec: Spec) -> dict[str, Piece]:
    """Return what plays with each of our engines."""
    options = Order(spec, 1, 0).option_numbers()
    program = plan(spec)
    interpreter = Interpreter(spec)
    names: dict[str, Any] = {}
    exec(compile(python_source(program), spec.name, "exec"), names)
    found: dict[str, Piece] = {
        "reference": lambda n: sum(d.moves for d in play_lots(interpreter, n, 2, {})),
        # The peer keeps no hash of what it plays: neither is one kept here.
        "python": lambda n: int(names["run_lot"](n, 100, options, hashed=False)["moves"]),
        "python, hashed": lambda n: int(names["run_lot"](n, 100, options)["moves"]),
    }
    try:
        engine = Engine(c_source(program))
    except NoEngine as reason:
        print(f"no compiled engine: {reason}")
        return found

    def in_c(n: int) -> int:
        counts = Counts()
        engine.run(n, 0, 8, 1000, options, counts)  # the call itself hardly counts
        return counts["moves"]

    return {**found, "c": in_c}


# ------------------------------------------------------------------------------------ peers


def open_spiel(name: str) -> dict[str, Piece]:
    """Return what plays a game of OpenSpiel, in its loop in Python and in that in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def decisions(n: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, n)
        return sum(step.player >= 0 for step in state.full_history())

    share = sum(map(decisions, range(200))) / 200  # decisions a game; counting takes time

    def in_cpp(n: int) -> int:
        for i in range(16):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, 16 * n + i)
        return round(16 * share)

    def in_python(n: int) -> int:
        rng, state, made = random.Random(n), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[rng.randrange(len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.randrange(len(actions))])
                made += 1
        return made

    return {"OpenSpiel, Python": in_python, "OpenSpiel, C++": in_cpp}


def rlcard(name: str) -> Piece:
    """Return what plays a game of RLCard."""
    import rlcard as there

    env = there.make(name, config={"seed": 1})

    def piece(n: int) -> int:
        rng, made = random.Random(n), 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            made += 1
        return made

    return piece


def there(module: str, what: str) -> bool:
    """Tell whether a peer is installed, and say so if it is not."""
    if importlib.util.find_spec(module) is not None:
        return True
    print(f"{what} is not installed (the extra `bench`): left out")
    return False


# ----------------------------------------------------------------------------------- tables


def beside(root: Path) -> None:
    """Print our engines beside the peers."""
    spiel = there("pyspiel", "OpenSpiel")
    others = (
        {f"RLCard, {n}": rlcard(n) for n in CARDS_OF_RLCARD} if there("rlcard", "RLCard") else {}
    )
    for game, peer in PEERS.items():
        pieces = {**ours(load_spec(root / "spec" / f"{game}.yaml")), **others}
        if spiel:
            pieces |= open_spiel(peer)
        found = rates(pieces)
        for name, value in found.items():
            told = f"{peer} of {name}" if name.startswith("OpenSpiel") else name
            print(f"{game:<10} {told:<28} {value:>14,.0f} decisions/s{_ratio(game, name, found)}")


def _ratio(game: str, name: str, found: Mapping[str, float]) -> str:
    """Return how one of our engines stands to its peer."""
    peer = {"c": "OpenSpiel, C++", "python": "OpenSpiel, Python"}.get(name)
    if peer is None or peer not in found:
        return ""
    return f"   {found[name] / found[peer]:>6.1f} x {peer} (must {MUST[name][game]:g})"


def growing(root: Path, most: int = 10_000_000) -> None:
    """Print time and memory as deals grow: time in proportion, memory level."""
    spec = load_spec(root / "spec" / "aluette.yaml")
    deals = 1000
    while deals <= most:
        wall: dict[int, float] = {}
        for jobs in (1, cores()):
            start, own = time.perf_counter(), time.process_time()
            run(Order(spec, 1, deals, conditions=True), "c", jobs)
            taken, own = time.perf_counter() - start, time.process_time() - own
            wall[jobs] = taken
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{deals:>11,} deals with statistics, {jobs} jobs: {taken:7.2f} s"
                f" ({own:.2f} s of processors)  {deals / taken:>11,.0f} deals/s  {peak:.0f} MB",
                flush=True,
            )
        if len(wall) > 1 and deals == most:  # of fewer, starting is a large part
            print(
                f"{'':>11} {wall[1] / wall[cores()]:.2f} x with {cores()} cores (must 1.7 with 2)"
            )
        deals *= 10


def starting(root: Path) -> None:
    """Print how long the first compilation and the loading of a kept engine take."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            for game in PEERS:
                made = Made(load_spec(root / "spec" / f"{game}.yaml"), asks=True)
                for kind, text, flags in (
                    ("to play", c_source(plan(made.spec)), FAST),
                    ("to count as well", c_source(made.program, counts=True), COUNTING),
                ):
                    first, own = _loading(text, flags)
                    again = min(_loading(text, flags)[0] for _ in range(5))
                    print(
                        f"{game}, {kind}: compiled in {first:.2f} s, {own:.2f} s of processors"
                        f" (must 1), kept one loaded in {again * 1000:.1f} ms (must 10)",
                        flush=True,
                    )
        except NoEngine as reason:
            print(f"no compiled engine: {reason}")
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


def _loading(text: str, flags: tuple[str, ...]) -> tuple[float, float]:
    """Return the seconds until an engine is ready, on the clock and of the compiler's processor."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    Engine(text, flags)
    taken = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
    return taken, own
