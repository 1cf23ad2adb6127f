"""Hypothesis examples: one deck and one string of bytes for a whole deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cardavia_spec.check.runs.course import Tally
from cardavia_spec.check.runs.watching import Watching
from cardavia_spec.core.types import Value
from cardavia_spec.play.driver import FromBytes, deck_of

CHOICES = 160
"""Bytes drawn for the choices of a deal."""

MATCH = 40
"""At most so many deals of a match are played in one example."""


@dataclass(frozen=True, slots=True)
class Examples:
    """What to try: the choices of options to draw from, how many examples, from which seed."""

    options: tuple[Mapping[str, Value], ...]
    count: int
    seed: int


@dataclass(frozen=True, slots=True)
class Tried:
    """What the examples showed, and how many there were."""

    tally: Tally
    count: int


class Dropped(BaseException):
    """The examples need not be tried any more; no Exception, which Hypothesis would look into."""


def try_examples(
    watch: Watching, task: Examples, dropped: Callable[[], bool] = lambda: False
) -> Tried:
    """Try the examples, unless they are `dropped` meanwhile.

    Raises:
        Dropped: they are.

    Hypothesis draws them; what is found is made small elsewhere, by moves and cards.
    """
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st
    from hypothesis.configuration import set_hypothesis_home_dir

    tally = Tally()
    tried = 0
    size = len(watch.spec.cards.members)
    set_hypothesis_home_dir(_home())

    @seed(task.seed)
    @settings(
        max_examples=max(1, task.count),
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.integers(0, len(task.options) - 1),
        st.binary(min_size=size - 1, max_size=size - 1),
        st.binary(min_size=CHOICES, max_size=CHOICES),
    )
    def example(which: int, order: bytes, choices: bytes) -> None:
        nonlocal tried
        if dropped():
            raise Dropped
        tried += 1
        whole = watch.of_match and order[0] % 8 == 0
        source = FromBytes(deck_of(order, size), choices, MATCH if whole else 1)
        watch.course(tally, task.options[which]).match(source)

    if task.count > 0:
        example()
    return Tried(tally, tried)


def _home() -> str:
    """Return the folder where Hypothesis keeps what it learns of the code: never the user's."""
    import tempfile
    from pathlib import Path

    return str(Path(tempfile.gettempdir()) / "cardavia-hypothesis")
