"""`cardavia explain SPEC --trace FILE --at LINE`: a position, and whether a move fits it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardavia_spec.cli.report import print_json
from cardavia_spec.core.diagnostics import Diagnostic, SpecError, did_you_mean
from cardavia_spec.core.telling import Json, tell_state
from cardavia_spec.core.types import show, values

if TYPE_CHECKING:
    import argparse

    from cardavia_spec.core.faults import Refusal
    from cardavia_spec.core.spec import Spec
    from cardavia_spec.core.state import State
    from cardavia_spec.play.game import Game
    from cardavia_spec.play.spoken import Spoken
    from cardavia_spec.play.trace_read import TraceLine

SHOWN = 40
"""So many legal moves are listed."""


def explain_position(args: argparse.Namespace) -> int:
    """Explain the position before a line of a trace, or a move in it; an exit code."""
    from cardavia_spec.play.game import load

    if args.trace is None or args.at is None:
        raise _wrong("CV902", "--trace FILE and --at LINE belong together")
    game = load(args.subject)
    state = position(game, Path(args.trace), args.at)
    if not args.move:
        _print_position(game, state, args.json)
        return 0
    spoken = read_move(game, args.move)
    refusal = why_not(game, state, spoken)
    if args.json:
        print_json({"allowed": refusal is None, **({} if refusal is None else _json(refusal))})
    elif refusal is None:
        print(f"'{' '.join(args.move)}' is allowed here")
    else:
        print(f"'{' '.join(args.move)}' is not allowed here: {refusal.reason}")
        print(tell_rule(refusal))
        print(f"  {refusal.span}")
    return 0


def tell_rule(refusal: Refusal) -> str:
    """Return the rule behind a refusal: the move, the label that decides, the clauses."""
    label = f", '{refusal.label}'" if refusal.label and refusal.label != refusal.rule else ""
    clauses = ", ".join(cite.clause for cite in refusal.cite)
    return f"  the rule is '{refusal.rule}'{label}" + (f" ({clauses})" if clauses else "")


def position(game: Game, path: Path, at: int) -> State:
    """Return the position before the move on line `at` of a trace.

    Raises:
        SpecError: there is no such line, or the trace goes wrong before it.
    """
    from cardavia_spec.play.replay import replay
    from cardavia_spec.play.trace_read import read_trace
    from cardavia_spec.play.watch import Watcher

    class Last(Watcher):
        """Keeps the latest position."""

        def __init__(self) -> None:
            self.state: State | None = None

        def step(self, before: State | None, step: object) -> None:
            state = getattr(step, "state", None)
            self.state = before if state is None else state

    upto: list[TraceLine | Diagnostic] = []
    last: TraceLine | Diagnostic | None = None
    for line in read_trace(path):
        last = line
        number = line.span.line if isinstance(line, Diagnostic) and line.span else 0
        if (number or getattr(line, "number", 0)) >= at:
            break
        upto.append(line)
    if isinstance(last, Diagnostic):
        raise SpecError([last])
    if last is None or last.number != at or last.type != "move":
        what = f"a '{last.type}' line" if last is not None and last.number == at else "no line"
        raise _wrong("CV906", f"{path}:{at}: {what}, not one with a move")
    keeper = Last()
    report = replay(str(path), upto, lambda name: game if name == game.spec.name else None,
                    watcher=keeper)  # fmt: skip
    errors = [d for d in report.diagnostics if d.severity.value == "error"]
    if errors:
        raise SpecError(errors)
    if keeper.state is None or keeper.state.over:
        raise _wrong("CV906", f"{path}:{at}: nobody is to move before this line")
    return keeper.state


def read_move(game: Game, words: Sequence[str]) -> Spoken:
    """Return the move that words name: its name, then cards and values in any order.

    A value is written `name=value`, or alone if the move has but one.

    Raises:
        SpecError: there is no such move, card or value.
    """
    from cardavia_spec.play.codec import Misfit

    name, *rest = words
    rule = game.spec.moves.get(name)
    cards = [word for word in rest if word in game.spec.cards.members]
    given: dict[str, Json] = {}
    for word in rest:
        if word in cards:
            continue
        key, equals, text = word.partition("=")
        if not equals and rule is not None and len(rule.shown) == 1:
            key, text = rule.shown[0], word
        elif not equals:
            fix = did_you_mean(word, game.spec.cards.members)
            raise _wrong("CV905", f"'{word}' is no card", fix)
        given[key] = _value(game.spec, name, key, text)
    try:
        return game.spoken(name, cards, given)
    except Misfit as fault:
        raise _wrong("CV905", fault.message, fault.fix) from None


def _value(spec: Spec, move: str, key: str, text: str) -> Json:
    """Return the JSON of a value as people write it; the text itself if it is none."""
    from cardavia_spec.core.telling import as_json
    from cardavia_spec.core.types import Bool, Int, Maybe, Nothing, SetOf, Sort

    rule = spec.moves.get(move)
    types = {} if rule is None else {choice.name: choice.type for choice in rule.choices}
    match types.get(key):
        case SetOf(member):
            told = {show(v, member): as_json(v, member) for v in values(member)}
            return [told.get(part, part) for part in text.split(",") if part]
        case Maybe(inner) if text != "none":
            return {show(v, inner): as_json(v, inner) for v in values(inner)}.get(text, text)
        case Bool() | Int() | Sort() | Nothing() as scalar:
            return {show(v, scalar): as_json(v, scalar) for v in values(scalar)}.get(text, text)
        case _:
            return None if text == "none" else text


def why_not(game: Game, state: State, spoken: Spoken) -> Refusal | None:
    """Return why a move is not allowed in a position, or None if it is."""
    from cardavia_spec.core.faults import IllegalMove
    from cardavia_spec.play.spoken import resolve

    try:
        resolve(game.engine, state, spoken)
    except IllegalMove as fault:
        return fault.refusal
    return None


def _json(refusal: Refusal) -> dict[str, Json]:
    return {
        "reason": refusal.reason,
        "rule": refusal.rule,
        "label": refusal.label,
        "clauses": [cite.clause for cite in refusal.cite],
        "place": str(refusal.span),
    }


def _print_position(game: Game, state: State, as_json: bool) -> None:
    from cardavia_spec.play.legal import entries, legal_moves
    from cardavia_spec.play.trace import mover

    told = entries(game.engine, legal_moves(game.engine, state))
    lines = tell_state(game.spec, state)
    seat = mover(game.spec, state)
    if as_json:
        print_json({"turn": seat, "position": list(lines), "legal": told})
        return
    print("\n".join(lines))
    print(f"{seat} may:")
    for one in told[:SHOWN]:
        assert isinstance(one, list)
        print("  " + " ".join(map(str, one)))
    if len(told) > SHOWN:
        print(f"  and {len(told) - SHOWN} more")


def _wrong(code: str, message: str, fix: str | None = None) -> SpecError:
    return SpecError([Diagnostic(code, message, None, fix)])
