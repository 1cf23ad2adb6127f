"""The tables that the quick loop looks into, and the deck."""

from __future__ import annotations

from cardavia_spec.back.python.quick.patterns import Patterns
from cardavia_spec.back.python.quick.remember import Remember
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
        lines += [f"LEVELS_{name} = ({', '.join(map(str, levels))},)"]
    lines += [f"total_{name} = Totals({name})" for name in sorted(patterns.totals)]
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
