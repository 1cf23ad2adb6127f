"""The C function that plays a deal on: it chooses and makes moves and lets happen what follows.

What follows is the same after many a move, and after many an event: all of it stands in one
function, each event once, and they jump to one another.  After each of them play goes on where the
moves of the phase are counted that it has come to, if that is known:

    next      whatever holds now
    which     the deal is not over; the phase is asked for
    next_0    so it is in the first phase
    next_1    and here in the second one
    done      the deal is over
"""

from __future__ import annotations

from collections.abc import Iterable

from cardavia_spec.back.c.phases import Case, Phases
from cardavia_spec.back.c.places import rebased
from cardavia_spec.back.c.printer import INLINE, Printer, comment
from cardavia_spec.core.plan import code
from cardavia_spec.core.plan.code import Act, Code, Function


def follows(f: Function) -> bool:
    """Whether a function of a program is one of those that let events happen after a move."""
    return f.name.startswith(("settle_", "event_"))


class _Jumping(Printer):
    """Writes calls of what follows, which are the last thing to be done, as jumps."""

    def run(self, function: str, args: tuple[Code, ...]) -> list[str]:
        """Return a jump."""
        return [*(f"fired = {self.ex(a)};" for a in args), f"goto {function};"]

    def acts(self, acts: Iterable[Act], indent: int) -> list[str]:
        """Return statements as lines; nothing is written behind a jump."""
        kept: list[Act] = []
        for act in acts:
            kept.append(act)
            if isinstance(act, code.Run | code.Return):
                break
        return super().acts(kept, indent)

    def act(self, act: Act) -> list[str]:
        """Return one statement as lines."""
        match act:
            case code.Return(None, to):
                return [f"goto {to or 'next'};"]
            case _:
                return super().act(act)

    def target(self, f: Function) -> list[str]:
        """Return the lines of what is jumped to."""
        self.places = rebased(f.body)
        self.filled.enter(f.body)
        note = [f"/* {comment(f.note)} */"] if f.note else []
        body = f.body
        if not body or not isinstance(body[-1], code.Run | code.Return):
            body = (*body, code.Return())
        return ["", *note, f"{f.name}: {{", *self.acts(body, 1), "}"]


def playing(plan: Phases) -> list[str]:
    """Return the function, and those that tell which move a number means in each phase."""
    settles = plan.settling
    printer = _Jumping(plan.program, settles)
    lines: list[str] = []
    for phase, cases in enumerate(plan.cases):
        lines += _whose(phase, cases)
    lines += [
        "/* Play a deal on to its end, or until an obligation fails. */",
        f"static {INLINE}void play_on(",
        "    S *s, u64 *stream, Tally *t, const u64 *weights, u64 *stats, u64 *seen) {",
        "  u64 hash = t->hash, moved = 0, most = STATS && t->most ? t->most : LONGEST;",
        "  L legal, *l = &legal;",
        "  u64 k, fired;   /* which move, the events that have happened */",
        "  (void)weights; (void)fired; (void)most;",
        "",
        "next:",
        "  LOOK();",
        "  if (s->over) goto done;",
        *_asking(plan, printer),
    ]
    for phase, cases in enumerate(plan.cases):
        lines += ["", *_deciding(plan, phase)]
        lines += [f"  switch ({_rule(phase)}) {{"]
        for case in cases:
            on = f"settle_{settles.index(case.then) + 1}" if case.then else case.to or "next"
            lines += [
                f"    case {case.move}:",
                f"      {case.play}(s, l, (I)k);",
                f"      made(s, {case.move}, stats, seen);",
                f"      goto {on};",
            ]
        lines += ["  }", "  s->fault = TOO_MANY;   /* no such move */", "  goto done;"]

    events = [f for f in plan.program.functions.values() if follows(f)]
    after = [Function(f"settle_{n + 1}", (), None, acts, False) for n, acts in enumerate(settles)]
    for f in (*events, *after):
        lines += [f"  {line}" if line else "" for line in printer.target(f)]
    return [*lines, "", *_ENDING, "}", ""]


_ENDING = (
    "done:",
    "  t->hash = hash;",
    "  t->moves += moved;",
    "  if (moved > t->longest) t->longest = moved;",
    "  if (s->fault) {",
    "    t->fault = (u64)s->fault;",
    "    t->fault_deal = t->deals;",
    "    t->fault_move = moved;",
    "  }",
)


def _asking(plan: Phases, printer: Printer) -> list[str]:
    """Return what tells the phases apart."""
    if plan.asked is None:
        return []
    return ["which:", f"  if ({printer.ex(plan.asked)}) goto next_1;"]


def _deciding(plan: Phases, phase: int) -> list[str]:
    """Return what chooses a move in a phase."""
    mark = "" if plan.asked is None else f"_{phase}"
    return [
        f"next_{phase}:",
        "  if (__builtin_expect(s->fault, 0)) goto done;",
        f"  DECIDE(moves{mark}(s, l));",
    ]


def _rule(phase: int) -> str:
    return f"STATS && weights ? weighed(l, &k) : whose_{phase}(l, &k)"


def _whose(phase: int, cases: tuple[Case, ...]) -> list[str]:
    """Return the function that tells to which rule number *k of the legal moves belongs."""
    numbers = [case.move for case in cases] or [0]
    lines = [
        "/* The rule that number *k of the legal moves falls to; *k is then the number of the move",
        "   among those of the rule. */",
        f"static {INLINE}int whose_{phase}(const L *l, u64 *k) {{",
    ]
    for number in numbers[:-1]:
        lines += [
            f"  if (*k < l->count[{number}]) return {number};",
            f"  *k -= l->count[{number}];",
        ]
    return [*lines, f"  return {numbers[-1]};", "}", ""]
