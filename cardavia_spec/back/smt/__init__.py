"""The solver back end: the rule IR as terms of linear arithmetic over truths and whole numbers.

`terms` are the tool's own hash-consed terms, `values` what an expression is worth in them,
`state` a symbolic state, `encode` expressions, `run` statements, `system` the transitions of a
game, `emit` the way to a solver.  Only `emit` knows a solver.
"""
