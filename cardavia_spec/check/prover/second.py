"""A second solver on every goal: cvc5, in processes of its own, with a time limit a goal.

What it gets is the text of a goal with just the axioms and assumptions that the first solver
needed.  Without cvc5 installed nothing is asked and verdicts say `z3` alone.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from concurrent.futures import as_completed
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Final

from cardavia_spec.check.verdict import Disagreement
from cardavia_spec.play.children import dismiss, pool, undisturbed

LIMIT: Final = 6.0
"""Seconds for one goal."""


def installed() -> str | None:
    """Return the version of cvc5, or None where it is not installed."""
    return version("cvc5") if importlib.util.find_spec("cvc5") is not None else None


def ask(text: str, seconds: float = LIMIT) -> str:
    """Return what cvc5 says of an SMT-LIB text: `unsat`, `sat`, or `time`; in any process."""
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "goal")
    symbols = parser.getSymbolManager()
    answer = "time"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer
        said = command.invoke(solver, symbols).strip()
        if said in ("sat", "unsat"):
            answer = said


def digest(text: str) -> str:
    """Return the name of a goal's text."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def ask_all(
    texts: Mapping[str, str],
    *,
    jobs: int,
    seconds: float,
    told: Callable[[str], None] = lambda _: None,
) -> dict[str, str]:
    """Return the answer to each text by name; those for which there was no time are missing."""
    found: dict[str, str] = {}
    if not texts:
        return found
    end = perf_counter() + seconds
    with pool(jobs) as workers:
        try:
            with undisturbed():
                waiting = {workers.submit(ask, text): name for name, text in texts.items()}
            for future in as_completed(waiting, timeout=seconds):
                found[waiting[future]] = future.result()
                told(f"{len(found)} of {len(texts)} goals: cvc5")
                if perf_counter() > end:
                    break
        except TimeoutError:
            pass
        except BaseException:
            dismiss(workers)
            raise
        workers.shutdown(wait=False, cancel_futures=True)
    return found


def refuse(name: str, text: str, folder: Path | None) -> Disagreement:
    """Return the error that the solvers disagree; the goal's text is kept if there is a folder."""
    where = ""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / f"{digest(text)}.smt2"
        place.write_text(text, encoding="utf-8")
        where = f"; its text is kept in {place}"
    return Disagreement(f"z3 proves '{name}' and cvc5 refutes it{where}")
