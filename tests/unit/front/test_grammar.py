"""The grammar: no conflicts, a name for everything, and a cache that never hurts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from cardavia_spec.front import grammar
from cardavia_spec.front.complaints import SIGNS
from cardavia_spec.front.grammar import STARTS, build, cache_folder, grammar_text, parser
from cardavia_spec.front.layout import DEDENT, INDENT, NEWLINE, Layout
from cardavia_spec.front.spelling import RESERVED


@pytest.mark.parametrize("start", [*STARTS, "all"])
def test_no_conflicts(start: str) -> None:
    starts = list(STARTS) if start == "all" else [start]
    lark.Lark(grammar_text(), parser="lalr", start=starts, postlex=Layout(), strict=True)


def test_a_conflict_would_be_found() -> None:
    ambiguous = grammar_text().replace(
        '| additive "+" product ', '| additive "+" additive -> plus2\n    | additive "+" product '
    )
    assert ambiguous != grammar_text()
    with pytest.raises(lark.exceptions.GrammarError):
        lark.Lark(ambiguous, parser="lalr", start=list(STARTS), postlex=Layout(), strict=True)


def terminals() -> set[str]:
    return {terminal.name for terminal in build()[0].terminals}


def test_every_terminal_can_be_told_in_words() -> None:
    special = {"NAME", "INT", "COMMENT", "WS", NEWLINE, INDENT, DEDENT}
    words = terminals() - special - SIGNS.keys()
    assert {word.lower() for word in words} == RESERVED
    assert SIGNS.keys() <= terminals()


def test_reserved_words_are_no_names() -> None:
    (names,) = re.findall(r"^NAME: /\(\?!\(\?:(.*?)\)\\b\)", grammar_text(), re.MULTILINE)
    assert set(names.split("|")) == RESERVED


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parser.cache_clear()
    yield tmp_path
    parser.cache_clear()


def works() -> bool:
    parser.cache_clear()
    built, layout = parser()
    layout.begin(block=False, base=0, end=5)
    return str(built.parse("a + b", start="expr").data) == "plus"


def cached(home: Path) -> list[Path]:
    return sorted((home / "cardavia").glob("*"))


def test_built_once_and_loaded_again(home: Path) -> None:
    assert works()
    (file,) = cached(home)
    before = file.stat()
    assert works()
    assert cached(home) == [file]
    assert file.stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("keep", [0, 70, -1])
def test_a_truncated_cache_is_built_anew(home: Path, keep: int) -> None:
    assert works()
    (file,) = cached(home)
    whole = file.read_bytes()
    file.write_bytes(whole[:keep])
    assert works()
    assert len(file.read_bytes()) > len(whole) // 2
    assert cached(home) == [file]


def test_a_cache_that_is_no_cache(home: Path) -> None:
    assert works()
    (file,) = cached(home)
    file.write_bytes(b"nonsense\n" * 100)
    assert works()
    file.unlink()
    file.mkdir()
    assert works()


def test_a_byte_that_changed(home: Path) -> None:
    assert works()
    (file,) = cached(home)
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2] ^= 1
    file.write_bytes(raw)
    assert works()
    assert file.read_bytes() != raw


def test_a_folder_that_cannot_be_made(home: Path) -> None:
    (home / "cardavia").write_text("in the way", encoding="utf-8")
    assert cache_folder() is None
    assert works()


def test_a_folder_that_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = home / "gone"
    monkeypatch.setattr(grammar, "cache_folder", lambda: gone)
    assert works()
    assert not gone.exists()


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert cache_folder() is None


def test_a_relative_cache_home_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / ".cache" / "cardavia"


def test_a_folder_of_somebody_else_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() is not None
    monkeypatch.setattr(os, "getuid", lambda: -5, raising=False)
    assert cache_folder() is None
