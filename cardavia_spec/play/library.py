"""Finding the spec of a game by the name in a trace."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cardavia_spec.play.game import Game, load

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,60}")


class Library:
    """Games by name, each loaded when it is first asked for.

    `places` are spec files and folders that hold `<game>.yaml`; the first that has the game
    counts.
    """

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = tuple(places)
        self._games: dict[str, Game | None] = {}
        self._files: dict[Path, Game] = {}

    def __call__(self, name: str) -> Game | None:
        """Return the game of a name, or None if there is none.

        Raises:
            SpecError: its spec cannot be used, or one that may be its cannot.
        """
        if name not in self._games:
            self._games[name] = self._find(name)
        return self._games[name]

    def _find(self, name: str) -> Game | None:
        if not _NAME.fullmatch(name):  # no game, and no way out of the folder
            return None
        for place in self._places:
            file = place / f"{name}.yaml" if place.is_dir() else place
            if place.is_dir() and not file.is_file():
                continue
            game = self._load(file)
            if game.spec.name == name:
                return game
        return None

    def _load(self, file: Path) -> Game:
        if file not in self._files:
            self._files[file] = load(file)
        return self._files[file]
