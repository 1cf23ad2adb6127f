"""Names: everything an expression may mention, and where it is declared.

Names without an argument share one space; names asked of something (`c.points`, `s.points`) one
space for each type of the first argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Note
from cardavia_spec.core.source import Span
from cardavia_spec.core.spec import Cell, Definition, Layer, Table, Zone
from cardavia_spec.core.types import Int, Kind, Scalar, SetOf, Sort, Type, Value
from cardavia_spec.front.faults import Faults

BUILTINS: Final = ("me", "settled", "size", "empty", "min", "max", "was")
"""Names that the language keeps: nothing else can be called so."""

GLOBAL: Final = ("seats", "suits", "ranks", "deck", "teams", "bool", "winners")
"""Names that the language keeps where they are names of nothing: all that there are of a kind."""

DOTTED = frozenset({Kind.CARD, Kind.SUIT, Kind.RANK, Kind.SEAT, Kind.TEAM, Kind.ENUM})


@dataclass(frozen=True, slots=True)
class Constant:
    """A name for a constant: a member of a sort, or one of the base sets."""

    type: Type
    value: Value


@dataclass(frozen=True, slots=True)
class Broken:
    """A declared name whose declaration has an error: its uses are not told again."""


Meaning: TypeAlias = Constant | Zone | Cell | Table | Definition | Broken
Lazy: TypeAlias = Callable[[], "Meaning"]
Asked: TypeAlias = tuple[str, str | None]  # name, type of the first argument


def asked_of(type_: Scalar | None) -> str | None:
    """Return the key of the first argument's type: a sort's name, or `number`, or `truth`."""
    if type_ is None:
        return None
    if isinstance(type_, Sort):
        return type_.name
    return "number" if isinstance(type_, Int) else "truth"


@dataclass
class Scope:
    """All global names of one spec."""

    faults: Faults
    names: dict[Asked, Meaning | Lazy] = field(default_factory=dict)
    places: dict[Asked, Span] = field(default_factory=dict)
    sorts: dict[str, Sort] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)

    def declare(
        self, name: str, of: str | None, meaning: Meaning | Lazy, span: Span | None
    ) -> bool:
        """Enter a name; tell and return False if it is taken."""
        asked = (name, of)
        known = self.names.get(asked)
        if (known is not None and not isinstance(known, Broken)) or _kept(name, of):
            where = self.places.get(asked)
            taken = f"stands already for {_what(known)}" if where else "belongs to the language"
            asked_text = f" of a {of}" if of else ""
            if span is not None:
                self.faults.error(
                    "CV402",
                    span,
                    f"the name '{name}'{asked_text} {taken}",
                    "choose another name",
                    (Note("first declared here", where),) if where else (),
                )
            return False
        self.names[asked] = meaning
        if span is not None:
            self.places[asked] = span
        return True

    def find(self, name: str, of: str | None) -> Meaning | None:
        """Return what a name stands for, or None; a lazy one is read now."""
        meaning = self.names.get((name, of))
        if meaning is None or not callable(meaning):
            return meaning
        read = meaning()
        self.names[name, of] = read
        return read

    def free_key(self, name: str, of: str | None, taken: object) -> str:
        """Return a key for the spec's mapping: the name, with the type where it is shared."""
        assert isinstance(taken, dict)
        return name if name not in taken or of is None else f"{name}/{of}"

    def known(self, of: str | None) -> list[str]:
        """Return the names that may be asked of this type, for suggestions."""
        return [name for name, asked in self.names if asked == of]

    def whose(self, name: str) -> list[str]:
        """Return the types that have something of this name, for suggestions."""
        return [asked for other, asked in self.names if other == name and asked is not None]


def _kept(name: str, of: str | None) -> bool:
    """Whether the language keeps a name, whatever else is declared."""
    return name in BUILTINS or (of is None and name in GLOBAL)


def _what(meaning: Meaning | Lazy | None) -> str:
    """Return in words what a name stands for."""
    match meaning:
        case Constant(type=Sort() as sort):
            member = f"a name of the list '{sort.name}'"
            return member if sort.kind is Kind.ENUM else f"a {sort.name}"
        case Constant():
            return "a list of names"
        case Zone():
            return "a zone"
        case Cell(layer=Layer.OPTION):
            return "an option"
        case Cell():
            return "a variable"
        case Table():
            return "a table"
        case _:  # not read yet: only definitions wait
            return "a definition"


def set_of(sort: Scalar) -> SetOf:
    """Return the type of sets of a scalar's members."""
    return SetOf(sort)


def ref(name: str, type_: Type, span: Span) -> ir.Ref:
    """Return a reference to a bound name."""
    return ir.Ref(name, type=type_, span=span)
