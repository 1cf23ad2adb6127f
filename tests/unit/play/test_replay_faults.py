"""Every fault a trace can have: its code, its place, its words, what the whole comes to."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.front.load import load_text
from cardavia_spec.play.codec import describe
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import (
    MOST_FAULTS,
    TraceReport,
    Verdict,
    replay_file,
    replay_lines,
)
from cardavia_spec.play.trace import dump, lines
from tests.unit.play.play_games import PARLOUR, TRACES, game, walk

Told = list[dict[str, Any]]


def games(name: str) -> Game | None:
    """Find a game of the tests."""
    known = ("parlour", "lonely", "schnapsen", "aluette", "ganjifa")
    return game(name) if name in known else None


def trace(name: str, seed: int = 3, *, legal: bool = False) -> Told:
    """Return the lines of a right trace of one match."""
    state = list(walk(game(name).match(seed=seed), seed + 1))[-1]
    return [json.loads(dump(line)) for line in lines(state, legal=legal)]


def report(told: Told, *, strict: bool = False) -> TraceReport:
    """Replay lines."""
    return replay_lines("t.jsonl", map(json.dumps, told), games, strict=strict)


def only(found: TraceReport) -> Diagnostic:
    """Return the one thing that is wrong."""
    (diagnostic,) = found.diagnostics
    assert diagnostic.code in CODES
    assert diagnostic.span is not None
    return diagnostic


def at(told: Told, kind: str, number: int = 0) -> int:
    """Return the place of the line number `number` of a type (or of a move of that name)."""
    places = [i for i, line in enumerate(told) if kind in (line["type"], line.get("move"))]
    return places[number]


Change = Callable[[Told], object]
"""Spoils a right trace of the parlour."""


def put(kind: str, key: str, value: object, number: int = 0) -> Change:
    """Return the change of one key of one line."""
    return lambda told: told[at(told, kind, number)].update({key: value})


def drop(kind: str, key: str) -> Change:
    """Return the loss of one key of one line."""
    return lambda told: told[at(told, kind)].pop(key)


def cut(kind: str, number: int = 0) -> Change:
    """Return the loss of one line."""
    return lambda told: told.pop(at(told, kind, number))


def twice(kind: str, number: int = 0) -> Change:
    """Return the doubling of one line."""
    return lambda told: told.insert(at(told, kind, number), told[at(told, kind, number)])


def deck(change: Callable[[list[Any]], object]) -> Change:
    """Return a change of the first deck."""
    return lambda told: change(told[1]["deck"])


def result(kind: str, change: Callable[[dict[str, Any]], object]) -> Change:
    """Return a change of a result."""
    return lambda told: change(told[at(told, kind)]["result"])


@pytest.mark.parametrize(
    ("change", "line", "code", "said"),
    [
        # the match line
        (put("match", "trace", 2), 1, "CV817", "format 2"),
        (put("match", "trace", True), 1, "CV810", "'trace' is true, not a number"),
        (put("match", "game", "parlor"), 1, "CV814", "no spec of a game 'parlor'"),
        (put("match", "game", "../x"), 1, "CV814", "no spec of a game '../x'"),
        (put("match", "game", None), 1, "CV810", "'game' is null, not a text"),
        (drop("match", "game"), 1, "CV808", "the key 'game' is missing"),
        (drop("match", "trace"), 1, "CV808", "the key 'trace' is missing"),
        (put("match", "opts", {}), 1, "CV809", "has no key 'opts'"),
        (put("match", "X-note", {}), 1, "CV809", "has no key 'X-note'"),
        (put("match", "options", []), 1, "CV810", "'options' is an empty list, not an object"),
        (put("match", "options", {"deal": 1}), 1, "CV815", "no option 'deal'"),
        (put("match", "options", {"deals": 4}), 1, "CV816", "4 is no number from 1 to 3"),
        (put("match", "options", {"deals": 2.0}), 1, "CV810", "2.0 stands where a number belongs"),
        (put("match", "options", {"deals": True}), 1, "CV810", "where a number belongs"),
        (put("match", "options", {"strict": 0}), 1, "CV810", "where true or false belongs"),
        (put("match", "options", {"strict": None}), 1, "CV810", "null stands where true or"),
        (put("match", "options", {"mood": "mad"}), 1, "CV816", "there is no mood 'mad'"),
        (put("match", "options", {"mood": ["wild"]}), 1, "CV810", "a list stands where"),
        (put("match", "options", {"first_dealer": "nobody"}), 1, "CV816", "no seat 'nobody'"),
        (put("match", "spec", 5), 1, "CV810", "'spec' is 5, not a text or null"),
        # deal lines
        (put("deal", "deal", 0), 2, "CV821", "deal 1 of the match, not 0"),
        (put("deal", "deal", 3, 1), 14, "CV821", "deal 2 of the match, not 3"),
        (put("deal", "deal", "1"), 2, "CV810", "'deal' is '1', not a number"),
        (put("deal", "dealer", "east_"), 2, "CV816", "there is no seat 'east_'"),
        (put("deal", "dealer", 3), 2, "CV810", "'dealer' is 3, not the name of a seat"),
        (put("deal", "dealer", None), 2, "CV810", "'dealer' is null"),
        (drop("deal", "dealer"), 2, "CV808", "the key 'dealer' is missing"),
        (drop("deal", "deck"), 2, "CV808", "the key 'deck' is missing"),
        (put("deal", "deck", {}), 2, "CV810", "'deck' is an empty object, not a list"),
        (put("deal", "note", 1), 2, "CV809", "no key 'note'"),
        (deck(lambda d: d.pop()), 2, "CV813", "15 of 16 cards"),
        (deck(list.clear), 2, "CV813", "0 of 16 cards"),
        (deck(lambda d: d.append(d[0])), 2, "CV812", "stands twice in the deck"),
        (deck(lambda d: d.__setitem__(4, "suns-5-1")), 2, "CV811", "no card 'suns-5-1'"),
        (deck(lambda d: d.__setitem__(4, 7)), 2, "CV810", "7 stands where the name of a card"),
        (deck(lambda d: d.__setitem__(4, None)), 2, "CV810", "null stands where"),
        # move lines
        (put("move", "seat", "suth"), 3, "CV816", "there is no seat 'suth'"),
        (put("move", "seat", 0), 3, "CV810", "'seat' is 0, not a text"),
        (put("move", "move", "bit"), 3, "CV818", "parlour has no move 'bit'"),
        (put("move", "cards", None), 3, "CV810", "'cards' is null, not a list"),
        (put("move", "cards", ["suns-1"]), 3, "CV811", "there is no card 'suns-1'"),
        (put("move", "cards", [["suns-1-1"]]), 3, "CV810", "a list stands where the name"),
        (put("move", "x-note", 1), 3, "CV809", "no key 'x-note'"),
        (drop("move", "seat"), 3, "CV808", "the key 'seat' is missing"),
        (drop("move", "cards"), 3, "CV808", "the key 'cards' is missing"),
        (drop("move", "value"), 3, "CV819", "the n of 'bid' is missing"),
        (put("move", "value", None), 3, "CV810", "null stands where a number belongs"),
        (put("move", "value", 4), 3, "CV816", "4 is no number from 0 to 3"),
        (put("move", "value", "1"), 3, "CV810", "'1' stands where a number belongs"),
        (put("move", "value", False), 3, "CV810", "false stands where a number belongs"),
        (put("move", "value", 0.0), 3, "CV810", "0 stands where a number belongs"),
        (put("move", "values", {"n": 1}), 3, "CV819", "exclude each other"),
        (put("call", "value", 1), 7, "CV819", "no single value"),
        (drop("call", "values"), 7, "CV819", "the u of 'call' is missing"),
        (put("call", "values", {"u": "suns", "r": "2"}), 7, "CV819", "the loud of 'call'"),
        (put("call", "values", {"u": "suns", "r": 2, "loud": True}), 7, "CV810", "name of a rank"),
        (put("call", "values", {"u": "sun", "r": "2", "loud": True}), 7, "CV816", "no suit 'sun'"),
        (put("call", "values", {"u": "suns", "r": "2", "lout": 1}), 7, "CV819", "no value 'lout'"),
        (put("call", "values", 3), 7, "CV810", "'values' is 3, not an object"),
        (put("pair", "value", 3), 20, "CV819", "no single value besides its cards"),
        (put("pair", "values", {}), 20, "CV819", "no values besides its cards"),
        # ends
        (put("deal end", "deal", 2), 13, "CV821", "the end of deal 1, not 2"),
        (put("deal end", "result", None), 13, "CV810", "'result' is null"),
        (drop("deal end", "deal"), 13, "CV808", "the key 'deal' is missing"),
        (put("match end", "deal", 1), 26, "CV809", "no key 'deal'"),
        # lines in the wrong place
        (cut("match"), 1, "CV820", "a 'deal' line stands before any match"),
        (cut("deal"), 2, "CV820", "where a 'deal' line belongs"),
        (cut("deal", 1), 14, "CV820", "where a 'deal' line belongs"),
        (twice("deal end"), 14, "CV820", "where a 'deal' line belongs"),
        (twice("match end"), 27, "CV820", "after the end of its match"),
        (put("match end", "type", "match over"), 26, "CV807", "no type of line 'match over'"),
        (put("move", "type", None), 3, "CV810", "null is no type of line"),
        (drop("move", "type"), 3, "CV808", "the key 'type' is missing"),
    ],
)
def test_what_makes_a_trace_unusable(change: Change, line: int, code: str, said: str) -> None:
    told = trace("parlour")
    change(told)
    found = report(told)
    diagnostic = only(found)
    assert diagnostic.code == code, diagnostic.message
    assert said in diagnostic.message
    assert str(diagnostic.span).startswith(f"t.jsonl:{line}:")
    assert found.verdict is Verdict.UNUSABLE
    assert found.exit_code == 2
    assert "cannot be used" in found.summary()


@pytest.mark.parametrize("lines", ["deal end", "match end"])
def test_results_may_be_left_out(lines: str) -> None:
    told = trace("parlour")
    before = report(told)
    cut(lines)(told)
    found = report(told)
    assert found.exit_code == 0
    assert found.verdict is before.verdict
    wrong = trace("parlour")
    cut("deal end")(wrong)
    put("deal", "dealer", "east", 1)(wrong)  # the score was kept all the same
    assert only(report(wrong)).code == "CV842"


@pytest.mark.parametrize(
    ("change", "line", "code", "said"),
    [
        (put("move", "seat", "west"), 3, "CV841", "it is the turn of south, not of west"),
        (put("move", "seat", "south", 1), 4, "CV841", "it is the turn of west, not of south"),
        (put("deal", "dealer", "south"), 2, "CV842", "east deals deal 1, not south"),
        (put("deal", "dealer", "east", 1), 14, "CV842", "south deals deal 2, not east"),
        (put("move", "move", "call"), 3, "CV819", ""),
        (
            put("pair", "cards", ["suns-2-1"]),
            20,
            "CV840",
            "an illegal move of north: suns-2-1 is not",
        ),
        (put("pair", "cards", []), 20, "CV840", "there is no 'pair' with no card"),
        (result("deal end", lambda r: r.pop("left")), 13, "CV844", "the result lacks 'left'"),
        (result("deal end", lambda r: r.update(left=9)), 13, "CV844", "'left' is 5 by the rules"),
        (result("deal end", lambda r: r.update(left=True)), 13, "CV844", "not true"),
        (result("deal end", lambda r: r.update(left=5.0)), 13, "CV844", "'left' is 5 by the rules"),
        (result("deal end", lambda r: r.update(more=0)), 13, "CV844", "no field 'more'"),
        (result("deal end", lambda r: r["bids"].update(south=3)), 13, "CV844", "'bids' of south"),
        (result("deal end", lambda r: r["bids"].pop("south")), 13, "CV844", "south is missing"),
        (result("deal end", lambda r: r["bids"].update(me=1)), 13, "CV844", "'bids' of 'me'"),
        (result("deal end", lambda r: r.update(called=None)), 13, "CV844", "'called' is suns"),
        (result("match end", lambda r: r.update(winners=[])), 26, "CV844", "not nothing"),
        (result("match end", lambda r: r["winners"].append("x")), 26, "CV844", "'winners' is"),
        (put("deal end", "result", {}), 13, "CV844", "the result lacks 'bidder'"),
        (cut("move", 9), 12, "CV845", "deal 1 is not over yet"),
        (twice("move", 9), 13, "CV846", "deal 1 is over: nobody moves any more"),
        (put("match", "options", {"deals": 1}), 14, "CV847", "the match is over after deal 1"),
        (put("match", "options", {"deals": 3}), 26, "CV847", "the match is not over after deal 2"),
    ],
)
def test_what_disagrees_with_the_rules(change: Change, line: int, code: str, said: str) -> None:
    told = trace("parlour")
    change(told)
    found = report(told)
    diagnostic = only(found)
    if code == "CV819":  # the names of a line come before its rules
        assert (diagnostic.code, found.exit_code) == (code, 2)
        return
    assert diagnostic.code == code, diagnostic.message
    assert said in diagnostic.message
    assert str(diagnostic.span).startswith(f"t.jsonl:{line}:")
    assert found.verdict is Verdict.DISAGREES
    assert found.exit_code == 1
    notes = [note.text for note in diagnostic.notes]
    assert notes[-1] == "the rest of the match that begins in line 1 is not checked"
    if code != "CV842" and "no field" not in diagnostic.message:
        assert any(note.startswith("deal ") for note in notes), notes
        assert any("rule" in note or "'" in note for note in notes), notes


def test_an_illegal_move_is_told_with_everything() -> None:
    told = trace("schnapsen", 2)
    place = at(told, "play", 1)
    seat = told[place]["seat"]
    other = next(line for line in told[place + 1 :] if line.get("seat") not in (None, seat))
    told[place]["cards"] = other["cards"]
    found = report(told)
    text = str(only(found))
    head, excerpt, carets, *notes = text.split("\n")
    assert head.startswith(f"t.jsonl:{place + 1}:")
    assert f"error[CV840]: an illegal move of {seat}: " in head
    assert excerpt.endswith(json.dumps(told[place]))
    assert "^" * len(json.dumps(other["cards"])) in carets
    said = "\n".join(notes)
    assert "the rule is 'play', " in said
    assert "(clause" in said
    assert "schnapsen.yaml:" in said
    assert f"deal 1, after {place - 2} moves, {seat} to move" in said
    assert "hand of south: " in said
    assert "hand of north: " in said
    assert "the rest of the match that begins in line 1 is not checked" in said


def test_the_guard_and_the_gate_that_forbid_are_named() -> None:
    told = trace("parlour", legal=False)
    told[2].update(move="pair", cards=told[1]["deck"][:2])
    told[2].pop("value")
    assert "giving" in only(report(told)).notes[0].text
    told = trace("parlour")
    place = at(told, "lay")
    whole = told[1]["deck"]
    hand = [c for c in whole if c not in told[place]["cards"]]
    told[place]["cards"] = [hand[-1]]
    assert only(report(told)).code == "CV840"


def test_keys_that_begin_with_x_are_passed_over() -> None:
    told = trace("parlour")
    told[0].update({"x-who": "somebody", "x-": [1, {"a": None}]})
    told[1].update({"x-table": 4})
    assert report(told).exit_code == 0


def test_what_may_be_left_out() -> None:
    told = trace("parlour")
    told[0].pop("options")
    told[0].pop("spec")
    told[at(told, "deal end")].pop("result")
    told[-1].pop("result")
    assert report(told).exit_code == 0
    told[0].update(spec=None, options={})
    assert report(told).exit_code == 0


def test_the_first_dealer_comes_from_the_first_deal() -> None:
    told = trace("schnapsen")
    told[0]["options"].pop("first_dealer")
    assert report(told).exit_code == 0
    other = [
        json.loads(dump(line))
        for line in lines(
            list(walk(game("schnapsen").match(seed=3, options={"first_dealer": "south"}), 4))[-1]
        )
    ]
    assert other[1]["dealer"] == "south"
    other[0]["options"].pop("first_dealer")
    assert report(other).exit_code == 0
    other[0]["options"]["first_dealer"] = "north"
    diagnostic = only(report(other))
    assert diagnostic.code == "CV842"
    assert "the options of the match say who deals first" in diagnostic.notes[1].text
    assert str(diagnostic.notes[1].span).startswith("t.jsonl:1:")


def test_a_game_without_a_dealer_has_none() -> None:
    told = trace("lonely")
    assert "dealer" not in told[1]
    assert report(told).exit_code == 0
    told[1]["dealer"] = "me_alone"
    diagnostic = only(report(told))
    assert (diagnostic.code, diagnostic.message) == ("CV809", "nobody deals in lonely")


def test_results_list_winners_in_any_order() -> None:
    packed = (TRACES / "random_ganjifa_first_dealer_west.jsonl.gz").read_bytes()
    told = list(map(json.loads, gzip.decompress(packed).decode().splitlines()))
    shared = next(
        i
        for i, line in enumerate(told)
        if line["type"] == "match end" and len(line["result"]["winners"]) == 2
    )
    start = max(i for i in range(shared) if told[i]["type"] == "match")
    told = told[start : shared + 1]
    winners = told[-1]["result"]["winners"]
    told[-1]["result"]["winners"] = winners[::-1]
    assert report(told).exit_code == 0
    told[-1]["result"]["winners"] = winners[:1] * 2
    assert only(report(told)).code == "CV844"


def test_another_text_of_the_spec_is_a_warning() -> None:
    told = trace("lonely")
    told[0]["spec"] = "sha256:0"
    found = report(told)
    assert (only(found).code, only(found).severity) == ("CV822", Severity.WARNING)
    assert found.exit_code == 0
    assert only(report(told * 3)) == only(found)  # told once, not three times
    found = report(told, strict=True)
    assert (only(found).severity, found.exit_code) == (Severity.ERROR, 2)
    assert found.moves == 2


# ---------------------------------------------------------------------------- legal


def test_a_legal_list_may_stand_in_any_order_and_in_full() -> None:
    told = trace("parlour", legal=True)
    for line in told:
        if "legal" in line:
            line["legal"].reverse()
            for entry in line["legal"]:
                if "any" not in entry and entry[0] in ("swap", "pair"):
                    entry[1:] = entry[:0:-1]
    assert report(told).exit_code == 0
    place = at(told, "lay")
    state = game("parlour").match(decks=[told[1]["deck"]])
    for line in told[2:place]:
        state = state.apply(
            state.move(line["move"], line["cards"], line.get("value"), line.get("values"))
        )
    whole: list[list[Any]] = []
    for move in state.legal_moves:
        spoken = state.speak(move)
        names = [state.game.spec.cards.members[c] for c in sorted(spoken.cards)]
        suit = ["moons" if value else "suns" for value in spoken.values]
        whole.append([move.rule, *names, *suit])
    told[place]["legal"] = whole
    assert report(told).exit_code == 0
    half = [e for e in whole if e[0] == "lay"]
    for u in ("suns", "moons"):
        half += [["bury", "any", n, len(half_hand(whole)), u] for n in (1, 2)]
    told[place]["legal"] = half
    assert report(told).exit_code == 0
    told[place]["legal"] = whole[:-1]
    assert only(report(told)).code == "CV843"
    told[place]["legal"] = [*half, whole[-1]]
    assert "twice" in only(report(told)).message


def half_hand(whole: list[list[Any]]) -> set[str]:
    """Return the cards in a list of legal moves."""
    return {card for entry in whole for card in entry[1:] if "-" in card}


def listed(change: Callable[[list[Any]], object], number: int) -> Change:
    """Return a change of the list of legal moves at move `number`."""
    return lambda told: change(told[at(told, "move", number)]["legal"])


@pytest.mark.parametrize(
    ("change", "line", "code", "said"),
    [
        (put("move", "legal", None), 3, "CV810", "'legal' is null, not a list"),
        (put("move", "legal", []), 3, "CV843", "'bid 0' is legal and missing"),
        (listed(lambda e: e.pop(0), 0), 3, "CV843", "'bid 0' is legal and missing"),
        (listed(lambda e: e.append(["bid", 0]), 0), 3, "CV843", "a legal move stands twice"),
        (listed(lambda e: e.append(["bid", 4]), 0), 3, "CV816", "4 is no number"),
        (listed(lambda e: e.append(["bid"]), 0), 3, "CV819", "'bid' is told with n at the end"),
        (listed(lambda e: e.append(["bid", "suns-1-1", 0]), 0), 3, "CV843", "listed as legal and"),
        (listed(lambda e: e.append([]), 0), 3, "CV810", "a legal move is a list"),
        (listed(lambda e: e.append("bid"), 0), 3, "CV810", "a legal move is a list"),
        (listed(lambda e: e.append([3]), 0), 3, "CV818", "no move '3'"),
        (listed(lambda e: e.append(["bit"]), 0), 3, "CV818", "no move 'bit'"),
        (listed(lambda e: e.append(["call", "suns", "1", True]), 0), 3, "CV843", "'calling'"),
        (listed(lambda e: e.append(["swap", "suns-9-9"]), 5), 8, "CV811", "no card 'suns-9-9'"),
        (listed(lambda e: e.append(["swap", 3]), 5), 8, "CV810", "3 stands where"),
        (listed(lambda e: e.append([*e[0], e[0][1]]), 5), 8, "CV812", "stands twice"),
        (listed(lambda e: e.__setitem__(0, ["lay", "any", 1, 4]), 6), 9, "CV843", "by the rules"),
        (listed(lambda e: e.__setitem__(0, ["lay", "any", 3, 3]), 6), 9, "CV843", "listed as"),
        (listed(lambda e: e.__setitem__(0, ["lay", "any", 1]), 6), 9, "CV810", "is told with"),
        (listed(lambda e: e.__setitem__(0, ["lay", "any", "1", 3]), 6), 9, "CV810", "a number"),
        (listed(lambda e: e.append(["bury", "any", 1, 3]), 6), 9, "CV810", "size, u"),
        (listed(lambda e: e.append(["bury", "any", 1, 3, "sun"]), 6), 9, "CV816", "no suit 'sun'"),
        (listed(lambda e: e.pop(1), 6), 9, "CV843", "legal moves 'lay' are to be told"),
        (listed(lambda e: e.pop(), 6), 9, "CV843", "3 legal moves 'bury' are to be told"),
    ],
)
def test_legal_lists_that_are_wrong(change: Change, line: int, code: str, said: str) -> None:
    told = trace("parlour", legal=True)
    change(told)
    found = report(told)
    diagnostic = only(found)
    assert diagnostic.code == code, diagnostic.message
    assert said in str(diagnostic), diagnostic
    assert str(diagnostic.span).startswith(f"t.jsonl:{line}:")
    assert found.exit_code == (1 if code == "CV843" else 2)


def test_a_legal_list_names_rule_and_clause() -> None:
    told = trace("aluette", legal=True)
    hand = {entry[1] for entry in told[2]["legal"]}
    foreign = next(card for card in told[1]["deck"] if card not in hand)
    told[2]["legal"].append(["play", foreign])
    diagnostic = only(report(told))
    assert f"'play {foreign}' is listed as legal and is not" in diagnostic.message
    assert "(clause A17)" in diagnostic.notes[0].text
    told[2]["legal"] = told[2]["legal"][1:-1]
    assert "(clause A16)" in only(report(told)).notes[0].text


# ---------------------------------------------------------------------------- several matches


def test_the_next_match_is_checked_after_a_fault() -> None:
    one, two, three = trace("parlour"), trace("schnapsen"), trace("lonely")
    one[2]["seat"] = "west"
    three[2]["move"] = "tak"
    found = report([*one, *two, *three])
    assert [d.code for d in found.diagnostics] == ["CV841", "CV818"]
    assert [match.verdict for match in found.matches] == [
        Verdict.DISAGREES,
        Verdict.AGREES,
        Verdict.UNUSABLE,
    ]
    assert [match.line for match in found.matches] == [1, len(one) + 1, len(one) + len(two) + 1]
    assert found.exit_code == 2
    assert "did you mean 'take'?" in str(found.diagnostics[1])
    said = found.summary().splitlines()
    assert said[0] == (
        "t.jsonl:1: parlour: 1 deal, 0 moves; a fault in line 3, the rest of this match was not"
        " checked"
    )
    assert said[1].endswith("; the match is over")
    assert said[-1].startswith("t.jsonl: cannot be used: 3 matches, ")


def test_how_far_an_abandoned_match_went() -> None:
    told = trace("parlour")
    ends = {
        1: "it stops before the first deal",
        2: "it stops in deal 1 after 0 moves",
        5: "it stops in deal 1 after 3 moves",
        at(told, "deal end"): "it stops at the end of deal 1, its result is not told",
        at(told, "deal end") + 1: "it stops after deal 1",
        at(told, "deal", 1) + 1: "it stops in deal 2 after 0 moves",
        at(told, "match end"): "the match is over, its result is not told",
        len(told): "the match is over",
    }
    for length, ended in ends.items():
        found = report(told[:length])
        assert found.exit_code == 0
        assert found.matches[0].ended == ended
        twice_over = report([*told[:length], *trace("lonely")])
        assert twice_over.exit_code == 0
        assert twice_over.matches[0].ended == ended


def test_a_number_with_a_point_is_told_with_it() -> None:
    assert describe(1.0) == "1.0"
    assert describe(-2.5) == "-2.5"
    assert describe(1e300) == "1e+300"


def test_too_many_faults() -> None:
    one = trace("lonely")
    one[1]["deck"] = []
    found = report(one * 200)
    assert len(found.diagnostics) == MOST_FAULTS + 1
    assert found.diagnostics[-1].code == "CV825"
    assert found.exit_code == 2


def test_a_spec_that_cannot_be_used() -> None:
    def broken(name: str) -> Game:
        return Game(load_text("parlour.yaml", PARLOUR.replace("moved += 1", "moved + 1", 1)))

    found = replay_lines("t.jsonl", map(json.dumps, trace("parlour")), broken)
    assert found.exit_code == 2
    assert "parlour.yaml" in str(found.diagnostics[0].span)


def test_a_spec_that_fails_on_the_way() -> None:
    """The fault is the spec's: it is told with the line it happened in."""
    text = PARLOUR.replace("moved:  {in: 0..8", "moved:  {in: 0..2")
    bad = Game(load_text("parlour.yaml", text))
    found = replay_lines("t.jsonl", map(json.dumps, trace("parlour")), lambda _: bad)
    (warning, diagnostic) = found.diagnostics
    assert warning.code == "CV822"
    assert diagnostic.code.startswith("CV7")
    assert "the spec of parlour fails here" in diagnostic.message
    assert str(diagnostic.span).startswith("t.jsonl:5:")
    assert "the rule is 'bid' (clause P4)" in diagnostic.notes[0].text
    assert found.exit_code == 2


