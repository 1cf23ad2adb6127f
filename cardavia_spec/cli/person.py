"""A person at the table: shows it, takes what is typed, explains, takes back, saves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cardavia_spec.cli.board import board
from cardavia_spec.cli.cards import Cards, read_card
from cardavia_spec.cli.narrator import Narrator
from cardavia_spec.cli.offers import Offer, closed, offers, put_together, why_not
from cardavia_spec.core.faults import Refusal
from cardavia_spec.core.rng import Random
from cardavia_spec.play.chance import Chance
from cardavia_spec.play.spoken import members

if TYPE_CHECKING:
    from cardavia_spec.play.match import MatchState

HELP: Final = (
    "a number or a card: make that move",
    "?            why the other cards are not allowed",
    "? CARD       why this card is not allowed (and the rule, and its clause)",
    "? MOVE       why this move is not possible (a number stands for the move of that number)",
    "undo         take your last move back",
    "save FILE    write the match down; `--resume FILE` goes on from there",
    "table        show the table again",
    "quit         leave",
)


class Leave(Exception):
    """The person leaves the table."""


def random_move(state: MatchState) -> MatchState:
    """Return the state after a random move: one draw from the stream the cards come from."""
    assert state.chance.stream is not None
    rng = Random(state.chance.stream)
    move = state.game.engine.require_moves(state.state).sample(rng)
    return replace(state, chance=Chance(state.chance.decks, rng.state)).apply(move)


@dataclass
class Table:
    """A match in which a person holds one seat and the others move at random."""

    state: MatchState
    seat: str
    cards: Cards
    write: Callable[[Text], None]
    read: Callable[[str], str]

    def __post_init__(self) -> None:
        spec = self.state.game.spec
        self.narrator = Narrator(spec, self.cards, self.write, spec.seats.members.index(self.seat))
        self.turns: list[MatchState] = []

    def play(self) -> None:
        """Play the match to its end, or until the person leaves."""
        self.narrator.tell(self.state)
        try:
            while not self.state.is_over:
                if self.state.turn == self.seat:
                    self.turn()
                else:
                    self.state = random_move(self.state)
                    self.narrator.tell(self.state)
        except Leave:
            self.write(Text("the match stops here"))
        self.narrator.flush()

    def turn(self) -> None:
        """Let the person make a move, or take one back."""
        self.narrator.flush()
        self.show()
        self.state.game.engine.require_moves(self.state.state)
        found = offers(self.state, self.cards)
        for number, offer in enumerate(found, 1):
            self.write(Text(f"  {number:>2}  ").append_text(offer.label))
        while True:
            words = self.ask(f"{self.seat}> ").split()
            match words:
                case []:
                    continue
                case ["?", *rest] | ["why", *rest]:
                    self.explain(rest, found)
                case ["undo" | "u"]:
                    if self.undo():
                        return
                case ["save", *rest]:
                    self.save(" ".join(rest))
                case ["table" | "t"]:
                    self.show()
                case ["help" | "h"]:
                    self.say(*HELP)
                case ["quit" | "q" | "exit"]:
                    raise Leave
                case _:
                    if self.choose(found, words):
                        return

    def ask(self, prompt: str) -> str:
        """Return what the person types; `Leave` where the input ends."""
        try:
            return self.read(prompt).strip()
        except EOFError:
            raise Leave from None

    def say(self, *lines: str) -> None:
        """Write plain lines."""
        for line in lines:
            self.write(Text(f"  {line}"))

    def show(self) -> None:
        """Show the table as the person sees it."""
        self.write(Text(""))
        for line in board(self.state, self.seat, self.cards):
            self.write(line)

    # ------------------------------------------------------------------ choosing

    def choose(self, found: Sequence[Offer], words: Sequence[str]) -> bool:
        """Make the move that the words mean; False (and why) if there is none."""
        picked = self.meant(found, words)
        if picked is None:
            return False
        move = picked.move
        if move is None:
            move = put_together(self.state, picked.rule, self.cards, self.pick)
            if move is None:
                self.say("nothing chosen")
                return False
            refusal = self.state.why_not(move)
            if refusal is not None:
                self.refused(refusal)
                return False
        self.turns.append(self.state)
        self.state = self.state.apply(move)
        self.narrator.tell(self.state)
        return True

    def meant(self, found: Sequence[Offer], words: Sequence[str]) -> Offer | None:
        """Return the offer that a number, a card or a name means."""
        text = " ".join(words)
        if text.isdecimal():
            if 1 <= int(text[:9]) <= len(found):
                return found[int(text[:9]) - 1]
            self.say(f"there is no {text[:9]}: choose from 1 to {len(found)}, or type help")
            return None
        card = read_card(self.state.game.spec, words)
        if card is not None:
            cards = frozenset((card,))
            fitting = [o for o in found if o.move and self.state.speak(o.move).cards == cards]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                self.say("that card can be meant in several ways: type a number")
            else:
                self.explain(words)
            return None
        named = [o for o in found if o.label.plain.rstrip(" …").casefold() == text.casefold()]
        if len(named) == 1:
            return named[0]
        self.say(f"'{text[:60]}' is no number and no card; type help for what can be typed")
        return None

    def pick(self, title: str, things: Sequence[Text]) -> int | None:
        """Ask for one of some things; None where the person turns back."""
        told = (Text(f"{n}) ").append_text(thing) for n, thing in enumerate(things, 1))
        self.write(Text(f"  {title}: ").append_text(Text("   ").join(told)))
        while True:
            text = self.ask("number, or back> ")
            if text.isdecimal() and 1 <= int(text[:9]) <= len(things):
                return int(text[:9]) - 1
            if text in ("back", "b"):
                return None
            card = read_card(self.state.game.spec, text.split()) if text else None
            plain = None if card is None else self.cards.one(card).plain
            same = [n for n, thing in enumerate(things) if plain == thing.plain]
            if same:
                return same[0]
            if text in ("quit", "q"):
                raise Leave
            self.say(f"choose from 1 to {len(things)}, or type back")

    # ------------------------------------------------------------------ explaining

    def explain(self, words: Sequence[str], found: Sequence[Offer] = ()) -> None:
        """Tell why a card, or each card of the person's hand, is not allowed.

        A number stands for the offer of that number, which is allowed.
        """
        spec = self.state.game.spec
        if words:
            card = read_card(spec, words)
            rule = next((r for r in spec.moves if r.split("_") == "_".join(words).split("_")), None)
            if card is not None:
                self.explain_card(card)
            elif rule is not None:
                self.explain_move(rule)
            elif len(words) == 1 and words[0].isdecimal() and found:
                offer = self.meant(found, words)
                if offer is not None:
                    self.write(Text("  ").append_text(offer.label).append(": allowed"))
            else:
                self.say(f"'{' '.join(words)[:60]}' is no card and no move")
            return
        view = self.state.view(self.seat)
        mine = [name for pile in view.piles if pile.owner == self.seat for name in pile.cards]
        refused = [c for c in map(spec.cards.members.index, mine) if not self.allowed(c)]
        held = [c for c in refused if self.held(c)]
        if not held:
            self.say("every card you hold is allowed")
        alike: dict[tuple[str, ...], list[int]] = {}
        for card in held:
            name = f"{spec.cards.members[card]} is"
            told = [f"{r.reason}{_rule(r)}" for r in why_not(self.state, card)[1]]
            alike.setdefault(tuple(t.removeprefix(name) for t in told), []).append(card)
        for reasons, those in alike.items():
            if len(those) == 1 or not reasons:
                for card in those:
                    self.explain_card(card)
                continue
            for reason in reasons:
                row = Text("  ").append_text(self.cards.row(those))
                self.write(row.append(f": none of these is{reason}".replace("is not", "is", 1)))

    def allowed(self, card: int) -> bool:
        """Whether a card can be chosen."""
        return why_not(self.state, card)[0]

    def held(self, card: int) -> bool:
        """Whether a card lies where this seat alone sees it: in its hand, by any name."""
        watchers = self.state.game.sight.watchers
        place = self.state.game.spec.seats.members.index(self.seat)
        zones = self.state.state.zones
        slot = next(slot for slot, cards in enumerate(zones) if card in cards)
        return watchers[slot] == {place}

    def explain_card(self, card: int) -> None:
        """Tell whether a card is allowed, and if not, the rule and its clause."""
        fine, refusals = why_not(self.state, card)
        head = Text("  ").append_text(self.cards.one(card))
        if not self.held(card):
            head.append(" (which you do not hold)")
        if fine:
            self.write(head.append(": allowed"))
        elif not refusals:
            self.write(head.append(": no move here takes a card"))
        for refusal in refusals:
            self.write(head.copy().append(f": {refusal.reason}{_rule(refusal)}"))

    def explain_move(self, name: str) -> None:
        """Tell whether a move is possible here, and if not, what stands against it."""
        spoken = name.replace("_", " ")
        if next(members(self.state.game.spec, self.state.legal_moves, name), None) is not None:
            self.say(f"{spoken}: allowed")
            return
        refusal = closed(self.state, name)
        if refusal is not None:
            self.say(f"{spoken}: {refusal.reason}{_rule(refusal)}")
        else:
            self.say(f"{spoken}: nothing here can be chosen for it; ask about a card: ? CARD")

    def refused(self, refusal: Refusal) -> None:
        """Tell why a move that was put together is not allowed."""
        self.say(f"not allowed: {refusal.reason}{_rule(refusal)}")

    # ------------------------------------------------------------------ back and away

    def undo(self) -> bool:
        """Go back to the person's last decision; False if there was none."""
        if not self.turns:
            self.say("there is no move to take back")
            return False
        self.state = self.turns.pop()
        self.say("taken back")
        return True

    def save(self, name: str) -> None:
        """Write the match to a file."""
        from cardavia_spec.cli.saved import save

        if not name:
            self.say("save where? type: save FILE")
            return
        try:
            save(self.state, Path(name))
        except OSError as error:
            self.say(f"not saved: {(error.strerror or str(error)).lower()}")
        else:
            self.say(f"saved to {name}")


def _rule(refusal: Refusal) -> str:
    clauses = ", ".join(cite.clause for cite in refusal.cite)
    label = f"'{refusal.rule}'" + (
        f", '{refusal.label}'" if refusal.label and refusal.label != refusal.rule else ""
    )
    return f" ({label}{': ' + clauses if clauses else ''})"


def reader() -> Callable[[str], str]:
    """Return what reads a line: with editing on a terminal, plainly from anything else."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - its import is what gives lines their editing

        return input

    def plain(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{line.rstrip()}")
        return line

    return plain
