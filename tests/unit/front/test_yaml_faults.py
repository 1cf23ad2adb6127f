"""Every way in which YAML can fail somebody, told in plain words at the right place."""

from __future__ import annotations

import random
import re

import pytest
import yaml

from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, render
from cardavia_spec.core.source import Source
from cardavia_spec.front.compose import compose
from cardavia_spec.front.nodes import Node
from cardavia_spec.front.yaml_words import syntax_fault
from tests.unit.front.marks import shown, unmarked

LOADERS = [pytest.param(yaml.SafeLoader, id="python")]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(pytest.param(yaml.CSafeLoader, id="c"))

FAULTS = [
    # a colon
    ("a: 1\n«b 2»\nc: 3\n", "CV118", "a colon is missing"),
    ("a: 1\n«b 2»\n", "CV118", "a colon is missing"),
    ("a:\n  x: 1\n  «y 2»   # note\n  z: 3\n", "CV118", "a colon is missing"),
    ("«a»\n  b: 1\n", "CV118", "a colon is missing"),
    ("z: 1\n«a»\n  b: 1\n", "CV118", "a colon is missing"),
    ("a:\n  - b: 1\n    «c 2»\n  - d: 1\n", "CV118", "a colon is missing"),
    ("a«:»1\nb: 2\n", "CV118", "write 'a: 1'"),
    ("b: 2\na«:»1\nc: 3\n", "CV118", "write 'a: 1'"),
    ("a: {is«:»x, cite: A1}\n", "CV118", "write 'is: x'"),
    ("a: {«b 1», c: 2}\n", "CV118", "a colon is missing in 'b 1'"),
    ("«:» x\n", "CV113", "no key before this ':'"),
    # a text that needs quotes
    ("a: some c in hand«:» c\n", "CV116", "stands `has`"),
    ("a: x\nb: note«:» this  # c\nc: 1\n", "CV116", '"note: this"'),
    ("do:\n  move x to y\n  for s in z«:» q\n", "CV116", "'|' after the name"),
    ("a: {is: x«:» y, cite: A1}\n", "CV116", '"x: y"'),
    ("a: {in: seats default«:» x}\n", "CV116", "write a comma before it"),
    ("a: {in: [x] «default: x}»\n", "CV116", "a comma is missing"),
    ('a: {in: "x" «default: x}»\n', "CV116", "a comma is missing"),
    ("x: {is: «x in {a, b}», cite: A1}\n", "CV116", '"x in {a, b}"'),
    ("x: {is: «hand[me]», cite: A1}\n", "CV116", '"hand[me]"'),
    ("e: {a, b} «of s»\nb: 1\n", "CV116", '"{a, b} of s"'),
    ("e: [a] «+ b»\nb: 1\n", "CV116", '"[a] + b"'),
    ('a: "x" «+ y»\nb: 1\n', "CV116", '"x + y"'),
    ("a: 'x' «+ y»\nb: 1\n", "CV116", '"x + y"'),
    ('a: "x" «& y»\nb: 1\n', "CV116", '"x & y"'),
    ("e: {a, b} «& x is {}»\nb: 1\n", "CV116", '"{a, b} & x is {}"'),
    ("e: {a, b} «* x»\nb: 1\n", "CV116", '"{a, b} * x"'),
    ("e: {a, b} «- x»\nb: 1\n", "CV116", '"{a, b} - x"'),
    ("e: {a, b} «| x»\nb: 1\n", "CV116", '"{a, b} | x"'),
    ("e: {a, b} «@ x»\nb: 1\n", "CV116", '"{a, b} @ x"'),
    ("e: [a] «& b»\nb: 1\n", "CV116", '"[a] & b"'),
    ("e:\n  {a, b} «& x»\nb: 1\n", "CV116", '"{a, b} & x"'),
    ("- {a, b} «& x»\n- y\n", "CV116", '"{a, b} & x"'),
    ("e: {a: b} «& c»\nb: 1\n", "CV116", "nothing follows"),
    ("e: {" + "a, " * 30 + "b} «& c»\nb: 1\n", "CV116", "stands under '|'"),
    ("a: {is: {a, b} «& x is {}», cite: A1}\n", "CV116", '"{a, b} & x is {}"'),
    ("a: {is: {a, b} «is x», cite: A1}\n", "CV116", ': "{a, b} is x"'),
    ("a: {is: [a] «is x», cite: A1}\n", "CV116", ': "[a] is x"'),
    ('a: {is: "x" «is x», cite: A1}\n', "CV116", ': "x is x"'),
    ("a: {is: «@»x, cite: A1}\n", "CV116", ': "@x"'),
    ("a: {is: «&» x, cite: A1}\n", "CV109", ': "& x"'),
    ("a: «*»x is 1\n", "CV109", '"*x is 1"'),
    ("a: {is: «*»x is 1, cite: A1}\n", "CV109", ': "*x is 1"'),
    ("a: {is: «#x, cite: A1}»\nb: 1\n", "CV115", ': "#x"'),
    ("a: {is: x «# y, cite: A1}»\nb: 1\n", "CV115", ': "x # y"'),
    ("a: [x, y «#1]»\nb: 1\n", "CV115", ': "y #1"'),
    ("«a»: #1 is 1\nb: 2\n", "CV108", "begins a comment"),
    ("why: 'it'«s me'»\nb: 1\n", "CV116", "quotes of the other kind"),
    ("e: «@»x\n", "CV116", '"@x"'),
    ("e: «`»x`\n", "CV116", "cannot begin with `"),
    ("e: «%»x\n", "CV116", "cannot begin with %"),
    ("e: «|» x\n", "CV116", "opens a block of lines"),
    ("e: «>» 3\n", "CV116", '"> 3"'),
    ("do: «|»0\n  x\n", "CV116", "opens a block of lines"),
    ("e: «?» x\n", "CV116", "cannot begin with ?"),
    ("e: «-» x\n", "CV116", "cannot begin with -"),
    ("e: «}» x\n", "CV116", "cannot begin with }"),
    ("e: «,» x\n", "CV116", "before this comma"),
    ("e: [1,«,»2]\n", "CV116", "before this comma"),
    ("a: foo «# note»\n  bar\nb: 1\n", "CV116", "the text goes on in the next line"),
    ("b: foo «# note»\n  bar\n  baz\nc: 1\n", "CV116", "the text goes on in the next line"),
    # brackets and quotes
    ("a: «{»b: 1\nc: 2\n", "CV115", "this { is never closed"),
    ("a: «[»1, 2\nb: 3\n", "CV115", "this [ is never closed"),
    ("a: «{»b: 1", "CV115", "write }"),
    ("a: «[»\n", "CV115", "write ]"),
    ("a: {b: 1}«}»\nc: 2\n", "CV115", "closes nothing"),
    ("a: [1]«]»\n", "CV115", "closes nothing"),
    ("a: [1, 2«}»\nb: 1\n", "CV115", "] should stand here, not }"),
    ("a: {b: 1«]»\nb: 1\n", "CV115", "} should stand here, not ]"),
    ('a: «"»foo\nb: 1\n', "CV115", "never closed"),
    ("a: «'»foo\nb: 1\n", "CV115", "never closed"),
    ('a: «"»foo\nb: "x"\n', "CV115", "is not closed before line 2"),
    ('a: "foo\n  b "«x"»\n', "CV115", "is a closing quote missing above"),
    # columns
    ("a: 1\n  «b: 2»\n", "CV117", "further right than the one above"),
    ("a:\n  b: 1\n    «c: 2»\n", "CV117", "further right than the one above"),
    ("a:\n    b: 1\n  «c: 2»\n", "CV117", "under nothing it could belong to"),
    ("a: |\n    x\n  «y»\nb: 1\n", "CV117", "further left than the first line of the block"),
    ("a: 1\n«- b»\n", "CV117", "an item of a list stands between"),
    ("- a\n«b: 1»\n", "CV117", "between the items of a list"),
    # nothing, and twice
    ("a: 1\n«b»:\n", "CV108", "nothing stands after 'b:'"),
    ("a: {«b»: , c: 1}\n", "CV108", "nothing stands after 'b:'"),
    ("«a»: ~\n", "CV108", "nothing stands after 'a:'"),
    ("- x\n-«»\n", "CV108", "nothing stands in this item"),
    ("a: {is: «max(0, x)», cite: A1}\n", "CV108", '"max(0, x)"'),
    ("a: {order: «a, b, c > d», cite: A1}\n", "CV108", '"a, b, c > d"'),
    ("a: {is: «f(a, (b, c), d)», cite: A1}\n", "CV108", "a comma cuts this text in two"),
    ("a: 1\nb: 2\n«a»: 3\n", "CV107", "a second time"),
    ("a: {«b»: 1}\n".replace("b»: 1", "b: 1, «b»: 2").replace("{«", "{"), "CV107", "a second time"),
    ('"a": 1\n«a»: 3\n', "CV107", "a second time"),
    # what YAML has and a spec does not
    ("a: «&x» 1\n", "CV109", "gives a name"),
    ("a: «*x»\n", "CV109", "from elsewhere in the file"),
    ("a: «&» x\n", "CV109", "cannot begin with &"),
    ("a: «*» x\n", "CV109", "cannot begin with *"),
    ("«<<»: {a: 1}\n", "CV109", "pours another mapping"),
    ("a: «!x»\n", "CV110", "with !"),
    ("a: «!» x\n", "CV110", "with !"),
    ("a: «!!int» 3\n", "CV110", "with !"),
    ("a: «!»<x\n", "CV110", "with !"),
    ("a: «!»a!b c\n", "CV110", "with !"),
    ("a: 1\n«---»\nb: 2\n", "CV111", "second document"),
    ("«%YAML 2.0»\n---\na: 1\n", "CV111", "speaks to the YAML reader"),
    ("%YAML 1.1\n«---»\na: 1\n".replace("«---»", "---").replace("%YAML", "«%YAML", 1)
     .replace("---\n", "---»\n"), "CV111", "speaks to the YAML reader"),
    ("a: 1\n«%b: 2»\n", "CV111", "speaks to the YAML reader"),
    ("a: 1\n...\n«b: 2»\n", "CV111", "ends before this line"),
    # keys
    ("? «[a]»\n: b\n", "CV113", "a key must be a text"),
    ("«{a: b}»: c\n", "CV113", "a key must be a text"),
    ("e: «{a, b}»\n", "CV114", '"{a, b}"'),
    ("e: «{c in hand where p}»\n", "CV114", '"{c in hand where p}"'),
    # anything else
    ("[a]: b c«:» d\n", "CV106", "breaks off here"),
]  # fmt: skip


