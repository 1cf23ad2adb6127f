"""`cardavia run`: what it counts, how it ends, and the trace it writes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest

from cardavia_spec.core.rng import Random, lot_seed
from cardavia_spec.play import lots
from cardavia_spec.play.game import load
from cardavia_spec.play.lots import LOT, play_lots
from tests.unit.cli.cli_helpers import CORNERS, Cli

SPEC = "spec/corners.yaml"


def test_counts(cli: Cli) -> None:
    told = cli("run", SPEC, "--deals", "20", "--seed", "1")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("20 deals, 560 moves, ")
    assert "tricks of south_north" in told.out


def test_json_is_one_object(cli: Cli) -> None:
    told = cli("run", SPEC, "--deals", "30", "--seed", "5", "--json").json
    assert (told["deals"], told["moves"], told["seed"], told["game"]) == (30, 840, 5, "corners")
    assert told["engine"] == "reference"
    tricks = told["deal results"]["tricks of south_north"]
    assert sum(tricks.values()) == 30
    mirrored = told["deal results"]["tricks of west_east"]
    assert {7 - int(k): n for k, n in tricks.items()} == {int(k): n for k, n in mirrored.items()}


def test_a_seed_names_the_deals(cli: Cli) -> None:
    one, same, other = (
        cli("run", SPEC, "--deals", "8", "--seed", seed, "--json").json for seed in "334"
    )
    assert one["deal results"] == same["deal results"]
    assert one["deal results"] != other["deal results"]


@pytest.mark.parametrize("deals", ["0", "-0"])
def test_no_deals(cli: Cli, deals: str) -> None:
    told = cli("run", SPEC, f"--deals={deals}")
    assert (told.code, told.out) == (0, "0 deals, 0 moves, 0 matches\n")


@pytest.mark.parametrize(
    "deals",
    ["-1", "1000000001", "9" * 5000, "1e3", "many", "", "0x10", "½", "1.5", "٣", " 7 ", "--3"],
)
def test_a_number_of_deals_that_cannot_be(cli: Cli, deals: str) -> None:
    told = cli("run", SPEC, f"--deals={deals}")
    assert told.code == 2
    assert "error[CV903]" in told.err
    assert told.out == ""


def test_options_are_read_as_the_spec_writes_them(cli: Cli) -> None:
    plain, without = (
        cli("run", SPEC, "--deals", "2", "--json", *more).json["deal results"]
        for more in ((), ("--option", "last_ten=false"))
    )
    assert plain["tricks of west_east"] == without["tricks of west_east"]
    sums = [
        sum(
            int(value) * n
            for team in ("south_north", "west_east")
            for value, n in results[f"total of {team}"].items()
        )
        for results in (plain, without)
    ]
    assert sums[0] - sums[1] == 20  # ten a deal


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("last_tem=true", "did you mean 'last_ten'?"),
        ("last_ten=maybe", "it is one of false, true"),
        ("first_dealer=souht", "it is one of south, west, north, east"),
        ("last_ten", "write --option NAME=VALUE"),
        ("=", "no option"),
    ],
)
def test_options_that_the_game_does_not_have(cli: Cli, option: str, said: str) -> None:
    told = cli("run", SPEC, "--option", option)
    assert told.code == 2
    assert "error[CV903]" in told.err
    assert said in told.err


def test_wrong_options_are_told_all_at_once(cli: Cli) -> None:
    told = cli("run", SPEC, "--option", "a=1", "--option", "b=2")
    assert told.err.count("error[CV903]") == 2


@pytest.mark.parametrize("name", ["play.jsonl", "play.jsonl.gz"])
def test_the_trace_is_accepted_by_replay(cli: Cli, name: str) -> None:
    assert cli("run", SPEC, "--deals", "9", "--seed", "2", "--trace", name).code == 0
    told = cli("replay", name)
    assert told.code == 0
    assert "9 deals, 252 moves checked" in told.out


def test_a_link_stays_one(cli: Cli) -> None:
    (cli.folder / "there").mkdir()
    for name in ("there/new.jsonl", "there/old.jsonl"):
        (cli.folder / "link.jsonl").symlink_to(name)
        assert cli("run", SPEC, "--deals", "1", "--trace", "link.jsonl").code == 0
        assert (cli.folder / "link.jsonl").is_symlink()
        assert (cli.folder / name).stat().st_size > 0
        (cli.folder / "link.jsonl").unlink()
        cli.write("there/old.jsonl", "old")
    assert {"there/new.jsonl", "there/old.jsonl"} == {f for f in cli.files() if "there" in f}


def test_a_trace_that_cannot_be_written(cli: Cli) -> None:
    told = cli("run", SPEC, "--deals", "2", "--trace", "nowhere/play.jsonl")
    assert told.code == 2
    assert "error[CV904]" in told.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no file that is full")
@pytest.mark.parametrize("name", ["/dev/full", "full.jsonl.gz"])
def test_a_full_disk_is_told_with_the_name_of_the_file(cli: Cli, name: str) -> None:
    if name != "/dev/full":
        os.symlink("/dev/full", name)
    told = cli("run", SPEC, "--deals", "9", "--trace", name)
    assert (told.code, told.out) == (2, "")
    assert told.err == f"error[CV904]: {name}: no space left on device\n"


def test_a_run_that_is_interrupted_leaves_no_trace(cli: Cli) -> None:
    real = lots._deal
    left = iter(range(3))

    def deal(*args: object) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]

    cli.monkeypatch.setattr(lots, "_deal", deal)
    before = cli.files()
    told = cli("run", SPEC, "--deals", "50", "--trace", "play.jsonl")
    assert told.code == 130
    assert told.out.startswith("3 deals, ")
    assert "no trace was written" in told.err
    assert cli.files() == before


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_run_that_is_told_to_end_leaves_no_trace(cli: Cli, name: str, code: int) -> None:
    number = getattr(signal, name, None)
    if number is None or signal.getsignal(number) is not signal.SIG_DFL:
        pytest.skip(f"{name} is not ours here")
    real = lots._deal
    left = iter(range(3))

    def deal(*args: object) -> object:
        if next(left, None) is None:
            try:
                signal.raise_signal(number)
            finally:
                signal.raise_signal(number)  # `timeout` sends it twice
        return real(*args)  # type: ignore[arg-type]

    cli.monkeypatch.setattr(lots, "_deal", deal)
    before = cli.files()
    told = cli("run", SPEC, "--deals", "50", "--trace", "play.jsonl")
    assert (told.code, told.out, told.err) == (code, "", f"\nended ({name})\n")
    assert cli.files() == before
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_rule_that_fails_is_told_with_its_place(cli: Cli) -> None:
    broken = CORNERS.replace("trick taken:\n    when: every", "trick taken:\n    when: some")
    cli.write("spec/corners.yaml", broken)
    told = cli("run", SPEC, "--deals", "3", "--trace", "play.jsonl")
    assert told.code == 1
    assert "error[CV7" in told.err
    assert "spec/corners.yaml:" in told.err
    assert "play.jsonl" not in cli.files()


def test_a_deal_that_never_ends_is_told(cli: Cli) -> None:
    moves = CORNERS[CORNERS.index("moves:\n") : CORNERS.index("events:\n")]
    endless = CORNERS.replace(moves, "moves:\n  wait: {do: turn := me.next}\n\n")
    cli.monkeypatch.setattr(lots, "LONGEST_DEAL", 500)
    cli.write("spec/corners.yaml", endless)
    told = cli("run", SPEC, "--deals", "1")
    assert told.code == 1
    assert "error[CV714]" in told.err


def test_a_spec_that_is_wrong(cli: Cli) -> None:
    cli.write("bad.yaml", CORNERS.replace("from me.hand to me.table", "from me.hnad to me.table"))
    told = cli("run", "bad.yaml")
    assert told.code == 2
    assert "bad.yaml:57:25" in told.err
    wrong = cli("run", "bad.yaml", "--json")
    assert wrong.json["exit"] == 2
    assert wrong.json["diagnostics"][0]["line"] == 57


def lot_by_hand(seed: int, deals: int) -> Iterator[tuple[int, dict[str, object]]]:
    """Play as decision 0014 says it, with the public face alone."""
    game = load("spec/corners.yaml")
    rng = Random(seed)

    def deck() -> list[str]:
        return [game.spec.cards.members[card] for card in rng.shuffled(32)]

    played = 0
    while played < deals:
        state = game.match(decks=[deck()])
        while not state.is_over:
            if state.turn is None:
                state = state.deal(deck())
            number, moves = state.deal_number, 0
            while state.deal_number == number and state.turn is not None:
                state = state.apply(state.legal_moves.sample(rng))
                moves += 1
            assert state.deal_result is not None
            yield moves, dict(state.deal_result)
            played += 1
            if played == deals:
                return


def test_a_lot_is_what_the_decision_says(cli: Cli) -> None:
    assert cli.folder.exists()
    engine = load(SPEC).engine
    lot = [(deal.moves, dict(deal.result)) for deal in play_lots(engine, 11, 12, {})]
    assert lot == list(lot_by_hand(11, 12))


def test_lots_have_seeds_of_their_own(cli: Cli) -> None:
    """The second lot of a run is the first of a run with its seed."""
    cli.monkeypatch.setattr(lots, "LOT", 5)
    engine = load(SPEC).engine
    run = [deal.result for deal in play_lots(engine, 3, 12, {})]
    second = [deal.result for deal in play_lots(engine, lot_seed(3, 1), 5, {})]
    assert len(run) == 12
    assert run[5:10] == second
    assert run[:7] == [deal.result for deal in play_lots(engine, 3, 7, {})]
    assert LOT == 1000


def test_trace_lines_are_json(cli: Cli) -> None:
    cli("run", SPEC, "--deals", "1", "--trace", "x.jsonl")
    lines = [json.loads(line) for line in (cli.folder / "x.jsonl").read_text().splitlines()]
    assert [line["type"] for line in lines] == ["match", "deal", *["move"] * 28, "deal end"]
