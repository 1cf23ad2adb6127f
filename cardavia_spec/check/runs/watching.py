"""What plays lines and reads properties on the way: the reference, or a generated engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from cardavia_spec.check.runs.course import Tally
from cardavia_spec.core.spec import Spec
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import Source


class Playing(Protocol):
    """Plays under one choice of options; what it finds goes to a tally."""

    @property
    def choices(self) -> Sequence[int]:
        """The moves of the deal in hand so far, each by its place among the legal ones."""

    def run(self, source: Source, /) -> None:
        """Play match after match until the source gives no further deck."""

    def match(self, source: Source, /) -> bool:
        """Play one match; return whether there may be another one."""


class Watching(Protocol):
    """The properties of a spec, ready to be read."""

    @property
    def spec(self) -> Spec:
        """The spec."""

    @property
    def of_match(self) -> bool:
        """Whether any property is read after `after deal`."""

    def course(self, tally: Tally, options: Mapping[str, Value], /) -> Playing:
        """Return what plays under one choice of options and adds to a tally."""
