"""Rules that change nothing, and a deal that never ends."""

from __future__ import annotations

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.core.spec import EventRule, MoveRule, Spec
from cardavia_spec.core.walk import statements


def _changes(block: tuple[ir.Stmt, ...]) -> bool:
    """Tell whether a block can change the state; that everybody sees a card is no change."""
    return any(
        isinstance(s, ir.Move | ir.MoveAll | ir.Draw | ir.Assign | ir.EndDeal)
        for s in statements(block)
    )


def idle_rules(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the moves and events that change nothing, and whether nothing ends the deal."""
    found = [
        Diagnostic(
            "CV613",
            f"the move '{move.name}' changes nothing",
            move.span,
            "say under 'do' what happens, at least whose turn it is then",
            (),
            Severity.WARNING,
        )
        for move in spec.moves.values()
        if not _changes(move.do)
    ]
    found += [
        Diagnostic(
            "CV614",
            f"the event '{event.name}' changes nothing, so it would apply for ever",
            event.span,
            "say under 'do' what happens",
            (),
            Severity.WARNING,
        )
        for event in spec.events.values()
        if not _changes(event.do)
    ]
    rules: list[MoveRule | EventRule] = [*spec.moves.values(), *spec.events.values()]
    if not any(isinstance(s, ir.EndDeal) for rule in rules for s in statements(rule.do)):
        place = rules[-1].span if rules else None
        found.append(
            Diagnostic(
                "CV615",
                "no move and no event ends the deal",
                place,
                "add an event that says when the deal is over, with 'do: end deal'",
                (),
                Severity.WARNING,
            )
        )
    return tuple(found)
