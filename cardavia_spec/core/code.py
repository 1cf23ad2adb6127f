"""One diagnostic code: its name, a short title and an explanation for a rules author."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One code; `text` is one paragraph in plain words."""

    code: str
    title: str
    text: str
