"""Making plans shorter: fewer names, fewer branches, nothing that nobody looks at."""

from __future__ import annotations

from dataclasses import replace
from operator import is_

from cardavia_spec.back.python.quick.folding import folded
from cardavia_spec.back.python.quick.jumps import unlooped
from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    all_codes,
    blocks,
    changed,
    every,
    inside,
    names,
    own_codes,
    parts,
    rewritten,
    set_names,
    uses,
    with_blocks,
    with_codes,
    with_own,
)
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Num, Var

ROUNDS = 4
"""Tidying ends after so many rounds at the latest."""
STATEMENTS = frozenset({"unbeaten"})
"""Operators that take a statement of their own: they are not put into other codes."""
RISKY = frozenset({"place", "fail", "popped"})
"""Operators that give up: they are looked at whenever their plan says so, and only then."""


def tidied(acts: Acts, effects: Effects) -> Acts:
    """Return acts that do the same with less."""
    for _ in range(ROUNDS):
        before = acts
        acts = _copied(acts)
        acts = Tidy(effects, acts).block(acts)
        acts = _without_unused(acts, effects)
        if acts == before:
            break
    return acts


def plain(acts: Acts, *, counts: bool = False) -> Acts:
    """Return acts without what only counts, and faults without what puts them right.

    With `counts` the branches taken are still noted.
    """
    found: list[Act] = []
    for act in acts:
        match act:
            case code.Hit() if counts:
                found.append(act)
            case code.Hit() | code.Step():
                pass
            case code.Fault(cond, number):
                found.append(code.Fault(cond, number))
            case _:
                found.append(with_blocks(act, lambda block: plain(block, counts=counts)))
    return tuple(found)


def _copied(acts: Acts) -> Acts:
    """Put in what a name always stands for where that is another name or a number."""
    varying = set_names(acts)
    known: dict[str, Code] = {}
    for act in every(acts):
        if isinstance(act, code.Let) and act.name not in varying:
            value = act.value
            if isinstance(value, Num) or (isinstance(value, Var) and value.name not in varying):
                known[act.name] = known.get(value.name, value) if isinstance(value, Var) else value

    def change(c: Code) -> Code:
        while isinstance(c, Var) and c.name in known:
            c = known[c.name]
        return c

    return changed(acts, change) if known else acts


def _without_unused(acts: Acts, effects: Effects) -> Acts:
    used = uses(acts)

    def go(block: Acts) -> Acts:
        out: list[Act] = []
        for old in block:
            if isinstance(old, code.Set) and old.value == Var(old.name, old.value.kind):
                continue
            if (
                isinstance(old, code.Let | code.Set)
                and not used[old.name]
                and not any(risky(c, effects) for c in inside(old.value))
            ):
                continue
            act = with_blocks(old, go)
            match act:
                case code.Branch(_, then, otherwise) if _nothing(then) and _nothing(otherwise):
                    if not any(risky(c, effects) for c in inside(act.cond)):
                        continue
                case code.Each(body=body) | code.Through(body=body) if _nothing(body):
                    continue
                case code.Fault(cond) if cond == code.FALSE:
                    continue
                case _:
                    pass
            out.append(act)
        return tuple(out)

    return go(acts)


def _nothing(acts: Acts) -> bool:
    return all(isinstance(act, code.Note) for act in acts)


def risky(c: Code, effects: Effects) -> bool:
    """Whether looking at a code itself may fail."""
    if isinstance(c, code.Call) and c.function != "is_over":
        body = effects.functions[c.function].body
        return any(isinstance(act, code.Fault) for act in every(body)) or any(
            risky(x, effects) for x in all_codes(body)
        )
    return isinstance(c, code.Op) and c.op in RISKY


