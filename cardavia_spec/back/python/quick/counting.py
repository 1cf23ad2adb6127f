"""Counting, in the quick loop, which branches are taken: by the masks of those taken together.

A mask is counted where the step-by-step loop would look at it: after the events, after the legal
moves were counted, and when a deal is scored.
"""

from __future__ import annotations

from cardavia_spec.back.python.quick.jumps import NotQuick
from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.trees import Acts, all_codes, every
from cardavia_spec.core.plan import code

FLUSH = ["if hits:", "    times[hits] += 1", "    seen |= hits", "    hits = 0"]


def check(effects: Effects) -> None:
    """Refuse plans where branches are noted at other places.

    Raises:
        NotQuick: the deal notes some, or what events wait for does.
    """
    for name in ("deal", "start_match"):
        if _notes(effects.functions[name].body, effects):
            raise NotQuick("branches taken in a deal")
    loop = [act for act in effects.functions["settle"].body if isinstance(act, code.Loop)]
    for act in every(loop):
        body = act.then if isinstance(act, code.Branch) else ()
        direct = [a for a in body if isinstance(a, code.Hit)]
        if direct and not any(isinstance(a, code.Continue | code.Return) for a in body):
            raise NotQuick("branches taken where an event is waited for")
    if _calls(effects.functions["settle"].body, effects):
        raise NotQuick("branches taken where an event is waited for")


def _calls(acts: Acts, effects: Effects) -> bool:
    return any(isinstance(c, code.Call) and c.function in effects.noting for c in all_codes(acts))


def _notes(acts: Acts, effects: Effects) -> bool:
    return any(isinstance(act, code.Hit) for act in every(acts)) or _calls(acts, effects)


def began() -> list[str]:
    """Return how counting begins."""
    return [
        "times, deals_seen, ended = Counted(), Counted(), []",
        "hits = seen = 0",
    ]


def beside_moves(moves: Acts, effects: Effects) -> tuple[list[str], list[str]]:
    """Return what comes before the legal moves are counted, and after."""
    if _calls(moves, effects):
        return [*FLUSH, "noted[0] = 0"], ["hits |= noted[0]", *FLUSH]
    return FLUSH, FLUSH if any(isinstance(act, code.Hit) for act in every(moves)) else []


def played(bit: int) -> list[str]:
    """Return what is counted for a move."""
    return [f"times[{bit:#x}] += 1", f"seen |= {bit:#x}"]


def ended(results: str, match_results: str, over: str) -> tuple[list[str], list[str]]:
    """Return what comes when a deal has ended, and when it has been scored."""
    first = [
        *FLUSH,
        "noted[0] = 0",
        "if stats is not None:",
        "    numbers = [0] * RESULTS",
        f"    {results}",
    ]
    scored = [
        "hits |= noted[0]",
        *FLUSH,
        "deals_seen[seen] += 1",
        "seen = 0",
        "if stats is not None:",
        "    ended.append((numbers, opened_by, dealt_by, False))",
        f"    if {over}:",
        "        numbers = [0] * MATCH_RESULTS",
        f"        {match_results}",
        "        ended.append((numbers, opened_by, dealt_by, True))",
    ]
    return first, scored


def added() -> list[str]:
    """Return how what was counted is added up, once the lot is played."""
    return [
        "if stats is not None:",
        "    for numbers, opened_by, dealt_by, of_match in ended:",
        "        if of_match:",
        "            stats.match(numbers, opened_by, dealt_by)",
        "        else:",
        "            stats.deal(IDLE, numbers, opened_by, dealt_by)",
        "    stats.counted(times, deals_seen)",
    ]
