"""The reference interpreter: expressions and statements of the IR, compiled once to closures.

Read it from `expressions` (one case for each node kind) over `statements` to `rules` and
`engine`; `scope` says how parts that do not depend on a binder are evaluated only once.
"""

from cardavia_spec.back.interpret.engine import Interpreter
from cardavia_spec.back.interpret.family import MoveFamily
from cardavia_spec.back.interpret.frame import Supply
from cardavia_spec.back.interpret.groups import Free, Group, Listed
from cardavia_spec.back.interpret.subsets import Subsets

__all__ = ["Free", "Group", "Interpreter", "Listed", "MoveFamily", "Subsets", "Supply"]
