"""What is kept between runs: lemmas beside the specs, proofs in the user's cache.

A proof is kept under the digest of all it depends on, together with the digests of what it
assumed; it counts again only while each of these is assumed again.  Only proofs are kept: what
failed is always tried anew, and nothing kept can make a failed goal a proved one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import VERSION, Answer
from cardavia_spec.back.smt.system import Invariant, Role, match_only, names
from cardavia_spec.check.prover.bench import Listing
from cardavia_spec.check.prover.codec import JSON, Reader, Unreadable, write
from cardavia_spec.check.prover.digests import Digests, tool
from cardavia_spec.check.prover.live import Result
from cardavia_spec.check.prover.show import told
from cardavia_spec.check.prover.strengthen import Key
from cardavia_spec.core.ir import Expr
from cardavia_spec.core.spec import Spec
from cardavia_spec.play.files import write_whole

HARD = "hard"
"""Under this name: goals that were too hard as a whole."""
OPEN = "open"
"""Kept for an event that may follow another: it need not be asked again."""

_WHEN = {None: "always", True: "at the end", False: "while the deal goes on"}


def label(item: Invariant) -> str:
    """Return what a lemma says, as its name."""
    prefix = "" if item.over is None else f"{_WHEN[item.over]}: "
    return prefix + told(item.test)


# ---------------------------------------------------------------------------- lemmas


def write_lemmas(path: Path, items: Sequence[Invariant], source: str) -> None:
    """Write lemmas to a file: for people the text, for the tool the expression.

    `source` is the digest of the spec.
    """
    rows: list[JSON] = [
        {"says": told(item.test), "when": _WHEN[item.over], "expr": write(item.test)}
        for item in items
    ]
    _write_rows(path, {"source": source}, "lemmas", rows)


def _write_rows(path: Path, head: Mapping[str, JSON], name: str, rows: Sequence[JSON]) -> None:
    """Write a record whose last entry is a list, a line each."""
    top = "".join(f"{json.dumps(k)}: {json.dumps(v)},\n " for k, v in head.items())
    text = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    write_atomically(path, "{" + top + json.dumps(name) + ": [\n" + text + "\n]}\n")


def source_of(path: Path) -> str | None:
    """Return the digest of the spec that a file of lemmas or proofs was made from."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    found = record.get("source") if isinstance(record, dict) else None
    return found if isinstance(found, str) else None


def stamp(path: Path, source: str) -> None:
    """Say in a file of lemmas that they are those of this spec too."""
    record = json.loads(path.read_text(encoding="utf-8"))
    _write_rows(path, {"source": source}, "lemmas", record["lemmas"])


