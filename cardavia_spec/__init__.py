"""Rules of card games as one executable text: load it, play it, check it.

>>> import cardavia_spec as cs
>>> game = cs.load("spec/….yaml")
>>> state = game.match(seed=7)
>>> state = state.apply(state.legal_moves[0])

What is named here is imported when it is first asked for: importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardavia_spec.core.diagnostics import CardaviaError, Diagnostic, SpecError
    from cardavia_spec.core.faults import IllegalMove, Refusal, RuleFault
    from cardavia_spec.core.state import Move
    from cardavia_spec.play.codec import Misfit
    from cardavia_spec.play.game import Game, load
    from cardavia_spec.play.match import MatchState, Stage
    from cardavia_spec.play.views import View

__all__ = [
    "CardaviaError",
    "Diagnostic",
    "Game",
    "IllegalMove",
    "MatchState",
    "Misfit",
    "Move",
    "Refusal",
    "RuleFault",
    "SpecError",
    "Stage",
    "View",
    "load",
]

_HOMES = {
    "CardaviaError": "core.diagnostics",
    "Diagnostic": "core.diagnostics",
    "Game": "play.game",
    "IllegalMove": "core.faults",
    "MatchState": "play.match",
    "Misfit": "play.codec",
    "Move": "core.state",
    "Refusal": "core.faults",
    "RuleFault": "core.faults",
    "SpecError": "core.diagnostics",
    "Stage": "play.match",
    "View": "play.views",
    "load": "play.game",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
