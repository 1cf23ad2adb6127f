"""Matches that were put aside: saved as traces, and taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.core.diagnostics import Diagnostic, Severity, SpecError
from cardavia_spec.core.rng import Random
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.match import Stage

if TYPE_CHECKING:
    from cardavia_spec.play.game import Game
    from cardavia_spec.play.match import MatchState
    from cardavia_spec.play.trace_read import TraceLine


def save(state: MatchState, path: Path) -> None:
    """Write the match so far as a trace, whole or not at all.

    Raises:
        OSError: it cannot be written there.
    """
    from cardavia_spec.play.trace import lines, write_trace

    write_trace(path, lines(state))


def resume(game: Game, path: Path, seed: int) -> MatchState:
    """Return the state in which the last match of a trace stops; chance goes on from `seed`.

    Raises:
        SpecError: the trace is none of this game, or goes wrong.
    """
    from cardavia_spec.play.replay import replay
    from cardavia_spec.play.trace_read import TraceLine, read_trace

    read = list(read_trace(path))
    report = replay(str(path), read, lambda name: game if name == game.spec.name else None)
    wrong = [d for d in report.diagnostics if d.severity is Severity.ERROR]
    if wrong:
        raise SpecError(wrong)
    lines = [line for line in read if isinstance(line, TraceLine)]
    starts = [place for place, line in enumerate(lines) if line.type == "match"]
    match, *rest = lines[starts[-1] :]
    decks = [deck for line in rest if isinstance(deck := line.keys.get("deck"), list)]
    if not decks:
        message = f"{path}: no deal has been made in the match"
        raise SpecError([Diagnostic("CV906", message, None, "begin a new match instead")])
    state = game.match(options=_options(game, match, rest), decks=decks)
    for line in rest:
        if line.type == "move":
            keys = line.keys
            cards, values = keys["cards"], keys.get("values")
            assert isinstance(cards, list)
            assert values is None or isinstance(values, dict)
            move = state.move(str(keys["move"]), cards, keys.get("value"), values)
            state = state.apply(move)
    chance = Random(seed)
    if state.stage is Stage.BETWEEN:
        names = game.spec.cards.members
        state = state.deal([names[card] for card in chance.shuffled(len(names))])
    return replace(state, chance=Chance((), chance.state))


def _options(game: Game, match: TraceLine, rest: Sequence[TraceLine]) -> dict[str, object]:
    """Return the options of a match; its first dealer counts as one where it is not said."""
    from cardavia_spec.core.spec import Layer
    from cardavia_spec.play.options import FIRST_DEALER, cell_of

    given = match.keys.get("options", {})
    assert isinstance(given, dict)
    options = dict(given)
    dealer = next((line.keys.get("dealer") for line in rest if line.type == "deal"), None)
    if dealer is not None and cell_of(game.spec, FIRST_DEALER, Layer.OPTION) is not None:
        options.setdefault(FIRST_DEALER, dealer)
    return options
