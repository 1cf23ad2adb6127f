"""What is generated from a spec is the same whatever was planned before in the process."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from cardavia_spec.back.c.source import source as c_source
from cardavia_spec.back.python.source import source as python_source
from cardavia_spec.core.plan import inline, rules
from cardavia_spec.front.load import load_text
from cardavia_spec.play.engines import Made

ROOT = Path(__file__).resolve().parents[3]
SPECS = {
    path.stem: path
    for path in (ROOT / "spec" / "aluette.yaml", ROOT / "tests" / "games" / "briscola.yaml")
}


def made(order: Iterable[str]) -> dict[str, tuple[str, str, str]]:
    """Return the sources of games that are made one after another, from their texts on."""
    found = {}
    for name in order:
        spec = load_text(SPECS[name].name, SPECS[name].read_text(encoding="utf-8"))
        # Elsewhere the same spec is planned with questions as well: that must not matter either.
        asked = Made(spec, asks=True).program
        program = rules.plan(spec)
        found[name] = (c_source(program), python_source(program), c_source(asked, counts=True))
    return found


def test_in_any_order_the_bytes_are_the_same() -> None:
    assert made(SPECS) == made(reversed(SPECS))


def test_with_names_that_go_on_being_numbered_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    inline.begin()
    monkeypatch.setattr(rules, "begin", lambda: None)
    assert made(SPECS) != made(reversed(SPECS))
