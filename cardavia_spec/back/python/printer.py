"""Writing a plan down in Python."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from typing import Final, assert_never

from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function, Num
from cardavia_spec.core.plan.program import Program

INFIX: Final = {
    "and": "and", "or": "or", "==": "==", "<": "<", "<=": "<=", "+": "+", "-": "-", "*": "*",
    "&": "&", "|": "|", "//": "//", "%": "%",
}  # fmt: skip


class Printer:
    """Writes the functions of one program.  `s` is the state, `b` the one before."""

    def __init__(self, program: Program, *, counts: bool = False, watched: bool = False) -> None:
        self.program = program
        self.counts = counts
        self.watched = watched

    # ------------------------------------------------------------------ expressions

    def ex(self, c: Code) -> str:
        """Return a code as a Python expression."""
        match c:
            case Num(value):
                return str(value) if abs(value) < 1 << 20 else hex(value)
            case code.Var(name):
                return name
            case code.Zone(index, before):
                return f"{'b.z' if before else 'z'}[{self.ex(index)}]"
            case code.Cell(index, before):
                return f"{'b.c' if before else 'c'}[{self.ex(index)}]"
            case code.At(array, index):
                return f"{array}[{self.ex(index)}]"
            case code.Op():
                return self.operator(c)
            case code.Pick(cond, then, other):
                return f"({self.ex(then)} if {self.ex(cond)} else {self.ex(other)})"
            case code.Call("is_over", _, _, before):
                return "b.over" if before else "s.over"
            case code.Call(function, args, _, before):
                given = ", ".join(["b" if before else "s", *map(self.ex, args)])
                return f"{function}({given})"
            case code.Kept(move):
                return f"s.kept[{move}]"
            case _:
                assert_never(c)

    def operator(self, c: code.Op) -> str:
        """Return an operator on its arguments."""
        between = _between(c)
        if between is not None:
            return "({} <= {} <= {})".format(*map(self.ex, between))
        args = [self.ex(a) for a in c.args]
        match c.op:
            case op if op in INFIX:
                return f"({args[0]} {INFIX[op]} {args[1]})"
            case "not":
                inner = c.args[0]
                if isinstance(inner, code.Op) and inner.op == "some":
                    return f"({self.ex(inner.args[0])} == 0)"
                if isinstance(inner, code.Op) and inner.op == "one":
                    return f"(({self.ex(inner.args[0])}).bit_count() != 1)"
                if isinstance(inner, code.Op) and inner.op == "==":
                    return f"({self.ex(inner.args[0])} != {self.ex(inner.args[1])})"
                return f"(not {args[0]})"
            case "&~":
                return f"({args[0]} & ~{args[1]})"
            case "min" | "max":
                return f"{c.op}({args[0]}, {args[1]})"
            case "some":
                return f"({args[0]} != 0)"
            case "shift":
                away = c.args[1]
                assert isinstance(away, Num)
                return f"({args[0]} {'<<' if away.value > 0 else '>>'} {abs(away.value)})"
            case "when":
                return f"({args[1]} if {args[0]} else 0)"
            case "bit":
                return f"(1 << {args[0]})"
            case "upto":
                return f"((2 << {args[0]} + 1 >> 1) - 1)"
            case "has":
                return f"({args[0]} >> {args[1]} & 1 == 1)"
            case "pop":
                return f"({args[0]}).bit_count()"
            case "one":
                return f"(({args[0]}).bit_count() == 1)"
            case "~":
                return f"(~{args[0]})"
            case "under":
                return f"under({args[0]})"
            case "low" if isinstance(c.args[0], code.Var):
                m = args[0]
                return f"(({m} & -{m}).bit_length() - 1 if {m} else 0)"
            case "low":
                return f"low({args[0]})"
            case "nth" | "ways" | "waysof" | "subset" | "ranked":
                return f"{c.op}({', '.join(args)})"
            case op:
                raise AssertionError(op)

    # ------------------------------------------------------------------ statements

    def block(self, acts: Iterable[Act]) -> list[str]:
        """Return the lines of a block, one step in."""
        lines = [line for act in acts for line in self.act(act)]
        if all(line.lstrip().startswith("#") for line in lines):
            lines.append("pass")
        return ["    " + line for line in lines]

    def act(self, act: Act) -> list[str]:
        """Return one statement as lines."""
        match act:
            case code.Let(name, value) | code.Set(name, value):
                return [f"{name} = {self.ex(value)}"]
            case code.SetCell(index, value):
                return [f"c[{self.ex(index)}] = {self.ex(value)}"]
            case code.SetZone(index, value):
                return [f"z[{self.ex(index)}] = {self.ex(value)}"]
            case code.SetOver():
                return ["s.over = True"]
            case code.DrawFrom(name, zone, count):
                return [f"{name} = draw(s, {self.ex(zone)}, {self.ex(count)})"]
            case code.Branch(cond, then, otherwise):
                return self.branch(cond, then, otherwise)
            case code.Each(name, mask, body):
                return [
                    f"left_{name} = {self.ex(mask)}",
                    f"while left_{name}:",
                    f"    {name} = (left_{name} & -left_{name}).bit_length() - 1",
                    f"    left_{name} &= left_{name} - 1",
                    *self.block(body),
                ]
            case code.Through(name, low, high, body):
                end = self.ex(Num(high.value + 1) if isinstance(high, Num) else high)
                end = end if isinstance(high, Num) else f"{end} + 1"
                return [f"for {name} in range({self.ex(low)}, {end}):", *self.block(body)]
            case code.Loop(body):
                return ["while True:", *self.block(body)]
            case code.Break():
                return ["break"]
            case code.Continue():
                return ["continue"]
            case code.Keep(move, mask, count):
                return [f"s.kept[{move}] = {self.ex(mask)}", f"s.count[{move}] = {self.ex(count)}"]
            case code.Out(index, value):
                return [f"out[{self.ex(index)}] = {self.ex(value)}"]
            case code.Fault(cond, number, fix, value):
                lines = [f"if {self.ex(cond)}:", f"    fault(s, {number})"]
                if fix is not None and value is not None:
                    lines.append(f"    {fix} = {self.ex(value)}")
                return lines
            case code.Hit(number):
                return [f"s.hits |= {1 << number}"] if self.counts else []
            case code.Ways() | code.Unbeaten():
                raise AssertionError(act)  # loops are written
            case code.Run(function, args):
                return [f"{function}({', '.join(['s', *map(self.ex, args)])})"]
            case code.Step():
                return ["observe(s, 1)"] if self.watched else []
            case code.Return(value):
                return ["return" if value is None else f"return {self.ex(value)}"]
            case code.Note(text):
                return [f"# {comment(text)}"]
            case _:
                assert_never(act)

    def branch(self, cond: Code, then: tuple[Act, ...], otherwise: tuple[Act, ...]) -> list[str]:
        """Return an if; constant conditions are decided now."""
        if isinstance(cond, Num):
            taken = then if cond.value else otherwise
            return [line for act in taken for line in self.act(act)]
        if not then and not otherwise:
            return []
        if not then:
            return [f"if not {self.ex(cond)}:", *self.block(otherwise)]
        lines = [f"if {self.ex(cond)}:", *self.block(then)]
        if otherwise:
            lines += ["else:", *self.block(otherwise)]
        return lines

    # ------------------------------------------------------------------ functions

    def function(self, f: Function) -> list[str]:
        """Return a function as lines."""
        state = ["s", "b"] if f.name.startswith("asks_") else ["s"]
        if f.name in ("results", "match_results"):
            state.append("out")
        params = ", ".join([*state, *(p.name for p in f.params)])
        body = self.block(f.body)
        text = "\n".join(body)
        head = [f"def {f.name}({params}):"]
        if f.note:
            head.append(f'    """{comment(f.note)}."""')
        if "z[" in text.replace(".z[", ""):
            head.append("    z = s.z")
        if "c[" in text.replace(".c[", ""):
            head.append("    c = s.c")
        return [*head, *body, "", ""]

    def arrays(self) -> list[str]:
        """Return the constant arrays as lines."""
        lines = []
        for array in self.program.arrays.values():
            assert not keyword.iskeyword(array.name)
            entries = ", ".join(map(str, array.values))
            lines += [f"# {comment(array.note)}"] if array.note else []
            lines.append(f"{array.name} = ({entries},)")
        return lines


def _between(c: code.Op) -> tuple[Code, Code, Code] | None:
    """Return the three parts of `a <= b and b <= c`, or None."""
    if c.op != "and":
        return None
    match c.args:
        case (code.Op("<=", (low, x)), code.Op("<=", (y, high))) if x == y:
            return low, x, high
        case _:
            return None


def comment(text: str) -> str:
    """Return a text that cannot end a comment: nothing of a spec gets into the code."""
    return "".join(c if c.isalnum() or c in " ,.:;()'_-" else "?" for c in text)
