"""Zones whose cards are kept in a list as well: where a rule allows just the cards of a zone.

Then a card is chosen and taken by one `pop`.  This is done for families that nothing changes but
the deal and the move that takes the chosen card out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardavia_spec.back.python.quick.places import Effects, Slot
from cardavia_spec.back.python.quick.trees import (
    Acts,
    all_codes,
    changed,
    every,
    inside,
    own_codes,
    set_names,
    with_blocks,
)
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var


@dataclass(frozen=True)
class Held:
    """A move, the zone that its cards come from, and the name of the family."""

    move: int
    zone: code.Zone
    family: str


def held(effects: Effects, moves: Acts, plays: dict[int, Acts], others: Acts) -> list[Held]:
    """Return the zones for which it can be done; `others` is all else that happens in a deal."""
    found: list[Held] = []
    lets = {act.name: act.value for act in every(moves) if isinstance(act, code.Let)}
    for act in every(moves):
        match act:
            case code.Keep(move, mask, _) if mask != Num(0, Kind.CARDS):
                if isinstance(mask, Var):
                    mask = lets.get(mask.name, mask)
                if not isinstance(mask, code.Zone) or isinstance(mask.index, Num):
                    continue
                family = effects.places.slots("z", mask.index)
                rest = [*(a for m, acts in plays.items() if m != move for a in acts), *others]
                if effects.writes(rest) & family or effects.places.flat["z"]:
                    continue
                if _only_taken(effects, plays[move], move, mask, family):
                    name = effects.places.variable(min(family))
                    found.append(Held(move, mask, name))
            case _:
                pass
    return [h for h in found if [other.move for other in found].count(h.move) == 1]


def _only_taken(
    effects: Effects, acts: Acts, move: int, zone: code.Zone, family: set[Slot]
) -> bool:
    """Whether a move does nothing to a family but take the chosen card out of its zone."""
    nths = [c for c in all_codes(acts) if isinstance(c, Op) and c.op == "nth"]
    kept = [c for c in all_codes(acts) if isinstance(c, code.Kept)]
    if len(nths) != 1 or nths[0].args[0] != code.Kept(move) or len(kept) != 1:
        return False
    lets = {act.name: act.value for act in every(acts) if isinstance(act, code.Let)}
    taken = 0
    for i, act in enumerate(acts):
        if not effects.writes((act,)) & family:
            continue
        match act:
            case code.SetZone(index, Op("^", (from_, Var(cards)))) if (
                index == zone.index and from_ == zone
            ):
                if effects.writes(acts[:i]) & effects.reads((code.Return(index),)):
                    return False
                bit = lets.get(cards)
                if not isinstance(bit, Op) or bit.op != "bit":
                    return False
                card = bit.args[0]
                if isinstance(card, Var):
                    card = lets.get(card.name, card)
                if card != nths[0]:
                    return False
                taken += 1
            case _:
                return False
    return taken == 1 and any(_makes(act, nths[0]) for act in acts)


def _makes(act: code.Act, c: Code) -> bool:
    """Whether an act looks at a code in any case."""
    match act:
        case code.Let(_, value):
            return value == c or (
                isinstance(value, Op) and value.op == "bit" and value.args[0] == c
            )
        case _:
            return False


def with_held_moves(moves: Acts, h: Held) -> Acts:
    """Return the counting of moves with the list in place of the mask."""
    names = {act.name for act in every(moves) if isinstance(act, code.Let) and act.value == h.zone}
    cards = Var(f"legal_{h.move}", Kind.CARDS)
    first = code.Let(cards.name, Op("held", (h.zone,), Kind.CARDS))

    def change(c: Code) -> Code:
        match c:
            case Op("pop", (Var(name),)) if name in names:
                return Op("len", (cards,))
            case Op("pop", (zone,)) if zone == h.zone:
                return Op("len", (cards,))
            case _:
                return c

    def go(acts: Acts) -> Acts:
        out: list[code.Act] = []
        for old in acts:
            act = old
            match act:
                case code.Keep(move, mask, _) if move == h.move and mask.kind is Kind.CARDS:
                    if mask != Num(0, Kind.CARDS):
                        act = replace(act, mask=cards)
                case code.Branch(_, then, otherwise):
                    act = replace(act, then=go(then), otherwise=go(otherwise))
                case _:
                    pass
            if first not in out and any(c == cards for own in own_codes(act) for c in inside(own)):
                out.append(first)
            out.append(act)
        return tuple(out)

    return go(changed(moves, change))


def without_masks(acts: Acts, h: Held) -> Acts:
    """Return a move that takes the chosen card out of the list alone, not out of the mask."""

    def taken(act: Act) -> bool:
        return isinstance(act, code.SetZone) and act.index == h.zone.index

    return tuple(act for act in acts if not taken(act))


def with_held_play(acts: Acts, h: Held) -> Acts:
    """Return a move where the chosen card is taken out of the list."""

    def change(c: Code) -> Code:
        if isinstance(c, Op) and c.op == "nth" and c.args[0] == code.Kept(h.move):
            return replace(c, op="popped")
        return c

    return changed(acts, change)


def named(acts: Acts, used: set[int]) -> tuple[Acts, set[str]]:
    """Return the counting of moves where what is kept has its name from the beginning.

    `used` are the moves whose masks are looked at again.  Also returns the names it had before.
    """
    changing = set_names(acts)
    lets = {act.name for act in every(acts) if isinstance(act, code.Let)}
    keeps = [act for act in every(acts) if isinstance(act, code.Keep)]
    for keep in keeps:
        if sum(other.move == keep.move for other in keeps) > 1:
            lets -= {c.name for c in (keep.mask, keep.count) if isinstance(c, Var)} & changing
    new: dict[str, str] = {}
    for act in every(acts):
        if isinstance(act, code.Keep):
            for what, c in (("legal", act.mask), ("ways", act.count)):
                wanted = what == "ways" or act.move in used
                if wanted and isinstance(c, Var) and c.name in lets and c.name not in new:
                    new[c.name] = f"{what}_{act.move}"

    def change(c: Code) -> Code:
        return replace(c, name=new[c.name]) if isinstance(c, Var) and c.name in new else c

    def go(block: Acts) -> Acts:
        out: list[Act] = []
        for act in block:
            if isinstance(act, code.Let | code.Set) and act.name in new:
                out.append(replace(act, name=new[act.name]))
            else:
                out.append(with_blocks(act, go))
        return tuple(out)

    return go(changed(acts, change)), set(new)
