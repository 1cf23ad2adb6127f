"""The whole C source of one spec's engine."""

from __future__ import annotations

from importlib import resources

from cardavia_spec.back.c.printer import Printer, comment
from cardavia_spec.core.plan.code import NONE
from cardavia_spec.core.plan.program import Program, Unsupported, safe
from cardavia_spec.core.plan.rules import result_slots
from cardavia_spec.core.spec import Layer

WIDEST = 128


def source(program: Program) -> str:
    """Return the C source of a program.  Raises Unsupported for packs of more than 128 cards."""
    spec = program.spec
    if program.cards > WIDEST:
        raise Unsupported(f"{program.cards} cards: the C engine takes {WIDEST} at most")
    printer = Printer(program)
    ends = [int(v) for c in spec.cells.values() for v in c.domain if isinstance(v, int)]
    small = all(NONE <= v < 1 << 31 for v in ends)
    drawn = printer.drawn or [0]
    faults = len(program.obligations)
    options = sum(cell.size for cell in spec.layer(Layer.OPTION))
    constants = {
        "CARDS": program.cards,
        "ZONES": spec.zone_slots,
        "CELLS": spec.cell_slots,
        "OPTIONS": options,
        "MOVES": len(spec.moves),
        "DRAWN": len(drawn),
        "RESULTS": len(result_slots(spec.result)),
        "NO_MOVE": faults + 1,
        "TOO_LONG": faults + 2,
    }
    lines = [
        f"/* {comment(spec.name)}: made from the spec with the digest {comment(spec.digest)} */",
        "#include <stdint.h>",
        "#include <string.h>",
        "",
        "typedef uint64_t u64;",
        "typedef int64_t I;",
        f"typedef {'int32_t' if small else 'int64_t'} C;",
        f"#define WIDE {int(printer.wide)}",
        f"typedef {'unsigned __int128' if printer.wide else 'u64'} M;",
        "enum { " + ", ".join(f"{k} = {v}" for k, v in constants.items()) + " };",
        "",
        "typedef struct {",
        "  M z[ZONES];",
        "  M kept[MOVES];",
        "  u64 count[MOVES];",
        "  u64 deck_stream;",
        "  C c[CELLS];",
        "  int over, fault, made;",
        "  int from[DRAWN];",
        "  uint8_t deck[CARDS];",
        "} S;",
        "",
        f"static const int drawn_zone[DRAWN] = {{{', '.join(map(str, drawn))}}};",
        f"static const uint8_t whole_deck[CARDS] = {{{', '.join(map(str, range(program.cards)))}}};",
        "",
        _file("runtime.c"),
        *printer.arrays(),
        "",
        *(printer.head(f) + ";" for f in program.functions.values()),
        "",
    ]
    for function in program.functions.values():
        lines += printer.function(function)
    lines += ["static void play(S *s, u64 k) {"]
    for number, name in enumerate(spec.moves):
        lines.append(f"  if (k < s->count[{number}]) {{ play_{safe(name)}(s, (I)k); return; }}")
        lines.append(f"  k -= s->count[{number}];")
    lines += ["}", "", _file("drive.c")]
    return "\n".join(lines)


def _file(name: str) -> str:
    return (resources.files("cardavia_spec.back.c") / name).read_text(encoding="utf-8")
