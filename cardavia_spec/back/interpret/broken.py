"""How a failed obligation leaves compiled code, and how it becomes a `RuleFault`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType

from cardavia_spec.core.diagnostics import Diagnostic, Note
from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import Cite, Spec
from cardavia_spec.core.state import State
from cardavia_spec.core.telling import tell_state


class Broken(Exception):
    """An obligation failed somewhere in compiled code.

    `bound` tells the locals at that place, `trail` the definitions that were being evaluated,
    innermost first, `remarks` what else may help.
    """

    def __init__(
        self, code: str, message: str, span: Span, bound: Sequence[str] = (), fix: str | None = None
    ) -> None:
        self.diagnostic = Diagnostic(code, message, span if span != NOWHERE else None, fix)
        self.bound = tuple(bound)
        self.trail: list[tuple[str, tuple[Cite, ...], Span]] = []
        self.remarks: list[tuple[str, Span]] = []
        super().__init__(message)

    def within(self, name: str, cite: tuple[Cite, ...], span: Span) -> None:
        """Note that this happened while the definition `name` was evaluated."""
        self.trail.append((name, cite, span))


def clauses(cite: Sequence[Cite]) -> str:
    """Return cited clauses in brackets, with a blank before them; nothing if there are none."""
    return f" ({', '.join(each.clause for each in cite)})" if cite else ""


def fault(
    broken: Broken, spec: Spec, what: str, name: str, cite: tuple[Cite, ...], state: State
) -> RuleFault:
    """Return the fault for people: what was run, the clause, the locals, the state in cards.

    `what` is the kind of rule (move, event, ...), empty where the name says it.
    """
    rule = f"{what} '{name}'" if what else name
    notes = [
        Note(f"this is in '{inner}'{clauses(its)}", None if span == NOWHERE else span)
        for inner, its, span in broken.trail
    ]
    notes += [Note(text, None if span == NOWHERE else span) for text, span in broken.remarks]
    if broken.bound:
        notes.append(Note("with " + "; ".join(broken.bound)))
    told = "\n      ".join(tell_state(spec, state))
    notes.append(Note(f"the state:\n      {told}"))
    diagnostic = replace(
        broken.diagnostic,
        message=f"{rule}{clauses(cite)}: {broken.diagnostic.message}",
        notes=tuple(notes),
    )
    return RuleFault(diagnostic, name, cite, state)


class Watch:
    """Turns what breaks inside a `with` into a `RuleFault` that names the rule."""

    __slots__ = ("_cite", "_name", "_spec", "_state", "_what")

    def __init__(
        self, spec: Spec, what: str, name: str, cite: tuple[Cite, ...], state: State
    ) -> None:
        self._spec = spec
        self._what = what
        self._name = name
        self._cite = cite
        self._state = state

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(exc, Broken):
            found = fault(exc, self._spec, self._what, self._name, self._cite, self._state)
            raise found from None
