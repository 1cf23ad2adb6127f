"""Writing codes down as Python expressions."""

from __future__ import annotations

from typing import assert_never

from cardavia_spec.back.python.printer import INFIX
from cardavia_spec.back.python.quick.bycard import card_of, values
from cardavia_spec.back.python.quick.jumps import NotQuick
from cardavia_spec.back.python.quick.places import Effects, Places
from cardavia_spec.back.python.quick.remember import Spot
from cardavia_spec.back.python.quick.tables import small_size
from cardavia_spec.back.python.quick.trees import joined
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Code, Kind, Num, Op, Var
from cardavia_spec.core.plan.program import Program

FEW = 4
"""So many zones of a family are looked at one by one, which is quicker than all at once."""


class Expressions:
    """Writes codes.  Zones and variables are in local names."""

    def __init__(
        self, program: Program, places: Places, effects: Effects, *, one_stock: bool
    ) -> None:
        self.program = program
        self.places = places
        self.effects = effects
        self.one_stock = one_stock
        self.leave: tuple[str, ...] = ("break",)
        self.noted = "hits"  # what takes in the branches taken
        self.apart = False  # whether a function apart is being written
        self.needed = program.cards  # so many cards are drawn at most
        self.in_place = False  # whether the deck is shuffled within the loop
        self.kept: set[int] = set()
        self.truths: set[str] = set()  # names that are only asked whether they hold
        moves = enumerate(program.spec.moves.values())
        self.subsets = {i for i, m in moves if any(c.size is not None for c in m.choices)}
        self.exact: set[int] = set()  # moves that there are as many of as cards that are kept
        self.over_now: set[str] = set()  # tables that are looked into once a match
        self.single: set[str] = set()  # names that surely are single cards
        self.by_length: set[str] = set()  # chains that are looked into by a bit's length
        self.rows: dict[tuple[int, ...], str] = {}  # members of a mask for each card
        self.spots: dict[str, Spot] = {}
        self.levels: dict[str, tuple[int, ...]] = {}  # of tables, what beats the rest first
        self.placed: dict[str, int] = {}  # where in the deck draws begin
        self.dealt: dict[tuple[int, ...], int] = {}  # cards of a deck that are added up
        self.chains: dict[str, tuple[str, ...]] = {}  # tables of tables, by a card's bit

    # ------------------------------------------------------------------ places

    def at(self, kind: str, index: Code) -> str:
        """Return a zone or cell."""
        if isinstance(index, Num):
            return self.places.names[kind, index.value]
        if self.places.flat[kind]:
            name = self.places.names[kind, 0].split("[")[0]
            return f"{name}[{self.ex(index)}]"
        home, place = self.places.family(kind, index)
        if isinstance(place, Num):
            return self.places.names[kind, home.offset + place.value]
        name = self.places.variable((kind, home.offset))
        return f"{name}[{self.ex(place)}]"

    # ------------------------------------------------------------------ expressions

    def ex(self, c: Code) -> str:
        """Return a code as an expression of the very value."""
        match c:
            case Num(value):
                return str(value) if abs(value) < 1 << 20 else hex(value)
            case Var(name):
                return name
            case code.Zone(index):
                return self.at("z", index)
            case code.Cell(index):
                return self.at("c", index)
            case code.At(array, index):
                chain = [array]
                while isinstance(index, code.At):
                    chain.append(index.array)
                    index = index.index
                if isinstance(index, Op) and index.op == "place":
                    name = "_of_".join([*chain, "card"])
                    self.chains[name] = tuple(chain)
                    card = card_of(c, self.single)
                    if card is not None and values(c, self.program.arrays, self.program.cards):
                        self.by_length.add(name)
                        return f"{name}_at[{card}.bit_length()]"
                    return f"{name}[{self.ex(index.args[0])}]"
                return f"{array}[{self.ex(c.index)}]"
            case Op():
                return self.operator(c)
            case code.Pick(cond, then, other):
                return f"({self.ex(then)} if {self.cond(cond)} else {self.ex(other)})"
            case code.Call("is_over"):
                return "over"
            case code.Call(function, args):
                given = ", ".join([*map(self.ex, args), *self.state_of(function)])
                return f"quick_{function}({given})"
            case code.Kept(move):
                return f"legal_{move}"
            case _:
                assert_never(c)

    def cond(self, c: Code) -> str:
        """Return a code as an expression of the same truth."""
        match c:
            case Op("some", (mask,)):
                return self.truth(mask)
            case Op("not", (Op("some", (Op("&~", (a, b)),)),)):
                return (
                    f"{self.ex(a)} & {self.ex(b)} == {self.ex(a)}"
                    if _short(a)
                    else (f"not {self.ex(a)} & ~{self.ex(b)}")
                )
            case Op("not", (Op("some" | "and" | "or" | "has", _) as inner,)):
                return (
                    f"not ({self.cond(inner)})"
                    if inner.op != "some"
                    else (f"not {_atom(self.truth(inner.args[0]))}")
                )
            case Op("and", _) if (between := _between(c)) is not None:
                return "{} <= {} <= {}".format(*map(self.ex, between))
            case Op("and", _):
                asked = conjuncts(c)
                family = self.family_of(asked, "one")
                if family is not None:
                    # Zones have no card in common: so many in all, and none empty, is one in each.
                    ones = [x for x in asked if _is_one(x)]
                    joined = " | ".join(self.ex(x.args[0]) for x in ones if isinstance(x, Op))
                    rest = [_atom(self.cond(x)) for x in asked if not _is_one(x)]
                    first = [f"0 not in {family}", f"({joined}).bit_count() == {len(ones)}"]
                    return " and ".join([*rest, *first])
                family = self.family_of(asked, "some")
                if family is not None and len(asked) > FEW:
                    rest = [_atom(self.cond(x)) for x in asked if not _is_some(x)]
                    return " and ".join([*rest, f"0 not in {family}"])
                family = self.family_of([algebra.deny(x) for x in asked], "some")
                if family is not None and len(asked) > FEW:
                    rest = [_atom(self.cond(x)) for x in asked if not _is_some(algebra.deny(x))]
                    return " and ".join([*rest, f"not any({family})"])
                return " and ".join(_atom(self.cond(x)) for x in asked)
            case Op("or", (a, b)):
                return f"{_atom(self.cond(a))} or {_atom(self.cond(b))}"
            case Op("has", (mask, Num(i))):
                return f"{self.ex(mask)} & {1 << i:#x}"
            case Op("has", (mask, member)):
                return f"{self.ex(mask)} >> {self.ex(member)} & 1"
            case Op("one", (mask,)):
                return f"{dotted(self.ex(mask))}.bit_count() == 1"
            case Op("not", (Op("one", (mask,)),)):
                return f"{dotted(self.ex(mask))}.bit_count() != 1"
            case Op("not", (Op("==", (a, b)),)):
                return f"{self.ex(a)} != {self.ex(b)}"
            case Op("not", (inner,)):
                return f"not {_atom(self.cond(inner))}"
            case Op("==" | "<" | "<=", (a, b)):
                return f"{self.ex(a)} {c.op} {self.ex(b)}"
            case _:
                return self.ex(c)

    def family_of(self, asked: list[Code], op: str) -> str | None:
        """Return the list whose zones, all of them and no others, are asked one thing each."""
        zones = [x.args[0] for x in asked if isinstance(x, Op) and x.op == op]
        slots = [
            z.index.value for z in zones if isinstance(z, code.Zone) and isinstance(z.index, Num)
        ]
        if len(slots) < 2 or len(slots) < len(zones) or self.places.flat["z"]:
            return None
        home = self.places.home("z", slots[0])
        if sorted(slots) != list(range(home.offset, home.offset + home.size)):
            return None
        return self.places.variable(("z", home.offset))

    def truth(self, mask: Code) -> str:
        """Return whether a mask has any bit."""
        match mask:
            case Op("|", (a, b)):
                parts_ = joined(mask)
                family = self.family_of([Op("some", (x,)) for x in parts_], "some")
                if family is not None and len(parts_) > FEW:
                    return f"any({family})"
                return f"{self.truth(a)} or {self.truth(b)}"
            case Op("&", (a, b)):
                return f"{self.ex(a)} & {self.ex(b)}"
            case Op("&~", (a, b)):
                return f"{self.ex(a)} & ~{self.ex(b)}"
            case _:
                return self.ex(mask)

    def operator(self, c: Op) -> str:
        """Return an operator on its arguments."""
        args = [self.ex(a) for a in c.args] if c.op not in ("unbeaten", "total") else []
        match c.op:
            case "and" | "or" | "not" | "some" | "one" | "==" | "<" | "<=":
                text = self.cond(c)
                exact = c.op in ("one", "==", "<", "<=", "not")
                if c.op in ("and", "or"):
                    exact = _exact(c)
                return f"({text})" if exact else f"bool({text})"
            case "has":
                return f"({args[0]} >> {args[1]} & 1)"
            case op if op in INFIX:
                return f"({args[0]} {INFIX[op]} {args[1]})"
            case "&~":
                if isinstance(c.args[1], Num):
                    return f"({args[0]} & {self.but(c.args[1]):#x})"
                return f"({args[0]} & ~{args[1]})"
            case "^":
                return f"({args[0]} ^ {args[1]})"
            case "min" | "max":
                less = "<=" if c.op == "min" else ">="
                if all(isinstance(a, Var | Num | code.Cell) for a in c.args):
                    return f"({args[0]} if {args[0]} {less} {args[1]} else {args[1]})"
                return f"{c.op}({args[0]}, {args[1]})"
            case "shift":
                away = c.args[1]
                assert isinstance(away, Num)
                return f"({args[0]} {'<<' if away.value > 0 else '>>'} {abs(away.value)})"
            case "when":
                return f"({args[1]} if {self.cond(c.args[0])} else 0)"
            case "bit":
                return self.bit(c.args[0])
            case "upto":
                return f"UPTO[{args[0]}]"
            case "pop":
                return f"{dotted(args[0])}.bit_count()"
            case "~":
                return f"(~{args[0]})"
            case "low" if isinstance(c.args[0], Var):
                m = args[0]
                return f"(({m} & -{m}).bit_length() - 1 if {m} else 0)"
            case "nth":
                return f"chosen({args[0]}, {args[1]})"
            case "low" | "under" | "ways" | "waysof" | "subset" | "ranked":
                return f"{c.op}({', '.join(args)})"
            case "highest":
                return f"highest_{args[1]}[{args[0]}]"
            case "remembered":
                return f"remembered_{args[0]}[{args[1]}, {bare(args[2])}]"
            case "row":
                name, member, zone, block = args
                found = f"rows_{name}[{member}][{zone} >> from_{name}[{member}] & {block}]"
                new = f"fill_{name}({member}, {bare(zone)})"
                return f"(kept if (kept := {found}) is not None else {new})"
            case "spots":
                small = (1 << small_size(self.spots[args[1]][1])) - 1
                found = f"{args[1]}[({self.first_cards(c.args[0], args[1])}) % {small}]"
                return f"sum(BIT[i] for i in {found})"
            case "len":
                return f"len({args[0]})"
            case "held":
                return f"held_{args[0]}"
            case "popped":
                return f"PLACE[{args[0]}.pop({args[1]})]"
            case "place":
                return f"PLACE[{args[0]}]"
            case "fail":
                return "give_up()"
            case "over" if args[0] in self.over_now:
                return f"{args[0]}_now[{args[2]}.bit_length()]"
            case "over":
                return f"{args[0]}[{args[1]}][{args[2]}.bit_length()]"
            case "dealt":
                spots = tuple(a.value for a in c.args if isinstance(a, Num))
                if max(spots) >= self.needed:
                    raise NotQuick("more is drawn than there is")
                if self.in_place:
                    return f"sum(({', '.join(f'p{i}' for i in spots)}))"
                return f"dealt[{self.dealt.setdefault(spots, len(self.dealt))}]"
            case "total":
                array = c.args[1]
                assert isinstance(array, Var)
                return f"total_{array.name}[{self.ex(c.args[0])}]"
            case op:
                raise AssertionError(op)

    def first_cards(self, zone: Code, table: str) -> str:
        """Return the first cards of the entries of a table that lie in a zone as a whole."""
        m = self.ex(zone)
        shifts, first = self.spots[table]
        shifted = "".join(f" & {m} >> {n}" for n in shifts)
        return f"{m}{shifted} & {sum(first):#x}"

    def bit(self, member: Code) -> str:
        """Return the mask of one member."""
        match member:
            case Op("popped", (kept, k)):
                return f"{self.ex(kept)}.pop({self.ex(k)})"
            case Op("nth", (mask, number)):
                return f"BIT[chosen({self.ex(mask)}, {self.ex(number)})]"
            case _:
                return f"BIT[{self.ex(member)}]"

    def but(self, mask: Num) -> int:
        """Return all bits but those of a constant mask."""
        bits = self.program.cards if mask.kind is Kind.CARDS else 64
        return ((1 << bits) - 1) & ~mask.value

    # ------------------------------------------------------------------ calls

    def state_of(self, function: str) -> list[str]:
        """Return the names of what a function reads or writes."""
        reads, writes = self.effects.of_function(function)
        found = {self.name_of(slot) for slot in reads | writes}
        return sorted(found - {"order", "taken"}) + (
            ["order", "taken"] if ("deck", 0) in reads | writes else []
        )

    def name_of(self, slot: tuple[str, int]) -> str:
        """Return the local name of a slot."""
        if slot[0] == "over":
            return "over"
        return "order" if slot[0] == "deck" else self.places.variable(slot)


