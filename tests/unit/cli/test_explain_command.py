"""`cardavia explain`: codes, names, clauses, positions, and moves in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardavia_spec.cli.things import find, names, things
from cardavia_spec.cli.words import WORDS
from cardavia_spec.core.codes import CODES
from cardavia_spec.front.load import load_spec, load_text
from tests.unit.cli.cli_helpers import CORNERS, Cli

SPEC = "spec/corners.yaml"
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("code", ["CV401", "cv401"])
def test_a_code(cli: Cli, code: str) -> None:
    told = cli("explain", code)
    assert told.code == 0
    assert told.out.startswith(f"CV401: {CODES['CV401'].title}")


def test_all_codes(cli: Cli) -> None:
    told = cli("explain", "--all")
    assert [line for line in told.out.splitlines() if line.startswith("CV")] == [
        f"{code}: {CODES[code].title}" for code in sorted(CODES)
    ]
    assert len(cli("explain", "--all", "--json").json["codes"]) == len(CODES)


def test_an_unknown_code(cli: Cli) -> None:
    told = cli("explain", "CV40")
    assert told.code == 2
    assert "error[CV905]" in told.err
    assert "did you mean 'CV" in told.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hearts", "a suit, number 3 of 4"),
        ("south_north", "a team, number 1 of 2"),
        ("hearts-ace", "points: 11"),
        ("last_ten", "default: true"),
        ("score", "a variable of the match"),
        ("tricks", "one for each team"),
        ("hand", "its owner sees its cards"),
        ("points", "every ace"),
        ("playable", "read for the seat whose turn it is"),
        ("follow suit", "a tier of 'playable'"),
        ("play", "parameter card: card"),
        ("trick taken", "an event"),
        ("won cards stay won", "a property: each step"),
        ("highest", "a word of the language"),
        ("next", "a name of the language"),
    ],
)
def test_a_name(cli: Cli, name: str, said: str) -> None:
    told = cli("explain", SPEC, *name.split())
    assert told.code == 0
    assert told.out.startswith(f"{name}: ")
    assert said in told.out


def test_where_a_name_stands_and_is_used(cli: Cli) -> None:
    told = cli("explain", SPEC, "best").out
    line = CORNERS.splitlines().index(next(x for x in CORNERS.splitlines() if "best:" in x)) + 1
    assert f"{SPEC}:{line}:3" in told
    assert "| best:    the c in (highest c in table by" in told
    assert "used in: event 'trick taken'" in told


def test_several_names(cli: Cli) -> None:
    told = cli("explain", SPEC, "led", "best")
    assert told.out.index("led: ") < told.out.index("best: ")


def test_unknown_names_are_told_all_at_once(cli: Cli) -> None:
    told = cli("explain", SPEC, "ledd", "besst")
    assert told.code == 2
    assert told.err.count("error[CV905]") == 2
    assert "did you mean 'led'?" in told.err


def test_overview(cli: Cli) -> None:
    told = cli("explain", SPEC)
    assert told.code == 0
    assert "Four Corners: 32 cards" in told.out
    assert "trick taken" in told.out
    assert cli("explain", SPEC, "--json").json["moves"] == ["play"]


def test_clauses(cli: Cli) -> None:
    page = "page: {file: c.md, clauses: C1..C3, not rules: {C3: a joke}}\n"
    cited = CORNERS.replace("  play:\n    with", "  play:\n    cite: C1\n    with")
    cli.write(SPEC, cited.replace("seats:\n", page + "seats:\n", 1))
    assert "cited by 'play', a move" in cli("explain", SPEC, "C1").out
    assert "nothing cites it" in cli("explain", SPEC, "C2").out
    assert "no rule: a joke" in cli("explain", SPEC, "C3").out


def test_json_of_a_name(cli: Cli) -> None:
    (thing,) = cli("explain", SPEC, "led", "--json").json["things"]
    assert (thing["name"], thing["file"], thing["clauses"]) == ("led", SPEC, [])
    assert thing["used in"] == ["'best'", "'playable'"]


@pytest.mark.parametrize(
    "path", sorted([*ROOT.glob("spec/*.yaml"), *ROOT.glob("tests/games/*.yaml")]), ids=str
)
def test_everything_with_a_name_can_be_explained(path: Path) -> None:
    spec = load_spec(path)
    labels = sorted({thing.name for thing in things(spec)})
    assert all(find(spec, name) for name in labels[::9])
    assert set(WORDS) <= set(names(spec))


def test_what_is_used_nowhere_says_so() -> None:
    spec = load_text("x", CORNERS.replace("define:\n", "define:\n  idle: size(stock)\n"))
    assert find(spec, "idle")[0].used_in == ()
    assert find(spec, "at_lead")[0].used_in != ()


@pytest.fixture
def trace(cli: Cli) -> list[str]:
    """Return the lines of a trace in which line 4 is the second move of a trick."""
    cli("run", SPEC, "--deals", "2", "--seed", "6", "--trace", "x.jsonl")
    return (cli.folder / "x.jsonl").read_text().splitlines()


def card_of(line: str) -> str:
    return line.split('"cards": ["')[1].split('"', maxsplit=1)[0]


def test_a_position(cli: Cli, trace: list[str]) -> None:
    told = cli("explain", SPEC, "--trace", "x.jsonl", "--at", "4")
    assert told.code == 0
    assert f"table of west: {card_of(trace[2])}" in told.out
    assert "north may:" in told.out
    assert f"play {card_of(trace[3])}" in told.out
    whole = cli("explain", SPEC, "--trace", "x.jsonl", "--at", "4", "--json").json
    assert whole["turn"] == "north"
    assert ["play", card_of(trace[3])] in whole["legal"]


def test_a_move_in_a_position(cli: Cli, trace: list[str]) -> None:
    at = ("explain", SPEC, "--trace", "x.jsonl", "--at", "4", "--move")
    assert "is allowed here" in cli(*at, "play", card_of(trace[3])).out
    told = cli(*at, "play", card_of(trace[2]))
    assert told.code == 0
    assert "is not allowed here" in told.out
    assert "the rule is 'play'" in told.out
    assert cli(*at, "play", card_of(trace[2]), "--json").json["allowed"] is False


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--at 4", "CV902"),
        ("--trace x.jsonl", "CV902"),
        ("--trace x.jsonl --at 1", "CV906"),
        ("--trace x.jsonl --at 2", "CV906"),
        ("--trace x.jsonl --at 31", "CV906"),
        ("--trace x.jsonl --at 4000", "CV906"),
        ("--trace x.jsonl --at 0", "CV903"),
        ("--trace x.jsonl --at -4", "CV903"),
        ("--trace missing.jsonl --at 4", "CV100"),
        ("--trace x.jsonl --at 4 --move plya hearts-ace", "CV905"),
        ("--trace x.jsonl --at 4 --move play heart-ace", "CV905"),
        ("--trace x.jsonl --at 4 --move play n=3", "CV905"),
    ],
)
def test_a_position_that_is_none(cli: Cli, trace: list[str], words: str, code: str) -> None:
    told = cli("explain", SPEC, *words.split())
    assert told.code == 2
    assert f"error[{code}]" in told.err


def test_a_trace_that_goes_wrong_before(cli: Cli, trace: list[str]) -> None:
    cli.write("bad.jsonl", "\n".join([*trace[:2], trace[3], *trace[3:]]))
    told = cli("explain", SPEC, "--trace", "bad.jsonl", "--at", "6")
    assert told.code == 2
    assert "bad.jsonl:3" in told.err
