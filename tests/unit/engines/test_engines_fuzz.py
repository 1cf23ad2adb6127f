"""Random expressions of any depth: what the generated engines make of them is the reference's."""

from __future__ import annotations

import os

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from tests.needs import needs
from tests.unit.engines.agree import Three
from tests.unit.engines.odd import odd

pytestmark = needs("cc")
EACH = 24
"""So many expressions are asked in one game."""
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
"""How much more is played: the suite plays a part of what `make agree` plays."""


class Writer:
    """Writes expressions of the rule language; names in scope by what they stand for."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.fresh = 0
        self.cards, self.seats, self.suits = ["card"], ["me"], ["card.suit"]
        self.numbers = ["stake", "size(table)"]

    def pick(self, *options: str) -> str:
        return options[self.rng.below(len(options))]

    def name(self, letter: str) -> str:
        self.fresh += 1
        return f"{letter}{self.fresh}"

    def truth(self, depth: int) -> str:
        if depth <= 0:
            return self.pick(
                f"{self.card()}.suit is {self.suit(0)}",
                f"{self.card()}.power > {self.number(0)}",
                f"{self.seat()}.rich",
                f"empty({self.set(0)})",
                f"most is none or {self.seat()} is dealer",
                f"{self.card()} in {self.set(0)}",
                f"{self.number(0)} <= {self.number(0)}",
                f"who is {self.seat()}",
            )
        kind = self.rng.below(9)
        a = self.truth(depth - 1)
        if kind == 0:
            return f"({a} {self.pick('and', 'or')} {self.truth(depth - 1)})"
        if kind == 1:
            return f"(({a}) implies {self.truth(depth - 1)})"
        if kind == 2:
            return f"not ({a})"
        if kind == 3:
            return f"({self.number(depth - 1)} {self.pick('<', '<=', 'is', '>=')} {self.number(0)})"
        if kind == 4:
            return f"({self.set(depth - 1)} {self.pick('inside', 'is')} {self.set(0)})"
        quantor = self.pick("some", "every", "no")
        domain, letter, scope = (
            (self.set(depth - 1), "c", self.cards),
            (self.pick("seats", "seats - {me}"), "s", self.seats),
            ("suits", "u", self.suits),
            (self.pick("1..3", f"1..{self.number(0)}", "{0, 2, 5}"), "n", self.numbers),
        )[kind - 5]
        bound = self.name(letter)
        scope.append(bound)
        body = self.truth(depth - 1)
        scope.pop()
        return f"({quantor} {bound} in {domain} has ({body}))"

    def number(self, depth: int) -> str:
        if depth <= 0:
            return self.pick(
                self.pick(*self.numbers), f"{self.card()}.power", f"{self.seat()}.tricks", "3", "0",
                f"size({self.seat()}.hand)",
            )  # fmt: skip
        kind = self.rng.below(7)
        if kind == 0:
            return f"size({self.set(depth - 1)})"
        if kind == 1:
            return f"(if {self.truth(depth - 1)} then {self.number(0)} else {self.number(0)})"
        if kind == 2:
            return f"({self.number(0)} {self.pick('+', '-', '*')} {self.number(0)})"
        if kind == 3:
            return f"(({self.number(depth - 1)} - 4) {self.pick('div', 'mod')} 3)"
        if kind == 4:
            return f"{self.pick('min', 'max')}({self.number(depth - 1)}, {self.number(0)})"
        bound = self.name("c")
        domain = self.set(depth - 1)
        self.cards.append(bound)
        body = self.number(depth - 2)
        self.cards.pop()
        return f"(sum {body} for {bound} in {domain})"

    def set(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("hand", "table", "stock", "deck", f"{self.seat()}.hand", "won")
        kind = self.rng.below(6)
        if kind == 0:
            return f"({self.set(depth - 1)} {self.pick('+', '-', '&')} {self.set(0)})"
        if kind == 1:
            return f"(ranks of {self.suit(depth - 1)} & {self.set(0)})"
        bound = self.name("c")
        domain = self.set(depth - 1)
        self.cards.append(bound)
        if kind in (2, 3):
            keys = ", ".join(
                self.pick(f"{bound}.power", self.number(depth - 1), self.truth(0))
                for _ in range(1 + self.rng.below(3))
            )
            text = f"({self.pick('highest', 'lowest')} {bound} in {domain} by ({keys}))"
        else:
            text = f"(all {bound} in {domain} where {self.truth(depth - 1)})"
        self.cards.pop()
        return text

    def card(self) -> str:
        return self.pick(*self.cards)

    def seat(self) -> str:
        return self.pick(*self.seats, "leader", "me.next", "dealer")

    def suit(self, depth: int) -> str:
        if depth <= 0 or self.rng.below(2):
            return self.pick(*self.suits, "red", f"{self.card()}.suit")
        bound = self.name("u")
        start = self.suit(0)
        self.suits.append(bound)
        guard = self.truth(depth - 1)
        self.suits.pop()
        return f"(first {bound} in suits after {start} where ({guard} or {bound} is red))"


def game(seed: int, depth: int) -> tuple[Spec, int]:
    """Return a game that asks random expressions, and how many the language let pass."""
    writer = Writer(seed)
    rows = []
    for n in range(EACH):
        if n % 2:
            rows.append((f"v{n}: {{in: bool, start: false}}", f"v{n} := {writer.truth(depth)}"))
        else:
            text = f"v{n} := ({writer.number(depth)}) mod 97"
            rows.append((f"v{n}: {{in: 0..96, start: 0}}", text))
    while True:
        more = "who := if size(table) is 2 then me else none\nmost := size(me.hand)"
        state = "\n".join(state for state, _ in rows)
        doing = "\n".join([*(do for _, do in rows), more])
        try:
            return odd(state=state, doing=doing), len(rows)
        except SpecError as error:
            # What can only be true, say, the language refuses: it is left out.
            bad = {d.span.line for d in error.diagnostics if d.span is not None}
            text = next(d.span.source.text for d in error.diagnostics if d.span is not None)
            wrong = {line.strip() for n, line in enumerate(text.split("\n"), 1) if n in bad}
            kept = [row for row in rows if row[1] not in wrong and row[0] not in wrong]
            if len(kept) == len(rows):
                raise
            rows = kept


def tiers(seed: int, depth: int) -> Spec | None:
    """Return a game whose cards are told by random tiers; None: the language lets them not pass."""
    writer = Writer(seed)
    writer.cards, writer.suits, rows = ["(the d in leader.table)"], ["led"], []
    for n in range(5):
        if n and n != 3:
            writer.cards = ["c"]
        when = "at_lead" if n == 0 else "not at_lead" if n == 1 else writer.truth(depth - 1)
        guard = "true" if n == 0 else f"c.suit is led and ({writer.truth(depth - 1)})"
        if writer.rng.below(2) and n:
            guard = f"c.power > 2 or {writer.truth(0)}"
        asked = f'when: "{when}", ' if n < 2 else ""
        rows.append(f'    t{n}: {{{asked}cards: "all c in me.hand where {guard}"}}')
    define = [
        "led: if empty(leader.table) then red else (the d in leader.table).suit",
        "allowed:",
        "  tiers:",
        *rows,
        "    last: {cards: me.hand}",
    ]
    moves = (
        "follow:\n  when: {not often: count < 9}\n  with: {c: allowed}\n  do: |\n"
        "    move c from me.hand to me.table\n    count += 1\n    turn := me.next"
    )
    try:
        return odd(define="\n".join(define), moves=moves)
    except SpecError:
        return None


def hold(seed: int, depth: int) -> None:
    spec, asked = game(seed, depth)
    assert asked >= EACH // 3
    same(spec, seed)


def same(spec: Spec, seed: int) -> None:
    """Hold the engines together, and the one that counts nothing."""
    engines = Three(spec, ("-O1",))
    wanted = engines.reference(seed, 12, {})
    playing = engines.only_playing(("-O0",))
    ours = [engines.python(seed, 12, {}), engines.c(seed, 12, {})]
    for found in (*ours, engines.c(seed, 12, {}, playing)):
        if wanted.fault is not None:
            assert (found.deals, found.fault) == (wanted.deals, wanted.fault)
        elif found != wanted:
            pytest.fail(engines.parting(seed, 12, {}))


@pytest.mark.parametrize("seed", range(3))
def test_fuzz_of_expressions(seed: int) -> None:
    hold(seed, 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 106 + 14 * (MORE > 1)))
def test_fuzz_of_deep_expressions(seed: int) -> None:
    hold(seed, 3)


@pytest.mark.parametrize("seed", range(2 + 4 * (MORE > 1)))
def test_fuzz_of_tiers(seed: int) -> None:
    found = [spec for n in range(20) if (spec := tiers(20 * seed + n, 2)) is not None]
    assert found
    for spec in found[:2]:
        same(spec, seed)
