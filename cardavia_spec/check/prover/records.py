"""Records of proofs beside the specs: the lemmas that were found, and a list of every goal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.emit import VERSION, Answer
from cardavia_spec.back.smt.system import Invariant, Role, match_only, names
from cardavia_spec.check.prover.codec import JSON, Reader, Unreadable, write
from cardavia_spec.check.prover.digests import Digests
from cardavia_spec.check.prover.endings import Sunk
from cardavia_spec.check.prover.live import Result
from cardavia_spec.check.prover.show import told
from cardavia_spec.check.prover.store import Proofs, cache_folder, kept_at, write_atomically
from cardavia_spec.check.prover.strengthen import Key
from cardavia_spec.core.spec import Spec

_WHEN = {None: "always", True: "at the end", False: "while the deal goes on"}

_ROLES = frozenset(role.value for role in Role)


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
    found = _record(path).get("source")
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
    ends: Mapping[Sunk, str | None],
    hard: Iterable[Key] = (),
) -> None:
    """Write which goals there are and what is known of each, without times or places.

    `second` and `ends` have what the second solver said, `ends` for all that showed an end;
    `hard` names the goals that had to be taken apart.
    """
    rows: list[JSON] = []
    apart = frozenset(hard)
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
        if key in apart:
            row["apart"] = True
        if key in second:
            row["second"] = second[key]
        rows.append(row)
    for goal, said in sorted(ends.items(), key=lambda pair: (pair[0].step, pair[0].says)):
        row = {
            "step": goal.step,
            "role": "number",
            "goal": goal.says,
            "digest": proofs.digest_of(goal.step, goal.says),
            "verdict": "proved",
            "relies_on": [*sorted(goal.relies)],
        }
        if said is not None:
            row["second"] = said
        rows.append(row)
    head: dict[str, JSON] = {
        "spec": proofs.spec.name,
        "source": proofs.spec.digest,
        "solver": f"z3 {VERSION}",
        "rules": proofs.plain.rules(),
        "steps": {n: proofs.plain.transition(n).hex() for n in names(proofs.spec)},
    }
    _write_rows(path, head, "goals", rows)


@dataclass(frozen=True, slots=True)
class Hints:
    """Where to begin: what proofs relied on the last time, and which goals were hard."""

    relies: Mapping[Key, frozenset[str]]
    hard: tuple[Key, ...]


def read_hints(path: Path) -> Hints:
    """Return what a record of proofs tells of where to begin; nothing without one."""
    relies: dict[Key, frozenset[str]] = {}
    hard: list[Key] = []
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["goals"]
        for row in rows:
            if row["role"] in _ROLES and row["verdict"] == "proved":
                key = (row["step"], Role(row["role"]), row["goal"])
                relies[key] = frozenset(row["relies_on"])
                if row.get("apart"):
                    hard.append(key)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Hints({}, ())
    return Hints(relies, tuple(hard))


def rules_stand(record: Path, spec: Spec, home: Path | None = None) -> bool:
    """Whether the rules of a game are those that were last proved, whatever is stated of it.

    `record` is the file of its proofs; without it, those kept in the user's cache count.  `home` is
    the spec's own file.
    """
    folder = cache_folder()
    place = None if folder is None else kept_at(folder, spec, home)
    proofs = Proofs(spec, Shared.of(spec), place)
    return proofs.stand() or _record(record).get("rules") == proofs.plain.rules()


def recorded(record: Path, spec: Spec) -> bool:
    """Whether the record of a game's proofs is of its steps as they are."""
    known = _record(record).get("steps")
    plain = Digests(spec, Shared.of(spec), b"")
    return bool(known == {name: plain.transition(name).hex() for name in names(spec)})


def _record(path: Path) -> Mapping[str, JSON]:
    """Return a record of proofs; nothing where there is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