def read_lemmas(path: Path, spec: Spec, shared: Shared) -> tuple[Invariant, ...]:
    """Return the lemmas of a file that the spec can still say; none if there is no file."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ()
    reader = Reader(spec)
    found = []
    for row in record.get("lemmas", ()):
        try:
            test = reader.read(row["expr"])
        except (Unreadable, KeyError):
            continue
        over = {text: when for when, text in _WHEN.items()}.get(row.get("when"))
        item = Invariant("", test, over=over, match_only=match_only(shared, test), lemma=True)
        found.append(named_lemma(item))
    return tuple(found)


def named_lemma(item: Invariant) -> Invariant:
    """Return a lemma under the name of what it says."""
    return Invariant(label(item), item.test, over=item.over, match_only=item.match_only, lemma=True)


# ---------------------------------------------------------------------------- proofs


def write_report(
    path: Path,
    proofs: Proofs,
    results: Mapping[Key, Result],
    proved: frozenset[str],
    second: Mapping[Key, str],
) -> None:
    """Write which goals there are and what is known of each, without times or places."""
    rows: list[JSON] = []
    for key in sorted(results, key=lambda key: (key[0], key[1].name, key[2])):
        transition, role, name = key
        result = results[key]
        if role is Role.STRUCTURE:
            continue
        good = result.answer is Answer.UNSAT and result.relies <= proved
        row: dict[str, JSON] = {
            "step": transition,
            "role": role.value,
            "goal": name,
            "digest": proofs.digest(key),
            "verdict": "proved" if good else "open" if role is Role.EDGE else "unknown",
            "relies_on": [*sorted(result.relies)] if good else [],
        }
        if key in second:
            row["second"] = second[key]
        rows.append(row)
    head: dict[str, JSON] = {
        "spec": proofs.spec.name,
        "source": proofs.spec.digest,
        "solver": f"z3 {VERSION}",
        "steps": {n: proofs.plain.transition(n).hex() for n in names(proofs.spec)},
    }
    _write_rows(path, head, "goals", rows)


def rules_stand(record: Path, spec: Spec) -> bool:
    """Whether each step of a game is as it was when it was last proved.

    `record` is the file of its proofs; without it, those kept in the user's cache count.
    """
    proofs = Proofs(spec, Shared.of(spec), cache_folder() / f"{spec.name}.json")
    steps = names(spec)
    if all(proofs.owes_nothing(name) for name in steps):
        return True
    return recorded(record, spec)


def recorded(record: Path, spec: Spec) -> bool:
    """Whether the record of a game's proofs is of its steps as they are."""
    try:
        known = json.loads(record.read_text(encoding="utf-8"))["steps"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    plain = Digests(spec, Shared.of(spec), b"")
    return bool(known == {name: plain.transition(name).hex() for name in names(spec)})


def cache_folder() -> Path:
    """Return the folder of kept proofs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cardavia" / "proofs"


class Proofs:
    """The kept proofs of one spec."""

    def __init__(self, spec: Spec, shared: Shared, path: Path | None) -> None:
        self.spec = spec
        self.path = path
        self.digests = Digests(spec, shared, tool())
        self.plain = Digests(spec, shared, b"")
        self.transitions: dict[str, str] = {}
        self.items: dict[str, str] = {}
        self.known: dict[str, dict[str, JSON]] = {}
        if path is not None:
            try:
                self.known = json.loads(path.read_text(encoding="utf-8"))
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

    def owes_nothing(self, name: str) -> bool:
        """Whether all obligations of a transition, as it is, have a kept proof."""
        listing = self.listing(name)
        known = self.known.get(self.transition(name), {})
        return listing is not None and all(
            isinstance(known.get(self._goal(role, goal)), list)
            for role, goal in listing
            if role is Role.OBLIGATION
        )

    def _goal(self, role: Role, name: str) -> str:
        if role is Role.INVARIANT:
            return f"{role.name} {self.items[name]}"
        if role is Role.PROPERTY:
            return f"{role.name} {self.steps[name]}"
        return f"{role.name} {name}"

    def digest(self, key: Key) -> str:
        """Return the digest of a goal: its step, with all that this reads, and what it says."""
        transition, role, name = key
        text = f"{self.plain.transition(transition).hex()} {self._goal(role, name)}"
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def recall(self, key: Key, active: Mapping[str, None]) -> Result | None:
        """Return a kept proof of a goal whose assumptions are all assumed again."""
        transition, role, name = key
        record = self.known.get(self.transition(transition), {}).get(self._goal(role, name))
        if record == OPEN and role is Role.EDGE:
            return Result(transition, role, name, Answer.UNKNOWN, frozenset(), 0.0)
        if not isinstance(record, list):
            return None
        by_digest = {self.items[n]: n for n in active}
        relies = set()
        for entry in record:
            text = str(entry)
            if text.startswith("#"):
                relies.add(text[1:])
            elif text in by_digest:
                relies.add(by_digest[text])
            else:
                return None
        return Result(transition, role, name, Answer.UNSAT, frozenset(relies), 0.0)

    def second(self, key: Key) -> str | None:
        """Return what the second solver said of a kept proof."""
        transition, role, name = key
        record = self.known.get(self.transition(transition), {})
        said = record.get("cvc5 " + self._goal(role, name))
        return said if isinstance(said, str) else None

    def whole(self, proved: Iterable[str]) -> str:
        """Return a digest of all transitions and of these invariants together."""
        found = blake2b(digest_size=16)
        for name in names(self.spec):
            found.update(self.transition(name).encode())
        for item in sorted(self.items[n] for n in proved if n in self.items):
            found.update(item.encode())
        return found.hexdigest()

    def ending(self, proved: Iterable[str], subject: str) -> str | None:
        """Return what was found to sink, if nothing has changed since."""
        said = self.known.get(self.whole(proved), {}).get(subject)
        return said if isinstance(said, str) else None

    def keep_ending(self, proved: Iterable[str], subject: str, said: str) -> None:
        """Keep what was found to sink."""
        self.fresh.setdefault(self.whole(proved), {})[subject] = said

    def trusted(self, active: Iterable[str], unowed: Iterable[str]) -> str:
        """Return a digest of what proofs of ends may assume."""
        found = blake2b(digest_size=16)
        for item in sorted(self.items[n] for n in active if n in self.items):
            found.update(item.encode())
        for name in sorted(unowed):
            found.update(b"#" + name.encode())
        return found.hexdigest()

    def _measure(self, number: Expr, trusted: str) -> str:
        return f"sinks {self.digests.of(number).hex()} {trusted}"

    def measured(self, step: str, number: Expr, trusted: str) -> tuple[bool, bool] | None:
        """Return whether a step never raises a number, and whether it lowers it, if known."""
        place, name = self.transition(step), self._measure(number, trusted)
        said = self.measures.get(place, {}).get(name) or self.known.get(place, {}).get(name)
        if not isinstance(said, list):
            return None
        self.measures.setdefault(place, {})[name] = said
        return bool(said[0]), bool(said[1])

    def keep_measured(
        self, step: str, number: Expr, trusted: str, answer: tuple[bool, bool]
    ) -> None:
        """Keep what was found of a number in a step."""
        kept: list[JSON] = [*answer]
        self.measures.setdefault(self.transition(step), {})[self._measure(number, trusted)] = kept

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
        for transition, listing in listings.items():
            kept: dict[str, JSON] = {"goals": [[role.name, name] for role, name in listing]}
            self.fresh[self.transition(transition)] = kept
        for (transition, role, name), result in results.items():
            if result.answer is Answer.UNSAT:
                relies: list[JSON] = [self.items.get(n, f"#{n}") for n in sorted(result.relies)]
                self.fresh[self.transition(transition)][self._goal(role, name)] = relies
            elif role is Role.EDGE:  # harmless: an event that may follow is no fault by itself
                self.fresh[self.transition(transition)][self._goal(role, name)] = OPEN
        for (transition, role, name), said in second.items():
            self.fresh[self.transition(transition)]["cvc5 " + self._goal(role, name)] = said
        for place, answers in self.measures.items():
            self.fresh.setdefault(place, {}).update(answers)
        write_atomically(self.path, json.dumps(self.fresh))


def _list(found: JSON) -> Sequence[JSON]:
    """Return a list that was read; nothing if it is something else."""
    return found if isinstance(found, list) else ()


def write_atomically(path: Path, text: str) -> None:
    """Write a file, its folder too, so that no reader ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
