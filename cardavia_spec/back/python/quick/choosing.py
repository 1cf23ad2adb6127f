"""Which of the moves is made: lines that find the rule that a number falls on."""

from __future__ import annotations

from collections.abc import Mapping


def indented(lines: list[str], steps: int = 1) -> list[str]:
    """Return lines so many steps further in."""
    return ["    " * steps + line for line in lines]


def choosing(plays: Mapping[int, list[str]], gated: set[int], total: str) -> list[str]:
    """Return the lines that make move number k; `plays` are the lines of each rule.

    `gated` are the rules that allow moves at times only: one that is not is asked for first.
    """
    if len(plays) == 1:
        return next(iter(plays.values()))
    rules = sorted(plays)
    always = [i for i in rules[1:] if i not in gated]
    if not always:
        return _chain(plays, rules)
    last = always[-1]
    earlier = [i for i in rules if i < last]
    later = [i for i in rules if i > last]
    before = " + ".join(f"ways_{i}" for i in earlier)
    if not later:
        before = f"{total} - ways_{last}"
    several = len(earlier) > 1
    first = f"if k < (before := {before}):" if several else f"if k < {before}:"
    take = "k -= before" if several else f"k -= {before}"
    rest = plays[last]
    if later:
        rest = [f"if k < ways_{last}:", *indented(plays[last]), "else:"]
        rest += indented([f"k -= ways_{last}", *_chain(plays, later)])
    return [first, *indented(_chain(plays, earlier)), "else:", *indented([take, *rest])]


def _chain(plays: Mapping[int, list[str]], rules: list[int]) -> list[str]:
    """Return the lines that make one of some moves, asking one after the other."""
    *asked, last = rules
    lines: list[str] = []
    for i, rule in enumerate(asked):
        ways = f"ways_{rule}"
        lines += indented([f"if k < {ways}:", *indented(plays[rule]), "else:"], i)
        lines += indented([f"    k -= {ways}"], i)
    return [*lines, *indented(plays[last], len(asked))]
