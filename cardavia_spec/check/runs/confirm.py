"""The reference plays once more what a generated engine found: nothing is told unseen.

Where it sees nothing the engines disagree, which is a fault of this program and not of the spec.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardavia_spec.check.runs.asking import Asked, Role
from cardavia_spec.check.runs.course import WISHES, Course, Tally, Watch
from cardavia_spec.check.runs.finding import Finding
from cardavia_spec.check.runs.parts import Part, Piece, Place
from cardavia_spec.check.runs.rules import Rules
from cardavia_spec.check.runs.swift import Options, SwiftWatch
from cardavia_spec.check.verdict import Disagreement
from cardavia_spec.core.spec import Property, Spec
from cardavia_spec.play.driver import Given, Uniform


def property_of(spec: Spec, key: str) -> Property | None:
    """Return the property of that label, None for an obligation."""
    return next((prop for prop in spec.properties if prop.name == key), None)


def watch_of(rules: Rules, key: str) -> Watch:
    """Return what reads one property with the reference, or none for an obligation.

    A rule that fails while a wish is read is found under the name of the wish and what failed.
    """
    wishes = (prop for prop in rules.spec.properties if prop.kind in WISHES)
    failed = (wish for wish in wishes if key.startswith(f"{wish.name}: "))
    prop = property_of(rules.spec, key) or next(failed, None)
    return Watch(rules, () if prop is None else (prop,))


def at_place(
    rules: Rules, asked: Asked, choices: Sequence[Options], number: int, place: Place
) -> tuple[Finding, ...]:
    """Return what the reference finds in the deal in which an engine noted this number.

    Raises:
        Disagreement: it finds nothing there.
    """
    key = asked.key(number) if number < asked.first_fault else ""
    tally = Tally()
    cards = len(rules.spec.cards.members)
    source = Uniform(place.stream, cards, place.of_match)
    Course(watch_of(rules, key), tally, dict(choices[place.choice])).match(source)
    found = tuple(tally.findings.values())
    exact = [f for f in found if f.fault is not None or f.size == (place.moves, place.of_match)]
    if not (exact if key else found):
        where = f"deal {place.deal + 1} of lot {place.lot} with the seed {place.seed}"
        options = dict(choices[place.choice])
        raise disagree(asked.key(number), options, place.moves, where, found)
    return found


def at_line(rules: Rules, finding: Finding) -> tuple[Finding, ...]:
    """Return what the reference finds at the end of a line of an engine's finding.

    Raises:
        Disagreement: it finds nothing there.
    """
    line = finding.line
    tally = Tally()
    Course(watch_of(rules, finding.key), tally, dict(line.options)).match(Given(line.deals))
    found = tuple(tally.findings.values())
    if not found:
        raise disagree_at(finding)
    return found


def disagree_at(finding: Finding) -> Disagreement:
    """Return what to say where the reference sees nothing at the end of a line."""
    line = finding.line
    where = f"deal {len(line.deals)} of the match {line.deals}"
    return disagree(finding.key, dict(line.options), finding.size[0], where, ())


def disagree(
    key: str, options: object, moves: int, where: str, found: Sequence[Finding]
) -> Disagreement:
    """Return what to say where the reference does not see what an engine noted."""
    other = f"only {found[0].key!r} after {found[0].size[0]} moves" if found else "nothing"
    return Disagreement(
        f"the engines disagree (options {options}): a generated engine notes {key!r} after {moves}"
        f" moves of {where}, the reference finds {other} there"
    )


def control(rules: Rules, watch: SwiftWatch, piece: Piece, options: Options) -> None:
    """Let the reference and the generated Python play the same deals with all their questions.

    Raises:
        Disagreement: they do not make the same of them.
    """
    cards = len(rules.spec.cards.members)
    skipped = watch.swift.asked.skipped
    asked = [p for p in rules.spec.properties if p.name not in skipped]
    told = []
    for course in (Watch(rules, asked), watch):
        tally = Tally()
        course.course(tally, dict(options)).run(Uniform(piece.seed, cards, piece.size))
        told.append((tally, _summary(tally)))
    (slow, reference), (_, python) = told
    if any(finding.fault is not None for finding in slow.findings.values()):
        # Names of what fails differ; one fault may hide another.
        reference, python = bool(slow.findings), bool(told[1][0].findings)
    if reference != python:
        raise Disagreement(
            f"the engines disagree about {piece.size} deals with the seed {piece.seed} (options"
            f" {dict(options)}): the reference makes {reference} of them, the generated Python"
            f" {python}"
        )


def _summary(tally: Tally) -> object:
    found = {key: finding.size for key, finding in sorted(tally.findings.items())}
    return tally.deals, tally.moves, tally.matches, found, dict(sorted(tally.wished.items()))


def same(asked: Asked, python: Part, other: Part) -> None:
    """Hold what another engine found in some pieces against what the generated Python did.

    Raises:
        Disagreement: that is not the same.
    """
    if python == other:
        return
    numbers = zip(python.counts, python.places, other.counts, other.places, strict=True)
    for number, (n, place, m, there) in enumerate(numbers):
        if (n, place) != (m, there):
            name = asked.key(number)
            if number < asked.first_fault and asked.questions[number].role is Role.MEETS:
                name = f"the condition of {name}"
            raise Disagreement(
                f"the engines disagree about {name!r} in the first {python.deals} deals: the"
                f" generated Python notes it in {n} deals ({place}), the compiled engine in {m}"
                f" ({there})"
            )
    raise Disagreement(
        f"the engines disagree about the first deals: the generated Python plays {python.moves}"
        f" moves in {python.deals} deals, the compiled engine {other.moves} in {other.deals}"
    )
