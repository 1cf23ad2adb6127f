"""Every static check speaks where it should, and is silent on a spec that is in order."""

# ruff: noqa: E501 - parts of a spec, in lines as they stand there

from __future__ import annotations

import pytest

from cardavia_spec.check.static import check_spec
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, Severity, render
from tests.unit.check.tiny import tiny

Edit = tuple[str, str]


def found(*edits: Edit) -> tuple[Diagnostic, ...]:
    return check_spec(tiny(*edits))


def test_a_spec_in_order_has_nothing_to_tell() -> None:
    assert [render(d) for d in found()] == []


FAULTS: list[tuple[str, str, list[Edit]]] = [
    ("CV650", "prize", [("some:        {when: deal_winner.tricks < 4, then: prize}",
                         "some:        {when: deal_winner.tricks < 4, then: 1}")]),
    ("CV651", "worth", [("tables:\n", "tables:\n  worth: {values: {1: 1, others: 0}}\n")]),
    ("CV652", "aside", [("zones:\n", "zones:\n  aside: {seen by: everyone}\n")]),
    ("CV653", "idle", [("define:\n", "define:\n  idle: size(stock)\n")]),
    ("CV655", "winner", [("move table to winner.won", "move table to left.won"),
                         ("leader := winner", "leader := left"),
                         ("turn := winner\n", "turn := left\n"),
                         ("winner.tricks += 1", "left.tricks += 1")]),
    ("CV656", "again", [("with: {card: playable}", "with: {card: playable, again: bool}")]),
    ("CV656", "lucky", [("deal_winner: if left.tricks > right.tricks then left else right",
                               "deal_winner: if left.tricks > right.tricks then left else right\n"
                               "  lucky: {with: {s: seats}, is: left.tricks}"),
                              ("result:\n  tricks: {for: s in seats, is: s.tricks}",
                               "result:\n  lucky: {for: s in seats, is: s.lucky}")]),
    ("CV657", "weather", [("state:\n  leader", "state:\n  weather: {in: 0..3, start: 0}\n  leader")]),
    ("CV658", "rounds", [("state:\n  leader", "state:\n  rounds: {in: 0..9, start: 0}\n  leader"),
                         ("leader := winner", "leader := winner\n      rounds += 1")]),
    ("CV610", "follow suit", [("follow suit: {cards:", "follow suit: {when: left.tricks > 4, cards:")]),
    ("CV610", "on the lead", [("on the lead: {when: at_lead", "on the lead: {when: size(deck) < 0")]),
    ("CV610", "never", [("    do: |\n      move card", "    when: {never: left.tricks > 4}\n    do: |\n      move card")]),
    ("CV610", "hands empty", [("when: at_lead and every s in seats has empty(s.hand)", "when: left.tricks > 4")]),
    ("CV610", "this condition", [("leader := winner", "if left.tricks > 4: leader := winner")]),
    ("CV611", "any card", [("follow suit: {cards:", "one:         {cards: 1 of reds}\n      follow suit: {cards:")]),
    ("CV612", "any card", [("follow suit: {cards: all c in me.hand where c.suit is led, cite: T3}",
                            "follow suit: {cards: me.hand, cite: T3}")]),
    ("CV612", "some", [("some:        {when: deal_winner.tricks < 4", "some:        {when: deal_winner.tricks is 4")]),
    ("CV613", "wait", [("moves:\n", "moves:\n  wait: {do: show 1 of reds}\n")]),
    ("CV614", "look", [("events:\n", "events:\n  look: {when: at_lead, do: show 1 of reds}\n")]),
    ("CV615", "ends the deal", [("    do: end deal", "    do: leader := left")]),
    ("CV616", "hands empty", [("when: at_lead and every s in seats has empty(s.hand)", "when: left.tricks <= 4")]),
    ("CV617", "sure", [("    do: |\n      move card", "    when: {sure: left.tricks <= 4}\n    do: |\n      move card")]),
    ("CV620", "T4", [(", cite: T4", "")]),
    ("CV621", "T7", [("    cite: T3\n", "    cite: [T3, T7]\n")]),
    ("CV622", "T5", [("    cite: T3\n", "    cite: [T3, T5]\n")]),
    ("CV630", "nothing", [("properties:\n", "properties:\n  nothing: {always: leader is leader}\n")]),
    ("CV631", "too many", [("properties:\n", "properties:\n  too many: {at end: left.tricks > 4}\n")]),
    ("CV632", "constant", [("properties:\n", "properties:\n  constant: {always: (sum c.power for c in deck) > 5}\n")]),
    ("CV633", "hollow", [("properties:\n", "properties:\n  hollow: {always: left.tricks > 4 implies at_lead}\n")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "word", "edits"), FAULTS, ids=[f"{code}-{word}" for code, word, _ in FAULTS]
)
def test_each_fault_is_found_and_told_with_its_place(
    code: str, word: str, edits: list[Edit]
) -> None:
    told = [d for d in found(*edits) if d.code == code]
    assert told, [render(d) for d in found(*edits)]
    assert any(word in d.message for d in told)
    assert all(d.fix for d in told)
    assert all(d.span is not None and d.span.source.name == "tiny.yaml" for d in told)
    assert code in CODES


def test_clauses_are_errors_and_the_rest_are_warnings() -> None:
    severities = {
        code: {d.severity for d in found(*edits) if d.code == code} for code, _, edits in FAULTS
    }
    for code, severity in severities.items():
        assert severity == {Severity.ERROR if code.startswith("CV62") else Severity.WARNING}, code


def test_errors_come_first() -> None:
    both = found(
        (", cite: T4", ""),
        ("properties:\n", "properties:\n  nothing: {always: leader is leader}\n"),
    )
    assert [d.code for d in both] == ["CV620", "CV630"]


def test_what_only_properties_read_is_history_and_no_fault() -> None:
    told = found(
        ("state:\n  leader", "state:\n  rounds: {in: 0..9, start: 0}\n  leader"),
        ("leader := winner", "leader := winner\n      rounds += 1"),
        ("properties:\n", "properties:\n  four rounds: {at end: rounds is 4}\n"),
    )
    assert not told


def test_a_property_that_restates_a_declared_range_is_no_fault() -> None:
    assert not found(("properties:\n", "properties:\n  few: {always: left.tricks <= 4}\n"))


def test_a_spec_without_a_page_has_no_clauses_to_miss() -> None:
    page = "page:\n  file: tiny.txt\n  clauses: T1..T5\n  not rules: {T5: a remark}\n"
    assert not found((page, ""))
