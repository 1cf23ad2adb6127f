"""What can be wrong with a file before its structure matters."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.nodes import read_source, read_yaml
from cardavia_spec.front.reading import LIMIT, SHOWN, hidden_faults
from tests.needs import needs
from tests.work import at_most


def fault(path: Path) -> Diagnostic:
    with pytest.raises(SpecError) as caught:
        read_yaml(read_source(path))
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


def write(path: Path, raw: bytes) -> Path:
    path.write_bytes(raw)
    return path


def test_a_file_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.yaml", "a: ä𝄞\n".encode())
    source = read_source(path)
    assert source == Source(str(path), "a: ä𝄞\n")


def test_no_such_file(tmp_path: Path) -> None:
    found = fault(tmp_path / "none.yaml")
    assert found.code == "CV100"
    assert "no such file" in found.message


def test_a_file_that_was_meant(tmp_path: Path) -> None:
    write(tmp_path / "duel.yaml", b"a: 1\n")
    write(tmp_path / "other.txt", b"")
    assert fault(tmp_path / "deul.yaml").fix == f"did you mean '{tmp_path / 'duel.yaml'}'?"
    assert fault(tmp_path / "whist.json").fix is None
    told = fault(tmp_path / "nowhere" / "duel.yaml").fix
    assert told == f"there is no folder '{tmp_path / 'nowhere'}' either"


def test_a_folder(tmp_path: Path) -> None:
    found = fault(tmp_path)
    assert found.code == "CV100"
    assert "folder" in found.message


def test_a_file_behind_a_file(tmp_path: Path) -> None:
    inside = write(tmp_path / "a.yaml", b"a: 1\n") / "b.yaml"
    assert fault(inside).code == "CV100"


def test_a_name_that_is_none() -> None:
    with pytest.raises(SpecError) as caught:
        read_source("a\0b")
    assert caught.value.diagnostics[0].code == "CV100"


@needs("program mkfifo")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = fault(tmp_path / "pipe")
    assert found.code == "CV100"
    assert "no ordinary file" in found.message


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    path = write(tmp_path / "a.yaml", b"a: 1\n")
    monkeypatch.setattr(Path, "open", refused)
    found = fault(path)
    assert found.code == "CV100"
    assert "may not read" in found.message


def test_not_utf_8(tmp_path: Path) -> None:
    found = fault(write(tmp_path / "a.yaml", b"a: \xc3\xa4\nb: K\xf6nig\n"))
    assert found.code == "CV101"
    assert "0xf6" in found.message
    assert "line 2, byte 10" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 5)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    raw = "\ufeffé: 1\n".replace("\ufeff", "" if encoding == "latin-1" else "\ufeff")
    assert fault(write(tmp_path / "a.yaml", raw.encode(encoding))).code == "CV101"


def test_half_a_character_at_the_end(tmp_path: Path) -> None:
    found = fault(write(tmp_path / "a.yaml", "a: ä".encode()[:-1]))
    assert found.code == "CV101"
    assert "line 1, byte 3" in found.message


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf", b"---\n", b"~\n"])
def test_empty(raw: bytes, tmp_path: Path) -> None:
    assert fault(write(tmp_path / "a.yaml", raw)).code == "CV102"


def test_too_large_is_told_at_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a.yaml", b"a: [" + b"x, " * 3_500_000)
    with at_most(100_000):
        found = fault(path)
    assert found.code == "CV103"
    assert "10.5 MB" in found.message
    assert "2 MB" in found.message


def test_the_limit_itself_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.yaml", b"a: " + b"x" * (LIMIT - 3))
    assert len(read_source(path).text) == LIMIT


@pytest.mark.parametrize(
    "char",
    [
        *map(
            chr,
            (
                0,
                1,
                7,
                8,
                11,
                12,
                27,
                127,
                0x85,
                0x9F,
                0x2028,
                0x2029,
                0x202E,
                0x2066,
                0xFEFF,
                0xFFFE,
            ),
        )
    ],
)
def test_characters_that_nobody_sees(char: str, tmp_path: Path) -> None:
    found = fault(write(tmp_path / "a.yaml", f"a: 1\nb: x{char}y\n".encode()))
    assert found.code == "CV104"
    assert f"U+{ord(char):04X}" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 5)


def test_a_carriage_return_alone() -> None:
    (found,) = hidden_faults(Source("a.yaml", "a: 1\rb: 2\r"))[:1]
    assert found.code == "CV104"
    assert "carriage return" in found.message


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u200b", "\u3000"])
def test_odd_blanks_before_a_line(blank: str, tmp_path: Path) -> None:
    found = fault(write(tmp_path / "a.yaml", f"a:\n {blank}b: 1\n".encode()))
    assert found.code == "CV104"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 2)


@pytest.mark.parametrize(
    "text", ["a:\n\tb: 1\n", "a:\n  \tb: 1\n", "a: |\n  move x to y\n  \tshow x\n"]
)
def test_tabs_before_a_line(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_yaml(Source("a.yaml", text))
    (found,) = caught.value.diagnostics
    assert found.code == "CV105"
    assert found.span is not None
    assert found.span.text == "\t"
    assert "blanks" in (found.fix or "")


def test_tabs_elsewhere_are_blanks() -> None:
    read_yaml(Source("a.yaml", "a:\t1\t# \tb\nb: 2\t\n"))


def test_many_of_a_kind_are_counted_not_told() -> None:
    found = hidden_faults(Source("a.yaml", "\tx\n" * 1000 + "\0" * 1000))
    assert [d.code for d in found] == ["CV104"] * SHOWN + ["CV105"] * SHOWN
    assert "more of this kind" in found[-1].notes[0].text


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u3000"])
def test_odd_blanks_behind_a_key(blank: str) -> None:
    (found,) = hidden_faults(Source("a.yaml", f"a:\n  b c:{blank}x\n  d: y{blank}z\n"))
    assert found.code == "CV104"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 7)


def test_the_line_ends_of_old_systems_are_told_once() -> None:
    found = hidden_faults(Source("a.yaml", "a: 1\r" * 100))
    assert [d.code for d in found] == ["CV104"]


def test_what_a_terminal_would_obey_is_not_sent_to_it() -> None:
    told = render(hidden_faults(Source("a.yaml", "a: \x1b[31mred\x00\n"))[0])
    assert "\x1b" not in told
    assert "\x00" not in told
    assert "a: \ufffd[31mred\ufffd" in told
