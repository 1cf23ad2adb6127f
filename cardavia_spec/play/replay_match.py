"""One match of a trace held against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NoReturn

from cardavia_spec.core.diagnostics import Diagnostic, Note, Severity
from cardavia_spec.core.faults import IllegalMove, RuleFault
from cardavia_spec.core.spec import Layer
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value
from cardavia_spec.play.chance import supply
from cardavia_spec.play.codec import Misfit, describe
from cardavia_spec.play.engine import Supply
from cardavia_spec.play.game import Game
from cardavia_spec.play.options import (
    FIRST_DEALER,
    cell_of,
    dealer_cell,
    read_deck,
    read_options,
    seat_of,
)
from cardavia_spec.play.replay_legal import clauses, compare, ruled
from cardavia_spec.play.replay_names import read_listing, read_seat, read_spoken
from cardavia_spec.play.replay_notes import (
    brought_about,
    comes_from,
    ending_rules,
    position,
    result_difference,
)
from cardavia_spec.play.spoken import resolve
from cardavia_spec.play.trace import FORMAT, digest_of
from cardavia_spec.play.trace_read import TraceLine
from cardavia_spec.play.watch import Watcher


class Stop(Exception):
    """The match cannot be checked further."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message)


class Awaited(Enum):
    """What the next line of a match may be."""

    DEAL = "deal"
    MOVE = "move"
    DEAL_END = "deal end"
    MATCH_END = "match end"
    MATCH = "match"


def open_match(
    game: Game, line: TraceLine, watcher: Watcher, *, strict: bool
) -> tuple[Progress, Diagnostic | None]:
    """Return the match that a `match` line opens, and a warning if its spec is another one.

    Raises:
        Stop: the line cannot be used.
    """
    if line.keys["trace"] != FORMAT:
        message = f"this is a trace of format {describe(line.keys['trace'])}"
        fix = f"only format {FORMAT} can be read"
        raise Stop(line.fault("CV817", message, "trace", fix=fix))
    given = line.keys.get("options", {})
    assert isinstance(given, dict)
    try:
        options = read_options(game.spec, given)
    except Misfit as fault:
        raise Stop(line.misfit(fault.inside("options"))) from None
    digest = line.keys.get("spec")
    warning = None
    if digest is not None and digest != digest_of(game.spec):
        warning = Diagnostic(
            "CV822",
            f"the trace was played by another text of the spec of {game.spec.name}",
            line.span("spec"),
            "name the one it was played by: --spec FILE; the rules of both may agree all the same",
            severity=Severity.ERROR if strict else Severity.WARNING,
        )
    return Progress(game, line, options, watcher), warning


