"""Searching for a deal that refutes what could not be proved.

search(spec, ("two a trick",), Budget(seconds=30)) -> Result(found=…, clean=…)
"""

from cardavia_spec.check.search.search import Budget, Result, search
from cardavia_spec.check.search.target import Clean, Found

__all__ = ["Budget", "Clean", "Found", "Result", "search"]
