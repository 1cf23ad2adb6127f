"""Cards that surely lie where they are taken from: legal ones that were chosen from just there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function, Num, Op, Var

Acts = tuple[Act, ...]
_DEEP = 12
"""So many names and calls may stand for one another."""


class Inside:
    """Whether masks lie inside a zone of whose turn it is, whatever else holds."""

    def __init__(self, functions: Mapping[str, Function], zone: code.Zone) -> None:
        self.functions = functions
        self.zone = zone

    def kept(self, moves: Acts, move: int) -> bool:
        """Whether all that is kept for a move while the legal ones are counted lies inside."""
        masks = [x.mask for x in parts(moves) if isinstance(x, code.Keep) and x.move == move]
        values = _values(moves)
        return all(self._lies(mask, values, _DEEP) for mask in masks)

    def _lies(self, c: Code, values: Mapping[str, list[Code | None]], deep: int) -> bool:
        match c:
            case Num(0):
                return True
            case code.Zone():
                return _placed(c, values) == self.zone
            case Var(name) if deep and name in values:
                found = values[name]
                return all(v is not None and self._lies(v, values, deep - 1) for v in found)
            case Op("&", args):
                return any(self._lies(a, values, deep) for a in args)
            case Op("&~", (a, _)) | Op("when", (_, a)):
                return self._lies(a, values, deep)
            case Op("|", args):
                return all(self._lies(a, values, deep) for a in args)
            case code.Pick(_, then, other):
                return self._lies(then, values, deep) and self._lies(other, values, deep)
            case code.Call(function, (Var("me"),), _, False) if deep and function in self.functions:
                body = self.functions[function].body
                given = [x.value for x in parts(body) if isinstance(x, code.Return)]
                inner = _values(body)
                return all(v is not None and self._lies(v, inner, deep - 1) for v in given)
            case _:
                return False


def _placed(zone: code.Zone, values: Mapping[str, list[Code | None]]) -> code.Zone:
    """Return a zone with the value of a name that its place is told by."""
    match zone.index:
        case Var(name) if len(found := values.get(name, [])) == 1 and found[0] is not None:
            return replace(zone, index=found[0])
        case _:
            return zone


def _values(acts: Acts) -> dict[str, list[Code | None]]:
    """Return all values that each name may get; None: something else."""
    found: dict[str, list[Code | None]] = {}
    for x in parts(acts):
        match x:
            case code.Let(name, value) | code.Set(name, value):
                found.setdefault(name, []).append(value)
            case code.Fault(_, _, str() as name):
                found.setdefault(name, []).append(None)
            case code.Unbeaten(name, _, value):  # some of them
                found.setdefault(name, []).append(value)
            case code.Each(name) | code.Through(name) | code.DrawFrom(name):
                found.setdefault(name, []).append(None)
            case _:
                pass
    return found


def surely_there(play: Acts, number: int, moves: Acts, functions: Mapping[str, Function]) -> Acts:
    """Return what a move does without asking whether its card lies where it is chosen from."""
    found: list[Act] = []
    cards: set[str] = set()
    for at, act in enumerate(play):
        match act:
            case code.Let(name, Op("kth", (code.Kept(move), _))) if move == number:
                cards.add(name)
            case code.Fault(
                Op("some", (Op("&~", (Var(name), code.Zone() as zone)),)), fix=None
            ) if name in cards and Inside(functions, _placed(zone, _values(play))).kept(
                moves, number
            ):
                continue
            case code.Let() | code.Fault() | code.Note():
                pass
            case _:
                found += play[at:]  # the state may be another one
                break
        found.append(act)
    return tuple(found)
