"""The few forms a plan is made of.

Values are numbers: a truth is 0 or 1, a member of a sort its index, none is `NONE`, a set a mask
with bit i for member i (numbers: for the number i).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

NONE = -(1 << 29)
"""The number that stands for none: no type reaches so low.

Python compares numbers below 2**30 much faster than greater ones.
"""


class Kind(Enum):
    """What a number stands for, so that a printer can choose its type."""

    BOOL = "bool"
    INT = "int"
    CARDS = "cards"  # a mask with one bit for each card
    SMALL = "small"  # a mask of any other kind, at most 64 bits


@dataclass(frozen=True, slots=True)
class Num:
    """A constant."""

    value: int
    kind: Kind = Kind.INT


@dataclass(frozen=True, slots=True)
class Var:
    """A local name."""

    name: str
    kind: Kind = Kind.INT


@dataclass(frozen=True, slots=True)
class Zone:
    """The mask of a zone slot, of the present state or the one before.

    `first` is the first slot of the zone, told where the index is computed.
    """

    index: Code
    before: bool = False
    first: int | None = field(default=None, compare=False)

    @property
    def kind(self) -> Kind:
        """A mask of cards."""
        return Kind.CARDS


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a cell slot, of the present state or the one before.

    `first` is the first slot of the cell, told where the index is computed.
    """

    index: Code
    before: bool = False
    kind: Kind = Kind.INT
    first: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class At:
    """An entry of a constant array of the program."""

    array: str
    index: Code
    kind: Kind = Kind.INT


@dataclass(frozen=True, slots=True)
class Op:
    """An operator: not and or == < <= + - * // % & | &~ ~ min max, and those on masks.

    pop counts bits, one(m) asks for exactly one, some(m) for any, has(m, i) for bit i; low is the
    lowest one's place (0 for an empty mask), bit(i) the mask of one, upto(i) the mask of the bits 0
    to i, shift(m, n) the mask moved n places up (n is constant, below 0: down), under(m) the mask
    of all bits below the lowest one (of all if there is none), when(t, m) the mask m where t holds,
    else the empty one, nth(m, k) the place of bit number k, kth(m, k) the mask of it alone.
    gather(m, p) is what m has at the places of the constant mask p, moved together, field(m, i, n)
    the n bits of m from place i on, blocks(m, t, r) tells of each block of bits whether m has any:
    the last bits of the blocks are the constant mask t, the other ones r.

    ways(m, n) is how many subsets of n members there are, subset(m, n, k) the k-th of them in
    lexicographic order, waysof(m, s) and ranked(m, s, k) the same over all sizes in the mask s,
    smallest first.
    """

    op: str
    args: tuple[Code, ...]
    kind: Kind = Kind.INT


@dataclass(frozen=True, slots=True)
class Pick:
    """`then` if `cond` else `other`; only the one taken is looked at."""

    cond: Code
    then: Code
    other: Code
    kind: Kind = Kind.INT


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the program on the state (or the one before)."""

    function: str
    args: tuple[Code, ...]
    kind: Kind
    before: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept for move number `move` when the moves were counted: mask, or count."""

    move: int
    kind: Kind = Kind.CARDS


TRUE: Final = Num(1, Kind.BOOL)
FALSE: Final = Num(0, Kind.BOOL)

Code: TypeAlias = Num | Var | Zone | Cell | At | Op | Pick | Call | Kept


@dataclass(frozen=True, slots=True)
class Let:
    """Declare a local name."""

    name: str
    value: Code


@dataclass(frozen=True, slots=True)
class Set:
    """Give a declared name a new value."""

    name: str
    value: Code


@dataclass(frozen=True, slots=True)
class SetCell:
    """Give a cell slot a value; `first` is the first slot of the cell."""

    index: Code
    value: Code
    first: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SetZone:
    """Give a zone slot a mask; `grows` tells that cards may come in.

    `first` is the first slot of the zone; `empty` tells that it is known to be empty before.
    """

    index: Code
    value: Code
    grows: bool
    first: int | None = field(default=None, compare=False)
    empty: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class SetOver:
    """The deal is over."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the mask and the count of move number `move`."""

    move: int
    mask: Code
    count: Code


@dataclass(frozen=True, slots=True)
class Loop:
    """Go round until `Break` or `Return`."""

    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Continue:
    """Begin the innermost loop's next round."""


@dataclass(frozen=True, slots=True)
class Out:
    """Give out number `index` of a list of numbers that the function is to fill."""

    index: Code
    value: Code


@dataclass(frozen=True, slots=True)
class DrawFrom:
    """Declare `name` as the mask of the first `count` cards of zone slot `zone` in deck order.

    `sure`: they are the next `count` of the deck (a constant number), which are surely there.
    """

    name: str
    zone: Code
    count: Code
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """If, with an `otherwise` that may be empty."""

    cond: Code
    then: tuple[Act, ...]
    otherwise: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """For each bit of a mask, lowest first."""

    name: str
    mask: Code
    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """Declare `name` as the members of a mask that no other member of it beats.

    The array tells for each member which ones it beats.  `usual` is how many members there mostly
    are, 0 where that is not known.
    """

    name: str
    array: str
    mask: Code
    usual: int = 0


@dataclass(frozen=True, slots=True)
class Ways:
    """Two ways to the same names: `masks` where one instruction moves many bits, else `loops`."""

    masks: tuple[Act, ...]
    loops: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Through:
    """For each number from low to high."""

    name: str
    low: Code
    high: Code
    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Note the failed obligation number `number` if `cond` holds, and go on.

    Then the local name `fix`, if there is one, gets the value `value`: one that does no harm.
    """

    cond: Code
    number: int
    fix: str | None = None
    value: Code | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """Branch number `number` of the program was taken; written down only where they are counted."""

    number: int


@dataclass(frozen=True, slots=True)
class Run:
    """Call a function of the program that changes the state."""

    function: str
    args: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step is done and its state can be looked at; written down only where somebody looks."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the function with a value, or without.

    `to` tells where play goes on then, for a printer that jumps there.
    """

    value: Code | None = None
    to: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A comment: a label and its clauses."""

    text: str


Act: TypeAlias = (
    Let
    | Set
    | SetCell
    | SetZone
    | SetOver
    | DrawFrom
    | Branch
    | Each
    | Unbeaten
    | Ways
    | Through
    | Loop
    | Break
    | Continue
    | Keep
    | Out
    | Fault
    | Hit
    | Run
    | Step
    | Return
    | Note
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function on a state; `pure` ones change nothing."""

    name: str
    params: tuple[Var, ...]
    result: Kind | None
    body: tuple[Act, ...]
    pure: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Array:
    """A constant array."""

    name: str
    kind: Kind
    values: tuple[int, ...]
    note: str = ""
