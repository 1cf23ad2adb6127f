"""`cardavia play`: a person at the table, and games that play by themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.text import Text

from cardavia_spec.cli.cards import Cards, read_card
from cardavia_spec.cli.main import main
from cardavia_spec.cli.person import Leave, Table
from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game, load
from tests.unit.cli.cli_helpers import CORNERS, Cli
from tests.unit.docs.doc_samples import merged

SPEC = "spec/corners.yaml"
ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted([*ROOT.glob("spec/*.yaml"), *ROOT.glob("tests/games/*.yaml")])
PASSING = """\
zones:
  aside: {each: seats, seen by: owner}
moves:
  put_aside:
    when: {to begin with: size(aside) < 8 and empty(table) and empty(won)}
    with: {n: 1..2, cards: any n from me.hand}
    do: |
      move cards from me.hand to me.aside
      turn := me.next
  play:
    when: {after that: empty(me.aside) is false or not empty(won)}
    with: {card: playable}
    do: |
      move card from me.hand to me.table
      turn := me.next
"""


def test_a_deal_by_itself(cli: Cli) -> None:
    told = cli("play", "--self", "--deals", "1", "--seed", "7", SPEC)
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[:2] == ["Four Corners", "deal 1, south deals"]
    assert len([line for line in lines if "trick taken: won of" in line]) == 7
    assert lines[-1].startswith("result: total: ")
    assert "deal 2" not in told.out


def test_a_match_by_itself_ends_with_its_result(cli: Cli) -> None:
    told = cli("play", "--self", "--seed", "7", SPEC)
    assert told.out.splitlines()[-1].startswith("the match is over: score: ")


def plain(cli: Cli, name: str) -> str:
    """Return a trace without what it says about decks to come."""
    return re.sub(r', "x-stream": "[0-9a-f]{16}"', "", (cli.folder / name).read_text())


def test_by_itself_plays_what_run_plays(cli: Cli) -> None:
    cli("play", "--self", "--deals", "1", "--seed", "9", "--save", "a.jsonl", SPEC)
    cli("run", SPEC, "--deals", "1", "--seed", "9", "--trace", "b.jsonl")
    one, other = (plain(cli, name).splitlines() for name in ("a.jsonl", "b.jsonl"))
    assert one == other[: len(one)]
    assert len(one) > 25


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_plays_by_itself(cli: Cli, path: Path) -> None:
    told = cli("play", "--self", "--deals", "1", "--seed", "3", str(path))
    assert (told.code, told.err) == (0, "")
    assert "result: " in told.out


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_person_can_play_every_game(cli: Cli, path: Path) -> None:
    """Always the first line that is offered, whatever it is; the input ends in mid-match."""
    told = cli("play", "--seed", "3", str(path), typed="1\n" * 60)
    assert told.code == 0
    assert "the match stops here" in told.out or "the match is over" in told.out


def test_without_input_the_match_stops(cli: Cli) -> None:
    told = cli("play", SPEC, "--seed", "1")
    assert told.code == 0
    assert told.out.endswith("the match stops here\n")


def test_a_seed_is_told_where_none_is_given(cli: Cli) -> None:
    first = cli("play", SPEC, typed="quit\n").out
    found = re.match(r"seed (\d+)\n", first)
    assert found
    again = cli("play", SPEC, "--seed", found[1], typed="quit\n").out
    assert first == f"seed {found[1]}\n{again}"


def test_a_person_sees_no_hidden_card(cli: Cli) -> None:
    told = cli("play", SPEC, "--seed", "5", "--seat", "west", typed="quit\n").out
    game = load(SPEC)
    state = game.match(seed=5)
    cards = Cards(game.spec)
    shown = {c for c in range(32) if re.search(rf"(^| ){cards.one(c).plain}( |$)", told, re.M)}
    turned = state.state.zones[game.spec.zones["turned"].offset]
    west = state.state.zones[game.spec.zones["hand"].offset + 1]
    assert shown == west | turned


def test_what_can_be_typed(cli: Cli) -> None:
    typed = "\nhelp\ntable\nfoo bar\n0\n99\n99999999999999\n? nothing\nsave\nundo\n?\n1\nundo\nq\n"
    told = cli("play", SPEC, "--seat", "west", "--seed", "5", typed=typed)
    assert told.code == 0
    for said in (
        "undo         take your last move back",
        "'foo bar' is no number and no card",
        "there is no 99: choose from 1 to 7",
        "'nothing' is no card",
        "save where? type: save FILE",
        "there is no move to take back",
        "every card you hold is allowed",
        "taken back",
        "the match stops here",
    ):
        assert said in told.out


def table(game: Game, seat: str, answers: list[str], seed: int) -> tuple[Table, list[str]]:
    """Return a table at which these answers are typed, and the lines that it writes."""
    written: list[str] = []
    left = iter(answers)

    def read(prompt: str) -> str:
        answer = next(left, None)
        if answer is None:
            raise EOFError
        written.append(prompt + answer)
        return answer

    write: Callable[[Text], None] = lambda text: written.append(text.plain)  # noqa: E731
    return Table(game.match(seed=seed), seat, Cards(game.spec), write, read), written


def following() -> tuple[Game, int]:
    """Return the game and a seed with which north, second to play, may not play every card."""
    game = Game(load_text("corners", CORNERS))
    for seed in range(50):
        probe, _ = table(game, "north", [], seed)
        probe.play()
        if probe.state.turn == "north" and 1 < probe.state.legal_moves.count() < 7:
            return game, seed
    raise AssertionError("no seed will do")


def test_why_a_card_is_not_allowed() -> None:
    game, seed = following()
    there, written = table(game, "north", ["?", "nonsense", "quit"], seed)
    there.play()
    legal = there.state.legal_moves.count()
    (told,) = (line for line in written if "'follow suit' binds" in line)
    cards, _, reason = told.partition(": none of these is allowed as 'card' of 'play'")
    assert len(cards.strip().split("  ")) == 7 - legal
    assert reason.endswith("('play', 'follow suit')")


def test_a_number_that_is_asked_about_stands_for_its_move() -> None:
    game, seed = following()
    probe, _ = table(game, "north", [], seed)
    probe.play()
    legal = probe.state.legal_moves.count()
    there, written = table(game, "north", ["? 1", f"? {legal}", f"? {legal + 1}", "? 0"], seed)
    there.play()
    assert sum(line.endswith(": allowed") for line in written) == 2
    first = next(line for line in written if re.match(r" +1  ", line)).split(maxsplit=1)[1]
    assert f"  {first}: allowed" in written
    assert f"  there is no {legal + 1}: choose from 1 to {legal}, or type help" in written
    assert "is no card and no move" not in "".join(written)


def test_why_a_move_is_not_possible(cli: Cli) -> None:
    cli.write(SPEC, merged(CORNERS, PASSING))
    typed = "\n".join(["? play", "? put aside", "? put_aside", "? dance", "quit", ""])
    told = cli("play", SPEC, "--seat", "west", "--seed", "5", typed=typed).out
    assert "play: no 'play' is possible here: it needs 'after that' ('play', 'after that')" in told
    assert told.count("put aside: allowed") == 2
    assert "'dance' is no card and no move" in told


def test_few_sets_of_cards_are_listed() -> None:
    few = PASSING.replace("n: 1..2, cards: any n from me.hand", "cards: any 1 from me.hand")
    there, written = table(Game(load_text("corners", merged(CORNERS, few))), "west", [], 5)
    there.play()
    assert sum(re.match(r"  +\d+  put aside ", line) is not None for line in written) == 7
    assert not any("put aside …" in line for line in written)


def test_a_card_that_is_not_allowed_is_not_played() -> None:
    game, seed = following()
    probe, _ = table(game, "north", [], seed)
    probe.play()
    hand = probe.state.state.zones[game.spec.zones["hand"].offset + 2]
    legal = {move.args[0] for move in probe.state.legal_moves}
    refused = min(card for card in hand if card not in legal)
    allowed = min(card for card in hand if card in legal)
    names = game.spec.cards.members
    there, written = table(game, "north", [names[refused], names[allowed], "quit"], seed)
    there.play()
    assert any("'follow suit' binds" in line for line in written)
    tricks = [line for line in written if Cards(game.spec).one(allowed).plain in line]
    assert tricks
    moves = [s.last_move.args[0] for s in there.state.history() if s.last_move is not None]
    assert refused not in moves[:4]
    assert allowed in moves[:4]


def test_undo_goes_back_to_the_same_choice() -> None:
    game, seed = following()
    there, _ = table(game, "north", [], seed)
    there.play()
    before = there.state
    again, written = table(game, "north", ["1", "undo", "1", "undo", "undo", "quit"], seed)
    again.play()
    assert again.state == before
    assert "  there is no move to take back" in written


def test_undo_and_the_same_move_lead_to_the_same_match() -> None:
    game, seed = following()
    one, _ = table(game, "north", ["1", "1"], seed)
    other, _ = table(game, "north", ["1", "undo", "1", "1"], seed)
    one.play()
    other.play()
    assert one.state == other.state


def test_a_set_of_cards_is_picked_one_by_one(cli: Cli) -> None:
    cli.write(SPEC, merged(CORNERS, PASSING))
    picks = "1\n2\n3\nback\n1\n2\nfoo\n9\n3\n1\n"
    told = cli("play", SPEC, "--seat", "west", "--seed", "5", typed=picks + "quit\n")
    assert told.code == 0
    assert "put aside …" in told.out
    assert "cards: 1 of 2: " in told.out
    assert "nothing chosen" in told.out
    assert "choose from 1 to 7, or type back" in told.out
    assert re.search(
        r"west put aside 2 \S+ \S+ \S+ \S+   north put aside [12] [12] cards?", told.out
    )


def test_picking_by_name() -> None:
    game = Game(load_text("corners", merged(CORNERS, PASSING)))
    probe, _ = table(game, "west", [], 5)
    probe.play()
    hand = sorted(probe.state.state.zones[game.spec.zones["hand"].offset + 1])
    names = game.spec.cards.members
    there, _ = table(game, "west", ["1", "2", names[hand[3]], names[hand[5]]], 5)
    there.play()
    first = next(s.last_move for s in there.state.history() if s.last_move is not None)
    assert first.args == (2, frozenset((hand[3], hand[5])))


def test_saved_and_resumed(cli: Cli) -> None:
    typed = "1\n1\nsave game.jsonl\nquit\n"
    first = cli("play", SPEC, "--seat", "west", "--seed", "5", typed=typed)
    assert "saved to game.jsonl" in first.out
    assert cli("replay", "game.jsonl").code == 0
    again = cli("play", SPEC, "--seat", "west", "--resume", "game.jsonl", typed="quit\n")
    assert again.code == 0
    last = first.out.split("saved to")[0].rsplit("\n\n", 1)[1].split("\nwest>")[0]
    assert last in again.out
    done = cli("play", SPEC, "--self", "--resume", "game.jsonl", "--save", "done.jsonl")
    assert done.code == 0
    told = cli("replay", "done.jsonl")
    assert told.code == 0
    assert "the match is over" in told.out
    assert plain(cli, "done.jsonl").startswith(plain(cli, "game.jsonl"))


def test_a_resumed_match_goes_on_as_it_would_have(cli: Cli) -> None:
    """Chance is saved with the match: no cards are shuffled twice, none otherwise."""
    seed = ("--seed", "9")
    cli("play", "--self", "--deals", "1", *seed, "--save", "part.jsonl", SPEC)
    cli("play", "--self", "--resume", "part.jsonl", "--save", "rest.jsonl", SPEC)
    cli("play", "--self", *seed, "--save", "whole.jsonl", SPEC)
    assert (cli.folder / "part.jsonl").read_text() != (cli.folder / "rest.jsonl").read_text()
    assert plain(cli, "rest.jsonl") == plain(cli, "whole.jsonl")


def test_ctrl_c_saves_and_ends_130(cli: Cli) -> None:
    class Impatient:
        lines = iter(["1\n", "1\n"])

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            line = next(self.lines, None)
            if line is None:
                raise KeyboardInterrupt
            return line

    cli.monkeypatch.setattr("cardavia_spec.cli.person.sys.stdin", Impatient())
    code = main(["play", SPEC, "--seat", "west", "--seed", "5", "--save", "left.jsonl"])
    assert code == 130
    assert cli("replay", "left.jsonl").code == 0


def test_resume_of_something_else(cli: Cli) -> None:
    cli("run", SPEC, "--deals", "1", "--trace", "game.jsonl")
    other = CORNERS.replace("game: corners", "game: others")
    cli.write("spec/others.yaml", other)
    for spec, name in (("spec/others.yaml", "game.jsonl"), (SPEC, "missing.jsonl"), (SPEC, "spec")):
        told = cli("play", spec, "--resume", name)
        assert told.code == 2
        assert "error[CV" in told.err
    told = cli("play", SPEC, "--resume", "game.jsonl", "--option", "last_ten=true")
    assert "error[CV902]" in told.err


def test_a_resumed_match_that_was_over(cli: Cli) -> None:
    cli("play", SPEC, "--self", "--seed", "1", "--save", "over.jsonl")
    told = cli("play", SPEC, "--resume", "over.jsonl")
    assert told.code == 0
    assert "the match is over" in told.out


def test_save_where_nothing_can_be_written(cli: Cli) -> None:
    told = cli("play", SPEC, "--seed", "1", typed="save nowhere/x\nquit\n")
    assert "not saved: no such file or directory" in told.out
    assert cli("play", SPEC, "--self", "--seed", "1", "--save", "nowhere/x").code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [("--seat southh", "CV903"), ("--deals 0", "CV903"), ("--seed -1", "CV903"),
     ("--seed x", "CV903"), ("--option a=b", "CV903")],
)  # fmt: skip
def test_arguments_that_cannot_be(cli: Cli, words: str, code: str) -> None:
    told = cli("play", SPEC, *words.split())
    assert told.code == 2
    assert f"error[{code}]" in told.err


def test_colours_only_when_asked_for(cli: Cli) -> None:
    plain = cli("play", "--self", "--deals", "1", "--seed", "2", SPEC)
    bright = cli("play", "--self", "--deals", "1", "--seed", "2", "--color", "always", SPEC)
    assert "\033[" not in plain.out
    assert "\033[" in bright.out
    assert re.sub(r"\033\[[0-9;]*m", "", bright.out) == plain.out


def test_nobody_can_move(cli: Cli) -> None:
    cli.write(
        SPEC,
        CORNERS.replace(
            "    with: {card: playable}", "    when: false\n    with: {card: playable}"
        ),
    )
    for words in (["--self"], []):
        told = cli("play", *words, "--seed", "1", SPEC)
        assert told.code == 1
        assert "error[CV712]" in told.err


def test_cards_are_read_as_people_write_them() -> None:
    spec = load_text("corners", CORNERS)
    card = spec.cards.members.index("hearts-ace")
    for said in ("hearts-ace", "ace hearts", "ace of hearts", "Hearts Ace", "ACE-HEARTS"):
        assert read_card(spec, said.split()) == card
    for said in ("hearts", "ace", "", "heart-ace", "hearts-ace-1"):
        assert read_card(spec, said.split()) is None


def test_copies_are_told_apart() -> None:
    spec = load_text("x", CORNERS.replace("deck:\n", "deck:\n  copies: 2\n", 1).replace(
        "points: {values", "points: {values"))  # fmt: skip
    cards = Cards(spec)
    told = [cards.one(card).plain for card in range(len(spec.cards.members))]
    assert len(set(told)) == 64


def test_leaving_is_no_error() -> None:
    there, _ = table(Game(load_text("corners", CORNERS)), "west", ["quit"], 1)
    with pytest.raises(Leave):
        there.turn()
