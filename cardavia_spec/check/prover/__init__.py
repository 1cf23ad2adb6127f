"""Proofs for every reachable state: induction over the transitions of a game.

Read it from `proof` (the entrance) over `strengthen` (which invariants hold together) and `live`
(one transition and its solver) to `telling` (verdicts).  `features`, `mining` and `samples` guess
lemmas; `ending` and `endings` find what sinks; `opinion` and `second` ask another solver; `store`
and `records` keep what was found; `concrete` holds the encoding against play.
"""

from cardavia_spec.check.prover.proof import Budget, Interrupted, prove

__all__ = ["Budget", "Interrupted", "prove"]
