"""The function that plays a lot in one loop, everything it needs in local names."""

from __future__ import annotations

import re
from dataclasses import replace

from cardavia_spec.back.python.quick import counting, dealing, frame, tables
from cardavia_spec.back.python.quick.alone import (
    asked_for_one,
    asked_whether_any,
    laid_alone,
    one_at_most,
    told_by_card,
)
from cardavia_spec.back.python.quick.choices import Choices
from cardavia_spec.back.python.quick.choosing import indented
from cardavia_spec.back.python.quick.constants import Bounds, Fixed, with_constants
from cardavia_spec.back.python.quick.happen import Events
from cardavia_spec.back.python.quick.held import (
    Held,
    held,
    with_held_moves,
    with_held_play,
    without_masks,
)
from cardavia_spec.back.python.quick.inline import Inliner, ended
from cardavia_spec.back.python.quick.jumps import NotQuick, left_loops
from cardavia_spec.back.python.quick.knowing import knowing
from cardavia_spec.back.python.quick.names import RESERVED, TAKEN
from cardavia_spec.back.python.quick.ofone import asked_of_one
from cardavia_spec.back.python.quick.often import often_read
from cardavia_spec.back.python.quick.patterns import Patterns
from cardavia_spec.back.python.quick.places import Effects, Places, placed
from cardavia_spec.back.python.quick.remember import Remember
from cardavia_spec.back.python.quick.round import Over, Round
from cardavia_spec.back.python.quick.straight import Straight, laid_into
from cardavia_spec.back.python.quick.taking import Taking
from cardavia_spec.back.python.quick.tidy import plain, tidied
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_codes,
    changed,
    every,
    has_return,
    names,
    set_names,
)
from cardavia_spec.back.python.quick.writer import Writer, only_asked
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Num, Op, Var
from cardavia_spec.core.plan.program import Program, safe
from cardavia_spec.core.plan.stock import drawn_zones, is_one_stock
from cardavia_spec.core.spec import Layer


