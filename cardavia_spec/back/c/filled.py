"""How many zones of a family have cards, or just one: kept up where zones change.

To look at zone after zone takes as many branches, and where the first card of a trick lies no
processor can foresee.  A number that goes up by one and begins anew is foreseen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardavia_spec.back.c.places import parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Num, Op
from cardavia_spec.core.plan.program import Program

Number = tuple[str, int]
"""What is counted, `filled` (zones with cards) or `single` (with one), and a first slot."""
Asked = tuple[Number, str]
"""A number, and what it is compared with."""
_SINGLE: Final = ("kth", "bit")
"""Operators that give the mask of one card."""


class Filled:
    """The families of one program of which it is asked how many zones have cards, or one card."""

    def __init__(self, program: Program) -> None:
        zones = program.spec.zones.values()
        self.sizes = {z.offset: z.size for z in zones if z.each is not None and z.size > 1}
        self.of = {first + i: first for first, size in self.sizes.items() for i in range(size)}
        self.used: set[Number] = set()
        self.single: set[str] = set()
        functions = [f.body for f in program.functions.values()]
        for x in parts(functions):
            asked = self.asked(x) if isinstance(x, Op) else None
            # Whether a union of masks in one word is empty takes no branch.
            if asked is not None and (program.cards > 64 or not _of_union(x)):
                self.used.add(asked[0])

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
        number = ("filled" if op == "some" else "single", first)
        match c.op, is_:
            case "and", True:
                return number, f"== {size}"
            case "and", False:
                return number, "== 0"
            case "or", False:
                return number, f"!= {size}"
            case _:
                return number, "!= 0"

    def enter(self, acts: tuple[Act, ...]) -> None:
        """Get to know the single cards of a function."""
        self.single = {
            x.name
            for x in parts(acts)
            if isinstance(x, code.Let) and isinstance(x.value, Op) and x.value.op in _SINGLE
        }

    def whole(self, acts: tuple[Act, ...]) -> tuple[int, dict[str, int]] | None:
        """Return the first slot of a family all of which is set to constants at once.

        With it, what each number that is counted of the family is then.
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
                if len(values) == self.sizes[first]:
                    numbers = {
                        "filled": sum(value != 0 for value in values),
                        "single": sum(value.bit_count() == 1 for value in values),
                    }
                    return first, {what: numbers[what] for what in self.counted(first)}
        return None

    def counted(self, first: int) -> list[str]:
        """Return what is counted of the family that begins at a slot."""
        return [what for what in ("filled", "single") if (what, first) in self.used]

    def change(self, act: code.SetZone, what: str) -> tuple[str, str]:
        """Return what is to be done before and after a zone changes.

        {n} stands for the number, {z} for the zone.
        """
        if act.empty:
            one = isinstance(act.value, code.Var) and act.value.name in self.single
            return "", "{n}++;" if one else self.change(replace(act, empty=False), what)[1]
        # Taken from one zone a card surely lies there; it may be taken from all of a family too.
        one = not isinstance(act.index, Num)
        match act.value:
            case Op("|" | "&~", (code.Zone(index), code.Var(name))) if (
                index == act.index and name in self.single
            ):
                op = act.value.op
            case _:
                op = name = ""
        match op, what:
            case "|", "filled":
                return "if (__builtin_expect({z} == 0, 1)) {n}++;", ""
            case "|", "single":  # as a rule into an empty one
                other = f"{{n}} -= one_c({{z}}) && {{z}} != {name};"
                return f"if (__builtin_expect({{z}} == 0, 1)) {{n}}++; else {other}", ""
            case "&~", "filled" if one:
                return "", "{n} -= {z} == 0;"
            case _, "filled":
                return "{n} -= {z} != 0;", "{n} += {z} != 0;"
            case _:
                return "{n} -= one_c({z});", "{n} += one_c({z});"


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
