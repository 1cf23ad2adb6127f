"""Which zones a plan draws from, and whether they are one stock that nothing else touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Num
from cardavia_spec.core.plan.program import Program


def drawn_zones(program: Program) -> list[int]:
    """Return the zone slots that may be drawn from, in order."""
    spec = program.spec
    found: set[int] = set()

    def visit(acts: Iterable[Act]) -> None:
        for act in acts:
            match act:
                case code.DrawFrom(_, Num(slot), _):
                    found.add(slot)
                case code.DrawFrom():
                    for zone in spec.zones.values():
                        if zone.each is not None:
                            found.update(range(zone.offset, zone.offset + zone.size))
                case code.Branch(_, then, otherwise):
                    visit(then)
                    visit(otherwise)
                case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                    visit(body)
                case _:
                    pass

    for function in program.functions.values():
        visit(function.body)
    return sorted(found)


def most_drawn(acts: Iterable[Act]) -> int | None:
    """Return how many cards a block draws at most, or None where that is not known."""
    total = 0
    for act in acts:
        more = _drawn_by(act)
        if more is None:
            return None
        total += more
    return total


def _drawn_by(act: Act) -> int | None:
    match act:
        case code.DrawFrom(_, _, count):
            return count.value if isinstance(count, Num) else None
        case code.Branch(_, then, otherwise):
            first, second = most_drawn(then), most_drawn(otherwise)
            return None if first is None or second is None else max(first, second)
        case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
            each = most_drawn(body)
            times = _rounds(act)
            return 0 if each == 0 else None if each is None or times is None else each * times
        case _:
            return 0


def _rounds(act: code.Each | code.Through | code.Loop) -> int | None:
    """Return how often a loop goes round, if that is fixed."""
    match act:
        case code.Each(_, Num(mask)):
            return mask.bit_count()
        case code.Through(_, Num(low), Num(high)):
            return max(0, high - low + 1)
        case _:
            return None


def _trusted(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Return the acts with their draws sure: no obligation comes before them."""
    found: list[Act] = []
    for act in acts:
        match act:
            case code.DrawFrom():
                if found and isinstance(found[-1], code.Fault):
                    found.pop()
                found.append(replace(act, sure=True))
            case code.Branch(cond, then, otherwise):
                found.append(code.Branch(cond, _trusted(then), _trusted(otherwise)))
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                found.append(replace(act, body=_trusted(body)))
            case _:
                found.append(act)
    return tuple(found)


def trust_deal(program: Program) -> None:
    """Make the draws of the deal sure where the stock holds all that they take."""
    deal = program.functions["deal"]
    most = most_drawn(deal.body)
    if most and most <= program.cards and is_one_stock(program, drawn_zones(program)):
        program.functions["deal"] = replace(deal, body=_trusted(deal.body))


def dealt(program: Program) -> int:
    """Return how many cards the sure draws of the deal take at most."""
    body = program.functions["deal"].body
    return (most_drawn(body) or 0) if _sure(body) else 0


def draws_later(program: Program) -> bool:
    """Whether cards may be drawn besides the sure draws of the deal."""
    return any(True for f in program.functions.values() for _ in _unsure(f.body))


def _unsure(acts: Iterable[Act]) -> Iterator[code.DrawFrom]:
    """Yield the draws of a block that are not sure."""
    for act in acts:
        match act:
            case code.DrawFrom(sure=False):
                yield act
            case code.Branch(_, then, otherwise):
                yield from _unsure(then)
                yield from _unsure(otherwise)
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                yield from _unsure(body)
            case _:
                pass


def _sure(acts: tuple[Act, ...]) -> bool:
    """Whether there is a sure draw in a block."""
    for act in acts:
        match act:
            case code.DrawFrom(sure=True):
                return True
            case code.Branch(_, then, otherwise):
                if _sure(then) or _sure(otherwise):
                    return True
            case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                if _sure(body):
                    return True
            case _:
                pass
    return False


def is_one_stock(program: Program, drawn: list[int]) -> bool:
    """Whether cards are drawn from one zone only, which always holds all those not drawn yet.

    So it is where the zone begins with the whole pack and nothing but draws changes it.
    """
    if len(drawn) != 1:
        return False
    zone = Num(drawn[0])
    spec = program.spec
    if not any(z.offset == zone.value and z.each is None for z in spec.zones.values()):
        return False
    whole = (1 << program.cards) - 1
    names: set[str] = set()
    begins = 0

    def fits(acts: Iterable[Act]) -> bool:
        nonlocal begins
        for act in acts:
            match act:
                case code.DrawFrom(name):
                    names.add(name)
                case code.SetZone(index, Num(value)) if index == zone:
                    begins += 1
                    if value != whole or begins > 1:
                        return False
                case code.SetZone(index, code.Op("&~", (code.Zone(from_), code.Var(name)))) if (
                    index == zone and from_ == zone and name in names
                ):
                    pass
                case code.SetZone(index) if index == zone:
                    return False
                case code.Branch(_, then, otherwise):
                    if not (fits(then) and fits(otherwise)):
                        return False
                case code.Each(body=body) | code.Through(body=body) | code.Loop(body=body):
                    if not fits(body):
                        return False
                case _:
                    pass
        return True

    return all(fits(f.body) for f in program.functions.values()) and begins == 1
