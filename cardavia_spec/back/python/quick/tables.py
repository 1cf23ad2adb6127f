"""The tables that the quick loop looks into, and the deck."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import factorial, prod

from cardavia_spec.back.python.quick.choosing import indented
from cardavia_spec.back.python.quick.patterns import Patterns
from cardavia_spec.back.python.quick.places import Places
from cardavia_spec.back.python.quick.remember import Remember
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.rng import SHARED


def arrays(remember: Remember, patterns: Patterns) -> list[str]:
    """Return the lines of what was worked out for forms that were found."""
    lines = []
    for key, (_, first) in remember.spots.items():
        lines += ["# by the first cards of entries: which entries they are"]
        lines += [f"{key} = Spots({first}, {small_size(first)})"]
    for array in remember.arrays.values():
        lines += [f"# {array.note}", f"{array.name} = {array.values}"]
    for name in sorted(patterns.highest):
        lines += ["# from what beats all down to what beats none"]
        lines += [f"highest_{name} = Highest({patterns.levels[name]})"]
    lines += [f"total_{name} = Totals({name})" for name in sorted(patterns.totals)]
    return lines


def remembered(name: str, row: tuple[tuple[int, ...], int] | None) -> list[str]:
    """Return the lines of what keeps the values of a function: rows, if it has any, or a dict."""
    if row is None:
        return [f"remembered_{name} = Remembered(quick_{name})"]
    starts, block = row
    return [
        f"from_{name} = {starts}",
        f"rows_{name} = tuple([None] * {block + 1} for _ in from_{name})",
        f"fill_{name} = filling(quick_{name}, from_{name}, rows_{name}, {block})",
    ]


def over_now(
    over: Mapping[tuple[tuple[int, ...], ...], tuple[str, int | None]],
    wanted: Collection[str],
    places: Places,
) -> list[str]:
    """Return what tells the order of cards in a match: tables that depend on an option."""
    return [
        f"{name}_now = {name}[{places.names['c', slot]}]"
        for name, slot in over.values()
        if name in wanted and slot is not None
    ]


def small_size(first: Collection[int]) -> int:
    """Return in how many bits masks of some first cards fit, each card on a bit of its own."""
    places = [one.bit_length() - 1 for one in first if one]
    # One more, so that all of them together are less than what they are divided by.
    size = len(places) + 1
    while len({place % size for place in places}) < len(places):
        size += 1
    return size


def chains(program: Program, wanted: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the lines of dicts by a card's bit of what several tables after one another give."""
    lines = ["# by the bit of a card: what it has in tables, one after another"] if wanted else []
    for name, tables in wanted.items():
        first, *others = (program.arrays[table].values for table in reversed(tables))
        values: list[int | None] = list(first)
        for table in others:
            values = [table[v] if v is not None and 0 <= v < len(table) else None for v in values]
        entries = ", ".join(f"{1 << i}: {v}" for i, v in enumerate(values) if v is not None)
        lines.append(f"{name} = Only({{{entries}}})")
    return lines


def by_length(
    looked_up: set[str],
    rows: dict[tuple[int, ...], str],
    over: Mapping[tuple[tuple[int, ...], ...], tuple[str, int | None]],
) -> list[str]:
    """Return the lines of tables by the length of a card's bit: of such dicts, of members.

    And of what takes the trick from that card, for each value of a variable.
    """
    lines = ["# by the length of a card's bit"] if looked_up or rows or over else []
    lines += [f"{name}_at = (None, *{name}.values())" for name in sorted(looked_up)]
    for masks, name in rows.items():
        lines.append(f"{name} = (None, *map(tuple, map(spread, {masks})))")
    for masks_, (name, _) in over.items():
        text = ", ".join(f"(None, {', '.join(map(str, row))})" for row in masks_)
        lines += ["# and of them, for each value of a variable: what comes out over that card"]
        lines.append(f"{name} = ({text},)")
    return lines


FEW_WORDS = 4
"""So many numbers are sooner cut out of one than read from its bytes."""
IN_PLACE = 64
"""Up to so many cards are shuffled within the loop, not in a function."""


