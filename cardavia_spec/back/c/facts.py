"""What is known at a place of a plan of the state and of local names there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Kind, Num, Op, Var

Thing = tuple[str, int] | str
"""A zone slot ("z", n), a cell slot ("c", n), or a local name."""
ANY = "*"
"""In place of things: what is read is not known."""


class Families:
    """Which slots of zones and cells belong together, and which one a code may mean."""

    def __init__(self, zones: dict[int, int], cells: dict[int, int]) -> None:
        """`zones` and `cells` tell for each first slot how many there are."""
        self.sizes = {"z": zones, "c": cells}
        self.first = {
            kind: {at + i: at for at, size in sizes.items() for i in range(size)}
            for kind, sizes in self.sizes.items()
        }

    def family(self, kind: str, index: Code, first: int | None) -> tuple[int, ...]:
        """Return all slots of the family that an index points into."""
        at = self.first[kind][index.value] if isinstance(index, Num) else first
        assert at is not None
        return tuple(range(at, at + self.sizes[kind][at]))

    def slots(self, kind: str, index: Code, first: int | None) -> tuple[int, ...]:
        """Return the slots that an index may mean."""
        return (index.value,) if isinstance(index, Num) else self.family(kind, index, first)

    def reads(self, c: Code) -> frozenset[Thing]:
        """Return what the value of a code depends on."""
        return _reads(self, c)


@cache
def _reads(families: Families, c: Code) -> frozenset[Thing]:
    found: set[Thing] = set()
    for x in parts(c):
        match x:
            case Var(name):
                found.add(name)
            case code.Zone(before=True) | code.Cell(before=True) | code.Call() | code.Kept():
                found.add(ANY)
            case code.Zone(index, _, first):
                found |= {("z", slot) for slot in families.slots("z", index, first)}
            case code.Cell(index, _, _, first):
                found |= {("c", slot) for slot in families.slots("c", index, first)}
            case _:
                pass
    return frozenset(found)


@dataclass
class Known:
    """Codes whose value is known; families of zones of which something is known as a whole.

    `lets` are names for values that have not changed since; of `lone` families one zone at most
    has cards, of `filled` ones one at least; `cards` are names of single cards.  `over` tells
    whether the deal is over; None: that is not known.
    """

    families: Families
    values: dict[Code, Num] = field(default_factory=dict)
    lets: dict[str, Code] = field(default_factory=dict)
    lone: set[int] = field(default_factory=set)
    filled: set[int] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    over: bool | None = False

    def copy(self) -> Known:
        """Return a copy of its own."""
        lone, filled, cards = set(self.lone), set(self.filled), set(self.cards)
        values, lets = dict(self.values), dict(self.lets)
        return Known(self.families, values, lets, lone, filled, cards, self.over)

    def meet(self, other: Known) -> None:
        """Keep what is known here and there."""
        self.values = {c: n for c, n in self.values.items() if other.values.get(c) == n}
        self.lets = {k: c for k, c in self.lets.items() if other.lets.get(k) == c}
        self.lone &= other.lone
        self.filled &= other.filled
        self.cards &= other.cards
        self.over = self.over if self.over == other.over else None

    def outside(self) -> Known:
        """Return what is known without the local names."""
        lone, filled = set(self.lone), set(self.filled)
        known = Known(self.families, lone=lone, filled=filled, over=self.over)
        for c, n in self.values.items():
            if not any(isinstance(thing, str) for thing in self.families.reads(c)):
                known.values[c] = n
        return known

    def same(self, other: Known) -> bool:
        """Whether just as much is known elsewhere."""
        mine = (self.values, self.lone, self.filled, self.over)
        return mine == (other.values, other.lone, other.filled, other.over)

    def forget(self, things: Iterable[Thing]) -> None:
        """Forget what depends on any of these."""
        gone = set(things)
        if not gone:
            return
        for table in (self.values, self.lets):
            for key in [k for k in table if self._depends(k, table[k], gone)]:  # type: ignore[index]
                del table[key]  # type: ignore[arg-type]
        zones = self.families.first["z"]
        touched = {zones[t[1]] for t in gone if not isinstance(t, str) and t[0] == "z"}
        self.lone -= touched
        self.filled -= touched
        self.cards -= {t for t in gone if isinstance(t, str)}

    def _depends(self, key: Code | str, value: Code, gone: set[Thing]) -> bool:
        if isinstance(key, str):
            return key in gone or bool(self.families.reads(value) & gone)
        return bool(self.families.reads(key) & gone)

    def empty(self, slot: int) -> bool:
        """Whether a zone is known to be empty."""
        return self.values.get(_some(slot)) == code.FALSE

    def has_cards(self, slot: int) -> bool:
        """Whether a zone is known to have cards."""
        return code.TRUE in (self.values.get(_some(slot)), self.values.get(_one(slot)))

    def says(self, op: str, slot: int) -> bool:
        """Whether a zone is known to have some cards, or (`one`) one card."""
        return self.values.get(_one(slot)) == code.TRUE if op == "one" else self.has_cards(slot)

    # ------------------------------------------------------------------ learning

    def learn(self, cond: Code, *, holds: bool) -> None:
        """Take in that a condition holds, or does not."""
        match cond:
            case Num():
                return
            case code.Call("is_over", (), _, False):
                self.over = holds
                return
            case Var(name) if name in self.lets:
                self.values[cond] = code.TRUE if holds else code.FALSE
                self.learn(self.lets[name], holds=holds)
                return
            case Op("not", (inner,)):
                self.learn(inner, holds=not holds)
                return
            case Op("and", (a, b)) if holds:
                self.learn(a, holds=True)
                self.learn(b, holds=True)
                return
            case Op("or", (a, b)) if not holds:
                self.learn(a, holds=False)
                self.learn(b, holds=False)
                return
            case _:
                pass
        if ANY in self.families.reads(cond):
            return
        self.values[cond] = code.TRUE if holds else code.FALSE
        match cond:
            case Op("==", (a, Num() as number)) | Op("==", (Num() as number, a)) if holds:
                self.values[a] = number
            case Op("some", (union,)):
                self._learn_union(union, holds=holds)
            case _:
                pass

    def _learn_union(self, union: Code, *, holds: bool) -> None:
        slots = union_of(union)
        if not slots:
            return
        if not holds:
            for slot in slots:
                self.values[_some(slot)] = code.FALSE
            return
        family = self.families.family("z", Num(slots[0]), None)
        if set(slots) <= set(family):
            self.filled.add(family[0])

    def set_zone(self, act: code.SetZone, value: Code) -> None:
        """Take in that a zone gets a mask."""
        families = self.families
        slots = families.slots("z", act.index, act.first)
        family = families.family("z", act.index, act.first)
        were_empty = all(map(self.empty, family))
        comes = isinstance(value, Var) and value.name in self.cards
        match value:
            case Op("|", (code.Zone(index, False), Var(name))) if index == act.index:
                joined = name in self.cards
                stays = True
            case _:
                joined = stays = False
        filled = comes or joined or (stays and family[0] in self.filled)
        self.forget(("z", slot) for slot in slots)
        if filled:
            self.filled.add(family[0])
        if were_empty:
            self.lone.add(family[0])
        if isinstance(act.index, Num):
            slot = act.index.value
            if isinstance(value, Num):
                self.values[_some(slot)] = code.TRUE if value.value else code.FALSE
            if comes:
                self.values[_one(slot)] = code.TRUE
            if comes or joined:
                self.values[_some(slot)] = code.TRUE

    # ------------------------------------------------------------------ asking

    def union_is(self, union: Code) -> Num | None:
        """Return whether a union of zones has cards, if that is known."""
        slots = union_of(union)
        if not slots:
            return None
        if any(map(self.has_cards, slots)):
            return code.TRUE
        if all(map(self.empty, slots)):
            return code.FALSE
        family = self.families.family("z", Num(slots[0]), None)
        return code.TRUE if family[0] in self.filled and set(slots) >= set(family) else None

    def never(self, cond: Code) -> bool:
        """Whether a condition asks for cards in two zones of which one at most has any."""
        asked: dict[int, set[int]] = {}
        for x in _all_asked(cond):
            match x:
                case Op("some" | "one", (code.Zone(Num(slot), False),)):
                    first = self.families.first["z"][slot]
                    asked.setdefault(first, set()).add(slot)
                case _:
                    pass
        return any(len(slots) > 1 and first in self.lone for first, slots in asked.items())


def union_of(c: Code) -> list[int]:
    """Return the zone slots whose union this is; none if it is something else."""
    match c:
        case code.Zone(Num(slot), False):
            return [slot]
        case Op("|", (a, b)):
            left, right = union_of(a), union_of(b)
            return left + right if left and right else []
        case _:
            return []


def _all_asked(c: Code) -> Iterator[Code]:
    if isinstance(c, Op) and c.op == "and":
        for arg in c.args:
            yield from _all_asked(arg)
    else:
        yield c


def _some(slot: int) -> Op:
    return Op("some", (code.Zone(Num(slot)),), Kind.BOOL)


def _one(slot: int) -> Op:
    return Op("one", (code.Zone(Num(slot)),), Kind.BOOL)
