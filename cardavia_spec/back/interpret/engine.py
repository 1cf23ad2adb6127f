"""The reference interpreter: what a spec means, step by step.

States go in and come out immutable.  A step works on a copy, records what happens to cards, and
freezes it.  An obligation that fails is a `RuleFault` with the rule, its clause and the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from cardavia_spec.back.interpret.broken import Broken, Watch, fault
from cardavia_spec.back.interpret.explain import deal_over, no_such_move, refusal
from cardavia_spec.back.interpret.expressions import Compiler
from cardavia_spec.back.interpret.family import MoveFamily
from cardavia_spec.back.interpret.frame import Frame, Supply
from cardavia_spec.back.interpret.frames import Frames
from cardavia_spec.back.interpret.notes import Notes
from cardavia_spec.back.interpret.results import reading
from cardavia_spec.back.interpret.rules import CompiledEvent, CompiledMove, closed_block
from cardavia_spec.back.interpret.statements import Checked
from cardavia_spec.core.faults import Refusal, RuleFault
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import EventRule, Layer, MoveRule, Spec
from cardavia_spec.core.state import Move, State, Step, StepKind
from cardavia_spec.core.telling import Json
from cardavia_spec.core.types import Value


class Interpreter:
    """Runs one spec.

    Whatever is asked may raise `RuleFault`: an obligation of the spec's rules that failed.
    `notes`, if given, take down which tiers bind and which rows apply.
    """

    def __init__(self, spec: Spec, notes: Notes | None = None) -> None:
        self.spec = spec
        self._notes = notes
        self._compiler = compiler = Compiler(spec, notes)
        self._frames = Frames(compiler.was_in_definitions)
        self._turn = spec.cells["turn"].offset
        self._moves = {name: CompiledMove(rule, compiler) for name, rule in spec.moves.items()}
        self._legalities = [move.legality for move in self._moves.values()]
        self._events = [CompiledEvent(event, compiler) for event in spec.events.values()]
        self._starts = [(Checked(c), compiler.closed(c.start)) for c in spec.cells.values()]
        self._deal_starts = [each for each in self._starts if each[0].cell.layer is Layer.DEAL]
        self._deal_from = min(each.cell.offset for each, _ in self._deal_starts)
        self._holds = [zone.holds for zone in spec.zones.values() for _ in range(zone.size)]
        self._deal = closed_block(spec.deal, compiler)
        self._after_deal = closed_block(spec.match.after_deal, compiler)
        self._over = compiler.closed(spec.match.over)
        winners = spec.match.winners
        self._winners = None if winners is None else compiler.closed(winners)
        self._result = {field.name: reading(field, compiler) for field in spec.result}
        self._match_result = {
            field.name: reading(field, compiler, None if winners is None else winners.type)
            for field in spec.match.result
        }

    # ------------------------------------------------------------------ the match and the deal

    def new_match(self, options: Mapping[str, Value] | None = None) -> State:
        """Return the state before the first deal, with these options and the others' defaults.

        Raises ValueError for a name that is no option and for a value it may not have.
        """
        given = dict(options or {})
        spec = self.spec
        frame = Frame(self._holds.copy(), [None] * spec.cell_slots, False)
        for checked, start in self._starts:
            cell = checked.cell
            if cell.layer is Layer.OPTION and cell.name in given:
                value = given.pop(cell.name)
                if value not in checked.domain:
                    raise ValueError(f"option '{cell.name}' may not be {value!r}")
                frame.cells[cell.offset] = value
            elif cell.layer is not Layer.DEAL:
                self._start(checked, start, frame)
        if given:
            raise ValueError(f"there is no option '{next(iter(given))}'")
        return frame.freeze()

    def deal(self, state: State, supply: Supply) -> Step:
        """Deal the cards and start the variables of the deal; `supply` says what is drawn."""
        kept = state.cells[: self._deal_from]
        nothing = [None] * (len(state.cells) - len(kept))
        frame = Frame(self._holds.copy(), [*kept, *nothing], False)
        frame.supply = supply
        with Watch(self.spec, "", "the deal", (), frame.freeze()):
            self._deal(frame)
        for checked, start in self._deal_starts:
            self._start(checked, start, frame)
        return self._step(StepKind.DEAL, "deal", frame)

    def deal_steps(self, state: State, supply: Supply) -> tuple[Step, ...]:
        """Deal, and let the events happen that apply then."""
        dealt = self.deal(state, supply)
        if self._notes is not None:
            self._notes.close()
        return (dealt, *self.settle(dealt.state, supply))

    def after_deal(self, state: State) -> Step:
        """Do what the match does after a deal that has ended in `state`."""
        frame = self._frames.of(state).copy(None)
        with Watch(self.spec, "", "after deal", self.spec.match.cite, state):
            self._after_deal(frame)
        return self._step(StepKind.AFTER_DEAL, "after deal", frame)

    def match_over(self, state: State) -> bool:
        """Return whether the match has ended; `state` comes from `after_deal`."""
        return bool(self._read(self._over, "the end of the match", state))

    def winners(self, state: State) -> frozenset[int] | None:
        """Return the winners of the match; None for a spec that names none."""
        if self._winners is None:
            return None
        winners: frozenset[int] = self._read(self._winners, "the winners", state)
        return winners

    def result(self, state: State) -> dict[str, Json]:
        """Return the result of the deal that has ended in `state`."""
        return {
            name: self._read(partial(field, given=[]), name, state)
            for name, field in self._result.items()
        }

    def match_result(self, state: State) -> dict[str, Json]:
        """Return the result of the match that has ended in `state`."""
        if self._notes is not None:
            self._notes.close()  # of the deal; it takes nothing itself
        given = [] if self._winners is None else [self.winners(state)]
        found = {
            name: self._read(partial(field, given=given), name, state)
            for name, field in self._match_result.items()
        }
        if self._notes is not None:
            self._notes.forget()
        return found

    # ------------------------------------------------------------------ moves and events

    def moves(self, state: State) -> MoveFamily:
        """Return the legal moves; none when the deal is over."""
        legalities = [] if state.over else self._legalities
        return MoveFamily(legalities, self._frames.of(state), self._me(state), state, self)

    def broke(self, broken: Broken, rule: MoveRule, state: State) -> RuleFault:
        """Return the fault of a move rule whose obligation failed in `state`."""
        return fault(broken, self.spec, "move", rule.name, rule.cite, state)

    def require_moves(self, state: State) -> MoveFamily:
        """Return the legal moves of a deal that goes on; obliged: there is one."""
        family = self.moves(state)
        if not state.over and not family:
            me = self.spec.seats.members[self._me(state)]
            broken = Broken(
                "CV712",
                f"{me} is to move and has no legal move",
                self.spec.cells["turn"].span,
                fix="end the deal, pass the turn on, or allow a move here",
            )
            frame, mover = self._frames.of(state), self._me(state)
            broken.remarks = [each.obstacle(frame, mover) for each in self._legalities]
            raise fault(broken, self.spec, "", "the turn", (), state)
        return family

    def check(self, state: State, move: Move) -> Refusal | None:
        """Return why the move is not legal; None if it is."""
        if state.over:
            return deal_over(move)
        compiled = self._moves.get(move.rule)
        if compiled is None:
            return no_such_move(move, list(self._moves))
        frame, me = self._frames.of(state), self._me(state)
        with Watch(self.spec, "move", move.rule, compiled.rule.cite, state):
            return refusal(compiled.legality, move, frame, me, self._compiler)

    def cards_of(self, state: State, move: Move) -> frozenset[int]:
        """Return the cards that stand for a move in a trace."""
        compiled = self._moves[move.rule]
        with Watch(self.spec, "move", move.rule, compiled.rule.cite, state):
            return compiled.cards(self._frames.of(state), self._me(state), move.args)

    def move_steps(
        self, state: State, move: Move, supply: Supply | None = None
    ) -> tuple[Step, ...]:
        """Make a move, which must be legal (`check` tells), and let the events happen."""
        compiled = self._moves[move.rule]
        frame = self._frames.of(state).copy(supply)
        try:
            compiled.run(frame, self._me(state), move.args)
        except Broken as broken:
            raise self.broke(broken, compiled.rule, state) from None
        moved = self._step(StepKind.MOVE, move.rule, frame)
        if self._notes is not None:
            self._notes.forget()  # what it took to choose the move and to make it
        return (moved, *self._happen(frame, moved.state))

    def settle(self, state: State, supply: Supply | None = None) -> tuple[Step, ...]:
        """Let the events happen that apply, one after another, until none does."""
        return tuple(self._happen(self._frames.of(state).copy(supply), state))

    def _happen(self, frame: Frame, state: State) -> list[Step]:
        """Let events happen; the frame, which is in `state`, serves on to read the last state."""
        steps: list[Step] = []
        while not frame.over:
            event = self._applying(frame, state)
            if event is None:
                break
            try:
                if any(step.name == event.rule.name for step in steps):
                    raise _again(event.rule, steps)
                event.run(frame)
            except Broken as broken:
                raise self._event_broke(broken, event.rule, state) from None
            steps.append(self._step(StepKind.EVENT, event.rule.name, frame))
            state = steps[-1].state
        self._frames.keep(state, frame)
        return steps

    def _applying(self, frame: Frame, state: State) -> CompiledEvent | None:
        for event in self._events:
            try:
                if event.when(frame):
                    return event
            except Broken as broken:
                raise self._event_broke(broken, event.rule, state) from None
        return None

    def _event_broke(self, broken: Broken, rule: EventRule, state: State) -> RuleFault:
        return fault(broken, self.spec, "event", rule.name, rule.cite, state)

    # ------------------------------------------------------------------ reading a state

    def evaluate(
        self,
        expr: Expr,
        state: State,
        before: State | None = None,
        env: Mapping[str, Value] | None = None,
    ) -> Value:
        """Return the value of any expression in a state, `env` giving its locals.

        `me` is whose turn it is unless `env` says otherwise; `before` is the state that `was`
        reads.
        """
        code = self._compiler.opened(expr, tuple(env or ()))
        frame = self._frames.of(state, before)
        with Watch(self.spec, "", "this expression", (), state):
            value: Value = code(frame, list((env or {}).values()))
            return value

    def compile_test(
        self, expr: Expr, name: str = "a property"
    ) -> Callable[[State, State | None], bool]:
        """Return `expr`, without locals, as a fast test of a state and the one before it."""
        code = self._compiler.closed(expr)
        of = self._frames.of

        def test(state: State, before: State | None = None) -> bool:
            try:
                return bool(code(of(state, before)))
            except Broken as broken:
                raise fault(broken, self.spec, "", name, (), state) from None

        return test

    def define(self, key: str, state: State, args: Sequence[Value] = ()) -> Value:
        """Return the value of a definition for these arguments."""
        definition = self.spec.definitions[key]
        given = [self._me(state), *args] if definition.uses_me else [*args]
        with Watch(self.spec, "", definition.name, definition.cite, state):
            value: Value = self._compiler.definitions.run(key)(self._frames.of(state), given)
            return value

    # ------------------------------------------------------------------ parts

    def _read(self, code: Callable[[Frame], Any], name: str, state: State) -> Any:  # noqa: ANN401
        with Watch(self.spec, "", name, (), state):
            return code(self._frames.of(state))

    def _me(self, state: State) -> int:
        return cast(int, state.cells[self._turn])

    def _start(self, checked: Checked, start: Callable[[Frame], Any], frame: Frame) -> None:
        cell = checked.cell
        try:
            value = start(frame)
            if value not in checked.domain:
                raise checked.broken(value, cell.offset, cell.span, ())
        except Broken as broken:
            what, state = "the start of", frame.freeze()
            raise fault(broken, self.spec, what, cell.name, cell.cite, state) from None
        frame.cells[cell.offset : checked.end] = [value] * (checked.end - cell.offset)
        frame.memo = {}

    def _step(self, kind: StepKind, name: str, frame: Frame) -> Step:
        effects, frame.effects = tuple(frame.effects), []
        return Step(kind, name, frame.freeze(), effects)


def _again(rule: EventRule, steps: Sequence[Step]) -> Broken:
    order = ", ".join(f"'{name}'" for name in (*(step.name for step in steps), rule.name))
    message = f"it applies a second time between two moves: {order}"
    fix = "what it does must make its own condition false"
    return Broken("CV711", message, rule.span, fix=fix)
