"""Which zones a plan draws from, and whether they are one stock that nothing else touches."""

from __future__ import annotations

from collections.abc import Iterable

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
