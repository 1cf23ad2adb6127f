"""The C function that makes a legal move and lets happen what follows.

What follows is the same after many a move, and after many an event: all of it stands in one
function, each event once, and they jump to one another.
"""

from __future__ import annotations

from cardavia_spec.back.c.phases import Phases
from cardavia_spec.back.c.places import rebased
from cardavia_spec.back.c.printer import INLINE, Printer, comment
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Code, Function


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


def playing(plan: Phases) -> list[str]:
    """Return the function, and those that count the moves and tell which one a number means."""
    printer = _Jumping(plan.program)
    moves = len(plan.program.spec.moves)
    lines = _counting(plan, printer)
    lines += [
        "/* The case that number *k of the legal moves falls to: of each phase those of its rules;",
        "   *k is then the number of the move among those of the rule. */",
        f"static {INLINE}int whose(const L *l, u64 *k) {{",
    ]
    for phase in range(len(plan.cases) - 1, -1, -1):
        lines += ["  if (l->phase) {"] if phase else []
        pad = "    " if phase else "  "
        numbers = [case.move for case in plan.cases[phase]]
        for number in numbers[:-1]:
            lines += [
                f"{pad}if (*k < l->count[{number}]) return {number + moves * phase};",
                f"{pad}*k -= l->count[{number}];",
            ]
        lines.append(f"{pad}return {(numbers or [0])[-1] + moves * phase};")
        lines += ["  }"] if phase else []
    lines += [
        "}",
        "",
        f"static {INLINE}void made(S *s, int rule, u64 *stats, u64 *seen);",
        "",
        "/* Make move number k of a rule, and let happen what follows. */",
        f"static {INLINE}void play(S *s, L *l, int rule, u64 k, u64 *stats, u64 *seen) {{",
        "  u64 fired = 0;   /* the events that have happened */",
        "  switch (rule) {",
    ]
    settles: list[tuple[code.Act, ...]] = []
    for phase, cases in enumerate(plan.cases):
        for case in cases:
            if case.then and case.then not in settles:
                settles.append(case.then)
            go = f"goto settle_{settles.index(case.then) + 1};" if case.then else "return;"
            lines += [
                f"    case {case.move + moves * phase}:",
                f"      {case.play}(s, l, (I)k);",
                f"      made(s, {case.move}, stats, seen);",
                f"      {go}",
            ]
    lines += ["  }", "  return;"]
    events = [f for f in plan.program.functions.values() if follows(f)]
    after = [Function(f"settle_{n + 1}", (), None, acts, False) for n, acts in enumerate(settles)]
    for f in (*events, *after):
        lines += [f"  {line}" if line else "" for line in printer.target(f)]
    return [*lines, "}", ""]


def _counting(plan: Phases, printer: Printer) -> list[str]:
    """Return what counts the moves of the phase that play is in."""
    if plan.asked is None:
        return []
    return [
        "/* the legal moves, counted: they are told apart by what is asked most */",
        f"static {INLINE}I moves(S *s, L *l) {{",
        f"  l->phase = {printer.ex(plan.asked)};",
        "  return l->phase ? moves_1(s, l) : moves_0(s, l);",
        "}",
        "",
    ]
