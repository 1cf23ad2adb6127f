"""Every fault of a fixture is told on its own line, and nothing else is told.

The expected fault stands as a comment on the offending line: `# CV401: part of the message`.
"""

import re
from pathlib import Path

import pytest

from cardavia_spec.core.codes import ALL, CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.build import build
from cardavia_spec.front.faults import Faults
from cardavia_spec.front.nodes import read_yaml

FIXTURES = sorted(Path(__file__).parent.glob("*.yaml"))
EXPECTED = re.compile(r"# (CV\d+): (.*)$")


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    faults = Faults()
    try:
        build(read_yaml(source), source, faults)
    except SpecError as error:
        return error.diagnostics
    return faults.ordered()


def expected(path: Path) -> list[tuple[int, str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        (number, found[1], found[2])
        for number, line in enumerate(lines, 1)
        if (found := EXPECTED.search(line))
    ]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda p: p.stem)
def test_each_fault_on_its_line(path: Path) -> None:
    told = diagnostics(path)
    found = [(d.span.line, d.code) for d in told if d.span]
    wanted = expected(path)
    assert sorted(found) == sorted((line, code) for line, code, _ in wanted), "\n".join(
        map(render, told)
    )
    assert [render(d) for d in told if not d.fix] == []
    for line, code, part in wanted:
        texts = [render(d) for d in told if d.span and (d.span.line, d.code) == (line, code)]
        assert any(part in text for text in texts), texts


def test_no_code_has_two_meanings() -> None:
    codes = [code.code for code in ALL]
    assert codes == sorted(set(codes))


def test_every_code_of_the_front_end_has_a_fixture() -> None:
    shown = {code for path in FIXTURES for _, code, _ in expected(path)}
    families = ("CV2", "CV34", "CV4", "CV5")
    missing = [c for c in CODES if c.startswith(families) and c not in shown]
    assert missing == sorted(WHOLE_SPEC), missing


WHOLE_SPEC = {"CV207", "CV210", "CV211", "CV213", "CV216", "CV220"}
"""Codes that stop the reading of a spec: each has a test of its own below."""

TINY = """\
cardavia: 1
game: tiny
seats: {names: [south, north], teams: {us: [south], them: [north]}}
deck: {suits: [clubs], ranks: [1..4]}
zones: {stock: {seen by: nobody, holds: deck}, hand: {each: seats, seen by: owner}}
deal: |
  for s in seats: draw 2 from stock to s.hand
state: {turn: {in: seats, start: south}}
moves:
  pass: {do: end deal}
"""


@pytest.mark.parametrize(
    ("code", "old", "new", "line"),
    [
        ("CV207", "ranks: [1..4]", "ranks: [1..400, a, b], copies: 3", 4),
        ("CV210", "us: [south]", "us: [sooth]", 3),
        ("CV211", "them: [north]", "them: []", 3),
        ("CV213", "ranks: [1..4]", "ranks: [1..4], copies: none", 4),
        ("CV216", "turn: {in: seats, start: south}", "trun: {in: seats, start: south}", 8),
        ("CV220", ", holds: deck", "", 5),
    ],
)
def test_what_stops_the_reading(code: str, old: str, new: str, line: int, tmp_path: Path) -> None:
    assert old in TINY
    good = tmp_path / "good.yaml"
    good.write_text(TINY, encoding="utf-8")
    assert diagnostics(good) == ()
    path = tmp_path / "tiny.yaml"
    path.write_text(TINY.replace(old, new), encoding="utf-8")
    assert [(d.code, d.span.line) for d in diagnostics(path) if d.span] == [(code, line)]
