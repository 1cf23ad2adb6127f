"""Writing plans down as the body of one function that keeps everything in local names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardavia_spec.back.python.printer import comment
from cardavia_spec.back.python.quick.bycard import card_of, values
from cardavia_spec.back.python.quick.expressions import Expressions, bare, dotted
from cardavia_spec.back.python.quick.jumps import NotQuick
from cardavia_spec.back.python.quick.tables import small_size
from cardavia_spec.back.python.quick.trees import Acts, every, joined, names, own_codes, parts
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Kind, Num, Op, Var

SMALL = 60
"""Masks of more bits than this are great."""
FAR = 5
"""Bits that are farther from both ends of a great mask are found by halves."""


class Writer(Expressions):
    """Writes acts as lines.  `leave` are the lines that stand for a return."""

    # ------------------------------------------------------------------ statements

    def block(self, acts: Iterable[Act]) -> list[str]:
        """Return the lines of a block, one step in."""
        lines = self.lines(acts)
        if all(line.lstrip().startswith("#") for line in lines):
            lines.append("pass")
        return ["    " + line for line in lines]

    def lines(self, acts: Iterable[Act]) -> list[str]:
        """Return the lines of acts."""
        acts = list(acts)
        found: list[str] = []
        while acts:
            run = self.run(acts)
            if run:
                found.append(self.whole(acts[0], run))
            else:
                found += self.act(acts[0])
            del acts[: max(run, 1)]
        return found

    def run(self, acts: list[Act]) -> int:
        """Return how many acts, from the first on, give a whole list one constant."""
        first = acts[0]
        if not isinstance(first, code.SetZone | code.SetCell) or not isinstance(first.index, Num):
            return 0
        kind = "z" if isinstance(first, code.SetZone) else "c"
        home = self.places.home(kind, first.index.value)
        if home.size == 1 or self.places.flat[kind] or home.offset != first.index.value:
            return 0
        wanted = [replace(first, index=Num(home.offset + i)) for i in range(home.size)]
        fits = isinstance(first.value, Num) and acts[: home.size] == wanted
        return home.size if fits else 0

    def whole(self, act: Act, size: int) -> str:
        """Return how a whole list is given one constant."""
        assert isinstance(act, code.SetZone | code.SetCell)
        kind = "z" if isinstance(act, code.SetZone) else "c"
        assert isinstance(act.index, Num)
        name = self.places.variable((kind, act.index.value))
        value = self.ex(act.value)
        if size == 2:
            return f"{name}[0] = {name}[1] = {value}"
        if self.apart:  # the list is another function's
            return f"{name}[:] = ({', '.join([value] * size)})"
        return f"{name} = [{', '.join([value] * size)}]"

    def act(self, act: Act) -> list[str]:
        """Return one statement as lines."""
        match act:
            case code.Let(name, Op("unbeaten", (mask, Var(array)))):
                whole = bare(self.ex(mask))
                before = [] if isinstance(mask, Var) else [f"left_{name} = {whole}"]
                held = f"left_{name}" if before else whole
                return [*before, *searched(name, held, self.levels[array])]
            case code.Let(name, Op("bit", (Op("nth", (mask, k)),))):
                return self.taken(name, mask, k)
            case code.Let(name, value) | code.Set(name, value):
                if name in self.truths and value.kind is Kind.BOOL:
                    return [f"{name} = {self.cond(value)}"]
                return [self.assigned(name, value)]
            case code.SetCell(index, value):
                return [self.assigned(self.at("c", index), value)]
            case code.SetZone(index, value):
                return [self.assigned(self.at("z", index), value)]
            case code.SetOver():
                return ["over = True"]
            case code.DrawFrom(name, zone, count):
                return self.draw(name, zone, count)
            case code.Branch():
                return self.branch(act, "if")
            case code.Each(name, Num(mask), body):
                members = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
                return [f"for {name} in {members}:", *self.block(body)]
            case code.Each(name, Op("spots", (zone, Var(table))), body):
                # Mostly there are none.
                first = f"spots_{name}"
                small = (1 << small_size(self.spots[table][1])) - 1
                loop = [f"for {name} in {table}[{first} % {small}]:", *self.block(body)]
                lines = [f"{first} = {self.first_cards(zone, table)}", f"if {first}:"]
                return [*lines, *("    " + line for line in loop)]
            case code.Each(name, Op() as mask, body) if (card := card_of(mask, self.single)) and (
                masks := values(mask, self.program.arrays, self.program.cards)
            ):
                row = self.rows.setdefault(masks, f"members_{len(self.rows)}_at")
                return [f"for {name} in {row}[{card}.bit_length()]:", *self.block(body)]
            case code.Each(name, mask, body):
                m = self.ex(mask)
                return [f"for {name} in members[{m}]:", *self.block(body)]
            case code.Through(name, low, high, body):
                end = str(high.value + 1) if isinstance(high, Num) else f"{self.ex(high)} + 1"
                first = "" if low == Num(0) else f"{self.ex(low)}, "
                return [f"for {name} in range({first}{end}):", *self.block(body)]
            case code.Loop(body):
                return ["while True:", *self.block(body)]
            case code.Break():
                return ["break"]
            case code.Continue():
                return ["continue"]
            case code.Keep(move, mask, count):
                legal, ways = f"legal_{move}", f"ways_{move}"
                lines = []
                if move in self.kept and Num(0) != count and mask != Var(legal, mask.kind):
                    lines.append(f"{legal} = {bare(self.ex(mask))}")
                if count != Var(ways):
                    lines.append(f"{ways} = {bare(self.ex(count))}")
                if move in self.subsets and count != Num(0):
                    lines += [f"if {ways} > MASK >> 8:", "    raise GaveUp"]
                return lines
            case code.Out(Num(-9)):
                return ["begins = True"]
            case code.Out(index, value):
                return [f"out[{self.ex(index)}] = {self.ex(value)}"]
            case code.Fault(cond):
                return [f"if {self.cond(cond)}:", "    raise GaveUp"]
            case code.Hit(number):
                return [f"{self.noted} |= {1 << number}"]
            case code.Step():
                return []
            case code.Return(value):
                return [f"return {self.ex(value)}"] if value is not None else list(self.leave)
            case code.Note(text):
                return [f"# {comment(text)}"]
            case _:
                raise AssertionError(act)

    def taken(self, name: str, mask: Code, k: Code) -> list[str]:
        """Return how bit number k of a mask is found: a few are passed over, many by halves."""
        m, number = self.ex(mask), self.ex(k)
        if self.program.cards > SMALL:
            return self.taken_from_top(name, mask, number)
        most = 4
        passed = f"{name} &= {name} - 1"
        steps = [passed]
        for n in range(1, most):
            steps += ["    " * (n - 1) + f"if {number} > {n}:", "    " * n + passed]
        return [
            f"{name} = {m}",
            f"if {number}:",
            f"    if {number} > {most}:",
            f"        {name} = BIT[chosen({m}, {number})]",
            "    else:",
            *("        " + line for line in steps),
            f"{name} &= -{name}",
        ]

    def taken_from_top(self, name: str, mask: Code, k: str) -> list[str]:
        """Return how bit number k of a great mask is found, from the end that is nearer."""
        m = self.ex(mask)
        exact = isinstance(mask, code.Kept) and mask.move in self.exact and not self.apart
        number = f"ways_{mask.move}" if exact else f"{dotted(m)}.bit_count()"  # type: ignore[union-attr]
        return [
            f"{name} = {m}",
            f"left = {number} + ~{k}",
            f"if left > {FAR}:",
            f"    if {k} > {FAR}:",
            f"        {name} = BIT[chosen({m}, {k})]",
            "    else:",
            f"        for _ in range({k}):",
            f"            {name} &= {name} - 1",
            f"        {name} &= -{name}",
            "else:",
            "    while left:",
            f"        {name} ^= HIGH[{name}.bit_length()]",
            "        left -= 1",
            f"    {name} = HIGH[{name}.bit_length()]",
        ]

    def assigned(self, name: str, value: Code) -> str:
        """Return an assignment, in place where the value begins with what was there."""
        if (
            isinstance(value, Op)
            and value.op in ("|", "&", "+", "-", "&~", "^")
            and len(value.args) == 2
        ):
            first, second = value.args
            if self.ex(first) == name and (name.isidentifier() or not _plain(name)):
                text = bare(self.ex(second))
                if value.op == "&~":
                    if isinstance(second, Num):
                        return f"{name} &= {self.but(second):#x}"
                    return f"{name} &= ~{self.ex(second)}"
                return f"{name} {value.op}= {text}"
        return f"{name} = {bare(self.ex(value))}"

    def draw(self, name: str, zone: Code, count: Code) -> list[str]:
        """Return how the next cards of the deck are drawn."""
        if not self.one_stock:
            return [f"{name} = drawn(order, {self.ex(code.Zone(zone))}, {self.ex(count)})"]
        if isinstance(count, Num) and count.value <= 0:
            return [f"{name} = 0"]
        if name in self.placed and isinstance(count, Num) and count.value > 0:
            place = self.placed[name]
            if place + count.value > self.needed:
                raise NotQuick("more is drawn than there is")
            form = "p{}" if self.in_place else "order[{}]"
            cards = [form.format(i) for i in range(place, place + count.value)]
            return [f"{name} = {' | '.join(cards)}"]
        if isinstance(count, Num) and 1 <= count.value <= 5:
            first = ["order[taken]", *(f"order[taken + {i}]" for i in range(1, count.value))]
            return [
                "try:",
                f"    {name} = {' | '.join(first)}",
                "except IndexError:",
                "    raise GaveUp from None",
                f"taken += {count.value}",
            ]
        n = self.ex(count)
        return [
            f"{name} = 0",
            f"for card_ in order[taken : taken + {n}]:",
            f"    {name} |= card_",
            f"taken += {n}",
        ]

    def branch(self, act: code.Branch, word: str) -> list[str]:
        """Return an if."""
        if not act.then:
            turned = code.Op("not", (act.cond,), Kind.BOOL)
            return [f"{word} {self.cond(turned)}:", *self.block(act.otherwise)]
        cond, then = self.asked(act)
        lines = [f"{word} {cond}:", *self.block(then)]
        rest = act.otherwise
        if len(rest) == 1 and isinstance(rest[0], code.Branch) and rest[0].then:
            return [*lines, *self.branch(rest[0], "elif")]
        return [*lines, "else:", *self.block(rest)] if rest else lines

    def asked(self, act: code.Branch) -> tuple[str, Acts]:
        """Return a condition and what comes where it holds; masks joined in both are named."""
        cond = self.cond(act.cond)
        for i, first in enumerate(act.then):
            match first:
                case code.Note():
                    continue
                case code.Let(name, Op("|") as value) if isinstance(act.cond, Op):
                    text = " | ".join(map(self.ex, joined(value)))
                    asked = f"({text}).bit_count() == "
                    if act.cond.op == "and" and cond.endswith(f"{asked}{len(joined(value))}"):
                        cond = cond.replace(f"({text})", f"({name} := {text})")
                        return cond, (*act.then[:i], *act.then[i + 1 :])
                case _:
                    pass
            break
        return cond, act.then

    # ------------------------------------------------------------------ functions

    def written_by(self, function: str) -> list[str]:
        """Return the names, no lists, that a function gives new values."""
        writes = self.effects.of_function(function)[1]
        found = {
            self.name_of(slot)
            for slot in writes
            if slot[0] == "over" or (slot[0] in "zc" and not self.places.is_list(slot))
        }
        return sorted(found) + (["taken"] if ("deck", 0) in writes else [])

    def function(self, name: str, params: Iterable[str], body: Acts, note: str) -> list[str]:
        """Return a function of the state that is handed to it."""
        leave, noted = self.leave, self.noted
        self.noted, self.apart = "noted[0]", True
        written = self.written_by(name)
        self.leave = (f"return {', '.join(written)}",) if written else ("return",)
        given = ", ".join([*params, *self.state_of(name)])
        lines = [f"def quick_{name}({given}):"]
        if note:
            lines.append(f'    """{comment(note)}."""')
        lines += self.block(body)
        if written:
            lines.append(f"    return {', '.join(written)}")
        self.leave, self.noted, self.apart = leave, noted, False
        return [*lines, "", ""]


def searched(name: str, mask: str, levels: tuple[int, ...]) -> list[str]:
    """Return the lines that find the highest level that a mask has a member of, and those members.

    Each question parts the levels that are left into halves that are about as likely.
    """
    if len(levels) == 1:
        return [f"{name} = {mask} & {levels[0]:#x}"]
    at = min(range(1, len(levels)), key=lambda i: abs(_likely(levels[:i], levels) - 0.5))
    upper = searched(name, mask, levels[:at])
    if at == 1 and levels[0].bit_count() == 1:
        upper = [f"{name} = {levels[0]:#x}"]
    return [
        f"if {mask} & {sum(levels[:at]):#x}:",
        *("    " + line for line in upper),
        "else:",
        *("    " + line for line in searched(name, mask, levels[at:])),
    ]


def _likely(some: tuple[int, ...], levels: tuple[int, ...]) -> float:
    """Return how likely some of three members, any ones, lies in some of the levels."""
    part = sum(some).bit_count() / sum(levels).bit_count()
    return 1 - (1 - part) ** 3


def _plain(name: str) -> bool:
    """Whether it is faster to look at an entry of a list twice than to keep where it is."""
    inside = name[name.index("[") + 1 : -1] if "[" in name else ""
    return inside.isidentifier() or inside.isdigit()


def only_asked(acts: Acts) -> set[str]:
    """Return the names of truths that are nowhere looked at but to decide something."""
    exact: set[str] = set()
    found: set[str] = set()

    def visit(c: Code, *, asked: bool) -> None:
        match c:
            case Var(name, kind):
                (found if asked and kind is Kind.BOOL else exact).add(name)
            case Op("and" | "or" | "not", args):
                for a in args:
                    visit(a, asked=asked)
            case Op("when", (test, mask)):
                visit(test, asked=True)
                visit(mask, asked=asked)
            case code.Pick(cond, then, other):
                visit(cond, asked=True)
                visit(then, asked=asked)
                visit(other, asked=asked)
            case _:
                for part in parts(c):
                    visit(part, asked=False)

    for act in every(acts):
        match act:
            case code.Branch(cond) | code.Fault(cond):
                visit(cond, asked=True)
            case code.Let(_, value) | code.Set(_, value) if value.kind is Kind.BOOL:
                visit(value, asked=True)
            case _:
                for c in own_codes(act):
                    visit(c, asked=False)
    # What is asked through another name is exact where that one has to be.
    more = True
    while more:
        more = False
        for act in every(acts):
            if isinstance(act, code.Let | code.Set) and act.name in exact:
                new = names(act.value) & found
                more = more or bool(new - exact)
                exact |= new
    return found - exact
