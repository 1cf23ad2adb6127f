"""A compiled engine, loaded and ready to be called."""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cardavia_spec.back.c.build import FAST, NoEngine, compiled
from cardavia_spec.back.c.source import MARK

FIELDS: Final = (
    "deals", "moves", "matches", "hash", "longest", "fault", "fault_lot", "fault_deal",
    "fault_move",
)  # fmt: skip

HEAVIEST: Final = 1 << 63
"""A weight that is more than the engine counts, whatever it is of."""
_LOG: Final = 3
_MARKS: Final = 2
"""Numbers of the tally that go in: what is written down of one deal, what is looked for."""


class Counts:
    """What a compiled engine adds up in place: a tally, and statistics if they are wanted."""

    def __init__(self, stats: int = 0) -> None:
        self.tally = (ctypes.c_uint64 * (len(FIELDS) + _LOG + _MARKS))()
        self.stats = (ctypes.c_uint64 * stats)() if stats else None

    def __getitem__(self, field: str) -> int:
        return int(self.tally[FIELDS.index(field)])


class Engine:
    """The functions of one compiled engine.  Calls give way to other threads."""

    def __init__(self, text: str, flags: tuple[str, ...] = FAST) -> None:
        """Compile, or find compiled, and load.

        Raises:
            NoEngine: there is no compiler, it fails, or what it made cannot be loaded.
        """
        found = compiled(text, flags)
        try:
            self._lib = self._load(found)
            self._run: Any = self._lib.run_lots
        except (OSError, AttributeError) as error:
            if isinstance(found, Path):
                with suppress(OSError):  # it is of no use the next time either
                    found.unlink()
            told = str(error).splitlines() or [type(error).__name__]
            raise NoEngine(f"the compiled engine cannot be loaded: {told[0][:200]}") from None
        self._run.restype = ctypes.c_int
        number, address = ctypes.c_uint64, ctypes.c_void_p
        self._run.argtypes = [number] * 4 + [address] * 7 + [number]

    @staticmethod
    def _load(found: bytes | Path) -> ctypes.CDLL:
        if isinstance(found, Path):
            return ctypes.CDLL(str(found))
        with tempfile.TemporaryDirectory(prefix="cardavia-") as folder:
            place = Path(folder) / "engine.so"
            place.write_bytes(found)
            return ctypes.CDLL(str(place))  # stays loaded when the file is gone

    def run(
        self,
        seed: int,
        first: int,
        lots: int,
        size: int,
        options: Sequence[int],
        counts: Counts,
        weights: Sequence[int] | None = None,
        sample: int = 0,
    ) -> tuple[list[int], bool]:
        """Play lots `first` to `first + lots - 1` of `size` deals each, adding to `counts`.

        Returns their hashes, and whether an obligation failed (then the tally says which).
        """
        given = (ctypes.c_int64 * max(1, len(options)))(*options)
        weighed = None
        if weights is not None:  # more than it counts is as good as any more
            weighed = (ctypes.c_uint64 * len(weights))(*(min(w, HEAVIEST) for w in weights))
        hashes = (ctypes.c_uint64 * max(1, lots))()
        failed = self._run(
            seed, first, lots, size, given, weighed, counts.tally, hashes, None, None,
            counts.stats, sample,
        )  # fmt: skip
        return list(hashes[:lots]), bool(failed)

    def search(
        self,
        seed: int,
        first: int,
        lots: int,
        size: int,
        options: Sequence[int],
        marks: int,
        most: int,
    ) -> tuple[Counts, list[tuple[int, ...]]]:
        """Play lots as `run` does, through all that fails; a deal of `most` moves is endless.

        Only an engine with questions can.  Returns the tally and, for each question and then each
        obligation (`marks` of them in all): in how many deals it was noted (0: none), and for the
        place with the fewest moves these moves, the number of the deal in its match, the lot, the
        deal in the lot and the random stream with which its match begins.
        """
        counts = Counts()
        found = (ctypes.c_uint64 * (MARK * marks))()
        place = len(FIELDS) + _LOG
        counts.tally[place : place + _MARKS] = [most, ctypes.addressof(found)]
        self.run(seed, first, lots, size, options, counts)
        return counts, [tuple(found[i : i + MARK]) for i in range(0, len(found), MARK)]

    def states(self, seed: int, deal: int, options: Sequence[int], most: int) -> list[int]:
        """Return a hash of each state (after the deal, after each move) of one deal of a lot.

        At most `most` of them; only an engine that counts writes them down.
        """
        counts = Counts()
        log = (ctypes.c_uint64 * most)()
        place = len(FIELDS)
        counts.tally[place : place + 3] = [deal, most, ctypes.addressof(log)]
        self.run(seed, 0, 1, deal + 1, options, counts)
        return list(log)

    def deals(
        self, seed: int, size: int, options: Sequence[int], results: int
    ) -> tuple[Counts, list[tuple[tuple[int, ...], bool]]]:
        """Play one lot from a seed of its own; return the numbers of each deal's result too."""
        given = (ctypes.c_int64 * max(1, len(options)))(*options)
        counts = Counts()
        hashes = (ctypes.c_uint64 * 1)()
        out = (ctypes.c_int64 * max(1, size * results))()
        ends = (ctypes.c_uint8 * max(1, size))()
        self._run(seed, 0, 1, size, given, None, counts.tally, hashes, out, ends, None, 0)
        counts.tally[FIELDS.index("hash")] = hashes[0]
        rows = [
            (tuple(out[i * results : (i + 1) * results]), bool(ends[i]))
            for i in range(counts["deals"])
        ]
        return counts, rows
