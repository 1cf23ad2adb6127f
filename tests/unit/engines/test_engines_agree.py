"""Python = C = reference: the same hash of every move and every state."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardavia_spec.back.c.build import FAST
from cardavia_spec.play.lots import LOT
from tests.needs import needs
from tests.unit.engines.agree import GAMES, Three, choices, three

FEW = {"ganjifa": 6}
OURS = {"aluette", "schnapsen", "ganjifa"}
LOTS = {"briscola": 8, "whist": 8, "hearts": 4, "president": 1}
"""So many lots of a thousand deals: twenty of the games in `spec/`, else two."""
FROM_REFERENCE = {"briscola": 500, "whist": 400, "hearts": 400, "president": 100}
"""So many deals with the reference: 2,000 of the games in `spec/`, else 200."""
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
"""How many times as much is played: the suite plays a part of what `make agree` plays."""
IDS = [path.stem for path in GAMES]
pytestmark = needs("cc")


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_a_few_deals(path: Path) -> None:
    engines = three(path)
    deals = FEW.get(path.stem, 30)
    wanted = engines.reference(7, deals, {})
    assert wanted.deals == deals
    assert engines.python(7, deals, {}) == wanted, engines.parting(7, deals, {})
    assert engines.c(7, deals, {}) == wanted, engines.parting(7, deals, {})


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_the_engine_that_counts_nothing(path: Path) -> None:
    engines = three(path)
    engine = engines.only_playing(("-O1", "-march=native"))
    for seed, options in enumerate(choices(engines.spec)[:6]):
        assert engines.c(seed, 100, options, engine) == engines.c(seed, 100, options)


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_the_engine_that_counts_nothing_at_full_speed(path: Path) -> None:
    engines = three(path)
    kinds = (FAST, ("-O2",)) if path.stem in OURS or MORE > 1 else (FAST,)
    for flags in kinds:
        engine = engines.only_playing(flags)
        for seed in range(3):
            assert engines.c(seed, 1000, {}, engine) == engines.c(seed, 1000, {})


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_many_deals(path: Path) -> None:
    engines = three(path)
    lots = LOTS.get(path.stem, 20 if path.stem in OURS else 2) * MORE
    for lot in range(lots):
        assert engines.c(lot, 1000, {}) == engines.python(lot, 1000, {}), engines.parting(
            lot, 1000, {}
        )


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_many_deals_of_the_reference(path: Path) -> None:
    engines = three(path)
    deals = FROM_REFERENCE.get(path.stem, 2 * LOT if path.stem in OURS else 200) * MORE
    for seed in range(11, 12 + (deals - 1) // LOT):  # more than a lot is cut into lots
        n = min(deals, LOT)
        assert engines.python(seed, n, {}) == engines.reference(seed, n, {})


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_each_option_and_each_pair(path: Path) -> None:
    engines = three(path)
    deals = 2 if path.stem == "ganjifa" else 10
    for options in choices(engines.spec):
        wanted = engines.reference(3, deals, options)
        assert engines.python(3, deals, options) == wanted, (
            options,
            engines.parting(3, deals, options),
        )
        assert engines.c(3, deals, options) == wanted, (options, engines.parting(3, deals, options))


def test_options_change_something() -> None:
    """The comparison would notice an option that one engine does not read."""
    path = next(p for p in GAMES if p.stem == "schnapsen")
    engines: Three = three(path)
    hashes = {engines.python(3, 40, options).hash for options in choices(engines.spec)}
    assert len(hashes) > 3


def test_parting_is_told_in_cards() -> None:
    path = next(p for p in GAMES if p.stem == "whist")
    engines = three(path)
    assert engines.parting(1, 2, {}) == "they agree"
    wrong = Three(engines.spec)
    wrong.interpreter = engines.interpreter
    log = wrong.engine.states(1, 1, wrong.numbers({}), 5)
    assert len(set(log)) == 5
    assert wrong._deal("c", 2, 1, {}).startswith("c: deal 1, when it is scored")
