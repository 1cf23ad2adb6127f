"""What came out of a run, told as JSON and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardavia_spec.play.runs import Outcome

LEAST = 5e-6
"""A share below this is told by its size."""
SHOWN = 12
"""So many values of a field are listed; the rest are counted together."""


def report(outcome: Outcome, game: str, seed: int, *, stats: bool) -> dict[str, Any]:
    """Return what came out as one JSON object."""
    told: dict[str, Any] = {
        "game": game,
        "engine": outcome.engine,
        "seed": seed,
        "deals": outcome.deals,
        "moves": outcome.moves,
        "matches": outcome.matches,
        "longest deal": outcome.longest,
        "hash": f"{outcome.hash:016x}",
        "seconds": round(outcome.seconds, 3),
        "interrupted": outcome.interrupted or bool(outcome.lost),
        "deal results": {k: dict(by_value(v)) for k, v in outcome.of_deals.items()},
        "match results": {k: dict(by_value(v)) for k, v in outcome.of_matches.items()},
    }
    if stats:
        told["branches"] = [
            {
                "kind": b.kind,
                "name": b.name,
                "times": b.times,
                "deals": b.deals,
                "of": b.of,
                "share": b.share,
                "interval": list(b.ends),
            }
            for b in outcome.branches
        ]
        told["seats"] = [
            {
                "field": a.field,
                "of": a.of,
                "even": a.even,
                "first to move": a.opener,
                "dealer": a.dealer,
            }
            for a in outcome.advantages
        ]
    return told


def print_outcome(outcome: Outcome, *, stats: bool) -> None:
    """Print what came out, with all that was counted of branches and seats if it is wanted."""
    deals, seconds = outcome.deals, outcome.seconds
    rate = f", {deals / seconds:,.0f} deals/s" if deals and seconds > 0 else ""
    counts = ((deals, "deal"), (outcome.moves, "move"), (outcome.matches, "match"))
    print(", ".join(_counted(n, word) for n, word in counts) + rate)
    for title, counters in (("deals", outcome.of_deals), ("matches", outcome.of_matches)):
        if counters:
            print(f"\n{title}")
        for name, counter in counters.items():
            _print_field(name, counter)
    if stats and deals:
        _print_branches(outcome)
        _print_seats(outcome)
        from cardavia_spec.cli.plots import in_terminal

        in_terminal(outcome)


def _counted(n: int, word: str) -> str:
    many = "es" if word.endswith("ch") else "s"
    return f"{n:,} {word}{'' if n == 1 else many}"


_KINDS = {
    "move": "moves",
    "event": "events",
    "tier": "tiers",
    "row": "rows",
    "condition": "conditions of properties",
}


def _print_branches(outcome: Outcome) -> None:
    """Print the share of deals in which each branch was taken, with its 95 % interval."""
    for kind, title in _KINDS.items():
        rows = [b for b in outcome.branches if b.kind == kind]
        if not rows:
            continue
        of = f" (looked at in {rows[0].of:,} deals)" if kind == "condition" else ""
        print(f"\n{title}: share of deals{of}, 95 % interval" + ("" if of else ", times"))
        width = min(48, max(len(b.name) for b in rows))
        for b in rows:
            low, high = b.ends
            times = "" if b.times is None else f" {b.times:>14,}"
            name = b.name if len(b.name) <= width else b.name[: width - 1] + "…"
            ends = f"{percent(low)} .. {percent(high)}"
            print(f"  {name:<{width}} {percent(b.share):>9}  {ends}{times}")


def percent(share: float) -> str:
    """Return a share in percent; what is very rare is not told as never."""
    return f"{100 * share:.1e}%" if 0 < share < LEAST else f"{share:.4%}"


def _print_seats(outcome: Outcome) -> None:
    """Print what the results say of the seat that moves first, and of the dealer."""
    if outcome.advantages:
        print("\nseats: first to move, dealer, evenly")
    width = max((len(a.field) for a in outcome.advantages), default=0)
    for a in outcome.advantages:
        if not a.of:
            continue

        def told(n: float, a: Any = a) -> str:  # noqa: ANN401
            return f"{n / a.of:.3f} each" if a.own else f"{n / a.of:.2%}"

        even = f"{a.even / outcome.deals:.3f} each" if a.own else f"{a.even:.2%}"
        if a.own:
            first = f"{a.opener / outcome.deals:.3f} each"
            dealer = "" if a.dealer is None else f"{a.dealer / outcome.deals:.3f} each"
        else:
            first, dealer = told(a.opener), "" if a.dealer is None else told(a.dealer)
        print(f"  {a.field:<{width}} {first:>12} {dealer:>12} {even:>12}")


def _print_field(name: str, counter: Mapping[str, int]) -> None:
    total = sum(counter.values())
    told = by_value(counter)
    numbers = [int(value) for value in counter if _is_number(value)]
    mean = ""
    if len(numbers) == len(counter):
        mean = f"   mean {sum(int(v) * n for v, n in counter.items()) / total:.2f}"
    print(f"  {name}{mean}")
    if len(told) > SHOWN:
        most: Callable[[tuple[str, int]], int] = lambda item: -item[1]  # noqa: E731
        kept = {value for value, _ in sorted(counter.items(), key=most)[: SHOWN - 1]}
        rest = sum(n for value, n in told if value not in kept)
        others = f"{len(told) - len(kept)} other values"
        told = [*((value, n) for value, n in told if value in kept), (others, rest)]
    width = max(len(value) for value, _ in told)
    for value, n in told:
        print(f"    {value:<{width}} {n:>9,} {n / total:>8.2%}")


def by_value(counter: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return values in order: numbers and ranges of them by size, words by how often."""
    lowest = {value: lowest_of(value) for value in counter}
    if None not in lowest.values():
        return sorted(counter.items(), key=lambda item: lowest[item[0]] or 0)
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def lowest_of(text: str) -> int | None:
    """Return a number, or the first one of a range (`-5..-1`); of words None."""
    found = re.fullmatch(r"(-?[0-9]+)(\.\.-?[0-9]+)?", text)
    return int(found[1]) if found else None


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()
