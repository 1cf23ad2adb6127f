"""Reports in the form that code hosts show beside the text (SARIF 2.1.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardavia_spec.check.report import told
from cardavia_spec.check.verdict import JSON, Verdict
from cardavia_spec.check.whole import Report
from cardavia_spec.core.codes import CODES
from cardavia_spec.core.diagnostics import Diagnostic, Severity
from cardavia_spec.core.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(reports: Sequence[Report]) -> dict[str, JSON]:
    """Return what is wrong with the specs: diagnostics, and verdicts that are no pass."""
    results: list[JSON] = []
    rules: dict[str, JSON] = {}
    for report in reports:
        for diagnostic in report.diagnostics:
            rules.setdefault(diagnostic.code, _rule(diagnostic.code))
            results.append(_diagnostic(diagnostic))
        for verdict in report.verdicts:
            if not verdict.passes and not verdict.diagnostics:
                rules.setdefault(verdict.outcome.value, {"id": verdict.outcome.value})
                results.append(_verdict(verdict, report))
    driver: JSON = {"name": "cardavia", "rules": list(rules.values())}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _rule(code: str) -> JSON:
    known = CODES.get(code)
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.text},
    }


def _diagnostic(diagnostic: Diagnostic) -> JSON:
    text = diagnostic.message + (f"; {diagnostic.fix}" if diagnostic.fix else "")
    level = "error" if diagnostic.severity is Severity.ERROR else "warning"
    return _result(diagnostic.code, level, text, diagnostic.span)


def _verdict(verdict: Verdict, report: Report) -> JSON:
    lines: Iterable[str] = [f"{report.game}: {verdict.how}", *told(verdict)]
    return _result(verdict.outcome.value, "error", "\n".join(lines), verdict.span)


def _result(rule: str, level: str, text: str, span: Span | None) -> JSON:
    result: dict[str, JSON] = {"ruleId": rule, "level": level, "message": {"text": text}}
    if span is not None:
        line, column = span.source.position(span.start)
        end_line, end_column = span.source.position(span.end)
        region: JSON = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        }
        place: JSON = {"artifactLocation": {"uri": span.source.name}, "region": region}
        result["locations"] = [{"physicalLocation": place}]
    return result
