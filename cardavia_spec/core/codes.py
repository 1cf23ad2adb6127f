"""The registry of diagnostic codes: the one list from which the docs page is made.

A code never changes its meaning and is never used again for another.  Families: 1 reading files,
2 structure of a spec, 3 the text of an expression, 4 names, 5 types, 6 static checks of a whole
spec, 7 obligations while a spec is played, 8 traces, 9 the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """One code: a short title and an explanation for a rules author."""

    code: str
    title: str
    text: str


_CODES: Final = (
    Code(
        "CV100",
        "the file cannot be read",
        "There is no file of this name, or it may not be read, or it is a folder.",
    ),
)

CODES: Final[Mapping[str, Code]] = {code.code: code for code in _CODES}
"""Every code, by its name."""
