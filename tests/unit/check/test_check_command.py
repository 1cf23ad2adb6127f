"""`cardavia check`: exit codes, what is printed and what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardavia_spec.cli.main import main
from tests.unit.check.tiny import edited

FEW = ["--deals", "40", "--examples", "5", "--jobs", "1", "--no-prove"]
WRONG = ("winner.tricks += 1", "if winner is left: winner.tricks += 1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(edited())
    (tmp_path / "wrong.yaml").write_text(edited(WRONG))
    (tmp_path / "broken.yaml").write_text("cardavia: 1\ngame: [\n")
    return tmp_path


Output = pytest.CaptureFixture[str]


def test_a_right_spec_ends_with_0(folder: Path, capsys: Output) -> None:
    assert main(["check", "tiny.yaml", *FEW]) == 0
    out = capsys.readouterr().out
    assert "two cards a trick" in out
    assert "tested" in out
    assert "static checks" in out
    assert not (folder / "counterexamples").exists()


def test_a_wrong_spec_ends_with_1_and_a_deal_that_replays(folder: Path, capsys: Output) -> None:
    assert main(["check", "wrong.yaml", *FEW]) == 1
    out = capsys.readouterr().out
    assert "refuted: four tricks" in out
    assert "hand of left:" in out
    trace = folder / "counterexamples" / "tiny-four-tricks.jsonl"
    assert str(trace.relative_to(folder)) in out
    assert main(["replay", "--spec", "wrong.yaml", str(trace)]) == 0


def test_ctrl_c_before_the_first_goal_keeps_what_was_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardavia_spec.check.prover.prove", stopped)
    few = [word for word in FEW if word != "--no-prove"]
    assert len(few) < len(FEW)
    assert main(["check", "tiny.yaml", *few]) == 130
    told = capsys.readouterr()
    assert "the player to move always has a move  tested" in told.out


def test_counterexamples_go_where_one_says(folder: Path, capsys: Output) -> None:
    assert main(["check", "wrong.yaml", *FEW, "--save", "deep/inside"]) == 1
    assert (folder / "deep" / "inside" / "tiny-four-tricks.jsonl").exists()
    assert not (folder / "counterexamples").exists()
    capsys.readouterr()


def test_a_folder_that_cannot_be_written_does_not_lose_the_report(
    folder: Path, capsys: Output
) -> None:
    (folder / "counterexamples").write_text("a file where the folder would be")
    assert main(["check", "wrong.yaml", *FEW]) == 1
    told = capsys.readouterr()
    assert "refuted: four tricks" in told.out
    assert "warning[CV904]" in told.err
    assert main(["check", "wrong.yaml", *FEW, "--save", "counterexamples"]) == 2
    told = capsys.readouterr()
    assert "refuted: four tricks" in told.out
    assert "error[CV904]" in told.err


def test_no_spec_ends_with_2_and_does_not_stop_the_others(folder: Path, capsys: Output) -> None:
    del folder
    assert main(["check", "broken.yaml", "missing.yaml", "tiny.yaml", *FEW]) == 2
    told = capsys.readouterr()
    assert "broken.yaml:" in told.err
    assert "CV100" in told.err
    assert "two cards a trick" in told.out


def test_the_highest_code_of_several_specs_wins(folder: Path, capsys: Output) -> None:
    del folder
    assert main(["check", "tiny.yaml", "wrong.yaml", *FEW]) == 1
    assert main(["check", "wrong.yaml", "broken.yaml", *FEW]) == 2
    capsys.readouterr()


def test_an_uncited_clause_ends_with_2(folder: Path, capsys: Output) -> None:
    (folder / "gap.yaml").write_text(edited((", cite: T4", "")))
    assert main(["check", "gap.yaml", *FEW]) == 2
    told = capsys.readouterr()
    assert "CV620" in told.err
    assert "failed" in told.out


def test_warnings_are_errors_when_one_says_so(folder: Path, capsys: Output) -> None:
    (folder / "idle.yaml").write_text(edited(("define:\n", "define:\n  idle: size(stock)\n")))
    assert main(["check", "idle.yaml", *FEW]) == 0
    assert "CV653" in capsys.readouterr().err
    assert main(["check", "idle.yaml", *FEW, "--strict"]) == 2
    capsys.readouterr()


def test_a_folder_means_the_specs_in_it(folder: Path, capsys: Output) -> None:
    (folder / "specs").mkdir()
    (folder / "specs" / "a.yaml").write_text(edited())
    (folder / "specs" / "notes.txt").write_text("no spec")
    (folder / "nothing").mkdir()
    assert main(["check", "specs", *FEW]) == 0
    assert main(["check", "nothing", *FEW]) == 2
    assert "CV910" in capsys.readouterr().err


def test_the_register_beside_the_spec_is_read(folder: Path, capsys: Output) -> None:
    (folder / "clauses").mkdir()
    (folder / "clauses" / "tiny.yaml").write_text("clauses: 1\n")
    assert main(["check", "tiny.yaml", *FEW]) == 2
    assert "CV640" in capsys.readouterr().err


def test_one_property_can_be_asked_for(folder: Path, capsys: Output) -> None:
    del folder
    assert main(["check", "wrong.yaml", *FEW, "--property", "won cards stay won"]) == 0
    out = capsys.readouterr().out
    assert "won cards stay won" in out
    assert "four tricks" not in out
    assert main(["check", "tiny.yaml", *FEW, "--property", "won cards stay wan"]) == 2
    assert "did you mean 'won cards stay won'?" in capsys.readouterr().err


def test_json_is_one_object(folder: Path, capsys: Output) -> None:
    del folder
    assert main(["check", "wrong.yaml", "broken.yaml", *FEW, "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["exit"] == 2
    wrong, broken = found["specs"]
    rows = {v["name"]: v for v in wrong["verdicts"]}
    assert rows["four tricks"]["verdict"] == "refuted"
    assert rows["four tricks"]["counterexample"]["saved"]
    assert rows["two cards a trick"]["seed"] == 1
    assert broken["game"] is None
    assert broken["diagnostics"][0]["severity"] == "error"


def test_a_junit_report_is_written(folder: Path, capsys: Output) -> None:
    assert main(["check", "tiny.yaml", *FEW, "--junit", "report.xml"]) == 0
    assert "<testsuite " in (folder / "report.xml").read_text()
    assert main(["check", "tiny.yaml", *FEW, "--junit", "no/such/report.xml"]) == 2
    capsys.readouterr()


def test_a_sarif_report_is_written(folder: Path, capsys: Output) -> None:
    assert main(["check", "wrong.yaml", "broken.yaml", *FEW, "--sarif", "report.sarif"]) == 2
    found = json.loads((folder / "report.sarif").read_text())
    results = found["runs"][0]["results"]
    rules = {rule["id"] for rule in found["runs"][0]["tool"]["driver"]["rules"]}
    assert {r["ruleId"] for r in results} == rules
    (wrong,) = [r for r in results if r["message"]["text"].count("refuted: four tricks")]
    place = wrong["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "wrong.yaml"
    assert place["region"]["startLine"] > 90
    capsys.readouterr()


@pytest.mark.parametrize(
    "words",
    [["--deals", "-1"], ["--deals", "many"], ["--seed", str(1 << 64)], ["--jobs", "0"], ["--dels"]],
)
def test_a_bad_command_line_ends_with_2(words: list[str], capsys: Output) -> None:
    assert main(["check", "x.yaml", *words]) == 2
    assert "error[CV90" in capsys.readouterr().err


def test_the_same_command_says_the_same(folder: Path, capsys: Output) -> None:
    del folder

    def said() -> list[object]:
        main(["check", "wrong.yaml", *FEW, "--json", "--seed", "9"])
        found = json.loads(capsys.readouterr().out)["specs"][0]["verdicts"]
        return [{k: v for k, v in row.items() if k != "seconds"} for row in found]

    assert said() == said()


# -------------------------------------------------------------------------------- witnesses

WITNESS = (
    "{possible: deal_winner.tricks is 4}",
    "{possible: deal_winner.tricks is 4, witness: all.jsonl}",
)


def _trace(folder: Path, capsys: Output) -> str:
    """Return a deal in which somebody wins every trick, as `check --json` gives it."""
    main(["check", "tiny.yaml", *FEW, "--json"])
    rows = json.loads(capsys.readouterr().out)["specs"][0]["verdicts"]
    (row,) = [row for row in rows if row["name"] == "all four can be won"]
    lines: list[str] = row["counterexample"]["trace"]
    return "".join(line + "\n" for line in lines)


def test_a_witness_is_replayed(folder: Path, capsys: Output) -> None:
    place = folder / "witnesses" / "tiny"
    place.mkdir(parents=True)
    trace = _trace(folder, capsys)
    (place / "all.jsonl").write_text(trace)
    (folder / "tiny.yaml").write_text(edited(WITNESS))
    none = [
        "--deals",
        "0",
        "--examples",
        "0",
        "--jobs",
        "1",
        "--no-prove",
        "--property",
        "all four can be won",
    ]
    assert main(["check", "tiny.yaml", *none]) == 0
    assert "witnessed" in capsys.readouterr().out

    # Cut off before its end it shows nothing; played by other rules neither; else not there.
    whole = trace.splitlines(keepends=True)
    (place / "all.jsonl").write_text("".join(whole[:4]))
    assert main(["check", "tiny.yaml", *none]) == 1
    assert "holds nowhere" in capsys.readouterr().out
    moves = [i for i, line in enumerate(whole) if '"move"' in line]
    whole[moves[0]], whole[moves[1]] = whole[moves[1]], whole[moves[0]]
    (place / "all.jsonl").write_text("".join(whole))
    assert main(["check", "tiny.yaml", *none]) == 1
    assert "no longer shows it" in capsys.readouterr().out
    (place / "all.jsonl").write_text(trace[:-9])
    assert main(["check", "tiny.yaml", *none]) == 2
    assert "CV660" in capsys.readouterr().err
    (place / "all.jsonl").unlink()
    assert main(["check", "tiny.yaml", *none]) == 1
    assert "is not there" in capsys.readouterr().out


def _witnessed(folder: Path, capsys: Output, *edits: tuple[str, str]) -> Path:
    """Lay a witness for 'all four can be won' beside the spec; return where it stands."""
    place = folder / "witnesses" / "tiny"
    place.mkdir(parents=True)
    (place / "all.jsonl").write_text(_trace(folder, capsys))
    (folder / "tiny.yaml").write_text(edited(WITNESS, *edits))
    return place / "all.jsonl"


ALONE = ("--jobs", "1", "--no-prove", "--examples", "0", "--deals")


def test_a_witness_is_held_against_the_other_properties(folder: Path, capsys: Output) -> None:
    never = ("  four tricks:", "  never all four: {at end: deal_winner.tricks < 4}\n  four tricks:")
    trace = _witnessed(folder, capsys, never)
    assert main(["check", "tiny.yaml", *ALONE, "0"]) == 1
    told = capsys.readouterr().out
    assert "refuted: never all four" in told
    assert "here 'never all four' does not hold" in told
    trace.unlink()  # the control: without it nothing is played that could refute it
    assert main(["check", "tiny.yaml", *ALONE, "0"]) == 1
    assert "refuted" not in capsys.readouterr().out


def test_other_play_may_show_what_a_witness_does_not(folder: Path, capsys: Output) -> None:
    trace = _witnessed(folder, capsys)
    whole = trace.read_text().splitlines(keepends=True)
    trace.write_text("".join(whole[:4]))
    wish = ("--property", "all four can be won")
    assert main(["check", "tiny.yaml", *ALONE, "300", *wish]) == 0
    told = capsys.readouterr()
    assert "witnessed" in told.out
    assert "warning[CV662]" in told.err
    assert "holds nowhere" in told.err
    assert main(["check", "tiny.yaml", *ALONE, "300", *wish, "--strict"]) == 2
    capsys.readouterr()
    trace.unlink()
    assert main(["check", "tiny.yaml", *ALONE, "300", *wish]) == 0
    assert "warning[CV661]" in capsys.readouterr().err
