"""What statistics say of seats: numbers below zero, wide ranges, seats that share."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from cardavia_spec.cli.plots import in_terminal
from cardavia_spec.cli.run import _by_value
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
    rows = _by_value({"49..97": 5, "-49..-1": 7, "0..48": 9})
    assert [value for value, _ in rows] == ["-49..-1", "0..48", "49..97"]
    assert [value for value, _ in _by_value({"none": 1, "3": 2})] == ["3", "none"]


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
