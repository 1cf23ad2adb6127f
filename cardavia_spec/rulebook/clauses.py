"""The register of clauses: which sentence of a rule page became which clause.

It stands beside the spec, in `clauses/<game>.yaml`, and holds no sentence of the page itself, only
where it stands, the SHA-256 of its text, and what it says in our own words:

    clauses: 1
    game: NAME
    page: {file: PAGE, language: en}
    sentences:
      - {place: 2.1, sha256: …, clauses: [A1, A2], says: four players sit in two partnerships}
      - {place: 2.2, sha256: …, not a rule: the screen asks twice, says: a card is confirmed}
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardavia_spec.core.diagnostics import Diagnostic, Note, SpecError, did_you_mean
from cardavia_spec.core.source import NOWHERE, Source, Span
from cardavia_spec.core.spec import Cite
from cardavia_spec.front.nodes import MapNode, Node, SeqNode, TextNode, read_source, read_yaml

KEYS: Final = ("clauses", "game", "page", "sentences")
SENTENCE_KEYS: Final = ("place", "sha256", "clauses", "not a rule", "says")
_SHA256: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the page: its clauses, or the reason why it is no rule.

    `place` says where it stands, `sha256` is the digest of its text in NFC with single blanks,
    `says` tells it in our own words.
    """

    place: str
    sha256: str
    clauses: tuple[Cite, ...]
    not_a_rule: str | None
    says: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Register:
    """Every sentence of one rule page."""

    game: str
    page: str
    language: str
    sentences: tuple[Sentence, ...]
    game_span: Span = field(default=NOWHERE, compare=False)
    page_span: Span = field(default=NOWHERE, compare=False)


def register_path(spec_path: Path, game: str) -> Path:
    """Return where the register of a spec stands, whether there is one or not."""
    return spec_path.parent / "clauses" / f"{game}.yaml"


def load_register(path: Path) -> Register:
    """Return the register in a file.  Raises SpecError with all its faults at once."""
    return read_register(read_source(path))


def read_register(source: Source) -> Register:
    """Return the register in a text.  Raises SpecError with all its faults at once."""
    return _Reader().register(read_yaml(source))


class _Reader:
    """Reads one register and collects what is wrong with it."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []

    def wrong(
        self, span: Span, message: str, fix: str | None = None, notes: tuple[Note, ...] = ()
    ) -> None:
        self.faults.append(Diagnostic("CV640", message, span, fix, notes))

    def register(self, root: Node) -> Register:
        top = self.mapping(root, "a register of clauses", KEYS)
        version = self.text(top, "clauses", "the number of its form")
        if version is not None and version.text != "1":
            self.wrong(version.span, f"there is no form '{version.text}'", "write 'clauses: 1'")
        game = self.text(top, "game", "the name of the game")
        page_node = self.needed(top, "page", "'{file: PAGE, language: en}'")
        page = MapNode((), root.span) if page_node is None else self.page(page_node)
        file = self.text(page, "file", "the name of the page") if page_node else None
        language = self.text(page, "language", "a language such as en") if page_node else None
        sentences = self.sentences(self.needed(top, "sentences", "the sentences of the page"))
        if self.faults:
            raise SpecError(self.faults)
        assert game is not None
        assert file is not None
        assert language is not None
        return Register(game.text, file.text, language.text, sentences, game.span, file.span)

    def page(self, node: Node) -> MapNode:
        return self.mapping(node, "the page", ("file", "language"))

    def sentences(self, node: Node | None) -> tuple[Sentence, ...]:
        if node is None:
            return ()
        if not isinstance(node, SeqNode):
            self.wrong(node.span, "the sentences must be a list", "begin each with '- '")
            return ()
        found = [s for s in map(self.sentence, node.items) if s is not None]
        places: dict[str, Span] = {}
        for sentence in found:
            if sentence.place in places:
                self.faults.append(
                    Diagnostic(
                        "CV643",
                        f"two sentences stand at the place '{sentence.place}'",
                        sentence.span,
                        "give each its own place",
                        (Note("the first one", places[sentence.place]),),
                    )
                )
            places.setdefault(sentence.place, sentence.span)
        return tuple(found)

    def sentence(self, node: Node) -> Sentence | None:
        before = len(self.faults)
        entry = self.mapping(node, "a sentence", SENTENCE_KEYS)
        if len(self.faults) > before and not entry.entries:
            return None
        place = self.text(entry, "place", "where it stands on the page")
        digest = self.text(entry, "sha256", "the digest of its text")
        says = self.text(entry, "says", "what it says, in our own words")
        if digest is not None and not _SHA256.fullmatch(digest.text):
            self.wrong(
                digest.span,
                f"'{digest.text[:70]}' is no SHA-256",
                "write 64 of the characters 0-9 and a-f",
            )
        clauses = self.clauses(entry.get("clauses"))
        reason = entry.get("not a rule")
        why = self.text(entry, "not a rule", "the reason") if reason is not None else None
        if bool(clauses) is (reason is not None):
            self.wrong(
                entry.span,
                "a sentence has either clauses or a reason why it is no rule",
                "write 'clauses: [A1]' or 'not a rule: the reason', one of them",
            )
        if place is None or digest is None or says is None or len(self.faults) > before:
            return None
        return Sentence(
            place.text,
            digest.text,
            clauses,
            why.text if why is not None else None,
            says.text,
            entry.span,
        )

    def clauses(self, node: Node | None) -> tuple[Cite, ...]:
        if node is None:
            return ()
        items = node.items if isinstance(node, SeqNode) else (node,)
        found = []
        for item in items:
            if isinstance(item, TextNode):
                found.append(Cite(item.text, item.span))
            else:
                self.wrong(item.span, "a clause is one word", "write 'clauses: [A1, A2]'")
        return tuple(found)

    # ------------------------------------------------------------------------ small parts

    def mapping(self, node: Node, what: str, known: tuple[str, ...]) -> MapNode:
        if not isinstance(node, MapNode):
            keys = ", ".join(known)
            self.wrong(node.span, f"{what} must be a mapping", f"give it the keys {keys}")
            return MapNode((), node.span)
        for entry in node.entries:
            if entry.key.text not in known:
                self.wrong(
                    entry.key.span,
                    f"{what} has no key '{entry.key.text}'",
                    did_you_mean(entry.key.text, known, f"its keys are {', '.join(known)}"),
                )
        return node

    def needed(self, node: MapNode, key: str, what: str) -> Node | None:
        value = node.get(key)
        if value is None and not self.faults_at(node):
            self.wrong(node.span, f"the key '{key}' is missing", f"say under it {what}")
        return value

    def text(self, node: MapNode, key: str, what: str) -> TextNode | None:
        value = self.needed(node, key, what)
        if value is None or isinstance(value, TextNode):
            return value
        self.wrong(value.span, f"'{key}' must be one text: {what}", "write it as one text")
        return None

    def faults_at(self, node: MapNode) -> bool:
        """Tell whether this very mapping has been found to be none."""
        return not node.entries and any(f.span == node.span for f in self.faults)
