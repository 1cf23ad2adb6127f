"""How many zones of a family have cards, or just one: kept up where zones change.

To look at zone after zone takes as many branches, and where the first card of a trick lies no
processor can foresee.  A number that goes up by one and begins anew is foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardavia_spec.back.c.lone import single_cards
from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Num, Op
from cardavia_spec.core.plan.program import Program

Number = tuple[str, int]
"""What is kept, and a first slot: see `KINDS`."""
KINDS: Final = {
    "filled": "so many zones of each have cards",
    "ones": "which zones have just one card",
    "lone": "which card that is, or any card",
}
Asked = tuple[Number, str]
"""A number, and what it is compared with."""


class Filled:
    """The families of one program of which it is asked how many zones have cards, or one card."""

    def __init__(self, program: Program, further: Sequence[tuple[Act, ...]] = ()) -> None:
        """`further` acts stand in none of the program's functions."""
        zones = program.spec.zones.values()
        self.sizes = {z.offset: z.size for z in zones if z.each is not None and z.size > 1}
        self.of = {first + i: first for first, size in self.sizes.items() for i in range(size)}
        self.used: set[Number] = set()
        self.single: set[str] = set()
        functions = [*(f.body for f in program.functions.values()), *further]
        for x in parts(functions):
            asked = self.asked(x) if isinstance(x, Op) else None
            # Whether a union of masks in one word is empty takes no branch.
            if asked is not None and (program.cards > 64 or not _of_union(x)):
                self.used.add(asked[0])
            match x:
                case Op("lone", (code.Zone() as zone,)):
                    self.used |= {("ones", self.family(zone)), ("lone", self.family(zone))}
                case _:
                    pass

    def family(self, zone: code.Zone) -> int:
        """Return the first slot of the family of a zone, -1 if it is of none."""
        if isinstance(zone.index, Num):
            return self.of.get(zone.index.value, -1)
        return -1 if zone.first is None else zone.first

    def one(self, c: Op) -> tuple[int, code.Zone] | None:
        """Return the family and the zone of which this asks whether it has one card, if kept."""
        match c:
            case Op("one", (code.Zone(_, False) as zone,)) if ("ones", self.family(zone)) in (
                self.used
            ):
                return self.family(zone), zone
            case _:
                return None

    def asked(self, c: Op) -> Asked | None:
        """Return how a truth is told by a number of zones, if it is."""
        match c:
            case Op("some", (union,)):
                slots, holds = _union(union), {("some", True)}
            case Op("and" | "or", _):
                tests = [_test(x) for x in _chain(c, c.op)]
                slots, holds = [slot for slot, *_ in tests], {(op, is_) for _, op, is_ in tests}
            case _:
                return None
        first = min(slots)
        size = self.sizes.get(first)
        if size is None or sorted(slots) != list(range(first, first + size)) or len(holds) > 1:
            return None
        ((op, is_),) = holds
        number = ("filled" if op == "some" else "ones", first)
        every = size if op == "some" else (1 << size) - 1
        match c.op, is_:
            case "and", True:
                return number, f"== {every}"
            case "and", False:
                return number, "== 0"
            case "or", False:
                return number, f"!= {every}"
            case _:
                return number, "!= 0"

    def enter(self, acts: tuple[Act, ...]) -> None:
        """Get to know the single cards of a function."""
        self.single = single_cards(parts(acts))

    def whole(self, acts: tuple[Act, ...]) -> tuple[int, dict[str, int]] | None:
        """Return the first slot of a family all of which is set to constants at once.

        With it, what each number that is kept of the family is then.
        """
        match acts:
            case (code.SetZone(Num(first), Num()), *_) if self.counted(first):
                several = acts[: self.sizes[first]]
                values = [
                    act.value.value
                    for i, act in enumerate(several)
                    if isinstance(act, code.SetZone)
                    and act.index == Num(first + i)
                    and isinstance(act.value, Num)
                ]
                told = ("lone", first) not in self.used or not any(values)
                if len(values) == self.sizes[first] and told:
                    numbers = {
                        "filled": sum(value != 0 for value in values),
                        "ones": sum((v.bit_count() == 1) << i for i, v in enumerate(values)),
                    }
                    kept = [what for what in self.counted(first) if what in numbers]
                    return first, {what: numbers[what] for what in kept}
        return None

    def counted(self, first: int) -> list[str]:
        """Return what is kept of the family that begins at a slot."""
        return [what for what in KINDS if (what, first) in self.used]

    def change(self, act: code.SetZone, what: str) -> tuple[str, str]:
        """Return what is to be done before and after a zone changes.

        {n} stands for what is kept, {z} for the zone, {i} for its place in the family.
        """
        if act.empty:
            one = isinstance(act.value, code.Var) and act.value.name in self.single
            card = act.value.name if isinstance(act.value, code.Var) else ""
            match what:
                case "filled":
                    return "", "{n}++;" if one else "{n} += {z} != 0;"
                case "ones":
                    return "", "{n} |= " + ("1u" if one else "(u32)one_c({z})") + " << {i};"
                case _:
                    return "", f"{{n}}[{{i}}] = low_c({card if one else '{z}'});"
        # Taken from one zone a card surely lies there; it may be taken from all of a family too.
        taken = not isinstance(act.index, Num) and self.card(act, "&~") is not None
        match what:
            case "filled" if taken:
                return "", "{n} -= {z} == 0;"
            case "filled":
                return "{n} -= {z} != 0;", "{n} += {z} != 0;"
            case "ones":
                return "", "{n} = ({n} & ~(1u << {i})) | (u32)one_c({z}) << {i};"
            case _:
                return "", "{n}[{i}] = low_c({z});"

    def card(self, act: code.SetZone, op: str) -> str | None:
        """Return the name of the one card that a zone gets (`|`) or loses (`&~`), if it is one."""
        match act.value:
            case Op(how, (code.Zone(index, False), code.Var(name))) if (
                how == op and index == act.index and name in self.single
            ):
                return name
            case _:
                return None

    def laid(self, what: str) -> tuple[str, str]:
        """Return what is to be done when one card {c} comes into an empty zone, or into another."""
        match what:
            case "filled":
                return "{n}++;", ""
            case "ones":
                again = "{n} = ({n} & ~(1u << {i})) | (u32)({z} == {c}) << {i};"
                return "{n} |= 1u << {i};", again
            case _:
                return "{n}[{i}] = low_c({c});", ""


