"""The whole Python source of one spec's engine."""

from __future__ import annotations

from importlib import resources

from cardavia_spec.back.python.printer import Printer, comment
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.plan.rules import result_slots
from cardavia_spec.core.spec import Layer


def source(program: Program) -> str:
    """Return the Python source of a program: one module without any import but `math`."""
    spec = program.spec
    printer = Printer(program)
    faults = len(program.obligations)
    constants = {
        "CARDS": program.cards,
        "ZONES": spec.zone_slots,
        "CELLS": spec.cell_slots,
        "OPTIONS": sum(cell.size for cell in spec.layer(Layer.OPTION)),
        "MOVES": len(spec.moves),
        "RESULTS": len(result_slots(spec.result)),
        "NO_MOVE": faults + 1,
        "TOO_LONG": faults + 2,
        "MASK": (1 << 64) - 1,
    }
    lines = [
        f'"""{comment(spec.name)}: made from the spec with the digest {comment(spec.digest)}."""',
        "",
        "from math import comb",
        "",
        *(f"{name} = {value}" for name, value in constants.items()),
        "",
        *printer.arrays(),
        "",
        "",
        _file("runtime.py.txt"),
    ]
    for function in program.functions.values():
        lines += printer.function(function)
    plays = ", ".join(f"play_{safe(name)}" for name in spec.moves)
    lines += [f"PLAYS = ({plays},)", "", "", _file("drive.py.txt")]
    return "\n".join(lines)


def _file(name: str) -> str:
    return (resources.files("cardavia_spec.back.python") / name).read_text(encoding="utf-8")
