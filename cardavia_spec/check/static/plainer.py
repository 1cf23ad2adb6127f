"""Places where two forms say one thing, or a form says something else than it seems to."""

from __future__ import annotations

from collections.abc import Iterator

from cardavia_spec.core import ir
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.core.ops import FoldOp, Op
from cardavia_spec.core.source import NOWHERE, Span
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.walk import body_parts, statement_parts, statements, walk


def plainer_words(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return what could be said more plainly, each place once."""
    found: dict[tuple[str, Span | None], Diagnostic] = {}
    for root in expressions(spec):
        for e in walk(root):
            for diagnostic in _of(e):
                found.setdefault((diagnostic.code, diagnostic.span), diagnostic)
    return tuple(found.values())


def expressions(spec: Spec) -> Iterator[ir.Expr]:
    """Yield every expression that stands in the spec by itself, in no particular order."""
    for cell in spec.cells.values():
        yield cell.start
    for definition in spec.definitions.values():
        yield from body_parts(definition.body)
    blocks = [spec.deal, spec.match.after_deal]
    for move in spec.moves.values():
        for choice in move.choices:
            yield choice.domain
            if choice.size is not None:
                yield choice.size
        yield from (let.value for let in move.lets)
        yield from (guard.test for guard in move.guards)
        yield move.cards
        blocks.append(move.do)
    for event in spec.events.values():
        yield event.when
        yield from (let.value for let in event.lets)
        blocks.append(event.do)
    for block in blocks:
        for statement in statements(block):
            yield from statement_parts(statement)
    yield spec.match.over
    if spec.match.winners is not None:
        yield spec.match.winners
    for field in (*spec.result, *spec.match.result):
        if field.domain is not None:
            yield field.domain
        yield field.value
    yield from (p.test for p in spec.properties)
    yield from (x.test for x in spec.examples)


def _of(e: ir.Expr) -> Iterator[Diagnostic]:
    match e:
        case ir.Apply(Op.EQ, (ir.Apply(Op.SIZE), ir.Lit(0))) if e.span != NOWHERE:
            yield Diagnostic(
                "CV650",
                "this asks whether the set is empty",
                e.span,
                "write 'empty(…)'",
                (),
                Severity.WARNING,
            )
        case ir.Apply(Op.AND, args):
            for i, part in enumerate(args):
                # The quantifier took the `or` that follows although an `and` stands before it.
                if (
                    i
                    and isinstance(part, ir.Fold)
                    and part.op in (FoldOp.SOME, FoldOp.EVERY)
                    and isinstance(part.body, ir.Apply)
                    and part.body.op is Op.OR
                    and not _in_brackets(part.body)
                    and not _in_brackets(part)
                ):
                    yield Diagnostic(
                        "CV651",
                        "'or' belongs to the condition after 'has' here, not to the whole",
                        part.body.span,
                        "put the part that is meant in parentheses",
                        (),
                        Severity.WARNING,
                    )
        case _:
            pass


def _in_brackets(e: ir.Expr) -> bool:
    """Tell whether the expression stands in parentheses of its own in the text."""
    if e.span == NOWHERE:
        return True
    text = e.span.source.text
    before = text[: e.span.start].rstrip()[-1:]
    after = text[e.span.end :].lstrip()[:1]
    return e.span.text.startswith("(") or (before == "(" and after == ")")