def _union(c: Code) -> list[int]:
    """Return the zone slots whose union this is; [-1] if it is something else."""
    found = []
    for x in _chain(c, "|"):
        if not isinstance(x, code.Zone) or x.before or not isinstance(x.index, Num):
            return [-1]
        found.append(x.index.value)
    return found


def _test(c: Code) -> tuple[int, str, bool]:
    """Return the slot of which this asks whether it has cards, or one card, or (False) not so.

    -1: it asks something else.
    """
    match c:
        case Op("some" | "one" as op, (code.Zone(Num(slot), False),)):
            return slot, op, True
        case Op("not", (inner,)) if isinstance(inner, Op) and inner.op != "not":
            slot, asked, _ = _test(inner)
            return slot, asked, False
        case _:
            return -1, "", True


def _of_union(c: object) -> bool:
    """Whether a truth about a family is one about the union of its zones."""
    match c:
        case Op("some", _):
            return True
        case Op("and" | "or" as op, (first, *_)):
            _, asked, is_ = _test(_chain(first, op)[0])
            return asked == "some" and is_ == (op == "or")
        case _:
            return False


def _chain(c: Code, op: str) -> list[Code]:
    if isinstance(c, Op) and c.op == op:
        return [x for arg in c.args for x in _chain(arg, op)]
    return [c]
