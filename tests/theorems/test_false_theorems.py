"""What looks true and is false is refuted, by a deal told in cards that replays."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.check.prover import Budget, prove
from cardavia_spec.check.runs.rules import Test
from cardavia_spec.check.verdict import Outcome
from cardavia_spec.cli.main import main
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.core.state import State, Step
from cardavia_spec.core.telling import Json
from cardavia_spec.front.load import load_text
from cardavia_spec.play.game import Game
from cardavia_spec.play.replay import replay_file
from cardavia_spec.play.watch import Watcher

ROOT = Path(__file__).parents[2]
MORE = int(os.environ.get("CARDAVIA_MORE", "1"))
GAMES = ("aluette", "ganjifa", "schnapsen")
OPTIONS = ("--jobs", "1", "--no-prove", "--through", "--json")


def text(game: str) -> str:
    """Return the spec of a game with the false and the true statements before its own."""
    spec = (ROOT / "spec" / f"{game}.yaml").read_text(encoding="utf-8")
    file = (Path(__file__).parent / f"{game}.yaml").read_text(encoding="utf-8")
    false, _, true = file.partition("\nproperties:\n")[2].partition("\nproved:\n")
    false = false.partition("\nrecorded:\n")[0]
    assert spec.count("\nproperties:\n") == 1
    return spec.replace("\nproperties:\n", f"\nproperties:\n{false}\n{true}\n")


def labels(game: str) -> dict[str, str | None]:
    """Return the false statements, and the recorded deal against each that needs one."""
    written = yaml.safe_load((Path(__file__).parent / f"{game}.yaml").read_text(encoding="utf-8"))
    recorded: dict[str, str] = written["recorded"]
    assert set(recorded) <= set(written["properties"])
    assert set(written) == {"properties", "recorded", "proved"}
    return {label: recorded.get(label) for label in written["properties"]}


@cache
def spec(game: str) -> Spec:
    return load_text(f"{game}.yaml", text(game))


# ------------------------------------------------------------------------- found by play


def ask(folder: Path, game: str, wanted: Iterable[str]) -> dict[str, dict[str, object]]:
    """Return the verdicts of `cardavia check` on some properties of the spec with false ones."""
    copy = folder / f"{game}.yaml"
    # The recorded deals beside the real spec are not beside the copy.
    copy.write_text(re.sub(r"\n    witness: .*", "", text(game)), encoding="utf-8")
    words = [word for label in wanted for word in ("--property", label)]
    out = folder / "report.json"
    code = _call(["check", str(copy), *OPTIONS, "--save", str(folder), *words], out)
    assert code == 1
    (report,) = json.loads(out.read_text(encoding="utf-8"))["specs"]
    return {verdict["name"]: verdict for verdict in report["verdicts"]}


def _call(words: list[str], out: Path) -> int:
    with out.open("w", encoding="utf-8") as file, redirect_stdout(file):
        return main(words)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_refuted_by_a_deal_that_replays(game: str, tmp_path: Path) -> None:
    wanted = [label for label, deal in labels(game).items() if deal is None]
    found = ask(tmp_path, game, wanted)
    cards = set(spec(game).cards.members)
    for label in wanted:
        verdict = found[label]
        assert verdict["verdict"] == "refuted", label
        if verdict["kind"] == "theorem":
            continue
        deal = verdict["counterexample"]
        assert isinstance(deal, dict)
        assert any(cards & set(line.split()) for line in deal["telling"]), label
        trace = Path(str(deal["saved"]))
        words = ["replay", str(trace), "--spec", str(tmp_path)]
        assert _call(words, tmp_path / "replay.txt") == 0, label
        assert label in against(game, trace), label


# ------------------------------------------------------------------------- recorded deals


class Judge(Watcher):
    """Reads properties in every state of a trace; `failed` has those that were false."""

    def __init__(self, rules: Interpreter) -> None:
        self.tests: dict[PropertyKind, list[tuple[str, Test]]] = {}
        for prop in rules.spec.properties:
            if prop.kind is not PropertyKind.THEOREM:
                test = rules.compile_test(prop.test, prop.name)
                self.tests.setdefault(prop.kind, []).append((prop.name, test))
        self.failed: set[str] = set()
        self.before: State | None = None

    def read(self, kind: PropertyKind, state: State, before: State | None) -> None:
        for name, test in self.tests.get(kind, ()):
            if name not in self.failed and not test(state, before):
                self.failed.add(name)

    def step(self, before: State | None, step: Step, /) -> None:
        self.read(PropertyKind.ALWAYS, step.state, None)
        if before is not None:
            self.read(PropertyKind.EACH_STEP, step.state, before)

    def deal_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        self.read(PropertyKind.AT_END, state, None)
        self.before = state

    def deal_scored(self, before: State, step: Step, /) -> None:
        self.read(PropertyKind.EACH_DEAL, step.state, before)

    def match_ended(self, state: State, result: Mapping[str, Json], /) -> None:
        self.read(PropertyKind.AT_MATCH_END, state, self.before)


def against(game: str, trace: Path) -> set[str]:
    """Return the properties that are false somewhere in a trace, which must replay."""
    rules = Interpreter(spec(game))
    judge = Judge(rules)
    report = replay_file(trace, lambda _: Game(rules.spec, rules), watcher=judge)
    assert report.exit_code == 0, report.diagnostics
    return judge.failed


def recorded(game: str, name: str) -> Path:
    return ROOT / "spec" / "witnesses" / game / f"{name}.jsonl"


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_deal_speaks_against_it(game: str) -> None:
    rare = {label: name for label, name in labels(game).items() if name is not None}
    found = {name: against(game, recorded(game, name)) for name in set(rare.values())}
    assert all(label in found[name] for label, name in rare.items())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_true_is_spoken_against(game: str) -> None:
    """The control: no recorded deal speaks against what the spec itself states."""
    for trace in sorted((ROOT / "spec" / "witnesses" / game).glob("*.jsonl")):
        assert against(game, trace) <= set(labels(game)), trace


# ------------------------------------------------------------------------- proofs


if MORE > 1:  # takes minutes a game

    @pytest.mark.slow
    @pytest.mark.parametrize("game", GAMES)
    def test_what_is_true_is_proved_and_nothing_else(game: str, tmp_path: Path) -> None:
        """With all that is false stated beside it."""
        lemmas = tmp_path / "lemmas.json"
        lemmas.write_bytes((ROOT / "generated" / "lemmas" / f"{game}.json").read_bytes())
        found = prove(
            spec(game), budget=Budget(seconds=3600), lemmas=lemmas, cache=tmp_path / "cache", jobs=2
        )
        proved = {verdict.name for verdict in found if verdict.outcome is Outcome.PROVED}
        left = {verdict.name for verdict in found} - proved
        assert left <= set(labels(game)), left - set(labels(game))
        assert not proved & set(labels(game))
