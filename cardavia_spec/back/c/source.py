"""The whole C source of one spec's engine."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from cardavia_spec.back.c.filled import KINDS
from cardavia_spec.back.c.phases import phases
from cardavia_spec.back.c.playing import follows, playing
from cardavia_spec.back.c.printer import Printer, comment
from cardavia_spec.back.c.tables import arrays
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import NONE, Kind
from cardavia_spec.core.plan.program import SMALL_BITS, Moment, Program, Unsupported
from cardavia_spec.core.plan.records import ROLES, Layout, layout
from cardavia_spec.core.plan.results import ABSENT, result_slots
from cardavia_spec.core.plan.stock import dealt, draws_later
from cardavia_spec.core.plan.ways import taking
from cardavia_spec.core.rng import SHARED, odd
from cardavia_spec.core.spec import Layer, Spec

WIDEST = 128
LONGEST_DEAL = 10_000
"""A deal with more moves is taken for one that never ends."""
MOST_MOVES = 1 << 62
"""So many legal moves of one state can be counted."""
AT_ONCE = 8
"""So many cells are hashed at once."""
MARK = 6
"""So many numbers tell what was found: in how many deals, and where (see `drive.c`)."""
_PHASES = {
    Moment.STATE: "when <= 1",
    Moment.STEP: "when == 1",
    Moment.END: "when == 2",
    Moment.SCORED: "when == 3",
    Moment.MATCH_END: "when == 4",
}


def source(program: Program, *, counts: bool = False, tells: bool = False) -> str:
    """Return the C source of a program; with `counts`, one that can count what happens.

    One that `tells` counts the results only.

    Raises:
        Unsupported: there are more than 128 cards.
    """
    spec = program.spec
    if program.cards > WIDEST:
        raise Unsupported(f"{program.cards} cards: the C engine takes {WIDEST} at most")
    parted = phases(taking(program, masks=True), apart=not counts)
    program = parted.program
    printer = Printer(program, parted.settling)
    plan = layout(spec, len(program.branches), len(program.asks))
    functions: list[str] = []
    called = [f for f in program.functions.values() if not follows(f)]
    for function in called:
        functions += printer.function(function)
    plays = playing(parted)
    lines = [
        f"/* {comment(spec.name)}: made from the spec with the digest {comment(spec.digest)} */",
        *_head(program, printer, plan, counts=counts, tells=counts or tells),
        _file("runtime.c"),
        *arrays(printer, "\n".join(functions + plays)),
        *(_bins(spec, plan) if counts or tells else ()),
        "",
        *(printer.head(f) + ";" for f in called),
        "",
        *(_observe(program) if counts and program.asks else _NO_OBSERVE),
        *functions,
        _file("tally.c"),
        *plays,
        _file("drive.c"),
    ]
    return "\n".join(lines)


_NO_OBSERVE = ("#define OBSERVE(s, when) do { } while (0)", "")


def _head(
    program: Program, printer: Printer, plan: Layout, *, counts: bool, tells: bool
) -> list[str]:
    """Return what the shared parts are made for this spec by."""
    spec = program.spec
    ends = [int(v) for c in spec.cells.values() for v in c.domain if isinstance(v, int)]
    small = all(NONE <= v < 1 << 31 for v in ends)
    drawn = printer.drawn or [0]
    faults = len(program.obligations)
    sure = dealt(program)
    later = printer.one_stock and draws_later(program)
    dealer = spec.cells.get("dealer")
    ways = {"ways", "waysof", "subset", "ranked"}
    subsets = any(_uses(f.body, ways) for f in program.functions.values())
    constants = {
        "CARDS": program.cards,
        "ZONES": spec.zone_slots,
        "CELLS": spec.cell_slots,
        "OPTIONS": sum(cell.size for cell in spec.layer(Layer.OPTION)),
        "MOVES": len(spec.moves),
        "DRAWN": len(drawn),
        "RESULTS": plan.deals,
        "MATCH_RESULTS": len(result_slots(spec.match.result)),
        "TURN": spec.cells["turn"].offset,
        "DEALER": -1 if dealer is None else dealer.offset,
        "NO_MOVE": faults + 1,
        "TOO_LONG": faults + 2,
        "TOO_MANY": faults + 3,
        "LONGEST": LONGEST_DEAL,
        "SHARED": SHARED,
        "DEALT": sure,
        "THROWN": program.cards if later and program.cards <= SMALL_BITS else sure,
        "LATER": int(later),
        "HITS": len(program.branches),
        "HIT_WORDS": -(-(len(program.branches) + len(spec.moves)) // 64),
        "ROLES_AT": plan.roles_at,
        "ROLES": ROLES,
        "TIMES_AT": plan.times_at,
        "DEALS_AT": plan.deals_at,
        "ASKS_AT": plan.asks_at,
        "ASKED_AT": plan.asked_at,
        "ASK_WORDS": -(-len(program.asks) // 64),
        "ASKS": len(program.asks),
        "MARK": MARK,
    }
    numbers = [
        odd(i) for i in range(spec.zone_slots * (2 if printer.wide else 1) + spec.cell_slots)
    ]
    halves = [f"#define HALVES {int(small and not counts)}"]
    if small and not counts:
        halves += _halves(numbers[-spec.cell_slots :])
    return [
        "#include <stdint.h>",
        "#include <string.h>",
        "",
        "typedef uint64_t u64;",
        "typedef uint32_t u32;",
        "typedef int64_t I;",
        f"typedef {'int32_t' if small else 'int64_t'} C;",
        f"#define WIDE {int(printer.wide)}",
        f"#define SUBSETS {int(subsets)}",
        f"#define ONE_STOCK {int(printer.one_stock)}",
        f"#define STATS {int(counts)}",
        f"#define TELLS {int(tells)}",
        f"#define WATCHED {int(counts and bool(program.asks))}",
        f"typedef {'unsigned __int128' if printer.wide else 'u64'} M;",
        "enum { " + ", ".join(f"{k} = {v}" for k, v in constants.items()) + " };",
        f"#define NONE ({NONE})",
        f"#define ABSENT ({ABSENT})",
        f"#define MOST_MOVES ((u64){MOST_MOVES})",
        "#define EXPORT __attribute__((visibility(\"default\")))",
        "",
        "typedef struct {",
        "  union {",
        "    M zones[ZONES];",
        f"    struct {{ M {printer.zones.declared()}; }} z;",
        "  };",
        "  u64 deck_stream;",
        "  union {",
        "    C cells[CELLS];",
        f"    struct {{ C {printer.cells.declared()}; }} c;",
        "  };",
        *_filled(printer),
        "  int over, fault, made, thrown;",
        *([] if printer.one_stock else ["  int from[DRAWN];", "  M rest;"]),
        *(["  u64 hits[HIT_WORDS];", "  struct W *w;"] if counts else []),
        "  u64 chance[CARDS + SHARED];",
        *([] if printer.one_stock else ["  uint8_t deck[CARDS];"]),
        "} S;",
        "",
        "/* The legal moves: how many of each rule, and which. */",
        "typedef struct { u64 count[MOVES], weight[MOVES]; M kept[MOVES]; int phase; } L;",
        "",
        f"#define HIT(n) {'(s->hits[(n) / 64] |= (u64)1 << (n) % 64)' if counts else '((void)0)'}",
        f"static const int drawn_zone[DRAWN] = {{{', '.join(map(str, drawn))}}};",
        f"#define WHOLE {printer.number((1 << program.cards) - 1, Kind.CARDS)}",
        *halves,
        f"static const u64 odd[] = {{{', '.join(f'{n}ull' for n in numbers)}}};",
        "static inline u64 bit_s(I i) { return (u64)1 << i; }",
        *_bits(program, wide=printer.wide),
        "",
    ]  # fmt: skip


def _filled(printer: Printer) -> list[str]:
    """Return the fields that tell of families which zones have cards, or one card."""
    lines = []
    for what, told in KINDS.items():
        found = sorted(first for kind, first in printer.filled.used if kind == what)
        fields = [
            f"{printer.zones.names[first]}[{printer.filled.sizes[first]}]"
            if what == "lone"
            else printer.zones.names[first]
            for first in found
        ]
        type_ = "u32" if what == "ones" else "int"
        lines += [f"  struct {{ {type_} {', '.join(fields)}; }} {what};   /* {told} */"][
            : len(fields)
        ]
    return lines


def _halves(numbers: list[int]) -> list[str]:
    """Return numbers as the sum of a low half, which has a sign, and a high one."""
    lows = [(n + (1 << 31)) % (1 << 32) - (1 << 31) for n in numbers]
    highs = [(n - low >> 32) % (1 << 32) for n, low in zip(numbers, lows, strict=True)]
    rest = [0] * (-len(numbers) % AT_ONCE)
    return [
        f"static const int32_t odd_low[] = {{{', '.join(map(str, lows + rest))}}};",
        f"static const u32 odd_high[] = {{{', '.join(f'{n}u' for n in highs + rest)}}};",
    ]


def _bits(program: Program, *, wide: bool) -> list[str]:
    if not wide:
        return ["#define BIT(i) ((u64)1 << (i))"]
    bits = ", ".join(f"(M)1 << {i}" for i in range(program.cards))
    return [f"static const M bit_of[CARDS] = {{{bits}}};", "#define BIT(i) bit_of[i]"]


def _uses(acts: Iterable[code.Act], ops: set[str]) -> bool:
    """Whether any of the operators stands somewhere; found in the printed form of the plan."""
    text = repr(tuple(acts))
    return any(f"op='{op}'" in text for op in ops)


def _bins(spec: Spec, plan: Layout) -> list[str]:
    """Return how the numbers of results are counted."""
    rows = [
        f"{{{s.low}, {s.width}, {s.size}, {s.at}, {int(s.sized)}, {int(s.role)}, {int(s.teams)}, "
        f"{-1 if s.member is None else s.member}}}"
        for s in plan.slots
    ]
    rows = rows or ["{0, 1, 0, 0, 0, 0, 0, -1}"]
    team = spec.tables.get("team")
    seats = range(len(spec.seats.members))
    teams = [0 for _ in seats] if team is None or spec.teams is None else list(team.values)
    return [
        "typedef struct { I low, width, size, at; int sized, role, teams; I member; } Bin;",
        f"static const Bin bins[] = {{{', '.join(rows)}}};",
        f"static const int team_of[] = {{{', '.join(str(as_int(t)) for t in teams)}}};",
    ]


def as_int(value: object) -> int:
    """Return a member's number, 0 for none."""
    return value if isinstance(value, int) else 0


