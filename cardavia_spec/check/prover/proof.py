"""Proving all that a spec states and owes: the one entrance for `cardavia check`.

prove(spec, lemmas=Path("generated/lemmas/whist.json")) -> tuple[Verdict, ...]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Final

from cardavia_spec.back.interpret import Interpreter
from cardavia_spec.back.smt.context import Shared
from cardavia_spec.back.smt.system import Invariant, Role, invariants, names
from cardavia_spec.check.prover.bench import Bench, Farm, Listing, Worker
from cardavia_spec.check.prover.endings import End, Endings
from cardavia_spec.check.prover.features import views
from cardavia_spec.check.prover.live import obligation
from cardavia_spec.check.prover.marks import marked
from cardavia_spec.check.prover.mining import Candidate, Miner, rows
from cardavia_spec.check.prover.opinion import Opinion
from cardavia_spec.check.prover.records import (
    Hints,
    named_lemma,
    read_hints,
    read_lemmas,
    write_lemmas,
    write_report,
)
from cardavia_spec.check.prover.samples import states
from cardavia_spec.check.prover.store import Proofs, cache_folder, kept_at
from cardavia_spec.check.prover.strengthen import Found, Key, Strengthener, closure
from cardavia_spec.check.prover.telling import ending, never, placed, stopped, verdicts
from cardavia_spec.check.verdict import Outcome, Verdict
from cardavia_spec.core.ir import Apply, Expr
from cardavia_spec.core.ops import Op
from cardavia_spec.core.spec import PropertyKind, Spec
from cardavia_spec.core.types import BOOL

SEED: Final = 20
"""The seed of the deals from which lemmas are guessed."""

LIGHT: Final = 40
"""Steps to encode times cards: no more than this is done sooner than a process starts."""

_STEPS = frozenset({"move", "event"})


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent: seconds in all, seconds a goal, deals to guess lemmas from.

    `second` are the seconds for all goals together in the second solver.
    """

    seconds: float = 600.0
    goal: float = 20.0
    deals: int = 100
    second: float = 150.0


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `verdicts` has what was known by then."""

    def __init__(self, known: tuple[Verdict, ...]) -> None:
        self.verdicts = known
        super().__init__()


@dataclass(slots=True)
class Work:
    """A proof under way."""

    spec: Spec
    shared: Shared
    bench: Bench
    items: dict[str, Invariant]
    listings: dict[str, Listing]
    proofs: Proofs
    hints: Hints
    search: Strengthener | None = None
    mined: bool = False


def prove(
    spec: Spec,
    properties: Iterable[str] | None = None,
    budget: Budget | None = None,
    progress: Callable[[str], None] = lambda _: None,
    jobs: int = 2,
    *,
    lemmas: Path | None = None,
    begin: Path | None = None,
    record: Path | None = None,
    cache: Path | None = None,
    home: Path | None = None,
    cached: bool = True,
    mine: bool = True,
    doubtful: Iterable[str] = (),
    second: bool = False,
    smt: Path | None = None,
    report: Path | None = None,
    note: Callable[[str], None] = lambda _: None,
) -> tuple[Verdict, ...]:
    """Prove what can be proved; one verdict for each property and obligation.

    `properties` restricts the verdicts to these labels (all are proved together, since they lean
    on each other).  `doubtful` names things that should be possible and were not seen: that one
    never happens is tried too.  `lemmas` is the file of lemmas to begin with (`begin`, if that is
    another); where more were needed (`mine` allows to look for them), what all proofs needed is
    written to `lemmas`.  `record` is a report of an earlier proof: what it relied on is tried
    first.  `cache` is the folder of kept proofs, `home` the spec's own
    file, for a copy elsewhere has its own.  With `second` every proved goal goes to cvc5 too;
    `smt` is a folder for the goals as SMT-LIB files, `report` a JSON file that lists every goal
    with its verdict.
    `note` is told what could not be kept.
    Raises Interrupted, and Disagreement if the solvers contradict each other.
    """
    budget = budget or Budget()
    start = perf_counter()
    doubtful = frozenset(doubtful)
    wished, spec = spec, _with_matches(spec, doubtful)
    shared = Shared.of(spec)
    folder = cache or cache_folder()
    place = kept_at(folder, spec, home) if cached and folder is not None else None
    proofs = Proofs(spec, shared, place)
    stated = {item.name: item for item in (*invariants(spec, shared), *_nevers(spec, doubtful))}
    first = begin or lemmas
    stored = {} if first is None else {i.name: i for i in read_lemmas(first, spec, shared)}
    stored = {name: item for name, item in stored.items() if name not in stated}
    transitions = names(spec)
    bench: Bench
    fresh = sum(proofs.listing(name) is None for name in transitions)
    if jobs > 1 and fresh * len(spec.cards.members) > LIGHT:
        bench = Farm(spec, budget.goal, jobs, _balanced(transitions))
    else:
        bench = Worker(spec, budget.goal, shared)
    hints = Hints({}, ()) if record is None else read_hints(record)
    work = Work(spec, shared, bench, {**stated, **stored}, {}, proofs, hints)
    try:
        found = _search(work, stated, stored, budget, start, progress, mine)
    except KeyboardInterrupt:
        bench.close()
        if work.search is None:
            raise Interrupted(()) from None
        known = work.search.so_far()
        raise Interrupted(stopped(verdicts(wished, known, work.listings, work.items))) from None
    progress("looking for a number that sinks")
    opinion = Opinion(spec, bench, proofs, jobs=jobs, seconds=budget.second, smt=smt)
    try:
        ends = _endings(work, found)
        if second or smt is not None:
            opinion.ask(found, ends, progress)
    except KeyboardInterrupt:
        raise Interrupted(stopped(verdicts(wished, found, work.listings, work.items))) from None
    finally:
        bench.close()
    said = opinion.said
    try:
        proofs.keep(found.results, work.listings, said, work.search.hard if work.search else ())
    except OSError as error:
        note(f"proofs cannot be kept, so all is proved again the next time: {error}")
    if report is not None:
        late = {goal: opinion.sunk.get(goal) for end in ends for goal in end.goals}
        hard = work.search.hard if work.search else ()
        write_report(report, proofs, found.results, found.proved, said, late, hard)
    rows_ = (
        *verdicts(wished, found, work.listings, work.items, said),
        *(ending(end, opinion.of_end(end), placed(found, work.listings)) for end in ends),
    )
    if lemmas is not None and (work.mined or not lemmas.exists()):
        try:
            _write(lemmas, work, found, stated, rows_)
        except OSError as error:
            note(f"lemmas cannot be kept, so they are looked for again the next time: {error}")
    if properties is not None:
        wanted = set(properties)
        rows_ = tuple(v for v in rows_ if v.name in wanted)
    return rows_


def _with_matches(spec: Spec, doubtful: Iterable[str]) -> Spec:
    """Return the spec with properties that matches which should be possible never come about."""
    wanted = frozenset(doubtful)
    more = [
        replace(
            prop,
            name=never(prop),
            kind=PropertyKind.AT_MATCH_END,
            test=Apply(Op.NOT, (prop.test,), type=BOOL),
            witness=None,
        )
        for prop in spec.properties
        if prop.name in wanted and prop.kind is PropertyKind.POSSIBLE_MATCH
    ]
    return replace(spec, properties=(*spec.properties, *more)) if more else spec


def _nevers(spec: Spec, doubtful: Iterable[str]) -> list[Invariant]:
    """Return the invariants that things which should be possible never happen."""
    wanted = frozenset(doubtful)
    kinds = {PropertyKind.POSSIBLE: True, PropertyKind.POSSIBLE_IN_PLAY: None}
    return [
        Invariant(
            never(prop),
            prop.test,
            over=kinds[prop.kind],
            lemma=True,
            negated=True,
            span=prop.span,
            cite=prop.cite,
        )
        for prop in spec.properties
        if prop.name in wanted and prop.kind in kinds
    ]


def _balanced(transitions: tuple[str, ...]) -> tuple[str, ...]:
    """Order transitions so that workers, taking turns, get equal shares."""
    heavy = [t for t in transitions if t.partition(" ")[0] in _STEPS]
    return (*heavy, *(t for t in transitions if t not in heavy))


def _search(
    work: Work,
    stated: Mapping[str, Invariant],
    stored: Mapping[str, Invariant],
    budget: Budget,
    begin: float,
    progress: Callable[[str], None],
    mine: bool,
) -> Found:
    work.bench.add(work.items, list(stored))
    work.proofs.add(work.items.values())
    _list(work, progress)
    strengthener = work.search = Strengthener(
        work.bench,
        work.items,
        work.listings,
        seconds=budget.seconds,
        told=progress,
        recall=work.proofs.recall,
        hard=work.proofs.hard() or work.hints.hard,
        hints={**work.hints.relies, **work.proofs.hints()},
    )
    strengthener.start([*stated, *stored])
    found = strengthener.run()
    if mine and not _all(work, found, stated):
        progress("looking for lemmas in seeded deals")
        work.mined = True
        open_ = [item.test for name, item in stated.items() if name not in found.proved]
        pool = {n: i for n, i in _mined(work, budget, open_).items() if n not in work.items}
        work.items.update(pool)
        work.bench.add(pool, list(pool))
        work.proofs.add(pool.values())
        strengthener.items.update(pool)
        strengthener.end = begin + budget.seconds
        strengthener.retry([*stated, *stored])
        found = strengthener.run()
    if not _all(work, found, stated):
        progress("looking closer at what is left")
        strengthener.look_closer([name for name in stated if name not in found.proved])
        found = strengthener.run()
    return found


def _list(work: Work, progress: Callable[[str], None]) -> None:
    own = tuple(p.name for p in work.spec.properties if p.kind is PropertyKind.EACH_STEP)
    late = tuple(
        p.name
        for p in work.spec.properties
        if p.kind in (PropertyKind.EACH_DEAL, PropertyKind.AT_MATCH_END)
    )
    missing = []
    for name in names(work.spec):
        known = work.proofs.listing(name)
        if known is None:
            missing.append(name)
            continue
        kind = name.partition(" ")[0]
        extra = late if name == "after deal" else own if kind in _STEPS else ()
        kept = tuple(goal for goal in known if goal[0] is not Role.PROPERTY)
        work.listings[name] = (*kept, *((Role.PROPERTY, label) for label in extra))
    if missing:
        progress("encoding the rules")
        work.listings.update(work.bench.list(missing))
    work.listings = {name: work.listings[name] for name in names(work.spec)}


def _all(work: Work, found: Found, stated: Mapping[str, Invariant]) -> bool:
    """Whether nothing is left for which a lemma might help."""
    soft = {Role.EDGE, Role.INVARIANT}
    goals: list[Key] = [
        (t, role, name)
        for t, listing in work.listings.items()
        for role, name in listing
        if role not in soft
    ]
    settled = all(name in found.proved for name in stated)
    return settled and all(
        found.results[key].relies <= found.proved and found.results[key].answer.value == "unsat"
        if key in found.results
        else False
        for key in goals
    )


def _mined(work: Work, budget: Budget, open_: Sequence[Expr]) -> dict[str, Invariant]:
    spec = work.spec
    interpreter = Interpreter(spec)
    seen = list(states(spec, interpreter, deals=budget.deals, seed=SEED))
    guesses: list[Candidate] = []
    for view in views(spec, interpreter, work.shared, open_):
        played = [state for state, between in seen if view.match or not between]
        table = rows(view, played)
        if view.terms or view.atoms:
            guesses += Miner(spec, view, table).candidates()
    played = [state for state, between in seen if not between]
    guesses += marked(spec, interpreter, work.shared, played)
    guesses.sort(key=lambda guess: guess.rank)
    items = [named_lemma(guess.invariant("")) for guess in guesses]
    return {item.name: item for item in items}


def _endings(work: Work, found: Found) -> tuple[End, ...]:
    """Return what is known of the end of a deal and of a match."""
    active = tuple(name for name in found.active if name in found.proved)
    owed = {
        obligation(t, name)
        for t, listing in work.listings.items()
        for role, name in listing
        if role is Role.OBLIGATION
    }
    unowed = frozenset(owed - found.proved)
    return Endings(work.spec, work.bench, work.proofs, active, unowed).find()


def _write(
    path: Path,
    work: Work,
    found: Found,
    stated: Mapping[str, Invariant],
    rows_: Sequence[Verdict],
) -> None:
    """Keep the lemmas that proofs needed."""
    whole = all(v.outcome is Outcome.PROVED for v in rows_)
    if not whole and path.exists():
        return  # a spec with a fault in it: what was needed before may be needed again
    begin = [
        name
        for (_, role, _), result in found.results.items()
        if role is not Role.INVARIANT
        for name in result.relies
    ]
    needed = closure([*begin, *(n for n in stated if n in found.proved)], found)
    kept = [
        work.items[name]
        for name in found.active
        if name in needed and name in found.proved and name not in stated
    ]
    write_lemmas(path, sorted(kept, key=lambda item: item.name), work.spec.digest)
