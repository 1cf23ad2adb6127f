"""`cardavia replay`: exit codes, several traces, which spec, what is said."""

from __future__ import annotations

import pytest

from tests.unit.cli.cli_helpers import CORNERS, Cli

SPEC = "spec/corners.yaml"


@pytest.fixture
def trace(cli: Cli) -> list[str]:
    """Return the lines of a right trace of one deal."""
    assert cli("run", SPEC, "--deals", "1", "--seed", "4", "--trace", "good.jsonl").code == 0
    return (cli.folder / "good.jsonl").read_text().splitlines()


def test_a_right_trace(cli: Cli, trace: list[str]) -> None:
    told = cli("replay", "good.jsonl")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[-1] == (
        f"good.jsonl: agrees with the rules: 1 match, 1 deal, {len(trace) - 3} moves checked"
    )


def test_a_changed_move_is_told_with_line_rule_and_place(cli: Cli, trace: list[str]) -> None:
    first, second = (line.split('"cards": ["')[1].split('"')[0] for line in trace[2:4])
    cli.write("bad.jsonl", "\n".join([*trace[:2], trace[2].replace(first, second), *trace[3:]]))
    told = cli("replay", "bad.jsonl")
    assert told.code == 1
    assert "bad.jsonl:3:" in told.err
    assert "error[CV84" in told.err
    assert "the rule is 'play'" in told.err
    assert "spec/corners.yaml:" in told.err
    assert "disagrees with the rules" in told.out


def test_a_trace_that_is_none(cli: Cli, trace: list[str]) -> None:
    cli.write("cut.jsonl", "\n".join(trace)[:-20])
    cli.write("empty.jsonl", "")
    for name in ("cut.jsonl", "empty.jsonl", "missing.jsonl", "."):
        told = cli("replay", name)
        assert told.code == 2, name
        assert "error[CV" in told.err
        assert "cannot be used" in told.out


def test_the_highest_code_wins_and_all_are_told(cli: Cli, trace: list[str]) -> None:
    cli.write("late.jsonl", "\n".join([*trace[:2], trace[3], *trace[3:]]))
    cli.write("empty.jsonl", "")
    assert cli("replay", "good.jsonl", "late.jsonl").code == 1
    told = cli("replay", "late.jsonl", "empty.jsonl", "good.jsonl")
    assert told.code == 2
    assert [line.split(": ")[1] for line in told.out.splitlines() if ": agrees" in line] != []
    assert "late.jsonl: disagrees" in told.out
    assert "empty.jsonl: cannot be used" in told.out


def test_which_spec(cli: Cli, trace: list[str]) -> None:
    (cli.folder / "elsewhere").mkdir()
    (cli.folder / SPEC).rename(cli.folder / "elsewhere" / "corners.yaml")
    assert cli("replay", "good.jsonl").code == 2
    assert cli("replay", "--spec", "elsewhere", "good.jsonl").code == 0
    assert cli("replay", "--spec", "elsewhere/corners.yaml", "good.jsonl").code == 0
    (cli.folder / "elsewhere" / "corners.yaml").rename(cli.folder / "other.yaml")
    assert cli("replay", "--spec", "other.yaml", "good.jsonl").code == 0
    told = cli("replay", "--spec", "missing.yaml", "good.jsonl")
    assert told.code == 2
    assert "error[CV100]" in told.err


def test_a_game_name_is_no_path(cli: Cli, trace: list[str]) -> None:
    cli.write("secret.yaml", CORNERS.replace("game: corners", "game: secret"))
    evil = trace[0].replace('"corners"', '"../secret"')
    cli.write("evil.jsonl", "\n".join([evil, *trace[1:]]))
    told = cli("replay", "evil.jsonl")
    assert told.code == 2
    assert "error[CV814]" in told.err


def test_another_text_of_the_spec_is_a_warning(cli: Cli, trace: list[str]) -> None:
    cli.write(SPEC, CORNERS + "# changed\n")
    told = cli("replay", "good.jsonl")
    assert told.code == 0
    assert "warning[CV822]" in told.err
    assert cli("replay", "--strict", "good.jsonl").code == 2


def test_a_warning_is_told_once_a_trace(cli: Cli, trace: list[str]) -> None:
    cli.write("twice.jsonl", "\n".join([*trace, *trace, ""]))
    cli.write(SPEC, CORNERS + "# changed\n")
    assert cli("replay", "twice.jsonl").err.count("CV822") == 1


def test_json(cli: Cli, trace: list[str]) -> None:
    cli.write("empty.jsonl", "")
    told = cli("replay", "--json", "good.jsonl", "empty.jsonl")
    assert told.code == told.json["exit"] == 2
    good, empty = told.json["traces"]
    assert (good["verdict"], good["moves"]) == ("agrees with the rules", len(trace) - 3)
    assert empty["diagnostics"][0]["code"].startswith("CV8")


def test_many_matches_are_not_listed(cli: Cli) -> None:
    cli("run", SPEC, "--deals", "60", "--trace", "many.jsonl.gz")
    told = cli("replay", "many.jsonl.gz")
    assert told.code == 0
    assert len(told.out.splitlines()) < 15
