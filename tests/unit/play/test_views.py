"""Views leak nothing: they do not change when the cards a seat does not know change places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cardavia_spec.core.rng import Random
from cardavia_spec.core.state import Moved, Shown, State, Step, StepKind
from cardavia_spec.play.match import MatchState
from cardavia_spec.play.views import Sight, View
from cardavia_spec.play.worlds import resampled
from tests.unit.play.play_games import OTHER, REAL, SMALL, game, walk

Look = Callable[[MatchState, str], object]


def look(state: MatchState, seat: str) -> View:
    """Return the real view."""
    return state.view(seat)


def leaks(states: list[MatchState], view: Look, seed: int) -> list[str]:
    """Return where a view changed though nothing changed that its seat may know.

    Independent of `worlds`: the cards are moved here by hand.
    """
    found = []
    rng = Random(seed)
    for state in states:
        spec = state.game.spec
        for place, seat in enumerate(spec.seats.members):
            hidden = sorted(frozenset(range(len(spec.cards.members))) - state.known[place])
            order = rng.shuffled(len(hidden))
            to = {card: hidden[order[i]] for i, card in enumerate(hidden)}
            zones = tuple(frozenset(to.get(c, c) for c in zone) for zone in state.state.zones)
            known = [frozenset(to.get(c, c) for c in cards) for cards in state.known]
            deck = None if state.deck is None else tuple(to.get(c, c) for c in state.deck)
            stream = rng.next()
            other = replace(
                state,
                state=replace(state.state, zones=zones),
                known=tuple(known),
                deck=deck,
                chance=replace(state.chance, stream=stream),
                past=None,
                steps=(),
                dealt=(),
            )
            if view(state, seat) != view(other, seat):
                found.append(f"deal {state.deal_number}: {seat}")
    return found


def positions(name: str, seed: int) -> list[MatchState]:
    """Return the decisions of a match: every one of the first deals, some of later ones."""
    states = [s for s in walk(game(name).match(seed=seed), seed, 240) if s.turn is not None]
    last = states[-1].deal_number
    return [s for i, s in enumerate(states) if s.deal_number in (1, last) or i % 5 == 0]


@pytest.mark.parametrize("name", [*REAL, *OTHER, *SMALL])
def test_views_leak_nothing(name: str) -> None:
    states = positions(name, 3)
    if name not in ("ganjifa", "whist", "lonely"):  # matches of one deal
        assert {state.deal_number for state in states} > {1}
    assert leaks(states, look, 1) == []


@pytest.mark.parametrize("name", REAL)
def test_a_leak_is_caught(name: str) -> None:
    """Negative controls: views that tell a little too much."""
    states = positions(name, 3)[:20]

    def deck(state: MatchState, seat: str) -> object:
        return (state.view(seat), state.deck)

    def one_card(state: MatchState, seat: str) -> object:
        others = [z for i, z in enumerate(state.state.zones) if z and i != state.game.seat(seat)]
        return (state.view(seat), min(map(min, others)))

    def stream(state: MatchState, seat: str) -> object:
        return (state.view(seat), state.chance.stream)

    def whose(state: MatchState, seat: str) -> object:
        return (state.view(seat), [len(cards) for cards in state.known], state.known)

    for leaking in (deck, one_card, stream, whose):
        assert leaks(states, leaking, 2), leaking.__name__


@pytest.mark.parametrize("name", [*REAL, *OTHER, *SMALL])
def test_what_is_known_is_so(name: str) -> None:
    """Every seat knows all it can see, and views show exactly what is known."""
    for state in walk(game(name).match(seed=4), 4, 150):
        spec = state.game.spec
        watchers = state.game.sight.watchers
        for place, seat in enumerate(spec.seats.members):
            for slot, cards in enumerate(state.state.zones):
                if place in watchers[slot]:
                    assert cards <= state.known[place]
            view = state.view(seat)
            assert sum(pile.size for pile in view.piles) == len(spec.cards.members)
            shown = [card for pile in view.piles for card in pile.cards]
            assert sorted([*shown, *view.unseen]) == sorted(spec.cards.members)
            assert sum(pile.hidden for pile in view.piles) == len(view.unseen)
            assert bool(view.legal) is (view.turn == seat)


def test_a_view_tells_what_is_on_the_table() -> None:
    state = game("schnapsen").match(seed=1)
    view = state.view("south")
    assert (view.seat, view.turn, view.deal) == ("south", "south", 1)
    assert view.pile("hand", "south").hidden == 0
    assert view.pile("hand", "north").cards == ()
    assert view.pile("hand", "north").size == 5
    assert view.pile("stock").hidden == 9
    assert len(view.pile("indicator").cards) == 1
    assert view.cells["points"] == {"south": 0, "north": 0}
    assert view.cells["declared"] == {
        seat: dict.fromkeys(("clubs", "spades", "hearts", "diamonds"), False)
        for seat in ("south", "north")
    }
    assert view.cells["closer"] is None
    with pytest.raises(KeyError, match="pile of north"):
        view.pile("pile", "north")
    for name in state.view("north").pile("hand", "north").cards:
        assert name in view.unseen
        assert all(name not in pile.cards for pile in view.piles)


def test_a_shown_card_stays_known_until_it_is_played() -> None:
    """A marriage shows the counterpart: the opponent knows where it is from then on."""
    seen = 0
    for seed in range(30):
        states = list(walk(game("schnapsen").match(seed=seed), seed))
        for state in states[1:]:
            before = state.past
            assert before is not None
            if before.seat is None or state.last_move is None:
                continue
            shown = [e.cards for s in state.steps for e in s.effects if isinstance(e, Shown)]
            if state.last_move.rule != "marriage" or state.deal_number != before.deal_number:
                continue
            (cards,) = shown
            other = 1 - before.seat
            name = state.game.spec.seats.members[other]
            mover = state.game.spec.seats.members[before.seat]
            (card,) = (state.game.spec.cards.members[c] for c in cards)
            assert cards <= state.known[other]
            assert card in state.view(name).pile("hand", mover).cards
            seen += 1
    assert seen > 10


def test_an_exchanged_card_is_known_to_both() -> None:
    seen = 0
    for seed in range(40):
        for state in walk(game("schnapsen").match(seed=seed), seed, 30):
            before = state.past
            if state.last_move is None or state.last_move.rule != "exchange" or before is None:
                continue
            spec = state.game.spec
            got = before.view("south").pile("indicator").cards
            for seat in spec.seats.members:
                assert before.turn is not None
                assert set(got) <= set(state.view(seat).pile("hand", before.turn).cards)
            seen += 1
    assert seen > 3


def test_cards_passed_on_are_known_to_both_ends() -> None:
    """Hearts: passing is hidden, but whoever passed the cards knows who holds them."""
    states = list(walk(game("hearts").match(seed=1), 1, 60))
    passing = [s for s in states if s.last_move is not None and s.last_move.rule == "pass"]
    passing = passing[:4]
    assert [s.deal_number for s in passing] == [1] * 4
    for state in passing[:-1]:
        before, move = state.past, state.last_move
        assert before is not None
        assert before.seat is not None
        assert move is not None
        passed = move.args[0]
        assert isinstance(passed, frozenset)
        for seat, known in enumerate(state.known):
            assert (passed <= known) is (seat == before.seat)
    after = passing[-1]
    for seat, known in enumerate(after.known):
        assert len(known) == 13 + 3, seat  # the new hand, and what was passed on


def test_the_whole_match_is_hidden_not_the_first_deal_only() -> None:
    """On later deals nothing is left of what was known before."""
    for state in walk(game("aluette").match(seed=6), 6):
        if state.steps and state.steps[-1].kind is StepKind.DEAL:
            for place, seat in enumerate(state.game.spec.seats.members):
                assert len(state.known[place]) == 9
                assert len(state.view(seat).unseen) == 39


# ------------------------------------------------------------------------ the rules of knowledge


def knowing(*effects: object, known: str = "") -> dict[str, str]:
    """Return what the seats know after effects in the parlour, cards told by digits 0 to f.

    The pack lies in the stock; `known` is what everybody knew of it.
    """
    spec = game("parlour").spec
    sight = Sight(spec)
    cards = frozenset(int(c, 16) for c in known)
    zones = [frozenset[int]()] * spec.zone_slots
    zones[0] = frozenset(range(16))
    state = State(tuple(zones), (), over=False)
    step = Step(StepKind.MOVE, "test", state, effects)  # type: ignore[arg-type]
    found = sight.learn(state.zones, (cards,) * 4, step)
    return {
        seat: "".join(f"{card:x}" for card in sorted(cards))
        for seat, cards in zip(spec.seats.members, found, strict=True)
    }


def slot(zone: str, owner: int = 0) -> int:
    """Return a zone slot of the parlour."""
    return game("parlour").spec.zones[zone].offset + owner


def cards(digits: str) -> frozenset[int]:
    """Return cards told by digits."""
    return frozenset(int(c, 16) for c in digits)


def everyone(known: str) -> dict[str, str]:
    """Return the same knowledge for all."""
    return dict.fromkeys(("south", "west", "north", "east"), known)


def test_a_card_seen_at_either_end_is_known() -> None:
    into_hand = Moved(cards("3"), slot("stock"), slot("hand", 1))
    assert knowing(into_hand) == {**everyone(""), "west": "3"}
    onto_table = Moved(cards("3"), slot("stock"), slot("turned"))
    assert knowing(onto_table) == everyone("3")
    for_team = Moved(cards("3"), slot("stock"), slot("shared", 0))
    assert knowing(for_team) == {**everyone(""), "south": "3", "north": "3"}
    away = Moved(cards("3"), slot("hand", 1), slot("crib"))
    assert knowing(into_hand, away) == {**everyone(""), "west": "3"}


def test_a_hidden_move_of_some_makes_the_rest_unknown() -> None:
    some = Moved(cards("3"), slot("stock"), slot("crib"))
    assert knowing(some, known="3479") == everyone("")
    to_west = Moved(cards("3"), slot("stock"), slot("hand", 1))
    assert knowing(to_west, known="349") == {**everyone(""), "west": "349"}
    visible = Moved(cards("5"), slot("stock"), slot("turned"))
    assert knowing(visible, known="349") == everyone("3459")


def test_a_hidden_move_of_all_or_none_keeps_what_is_known() -> None:
    everything = Moved(frozenset(range(16)), slot("stock"), slot("crib"))
    assert knowing(everything, known="34") == everyone("34")
    nothing = Moved(frozenset(), slot("stock"), slot("crib"))
    assert knowing(nothing, known="34") == everyone("34")
    last = Moved(frozenset(range(16)) - cards("3"), slot("stock"), slot("turned"))
    rest = Moved(cards("3"), slot("stock"), slot("crib"))
    assert knowing(last, rest, known="3") == everyone("0123456789abcdef")


def test_what_is_shown_is_known_to_all_until_it_may_have_moved() -> None:
    shown = Shown(cards("7"))
    assert knowing(shown) == everyone("7")
    later = Moved(cards("2"), slot("stock"), slot("cellar"))
    assert knowing(shown, later) == everyone("")
    assert knowing(later, shown) == everyone("7")


@pytest.mark.parametrize("name", [*REAL, *OTHER, "parlour"])
def test_other_worlds_look_the_same(name: str) -> None:
    changed = 0
    for number, state in enumerate(walk(game(name).match(seed=5), 5, 60)):
        if state.turn is None:
            break
        for seat in state.game.spec.seats.members:
            other = resampled(state, seat, Random(number))
            assert other.view(seat) == state.view(seat)
            assert [len(z) for z in other.state.zones] == [len(z) for z in state.state.zones]
            changed += other.state != state.state
    assert changed > 20
