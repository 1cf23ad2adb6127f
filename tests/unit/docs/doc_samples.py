"""Reading the samples out of the documentation, and putting fragments of specs together.

A block of yaml that begins with `cardavia: 1` is a whole spec.  Any other block of yaml is a
fragment: its sections take the place of, or are added to, those of the spec it belongs to, entry
by entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TOP = re.compile(r"(?=^[a-z])", re.MULTILINE)
_ENTRY = re.compile(r"(?=^ {2}[^ \n#-])", re.MULTILINE)
_TESTED = re.compile(r"^<!-- tested: (\w+) -->\n((?:\|.*\n)+)", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    """One block of code on a page, with the line it begins in."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def samples(page: Path, language: str) -> list[Sample]:
    """Return the blocks of one language on a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Sample(page, text.count("\n", 0, found.start()) + 1, found[1], found[2])
        for found in _FENCE.finditer(text)
        if found[1] == language
    ]


def whole(text: str) -> bool:
    return text.startswith("cardavia: 1")


def merged(spec: str, fragment: str) -> str:
    """Return a spec with the sections of a fragment put into it, entry by entry."""
    sections = _parts(_TOP, spec)
    for key, text in _parts(_TOP, fragment).items():
        head, *fresh = _ENTRY.split(text)
        if key in sections and fresh and not head.rstrip().endswith("|"):
            old = dict.fromkeys(_ENTRY.split(sections[key])[1:])
            entries = {_key(entry): entry for entry in (*old, *fresh)}
            sections[key] = head + "".join(entries.values())
        else:
            sections[key] = text
    return "".join(sections.values())


def _parts(pattern: re.Pattern[str], text: str) -> dict[str, str]:
    """Return the parts that begin where the pattern matches, by their keys; each ends its line."""
    return {_key(part): part.rstrip("\n") + "\n" for part in pattern.split(text) if part}


def _key(part: str) -> str:
    return part.split(":", maxsplit=1)[0].strip()


def marked(page: Path, kind: str) -> list[str]:
    """Return the code spans of the tables marked `<!-- tested: KIND -->`.

    They are taken from the column headed `for example`, or else from the first.
    """
    found: list[str] = []
    for mark in _TESTED.finditer(page.read_text(encoding="utf-8")):
        if mark[1] != kind:
            continue
        rows = [re.split(r"(?<!\\)\|", line.strip())[1:-1] for line in mark[2].splitlines()]
        titles = [cell.strip() for cell in rows[0]]
        column = titles.index("for example") if "for example" in titles else 0
        found += [span for row in rows[2:] for span in re.findall(r"`([^`]+)`", row[column])]
    return found


def commands(page: Path) -> list[str]:
    """Return the lines of code on a page that call `cardavia` or `make`, and such code spans."""
    lines = [line for s in samples(page, "") for line in s.text.splitlines()]
    spans = re.findall(r"`((?:cardavia|make) [^`]+)`", page.read_text(encoding="utf-8"))
    return [line for line in [*lines, *spans] if re.match(r"(cardavia|make) [a-z-]", line)]
