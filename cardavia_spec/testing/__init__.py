"""Testing with a spec: Hypothesis strategies for anybody's tests.

    from hypothesis import given
    import cardavia_spec as cs
    from cardavia_spec.testing import deals

    GAME = cs.load("spec/….yaml")

    @given(deals(GAME))
    def test_cards_stay_won(deal):
        for before, after in deal.steps():
            ...

A deal that fails is made small, played by the reference once more, and printed in cards.
"""

from cardavia_spec.testing.strategies import (
    Disagree,
    Played,
    deals,
    decks,
    matches,
    options,
    positions,
)

__all__ = ["Disagree", "Played", "deals", "decks", "matches", "options", "positions"]
