"""Clauses: every clause of the page is cited or said to be no rule; every cite is a clause."""

from __future__ import annotations

from cardavia_spec.core.diagnostics import Diagnostic, Note, did_you_mean
from cardavia_spec.core.spec import Spec


def clause_coverage(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the gaps between the page's clauses and the cites of the spec, both ways."""
    page = spec.page
    if page is None:
        return ()
    clauses = dict.fromkeys(page.clauses)
    no_rules = {clause: span for clause, _, span in page.not_rules}
    cited = {cite.clause for cite in spec.cites}
    found = []
    for cite in spec.cites:
        if cite.clause not in clauses:
            found.append(
                Diagnostic(
                    "CV621",
                    f"'{cite.clause}' is no clause of {page.file}",
                    cite.span,
                    did_you_mean(cite.clause, clauses, f"its clauses are {_listed(page.clauses)}"),
                )
            )
        elif cite.clause in no_rules:
            if any(d.code == "CV622" and d.span and d.span.text == cite.clause for d in found):
                continue  # its other cites say nothing new
            found.append(
                Diagnostic(
                    "CV622",
                    f"'{cite.clause}' is cited here and yet stands under 'not rules'",
                    cite.span,
                    "take one of the two away",
                    (Note("it is said to be no rule here", no_rules[cite.clause]),),
                )
            )
    for clause, span in no_rules.items():
        if clause not in clauses:
            fix = did_you_mean(clause, clauses, f"its clauses are {_listed(page.clauses)}")
            found.append(Diagnostic("CV623", f"'{clause}' is no clause of {page.file}", span, fix))
    for clause in clauses:
        if clause not in cited and clause not in no_rules:
            found.append(
                Diagnostic(
                    "CV620",
                    f"nothing cites clause '{clause}' of {page.file}",
                    page.span,
                    f"write 'cite: {clause}' where the spec says this rule,"
                    f" or give the reason under 'not rules: {{{clause}: …}}'",
                )
            )
    return tuple(found)


def _listed(clauses: tuple[str, ...]) -> str:
    return ", ".join(clauses) if len(clauses) <= 6 else f"{clauses[0]} to {clauses[-1]}"
