"""What a second solver says of every proved goal, those about numbers that sink included."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardavia_spec.back.smt.emit import Answer
from cardavia_spec.back.smt.system import Role
from cardavia_spec.check.prover.bench import Bench, Falling, Told
from cardavia_spec.check.prover.endings import End, Sunk
from cardavia_spec.check.prover.second import ask_all, digest, installed, refuse
from cardavia_spec.check.prover.store import Proofs, cache_folder
from cardavia_spec.check.prover.strengthen import Found, Key
from cardavia_spec.core.spec import Spec

OWN = "own"
"""Said of a goal that the tool settles by itself: no solver is asked."""
AGREES = frozenset({"unsat", OWN})


class Opinion:
    """Asks the second solver, or recalls what it said of the same goals.

    `said` and `sunk` have its answers: `unsat`, `time`, or that no solver is needed.  With a folder
    `smt` all goals are asked anew, and written there.
    """

    def __init__(
        self,
        spec: Spec,
        bench: Bench,
        proofs: Proofs,
        *,
        jobs: int,
        seconds: float,
        smt: Path | None,
    ) -> None:
        self.spec = spec
        self.bench = bench
        self.proofs = proofs
        self.jobs = jobs
        self.seconds = seconds
        self.smt = smt
        self.said: dict[Key, str] = {}
        self.sunk: dict[Sunk, str] = {}
        self.asked = False
        self._texts: dict[str, str] = {}
        self._places: dict[str, list[Key | Sunk]] = {}

    def ask(self, found: Found, ends: tuple[End, ...], progress: Callable[[str], None]) -> None:
        """Ask of each goal.

        Raises Disagreement if one that is proved is refuted.
        """
        self.asked = True
        self._recall(found, ends, progress)
        if self.smt is not None:
            self.smt.mkdir(parents=True, exist_ok=True)
            for name, text in self._texts.items():
                path = self.smt / f"{self.spec.name}-{name}.smt2"
                path.write_text(text, encoding="utf-8")
        if installed() is None:
            return
        answers = ask_all(self._texts, jobs=self.jobs, seconds=self.seconds, told=progress)
        for name, answer in answers.items():
            places = self._places[name]
            if answer == "sat":
                raise refuse(_named(places[0]), self._texts[name], self.smt or cache_folder())
            for place in places:
                self._note(place, answer)

    def of_end(self, end: End) -> tuple[str, ...]:
        """Return who agrees on an end."""
        if not self.asked or installed() is None:
            return ("z3",)
        late = sum(self.sunk.get(goal) not in AGREES for goal in end.goals)
        if not late:
            return ("z3", "cvc5")
        return ("z3", f"cvc5: time on {late} of {len(end.goals)}")

    def _recall(self, found: Found, ends: tuple[End, ...], progress: Callable[[str], None]) -> None:
        """Take what was said before, and have the other goals written."""
        told: list[Told] = []
        falling: dict[Falling, Sunk] = {}
        anew = self.smt is not None
        for key, result in found.results.items():
            if result.answer is not Answer.UNSAT or key[1] is Role.STRUCTURE:
                continue
            known = None if anew else self.proofs.second(key, result.relies)
            if known is None:
                told.append((*key, result.relies))
            else:
                self.said[key] = known
        for goal in (goal for end in ends for goal in end.goals):
            known = (
                None
                if anew
                else self.proofs.second_sunk(goal.step, goal.number, strict=goal.strict)
            )
            if known is None:
                falling[goal.step, goal.number, goal.strict, goal.relies] = goal
            else:
                self.sunk[goal] = known
        if told or falling:
            progress("writing goals for the second solver")
        for (transition, role, name, _), text in self.bench.texts(told).items():
            self._file((transition, role, name), text)
        for asked, text in self.bench.sunk(tuple(falling)).items():
            self._file(falling[asked], text)

    def _file(self, place: Key | Sunk, text: str | None) -> None:
        if text is None:
            self._note(place, OWN)
            return
        self._texts[digest(text)] = text
        self._places.setdefault(digest(text), []).append(place)

    def _note(self, place: Key | Sunk, answer: str) -> None:
        if isinstance(place, Sunk):
            self.sunk[place] = answer
            self.proofs.keep_second_sunk(place.step, place.number, answer, strict=place.strict)
        else:
            self.said[place] = answer


def _named(place: Key | Sunk) -> str:
    if isinstance(place, Sunk):
        return f"{place.step} / {place.says}"
    return " / ".join(map(str, place))
