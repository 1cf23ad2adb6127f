"""What has been worked out is not worked out again; what is known to hold is not asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardavia_spec.back.python.quick.folding import fold
from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    Fresh,
    all_asked,
    declared,
    every,
    joined,
    names,
    own_codes,
    rewritten,
    set_names,
    with_own,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Act, Code, Kind, Num, Op, Var


@dataclass
class Known:
    """Values at hand, by what they are the value of; truths; each with what it depends on."""

    values: dict[object, tuple[Var, set[Slot], set[str]]] = field(default_factory=dict)
    truths: dict[Code, tuple[Num, set[Slot], set[str]]] = field(default_factory=dict)
    lone: set[Slot] = field(default_factory=set)  # of these zones one at most is not empty

    def copy(self) -> Known:
        """Return a copy of its own."""
        return Known(dict(self.values), dict(self.truths), set(self.lone))

    def empty(self, slot: int) -> bool:
        """Whether a zone is known to be empty."""
        truth = self.truths.get(code.Zone(Num(slot)))
        return truth is not None and truth[0].value == 0

    def forget(self, slots: set[Slot], changed: set[str]) -> None:
        """Forget what depends on these slots and names."""
        if not slots and not changed:
            return
        _drop(self.values, slots, changed)
        _drop(self.truths, slots, changed)
        if self.lone & slots:
            self.lone = set()


def _drop(table: dict[Any, Any], slots: set[Slot], changed: set[str]) -> None:
    for key in [k for k, (_, s, n) in table.items() if s & slots or n & changed]:
        del table[key]


class Knowing:
    """One walk over a plan whose local names are all different."""

    def __init__(self, effects: Effects, acts: Acts) -> None:
        self.effects = effects
        self.varying = set_names(acts)

    def block(self, acts: Acts, known: Known) -> Acts:
        """Return a block with what is known put in; `known` is brought up to its end."""
        out: list[Act] = []
        i = 0
        while i < len(acts):
            act = acts[i]
            following = acts[i + 1] if i + 1 < len(acts) else None
            if isinstance(act, code.Let) and act.name in self.varying and following is not None:
                key = self.compound(act, following)
                if key is not None:
                    have = known.values.get(key)
                    if have is not None:
                        out.append(code.Let(act.name, have[0]))
                        i += 2
                        continue
                    out.append(act)
                    out.append(self.act(following, known))
                    slots = self.effects.reads((following,))
                    used = {n for a in every((following,)) for c in own_codes(a) for n in names(c)}
                    value = Var(act.name, act.value.kind)
                    known.values[key] = (value, slots, used)
                    i += 2
                    continue
            out.append(self.act(act, known))
            i += 1
        return tuple(out)

    def act(self, act: Act, known: Known) -> Act:
        """Return an act with what is known put in."""
        match act:
            case code.Loop(body) | code.Each(body=body) | code.Through(body=body):
                slots, sets = self.effects.writes(body), set_names(body)
                outer = with_own(act, tuple([self.code(c, known) for c in own_codes(act)]))
                known.forget(slots, sets)
                new = self.block(body, known.copy())
                return replace(outer, body=new)  # type: ignore[arg-type]
            case code.Branch(cond, then, otherwise):
                cond = self.code(cond, known)
                yes, no = known.copy(), known.copy()
                self.learn(cond, yes, holds=True)
                self.learn(cond, no, holds=False)
                a, b = self.block(then, yes), self.block(otherwise, no)
                known.forget(self.effects.writes((act,)), set_names(then) | set_names(otherwise))
                if _leaves(then):
                    self.learn(cond, known, holds=False)
                return code.Branch(cond, a, b)
            case _:
                pass
        own = own_codes(act)
        if own:
            act = with_own(act, tuple([self.code(c, known) for c in own]))
        if isinstance(act, code.Set):
            known.forget(set(), {act.name})
        writes = self.effects.writes((act,))
        lone = (
            writes if isinstance(act, code.SetZone) and self.all_empty(act.index, known) else None
        )
        both = self.both_filled(act, known) if isinstance(act, code.SetZone) else set()
        known.forget(writes, set())
        if isinstance(act, code.Fault):
            act = self.single_there(act)
        if isinstance(act, code.SetZone):
            self.learn_filled(act, known)
            for slot in both:
                known.truths[algebra.some(code.Zone(Num(slot[1])))] = (TRUE, {slot}, set())
            known.lone = known.lone if lone is None else lone
        if isinstance(act, code.Fault):
            self.learn(act.cond, known, holds=False)
        if isinstance(act, code.Let) and act.name not in self.varying:
            for part in joined(act.value) if act.value.kind is Kind.CARDS else ():
                if algebra.some(part) in known.truths:
                    truth, slots, used = known.truths[algebra.some(part)]
                    if truth == TRUE:
                        name = Var(act.name, act.value.kind)
                        known.truths[algebra.some(name)] = (TRUE, set(), set())
        if isinstance(act, code.Let) and self.worth(act.value) and act.name not in self.varying:
            used = names(act.value)
            slots = self.effects.reads((act,))
            known.values.setdefault(act.value, (Var(act.name, act.value.kind), slots, used))
        return act

    def single_there(self, act: code.Fault) -> code.Fault:
        """Return the question whether a card is not in a zone in its shorter form."""
        match act.cond:
            case Op("some", (Op("&~", (Var(name) as card, zone)),)) if name not in self.varying:
                made = self.effects.places.lets.get(name)
                if isinstance(made, Op) and made.op == "bit":
                    there = algebra.some(algebra.meet(card, zone))
                    return replace(act, cond=algebra.deny(there))
            case _:
                pass
        return act

    def all_empty(self, index: Code, known: Known) -> bool:
        """Whether all zones are known to be empty that an index may mean."""
        return all(known.empty(slot) for _, slot in self.effects.places.slots("z", index))

    def never(self, c: Code, known: Known) -> bool:
        """Whether a condition asks for cards in two zones of which one at most has any."""
        if not known.lone:
            return False
        asked = {
            ("z", x.args[0].index.value)
            for x in all_asked(c)
            if isinstance(x, Op)
            and x.op in ("one", "some")
            and isinstance(x.args[0], code.Zone)
            and isinstance(x.args[0].index, Num)
        }
        return len(asked & known.lone) > 1

    def learn_filled(self, act: code.SetZone, known: Known) -> None:
        """Take in that some zone of a family is not empty once a card has come into one."""
        match act.value:
            case Op("|", (code.Zone(index), Var(name))) if index == act.index:
                made = self.effects.places.lets.get(name)
            case Var(name):
                made = self.effects.places.lets.get(name)
            case _:
                return
        if not isinstance(made, Op) or made.op != "bit" or name in self.varying:
            return
        slots = sorted(self.effects.places.slots("z", act.index))
        if len(slots) > 1 and not self.effects.places.flat["z"]:
            whole: Code = code.Zone(Num(slots[0][1]))
            for _, slot in slots[1:]:
                whole = algebra.join(whole, code.Zone(Num(slot)))
            known.truths[algebra.some(whole)] = (TRUE, set(slots), set())

    def both_filled(self, act: code.SetZone, known: Known) -> set[Slot]:
        """Return both zones of a family of two if a card comes into the one that has none."""
        slots = self.effects.places.slots("z", act.index)
        if len(slots) != 2 or self.effects.places.flat["z"] or not isinstance(act.value, Var):
            return set()
        card = self.effects.places.lets.get(act.value.name)
        if not isinstance(card, Op) or card.op != "bit" or act.value.name in self.varying:
            return set()
        first, second = (code.Zone(Num(slot)) for _, slot in sorted(slots))
        some = known.truths.get(algebra.some(algebra.join(first, second)))
        there = known.truths.get(algebra.some(code.Zone(act.index)))
        if some is None or some[0] != TRUE or there is None or there[0] != FALSE:
            return set()
        return slots

    def worth(self, c: Code) -> bool:
        """Whether a value is worth being remembered."""
        match c:
            case Num() | Var() | code.Kept():
                return False
            case code.Call(function) if function in self.effects.noting:
                return False
            case code.Zone(Num(slot)):
                return self.effects.places.is_list(("z", slot))
            case code.Cell(Num(slot)):
                return self.effects.places.is_list(("c", slot))
            case _:
                return True

    def compound(self, let: code.Let, act: Act) -> object | None:
        """Return what tells two ways of working out a value in several steps to be the same."""
        if not isinstance(act, code.Branch | code.Each | code.Through):
            return None
        if set_names((act,)) - _declared((act,)) != {let.name}:
            return None
        if self.effects.writes((act,)) or any(
            isinstance(a, code.Return | code.Continue | code.Out | code.Keep) for a in every((act,))
        ):
            return None
        fresh = _Numbered()
        return (let.value, fresh.renamed((act,), {let.name: "%"}))

    def learn(self, cond: Code, known: Known, *, holds: bool) -> None:
        """Take in that a condition holds, or does not."""
        match cond:
            case Num():
                return
            case Op("not", (inner,)):
                self.learn(inner, known, holds=not holds)
            case Op("and", (a, b)) if holds:
                self.learn(a, known, holds=True)
                self.learn(b, known, holds=True)
            case Op("or", (a, b)) if not holds:
                self.learn(a, known, holds=False)
                self.learn(b, known, holds=False)
            case Op("==", (a, Num() as number)) if holds and not isinstance(a, Num):
                known.truths[a] = (number, self.effects.reads((code.Return(a),)), names(a))
            case _:
                slots = self.effects.reads((code.Return(cond),))
                known.truths[cond] = (TRUE if holds else FALSE, slots, names(cond))
                match cond:
                    case Op("some", (Var(name) as mask,)) if holds and name not in self.varying:
                        self.learn_chosen(mask, known)
                    case Op("one", (mask,)) if holds:
                        known.truths[algebra.some(mask)] = (TRUE, slots, names(cond))
                    case Op("some", (mask,)) if not holds:
                        for part in joined(mask):
                            if isinstance(part, Var | code.Zone):
                                slots = self.effects.reads((code.Return(part),))
                                known.truths[part] = (Num(0, part.kind), slots, names(part))
                    case _:
                        pass

    def learn_chosen(self, mask: Var, known: Known) -> None:
        """Take in that a mask that is empty unless something holds is not empty."""
        match self.effects.places.lets.get(mask.name):
            case code.Pick(cond, Var() as then, Num(0)) if then.name not in self.varying:
                self.learn(cond, known, holds=True)
                known.values[mask] = (then, set(), set())
            case _:
                pass

    def code(self, c: Code, known: Known) -> Code:
        """Return a code with what is known put in."""

        def change(x: Code) -> Code:
            if isinstance(x, Num):
                return x
            truth = known.truths.get(x)
            if truth is not None:
                return truth[0]
            if isinstance(x, code.Zone) and not x.before and self.all_empty(x.index, known):
                return Num(0, x.kind)
            if isinstance(x, Op) and x.op == "==" and len(known.truths) and _apart(x, known):
                return FALSE
            have = known.values.get(x)
            return fold(x if have is None else have[0])

        match c:
            case Num():
                return c
            case code.Pick(cond, then, other) if known.truths or known.values:
                cond = self.code(cond, known)
                yes, no = known.copy(), known.copy()
                self.learn(cond, yes, holds=True)
                self.learn(cond, no, holds=False)
                return change(
                    replace(c, cond=cond, then=self.code(then, yes), other=self.code(other, no))
                )
            case code.Zone(index, False) if not isinstance(index, Num) and self.all_empty(
                index, known
            ):
                return Num(0, c.kind)
            case Op("and") if self.never(c, known):
                return FALSE
            case Op("and" | "or" as op, (a, b)):
                whole = known.truths.get(c)
                if whole is not None:
                    return whole[0]
                a = self.code(a, known)
                then_ = known.copy()
                self.learn(a, then_, holds=op == "and")
                return change(replace(c, args=(a, self.code(b, then_))))
            case Op(_, args) if any(isinstance(x, code.Pick | Op) for x in args):
                return change(replace(c, args=tuple(self.code(x, known) for x in args)))
            case _:
                return rewritten(c, change)


def _apart(c: Op, known: Known) -> bool:
    """Whether two numbers that are asked to be the same are known to be unlike."""
    a, b = c.args
    for less in (Op("<", (a, b), Kind.BOOL), Op("<", (b, a), Kind.BOOL)):
        truth = known.truths.get(less)
        if truth is not None and truth[0] == TRUE:
            return True
    return False


class _Numbered(Fresh):
    """Gives out the same names for plans of the same form."""

    def name(self, hint: str) -> str:
        self.taken.add(hint)
        return f"%{len(self.taken)}"

    def renamed(self, acts: Acts, known: dict[str, str] | None = None) -> Acts:
        return tuple(a for a in Fresh.renamed(self, acts, known) if not isinstance(a, code.Note))


def _declared(acts: Acts) -> set[str]:
    return {name for act in every(acts) if (name := declared(act)) is not None}


def _leaves(acts: Acts) -> bool:
    """Whether what comes after a block is not reached through it."""
    for act in acts:
        match act:
            case code.Return() | code.Break() | code.Continue():
                return True
            case code.Fault(cond) if cond == TRUE:
                return True
            case code.Branch(_, then, otherwise) if _leaves(then) and _leaves(otherwise):
                return True
            case _:
                pass
    return False


def knowing(
    acts: Acts, effects: Effects, given: Code = TRUE, at_hand: Mapping[Code, Var] | None = None
) -> Acts:
    """Return acts where nothing is worked out, or asked, twice.

    `given` holds at their start, and the names of `at_hand` have these values there.
    """
    walk, known = Knowing(effects, acts), Known()
    for c, var in (at_hand or {}).items():
        known.values[c] = (var, effects.reads((code.Return(c),)), names(c))
    walk.learn(given, known, holds=True)
    return walk.block(acts, known)
