"""Writing one function of a plan: its block, its local names, what was computed already."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardavia_spec.core import ir
from cardavia_spec.core.plan import algebra, code
from cardavia_spec.core.plan.code import Act, Code, Num, Var
from cardavia_spec.core.plan.program import Program, safe

Env = dict[str, Code]


class Writer:
    """Writes one function; `memo` holds what is known in the present block."""

    def __init__(self, program: Program, rule: str) -> None:
        self.program = program
        self.spec = program.spec
        self.rule = rule
        self.block: list[Act] = []
        self.before = False
        self.memo: dict[tuple[object, ...], Code] = {}
        self.counter = 0
        self.full: set[Code] = set()  # masks that surely have a member
        self.ones: dict[str, Code] = {}  # the masks of single members
        self.blocks = False  # whether blocks of cards may be looked at all at once
        self.bounds: dict[str, int] = {}  # masks that surely lie inside a constant one

    def fresh(self, hint: str) -> str:
        """Return a new local name."""
        self.counter += 1
        return f"{safe(hint)}_{self.counter}"

    def temp(self, value: Code, hint: str = "t") -> Code:
        """Return a code that can be looked at twice."""
        if algebra.simple(value):
            return value
        name = self.fresh(hint)
        self.block.append(code.Let(name, value))
        if isinstance(value, code.Op) and value.op == "&":
            for part in value.args:
                if isinstance(part, Num):
                    self.bounds[name] = part.value
        return Var(name, value.kind)

    def own(self, value: Code) -> Code:
        """Return a local name of its own for a value that may have to be put right."""
        return value if isinstance(value, Num) else self.variable(value, "fit")

    def variable(self, value: Code, hint: str) -> Var:
        """Declare a local name that will change."""
        name = self.fresh(hint)
        self.block.append(code.Let(name, value))
        return Var(name, value.kind)

    @contextmanager
    def inner(self) -> Iterator[list[Act]]:
        """Write into a block of its own; what is computed there is not known outside."""
        outer, memo = self.block, self.memo
        self.block, self.memo = [], dict(memo)
        try:
            yield self.block
        finally:
            self.block, self.memo = outer, memo

    @contextmanager
    def sure(self, mask: Code) -> Iterator[None]:
        """Take a mask for one that has a member, and forget it and others behind."""
        before, self.full = self.full, {*self.full, mask}
        try:
            yield
        finally:
            self.full = before

    def oblige(
        self,
        holds: Code,
        what: str,
        e: ir.Expr | ir.Place | ir.Statement,
        fix: Code | None = None,
        value: Code | None = None,
    ) -> None:
        """Note an obligation; where it fails play goes on, with `value` in place of `fix`."""
        if holds == code.TRUE:
            return
        number = self.program.obligation(self.rule, what, e.span)
        name = fix.name if isinstance(fix, Var) else None
        self.block.append(code.Fault(algebra.deny(holds), number, name, value if name else None))

    def changed(self) -> None:
        """Forget what was computed: the state has changed."""
        self.memo = {}
