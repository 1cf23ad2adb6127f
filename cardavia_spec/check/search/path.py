"""Play along paths: which rules act one after another is fixed, the cards are left open.

A path says which move is made, which events follow and which seats they name; so turns, tricks
and sizes are plain numbers, and what is left to a solver are the cards: who holds which, and which
is played.  From a node all paths of one further move are walked; those that no cards allow fall
out.  Draws may take any cards: whether one order of the deck gives them all is seen when the play
is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Final, TypeAlias

from cardavia_spec.back.smt.context import Recorded, Shared
from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.encode import evaluate, truth_of
from cardavia_spec.back.smt.run import in_domain, normal, run
from cardavia_spec.back.smt.state import SymState
from cardavia_spec.back.smt.terms import FALSE, TRUE, Term, conj, disj, neg
from cardavia_spec.back.smt.values import Members, Symbolic, Table
from cardavia_spec.check.search.bits import Bits, Valued, Words
from cardavia_spec.check.search.bounds import Bounds
from cardavia_spec.check.search.choose import allowed
from cardavia_spec.check.search.exact import Exact, deal, with_sizes
from cardavia_spec.check.search.node import Block, Chosen, Hit, Node, OutOfTime, names_seat
from cardavia_spec.check.search.reading import Reading
from cardavia_spec.check.search.retell import Model, concrete, read
from cardavia_spec.check.search.target import Target
from cardavia_spec.core.spec import EventRule, Layer, Let, MoveRule, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.types import Value

ASIDE: Final = 3.0
"""Seconds at most for the question whether a path can be gone."""
REMEMBERED: Final = 50_000
"""So many values are remembered before all are forgotten."""
TOGETHER: Final = 2.0
"""Seconds at most for a question for several targets."""


Walk: TypeAlias = Iterator[Node | Hit]
Then: TypeAlias = Callable[[], Walk]


class Walker:
    """Walks the paths of a spec, looking for plays that refute one of the targets.

    `seconds` are those for one question.  With `strict` only plays are looked at in which every
    construct keeps what it owes; without, one that does not comes to light when it is replayed.
    Raises OutOfTime where a question would come after `end`.
    """

    def __init__(
        self,
        spec: Spec,
        shared: Shared,
        targets: Iterable[Target],
        *,
        end: float,
        width: int = 14,
        seconds: float = 10.0,
        strict: bool = False,
        seed: int = 0,
    ) -> None:
        self.spec = spec
        self.shared = shared
        self.targets: dict[str, Target] = {target.name: target for target in targets}
        self.end = end
        self.seconds = seconds
        self.strict = strict
        self.seed = seed
        self.words = Words(width)
        self.reading = Reading(spec, shared)
        self.memo: dict[object, tuple[Symbolic, Recorded]] = {}
        self.bounds = Bounds()
        self.guide: Sequence[Block] | None = None
        self.tired: set[str] = set()
        self.asked = 0

    # ------------------------------------------------------------------ beginnings

    def begin(self, fixed: Mapping[str, Value]) -> Walk:
        """Walk the deal with these options (the others are open), events included."""
        layout = self.shared.layout
        zones = tuple(
            Members(dict.fromkeys(sorted(zone.holds), TRUE), layout.constant_weights(zone.holds))
            for zone in layout.zone_of
        )
        state = SymState(zones, layout.fresh("").cells, FALSE)
        facts: list[Term] = []
        options: dict[str, Symbolic] = {}
        for cell in self.spec.layer(Layer.OPTION):
            if cell.name in fixed:
                state = state.with_cell(cell.offset, layout.plain(cell.offset, fixed[cell.name]))
            else:
                facts.append(layout.domain(cell.offset, state.cells[cell.offset]))
            options[cell.name] = state.cells[cell.offset]
        self._open(Node(state, tuple(facts), (), 0, options, (), (), -1))
        context = self.context
        self._start_cells(Layer.MATCH)
        deal(context, self.spec.deal)
        self._start_cells(Layer.DEAL)
        yield from self._after_block(TRUE, None, lambda: self._events(0))

    def _start_cells(self, layer: Layer) -> None:
        context = self.context
        for cell in self.spec.layer(layer):
            context.statement += 1
            for place in range(cell.offset, cell.offset + cell.size):
                value = normal(evaluate(context, cell.start, {}), cell.type)
                context.oblige(
                    f"the start of {cell.name} is in range",
                    cell.span,
                    in_domain(value, cell.domain),
                )
                context.state = context.state.with_cell(place, value)

    def follow(self, node: Node) -> Walk:
        """Walk all paths of one further move from a node."""
        self._open(node)
        for rule in self.spec.moves.values():
            if self._led(rule.name):
                with self._branch():
                    yield from self._move(rule)

    def _open(self, node: Node) -> None:
        context = Exact(self.shared, node.state)
        context.made = node.made
        context.log = list(node.log)
        if len(self.memo) > REMEMBERED:
            self.memo.clear()
        context.memo = self.memo
        self.context = context
        self.options = node.options
        self.facts = list(node.facts)
        self.moves = list(node.moves)
        self.steps = list(node.steps)
        self.bad: list[tuple[str, Term]] = []
        self.bits = Bits(self.words, seed=self.seed)
        self.model: Valued | None = None
        self.block = node.block
        self._taken = 0

    # ------------------------------------------------------------------ branches

    @contextmanager
    def _branch(self) -> Iterator[None]:
        """Go one way, and come back in the end."""
        context = self.context
        state, made, asserted = context.state, context.made, set(context.asserted)
        lists: Sequence[list[object]] = (  # type: ignore[assignment]
            self.facts,
            self.moves,
            self.steps,
            self.bad,
            context.axioms,
            context.log,
        )
        sizes = [len(each) for each in lists]
        taken, owed = self._taken, dict(context.obligations)
        model, block = self.model, self.block
        yield
        for each, size in zip(lists, sizes, strict=True):
            del each[size:]
        self.model, self.block = model, block
        context.state, context.made, context.asserted = state, made, asserted
        context.obligations = owed
        self._taken = taken

    def _tell(self) -> None:
        news = self.context.axioms[self._taken :]
        self._taken = len(self.context.axioms)
        self.facts += news
        if self.model is not None and not all(self.model.holds(term) for term in news):
            self.model = None

    def _assume(self, term: Term) -> bool:
        """Say something of the path; return whether any play is left on it."""
        sure = self.bounds.truth(term)
        if sure is False:
            return False
        self._tell()
        if sure is True:
            return True
        self.facts.append(term)
        if self.guide is not None or (self.model is not None and self.model.holds(term)):
            return True
        answer = self._ask((), ASIDE)
        self.model = self.bits.model if answer is Answer.SAT else None
        return answer is not Answer.UNSAT

    def _ask(self, further: Iterable[Term], seconds: float) -> Answer:
        left = self.end - perf_counter()
        if left <= 0:
            raise OutOfTime
        self.asked += 1
        return self.bits.check((*self.facts, *further), min(seconds, left))

    # ------------------------------------------------------------------ moves and events

    def _move(self, rule: MoveRule) -> Walk:
        context = self.context
        context.statement += 1
        before = context.state
        path, env = allowed(context, rule)
        if not self._assume(path):
            return
        self.steps.append(rule.name)
        parameters = tuple(env[choice.name] for choice in rule.choices)
        self.moves.append(Chosen(rule.name, parameters))

        def act() -> Walk:
            run(context, rule.do, inner)
            yield from self._after_block(TRUE, before, lambda: self._events(0))

        inner = dict(env)
        yield from self._seats_of(rule.lets, inner, act)

    def _events(self, phase: int) -> Walk:
        """Let the events happen that may happen now, one after another."""
        context = self.context
        none = neg(context.state.over)
        for event in self.spec.events.values():
            if none is FALSE:
                break
            context.statement += 1
            with context.under(none):
                when = truth_of(context, event.when, {})
            if phase <= len(self.spec.events) and self._led(event.name):
                with self._branch():
                    if self._assume(conj((none, when))):
                        yield from self._event(event, phase)
            none = conj((none, neg(when)))
        if self.guide is not None and not self.guide[self.block].last:
            return
        with self._branch():
            if self._assume(disj((context.state.over, none))):
                yield from self._rest()

    def _event(self, event: EventRule, phase: int) -> Walk:
        context = self.context
        before = context.state
        self.steps.append(event.name)
        env: dict[str, Symbolic] = {}
        for let in event.lets:
            env[let.name] = evaluate(context, let.value, env)

        def act() -> Walk:
            run(context, event.do, env)
            yield from self._after_block(TRUE, before, lambda: self._events(phase + 1))

        yield from self._seats_of(event.lets, env, act)

    def _seats_of(self, lets: Sequence[Let], env: dict[str, Symbolic], then: Then) -> Walk:
        """Go on for each seat that a let may name."""
        for let in lets:
            value = env[let.name]
            if isinstance(value, Table) and names_seat(let.value.type) and not value.constant:
                for member, guard in value.guards.items():
                    if self._off(self.block + 1, "let", let.name, member):
                        continue
                    with self._branch():
                        if self._assume(guard):
                            self.steps.append(f"{let.name} {member}")
                            inner = {**env, let.name: Table({member: TRUE})}
                            kept = dict(env)
                            env.update(inner)
                            yield from self._seats_of(lets, env, then)
                            env.update(kept)
                return
        yield from then()

    def _after_block(self, happened: Term, before: SymState | None, then: Then) -> Walk:
        """Go on for each seat whose turn it may be, and so on; read what is looked for."""
        context = self.context
        context.state = with_sizes(context, context.state)
        for slot, cell in enumerate(self.shared.layout.cell_of):
            value = context.state.cells[slot]
            if (
                cell.layer is Layer.DEAL
                and names_seat(cell.type)
                and isinstance(value, Table)
                and not value.constant
            ):
                for member, guard in value.guards.items():
                    if self._off(self.block + 1, "cell", slot, member):
                        continue
                    with self._branch():
                        if self._assume(guard):
                            self.steps.append(f"{cell.name} {member}")
                            plain = self.shared.layout.plain(slot, member)
                            context.state = context.state.with_cell(slot, plain)
                            yield from self._after_block(happened, before, then)
                return
        self.block += 1
        self.bad += self.reading.owed(context, self.targets, self)
        self.bad += self.reading.state(context, self.targets.values(), happened, before)
        yield from then()

    def example(self) -> State | None:
        """Return the state in one of the plays that got where the walk is; None: none is known."""
        if self.model is None:
            if self._ask((), ASIDE) is not Answer.SAT:
                return None
            self.model = self.bits.model
        return concrete(self.model, self.context.state)

    # ------------------------------------------------------------------ being led

    def _led(self, name: str) -> bool:
        """Whether the next block may be a rule of this name."""
        if self.guide is None:
            return True
        place = self.block + 1
        return place < len(self.guide) and self.guide[place].name == name

    def _off(self, place: int, kind: str, key: str | int, member: int | None) -> bool:
        """Whether a seat is another one than that of the path to be followed."""
        if self.guide is None:
            return False
        block = self.guide[place]
        known = block.lets.get(str(key), member) if kind == "let" else block.cells[int(key)]
        return known != member

    # ------------------------------------------------------------------ the end of a step

    def owe(self, good: Term) -> None:
        """Take up that what constructs owe is kept."""
        self.facts.append(good)
        if self.model is not None and not self.model.holds(good):
            self.model = None

    def _rest(self) -> Walk:
        """Look whether a play that got here refutes a target; then the next move may come."""
        context = self.context
        self.bad += self.reading.settled(context, self.targets.values())
        self._tell()
        yield from self._hits()
        over = context.state.over
        if over is TRUE or not self._assume(neg(over)):
            return
        yield Node(
            context.state,
            tuple(self.facts),
            tuple(context.log),
            context.made,
            self.options,
            tuple(self.moves),
            tuple(self.steps),
            self.block,
        )

    def _hits(self) -> Walk:
        """Ask whether a play that got here refutes any target.

        All are asked for together; where that takes long, half of them at a time.  A target for
        which a question takes too long even alone is `tired`: walks ask for it no more.
        """
        open_: dict[str, list[Term]] = {}
        for name, term in self.bad:
            if name not in self.tired and self.bounds.truth(term) is not False:
                open_.setdefault(name, []).append(term)
        terms = {name: disj(parts) for name, parts in open_.items()}
        groups = [list(terms)]
        while groups:
            group = [name for name in groups.pop() if name in self.targets]
            if not group:
                continue
            limit = self.seconds if len(group) == 1 else min(TOGETHER, self.seconds)
            answer = self._ask((disj(terms[name] for name in group),), limit)
            if answer is Answer.SAT:
                model = self.bits.model
                name = next(name for name in group if model.holds(terms[name]))
                groups.append([other for other in group if other != name])
                yield Hit(name, self._read(model))
            elif answer is Answer.UNKNOWN and len(group) > 1:
                half = len(group) // 2
                groups += [group[half:], group[:half]]
            elif answer is Answer.UNKNOWN:
                self.tired.add(group[0])
                yield Hit(group[0], None)

    def _read(self, model: Valued) -> Model:
        moves = [(chosen.rule, chosen.parameters) for chosen in self.moves]
        return read(model, self.options, self.spec, moves, self.context.log)
