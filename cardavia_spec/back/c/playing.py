"""The C function that makes a legal move and lets happen what follows.

What follows is the same after many a move, and after many an event: all of it stands in one
function, each event once, and they jump to one another.
"""

from __future__ import annotations

from cardavia_spec.back.c.places import rebased
from cardavia_spec.back.c.printer import INLINE, Printer, comment
from cardavia_spec.core.plan.code import Code, Function
from cardavia_spec.core.plan.program import Program, safe


def follows(f: Function) -> bool:
    """Whether a function of a program is one of those that let events happen after a move."""
    return f.name.startswith(("settle_", "event_"))


class _Jumping(Printer):
    """Writes calls of what follows, which are the last thing to be done, as jumps."""

    def run(self, function: str, args: tuple[Code, ...]) -> list[str]:
        """Return a jump."""
        return [*(f"fired = {self.ex(a)};" for a in args), f"goto {function};"]

    def target(self, f: Function) -> list[str]:
        """Return the lines of what is jumped to."""
        self.places = rebased(f.body)
        self.filled.enter(f.body)
        note = [f"/* {comment(f.note)} */"] if f.note else []
        return ["", *note, f"{f.name}: {{", *self.acts(f.body, 1), "  return;", "}"]


def playing(program: Program) -> list[str]:
    """Return the function, and the one that tells which rule a number falls to."""
    moves = list(program.spec.moves)
    lines = [
        "/* The number of the rule that number *k of the legal moves falls to; *k is then the",
        "   number of the move among those of the rule. */",
        f"static {INLINE}int whose(const L *l, u64 *k) {{",
    ]
    for number in range(len(moves) - 1):
        lines += [
            f"  if (*k < l->count[{number}]) return {number};",
            f"  *k -= l->count[{number}];",
        ]
    lines += [
        f"  return {len(moves) - 1};",
        "}",
        "",
        f"static {INLINE}void made(S *s, int rule, u64 *stats, u64 *seen);",
        "",
        "/* Make move number k of a rule, and let happen what follows. */",
        f"static {INLINE}void play(S *s, L *l, int rule, u64 k, u64 *stats, u64 *seen) {{",
        "  u64 fired = 0;   /* the events that have happened */",
        "  switch (rule) {",
    ]
    for number, name in enumerate(moves):
        then = program.settles[name]
        lines += [
            f"    case {number}:",
            f"      play_{safe(name)}(s, l, (I)k);",
            f"      made(s, {number}, stats, seen);",
            f"      goto {then};" if then else "      return;",
        ]
    lines += ["  }", "  return;"]
    printer = _Jumping(program)
    for f in program.functions.values():
        if follows(f):
            lines += [f"  {line}" if line else "" for line in printer.target(f)]
    return [*lines, "}", ""]