class Lot:
    """Puts the functions of a program together."""

    def __init__(self, program: Program, *, counts: bool = False) -> None:
        self.program = program
        self.counts = counts
        fresh = Fresh()
        fresh.taken.update(RESERVED, program.arrays, program.functions, tables.names(program.cards))
        moves = len(program.spec.moves)
        fresh.taken.update(f"{x}_{i}" for x in ("legal", "ways") for i in range(moves))
        self.places = Places(program, fresh.taken)
        self.remember = Remember(program, fresh)
        self.patterns = patterns = Patterns(program, self.remember)
        functions = {
            name: replace(f, body=patterns.found(fresh.renamed(plain(f.body, counts=counts))))
            for name, f in program.functions.items()
            if not name.startswith(("asks_", "settle_", "event_"))
        }
        for f in functions.values():
            odd = [act for act in every(f.body) if not isinstance(act, TAKEN)]
            if odd:
                raise NotQuick(type(odd[0]).__name__)
        for f in (*functions.values(), *self.remember.functions.values()):
            self.places.learn(f.body)
        self.fresh = fresh
        self.effects = Effects({**functions, **self.remember.functions}, self.places)
        self.inliner = Inliner(self.effects, fresh)
        self.bounds = Bounds(program, self.places)
        self.fixed = Fixed(self.places, fresh, self.bounds)
        self.one_stock = is_one_stock(program, drawn_zones(program))
        self.writer = Writer(program, self.places, self.effects, one_stock=self.one_stock)
        self.writer.spots = self.remember.spots
        self.writer.levels = patterns.levels
        self.writer.kept = {
            c.move
            for f in functions.values()
            for c in all_codes(f.body)
            if isinstance(c, code.Kept)
        }
        self.functions: list[str] = []
        self.at_hand: dict[Code, Var] = {}  # what is worked out where a move is made
        self.asked_first: dict[Code, Var] = {}
        self.rebuilt: list[str] = []  # how masks come back that were left alone
        self.over: Over = {}  # which cards take which
        self.ordered = True  # whether the order of the deck is looked at
        self.gates: dict[int, Code] = {}  # what holds where a rule allows moves

    # ------------------------------------------------------------------ plans

    def plan(self, acts: Acts, given: Code = code.TRUE, *, apart: bool = False) -> Acts:
        """Return acts with everything done that makes them fast; `given` holds before them.

        `apart`: they stand in a function of their own, out of sight of the loop's local names.
        """
        acts = with_constants(placed(acts), self.effects)
        acts = self.bounds.put(acts)
        at_hand = {} if apart else self.at_hand
        for _ in range(2):
            acts = tidied(knowing(acts, self.effects, given, at_hand), self.effects)
        if not apart:
            acts = changed(acts, self.fixed.put)
        self.places.learn(acts)
        acts = self.patterns.narrowed(acts, self.places.lets)
        self.writer.truths |= only_asked(acts)
        return acts

    def body(self, name: str) -> Acts:
        """Return the plan of a function that gives no value, without returns.

        Raises:
            NotQuick: it returns in the midst of a loop.
        """
        acts = ended(self.inliner.function(name))
        if acts is None:
            raise NotQuick(name)
        return acts

    def source(self) -> list[str]:
        """Return the lines of the function, after those of the functions it calls.

        Raises:
            NotQuick: the plan has a form that is not taken.
        """
        try:
            return self._source()
        except LookupError as reason:
            raise NotQuick(str(reason)) from None

    def _source(self) -> list[str]:
        w, spec = self.writer, self.program.spec
        if self.counts:
            counting.check(self.effects)
        settle = self.inliner.function("settle")
        events = Events(settle, self.effects, self.fresh)
        self.alone = asked_for_one(settle, self.effects)
        moving = self.counting()
        made = [self.play(i, safe(name), events) for i, name in enumerate(spec.moves)]
        others = [f.body for n, f in self.effects.functions.items() if not n.startswith("play_")]
        single = one_at_most(made, others, self.effects, self.alone)
        made = [
            acts
            if isinstance(acts, list)
            else told_by_card(asked_whether_any(acts, single), single)
            for acts in made
        ]
        self.asked_first, self.at_hand = self.at_hand, {}
        whole = {i: acts for i, acts in enumerate(made) if isinstance(acts, tuple)}
        rest = () if len(whole) < len(made) else self.inliner.function("settle")
        dealt = self.body("deal")
        self.needed = w.needed = dealing.cards_needed(
            dealt, self.effects, self.program, one_stock=self.one_stock
        )
        w.in_place = self.needed <= tables.IN_PLACE
        lists = held(self.effects, moving, whole, rest) if rest else []
        for h in lists:
            moving = tidied(with_held_moves(moving, h), self.effects)
            made[h.move] = with_held_play(whole[h.move], h)
            if self._unread(h, moving, made):
                made[h.move] = without_masks(with_held_play(whole[h.move], h), h)
                self.rebuilt.append(f"{h.family}[:] = map(sum, held_{h.family})")
        choices = Choices(self.program, w, self.fresh, frozenset(self.gates), self.counts)
        asked = {} if lists else self.asked_first
        choices = self.with_rounds(choices, moving, made)
        body = choices.told_apart(moving, dict(enumerate(made)), asked)
        start = w.lines(self.plan(self.body("start_match")))
        first, ends_at_once = self.deal(dealt, events)
        scored = w.lines(self.plan(self.body("after_deal")))
        over = self.plan(self.inliner.function("match_over"))
        *asking, last = over
        assert isinstance(last, code.Return)
        assert last.value is not None
        if has_return(asking):
            raise NotQuick("match_over")
        options = [w.places.names["c", i] for i in range(self._options())]
        ending, counted = self._counting_ends(w.cond(last.value))
        main = [
            "def play_quick(seed, deals, options, hashed, stats=None):",
            '    """Play a lot as `run_lot` does; raise GaveUp where that has to do it."""',
            *indented(counting.began() if self.counts else []),
            *indented(frame.began()),
            "    rows = ROWS",
            *indented(self.places.beginnings()),
            "    while done < deals:",
            *indented(([f"{', '.join(options)}, = options"] if options else []), 2),
            *indented(w.lines(self.fixed.lets), 2),
            *indented(tables.over_now(self.over, w.over_now, self.places), 2),
            *indented(start, 2),
            "        while True:",
            *indented(self._begin([*first, *body]), 3),
            *indented(first, 3),
            *indented(sorted({f"held_{h.family} = list(map(held, {h.family}))" for h in lists}), 3),
        ]
        if self.counts:
            main += [f"            opened_by = {w.places.names['c', spec.cells['turn'].offset]}"]
        main += indented(frame.moves(body, asked=ends_at_once), 3)
        main += indented(frame.counted(), 3)
        main += indented(ending, 3)
        main += indented(scored, 3)
        main += indented(self._finished(), 3)
        main += indented(w.lines(asking), 3)
        main += indented(counted, 3)
        main += indented([f"if {w.cond(last.value)}:", "    matches += 1", "    break"], 3)
        main += indented(["if done == deals:", "    break"], 3)
        main += indented(counting.added() if self.counts else [])
        main += [
            '    return {"deals": done, "moves": made, "matches": matches, "hash": hash & MASK,',
            '            "longest": longest, "fault": 0, "fault_deal": 0, "fault_move": 0}',
            "",
            "",
        ]
        return [*self._called(), *self.functions, *self._tables(), *main]

    def with_rounds(self, choices: Choices, moving: Acts, made: list[Acts | list[str]]) -> Choices:
        """Return what writes moves, with rounds of cards written out where there are any."""
        homes = laid_into(made, self.program, self.effects)
        if self.counts or len(homes) != 1:
            return choices
        round_ = Round(self.program, self.effects, self.fresh, homes[0])
        round_.taking = Taking(self.program.arrays, self.patterns.levels, self.program.cards)
        round_.ends = self.bounds.cells
        round_.fixed = {name.name: c for c, name in self.fixed.known.items()}
        round_.options = self.fixed.options
        round_.over_now = self.writer.over_now
        self.over = round_.over
        often = self.writer.kept - set(self.gates) or self.writer.kept
        straight = Straight(choices, round_, moving, dict(enumerate(made)), often)
        return replace(choices, straight=straight)

    def _counting_ends(self, over: str) -> tuple[list[str], list[str]]:
        """Return what is counted when a deal has ended, and when it has been scored."""
        if not self.counts:
            return [], []
        calls = []
        for name in ("results", "match_results"):
            body = self.plan(self.inliner.function(name), apart=True)
            self.functions += self.writer.function(name, ["out"], body, "the numbers of a result")
            given = ", ".join(["numbers", *self.writer.state_of(name)])
            calls.append(f"quick_{name}({given})")
        return counting.ended(calls[0], calls[1], over)

    def _options(self) -> int:
        options = list(self.program.spec.layer(Layer.OPTION))
        if any(cell.size > 1 for cell in options):
            raise NotQuick("a family of options")
        return len(options)

    def _begin(self, lines_: list[str]) -> list[str]:
        """Return how a deal with these lines begins."""
        lines = ["over = False"]
        if any(re.search(r"\bbegins\b", line) for line in lines_):
            lines.append("begins = False")
        if self.counts:
            dealer = self.program.spec.cells.get("dealer")
            name = "None" if dealer is None else self.places.names["c", dealer.offset]
            lines.append(f"dealt_by = {name}")
        self.ordered = any(re.search(r"\border\b", line) for line in lines_)
        dealt = self.writer.dealt
        deck = tables.shuffled(self.program.cards, self.needed, dealt, order=self.ordered)
        return [*lines, *frame.shuffled(deck)]

    def _finished(self) -> list[str]:
        """Return what is done with a deal that is over: it is counted and hashed."""
        numbers = ", ".join(self.places.numbers())
        known = indented([*self.rebuilt, f"hash = fold_numbers(hash, ({numbers},))"])
        return ["if hashed:", *known, "done += 1"]

    def _unread(self, h: Held, moving: Acts, made: list[Acts | list[str]]) -> bool:
        """Whether the masks of zones that are kept as lists are looked at once a deal began."""
        family = self.effects.places.slots("z", h.zone.index)
        ends = ["after_deal", "match_over", *(["results", "match_results"] if self.counts else [])]
        read = set().union(*(self.effects.of_function(name)[0] for name in ends))
        playing = tuple(act for acts in made for act in acts if not isinstance(act, str))
        counted = changed(moving, lambda c: Num(0) if isinstance(c, Op) and c.op == "held" else c)
        return not family & (read | self.effects.reads((*counted, *without_masks(playing, h))))

    # ------------------------------------------------------------------ deal, moves, play

    def deal(self, acts: Acts, events: Events) -> tuple[list[str], bool]:
        """Return the lines of a deal with what happens after it, and whether it may end there."""
        if self.one_stock:
            acts = dealing.unrolled(acts, self.program, self.fresh)
            self.places.learn(acts)
        after = events.after(None)
        ends = has_return(after) or ("over", 0) in self.effects.writes(acts)
        if ("over", 0) in self.effects.writes(acts):
            after = (
                code.Branch(code.Call("is_over", (), code.Kind.BOOL), (code.Return(),)),
                *after,
            )
        if not ends:
            return self.writer.lines(self.dealt((*acts, *after))), False
        whole = self.dealt((*acts, *left_loops(after)))
        if not has_return(whole):
            return self.writer.lines(whole), False
        self.writer.leave = ("over = True", "break")
        lines = ["while True:", *self.writer.block((*whole, code.Break()))]
        self.writer.leave = ("break",)
        return lines, True

    def dealt(self, acts: Acts) -> Acts:
        """Return the plan of a deal; note where in the deck its draws begin."""
        acts = dealing.told_once(self.plan(acts), self.fresh, self.effects)
        if self.one_stock:
            acts, self.writer.placed = dealing.placed_draws(acts)
            acts = dealing.gathered(acts, self.writer.placed, self.effects)
            if self.program.cards > dealing.SHORT:
                acts = dealing.added_up(acts, self.writer.placed, self.fresh, self.program.cards)
        return acts

    def counting(self) -> Acts:
        """Return the plan that counts the legal moves; note what holds where a rule allows any."""
        acts = self.plan(self.inliner.function("moves"))
        acts, often = often_read(acts, self.effects, self.fresh)
        self.writer.truths |= only_asked(acts)
        for act in acts:
            match act:
                case code.Branch(cond, _, (code.Keep(number, _, Num(0)),)) if not (
                    names(cond) & set_names(acts)
                ):
                    self.gates[number] = cond
                case _:
                    pass
        self.at_hand = often
        return acts

    def play(self, number: int, name: str, events: Events) -> Acts | list[str]:
        """Return the plan of a move with what happens after it, or its lines."""
        function = f"play_{name}"
        given = self.gates.get(number, code.TRUE)
        often = self.writer.kept - set(self.gates) or self.writer.kept
        writes = self.effects.of_function(function)[1]
        after: Acts = left_loops(events.after(writes, often=number in often))
        if ("over", 0) in writes:
            gone = code.Branch(code.Call("is_over", (), code.Kind.BOOL), (code.Return(),))
            after = (gone, *after)
        acts = plain(self.inliner.function(function))
        inlined = ended(acts)
        if inlined is not None:
            acts = asked_of_one(self.plan((*inlined, *after), given), self.effects, events.whens)
            return laid_alone(acts, self.effects, self.alone)
        kept = [f"legal_{number}"] if any(isinstance(c, code.Kept) for c in all_codes(acts)) else []
        note = self.program.functions[function].note
        body = self.plan(acts, apart=True)
        self.functions += self.writer.function(function, ["k", *kept], body, note)
        written = self.writer.written_by(function)
        passed = ", ".join(["k", *kept, *self.writer.state_of(function)])
        call = f"quick_{function}({passed})"
        lines = [f"{', '.join(written)} = {call}" if written else call]
        return [f"# {name}", *lines, *self.writer.lines(self.plan(after))]

    # ------------------------------------------------------------------ what it calls

    def _called(self) -> list[str]:
        lines: list[str] = []
        for name, f in self.inliner.called.items():
            params = [p.name for p in f.params]
            lines += self.writer.function(name, params, self.plan(f.body, apart=True), f.note)
        return lines

    def _tables(self) -> list[str]:
        lines = tables.arrays(self.remember, self.patterns)
        lines += tables.chains(self.program, self.writer.chains)
        lines += tables.by_length(self.writer.by_length, self.writer.rows, self.over)
        for name, f in self.remember.functions.items():
            params = [p.name for p in f.params]
            body = self.plan(f.body, apart=True)
            lines += self.writer.function(name, params, body, "what is remembered")
            lines += tables.remembered(name, self.remember.rows.get(name))
        dealt = self.writer.dealt
        deck = tables.deck(self.program.cards, self.needed, dealt, order=self.ordered)
        return [*lines, "", "", *deck, "", ""]


def quick(program: Program, *, counts: bool = False) -> list[str]:
    """Return the lines of the quick loop of a program, or none if it cannot have one."""
    try:
        return Lot(program, counts=counts).source()
    except NotQuick:
        return []
