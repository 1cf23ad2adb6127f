"""Every error of a spec says what to do about it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardavia_spec.front
from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.front.load import load_text
from cardavia_spec.front.scope import BUILTINS, GLOBAL
from tests.unit.front.marks import shown, unmarked
from tests.unit.front.test_chains import TINY

FRONT = Path(cardavia_spec.front.__file__).parent


def _without_help(text: str) -> list[int]:
    """Return the lines where an error or warning is made that has no help line."""
    found = []
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        made = ast.unparse(call.func).rpartition(".")[2]
        code = ast.unparse(call.args[0])
        if made not in ("error", "warning", "Diagnostic") or "CV" not in code:
            continue
        rest = [arg for arg in call.args if not isinstance(arg, ast.Starred)]
        help_ = call.args[3:4] or [k.value for k in call.keywords if k.arg == "fix"]
        plain = any(not (isinstance(h, ast.Constant) and h.value is None) for h in help_)
        if len(rest) == len(call.args) and not plain:
            found.append(call.lineno)
    return found


@pytest.mark.parametrize("path", sorted(FRONT.glob("*.py")), ids=lambda path: path.stem)
def test_each_error_has_its_help(path: Path) -> None:
    assert _without_help(path.read_text(encoding="utf-8")) == []


def test_an_error_without_help_is_found() -> None:
    assert _without_help('raise t.error("CV503", span, "no number")') == [1]
    assert _without_help('\nDiagnostic("CV115", "open", span, None, notes)') == [2]
    assert _without_help('t.error("CV503", span, "no number", fix)') == []


SOME = [
    ("draw 2 from", "draw «-2» from", "CV534", "a number from 0"),
    ("s.won is 0", "«s.won + true» is 0".replace("«s.won + true»", "s.won + «true»"), "CV503", ""),
    ("suits: [clubs, hearts]", "suits: «[]»", "CV208", "suits: [clubs, hearts]"),
    ("cardavia: 1", "cardavia: «2»", "CV235", "'cardavia: 1'"),
    ("each: seats, seen by: owner", "each: seats, seen by: owner, holds: «deck»", "CV218",
     "deal from there"),
    ("[south, north]", "[" + ", ".join(f"s{i}" for i in range(16)) + ", «more», most]", "CV207",
     "at most 16"),
    ("ranks: [7..9, ace]", "ranks: [«1..9999», ace]", "CV204", "at most three digits"),
    ("ranks: [7..9, ace]", "ranks: [«1000», ace]", "CV204", "at most three digits"),
    ("ranks: [7..9, ace]", "ranks: [«9..7», ace]", "CV512", "write '7..9'"),
    ("ranks: [7..9, ace]", "ranks: [7..9, «hearts»]", "CV402", "stands already for a suit"),
    ("ranks: [7..9, ace]", "ranks: [7..9, «south»]", "CV402", "stands already for a seat"),
    ("suits: [clubs, hearts]", "suits: [clubs, «south»]", "CV402", "stands already for a seat"),
    ("suits: [clubs, hearts]", "suits: [clubs, «size»]", "CV402", "belongs to the language"),
    ("  won:  ", "  «stock»: {in: 0..1, start: 0}\n  won:  ", "CV402", "already for a zone"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "words"), SOME, ids=lambda x: str(x)[:30])
def test_some_errors(old: str, new: str, code: str, words: str) -> None:
    assert old in TINY
    text, start, end = unmarked(TINY.replace(old, new, 1))
    with pytest.raises(SpecError) as caught:
        load_text("tiny.yaml", text)
    told = caught.value.diagnostics[0]
    assert told.span is not None
    assert (told.code, told.span.start, told.span.end) == (code, start, end), str(told)
    assert words in shown(told)
    assert told.fix


def test_where_a_taken_name_was_declared() -> None:
    text = TINY.replace("ranks: [7..9, ace]", "ranks: [7..9, hearts]")
    with pytest.raises(SpecError) as caught:
        load_text("tiny.yaml", text)
    (note,) = caught.value.diagnostics[0].notes
    assert note.span is not None
    assert note.span.start == text.index("hearts")  # the suit, which stands before


DECLARED = [
    ("seats:", "options:\n  «NAME»: {in: 0..1, default: 0}\nseats:"),
    ("state:\n", "state:\n  «NAME»: {in: 0..1, start: 0}\n"),
    ("state:\n", "state:\n  mood: {in: [one, «NAME»], start: one}\n"),
    ("zones: {", "zones: {«NAME»: {seen by: nobody}, "),
    ("moves:", "define:\n  «NAME»: 1\nmoves:"),
    ("[south, north]", "[south, «NAME»]"),
    ("[clubs, hearts]", "[clubs, «NAME»]"),
]
BOUND = [
    ("{do: end deal}", "{with: {«NAME»: 1..2}, do: end deal}"),
    ("{do: end deal}", "{let: {«NAME»: 1}, do: end deal}"),
    ("every s in seats has s.won is 0", "some «NAME» in 1..2 has true"),
    ("to s.hand\n", "to s.hand\n  for «NAME» in 1..2: show stock\n"),
    ("moves:", "define:\n  f: {with: {«NAME»: 1..2}, is: 1}\nmoves:"),
]


@pytest.mark.parametrize("name", [*BUILTINS, *GLOBAL])
def test_names_that_the_language_keeps(name: str) -> None:
    for code, places in (("CV402", DECLARED), ("CV403", BOUND)):
        for old, new in places:
            assert old in TINY
            text, start, end = unmarked(TINY.replace(old, new.replace("NAME", name), 1))
            with pytest.raises(SpecError) as caught:
                load_text("tiny.yaml", text)
            places_told = {(d.code, d.span.start, d.span.end)
                           for d in caught.value.diagnostics if d.span}  # fmt: skip
            assert (code, start, end) in places_told, (new, str(caught.value))


@pytest.mark.parametrize("name", ["suit", "rank", "copy", "next", "previous", "team", "members"])
def test_names_of_something_may_be_names_of_nothing(name: str) -> None:
    """`c.suit` is one name and `suit` another, as the reference says of all names."""
    for old, new in (*DECLARED[:5], *BOUND):
        text, _, _ = unmarked(TINY.replace(old, new.replace("NAME", name), 1))
        assert load_text("tiny.yaml", text).name == "tiny"


@pytest.mark.parametrize(("name", "of"), [("suit", "deck"), ("next", "seats"), ("next", "suits")])
def test_names_of_something_are_declared_once(name: str, of: str) -> None:
    text = TINY.replace("moves:", f"define:\n  {name}: {{with: {{x: {of}}}, is: 1}}\nmoves:")
    with pytest.raises(SpecError, match="belongs to the language"):
        load_text("tiny.yaml", text)
