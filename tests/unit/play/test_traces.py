"""Traces are written whole, always the same, and lead back to every state they tell of."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.play.lots import play_lots
from cardavia_spec.play.match import MatchState, Stage
from cardavia_spec.play.record import Recorder
from cardavia_spec.play.replay import Verdict, replay_file, replay_lines
from cardavia_spec.play.resume import load_match, save_match
from cardavia_spec.play.snapshot import dump as snapshot
from cardavia_spec.play.snapshot import load
from cardavia_spec.play.trace import Line, dump, lines, trace_file, write_trace
from tests.unit.play.play_games import OTHER, REAL, SMALL, game, walk


def prefixes(name: str, told: list[str]) -> Iterator[tuple[int, MatchState]]:
    """Yield every state a trace leads to, and how many lines it took, by the public face alone."""
    loaded = game(name)
    options: dict[str, object] = {}
    state: MatchState | None = None
    for number, line in enumerate(map(json.loads, told), 1):
        match line["type"]:
            case "match":
                options = line["options"]
            case "deal" if state is None:
                state = loaded.match(options=options, decks=[line["deck"]])
            case "deal":
                assert state is not None
                state = state.deal(line["deck"])
            case "move":
                assert state is not None
                values = (line.get("value"), line.get("values"))
                state = state.apply(state.move(line["move"], line["cards"], *values))
            case _:
                pass
        if state is not None and state.stage is not Stage.BETWEEN:
            yield number, state


@pytest.mark.parametrize("name", [*REAL, *OTHER, *SMALL])
@pytest.mark.parametrize("legal", [False, True])
def test_every_prefix_comes_back(name: str, legal: bool) -> None:
    states = list(walk(game(name).match(seed=2), 3, 240))
    told = [dump(line) for line in lines(states[-1], legal=legal)]
    found = dict(prefixes(name, told))
    step = 1 if len(states) < 50 else 40
    for number, state in enumerate(states):
        prefix = [dump(line) for line in lines(state)]
        back = found[len(prefix)]
        assert back.state == state.state
        assert (back.known, back.deck) == (state.known, state.deck)
        assert (back.deal_result, back.outcome) == (state.deal_result, state.outcome)
        if number % step == 0 or state is states[-1]:
            report = replay_lines("prefix", told[: len(prefix)], game)
            assert report.verdict is Verdict.AGREES, report.diagnostics
            assert (report.moves, report.deals) == (number, state.deal_number)
            again = [dump(line) for line in lines(state, legal=legal)]
            assert again == told[: len(prefix)]


def test_lines_are_as_the_format_says() -> None:
    told = list(lines(list(walk(game("parlour").match(seed=3), 4))[-1]))
    assert list(told[0]) == ["type", "trace", "game", "options", "spec"]
    assert list(told[1]) == ["type", "deal", "dealer", "deck"]
    assert told[0]["options"] == {
        "first_dealer": "east",
        "deals": 2,
        "strict": False,
        "mood": "calm",
    }
    by_move = {line["move"]: line for line in told if line["type"] == "move"}
    assert list(by_move["bid"]) == ["type", "seat", "move", "cards", "value"]
    assert by_move["bid"]["cards"] == []
    assert isinstance(by_move["bid"]["value"], int)
    assert list(by_move["call"]) == ["type", "seat", "move", "cards", "values"]
    values = by_move["call"]["values"]
    assert isinstance(values, dict)
    assert list(values) == ["u", "r", "loud"]
    assert isinstance(values["r"], str)
    assert isinstance(values["loud"], bool)
    assert told[-1]["type"] == "match end"
    lonely = list(lines(list(walk(game("lonely").match(seed=3), 4))[-1]))
    assert list(lonely[1]) == ["type", "deal", "deck"]


def test_a_deck_stands_in_the_order_in_which_it_is_drawn() -> None:
    state = game("lonely").match(seed=5)
    deck = next(line["deck"] for line in lines(state) if line["type"] == "deal")
    assert isinstance(deck, list)
    assert state.view("me_alone").pile("pile").cards == (deck[0],)
    after = state.apply(state.legal_moves[0])
    assert set(after.view("me_alone").pile("pile").cards) == set(deck[:2])


@pytest.mark.parametrize("name", [*REAL, *OTHER, *SMALL])
def test_recorded_lots_replay(name: str, tmp_path: Path) -> None:
    engine = game(name).engine
    path = tmp_path / "lots.jsonl.gz"
    with trace_file(path) as file:
        recorder = Recorder(engine, file.write, legal=True)
        moves = sum(deal.moves for deal in play_lots(engine, 5, 6, {}, recorder))
    report = replay_file(path, game)
    assert report.exit_code == 0, report.diagnostics
    assert (report.deals, report.moves) == (6, moves)


def test_the_first_deal_of_a_lot_is_that_of_a_match() -> None:
    told: list[Line] = []
    engine = game("schnapsen").engine
    list(play_lots(engine, 7, 1, {}, Recorder(engine, told.append)))
    match = list(lines(game("schnapsen").match(seed=7)))
    assert told[:2] == match[:2]


def test_saved_matches_go_on(tmp_path: Path) -> None:
    for name in ("schnapsen", "parlour"):
        states = list(walk(game(name).match(seed=8), 1))
        for number, state in enumerate(states):
            if number % 6 and not state.is_over:
                continue
            path = tmp_path / "saved.jsonl"
            save_match(path, state)
            back = load_match(path, game)
            assert back == state
            assert list(walk(back, number)) == list(walk(state, number))
            assert [s.state for s in back.history()] == [s.state for s in state.history()]
            if number:
                assert back.undo().state == state.undo().state
            assert replay_file(path, game).exit_code == 0


def test_saved_matches_keep_decks_that_were_given(tmp_path: Path) -> None:
    loaded = game("schnapsen")
    names = list(loaded.spec.cards.members)
    path = tmp_path / "saved.jsonl"
    for state in walk(loaded.match(decks=[names, names[::-1]]), 2):
        save_match(path, state)
        assert load_match(path, game) == state
    assert state.stage is Stage.BETWEEN


def test_what_is_no_saved_match(tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    good = [dump(line) for line in lines(game("schnapsen").match(seed=1), chance=True)]
    for bad, code in (
        ([], "CV820"),
        (good[:1], "CV820"),
        ([*good, good[0]], "CV820"),
        ([good[0], good[1].replace('"x-stream": "', '"x-stream": "g')], "CV850"),
        ([good[0], good[1].replace('"x-stream"', '"x-decks": 3, "x-stream"')], "CV810"),
        ([good[0], good[1].replace('"north"', '"south"')], "CV842"),
    ):
        path.write_text("".join(line + "\n" for line in bad))
        with pytest.raises(SpecError) as fault:
            load_match(path, game)
        assert fault.value.diagnostics[0].code == code
    with pytest.raises(SpecError) as fault:
        load_match(tmp_path / "nowhere.jsonl", game)
    assert fault.value.diagnostics[0].code == "CV100"


def test_a_snapshot_has_no_trace() -> None:
    state = game("schnapsen").match(seed=1)
    state = load(state.game, snapshot(state))
    state = state.apply(state.legal_moves[0])
    with pytest.raises(ValueError, match="beginning of this match is not kept"):
        list(lines(state))


# ---------------------------------------------------------------------------- files


def test_the_same_lines_make_the_same_bytes(tmp_path: Path) -> None:
    told = list(lines(list(walk(game("schnapsen").match(seed=1), 1))[-1]))
    for name in ("a.jsonl", "b.jsonl", "a.jsonl.gz", "b.jsonl.gz"):
        write_trace(tmp_path / name, told)
    plain, packed = (tmp_path / "a.jsonl").read_bytes(), (tmp_path / "a.jsonl.gz").read_bytes()
    assert plain == (tmp_path / "b.jsonl").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == plain
    assert plain.endswith(b"\n")
    assert plain.count(b"\n") == len(told)


@pytest.mark.parametrize("name", ["t.jsonl", "t.jsonl.gz"])
def test_nothing_is_half_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    line: Line = {"type": "match"}

    def broken(fault: type[BaseException]) -> None:
        with trace_file(path) as file:
            file.write(line)
            raise fault

    with pytest.raises(KeyboardInterrupt):
        broken(KeyboardInterrupt)
    assert list(tmp_path.iterdir()) == []
    write_trace(path, [line])
    before = path.read_bytes()
    with pytest.raises(RuntimeError):
        broken(RuntimeError)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        write_trace(tmp_path / "nowhere" / "t.jsonl", [])
    with pytest.raises(OSError, match="directory"):
        write_trace(tmp_path, [])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_what_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    write_trace(Path(os.devnull), [{"type": "match"}])
    assert not Path(os.devnull).is_file()
