"""The strategies reach every deck and every move, and shrink to the simplest deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import find, given, settings

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.state import StepKind
from cardavia_spec.core.types import Value
from cardavia_spec.front.load import load_spec
from tests import strategies

ROOT = Path(__file__).parents[3]
SPECS = sorted([*(ROOT / "spec").glob("*.yaml"), *(ROOT / "tests/games").glob("*.yaml")])


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_any_choices_make_a_deal(path: Path) -> None:
    spec = load_spec(path)
    engine = Interpreter(spec)

    @settings(max_examples=5)
    @given(strategies.options(spec), strategies.decks(spec), strategies.choices())
    def run(options: dict[str, Value], deck: strategies.Deck, data: bytes) -> None:
        steps = list(strategies.play(engine, options, deck, data))
        assert steps[0].kind is StepKind.DEAL
        assert steps[-1].state.over
        again = list(strategies.play(engine, options, deck, data))
        assert again == steps

    run()


def first(path: Path = SPECS[0]) -> Spec:
    return load_spec(path)


def test_choices_reach_every_number_evenly() -> None:
    for n in (1, 2, 3, 52, 255, 256, 257, 575_757, 3_910_797_436):
        width = max(1, -(-(n - 1).bit_length() // 8))
        top = strategies.Choices(b"\xff" * width)
        assert top.below(n) == n - 1
        assert strategies.Choices(b"").below(n) == 0
    numbers = [strategies.Choices(bytes([byte])).below(5) for byte in range(256)]
    assert sorted(set(numbers)) == [0, 1, 2, 3, 4]
    assert max(map(numbers.count, numbers)) - min(map(numbers.count, numbers)) <= 1
    source = strategies.Choices(bytes([255, 1, 0]))
    assert [source.below(2), source.below(300), source.below(2)] == [1, 1, 0]


def test_shrinks_to_the_pack_in_order() -> None:
    spec = first()
    deck = find(strategies.decks(spec), lambda deck: True, settings=settings(derandomize=True))
    assert deck.order == tuple(range(len(spec.cards.members)))
    assert repr(deck).startswith(f"[{spec.cards.members[0]} {spec.cards.members[1]} ")
    assert deck.supply(frozenset([3, 9, 5]), 2) == {3, 5}


def test_option_cases_are_singles_and_pairs() -> None:
    for path in SPECS:
        spec = first(path)
        cells = spec.layer(Layer.OPTION)
        cases = strategies.option_cases(spec)
        singles = sum(len(cell.domain) for cell in cells)
        assert sum(len(case) == 1 for case in cases) == singles
        seen = {(name, value) for case in cases if len(case) == 2 for name, value in case.items()}
        if len(cells) > 1:
            assert len(seen) == singles
