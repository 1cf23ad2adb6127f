"""The quick loop of the generated Python plays what its step-by-step loop plays."""

from __future__ import annotations

import builtins
import dis
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from cardavia_spec.back.python.source import source
from cardavia_spec.core.plan.rules import plan
from cardavia_spec.core.spec import Spec
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.engines import Order
from tests.unit.engines.agree import GAMES
from tests.unit.engines.odd import odd

IDS = [path.stem for path in GAMES]


def made(spec: Spec) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(source(plan(spec)), spec.name, "exec"), names)
    return names


def step_by_step(names: dict[str, Any], *args: object) -> dict[str, int]:
    """Play as it is played where the quick loop gives up."""
    quick, names["play_quick"] = names["play_quick"], None
    try:
        told: dict[str, int] = names["run_lot"](*args)
        return told
    finally:
        names["play_quick"] = quick


def unknown(names: dict[str, Any], code: CodeType) -> set[str]:
    """Return the names that code looks for in vain."""
    found = {
        str(i.argval)
        for i in dis.get_instructions(code)
        if i.opname == "LOAD_GLOBAL" and not hasattr(builtins, str(i.argval))
    }
    return found - set(names)


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_the_quick_loop_plays_the_same(path: Path) -> None:
    spec = load_spec(path)
    names = made(spec)
    options = Order(spec, 0, 0).option_numbers()
    deals = 4 if path.stem in ("ganjifa", "president") else 25
    for seed in (1, 2):
        wanted = step_by_step(names, seed, deals, options)
        assert names["play_quick"](seed, deals, options, True) == wanted
        unhashed = names["run_lot"](seed, deals, options, hashed=False)
        assert {**unhashed, "hash": wanted["hash"]} == wanted
    for name, value in names.items():
        if name.startswith("quick_") or name == "play_quick":
            assert not unknown(names, value.__code__), name


def test_another_deal_is_noticed() -> None:
    names = made(load_spec(next(p for p in GAMES if p.stem == "whist")))
    options = Order(load_spec(next(p for p in GAMES if p.stem == "whist")), 0, 0).option_numbers()
    one, other = (names["play_quick"](seed, 5, options, True) for seed in (1, 2))
    assert one["hash"] != other["hash"]


def test_it_gives_up_where_a_rule_fails() -> None:
    spec = odd(doing="count += 99")
    names = made(spec)
    options = Order(spec, 0, 0).option_numbers()
    with pytest.raises(names["GaveUp"]):
        names["play_quick"](5, 30, options, True)
    told = names["run_lot"](5, 30, options)
    assert told["fault"] > 0
    assert told == step_by_step(names, 5, 30, options)


def test_one_number_serves_many_lanes() -> None:
    names = made(load_spec(GAMES[0]))
    for size in (1, 2, 7, 8):
        stream, wanted = 12345, []
        for _ in range(size):
            stream = (stream + 0x9E3779B97F4A7C15) & names["MASK"]
            wanted.append(names["mix"](stream))
        assert list(names["Lanes"](size).after(12345)) == wanted
