"""Proofs kept between runs, in the user's cache.

A proof is kept under the digest of all it depends on, together with the digests of what it
assumed; it counts again only while each of these is assumed again.  Only proofs are kept: what
failed is always tried anew, and nothing kept can make a failed goal a proved one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Invariant, Role
from cardavia_spec.check.prover.bench import Listing, Sinking
from cardavia_spec.check.prover.codec import JSON
from cardavia_spec.check.prover.digests import Digests, tool
from cardavia_spec.check.prover.live import Result
from cardavia_spec.check.prover.strengthen import Key
from cardavia_spec.core.folders import user_folder
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.files import write_whole

HARD = "hard"
"""Under this name: goals that were too hard as a whole."""
ENDS = "ends"
"""Under this name: the numbers that sink."""
STAND = "stand"
"""Under this name: the rules that owe nothing."""
RUNS = "runs"
"""Under this name: which records are of which of the last runs."""
EARLIER: Final = 4
"""So many runs before the last one are kept, so that taking an edit back proves nothing anew."""
HINTS = "hints"
"""Under this name: what each proof relied on, by names; a place to begin after an edit."""
OPEN = "open"
"""Kept for an event that may follow another: it need not be asked again."""


def cache_folder() -> Path | None:
    """Return the folder of kept proofs, or None where there is none."""
    return user_folder("proofs")


SAME_GAME: Final = 12
"""Proofs of so many specs of one game are kept; the oldest give way."""


def kept_at(folder: Path, spec: Spec, home: Path | None) -> Path:
    """Return where the proofs of a spec are kept: those of a copy in another place by themselves.

    `home` is the spec's own file.
    """
    if home is None:
        return folder / f"{spec.name}.json"
    place = blake2b(str(home.resolve()).encode(), digest_size=8).hexdigest()
    return folder / f"{spec.name}-{place}.json"


def _of_game(path: Path, spec: Spec) -> list[Path]:
    """Return all kept proofs of specs of a game, the newest first."""
    try:
        found = [p for p in path.parent.glob(f"{spec.name}*.json") if _is_of(p, spec)]
        return sorted(found, key=lambda p: p.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _is_of(path: Path, spec: Spec) -> bool:
    rest = path.stem.removeprefix(spec.name)
    return not rest or (len(rest) == 17 and rest[0] == "-")


class Proofs:
    """The kept proofs of one spec; where it has none yet, those of another spec of its game."""

    def __init__(self, spec: Spec, shared: Shared, path: Path | None) -> None:
        self.spec = spec
        self.path = path
        self.digests = Digests(spec, shared, tool())
        self.plain = Digests(spec, shared, b"")
        self.transitions: dict[str, str] = {}
        self.items: dict[str, str] = {}
        self.known: dict[str, dict[str, JSON]] = {}
        if path is not None:
            others = [] if path.exists() else _of_game(path, spec)
            try:
                self.known = json.loads((*others, path)[0].read_text(encoding="utf-8"))
            except (OSError, ValueError):
                self.known = {}
        self.fresh: dict[str, dict[str, JSON]] = {}
        self.measures: dict[str, dict[str, JSON]] = {}
        self.steps = {prop.name: self.digests.of(prop.test).hex() for prop in spec.properties}

    def hard(self) -> tuple[Key, ...]:
        """Return the goals that had to be taken apart the last time: where to begin, no more."""
        rows = self.known.get(HARD, {}).get(HARD)
        texts = [[str(p) for p in _list(row)] for row in _list(rows) if len(_list(row)) == 3]
        return tuple((t, Role[role], n) for t, role, n in texts if role in Role.__members__)

    def _keep_earlier(self) -> None:
        """Carry the records of the runs before this one along."""
        special = {HARD, ENDS, HINTS, RUNS, STAND}
        own: list[JSON] = [name for name in self.fresh if name not in special]
        earlier = [_list(run) for run in _list(self.known.get(RUNS, {}).get(RUNS))]
        runs: list[JSON] = [own]
        for run in earlier:
            names = [str(name) for name in run if str(name) in self.known]
            if len(runs) <= EARLIER and names != own:
                kept: list[JSON] = [*names]
                runs.append(kept)
                for name in names:
                    self.fresh.setdefault(name, self.known[name])
        self.fresh[RUNS] = {RUNS: runs}

    def hints(self) -> dict[Key, frozenset[str]]:
        """Return what the proofs of the last time relied on: where to begin, no more."""
        kept = self.known.get(HINTS, {})
        names = [str(name) for name in _list(kept.get("names"))]
        found: dict[Key, frozenset[str]] = {}
        for row in _list(kept.get("goals")):
            match row:
                case [str(step), str(role), str(goal), [*places]] if role in Role.__members__:
                    relies = [names[p] for p in places if isinstance(p, int) and p < len(names)]
                    found[step, Role[role], goal] = frozenset(relies)
                case _:
                    continue
        return found

    def _keep_hints(self, results: Mapping[Key, Result]) -> None:
        places: dict[str, int] = {}
        goals: list[JSON] = []
        for (transition, role, name), result in results.items():
            if result.answer is Answer.UNSAT and role is not Role.STRUCTURE:
                relies: list[JSON] = [
                    places.setdefault(n, len(places)) for n in sorted(result.relies)
                ]
                goals.append([transition, role.name, name, relies])
        self.fresh[HINTS] = {"names": [*places], "goals": goals}

    def transition(self, name: str) -> str:
        """Return the digest of a transition."""
        if name not in self.transitions:
            self.transitions[name] = self.digests.transition(name).hex()
        return self.transitions[name]

    def add(self, items: Iterable[Invariant]) -> None:
        """Make invariants known."""
        for item in items:
            self.items[item.name] = self.digests.invariant(item).hex()

    def listing(self, name: str) -> Listing | None:
        """Return the goals that an unchanged transition has by itself."""
        record = self.known.get(self.transition(name), {}).get("goals")
        if not isinstance(record, list):
            return None
        pairs = [pair for pair in record if isinstance(pair, list)]
        return tuple((Role[str(pair[0])], str(pair[1])) for pair in pairs)

    def stand(self) -> bool:
        """Whether all that the rules owe, as they are, was proved the last time."""
        return self.known.get(STAND, {}).get(STAND) == self.plain.rules()

    def _goal(self, role: Role, name: str) -> str:
        if role is Role.INVARIANT:
            return f"{role.name} {self.items[name]}"
        if role is Role.PROPERTY:
            return f"{role.name} {self.steps[name]}"
        return f"{role.name} {name}"

    def digest(self, key: Key) -> str:
        """Return the digest of a goal: its step, with all that this reads, and what it says."""
        transition, role, name = key
        return self.digest_of(transition, self._goal(role, name))

    def digest_of(self, transition: str, says: str) -> str:
        """Return the digest of what is said of a step."""
        text = f"{self.plain.transition(transition).hex()} {says}"
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def recall(self, key: Key, active: Mapping[str, None]) -> Result | None:
        """Return a kept proof of a goal whose assumptions are all assumed again."""
        transition, role, name = key
        record = self.known.get(self.transition(transition), {}).get(self._goal(role, name))
        if record == OPEN and role is Role.EDGE:
            return Result(transition, role, name, Answer.UNKNOWN, frozenset(), 0.0)
        if not isinstance(record, list):
            return None
        relies = self._assumed(record, active)
        if relies is None:
            return None
        return Result(transition, role, name, Answer.UNSAT, relies, 0.0)

    def second(self, key: Key, relies: Iterable[str]) -> str | None:
        """Return what the second solver said of a kept proof that relied on just the same."""
        transition, role, name = key
        record = self.known.get(self.transition(transition), {})
        goal = self._goal(role, name)
        if record.get(goal) != self._entries(relies):
            return None  # it was shown another way, and that is what was asked
        said = record.get("cvc5 " + goal)
        return said if isinstance(said, str) else None

    def trusted(self, active: Iterable[str], unowed: Iterable[str]) -> str:
        """Return a digest of what proofs of ends may assume."""
        found = blake2b(digest_size=16)
        for item in sorted(self.items[n] for n in active if n in self.items):
            found.update(item.encode())
        for name in sorted(unowed):
            found.update(b"#" + name.encode())
        return found.hexdigest()

    # ------------------------------------------------------------------ numbers that sink

    def number(self, number: Expr) -> str:
        """Return the digest of a number."""
        return self.digests.of(number).hex()

    def served(self, end: str) -> list[str]:
        """Return the digests of the numbers that showed an end the last time: where to begin."""
        rows = self.known.get(ENDS, {}).get(end)
        return [str(row) for row in _list(rows)]

    def keep_served(self, end: str, numbers: Iterable[Expr]) -> None:
        """Keep which numbers showed an end."""
        served: list[JSON] = [self.number(number) for number in numbers]
        self.fresh.setdefault(ENDS, {})[end] = served

    def _sunk(self, step: str, number: Expr) -> Mapping[str, JSON] | None:
        place, name = self.transition(step), f"sinks {self.number(number)}"
        said = self.measures.get(place, {}).get(name) or self.known.get(place, {}).get(name)
        return said if isinstance(said, dict) else None

    def sunk(
        self,
        step: str,
        number: Expr,
        active: Iterable[str],
        unowed: frozenset[str],
        same: str,
        hoped: bool,
    ) -> Sinking | None:
        """Return what is kept of a number in a step, if all it assumed is assumed again.

        That something could not be shown stands for the `same` assumptions; if one `hoped`, for
        any.
        """
        said = self._sunk(step, number)
        if said is None or "rises" not in said or "lowers" not in said:
            return None
        if not hoped and said.get("same") != same and None in (said["rises"], said["lowers"]):
            return None
        found: list[frozenset[str] | None] = []
        for record in (said["rises"], said["lowers"]):
            relies = self._assumed(record, active, unowed) if isinstance(record, list) else None
            if relies is None and record is not None:
                return None
            found.append(relies)
        place, name = self.transition(step), f"sinks {self.number(number)}"
        self.measures.setdefault(place, {})[name] = {**said}
        return Sinking(*found)

    def keep_sunk(self, step: str, number: Expr, found: Sinking, same: str) -> None:
        """Keep what was found of a number in a step."""
        record: dict[str, JSON] = {"same": same}
        for name, relies in (("rises", found.rises), ("lowers", found.lowers)):
            record[name] = None if relies is None else self._entries(relies)
        place, name = self.transition(step), f"sinks {self.number(number)}"
        self.measures.setdefault(place, {})[name] = record

    def second_sunk(self, step: str, number: Expr, *, strict: bool) -> str | None:
        """Return what the second solver said of a kept proof about a number."""
        said = (self._sunk(step, number) or {}).get(f"cvc5 {strict}")
        return said if isinstance(said, str) else None

    def keep_second_sunk(self, step: str, number: Expr, said: str, *, strict: bool) -> None:
        """Keep what the second solver said of a proof about a number."""
        place, name = self.transition(step), f"sinks {self.number(number)}"
        record = self._sunk(step, number) or {}
        self.measures.setdefault(place, {})[name] = {**record, f"cvc5 {strict}": said}

    def _entries(self, relies: Iterable[str]) -> list[JSON]:
        """Return what a proof assumed as it is kept: invariants by what they say."""
        return [self.items.get(name, f"#{name}") for name in sorted(relies)]

    def _assumed(
        self, record: Iterable[JSON], active: Iterable[str], unowed: frozenset[str] = frozenset()
    ) -> frozenset[str] | None:
        """Return the names of what a kept proof assumed; None if not all is assumed again."""
        by_digest = {self.items[n]: n for n in active}
        relies = set()
        for entry in record:
            text = str(entry)
            if text.startswith("#") and text[1:] not in unowed:
                relies.add(text[1:])
            elif text in by_digest:
                relies.add(by_digest[text])
            else:
                return None
        return frozenset(relies)

    def keep(
        self,
        results: Mapping[Key, Result],
        listings: Mapping[str, Listing],
        second: Mapping[Key, str],
        hard: Iterable[Key] = (),
    ) -> None:
        """Write the proofs of this run in the place of those before."""
        if self.path is None:
            return
        goals: list[JSON] = [[transition, role.name, name] for transition, role, name in hard]
        self.fresh[HARD] = {HARD: goals}
        owed = [(t, *goal) for t, goals_ in listings.items() for goal in goals_]
        open_ = [
            key
            for key in owed
            if key[1] is Role.OBLIGATION
            and (key not in results or results[key].answer is not Answer.UNSAT)
        ]
        if not open_:
            self.fresh[STAND] = {STAND: self.plain.rules()}
        self._keep_hints(results)
        for transition, listing in listings.items():
            kept: dict[str, JSON] = {"goals": [[role.name, name] for role, name in listing]}
            self.fresh[self.transition(transition)] = kept
        for (transition, role, name), result in results.items():
            if result.answer is Answer.UNSAT:
                kept_as = self._entries(result.relies)
                self.fresh[self.transition(transition)][self._goal(role, name)] = kept_as
            elif role is Role.EDGE:  # harmless: an event that may follow is no fault by itself
                self.fresh[self.transition(transition)][self._goal(role, name)] = OPEN
        for (transition, role, name), said in second.items():
            self.fresh[self.transition(transition)]["cvc5 " + self._goal(role, name)] = said
        for place, answers in self.measures.items():
            self.fresh.setdefault(place, {}).update(answers)
        self._keep_earlier()
        write_atomically(self.path, json.dumps(self.fresh))
        for old in _of_game(self.path, self.spec)[SAME_GAME:]:
            old.unlink(missing_ok=True)


def _list(found: JSON) -> Sequence[JSON]:
    """Return a list that was read; nothing if it is something else."""
    return found if isinstance(found, list) else ()


def write_atomically(path: Path, text: str) -> None:
    """Write a file, its folder too, so that no reader ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
