"""The lines of one move: how many are legal, which is chosen, and what it does.

Where the same question is asked all over the place, all of this is written once for each answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardavia_spec.back.python.quick import counting, frame
from cardavia_spec.back.python.quick.choosing import choosing, indented
from cardavia_spec.back.python.quick.grouped import grouped
from cardavia_spec.back.python.quick.held import named
from cardavia_spec.back.python.quick.jumps import NotQuick
from cardavia_spec.back.python.quick.knowing import knowing
from cardavia_spec.back.python.quick.onward import onward, without_first_values
from cardavia_spec.back.python.quick.pairs import paired
from cardavia_spec.back.python.quick.tidy import tidied, without_lost_values
from cardavia_spec.back.python.quick.trees import Acts, Fresh, every, has_return, size, uses
from cardavia_spec.back.python.quick.writer import Writer, only_asked
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Num, Op, Var
from cardavia_spec.core.plan.program import Program

if TYPE_CHECKING:
    from cardavia_spec.back.python.quick.straight import Straight

Play = Acts | list[str]
"""What a move does: a plan, or lines."""
TWICE = 300
"""Moves of up to so many acts in all are written twice, beside the one that is mostly made."""


@dataclass(frozen=True)
class Choices:
    """Writes such lines.  `gated` are the rules that allow moves at times only."""

    program: Program
    writer: Writer
    fresh: Fresh
    gated: frozenset[int]
    counts: bool
    straight: Straight | None = None

    def told_apart(
        self, acts: Acts, plays: Mapping[int, Play], asked_first: Mapping[Code, Var]
    ) -> list[str]:
        """Return the lines of a move, for each answer to what is asked often.

        `asked_first` are the names of what is worked out ahead.
        """
        if self.straight is not None:
            acts, asked_first = self.straight.asked(acts, asked_first)
        asked = [(c, v) for c, v in asked_first.items() if isinstance(c, code.Op)]
        ahead = {v.name for v in asked_first.values()}
        if not asked_first:
            return self.together(acts, plays)
        if not asked:
            first = [a for a in acts if isinstance(a, code.Let) and a.name in ahead]
            rest = tuple(act for act in acts if act not in first)
            return [*self.writer.lines(first), *self.parted(rest, plays)]
        truth, question = asked[0]
        written = [act for act in plays.values() if not isinstance(act, list)]
        used = {name for part in written for name in uses(part)}
        first = [
            act
            for act in acts
            if isinstance(act, code.Let)
            and act.name in ahead
            and (act.name == question.name or act.name in used)
        ]
        plays = {
            i: [*self.looked_at(acts, ahead - {a.name for a in first}, play), *play]
            if isinstance(play, list)
            else play
            for i, play in plays.items()
        }
        rest = tuple(act for act in acts if act not in first)
        answers = (
            algebra.both(truth, question),
            algebra.both(algebra.deny(truth), algebra.deny(question)),
        )
        copies = []
        for answer in answers:
            copy = self.fresh.renamed(rest)
            for _ in range(4):
                self.writer.places.learn(copy)
                copy = tidied(knowing(copy, self.writer.effects, answer), self.writer.effects)
            copies.append(copy)
        possible = [allowed(copy) for copy in copies]
        twice = [written for i, written in plays.items() if all(i in found for found in possible)]
        apart = sum(len(x) if isinstance(x, list) else size(x) for x in sorted(twice, key=len)[:-1])
        if apart > TWICE:
            lines = self.writer.lines(first)
            for copy, head in zip(copies, (f"if {question.name}:", "else:"), strict=True):
                more, total = self.counted(copy)
                ends = [f"total = {total}"] if total != "total" else []
                lines += [head, *indented([*more, *ends])]
            return self.chosen(acts, lines, "total", dict(plays))
        sides = []
        for copy, found, answer in zip(copies, possible, answers, strict=True):
            those = {i: self.given(play, answer) for i, play in plays.items() if i in found}
            only = tuple(act for act in copy if not isinstance(act, code.Keep) or act.move in found)
            sides.append((only, those))
        head = f"if {question.name}:"
        if not any(question.name in _uses(only, those) for only, those in sides):
            first = [act for act in first if act.name != question.name]
            head = f"if {self.writer.cond(truth)}:"
        rounds = self.straight is not None and self.straight.begins(truth)
        if rounds and head == f"if {self.writer.cond(truth)}:":
            head = f"if not begins and ({self.writer.cond(truth)}):"
        lines = [*self.writer.lines(first), head]
        for i, (only, those) in enumerate(sides):
            facts = () if rounds and i else None
            lines += ["else:"] * i + indented(self.parted(only, those, facts=facts))
        return lines

    def looked_at(self, acts: Acts, names: set[str], lines: list[str]) -> list[str]:
        """Return the declarations of those of some names that stand in lines."""
        words = set(re.findall(r"\w+", " ".join(lines))) & names
        lets = [act for act in acts if isinstance(act, code.Let) and act.name in words]
        return self.writer.lines(lets)

    def parted(
        self,
        acts: Acts,
        plays: Mapping[int, Play],
        depth: int = 2,
        facts: tuple[Code, ...] | None = None,
    ) -> list[str]:
        """Return the lines of a move, apart where a variable says which rules may allow any.

        `facts` is what is known to hold where a round begins with it, None where none does.
        """
        for gate in _gates(acts) if len(plays) > 1 and depth else ():
            sides = []
            for answer in (gate, algebra.deny(gate)):
                copy = self.fresh.renamed(acts)
                for _ in range(3):
                    self.writer.places.learn(copy)
                    copy = tidied(knowing(copy, self.writer.effects, answer), self.writer.effects)
                found = allowed(copy) & set(plays)
                only = tuple(a for a in copy if not isinstance(a, code.Keep) or a.move in found)
                sides.append((only, found, answer))
            both = sides[0][1] & sides[1][1]
            again = sum(
                size(p) if not isinstance(p, list) else len(p) for p in map(plays.get, both) if p
            )
            if len(both) == len(plays) or again > TWICE or not (sides[0][1] and sides[1][1]):
                continue
            lines = []
            for head, (only, found, answer) in zip(
                (f"if {self.writer.cond(gate)}:", "else:"), sides, strict=True
            ):
                those = {i: self.given(plays[i], answer) for i in found}
                known = None if facts is None else (*facts, answer)
                lines += [head, *indented(self.parted(only, those, depth - 1, known))]
            return lines
        return self.together(acts, plays, facts)

    def given(self, play: Play, given: Code) -> Play:
        """Return what a move does where something is known to hold."""
        if isinstance(play, list):
            return play
        effects = self.writer.effects
        copy = self.fresh.renamed(play)
        self.writer.places.learn(copy)
        for _ in range(2):
            copy = tidied(knowing(copy, effects, given), effects)
        return without_lost_values(copy, effects)

    def counted(self, acts: Acts, wanted: set[str] | None = None) -> tuple[list[str], str]:
        """Return the lines that count the legal moves, and what then is their number.

        `wanted` are the names that moves look at.

        Raises:
            NotQuick: it returns in the midst.
        """
        if wanted is not None:
            acts = onward(acts, self.writer.effects, self.fresh, wanted)
        acts = grouped(paired(acts, self.fresh), self.fresh)
        acts, old = named(acts, self.writer.kept)
        self.writer.truths |= only_asked(acts)
        self.writer.truths -= old
        *asking, last = acts
        if has_return(asking):
            raise NotQuick("moves")
        assert isinstance(last, code.Return)
        assert last.value is not None
        return self.writer.lines(without_first_values(tuple(asking))), self.writer.ex(last.value)

    def named_total(self, lines: list[str], total: str) -> tuple[list[str], str]:
        """Return lines with the number of moves as a name."""
        return (lines, total) if total.isidentifier() else ([*lines, f"total = {total}"], "total")

    def together(
        self, acts: Acts, plays: Mapping[int, Play], facts: tuple[Code, ...] | None = None
    ) -> list[str]:
        """Return the lines that count the legal moves, choose one, and make it."""
        plays = {i: without_idle_faults(play, i, acts) for i, play in plays.items()}
        self.writer.exact = exact_ways(acts)
        lines, total = self.counted(acts, _uses((), plays))
        lines, total = self.named_total(lines, total)
        if facts is not None and self.straight is not None:
            plays = self.straight.begun_with(plays, facts)
        return self.chosen(acts, lines, total, plays)

    def one_rule(self, acts: Acts, rule: int, play: list[str]) -> list[str]:
        """Return the lines that count the moves of the only rule that allows any, and make one."""
        return self.chosen(acts, *self.named_total(*self.counted(acts, set())), {rule: play})

    def chosen(
        self, acts: Acts, lines: list[str], total: str, plays: Mapping[int, Play]
    ) -> list[str]:
        """Return lines that count the legal moves with those that choose one and make it."""
        if self.counts:
            before, after = counting.beside_moves(acts, self.writer.effects)
            lines = [*before, *lines, *after]
        lines = [*lines, *frame.chosen(total, frame.most_moves(self.program.spec, plays))]
        if not plays:
            return [*lines, "raise GaveUp"]
        written = {}
        for i, play in plays.items():
            if isinstance(play, list):
                written[i] = play
            else:
                self.writer.truths |= only_asked(play)
                written[i] = self.writer.lines(play)
            if self.counts:
                bit = 1 << len(self.program.branches) + i
                written[i] = [*counting.played(bit), *written[i]]
        return [*lines, *choosing(written, set(self.gated), total)]


def _uses(acts: Acts, plays: Mapping[int, Play]) -> set[str]:
    """Return the names that acts and plays look at."""
    every_ = [
        *acts,
        *(act for play in plays.values() if not isinstance(play, list) for act in play),
    ]
    return set(uses(every_))


def exact_ways(acts: Acts) -> set[int]:
    """Return the moves of which there are as many as the mask has bits that is kept for them."""
    values: dict[str, list[Code]] = {}
    keeps: dict[int, list[code.Keep]] = {}
    for act in every(acts):
        if isinstance(act, code.Let | code.Set):
            values.setdefault(act.name, []).append(act.value)
        elif isinstance(act, code.Keep) and act.count != Num(0):
            keeps.setdefault(act.move, []).append(act)

    def exact(keep: code.Keep) -> bool:
        known = [keep.count]
        if isinstance(keep.count, Var):
            known = values.get(keep.count.name, [])
        return bool(known) and all(c == Op("pop", (keep.mask,)) for c in known)

    return {move for move, those in keeps.items() if all(map(exact, those))}


def without_idle_faults(play: Play, move: int, counting_: Acts) -> Play:
    """Return what a move does without asking whether its card lies where all legal ones do."""
    if isinstance(play, list):
        return play
    values: dict[str, list[Code]] = {}
    for act in (*every(counting_), *every(play)):
        if isinstance(act, code.Let | code.Set):
            values.setdefault(act.name, []).append(act.value)
    masks = [a.mask for a in every(counting_) if isinstance(a, code.Keep) and a.move == move]

    def within(c: Code, zone: Var, depth: int = 12) -> bool:
        match c:
            case _ if c == zone or (isinstance(c, Num) and c.value == 0):
                return True
            case _ if depth == 0:
                return False
            case Var(name) if name in values:
                return all(within(value, zone, depth - 1) for value in values[name])
            case Op("&", (a, b)):
                return within(a, zone, depth - 1) or within(b, zone, depth - 1)
            case Op("&~", (a, _)) | Op("when", (_, a)):
                return within(a, zone, depth - 1)
            case Op("|" | "^", (a, b)) | code.Pick(_, a, b):
                return within(a, zone, depth - 1) and within(b, zone, depth - 1)
            case _:
                return False

    def idle(act: Act) -> bool:
        match act:
            case code.Fault(Op("not", (Op("some", (Op("&", (Var(card), Var() as zone)),)),))):
                made = values.get(card)
                chosen = made is not None and len(made) == 1 and _chosen(made[0], move)
                return chosen and zone.name not in values and all(within(m, zone) for m in masks)
            case _:
                return False

    return tuple(act for act in play if not idle(act))


def _chosen(c: Code, move: int) -> bool:
    """Whether a code is the card, as a mask, that was chosen of the legal ones."""
    match c:
        case Op("bit", (Op("nth", (code.Kept(kept), _)),)):
            return kept == move
        case _:
            return False


def _gates(acts: Acts) -> list[Code]:
    """Return the questions after a variable that decide whether a rule is asked at all."""
    found: list[Code] = []
    for act in acts:
        match act:
            case code.Branch(cond) if any(isinstance(a, code.Keep) for a in every((act,))):
                asked = cond.args[0] if isinstance(cond, Op) and cond.op == "not" else cond
                match asked:
                    case Op(
                        "==" | "<" | "<=", (code.Cell(Num()), Num()) | (Num(), code.Cell(Num()))
                    ):
                        found.append(asked)
                    case _:
                        pass
            case _:
                pass
    return found


def allowed(acts: Acts) -> set[int]:
    """Return the moves that may be legal where they are counted so."""
    return {act.move for act in every(acts) if isinstance(act, code.Keep) and act.count != Num(0)}
