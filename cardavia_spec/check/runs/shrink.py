"""Making a finding small: fewest moves, then default options, then lowest cards and moves.

Each candidate is played from its start, so what comes out has been seen to happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardavia_spec.check.runs.course import Tally
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.runs.watching import Watching
from cardavia_spec.core.rng import Random
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Deal, Enough, Given, Line


def replay(
    watch: Watching, line: Line, key: str, limit: int | None = None
) -> tuple[Finding | None, int]:
    """Return the first place in a line that shows `key`, and how many moves were played.

    The last deal is played no further than `limit` moves (None: than the line says).
    """
    tally = Tally(stop_at=key)
    if limit is None:
        limit = len(line.deals[-1].choices) if line.deals else 0
    course = watch.course(tally, dict(line.options))
    try:
        course.match(Given(line.deals, limit))
    except Enough:
        tally.moves += len(course.choices)
    return tally.findings.get(key), tally.moves


def shrink(watch: Watching, finding: Finding, work: int) -> Finding:
    """Return the smallest finding of the same key that `work` moves of play came upon."""
    return _Shrinker(watch, finding, work).run()


def _measure(line: Line) -> tuple[object, ...]:
    """Return how much there is to follow; smaller is better.

    The last deal counts before the number of deals: what a single deal shows needs no match.
    """
    last = line.deals[-1] if line.deals else Deal((), ())
    return (
        len(line.deals),
        len(last.choices),
        line.moves,
        len(line.options),
        tuple(deal.deck for deal in line.deals),
        tuple(deal.choices for deal in line.deals),
    )


class _Shrinker:
    def __init__(self, watch: Watching, finding: Finding, work: int) -> None:
        self.watch = watch
        self.best = finding
        self.work = work

    def run(self) -> Finding:
        known = self.best
        again, played = replay(self.watch, known.line, known.key)
        self.work -= played
        if again is None:
            # Found without this watch, in a longer match: keep what was seen.
            return known
        self.best = again
        previous: Line | None = None
        while self.best.line != previous and self.work > 0:
            previous = self.best.line
            for candidates in (
                self.fewer_deals,
                self.fewer_options,
                self.other_play,
                self.fewer_moves,
                self.lower_cards,
                self.lower_moves,
            ):
                self.try_all(candidates())
        return self.best

    def try_all(self, candidates: Iterator[Line]) -> None:
        for line in candidates:
            if self.work <= 0:
                return
            self.try_one(line)

    def try_one(self, line: Line) -> bool:
        limit = len(self.best.line.deals[-1].choices) if self.best.line.deals else 0
        found, played = replay(self.watch, line, self.best.key, limit)
        self.work -= max(played, 1)
        if found is None or _measure(found.line) >= _measure(self.best.line):
            return False
        self.best = found
        return True

    # ------------------------------------------------------------------------- candidates

    def fewer_deals(self) -> Iterator[Line]:
        line = self.best.line
        if len(line.deals) < 2:
            return
        last = line.deals[-1]
        for options in self._option_choices():
            yield Line(options, (last,))
        for i in range(len(line.deals) - 1):
            yield replace(line, deals=line.deals[:i] + line.deals[i + 1 :])

    def _option_choices(self) -> Iterator[tuple[tuple[str, Value], ...]]:
        own = self.best.line.options
        yield own
        spec = self.watch.spec
        if "first_dealer" in spec.cells:
            rest = tuple(x for x in own if x[0] != "first_dealer")
            for value in spec.cells["first_dealer"].domain:
                yield (*rest, ("first_dealer", value))

    def fewer_options(self) -> Iterator[Line]:
        line = self.best.line
        yield replace(line, options=())
        for option in line.options:
            yield replace(line, options=tuple(x for x in line.options if x != option))

    def other_play(self) -> Iterator[Line]:
        """Other decks and choices, which may get there sooner."""
        line = self.best.line
        if not line.deals:
            return
        rng = Random(len(line.deals[-1].choices))
        for n in range(30):
            last = line.deals[-1]
            deck = rng.shuffled(len(last.deck)) if n % 2 else last.deck
            choices = tuple(rng.below(c + 3) if n % 3 else 0 for c in last.choices)
            yield replace(line, deals=(*line.deals[:-1], Deal(deck, choices)))

    def fewer_moves(self) -> Iterator[Line]:
        line = self.best.line
        for d, i in _places(line):
            choices = line.deals[d].choices
            yield _with(line, d, choices=choices[:i] + choices[i + 1 :])

    def lower_cards(self) -> Iterator[Line]:
        line = self.best.line
        for d in range(len(line.deals)):
            size = len(line.deals[d].deck)
            yield _with(self.best.line, d, deck=tuple(range(size)))
            for i in range(size):
                deck = list(self.best.line.deals[d].deck)
                lowest = min(deck[i:])
                if deck[i] == lowest:
                    continue
                for card in sorted(x for x in deck[i:] if x < deck[i])[:3]:
                    swapped = list(deck)
                    j = swapped.index(card)
                    swapped[i], swapped[j] = swapped[j], swapped[i]
                    before = self.best.line
                    yield _with(self.best.line, d, deck=tuple(swapped))
                    if self.best.line != before:
                        break

    def lower_moves(self) -> Iterator[Line]:
        for d, i in _places(self.best.line):
            line = self.best.line
            if d >= len(line.deals) or i >= len(line.deals[d].choices):
                continue
            choices = line.deals[d].choices
            for lower in _lower(choices[i]):
                yield _with(line, d, choices=(*choices[:i], lower, *choices[i + 1 :]))
                if self.best.line != line:
                    break


def _lower(choice: int) -> Iterator[int]:
    return iter(dict.fromkeys(x for x in (0, choice // 2, choice - 1) if 0 <= x < choice))


def _places(line: Line) -> Iterator[tuple[int, int]]:
    for d, deal in enumerate(line.deals):
        for i in range(len(deal.choices)):
            yield d, i


def _with(
    line: Line,
    place: int,
    *,
    deck: tuple[int, ...] | None = None,
    choices: tuple[int, ...] | None = None,
) -> Line:
    deal = line.deals[place]
    new = Deal(deal.deck if deck is None else deck, deal.choices if choices is None else choices)
    return replace(line, deals=(*line.deals[:place], new, *line.deals[place + 1 :]))
