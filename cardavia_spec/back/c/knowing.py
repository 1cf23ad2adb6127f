"""What is known to hold is not asked again: plans made shorter by the facts at each place.

An obligation that is known to be met falls away.  One that is not teaches nothing: where it fails
play goes on to the end of the move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cardavia_spec.back.c.facts import ANY, Families, Known, Thing, union_of
from cardavia_spec.back.c.lone import ONE_CARD
from cardavia_spec.back.c.places import parts
from cardavia_spec.back.c.straight import straight
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import FALSE, TRUE, Act, Code, Kind, Num, Op, Var

Acts = tuple[Act, ...]


class Knowing:
    """A walk over plans; `leave` is told what is known where a function is left, or another run."""

    def __init__(
        self,
        families: Families,
        leave: Callable[[str | None, Known], None] = lambda _, __: None,
        calls: Callable[[str], str] = lambda name: name,
        bodies: Mapping[str, Acts] | None = None,
        onward: Callable[[Known], str | None] | None = None,
    ) -> None:
        """`calls` tells what to call in place of a function; `bodies` are not run but put in.

        `onward` tells where play goes on where a function is left.
        """
        self.families = families
        self.leave = leave
        self.calls = calls
        self.bodies = bodies or {}
        self.onward = onward

    def function(self, acts: Acts, known: Known) -> Acts:
        """Return the body of a function with what is known at its start."""
        body, end = self.block(acts, known.copy())
        if end is not None:
            self.leave(None, end)
            if self.onward is not None:
                body = (*body, code.Return(to=self.onward(end)))
        return straight(used(body))

    def block(self, acts: Acts, known: Known) -> tuple[Acts, Known | None]:
        """Return a block with what is known, and what is known then; None: it is left before."""
        out: list[Act] = []
        for act in acts:
            new, end = self.act(act, known)
            out += new
            if end is None:
                return tuple(out), None
            known = end
        return tuple(out), known

    def act(self, act: Act, known: Known) -> tuple[Acts, Known | None]:
        """Return what an act becomes, and what is known after it."""
        match act:
            case code.Branch(cond, then, otherwise):
                return self._branch(self.code(cond, known), then, otherwise, known)
            case code.Loop(body) | code.Each(body=body) | code.Through(body=body):
                outer = _with_own(act, lambda c: self.code(c, known))
                known.forget(self.writes(body))
                inner, _ = self.block(body, known.copy())
                return (replace(outer, body=inner),), known  # type: ignore[arg-type]
            case code.Break() | code.Continue():
                return (act,), None
            case code.Return(value):
                if value is not None:
                    act = code.Return(self.code(value, known))
                elif self.onward is not None:
                    act = code.Return(to=self.onward(known))
                self.leave(None, known)
                return (act,), None
            case code.Run(function) if function in self.bodies:
                return self.block(self.bodies[function], known)
            case code.Run(function, args):
                self.leave(function, known)
                new = code.Run(function, tuple(self.code(a, known) for a in args))
                return (new, code.Return()), None
            case code.Fault(cond, number, fix, value):
                cond = self.code(cond, known)
                if cond == FALSE:
                    return (), known
                given = None if value is None else self.code(value, known)
                if fix is not None:
                    known.forget([fix])
                return (code.Fault(cond, number, fix, given),), known
            case code.Let(name, value) | code.Set(name, value):
                value = self.code(value, known)
                known.forget([name])
                self._named(name, value, known)
                return (replace(act, value=value),), known
            case code.SetZone(index, value):
                index, value = self.code(index, known), self.code(value, known)
                slots = self.families.slots("z", index, act.first)
                empty = all(map(known.empty, slots))
                act = replace(act, index=index, value=value, empty=empty)
                known.set_zone(act, value)
                return (act,), known
            case code.SetOver():
                known.over = True
                return (act,), known
            case code.SetCell(index, value, first):
                index, value = self.code(index, known), self.code(value, known)
                slots = self.families.slots("c", index, first)
                known.forget(("c", slot) for slot in slots)
                if isinstance(index, Num) and isinstance(value, Num):
                    known.values[code.Cell(index)] = value
                return (code.SetCell(index, value, first),), known
            case _:
                act = _with_own(act, lambda c: self.code(c, known))
                known.forget(self.writes((act,)))
                return (act,), known

    def _branch(
        self, cond: Code, then: Acts, otherwise: Acts, known: Known
    ) -> tuple[Acts, Known | None]:
        if isinstance(cond, Num):
            return self.block(then if cond.value else otherwise, known)
        yes, no = known.copy(), known
        yes.learn(cond, holds=True)
        no.learn(cond, holds=False)
        first, after = self.block(then, yes)
        second, other = self.block(otherwise, no)
        if after is None or other is None:
            after = other if after is None else after
        else:
            after.meet(other)
        if not first and not second:
            return (), after
        return (code.Branch(cond, first, second),), after

    def _named(self, name: str, value: Code, known: Known) -> None:
        """Take in what a name stands for."""
        var = Var(name, value.kind)
        if isinstance(value, Num):
            known.values[var] = value
        elif isinstance(value, Op) and value.op in ONE_CARD and value.kind is Kind.CARDS:
            known.cards.add(name)
            known.values[Op("some", (var,), Kind.BOOL)] = TRUE
            known.values[Op("one", (var,), Kind.BOOL)] = TRUE
        elif value.kind is Kind.CARDS and (union_of(value) or isinstance(value, code.Zone)):
            for op in ("some", "one"):
                told = self.code(Op(op, (value,), Kind.BOOL), known)
                if isinstance(told, Num):
                    known.values[Op(op, (var,), Kind.BOOL)] = told
        elif value.kind is Kind.BOOL and not self.families.reads(value) & {ANY, name}:
            known.lets[name] = value

    def writes(self, acts: Acts) -> set[Thing]:
        """Return what a block changes; the names that it declares as well."""
        found: set[Thing] = set()
        for x in parts(acts):
            match x:
                case code.SetZone(index, _, _, first):
                    found |= {("z", slot) for slot in self.families.slots("z", index, first)}
                case code.SetCell(index, _, first):
                    found |= {("c", slot) for slot in self.families.slots("c", index, first)}
                case (
                    code.Let(name)
                    | code.Set(name)
                    | code.DrawFrom(name)
                    | code.Unbeaten(name)
                    | code.Each(name)
                    | code.Through(name)
                ):
                    found.add(name)
                case code.Fault(_, _, str() as name):
                    found.add(name)
                case _:
                    pass
        return found

    # ------------------------------------------------------------------ codes

    def code(self, c: Code, known: Known) -> Code:
        """Return a code of the same value, by what is known."""
        match c:
            case Num():
                return c
            case Var() if known.values.get(Op("some", (c,), Kind.BOOL)) == FALSE:
                return Num(0, c.kind)
            case code.Zone(index, False, first):
                slots = self.families.slots("z", index, first)
                if all(map(known.empty, slots)):
                    return Num(0, Kind.CARDS)
                c = replace(c, index=self.code(index, known))
            case code.Cell(index) | code.Zone(index) | code.At(_, index):
                c = replace(c, index=self.code(index, known))
            case Op("and" | "or" as op, (a, b)):
                if op == "and" and known.never(c):
                    return FALSE
                if c in known.values:
                    return known.values[c]
                a = self.code(a, known)
                if isinstance(a, Num):
                    return self.code(b, known) if bool(a.value) is (op == "and") else a
                inner = known.copy()
                inner.learn(a, holds=op == "and")
                b = self.code(b, inner)
                c = (algebra.both if op == "and" else algebra.either)(a, b)
            case code.Pick(cond, then, other):
                cond = self.code(cond, known)
                if isinstance(cond, Num):
                    return self.code(then if cond.value else other, known)
                yes, no = known.copy(), known.copy()
                yes.learn(cond, holds=True)
                no.learn(cond, holds=False)
                c = replace(c, cond=cond, then=self.code(then, yes), other=self.code(other, no))
            case Op("some", (union,)) if union_of(union):
                has = known.union_is(union)
                if has is not None:
                    return has
            case Op("one" | "some" as op, (code.Zone(index, False, first),)) if not isinstance(
                index, Num
            ) and all(known.says(op, s) for s in self.families.slots("z", index, first)):
                return TRUE
            case Op(_, args):
                c = _folded(replace(c, args=tuple(self.code(a, known) for a in args)))
            case code.Call(function, args):
                new = tuple(self.code(a, known) for a in args)
                name = function if c.before else self.calls(function)
                c = replace(c, function=name, args=new)
            case _:
                pass
        return known.values.get(c, c)


def _with_own(act: Act, change: Callable[[Code], Code]) -> Act:
    """Return an act with the codes right in it changed."""
    match act:
        case code.Each(_, mask):
            return replace(act, mask=change(mask))
        case code.Unbeaten(_, _, mask):
            return replace(act, mask=change(mask))
        case code.Through(_, low, high):
            return replace(act, low=change(low), high=change(high))
        case code.DrawFrom(_, zone, count):
            return replace(act, zone=change(zone), count=change(count))
        case code.Keep(_, mask, count):
            return replace(act, mask=change(mask), count=change(count))
        case code.Out(index, value):
            return replace(act, index=change(index), value=change(value))
        case _:
            return act


def _folded(c: Code) -> Code:
    """Return an operator on constants worked out."""
    match c:
        case Op("not", (a,)):
            return algebra.deny(a)
        case Op("some", (Num() as a,)):
            return algebra.some(a)
        case Op("one", (Num() as a,)):
            return algebra.one(a)
        case Op("pop", (Num() as a,)):
            return algebra.pop(a)
        case Op("==", (a, b)) if isinstance(a, Num) and isinstance(b, Num):
            return TRUE if a.value == b.value else FALSE
        case Op("<" | "<=" as op, (a, b)) if isinstance(a, Num) and isinstance(b, Num):
            return algebra.compared(op, a, b)
        case Op("|", (a, b)):
            return algebra.join(a, b)
        case Op("&", (a, b)):
            return algebra.meet(a, b)
        case Op("&~", (a, b)):
            return algebra.without(a, b)
        case Op("+" | "-", (a, b)):
            return algebra.arithmetic(c.op, a, b)
        case Op("when", (Num(value), m)):
            return m if value else Num(0, c.kind)
        case _:
            return c


def used(acts: Acts) -> Acts:
    """Return a block without names, and values of names, that nothing reads."""
    while True:
        read = {name for x in parts(acts) for name in _reads(x)}
        shorter = _kept(acts, read)
        if shorter == acts:
            return acts
        acts = shorter


def _reads(x: object) -> tuple[str, ...]:
    match x:
        case Var(name):
            return (name,)
        case code.Fault(_, _, str() as name):
            return (name,)
        case _:
            return ()


def _kept(acts: Acts, read: set[str]) -> Acts:
    found: list[Act] = []
    for act in acts:
        match act:
            case code.Let(name, value) | code.Set(name, value) if name not in read:
                if any(isinstance(x, code.Call) for x in parts(value)):
                    found.append(act)  # obligations may fail there, and branches be noted
            case code.Branch(cond, then, otherwise):
                then, otherwise = _kept(then, read), _kept(otherwise, read)
                if then or otherwise or any(isinstance(x, code.Call) for x in parts(cond)):
                    found.append(code.Branch(cond, then, otherwise))
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                found.append(replace(act, body=_kept(body, read)))
            case _:
                found.append(act)
    return tuple(found)
