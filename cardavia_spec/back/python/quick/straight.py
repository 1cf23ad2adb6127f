"""The lines of a round of cards, from the first card laid to what happens after the last one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from cardavia_spec.back.python.quick import frame
from cardavia_spec.back.python.quick.bycard import put_in, taken_off
from cardavia_spec.back.python.quick.choices import (
    Choices,
    Play,
    allowed,
    exact_ways,
    without_idle_faults,
)
from cardavia_spec.back.python.quick.knowing import knowing
from cardavia_spec.back.python.quick.laid import Laid, NotStraight
from cardavia_spec.back.python.quick.places import Effects
from cardavia_spec.back.python.quick.round import Round
from cardavia_spec.back.python.quick.tidy import tidied
from cardavia_spec.back.python.quick.trees import Acts, declared, every, inside, size, uses
from cardavia_spec.back.python.quick.writer import only_asked
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import TRUE, Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.spec import Zone

MOST = 500
"""So many acts may be written for a round after its first card."""


class Straight:
    """Writes rounds.  `acts` count the legal moves at any time, `plays` are what moves do."""

    def __init__(
        self,
        choices: Choices,
        round_: Round,
        acts: Acts,
        plays: Mapping[int, Play],
        often: set[int],
    ) -> None:
        self.choices = choices
        self.round = round_
        self.acts = acts
        self.plays = plays
        self.often = often
        self.writer = choices.writer
        self.effects = choices.writer.effects
        self.left = 0
        self.begun: set[int] = set()  # the rules that a round has been written out for
        self.at_hand: dict[Code, Var] = {}
        self.idle: tuple[int, Acts] | None = None
        round_.learn((*acts, *(a for p in plays.values() if not isinstance(p, list) for a in p)))

    def asked(self, acts: Acts, asked_first: Mapping[Code, Var]) -> tuple[Acts, Mapping[Code, Var]]:
        """Return acts and what is asked first with the question whether a round begins."""
        if any(isinstance(c, Op) for c in asked_first):
            return acts, asked_first
        some = algebra.some(self.round.union)
        name = Var(self.round.fresh.name(f"any_{self.round.home.name}"), Kind.BOOL)
        return (code.Let(name.name, some), *acts), {some: name, **asked_first}

    def begins(self, truth: Code) -> bool:
        """Whether it is asked if anything lies in the zones."""
        return truth == algebra.some(self.round.union)

    def begun_with(self, plays: Mapping[int, Play], facts: tuple[Code, ...]) -> dict[int, Play]:
        """Return moves where a round may begin, one of them with the lines of that round."""
        rounds = self.laid(plays, facts)
        watched = self.round.own | {("c", slot) for slot in self.round.naming}
        found: dict[int, Play] = {}
        for i, play in plays.items():
            if i in rounds:
                found[i] = rounds[i]
            elif isinstance(play, list):
                found[i] = ["begins = False", *play]
            elif self.effects.writes(play) & watched:
                self.writer.truths |= only_asked(play)
                found[i] = ["begins = False", *self.writer.lines(play)]
            else:
                found[i] = play
        return found

    def laid(self, plays: Mapping[int, Play], facts: tuple[Code, ...]) -> dict[int, list[str]]:
        """Return the lines of the move that a round mostly begins with, by its number."""
        found: dict[int, tuple[Acts, Laid]] = {}
        for i, play in plays.items():
            if isinstance(play, list):
                continue
            try:
                acts, laid = self.round.follow(play, self.round.begun())
            except NotStraight:
                continue
            if laid is not None and laid.cards:  # surely, and nothing else
                found[i] = acts, laid
        if len(found) > 1:
            found = {i: those for i, those in found.items() if i in self.often}
        if len(found) != 1 or self.begun & set(found):
            return {}
        ((i, (acts, laid)),) = found.items()
        self.idle, self.at_hand = None, {}
        lines, laid = self.written(acts, laid, facts)
        first = sorted(laid.first)
        self.left = MOST
        self.at_hand = self.of_first(laid.cards[0], i)
        if isinstance(laid.cards[0], Var):
            self.writer.single.add(laid.cards[0].name)
        lines += self.writer.lines([code.Let(v.name, c) for c, v in self.at_hand.items()])
        try:
            following = self.stage(laid, self.still(facts, acts))
        except NotStraight:
            return {}
        self.begun.add(i)
        turn = code.Cell(Num(self.round.turn))
        if first:
            same = all_of(Op("==", (code.Cell(Num(x)), turn), Kind.BOOL) for x in first)
            away = self.writer.lines((*self.round.ended((), laid), code.Continue()))
            asked = self.writer.cond(algebra.deny(same))
            lines += [f"if not begins and {_bracketed(asked)}:", *_in(away)]
        return {i: [*lines, *following]}

    def of_first(self, card: Code, rule: int) -> dict[Code, Var]:
        """Return names for what is looked up by the first card both before and after a move.

        With two seats there is little of that: who takes a trick is mostly told otherwise.
        """
        if self.round.home.size < 3:
            return {}
        play = self.plays[rule]
        assert not isinstance(play, list)
        found: dict[Code, Var] = {}
        again = set(self.round.looked_up(play, card))
        for c in self.round.looked_up(self.acts, card):
            if c in again and c not in found:
                found[c] = Var(self.round.fresh.name("led_2"), c.kind)
        inner = {x for c in found for x in inside(c) if x != c}
        return {c: name for c, name in found.items() if c not in inner}

    def written(self, acts: Acts, laid: Laid, facts: tuple[Code, ...]) -> tuple[list[str], Laid]:
        """Return the lines of a move that lays a card, and what then lies where."""
        card, seat = laid.cards[-1], laid.seats[-1]
        wanted = [code.Out(Num(-n), c) for n, c in ((1, card), (2, seat)) for _ in range(2)]
        acts = self.tidy((*acts, *wanted), facts)
        outs = [act.value for act in acts if isinstance(act, code.Out)]
        acts = self.without_idle(tuple(act for act in acts if not isinstance(act, code.Out)))
        laid = laid.copy()
        laid.cards, laid.seats = (*laid.cards[:-1], outs[0]), (*laid.seats[:-1], outs[2])
        self.writer.truths |= only_asked(acts)
        return self.writer.lines(acts), laid

    def without_idle(self, acts: Acts) -> Acts:
        """Return what the move just counted does without asking what is sure."""
        if self.idle is None:
            return acts
        found = without_idle_faults(acts, *self.idle)
        assert not isinstance(found, list)
        return found

    def tidy(self, acts: Acts, facts: tuple[Code, ...]) -> Acts:
        """Return acts in short where something is known to hold."""
        given = all_of(facts)
        for _ in range(3):
            self.writer.places.learn(acts)
            acts = tidied(knowing(acts, self.effects, given, self.at_hand), self.effects)
        return taken_off(put_in(acts, self.writer.single))

    def stage(self, laid: Laid, facts: tuple[Code, ...]) -> list[str]:
        """Return the lines of the next card that is laid, and of what follows.

        Raises:
            NotStraight: not just one rule allows moves, or something else is done.
        """
        copy, first, rule, play, end = self.followed(laid, facts)
        self.left -= size(copy) + size(play)
        if self.left < 0:
            raise NotStraight
        kept = self.still(facts, play)
        self.writer.exact = exact_ways(copy)
        following: list[str] = []
        if end is not None and len(laid.cards) < len(end.cards) < self.round.home.size:
            written, end = self.written(play, end, facts)
            try:
                following = self.stage(end, kept)
            except NotStraight:
                following = self.writer.lines(self.round.ended((), end))
        else:
            play = self.round.closed(play, end)
            play = self.without_idle(self.tidy(play, facts))
            self.writer.truths |= only_asked(play)
            written = self.writer.lines(play)
        self.writer.truths |= only_asked(first)
        lines = [*frame.next_top(), *self.writer.lines(first)]
        return [*lines, *self.choices.one_rule(copy, rule, written), *following]

    def followed(
        self, laid: Laid, facts: tuple[Code, ...]
    ) -> tuple[Acts, Acts, int, Acts, Laid | None]:
        """Return how moves are counted, what they look at, which is legal, and what it does."""
        written = {i: play for i, play in self.plays.items() if not isinstance(play, list)}
        renamed = self.round.fresh.renamed((*self.acts, *chain(*written.values())))
        self.writer.places.learn(renamed)
        at = len(self.acts)
        plays: dict[int, Acts] = {}
        for i, old in written.items():
            plays[i] = renamed[at : at + len(old)]
            at += len(old)
        laid = laid.copy()
        counting, known = self.round.follow(renamed[: len(self.acts) - 1], laid)
        last = renamed[len(self.acts) - 1]
        if known is None or not isinstance(last, code.Return) or last.value is None:
            raise NotStraight
        last = code.Return(self.round.code(last.value, known))
        rules = allowed(self.tidy((*counting, last), facts))
        if len(rules) != 1 or not rules <= set(plays):
            raise NotStraight
        (rule,) = rules
        play, end = self.round.follow(plays[rule], known.copy())
        used = uses(play)
        first = tuple(a for a in counting if isinstance(a, code.Let) and used[a.name])
        rest = tuple(act for act in counting if act not in first)
        if any(used[name] for act in every(rest) if (name := declared(act)) is not None):
            raise NotStraight
        copy = self.tidy((*rest, last), facts)
        copy = tuple(a for a in copy if not isinstance(a, code.Keep) or a.move == rule)
        self.idle = rule, copy
        return copy, first, rule, play, end

    def still(self, facts: tuple[Code, ...], acts: Acts) -> tuple[Code, ...]:
        """Return what still holds after acts."""
        written = self.effects.writes(acts)
        return tuple(f for f in facts if not self.effects.reads((code.Return(f),)) & written)


def laid_into(plays: Iterable[Acts | list[str]], program: Program, effects: Effects) -> list[Zone]:
    """Return the families of a zone for each seat that moves lay cards into, at the turn's seat."""
    turn = program.spec.cells["turn"].offset
    places = effects.places
    found: list[Zone] = []
    if places.flat["z"]:
        return []
    for play in plays:
        for act in every(play) if not isinstance(play, list) else ():
            if isinstance(act, code.SetZone) and not isinstance(act.index, Num):
                home, place = places.family("z", act.index)
                resets = [
                    a
                    for other in plays
                    if not isinstance(other, list)
                    for a in every(other)
                    if isinstance(a, code.SetZone)
                    and a.index == Num(home.offset)
                    and a.value == Num(0, Kind.CARDS)
                ]
                if place == code.Cell(Num(turn)) and resets and home not in found:
                    found.append(home)  # type: ignore[arg-type]
    return found


def all_of(conds: Iterable[Code]) -> Code:
    """Return the condition that some conditions hold, all of them."""
    whole: Code = TRUE
    for cond in conds:
        whole = algebra.both(whole, cond)
    return whole


def _bracketed(cond: str) -> str:
    return f"({cond})" if " or " in cond else cond


def _in(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
