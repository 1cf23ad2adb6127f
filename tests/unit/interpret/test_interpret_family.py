"""Move families: members, counts and numbers hold against listing everything by brute force."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from cardavia_spec.back.interpret import Free, Interpreter, Subsets
from cardavia_spec.back.interpret import family as family_module
from cardavia_spec.back.interpret.subsets import combination
from cardavia_spec.core.rng import Random
from cardavia_spec.core.state import Move, State
from cardavia_spec.core.types import Value
from tests.unit.interpret.naive import Naive
from tests.unit.interpret.small_game import Deck, dealt, more, small

RULES = {
    "one card": "with: {c: me.hand}",
    "no parameter": "when: {it is so: at_lead}",
    "gate that fails": "when: {it is not so: not at_lead}",
    "two free": "with: {c: me.hand, u: suits}",
    "two of which the first is asked": "{with: {c: me.hand, s: seats}, when: {red: c.suit is red}}",
    "two of which the last is asked": "{with: {s: seats, c: me.hand}, when: {red: c.suit is red}}",
    "both asked together": "{with: {c: me.hand, n: 1..3}, when: {w: (c.power + n) mod 2 is 0}}",
    "dependent domain": "with: {u: suits, c: all d in me.hand where d.suit is u}",
    "dependent and asked": (
        "{with: {u: suits, c: all d in me.hand where d.suit is u, b: bool},"
        " when: {low: b implies c.power < 3}}"
    ),
    "a let that is asked": (
        "{with: {n: 0..3, m: 0..3}, let: {total: n + m, left: 5 - total},"
        " when: {even: total mod 2 is 0, left: left > 1}}"
    ),
    "constant choices": (
        "{with: {c: me.hand, low: 1..4, high: 1..4},"
        " when: {run: high - low >= 2, fits: c.power in low..high}}"
    ),
    "constant choices alone": "{with: {low: 1..4, high: 1..4}, when: {run: high - low >= 2}}",
    "nothing to choose": "with: {c: stock & me.hand}",
    "any two": "with: {cs: any 2 from me.hand}",
    "any one to three": "with: {cs: any 1..3 from me.hand}",
    "sizes that are too large": "with: {cs: any 2..6 from me.hand}",
    "sizes with nought": "with: {cs: any 0..2 from me.hand}",
    "no size that can be": "with: {cs: any 4..6 from me.hand}",
    "a choice and a subset": "with: {s: seats, cs: any 1..2 from s.hand}",
    "a size that was chosen": "with: {n: 1..3, cs: any n from me.hand}",
    "a size that was chosen and asked": (
        "{with: {n: 1..3, cs: any n from me.hand}, when: {odd: n mod 2 is 1}}"
    ),
    "a subset that is asked": (
        "{with: {cs: any 1..3 from me.hand}, when: {same suit: some u in suits has every c in cs"
        " has c.suit is u}}"
    ),
    "a subset that a let reads": (
        "{with: {cs: any 1..3 from me.hand}, let: {worth: sum c.power for c in cs},"
        " when: {enough: worth >= 4}}"
    ),
    "a subset that only cards read": (
        "{with: {cs: any 1..3 from me.hand}, let: {n: size(cs)}, cards: cs}"
    ),
}


def block(name: str, text: str) -> str:
    inner = text[1:-1] if text.startswith("{") else text
    return f"  {name}: {{{inner}, do: bid := 1}}\n"


@pytest.fixture(scope="module")
def engine() -> Interpreter:
    moves = "".join(block(f"m{place}", text) for place, text in enumerate(RULES.values()))
    return small(more(moves))


def states(engine: Interpreter) -> list[State]:
    """Return two states of a deal, before each seat's first card, and one with small hands."""
    state = dealt(engine)
    lead = engine.move_steps(state, Move("play", (0,)), Deck())[-1].state
    later = engine.move_steps(lead, Move("play", (2,)), Deck())[-1].state
    return [state, lead, later]


def of_rule(engine: Interpreter, state: State, place: int) -> tuple[list[Move], list[Move]]:
    """Return the members of one rule as the interpreter and as brute force list them."""
    name = f"m{place}"
    listed = [move for move in engine.moves(state) if move.rule == name]
    return listed, [move for move in Naive(engine.spec).moves(state) if move.rule == name]


@pytest.mark.parametrize("place", range(len(RULES)), ids=list(RULES))
def test_members_are_those_of_brute_force_in_the_same_order(
    engine: Interpreter, place: int
) -> None:
    state, lead, _ = states(engine)
    for each in (state, lead):
        listed, expected = of_rule(engine, each, place)
        assert listed == expected


def test_some_rule_has_members_and_some_has_none(engine: Interpreter) -> None:
    """The cases above are not all empty, and not all full."""
    counts = Counter(move.rule for move in engine.moves(states(engine)[0]))
    empty = [name for place, name in enumerate(RULES) if not counts[f"m{place}"]]
    assert empty == ["gate that fails", "nothing to choose", "no size that can be"]


