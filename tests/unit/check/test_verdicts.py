"""Verdicts: which pass, which exit code they ask for, and how proof and play come together."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardavia_spec.check.report import as_json, junit, plain, print_report, slug, summary, told
from cardavia_spec.check.verdict import (
    EXIT,
    Counterexample,
    Disagreement,
    Outcome,
    Subject,
    Verdict,
    exit_code,
    merge,
)
from cardavia_spec.check.whole import Report


def row(outcome: Outcome, name: str = "p", subject: Subject = Subject.PROPERTY) -> Verdict:
    example = Counterexample(("{}",), ("one line",), 3) if outcome is Outcome.REFUTED else None
    return Verdict(subject=subject, name=name, outcome=outcome, counterexample=example, deals=7)


def test_every_outcome_has_an_exit_code() -> None:
    assert EXIT.keys() == set(Outcome)
    assert {o for o in Outcome if row(o).passes} == set(Outcome) - {
        Outcome.UNKNOWN,
        Outcome.REFUTED,
        Outcome.FAILED,
    }


def test_the_highest_exit_code_wins() -> None:
    assert exit_code([]) == 0
    assert exit_code([row(Outcome.TESTED), row(Outcome.PROVED)]) == 0
    assert exit_code([row(Outcome.TESTED), row(Outcome.UNKNOWN)]) == 1
    assert exit_code([row(Outcome.FAILED), row(Outcome.REFUTED)]) == 2


def test_a_proof_takes_the_place_of_a_test() -> None:
    (merged,) = merge([row(Outcome.TESTED)], [row(Outcome.PROVED)])
    assert merged.outcome is Outcome.PROVED
    assert merged.deals == 7


def test_a_deal_that_refutes_stays() -> None:
    (merged,) = merge([row(Outcome.REFUTED)], [row(Outcome.UNKNOWN)])
    assert merged.outcome is Outcome.REFUTED
    assert merged.counterexample is not None


def test_what_could_not_be_proved_is_never_a_pass() -> None:
    (merged,) = merge([row(Outcome.TESTED)], [row(Outcome.UNKNOWN)])
    assert not merged.passes
    (shown,) = merge([row(Outcome.WITNESSED)], [row(Outcome.UNKNOWN)])
    assert shown.outcome is Outcome.WITNESSED


def test_proved_and_refuted_is_a_fault_of_the_tool() -> None:
    with pytest.raises(Disagreement):
        merge([row(Outcome.REFUTED)], [row(Outcome.PROVED)])


def test_rows_are_sorted_by_subject_and_else_keep_their_order() -> None:
    played = [row(Outcome.TESTED, "b"), row(Outcome.TESTED, "a")]
    proved = [row(Outcome.PROVED, "o", Subject.OBLIGATION), row(Outcome.PROVED, "a")]
    assert [v.name for v in merge(played, proved)] == ["o", "b", "a"]


REPORT = Report(
    Path("spec/x.yaml"),
    "x",
    "X",
    (row(Outcome.TESTED, "fine"), row(Outcome.REFUTED, "wrong & <odd>")),
    seconds=1.5,
)


def test_the_plain_table_has_a_row_a_verdict() -> None:
    lines = plain(REPORT)
    assert lines[1].split() == ["property", "verdict", "how", "deals", "time"]
    assert lines[2].startswith("fine")
    assert lines[3].startswith("wrong & <odd>")
    assert lines[-1] == summary(REPORT) == "1 tested, 1 refuted; 1.5 s"
    assert all(line == line.rstrip() for line in lines)


def test_the_report_as_json_is_json() -> None:
    found = json.loads(json.dumps(as_json(REPORT)))
    assert found["exit"] == 1
    assert [v["verdict"] for v in found["verdicts"]] == ["tested", "refuted"]
    assert found["verdicts"][1]["counterexample"]["telling"] == ["one line"]


def test_the_junit_report_is_xml() -> None:
    root = ElementTree.fromstring(junit([REPORT]))
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite[1][0].tag == "failure"
    assert "one line" in (suite[1][0].text or "")


def test_a_report_without_a_spec_asks_for_exit_2() -> None:
    from cardavia_spec.core.diagnostics import Diagnostic

    wrong = Report(Path("a"), None, "a", (), (Diagnostic("CV100", "no", None),))
    assert wrong.code == 2


def test_long_tellings_are_cut_in_the_middle() -> None:
    example = Counterexample((), tuple(map(str, range(5000))))
    lines = told(Verdict(subject=Subject.PROPERTY, name="p", outcome=Outcome.REFUTED,
                         counterexample=example))  # fmt: skip
    assert len(lines) < 500
    assert any("left out" in line for line in lines)


def test_the_shortest_deals_are_told_in_full_and_the_end_of_the_others() -> None:
    def long(name: str, moves: int) -> Verdict:
        lines = (
            *map(str, range(20)),
            f"here '{name}' does not hold:",
            "  x is 3",
            "the state there:",
        )
        example = Counterexample((name,), lines, moves)
        return Verdict(
            subject=Subject.PROPERTY, name=name, outcome=Outcome.REFUTED, counterexample=example
        )

    many = Report(Path("x"), "x", "X", tuple(long(f"p{n}", 9 - n) for n in range(5)))
    out = io.StringIO()
    print_report(many, out, bright=False)
    text = out.getvalue()
    assert text.count("\n  7\n") == 3
    assert "after 9 moves (--verbose tells them):" in text
    assert "after 5 moves" not in text
    assert text.count("x is 3") == 5
    out = io.StringIO()
    print_report(many, out, bright=False, verbose=True)
    assert out.getvalue().count("\n  7\n") == 5


def test_names_become_file_names() -> None:
    assert slug("No Trick, no points!") == "no-trick-no-points"
    assert slug("…") == "property"
