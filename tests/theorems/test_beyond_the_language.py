"""Facts about the games that a property cannot say: counts of deals, of moves, of knowledge."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, prod
from operator import sub
from pathlib import Path

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.runs.positions import try_examples_of
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.rng import Random
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.front.load import load_spec, load_text
from cardavia_spec.play.chance import supply
from cardavia_spec.play.game import load

ROOT = Path(__file__).parents[2]


def path(game: str) -> Path:
    return ROOT / "spec" / f"{game}.yaml"


def dealt(spec: Spec, order: list[int]) -> State:
    """Return the state that a deck leads to under the default options."""
    engine = Interpreter(spec)
    return engine.deal_steps(engine.new_match({}), supply(order))[-1].state


# ------------------------------------------------------------------------- Aluette


def sizes() -> list[int]:
    """Return how many cards lie in each zone when Aluette has been dealt."""
    zones = dealt(load_spec(path("aluette")), list(range(48))).zones
    return sorted(len(cards) for cards in zones if cards)


def test_aluette_how_many_deals() -> None:
    assert sizes() == [9, 9, 9, 9, 12]
    deals = factorial(48) // prod(map(factorial, sizes()))
    assert deals == 1_494_581_810_695_770_560_053_049_760_000


@pytest.mark.slow
def test_aluette_how_many_deals_that_play_differently() -> None:
    """Cards of one strength are alike: count in how many ways the groups can be divided."""
    groups = Counter(load_spec(path("aluette")).tables["strength"].values)
    *hands, _ = sizes()
    most = hands[0]
    # How many ways there are to give the hands so many cards; hands are alike, so sorted is enough.
    ways: dict[tuple[int, ...], int] = {(0,) * len(hands): 1}
    for number in groups.values():
        shares = [s for s in product(range(number + 1), repeat=len(hands)) if sum(s) <= number]
        ways = {
            held: count
            for held in combinations_with_replacement(range(most + 1), len(hands))
            if (
                count := sum(
                    ways.get(tuple(sorted(map(sub, held, share))), 0)  # the rest stays in the stock
                    for share in shares
                )
            )
        }
    assert ways[tuple(hands)] == 839_026_192_224_829_576_345


# ------------------------------------------------------------------------- Schnapsen


def hands_up_to_suits(spec: Spec) -> set[frozenset[int]]:
    """Return the hands of five; those that differ by the names of three suits count once."""
    found: set[frozenset[int]] = set()
    orders = [(0, *order) for order in permutations((1, 2, 3))]
    for hand in combinations(range(len(spec.cards.members)), 5):
        same = [frozenset(5 * order[card // 5] + card % 5 for card in hand) for order in orders]
        if not found.intersection(same):
            found.add(frozenset(hand))
    return found


@pytest.mark.slow
def test_schnapsen_how_many_moves_a_leader_has() -> None:
    """Of every first hand: at most seven moves, or eleven where declaring is a choice."""
    game = load(path("schnapsen"))
    names = game.spec.cards.members
    most: Counter[str] = Counter()
    for hand in hands_up_to_suits(game.spec):
        under = next((card for card in range(5) if card not in hand), None)
        if under is None:
            continue  # with all five trumps in hand no trump can lie under the stock
        first, rest = sorted(hand), sorted(set(range(20)) - hand - {under})
        deck = [*first[:3], *rest[:3], under, *first[3:], *rest[3:]]
        for marriage in ("automatic", "optional"):
            state = game.match(options={"marriage": marriage}, decks=[[names[c] for c in deck]])
            most[marriage] = max(most[marriage], len(state.legal_moves))
    assert most == {"automatic": 7, "optional": 11}


def test_schnapsen_with_the_stock_gone_both_hands_are_known() -> None:
    """What a seat has not seen is then just what the other holds."""
    game = load(path("schnapsen"))
    looked = 0
    for seed in range(12):
        rng = Random(seed)
        state = game.match(seed=seed)
        deal = state.deal_number
        while not state.is_over and state.deal_number == deal:
            if not state.view("south").pile("stock").size:
                for seat, other in (("south", "north"), ("north", "south")):
                    view = state.view(seat)
                    if view.pile("indicator").size == 0:
                        hidden = [pile for pile in view.piles if pile.hidden]
                        assert hidden in ([], [view.pile("hand", other)])
                        assert len(view.unseen) == view.pile("hand", other).hidden
                        looked += 1
            state = state.apply(state.legal_moves.sample(rng))
    assert looked > 20


# ------------------------------------------------------------------------- Ganjifa


def test_ganjifa_how_many_results() -> None:
    """Captured are three times a, b and c tricks' worth, and the opener has one at least."""
    found = [(a, b, 40 - a - b) for a in range(41) for b in range(41 - a)]
    assert len(found) == 861
    assert len([shares for shares in found if shares[0] >= 1]) == 820
    assert not [shares for shares in found if len(set(shares)) == 1]


def test_ganjifa_a_dukal_in_some_hand() -> None:
    """Nearly every other deal has one."""
    rng = Random(5)
    deals = 400
    found = 0
    for _ in range(deals):
        order = rng.shuffled(120)
        hands = [frozenset(order[n::3][:40]) for n in range(3)]
        found += any(
            {12 * suit + 10, 12 * suit + 11} <= hand
            and any({12 * suit + n, 12 * suit + n + 1, 12 * suit + n + 2} <= hand for n in range(8))
            for hand in hands
            for suit in range(10)
        )
    assert 0.38 < found / deals < 0.52


SWAPPED = """
examples:
  as it is:
    given:
      period: night
      trick: 2
      leader: south
      turn: east
      south.table: 4 of parashurama
      east.hand: "{3 of rama, 5 of krishna}"
    holds: playable is {3 of rama, 5 of krishna}
  with Rama and Krishna in each other's place:
    given:
      period: day
      trick: 2
      leader: south
      turn: east
      south.table: 4 of parashurama
      east.hand: "{3 of krishna, 5 of rama}"
    holds: playable is {5 of rama}
"""


def test_ganjifa_rama_and_krishna_cannot_change_places() -> None:
    """Day and night are no mirror of each other: the search for the next suit knows the order."""
    text = path("ganjifa").read_text(encoding="utf-8").partition("\nexamples:\n")[0]
    verdicts = try_examples_of(load_text("ganjifa.yaml", text + SWAPPED))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.EXHAUSTIVE] * 2