def test_a_spec_that_leaves_it_open_what_was_played() -> None:
    text = PARLOUR.replace(", in order: a <= b}", "}")
    bad = Game(load_text("parlour.yaml", text))
    told = [json.loads(dump(line)) for line in lines(bad.match(seed=3))]
    state = bad.match(seed=3)
    for move in ("bid",) * 4 + ("call", "swap"):
        chosen = [m for m in state.legal_moves if m.rule == move][1]
        line: dict[str, Any] = {"type": "move", "seat": state.turn, "move": move}
        spoken = state.speak(chosen)
        line["cards"] = [bad.spec.cards.members[c] for c in sorted(spoken.cards)]
        if move == "bid":
            line["value"] = 1
        if move == "call":
            line["values"] = {"u": "suns", "r": "1", "loud": True}
        told.append(line)
        state = state.apply(chosen)
    found = replay_lines("t.jsonl", map(json.dumps, told), lambda _: bad)
    diagnostic = only(found)
    assert diagnostic.code == "CV824"
    assert "so it cannot tell which was played" in diagnostic.message
    assert found.exit_code == 2


# ---------------------------------------------------------------------------- files


def raw(tmp_path: Path, data: bytes, name: str = "t.jsonl") -> TraceReport:
    """Replay a file with these bytes."""
    path = tmp_path / name
    path.write_bytes(data)
    return replay_file(path, games, name=name)


