"""The expressions of a whole spec."""

from __future__ import annotations

from collections.abc import Iterator

from cardavia_spec.core import ir
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.walk import body_parts, statement_parts, statements


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
