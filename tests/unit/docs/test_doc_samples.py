"""What the documentation shows is true: specs load, expressions type, commands and links exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardavia_spec.cli.main import COMMANDS, build, main
from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.front.load import load_text
from tests.unit.docs.doc_samples import (
    PAGES,
    ROOT,
    Sample,
    commands,
    marked,
    merged,
    samples,
    whole,
)

LANGUAGE = ROOT / "docs" / "language.md"
TUTORIAL = ROOT / "docs" / "tutorial.md"
BASE = samples(LANGUAGE, "yaml")[0].text
FRAGMENTS = [
    sample
    for page in PAGES
    if page != TUTORIAL
    for sample in samples(page, "yaml")
    if not whole(sample.text)
]
WHOLE = [s for page in PAGES if page != TUTORIAL for s in samples(page, "yaml") if whole(s.text)]


@pytest.mark.parametrize("sample", WHOLE, ids=str)
def test_whole_specs_load(sample: Sample) -> None:
    load_text(str(sample), sample.text)


@pytest.mark.parametrize("sample", FRAGMENTS, ids=str)
def test_fragments_load_in_the_sample_game(sample: Sample) -> None:
    load_text(str(sample), merged(BASE, sample.text))


def test_the_tutorial_loads_step_by_step() -> None:
    """Each step adds to the file; from the fifth on it is a whole game."""
    steps = [sample.text for sample in samples(TUTORIAL, "yaml")]
    assert len(steps) >= 7
    for count in range(len(steps) - 1, len(steps) + 1):
        load_text("duel.yaml", "\n".join(steps[:count]))


def test_a_broken_fragment_would_be_noticed() -> None:
    with pytest.raises(SpecError, match="CV401"):
        load_text("broken", merged(BASE, "scoring:\n  winners_of: all s in seats where nonsense\n"))


def test_merging_replaces_and_adds() -> None:
    spec = "a: 1\nb:\n  x: 1\n  y:\n    z: 2\nc: |\n  old\n"
    fragment = "b:\n  y: 3\n  w: 4\nc: |\n  new\nd: 5\n"
    assert merged(spec, fragment) == "a: 1\nb:\n  x: 1\n  y: 3\n  w: 4\nc: |\n  new\nd: 5\n"


@pytest.mark.parametrize("text", marked(LANGUAGE, "expression"))
def test_expressions_of_the_reference(text: str) -> None:
    value = "none" if text == "none" else text
    wrapped = (
        f"taker is {value}" if value == "none" else f"(if at_lead then ({text}) else ({text}))"
    )
    if text == "{}":
        wrapped = "hand is {}"
    spec = merged(BASE, f"define:\n  sample: |\n    {wrapped}\n")
    load_text(text, spec)


@pytest.mark.parametrize("text", marked(LANGUAGE, "statement"))
def test_statements_of_the_reference(text: str) -> None:
    load_text(text, merged(BASE, f"moves:\n  sample:\n    do: |\n      {text}\n"))


def test_there_are_enough_samples() -> None:
    assert len(marked(LANGUAGE, "expression")) > 25
    assert len(marked(LANGUAGE, "statement")) > 8
    assert len(FRAGMENTS) > 10


@pytest.mark.parametrize(
    ("page", "line"), [(page, line) for page in PAGES for line in commands(page)]
)
def test_commands_exist(page: Path, line: str) -> None:
    words = re.sub(r"\s{2,}#.*", "", line).split()
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert words[1] in targets, f"{page.name}: {line}"
        return
    command = words[1]
    if command.startswith("-") or command.isupper():
        return
    assert command in COMMANDS, f"{page.name}: {line}"
    parser = build(command)[1]
    known = set(re.findall(r"--[a-z-]+", parser.format_help()))
    used = {word.strip("[]").partition("=")[0] for word in words if word.strip("[]")[:2] == "--"}
    assert used <= known, f"{page.name}: {line}"


def links() -> list[tuple[Path, str]]:
    return [
        (page, target)
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("page", "target"), links())
def test_links_lead_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`((?:cardavia_spec|tests|spec|docs|tools)/[a-z_/.]*)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_anchors_of_the_reference_exist() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    heads = {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-")
             for h in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}  # fmt: skip
    used = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert used
    assert used <= heads


def test_every_key_of_a_spec_is_in_the_reference() -> None:
    from cardavia_spec.core.spec import PropertyKind
    from cardavia_spec.front.build import SECTIONS

    text = LANGUAGE.read_text(encoding="utf-8")
    missing = [
        key for key in (*SECTIONS, *(k.value for k in PropertyKind)) if f"`{key}`" not in text
    ]
    assert missing == []


def test_every_word_of_the_grammar_is_in_the_reference_and_can_be_explained() -> None:
    from cardavia_spec.cli.words import WORDS

    grammar = (ROOT / "cardavia_spec" / "front" / "cardavia.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", grammar)))
    assert len(words) > 30
    text = LANGUAGE.read_text(encoding="utf-8")
    assert [w for w in sorted(words) if not re.search(rf"\b{w}\b", text)] == []
    assert sorted(words - WORDS.keys()) == []


def test_the_reserved_words_of_the_reference_are_those_of_the_grammar() -> None:
    from cardavia_spec.front.scope import BUILTINS, GLOBAL

    grammar = (ROOT / "cardavia_spec" / "front" / "cardavia.lark").read_text(encoding="utf-8")
    excluded = re.search(r"NAME: /\(\?!\(\?:([a-z|]+)\)", grammar)
    assert excluded
    text = re.sub(r"\s+", " ", LANGUAGE.read_text(encoding="utf-8"))
    told = re.search(r"which cannot be names: `([a-z ]+)`", text)
    assert told
    assert told[1].split() == sorted(excluded[1].split("|"))
    builtin = re.search(
        r"come with the language be declared: `([a-z ]+)`, and as names of nothing `([a-z ]+)`",
        text,
    )
    assert builtin
    assert set(builtin[1].split()) == set(BUILTINS)
    assert set(builtin[2].split()) == set(GLOBAL)


def test_the_limits_that_the_reference_tells_are_those_of_the_code() -> None:
    from cardavia_spec.front import (
        constants,
        declare,
        forms,
        layout,
        operators,
        pack,
        parse,
        reading,
        statements,
    )

    text = re.sub(r"\s+", " ", LANGUAGE.read_text(encoding="utf-8"))
    assert operators.WIDEST == 1 << 62
    for told in (
        f"at most {pack.MOST_SEATS} seats, {pack.MOST_CARDS} cards,",
        f", {declare.MOST_CELLS:,} variables (each one of a family counts) and"
        f" {reading.LIMIT // 1_000_000} MB",
        f"numeral has at most {forms.DIGITS} digits",
        f"at most {constants.LARGEST:,} apart",
        "between -2^62 and 2^62",
        f"at most {layout.DEEPEST} deep",
        f"at most {parse.DEEPEST} levels deep",
        f"more than {statements.LONGEST} times",
    ):
        assert told in text, told


@pytest.mark.slow
def test_the_readme_shows_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = "\n".join(sample.text for sample in samples(TUTORIAL, "yaml"))
    monkeypatch.chdir(tmp_path)
    shown = [s.text for s in samples(ROOT / "README.md", "") if s.text.startswith("$ cardavia")]
    assert len(shown) == 3
    for text in shown:
        command, _, told = text.partition("\n")
        wrong = duel.replace("led, c.power", "led, c.pwoer") if "error" in told else duel
        (tmp_path / "duel.yaml").write_text(wrong)
        capsys.readouterr()
        main(command.split()[2:])
        said = capsys.readouterr()
        printed = said.out + said.err
        if "check" in command and "error" not in told:  # times and counts differ from run to run
            assert [line[:48] for line in printed.splitlines()[:-2]] == [
                line[:48] for line in told.splitlines()[:-1]
            ]
        else:
            assert printed == told


def test_the_program_in_the_readme_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (program,) = samples(ROOT / "README.md", "python")
    monkeypatch.chdir(ROOT)
    exec(program.text, {})
    assert capsys.readouterr().out.startswith("{")


def test_nothing_stands_half_written() -> None:
    for page in PAGES:
        assert not re.search(r"_HERE\b|TODO|XXX", page.read_text(encoding="utf-8")), page.name
