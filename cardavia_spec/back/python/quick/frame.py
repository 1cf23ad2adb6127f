"""The loops around the deals of a lot and the moves of a deal, and the numbers that they use up.

Numbers come in batches: of each its top byte, which mostly tells already what is chosen, and all
of it where it does not.  Where in a batch play stands is what its iterator says is left.
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod

from cardavia_spec.back.python.quick.choosing import indented
from cardavia_spec.core import types
from cardavia_spec.core.spec import Choice, Spec

ROWS = 130  # as many as the runtime makes
"""Choices among fewer than this are looked up by the top byte of a number."""
MORE = ["lanes, later, tops = WORDS.more(lanes)", "rest = tops.__length_hint__"]
"""Another batch of numbers."""
FURTHER = [*MORE, "passed += BATCH", "if passed > LONGEST + BATCH:", "    raise GaveUp"]
"""Another batch of numbers in the midst of a deal."""
WORD = "(z := later[-2 * rest() - 2]) ^ z >> 31"
"""The number that the last top byte belongs to."""


def most_moves(spec: Spec, rules_: Collection[int]) -> int | None:
    """Return how many moves of some rules may be legal at most, None where sets are chosen."""
    asked = [move for i, move in enumerate(spec.moves.values()) if i in rules_]
    rules = [[_most(choice) for choice in move.choices] for move in asked]
    known = [[n for n in numbers if n is not None] for numbers in rules]
    return None if known != rules else sum(map(prod, known))


def _most(choice: Choice) -> int | None:
    match choice.type:
        case types.SetOf():
            return None
        case types.Maybe(inner):
            return types.count(inner) + 1
        case type_:
            return types.count(type_)


def began() -> list[str]:
    """Return how a lot begins."""
    return ["hash = done = made = matches = longest = 0", "lanes = WORDS.begun(seed)", *MORE]


def shuffled(lines: list[str]) -> list[str]:
    """Return how the deck of a deal comes about, by lines that shuffle it by the number z."""
    return [
        "passed = rest()",
        "if not passed:",
        *indented([*MORE, "passed = BATCH"]),
        "z = later[-2 * passed]",
        "next(tops)",
        "z ^= z >> 31",
        *lines,
    ]


def chosen(total: str, most: int | None) -> list[str]:
    """Return how one of so many moves is chosen; `most` is the greatest number, if known."""
    look = [f"k = rows[{total}][top]"]
    if most is None:
        look = [f"k = rows[{total}][top] if {total} < {ROWS} else None"]
    elif most >= ROWS:  # but mostly there are fewer
        look = ["try:", *indented(look), "except IndexError:", "    k = None"]
    return [
        *look,
        "if k is None:",
        f"    k = ({WORD}) * {total} >> 64",
        "if hashed:",
        # Only the lower 64 bits count: what is above them is cut off with the next product.
        f"    hash = (hash ^ ({total} << 32) + k) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF",
        "    hash = hash >> 32 | hash << 32",
    ]


def next_top() -> list[str]:
    """Return how the top of the next number is taken within the loop over the moves."""
    further = [*FURTHER, "top = next(tops)"]
    return ["for top in tops:", "    break", "else:", *indented(further)]


def moves(body: list[str], *, asked: bool) -> list[str]:
    """Return the loop over the moves of a deal; `asked`: it may be over before the first."""
    # Where moves take numbers themselves, another batch may have begun.
    further = FURTHER
    if any(line.endswith("top = next(tops)") for line in body):
        further = ["if not rest():", *indented(FURTHER)]
    loop = [
        "while True:",
        "    for top in tops:",
        *indented(body, 2),
        "    else:",
        *indented([*further, "continue"], 2),
        "    break",
    ]
    return ["if not over:", *indented(loop)] if asked else loop


def counted() -> list[str]:
    """Return how the moves of a deal are counted once it is over."""
    return [
        "n = passed - 1 - rest()",
        "made += n",
        "if n > longest:",
        "    longest = n",
        "    if n > LONGEST:",
        "        raise GaveUp",
    ]
