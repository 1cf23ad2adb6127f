"""What should be possible and is proved never to happen; proofs of copies are kept apart."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.check.prover.proof import Budget, prove
from cardavia_spec.check.prover.store import EARLIER, SAME_GAME, Proofs, kept_at
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.core.spec import Spec
from tests.unit.prover.small import small

PATIENT = Budget(seconds=3600, goal=300, deals=40)

WISHES = """\
  a match of two deals:
    possible match: deals is 2
  a match of three deals:
    possible match: deals is 3
  nine cards somewhere:
    possible: size(won) is 9
  eight cards won:
    possible: size(won) is 8
"""


@pytest.mark.slow
def test_what_is_proved_never_to_happen_is_refuted() -> None:
    spec = small(add=WISHES)
    doubtful = {prop.name for prop in spec.properties if prop.kind.value.startswith("possible")}
    assert len(doubtful) == 4
    rows = prove(spec, budget=PATIENT, jobs=1, cached=False, mine=False, doubtful=doubtful)
    found = {row.name: row for row in rows if row.name in doubtful}
    assert set(found) == {"a match of two deals", "nine cards somewhere"}
    for row in found.values():
        assert row.outcome is Outcome.REFUTED
        assert row.how.startswith("that it never happens is proved")
    assert not any(row.name.startswith("it never happens") for row in rows)


def test_a_copy_elsewhere_has_proofs_of_its_own(tmp_path: Path) -> None:
    spec = small()
    one, two = (kept_at(tmp_path, spec, Path(f"{place}/small.yaml")) for place in ("a", "b"))
    assert len({one, two, kept_at(tmp_path, spec, None)}) == 3
    shared = Shared.of(spec)
    first = Proofs(spec, shared, one)
    first.keep({}, {"start": ()}, {})
    again = Proofs(spec, shared, two)  # it has none yet, and begins from those of its game
    assert again.listing("start") == ()
    assert again.listing("deal") is None
    again.keep({}, {"deal": ()}, {})
    assert Proofs(spec, shared, two).listing("deal") == ()
    assert Proofs(spec, shared, one).listing("deal") is None


def test_proofs_of_other_games_are_not_those_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "smaller.json").write_text("{}")
    (tmp_path / "small-1.json").write_text("[]")
    spec = small()
    assert Proofs(spec, Shared.of(spec), kept_at(tmp_path, spec, Path("x"))).known == {}


def test_of_too_many_copies_the_oldest_gives_way(tmp_path: Path) -> None:
    spec = small()
    shared = Shared.of(spec)
    paths = [kept_at(tmp_path, spec, Path(f"{n}/small.yaml")) for n in range(SAME_GAME + 1)]
    for age, path in enumerate(paths):
        Proofs(spec, shared, path).keep({}, {}, {})
        if path.exists():
            os.utime(path, (age, age))
    left = {path for path in paths if path.exists()}
    assert len(left) == SAME_GAME
    assert paths[-1] in left


def test_taking_an_edit_back_proves_nothing_anew(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    edit = ("winner.tricks += 1\n      else", "winner.tricks += 2\n      else")
    specs = (small(), small(edit))
    name = "event trick"
    for run in range(2 * EARLIER):
        spec = specs[run % 2]
        kept = Proofs(spec, Shared.of(spec), path)
        assert kept.listing(name) == (None if run < 2 else ())
        kept.keep({}, {name: ()}, {})
    for number in range(EARLIER + 1):  # what lies too far back is gone
        spec = small(("in: 0..10, start: 0", f"in: 0..{11 + number}, start: 0"))
        Proofs(spec, Shared.of(spec), path).keep({}, {name: ()}, {})
    again = Proofs(specs[0], Shared.of(specs[0]), path)
    assert again.listing(name) is None


@pytest.mark.slow
def test_rules_stand_whatever_is_stated_of_them(tmp_path: Path) -> None:
    path = kept_at(tmp_path, small(), None)

    def stands(spec: Spec) -> bool:
        return Proofs(spec, Shared.of(spec), path).stand()

    assert not stands(small())
    prove(small(), budget=PATIENT, jobs=1, cache=tmp_path)
    assert stands(small())
    assert stands(small(add="  one card left:\n    always: size(stock) is 1\n"))
    assert not stands(small(("winner.tricks += 1\n      else", "winner.tricks += 2\n      else")))
    assert not stands(
        small(("draw 1 from stock to leader.hand", "draw 2 from stock to leader.hand"))
    )
    prove(small(("draw 2 from stock", "draw 5 from stock")), budget=PATIENT, jobs=1, cache=tmp_path)
    assert not stands(small(("draw 2 from stock", "draw 5 from stock")))
