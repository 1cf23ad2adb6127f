"""The names of what every game owes, whoever looks at it."""

from __future__ import annotations

from typing import Final

SOUND: Final = "no rule fails while it is played"
"""Every construct keeps what it owes."""
STUCK: Final = "the player to move always has a move"
ENDLESS: Final = "a deal ends"
ENDLESS_MATCH: Final = "a match ends"
