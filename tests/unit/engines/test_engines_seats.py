"""What statistics say of seats: numbers below zero, wide ranges, seats that share."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType

import pytest

from cardavia_spec.cli.outcome import by_value, percent
from cardavia_spec.cli.plots import MOST_BARS, _bars, in_terminal
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.engines import Order
from cardavia_spec.play.runs import run
from tests.needs import needs
from tests.unit.engines.odd import odd

STATE = """
owed: {each: seats, in: -5..5, start: -3}
wide: {each: seats, in: 0..100000, start: 0}
"""
RESULT = """\
result:
  owed: {for: s in seats, is: s.owed}
  wide: {for: s in seats, is: s.wide}
  leads: all s in seats where every x in seats has x.tricks <= s.tricks
  best: leader
"""


def game() -> Spec:
    return odd(changes={"result:\n": RESULT}, state=STATE, doing="me.wide += 7")


@pytest.mark.parametrize("engine", ["reference", "python", pytest.param("c", marks=needs("cc"))])
def test_what_seats_have_evenly(engine: str) -> None:
    deals = 200
    outcome = run(Order(game(), 3, deals), engine)
    told = {a.field: a for a in outcome.advantages}
    assert (told["owed"].opener, told["owed"].even) == (-3 * deals, -3 * deals)
    # Everybody plays as often, and each card brings 7: the middles of ranges would be elsewhere.
    assert told["wide"].even == outcome.moves * 7 / 3
    shared = sum(n * (value.count(",") + 1) for value, n in outcome.of_deals["leads"].items())
    assert shared > deals
    assert told["leads"].even == pytest.approx(shared / deals / 3)
    assert told["best"].even == pytest.approx(1 / 3)


def test_ranges_stand_in_order() -> None:
    rows = by_value({"49..97": 5, "-49..-1": 7, "0..48": 9})
    assert [value for value, _ in rows] == ["-49..-1", "0..48", "49..97"]
    assert [value for value, _ in by_value({"none": 1, "3": 2})] == ["3", "none"]


def test_another_plotext_spoils_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ModuleType("plotext")
    monkeypatch.setitem(sys.modules, "plotext", other)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: other)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    in_terminal(run(Order(game(), 3, 2), "reference"))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("note: no plots here: ")
    assert said.err.count("\n") == 1


class Axis:
    """Writes down where bars are drawn."""

    def __init__(self) -> None:
        self.at: list[int] = []
        self.width = 0.8

    def bar(self, at: Iterable[int], heights: list[float], width: float = 0.8) -> None:
        self.at, self.width = list(at), width
        assert len(self.at) == len(heights)
        assert sum(heights) == pytest.approx(100)

    def set_xticks(self, at: Iterable[int], words: list[str], fontsize: int) -> None:
        assert len(list(at)) == len(words) <= MOST_BARS
        assert fontsize > 0

    def set_title(self, *_: object, **__: object) -> None: ...

    def set_ylabel(self, *_: object) -> None: ...


def test_bars_stand_at_their_values() -> None:
    few, many, ranges, words = (Axis() for _ in range(4))
    _bars(few, "x", {"7": 1, "3": 2})
    assert few.at == [0, 1]
    _bars(many, "x", {str(n): n for n in (*range(4, 50), 90)})
    assert (many.at, many.width) == ([*range(4, 50), 90], 1)
    _bars(ranges, "x", {f"{n}..{n + 2}": 1 for n in range(-60, 90, 3)})
    assert (ranges.at, ranges.width) == ([*range(-60, 90, 3)], 3)
    _bars(words, "x", {f"w{n}": 1 for n in range(50)})
    assert words.at == [*range(50)]


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.0, "0.0000%"), (3.8e-7, "3.8e-05%"), (0.00123456, "0.1235%"), (1.0, "100.0000%")],
)
def test_what_is_very_rare_is_told(share: float, told: str) -> None:
    assert percent(share) == told