def text(told: Told) -> bytes:
    """Return the bytes of a trace."""
    return "".join(json.dumps(line) + "\n" for line in told).encode()


GOOD = text(trace("lonely"))
FIRST, SECOND, THIRD, *_ = GOOD.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("data", "place", "code", "said"),
    [
        (b"", "1:1", "CV820", "the trace is empty"),
        (b"\n", "1:1", "CV803", "the line is empty"),
        (FIRST + b"\n" + SECOND, "2:1", "CV803", "the line is empty"),
        (FIRST + b"   \n" + SECOND, "2:1", "CV803", "the line is empty"),
        (GOOD + b"\n", "7:1", "CV803", "the line is empty"),
        (b"\xef\xbb\xbf" + GOOD, "1:1", "CV803", "no JSON"),
        (FIRST + SECOND[:40], "2:38", "CV804", "cut off inside a text"),
        (FIRST + SECOND[:24], "2:25", "CV804", "cut off"),
        (FIRST + THIRD[:-2], "2:", "CV804", "cut off: its object does not end"),
        (FIRST + b"\xff\xfe" + SECOND, "2:1", "CV801", "not UTF-8"),
        (FIRST + SECOND.replace(b"dots-1", b"dots-\xe9"), "2:", "CV801", "not UTF-8"),
        (FIRST.decode().encode("utf-16"), "1:1", "CV801", "not UTF-8"),
        (FIRST + b"{'type': 'deal'}\n", "2:2", "CV803", "in double quotes"),
        (FIRST + b'{"type": deal}\n', "2:10", "CV803", "this is no JSON"),
        (FIRST + b"[]\n", "2:1", "CV803", "the line is an empty list, not an object"),
        (FIRST + b"3\n", "2:1", "CV803", "the line is 3, not an object"),
        (FIRST + b"null\n", "2:1", "CV803", "the line is null"),
        (FIRST + b"{}\n", "2:1", "CV808", "'type' is missing"),
        (FIRST + b'{"type": "deal"} {"a": 1}\n', "2:18", "CV803", "after the object"),
        (FIRST + b'{"type": "deal", "type": "deal"}\n', "2:18", "CV806", '"type" stands twice'),
        (FIRST + b'{"type": "deal", "deal": NaN}\n', "2:26", "CV803", "NaN is no value"),
        (FIRST + b'{"type": "deal", "deal": -Infinity}\n', "2:26", "CV803", "-Infinity is no"),
        (FIRST + b'{"type": "deal", "deal": ' + b"9" * 5000 + b"}\n", "2:26", "CV805", "digits"),
        (FIRST + b'{"type": "deal", "deal": 1e999, "deck": []}\n', "2:26", "CV810", "is inf"),
        (FIRST + b'{"type": "x' + b"y" * 5000 + b'"}\n', "2:10", "CV807", "yyyy…'"),
        (FIRST + b'{"type": "\\ud800"}\n', "2:10", "CV807", "no type of line"),
        (FIRST + b'{"type": "a\\u0000b\\u001b[31m"}\n', "2:10", "CV807", "no type of line"),
        (FIRST + b"[" * 200_000 + b"\n", "2:21", "CV805", "nested too deep"),
        (FIRST + b'{"type": ' * 200_000 + b"\n", "2:", "CV805", "nested too deep"),
        (FIRST + b"\x00\x01\x02\n", "2:1", "CV803", "no JSON"),
        (gzip.compress(GOOD, mtime=0)[:-30], "", "CV802", "cut off"),
        (gzip.compress(GOOD, mtime=0)[:12] + b"garbage" * 9, "", "CV802", "damaged"),
        (gzip.compress(GOOD, mtime=0) + b"garbage", "", "CV802", "damaged"),
        (gzip.compress(GOOD, mtime=0)[:-6] + b"\0" * 6, "", "CV802", "damaged"),
        (b"\x1f\x8b", "1:1", "CV802", "cut off"),
    ],
)
def test_files_that_are_no_traces(
    tmp_path: Path, data: bytes, place: str, code: str, said: str
) -> None:
    found = raw(tmp_path, data)
    diagnostic = only(found)
    assert diagnostic.code == code, diagnostic.message
    assert said in diagnostic.message
    assert str(diagnostic.span).startswith(f"t.jsonl:{place}")
    assert found.exit_code == 2
    assert diagnostic.fix or code not in ("CV802", "CV820")
    told = str(diagnostic)
    assert max(map(len, told.splitlines())) < 400
    assert all(c.isprintable() or c == "\n" for c in told)


