"""A result that is no mapping is told; it is no fault of the program."""

from pathlib import Path

import pytest

from cardavia_spec.core.diagnostics import SpecError
from cardavia_spec.front.load import load_text

SPEC = Path(__file__).parents[3] / "spec" / "schnapsen.yaml"


def test_a_text_for_a_result() -> None:
    text = SPEC.read_text(encoding="utf-8")
    start, end = text.index("result:"), text.index("match:")
    with pytest.raises(SpecError) as caught:
        load_text("x.yaml", text[:start] + "result: deal_winner\n\n" + text[end:])
    assert [d.code for d in caught.value.diagnostics] == ["CV201"]
