"""The engines beside OpenSpiel, in one run: decisions a second, ratios, and how time grows."""

from __future__ import annotations

import importlib.util
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardavia_spec.back.c.build import NoEngine
from cardavia_spec.back.c.engine import Counts, Engine
from cardavia_spec.back.c.source import source as c_source
from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.python.source import source as python_source
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.engines import Order, cores
from cardavia_spec.play.lots import play_lots
from cardavia_spec.play.runs import run

PEERS = {"schnapsen": "euchre", "aluette": "spades", "ganjifa": "skat"}
MUST_C = {"schnapsen": 30, "aluette": 50, "ganjifa": 30}
MUST_PYTHON = {"schnapsen": 2, "aluette": 4, "ganjifa": 3}
SECONDS = 1.5
"""So long each engine plays, in the time of this process alone."""


def rate(piece: Callable[[int], int]) -> float:
    """Return decisions a second: `piece(n)` does its n-th bit of work and tells how many."""
    piece(0)
    done, n = 0, 0
    start = time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        n += 1
        done += piece(n)
    return done / taken


def ours(spec: Spec) -> dict[str, float]:
    """Return the decisions a second of our engines."""
    order = Order(spec, 1, 0)
    options = order.option_numbers()
    program = plan(spec)
    interpreter = Interpreter(spec)
    names: dict[str, Any] = {}
    exec(compile(python_source(program), spec.name, "exec"), names)
    run_lot = names["run_lot"]
    found = {
        "reference": rate(lambda n: sum(d.moves for d in play_lots(interpreter, n, 5, {}))),
        "python": rate(lambda n: int(run_lot(n, 100, options, hashed=False)["moves"])),
        "python, hashed": rate(lambda n: int(run_lot(n, 100, options)["moves"])),
    }
    try:
        engine = Engine(c_source(program))
    except NoEngine as reason:
        print(f"no compiled engine: {reason}")
        return found

    def piece(n: int) -> int:
        counts = Counts()
        engine.run(n, 0, 10, 1000, options, counts)
        return counts["moves"]

    return {**found, "c": rate(piece)}


def peers(name: str) -> dict[str, float]:
    """Return the decisions a second of OpenSpiel: its loop in Python, and that in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def in_cpp(n: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, n)
        return sum(step.player >= 0 for step in state.full_history())

    def alone(n: int) -> int:
        """Count what `in_cpp` counts, without the time of counting."""
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, n)
        return 1

    share = sum(in_cpp(n) for n in range(200)) / 200  # decisions a game
    import random

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

    return {"python": rate(in_python), "c": share * rate(alone)}


def beside(root: Path) -> None:
    """Print our engines beside OpenSpiel."""
    there = importlib.util.find_spec("pyspiel") is not None
    if not there:
        print("OpenSpiel is not installed (the extra `bench`): no ratios")
    for game, peer in PEERS.items():
        mine = ours(load_spec(root / "spec" / f"{game}.yaml"))
        theirs = peers(peer) if there else {}
        for kind, value in mine.items():
            line = f"{game + ', ' + kind:<24} {value:>14,.0f} decisions/s"
            if kind in theirs:
                must = (MUST_C if kind == "c" else MUST_PYTHON)[game]
                ratio = value / theirs[kind]
                line += f"   {peer}: {theirs[kind]:>11,.0f}   {ratio:>6.1f} x (must {must})"
            print(line, flush=True)


def growing(root: Path, most: int = 10_000_000) -> None:
    """Print time and memory as deals grow: time in proportion, memory level."""
    spec = load_spec(root / "spec" / "aluette.yaml")
    deals = 1000
    while deals <= most:
        for jobs in (1, cores()):
            start = time.perf_counter()
            run(Order(spec, 1, deals, conditions=True), "c", jobs)
            taken = time.perf_counter() - start
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{deals:>11,} deals with statistics, {jobs} jobs: {taken:7.2f} s"
                f"  {deals / taken:>11,.0f} deals/s  {peak:.0f} MB",
                flush=True,
            )
        deals *= 10


def starting(root: Path) -> None:
    """Print how long the first compilation and the loading of a kept engine take."""
    import os
    import tempfile

    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for game in PEERS:
            text = c_source(plan(load_spec(root / "spec" / f"{game}.yaml")))
            start = time.perf_counter()
            Engine(text)
            first = time.perf_counter() - start
            start = time.perf_counter()
            Engine(text)
            again = time.perf_counter() - start
            print(f"{game}: compile {first:.2f} s (must 1), load {again * 1000:.1f} ms (must 10)")
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