def test_the_last_line_is_said_to_be_the_last(tmp_path: Path) -> None:
    assert "the last line of the file" in str(only(raw(tmp_path, FIRST + SECOND[:40])))
    assert "the last line" not in str(only(raw(tmp_path, FIRST + SECOND[:40] + b"\n")))


def test_line_ends_do_not_matter(tmp_path: Path) -> None:
    assert raw(tmp_path, GOOD.replace(b"\n", b"\r\n")).exit_code == 0
    assert raw(tmp_path, GOOD.rstrip(b"\n")).exit_code == 0


def test_compressed_files_are_known_by_their_bytes(tmp_path: Path) -> None:
    assert raw(tmp_path, gzip.compress(GOOD)).exit_code == 0
    assert raw(tmp_path, gzip.compress(GOOD), "t.jsonl.gz").exit_code == 0
    several = gzip.compress(GOOD[:100]) + gzip.compress(GOOD[100:])
    assert raw(tmp_path, several, "t.jsonl.gz").exit_code == 0
    found = raw(tmp_path, GOOD, "t.jsonl.gz")
    assert "is not compressed" in only(found).message
    assert found.exit_code == 2


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        found = replay_file(path, games)
        assert only(found).code == "CV100"
        assert found.exit_code == 2
        assert found.matches == ()


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(FIRST)
        for _ in range(40):
            file.write(b" " * (1 << 20))
    found = replay_file(path, games)
    diagnostic = only(found)
    assert (diagnostic.code, found.exit_code) == ("CV805", 2)
    assert "longer than 16 MiB" in diagnostic.message


def test_many_lines_take_no_memory() -> None:
    """Lines are read one by one, as they are asked for."""
    seen = 0

    def endless() -> Iterator[str]:
        nonlocal seen
        for _ in range(3):
            yield from GOOD.decode().splitlines()
            seen += 1

    found = replay_lines("t.jsonl", endless(), games)
    assert (seen, len(found.matches), found.exit_code) == (3, 3, 0)
