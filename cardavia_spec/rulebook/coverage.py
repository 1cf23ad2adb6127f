"""Coverage: the clauses of a spec and the sentences of its page, held against each other."""

from __future__ import annotations

from cardavia_spec.core.diagnostics import Diagnostic, did_you_mean
from cardavia_spec.core.spec import Spec
from cardavia_spec.rulebook.clauses import Register


def coverage(spec: Spec, register: Register) -> tuple[Diagnostic, ...]:
    """Return what the register and the spec do not agree on, both ways."""
    found: list[Diagnostic] = []
    if register.game != spec.name:
        found.append(
            Diagnostic(
                "CV644",
                f"this is the register of '{register.game}', and the spec is that of '{spec.name}'",
                register.game_span,
                f"write 'game: {spec.name}'",
            )
        )
    if spec.page is None:
        return tuple(found)
    page = spec.page
    if register.page != page.file:
        found.append(
            Diagnostic(
                "CV646",
                f"this is the register of '{register.page}',"
                f" and the spec is made from '{page.file}'",
                register.page_span,
                f"write 'file: {page.file}'",
            )
        )
    known = dict.fromkeys(page.clauses)
    registered: set[str] = set()
    for sentence in register.sentences:
        for cite in sentence.clauses:
            registered.add(cite.clause)
            if cite.clause not in known:
                fix = did_you_mean(cite.clause, known, "its clauses stand under 'page:' there")
                found.append(
                    Diagnostic("CV641", f"the spec knows no clause '{cite.clause}'", cite.span, fix)
                )
    no_rules = {clause for clause, _, _ in page.not_rules}
    for clause in known:
        if clause not in registered and clause not in no_rules:
            found.append(
                Diagnostic(
                    "CV642",
                    f"no sentence of the register has the clause '{clause}'",
                    page.span,
                    "add it to the sentence it was taken from, or take it out of 'clauses:'",
                )
            )
    return tuple(found)
