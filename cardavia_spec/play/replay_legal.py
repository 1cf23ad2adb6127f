"""The `legal` list of a trace held against the legal moves of a state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.faults import IllegalMove, Refusal
from cardavia_spec.core.spec import Cite, Spec
from cardavia_spec.core.state import State
from cardavia_spec.play.engine import Engine
from cardavia_spec.play.legal import AnyOf, Legal, any_entry, any_of, legal_moves, takes_any
from cardavia_spec.play.replay_names import Listing
from cardavia_spec.play.spoken import Spoken, entry, resolve


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference: in words, where in the line, and the rule that decides."""

    message: str
    path: tuple[int | str, ...]
    notes: tuple[Note, ...]


def compare(engine: Engine, state: State, given: Listing) -> Difference | None:
    """Return how a `legal` list differs from the legal moves of a state, or None."""
    if given.twice is not None:
        return Difference("a legal move stands twice in the list", ("legal", given.twice), ())
    legal = legal_moves(engine, state)
    spec = engine.spec
    expected = set(legal.listed)
    if given.listed.keys() == expected and given.any_of.keys() == legal.any_of.keys():
        return None
    subsets: Counter[str] = Counter()
    for spoken, place in given.listed.items():
        if spoken in expected:
            continue
        try:
            move = resolve(engine, state, spoken)
        except IllegalMove as fault:
            message = f"{_told(spec, spoken)} is listed as legal and is not: {fault.refusal.reason}"
            return Difference(message, ("legal", place), (ruled(fault.refusal),))
        if takes_any(spec.moves[move.rule]) and any_of(engine, state, move) in given.any_of:
            message = f"{_told(spec, spoken)} stands in the list twice: also among any cards"
            return Difference(message, ("legal", place), ())
        subsets[move.rule] += 1
    for spoken in legal.listed:
        if spoken not in given.listed:
            message = f"{_told(spec, spoken)} is legal and missing in the list"
            return Difference(message, ("legal",), (_of_move(spec, spoken.move),))
    return _compare_any(engine, legal, given, subsets)


def _compare_any(
    engine: Engine, legal: Legal, given: Listing, subsets: Counter[str]
) -> Difference | None:
    """Compare the moves that take any n cards; `subsets` counts those listed one by one."""
    spec = engine.spec
    for one, place in given.any_of.items():
        if one not in legal.any_of:
            right = [told for told in legal.any_of if told.move == one.move]
            message = f"{_told_any(engine, one)} is listed as legal and is not"
            if right:
                message += f": by the rules it is {_told_any(engine, right[0])}"
            return Difference(message, ("legal", place), (_of_move(spec, one.move),))
    missing: Counter[str] = Counter()
    for one, count in legal.any_of.items():
        if one not in given.any_of:
            missing[one.move] += count
    for rule in missing.keys() | subsets.keys():
        if missing[rule] != subsets[rule]:
            message = (
                f"{missing[rule]:,} legal moves '{rule}' are to be told, one by one or as any"
                f" cards, and {subsets[rule]:,} are listed"
            )
            return Difference(message, ("legal",), (_of_move(spec, rule),))
    return None


def ruled(refusal: Refusal) -> Note:
    """Return the note that names the rule which forbids a move, with its clauses."""
    label = f", '{refusal.label}'" if refusal.label != refusal.rule else ""
    return Note(f"the rule is '{refusal.rule}'{label}{clauses(refusal.cite)}", refusal.span)


def clauses(cite: tuple[Cite, ...]) -> str:
    """Return the clauses of a rule in brackets, or nothing."""
    told = list(dict.fromkeys(each.clause for each in cite))
    if not told:
        return ""
    return f" (clause{'s' if len(told) > 1 else ''} {', '.join(told)})"


def _of_move(spec: Spec, name: str) -> Note:
    rule = spec.moves[name]
    return Note(f"the rule is '{name}'{clauses(rule.cite)}", rule.span)


def _told(spec: Spec, spoken: Spoken) -> str:
    return "'" + " ".join(map(str, entry(spec, spoken))) + "'"


def _told_any(engine: Engine, one: AnyOf) -> str:
    move, *rest = any_entry(engine.spec, one)
    return f"'{move} {' '.join(map(str, rest))}'"
