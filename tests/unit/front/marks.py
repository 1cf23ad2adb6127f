"""Expected places written into the texts of tests: `«` and `»` stand round them."""

from __future__ import annotations

from cardavia_spec.core.diagnostics import Diagnostic
from cardavia_spec.core.source import Source
from cardavia_spec.front.grammar import Start
from cardavia_spec.front.nodes import TextNode


def unmarked(marked: str) -> tuple[str, int, int]:
    """Return a text without its marks, and the offsets of the place between them."""
    start = marked.index("«")
    end = marked.index("»") - 1
    return marked.replace("«", "").replace("»", ""), start, end


def whole(text: str, start: Start) -> TextNode:
    """Return a text as the node that a YAML file with nothing else in it would give."""
    source = Source("test.yaml", text)
    span = source.span(0, len(text))
    return TextNode(text, span, "block" if start == "block" else "plain", span)


def shown(diagnostic: Diagnostic) -> str:
    """Return the words of a diagnostic: message, fix and notes."""
    return "\n".join(
        (diagnostic.message, diagnostic.fix or "", *(note.text for note in diagnostic.notes))
    )
