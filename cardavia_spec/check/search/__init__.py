"""Searching for a deal that refutes what could not be proved.

search(spec, ("two a trick",), Budget(seconds=30)) -> Result(found=…, clean=…)
refuted(spec, rows, Budget()) -> the rows, those that were unknown with what was found
"""

from cardavia_spec.check.search.rows import Interrupted, refuted
from cardavia_spec.check.search.search import Budget, Result, search
from cardavia_spec.check.search.target import Clean, Found

__all__ = ["Budget", "Clean", "Found", "Interrupted", "Result", "refuted", "search"]
