"""All three engines under every choice of option values: the whole product, which no test plays.

Where two part, the deal and the move are told in cards.
"""

from __future__ import annotations

import time
from itertools import product

from cardavia_spec.back.c.build import FAST, NoEngine
from cardavia_spec.core.spec import Layer, Spec
from cardavia_spec.core.types import Value
from cardavia_spec.front.load import load_spec
from tests.unit.engines.agree import GAMES, Three

DEALS = 1000
"""So many deals each choice is played by both generated engines."""
OF_REFERENCE = 50
"""And so many by the reference."""


def every(spec: Spec) -> list[dict[str, Value]]:
    """Return every choice of option values."""
    cells = [cell for cell in spec.layer(Layer.OPTION) if cell.size == 1]
    names = [cell.name for cell in cells]
    return [dict(zip(names, values, strict=True)) for values in product(*(c.domain for c in cells))]


def table() -> None:
    """Print for each game how many choices were played, and whether the engines agree."""
    for path in GAMES:
        try:
            engines = Three(load_spec(path))
            quick = engines.only_playing(FAST)
        except NoEngine as reason:
            print(f"{path.stem}: {reason}")
            continue
        start, parted = time.process_time(), ""
        choices = every(engines.spec)
        for seed, options in enumerate(choices, 1):
            wanted = engines.python(seed, DEALS, options)
            few = engines.reference(seed, OF_REFERENCE, options)
            if (
                engines.c(seed, DEALS, options) != wanted
                or engines.c(seed, DEALS, options, quick) != wanted
                or engines.python(seed, OF_REFERENCE, options) != few
            ):
                parted = f"{options}: {engines.parting(seed, DEALS, options)}"
                break
        taken = time.process_time() - start
        told = f"they part: {parted}" if parted else "they agree"
        print(
            f"{path.stem:<10} {len(choices):>3} choices of options, {DEALS:,} deals each"
            f" ({OF_REFERENCE} of the reference), {taken:.0f} s: {told}",
            flush=True,
        )
