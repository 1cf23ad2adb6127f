"""Runs: the same counts from every engine, however they are cut; intervals, weights, Ctrl-C."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from cardavia_spec.core.faults import RuleFault
from cardavia_spec.core.plan.records import layout
from cardavia_spec.front.load import load_spec
from cardavia_spec.play.engines import Order, Sums
from cardavia_spec.play.runs import Outcome, run
from cardavia_spec.play.stats import interval
from tests.needs import needs
from tests.unit.cli.cli_helpers import Cli
from tests.unit.engines.agree import GAMES, ROOT
from tests.unit.engines.odd import odd

LARGE = {"belote", "pinochle", "president"}
SOME = [p for p in GAMES if p.stem not in LARGE or "CARDAVIA_MORE" in os.environ]
"""Games whose engines are compiled with all their questions within a second."""
ALUETTE = ROOT / "spec" / "aluette.yaml"


def told(outcome: Outcome) -> tuple[object, ...]:
    """Return what must not depend on who played."""
    return (
        outcome.deals, outcome.moves, outcome.matches, outcome.longest, outcome.hash,
        outcome.of_deals, outcome.of_matches, outcome.advantages,
    )  # fmt: skip


@needs("cc")
@pytest.mark.parametrize("path", SOME, ids=[p.stem for p in SOME])
def test_every_engine_counts_the_same(path: Path) -> None:
    deals = 12 if path.stem == "ganjifa" else 40
    order = Order(load_spec(path), 9, deals, conditions=True)
    python, c = run(order, "python"), run(order, "c")
    assert told(python) == told(c)
    assert python.branches == c.branches
    assert any(b.kind == "condition" and b.deals for b in c.branches)
    reference = run(order, "reference")
    assert told(reference) == told(c)
    tiers = [b for b in reference.branches if b.kind == "tier"]
    assert not tiers or any(b.times for b in tiers)
    # The reference tells of tiers and rows that nothing in play asks for as well.
    more = {b for b in reference.branches if b.kind in ("tier", "row")} - set(c.branches)
    assert not any(b.times for b in more)
    assert set(reference.branches) - more == set(c.branches)


@needs("cc")
@pytest.mark.parametrize("path", SOME, ids=[p.stem for p in SOME])
def test_the_engine_that_counts_results_only(path: Path) -> None:
    """It is another one: made shorter, and without branches."""
    spec = load_spec(path)
    order = Order(spec, 5, 30 if path.stem == "ganjifa" else 120, branches=False)
    python, c = run(order, "python"), run(order, "c")
    assert told(python) == told(c)
    assert python.advantages == c.advantages
    assert python.branches
    assert not c.branches
    weighed = run(Order(spec, 5, 20, weights={next(iter(spec.moves)): 3}, branches=False), "c")
    assert weighed.branches


@needs("cc")
def test_each_condition_of_a_property_is_counted() -> None:
    """Also those of parts that are joined, and of what is said of every member."""
    held = (
        "(empty(table) implies size(stock) > 0) and count < 99"
        " and (every s in seats has (s.tricks > 2 implies not empty(s.won))"
        " and (empty(s.hand) implies s.tricks > 0))"
    )
    spec = odd(changes={"result:\n": f"properties:\n  joined: {{always: '{held}'}}\nresult:\n"})
    order = Order(spec, 4, 60, conditions=True)
    rows = {
        engine: {b.name: b.deals for b in run(order, engine).branches if b.kind == "condition"}
        for engine in ("reference", "python", "c")
    }
    assert rows["python"] == rows["c"] == rows["reference"]
    assert list(rows["c"]) == ["joined (1)", "joined (2)", "joined (3)"]
    assert rows["c"]["joined (1)"] == 60
    assert min(rows["c"].values()) > 0


@needs("cc")
@pytest.mark.parametrize("weights", [{"marriage": 9, "close": 0}, {"play": 0, "exchange": 3}])
def test_the_reference_plays_with_weights(weights: dict[str, int]) -> None:
    spec = load_spec(ROOT / "spec" / "schnapsen.yaml")
    order = Order(spec, 9, 40, weights=weights)
    c = run(order, "c")
    assert told(run(order, "reference")) == told(c)
    assert run(Order(spec, 9, 40), "reference").hash != c.hash


@needs("cc")
@pytest.mark.parametrize("deals", [1, 999, 1000, 1001, 5300])
def test_jobs_change_nothing(deals: int) -> None:
    order = Order(odd(), 3, deals, conditions=True)
    one, three = run(order, "c", 1), run(order, "c", 3)
    assert (told(one), one.branches) == (told(three), three.branches)
    assert one.deals == deals


@pytest.mark.slow
def test_processes_change_nothing() -> None:
    order = Order(odd(), 3, 2300)
    assert told(run(order, "python", 1)) == told(run(order, "python", 2))


@needs("cc")
def test_weights_mean_the_same_to_both() -> None:
    moves = "wait:\n  when: {not often: count < 7}\n  do: |\n    count += 1"
    spec = odd(moves=moves)
    plain = run(Order(spec, 3, 200), "c")
    even = run(Order(spec, 3, 200, weights={}), "c")
    assert told(even) == told(plain)
    for weights in ({"wait": 9}, {"wait": 0}, {"wait": 0, "play": 0}):
        order = Order(spec, 3, 200, weights=weights)
        assert told(run(order, "python")) == told(run(order, "c"))
    often = {b.name: b.times for b in run(Order(spec, 3, 200, weights={"wait": 9}), "c").branches}
    seldom = {b.name: b.times for b in run(Order(spec, 3, 200, weights={"wait": 0}), "c").branches}
    normal = {b.name: b.times for b in plain.branches}
    assert seldom["wait"] == 0
    assert (often["wait"] or 0) > (normal["wait"] or 0) > 0


@needs("cc")
@pytest.mark.slow
def test_a_rare_row_of_a_real_game() -> None:
    outcome = run(Order(load_spec(ALUETTE), 1, 200_000), "c", 2)
    (row,) = [b for b in outcome.branches if b.name.endswith("Mordienne")]
    low, high = row.ends
    assert 0.006 < low < row.share < high < 0.0075
    assert outcome.of_deals["points"]["2"] == row.deals


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Worked out by hand from Wilson's formula.
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 100, 0.0018, 0.0545),
    ],
)
def test_intervals(hits: int, trials: int, low: float, high: float) -> None:
    assert list(interval(hits, trials)) == pytest.approx([low, high], abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_sums_add_up_in_any_order() -> None:
    a, b, c = (Sums([n], n, n, n, n, {n: n}) for n in (1, 2, 3))
    one, other = Sums([0]), Sums([0])
    for part in (a, b, c):
        one.add(part)
    for part in (c, a, b):
        other.add(part)
    assert one == other
    assert one.hash == other.hash


def test_hashes_are_folded_as_they_come() -> None:
    parts = [Sums([n], n, n, n, n, {n: n * 7 + 1}) for n in range(9)]
    kept, folded = Sums([0]), Sums([0])
    for n in (3, 0, 1, 4, 2, 8, 6, 5):
        for sums in (kept, folded):
            sums.add(parts[n])
        folded.fold_up()
        assert folded.hash == kept.hash
    assert (folded.upto, sorted(folded.hashes)) == (7, [8])  # number 7 is missing
    folded.add(parts[7])
    folded.fold_up()
    assert (folded.upto, folded.hashes) == (9, {})


def test_wide_numbers_are_counted_by_ranges() -> None:
    spec = load_spec(ROOT / "tests" / "games" / "belote.yaml")
    slots = layout(spec, 0, 0).slots
    score = next(s for s in slots if s.field.name == "score")
    assert (score.width, score.size) == (3, 1667)


@needs("cc")
def test_a_rule_that_fails_is_told_by_the_reference() -> None:
    spec = odd(doing="count := count * 2 + 30")
    with pytest.raises(RuleFault) as wanted:
        run(Order(spec, 3, 20), "reference")
    for engine in ("python", "c"):
        with pytest.raises(RuleFault) as caught:
            run(Order(spec, 3, 20), engine)
        assert str(caught.value) == str(wanted.value)
        assert caught.value.state == wanted.value.state


@needs("cc")
def test_a_rule_that_fails_under_weights() -> None:
    with pytest.raises(RuleFault) as caught:
        run(Order(odd(doing="who.tricks += 1"), 3, 20, weights={"play": 2}), "c")
    assert caught.value.diagnostic.code == "CV704"


@needs("cc")
def test_ctrl_c_gives_what_was_played() -> None:
    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    order = Order(odd(), 3, 10_000_000)
    outcome = run(order, "c", 2, stop)
    assert outcome.interrupted
    assert 0 < outcome.deals < 10_000_000
    assert outcome.deals % 1000 == 0
    again = run(Order(order.spec, 3, outcome.deals), "c", 1)
    assert told(again) == told(outcome)
    assert threading.active_count() == 1


# ---------------------------------------------------------------------------- the command


@needs("cc")
def test_the_command_tells_one_hash(cli: Cli) -> None:
    reports = [
        cli("run", "spec/corners.yaml", "--deals", "40", "--engine", e, "--json").json
        for e in ("reference", "python", "c")
    ]
    assert [r["engine"] for r in reports] == ["reference", "python", "c"]
    for report in reports:
        del report["engine"], report["seconds"]
    assert reports[0] == reports[1] == reports[2]


@needs("cc")
def test_the_command_tells_statistics(cli: Cli) -> None:
    words = ("run", "spec/corners.yaml", "--deals", "1500", "--stats")
    said = cli(*words).out
    for part in ("moves: share of deals", "tiers:", "playable: follow suit", "first to move"):
        assert part in said
    branches = cli(*words, "--json").json["branches"]
    for branch in branches:
        low, high = branch["interval"]
        assert 0 <= low <= branch["share"] <= high <= 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--weight", "pla=2"), "did you mean 'play'?"),
        (("--weight", "play=-1"), "a number from 0"),
        (("--weight", "play"), "write --weight MOVE=N"),
        (("--weight", "play=1000001"), "no such weight"),
        (("--weight", "play=00000018446744073709551616"), "no such weight"),
        (("--weight", f"play={'0' * 5000}1{'0' * 5000}"), "no such weight"),
        (("--weight", "play=½"), "no such weight"),
        (("--weight", "play=1", "--weight", "play=2"), "--weight play is given twice"),
        (("--option", "last_ten=true", "--option", "last_ten=false"), "last_ten is given twice"),
        (("--trace", "x.jsonl", "--engine", "c"), "only the reference writes traces"),
        (("--plot", "x.gif"), "name it .svg or .png"),
        (("--plot", "nowhere/x.svg"), "nowhere/x.svg: no such file or directory"),
        (("--jobs", "0"), "a number from 1"),
        (("--engine", "d"), "it can be auto, reference, python, c"),
    ],
)
def test_arguments_that_cannot_be(cli: Cli, words: tuple[str, ...], said: str) -> None:
    before = cli.files()
    told_ = cli("run", "spec/corners.yaml", "--deals", "5", *words, "--json")
    assert told_.code == 2
    assert said in told_.err
    assert told_.json["exit"] == 2
    assert [d["code"] for d in told_.json["diagnostics"]] == [told_.err[6:11]]
    assert cli.files() == before


def test_biased_without_weights(cli: Cli) -> None:
    told_ = cli("run", "spec/corners.yaml", "--deals", "1", "--engine", "reference", "--biased")
    assert told_.code == 0
    assert told_.out.startswith("1 deal, 28 moves, 0 matches")
    assert told_.err.startswith("note: the spec has no weights in its `test` section")


def test_zeros_before_a_weight_weigh_nothing(cli: Cli) -> None:
    words = ("run", "spec/corners.yaml", "--deals", "2", "--engine", "reference", "--json")
    hashes = {
        cli(*words, "--weight", f"play={zeros}7").json["hash"] for zeros in ("", "000", "0" * 5000)
    }
    assert len(hashes) == 1


@needs("module matplotlib")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["x.svg", "x.png"])
def test_plots(cli: Cli, name: str) -> None:
    assert cli("run", "spec/corners.yaml", "--deals", "20", "--plot", name).code == 0
    assert (cli.folder / name).stat().st_size > 1000


def test_generated_engines_are_fresh_and_named() -> None:
    for path in sorted((ROOT / "spec").glob("*.yaml")):
        digest = load_spec(path).digest
        for kind in ("c", "py"):
            text = (ROOT / "generated" / "engines" / f"{path.stem}.{kind}").read_text()
            assert digest in text.split("\n", 1)[0]
