"""Telling play in cards: the moves of a trick in one line, then what happened by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cardavia_spec.core.state import Drawn, Effect, Moved, Shown, State, Step, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import SetOf, Value, show, values

if TYPE_CHECKING:
    from cardavia_spec.cli.cards import Cards
    from cardavia_spec.core.spec import Spec
    from cardavia_spec.core.state import Move
    from cardavia_spec.play.match import MatchState

PLAIN: Final = "play"
"""A move of this name is told by its cards alone."""


class Narrator:
    """Tells the moves and steps of a match, line by line, to `write`.

    `observer` is the seat that listens: cards it cannot see are told by number only.  Nobody:
    everything is told.
    """

    def __init__(
        self, spec: Spec, cards: Cards, write: Callable[[Text], None], observer: int | None = None
    ) -> None:
        from cardavia_spec.play.views import Sight

        self.spec = spec
        self.cards = cards
        self.write = write
        self.observer = observer
        self.watchers = Sight(spec).watchers
        self.slots = slot_names(spec)
        self.line: list[Text] = []
        self.longest = max(6, len(spec.seats.members))
        self.width = 1 + max(map(len, spec.seats.members)) + cards.widest

    def tell(self, after: MatchState) -> None:
        """Tell what led to `after` from the state before it: its steps, in order."""
        before = after.past.state if after.past is not None else None
        for step in after.steps:
            match step.kind:
                case StepKind.DEAL:
                    self.flush()
                    self._deal(after, step)
                case StepKind.MOVE:
                    assert after.last_move is not None
                    assert before is not None
                    if len(self.line) >= self.longest:
                        self.flush()
                    self.line.append(self._move(before, after.last_move, step))
                case StepKind.EVENT:
                    self._event(step)
                case StepKind.AFTER_DEAL:
                    self.flush()
                    if after.deal_result is not None:
                        self.write(_titled("result", tell_result(after.deal_result)))
            before = step.state
        if after.outcome is not None:
            self.write(_titled("the match is over", tell_result(after.outcome)))

    def flush(self) -> None:
        """Write the moves that have not been written yet."""
        if self.line:
            for told in self.line[:-1]:
                told.pad_right(max(0, self.width - len(told)))
            self.write(Text("   ").join(self.line))
            self.line = []

    # ------------------------------------------------------------------ steps

    def _deal(self, after: MatchState, step: Step) -> None:
        head = Text(f"deal {after.deal_number}", style="bold")
        if after.dealer is not None:
            head.append(f", {after.dealer} deals", style="not bold")
        self.write(head)
        for slot, cards in enumerate(step.state.zones):
            if cards and (self.observer is None or self.observer in self.watchers[slot]):
                self.write(Text(f"  {self.slots[slot]}: ").append_text(self._pile(cards)))

    def _pile(self, cards: frozenset[int]) -> Text:
        whole = len(cards) == len(self.spec.cards.members)
        return Text("the whole pack") if whole else self.cards.row(cards)

    def _move(self, before: State, move: Move, step: Step) -> Text:
        seat = self.spec.seats.members[_turn(self.spec, before)]
        told = Text().append(seat, style="bold")
        values = self._values(move)
        words = [*([] if move.rule == PLAIN else [move.rule.replace("_", " ")]), *values]
        told.append("".join(f" {word}" for word in words))
        chosen = self._chosen(move)
        went = [e for e in step.effects if not isinstance(e, Shown)]
        if chosen:
            self._append(told, " ", [(e, e.cards & chosen) for e in went])
            # what else moves is news only where it did not lie open
            went = [e for e in went if isinstance(e, Drawn) or len(self.watchers[e.source]) < 2]
        self._append(told, ": " if chosen or values else " ", [(e, e.cards - chosen) for e in went])
        seen = frozenset[int]().union(*(e.cards for e in step.effects if self._sees(e)))
        shown = frozenset[int]().union(*(e.cards for e in step.effects if isinstance(e, Shown)))
        moved = frozenset[int]().union(*(e.cards for e in step.effects if not isinstance(e, Shown)))
        if shown - (seen & moved):
            told.append(", shows ").append_text(self.cards.row(shown - (seen & moved), " "))
        told.rstrip()
        return told

    def _append(
        self, told: Text, lead: str, went: Sequence[tuple[Moved | Drawn, frozenset[int]]]
    ) -> None:
        """Tell cards that moved, those that the observer does not see by their number."""
        seen = frozenset[int]().union(*(cards for effect, cards in went if self._sees(effect)))
        hidden = sum(len(cards) for effect, cards in went if not self._sees(effect))
        parts = [self.cards.row(seen, " ")] if seen else []
        parts += [self.cards.hidden(hidden)] if hidden else []
        if parts:
            told.append(lead).append_text(Text(" + ").join(parts))

    def _chosen(self, move: Move) -> frozenset[int]:
        """Return the cards that were chosen as parameters."""
        found = frozenset[int]()
        for choice, value in zip(self.spec.moves[move.rule].choices, move.args, strict=True):
            if isinstance(value, frozenset) and choice.type == SetOf(self.spec.cards):
                found |= value
            elif isinstance(value, int) and choice.type == self.spec.cards:
                found |= {value}
        return found

    def _values(self, move: Move) -> list[str]:
        """Return the parameters that are no cards, as words."""
        told = []
        for choice, value in zip(self.spec.moves[move.rule].choices, move.args, strict=True):
            if choice.type not in (self.spec.cards, SetOf(self.spec.cards)):
                told += _parameter(choice.name, value, show(value, choice.type))
        return told

    def _event(self, step: Step) -> None:
        parts: list[Text] = []
        for target in dict.fromkeys(e.target for e in step.effects if isinstance(e, Moved | Drawn)):
            into = [e for e in step.effects if isinstance(e, Moved | Drawn) and e.target == target]
            parts.append(self._into(target, into))
        for effect in step.effects:
            if isinstance(effect, Shown):
                parts.append(Text("shown: ").append_text(self.cards.row(effect.cards, " ")))
        told = Text(f"\N{RIGHTWARDS ARROW} {step.name}", style="italic")
        if parts:
            told.append(": ", style="not italic").append_text(Text(", ").join(parts))
        if self.line and not any(isinstance(e, Drawn) for e in step.effects):
            self.line.append(told)
            self.flush()
        else:
            self.flush()
            self.write(Text("  ").append_text(told))

    def _into(self, target: int, effects: Sequence[Moved | Drawn]) -> Text:
        """Tell what came into one zone: the cards where they were not lying open before."""
        fresh = [e for e in effects if isinstance(e, Drawn) or len(self.watchers[e.source]) < 2]
        told = Text(self.slots[target])
        for effect in fresh:
            seen = self._sees(effect)
            came = (
                self.cards.row(effect.cards, " ") if seen else self.cards.hidden(len(effect.cards))
            )
            told.append(" ").append_text(came)
        return told

    def _sees(self, effect: Effect) -> bool:
        if self.observer is None or isinstance(effect, Shown):
            return True
        watchers = self.watchers
        return self.observer in watchers[effect.source] | watchers[effect.target]


def slot_names(spec: Spec) -> tuple[str, ...]:
    """Return the names of all zone slots: `stock`, `hand of south`."""
    names: list[str] = []
    for zone in spec.zones.values():
        owners = [None] if zone.each is None else [show(v, zone.each) for v in values(zone.each)]
        names += [zone.name if owner is None else f"{zone.name} of {owner}" for owner in owners]
    return tuple(names)


def tell_result(result: Mapping[str, Json]) -> str:
    """Return a result in one line: `winner: south   tricks: south 3, north 2`."""
    return "   ".join(f"{name.replace('_', ' ')}: {tell_json(v)}" for name, v in result.items())


def tell_json(value: Json) -> str:
    """Return a value of a result in words."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(tell_json, value)) or "nobody"
        case dict():
            return ", ".join(f"{key} {tell_json(v)}" for key, v in value.items())
        case _:
            return str(value)


def _parameter(name: str, value: Value, told: str) -> list[str]:
    if isinstance(value, bool):
        return [name.replace("_", " ")] if value else []
    return [told.replace("_", " ")]


def _titled(title: str, text: str) -> Text:
    told = Text(f"{title}: " if text else title, style="bold")
    return told.append(text, style="not bold")


def _turn(spec: Spec, state: State) -> int:
    seat = state.cells[spec.cells["turn"].offset]
    assert isinstance(seat, int)
    return seat