class Tidy:
    """One round over a plan whose local names are all different."""

    def __init__(self, effects: Effects, acts: Acts) -> None:
        self.effects = effects
        self.varying = set_names(acts)
        self.used = uses(acts)

    def block(self, acts: Acts) -> Acts:
        """Return a block, tidied."""
        out: list[Act] = []
        for old in acts:
            act = with_blocks(old, self.block)
            own = own_codes(act)
            if own:
                act = with_own(act, tuple([folded(c) for c in own]))
            once = unlooped(act.body) if isinstance(act, code.Loop) else None
            if once is not None:
                out.extend(once)
            else:
                out.extend(self.branch(act) if isinstance(act, code.Branch) else (act,))
        return self.carry_on(self.late_lets(_ended(tuple(out))))

    def branch(self, act: code.Branch) -> Acts:
        """Return a branch in a shorter form."""
        if isinstance(act.cond, Num):
            return act.then if act.cond.value else act.otherwise
        then, otherwise = (
            tuple(a for a in block if not isinstance(a, code.Note))
            for block in (act.then, act.otherwise)
        )
        apart = _hits_apart(act)
        if apart is not None:
            return apart
        match then, otherwise:
            case (code.Set(name, a),), (code.Set(other, b),) if name == other:
                kind = a.kind if not isinstance(a, Num) else b.kind
                return (code.Set(name, folded(code.Pick(act.cond, a, b, kind))),)
            case (code.Branch(cond, inner, ()),), ():
                notes = tuple(a for a in act.then if isinstance(a, code.Note))
                return (*notes, code.Branch(algebra.both(act.cond, cond), inner))
            case (), (_, *_):
                return (code.Branch(algebra.deny(act.cond), act.otherwise),)
            case _:
                return (act,)

    def late_lets(self, acts: Acts) -> Acts:
        """Declare a name where it gets its first value that is looked at."""
        out = list(acts)
        i = 0
        while i < len(out):
            act = out[i]
            if isinstance(act, code.Let) and isinstance(act.value, Num) and self.used[act.name]:
                for j in range(i + 1, len(out)):
                    later = out[j]
                    if isinstance(later, code.Set) and later.name == act.name:
                        value = rewritten(later.value, putting(act))
                        out[j] = code.Let(later.name, folded(value))
                        del out[i]
                        i -= 1
                        break
                    if _mentions(later, act.name):
                        break
            i += 1
        return tuple(out)

    # ------------------------------------------------------------------ putting values in

    def carry_on(self, acts: Acts) -> Acts:
        """Put values where they are looked at, if that is once, or costs nothing."""
        out = list(acts)
        i = 0
        while i < len(out):
            act = out[i]
            if isinstance(act, code.Let) and not (
                act.name in self.varying and act.name in set_names(out[i + 1 :])
            ):
                rest = self.carried(act, tuple(out[i + 1 :]))
                if rest is not None:
                    out[i:] = rest
                    continue
            i += 1
        return tuple(out)

    def carried(self, let: code.Let, acts: Acts) -> Acts | None:
        """Return the acts after a declaration with its value put in, or None."""
        value = let.value
        if any(isinstance(c, code.Op) and c.op in STATEMENTS for c in inside(value)):
            return None
        cheap = self.free(value)
        if not cheap and self.used[let.name] != 1:
            return None
        if any(risky(c, self.effects) for c in inside(value)):
            return self.put_strictly(let, acts)
        carrier = Carrier(self.effects, let, cheap=cheap)
        found = carrier.block(acts)
        return found if carrier.ok else None

    def free(self, value: Code) -> bool:
        """Whether looking at a value costs as little as a local name."""
        match value:
            case code.Zone(Num(slot), False):
                return not self.effects.places.is_list(("z", slot))
            case code.Cell(Num(slot), False):
                return not self.effects.places.is_list(("c", slot))
            case _:
                return isinstance(value, Var)

    def put_strictly(self, let: code.Let, acts: Acts) -> Acts | None:
        """Put in a value that may fail, where it is looked at in any case."""
        reads = self.effects.reads((let,))
        for i, act in enumerate(acts):
            if any(let.name in names(c) for c in own_codes(act)):
                if not all(strict(c, let.name) for c in own_codes(act)):
                    return None
                return (*acts[:i], with_codes(act, putting(let)), *acts[i + 1 :])
            if blocks(act) or self.effects.writes((act,)) & reads:
                return None
            if isinstance(act, code.Set | code.Return | code.Break | code.Continue):
                return None
        return None


