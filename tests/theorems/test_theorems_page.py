"""What docs/theorems.md names stands where it says."""

from __future__ import annotations

import re
from pathlib import Path

from cardavia_spec.front.load import load_spec

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "theorems.md"
WORDS = {"cardavia check", "rows", "first", "possible"}


def named(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text)) - WORDS


def missing(text: str) -> set[str]:
    labels = {
        prop.name
        for game in ("aluette", "schnapsen", "ganjifa")
        for prop in load_spec(ROOT / "spec" / f"{game}.yaml").properties
    }
    return {name for name in named(text) if name not in labels and not (ROOT / name).exists()}


def test_all_that_is_named_is_there() -> None:
    assert len(named(PAGE.read_text(encoding="utf-8"))) > 60
    assert not missing(PAGE.read_text(encoding="utf-8"))


def test_a_name_that_is_gone_is_seen() -> None:
    assert missing("`never two at 67`, `tests/none.py`, `never two at 66`") == {
        "never two at 67",
        "tests/none.py",
    }