def _observe(program: Program) -> list[str]:
    """Return the function that asks the questions after a step.

    What cannot be told, since an obligation fails on the way, is marked as well.
    """
    lines = [
        "/* What the questions said in this deal, the state before the step, and where we are. */",
        "typedef struct W {",
        "  S before;",
        "  int on;",
        "  u64 seen[ASK_WORDS], *marks, moves, place, lot, deal, stream;",
        "} W;",
        "static void mark(W *w, int number);",
        "",
        "#define ASK(n) do { \\",
        "  u64 bit = (u64)1 << (n) % 64; \\",
        "  if (w->seen[(n) / 64] & bit) break; \\",
        "  u64 found = asks_##n(s, b); \\",
        "  found |= w->marks && s->fault; \\",
        "  s->fault = 0; \\",
        "  if (!found) break; \\",
        "  w->seen[(n) / 64] |= bit; \\",
        "  if (w->marks) mark(w, n); \\",
        "} while (0)",
        "",
        "static __attribute__((noinline)) void observe(S *s, int when) {",
        "  W *w = s->w;",
        "  S *b = &w->before;",
        "  if (s->fault) return;",
        "  u64 hits[HIT_WORDS];",
        "  memcpy(hits, s->hits, sizeof hits);",
    ]
    for moment, test in _PHASES.items():
        asked = [i for i, ask in enumerate(program.asks) if ask.moment is moment]
        if asked:
            lines += [f"  if ({test}) {{", *(f"    ASK({i});" for i in asked), "  }"]
    lines += [
        "  memcpy(s->hits, hits, sizeof hits);",
        "  if (when > 2) return;   /* the end of the deal is what was before */",
        "  memcpy(b->zones, s->zones, sizeof s->zones);",
        "  memcpy(b->cells, s->cells, sizeof s->cells);",
        "  b->over = s->over;",
        "}",
        "#define OBSERVE(s, when) do { if ((s)->w->on) observe(s, when); } while (0)",
        "",
    ]
    return lines


def _file(name: str) -> str:
    return (resources.files("cardavia_spec.back.c") / name).read_text(encoding="utf-8")


__all__ = ["source"]
