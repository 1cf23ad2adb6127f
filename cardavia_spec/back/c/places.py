"""What the zones and cells of a state are called in C.

Each zone and each cell has a field of its own, so that the compiler sees that what happens to one
changes no other one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Final, TypeVar, cast

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import safe
from cardavia_spec.core.spec import Cell, Zone

T = TypeVar("T")
WORDS: Final = frozenset(
    """asm auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef
    typeof union unsigned void volatile while""".split()  # noqa: SIM905
)
"""Words that are no names in C."""
_PLACES: Final = (code.Zone, code.Cell, code.SetZone, code.SetCell)


class Fields:
    """The fields of all zones, or of all cells, of a spec, and the slots that they hold."""

    def __init__(self, places: Iterable[tuple[str, Zone | Cell]]) -> None:
        self.names: dict[int, str] = {}  # by the first slot
        self.of: list[int] = []  # of each slot the first one of its field
        self.sizes: dict[int, int | None] = {}  # of a family how many slots it has
        for key, place in places:
            name = safe(key)
            while name in WORDS or name in self.names.values():
                name += "_"
            assert len(self.of) == place.offset
            self.names[place.offset] = name
            self.of += [place.offset] * place.size
            self.sizes[place.offset] = place.size if place.each else None

    def declared(self) -> str:
        """Return the fields as C declares them."""
        sizes = self.sizes.items()
        return ", ".join(
            self.names[at] + ("" if size is None else f"[{size}]") for at, size in sizes
        )

    def family(self, index: Code, first: int | None) -> int:
        """Return the first slot of the field that a slot lies in."""
        if isinstance(index, Num):
            return self.of[index.value]
        assert first is not None
        return first

    def field(self, first: int, place: str) -> str:
        """Return the field that begins at a slot, and the entry at a place of it."""
        name = self.names[first]
        return name if self.sizes[first] is None else f"{name}[{bare(place)}]"


def within(index: Code, first: int) -> Code:
    """Return the place in a family whose slots begin at `first`."""
    match index:
        case Op("+", (Num(value), inner)) if value == first:
            return inner
        case Num(value):
            return Num(value - first)
        case _:
            return Op("-", (index, Num(first))) if first else index


def bare(text: str) -> str:
    """Return an expression without the brackets around it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for place, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    return text[1:-1]


def rebased(acts: tuple[code.Act, ...]) -> dict[str, tuple[Code, bool]]:
    """Return the names that are slots of one family and nothing else.

    With the place in the family that each stands for, and whether this is itself a name (or
    number) that never changes, so that the other one is not needed.
    """
    every = list(parts(acts))
    seen = Counter(x.name for x in every if isinstance(x, Var))
    changed = {x.name for x in every if isinstance(x, code.Set)}
    used = Counter(
        (x.index.name, x.first)
        for x in every
        if isinstance(x, _PLACES) and isinstance(x.index, Var)
    )
    found: dict[str, tuple[Code, bool]] = {}
    for act in every:
        match act:
            case code.Let(name, Op("+", (Num(first), inner))) if (
                name not in changed and used[name, first] == seen[name]
            ):
                fixed = isinstance(inner, Num) or (
                    isinstance(inner, Var) and inner.name not in changed
                )
                found[name] = (inner, fixed)
            case _:
                pass
    return found


def parts(part: object) -> Iterator[object]:
    """Yield everything in a plan, what stands first first."""
    todo = [part]
    while todo:
        one = todo.pop()
        kind = one.__class__
        if kind is tuple or kind is list:
            todo += one[::-1]  # type: ignore[index]
            continue
        names = _NAMES.get(kind, ...)
        if names is ...:
            names = _NAMES[kind] = _names(kind)
        if names is not None:
            yield one
            todo += [getattr(one, name) for name in names]


def changed(part: T, change: Callable[[object], object | None]) -> T:
    """Return a part of a plan with others in place of what `change` has something else for.

    What it gives is taken as it is; where it gives None what stands inside is looked at.
    """
    return cast(T, _changed(part, change))


def _changed(part: object, change: Callable[[object], object | None]) -> object:
    if isinstance(part, tuple):
        return tuple(_changed(x, change) for x in part)
    if isinstance(part, Kind) or not is_dataclass(part):
        return part
    new = change(part)
    if new is not None:
        return new
    found = {}
    for each in fields(part):
        old = getattr(part, each.name)
        other = _changed(old, change)
        if other is not old and other != old:
            found[each.name] = other
    return replace(part, **found) if found else part  # type: ignore[type-var]


_NAMES: Final[dict[type, tuple[str, ...] | None]] = {}
"""The fields of each kind of part, the last one first; None for what has no parts."""


def _names(kind: type) -> tuple[str, ...] | None:
    return tuple(each.name for each in fields(kind))[::-1] if is_dataclass(kind) else None
