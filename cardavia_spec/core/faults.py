"""What can go wrong while a spec is played."""

from __future__ import annotations

from dataclasses import dataclass

from cardavia_spec.core.diagnostics import CardaviaError, Diagnostic
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cite
from cardavia_spec.core.state import Move, State


class RuleFault(CardaviaError):
    """An obligation of a rule failed: the spec is wrong, not the player.

    `rule` names the move, event or definition that was run, `diagnostic` says what failed and
    where, `state` is the state the step began in.
    """

    def __init__(
        self, diagnostic: Diagnostic, rule: str, cite: tuple[Cite, ...], state: State
    ) -> None:
        self.diagnostic = diagnostic
        self.rule = rule
        self.cite = cite
        self.state = state
        super().__init__(str(diagnostic))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed: the rule that forbids it, in words, with its clauses.

    `rule` is the move's name, `label` the guard or tier that decides, `reason` a sentence without
    a final stop, told in cards.
    """

    rule: str
    label: str
    reason: str
    cite: tuple[Cite, ...]
    span: Span


class IllegalMove(CardaviaError):
    """A move that the rules do not allow in this state."""

    def __init__(self, move: Move, refusal: Refusal) -> None:
        self.move = move
        self.refusal = refusal
        clauses = ", ".join(cite.clause for cite in refusal.cite)
        super().__init__(refusal.reason + (f" ({clauses})" if clauses else ""))
