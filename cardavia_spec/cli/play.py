"""`cardavia play`: a person against random seats, or all seats by themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.cli.main import INTERRUPTED
from cardavia_spec.cli.options import add_options, add_seed, number, read_options
from cardavia_spec.cli.report import add_color, colours
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, did_you_mean

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from rich.text import Text

    from cardavia_spec.cli.cards import Cards
    from cardavia_spec.play.game import Game
    from cardavia_spec.play.match import MatchState


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.epilog = (
        "At the table type a number or a card to move, `?` to ask why a card is not allowed,"
        " `undo`, `save FILE`, `help`, `quit`."
    )
    parser.add_argument("spec", metavar="SPEC", help="the game")
    parser.add_argument("--seat", metavar="SEAT", help="where you sit (default: the first)")
    parser.add_argument(
        "--self", action="store_true", help="all seats play at random; the play is told"
    )
    parser.add_argument(
        "--deals", metavar="N", type=number(1, 1_000_000), help="with --self: so many deals"
    )
    add_seed(parser, None)
    add_options(parser)
    parser.add_argument("--resume", metavar="FILE", help="go on with a match that was saved")
    parser.add_argument("--save", metavar="FILE", help="write the match down when it stops")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Play; an exit code."""
    from cardavia_spec.cli.cards import Cards
    from cardavia_spec.play.game import load

    game = load(args.spec)
    seat = _seat(game, args.seat)
    state = _begin(game, args)
    cards = Cards(game.spec, signs=_can_show("\N{BLACK HEART SUIT}"))
    code = 0
    write = writer(bright=colours(args.color, sys.stdout))
    if args.self:
        state = play_by_itself(state, cards, write, args.deals)
    else:
        from cardavia_spec.cli.person import Table, reader

        table = Table(state, seat, cards, write, reader())
        try:
            table.play()
        except KeyboardInterrupt:  # what was played so far is saved all the same
            print()
            code = INTERRUPTED
        state = table.state
    if args.save is not None:
        _save(state, args.save)
    return code


def play_by_itself(
    state: MatchState, cards: Cards, write: Callable[[Text], None], deals: int | None
) -> MatchState:
    """Let all seats move at random, for a number of deals or to the end of the match, and tell."""
    from dataclasses import replace

    from rich.text import Text

    from cardavia_spec.cli.narrator import Narrator
    from cardavia_spec.cli.person import random_move
    from cardavia_spec.core.state import StepKind

    spec = state.game.spec
    narrator = Narrator(spec, cards, write)
    write(Text(spec.title.get("en", spec.name), style="bold"))
    last = None if deals is None else state.deal_number + deals
    narrator.tell(state)
    while not state.is_over:
        after = random_move(state)
        if last is not None and after.deal_number >= last:
            kinds = [step.kind for step in after.steps]
            kept = after.steps[: kinds.index(StepKind.DEAL)]
            narrator.tell(replace(after, steps=kept))
            return replace(state, past=state.past)
        state = after
        narrator.tell(state)
    return state


def writer(*, bright: bool) -> Callable[[Text], None]:
    """Return what writes a line, in colour or not; lines are never folded."""
    from rich.console import Console

    console = Console(
        force_terminal=bright,
        color_system="standard" if bright else None,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )
    return console.print


def _begin(game: Game, args: argparse.Namespace) -> MatchState:
    """Return the state to play from."""
    import secrets

    options = read_options(game.spec, args.option)
    if args.resume is not None:
        from cardavia_spec.cli.saved import resume

        if args.option:
            message = "--option and --resume exclude each other"
            fix = "a saved match has its options"
            raise SpecError([Diagnostic("CV902", message, None, fix)])
        return resume(game, Path(args.resume), args.seed or 0)
    seed = args.seed
    if seed is None:
        seed = secrets.randbelow(1 << 32)
        print(f"seed {seed}")
    from cardavia_spec.play.chance import Chance

    return game.begin(options, Chance((), seed))


def _seat(game: Game, name: str | None) -> str:
    seats = game.spec.seats.members
    if name is None:
        return seats[0]
    if name not in seats:
        fix = did_you_mean(name, seats, "the seats are " + ", ".join(seats))
        raise SpecError([Diagnostic("CV903", f"there is no seat '{name}'", None, fix)])
    return name


def _save(state: MatchState, name: str) -> None:
    from cardavia_spec.cli.saved import save

    save(state, Path(name))
    print(f"saved to {name}")


def _can_show(text: str) -> bool:
    """Tell whether standard output can carry these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
