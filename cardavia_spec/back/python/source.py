"""The whole Python source of one spec's engine."""

from __future__ import annotations

from importlib import resources

from cardavia_spec.back.python.printer import Printer, comment
from cardavia_spec.back.python.quick.lot import quick as quick_loop
from cardavia_spec.core.plan.program import Moment, Program, safe
from cardavia_spec.core.plan.results import result_slots
from cardavia_spec.core.plan.stock import drawn_zones, is_one_stock
from cardavia_spec.core.plan.ways import taking
from cardavia_spec.core.rng import SHARED, odd
from cardavia_spec.core.spec import Layer

LONGEST_DEAL = 10_000
"""A deal with more moves is taken for one that never ends."""
_PHASES = {
    Moment.STATE: (0, 1),
    Moment.STEP: (1,),
    Moment.END: (2,),
    Moment.SCORED: (3,),
    Moment.MATCH_END: (4,),
}


def source(program: Program, *, counts: bool = False, quick: bool = True) -> str:
    """Return the Python source of a program: one module with imports of the standard library only.

    With `counts` it can count what happens; without `quick` it has no loop for whole lots.
    """
    program = taking(program, masks=False)
    spec = program.spec
    watched = counts and bool(program.asks)
    printer = Printer(program, counts=counts, watched=watched)
    faults = len(program.obligations)
    dealer = spec.cells.get("dealer")
    constants = {
        "CARDS": program.cards,
        "ZONES": spec.zone_slots,
        "CELLS": spec.cell_slots,
        "OPTIONS": sum(cell.size for cell in spec.layer(Layer.OPTION)),
        "MOVES": len(spec.moves),
        "RESULTS": len(result_slots(spec.result)),
        "MATCH_RESULTS": len(result_slots(spec.match.result)),
        "TURN": spec.cells["turn"].offset,
        "DEALER": -1 if dealer is None else dealer.offset,
        "HITS": len(program.branches),
        "NO_MOVE": faults + 1,
        "TOO_LONG": faults + 2,
        "LONGEST": LONGEST_DEAL,
        "ONE_STOCK": is_one_stock(program, drawn_zones(program)),
        "MASK": (1 << 64) - 1,
        "SHARED": SHARED,
        "COUNTS": counts,
    }
    halves = 2 if program.cards > 64 else 1
    numbers = [odd(i) for i in range(spec.zone_slots * halves + spec.cell_slots)]
    lines = [
        f'"""{comment(spec.name)}: made from the spec with the digest {comment(spec.digest)}."""',
        "",
        "from itertools import permutations",
        "from math import comb",
        "from operator import itemgetter, mul",
        "from struct import Struct",
        "from sys import byteorder",
        "",
        *(f"{name} = {value}" for name, value in constants.items()),
        f"ODD = ({', '.join(map(str, numbers))},)",
        f"UNIFORM = ({', '.join('1' for _ in spec.moves)},)",
        "",
        *printer.arrays(),
        "",
        "",
        _file("runtime.py.txt"),
    ]
    for name, function in program.functions.items():
        if not name.startswith(("settle_", "event_")):  # `settle` does it all
            lines += printer.function(function)
    plays = ", ".join(f"play_{safe(name)}" for name in spec.moves)
    lines += [f"PLAYS = ({plays},)", "", "", *_observe(program, watched), _file("drive.py.txt")]
    lines += _quick(program, counts) if quick else ["", "", "play_quick = None"]
    return "\n".join(lines)


def _quick(program: Program, counts: bool) -> list[str]:
    """Return the loop that plays where nobody asks for more than a hash."""
    lines = quick_loop(program, counts=counts)
    if not lines:
        return ["", "", "play_quick = None"]
    runtime = _file("quick.py.txt").replace("@CHOSEN@", "\n".join(_chosen(program.cards)))
    return ["", "", runtime, "", *lines]


def _chosen(cards: int) -> list[str]:
    """Return the function that finds a bit by its number, in bytes or in halves."""
    head = ["def chosen(m, k):"]
    head.append('    """Return the place of bit number k of a mask that has more than k."""')
    if cards > 64:
        lines = ["    at = 0"]
        # Numbers of 30 bits or fewer are the fastest.
        for half in (60, 30, 15, 8) if cards <= 120 else (64, 32, 16, 8):
            lines += [
                f"    low = m & {(1 << half) - 1:#x}",
                "    n = low.bit_count()",
                "    if k < n:",
                "        m = low",
                "    else:",
                f"        m >>= {half}",
                "        k -= n",
                f"        at += {half}",
            ]
        return [*head, *lines, "    return at + SPREAD_0[m][k]", "", "", "held = bits"]
    size = (cards + 7) // 8
    names = [f"b{i}" for i in range(size)]
    found = ", ".join(f"*SPREAD_{i}[{name}]" for i, name in enumerate(names))
    cards_ = ", ".join(f"*BITS_{i}[{name}]" for i, name in enumerate(names))
    parted = f"    {', '.join(names)}, = m.to_bytes({size}, 'little')"
    return [
        *head,
        f"    if m >> {8 * size}:",
        "        return spread(m)[k]",
        parted,
        f"    return [{found}][k]",
        "",
        "",
        "def held(m):",
        '    """Return a list of the cards of a zone, a bit each, in order."""',
        parted,
        f"    return [{cards_}]",
    ]


def _observe(program: Program, watched: bool) -> list[str]:
    """Return the function that asks the questions after a step."""
    head = ["def observe(s, when):", '    """Ask what is asked at such a moment."""']
    if not watched:
        return [*head, "", ""]
    asks = [
        f"({i}, asks_{i}, {_PHASES[ask.moment]})," for i, ask in enumerate(program.asks)
    ]  # fmt: skip
    return [
        "ASKS = (",
        *(f"    {ask}" for ask in asks),
        ")",
        "",
        "",
        *head,
        "    w = s.watch",
        "    if w is None:",
        "        return",
        "    fault, hits = s.fault, s.hits",
        "    for number, ask, moments in ASKS:",
        "        if when in moments and not w.seen >> number & 1 and ask(s, w.before):",
        "            w.seen |= 1 << number",
        "    s.fault, s.hits = fault, hits",
        "    if when > 2:",
        "        return  # the end of the deal is what was before",
        "    w.before.z[:], w.before.c[:], w.before.over = s.z, s.c, s.over",
        "",
        "",
    ]


def _file(name: str) -> str:
    return (resources.files("cardavia_spec.back.python") / name).read_text(encoding="utf-8")