class Progress:
    """A match as far as its lines have been read."""

    def __init__(
        self, game: Game, line: TraceLine, options: dict[str, Value], watcher: Watcher
    ) -> None:
        self.game = game
        self.line = line.number
        self.deals = 0
        self.moves = 0
        self._spec = game.spec
        self._engine = game.engine
        self._options = options
        self._options_line = line
        self._watcher = watcher
        self._awaited = Awaited.DEAL
        self._moves_before = 0
        self._state: State | None = None
        self._take: Supply | None = None
        self._last: tuple[Step, ...] = ()

    def how_far(self) -> str:
        """Return how far the match went."""
        match self._awaited:
            case Awaited.DEAL if self.deals == 0:
                return "it stops before the first deal"
            case Awaited.DEAL:
                return f"it stops after deal {self.deals}"
            case Awaited.MOVE:
                moves = self.moves - self._moves_before
                return (
                    f"it stops in deal {self.deals} after {moves} move{'' if moves == 1 else 's'}"
                )
            case Awaited.DEAL_END:
                return f"it stops at the end of deal {self.deals}, its result is not told"
            case Awaited.MATCH_END:
                return "the match is over, its result is not told"
            case Awaited.MATCH:
                return "the match is over"

    def take(self, line: TraceLine) -> None:
        """Check one line.

        Raises:
            Stop: it does not agree with the rules, or cannot be used.
        """
        try:
            if self._awaited is Awaited.DEAL_END and line.type in ("deal", "match end"):
                self._score(self._now)  # the trace does not tell the result of this deal
            match line.type:
                case "deal":
                    self._deal(line)
                case "move":
                    self._move(line)
                case "deal end":
                    self._deal_end(line)
                case _:
                    self._match_end(line)
        except Misfit as fault:
            raise Stop(line.misfit(fault)) from None
        except RuleFault as fault:
            raise Stop(self._rule_fault(line, fault)) from None

    # ------------------------------------------------------------------ deals

    def _deal(self, line: TraceLine) -> None:
        deck = self._deck(line)
        named = line.keys.get("dealer")
        if named is not None:
            read_seat(self._spec, named, "dealer")
        if self._awaited is not Awaited.DEAL:
            self._misplaced(line)
        if line.keys["deal"] != self.deals + 1:
            number = describe(line.keys["deal"])
            message = f"this is deal {self.deals + 1} of the match, not {number}"
            raise Misfit("CV821", message, path=("deal",))
        state = self._state if self._state is not None else self._begin(named)
        self._compare_dealer(line, state, named)
        self._take = supply(deck)
        self._watcher.deal_begins(self.deals + 1, deck, state)
        self.deals += 1
        self._moves_before = self.moves
        self._run(self._engine.deal_steps(state, self._take), None)

    def _deck(self, line: TraceLine) -> tuple[int, ...]:
        items = line.keys["deck"]
        assert isinstance(items, list)
        try:
            return read_deck(self._spec, items)
        except Misfit as fault:
            raise fault.inside("deck") from None

    def _begin(self, dealer: object) -> State:
        """Return the state before the first deal; its dealer sets the option left out."""
        options = dict(self._options)
        first = cell_of(self._spec, FIRST_DEALER, Layer.OPTION)
        if first is not None and FIRST_DEALER not in options and dealer is not None:
            seat = read_seat(self._spec, dealer, "dealer")
            if seat in first.domain:
                options[FIRST_DEALER] = seat
        state = self._engine.new_match(options)
        self._watcher.match_begins(state)
        return state

    def _compare_dealer(self, line: TraceLine, state: State, named: object) -> None:
        cell = dealer_cell(self._spec)
        if cell is None:
            if named is None:
                return
            message = f"nobody deals in {self._spec.name}"
            fix = "leave the key 'dealer' out"
            raise Misfit("CV809", message, fix, ("dealer",), of_key=True)
        dealer = seat_of(self._spec, state, cell)
        if dealer == named:
            return
        if named is None:
            raise Misfit("CV808", "the key 'dealer' is missing on this 'deal' line")
        who = "nobody deals" if dealer is None else f"{dealer} deals"
        message = f"{who} deal {self.deals + 1}, not {named}"
        notes = [Note(f"the dealer is '{cell.name}'{clauses(cell.cite)}", cell.span)]
        if self.deals:
            cite = self._spec.match.cite
            notes.append(Note(f"the rules after a deal say who deals next{clauses(cite)}"))
        elif FIRST_DEALER in self._options:
            span = self._options_line.span("options", FIRST_DEALER)
            notes.append(Note("the options of the match say who deals first", span))
        raise Stop(line.fault("CV842", message, "dealer", notes=tuple(notes)))

    def _deal_end(self, line: TraceLine) -> None:
        if self._awaited is not Awaited.DEAL_END:
            self._misplaced(line)
        if line.keys["deal"] != self.deals:
            message = f"this is the end of deal {self.deals}, not {describe(line.keys['deal'])}"
            raise Misfit("CV821", message, path=("deal",))
        state = self._now
        self._compare_result(line, self._engine.result(state), state)
        self._score(state)

    def _score(self, state: State) -> None:
        """Keep the score of the deal that has ended."""
        self._watcher.deal_ended(state, self._engine.result(state))
        scored = self._engine.after_deal(state)
        self._watcher.deal_scored(state, scored)
        self._state = scored.state
        self._last = (scored,)
        over = self._engine.match_over(scored.state)
        self._awaited = Awaited.MATCH_END if over else Awaited.DEAL

    def _match_end(self, line: TraceLine) -> None:
        if self._awaited is not Awaited.MATCH_END:
            self._misplaced(line)
        result = self._engine.match_result(self._now)
        self._compare_result(line, result, self._now)
        self._watcher.match_ended(self._now, result)
        self._awaited = Awaited.MATCH

    def _compare_result(self, line: TraceLine, result: Mapping[str, Json], state: State) -> None:
        if "result" not in line.keys:
            return
        fields = self._spec.result if line.type == "deal end" else self._spec.match.result
        found = result_difference(fields, result, line.keys["result"])
        if found is None:
            return
        told = () if found.field is None else comes_from(self._engine, state, found.field)
        notes = (*told, *brought_about(self._spec, self._last), *self._position(state))
        raise Stop(line.fault("CV844", found.message, "result", *found.path, notes=notes))

    # ------------------------------------------------------------------ moves

    def _move(self, line: TraceLine) -> None:
        seat = read_seat(self._spec, line.keys["seat"], "seat")
        spoken = read_spoken(self._spec, line.keys)
        items = line.keys.get("legal")
        listing = None if items is None else read_listing(self._spec, items)
        if self._awaited is not Awaited.MOVE:
            self._misplaced(line)
        state = self._now
        turn = state.cells[self.game.turn_slot]
        assert isinstance(turn, int)
        if seat != turn:
            seats = self._spec.seats.members
            message = f"it is the turn of {seats[turn]}, not of {seats[seat]}"
            notes = (*brought_about(self._spec, self._last), *self._position(state))
            raise Stop(line.fault("CV841", message, "seat", notes=notes))
        found = None if listing is None else compare(self._engine, state, listing)
        if found is not None:
            notes = (*found.notes, *self._position(state))
            raise Stop(line.fault("CV843", found.message, *found.path, notes=notes))
        try:
            move = resolve(self._engine, state, spoken)
        except IllegalMove as fault:
            message = f"an illegal move of {self._spec.seats.members[turn]}: {fault.refusal.reason}"
            notes = (ruled(fault.refusal), *self._position(state))
            place = "cards" if spoken.cards else "move"
            raise Stop(line.fault("CV840", message, place, notes=notes)) from None
        assert self._take is not None
        self._watcher.move(state, move)
        self.moves += 1
        self._run(self._engine.move_steps(state, move, self._take), state)

    def _run(self, steps: tuple[Step, ...], before: State | None) -> None:
        """Go on to the state these steps lead to."""
        for step in steps:
            self._watcher.step(before, step)
            before = step.state
        self._state = before
        self._last = steps
        self._awaited = Awaited.DEAL_END if self._now.over else Awaited.MOVE

    # ------------------------------------------------------------------ faults

    @property
    def _now(self) -> State:
        assert self._state is not None
        return self._state

    def _position(self, state: State) -> tuple[Note, ...]:
        moves = self.moves - self._moves_before
        return position(self._spec, state, self.deals, moves)

    def _misplaced(self, line: TraceLine) -> NoReturn:
        """Raise what is wrong with a line of a type that is not awaited here."""
        awaited, spec = self._awaited, self._spec
        notes: tuple[Note, ...] = ()
        code = "CV820"
        match (line.type, awaited):
            case ("move", Awaited.DEAL_END):
                code, message = "CV846", f"deal {self.deals} is over: nobody moves any more"
                notes = (*brought_about(spec, self._last), *self._position(self._now))
            case ("deal" | "deal end" | "match end", Awaited.MOVE):
                code, message = "CV845", f"deal {self.deals} is not over yet"
                notes = (*ending_rules(spec), *self._position(self._now))
            case ("match end", Awaited.DEAL) if self.deals:
                code, message = "CV847", f"the match is not over after deal {self.deals}"
                notes = self._match_rule()
            case ("deal" | "move", Awaited.MATCH_END):
                code, message = "CV847", f"the match is over after deal {self.deals}"
                notes = self._match_rule()
            case _:
                after = "after the end of its match" if awaited is Awaited.MATCH else "here"
                message = f"a '{line.type}' line stands {after}"
                if awaited is not Awaited.MATCH or line.type != "match end":
                    message += f", where a '{awaited.value}' line belongs"
        raise Stop(line.fault(code, message, "type", notes=notes))

    def _match_rule(self) -> tuple[Note, ...]:
        rules = self._spec.match
        note = Note(f"the rule is the end of the match{clauses(rules.cite)}", rules.over.span)
        return (note, *self._position(self._now))

    def _rule_fault(self, line: TraceLine, fault: RuleFault) -> Diagnostic:
        """Return what to say of a spec that fails on the way."""
        told = fault.diagnostic
        message = f"the spec of {self._spec.name} fails here: {told.message}"
        rule = f"the rule is '{fault.rule}'{clauses(fault.cite)}"
        further = (note for note in told.notes if not note.text.startswith("the state:"))
        notes = (Note(rule, told.span), *further, *self._position(fault.state))
        return line.fault(told.code, message, "type", fix=told.fix, notes=notes)
