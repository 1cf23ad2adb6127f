"""Functions that change nothing: what they work out once they do not work out again.

An obligation that is asked again falls away, too: of those that fail only the first is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Final, TypeVar, cast

from cardavia_spec.back.c.places import changed, parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Op, Var

Acts = tuple[Act, ...]
T = TypeVar("T")
_MAKING: Final = (code.SetZone, code.SetCell, code.SetOver, code.DrawFrom, code.Run)
_LEAVING: Final = (code.Return, code.Break, code.Continue, code.Keep, code.Out, *_MAKING)
DECLARING: Final = (code.Let, code.DrawFrom, code.Unbeaten, code.Each, code.Through)
"""Acts that declare a local name."""


@dataclass
class _Known:
    """What was worked out, by what it is the value of; the obligations that were asked.

    `provided` are those that were asked if a mask is not empty.
    """

    values: dict[object, Var] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    asked: set[Code] = field(default_factory=set)
    provided: dict[str, set[Code]] = field(default_factory=dict)

    def copy(self) -> _Known:
        provided = {name: set(asked) for name, asked in self.provided.items()}
        return _Known(dict(self.values), dict(self.names), set(self.asked), provided)


def once(acts: Acts) -> Acts:
    """Return the body of a function that changes no state with nothing worked out twice."""
    if any(isinstance(x, _MAKING) for x in parts(acts)):
        return acts
    return _Walk(acts).block(set_once(acts), _Known())


def set_once(acts: Acts) -> Acts:
    """Return a block where a name that gets its value right in it is declared only then."""
    found: list[Act] = []
    for at, act in enumerate(acts):
        match act:
            case code.Let(name, code.Num()) if _set_at(acts[at + 1 :], name):
                continue
            case code.Set(name, value) if any(
                isinstance(x, code.Let)
                and x.name == name
                and isinstance(x.value, code.Num)
                and _set_at(acts[i + 1 :], name)
                for i, x in enumerate(acts[:at])
            ):
                found.append(code.Let(name, value))
            case code.Branch(cond, then, otherwise):
                found.append(code.Branch(cond, set_once(then), set_once(otherwise)))
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                found.append(replace(act, body=set_once(body)))
            case _:
                found.append(act)
    return tuple(found)


def _set_at(later: Acts, name: str) -> bool:
    """Whether a name is set once, right in a block, and not read before."""
    sets = [x for x in parts(later) if isinstance(x, code.Set) and x.name == name]
    if len(sets) != 1 or any(isinstance(x, code.Fault) and x.fix == name for x in parts(later)):
        return False
    for act in later:
        if act is sets[0]:
            return not any(isinstance(x, Var) and x.name == name for x in parts(act))
        if any(isinstance(x, Var) and x.name == name for x in parts(act)):
            return False
    return False


def _asked_of(cond: Code) -> str | None:
    match cond:
        case Op("some", (Var(name),)):
            return name
        case _:
            return None


class _Walk:
    def __init__(self, acts: Acts) -> None:
        every = list(parts(acts))
        self.varying = {x.name for x in every if isinstance(x, code.Set)}
        self.varying |= {x.fix for x in every if isinstance(x, code.Fault) and x.fix is not None}

        lets = [x for x in every if isinstance(x, code.Let) and x.name not in self.varying]
        self.lets = {x.name: x.value for x in lets if self._fixed(x.value)}
        self.wholes = {
            x.name: x.value.args[0].name
            for x in lets
            if isinstance(x.value, Op) and x.value.op in ("&", "&~")
            if isinstance(x.value.args[0], Var) and x.value.args[0].name not in self.varying
        }

    def block(self, acts: Acts, known: _Known) -> Acts:
        found: list[Act] = []
        at = 0
        while at < len(acts):
            act = renamed(acts[at], known.names)
            following = renamed(acts[at + 1], known.names) if at + 1 < len(acts) else None
            at += 1
            if isinstance(act, code.Let) and isinstance(following, code.Branch):
                key = self._in_steps(act, following, acts[at + 1 :])
                if key is not None:
                    at += 1
                    if key in known.values:
                        known.names[act.name] = known.values[key].name
                        continue
                    known.values[key] = Var(act.name, act.value.kind)
                    found += (act, self._inside(following, known))
                    self.varying.discard(act.name)  # it changes no more
                    continue
            if isinstance(act, code.Let) and isinstance(act.value, Var) and self._stays(act):
                known.names[act.name] = act.value.name
                continue
            if isinstance(act, code.Let) and self._steady(act):
                if act.value in known.values:
                    known.names[act.name] = known.values[act.value].name
                    continue
                known.values[act.value] = Var(act.name, act.value.kind)
            if isinstance(act, code.Fault) and act.fix is None and self._fixed(act.cond):
                whole = self._written_out(act.cond)
                if whole in known.asked:
                    continue
                known.asked.add(whole)
            found.append(self._inside(act, known))
        return tuple(found)

    def _inside(self, act: Act, known: _Known) -> Act:
        match act:
            case code.Branch(cond, then, otherwise):
                holds = known.copy()
                mask = _asked_of(cond)
                for name in self._parts_of(mask) if mask else ():
                    holds.asked |= known.provided.get(name, set())
                first = self.block(then, holds)
                if mask:
                    known.provided.setdefault(mask, set()).update(holds.asked)
                return code.Branch(cond, first, self.block(otherwise, known.copy()))
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                return replace(act, body=self.block(body, known.copy()))
            case _:
                return act

    def _parts_of(self, mask: str) -> Iterator[str]:
        """Yield the names of masks that surely are not empty if one is not."""
        yield mask
        if mask in self.wholes:
            yield from self._parts_of(self.wholes[mask])

    def _written_out(self, c: Code, depth: int = 4) -> Code:
        """Return a code with the values of local names in their places."""
        match c:
            case Var(name) if name in self.lets and depth:
                return self._written_out(self.lets[name], depth - 1)
            case Op(_, args):
                return replace(c, args=tuple(self._written_out(a, depth) for a in args))
            case _:
                return c

    def _fixed(self, part: object) -> bool:
        """Whether a code reads nothing that changes."""
        return not any(isinstance(x, Var) and x.name in self.varying for x in parts(part))

    def _stays(self, act: code.Let) -> bool:
        return act.name not in self.varying and self._fixed(act.value)

    def _steady(self, act: code.Let) -> bool:
        return not isinstance(act.value, code.Num | Var | code.Kept) and self._stays(act)

    def _in_steps(self, let: code.Let, act: code.Branch, later: Acts) -> object | None:
        """Return what tells two values alike that are worked out by a branch."""
        inside = list(parts(act))
        own = {x.name for x in inside if isinstance(x, DECLARING)}
        changed = {x.name for x in inside if isinstance(x, code.Set)} - own
        if changed != {let.name} or any(isinstance(x, _LEAVING) for x in inside):
            return None
        if any(isinstance(x, code.Set) and x.name == let.name for x in parts(later)):
            return None
        reads = {x.name for x in inside if isinstance(x, Var)}
        if let.name in reads or any(name in self.varying for name in reads - own):
            return None
        names = {name: f"%{i}" for i, name in enumerate(dict.fromkeys(_declared(inside)))}
        return let.value, renamed(act, {**names, let.name: "%"})


def _declared(inside: list[object]) -> list[str]:
    return [x.name for x in inside if isinstance(x, DECLARING)]


def renamed(part: T, names: dict[str, str]) -> T:
    """Return a part of a plan with other local names."""
    return cast(T, _renamed(part, names)) if names else part


def _renamed(part: object, names: dict[str, str]) -> object:
    if isinstance(part, tuple):
        return tuple(_renamed(x, names) for x in part)
    if isinstance(part, Kind) or not is_dataclass(part):
        return part
    changed = {}
    for each in fields(part):
        old = getattr(part, each.name)
        if isinstance(old, str):
            named = each.name == "fix" or (
                each.name == "name" and isinstance(part, (Var, code.Set, *DECLARING))
            )
            new: object = names.get(old, old) if named else old
        else:
            new = _renamed(old, names)
        if new is not old:
            changed[each.name] = new
    return replace(part, **changed) if changed else part  # type: ignore[type-var]


def put(acts: Acts, values: Mapping[str, Var]) -> Acts:
    """Return acts with names in place of calls without arguments."""

    def change(part: object) -> object | None:
        match part:
            case code.Call(function, (), _, False) if function in values:
                return values[function]
            case _:
                return None

    return changed(acts, change)
