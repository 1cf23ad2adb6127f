"""Long chains of `and` and `or` are no deep nesting, and say what short ones say."""

from __future__ import annotations

import pytest

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.state import State
from cardavia_spec.front.load import load_text

TINY = """\
cardavia: 1
game: tiny
seats: {names: [south, north]}
deck: {suits: [clubs, hearts], ranks: [7..9, ace]}
zones: {stock: {seen by: nobody, holds: deck}, hand: {each: seats, seen by: owner}}
deal: |
  for s in seats: draw 2 from stock to s.hand
state:
  turn: {in: seats, start: south}
  won:  {each: seats, in: 0..9, start: 0}
moves:
  pass: {do: end deal}
properties:
  told:
    always: every s in seats has s.won is 0
"""


def _spec(text: str) -> Spec:
    return load_text("tiny.yaml", TINY.replace("every s in seats has s.won is 0", text))


def _holds(text: str) -> bool:
    spec = _spec(text)
    cells = tuple([0] * spec.cell_slots)
    zones = tuple(zone.holds for zone in spec.zones.values() for _ in range(zone.size))
    return bool(Interpreter(spec).evaluate(spec.properties[0].test, State(zones, cells, False)))


FALSE = "south.won is 1"
TRUE = "south.won is 0"
FAILS = "(the s in seats where s.won is 1) is south"


@pytest.mark.parametrize("odd", [0, 1, 149, 150, 298, 299])
def test_one_part_decides(odd: int) -> None:
    def chain(word: str, most: str, one: str) -> str:
        parts = [most] * 300
        parts[odd] = one
        return f" {word} ".join(parts)

    assert not _holds(chain("and", TRUE, FALSE))
    assert _holds(chain("or", FALSE, TRUE))
    assert _holds(" and ".join([TRUE] * 300))
    assert not _holds(" or ".join([FALSE] * 300))


def test_the_order_stays() -> None:
    """What stands after the part that decides is not asked, and owes nothing."""
    assert not _holds(" and ".join([TRUE] * 200 + [FALSE] + [FAILS] * 100))
    assert _holds(" or ".join([FALSE] * 200 + [TRUE] + [FAILS] * 100))
    with pytest.raises(RuleFault):
        _holds(" and ".join([TRUE] * 200 + [FAILS] + [FALSE] * 100))


def test_chains_within_chains() -> None:
    inner = "(" + " or ".join([FALSE] * 120 + [TRUE]) + ")"
    assert _holds(" and ".join([TRUE] * 120 + [inner] * 9))
    assert not _holds(" and ".join([inner] * 9 + [TRUE] * 120 + [f"not {inner}"]))
    assert _holds(" and ".join([TRUE] * 120 + ["some s in seats has s.won is 1 or s.won is 0"]))


def test_thousands(recwarn: pytest.WarningsRecorder) -> None:
    assert _holds(" and ".join(["true"] * 5000))
    assert not list(recwarn)


def test_short_chains_stay_as_they_are() -> None:
    """Specs that were read before give the same rules, node by node."""
    text = " and ".join([TRUE] * 60)
    test = _spec(text).properties[0].test
    depth = 0
    while getattr(test, "args", ()) and str(getattr(test, "op", "")) == "Op.AND":
        test, depth = test.args[0], depth + 1  # type: ignore[union-attr]
    assert depth == 59


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not " * 300 + "true", "nested more than 100 deep"),
        ("true implies " * 300 + "true", "nested more than 100 deep"),
        ("1 + " * 300 + "1 is 301", "too much is joined by '+' here"),
        ("1 * " * 300 + "1 is 1", "too much is joined by '*' here"),
    ],
    ids=["not", "implies", "plus", "times"],
)
def test_what_is_deep_is_told(text: str, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        _spec(text)
    (told,) = caught.value.diagnostics
    assert told.code == "CV316"
    assert words in told.message
    assert told.fix
