"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.needs import (  # noqa: F401 - the hooks are found here by name
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_terminal_summary,
)

# The same examples in every run, on a slow machine too; nothing is kept between runs.
settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# `pytest --hypothesis-profile=long`: other examples in every run, and many of them.
settings.register_profile(
    "long", settings.get_profile("suite"), derandomize=False, max_examples=2000, print_blob=True
)
settings.load_profile("suite")