def conjuncts(c: Code) -> list[Code]:
    """Return the parts of a condition that are all asked, in order."""
    if isinstance(c, Op) and c.op == "and" and _between(c) is None:
        return [part for arg in c.args for part in conjuncts(arg)]
    return [c]


def _between(c: Op) -> tuple[Code, Code, Code] | None:
    match c.args:
        case (Op("<=", (low, x)), Op("<=", (y, high))) if x == y:
            return low, x, high
        case _:
            return None


def _exact(c: Code) -> bool:
    """Whether a truth is written as one, not as what it comes down to."""
    match c:
        case Op("==" | "<" | "<=" | "one" | "not"):
            return True
        case Op("and" | "or", args):
            return all(map(_exact, args))
        case Num(_, Kind.BOOL) | Var(_, Kind.BOOL) | code.Cell(_, _, Kind.BOOL):
            return True
        case _:
            return False


def _is_one(c: Code) -> bool:
    return isinstance(c, Op) and c.op == "one"


def _is_some(c: Code) -> bool:
    return isinstance(c, Op) and c.op == "some"


def _short(c: Code) -> bool:
    return isinstance(c, Var | Num) or (isinstance(c, code.At | code.Zone) and _short(c.index))


def bare(text: str) -> str:
    """Return an expression without brackets around the whole of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1]


def dotted(text: str) -> str:
    """Return an expression as it may stand before a dot."""
    return (
        text if text.isidentifier() or text.endswith("]") or text.startswith("(") else f"({text})"
    )


def _atom(text: str) -> str:
    """Return a condition in brackets where it has parts."""
    return text if text.replace("_", "").isalnum() else f"({text})"