def faults(text: str, loader: type[object]) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        compose(Source("a.yaml", text), loader)
    return caught.value.diagnostics


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(("marked", "code", "words"), FAULTS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_each_fault(
    marked: str, code: str, words: str, loader: type[object], line_end: str
) -> None:
    text, start, end = unmarked(marked.replace("\n", line_end))
    found = faults(text, loader)
    assert [d.code for d in found] == [code], render(found[0])
    span = found[0].span
    assert span is not None
    assert (span.start, span.end) == (start, end), render(found[0])
    assert words in shown(found[0])


def test_long_keys() -> None:
    for text in ["a" * 1100 + ": 1\n", "b: 1\n" + "a" * 1100 + ": 1\n"]:
        (found,) = faults(text, yaml.SafeLoader)
        assert (found.code, found.message) == ("CV116", "a name of more than 1024 characters")


@pytest.mark.parametrize("text", ['a: "\\q"\n', 'a: "\\xZZ"\n'])
@pytest.mark.parametrize("loader", LOADERS)
def test_escapes_that_are_none(text: str, loader: type[object]) -> None:
    (found,) = faults(text, loader)
    assert found.code == "CV116"
    assert "single quotes" in shown(found)


@pytest.mark.parametrize("text", ["a: [b, c:]\n", "a: {cite:, b: 1}\n", "a: {b:}\n"])
@pytest.mark.parametrize("loader", LOADERS)
def test_a_colon_before_a_bracket_or_comma(text: str, loader: type[object]) -> None:
    assert [d.code for d in faults(text, loader)] == ["CV108"]


def test_a_fault_that_nobody_foresaw() -> None:
    source = Source("a.yaml", "a: 1\n")
    found = syntax_fault(source, yaml.MarkedYAMLError("odd", None, "odder", None), yaml.SafeLoader)
    assert found.code == "CV106"


def test_all_faults_of_a_file_at_once() -> None:
    text = "a: &k 1\nb: *k\na: 3\nc: !x 2\nd:\ne: {is: f(x, y)}\ng h\n"
    found = faults(text, yaml.SafeLoader)
    assert [(d.code, d.span.line) for d in found if d.span] == [
        ("CV109", 1),
        ("CV109", 2),
        ("CV107", 3),
        ("CV110", 4),
        ("CV108", 5),
        ("CV108", 6),
        ("CV118", 7),
    ]
    assert found[2].notes[0].span is not None
    assert found[2].notes[0].span.line == 1


def test_faults_are_counted_off() -> None:
    text = "".join("a: 1\n" for _ in range(5000)) + "{" + "b, " * 5000 + "}"
    assert len(faults(text, yaml.SafeLoader)) <= 101


@pytest.mark.parametrize(("marked", "code", "words"), FAULTS)
def test_no_word_of_the_parser_is_shown(marked: str, code: str, words: str) -> None:
    for found in faults(unmarked(marked)[0], yaml.SafeLoader):
        jargon = re.search(
            r"scalar|token|<[a-z]|block end|flow|context|parsing|scanning|node|expected|stream",
            found.message,
        )
        assert jargon is None, found.message


def test_every_code_of_the_family_is_shown_here_or_in_the_tests_of_reading() -> None:
    here = {code for _, code, _ in FAULTS}
    reading = {"CV100", "CV101", "CV102", "CV103", "CV104", "CV105", "CV112"}
    assert here | reading == {code for code in CODES if code.startswith("CV1")}


def test_two_loaders_read_the_same() -> None:
    if len(LOADERS) < 2:
        pytest.skip("this PyYAML has no C loader")
    rng = random.Random(7)
    pieces = [
        "a",
        "b c",
        ": ",
        "\n",
        "\n  ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ",",
        '"',
        "'",
        " #",
        "|",
        "x",
    ]
    agreed = 0
    for _ in range(1500):
        source = Source("a.yaml", "".join(rng.choices(pieces, k=rng.randint(1, 12))))
        read: list[Node | None] = []
        for loader in (yaml.SafeLoader, yaml.CSafeLoader):
            try:
                read.append(compose(source, loader))
            except SpecError:
                read.append(None)
        if None not in read:
            agreed += 1
            assert read[0] == read[1], source.text
    assert agreed > 100
