"""The register of clauses: read with every fault, and held against the spec both ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.load import load_spec
from cardavia_spec.rulebook.clauses import (
    Register,
    load_register,
    read_register,
    register_path,
)
from cardavia_spec.rulebook.coverage import coverage
from tests.unit.check.tiny import tiny

ROOT = Path(__file__).parents[3]
SHA = "0123456789abcdef" * 4

TEXT = f"""\
clauses: 1
game: tiny
page: {{file: tiny.txt, language: en}}
sentences:
  - {{place: "1.1", sha256: {SHA}, clauses: [T1, T2], says: two players}}
  - {{place: "1.2", sha256: {SHA}, clauses: T3, says: follow suit}}
  - {{place: "2.1", sha256: {SHA}, not a rule: it greets, says: welcome}}
  - place: "2.2"
    sha256: {SHA}
    clauses: [T4]
    says: prizes
"""


def read(*edits: tuple[str, str]) -> Register:
    text = TEXT
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return read_register(Source("clauses/tiny.yaml", text))


def test_a_register_is_read() -> None:
    register = read()
    assert (register.game, register.page, register.language) == ("tiny", "tiny.txt", "en")
    assert [s.place for s in register.sentences] == ["1.1", "1.2", "2.1", "2.2"]
    assert [c.clause for c in register.sentences[0].clauses] == ["T1", "T2"]
    assert register.sentences[1].says == "follow suit"
    assert register.sentences[2].not_a_rule == "it greets"
    assert coverage(tiny(), register) == ()


FAULTS: list[tuple[str, str, tuple[str, str]]] = [
    ("CV640", "no form '2'", ("clauses: 1", "clauses: 2")),
    ("CV640", "no key 'gane'", ("game: tiny", "gane: tiny")),
    ("CV640", "'page' is missing", ("page: {file: tiny.txt, language: en}\n", "")),
    ("CV640", "must be a mapping", ("page: {file: tiny.txt, language: en}", "page: tiny.txt")),
    ("CV640", "no key 'plase'", ('place: "1.2"', 'plase: "1.2"')),
    ("CV640", "'says' is missing", (", says: welcome", "")),
    ("CV640", "no SHA-256", (f'"1.2", sha256: {SHA}', '"1.2", sha256: 12ab')),
    ("CV640", "either clauses or a reason", (", not a rule: it greets", "")),
    ("CV640", "either clauses or a reason", (", clauses: T3", ", clauses: T3, not a rule: no")),
    ("CV640", "one word", ("clauses: [T1, T2]", "clauses: [[T1], T2]")),
    ("CV643", "'1.1'", ('place: "1.2"', 'place: "1.1"')),
]


@pytest.mark.parametrize(("code", "words", "edit"), FAULTS, ids=[f"{c}-{w}" for c, w, _ in FAULTS])
def test_each_fault_of_a_register_is_told(code: str, words: str, edit: tuple[str, str]) -> None:
    with pytest.raises(SpecError) as caught:
        read(edit)
    told = caught.value.diagnostics
    assert any(d.code == code and words in d.message for d in told), [render(d) for d in told]
    assert all(d.span is not None for d in told)


def test_a_list_instead_of_a_register_is_told() -> None:
    with pytest.raises(SpecError) as caught:
        read_register(Source("clauses/tiny.yaml", "- a\n- b\n"))
    assert [d.code for d in caught.value.diagnostics] == ["CV640"]


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    assert all(d.code in CODES for d in found)
    return [d.code for d in found]


def test_gaps_between_register_and_spec_are_told_both_ways() -> None:
    assert codes(coverage(tiny(), read(("[T1, T2]", "[T1]")))) == ["CV642"]
    assert codes(coverage(tiny(), read(("[T1, T2]", "[T1, T2, T9]")))) == ["CV641"]
    assert codes(coverage(tiny(), read(("game: tiny", "game: other")))) == ["CV644"]
    assert codes(coverage(tiny(), read(("file: tiny.txt", "file: other.txt")))) == ["CV646"]
    # A clause that is no rule may have a sentence or not.
    assert codes(coverage(tiny(), read(("not a rule: it greets", "clauses: [T5]")))) == []


@pytest.mark.parametrize("path", sorted((ROOT / "spec").glob("*.yaml")), ids=lambda p: p.stem)
def test_the_registers_of_the_specs_hold(path: Path) -> None:
    spec = load_spec(path)
    register = load_register(register_path(path, spec.name))
    assert [render(d) for d in coverage(spec, register)] == []
    assert len({s.sha256 for s in register.sentences}) > 1