def without_lost_values(acts: Acts, effects: Effects) -> Acts:
    """Return acts where no variable gets a value that is gone before anybody looks at it."""
    out: list[Act] = []
    for i, old in enumerate(acts):
        act = with_blocks(old, lambda block: without_lost_values(block, effects))
        if (
            isinstance(act, code.SetCell)
            and isinstance(act.index, Num)
            and not any(risky(c, effects) for c in inside(act.value))
            and _lost(acts[i + 1 :], act.index, effects)
        ):
            continue
        out.append(act)
    return acts if all(map(is_, out, acts)) and len(out) == len(acts) else tuple(out)


def _lost(acts: Acts, index: Num, effects: Effects) -> bool:
    """Whether a variable is given another value in any case before it is looked at."""
    for act in acts:
        if ("c", index.value) in effects.reads((act,)):
            return False
        if isinstance(act, code.SetCell) and act.index == index:
            return True
        leaving = (code.Return, code.Break, code.Continue)
        if any(isinstance(inner, leaving) for inner in every((act,))):
            return False
        if any(isinstance(c, code.Call) for c in all_codes((act,))):
            return False
    return False


class Carrier:
    """Puts a value into acts up to where it would no longer be the same."""

    def __init__(self, effects: Effects, let: code.Let, *, cheap: bool) -> None:
        self.effects = effects
        self.let = let
        self.cheap = cheap
        self.reads: set[Slot] = effects.reads((let,))
        self.names = names(let.value)
        self.put = putting(let)
        self.stale = False
        self.ok = True

    def spoils(self, acts: Acts) -> bool:
        """Whether acts change what the value is made of."""
        return bool(self.effects.writes(acts) & self.reads or set_names(acts) & self.names)

    def block(self, acts: Acts) -> Acts:
        """Return a block with the value put in."""
        out: list[Act] = []
        for old in acts:
            act = old
            if any(self.let.name in names(c) for c in own_codes(act)):
                if self.stale:
                    self.ok = False
                    return acts
                act = with_codes(act, self.put)
            match act:
                case code.Branch(_, then, otherwise):
                    stale = self.stale
                    then = self.block(then)
                    after, self.stale = self.stale, stale
                    otherwise = self.block(otherwise)
                    self.stale = self.stale or after
                    act = replace(act, then=then, otherwise=otherwise)
                case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                    if self.spoils(body):
                        self.stale = True
                    if self.let.name in uses(body):
                        if not self.cheap or self.stale:
                            self.ok = False
                            return acts
                        act = replace(act, body=self.block(body))
                case _:
                    if self.spoils((act,)):
                        self.stale = True
            out.append(act)
        return tuple(out)


def putting(let: code.Let):  # type: ignore[no-untyped-def]
    """Return the change that puts a value in for its name."""

    def change(c: Code) -> Code:
        return let.value if isinstance(c, Var) and c.name == let.name else c

    return change


def strict(c: Code, name: str) -> bool:
    """Whether a code looks at a name in any case, if at all."""
    if name not in names(c):
        return True
    match c:
        case code.Op("and" | "or" | "when", args):
            return name not in names(args[1]) and strict(args[0], name)
        case code.Pick(cond, then, other):
            return name not in names(then) | names(other) and strict(cond, name)
        case _:
            return all(strict(part, name) for part in parts(c))


def _ended(acts: Acts) -> Acts:
    """Leave out what comes after a jump."""
    for i, act in enumerate(acts):
        if isinstance(act, code.Return | code.Break | code.Continue):
            return acts[: i + 1]
    return acts


def _hits_apart(act: code.Branch) -> Acts | None:
    """Return a branch that gives a name a value with what it notes in a branch of its own."""
    match act.cond:
        case Var() | code.Op("some", (Var() | code.Zone(),)):
            pass
        case _:
            return None
    hits = [tuple(a for a in block if isinstance(a, code.Hit)) for block in blocks(act)]
    rest = [tuple(a for a in block if not isinstance(a, code.Hit)) for block in blocks(act)]
    match rest:
        case [(code.Set(name),), (code.Set(other),)] if name == other and any(hits):
            noted = code.Branch(act.cond, hits[0], hits[1])
            return (noted, code.Branch(act.cond, rest[0], rest[1]))
        case _:
            return None


def _mentions(act: Act, name: str) -> bool:
    if any(isinstance(a, code.Set | code.Let) and a.name == name for a in every((act,))):
        return True
    return name in uses((act,))
