"""Conditions that decide nothing: tiers, rows, guards, events and properties."""

from __future__ import annotations

from collections.abc import Iterator

from cardavia_spec.check.static.possible import nonempty, truth
from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import Property, PropertyKind, Rows, Spec, Tiers
from cardavia_spec.core.walk import reads, statements, walk


def _warn(
    code: str, message: str, span: Span | None, fix: str, notes: tuple[Note, ...] = ()
) -> Diagnostic:
    place = None if span == NOWHERE else span
    return Diagnostic(code, message, place, fix, notes, Severity.WARNING)


def unreachable(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the tiers, rows, guards, events and branches that never or always apply."""
    return tuple(_unreachable(spec))


def _unreachable(spec: Spec) -> Iterator[Diagnostic]:
    for definition in spec.definitions.values():
        match definition.body:
            case Tiers() as tiers:
                yield from _tiers(tiers)
            case Rows() as rows:
                yield from _rows(rows)
            case _:
                pass
    for move in spec.moves.values():
        for guard in move.guards:
            match truth(guard.test):
                case False:
                    yield _warn(
                        "CV610",
                        f"the condition '{guard.name}' can never hold,"
                        f" so the move '{move.name}' is never possible",
                        guard.test.span,
                        "compare it with the values its parts can take",
                    )
                case True:
                    yield _warn(
                        "CV617",
                        f"the condition '{guard.name}' of the move '{move.name}' always holds",
                        guard.test.span,
                        "compare it with the values its parts can take, or take it out",
                    )
                case None:
                    pass
    for event in spec.events.values():
        match truth(event.when):
            case False:
                yield _warn(
                    "CV610",
                    f"the event '{event.name}' can never happen",
                    event.when.span,
                    "compare its condition with the values its parts can take",
                )
            case True:
                yield _warn(
                    "CV616",
                    f"the event '{event.name}' applies in every state",
                    event.when.span,
                    "say when it happens, so that it no longer applies when it is done",
                )
            case None:
                pass
    for block in (
        spec.deal,
        *(move.do for move in spec.moves.values()),
        *(event.do for event in spec.events.values()),
        spec.match.after_deal,
    ):
        for statement in statements(block):
            if isinstance(statement, ir.When):
                for condition, _ in statement.branches:
                    if truth(condition) is False:
                        yield _warn(
                            "CV610",
                            "this condition can never hold",
                            condition.span,
                            "compare it with the values its parts can take",
                        )


def _tiers(body: Tiers) -> Iterator[Diagnostic]:
    last = None
    for i, tier in enumerate(body.tiers):
        if last is not None:
            yield _warn(
                "CV611",
                f"the tier '{tier.name}' can never be reached",
                tier.span,
                "put it higher up, or take it out",
                (Note(f"the tier '{last.name}' always offers a card", last.span),),
            )
            continue
        if tier.when is not None and truth(tier.when) is False:
            yield _warn(
                "CV610",
                f"the condition of the tier '{tier.name}' can never hold",
                tier.when.span,
                "compare it with the values its parts can take",
            )
        for earlier in body.tiers[:i]:
            if earlier.when == tier.when and earlier.cards == tier.cards:
                yield _warn(
                    "CV612",
                    f"the tier '{tier.name}' says the same as '{earlier.name}' above it",
                    tier.span,
                    "change one of them, or take one out",
                    (Note("the earlier one", earlier.span),),
                )
        if (tier.when is None or truth(tier.when) is True) and nonempty(tier.cards) is True:
            last = tier


def _rows(body: Rows) -> Iterator[Diagnostic]:
    for i, row in enumerate(body.rows):
        if truth(row.when) is False:
            yield _warn(
                "CV610",
                f"the row '{row.name}' can never apply",
                row.when.span,
                "compare its condition with the values its parts can take",
            )
        if truth(row.when) is True and len(body.rows) > 1:
            yield _warn(
                "CV617",
                f"the row '{row.name}' always applies, so no other row may",
                row.when.span,
                "say when it applies: exactly one row must",
            )
        for earlier in body.rows[:i]:
            if earlier.when == row.when:
                yield _warn(
                    "CV612",
                    f"the row '{row.name}' has the same condition as '{earlier.name}' above it",
                    row.when.span,
                    "exactly one row may apply: change one of the conditions",
                    (Note("the earlier one", earlier.when.span),),
                )


# ----------------------------------------------------------------------------- properties

_WISHES = (
    PropertyKind.POSSIBLE,
    PropertyKind.POSSIBLE_IN_PLAY,
    PropertyKind.POSSIBLE_MATCH,
)


def empty_properties(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the properties that say nothing about the rules."""
    labels = {p.name for p in spec.properties}
    found: list[Diagnostic] = []
    for p in spec.properties:
        found += _property(spec, p)
        for label in p.uses:
            if label not in labels:
                found.append(
                    Diagnostic(
                        "CV634",
                        f"'{p.name}' uses '{label}', but no property has this label",
                        p.span,
                        "write the label of the property as it stands",
                    )
                )
    return tuple(found)


def _property(spec: Spec, p: Property) -> Iterator[Diagnostic]:
    known = truth(p.test)
    if p.kind is PropertyKind.THEOREM:
        return
    if known is False:
        yield _warn(
            "CV631",
            f"the property '{p.name}' can never hold",
            p.test.span,
            "compare it with the values its parts can take",
        )
        return
    antecedent = _condition(p.test)
    if antecedent is not None and truth(antecedent) is False:
        yield _warn(
            "CV633",
            f"the condition of the property '{p.name}' can never hold, so it says nothing",
            antecedent.span,
            "compare the condition with the values its parts can take",
        )
    elif truth(p.test, ranges=False) is True:
        yield _warn(
            "CV630",
            f"the property '{p.name}' cannot fail, so it says nothing about the rules",
            p.test.span,
            "say what a wrong rule would break",
        )
    elif p.kind not in _WISHES and not _reads_state(spec, p.test):
        yield _warn(
            "CV632",
            f"the property '{p.name}' reads no state",
            p.test.span,
            "say 'theorem:' instead, then every case of it is enumerated",
        )


def _condition(e: ir.Expr) -> ir.Expr | None:
    """Return what stands before `implies`, at the top or under `every`."""
    while isinstance(e, ir.Fold) and e.op is FoldOp.EVERY:
        e = e.body
    return e.args[0] if isinstance(e, ir.Apply) and e.op is Op.IMPLIES else None


def _reads_state(spec: Spec, e: ir.Expr) -> bool:
    if any(isinstance(x, ir.Settled | ir.Was) for x in walk(e)):
        return True
    read = reads([e], spec.definitions)
    return any(origin in (ir.Origin.ZONE, ir.Origin.CELL) for origin, _ in read) or any(
        isinstance(x, ir.Ref) and x.name == "me" for x in walk(e)
    )
