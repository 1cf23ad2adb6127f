"""Which of the moves is made: lines that find the rule that a number falls on."""

from __future__ import annotations


def indented(lines: list[str], steps: int = 1) -> list[str]:
    """Return lines so many steps further in."""
    return ["    " * steps + line for line in lines]


def choosing(plays: list[list[str]], gated: set[int], total: str) -> list[str]:
    """Return the lines that make move number k.

    `gated` are the rules that allow moves at times only: one that is not is asked for first.
    """
    if len(plays) == 1:
        return plays[0]
    always = [i for i in range(1, len(plays)) if i not in gated]
    if not always:
        return _chain(plays, 0)
    last = always[-1]
    before = " + ".join(f"ways_{i}" for i in range(last))
    if last == len(plays) - 1:
        before = f"{total} - ways_{last}"
    after = plays[last + 1 :]
    first = f"if k < (before := {before}):" if last > 1 else f"if k < {before}:"
    take = "k -= before" if last > 1 else f"k -= {before}"
    rest = plays[last]
    if after:
        rest = [f"if k < ways_{last}:", *indented(plays[last]), "else:"]
        rest += indented([f"k -= ways_{last}", *_chain(after, last + 1)])
    return [first, *indented(_chain(plays[:last], 0)), "else:", *indented([take, *rest])]


def _chain(plays: list[list[str]], start: int) -> list[str]:
    """Return the lines that make one of some moves, asking one after the other."""
    *asked, last = plays
    lines: list[str] = []
    for i, play in enumerate(asked):
        ways = f"ways_{start + i}"
        lines += indented([f"if k < {ways}:", *indented(play), "else:", f"    k -= {ways}"], i)
    return [*lines, *indented(last, len(asked))]
