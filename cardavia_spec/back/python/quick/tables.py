"""The tables that the quick loop looks into, and the deck."""

from __future__ import annotations

from cardavia_spec.back.python.quick.patterns import Patterns
from cardavia_spec.back.python.quick.remember import Remember
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.rng import SHARED


def arrays(remember: Remember, patterns: Patterns) -> list[str]:
    """Return the lines of what was worked out for forms that were found."""
    lines = []
    for key, (_, first) in remember.spots.items():
        lines += ["# by the first cards of entries: which entries they are"]
        lines += [f"{key} = Spots({first})"]
    for array in remember.arrays.values():
        lines += [f"# {array.note}", f"{array.name} = {array.values}"]
    for name, levels in patterns.levels.items():
        lines += ["# from what beats all down to what beats none"]
        lines += [f"LEVELS_{name} = {tuple(levels)}"]
    lines += [f"highest_{name} = Highest(LEVELS_{name})" for name in sorted(patterns.highest)]
    lines += [f"total_{name} = Totals({name})" for name in sorted(patterns.totals)]
    return lines


def chains(program: Program, wanted: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the lines of dicts by a card's bit of what several tables after one another give."""
    lines = ["# by the bit of a card: what it has in tables, one after another"] if wanted else []
    for name, tables in wanted.items():
        first, *others = (program.arrays[table].values for table in reversed(tables))
        values: list[int | None] = list(first)
        for table in others:
            values = [table[v] if v is not None and 0 <= v < len(table) else None for v in values]
        entries = ", ".join(f"{1 << i}: {v}" for i, v in enumerate(values) if v is not None)
        lines.append(f"{name} = {{{entries}}}")
    return lines


def deck(cards: int, needed: int) -> list[str]:
    """Return the function that shuffles as many cards as are drawn at most."""
    words = -(-needed // SHARED)
    lines = [
        f"DECK = Lanes({words})",
        "",
        "",
        "def shuffled(seed):",
        '    """Return the cards of a deck, a bit each, as many as are drawn."""',
        f"    {', '.join(f'w{i}' for i in range(words))}, *_ = DECK.after(seed)",
        "    pop = list(PACK).pop",
        "    return [",
    ]
    for i in range(needed):
        if i == cards - 1:
            lines.append("        pop(),")
            continue
        x = f"w{i // SHARED}" if i % SHARED == 0 else "(x & 0xFFFFFFFFFFFFFFFF)"
        lines.append(f"        pop((x := {x} * {cards - i}) >> 64),")
    return [*lines, "    ]"]