def deck(cards: int, needed: int, sums: Collection[tuple[int, ...]], *, order: bool) -> list[str]:
    """Return what shuffling needs, and unless it is done in place its function.

    It gives the `order` of the deck, the `sums` of some of its cards, or both.
    """
    lines = [
        f"DECK = Lanes({-(-needed // SHARED)})",
        "ONES, STEPS, numbers_of = DECK.ones, DECK.steps, DECK.numbers",
        "LOW64, LOW34, LOW37 = DECK.low64, DECK.low34, DECK.low37",
    ]
    if (rest := last_order(cards, needed)) > 0:
        lines += [
            "# by a number: the last cards in the order that it stands for",
            f"LAST = [itemgetter(*order) for order in permutations(range({rest}))]",
        ]
    if needed <= IN_PLACE:
        return lines
    order = order or not sums
    given = {"the order of a deck, a bit for each card": order, "the cards of zones": bool(sums)}
    told = ", and ".join(what for what, wanted in given.items() if wanted)
    parts = [f"[{', '.join(f'p{i}' for i in range(needed))}]"] if order else []
    added = [f"sum(({', '.join(f'p{i}' for i in spots)}))" for spots in sums]
    parts += [f"({', '.join(added)},)"] if added else []
    return [
        *lines,
        "",
        "",
        "def shuffled(seed):",
        f'    """Return {told}."""',
        *indented(shuffling("seed", cards, needed)),
        f"    return {', '.join(parts)}",
    ]


def shuffled(
    cards: int, needed: int, sums: Collection[tuple[int, ...]], *, order: bool
) -> list[str]:
    """Return the lines that shuffle by the number z for a deal that looks at such."""
    if needed > IN_PLACE:
        given = ["order"] * (order or not sums) + ["dealt"] * bool(sums)
        return [f"{', '.join(given)} = shuffled(z)"]
    lines = shuffling("z", cards, needed)
    return [*lines, f"order = [{', '.join(f'p{i}' for i in range(needed))}]"] if order else lines


def shuffling(seed: str, cards: int, needed: int) -> list[str]:
    """Return the lines that shuffle as many cards as are drawn at most: p0, p1 and so on."""
    words = -(-needed // SHARED)
    lines = [
        f"x = {seed} * ONES + STEPS & LOW64",
        "x = (x ^ x >> 30 & LOW34) * 0xBF58476D1CE4E5B9 & LOW64",
        "x = (x ^ x >> 27 & LOW37) * 0x94D049BB133111EB & LOW64",
        *_words(words),
        "pack = list(PACK)",
        "pop = pack.pop",
    ]
    rest = last_order(cards, needed)
    for i in range(words):
        if i == words - 1 and rest:
            names_ = ", ".join(f"p{j}" for j in range(cards - rest, cards))
            lines.append(f"{names_} = LAST[w{i} * {factorial(rest)} >> 64](pack)")
            break
        lines += _picks(i, [cards - j for j in range(i * SHARED, min((i + 1) * SHARED, needed))])
    return lines


def last_order(cards: int, needed: int) -> int:
    """Return how many cards the last number orders where all cards are drawn, 0 if that is few."""
    rest = cards - (-(-needed // SHARED) - 1) * SHARED
    return rest if needed == cards and rest > 2 else 0


def _words(number: int) -> list[str]:
    """Return the lines that take the numbers out of their lanes."""
    if number > FEW_WORDS:
        return [
            f"x = (x ^ x >> 31 & LOW64).to_bytes({16 * number}, 'little')",
            f"{', '.join(f'w{i}' for i in range(number))}, = numbers_of(x)",
        ]
    lines = ["x ^= x >> 31"]
    for i in range(number):
        lane = f"x >> {128 * i}" if i else "x"
        lines.append(f"w{i} = {lane} & MASK" if i < number - 1 else f"w{i} = {lane}")
    return lines


def names(cards: int) -> list[str]:
    """Return the names that shuffling takes."""
    numbered = [f"{letter}{i}" for letter in "pw" for i in range(cards)]
    return [*numbered, *(f"{letter}{i}" for letter in "xy" for i in range(SHARED)), "pop", "pack"]


def _picks(i: int, counts: list[int]) -> list[str]:
    """Return the lines that take cards by one number: its digits, to changing bases, name them."""
    lines = [f"x = w{i} * {prod(counts)} >> 64"]
    groups = {"x": counts}
    if prod(counts) >= 1 << 30 and len(counts) > 3:  # small numbers are divided much faster
        groups = {"x": counts[:3], "y": counts[3:]}
        some = prod(counts[3:])
        lines += [f"y = x % {some}", f"x //= {some}"]
    digits = []
    for name, bases in groups.items():
        for j, base in reversed(list(enumerate(bases))[1:]):
            if base > 1:
                lines += [f"{name}{j} = {name} % {base}", f"{name} //= {base}"]
        digits += [name, *(f"{name}{j}" if bases[j] > 1 else "0" for j in range(1, len(bases)))]
    return lines + [f"p{i * SHARED + j} = pop({digit})" for j, digit in enumerate(digits)]