@pytest.mark.parametrize("number", [0, 1])
def test_numbers_counts_and_membership_agree(engine: Interpreter, number: int) -> None:
    state = states(engine)[number]
    family = engine.moves(state)
    listed = list(family)
    assert len(family) == family.count() == len(listed) == len(set(listed))
    assert [family[place] for place in range(len(listed))] == listed
    assert family[-1] == listed[-1]
    assert all(move in family for move in listed)
    for place in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            family[place]


def test_what_is_not_listed_is_not_in_the_family(engine: Interpreter) -> None:
    """All argument values of the right types, and some of the wrong ones, are tried."""
    state = states(engine)[0]
    family = engine.moves(state)
    listed = set(family)
    small_sets = [
        frozenset(chosen) for size in range(4) for chosen in itertools.combinations(range(8), size)
    ]
    singles: list[Value] = [None, True, False, *range(-1, 9)]
    for rule in engine.spec.moves.values():
        pools = [
            singles if choice.size is None else [*small_sets, 0, None] for choice in rule.choices
        ]
        for args in itertools.product(*pools):
            move = Move(rule.name, tuple(args))
            assert (move in family) == (move in listed), move
        assert Move(rule.name, (*[0] * len(rule.choices), 0)) not in family
    assert Move("no such rule") not in family
    assert "play" not in family


def test_a_draw_is_one_number_also_where_one_move_is_legal() -> None:
    engine = small()
    state = dealt(engine)
    for _ in range(6):
        family = engine.moves(state)
        ours, theirs = Random(11), Random(11)
        assert family.sample(ours) == list(family)[theirs.below(len(family))]
        assert ours.state == theirs.state
        state = engine.move_steps(state, family[0], Deck())[-1].state


def test_each_member_is_drawn_alike(engine: Interpreter) -> None:
    family = engine.moves(states(engine)[0])
    rng = Random(4)
    drawn = Counter(family.sample(rng) for _ in range(family.count() * 60))
    assert set(drawn) == set(family)
    assert max(drawn.values()) < 120
    assert min(drawn.values()) > 20


@pytest.mark.parametrize("kept", [0, 2, 4])
def test_where_too_many_subsets_are_tried_they_are_found_again(
    engine: Interpreter, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = states(engine)[0]
    listed = list(engine.moves(state))
    monkeypatch.setattr(family_module, "KEPT", kept)
    family = engine.moves(state)
    assert family
    assert list(family) == listed
    assert family.count() == len(listed)
    assert [family[place] for place in range(len(listed))] == listed
    ours, theirs = Random(2), Random(2)
    assert [family.sample(ours) for _ in range(20)] == [
        listed[theirs.below(len(listed))] for _ in range(20)
    ]


def test_an_empty_family_has_nothing_to_draw() -> None:
    engine = small(("with: {card: playable}", "with: {card: stock & me.hand}"))
    family = engine.moves(dealt(engine))
    assert not family
    assert family.count() == 0
    with pytest.raises(IndexError):
        family.sample(Random(1))


# ---------------------------------------------------------------------------- subsets


@pytest.mark.parametrize("sizes", [(1,), (2,), (1, 2, 3), (2, 4), (5,), ()])
def test_subsets_by_number(sizes: tuple[int, ...]) -> None:
    members = (1, 3, 4, 7, 9)
    subsets = Subsets(members, sizes)
    expected = [frozenset(c) for n in sizes for c in itertools.combinations(members, n)]
    assert list(subsets) == expected
    assert subsets.count() == len(expected)
    assert [subsets[place] for place in range(len(expected))] == expected
    with pytest.raises(IndexError):
        subsets[len(expected)]


def test_the_order_of_subsets_is_that_of_their_sorted_members() -> None:
    expected = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert [combination((0, 1, 2, 3), 2, place) for place in range(6)] == expected


def test_a_large_family_is_counted_and_never_listed() -> None:
    """40 cards of 120: more subsets than there are atoms to list them with."""
    engine = small(
        ("ranks: [1..4]", "ranks: [1..60]"),
        ("order: 4 > 3 > 2 > 1", "{values: {others: 1}}"[1:-1]),
        ("draw 3 from stock", "draw 40 from stock"),
        more("  pass: {with: {cs: any 1..40 from me.hand}, do: bid := 1}\n"),
    )
    family = engine.moves(dealt(engine, Deck(tuple(range(120)))))
    assert family.count() == 40 + 2**40 - 1
    assert family[40 + 2**39] in family
    rng = Random(9)
    sizes = [
        len(cards)
        for cards in (family.sample(rng).args[0] for _ in range(200))
        if isinstance(cards, frozenset)
    ]
    assert 19 < sum(sizes) / len(sizes) < 21
    (group,) = [group for group in family.groups() if group.rule == "pass"]
    assert isinstance(group, Free)
    assert group.count() == sum(math.comb(40, n) for n in range(1, 41))
