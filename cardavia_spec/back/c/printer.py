"""Writing a plan down in C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from cardavia_spec.back.c.filled import Filled
from cardavia_spec.back.c.places import Fields, bare, rebased, within
from cardavia_spec.back.c.straight import flat
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function, Kind, Num
from cardavia_spec.core.plan.program import Program
from cardavia_spec.core.plan.stock import drawn_zones, is_one_stock

TYPES: Final = {Kind.BOOL: "int", Kind.INT: "I", Kind.CARDS: "M", Kind.SMALL: "u64"}

MASKS: Final = (Kind.CARDS, Kind.SMALL)
CALLED: Final = frozenset(
    {"pop", "one", "under", "low", "nth", "kth", "ways", "waysof", "subset", "ranked", "gather"}
    | {"field", "blocks"}
)
"""Operators that are functions of the runtime, one for each width of masks."""
MOST_AT_ONCE: Final = 8
"""So many members are looked at without asking after each whether there is another one."""
INLINE: Final = "inline __attribute__((always_inline)) "
SMALL_TEXT: Final = 1500
"""A function is small whose plan, written out, has fewer characters."""

INFIX: Final = {
    "and": "&&", "or": "||", "==": "==", "<": "<", "<=": "<=", "+": "+", "-": "-", "*": "*",
    "&": "&", "|": "|",
}  # fmt: skip


class Printer:
    """Writes the functions of one program."""

    def __init__(self, program: Program, further: Sequence[tuple[Act, ...]] = ()) -> None:
        """`further` acts are to be written, too, and stand in none of the program's functions."""
        self.program = program
        self.wide = program.cards > 64
        plays = repr([f for name, f in program.functions.items() if name.startswith("play_")])
        self.kept = [n for n in range(len(program.spec.moves)) if f"Kept(move={n}," in plays]
        self.zones = Fields(program.spec.zones.items())
        self.cells = Fields(program.spec.cells.items())
        self.filled = Filled(program, further)
        self.places: dict[str, tuple[Code, bool]] = {}  # of names in the function being written
        self.drawn = drawn_zones(program)
        self.one_stock = is_one_stock(program, self.drawn)

    # ------------------------------------------------------------------ expressions

    def ex(self, c: Code) -> str:
        """Return a code as a C expression."""
        match c:
            case Num(value, kind):
                return self.number(value, kind)
            case code.Var(name):
                return name
            case code.Zone(index, before, first):
                return f"{'b' if before else 's'}->z.{self.field(self.zones, index, first)}"
            case code.Cell(index, before, _, first):
                return f"{'b' if before else 's'}->c.{self.field(self.cells, index, first)}"
            case code.At(array, index):
                values = self.program.arrays[array].values
                n = len(values)
                if (
                    n > 1
                    and values == (*range(1, n), 0)
                    and isinstance(index, code.Var | code.Cell)
                ):
                    return f"after({self.ex(index)}, {n})"
                return f"{array}[{self.ex(index)}]"
            case code.Op():
                return self.operator(c)
            case code.Pick(code.Op("some", (asked,)), code.Var(name), other) if (
                asked == c.then and c.kind in MASKS and flat(other)
            ):  # no branch: which one it is is as good as chance
                return f"either_{'c' if c.kind is Kind.CARDS else 's'}({name}, {self.ex(other)})"
            case code.Pick(cond, then, Num(0)) if then.kind in MASKS and flat(then):
                return self.masked(cond, then)
            case code.Pick(cond, then, other):
                return f"({self.ex(cond)} ? {self.ex(then)} : {self.ex(other)})"
            case code.Call(function, args, _, before):
                given = ", ".join(["b" if before else "s", *map(self.ex, args)])
                return f"{function}({given})"
            case code.Kept(move):
                return f"l->kept[{move}]"
            case _:
                assert_never(c)

    def masked(self, cond: Code, then: Code) -> str:
        """Return a mask where a condition holds, else the empty one, without a branch."""
        kind = TYPES[then.kind]
        if isinstance(then, Num) and then.value.bit_count() == 1:
            return f"(({kind}){self.ex(cond)} << {then.value.bit_length() - 1})"
        if (
            isinstance(then, code.Op)
            and then.op == "bit"
            and (then.kind is Kind.SMALL or not self.wide)
        ):
            return f"(({kind}){self.ex(cond)} << {self.ex(then.args[0])})"
        return f"(-({kind}){self.ex(cond)} & {self.ex(then)})"

    def number(self, value: int, kind: Kind) -> str:
        """Return a constant."""
        if kind is Kind.CARDS and self.wide and value >> 64:
            return f"(((M)0x{value >> 64:x}ull << 64) | 0x{value & (1 << 64) - 1:x}ull)"
        if kind is Kind.CARDS and self.wide:
            return f"((M)0x{value:x}ull)"
        if kind in (Kind.CARDS, Kind.SMALL):
            return f"0x{value:x}ull"
        return str(value) if -(1 << 31) < value < 1 << 31 else f"{value}ll"

    def operator(self, c: code.Op) -> str:
        """Return an operator on its arguments."""
        asked = self.filled.asked(c)
        if asked is not None and asked[0] in self.filled.used:
            return f"({self.number_of(*asked[0])} {asked[1]})"
        one = self.filled.one(c)
        if one is not None:
            first, zone = one
            return f"(int)({self.number_of('ones', first)} >> {self.place(zone.index, first)} & 1)"
        args = [self.ex(a) for a in c.args]
        mask = c.args[0].kind
        size = "c" if mask is Kind.CARDS else "s"
        match c.op:
            case op if op in INFIX:
                return f"({args[0]} {INFIX[op]} {args[1]})"
            case "not":
                return f"(!{args[0]})"
            case "&~":
                return f"({args[0]} & ~{args[1]})"
            case "//":
                return f"fdiv({args[0]}, {args[1]})"
            case "%":
                return f"fmodulo({args[0]}, {args[1]})"
            case "min" | "max":
                return f"{c.op}_({args[0]}, {args[1]})"
            case "some":
                return f"({args[0]} != 0)"
            case "lone":
                of = c.args[0]
                assert isinstance(of, code.Zone)
                first = self.filled.family(of)
                return f"{self.number_of('lone', first)}[{bare(self.place(of.index, first))}]"
            case "shift":
                away = c.args[1]
                assert isinstance(away, Num)
                return f"({args[0]} {'<<' if away.value > 0 else '>>'} {abs(away.value)})"
            case "when":
                return self.masked(c.args[0], c.args[1])
            case "bit":
                return f"{'BIT' if c.kind is Kind.CARDS else 'bit_s'}({args[0]})"
            case "upto":
                return f"upto_{'c' if c.kind is Kind.CARDS else 's'}({args[0]})"
            case "has" if mask is Kind.CARDS and self.wide:
                return f"has_c({args[0]}, {args[1]})"
            case "has":
                return f"(int)({args[0]} >> {args[1]} & 1)"
            case "~":
                return f"(~{args[0]})"
            case op if op in CALLED:
                return f"{c.op}_{size}({', '.join(args)})"
            case op:
                raise AssertionError(op)

    # ------------------------------------------------------------------ statements

    def acts(self, acts: Iterable[Act], indent: int) -> list[str]:
        """Return statements as lines."""
        pad = "  " * indent
        lines: list[str] = []
        acts, at = tuple(acts), 0
        while at < len(acts):
            whole = self.filled.whole(acts[at:])
            if whole is not None:
                first, numbers = whole
                several = acts[at : at + self.filled.sizes[first]]
                lines += [pad + line for act in several for line in self.set_zone(act)]
                lines += [
                    f"{pad}{self.number_of(what, first)} = {number};"
                    for what, number in numbers.items()
                ]
                at += len(several)
                continue
            lines += [pad + line if line else line for line in self.act(acts[at])]
            at += 1
        return lines

    def block(self, acts: tuple[Act, ...]) -> list[str]:
        """Return the lines of a block, one step in, with its closing brace."""
        return [*self.acts(acts, 1), "}"]

    def act(self, act: Act) -> list[str]:
        """Return one statement as lines."""
        match act:
            case code.Let(name) if name in self.places:
                place, fixed = self.places[name]
                return [] if fixed else [f"I {name} = {self.ex(place)};"]
            case code.Let(name, value):
                return [f"{TYPES[value.kind]} {name} = {self.ex(value)};"]
            case code.Set(name, value):
                return [f"{name} = {self.ex(value)};"]
            case code.SetCell(index, value, first):
                return [f"s->c.{self.field(self.cells, index, first)} = {self.ex(value)};"]
            case code.SetZone():
                return self.zone(act)
            case code.SetOver():
                return ["s->over = 1;"]
            case code.DrawFrom(name, zone, count, True):
                source = self.ex(code.Zone(zone))
                return [f"M {name} = draw_next(s, chance, {source}, {self.ex(count)});"]
            case code.DrawFrom(name, zone, count):
                source = self.ex(code.Zone(zone) if self.one_stock else zone)
                return [f"M {name} = draw(s, {source}, {self.ex(count)});"]
            case code.Branch(cond, then, otherwise):
                return self.branch(cond, then, otherwise)
            case code.Each(name, mask, body):
                if isinstance(mask, Num) and mask.value & (mask.value + 1) == 0 != mask.value:
                    head = f"for (I {name} = 0; {name} < {mask.value.bit_length()}; {name}++) {{"
                    return [head, *self.block(body)]
                kind = TYPES[mask.kind]
                size = "c" if mask.kind is Kind.CARDS else "s"
                head = f"for ({kind} left_{name} = {self.ex(mask)}; left_{name} != 0; "
                head += f"left_{name} &= left_{name} - 1) {{"
                return [head, f"  I {name} = next_{size}(left_{name});", *self.block(body)]
            case code.Unbeaten(name, array, mask, usual):
                size = "c" if mask.kind is Kind.CARDS else "s"
                usual = usual if usual <= MOST_AT_ONCE else 0
                found = f"unbeaten_{size}({array}, {self.ex(mask)}, {usual})"
                return [f"{TYPES[mask.kind]} {name} = {found};"]
            case code.Through(name, low, high, body):
                end = self.ex(high)
                head = f"for (I {name} = {self.ex(low)}, to_{name} = {end}; "
                head += f"{name} <= to_{name}; {name}++) {{"
                return [head, *self.block(body)]
            case code.Loop(body):
                return ["for (;;) {", *self.block(body)]
            case code.Break():
                return ["break;"]
            case code.Continue():
                return ["continue;"]
            case code.Keep(move, mask, count):
                lines = [f"l->count[{move}] = (u64){self.ex(count)};"]
                if move in self.kept and count != Num(0):
                    lines.append(f"l->kept[{move}] = {self.ex(mask)};")
                return lines
            case code.Out(index, value):
                return [f"out[{self.ex(index)}] = (I){self.ex(value)};"]
            case code.Fault(cond, number, fix, value):
                right = "" if fix is None or value is None else f"{fix} = {self.ex(value)}"
                return [f"FAULT({self.ex(cond)}, {number}, {right});"]
            case code.Hit(number):
                return [f"HIT({number});"]
            case code.Ways():
                raise AssertionError(act)
            case code.Run(function, args):
                return self.run(function, args)
            case code.Step():
                return ["OBSERVE(s, 1);"]
            case code.Return(value):
                return ["return;" if value is None else f"return {self.ex(value)};"]
            case code.Note(text):
                return [f"/* {comment(text)} */"]
            case _:
                assert_never(act)

    def zone(self, act: code.SetZone) -> list[str]:
        """Return what gives a zone a mask, and keeps up what is kept of its family."""
        lines = self.set_zone(act)
        family = self.zones.family(act.index, act.first)
        zone = f"s->z.{self.field(self.zones, act.index, act.first)}"
        kept = self.filled.counted(family)
        given = {"z": zone, "i": bare(self.place(act.index, family))}
        card = None if act.empty else self.filled.card(act, "|")
        if card is not None and kept:  # as a rule into an empty one
            pairs = [
                tuple(
                    x.format(**given, c=card, n=self.number_of(w, family))
                    for x in self.filled.laid(w)
                )
                for w in kept
            ]
            there, other = [f"  {first}" for first, _ in pairs], [f"  {x}" for _, x in pairs if x]
            return [
                f"if (__builtin_expect({zone} == 0, 1)) {{",
                *there,
                f"  {zone} = {card};",
                "} else {",
                *other,
                f"  {lines[0]}",
                "}",
                *lines[1:],
            ]
        for what in kept:
            before, after = (
                x.format(**given, n=self.number_of(what, family))
                for x in self.filled.change(act, what)
            )
            lines = [x for x in (before, *lines, after) if x]
        return lines

    def set_zone(self, act: Act) -> list[str]:
        """Return what gives a zone a mask."""
        assert isinstance(act, code.SetZone)
        field = self.field(self.zones, act.index, act.first)
        rewind = self.rewind(act.index, act.first) if act.grows else []
        return [f"s->z.{field} = {self.ex(act.value)};", *rewind]

    def number_of(self, what: str, first: int) -> str:
        """Return what holds a number that is kept of a family."""
        return f"s->{what}.{self.zones.names[first]}"

    def branch(self, cond: Code, then: tuple[Act, ...], otherwise: tuple[Act, ...]) -> list[str]:
        """Return an if; constant conditions are decided now."""
        if isinstance(cond, Num):
            taken = then if cond.value else otherwise
            return ["{", *self.block(taken)] if taken else []
        if not then and not otherwise:
            return []
        if not then:
            return [f"if (!{self.ex(cond)}) {{", *self.block(otherwise)]
        lines = [f"if ({self.ex(cond)}) {{", *self.block(then)]
        if otherwise:
            lines[-1] = "} else {"
            lines += self.block(otherwise)
        return lines

    def run(self, function: str, args: tuple[Code, ...]) -> list[str]:
        """Return a call."""
        return [f"{function}({', '.join(['s', *map(self.ex, args)])});"]

    # ------------------------------------------------------------------ zones and cells

    def field(self, fields: Fields, index: Code, first: int | None) -> str:
        """Return what a slot of the state is called."""
        first = fields.family(index, first)
        return fields.field(first, self.place(index, first))

    def place(self, index: Code, first: int) -> str:
        """Return the place of a slot in its family."""
        if isinstance(index, code.Var) and index.name in self.places:
            place, fixed = self.places[index.name]
            return self.ex(place) if fixed else index.name
        return self.ex(within(index, first))

    def rewind(self, index: Code, first: int | None) -> list[str]:
        """Return what makes a zone that is drawn from be looked through anew."""
        if self.one_stock:
            return []
        if isinstance(index, Num):
            if index.value not in self.drawn:
                return []
            return [f"s->from[{self.drawn.index(index.value)}] = 0;"]
        first = self.zones.family(index, first)
        place = self.place(index, first)
        return [
            f"if ({place} == {z - first}) s->from[{i}] = 0;"
            for i, z in enumerate(self.drawn)
            if self.zones.of[z] == first
        ]

    # ------------------------------------------------------------------ functions

    def head(self, f: Function) -> str:
        """Return the head of a function."""
        state = ["S *s", "S *b"] if f.name.startswith("asks_") else ["S *s"]
        if f.name in ("results", "match_results", "results_and_after"):
            state.append("I *out")
        if f.name == "deal":
            state.append("const u64 *chance")
        if f.name.startswith(("moves", "play_")):
            state.append("L *l")
        params = ", ".join([*state, *(f"{TYPES[p.kind]} {p.name}" for p in f.params)])
        result = "void" if f.result is None else TYPES[f.result]
        often = f.name.startswith(("moves", "play_")) or (f.pure and small(f))
        inline = INLINE if often else ""
        if f.name == "settle" or f.name.startswith("asks_"):
            inline = "RARE "  # once a deal; in few lots
        return f"static {inline}{result} {f.name}({params})"

    def function(self, f: Function) -> list[str]:
        """Return a function as lines."""
        self.places = rebased(f.body)
        self.filled.enter(f.body)
        note = [f"/* {comment(f.note)} */"] if f.note else []
        return [*note, self.head(f) + " {", *self.block(f.body), ""]


def small(f: Function) -> bool:
    """Whether a function is worth being written into its callers."""
    return len(repr(f.body)) < SMALL_TEXT


def comment(text: str) -> str:
    """Return a text that cannot end a comment: nothing of a spec gets into the code."""
    return "".join(c if c.isalnum() or c in " ,.:;()'_-" else "?" for c in text)
